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


class CardKnown(Struct, frozen=True):
    """A card that is known to lie in a hidden place.

    Args:
        card: its name.
        since: for each copy, the entry by which that is known.
    """

    card: str
    since: tuple[int, ...]


class CardsCame(Struct, frozen=True):
    """Cards that came unseen.

    Args:
        entry: the entry by which they came.
        count: how many of them may lie there still.
    """

    entry: int
    count: int


class CardPossible(Struct, frozen=True):
    """A name that unseen cards may have.

    Args:
        card: the name.
        most: how many of them may have it at the most.
        certain: whether one of them has it for certain.
        chance: how likely one of them has it, if all were dealt by chance; null where who asks
            may not know, or counting does not tell.
    """

    card: str
    most: int
    certain: bool
    chance: float | None


class CardGone(Struct, frozen=True):
    """A name that no unseen card can have any more.

    Args:
        card: the name.
        since: the entry since which that is so.
    """

    card: str
    since: int


class CardsDenied(Struct, frozen=True):
    """What somebody said is not there.

    Args:
        entry: the entry by which it was said.
        cards: the names.
    """

    entry: int
    cards: tuple[str, ...]


class HiddenExplained(Answer, frozen=True, tag="referee/explain-hidden/1"):
    """What is known of a hidden place.

    Args:
        match: the match.
        place: the place, such as ``bo.hand``.
        at: the entry after which it is so.
        size: how many cards lie there.
        unseen: how many of them nobody knows.
        withheld: whether the rules keep the rest from who asks; then all that follows is empty.
        known: the cards that are known to lie there.
        on_top: those of them that lie on top, the topmost first.
        at_bottom: those of them that lie at the bottom, the bottommost last.
        came: by which entries the unseen ones came, the newest first.
        possible: what the unseen ones may be.
        impossible: what they cannot be any more.
        denied: what somebody has said is not among them.
        widened: whether the account had to forget something, so that not all that is listed as
            possible need be so.
        uncounted: whether no chances are told though who asks may be told them: the unseen cards
            come of several shuffles, or of what was said, and counting does not tell how likely.
    """

    match: str
    place: str
    at: int
    size: int
    unseen: int
    withheld: bool
    known: tuple[CardKnown, ...]
    on_top: tuple[str, ...]
    at_bottom: tuple[str, ...]
    came: tuple[CardsCame, ...]
    possible: tuple[CardPossible, ...]
    impossible: tuple[CardGone, ...]
    denied: tuple[CardsDenied, ...]
    widened: bool
    uncounted: bool
