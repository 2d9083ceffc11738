"""Small tables on which the referee is compared with every way in which the cards may lie."""

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from events import warrift as log
from events.event import Event
from events.notation import write
from events.outcome import Outcome
from referee.games.warrift.match_end import deal
from referee.games.warrift.offered.acceptable import accepted
from referee.hidden import HiddenCards
from referee.verdict import Illegal, applied
from tests.games.warrift.table import GAME, Match, opening
from tests.games.warrift.truth import worlds
from tests.games.warrift.truth.cards import MONSTERS, SUPPORT, catalog
from tests.games.warrift.truth.worlds import ZONES, World

SEATS = ("ana", "bo")
NAMES = {"ana": ("Amage", "Awarrior", "A2"), "bo": ("Nmage", "Nwarrior", "N2")}
EYE = ("Rat", "Wolf", "Imp")
MOST_WORLDS = 4_000


def position() -> Match:
    """In ana's mid step, with a stronghold of hers whose text leaves everything open."""
    first = opening(cards=catalog(), lists={"monsters": MONSTERS, "support": SUPPORT})
    match = Match(GAME, catalog(), first)
    for seat, mark in zip(SEATS, "AN", strict=True):
        match.play(f"{seat} selection {mark}2 {mark}2 {mark}3 {mark}4 {mark}A")
    match.play("ana selection Hand1 Hand2 Sneak1 Hut1 Hut2 Hut3 of=support")
    match.play("ana first-roll ana:6 bo:1; ana eye-roll 0 0; ana step mid")
    match.put("ana", "Shrine")
    return match


class SmallTable:
    """A few cards in two decks, two hands and the Eye.

    Args:
        seed: of all that is left to chance.
    """

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(f"small {seed}")
        self.match = position()
        lists = {
            "ana.primary": chance.choices(
                NAMES["ana"][: chance.choice((2, 3))], k=chance.randint(2, 5)
            ),
            "bo.primary": chance.choices(NAMES["bo"][:2], k=chance.randint(1, 4)),
            "eye": chance.choices(EYE[:2], k=chance.randint(0, 3)),
        }
        zones = self.match.wr.zones
        counted = {zone: Counter(cards) for zone, cards in lists.items()}
        zones.hidden = HiddenCards.of_lists(counted)
        zones.piles.update({f"{seat}.discard": [] for seat in SEATS})
        self.worlds = worlds.opened(lists)
        self.tried: Counter[str] = Counter()
        for seat in SEATS:
            self.draw(seat, min(2, len(lists[f"{seat}.primary"])))

    def draw(self, seat: str, count: int) -> None:
        """The first draw, which no entry says."""
        self.match.wr.zones.hidden.draw(count, f"{seat}.primary", f"{seat}.hand")
        self.worlds = worlds.drawn(self.worlds, seat, count, ())

    def pile(self, zone: str) -> list[str]:
        return list(self.match.wr.zones.piles.get(zone, ()))

    # -- the comparison ------------------------------------------------------------------------

    def compare(self) -> None:
        """Whatever could be shown now: accepted where some world has it, else refused."""
        for zone in ZONES:
            seat, _, place = zone.rpartition(".")
            names = EYE if zone == "eye" else (*NAMES["ana"], *NAMES["bo"])
            asked = [(name,) for name in names]
            several = combinations_with_replacement if place == "hand" else product
            asked += (
                several(names, 2)
                if place == "hand"
                else self.chance.sample(list(product(names, repeat=2)), min(6, len(names) ** 2))
            )
            for cards in asked:
                self.ask(zone, log.Reveal(cards, place, seat or "ana"))

    def ask(self, zone: str, shown: log.Reveal) -> None:
        """Whether the referee says of cards what the worlds say."""
        possible = worlds.can_show(self.worlds, zone, shown.cards or ())
        event = log.Effect("ana", "Shrine.1", did=(shown,))
        allowed = accepted(self.match.t, event)
        told = write(event, GAME.codec)
        self.tried["entries"] += 1
        if possible:
            assert allowed, f"some truth allows {told}: {self.match.replay.add(event).verdict}"
            self.tried["possible"] += 1
        elif allowed:
            widened = self.match.wr.zones.hidden.widened
            self.tried["allowed too much, widened" if widened else "allowed too much"] += 1
        else:
            verdict = self.match.replay.add(event).verdict
            assert isinstance(verdict, Illegal), told
            assert verdict.rule in ("WR-2.2", "WR-2.5", "WR-2.7", "WR-2.9", "WR-2.10"), told
            self.match.replay.retract()

    # -- one step ------------------------------------------------------------------------------

    def go_on(self) -> bool:
        """Something true happens; whether it did, and the worlds are few enough."""
        world = self.chance.choice(sorted(self.worlds))
        kind = self.chance.choices(("effect", "trade", "deal"), (12, 2, 1))[0]
        if kind == "deal":
            return self.deal()
        event, new = self.trade(world) if kind == "trade" else self.effect(world)
        if event is None:
            return True
        if len(new) > MOST_WORLDS:
            return False
        verdict = self.match.replay.add(event).verdict
        assert applied(verdict), f"some truth allows {write(event, GAME.codec)}: {verdict}"
        self.worlds = new
        self.tried["steps"] += 1
        return True

    def deal(self) -> bool:
        """The Rift, of cards that were discarded, is dealt on top of the decks."""
        t, piles = self.match.t, self.match.wr.zones.piles
        rift = self.pile("ana.discard") + self.pile("bo.discard")
        if not 1 <= len(rift) <= 4:
            return True
        first = self.chance.randint(0, len(rift))
        shares = {"ana": first, "bo": len(rift) - first}
        new = worlds.dealt(self.worlds, rift, shares)
        if len(new) > MOST_WORLDS:
            return False
        piles.update({"ana.discard": [], "bo.discard": [], "rift": rift})
        deal(t, shares)
        self.worlds = new
        return True

    def trade(self, world: World) -> tuple[Event | None, set[World]]:
        """Cards by name and unseen, as one world has them."""
        given = []
        for seat in SEATS:
            hand = list(worlds.there(world, f"{seat}.hand"))
            self.chance.shuffle(hand)
            named = self.chance.randint(0, min(1, len(hand)))
            given.append((tuple(hand[:named]), self.chance.randint(0, min(2, len(hand) - named))))
        (gives, unseen), (takes, taken) = given
        event = log.Trade("ana", "bo", gives, takes, unseen, taken)
        if not (gives or takes or unseen or taken):
            return None, set()
        return event, worlds.traded(self.worlds, event)

    def effect(self, world: World) -> tuple[Event | None, set[World]]:
        """One outcome that is possible in one world."""
        outcome = self.outcome(world)
        if outcome is None:
            return None, set()
        player = getattr(outcome, "player", "") or "ana"
        new = worlds.did(self.worlds, outcome, self.pile(f"{player}.discard"))
        return log.Effect("ana", "Shrine.1", did=(outcome,)), new

    def outcome(self, world: World) -> Outcome | None:
        chance = self.chance
        seat, other = chance.choice(SEATS), chance.choice(SEATS)
        hand, deck = (worlds.there(world, f"{seat}.{place}") for place in ("hand", "primary"))
        eye = worlds.there(world, "eye")
        place = chance.choice(("primary", "primary", "eye"))
        lies = eye if place == "eye" else deck
        where: Any = chance.choice(("top", "bottom", None))
        seen = chance.randint(1, 3)
        kind = chance.choices(list(_KINDS), list(_KINDS.values()))[0]
        match kind:
            case "draw" if len(deck) + len(self.pile(f"{seat}.discard")) >= seen:
                return log.DrawCards(seen, seat)
            case "discard" if hand:
                return log.Discard((chance.choice(hand),), seat)
            case "consume" if hand:
                return log.Consume((chance.choice(hand),), "hand", seat)
            case "search" if lies:
                return log.Consume((chance.choice(lies),), place, seat)
            case "give" if hand:
                return log.Move((chance.choice(hand),), "hand", "hand", None, seat, other)
            case "put" if hand:
                return log.Move((chance.choice(hand),), "hand", "primary", where, seat, other)
            case "fetch" if deck:
                return log.Move((chance.choice(deck),), "primary", "hand", None, seat, other)
            case "return" if pile := self.pile(f"{seat}.discard"):
                to: Any = chance.choice(("hand", "primary"))
                where = where if to == "primary" else None
                return log.Move((chance.choice(pile),), "discard", to, where, seat, other)
            case "pass" if hand and seat != other:
                count = chance.randint(1, len(hand))
                return log.Pass(count, "hand", "hand", None, seat, other)
            case "sink" if hand:
                count = chance.randint(1, min(2, len(hand)))
                return log.Pass(count, "hand", "primary", where, seat, other)
            case "lift" if deck and seat != other:
                count = chance.randint(1, min(2, len(deck)))
                return log.Pass(count, "primary", "primary", where, seat, other)
            case "reveal" if hand:
                shown = chance.sample(hand, chance.randint(1, min(2, len(hand))))
                return log.Reveal(tuple(shown), "hand", seat)
            case "turn up" if lies:
                return log.Reveal(lies[:seen], place, seat)
            case "alter" if lies:
                seen = min(seen, len(lies))
                deck_of: Any = place
                return log.Alter(chance.randint(0, seen), deck_of, seat, seen)
            case "scout" if eye:
                shown = eye[:seen] if chance.random() < 0.5 else None
                return log.Scout(min(seen, len(eye)), shown)
            case "shuffle":
                shuffled: Any = place
                return log.Shuffle(shuffled, seat)
        return None


_KINDS = {
    "draw": 6,
    "discard": 6,
    "consume": 1,
    "search": 1,
    "give": 1,
    "put": 3,
    "fetch": 1,
    "return": 2,
    "pass": 2,
    "sink": 3,
    "lift": 1,
    "reveal": 2,
    "turn up": 4,
    "alter": 5,
    "scout": 1,
    "shuffle": 1,
}
"""What may happen, with how often."""


def trial(seed: int, most: int) -> Counter[str]:
    """A small table, compared after every step; what was tried."""
    table = SmallTable(seed)
    for _ in range(min(most, 14)):
        if not table.go_on():
            break
        table.compare()
    return table.tried
