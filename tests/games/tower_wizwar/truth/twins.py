"""Matches with the shipped cards, played twice: over an account that hides nothing, which says
what is true, and over the referee's own, which has to accept it."""

from collections import Counter
from collections.abc import Collection, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct

from events import outcome as outcomes
from events import tower_wizwar as log
from events.event import Event
from events.notation import write
from referee.games.tower_wizwar.places import LAYOUT, backs_of
from referee.hidden import HiddenCards
from referee.option import Option
from referee.replay.simulate import choose, event_of
from referee.verdict import Illegal, applied
from tests.games.tower_wizwar.table import GAME
from tests.games.truth import Accused
from tests.games.warrift.truth import account
from tests.laws.players import begun, drawn

HIDDEN = ("hand", "pool", "front", "deck", "unnamed", "unseen")


class TrueZone(account.TrueZone, Struct):
    """What lies in a place, back by back."""

    @property
    def unseen(self) -> int:
        """How many of them the account does not know: none."""
        return 0


class TrueAccount(account.TrueAccount, Struct):
    """What lies in all hidden places; a deck is one pile for each back."""

    exact: bool = False  # type: ignore[misc]
    by_top: ClassVar[bool] = False
    """Whether what is offered of a deck lies near its top."""

    @classmethod
    def opened(cls, hidden: HiddenCards) -> "TrueAccount":
        """What may lie where, decided: each deck shuffled."""
        found = cls({}, hidden.exact)
        for zone in hidden.zones:
            found.zones[zone] = TrueZone(sorted(Counter(hidden.candidates(zone)).elements()))
            found.zones[zone].lose_order()
        return found

    def _zone(self, zone: str) -> account.TrueZone:
        return self.zones.setdefault(zone, TrueZone([]))

    def part_of(self, zone: account.TrueZone) -> "Nothing":
        """What may lie there beside what does: nothing."""
        return Nothing()

    def keep(self) -> Any:
        return super().keep(), {zone: place.shown for zone, place in self.zones.items()}

    def restore(self, kept: Any) -> None:
        held, shown = kept
        super().restore(held)
        self.zones = {z: TrueZone(place.cards, shown[z]) for z, place in self.zones.items()}

    def candidates(self, zone: str) -> dict[str, int]:
        there = self.lies(zone)
        if self.by_top and ".deck/" in zone:
            there = there[: account.NEAR]
        return dict(sorted(Counter(there).items()))

    def draw(
        self,
        count: int,
        source: str = "deck",
        target: str = "hand",
        barred: Collection[str] = (),
    ) -> None:
        if ".deck/" not in source:
            self._zone(source).lose_order()
        super().draw(count, source, target, barred)


class Nothing:
    """No card that could be where it is not."""

    searched = None
    left: Mapping[str, int] = MappingProxyType({})

    def total(self) -> Mapping[str, int]:
        return self.left


class Twins:
    """A match of any opening, and its twin that knows the cards.

    Args:
        seed: of all that is left to chance.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"twins {seed}")
        opened = drawn(GAME.id, self.chance)
        self.match, self.true = begun(opened), begun(opened)
        account.TrueZone.chance = Random(seed)
        zones = self.true.state.zones
        zones.hidden = TrueAccount.opened(zones.hidden)
        self.whole = LAYOUT.counted(self.match.table)
        assert LAYOUT.counted(self.true.table) == self.whole
        self.tried: Counter[str] = Counter()

    def go_on(self) -> None:
        """One more entry, which is true."""
        known = self.match.state.zones.hidden.zones
        for zone, place in self.true.state.zones.hidden.zones.items():
            place.shown = len(known[zone].top) if zone in known else 0
        offered = [self.options(near=True), self.options(near=False)]
        for at in range(300):
            event = event_of(GAME, choose(offered[at % 2], self.chance), self.chance)
            if applied(self.true.add(event).verdict):
                break
            self.true.retract()
            self.tried["chosen again"] += 1
        else:
            raise AssertionError(f"nothing of what is offered is true: {offered}")
        outcome = self.match.add(event)
        owing = isinstance(outcome.verdict, Illegal) and outcome.verdict.rule == "TW-19.9"
        if owing and self.found_nothing():
            outcome = self.match.add(event)
        self.tried["entries"] += 1
        verdict = outcome.verdict
        if not applied(verdict):
            said = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else verdict
            raise Accused(f"entry {outcome.seq}, {write(event, GAME.codec)}: {said}")
        self.check(event)

    def found_nothing(self) -> bool:
        """Of a search that found nothing it is said so first: who knows the cards leaves that out,
        as nothing could be found, and others have to be told (TW-19.9). The entries of the twins
        have other numbers from there on, so that this is the last of them."""
        self.match.retract()
        if not (owing := self.match.state.waiting.stack):
            return False
        none = log.Effect(owing[-1].seat, owing[-1].source, did=(outcomes.Nothing(),))
        said = applied(self.match.add(none).verdict)
        if not said:
            self.match.retract()
        self.tried["nothing found"] += said
        return said

    def options(self, *, near: bool) -> list[Option]:
        """What is offered to those who know the cards: near the top of a deck, or all of it."""
        TrueAccount.by_top = near
        try:
            return GAME.options(self.true.table)
        finally:
            TrueAccount.by_top = False

    def check(self, event: Event) -> None:
        """Both tables are alike but for what is hidden, and what really lies there is possible."""
        true, zones = self.true.state.zones, self.match.state.zones
        told = write(event, GAME.codec)
        assert zones.piles == true.piles, told
        if not self.tried["nothing found"]:
            assert zones.things == true.things, told
            assert self.match.state.sides == self.true.state.sides, told
        assert zones.things.keys() == true.things.keys(), told
        for match in (self.match, self.true):
            counted = Counter(LAYOUT.counted(match.table))
            counted.subtract(match.state.zones.generated)
            assert +counted == Counter(self.whole), told
        for seat in self.match.state.seats:
            backs = backs_of(self.match.table, seat)
            for place in HIDDEN:
                zone = f"{seat}.{place}"
                really = backs.counts(true.hidden, zone)
                assert backs.counts(zones.hidden, zone) == really, told
                if place in ("hand", "pool", "front") and self.chance.random() < 0.1:
                    lying = [card for back in really for card in true.hidden.lies(f"{zone}/{back}")]
                    refused = backs.refuses(zones.hidden, zone, lying)
                    if refused is not None:
                        raise Accused(f"after {told}: {zone} really is {lying}: {refused}")


def trial(seed: int, most: int) -> Counter[str]:
    """A match of at most so many entries; what was tried."""
    twins = Twins(seed)
    tried = twins.tried
    while not twins.match.state.over and tried["entries"] < most and not tried["nothing found"]:
        twins.go_on()
    return twins.tried
