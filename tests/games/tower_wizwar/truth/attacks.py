"""Attacks as they are logged: with their blocks and orders, or entry by entry."""

from collections.abc import Sequence

from events import tower_wizwar as log
from tests.games.tower_wizwar.truth.acts import Acts
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
from tests.games.tower_wizwar.truth.world import Thing, Wizard


class Attacks(Acts):
    """The attack phase (section 15)."""

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
        if self.chance.random() < 0.3:
            self.held_back(fight)
            return
        first = able_to_block(self.world, fight)
        blocks = bool(first) and self.chance.random() < 0.7
        if blocks:
            blocker = self.chance.choice(first)
            joiners = able_to_join(self.world, fight, blocker)
            count = self.chance.randint(0, len(joiners))
            fight.blockers = [blocker, *self.chance.sample(joiners, count)][:5]
        self.fought(fight, asked=bool(first))

    def held_back(self, fight: Fight) -> None:
        """An attack that goes on only when that is said, with effects in between (TW-15.24)."""
        w, target = self.world.wizards[fight.seat], fight.target
        counter = self.chance.choice(list(in_orders(fight.attackers)))
        to = target if isinstance(target, str) else target.id
        attackers, told = (tuple(x.id for x in each) for each in (fight.attackers, counter))
        self.enter(log.Attack(w.seat, to, attackers, counter=told, waiting=True))
        self.amid()
        if not self.is_there(target):
            return
        first = able_to_block(self.world, fight)
        order: list[Thing] = []
        if first and self.chance.random() < 0.8:
            blocker = self.chance.choice(first)
            joiners = able_to_join(self.world, fight, blocker)
            fight.blockers = [blocker, *joiners][:5]
            order = self.chance.choice(list(in_orders(fight.blockers)))
            ids = tuple(x.id for x in fight.blockers)
            said = tuple(x.id for x in order)
            self.enter(log.Block(fight.defender, ids[0], ids[1:], said, waiting=True))
        elif first:
            self.enter(log.NoBlock(fight.defender, waiting=True))
        back = sum(each.power for each in fight.blockers)
        if first:  # else no entry parts that moment from the one before
            self.amid()
        if not self.is_there(target):
            return
        fight.attackers = self.here(fight.attackers)
        declared, fight.blockers = fight.blockers, self.here(fight.blockers)
        strike(self.world, fight, self.here(order))
        self.enter(log.GoOn(w.seat))
        if not declared:
            return
        self.amid()
        fight.attackers = self.here(fight.attackers)
        strike_back(self.world, fight, self.here(counter), back)
        self.enter(log.GoOn(w.seat))

    def amid(self) -> None:
        """Effects in the midst of an attack."""
        self.fighting = True
        for _ in range(self.chance.randint(0, 2)):
            self.effect()
        self.fighting = False

    def is_there(self, target: Thing | str) -> bool:
        """Whether the target of an attack is still one (TW-15.23)."""
        if isinstance(target, str):
            return not self.world.wizards[target].lost
        return target in self.world.all_things()

    def here(self, things: Sequence[Thing]) -> list[Thing]:
        """Those of these cards that are still in play."""
        return [each for each in things if each in self.world.all_things()]

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
