"""Turns, as they are really played: phases, Opportunity, cards (sections 3, 6 to 10)."""

from collections.abc import Callable

from msgspec.structs import replace

from events import grand_archive as log
from events.common import Concede
from tests.games.grand_archive.truth.cards import OF
from tests.games.grand_archive.truth.fights import Fights
from tests.games.grand_archive.truth.teller import Teller
from tests.games.grand_archive.truth.world import Item, Player, World

COUNTED = ("hand", "memory", "deck", "material", "graveyard", "banishment")
"""The places of which all can count the cards."""


class TurnLost(Exception):
    """Whose turn it is has lost; the others play on."""


class Turns:
    """Who plays.

    Args:
        world: the true table.
        teller: who tells it.
        leisure: is called whenever the turn player could take a slow action.
    """

    def __init__(self, world: World, teller: Teller, leisure: Callable[[], None]) -> None:
        self.world, self.teller, self.leisure = world, teller, leisure
        self.fights = Fights(world, teller, self.window, self.flush)
        self.added = ""
        """Who added to the stack, and nothing has resolved since."""
        self.passing: log.Pass | None = None
        """A pass that is on record as soon as what it lets happen has happened."""
        self.eager = world.chance.choice((0.02, 0.1, 0.25))
        """How often somebody acts who could pass."""
        self.drew = False
        self.activated: set[str] = set()

    # -- the match -------------------------------------------------------------------------------

    def play(self) -> None:
        """The match, to its end."""
        w = self.world
        first = next(iter(w.players))
        if w.r26:
            self._place_all(first)
        else:
            self.begin(first)
        while not w.over:
            try:
                self.turn()
            except TurnLost:
                self.clean_up()
            if w.over:
                return
            self.begin(self._next())

    def _place_all(self, first: str) -> None:
        """R26: all champions are placed before the first turn; those that can only be one with the
        opening (GA-3.9)."""
        w = self.world
        several = [p for p in w.players.values() if not self._one_spirit(p)]
        for p in w.players.values():
            if p not in several:
                self._put(p, self._spirits(p)[0])
        line = None
        for p in several:
            if line is not None:
                self.teller.tell(line)
            line = self._place(p)
        for seat in w.players:
            w.draw(seat, 7)
        self.begin(first)
        if line is not None:
            self.teller.tell(line)

    def _next(self) -> str:
        w = self.world
        seats = list(w.players)
        at = seats.index(w.active)
        after = (*seats[at + 1 :], *seats[: at + 1])
        return next(seat for seat in after if not w.players[seat].lost)

    def begin(self, seat: str) -> None:
        """A turn begins, and is told by the end of the one before (GA-4.1, 6.10)."""
        w = self.world
        ended = w.active
        w.active, w.turn, w.materialized, self.drew = seat, w.turn + 1, False, False
        self.activated = set()
        p = w.players[seat]
        p.turns += 1
        if p.turns > 1:
            w.phase = "materialize"
            for each in w.of(seat):
                each.rested = False
        elif w.r26:
            w.phase = "main"
            self._draw_first(p)
        else:
            w.phase = "first"
            if self._one_spirit(p):
                self._put(p, self._spirits(p)[0])
        if self.passing is not None:
            self.flush()
        elif ended and not w.players[ended].lost:
            self.teller.tell(log.EndTurn(ended))
        else:
            self.teller.read = self.teller.now()
        if w.over:
            return
        if p.champion is None:
            self.teller.tell(self._place(p))
        elif p.turns == 1 and not w.r26 and self.teller.more():
            self.teller.tell(log.PlaceChampion(seat, p.champion.name))

    def _spirits(self, p: Player) -> list[str]:
        return [name for name in p.material if OF[name].type == "champion" and not OF[name].level]

    def _one_spirit(self, p: Player) -> bool:
        return len(self._spirits(p)) == 1

    def _place(self, p: Player) -> log.PlaceChampion:
        """A Lv 0 champion is placed; what is told where there are several (GA-3.4)."""
        name = self.world.chance.choice(self._spirits(p))
        self._put(p, name)
        return log.PlaceChampion(p.seat, name)

    def _put(self, p: Player, name: str) -> None:
        self.world.place(p.seat, name)
        if not self.world.r26:
            assert p.champion is not None
            self.world.stack.append(Item(p.champion.id, name, p.seat, trigger="on enter"))

    # -- a turn ------------------------------------------------------------------------------------

    def turn(self) -> None:
        """The phases of a turn (section 6)."""
        w = self.world
        p = w.players[w.active]
        if p.turns == 1:
            if not w.r26:
                self.window(natural=False)
                self._draw_first(p)
                self._phase("main")
                self._step()
        else:
            self.materialize(p)
            self.window(natural=False)
            self._phase("recollection")
            self._step()
            self.window(natural=True)
            p.recollect()
            w.phase = "draw"
            self.natural_draw(p)
            self.flush()
            self._phase("main")
            self._step()
        self._stop()
        self.window(slow=True, natural=True)
        self._phase("end")
        for each in w.of(w.active):
            if each.has("vigor"):
                w.arose.append(Item(each.id, each.name, w.active, trigger="vigor"))
        w.stack += w.arose
        self.flush()
        self.window(natural=True)
        self.clean_up()

    def _step(self) -> None:
        """Where passes are on record, a window is named before the first of them (GA-6.2)."""
        if self.world.record:
            self.teller.tell(log.Step(self.world.active, self.world.phase))  # type: ignore[arg-type]

    def _phase(self, name: str) -> None:
        """A phase begins."""
        self.world.phase = name
        self.world.arose = []

    def _draw_first(self, p: Player) -> None:
        """The draw of a first turn, which the first of two players has not (GA-3.6 to 3.8)."""
        w = self.world
        if len(w.players) > 2 or w.turn > 1:
            self.natural_draw(p)

    def natural_draw(self, p: Player) -> None:
        """The draw of the turn; who cannot has lost (GA-6.40, 22.4)."""
        w = self.world
        self.drew = True
        if not w.draw(p.seat, 1):
            w.lose(p.seat)
            event = self.passing or log.Step(p.seat, "main")
            self.passing = None
            if w.over:
                self.teller.tell(event)
            else:
                self.teller.enter(event)
            self._stop()

    def _stop(self) -> None:
        w = self.world
        if w.over:
            raise TurnLost
        if w.players[w.active].lost:
            raise TurnLost

    def clean_up(self) -> None:
        """The damage of allies goes (GA-6.52)."""
        w = self.world
        w.fight = None
        w.stack.clear()
        for each in w.field:
            if each.card.type == "ally":
                each.damage = 0

    # -- Opportunity -------------------------------------------------------------------------------

    def window(self, *, slow: bool = False, natural: bool = True) -> None:
        """Everybody may act, until all have passed on an empty stack (GA-7.5 to 7.8).

        Args:
            slow: whether the turn player may take slow actions.
            natural: whether Opportunity arises here though nothing is on the stack (GA-6.2).
        """
        w = self.world
        order = w.standing()
        at = passed = 0
        while not w.over and not w.players[w.active].lost and (natural or w.stack):
            seat = order[at % len(order)]
            if not w.players[seat].lost and self.acts(seat, slow=slow):
                passed, order = 0, w.standing()
                at = order.index(seat) if seat in order else 0
                self._stop()
                continue
            if w.players[seat].lost:
                order, at, passed = w.standing(), 0, 0
                continue
            passed, at = passed + 1, at + 1
            if w.record:
                self.passes(seat, passed, len(order))
            if passed < len(order):
                continue
            if not w.stack:
                break
            self.added = ""
            self.resolve()
            self.flush()
            order = w.standing()
            passed = at = 0
        self._stop()

    def passes(self, seat: str, passed: int, players: int) -> None:
        """A pass goes on record; in an event not that of whoever has just added to the stack
        (GA-7.15, GA-I 19)."""
        w = self.world
        top = w.stack[-1] if w.stack else None
        if passed == players:
            self.passing = log.Pass(seat)
            return
        added = (
            top is not None and self.added == seat == top.seat and not top.hold and not top.trigger
        )
        if not (w.event and added and passed == 1 and w.chance.random() < 0.5):
            self.teller.tell(log.Pass(seat))

    def flush(self) -> None:
        """The last pass is told, with what it has let happen."""
        if self.passing is not None:
            event, self.passing = self.passing, None
            self.teller.tell(event)

    def acts(self, seat: str, *, slow: bool) -> bool:
        """Whether a player acts who has Opportunity."""
        w, chance = self.world, self.world.chance
        able = self.teller.synced and w.phase == "main" and not w.record
        if able and chance.random() < 0.002:
            self.concede(seat)
            return False
        if slow and seat == w.active and not w.stack and w.fight is None:
            self.leisure()
            if self.teller.more() and self.teller.more() and self.teller.synced:
                self.record()
            if chance.random() < 0.75 and self.slow_act(seat):
                return True
        return chance.random() < self.eager and self.fast_act(seat)

    def record(self) -> None:
        """Figures that all can count, or hidden cards that are laid open (GA-5.42, 25.7)."""
        w, chance = self.world, self.world.chance
        p = w.players[chance.choice(w.standing())]
        if chance.random() < 0.7:
            self.teller.tell(self.tally(p))
        elif chance.random() < 0.5:
            p.open_memory = True
            self.teller.tell(log.Inspection(p.seat, "memory", tuple(p.memory)))
        else:
            p.open_hand = True
            self.teller.tell(log.Inspection(p.seat, "hand", tuple(p.hand)))

    def tally(self, p: Player) -> log.Tally:
        """Some figures of a player."""
        figures = {place: len(getattr(p, place)) for place in COUNTED}
        if p.champion is not None:
            figures |= {"damage": p.champion.damage, "level": p.level}
            figures["life"] = p.champion.card.life - p.champion.damage
        said = self.world.chance.sample(sorted(figures), self.world.chance.randint(1, len(figures)))
        return replace(log.Tally(p.seat), **{name: figures[name] for name in said})

    def concede(self, seat: str) -> None:
        """A player gives up (GA-4.10)."""
        w = self.world
        w.lose(seat)
        if w.over or seat != w.active:
            self.teller.tell(Concede(seat))
        else:
            self.teller.enter(Concede(seat))

    def keeps(self, seat: str) -> bool:
        """Whether a player may add to what is on top: not in an event to what is their own, nor
        the turn player to a materialization, unless they said that they hold (GA-7.15, 25a)."""
        w = self.world
        top = next((each for each in reversed(w.stack) if not each.trigger), None)
        if top is None or top.seat != seat or top.hold:
            return True
        return not (w.event or top.materialized)

    # -- cards -------------------------------------------------------------------------------------

    def payable(self, seat: str, *, fast: bool) -> list[str]:
        """The cards of a hand that can be played and paid for (GA-8.4, 8.10)."""
        w = self.world
        p = w.players[seat]
        most = len(p.hand) - 1 + len(self.lamps(seat))
        return [
            name
            for name in sorted(set(p.hand))
            if OF[name].fast == fast
            and (OF[name].reserve or 0) <= most
            and OF[name].element in p.elements
            and (OF[name].type != "attack" or self.performers(seat, name))
        ]

    def lamps(self, seat: str) -> list[str]:
        """The awake Reservable objects (GA-9.5)."""
        return [x.id for x in self.world.of(seat) if x.has("reservable") and not x.rested]

    def performers(self, seat: str, name: str) -> list[str]:
        """Who can perform an attack card (GA-14.5, 24.6)."""
        w = self.world
        champion = w.players[seat].champion
        if champion is None or not self.fights.may_begin(seat):
            return []
        if "command" in OF[name].words:
            return [each.id for each in w.of(seat) if w.may_attack(each)]
        return [] if champion.rested else [champion.id]

    def fast_act(self, seat: str) -> bool:
        """A fast action."""
        able = self.payable(seat, fast=True)
        if not able or not self.keeps(seat):
            return False
        if not self.world.record:
            self.teller.ready(seat)
        self.activate(seat, self.world.chance.choice(able))
        return True

    def slow_act(self, seat: str) -> bool:
        """An attack, or a slow card."""
        chance = self.world.chance
        if chance.random() < 0.4 and self.fights.attack(seat):
            return True
        able = self.payable(seat, fast=False)
        if not able:
            return self.fights.attack(seat)
        self.activate(seat, chance.choice(able))
        return True

    def activate(self, seat: str, name: str) -> None:
        """A card is activated (section 8)."""
        w, chance = self.world, self.world.chance
        p, card = w.players[seat], OF[name]
        p.hand.remove(name)
        lamps = self.lamps(seat)
        cost = card.reserve or 0
        least = max(0, cost - len(p.hand))
        most = min(cost, len(lamps))
        number = chance.randint(least, most) if chance.random() < 0.4 else least
        resting = chance.sample(lamps, number)
        for each in w.field:
            if each.id in resting:
                each.rested = True
        chance.shuffle(p.hand)
        due = cost - number
        p.memory += p.hand[:due]
        del p.hand[:due]
        p.open_memory = p.open_memory and not due
        p.open_hand = p.open_hand and not (due and p.hand)
        item = Item(w.number(name), name, seat, hold=chance.random() < 0.2)
        event = log.Activate(
            seat,
            name,
            rest=tuple(resting),
            reserved=due if self.teller.more() else None,
            hold=item.hold,
        )
        self.activated.add(seat)
        if card.type == "attack":
            self._attack(item, event)
            return
        w.stack.append(item)
        self.added = seat
        self.teller.tell(event)

    def _attack(self, item: Item, event: log.Activate) -> None:
        """An attack card is activated; one that nobody answers is told with its attack."""
        w, chance = self.world, self.world.chance
        performer = chance.choice(self.performers(item.seat, item.name))
        item.attacker = next(each for each in w.field if each.id == performer)
        item.attacker.rested = True
        if item.attacker.card.type == "ally":
            event = replace(event, attacker=item.attacker.id)
        answered = w.record or chance.random() < 0.5
        if answered or not w.attackable(item.seat, item.attacker):
            w.stack.append(item)
            self.teller.tell(event)
            return
        fight, target = self.fights.at_once(item)
        uses = tuple(each.id for each in fight.uses)
        event = replace(event, target=target, uses=uses, hold=False)
        w.fight = fight
        fight.before = w.clock
        if self.teller.more():
            amount = fight.amount
            self.fights.strike()
            self.teller.tell(replace(event, damage=amount))
            return
        self.teller.tell(event)
        self.fights.go_on()

    # -- materializing -----------------------------------------------------------------------------

    def materialize(self, p: Player) -> None:
        """A card of the material deck, or none (section 10)."""
        w, chance = self.world, self.world.chance
        able = [name for name in p.material if self.may_materialize(p, name)]
        if not able or chance.random() < 0.15:
            return
        name = chance.choice(able)
        cost = OF[name].memory or 0
        floats = [x for x in p.graveyard if "floating memory" in OF[x].words]
        least = max(0, cost - len(p.memory))
        number = max(least, chance.randint(0, min(cost, len(floats))))
        floating = floats[:number]
        chance.shuffle(p.memory)
        picked = p.memory[: cost - number]
        del p.memory[: cost - number]
        for each in floating:
            p.graveyard.remove(each)
        p.banishment += [*floating, *picked]
        p.material.remove(name)
        item = Item(w.number(name), name, p.seat, hold=chance.random() < 0.3, materialized=True)
        w.stack.append(item)
        w.materialized = True
        self.teller.tell(
            log.Materialize(p.seat, name, tuple(picked), floating=tuple(floating), hold=item.hold)
        )

    def may_materialize(self, p: Player, name: str) -> bool:
        """Whether it is allowed, and can be paid for (GA-9.15, 10.6, 10.7, 15.8, 15.15)."""
        card = OF[name]
        floats = sum("floating memory" in OF[x].words for x in p.graveyard)
        if (card.memory or 0) > len(p.memory) + floats:
            return False
        return self.fits(p, name) if card.type == "champion" else card.element in p.elements

    def fits(self, p: Player, name: str) -> bool:
        """Whether a champion card fits on top of a lineage (GA-15.8, 15.15)."""
        card = OF[name]
        if p.champion is None:
            return False
        named = p.champion.name.partition(",")[0]
        return 0 < card.level == p.level + 1 and card.lineage in ("", named)

    # -- the stack ---------------------------------------------------------------------------------

    def resolve(self) -> None:
        """The newest on the stack resolves (section 11)."""
        w = self.world
        item = w.stack.pop()
        p, card = w.players[item.seat], OF[item.name]
        if item.trigger == "on enter":
            w.draw(item.seat, 7)
        elif item.trigger == "vigor":
            for each in w.field:
                if each.id == item.id:
                    each.rested = False
        elif card.type == "champion":
            w.level_up(item.seat, item.name)
            w.numbers[p.lineage[-1]] += 1
        elif card.type == "attack":
            assert item.attacker is not None
            if w.attackable(item.seat, item.attacker):
                self.flush()
            self.fights.resolve(item)
        elif card.lasts:
            w.enter(item)
            self.settle(item)
        else:
            p.graveyard.append(item.name)

    def settle(self, item: Item) -> None:
        """Of two unique objects of one name, one goes (GA-14.16)."""
        w = self.world
        same = [x for x in w.of(item.seat) if x.name == item.name and x.card.unique]
        if len(same) > 1:
            self.flush()
            gone = w.chance.choice(same)
            w.leaves(gone)
            self.teller.tell(log.Settle(item.seat, (gone.id,)))
