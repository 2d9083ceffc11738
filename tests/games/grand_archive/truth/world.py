"""What really is on the table: every card, every object, the stack, the fight that is on."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.games.grand_archive.truth.cards import OF, Print


@dataclass(eq=False)
class Thing:
    """An object on the field (GA-5.24). A champion's name is that of its top card."""

    id: str
    name: str
    seat: str
    rested: bool = False
    damage: int = 0
    durability: int | None = None
    came: int = 0

    @property
    def card(self) -> Print:
        """What is printed on it."""
        return OF[self.name]

    @property
    def power(self) -> int:
        """Its power; 0 without one."""
        return self.card.power or 0

    def has(self, word: str) -> bool:
        """Whether it has a keyword."""
        return word in self.card.words


@dataclass(eq=False)
class Item:
    """Something on the stack: a card, or a trigger of a thing (GA-5.29)."""

    id: str
    name: str
    seat: str
    hold: bool = False
    materialized: bool = False
    trigger: str = ""
    attacker: Thing | None = None
    fight: "Fight | None" = None


@dataclass(eq=False)
class Fight:
    """A combat (section 17)."""

    seat: str
    attacker: Thing
    targets: list[Thing]
    uses: list[Thing] = field(default_factory=list)
    intents: list[Item] = field(default_factory=list)
    cleave: bool = False
    step: str = "retaliation"
    retaliators: list[Thing] = field(default_factory=list)
    before: int = 0

    @property
    def amount(self) -> int:
        """What the attack deals (GA-17.43)."""
        parts = [self.attacker.power, *(each.power for each in self.uses)]
        return sum(parts) + sum(OF[each.name].power or 0 for each in self.intents)


class Player:
    """One player's cards.

    Args:
        seat: who it is.
        deck: the main deck as it is listed.
        material: the material deck.
        chance: shuffles.
    """

    def __init__(
        self, seat: str, deck: dict[str, int], material: tuple[str, ...], chance: Random
    ) -> None:
        self.seat = seat
        self.registered = Counter(deck)
        self.deck = list(self.registered.elements())
        chance.shuffle(self.deck)
        self.material = list(material)
        self.hand: list[str] = []
        self.memory: list[str] = []
        self.graveyard: list[str] = []
        self.banishment: list[str] = []
        self.champion: Thing | None = None
        self.lineage: list[str] = []
        self.turns = 0
        self.lost = False
        self.open_hand = False  # whether all know what can be in the hand
        self.open_memory = False

    def recollect(self) -> None:
        """The memory is taken up into the hand (GA-6.31)."""
        self.open_hand = self.open_hand and (self.open_memory or not self.memory)
        self.hand += self.memory
        self.memory.clear()
        self.open_memory = True

    @property
    def elements(self) -> set[str]:
        """The elements that are enabled (GA-12.2, 12.3)."""
        top = [self.champion.name] if self.champion else []
        return {"norm", *(OF[name].element for name in (*self.lineage, *top))}

    @property
    def level(self) -> int:
        """The level of the champion."""
        return self.champion.card.level if self.champion else 0


class World:
    """The true table.

    Args:
        chance: what is left to chance.
        players: the players in the order of their turns.
        edition: R25 or R26.
        event: whether it is played in an event (GA-7.15).
        record: whether every pass is on record (GA-I 19).
    """

    def __init__(
        self, chance: Random, players: dict[str, Player], edition: str, *, event: bool, record: bool
    ) -> None:
        self.chance = chance
        self.players = players
        self.r26 = edition == "R26"
        self.event, self.record = event, record
        self.field: list[Thing] = []
        self.stack: list[Item] = []
        self.arose: list[Item] = []  # what was triggered as the phase began
        self.numbers: Counter[str] = Counter()
        self.active = ""
        self.phase = ""
        self.fight: Fight | None = None
        self.turn = 0
        self.materialized = False
        self.over = False
        self.winner: tuple[str, ...] = ()
        self.clock = 0

    # -- who and what ----------------------------------------------------------------------------

    def standing(self) -> list[str]:
        """Who has not lost, the turn player first."""
        seats = list(self.players)
        at = seats.index(self.active) if self.active else 0
        return [seat for seat in (*seats[at:], *seats[:at]) if not self.players[seat].lost]

    def of(self, seat: str) -> list[Thing]:
        """What a player controls."""
        return [each for each in self.field if each.seat == seat]

    def called(self, thing: Thing) -> str:
        """A word for a thing that means it alone: its number is left out where it is the only
        one of its name."""
        if thing.card.type == "champion":
            two = len(self.standing()) == 2
            return self.chance.choice((thing.id, thing.seat) if two else (thing.id,))
        alone = sum(each.name == thing.name for each in self.field) == 1
        return thing.name if alone and self.chance.random() < 0.6 else thing.id

    def public(self, seat: str) -> Counter[str]:
        """The cards of a player's main deck that all see."""
        p = self.players[seat]
        found = Counter([*p.graveyard, *p.banishment])
        found.update(each.name for each in self.field if each.seat == seat)
        found.update(each.name for each in self.stack if each.seat == seat and not each.trigger)
        if self.fight is not None:
            found.update(each.name for each in self.fight.intents if each.seat == seat)
        return found

    def unsettled(self) -> bool:
        """Whether somebody has two unique objects of one name (GA-14.16)."""
        found = Counter((each.seat, each.name) for each in self.field if each.card.unique)
        return any(count > 1 for count in found.values())

    # -- moves -----------------------------------------------------------------------------------

    def number(self, name: str) -> str:
        """The id of a card that comes to where it has one."""
        self.numbers[name] += 1
        return f"{name}.{self.numbers[name]}"

    def place(self, seat: str, name: str) -> None:
        """A Lv 0 champion comes onto the field (GA-3.4)."""
        p = self.players[seat]
        p.material.remove(name)
        p.champion = Thing(f"{seat}.champion", name, seat)
        self.field.append(p.champion)

    def draw(self, seat: str, count: int) -> bool:
        """Cards are drawn; whether there were enough (GA-22.1, 22.4)."""
        p = self.players[seat]
        came, p.deck[:] = p.deck[:count], p.deck[count:]
        p.hand += came
        p.open_hand = p.open_hand and not came
        return len(came) == count

    def enter(self, item: Item) -> Thing:
        """A card that resolves becomes an object (GA-11.8)."""
        card = OF[item.name]
        self.clock += 1
        thing = Thing(item.id, item.name, item.seat, durability=card.durability, came=self.clock)
        thing.rested = "hindered" in card.words
        self.field.append(thing)
        return thing

    def leaves(self, thing: Thing) -> None:
        """An object goes home (GA-14.3, 14.17)."""
        self.field.remove(thing)
        p = self.players[thing.seat]
        (p.banishment if thing.card.regalia else p.graveyard).append(thing.name)

    def level_up(self, seat: str, name: str) -> None:
        """A champion card comes on top (GA-15.6, 15.10, 15.22)."""
        p = self.players[seat]
        assert p.champion is not None
        p.lineage.append(p.champion.name)
        p.champion.name = name

    # -- what the state brings about ---------------------------------------------------------------

    def check(self) -> None:
        """The state-based check (section 20)."""
        lost = [
            seat
            for seat, p in self.players.items()
            if p.champion and not p.lost and p.champion.damage >= p.champion.card.life
        ]
        if lost:
            self.lose(*lost)
        if self.over:
            return
        for thing in list(self.field):
            card = thing.card
            dead = card.type == "ally" and thing.damage >= card.life
            if dead or (thing.durability is not None and thing.durability <= 0):
                self.leaves(thing)

    def lose(self, *seats: str) -> None:
        """Players lose at one moment (GA-4.4 to 4.7, 4.11)."""
        for seat in seats:
            self.players[seat].lost = True
        left = [seat for seat, p in self.players.items() if not p.lost]
        if len(left) < 2:
            self.over, self.winner = True, tuple(left)
            return
        for seat in seats:
            p = self.players[seat]
            for pile in (p.deck, p.material, p.hand, p.memory, p.graveyard, p.banishment):
                pile.clear()
            p.champion = None
            self.field = [each for each in self.field if each.seat != seat]
            self.stack = [each for each in self.stack if each.seat != seat]
        fight = self.fight
        if fight is not None and fight.seat in seats:
            self.fight = None
        elif fight is not None:
            fight.targets = [each for each in fight.targets if each.seat not in seats]
            fight.retaliators = [each for each in fight.retaliators if each.seat not in seats]

    # -- combat ------------------------------------------------------------------------------------

    def attackable(self, seat: str, *parts: Thing, cleave: str = "") -> list[Thing]:
        """What an attack of a player may be aimed at (GA-17.5 to 17.8, 17.73)."""
        sees = any(each.has("true sight") for each in parts)
        able = [
            each
            for each in self.field
            if each.seat != seat
            and (each.card.unit or each.card.siegeable)
            and (sees or not each.has("stealth"))
            and (not cleave or each.seat == cleave)
        ]
        if cleave:
            return able
        return [each for each in able if each.has("taunt") and not each.rested] or able

    def obeys(self, thing: Thing) -> bool:
        """Whether an ally obeys (GA-24.28)."""
        return not thing.has("pride 2") or self.players[thing.seat].level >= 2

    def may_attack(self, thing: Thing) -> bool:
        """Whether an ally may be declared an attacker now (GA-17.1, 17.3, 21.11)."""
        return (
            thing.card.type == "ally" and not thing.rested and thing.power > 0 and self.obeys(thing)
        )
