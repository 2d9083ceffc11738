"""Whole matches on cards that are truly known; only what is public is logged.

The options say what may be done; which cards are named, and what is flipped, the truth says.
Nothing of it may be refused, and after every entry the account has as many cards in each place
as really lie there, and no card has come or gone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from events import warrift as log
from events.event import Event
from events.notation import write
from events.outcome import Nothing
from referee.choice import Fixed, Some
from referee.fact import CardsDrawn, DeckRebuilt
from referee.games.warrift.catalog import Monster
from referee.games.warrift.facts import RiftDealt
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import class_of
from referee.hidden import HiddenCards
from referee.option import Option
from referee.parts import layered
from referee.replay.replay import Outcome, Replay
from referee.replay.simulate import choose, event_of
from referee.verdict import Illegal, applied
from tests.games.truth import Accused
from tests.games.warrift.table import CLASSES, GAME, SEATS, opening
from tests.games.warrift.truth.cards import (
    MONSTERS,
    SUPPORT,
    Cards,
    catalog,
    class_of_mark,
    start_of,
)
from tests.games.warrift.truth.deeds import Deeds
from tests.games.warrift.truth.record import Record, zone_of

REFUSED = {"WR-I 66": "refused"}
"""Readings under which the texts of these matches do nothing."""

LIE_RULES = {"WR-2.5", "WR-2.7", "WR-2.9", "WR-2.10"}
"""The rules that judge hidden cards."""


def opened(chance: Random, players: int = 0) -> Replay:
    """A match of any number of players, difficulty, retain cost and readings."""
    for _ in range(100):
        count = players or chance.choice((2, 2, 3, 4, 4))
        book = GAME.rulebook.interpretations
        choices = {
            id: chance.choice([o for o in each.playable if o != REFUSED.get(id)])
            for id, each in book.items()
            if chance.random() < 0.25
        }
        agreed = {
            "difficulty": chance.choice(
                ("normal", "easy", "you-suck-at-deckbuilders", "hard", "18")
            ),
            "retain": chance.choice(("none", "1", "2", "3")),
        }
        if choices.get("WR-I 20") == "declared":
            agreed["faces"] = "0,0,1,1,2,3"
        first = opening(
            count,
            cards=catalog(),
            teams=count == 4 and chance.random() < 0.5,
            choices=choices,
            lists={"monsters": MONSTERS, "support": SUPPORT},
            **agreed,
        )
        seats = tuple(
            replace(each, deck=start_of(mark), lists={"class": class_of_mark(mark)})
            for each, mark in zip(first.seats, CLASSES, strict=False)
        )
        match = Replay(GAME, catalog())
        if applied(match.add(replace(first, seats=seats)).verdict):
            return match
    raise AssertionError("no opening is in order")


class TrueMatch:
    """A match, and where its hidden cards really are.

    Args:
        seed: of all that is left to chance.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"truth {seed}")
        self.match = opened(self.chance)
        self.seats: tuple[str, ...] = self.state.seats
        self.marks = dict(zip(SEATS, CLASSES, strict=True))
        self.cards = Cards(self.chance, {seat: self.marks[seat] for seat in self.seats})
        self.whole = Counter(LAYOUT.counted(self.match.table))
        self.classes = {name: class_of(card) for name, card in catalog().cards.items()}
        self.record = Record({seat: self.marks[seat] for seat in self.seats})
        self.entries, self.lies = 0, Counter[str]()
        self.eager = self.chance.choice((0.1, 0.2, 0.4, 1))

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def piles(self) -> Mapping[str, Sequence[str]]:
        found: Mapping[str, Sequence[str]] = self.state.zones.piles
        return found

    def pile(self, zone: str) -> list[str]:
        return list(self.piles.get(zone, ()))

    # -- one entry -----------------------------------------------------------------------------

    def go_on(self) -> None:
        """One more entry, which is true."""
        offered = self.options()
        for _ in range(300):
            option = choose(offered, self.chance)
            event = self.true(option)
            if event is not None:
                break
        else:
            raise AssertionError(f"nothing of what is offered can be done: {offered}")
        self.enter(event)
        if self.chance.random() < 0.1 and not self.state.over:
            self.lie()
        if self.chance.random() < 0.03 and not self.state.over:
            self.enter(self.tally())

    def options(self) -> list[Option]:
        """What may be done, as those see it who hold the cards."""

        def candidates(hidden: HiddenCards, zone: str) -> Mapping[str, int]:
            return Counter(self.cards.decks[zone])

        known = catalog().cards

        def lying(zones: Any, deck: str) -> Mapping[str, int]:
            cards = self.cards.decks[deck]
            if not cards:
                pile = {"eye": "necropolis", "support": "support-discard"}.get(deck, "")
                cards = self.pile(pile)
                if deck == "eye":  # what else lies there does not come in
                    cards = [name for name in cards if isinstance(known[name], Monster)]
            on_top = self.state.begun and not deck.endswith(".hand")
            return Counter(cards[:1] if on_top else cards)

        with (
            patch.object(HiddenCards, "candidates", candidates),
            patch.object(layered, "candidates_of", lying),
        ):
            return GAME.options(self.match.table)

    def enter(self, event: Event) -> None:
        """An entry, which has to be accepted; then what follows happens on the true cards."""
        t = self.match.table
        before = {zone: list(pile) for zone, pile in self.piles.items()}
        self.leaving = self.piles_to_be()
        outcome = self.match.add(event)
        self.entries += 1
        if not applied(outcome.verdict):
            verdict = outcome.verdict
            said = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else verdict
            raise Accused(f"entry {outcome.seq}, {write(event, GAME.codec)}: {said}")
        if isinstance(event, log.RiftDeal):
            self.deal(before, outcome)
        self.record.saw(event, before, self.piles)
        self.follow(outcome, before)
        self.record.sized({zone: len(cards) for zone, cards in self.cards.decks.items()})
        self.check(t)

    def follow(self, outcome: Outcome, before: Mapping[str, Sequence[str]]) -> None:
        """The draws that follow, apart from those that were done already."""
        rebuilt = Counter(f.seat for f in outcome.facts if isinstance(f, DeckRebuilt) and f.seat)
        for fact in outcome.facts:
            if isinstance(fact, CardsDrawn):
                self.record.drawn(fact.seat, self.whole if rebuilt[fact.seat] else ())
                if (fact.seat, fact.count) in self.drawn:
                    self.drawn.remove((fact.seat, fact.count))
                else:
                    self.draw(fact.seat, fact.count, rebuilt)
        assert not +rebuilt, f"entry {outcome.seq}: a deck was rebuilt that had cards"
        assert not self.drawn

    drawn: list[tuple[str, int]] = []

    def draw(self, seat: str, count: int, rebuilt: Counter[str]) -> None:
        """A draw; where the deck runs out, what is missing everywhere else is the new one."""
        deck = self.cards.decks[f"{seat}.primary"]
        now = min(count, len(deck))
        self.cards.draw(seat, now)
        if now == count:
            return
        assert rebuilt[seat], f"{seat} has no card left to draw"
        rebuilt[seat] -= 1
        lost = self.whole - self.cards.all_of_them() - self.public()
        if +rebuilt:
            lost = Counter(self.leaving[seat])
        deck.extend(self.cards.shuffled(lost))
        self.cards.draw(seat, count - now)

    def piles_to_be(self) -> dict[str, list[str]]:
        """The discard piles when the cards played this turn have come to them (WR-12.4)."""
        played = [x for x in self.state.zones.things.values() if x.turn and not x.piled]
        return {
            seat: [*self.pile(f"{seat}.discard"), *(x.name for x in played if x.owner == seat)]
            for seat in self.seats
        }

    def deal(self, before: Mapping[str, Sequence[str]], outcome: Outcome) -> None:
        """The Rift is shuffled and dealt face down on top of decks."""
        rift = self.cards.shuffled([*before.get("rift", ()), *self.cards.decks["rift"]])
        for fact in outcome.facts:
            if isinstance(fact, RiftDealt):
                self.cards.decks[f"{fact.seat}.primary"][:0] = rift[: fact.count]
                del rift[: fact.count]
        self.cards.decks["rift"] = rift

    # -- what is true of an option -------------------------------------------------------------

    def true(self, option: Option) -> Event | None:
        """An entry of an option that is true; None where there is none."""
        self.drawn = []
        event = event_of(GAME, option, self.chance)
        make = getattr(self, f"_{option.verb.replace('-', '_')}", None)
        return event if make is None else make(event, option)

    # -- lies ----------------------------------------------------------------------------------

    def lie(self) -> None:
        """Somebody names a card that is not there and that all can rule out: it is refused."""
        offered = self.options()
        option = self.chance.choice(offered)
        event = self.false(event_of(GAME, option, self.chance), option)
        if event is None or isinstance(event, str):
            return
        before = self.match.digest()
        outcome = self.match.add(event)
        verdict = outcome.verdict
        told = f"entry {outcome.seq}, {write(event, GAME.codec)}"
        if not isinstance(verdict, Illegal):
            raise AssertionError(f"{told}: a lie is {verdict}")
        assert verdict.rule in LIE_RULES, f"{told}: {verdict.rule}: {verdict.message}"
        assert self.match.digest() == before, f"{told}: it changed the state"
        self.match.retract()
        self.lies[verdict.rule] += 1

    def false(self, event: Event, option: Option) -> Event | None:
        """An entry that names what cannot be; None where an option names nothing hidden."""
        match event:
            case log.Enter() if (
                next(self._monsters_due()).place == "eye" and self.cards.decks["eye"]
            ):
                card = self.lied("eye", MONSTERS)
                return card and replace(event, monsters=(card,))
            case log.Refill():
                zone = zone_of(event.seat, event.of)
                classes = (card for card in self.whole if self.classes[card])
                names = classes if event.of == "class" else SUPPORT  # its card says which is meant
                card = self.lied(zone, names) if self.cards.decks[zone] else ""
                return card and replace(event, card=card)
            case log.Play():
                card = self.lied(f"{event.seat}.hand", self.playable(option))
                return card and replace(event, cards=(card,))
            case log.Trade() if self.match.table.choice["WR-I 48"] == "either":
                card = self.lied(f"{event.seat}.hand", self.playable(option))
                if not card or not self.cards.hand(event.seat) or not self.cards.hand(event.other):
                    return None
                return replace(event, gives=(card,), takes=(), unseen=0, taken=1)
            case log.Effect():
                seat = self.chance.choice(self.seats)
                place = self.chance.choice(("hand", "hand", "primary", "class", "eye", "support"))
                card = self.lied(zone_of(seat, place), self.whole)
                return card and replace(event, aims=(), did=(log.Reveal((card,), place, seat),))
        return None

    def lied(self, zone: str, names: Iterable[str]) -> str:
        """A card that is not there and can be ruled out; empty where there is none."""
        there = self.cards.decks[zone] if zone.endswith(".hand") else self.cards.decks[zone][:1]
        unseen = self.cards.all_of_them()
        found = [
            card
            for card in names
            if card not in there
            and self.record.rules_out(zone, card, len(self.cards.decks[zone]), unseen)
        ]
        assert not any(self.record.rules_out(zone, c, 1, unseen) for c in there), "a bad record"
        return self.chance.choice(found) if found else ""

    def playable(self, option: Option) -> list[str]:
        """What could be played as well as the cards of an option, if it were in the hand."""
        if option.verb != "play":
            return [card for card in self.whole if self.classes[card]]
        ambush = isinstance(option.fields["cards"], Fixed)
        return [c for c in self.whole if self.classes[c] and (c[1:] in ("A", "H")) == ambush]

    def _monsters_due(self) -> Iterator[Any]:
        return (due for due in reversed(self.state.due) if type(due).__name__ == "BringIn")

    def _selection(self, e: log.Flip, option: Option) -> Event:
        deck = self.cards.zone(e.seat, e.of if e.of == "support" else "class")
        return replace(e, cards=self._off(deck, len(e.cards)))

    def _off(self, deck: list[str], count: int) -> tuple[str, ...]:
        found = tuple(deck[:count])
        del deck[:count]
        return found

    def _replace(self, e: log.Replace, option: Option) -> Event:
        deck = self.cards.zone(e.seat, "class")
        found = replace(e, flipped=self._off(deck, len(e.cards)))
        deck[:] = self.cards.shuffled([*deck, *e.cards])
        return found

    def _enter(self, e: log.Enter, option: Option) -> Event:
        if next(self._monsters_due()).place != "eye":
            return e
        eye = self.cards.decks["eye"]
        if not eye:
            dead = [card for card in self.pile("necropolis") if card in MONSTERS]
            eye[:] = self.cards.shuffled(dead)
        return replace(e, monsters=self._off(eye, 1))

    def _refill(self, e: log.Refill, option: Option) -> Event:
        return replace(e, card=self._flipped(e.seat, e.of))

    def _flipped(self, seat: str, of: str) -> str:
        deck = self.cards.zone(seat, of)
        if of == "support" and not deck:
            deck[:] = self.cards.shuffled(self.pile("support-discard"))
        return self._off(deck, 1)[0]

    def _play(self, e: log.Play, option: Option) -> Event | None:
        choice = option.fields["cards"]
        able = set(choice.cards if isinstance(choice, Some) else choice.value)  # type: ignore[attr-defined]
        hand = self.cards.hand(e.seat)
        there = [card for card in hand if card in able]
        if not there:
            return None
        cards = (self.chance.choice(there),)
        plain = [c for c in there if c[1:] in _PLAIN]
        if plain and e.answers is None and self.chance.random() < 0.3:
            cards = tuple(self.cards.some(plain, 3))
        for card in cards:
            hand.remove(card)
        did = ()
        if cards[0][1:] in _TEXTS and self.chance.random() < 0.3:
            did = self._deeds(e.seat, ambush=cards[0][1:] == "H")
            did = () if did == (Nothing(),) else did
        return replace(e, cards=cards, did=did)

    def _deeds(self, seat: str, *, ambush: bool) -> tuple[Any, ...]:
        if self.chance.random() > self.eager:
            return (log.Magicka(self.chance.randint(1, 5), seat),)
        deeds = Deeds(
            self.cards,
            self.piles,
            self.seats,
            seat,
            self.classes,
            self.state.zones.things if not self.state.waiting.stack else {},
            discards=not ambush,
        )
        did = deeds.outcomes()
        self.drawn = deeds.drawn
        return did

    def _effect(self, e: log.Effect, option: Option) -> Event:
        name = e.source.rpartition(".")[0]
        return replace(e, aims=(), did=self._deeds(e.seat, ambush=name[1:] == "H"))

    def _summon(self, e: log.Summon, option: Option) -> Event:
        if self._says("WR-I 36", f"{e.seat}.class"):
            return replace(e, flipped=self._flipped(e.seat, "class"))
        return replace(e, flipped="")

    def _says(self, reading: str, deck: str) -> bool:
        at_once = self.match.table.choice[reading] == "at_once"
        return at_once and bool(self.cards.decks[deck]) and self.chance.random() < 0.5

    def _gain(self, e: log.Gain, option: Option) -> Event:
        if self._says("WR-I 39", "support"):
            return replace(e, flipped=self._flipped(e.seat, "support"))
        return replace(e, flipped="")

    def _hire(self, e: log.Hire, option: Option) -> Event | None:
        hand = self.cards.hand(e.seat)
        paid = option.fields.get("discards", Fixed(()))
        if isinstance(paid, Some):
            able = [card for card in hand if card in paid.cards]
            if len(able) < paid.least:
                return None
            discards = tuple(self.chance.sample(able, paid.least))
            for card in discards:
                hand.remove(card)
            e = replace(e, discards=discards)
        if self._says("WR-I 39", "support"):
            e = replace(e, flipped=self._flipped(e.seat, "support"))
        return e

    def _store(self, e: log.Store, option: Option) -> Event | None:
        if e.creature in self.state.zones.things:
            return e
        hand = self.cards.hand(e.seat)
        able = [card for card in hand if card in option.fields["creature"].values]  # type: ignore[attr-defined]
        if not able:
            return None
        card = self.chance.choice(able)
        hand.remove(card)
        return replace(e, creature=card)

    def _take(self, e: log.Take, option: Option) -> Event:
        if self.match.table.choice["WR-I 44"] == "hand":
            self.cards.hand(e.seat).append(e.creature)
        return e

    def _trade(self, e: log.Trade, option: Option) -> Event | None:
        """Any number of cards for any number, by name or unseen, as WR-I 47 and 48 are read."""
        choice, given = self.match.table.choice, []
        both = choice["WR-I 47"] == "both_must_give"
        for seat, least in ((e.seat, 1), (e.other, int(both))):
            hand = self.cards.hand(seat)
            if len(hand) < least:
                return None
            cards = self.chance.sample(hand, self.chance.randint(least, min(3, len(hand))))
            named = {"named": len(cards), "count_only": 0}.get(
                choice["WR-I 48"], self.chance.randint(0, len(cards))
            )
            given.append((seat, cards, named))
        (one, gives, some), (other, takes, more) = given
        for seat, cards, _ in given:
            for card in cards:
                self.cards.hand(seat).remove(card)
        self.cards.hand(one).extend(takes)
        self.cards.hand(other).extend(gives)
        return replace(
            e,
            gives=tuple(gives[:some]),
            takes=tuple(takes[:more]),
            unseen=len(gives) - some,
            taken=len(takes) - more,
        )

    def tally(self) -> Event:
        """What somebody has counted at the table."""
        seat = self.chance.choice(self.seats)
        return log.Tally(
            seat,
            hand=len(self.cards.hand(seat)),
            primary=len(self.cards.zone(seat, "primary")),
            deck=len(self.cards.zone(seat, "class")),
            eye=len(self.cards.decks["eye"]),
            support=len(self.cards.decks["support"]),
        )

    # -- what has to hold ----------------------------------------------------------------------

    def public(self) -> Counter[str]:
        """What lies face up for all to see; a card that acts and lies on its pile is one."""
        zones = self.state.zones
        found = Counter(thing.name for thing in zones.things.values())
        for pile in zones.piles.values():
            found.update(pile)
        found.subtract(zones.generated)
        return +found

    def check(self, t: Any) -> None:
        """Nothing has come or gone, and everything is where it can be."""
        zones = t.state.zones
        counted = Counter(LAYOUT.counted(t))
        counted.subtract(zones.generated)
        assert +counted == self.whole, "the account has lost or made a card"
        assert self.cards.all_of_them() + self.public() == self.whole, "a card has come or gone"
        for zone, cards in self.cards.decks.items():
            have = layered.size_of(zones, zone)
            assert have == len(cards), f"{zone} has {len(cards)} cards, by the account {have}"
            if self.chance.random() < 0.1:
                self.possible(zones, zone, cards)

    def possible(self, zones: Any, zone: str, cards: Sequence[str]) -> None:
        """The account holds possible what is there, as far as it can be asked without a word."""
        if zone.endswith(".hand"):
            refused = zones.hidden.refuses(zone, cards)
            if refused is not None:
                raise Accused(f"{zone} really has {cards}: {refused}")
        else:
            top = layered.known_top(zones, zone)
            if top != list(cards[: len(top)]):
                raise Accused(f"{zone} really begins with {cards[: len(top)]}, not {top}")


def trial(seed: int, most: int) -> Counter[str]:
    """A match of at most so many entries; how many there were, and how many lies by their rules."""
    true = TrueMatch(seed)
    while not true.state.over and true.entries < most:
        true.go_on()
    widened = int(true.state.zones.hidden.widened)
    return Counter({"entries": true.entries, "matches": 1, "widened": widened, **true.lies})


_PLAIN = ("mage", "warrior", "2", "3", "4", "5")
_TEXTS = ("seer", "T", "H")
