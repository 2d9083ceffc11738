"""An effect of the catalog as it is read: closures in place of its tables."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.outcome import Outcome
from referee.parts.effects.piled import Piled
from referee.parts.effects.schema import By, Effect, Instead
from referee.parts.effects.vocabulary import Primitive, Vocabulary
from referee.parts.lasting_changes import Layer

Run = Any
"""The reading of an effect, a ``Run``, which knows what is written here."""


@dataclass(slots=True, eq=False)
class Settler:
    """How a part of a step is settled."""

    name: str  # of the part
    # its value, by the run, what was logged and what is settled so far; :data:`IMPOSSIBLE` where
    # there can be none
    settle: Callable[[Run, Any, dict[str, Any]], Any]
    # whether what was logged may be this part; None where it tells no steps apart
    accepts: Callable[[Run, Any], bool] | None
    wanted: str = ""  # what it can be, in words; empty where that is what something else settles
    # whether a logged number is within its bounds, or logged cards are of the name that is meant;
    # None where that is not asked
    within: Callable[[Run, Any], bool] | None = None
    known: str = ""  # what it is called, where it is a thing that is known


IMPOSSIBLE: Any = object()
"""Stands for a part that nothing on the table can be."""


def left_of(reader: Any, name: str) -> Callable[[Run, str], Any]:
    """What stands for a thing that has left, by its id: what waits to resolve goes by the id of its
    source all the same, anything else is :data:`IMPOSSIBLE`."""
    aim, pending = reader.aims.get(name), reader.vocabulary.pending
    if aim is None or aim.what != "pending":
        return lambda r, meant: IMPOSSIBLE
    return lambda r, meant: meant if meant in pending(r.t) else IMPOSSIBLE


Span = tuple[int, int]
"""The least and the most that a number can be."""

Claim = Callable[[Run], object]
"""Claims that a hidden place holds no such cards."""

Claims = tuple[Claim | None, Claim | None]
"""What is claimed where a test is said to hold, and where it is said not to."""


class Planned:
    """A step as it is read.

    Args:
        word: of its outcome.
        outcome: the type of its outcome.
        primitive: what it does.
        settlers: how its parts are settled, in that order.
        tests: whether it is reached; None where nobody can see that. Empty where it always is.
        each: for each of which it is done; None where it is done once.
        repeat: how often; None for once.
        may: only if logged.
        called: the name for what it was about.
        shared: whether another step has its word, so that subjects tell them apart.
        condition: the tests in words.
        reads: the numbers and words that the tests are read from.
        claims: for each test, what is claimed of a hidden place where it holds, and where not.
        apiece: whether its tests are asked for each, of what an earlier step did to the same.
        again: whether its tests ask how much it has done by now, and are asked each time.
        whether: whether it could be done at all, where it has no number or cards.
        asked: the place of its first number or cards among the settlers.
    """

    __slots__ = (
        "again",
        "apiece",
        "asked",
        "called",
        "claims",
        "condition",
        "each",
        "may",
        "outcome",
        "primitive",
        "reads",
        "repeat",
        "settlers",
        "shared",
        "tests",
        "whether",
        "word",
    )

    def __init__(self, word: str, outcome: type[Outcome], primitive: Primitive) -> None:
        self.word, self.outcome, self.primitive = word, outcome, primitive
        self.settlers: tuple[Settler, ...] = ()
        self.tests: tuple[Callable[[Run], bool | None], ...] = ()
        self.asked = 0
        self.each: Callable[[Run], Sequence[str]] | None = None
        self.repeat: Callable[[Run], Span] | None = None
        self.whether: Callable[[Run, Mapping[str, Any]], int] | None = None
        self.may = self.shared = self.apiece = self.again = False
        self.called = self.condition = ""
        self.reads: tuple[str, ...] = ()
        self.claims: tuple[Claims, ...] = ()


@dataclass(slots=True, eq=False)
class PlannedAim:
    """An aim as it is read."""

    name: str
    options: Callable[[Run], Sequence[str]]  # its candidates
    fits: Callable[[Run, str], bool]
    count: Callable[[Run], Span]  # how many
    in_words: str
    by: By = "you"  # who chooses
    reads: tuple[Any, ...] = ()  # what fits and how many, as the catalog has it
    piled: Piled | None = None  # the cards of piles that it is of


@dataclass(slots=True, eq=False)
class PlannedMode:
    """A mode as it is read."""

    name: str
    tests: tuple[Callable[[Run], bool | None], ...]
    cost: tuple[Planned, ...]
    steps: tuple[Planned, ...]


def _nowhere(r: Run, seat: str, place: str, card: str) -> bool:
    return False


@dataclass(slots=True, eq=False)
class PlannedChange:
    """What a text changes while its source is in play, as it is read."""

    layer: Layer  # what it does
    what: str  # to what: a number, a word, a family, an act; of ``instead`` an outcome
    word: str  # the word or number that belongs to it
    concerns: Callable[[Run, str], bool]  # whether it is about a thing or seat, by its id
    charges: Callable[[Run, str, str], bool]  # whether it is about what a seat pays for a card
    amount: Callable[[Run], Span]  # how much it is
    instead: Instead | None = None  # what it puts in the place of an outcome
    fixed: int | None = None  # the amount, where nothing has to be asked for it
    own: bool = False  # whether it is about its source alone
    # whether it is about a card in a place of a seat, or without a name all of these
    lies: Callable[[Run, str, str, str], bool] = _nowhere
    # whether what an outcome comes from is meant; None where that is all one
    by: Callable[[Run, tuple[str, str, str, str]], bool] | None = None


@dataclass(slots=True, eq=False)
class PlannedListen:
    """What a text listens for, as it is read."""

    on: str  # the word of the happening
    about: Callable[[Run, Any], bool] | None  # whether it is about a thing or a card
    seat: Callable[[Run, str], bool] | None  # whether it is about a seat
    kinds: Collection[str] = ()  # of which kinds alone it is
    tests: tuple[Callable[[Run], bool | None], ...] = ()  # what must hold as it happens


class CompiledEffect:
    """An effect as it is read: of one card, in the words of one game."""

    __slots__ = (
        "aims",
        "alone",
        "asks",
        "card",
        "changes",
        "claims",
        "cost",
        "effect",
        "free",
        "listen",
        "modes",
        "of_it",
        "recalls",
        "remembers",
        "rounds",
        "steps",
        "tests",
        "vocabulary",
        "whole",
        "x",
    )

    def __init__(self, effect: Effect, vocabulary: Vocabulary, card: str) -> None:
        self.effect, self.vocabulary, self.card = effect, vocabulary, card
        self.free = effect.rest or effect.text_alone
        self.tests: tuple[Callable[[Run], bool | None], ...] = ()
        self.claims: tuple[Claims, ...] = ()
        self.x: Callable[[Run], Span] | None = None
        self.aims: tuple[PlannedAim, ...] = ()
        self.cost: tuple[Planned, ...] = ()
        self.steps: tuple[Planned, ...] = ()
        self.rounds: Callable[[Run], Span] | None = None
        self.modes: tuple[PlannedMode, ...] = ()
        self.changes: tuple[PlannedChange, ...] = ()
        self.listen: PlannedListen | None = None
        self.remembers: frozenset[str] = frozenset()
        """Of what numbers and words are asked: of that by its name a record is kept."""
        self.recalls: frozenset[str] = frozenset()
        """What it asks of what became of its source before (``Vocabulary.memories``)."""
        self.alone = effect.text_alone
        self.whole = "none" if self.alone else "part" if self.free else "all"
        """How much of the text is told."""
        tests = effect.tests if isinstance(effect.tests, tuple) else (effect.tests,)
        self.of_it = any(each.about == "it" for each in tests)
        """Whether its conditions ask for the thing or seat that it is about."""
        self.asks = True
        """Whether there is anything to see or to choose before it happens."""

    @property
    def all_steps(self) -> tuple[Planned, ...]:
        """What happens, the steps of its modes too."""
        return (*self.steps, *(step for mode in self.modes for step in mode.steps))

    @property
    def all_costs(self) -> tuple[Planned, ...]:
        """What is paid, for its modes too."""
        return (*self.cost, *(step for mode in self.modes for step in mode.cost))
