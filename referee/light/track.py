"""What a light record counts: the figures that people keep of a game, as data of the game."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from events.common import Opening
from events.event import Event
from referee.house import Repair
from referee.measure import Measure
from referee.verdict import Violation


class Track(NamedTuple):
    """One figure that a game counts, for each of those who have one of their own."""

    measure: str  # what is counted, as the game's measure of that name has it
    owners: tuple[str, ...]  # the seats that have it, or the sides that have it together
    start: Mapping[str, int] = {}  # what each has at the start; who is missing is asked
    steps: tuple[int, ...] = (-1, 1)  # by how much a tap changes it, the likeliest first
    asks: int | None = None  # the value at which it is asked about; None: at none
    falls: bool = False  # whether it comes there from above
    says: str = ""  # what is said there; empty: who is there has lost
    rule: str = ""  # the rule that says so
    of_side: bool = False  # whether what a side has together is what is asked about
    into: str = ""  # the measure that it turns into, one for one, for whoever has it; empty: none

    def reached(self, value: int) -> bool:
        """Whether a figure is where it is asked about, or beyond it."""
        if self.asks is None:
            return False
        return value <= self.asks if self.falls else value >= self.asks


Tracks = Callable[[Any, Opening], Sequence[Track]]
"""What a game counts with a catalog, under an opening."""


def no_tracks(catalog: Any, opening: Opening) -> Sequence[Track]:
    """Nothing is counted: turns, calls and the end are all that is told."""
    return ()


class Ask(NamedTuple):
    """One question to a table that declares a position; its answers are repairs.

    ``{}`` in a repair stands for the answer.
    """

    seat: str  # whose it is; empty for the table's
    label: str  # what is asked, in a word or two
    makes: tuple[str, ...]  # the repairs that each answer makes, in order
    # the answers to choose from, of which several may be given where ``many``; none: a number
    answers: tuple[str, ...] = ()
    many: bool = False


Said = Iterable[str]
"""Primitive repairs, each as ``what:target:value``."""


def _nothing(t: Any, light: Any, said: Collection[str]) -> Said:
    return ()


def _as_opened(t: Any, light: Any) -> None:
    """An opening begins it."""


def _not_asked(t: Any) -> Sequence[Ask]:
    return ()


class FromHere(NamedTuple):
    """How a match goes on from a position that was declared (REF-5.4).

    The table has just been opened; what is declared is made by the game's own repairs, and these
    stand before and behind it. Each is asked with the table as it then is, with the state of the
    light record (its turn, whose it is, its scores), and with the words of what is declared.
    """

    # the match begins, where an opening leaves it to what is logged next
    begun: Callable[[Any, Any], None] = _as_opened
    # what the opening laid out is put away; the scores, and the turn, which may be declared again
    before: Callable[[Any, Any, Collection[str]], Said] = _nothing
    # what rests on what was declared, as far as it was not declared itself
    after: Callable[[Any, Any, Collection[str]], Said] = _nothing
    # what is asked at the table, of a match whose record is light
    asks: Callable[[Any], Sequence[Ask]] = _not_asked


class CountedGame(Protocol):
    """What a light record asks of its game."""

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most seats."""

    @property
    def tracks(self) -> Tracks:
        """What is counted."""

    @property
    def from_here(self) -> FromHere | None:
        """How it goes on from a position."""

    @property
    def measures(self) -> Sequence[Measure]:
        """What decides a match as a number."""

    @property
    def repairs(self) -> Mapping[str, Repair]:
        """The primitive operations."""

    @property
    def open(self) -> Callable[[Any, Opening], Any]:
        """Checks an opening and makes the first state."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The game's own events."""

    @property
    def goes_first_by(self) -> str:
        """The verb by which a full record says who goes first."""

    @property
    def deck_faults(self) -> Callable[[Any, Any, Mapping[str, str]], list[Violation]]:
        """What is wrong with a list."""


__all__ = ["Ask", "CountedGame", "FromHere", "Track", "Tracks", "no_tracks"]
