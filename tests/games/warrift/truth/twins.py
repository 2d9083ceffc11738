"""Matches with the shipped cards, played twice: over an account that hides nothing, which says
what is true, and over the referee's own, which has to accept it."""

from collections import Counter
from random import Random
from typing import Any
from unittest.mock import patch

from events.event import Event
from events.notation import write
from referee.games.warrift.places import LAYOUT
from referee.parts import layered
from referee.replay.simulate import choose, event_of
from referee.verdict import Illegal, applied
from tests.games.truth import Accused
from tests.games.warrift.table import GAME
from tests.games.warrift.truth.account import TrueAccount, TrueZone
from tests.laws.players import begun, drawn


def lying(zones: Any, deck: str) -> dict[str, int]:
    """What may be named of a deck with layers: what lies near its top, in whichever of them."""
    account: TrueAccount = zones.hidden
    cards = [card for zone in layered.layers_of(zones, deck) for card in account.lies(zone)]
    return dict(sorted(Counter(account.near(deck, cards)).items()))


class Twins:
    """A match of any opening, and its twin that knows the cards.

    Args:
        seed: of all that is left to chance.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"twins {seed}")
        opened = drawn(GAME.id, self.chance)
        self.match, self.true = begun(opened), begun(opened)
        TrueZone.chance = Random(seed)
        zones = self.true.state.zones
        decks = {f"{seat}.hand": f"{seat}.primary" for seat in self.true.state.seats}
        zones.hidden = TrueAccount.of(zones.hidden, decks)
        self.whole = LAYOUT.counted(self.match.table)
        assert LAYOUT.counted(self.true.table) == self.whole
        self.tried: Counter[str] = Counter()

    def go_on(self) -> None:
        """One more entry, which is true."""
        known = self.match.state.zones.hidden.zones
        for zone, place in self.true.state.zones.hidden.zones.items():
            place.shown = len(known[zone].top) if zone in known else 0
        TrueAccount.begun = self.true.state.begun
        with patch.object(layered, "candidates_of", lying):
            event = self.chosen()
        outcome = self.match.add(event)
        self.tried["entries"] += 1
        verdict = outcome.verdict
        if not applied(verdict):
            said = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else verdict
            raise Accused(f"entry {outcome.seq}, {write(event, GAME.codec)}: {said}")
        self.check(event)

    def chosen(self) -> Event:
        """An entry that is offered and true, which the twin that knows has taken."""
        options = GAME.options(self.true.table)
        for _ in range(200):
            event = event_of(GAME, choose(options, self.chance), self.chance)
            if applied(self.true.add(event).verdict):
                return event
            self.true.retract()
            self.tried["chosen again"] += 1
        raise AssertionError(f"nothing of what is offered is true: {options}")

    def check(self, event: Event) -> None:
        """Both tables are alike but for what is hidden, and what really lies there is possible."""
        true, zones = self.true.state.zones, self.match.state.zones
        told = write(event, GAME.codec)
        assert zones.piles == true.piles, told
        assert zones.things == true.things, told
        for match in (self.match, self.true):
            counted = Counter(LAYOUT.counted(match.table))
            counted.subtract(match.state.zones.generated)
            assert +counted == Counter(self.whole), told
        for seat in self.match.state.seats:
            for place in ("hand", "primary", "class"):
                zone = f"{seat}.{place}"
                assert layered.size_of(zones, zone) == layered.size_of(true, zone), told
            if self.chance.random() < 0.1:
                hand = true.hidden.lies(f"{seat}.hand")
                refused = zones.hidden.refuses(f"{seat}.hand", hand)
                if refused is not None:
                    raise Accused(f"after {told}: {seat} really holds {hand}: {refused}")


def trial(seed: int, most: int) -> Counter[str]:
    """A match of at most so many entries; what was tried."""
    twins = Twins(seed)
    while not twins.match.state.over and twins.tried["entries"] < most:
        twins.go_on()
    return twins.tried
