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
    """What an outcome does.

    Args:
        act: refuses what the table does not allow, then changes it through the journal; takes
            the run and each part by name, a thing as its copy; returns how much was done,
            None for as much as was said. A default is what a part is where nobody says it.
        says: the outcome in words, with ``{parts}`` in braces; what stands in square brackets is
            left out where a step does not say a part in them.
        able: how much could be done; without it, whatever is asked.
        among: the cards that its cards are picked from.
        lacks: told that the place is said to hold no more cards that fit, so that this can be
            claimed, once the outcome is done; takes the run, the parts and the names that would
            fit, without those that were shown and stay.
        declined: whether of hidden cards that fit none need be found, by choice: then nothing
            follows from finding none.
        there: how much there is for its other numbers, of which less than the card says may be
            logged then, as a deck with fewer cards than are to be looked at.
        known: the cards of an ordered place that all know to lie on top, topmost first.
        picked: the part that says who picked the cards; it has to be as the card says (``by``).
        kept: why a rule of the game keeps it off, by the run and its things, seats and words;
            empty where none does. Then it is left out where nobody logged it; what was logged
            ``act`` refuses.
        faces: the numbers that its number can be at all, by the run, as the faces of a die.
        either: parts of which it has one only, such as the thing or the player that it is about;
            a step that says none of them means the first.
        asks: of parts of which a card need not say anything, what each is where nobody logged it:
            by the run, what is settled so far and how the outcome is written with it. It may ask
            (``Run.choose``), and what was logged is for the outcome itself to check.
        chance: whether chance decides what it asks for.
    """

    act: Callable[..., int | None]
    says: str
    able: Able | None = None
    among: Callable[[Any, Mapping[str, Any]], Among] | None = None
    lacks: Callable[[Any, Mapping[str, Any], tuple[str, ...]], object] | None = None
    declined: bool = False
    there: Able | None = None
    known: Callable[[Any, Mapping[str, Any]], Sequence[str]] | None = None
    picked: str = ""
    kept: Callable[[Any, Mapping[str, Any]], str] | None = None
    faces: Callable[[Any], Collection[int]] | None = None
    either: tuple[str, ...] = ()
    asks: Mapping[str, Callable[[Any, Mapping[str, Any], Callable[[str], str]], Any]] = field(
        default_factory=dict
    )
    chance: bool = False

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """What its parts are where nobody says them."""
        parts = signature(self.act).parameters.values()
        return {p.name: p.default for p in parts if p.default is not Parameter.empty}


def _nothing_on(t: AnyTable, word: str) -> str:
    return ""


def _none_pending(t: AnyTable) -> tuple[str, ...]:
    return ()


def _unclaimed(t: AnyTable, seat: str, place: str, names: tuple[str, ...]) -> None:
    """Nothing is kept of it."""


def _as_it_was(run: Any, word: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return word, values


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game's effects.

    Args:
        outcomes: what each outcome does.
        things: all that has an id, by it.
        has: whether a copy, or a card of that name, has a word.
        cards: the cards in a place of a seat.
        places: the places of the game by name.
        numbers: the named numbers that a text may read, of a run and a copy, a card's name or None.
        triggers: the words for what sets an effect off.
        contradicts: the rule that is broken where a line contradicts its card.
        impossible: the rule that is broken by what the table does not allow, where no other is.
        unpaid: the rule that is broken where a cost cannot be paid; else ``impossible``.
        aiming: the rule that is broken by aims that are not as the card says; else
            ``contradicts``.
        choosing: the rule that is broken by modes that it has not; else ``contradicts``.
        untold: the rule by which a text alone is taken on trust.
        clouded: the name of what is in play with a lasting text that is not told and may touch
            that word; empty where there is none (``texts``: ``Texts.clouded``). It is asked of
            the outcome at hand and of each number and word that what contradicts was read from.
        lasting: the triggers by which a text holds as long as its source is in play.
        happenings: the words for what texts may listen for.
        heard: how those that are no act of a player are told, with ``{what}`` for the thing and
            ``{whose}`` for the player.
        rules: the ids of the rules of the game.
        aside: those that a text may set aside; None for all of them.
        pickers: who picks, in the words of a log, by the word of a catalog.
        acts: what can be permitted, forbidden or have a price.
        families: the words of which a thing may be set to have one alone, by their family.
        claims: told that a hidden place of a seat holds no card of these names, because a
            condition is said to be so.
        pending: the ids of what waits to resolve.
        aimless: whether an effect happens although there is nothing to aim at, without what
            would be done to it; else it cannot be declared.
        replaced: what becomes of an outcome that is about to happen.
        called: the id of what a seat's line calls by something else than id or name, such as the
            spot to which an earlier outcome has moved it; what it says, where there is none.
        stands: the names that stand for a thing wherever a text names one, such as the attacker:
            its id by the run, empty where there is none.
        about: the triggers that are about a thing, which is ``it`` then, as it is of what a text
            listens for.
        plays: whether a text means a seat, beside the one whose effect it is; all that are in the
            match, where the game does not say.
    """

    outcomes: Mapping[type[Outcome], Primitive]
    things: Callable[[AnyTable], Mapping[str, Copy]]
    has: Callable[[AnyTable, Copy | str, str], bool]
    cards: Callable[[AnyTable, str, str], Among]
    places: Mapping[str, Place]
    numbers: Mapping[str, Callable[[Any, Any], int]] = field(default_factory=dict)
    triggers: tuple[str, ...] = ("played", "used")
    contradicts: str = ""
    impossible: str = ""
    unpaid: str = ""
    aiming: str = ""
    choosing: str = ""
    untold: str = ""
    clouded: Callable[[AnyTable, str], str] = _nothing_on
    lasting: tuple[str, ...] = ("static",)
    happenings: Collection[str] = ()
    heard: Mapping[str, str] = field(default_factory=dict)
    rules: Collection[str] = ()
    aside: Collection[str] | None = None
    pickers: Mapping[str, str] = field(default_factory=dict)
    acts: Collection[str] = ()
    families: Mapping[str, Collection[str]] = field(default_factory=dict)
    claims: Callable[[AnyTable, str, str, tuple[str, ...]], object] = _unclaimed
    aimless: bool = False
    pending: Callable[[AnyTable], tuple[str, ...]] = _none_pending
    called: Callable[[AnyTable, str, str], str] | None = None
    replaced: Callable[[Any, str, dict[str, Any]], tuple[str, dict[str, Any]]] = _as_it_was
    plays: Callable[[AnyTable, str], bool] | None = None
    stands: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
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
