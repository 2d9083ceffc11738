"""Small tables on which the account is compared with every way in which the cards may lie."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from random import Random

from events import tower_wizwar as log
from events.event import Event
from events.notation import write
from referee.games.tower_wizwar.places import backs_of
from referee.verdict import applied
from tests.games.tower_wizwar.effects import text
from tests.games.tower_wizwar.table import DECK, GAME
from tests.games.truth import World, moved

NAMES = ("C1", "C2", "Guard1")
DECK_AT, HAND, POOL, UNSAID = range(4)
PLACES = {"deck": DECK_AT, "hand": HAND, "pool": POOL, "unnamed": UNSAID}
MOST_WORLDS = 3_000


def came(worlds: Iterable[World], target: int, cards: Iterable[str]) -> set[World]:
    """Cards that all see come to a place."""
    found = set()
    for world in worlds:
        piles = list(world)
        piles[target] = tuple(sorted((*piles[target], *cards)))
        found.add(tuple(piles))
    return found


class SmallTable:
    """A few cards in ana's deck, and every world that what was logged leaves possible.

    Args:
        seed: of all that is left to chance.
    """

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(f"small {seed}")
        self.match = text()
        deck = Counter(chance.choices(NAMES[: chance.choice((2, 3))], k=chance.randint(3, 7)))
        t = self.match.t
        t.state.zones.hidden = backs_of(t, "ana").opened({"ana.deck": deck, "bo.deck": DECK})
        self.worlds: set[World] = {(tuple(sorted(deck.elements())), (), (), ())}
        self.named: list[str] = []
        self.tried: Counter[str] = Counter()

    # -- the comparison ------------------------------------------------------------------------

    def compare(self) -> None:
        """Whatever could lie somewhere: possible where some world has it, and else not."""
        t = self.match.t
        for place, at in PLACES.items():
            here = [Counter(world[at]) for world in self.worlds]
            for cards in (
                *((name,) for name in NAMES),
                *combinations_with_replacement(NAMES, 2),
                *combinations_with_replacement(NAMES, 3),
            ):
                possible = any(Counter(cards) <= there for there in here)
                refused = backs_of(t, "ana").refuses(t.state.zones.hidden, f"ana.{place}", cards)
                self.tried["entries"] += 1
                if possible:
                    assert refused is None, f"{cards} may lie in the {place}: {refused}"
                    self.tried["possible"] += 1
                elif refused is None:
                    self.tried["allowed too much"] += 1

    # -- one step ------------------------------------------------------------------------------

    def go_on(self) -> bool:
        """Something true happens; whether the worlds are few enough."""
        world = self.chance.choice(sorted(self.worlds))
        event = self.step(world)
        if event is None:
            return True
        self.match.give("ana", drain=0)
        verdict = self.match.replay.add(event).verdict
        assert applied(verdict), f"some truth allows {write(event, GAME.codec)}: {verdict}"
        self.tried["steps"] += 1
        return len(self.worlds) <= MOST_WORLDS

    def step(self, world: World) -> Event | None:
        """One thing that is possible in a world, which happens in all that allow it."""
        chance = self.chance
        kinds = ("draw", "draw", "pass", "mana", "unnamed", "discard", "fetch", "names", "show")
        kind = chance.choice(kinds)
        place = chance.choice(("hand", "pool"))
        at = PLACES[place]
        match kind:
            case "draw":
                count = min(2, len(world[DECK_AT]) + len(self.named) + len(world[UNSAID]))
                if count:
                    self.draw(count, at)
                    return self.effect(log.DrawCards(count, None, place))  # type: ignore[arg-type]
            case "pass" if world[at]:
                to = chance.choice([each for each in ("hand", "pool", "deck") if each != place])
                self.worlds = moved(self.worlds, at, PLACES[to])
                where = "shuffled" if to == "deck" else None
                return self.effect(log.Pass(1, place, to, None, where))  # type: ignore[arg-type]
            case "mana" if world[POOL]:
                card = chance.choice(world[POOL])
                self.worlds = moved(self.worlds, POOL, None, card)
                self.named.append(card)
                return log.Mana("ana", (card,))
            case "unnamed" if world[POOL]:
                self.worlds = moved(self.worlds, POOL, UNSAID)
                return log.Mana("ana", unnamed=1)
            case "discard" if world[at]:
                card = chance.choice(world[at])
                self.worlds = moved(self.worlds, at, None, card)
                self.named.append(card)
                return self.effect(log.Discard((card,), place))  # type: ignore[arg-type]
            case "fetch" if self.named:
                card = chance.choice(self.named)
                self.named.remove(card)
                self.worlds = came(self.worlds, at, (card,))
                return self.effect(log.Take((card,), "discard", place))  # type: ignore[arg-type]
            case "names" if world[UNSAID]:
                card = chance.choice(world[UNSAID])
                self.worlds = moved(self.worlds, UNSAID, None, card)
                self.named.append(card)
                return log.NameCards("ana", (card,))
            case "show" if world[at]:
                card = chance.choice(world[at])
                self.worlds = {each for each in self.worlds if card in each[at]}
                return self.effect(log.Reveal((card,), place))  # type: ignore[arg-type]
        return None

    def effect(self, outcome: log.Did) -> Event:
        return log.Effect("ana", "Text.1", did=(outcome,))

    def draw(self, count: int, at: int) -> None:
        """So many cards, with the new decks that are made meanwhile (TW-2.13)."""
        for _ in range(count):
            self.anew()
            self.worlds = moved(self.worlds, DECK_AT, at)
        self.anew()

    def anew(self) -> None:
        """The discard is the new deck, if the old one has run out."""
        if not any(world[DECK_AT] for world in self.worlds):
            self.worlds = {(world[UNSAID], world[HAND], world[POOL], ()) for world in self.worlds}
            self.worlds = came(self.worlds, DECK_AT, self.named)
            self.named = []


def trial(seed: int, most: int) -> Counter[str]:
    """A small table, compared after every step; what was tried."""
    table = SmallTable(seed)
    for _ in range(min(most, 25)):
        if not table.go_on():
            break
        table.compare()
    return table.tried
