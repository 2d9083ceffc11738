"""Matches with the shipped cards, played twice: over an account that hides nothing, which says
what is true, and over the referee's own, which has to accept it."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from events import grand_archive as log
from events.event import Event
from events.notation import write
from referee.catalog import DeckFile
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.state import GaTable
from referee.games.grand_archive.window import WINDOW
from referee.hidden import HiddenCards
from referee.option import Option
from referee.parts.acceptable import would_do
from referee.replay.simulate import choose, event_of
from referee.verdict import Illegal, Incomplete, Verdict, applied
from tests.games.grand_archive.truth.match import said
from tests.games.truth import Accused
from tests.games.warrift.truth.account import TrueAccount, TrueZone
from tests.laws.players import begun, drawn

LISTS = Path(__file__).parents[1] / "played" / "lists.json"

HIDDEN = ("hand", "memory", "deck", "material", "facedown")


def true_account(hidden: HiddenCards, seats: tuple[str, ...]) -> TrueAccount:
    """What may lie where as a match begins, decided: each deck shuffled, and dealt as it was."""
    found = TrueAccount({})
    for seat in seats:
        own = f"{seat}.deck", f"{seat}.material"
        zones = [own[0], *(z for z in hidden.zones if z.startswith(f"{seat}.") and z not in own)]
        cards = Counter(hidden.part_of(hidden.zones[zones[0]]).total())
        pile = TrueZone(sorted(cards.elements()))
        pile.lose_order()
        for zone in reversed(zones):
            count = hidden.size(zone)
            found.zones[zone] = TrueZone(pile.cards[:count])
            del pile.cards[:count]
        material = Counter(hidden.candidates(f"{seat}.material"))
        found.zones[f"{seat}.material"] = TrueZone(sorted(material.elements()))
    return found


def said_too_little(verdict: Verdict) -> bool:
    """Whether it is only that something is still to be said."""
    told = isinstance(verdict, Illegal) and verdict.message.endswith("is still to be said")
    return told or isinstance(verdict, Incomplete)


class Twins:
    """A match of any opening, and its twin that knows the cards.

    Args:
        seed: of all that is left to chance.
        decks: what is played with; by default the shipped ones.
    """

    def __init__(self, seed: int, decks: Sequence[DeckFile] = ()) -> None:
        self.chance = Random(f"twins {seed}")
        opened = drawn("grand_archive", self.chance, decks)
        self.game = opened.game
        self.match, self.true = begun(opened), begun(opened)
        TrueZone.chance = Random(seed)
        zones = self.true.state.zones
        zones.hidden = true_account(zones.hidden, self.true.state.seats)
        self.whole = counted(self.match.table)
        assert counted(self.true.table) == self.whole
        self.tried: Counter[str] = Counter(matches=1)

    def go_on(self) -> bool:
        """One more entry, which is true; whether one was found."""
        known = self.match.state.zones.hidden.zones
        for zone, place in self.true.state.zones.hidden.zones.items():
            place.shown = len(known[zone].top) if zone in known else 0
        for event in self.events():
            if getattr(event, "did", ()) and not isinstance(event, log.Resolve | log.Act):
                continue  # said in advance, it need not be true any more when it happens
            if not would_do(self.true.table, WINDOW, handles, event):
                self.tried["chosen again"] += 1
                continue
            outcome = self.match.add(event)
            if not said_too_little(outcome.verdict):
                break
            # those who know the cards know that there is but one answer; the others do not
            self.match.retract()
            self.tried["said too little"] += 1
        else:
            return False
        self.tried["entries"] += 1
        told = f"entry {outcome.seq}, {write(event, self.game.codec)}"
        if not applied(outcome.verdict):
            raise Accused(f"{told}: {said(outcome.verdict)}\n{self.lines()}")
        assert applied(self.true.add(event).verdict), told
        stacks = [len(match.state.waiting.stack) for match in (self.match, self.true)]
        if isinstance(event, log.Pass | log.Resolve) and stacks[0] > stacks[1]:
            self.tried["waits for a word"] += 1  # of what but those who know the cards need none
            return False
        self.check(f"{told}\n{self.lines()}\n")
        return True

    def events(self) -> Iterator[Event]:
        """Entries that may be true: of what is offered to those who know the cards, and to those
        who do not; then that what is pending resolves without a word."""
        offered = [self.options(near=True), self.options(near=False)]
        offered = [each for each in (*offered, self.game.options(self.match.table)) if each]
        for at in range(400 if offered else 0):
            yield event_of(self.game, choose(offered[at % len(offered)], self.chance), self.chance)
        for seat in self.match.state.seats:
            yield log.Resolve(seat)

    def lines(self) -> str:
        """What was logged so far, the newest last."""
        return "\n".join(write(each, self.game.codec) for each in self.match.events[1:][-25:])

    def options(self, *, near: bool) -> list[Option]:
        """What is offered to those who know the cards: near the top of a deck, or all of it."""
        TrueAccount.begun = near
        try:
            return self.game.options(self.true.table)
        finally:
            TrueAccount.begun = False

    def check(self, told: str) -> None:
        """Both tables are alike but for what is hidden, and what really lies there is possible."""
        true, zones = self.true.state.zones, self.match.state.zones
        # what comes to a pile at once, such as all that lay face down, has no order there
        piles = [{name: Counter(pile) for name, pile in z.piles.items()} for z in (zones, true)]
        assert piles[0] == piles[1], told
        assert zones.things == true.things, told
        assert self.match.state.players == self.true.state.players, told
        assert self.match.state.over == self.true.state.over, told
        for match in (self.match, self.true):
            assert counted(match.table) == self.whole, told
        for seat in self.match.state.seats:
            for place in HIDDEN:
                zone = f"{seat}.{place}"
                really = [
                    card
                    for layer in true.layers.get(zone, (zone,))
                    for card in true.hidden.lies(layer)
                ]
                layers = zones.layers.get(zone, (zone,))
                have = sum(zones.hidden.size(layer) for layer in layers)
                assert have == len(really), f"{told}: {zone}: {have}, really {len(really)}"
                if place != "deck" and self.chance.random() < 0.1:
                    refused = zones.hidden.refuses(zone, really)
                    if refused is not None:
                        raise Accused(f"after {told}: {zone} really is {really}: {refused}")


def counted(t: GaTable) -> Counter[str]:
    """Every card that was registered, by its name."""
    found = Counter(LAYOUT.counted(t))
    found.subtract(t.state.zones.generated)
    return +found


@cache
def played() -> Sequence[DeckFile]:
    """The lists that people brought to events."""
    told = json.loads(LISTS.read_text())
    names = told["names"]

    def cards(rows: Sequence[tuple[int, int]]) -> dict[str, int]:
        return {names[at]: copies for at, copies in rows}

    return [
        DeckFile(
            "grand_archive",
            f"list-{number}",
            cards(each["main"]),
            lists={name: cards(each[name]) for name in ("material", "sideboard") if each.get(name)},
        )
        for number, each in enumerate(told["lists"], 1)
    ]


def trial_of_lists(seed: int, most: int) -> Counter[str]:
    """The same with lists that people play: a dozen of a thousand for each seed."""
    return trial(seed, most, Random(f"lists {seed}").sample(played(), 12))


def trial(seed: int, most: int, decks: Sequence[DeckFile] = ()) -> Counter[str]:
    """A match of at most so many entries; what was tried."""
    twins = Twins(seed, decks)
    while not twins.match.state.over and twins.tried["entries"] < most:
        if not twins.go_on():
            twins.tried["nothing true was found"] += 1
            break
    return twins.tried
