"""What may be logged next, with candidates for each field; physical outcomes are left open.

Options serve the prompts of the table, completion, ``explain`` and the simulator.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace


class Fixed(Struct, frozen=True, tag="fixed"):
    """The field can only be this."""

    value: Any


class OneOf(Struct, frozen=True, tag="one of"):
    """One of these values."""

    values: tuple[Any, ...]


class Some(Struct, frozen=True, tag="some"):
    """Several cards out of a multiset, each at most as often as it is there."""

    cards: dict[str, int]
    least: int
    most: int


class Number(Struct, frozen=True, tag="number"):
    """A whole number within bounds."""

    least: int
    most: int


class Dice(Struct, frozen=True, tag="dice"):
    """One die, as it falls."""

    sides: int


class Contest(Struct, frozen=True, tag="contest"):
    """Pairs of dice, thrown again while ``own + edge`` equals the other die.

    With ``again`` false a tie is not thrown again.
    """

    sides: int
    edge: int = 0
    again: bool = True


class Relay(Struct, frozen=True, tag="relay"):
    """Single dice thrown by the seats in turn until one shows at least ``least``."""

    sides: int
    seats: tuple[str, ...]
    least: int


class Flip(Struct, frozen=True, tag="flip"):
    """Two different cards turned over one after the other, written as one word.

    Args:
        first: the cards that may be first.
        second: the cards that may be second; never the same as the first.
        sep: what stands between them.
        deck: all cards of such a deck: what views offer instead, so that nobody reads from an
            option which cards were seen; empty where the players may know that.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    sep: str
    deck: tuple[str, ...] = ()


class Measure(Struct, frozen=True, tag="measure"):
    """Millimetres within bounds, with at most one decimal."""

    least: float
    most: float


class Perhaps(Struct, frozen=True, tag="perhaps"):
    """The field may be left out, or be this."""

    choice: "Fixed | OneOf | Some | Number | Dice | Contest | Relay | Flip | Measure"


Choice = Fixed | OneOf | Some | Number | Dice | Contest | Relay | Flip | Measure | Perhaps


class Option(Struct, frozen=True):
    """One kind of entry that would be accepted now.

    Args:
        seat: whose step it is.
        verb: the verb of the event.
        fields: what each field may hold; a field that is absent keeps its default.
        rule: the rule that opens it.
        weight: how eagerly a random player takes it; 0 for what ends a match early.
        must: nothing else is accepted until somebody does this.
        hint: a few words for whoever chooses, such as the chance that it succeeds.
    """

    seat: str
    verb: str
    fields: dict[str, Choice] = {}
    rule: str = ""
    weight: int = 4
    must: bool = False
    hint: str = ""


def public(options: Iterable[Option]) -> list[Option]:
    """Options as views show them: without what only the referee remembers."""
    return [
        replace(option, fields={name: _public(choice) for name, choice in option.fields.items()})
        if option.fields
        else option
        for option in options
    ]


def _public(choice: Choice) -> Choice:
    match choice:
        case Flip(_, _, sep, deck) if deck:
            return Flip(deck, deck, sep)
        case Perhaps(Flip(_, _, sep, deck)) if deck:
            return Perhaps(Flip(deck, deck, sep))
    return choice


class Obligation(Struct, omit_defaults=True):
    """What the state now requires of whom, or offers them.

    Args:
        seat: who has to act.
        task: what it is; a word of the game.
        rule: the rule that asks for it.
        since: the entry that created it.
        must: whether it holds everything else up; an offer lapses when play goes on.
        count: how many, where the task counts something.
        about: the unit, card or effect that it is about.
        cards: the cards that it may be done with, where they are known.
    """

    seat: str
    task: str
    rule: str
    since: int
    must: bool = True
    count: int = 0
    about: str = ""
    cards: list[str] = field(default_factory=list)
