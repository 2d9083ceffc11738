"""A slow and simple public record: what everybody at the table can rule out of a hidden place.

It rules out less than could be: what it does rule out, no truth allows.
"""

from collections import Counter
from collections.abc import Iterable

from events import tower_wizwar as log
from events.event import Event
from events.outcome import Outcome
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.world import Wizard, World

PLACES = ("hand", "pool", "front", "deck", "unsaid", "unseen")
RULES = {"TW-20.4", "TW-20.5", "TW-20.6", "TW-20.7"}
"""By which a card is refused that could be hidden, but not there."""


class Sheet:
    """What is known of the cards of one wizard."""

    def __init__(self, w: Wizard) -> None:
        self.may: dict[str, set[str]] = {place: set() for place in PLACES}
        self.may["deck"] = {*w.registered}
        self.known: dict[str, Counter[str]] = {place: Counter() for place in ("hand", "pool")}
        self.faded = False
        """Whether cards that nobody named were ever shuffled into the deck."""

    def flows(self, source: str, *targets: str) -> None:
        """Cards went unseen from a place to others."""
        for target in targets:
            self.may[target] |= self.may[source]
        if source in self.known:
            self.known[source].clear()

    def comes(self, names: Iterable[str], *targets: str) -> None:
        """Cards that all saw came to a place, or may have come there."""
        for target in targets:
            self.may[target] |= set(names)


class Record:
    """What everybody has seen, wizard by wizard.

    Args:
        world: the true table, of which only what is public is asked.
        books: whether spellbooks are kept.
    """

    def __init__(self, world: World, *, books: bool) -> None:
        self.world, self.books = world, books
        self.sheets = {seat: Sheet(w) for seat, w in world.wizards.items()}
        self.made: list[tuple[str, Counter[str], Counter[str], bool]] = []
        self.before = self._in_play()
        world.watched = self._made_anew

    def why_not(self, w: Wizard, place: str, name: str) -> set[str]:
        """The rules that rule a card out of a place; empty where it may be there."""
        sheet = self.sheets[w.seat]
        unseen = self._hidden(w)[name]
        if unseen <= 0:
            return {"TW-20.3"}
        elsewhere = sum(known[name] for at, known in sheet.known.items() if at != place)
        books = {of.book(card) for card in w.pile(place) if of.is_spell(card)}
        wrong = self.books and of.is_spell(name) and of.book(name) not in books
        if name not in sheet.may[place] or unseen <= elsewhere or wrong:
            return RULES
        return set()

    def _hidden(self, w: Wizard) -> Counter[str]:
        """How many copies of each card nobody sees."""
        found = Counter(w.registered)
        found.subtract(Counter(w.discard) - Counter(w.unsaid))
        found.subtract(w.aether)
        found.subtract(x.name for x in self.world.all_things() if x.owner == w.seat)
        return found

    def _in_play(self) -> dict[str, tuple[str, str]]:
        return {x.id: (x.owner, x.name) for x in self.world.all_things()}

    def _made_anew(self, w: Wizard) -> None:
        """A deck is being made anew of what lies on the discard."""
        named = Counter(w.discard) - Counter(w.unsaid)
        self.made.append((w.seat, named, self._hidden(w), bool(w.unsaid)))
        sheet = self.sheets[w.seat]
        sheet.faded = sheet.faded or bool(w.unsaid)

    # -- what is seen ----------------------------------------------------------------------------

    def saw(self, event: Event) -> None:
        """An entry that was accepted."""
        after = self._in_play()
        for id, (owner, name) in self.before.items():
            if id not in after:
                self.sheets[owner].comes((name,), "hand", "pool", "deck")
        self.before = after
        seat = getattr(event, "seat", "")
        flows = list(_flows(event)) if seat in self.sheets else []
        did = [*getattr(event, "did", ())]
        for _ in range(2):
            for source, *targets in flows:
                self.sheets[seat].flows(source, *targets)
            for outcome in did:
                self._did(outcome, seat)
            self._anew()
        if isinstance(event, log.Rebuke):
            for sheet in self.sheets.values():
                sheet.comes(set().union(*sheet.may.values()) | {*of.CARDS}, "pool")
        for each, sheet in self.sheets.items():
            w = self.world.wizards[each]
            for place in PLACES:
                if not w.pile(place):
                    sheet.may[place] = set()
            if w.lost:
                sheet.flows("front", "unseen")
            for known in sheet.known.values():
                known.subtract(_named(event))
                for name in [name for name, count in known.items() if count < 1]:
                    del known[name]

    def _anew(self) -> None:
        for seat, sheet in self.sheets.items():
            made = [each for each in self.made if each[0] == seat]
            if not made:
                continue
            deck: set[str] = set()
            for _, cards, elsewhere, unsaid in made:
                if not unsaid:
                    gone = {name for name in cards if elsewhere[name] <= 0}
                    for place in PLACES:
                        sheet.may[place] -= gone
                deck |= {*cards} | (sheet.may["unsaid"] if unsaid else set())
            sheet.may["deck"] = deck
        self.made = []

    def _did(self, outcome: Outcome, seat: str) -> None:
        whose = getattr(outcome, "wizard", None) or seat
        sheet = self.sheets[whose]
        match outcome:
            case log.DrawCards():
                sheet.flows("deck", outcome.place or "hand", "front", "unseen")
                sheet.comes(outcome.cards or (), outcome.place or "hand", "front")
            case log.Take() if outcome.to in sheet.may:
                sheet.comes(outcome.cards or (), outcome.to or "")
            case log.Pass():
                to = "unseen" if outcome.to == "aether" else outcome.to or ""
                sheet.flows(outcome.place or "", to)
            case log.Reveal() if outcome.place in sheet.known:
                shown = Counter(outcome.cards or ())
                sheet.known[outcome.place or ""] |= shown


def _flows(event: Event) -> Iterable[tuple[str, ...]]:
    """Where cards went unseen: from a place to others."""
    match event:
        case log.DrawSet():
            yield "deck", "hand", "pool", "front", "unsaid"
        case log.Draw() | log.TowerDraft():
            yield "deck", "hand", "pool", "front", "unseen"
        case log.FullDraft():
            yield "deck", "hand", "pool", "front", "unseen"
            yield "hand", "unsaid"
        case log.Drop():
            if event.pool:
                yield "hand", "pool"
            yield "hand", "unsaid"
            yield "pool", "unsaid"
        case log.Cast() | log.Accept() | log.Rebuke() | log.Mana() | log.Effect():
            yield "pool", "unsaid"


def _named(event: Event) -> Counter[str]:
    """The cards that an entry names, which may have left a place."""
    found = Counter[str]()
    for each in (event, *getattr(event, "did", ())):
        if isinstance(each, log.Reveal):
            continue
        for field in ("card", "cards", "mana", "discards"):
            value = getattr(each, field, None) or ()
            found.update((value,) if isinstance(value, str) else value)
    return found
