"""The answers to what a judge asks: what may be ruled, and why a number is what it is."""

from msgspec import Struct

from cli.answers.answer import Answer
from cli.answers.entries import Standing
from cli.answers.matches import RuleCited, WhatIf


class Proposal(Struct, frozen=True):
    """A ruling that the rules allow, and what it would do.

    Args:
        line: the ruling as a line of notation.
        rule: the rule that allows it.
        title: that rule in a few words.
        why: what it does, in a few words.
        effect: what it would do.
    """

    line: str
    rule: str
    title: str
    why: str
    effect: WhatIf


class Proposed(Answer, frozen=True, tag="referee/rule-proposed/1"):
    """What may be ruled of an entry; nothing was written.

    Args:
        match: the match.
        entry: the entry, as a line of notation.
        seq: its number in the match.
        standing: how it stands.
        proposals: the rulings, the preferred first.
    """

    match: str
    entry: str
    seq: int
    standing: Standing
    proposals: tuple[Proposal, ...]


class PartShown(Struct, frozen=True):
    """One term of a number.

    Args:
        label: what it is.
        value: how much.
        rule: the rule that adds it; empty where none is named.
        entry: the entry that brought it; 0 where none did.
    """

    label: str
    value: int
    rule: str
    entry: int


class NumberShown(Struct, frozen=True):
    """A number of a thing, term by term.

    Args:
        what: which number.
        parts: its terms.
        total: what they come to.
    """

    what: str
    parts: tuple[PartShown, ...]
    total: int


class ThingExplained(Answer, frozen=True, tag="referee/explain-thing/1"):
    """The numbers of a thing on the table.

    Args:
        match: the match.
        thing: the thing.
        numbers: its numbers, term by term.
        rules: the rules that are cited.
    """

    match: str
    thing: str
    numbers: tuple[NumberShown, ...]
    rules: tuple[RuleCited, ...]
