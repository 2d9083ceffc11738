"""What a game declares of its effects: for each outcome what it does, and what a text may read."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import Parameter, signature
from typing import Any

from events.outcome import Nothing, Other, Outcome
from referee.house import AnyTable
from referee.parts.effects.schema import Part, parts_of, word_of
from referee.parts.zones import Among, Copy, Place

Able = Callable[[Any, Mapping[str, Any]], int]
"""How much of an outcome could be done, by the run and what is settled of its parts so far."""


@dataclass(frozen=True)
class Primitive:
    """What an outcome does."""

    # refuses what the table does not allow, then changes it through the journal; takes the run and
    # each part by name, a thing as its copy; returns how much was done, None for as much as was
    # said. A default is what a part is where nobody says it.
    act: Callable[..., int | None]
    # the outcome in words, with ``{parts}`` in braces; what stands in square brackets is left out
    # where a step does not say a part in them
    says: str
    able: Able | None = None  # how much could be done; without it, whatever is asked
    whole: bool = False  # whether it is done whole or not at all, as a price is paid
    # the cards that its cards are picked from
    among: Callable[[Any, Mapping[str, Any]], Among] | None = None
    # told that the place is said to hold no more cards that fit, so that this can be claimed, once
    # the outcome is done; takes the run, the parts and the names that would fit, without those that
    # were shown and stay
    lacks: Callable[[Any, Mapping[str, Any], tuple[str, ...]], object] | None = None
    # whether of hidden cards that fit none need be found, by choice: then nothing follows from
    # finding none
    declined: bool = False
    # how much there is for its other numbers, of which less than the card says may be logged then,
    # as a deck with fewer cards than are to be looked at
    there: Able | None = None
    # the cards of an ordered place that all know to lie on top, topmost first
    known: Callable[[Any, Mapping[str, Any]], Sequence[str]] | None = None
    # the part that says who picked the cards; it has to be as the card says (``by``)
    picked: str = ""
    # why a rule of the game keeps it off, by the run and its things, seats and words; empty where
    # none does. Then it is left out where nobody logged it; what was logged ``act`` refuses.
    kept: Callable[[Any, Mapping[str, Any]], str] | None = None
    # the numbers that its number can be at all, by the run, as the faces of a die
    faces: Callable[[Any], Collection[int]] | None = None
    # parts of which it has one only, such as the thing or the player that it is about; a step that
    # says none of them means the first
    either: tuple[str, ...] = ()
    # of parts of which a card need not say anything, what each is where nobody logged it: by the
    # run, what is settled so far and how the outcome is written with it. It may ask
    # (``Run.choose``), and what was logged is for the outcome itself to check.
    asks: Mapping[str, Callable[[Any, Mapping[str, Any], Callable[[str], str]], Any]] = field(
        default_factory=dict
    )
    # parts that it has only where a card says them: whether what was logged of one says no more
    # than is so without it, as a card that names itself
    own: Mapping[str, Callable[[Any, Any], bool]] = field(default_factory=dict)
    chance: bool = False  # whether chance decides what it asks for

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """What its parts are where nobody says them."""
        parts = signature(self.act).parameters.values()
        return {p.name: p.default for p in parts if p.default is not Parameter.empty}


def _nothing_on(t: AnyTable, word: str) -> str:
    return ""


def _none_pending(t: AnyTable) -> tuple[str, ...]:
    return ()


def _nobody_knows(t: AnyTable, item: str) -> None:
    """Nothing is known of what it is aimed at."""


def _unclaimed(t: AnyTable, seat: str, place: str, names: tuple[str, ...]) -> None:
    """Nothing is kept of it."""


def _by_its_name(run: Any, seat: str, place: str, card: str) -> str:
    return card


def _not_there(run: Any, seat: str, place: str) -> str:
    return ""


def _forgets_nothing(t: AnyTable, thing: Copy, word: str) -> str:
    return ""


def _as_it_was(run: Any, word: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return word, values


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game's effects."""

    outcomes: Mapping[type[Outcome], Primitive]  # what each outcome does
    things: Callable[[AnyTable], Mapping[str, Copy]]  # all that has an id, by it
    # whether a copy, or a card of that name, has a word
    has: Callable[[AnyTable, Copy | str, str], bool]
    cards: Callable[[AnyTable, str, str], Among]  # the cards in a place of a seat
    places: Mapping[str, Place]  # the places of the game by name
    # the named numbers that a text may read, of a run and a copy, a card's name or None
    numbers: Mapping[str, Callable[[Any, Any], int]] = field(default_factory=dict)
    triggers: tuple[str, ...] = ("played", "used")  # the words for what sets an effect off
    # what a word means for authors, where that does not go without saying
    means: Mapping[str, str] = field(default_factory=dict)
    contradicts: str = ""  # the rule that is broken where a line contradicts its card
    # the rule that is broken by what the table does not allow, where no other is
    impossible: str = ""
    unpaid: str = ""  # the rule that is broken where a cost cannot be paid; else ``impossible``
    # the rule that is broken by aims that are not as the card says; else ``contradicts``
    aiming: str = ""
    choosing: str = ""  # the rule that is broken by modes that it has not; else ``contradicts``
    untold: str = ""  # the rule by which a text alone is taken on trust
    # the name of what is in play with a lasting text that is not told and may touch that word;
    # empty where there is none (``texts``: ``Texts.clouded``). It is asked of the outcome at hand
    # and of each number and word that what contradicts was read from.
    clouded: Callable[[AnyTable, str], str] = _nothing_on
    # the numbers, words and names that stand for a thing of which a text asks what became of its
    # source before, such as a card that this has banished
    memories: frozenset[str] = frozenset()
    # the repair that would say what such a word asks of a thing, where nobody has said it as the
    # thing came (``Table.repaired``); empty where it is known
    forgot: Callable[[AnyTable, Any, str], str] = _forgets_nothing
    # the triggers by which a text holds as long as its source is in play
    lasting: tuple[str, ...] = ("static",)
    # the open piles whose cards have no id and may be aimed at by their names
    piles: Collection[str] = ()
    # a card's name by the run, the seat and the place where it lies, in a form of which the game
    # can say what the card is there
    lying: Callable[[Any, str, str, str], str] = _by_its_name
    # the name of the card that a text is of, by the run, where that lies in a place of a seat: of
    # the cards there "other" means all but it; empty where it lies elsewhere
    itself: Callable[[Any, str, str], str] = _not_there
    # the cards by their names that a text carries with it from what began it; None where none does
    kept: Callable[[Any], dict[str, tuple[str, ...]]] | None = None
    # the names of all cards, where what sets an effect off may be about a card by its name
    names: Callable[[AnyTable], Collection[str]] | None = None
    # a thing as it is now, for what is asked of it once it is gone
    record: Callable[[AnyTable, Any], Copy] | None = None
    # whether a thing that is gone, as it was recorded, had a word; else ``has`` is asked
    had: Callable[[AnyTable, Any, str], bool] | None = None
    # the cards by their names that a word stands for, such as those that were played this turn, of
    # a seat: what ``among`` may count beside what earlier steps found
    history: Mapping[str, Callable[[Any, str], Sequence[str]]] = field(default_factory=dict)
    # the triggers that say enough by themselves, such as a place out of which a card may be played
    ways: Collection[str] = ()
    # the kinds of outcomes that a replacement may be about alone, as an outcome says ``kind``
    kinds: Collection[str] = ()
    happenings: Collection[str] = ()  # the words for what texts may listen for
    # how those that are no act of a player are told, with ``{what}`` for the thing and ``{whose}``
    # for the player
    heard: Mapping[str, str] = field(default_factory=dict)
    rules: Collection[str] = ()  # the ids of the rules of the game
    aside: Collection[str] | None = None  # those that a text may set aside; None for all of them
    # who picks, in the words of a log, by the word of a catalog
    pickers: Mapping[str, str] = field(default_factory=dict)
    acts: Collection[str] = ()  # what can be permitted, forbidden or have a price
    # the words of which a thing may be set to have one alone, by their family
    families: Mapping[str, Collection[str]] = field(default_factory=dict)
    # told that a hidden place of a seat holds no card of these names, because a condition is said
    # to be so
    claims: Callable[[AnyTable, str, str, tuple[str, ...]], object] = _unclaimed
    # whether an effect happens although there is nothing to aim at, without what would be done to
    # it; else it cannot be declared
    aimless: bool = False
    # the ids of what waits to resolve
    pending: Callable[[AnyTable], tuple[str, ...]] = _none_pending
    # the ids of what waits to resolve because something has set it off
    set_off: Callable[[AnyTable], tuple[str, ...]] = _none_pending
    # what something that waits to resolve is aimed at; None while nobody has said it
    aimed_at: Callable[[AnyTable, str], Collection[str] | None] = _nobody_knows
    # the id of what a seat's line calls by something else than id or name, such as the spot to
    # which an earlier outcome has moved it; what it says, where there is none
    called: Callable[[AnyTable, str, str], str] | None = None
    # what becomes of an outcome that is about to happen
    replaced: Callable[[Any, str, dict[str, Any]], tuple[str, dict[str, Any]]] = _as_it_was
    # whether a text means a seat, beside the one whose effect it is; all that are in the match,
    # where the game does not say
    plays: Callable[[AnyTable, str], bool] | None = None
    # the names that stand for a thing wherever a text names one, such as the attacker: its id by
    # the run, empty where there is none
    stands: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    # what cards have of which no two of a pick may have the same, by its word: of a card as it lies
    apart: Mapping[str, Callable[[Any, str], Any]] = field(default_factory=dict)
    # the triggers that are about a thing, which is ``it`` then, as it is of what a text listens for
    about: Collection[str] = ()

    @cached_property
    def types(self) -> Mapping[str, type[Outcome]]:
        """The outcomes by their words."""
        return {word_of(outcome): outcome for outcome in self.outcomes}

    @cached_property
    def parts(self) -> Mapping[str, tuple[Part, ...]]:
        """The parts of each outcome, by its word."""
        return {word: parts_of(outcome) for word, outcome in self.types.items()}

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The places that are in play."""
        return frozenset(name for name, place in self.places.items() if place.kind == "play")

    @cached_property
    def explains(self) -> bool:
        """Whether the game says what a text that is not told may explain."""
        return self.clouded is not _nothing_on

    @cached_property
    def replaces(self) -> bool:
        """Whether the game has replacements at all."""
        return self.replaced is not _as_it_was

    def primitive(self, word: str) -> Primitive:
        """What an outcome does, by its word."""
        return self.outcomes[self.types[word]]


FREE: tuple[type[Outcome], ...] = (Other, Nothing)
"""The outcomes that every game has and that no step takes."""
