"""Turns as they are really played, phase by phase, and what is logged of them."""

from collections.abc import Callable
from dataclasses import dataclass

from events import tower_wizwar as log
from events.event import Event
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.deeds import Deeds
from tests.games.tower_wizwar.truth.fights import (
    Fight,
    able_to_attack,
    able_to_block,
    able_to_join,
    in_orders,
    matters,
    strike,
    strike_back,
    targets,
)
from tests.games.tower_wizwar.truth.world import HIDDEN, SPOTS, Drawn, Thing, Wizard, World

ENTRANCE = ("sets", "fill", "cast", "last")
WHOLE = ("stabilise", "renew", "draft", "cast", "movement", "attack", "last")
RETREAT = ("stabilise", "renew", "draft", "cast", "last")


class TurnOver(Exception):
    """The wizard whose turn it was has lost, and its turn is over (TW-I 86)."""


@dataclass
class Done:
    """What was done in this turn."""

    stabilised: bool = False
    entered: bool = False
    filled: bool = False
    drafted: bool = False
    orbital: bool = False
    cast: bool = False
    trimmed: bool = False
    rebuked: bool = False
    fetch: bool = False
    fronted: bool = False
    moved: int = 0
    stacks: int = 0
    attacks: int = 0
    pool: int = 0


class Turns:
    """The wizards at their table.

    Args:
        world: the true table.
        enter: logs an entry, which has happened.
        books: whether spellbooks are kept.
    """

    def __init__(self, world: World, enter: Callable[[Event], None], *, books: bool) -> None:
        self.world, self.logs, self.books = world, enter, books
        self.chance = world.chance
        self.seats = list(world.wizards)
        self.active, self.phase, self.done = self.seats[0], "sets", Done()
        self.silent = False
        """Whether a phase was come to that no entry tells of yet."""
        self.busy = self.chance.choice((0.1, 0.3, 0.6))
        self.vague = self.chance.choice((0, 0.2, 0.6))

    def play(self) -> None:
        """Turn after turn, until the match is over."""
        self.before_the_first()
        while self.world.winner is None:
            w = self.world.wizards[self.next_seat]
            try:
                self.turn(w)
            except TurnOver:
                continue

    def before_the_first(self) -> None:
        self.next_seat = self.active

    def following(self, seat: str) -> str:
        """Who acts next (TW-10.2, 18.2)."""
        at = self.seats.index(seat)
        for each in [*self.seats[at + 1 :], *self.seats[: at + 1]]:
            w = self.world.wizards[each]
            if not w.lost or w.retreat:
                return each
        return seat

    def phases(self, w: Wizard) -> tuple[str, ...]:
        return RETREAT if w.retreat else WHOLE if w.entered else ENTRANCE

    # -- what is logged ------------------------------------------------------------------------

    def enter(self, event: Event) -> None:
        """An entry of what has happened; a wizard that lost with it in its own turn ends that."""
        self.silent = False
        lost = self.world.wizards[self.active].lost_now()
        if lost and self.world.winner is None:
            self.turn_ends()
        self.logs(event)
        if lost or self.world.winner is not None:
            raise TurnOver

    def says(self, w: Wizard) -> None:
        """A phase that was come to is told, where nothing else tells of it."""
        if self.silent and self.phase in WHOLE:
            self.enter(log.BeginPhase(w.seat, self.phase))  # type: ignore[arg-type]

    # -- phases --------------------------------------------------------------------------------

    def come_to(self, w: Wizard, phase: str) -> None:
        """What comes before a phase is completed, the turn of the wizard before with it."""
        if w.seat != self.active:
            self.finish()
            self.turn_ends()
            self.silent = True
        while self.phase != phase:
            self.settle()
            self.step()

    def finish(self) -> None:
        """The turn goes to its end, up to the wounding."""
        while True:
            self.settle()
            if self.phase == "last":
                return
            self.step()

    def step(self) -> None:
        w = self.world.wizards[self.active]
        phases = self.phases(w)
        self.phase = phases[phases.index(self.phase) + 1]
        self.silent = True
        if self.phase == "renew":
            for thing in w.things():
                thing.expended = False
            gone = 4 if w.retreat else w.drain if w.tower() is not None else 3
            w.drain = max(0, w.drain - gone)
        elif self.phase == "attack":
            self.done.pool = len(w.pool)
        elif self.phase == "last":
            self.done.stabilised = False

    def turn_ends(self) -> None:
        """Harm turns, and the next wizard's turn begins (TW-11.21, 11.22)."""
        w = self.world.wizards[self.active]
        for thing in w.things():
            harm, thing.harm = thing.harm, 0
            if harm:
                self.world.put_wounds(thing, harm)
        w.entered = True
        self.active = self.next_seat = self.following(self.active)
        self.done = Done()
        now = self.world.wizards[self.active]
        now.loser = now.lost
        self.phase = self.phases(now)[0]

    def settle(self) -> None:
        """What is compulsory in the phase that is on."""
        w = self.world.wizards[self.active]
        match self.phase:
            case "sets":
                self.sets(w)
            case "fill":
                self.fill(w)
            case "stabilise" | "last":
                self.stabilise(w)
            case "draft" if w.retreat and not self.done.drafted:
                self.full_draft(w)
            case "cast":
                self.fetch(w)
                self.orbital(w)
                self.trim(w)
            case "movement":
                self.front(w)

    def turn(self, w: Wizard) -> None:
        """One turn, or entrance."""
        first = self.phases(w)[0]
        for phase in self.phases(w):
            if phase not in (first, "last") and self.chance.random() < 0.15:
                continue
            self.come_to(w, phase)
            if self.chance.random() < 0.1:
                self.silent = True
            self.meanwhile(w)
            self.acts(w, phase)
            self.says(w)
            self.meanwhile(w)
        if self.chance.random() < 0.4:
            self.finish()
            self.turn_ends()
            self.enter(log.End(w.seat))
        else:
            self.next_seat = self.following(w.seat)

    def acts(self, w: Wizard, phase: str) -> None:
        """What is done in a phase."""
        match phase:
            case "draft" if not w.retreat and self.chance.random() < 0.8:
                self.draft(w)
            case "cast":
                self.orbital(w)
                for _ in range(self.chance.randint(0, 3)):
                    self.meanwhile(w)
                    self.cast(w)
                self.fetch(w)
                self.trim(w)
            case "movement":
                self.front(w)
                self.movement(w)
            case "attack":
                for _ in range(self.chance.randint(0, 3)):
                    self.meanwhile(w)
                    self.attack(w)
            case _:
                self.settle()

    def meanwhile(self, w: Wizard) -> None:
        """Now and then something happens that belongs to no phase."""
        if self.silent:
            return
        if self.chance.random() < self.busy:
            self.effect()
        if self.chance.random() < 0.1:
            self.mana()
        if self.chance.random() < 0.1:
            self.names()
        if self.chance.random() < 0.05:
            self.tally()

    # -- how cards are told --------------------------------------------------------------------

    def backs(self, drawn: Drawn) -> tuple[log.Back, ...]:
        found = tuple(of.back(card) for card in drawn.cards)
        plain = drawn.count == len(found)
        return () if plain and self.chance.random() < 0.3 else found  # type: ignore[return-value]

    def books_of(self, cards: list[str]) -> tuple[str, ...]:
        return tuple(of.book(card) for card in cards if of.is_spell(card)) if self.books else ()

    def made(self, drawn: Drawn) -> int | None:
        """After how many cards a new deck was made, if that is said."""
        return drawn.made[-1] if drawn.made and self.chance.random() < 0.5 else None

    def shed(self, w: Wizard, cards: list[str]) -> tuple[tuple[str, ...], int]:
        """Cards go to the discard: their names, and how many are only counted."""
        w.discard += cards
        counted = self.chance.randint(0, len(cards)) if self.chance.random() < self.vague else 0
        w.unsaid += cards[:counted]
        if self.books:
            return (*cards[counted:], *(of.book(card) for card in cards[:counted])), 0
        return tuple(cards[counted:]), counted

    # -- the entrance --------------------------------------------------------------------------

    def sets(self, w: Wizard) -> None:
        """Sets until one has a card that is no spell, which is played (TW-10.4 to 10.8)."""
        while not self.done.entered:
            drawn = [self.world.top(w) or "" for _ in range(5)]
            spells = [card for card in drawn if of.is_spell(card)]
            books, backs = self.books_of(drawn), tuple(of.back(card) for card in drawn)
            if len(spells) < 5:
                w.hand += spells
                w.front += [card for card in drawn if not of.is_spell(card)]
                self.done.entered = True
                self.enter(log.DrawSet(w.seat, backs, books=books))  # type: ignore[arg-type]
                self.play_front(w)
                return
            kept = 2 if len(w.pool) < 10 else 0
            w.pool += drawn[:kept]
            names, unnamed = self.shed(w, drawn[kept:])
            self.enter(log.DrawSet(w.seat, backs, names, unnamed, books))  # type: ignore[arg-type]

    def fill(self, w: Wizard) -> None:
        if not self.done.filled and len(w.pool) < 5 and (w.deck or w.discard):
            self.done.filled = True
            self.draw(w, 5, "pool")

    def draw(self, w: Wizard, count: int, place: str, rule: str = "") -> None:
        drawn = self.world.draw(w, count, place, rule)
        to = place if self.chance.random() < 0.2 else None
        self.enter(
            log.Draw(w.seat, self.backs(drawn), self.made(drawn), self.books_of(drawn.cards), to)  # type: ignore[arg-type]
        )
        if w.fresh and self.chance.random() < 0.3:
            self.enter(log.Reshuffle(w.seat))

    # -- stabilise and drafts ------------------------------------------------------------------

    def stabilise(self, w: Wizard) -> None:
        """A hand of five (TW-11.2, 11.3)."""
        over = len(w.hand) - 5
        if self.done.stabilised or not over:
            return
        if over < 0:
            if w.deck or w.discard:
                self.done.stabilised = True
                self.draw(w, -over, "hand")
            return
        self.done.stabilised = True
        taken = self.world.some(w.hand, over)
        pool = taken[: self.chance.randint(0, min(3, over))]
        w.pool += pool
        names, unnamed = self.shed(w, taken[len(pool) :])
        self.enter(log.Drop(w.seat, names, len(pool), unnamed, self.books_of(pool)))

    def draft(self, w: Wizard) -> None:
        """The draft of the tower, or the full one (TW-11.6)."""
        if self.done.drafted or not (w.deck or w.discard):
            return
        tower = w.tower()
        if tower is None or self.chance.random() < 0.6:
            self.full_draft(w)
            return
        self.done.drafted = True
        most = int(of.CARDS[tower.name].draft)
        drawn = self.world.draw(w, self.chance.randint(1, most), "pool")
        w.drain += drawn.count
        backs = tuple(of.back(card) for card in drawn.cards)
        self.enter(
            log.TowerDraft(w.seat, backs, self.books_of(drawn.cards), self.made(drawn))  # type: ignore[arg-type]
        )

    def full_draft(self, w: Wizard) -> None:
        """Five, of which two are discarded (TW-11.8)."""
        if not (w.deck or w.discard):
            return
        self.done.drafted = True
        drawn = self.world.draw(w, 5, "hand", "TW-11.8")
        spells = drawn.spells
        del w.hand[len(w.hand) - len(spells) :]
        mixed = self.chance.sample(spells, len(spells))
        gone, left = mixed[:2], mixed[2:]
        kept = left[: self.chance.randint(0, len(left))]
        w.hand += kept
        w.pool += left[len(kept) :]
        names, unnamed = self.shed(w, gone)
        backs = self.backs(drawn)
        books, kept_books = self.books_of(drawn.cards), self.books_of(kept)
        made = self.made(drawn)
        self.enter(log.FullDraft(w.seat, len(kept), names, unnamed, backs, books, kept_books, made))

    # -- the cast phase ------------------------------------------------------------------------

    def orbital(self, w: Wizard) -> None:
        """The text of an orbital, before the first cast (TW-11.9)."""
        if self.done.orbital or self.done.cast or self.done.trimmed or w.retreat:
            return
        able = [x for x in w.things() if of.kind(x.name) == "orbital" and not x.expended]
        if not able:
            return
        self.done.orbital = True
        hat = self.chance.choice(able)
        did = self.deeds(w.seat, 2) if hat.name == "Cap" else ()
        self.enter(log.UseOrbital(w.seat, hat.id, did))

    def deeds(self, seat: str, most: int) -> tuple[log.Did, ...]:
        if self.chance.random() < 0.3:
            return ()
        return Deeds(self.world, seat, books=self.books).some(most)  # type: ignore[return-value]

    def cast(self, w: Wizard) -> None:
        """A card of the hand, on the own map, in retreat on an ally's (TW-12, 18.9)."""
        done, price = self.done, w.surcharge()
        able = [card for card in w.hand if of.cost(card) + price <= len(w.pool)]
        ally = self.chance.choice(self.world.allies(w.seat)) if w.lost else w.seat
        on = self.world.wizards[ally]
        if on.tower_in_spot() is None:
            able = [card for card in able if of.kind(card) != "ritual"]
        if not able or done.trimmed or done.rebuked or done.fetch:
            return
        if not (done.orbital or done.cast or w.lost) and any(
            of.kind(x.name) == "orbital" and not x.expended for x in w.things()
        ):
            return  # one that came since the start of the phase
        done.cast = True
        card = self.chance.choice(able)
        price += of.cost(card)
        w.hand.remove(card)
        w.drain += 1
        paid = self.world.some(w.pool, min(len(w.pool), price + (self.chance.random() < 0.05)))
        spot = "T" if of.kind(card) == "ritual" else self.chance.choice(SPOTS[1:])
        thing = Thing(self.world.numbered(card), card, w.seat, ally, spot)
        if ally == w.seat:
            names, unnamed = self.shed(w, paid)
            self.lands(thing)
            self.enter(log.Cast(w.seat, card, spot, (), names, unnamed))  # type: ignore[arg-type]
            return
        self.cast_at_ally(w, on, thing, paid)

    def lands(self, thing: Thing) -> None:
        """A card comes to lie in its spot (TW-12.5, 12.11, 12.14)."""
        seat, spot = thing.controller, thing.spot
        self.world.only_one(thing)
        if of.kind(thing.name) == "ritual":
            for each in list(self.world.wizards[seat].map[spot]):
                if of.kind(each.name) != "tower":
                    self.world.leaves(each, "discard")
        else:
            self.world.replaced(seat, spot)
        self.world.lay(thing, seat, spot)

    def cast_at_ally(self, w: Wizard, on: Wizard, thing: Thing, paid: list[str]) -> None:
        """The ally accepts, or pays against it (TW-18.9 to 18.13)."""
        rebuked = len(on.pool) >= 3 and self.chance.random() < 0.4
        at_once = not rebuked and self.chance.random() < 0.5
        says_mana = bool(paid) and self.chance.random() < 0.7
        card, spot = thing.name, thing.spot
        names: tuple[str, ...] = ()
        unnamed, before = 0, (w.discard[:], w.unsaid[:])
        if says_mana or at_once:
            names, unnamed = self.shed(w, paid)
        if at_once:
            self.lands(thing)
        self.enter(
            log.Cast(w.seat, card, spot, (), names, unnamed, ally=on.seat, accepted=at_once)  # type: ignore[arg-type]
        )
        if at_once:
            return
        if not rebuked:
            names, unnamed = (), 0
            if not says_mana and paid:
                names, unnamed = self.shed(w, paid)
            self.lands(thing)
            self.enter(log.Accept(on.seat, names, unnamed))
            return
        w.discard[:], w.unsaid[:] = before
        w.pool += paid
        w.discard.append(card)
        w.drain -= 1
        on.drain += 1
        self.done.rebuked = self.done.fetch = True
        names, unnamed = self.shed(on, self.world.some(on.pool, 3))
        self.enter(log.Rebuke(on.seat, names, unnamed))
        self.fetch(w)

    def fetch(self, w: Wizard) -> None:
        """Three cards after a rebuke (TW-18.13)."""
        if self.done.fetch:
            self.done.fetch = False
            if w.deck or w.discard:
                self.draw(w, 3, "hand", "TW-18.13")

    def trim(self, w: Wizard) -> None:
        """Two of a pool of ten (TW-11.11)."""
        if len(w.pool) >= 10 and not self.done.trimmed and not self.done.rebuked:
            self.done.trimmed = True
            names, unnamed = self.shed(w, self.world.some(w.pool, 2))
            self.enter(log.Drop(w.seat, names, 0, unnamed))

    # -- movement ------------------------------------------------------------------------------

    def front(self, w: Wizard) -> None:
        """A card of the front is played (TW-11.13)."""
        if w.front and not self.done.fronted and not self.done.moved:
            self.done.fronted = True
            self.play_front(w)

    def play_front(self, w: Wizard) -> None:
        card = self.chance.choice(w.front)
        w.front.remove(card)
        if of.kind(card) == "celestial":
            to = self.world.play_celestial(w, card)
            did = self.deeds(w.seat, 2) if card == "Omen" and not w.lost else ()
        else:
            free = [spot for spot in ("J1", "J2") if spot not in w.map]
            to, did = self.chance.choice(free or ["J1", "J2"]), ()
            self.world.replaced(w.seat, to)
            self.world.lay(Thing(self.world.numbered(card), card, w.seat, w.seat, to), w.seat, to)
        self.enter(log.Play(w.seat, card, to, did))

    def movement(self, w: Wizard) -> None:
        """Up to three cards are moved, and stacks of tokens (TW-11.14 to 11.17)."""
        for _ in range(self.chance.randint(0, 2)):
            able = [x for x in w.things() if x.spot != "T" and of.kind(x.name) != "orbital"]
            free = [spot for spot in SPOTS[1:] if spot not in w.map]
            if w.front and not self.done.fronted and not self.done.moved:
                return
            if self.chance.random() < 0.3 and len(able) > 1 and self.done.moved < 2:
                one, other = self.chance.sample(able, 2)
                self.done.moved += 2
                spots = one.spot, other.spot
                self.world.lift(one)
                self.world.lift(other)
                self.world.lay(one, w.seat, spots[1])
                self.world.lay(other, w.seat, spots[0])
                self.enter(log.Swap(w.seat, one.id, other.id))
            elif able and free and self.done.moved < 3:
                one, spot = self.chance.choice(able), self.chance.choice(free)
                self.done.moved += 1
                self.world.lift(one)
                self.world.lay(one, w.seat, spot)
                self.enter(log.Shift(w.seat, one.id, spot))  # type: ignore[arg-type]

    # -- attacks -------------------------------------------------------------------------------

    def attack(self, w: Wizard) -> None:
        """An attack, its block, and what is said of orders (section 15)."""
        able, aims = able_to_attack(self.world, w.seat), targets(self.world, w.seat)
        if not able or not aims or self.done.attacks > self.done.pool // 3:
            return
        self.done.attacks += 1
        chosen = self.chance.sample(able, min(len(able), self.chance.randint(1, 3)))
        target = self.chance.choice(aims)
        defender = target if isinstance(target, str) else target.controller
        fight = Fight(w.seat, chosen, target, defender)
        for each in chosen:
            each.expended = True
        first = able_to_block(self.world, fight)
        blocks = bool(first) and self.chance.random() < 0.7
        if blocks:
            blocker = self.chance.choice(first)
            joiners = able_to_join(self.world, fight, blocker)
            count = self.chance.randint(0, len(joiners))
            fight.blockers = [blocker, *self.chance.sample(joiners, count)][:5]
        self.fought(fight, asked=bool(first))

    def fought(self, fight: Fight, *, asked: bool) -> None:
        """The entries of an attack; each is logged when what follows of it has happened."""
        damage = sum(each.power for each in fight.attackers)
        back = sum(each.power for each in fight.blockers)
        order = self.chance.choice(list(in_orders(fight.blockers)))
        counter = self.chance.choice(list(in_orders(fight.attackers)))
        order_due = matters(damage, fight.blockers)
        ids = tuple(each.id for each in fight.blockers)
        said = tuple(each.id for each in order) if self.chance.random() < 0.5 else ()
        told = tuple(each.id for each in counter) if self.chance.random() < 0.3 else ()
        to = fight.target if isinstance(fight.target, str) else fight.target.id
        attackers = tuple(each.id for each in fight.attackers)
        at_once = self.chance.random() < 0.4

        def strikes() -> bool:
            """The damage; whether the order of the counterattack is still to be said."""
            strike(self.world, fight, order)
            here = [each for each in counter if each in self.world.all_things()]
            if not fight.blockers:
                return False
            if matters(back, here) and not told:
                return True
            strike_back(self.world, fight, here, back)
            return False

        block: tuple[str, ...] = ids if at_once else ()
        unblocked = asked and not ids and at_once
        awaits = asked and not at_once
        awaits_order = order_due and not said
        counts = False
        if not awaits and not (ids and awaits_order):
            counts = strikes()
        self.enter(
            log.Attack(
                fight.seat,
                to,
                attackers,
                block,
                unblocked,
                said if at_once and ids else (),
                told,
            )
        )
        if awaits:
            if self.chance.random() < 0.2:
                self.mana()
            if not (ids and awaits_order):
                counts = strikes()
            if ids:
                self.enter(log.Block(fight.defender, ids[0], ids[1:], said))
            else:
                self.enter(log.NoBlock(fight.defender))
        if ids and awaits_order:
            counts = strikes()
            self.enter(log.Order(fight.defender, tuple(each.id for each in order)))
        if counts:
            here = [each for each in counter if each in self.world.all_things()]
            strike_back(self.world, fight, here, back)
            self.enter(log.Order(fight.seat, tuple(each.id for each in here)))

    # -- at any time ---------------------------------------------------------------------------

    def effect(self) -> None:
        """An activated text that leaves everything open (TW-19.3)."""
        able = [
            x
            for x in self.world.all_things()
            if x.name in of.OPEN_TEXTS
            and not x.expended
            and self.world.wizards[x.controller].surcharge()
            <= len(self.world.wizards[x.controller].pool)
        ]
        if not able:
            return
        thing = self.chance.choice(able)
        w = self.world.wizards[thing.controller]
        names, unnamed = self.shed(w, self.world.some(w.pool, w.surcharge()))
        w.drain += 1
        did = Deeds(self.world, w.seat, books=self.books).some(3)
        if not did:
            did = (log.Drain(0, w.seat),)
        self.enter(log.Effect(w.seat, thing.id, did=did, mana=names, unnamed=unnamed))  # type: ignore[arg-type]

    def mana(self) -> None:
        """Somebody makes mana for nothing (TW-4.7)."""
        able = [w for w in self.world.wizards.values() if w.pool and (not w.lost or w.retreat)]
        if able:
            w = self.chance.choice(able)
            count = self.chance.randint(1, min(2, len(w.pool)))
            names, unnamed = self.shed(w, self.world.some(w.pool, count))
            self.enter(log.Mana(w.seat, names, unnamed))

    def names(self) -> None:
        """Cards that nobody named are named (TW-20.10)."""
        able = [w for w in self.world.wizards.values() if w.unsaid]
        if able:
            w = self.chance.choice(able)
            found = self.world.some(w.unsaid, self.chance.randint(1, min(3, len(w.unsaid))))
            self.enter(log.NameCards(w.seat, tuple(found)))

    def tally(self) -> None:
        """Somebody counts."""
        w = self.chance.choice(list(self.world.wizards.values()))
        counts = {place: len(w.pile(place)) for place in (*HIDDEN, "discard")}
        self.enter(log.Tally(w.seat, **counts, drain=w.drain, harm=w.harm, wounds=w.wounds))
