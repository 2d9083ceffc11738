"""What is truly on the table: every card in its order, every map, by the rules alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.games.tower_wizwar.truth import cards as of

SPOTS = ("T", "J1", "J2", "S1", "S2", "S3", "F1", "F2", "F3", "F4", "F5")
HIDDEN = ("hand", "pool", "front", "deck")
"""The places of which nobody else sees the cards."""


@dataclass(eq=False)
class Thing:
    """A card in play."""

    id: str
    name: str
    owner: str
    controller: str
    spot: str
    harm: int = 0
    wounds: int = 0
    expended: bool = False
    tokens: dict[str, int] = field(default_factory=dict)

    @property
    def might(self) -> int:
        return of.might(self.name)

    @property
    def power(self) -> int:
        return of.power(self.name)

    def has(self, word: str) -> bool:
        return word in of.words(self.name)


class Wizard:
    """What one wizard has; each pile with its top first, the discard with its newest last.

    Args:
        seat: the wizard.
        deck: its deck of magic, in order.
        towers: its deck of towers, the top last.
        late: whether a new deck is made only when a draw needs it (TW-I 5).
    """

    def __init__(self, seat: str, deck: list[str], towers: Sequence[str], late: bool) -> None:
        self.seat, self.deck, self.towers, self.late = seat, deck, list(towers), late
        self.registered = [*deck]
        self.hand: list[str] = []
        self.pool: list[str] = []
        self.front: list[str] = []
        self.discard: list[str] = []
        self.unsaid: list[str] = []
        """Those of the discard that nobody has named."""
        self.aether: list[str] = []
        self.unseen: list[str] = []
        """What went to the aether face down."""
        self.map: dict[str, list[Thing]] = {}
        self.drain = self.harm = self.wounds = 0
        self.entered = self.lost = self.loser = self.retreat = self.fresh = False

    def pile(self, place: str) -> list[str]:
        """A pile by its name."""
        found: list[str] = getattr(self, place)
        return found

    def things(self) -> list[Thing]:
        """What lies on the map, spot by spot."""
        return [thing for spot in SPOTS for thing in self.map.get(spot, ())]

    def tower(self) -> Thing | None:
        """The tower in play: on top in ``T`` (TW-12.12)."""
        there = self.map.get("T")
        top = there[-1] if there else None
        return top if top is not None and of.kind(top.name) == "tower" else None

    def tower_in_spot(self) -> Thing | None:
        """The tower, though it may lie under a ritual."""
        return next((x for x in self.map.get("T", ()) if of.kind(x.name) == "tower"), None)

    def lost_now(self) -> bool:
        """Whether it has lost in a turn that it began standing."""
        return self.lost and not self.loser

    def surcharge(self) -> int:
        """The mana that the drain counter adds (TW-6.2)."""
        return self.drain // 3


class World:
    """All wizards, and what happens to their cards.

    Args:
        chance: of all shuffles.
        decks: for each seat its list, in no order.
        towers: for each seat its towers.
        sides: for each seat its side.
        reading: how the rules are read where they leave it open.
    """

    def __init__(
        self,
        chance: Random,
        decks: Mapping[str, Mapping[str, int]],
        towers: Mapping[str, Sequence[str]],
        sides: Mapping[str, str],
        reading: Mapping[str, str],
    ) -> None:
        self.chance, self.sides, self.reading = chance, sides, reading
        self.numbers: dict[str, int] = {}
        self.wizards: dict[str, Wizard] = {}
        self.winner: str | None = None
        self.crowded = chance.choice((0, 0, 0.3, 0.6))
        """How often effects put cards in play."""
        self.draft: list[int] = []
        """The draft deck, in its order (TW-7.7)."""
        self.unbegun = {*decks}
        """Whose first deck nothing was drawn of."""
        self.watched: Callable[[Wizard], None] = lambda w: None
        """Who sees that a deck is made anew, ahead of it."""
        for seat, counts in decks.items():
            deck = [card for card, count in counts.items() for _ in range(count)]
            chance.shuffle(deck)
            while not of.is_spell(deck[0]):
                deck.append(deck.pop(0))
            late = reading["TW-I 5"] == "when_a_draw_needs_it"
            self.wizards[seat] = Wizard(seat, deck, towers[seat], late)

    # -- decks -----------------------------------------------------------------------------------

    def anew(self, w: Wizard) -> bool:
        """The discard becomes the deck (TW-2.13)."""
        if not w.discard:
            return False
        self.watched(w)
        w.deck, w.discard, w.unsaid = w.discard, [], []
        self.chance.shuffle(w.deck)
        w.fresh = True
        return True

    def top(self, w: Wizard) -> str | None:
        """The next card of a deck; None where there is none."""
        if not w.deck and not self.anew(w):
            return None
        w.fresh = False
        self.unbegun.discard(w.seat)
        card = w.deck.pop(0)
        self.ran_out(w)
        return card

    def ran_out(self, w: Wizard) -> None:
        """Where the deck has run out with its last card, it is made anew at once."""
        if not w.deck and not w.late:
            self.anew(w)

    def draw(self, w: Wizard, spells: int, place: str, rule: str = "") -> "Drawn":
        """Cards until so many spells have come, or none is left (TW-9.1, 2.14)."""
        drawn = Drawn()
        while drawn.count < spells and (w.deck or w.discard):
            if not w.deck:
                drawn.made.append(len(drawn.cards))
            card = self.top(w)
            assert card is not None
            drawn.cards.append(card)
            if of.is_spell(card):
                drawn.count += 1
                w.pile(place).append(card)
            elif w.retreat and (self.reading["TW-I 71"] == "all_draws" or rule == "TW-11.8"):
                w.unseen.append(card)
            else:
                w.front.append(card)
            if w.fresh:
                drawn.made.append(len(drawn.cards))
        return drawn

    def some(self, pile: list[str], count: int) -> list[str]:
        """Cards of a pile, picked by who holds them, leave it."""
        found = self.chance.sample(pile, count)
        for card in found:
            pile.remove(card)
        return found

    def turn_draft(self) -> int:
        """The next draft card; when all are turned, they are shuffled (TW-7.7, 7.8)."""
        if not self.draft:
            self.draft = [*range(1, 7)] * (len(self.wizards) + 1)
            self.chance.shuffle(self.draft)
        return self.draft.pop()

    # -- in play ---------------------------------------------------------------------------------

    def all_things(self) -> list[Thing]:
        return [thing for w in self.wizards.values() for thing in w.things()]

    def numbered(self, name: str) -> str:
        """The id of the next copy of a card that comes into play."""
        self.numbers[name] = self.numbers.get(name, 0) + 1
        return f"{name}.{self.numbers[name]}"

    def lay(self, thing: Thing, seat: str, spot: str, *, under: bool = False) -> None:
        there = self.wizards[seat].map.setdefault(spot, [])
        there.insert(0 if under else len(there), thing)
        thing.controller, thing.spot = seat, spot

    def lift(self, thing: Thing) -> None:
        """A card is in no spot any more."""
        there = self.wizards[thing.controller].map
        there[thing.spot].remove(thing)
        if not there[thing.spot]:
            del there[thing.spot]

    def leaves(self, thing: Thing, place: str = "") -> None:
        """A card leaves play: home by the rules, or to a place of its owner's (TW-17.2, 13.2)."""
        self.lift(thing)
        w, kind = self.wizards[thing.owner], of.kind(thing.name)
        if kind == "tower":
            if place == "towers":
                w.towers.insert(0, thing.name)
            else:
                w.aether.append(thing.name)
        elif not of.is_spell(thing.name):
            w.aether.append(thing.name)
        elif place == "deck":
            w.deck.insert(self.chance.randint(0, len(w.deck)), thing.name)
        else:
            w.pile(place or self.home()).append(thing.name)

    def home(self) -> str:
        """Where a destroyed spell goes (TW-I 66)."""
        return "discard" if self.reading["TW-I 66"] == "discard" else "aether"

    def replaced(self, seat: str, spot: str) -> None:
        """What lies in a spot is replaced (TW-12.5)."""
        for thing in reversed(list(self.wizards[seat].map.get(spot, ()))):
            self.leaves(thing, "towers" if of.kind(thing.name) == "tower" else "discard")

    def only_one(self, thing: Thing) -> None:
        """The other copy of an artifact goes to a pool (TW-12.14)."""
        if of.kind(thing.name) != "artifact":
            return
        for other in self.all_things():
            if other is thing or other.name != thing.name:
                continue
            own = other.controller == thing.controller
            if own and self.reading["TW-I 42"] == "own_copy_discarded":
                self.leaves(other, "discard")
                continue
            owners = self.reading["TW-I 79"] == "owners_pool"
            whose = other.owner if owners else other.controller
            self.lift(other)
            self.wizards[whose].pool.append(other.name)

    # -- towers and celestials -------------------------------------------------------------------

    def play_tower(self, w: Wizard) -> str:
        """A tower play (section 14); which tower it was."""
        there = w.map.get("T", [])
        if not w.towers:
            if not there:
                self.lose(w)
            return ""
        name = self.chance.choice(w.towers)
        own = w.tower_in_spot()
        ritual = own is not None and there[-1] is not own
        if own is not None:
            self.leaves(own, "towers")
        if not ritual:
            self.replaced(w.seat, "T")
        w.towers.remove(name)
        self.lay(Thing(self.numbered(name), name, w.seat, w.seat, "T"), w.seat, "T", under=ritual)
        return name

    def play_celestial(self, w: Wizard, card: str) -> str:
        """A tower, a harm that turns, and the aether (TW-13.4 to 13.6); its text comes after."""
        self.numbered(card)
        w.aether.append(card)
        tower = self.play_tower(w)
        if not w.lost and (w.harm or self.reading["TW-I 44"] == "wound_anyway"):
            w.harm = max(0, w.harm - 1)
            self.wound_wizard(w, 1)
        return tower

    # -- harm and wounds -------------------------------------------------------------------------

    def put_harm(self, thing: Thing, count: int) -> None:
        if count < 0 or thing.might:
            thing.harm += count

    def put_wounds(self, thing: Thing, count: int) -> None:
        thing.wounds += count
        if thing.wounds >= 3:
            self.leaves(thing)

    def damage(self, thing: Thing, amount: int) -> None:
        """Damage by an effect (TW-16.2 to 16.6)."""
        if thing.has("ethereal"):
            thing.expended = True
        elif amount and thing.has("ephemeral"):
            self.leaves(thing, "hand")
        elif amount:
            thing.expended = True
            if thing.might:
                self.put_harm(thing, amount // thing.might)

    def wound_wizard(self, w: Wizard, count: int) -> None:
        w.wounds += count
        if w.wounds >= 3:
            self.lose(w)

    def standing(self) -> list[str]:
        return [seat for seat, w in self.wizards.items() if not w.lost]

    def allies(self, seat: str) -> list[str]:
        """The others of a side that stand."""
        own = self.sides[seat]
        return [each for each in self.standing() if each != seat and self.sides[each] == own]

    def opponents(self, seat: str) -> list[str]:
        return [each for each in self.standing() if self.sides[each] != self.sides[seat]]

    def lose(self, w: Wizard) -> None:
        """A wizard loses (TW-17.6, 18.2, 18.3)."""
        if w.lost:
            return
        w.lost = True
        left = {self.sides[seat] for seat in self.standing()}
        if len(left) < 2:
            self.winner = left.pop() if left else ""
            return
        w.retreat = bool(self.allies(w.seat))
        to = "discard" if self.reading["TW-I 70"] == "cleared" else "aether"
        for thing in w.things():
            self.leaves(thing, to)
        w.aether += w.towers
        w.unseen += w.front
        w.towers, w.front = [], []


@dataclass
class Drawn:
    """What was drawn: the cards in their order, how many are spells, and after how many of them a
    new deck was made."""

    cards: list[str] = field(default_factory=list)
    count: int = 0
    made: list[int] = field(default_factory=list)

    @property
    def spells(self) -> list[str]:
        return [card for card in self.cards if of.is_spell(card)]
