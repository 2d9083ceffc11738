"""Examples that stand beside the effects of a catalog: lines that are legal, and that are not."""

import csv
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, Union, cast

from msgspec import Meta, Struct, defstruct
from msgspec.structs import replace

from events.entry import EventCodec, verb
from events.error import RefereeError
from events.event import Event, Seat
from events.notation import Malformed, read
from events.outcome import Outcome, Thing
from referee.catalog import CatalogError
from referee.house import AnyTable
from referee.parts.acceptable import as_if
from referee.parts.effects.effect_run import Doing
from referee.parts.effects.planned import CompiledEffect
from referee.parts.effects.resolution import happen
from referee.parts.effects.schema import Effect, Table
from referee.parts.effects.vocabulary import FREE, Vocabulary
from referee.verdict import Unsaid, Violation

C = TypeVar("C")


class Example(Table, frozen=True):
    """Lines of a card, each on a table of its own."""

    card: str  # the card
    table: str  # what lies on the table, as the game reads it
    effect: str = ""  # the name of its effect, where it has several
    seat: str = "ana"  # whose line it is
    source: str = ""  # the id of the thing that it comes from; empty: the card itself
    about: str = ""  # what set it off is about this thing, seat or card
    legal: tuple[str, ...] = ()  # lines that are accepted
    illegal: tuple[str, ...] = ()  # lines that are refused


Lay = Callable[[str], AnyTable]
"""Lays a table as an example says it in one line."""


SEATS = ("ana", "bo", "cy", "di")
"""Who may sit at the table of an example; the effect is of the first, where nobody says whose."""


def parts_of(line: str, besides: Collection[str] = ()) -> Iterator[tuple[str, list[str]]]:
    """What a line about a table says, part by part: a seat, or whatever else the game lets a part
    begin with, and the things that it has.

    Raises:
        CatalogError: a part begins with nothing of these.
    """
    for part in filter(None, line.split(";")):
        whose, found, rest = part.strip().partition(":")
        if not found or whose not in (*SEATS, *besides):
            what, seats = " or ".join(("a seat", *besides)), ", ".join(SEATS)
            why = f"{part.strip()}: expected {what}, a colon, what it has; seats are {seats}"
            raise CatalogError(why)
        yield whose, [each.strip() for each in next(csv.reader([rest], skipinitialspace=True))]


def known_card(cards: Mapping[str, C], name: str) -> C:
    """The card of that name.

    Raises:
        CatalogError: there is none.
    """
    if name not in cards:
        raise CatalogError(f"no card is named {name}")
    return cards[name]


def known_names(cards: Mapping[str, Any], names: str) -> list[str]:
    """Names of cards with a plus between them; a CatalogError says which there is not."""
    found = names.split("+")
    for name in found:
        known_card(cards, name)
    return found


def with_marks(
    cards: Mapping[str, Any], said: str, counted: Collection[str], plain: Collection[str] = ()
) -> tuple[str, dict[str, int]]:
    """The name of a card, and what is said of its state behind that: ``Ogre damage 2 expended``.

    Raises:
        CatalogError: no card is named so.
    """
    name, *more = said.split(" ")
    marks: dict[str, int] = {}
    while more:
        if name in cards and more[0] in plain:
            marks[more.pop(0)] = True
        elif name in cards and more[0] in counted and "".join(more[1:2]).isdecimal():
            marks[more[0]], more = int(more[1]), more[2:]
        else:
            name = f"{name} {more.pop(0)}"
    known_card(cards, name)
    return name, marks


def deal_unseen(hidden: Any, item: str, source: str, target: str) -> None:
    """So many unseen cards as an item says, ``hand 3``, go from one place of a seat to another.

    Raises:
        CatalogError: there are not so many.
    """
    count = int(item.rpartition(" ")[2])
    if count > hidden.size(source):
        raise CatalogError(f"{item}: {source.partition('.')[0]} has not so many cards")
    hidden.draw(count, source, target)


class _Line(Event, frozen=True, tag="effect"):
    """The line of an effect in an example."""

    seat: Seat
    aims: tuple[Thing, ...] = ()


class LineReader:
    """Reads the lines of effects, ``Ogre.1 damage:Ogre.1:3 x=2``."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        kinds = dict.fromkeys([*vocabulary.outcomes, *FREE])
        outcomes: Any = Union[tuple(kinds)]  # noqa: UP007  (of as many as there are)
        several: Any = tuple.__class_getitem__((outcomes, ...))
        named: Any = Annotated[str, Meta(extra={"named": True})]
        fields: list[Any] = [
            ("did", several, ()),
            ("mode", tuple.__class_getitem__((named, ...)), ()),
            ("x", int | None, None),
            ("pays", several, ()),
        ]
        made = defstruct("Effect", fields, bases=(_Line,), frozen=True, tag="effect")
        self._codec = EventCodec([cast(type[Event], made)])
        self._verb = verb(cast(type[Event], made))

    def read(self, line: str, seat: str, source: str, names: Collection[str]) -> Doing:
        """What a line says.

        Raises:
            Malformed: it is no such line; points at the word.
        """
        event: Any = read(f"{seat} {self._verb} {line}", self._codec, names=names)
        did: tuple[Outcome, ...] = event.did
        return Doing(seat, source, did, event.aims, event.mode, event.x, event.pays)


def run_examples(
    examples: Sequence[Example],
    compiled_of: Callable[[str, str], CompiledEffect | None],
    lay: Lay,
    names: Callable[[AnyTable], Collection[str]],
) -> list[str]:
    """What is not as the examples say.

    Args:
        examples: the examples.
        compiled_of: the effect of a card by its name; None where it has none.
        lay: lays their tables; says with an error what it cannot read.
        names: what may be named on a table: seats, things, cards.
    """
    found = []
    readers: dict[int, LineReader] = {}
    for example in examples:
        compiled = compiled_of(example.card, example.effect)
        if compiled is None:
            named = f" named {example.effect}" if example.effect else ""
            found.append(f"{example.card}: an example, and no effect{named}")
            continue
        try:
            t = lay(example.table)
        except RefereeError as error:
            found.append(f"{example.card}, table {example.table!r}: {error}")
            continue
        vocabulary = compiled.vocabulary
        if (reader := readers.get(id(vocabulary))) is None:
            reader = readers[id(vocabulary)] = LineReader(vocabulary)
        known = frozenset(names(t))
        for line in (*example.legal, *example.illegal):
            try:
                doing = reader.read(line, example.seat, example.source or example.card, known)
            except Malformed as error:
                fault = str(error)
            else:
                doing = replace(doing, about=example.about) if example.about else doing
                fault = _fault(t, compiled, doing, line in example.legal)
            if fault:
                found.append(f"{example.card}, example {line!r}: {fault}")
    return found


def _fault(t: AnyTable, compiled: CompiledEffect, doing: Doing, legal: bool) -> str:
    """What is not as expected of a line, which is tried on the table and taken back."""
    try:
        with as_if(t):
            happen(t, compiled, doing)
    except Unsaid as unsaid:
        return f"incomplete: {unsaid.verdict().message}"
    except Violation as refused:
        return f"expected to be legal, and is illegal {refused.rule}: {refused}" * legal
    return "" if legal else "expected to be illegal, and is legal"


def without_examples(
    effects: Mapping[str, Sequence[Effect]], examples: Sequence[Example]
) -> list[str]:
    """The effects that have no example of a legal line, or none of an illegal one."""
    found = []
    for card, several in effects.items():
        for effect in several:
            if effect.text_alone:
                continue
            own = [e for e in examples if e.card == card and e.effect == effect.name]
            name = f"{card}, {effect.name}" if effect.name else card
            for kind in ("legal", "illegal"):
                if not any(getattr(example, kind) for example in own):
                    found.append(f"{name}: no example of a line that is {kind}")
    return found


How = Literal["told", "part", "alone", "plain"]
"""How far a text is told: all of it, a part, not at all; or there is none."""


class Coverage(Struct, frozen=True):
    """How many cards of a deck are told, copies counted."""

    told: int = 0  # all of the text
    part: int = 0  # a part of it
    alone: int = 0  # a text alone
    plain: int = 0  # no text at all
    untold: tuple[str, ...] = ()  # the names of those that are not told in full


def how_far(several: Sequence[Effect]) -> How:
    """How far the texts of a card are told."""
    if not several:
        return "plain"
    alone = [effect.text_alone for effect in several]
    if all(alone):
        return "alone"
    return "part" if any(alone) or any(effect.rest for effect in several) else "told"


def coverage(effects: Mapping[str, Sequence[Effect]], deck: Mapping[str, int]) -> Coverage:
    """How much of the texts in a deck the catalog tells."""
    counts: dict[How, int] = {"told": 0, "part": 0, "alone": 0, "plain": 0}
    untold = []
    for card, copies in deck.items():
        kind = how_far(effects.get(card, ()))
        counts[kind] += copies
        if kind in ("part", "alone"):
            untold.append(card)
    return Coverage(**counts, untold=tuple(untold))
