"""Rules and interpretations as data: what a verdict cites and what an opening pins."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from msgspec import Struct

T = TypeVar("T", "Rule", "Interpretation")
Mark = Literal["check", "derive", "choice", "setup", "info"]
Standing = Literal["checked", "derived", "declared", "not applicable"]


class Rule(Struct, frozen=True):
    """One rule of a game.

    Args:
        id: the stable id that verdicts cite.
        title: a few words.
        statement: the rule in one sentence of this project's own.
        marks: what the referee has to do with it: refuse what breaks it (``check``), compute
            its outcome (``derive``), let a decision be logged (``choice``), settle it before
            the start (``setup``), or nothing (``info``).
        declared: the players declare what it rests on, because nobody else can see it.
    """

    id: str
    title: str
    statement: str
    marks: tuple[Mark, ...] = ()
    declared: bool = False

    @property
    def standing(self) -> Standing:
        """How far the referee answers for the rule."""
        if self.declared:
            return "declared"
        if "check" in self.marks:
            return "checked"
        return "derived" if {"derive", "choice"} & set(self.marks) else "not applicable"


class Interpretation(Struct, frozen=True):
    """A place where a rulebook is silent, and the readings that a match may choose from.

    Args:
        id: the stable id: the rulebook's letters, ``-I`` and a number.
        question: what is open.
        options: all readings, the default first or not.
        default: the reading in force where the players name none.
        supported: the readings that the referee can play; all of them unless said.
    """

    id: str
    question: str
    options: tuple[str, ...]
    default: str
    supported: tuple[str, ...] = ()

    @property
    def playable(self) -> tuple[str, ...]:
        """The readings that an opening may name."""
        return self.supported or self.options


class Rulebook:
    """The rules and interpretations of one game, by id and in order.

    Raises:
        ValueError: an id is given twice, or a default is not among the options.
    """

    def __init__(self, rules: Iterable[Rule], interpretations: Iterable[Interpretation] = ()):
        self.rules: Mapping[str, Rule] = _by_id(rules)
        self.interpretations: Mapping[str, Interpretation] = _by_id(interpretations)
        for item in self.interpretations.values():
            if item.default not in item.playable:
                raise ValueError(f"{item.id}: the default {item.default} is not playable")

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def defaults(self) -> dict[str, str]:
        """Every interpretation with its default."""
        return {i.id: i.default for i in self.interpretations.values()}


def _by_id(items: Iterable[T]) -> dict[str, T]:
    table: dict[str, T] = {}
    for item in items:
        if item.id in table:
            raise ValueError(f"{item.id} stands twice in the rulebook")
        table[item.id] = item
    return table
