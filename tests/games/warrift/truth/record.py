"""A slow and simple public record: what everybody at the table can rule out of a hidden place.

It rules out less than could be: what it does rule out, no truth allows.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from events import warrift as log
from events.event import Event
from events.outcome import Outcome
from tests.games.warrift.truth.cards import MONSTERS, SUPPORT, class_of_mark, start_of

SHARED = ("eye", "support", "rift")


def zone_of(seat: str, place: str) -> str:
    """The name of a place of a player, or of the table."""
    return place if place in SHARED else f"{seat}.{place}"


class Record:
    """What everybody has seen, place by place.

    Args:
        marks: the players, and the letter of the class of each.
    """

    def __init__(self, marks: Mapping[str, str]) -> None:
        self.may: dict[str, set[str]] = {"eye": {*MONSTERS}, "support": {*SUPPORT}, "rift": set()}
        for seat, mark in marks.items():
            self.may[f"{seat}.primary"] = self.may[f"{seat}.hand"] = {*start_of(mark)}
            self.may[f"{seat}.class"] = {*class_of_mark(mark)}
        self.top: dict[str, list[str]] = {zone: [] for zone in self.may}

    def rules_out(self, zone: str, card: str, size: int, unseen: Counter[str]) -> bool:
        """Whether a card cannot be in a place: of a deck, on top of it."""
        top = self.top[zone]
        if not size or not unseen[card] or card not in self.may[zone]:
            return True
        return bool(top) and top[0] != card

    # -- what is seen --------------------------------------------------------------------------

    def saw(
        self, event: Event, before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]
    ) -> None:
        """An entry that was accepted, with what lay face up before and after it."""
        piles = {card for each in (before, after) for pile in each.values() for card in pile}
        match event:
            case log.Enter():
                self._off("eye", event.monsters, piles)
            case log.Refill():
                self._off(zone_of(event.seat, event.of), (event.card,), piles)
            case log.Summon(flipped=card) if card:
                self._off(zone_of(event.seat, "class"), (card,), piles)
            case log.Gain(flipped=card) | log.Hire(flipped=card) if card:
                self._off("support", (card,), piles)
            case log.Replace():
                self.may[f"{event.seat}.class"] |= set(event.cards)
            case log.Trade():
                self._flows(f"{event.seat}.hand", f"{event.other}.hand", event.gives)
                self._flows(f"{event.other}.hand", f"{event.seat}.hand", event.takes)
            case log.Take():
                self.may[f"{event.seat}.hand"].add(event.creature)
            case log.RiftDeal():
                for zone in self.may:
                    if zone.endswith(".primary"):
                        self.may[zone] |= {*before.get("rift", ())} | self.may["rift"]
                        self.top[zone] = []
                self.may["rift"] |= {*before.get("rift", ())}
        for outcome in getattr(event, "did", ()):
            self._did(outcome, piles)

    def sized(self, sizes: Mapping[str, int]) -> None:
        """A place with no card in it holds none of those that it could."""
        for zone, size in sizes.items():
            if not size:
                self.may[zone] = set()
                self.top[zone] = []

    def drawn(self, seat: str, piles: Iterable[str]) -> None:
        """Somebody drew, perhaps off a new deck."""
        self.may[f"{seat}.primary"] |= set(piles)
        self._flows(f"{seat}.primary", f"{seat}.hand")
        self.top[f"{seat}.primary"] = []

    def _off(self, zone: str, cards: Sequence[str], piles: set[str]) -> None:
        top = self.top[zone]
        if top[: len(cards)] == list(cards[: len(top)]):
            del top[: len(cards)]
        else:
            top.clear()
        if zone in SHARED:
            self.may[zone] |= piles & {*MONSTERS, *SUPPORT}

    def _flows(self, source: str, target: str, named: Iterable[str] = ()) -> None:
        self.may[target] = self.may[target] | self.may[source] | set(named)

    def _did(self, outcome: Outcome, piles: set[str]) -> None:
        match outcome:
            case log.DrawCards():
                self.drawn(outcome.player or "", piles)
            case log.Consume():
                source = zone_of(outcome.player or "", outcome.place or "")
                if source in self.top:
                    self._unordered(source)
            case log.Move():
                source = zone_of(outcome.player or "", outcome.place or "")
                if source in self.top:
                    self._unordered(source)
                self._came(outcome)
            case log.Pass():
                source = zone_of(outcome.player or "", outcome.place or "")
                target = zone_of(outcome.receiver or outcome.player or "", outcome.to or "")
                self._flows(source, target)
                self._unordered(source)
                self._unordered(target)
            case log.Reveal() if outcome.place != "hand":
                zone = zone_of(outcome.player or "", outcome.place or "")
                self._shown(zone, outcome.cards or ())
            case log.Scout(cards=cards) if cards:
                self._shown("eye", cards)
            case log.Alter() | log.Shuffle():
                self._unordered(zone_of(outcome.player or "", outcome.deck or ""))
            case log.Remove():
                name = (outcome.thing or "").rpartition(".")[0]
                for zone in self.may:
                    if zone == outcome.to or zone.endswith(f".{outcome.to}"):
                        self.may[zone] = self.may[zone] | {name}
                        self.top[zone] = []

    def _came(self, e: log.Move) -> None:
        target = zone_of(e.receiver or e.player or "", e.to or "")
        self.may[target] = self.may[target] | set(e.cards or ())
        self._unordered(target)
        if e.where == "top" and e.to != "hand":
            self.top[target] = list(e.cards or ())

    def _shown(self, zone: str, cards: Sequence[str]) -> None:
        self.top[zone][: len(cards)] = cards

    def _unordered(self, zone: str) -> None:
        self.top[zone] = []
