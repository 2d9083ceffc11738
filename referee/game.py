"""What a game gives to the referee: its events, rulebook, catalog, handlers, options and view."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.common import COMMON, Adjust, CardList, Opening, Record
from events.entry import EventCodec
from events.event import Event
from referee.catalog import Catalog, Registered
from referee.english import one_of
from referee.fact import FACTS, Fact, UnitEntered
from referee.hidden import HiddenCards, HiddenPlace
from referee.house import (
    AFTER_THE_END,
    COMMON_HANDLERS,
    HOUSE,
    AnyState,
    AnyTable,
    Handler,
    Leave,
    Repair,
    adjust_with,
    hands_with,
    parting_with,
    sides,
)
from referee.itemised import History, Itemised, damage_alone
from referee.light import (
    LightState,
    Track,
    answers,
    by_depth,
    in_full,
    light_handlers_of,
    no_tracks,
    open_light,
)
from referee.light.light_game import measures_by_depth
from referee.light.track import FromHere, Tracks
from referee.measure import Measure
from referee.obligation import Obligation
from referee.option import Offer, Option
from referee.parts.responses import Window, answered
from referee.picture import Panel, Picture
from referee.remedies import Remedy, Wrong, of_the_house
from referee.rulebook import Rule, Rulebook, folder_of, rulebook_of
from referee.table import plain
from referee.verdict import Violation, forbid

if TYPE_CHECKING:
    from referee.catalog_import import Import, PrintedTexts
    from referee.parts.effects.author_report import Effects

Offered = Callable[[str], Collection[str]]
"""The verbs that were offered to a seat."""

ANY = "*"
"""Among the values that may be agreed, the last: any other, which the game itself checks."""


def _nothing_left(t: AnyTable, side: str) -> None:
    """A side that leaves has nothing on the table."""


def _all_of_it(t: AnyTable) -> Any:
    return plain(t.state)


def _no_odds(t: AnyTable, event: Event, exact: bool) -> list[str]:
    return []


def _nothing_hidden(t: AnyTable) -> list[HiddenPlace]:
    """All cards lie open."""
    return []


def _before_the_first_turn(t: AnyTable, seat: str) -> bool:
    """Whoever keeps a hand has drawn it before the first turn."""
    return not t.state.turn


def _no_scores(t: AnyTable) -> Mapping[str, int]:
    """Nobody counts points."""
    return {}


def _nothing_unmeant(event: Event, facts: Sequence[Fact], offered: Offered) -> list[str]:
    """All that is accepted was meant so, as far as a game can tell."""
    return []


def _nothing_after(loser: int | None) -> Mapping[str, str]:
    """Games know nothing of each other."""
    return {}


def _opened(game: "Game") -> Callable[[AnyTable, Opening], AnyState]:
    """Opens a match as its record is to be."""
    full = getattr(game.open, "in_full", game.open)

    def open_match(t: AnyTable, e: Opening) -> AnyState:
        if e.record and Record in game.handlers:  # what says itself what becomes of one
            forbid("REF-1.2", "{game} is told whole", game=game.id, legal="no record")
        return open_light(game, t, e) if e.record else full(t, e)

    open_match.in_full = full  # type: ignore[attr-defined]
    return open_match


def _nothing_called(t: AnyTable) -> dict[str, Sequence[str]]:
    return {}


def _never_alike(t: AnyTable, names: Sequence[str]) -> bool:
    """What the players see of things may tell them apart, as where they stand."""
    return False


def _nothing_agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    return {}


def _no_lists(catalog: Any) -> dict[str, CardList]:
    return {}


def _no_list_faults(
    catalog: Any, lists: Mapping[str, CardList], choice: Mapping[str, str]
) -> list[Violation]:
    return []


@lru_cache(maxsize=16)
def _in_force(book: Rulebook, asked: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Every interpretation with the option in force; most matches are opened under the same."""
    known = book.interpretations
    for key, option in asked:
        if key not in known:
            forbid("REF-1.2", "{id} is not an interpretation of this game", id=key)
        if option not in known[key].playable:
            forbid(
                "REF-1.2",
                "{id} cannot be {option}",
                id=key,
                option=option,
                legal=one_of(known[key].playable),
            )
    return {**book.defaults(), **dict(asked)}


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game under one version of its rules."""

    # -- what it is ----------------------------------------------------------------------------

    id: str  # the id that an opening names
    title: str  # the name that people use
    version: str  # the rules version that an opening names; the usual one in the package's ``GAME``
    # further rules versions that the same package plays; rules that differ ask for ``t.edition``,
    # and the page marks their lines
    other_versions: tuple[str, ...] = ()
    players: tuple[int, int]  # fewest and most seats
    package: str  # where its page ``rulebook.md`` lies, the shipped ``sample`` and ``statistics``

    # -- its rules -----------------------------------------------------------------------------

    state_type: type[AnyState]  # the Struct of its state
    # checks an opening and makes the first state; raises Violation
    open: Callable[[AnyTable, Opening], AnyState]
    # for each event type, the function that checks and applies it
    handlers: Mapping[type[Event], Handler]
    # what is required or offered now, the steps of a turn included
    obligations: Callable[[AnyTable], Sequence[Obligation]]
    # what may be logged next, without the common events
    options: Callable[[AnyTable], list[Option]]
    # the same for whoever needs one option alone; a game that is quick enough has none
    offers: Callable[[AnyTable], Iterable[Offer]] | None = None
    # how what is pending is answered, and when it takes effect; a game in which nothing waits has
    # none
    window: Window | None = None
    # takes the things of a side off the table that is out of a match which goes on
    leave: Leave = _nothing_left
    # what of its own may still be recorded when a match is over, of which the handlers ask
    # themselves whether it may
    afterwards: frozenset[type[Event]] = frozenset()
    # the rule by which all else is refused then; the house's in an edition that has none
    over_rule: str = "REF-1.4"

    # -- what is settled before the first turn -------------------------------------------------

    # what the players agree before they start, each with the values that there are, the usual one
    # first; ``*`` at the end stands for any other
    agreed: Callable[[Any], dict[str, tuple[str, ...]]] = _nothing_agreed
    # for what is agreed, the rule by which another value is refused, where it is one of the game's
    # own
    agreed_rules: Mapping[str, str] = field(default_factory=dict)
    # for what is agreed since a later day only, the value in force where an opening does not name
    # it; an opening of today names everything
    formerly: Mapping[str, str] = field(default_factory=dict)
    # the verb by which a full record says who goes first; empty where the seats or ``begins`` do
    goes_first_by: str = ""
    # what the first game of a contest agrees where nobody has said yet who goes first
    first_game: Mapping[str, str] = field(default_factory=dict)
    # what a later game of a contest agrees by who lost the one before: asked with the place of the
    # loser among the seats, None where nobody lost it
    after_game: Callable[[int | None], Mapping[str, str]] = _nothing_after

    # -- its cards -----------------------------------------------------------------------------

    catalog_type: type[Catalog]  # the Struct of its catalogs
    # what a seat may register beside its deck, by name, such as ``sideboard``
    lists: tuple[str, ...] = ()
    table_lists: tuple[str, ...] = ()  # the cards that belong to the table, by name
    # the lists of the table that a catalog proposes; an opening of today names them where it names
    # no others
    usual_lists: Callable[[Any], Mapping[str, CardList]] = _no_lists
    # what is wrong with a deck, in the order of the rules; it is asked with the interpretations,
    # what was agreed, and the version as ``edition``
    deck_faults: Callable[[Any, Registered, Mapping[str, str]], list[Violation]]
    # what is wrong with the lists of the table, in the order of the rules
    table_faults: Callable[[Any, Mapping[str, CardList], Mapping[str, str]], list[Violation]] = (
        _no_list_faults
    )
    # its hidden places, of which a judge may ask what is known of them
    hidden: Callable[[AnyTable], Sequence[HiddenPlace]] = _nothing_hidden
    # what the hidden places of a seat are called that hold what it has drawn
    hands: tuple[str, ...] = ("hand",)
    # whether the hand of a seat is for certain still the one that it was dealt, so that a kept hand
    # that is told now is checked (REF-2.2)
    dealt: Callable[[AnyTable, str], bool] = _before_the_first_turn
    # what statistics may group each card by, such as its tribe
    traits: Callable[[Any], dict[str, dict[str, str]]]
    # what the effects of its cards are made of, for those who write its catalogs; a game whose
    # cards have none, or all in its own code, has none
    effects: "Effects | None" = None
    # makes a catalog of what the publisher hands out; most games have no such thing
    imports: "Import | None" = None
    # reads the printed texts out of the same files, for who compares effects with print
    printed: "PrintedTexts | None" = None

    # -- how it is judged ----------------------------------------------------------------------

    repairs: Mapping[str, Repair]  # the primitive operations of ``adjust``, by their word
    # what a judge may rule of an entry that is wrong, by the game's own rules, the preferred first;
    # it is asked with the table as it stands
    remedies: Callable[[AnyTable, Wrong], list[Remedy]] = of_the_house
    # the numbers of a thing that is named, term by term; it is asked with all that has followed in
    # the match
    itemises: Callable[[AnyTable, str, History], list[Itemised]] = damage_alone
    # how likely the outcome of an event was before it, in words: exact for a judge and after the
    # match, else only by what players may count; it may use up the table, which stands before the
    # event
    odds: Callable[[AnyTable, Event, bool], list[str]] = _no_odds
    # what an entry that is accepted may not have been meant to do, each in a sentence, for a table
    # to ask about; it is asked with the event, with what followed, and with what was offered to a
    # seat before
    unmeant: Callable[[Event, Sequence[Fact], Offered], Iterable[str]] = _nothing_unmeant

    # -- what people see and name --------------------------------------------------------------

    # the state as people read it, for one who sees what is public
    board: Callable[[AnyTable], list[Panel]]
    # the table from above, None while nothing is known of where things stand; a game without
    # positions has none
    drawing: Callable[[AnyTable], Picture | None] | None = None
    # the state as views may show it, in dicts and lists: without what the rules hide from the
    # players
    shown: Callable[[AnyTable], Any] = _all_of_it
    # what a scorekeeper may name now: cards, units, places, seats
    names: Callable[[AnyTable], list[str]]
    # what else people call the things in play, such as a unit by the card on top, each with the
    # names that it may mean
    called: Callable[[AnyTable], Mapping[str, Sequence[str]]] = _nothing_called
    # whether several names stand for things of which it makes no difference which is meant
    alike: Callable[[AnyTable, Sequence[str]], bool] = _never_alike

    # -- what is counted -----------------------------------------------------------------------

    facts: tuple[type[Fact], ...] = ()  # fact types of its own, beside the common ones
    # the facts of its own in words, one sentence each; what is missing is told by its fields
    words: Mapping[type[Fact], Callable[[Any], str]] = field(default_factory=dict)
    # what decides a match as a number, the first of them before the others
    measures: Sequence[Measure] = ()
    # the points of each side, where the most of them win by the rules or the scenario that is
    # played; empty where something else decides
    scores: Callable[[AnyTable], Mapping[str, int]] = _no_scores
    # the facts by which a seat has played a card: each has both
    played: tuple[type[Fact], ...] = (UnitEntered,)
    # the figures that people keep of it, with a catalog and under an opening: what a light record
    # counts
    tracks: Tracks = no_tracks
    # makes a table that was just opened one on which the match goes on from a position that was
    # declared; a game in which that cannot be declared has none
    from_here: FromHere | None = None

    def __post_init__(self) -> None:
        """Every question of a table is answered as its record is, full or light."""
        for name, light in answers(self).items():
            full = getattr(self, name)
            if full is not _no_scores:
                object.__setattr__(self, name, by_depth(full, light))
        object.__setattr__(self, "measures", measures_by_depth(self.measures))
        object.__setattr__(self, "open", _opened(self))

    def offered(self, t: AnyTable) -> Iterable[Offer]:
        """What may be logged next, for whoever needs one option alone."""
        if self.offers is None or type(t.state) is LightState:
            return self.options(t)
        return self.offers(t)

    @cached_property
    def after_the_end(self) -> frozenset[type[Event]]:
        """What may still be recorded when a match is over; rulings may too."""
        return AFTER_THE_END | self.afterwards

    @property
    def versions(self) -> tuple[str, ...]:
        """All rules versions that the package plays, in order."""
        return tuple(dict.fromkeys((self.version, *self.other_versions)))

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules and interpretations of this version."""
        return rulebook_of(self.package, self.version)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """The game's own event types: those that its handlers take."""
        return tuple(kind for kind in self.handlers if kind not in COMMON)

    @cached_property
    def codec(self) -> EventCodec:
        """JSON both ways for the events of this game."""
        return EventCodec(self.events)

    @cached_property
    def all_handlers(self) -> dict[type[Event], Handler]:
        """The common handlers and the game's own; the game's win.

        In a game with a window what is pending takes effect ahead of them.
        """
        found: dict[type[Event], Handler] = {
            **COMMON_HANDLERS,
            **parting_with(self.leave),
            **hands_with(self.hidden, self.dealt),
            Adjust: adjust_with(self.repairs, self.measures),
            **self.handlers,
        }
        if self.window is not None:
            found = {
                kind: answered(self.window, handler, self.after_the_end)
                for kind, handler in found.items()
            }
        return {**in_full(self), **found}

    @cached_property
    def light_handlers(self) -> dict[type[Event], Handler]:
        """The handlers of a match whose record is light."""
        return light_handlers_of(self)

    @property
    def all_facts(self) -> tuple[type[Fact], ...]:
        """Every fact type that a match of this game can give."""
        return (*FACTS, *self.facts)

    def accounts(self, table: AnyTable) -> list[HiddenCards]:
        """The accounts of hidden cards of a table, each once."""
        found = {id(place.account): place.account for place in self.hidden(table)}
        return [*found.values()]

    def all_names(self, table: AnyTable) -> list[str]:
        """Every name that may be typed now: the game's own, and the sides."""
        return list(dict.fromkeys([*self.names(table), *sides(table.state)]))

    @property
    def rule_of_the_end(self) -> str:
        """The rule by which an entry is refused that comes when the match is over."""
        return self.over_rule if self.rule(self.over_rule) else "REF-1.4"

    def rule(self, rule_id: str) -> Rule | None:
        """A rule of the game or of the house; None where there is none of that id."""
        return self.rulebook.rules.get(rule_id) or HOUSE.rules.get(rule_id)

    def choices(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every interpretation with the option in force.

        Raises:
            Violation: REF-1.2 for an unknown interpretation or an option that is not supported.
        """
        return dict(_in_force(self.rulebook, tuple(chosen.items())))

    def choices_of_new(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """What a match that is opened today pins: the usual readings, and those chosen.

        Raises:
            Violation: as for :meth:`choices`.
        """
        return self.choices({**self.rulebook.usual(), **chosen})

    def agreements(self, catalog: Catalog, chosen: Mapping[str, str]) -> dict[str, str]:
        """Everything that the players agree before they start, with the value in force.

        Raises:
            Violation: REF-1.2 for something that there is not to agree; that or the game's own
                rule for a value that it cannot have.
        """
        offered = self.agreed(catalog)
        for name, value in chosen.items():
            if name not in offered:
                forbid(
                    "REF-1.2",
                    "{id} is not an option of this game",
                    id=name,
                    legal=one_of(offered),
                )
            values = offered[name]
            if value not in values and values[-1] != ANY:
                forbid(
                    self.agreed_rules.get(name, "REF-1.2"),
                    "{id} cannot be {option}",
                    id=name,
                    option=value,
                    legal=one_of(values),
                )
        return {name: chosen.get(name, values[0]) for name, values in offered.items()}

    def lists_of_table(
        self, catalog: Catalog, chosen: Mapping[str, CardList]
    ) -> dict[str, CardList]:
        """The lists of the table that a match which is opened today pins: those that the catalog
        proposes, and those chosen in their stead."""
        return {**self.usual_lists(catalog), **chosen}

    def sample(self, *parts: str) -> Path:
        """A file or folder of the shipped sample."""
        return folder_of(self.package).joinpath("sample", *parts)

    def sample_catalogs(self) -> Sequence[Path]:
        """The catalogs that are shipped with the game."""
        found = self.sample().glob("catalog*")
        return sorted(path for path in found if path.suffix in (".toml", ".json"))

    def sample_decks(self) -> Sequence[Path]:
        """The decks that are shipped with the game."""
        return sorted(self.sample("decks").glob("*.toml"))


__all__ = ["ANY", "Game", "LightState", "Offered", "Panel", "Track"]
