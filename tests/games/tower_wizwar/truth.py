"""Wizards at a real table: their true cards, and what they log of them; the referee has to believe
each line. What is public they read from its state, their cards they know themselves."""

import random
from collections import Counter
from collections.abc import Iterator

from referee.games.tower_wizwar.state import SPOTS, tower_of
from referee.verdict import Illegal
from tests.games.tower_wizwar.effects import TEXT
from tests.games.tower_wizwar.table import DECK, Match, catalog, opened

CARDS = catalog().cards
FREE = [spot for spot in SPOTS if spot not in ("T", "F5")]
"""Where cards are cast; in F5 each has a card of which any outcome may be logged."""


class Wizard:
    """The true cards of a wizard, each pile with its top first."""

    def __init__(self, seat: str, dice: random.Random, needs: bool) -> None:
        self.seat, self.dice, self.needs = seat, dice, needs
        self.deck = list(Counter(DECK).elements())
        dice.shuffle(self.deck)
        while CARDS[self.deck[0]].back != "spell":
            self.deck.append(self.deck.pop(0))
        self.hand: list[str] = []
        self.pool: list[str] = []
        self.front: list[str] = []
        self.discard: list[str] = []
        self.unsaid: list[str] = []
        self.gone: list[str] = []
        self.map: dict[str, str] = {}
        self.drain = 0

    def top(self) -> str:
        """The next card of the deck, which is made anew when it runs out."""
        if not self.deck:
            self._anew()
        card = self.deck.pop(0)
        if not self.deck and not self.needs:
            self._anew()
        return card

    def _anew(self) -> None:
        self.deck, self.discard, self.unsaid = self.discard, [], []
        self.dice.shuffle(self.deck)

    def draw(self, spells: int) -> tuple[list[str], list[str]]:
        """Cards until so many spells have come, or none is left: all, and the spells."""
        drawn: list[str] = []
        while sum(_spell(card) for card in drawn) < spells and (self.deck or self.discard):
            drawn.append(self.top())
        self.front += [card for card in drawn if not _spell(card)]
        return drawn, [card for card in drawn if _spell(card)]

    def some(self, pile: list[str], count: int) -> list[str]:
        """Cards of a pile that leave it."""
        chosen = self.dice.sample(pile, count)
        for card in chosen:
            pile.remove(card)
        return chosen


def _spell(card: str) -> bool:
    return bool(CARDS[card].back == "spell")


class Truth:
    """A match that is really played, line by line, by the cards as they lie."""

    def __init__(self, seed: int, **options: str) -> None:
        self.dice = random.Random(seed)
        choices = {}
        if self.dice.random() < 0.3:
            choices["TW-I 5"] = "when_a_draw_needs_it"
        self.match: Match = opened(extra=TEXT, choices=choices, **options)
        self.books = options.get("backs") == "spellbooks"
        needs = "TW-I 5" in choices
        self.brief = self.dice.random() < 0.5
        self.acted = False
        self.wizards = {seat: Wizard(seat, self.dice, needs) for seat in self.match.tw.seats}
        self.texts = {seat: self.match.put(seat, "F5", "Text") for seat in self.wizards}

    def log(self, line: str, *, acts: bool = True) -> None:
        """A line that is true, and so believed."""
        self.acted = self.acted or acts
        self.match._log(line)
        verdict = self.match.verdict
        assert not isinstance(verdict, Illegal), f"{line}: {verdict.rule} {verdict.message}"

    def begin(self, phase: str) -> None:
        """A phase begins, which need not be said (TW-22.1)."""
        if not self.brief:
            self.log(phase)

    def play(self, turns: int) -> None:
        """All enter, and take so many turns each; in the end all is laid open."""
        for wizard in self.wizards.values():
            self.enter(wizard)
        for _ in range(turns):
            for wizard in self.wizards.values():
                if not self.match.tw.over:
                    self.turn(wizard)
        for wizard in self.wizards.values():
            self.log(
                f"{wizard.seat} inspection"
                + "".join(
                    f" {place}={_names(cards)}"
                    for place in ("hand", "pool", "front", "deck")
                    if (cards := getattr(wizard, place))
                )
            )

    # -- what is said ----------------------------------------------------------------------------

    def backs(self, drawn: list[str], named: bool = False) -> str:
        """The backs of cards, with their spellbooks where these are kept."""
        backs = (",backs=" if named else " ") + ",".join(CARDS[card].back for card in drawn)
        backs = backs.replace(",backs=", " backs=") if drawn else ""
        return backs + self.of(" books=", drawn)

    def of(self, field: str, cards: list[str]) -> str:
        """The spellbooks of cards in a field."""
        books = [CARDS[card].spellbook for card in cards if _spell(card)]
        return field + ",".join(books) if books and self.books else ""

    def shed(self, wizard: Wizard, cards: list[str], field: str) -> str:
        """Cards that go to the discard: named, or some of them only counted."""
        unnamed = self.dice.randint(1, len(cards)) if cards and self.dice.random() < 0.4 else 0
        counted, named = cards[:unnamed], cards[unnamed:]
        wizard.discard += cards
        wizard.unsaid += counted
        said = [*named, *(CARDS[card].spellbook for card in counted if self.books)]
        line = f" {field}{','.join(_quoted(card) for card in said)}" if said else ""
        return line + (f" unnamed={unnamed}" if unnamed and not self.books else "")

    # -- what is done ----------------------------------------------------------------------------

    def enter(self, wizard: Wizard) -> None:
        """The entrance (section 10)."""
        seat = wizard.seat
        while True:
            drawn = [wizard.top() for _ in range(5)]
            line = f"{seat} set{self.backs(drawn)}"
            if any(not _spell(card) for card in drawn):
                break
            kept = 2 if len(wizard.pool) < 10 else 0
            wizard.pool += drawn[:kept]
            self.log(line + self.shed(wizard, drawn[kept:], "discards="))
        wizard.hand += [card for card in drawn if _spell(card)]
        wizard.front += [card for card in drawn if not _spell(card)]
        self.log(line)
        self.play_front(wizard)
        if len(wizard.pool) < 5:
            drawn, spells = wizard.draw(5)
            wizard.pool += spells
            self.log(f"{seat} draw{self.backs(drawn)}")
        self.cast_phase(wizard)
        self.stabilise(wizard)

    def turn(self, wizard: Wizard) -> None:
        """A turn without attacks (section 11); its end need not be said either, unless nothing
        else was."""
        seat, self.acted = wizard.seat, False
        self.begin(f"{seat} phase stabilise")
        self.stabilise(wizard)
        wizard.drain = 0 if tower_of(self.match.t, seat) else max(0, wizard.drain - 3)
        self.perhaps()
        self.draft(wizard)
        self.cast_phase(wizard)
        self.perhaps()
        self.begin(f"{seat} phase movement")
        if wizard.front:
            self.play_front(wizard)
        if not self.match.tw.over:
            self.move(wizard)
            self.begin(f"{seat} phase last")
            self.stabilise(wizard)
            self.perhaps()
            if not self.brief or not self.acted:
                self.log(f"{seat} end")

    def stabilise(self, wizard: Wizard) -> None:
        """A hand of five (TW-11.2, 11.3)."""
        over = len(wizard.hand) - 5
        if over > 0:
            taken = wizard.some(wizard.hand, over)
            pool = taken[: self.dice.randint(0, min(3, over))]
            wizard.pool += pool
            said = self.shed(wizard, taken[len(pool) :], "cards=")
            line = f"{wizard.seat} discard{said}" + (f" pool={len(pool)}" if pool else "")
            self.log(line + self.of(" books=", pool))
        elif over < 0 and (wizard.deck or wizard.discard):
            drawn, spells = wizard.draw(-over)
            wizard.hand += spells
            self.log(f"{wizard.seat} draw{self.backs(drawn)}")

    def draft(self, wizard: Wizard) -> None:
        """One of the drafts, or none (TW-11.6)."""
        seat, tower = wizard.seat, tower_of(self.match.t, wizard.seat)
        kind = self.dice.choice(("full", "full", "tower", ""))
        if len(wizard.deck) + len(wizard.discard) < 12 or not kind:
            return
        if kind == "tower" and tower is not None:
            drawn, spells = wizard.draw(self.dice.randint(1, CARDS[tower.name].draft))
            wizard.pool += spells
            wizard.drain += len(spells)
            self.log(f"{seat} tower-draft{self.backs(drawn)}")
        else:
            drawn, spells = wizard.draw(5)
            self.dice.shuffle(spells)
            shed, keep = spells[:2], self.dice.randint(0, 3)
            kept, pool = spells[2 : 2 + keep], spells[2 + keep :]
            wizard.hand += kept
            wizard.pool += pool
            said = self.shed(wizard, shed, "discards=")
            line = f"{seat} full-draft {keep}{said}{self.backs(drawn, True)}"
            self.log(line + self.of(" kept=", kept))

    def cast_phase(self, wizard: Wizard) -> None:
        """An orbital, some casts, and two of ten (TW-11.9 to 11.11)."""
        seat, tw = wizard.seat, self.match.tw
        self.begin(f"{seat} phase cast")
        things = tw.zones.things.values()
        hats = [each.id for each in things if each.controller == seat and each.name[:3] == "Hat"]
        if hats:
            self.log(f"{seat} orbital {self.dice.choice(hats)}")
        for _ in range(self.dice.randint(0, 2)):
            self.cast(wizard)
        if self.dice.random() < 0.6:
            self.effect(wizard)
        if len(wizard.pool) >= 10:
            self.log(f"{seat} discard{self.shed(wizard, wizard.some(wizard.pool, 2), 'cards=')}")

    def cast(self, wizard: Wizard) -> None:
        """A card of the hand, if one can be paid."""
        seat = wizard.seat
        able = [
            card
            for card in wizard.hand
            if CARDS[card].cost + wizard.drain // 3 <= len(wizard.pool)
            and CARDS[card].kind not in ("ritual", "artifact")
        ]
        if not able:
            return
        card, spot = self.dice.choice(able), self.dice.choice(FREE)
        price = CARDS[card].cost + wizard.drain // 3
        wizard.drain += 1
        wizard.hand.remove(card)
        paid = self.shed(wizard, wizard.some(wizard.pool, price), "mana=")
        self._lay(wizard, card, spot)
        self.log(f"{seat} cast {card} {spot}{paid}")

    def move(self, wizard: Wizard) -> None:
        """Up to three cards, an exchange for two of them (TW-11.14, 11.15)."""
        left = self.dice.randint(0, 3)
        while left > 0:
            left -= 1
            there = [spot for spot, card in wizard.map.items() if _spell(card)]
            empty = [spot for spot in FREE if spot not in wizard.map]
            if len(there) > 1 and left and self.dice.random() < 0.3:
                left -= 1
                one, other = self.dice.sample(there, 2)
                self.log(f"{wizard.seat} exchange {one} {other}")
                held = wizard.map
                held[one], held[other] = held[other], held[one]
            elif there and empty:
                source, target = self.dice.choice(there), self.dice.choice(empty)
                self.log(f"{wizard.seat} move {source} {target}")
                wizard.map[target] = wizard.map.pop(source)

    # -- effects ---------------------------------------------------------------------------------

    def effect(self, wizard: Wizard) -> None:
        """Something happens to cards that nobody sees, or does no longer."""
        seat = wizard.seat
        self.log(f"{seat} phase cast")  # what was cast last lies there
        price = wizard.drain // 3
        if price > len(wizard.pool):
            return
        paid = self.shed(wizard, wizard.some(wizard.pool, price), "mana=")
        wizard.drain += 1
        kinds = (self.pass_on, self.put, self.take, self.reveal, self.open_draw, self.shuffle)
        done = self.dice.choice(kinds)(wizard)
        self.log(f"{seat} effect {self.texts[seat]} {done or 'look:0:hand'}{paid}")

    def pass_on(self, wizard: Wizard) -> str:
        """Spells go face down from one place to another."""
        place, to = self.dice.choice((("hand", "pool"), ("pool", "hand"), ("hand", "deck")))
        there = getattr(wizard, place)
        if not there or (to == "deck" and not wizard.deck):
            return ""
        cards = wizard.some(there, self.dice.randint(1, min(3, len(there))))
        if to == "deck":
            wizard.deck = self._in_deck(wizard, cards, where := self._where())
        else:
            getattr(wizard, to).extend(cards)
            where = ""
        books = "+".join(CARDS[card].spellbook for card in cards) if self.books else ""
        return f"pass:{len(cards)}:{place}:{to}:{wizard.seat}:{where}:{books}".rstrip(":")

    def _where(self) -> str:
        return self.dice.choice(("top", "bottom", "shuffled"))

    def _in_deck(self, wizard: Wizard, cards: list[str], where: str) -> list[str]:
        deck = [*cards, *wizard.deck] if where == "top" else [*wizard.deck, *cards]
        if where == "shuffled":
            self.dice.shuffle(deck)
        return deck

    def put(self, wizard: Wizard) -> str:
        """A spell in play goes back."""
        able = [spot for spot, card in wizard.map.items() if _spell(card)]
        if not able or not wizard.deck:
            return ""
        spot, to = self.dice.choice(able), self.dice.choice(("hand", "pool", "deck"))
        card, where = wizard.map.pop(spot), self._where() if to == "deck" else ""
        if to == "deck":
            wizard.deck = self._in_deck(wizard, [card], where)
        else:
            getattr(wizard, to).append(card)
        (id,) = self.match.tw.sides[wizard.seat].map[spot]
        return f"put:{id}:{to}:{where}".rstrip(":")

    def take(self, wizard: Wizard) -> str:
        """A card of the discard goes to another place, though nobody may have named it yet."""
        if not wizard.discard or not wizard.deck:
            return ""
        (card,) = wizard.some(wizard.discard, 1)
        if card in wizard.unsaid:
            wizard.unsaid = []  # which of the copies it was nobody knows
        to = self.dice.choice(("hand", "pool", "deck"))
        if to == "deck":
            wizard.deck = self._in_deck(wizard, [card], where := self._where())
        else:
            getattr(wizard, to).append(card)
            where = ""
        said = f"take:{card}:discard:{to}::{wizard.seat}:{where}"
        return said.rstrip(":")

    def reveal(self, wizard: Wizard) -> str:
        """Cards are shown to all, of a deck from the top."""
        place = self.dice.choice(("hand", "pool", "front", "deck"))
        there = getattr(wizard, place)
        if not there:
            return ""
        count = self.dice.randint(1, min(3, len(there)))
        cards = there[:count] if place == "deck" else self.dice.sample(there, count)
        return f"reveal:{'+'.join(cards)}:{place}"

    def open_draw(self, wizard: Wizard) -> str:
        """A spell is drawn face up, with what comes before it."""
        before = wizard.deck[:4]
        if len(before) < 4 or any(CARDS[card].kind == "celestial" for card in before):
            return ""
        drawn, spells = wizard.draw(1)
        wizard.hand += spells
        return f"draw:1::hand:{wizard.seat}:{'+'.join(drawn)}"

    def shuffle(self, wizard: Wizard) -> str:
        """A deck is shuffled."""
        self.dice.shuffle(wizard.deck)
        return "shuffle:deck"

    def play_front(self, wizard: Wizard) -> None:
        """A card of the front (section 13)."""
        card = self.dice.choice(wizard.front)
        wizard.front.remove(card)
        if CARDS[card].kind == "celestial":
            towers = self.match.tw.zones.piles[f"{wizard.seat}.towers"]
            self.log(f"{wizard.seat} play {card} {self.dice.choice(towers) if towers else ''}")
            return
        spot = self.dice.choice(("J1", "J2"))
        free = [each for each in ("J1", "J2") if each not in wizard.map]
        spot = free[0] if free else spot
        self._lay(wizard, card, spot)
        self.log(f"{wizard.seat} play {card} {spot}")

    def _lay(self, wizard: Wizard, card: str, spot: str) -> None:
        there = wizard.map.get(spot)
        wizard.map[spot] = card
        if there is not None:
            (wizard.discard if _spell(there) else wizard.gone).append(there)

    def perhaps(self) -> None:
        """Now and then somebody makes mana, names what was not named, or counts."""
        wizard = self.dice.choice(list(self.wizards.values()))
        kind = self.dice.choice(("mana", "names", "tally", "", ""))
        if kind == "mana" and wizard.pool:
            cards = wizard.some(wizard.pool, self.dice.randint(1, min(2, len(wizard.pool))))
            self.log(f"{wizard.seat} mana{self.shed(wizard, cards, 'cards=')}", acts=False)
        elif kind == "names" and wizard.unsaid:
            cards = wizard.some(wizard.unsaid, self.dice.randint(1, len(wizard.unsaid)))
            self.log(f"{wizard.seat} names {_names(cards)}", acts=False)
        elif kind == "tally":
            self.log(f"{wizard.seat} tally" + "".join(self._counts(wizard)), acts=False)

    def _counts(self, wizard: Wizard) -> Iterator[str]:
        for place in ("hand", "pool", "deck", "front", "discard"):
            yield f" {place}={len(getattr(wizard, place))}"


def _names(cards: list[str]) -> str:
    return ",".join(_quoted(card) for card in cards)


def _quoted(card: str) -> str:
    return f'"{card}"' if " " in card else card
