"""Small tables on which the account is compared with every way in which the cards may lie."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

from events import grand_archive as log
from events.event import Event
from events.notation import write
from referee.verdict import Illegal, applied
from tests.games.grand_archive.table import Match, turn
from tests.games.truth import World, moved

NAMES = ("Bolt1", "Lamp1", "Owl1")
"""What a deck is made of: cards with reserve cost 1 that anybody can play."""

DECK, HAND, MEMORY = range(3)
PLACES = {"deck": DECK, "hand": HAND, "memory": MEMORY}
MOST_WORLDS = 3_000


class SmallTable:
    """A few cards of ana's, and every world that what was logged leaves possible.

    Args:
        seed: of all that is left to chance.
    """

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(f"small {seed}")
        self.match: Match = turn(phase="materialize", edition=chance.choice(("R25", "R26")))
        deck = Counter(chance.choices(NAMES[: chance.choice((2, 3))], k=chance.randint(6, 9)))
        hidden = self.match.t.state.zones.hidden
        lists = {
            f"{seat}.{place}": Counter(hidden.candidates(f"{seat}.{place}"))
            for seat, place in (("ana", "material"), ("bo", "deck"), ("bo", "material"))
        }
        self.match.t.state.zones.hidden = type(hidden).of_lists(
            {"ana.deck": dict(deck), **{zone: dict(cards) for zone, cards in lists.items()}}
        )
        for seat in ("ana", "bo"):
            for place in ("hand", "memory", "facedown"):
                self.match.unseen(seat, place, 0)
        self.worlds: set[World] = {(tuple(sorted(deck.elements())), (), ())}
        for _ in range(chance.randint(2, 4)):
            self.match.unseen("ana", "hand", 1)
            self.worlds = moved(self.worlds, DECK, HAND)
        for _ in range(chance.randint(0, 2)):
            self.match.unseen("ana", "memory", 1)
            self.worlds = moved(self.worlds, DECK, MEMORY)
        self.regalia = ["Ring1", "Blade1", "Blade2"]
        self.tried: Counter[str] = Counter(matches=1)

    # -- the comparison ------------------------------------------------------------------------

    def compare(self) -> None:
        """Whatever could be shown somewhere: accepted where some world has it, and else not."""
        hidden = self.match.t.state.zones.hidden
        for place, at in PLACES.items():
            here = [Counter(world[at]) for world in self.worlds]
            for cards in (
                *((name,) for name in NAMES),
                *combinations_with_replacement(NAMES, 2),
                *combinations_with_replacement(NAMES, 3),
            ):
                possible = any(Counter(cards) <= there for there in here)
                refused = hidden.refuses(f"ana.{place}", cards)
                self.tried["entries"] += 1
                if possible:
                    assert refused is None, f"{cards} may lie in the {place}: {refused}"
                    self.tried["possible"] += 1
                elif refused is None:
                    self.tried["allowed too much"] += 1

    def show(self) -> None:
        """A place is laid open: what some world has is accepted, and nothing else is."""
        place = self.chance.choice(("hand", "memory"))
        at = PLACES[place]
        sizes = {len(world[at]) for world in self.worlds}
        assert len(sizes) == 1, sizes
        cards = tuple(self.chance.choices(NAMES, k=sizes.pop()))
        possible = {world for world in self.worlds if Counter(world[at]) == Counter(cards)}
        if not cards or (possible and self.chance.random() < 0.7):
            return
        event = log.Inspection("ana", place, cards)  # type: ignore[arg-type]
        self.log(event, bool(possible))
        self.worlds = possible or self.worlds

    def log(self, event: Event, possible: bool) -> None:
        """An entry that is accepted just where some world allows it."""
        verdict = self.match.replay.add(event).verdict
        told = f"{write(event, self.match.game.codec)}: {verdict}"
        self.tried["steps"] += 1
        if possible:
            assert applied(verdict), f"some truth allows {told}"
        else:
            assert isinstance(verdict, Illegal), f"no truth allows {told}"
            self.match.replay.retract()
            self.tried["lies: what no world has"] += 1

    # -- one step ------------------------------------------------------------------------------

    def go_on(self) -> bool:
        """Something happens that some world allows, or does not; whether the worlds are few."""
        world = self.chance.choice(sorted(self.worlds))
        match self.chance.choice(("play", "play", "pay", "turn", "show", "show")):
            case "play" if len(world[HAND]) > 1:
                self.play(self.chance.choice(NAMES))
            case "pay" if self.regalia:
                self.materialize(self.regalia.pop())
            case "turn" if world[DECK]:
                self.match.at("materialize")
                self.log(log.Step("ana", "main"), True)
                self.worlds = {(deck, (*hand, *kept), ()) for deck, hand, kept in self.worlds}
                self.worlds = moved(self.worlds, DECK, HAND)
            case "show":
                self.show()
        return len(self.worlds) <= MOST_WORLDS

    def play(self, name: str) -> None:
        """A card of the hand is played for one other card, and resolves."""
        self.match.at("main")
        able = moved(self.worlds, HAND, None, name)
        self.log(log.Activate("ana", name), bool(able))
        if able:
            self.worlds = moved(able, HAND, MEMORY)
            self.log(log.Resolve("ana"), True)

    def materialize(self, regalia: str) -> None:
        """A regalia, for cards of the memory that all see then."""
        self.match.at("materialize")
        picked = tuple(self.chance.choices(NAMES, k=int(regalia[-1])))
        able = self.worlds
        for name in picked:
            able = moved(able, MEMORY, None, name)
        self.log(log.Materialize("ana", regalia, picked), bool(able))
        if able:
            self.worlds = able
            self.log(log.Resolve("ana"), True)


def trial(seed: int, most: int) -> Counter[str]:
    """A small table, compared after every step; what was tried."""
    table = SmallTable(seed)
    for _ in range(min(most, 25)):
        if not table.go_on():
            break
        table.compare()
    return table.tried
