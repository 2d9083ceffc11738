"""Whole matches on cards that are truly known, of which only what is public is logged.

Nothing of it may be refused, and after every entry the account agrees with what is really so.
"""

from collections import Counter
from random import Random
from typing import Any

from events import tower_wizwar as log
from events.event import Event
from events.notation import write
from referee.games.tower_wizwar.places import LAYOUT, backs_of
from referee.replay.replay import Replay
from referee.verdict import Illegal, applied
from tests.games.tower_wizwar.table import GAME, SEATS, opening
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.lies import Liar
from tests.games.tower_wizwar.truth.record import Record
from tests.games.tower_wizwar.truth.turns import Turns
from tests.games.tower_wizwar.truth.world import HIDDEN, Wizard, World
from tests.games.truth import Accused, Enough

READINGS = {
    "TW-I 5": ("when_last_card_drawn", "when_a_draw_needs_it"),
    "TW-I 17": ("counter_steps", "surcharge_points"),
    "TW-I 26": ("up_to_three", "exactly_three"),
    "TW-I 30": ("up_to", "exactly"),
    "TW-I 32": ("must_in_movement", "may_in_movement"),
    "TW-I 33": ("one", "all_one_at_a_time"),
    "TW-I 42": ("own_copy_to_pool", "own_copy_discarded"),
    "TW-I 44": ("no_wound", "wound_anyway"),
    "TW-I 65": ("own_space", "all_spaces"),
    "TW-I 66": ("discard", "aether"),
    "TW-I 70": ("cleared", "cleared_all_to_aether"),
    "TW-I 71": ("all_draws", "draft_only"),
    "TW-I 79": ("owners_pool", "controllers_pool"),
    "TW-I 87": ("numbers_allowed", "named"),
    "TW-I 89": ("may_block", "as_for_the_tower"),
    "TW-I 90": ("any_time", "after_the_cards"),
}
"""What is read in one way or another; the usual way first."""


class TrueMatch:
    """A match, and where its cards really are.

    Args:
        seed: of all that is left to chance.
        most: how many entries are logged at most.
    """

    def __init__(self, seed: int, most: int) -> None:
        self.chance = chance = Random(f"truth {seed}")
        self.most = most
        players = chance.choice((2, 2, 4, 6))
        seats = SEATS[:players]
        self.books = chance.random() < 0.4
        self.reading = {
            id: chance.choice(ways) if chance.random() < 0.3 else ways[0]
            for id, ways in READINGS.items()
        }
        decks = {seat: of.deck_of(chance) for seat in seats}
        towers = {seat: chance.choice(of.TOWERS) for seat in seats}
        cards = of.catalog()
        first = opening(
            players,
            cards=cards,
            decks=decks,
            towers=towers,
            choices=self.reading,
            backs="spellbooks" if self.books else "kinds",
        )
        self.match = Replay(GAME, cards)
        verdict = self.match.add(first).verdict
        assert applied(verdict), verdict
        sides = {
            seat: ("odd", "even")[at % 2] if players > 2 else seat for at, seat in enumerate(seats)
        }
        self.world = World(chance, decks, towers, sides, self.reading)
        self.whole = Counter(LAYOUT.counted(self.match.table))
        self.tried: Counter[str] = Counter()
        self.turns = Turns(self.world, self.enter, books=self.books)
        bare = self.books and Random(f"bare {seed}").random() < 0.3
        self.turns.bare = 0.1 if bare else 0.0
        self.record = Record(self.world, books=self.books and not bare)
        self.liar = Liar(self.world, self.turns, self.record)

    @property
    def state(self) -> Any:
        return self.match.state

    def play(self) -> None:
        """The match, to its end or as far as is asked for."""
        try:
            self.turns.play()
            self.tried["ended"] += 1
        except Enough:
            pass
        for w in self.world.wizards.values():
            self.inspect(w)

    # -- one entry -------------------------------------------------------------------------------

    def enter(self, event: Event) -> None:
        """An entry that is true, and has happened on the true table already."""
        outcome = self.match.add(event)
        self.tried["entries"] += 1
        self.tried[type(event).__name__] += 1
        verdict = outcome.verdict
        if not applied(verdict):
            said = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else verdict
            raise Accused(f"entry {outcome.seq}, {write(event, GAME.codec)}: {said}")
        try:
            self.check()
        except AssertionError as error:
            raise AssertionError(
                f"after entry {outcome.seq}, {write(event, GAME.codec)}: {error}"
            ) from error
        self.record.saw(event)
        if self.chance.random() < 0.4 and not self.state.over:
            self.lie()
        if self.tried["entries"] >= self.most and not self.state.waiting.stack:
            raise Enough

    def lie(self) -> None:
        """What can be proved to be no truth is refused, by the right rule, and changes nothing."""
        if self.state.waiting.stack:
            return
        for lie in self.liar.lies():
            before = self.match.digest()
            verdict = self.match.add(lie.event).verdict
            told = f"{lie.kind}: {write(lie.event, GAME.codec)}"
            if not isinstance(verdict, Illegal):
                raise AssertionError(f"a lie passes, {told}: {verdict}, not by {lie.rules}")
            said = f"{verdict.rule}: {verdict.message}"
            assert verdict.rule in lie.rules, f"{told}: by {said}, not by {lie.rules}"
            assert self.match.digest() == before, f"refused, yet something changed: {told}"
            self.match.retract()
            self.tried[f"lies: {lie.kind}"] += 1

    def inspect(self, w: Wizard) -> None:
        """All hidden cards are laid open (TW-20.9)."""
        shown = {place: tuple(w.pile(place)) for place in HIDDEN}
        if any(shown.values()):
            event = log.Inspection(w.seat, **shown)
            verdict = self.match.add(event).verdict
            self.tried["inspections"] += 1
            if not applied(verdict):
                raise Accused(f"{write(event, GAME.codec)}: {verdict}")

    # -- what has to hold ------------------------------------------------------------------------

    def check(self) -> None:
        """What all see is as it really is, and no card has come or gone."""
        counted = Counter(LAYOUT.counted(self.match.table))
        counted.subtract(self.state.zones.generated)
        _same("the cards", +counted, self.whole)
        _same("the winner", self.state.winner if self.state.over else None, self.world.winner)
        if self.state.waiting.stack:
            return
        for seat, w in self.world.wizards.items():
            self._check_wizard(seat, w)
            if self.chance.random() < 0.1:
                self._possible(w)

    def _check_wizard(self, seat: str, w: Wizard) -> None:
        side, zones = self.state.sides[seat], self.state.zones
        for place in (*HIDDEN, "unseen"):
            _same(f"{seat}'s {place}", self._size(seat, place), len(w.pile(place)))
        unsaid = Counter(w.unsaid)
        piles = {place: Counter(zones.piles.get(f"{seat}.{place}", ())) for place in _OPEN}
        _same(f"{seat}'s discard", piles["discard"], Counter(w.discard) - unsaid)
        _same(f"{seat}'s unnamed cards", self._size(seat, "unnamed"), unsaid.total())
        _same(f"{seat}'s aether", piles["aether"], Counter(w.aether))
        _same(f"{seat}'s towers", piles["towers"], Counter(w.towers))
        for name in ("drain", "harm", "wounds", "retreat"):
            _same(f"{seat}'s {name}", getattr(side, name), getattr(w, name))
        _same(f"whether {seat} lost", bool(side.lost), w.lost)
        _same(f"{seat}'s map", self._map(seat), _map_of(w))

    def _size(self, seat: str, place: str) -> int:
        hidden = self.state.zones.hidden
        return sum(backs_of(self.match.table, seat).counts(hidden, f"{seat}.{place}").values())

    def _map(self, seat: str) -> Any:
        things = self.state.zones.things
        return {
            spot: [_seen(things[each], things[each].tokens) for each in there]
            for spot, there in self.state.sides[seat].map.items()
        }

    def _possible(self, w: Wizard) -> None:
        """The account holds possible what is really there."""
        backs, hidden = backs_of(self.match.table, w.seat), self.state.zones.hidden
        for place in ("hand", "pool", "front", "unseen"):
            refused = backs.refuses(hidden, f"{w.seat}.{place}", w.pile(place))
            if refused is not None:
                raise Accused(f"{w.seat}'s {place} really is {w.pile(place)}: {refused}")


_OPEN = ("discard", "aether", "towers")


def _map_of(w: Wizard) -> Any:
    return {spot: [_seen(x, x.tokens) for x in there] for spot, there in w.map.items()}


def _seen(x: Any, tokens: dict[str, int]) -> Any:
    return (x.id, x.owner, x.harm, x.wounds, x.expended, tuple(sorted(tokens.items())))


def _same(what: str, have: object, truth: object) -> None:
    if have != truth:
        raise AssertionError(f"{what}: by the account {have}, really {truth}")


def trial(seed: int, most: int) -> Counter[str]:
    """A match of at most so many entries; what was tried."""
    true = TrueMatch(seed, most)
    true.play()
    return true.tried + Counter(matches=1)
