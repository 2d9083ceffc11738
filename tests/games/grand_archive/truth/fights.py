"""Combat, as it really goes (section 17)."""

from collections.abc import Callable, Sequence

from events import grand_archive as log
from tests.games.grand_archive.truth.cards import OF
from tests.games.grand_archive.truth.teller import Teller
from tests.games.grand_archive.truth.world import Fight, Item, Thing, World


class Fights:
    """Attacks, of units by themselves and of attack cards.

    Args:
        world: the true table.
        teller: who tells it.
        window: gives everybody Opportunity.
        flush: tells the last pass, where passes are on record.
    """

    def __init__(
        self,
        world: World,
        teller: Teller,
        window: Callable[[], None],
        flush: Callable[[], None],
    ) -> None:
        self.world, self.teller, self.window, self.flush = world, teller, window, flush

    # -- declarations ----------------------------------------------------------------------------

    def attackers(self, seat: str) -> list[tuple[Thing, list[Thing]]]:
        """What could attack without a card, each with what it uses (GA-15.40, 15.43, 17.3)."""
        w = self.world
        found = [(each, list[Thing]()) for each in w.of(seat) if w.may_attack(each)]
        champion = w.players[seat].champion
        assert champion is not None
        if champion.rested:
            return found
        uses = self.weapons(seat)
        if uses or champion.power > 0:
            found.append((champion, uses))
        return found

    def weapons(self, seat: str) -> list[Thing]:
        """Weapons that a champion uses, or none (GA-17.22)."""
        able = [each for each in self.world.of(seat) if each.card.type == "weapon"]
        return self.world.chance.sample(able, self.world.chance.randint(0, len(able)))

    def may_begin(self, seat: str) -> bool:
        """R26: on the first turns only the last player attacks (GA-3.10)."""
        w = self.world
        first = w.players[seat].turns == 1
        return not (w.r26 and first and w.turn < len(w.players))

    def attack(self, seat: str) -> bool:
        """A unit attacks, if one can (GA-17.1)."""
        w, chance = self.world, self.world.chance
        able = self.attackers(seat)
        if not able or not self.may_begin(seat):
            return False
        attacker, uses = chance.choice(able)
        targets = w.attackable(seat, attacker)
        if not targets:
            return False
        target = chance.choice(targets)
        attacker.rested = True
        fight = Fight(seat, attacker, [target], uses, before=w.clock)
        words = (w.called(attacker), self._target(targets, target))
        self._declared(fight, words, None)
        return True

    def _target(self, targets: Sequence[Thing], target: Thing) -> str:
        """A word for what is attacked; none where it can be only one."""
        if len(targets) == 1 and self.world.chance.random() < 0.5:
            return ""
        return self.world.called(target)

    def resolve(self, item: Item) -> None:
        """An attack card has resolved: it is declared what it attacks, or fizzles without a
        target (GA-14.6, 14.7, 17.21)."""
        w = self.world
        assert item.attacker is not None
        if not w.attackable(item.seat, item.attacker):
            w.players[item.seat].graveyard.append(item.name)
            return
        fight, target, alone = self._of_card(item)
        plain = alone and not fight.uses
        if plain and w.chance.random() < 0.5:
            item.fight = w.fight = fight
            self.go_on()
            return
        if not w.record and self.teller.more():
            self.teller.say_resolved(item)
        attacker = "ally" if item.attacker.card.type == "ally" else "champion"
        named = w.called(item.attacker) if attacker == "ally" else item.attacker.id
        self._declared(fight, (named, target), item)

    def _of_card(self, item: Item) -> tuple[Fight, str, bool]:
        """The fight that an attack card brings about, a word for its target, and whether there
        was only that one."""
        w, chance = self.world, self.world.chance
        attacker, card = item.attacker, OF[item.name]
        assert attacker is not None
        uses = self.weapons(item.seat) if attacker.card.type == "champion" else []
        if chance.random() < 0.5:
            uses = []
        if "cleave" in card.words:
            foes = [
                seat
                for seat in w.standing()
                if seat != item.seat and w.attackable(item.seat, attacker, cleave=seat)
            ]
            foe = chance.choice(foes)
            targets = w.attackable(item.seat, attacker, cleave=foe)
            return (
                Fight(item.seat, attacker, targets, uses, [item], cleave=True),
                foe,
                (len(w.standing()) == 2),
            )
        able = w.attackable(item.seat, attacker)
        target = chance.choice(able)
        fight = Fight(item.seat, attacker, [target], uses, [item])
        return fight, self._target(able, target), len(able) == 1

    def at_once(self, item: Item) -> tuple[Fight, str]:
        """An attack card that nobody answers, told with its attack in one line."""
        fight, target, _ = self._of_card(item)
        return fight, target or self.world.called(fight.targets[0])

    def _declared(self, fight: Fight, words: tuple[str, str], item: Item | None) -> None:
        """The declaration is told; now and then with what came of it, where nobody acted."""
        w, teller = self.world, self.teller
        w.fight = fight
        fight.before = w.clock
        uses = tuple(w.called(each) for each in fight.uses)
        event = log.Attack(fight.seat, words[0], words[1], uses)
        if item is None and not w.record and teller.more():
            amount = fight.amount
            self.strike()
            teller.tell(log.Attack(fight.seat, words[0], words[1], uses, damage=amount))
            return
        teller.tell(event)
        self.go_on()

    # -- what follows ------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Interception, retaliation, damage, each with its windows (GA-17.30 to 17.62)."""
        w, chance = self.world, self.world.chance
        fight = w.fight
        assert fight is not None
        fight.before = w.clock
        self._intercept(fight)
        self.window()
        self.flush()
        for seat in w.standing():
            if seat == fight.seat:
                continue
            units = [
                each
                for each in fight.targets
                if each.seat == seat
                and each.card.unit
                and each.power > 0
                and (not each.rested or each.has("steadfast"))
                and chance.random() < 0.5
            ]
            if units:
                self._retaliate(fight, seat, units)
        if w.fight is not fight:
            return
        fight.step = "damage"
        self.window()
        if w.fight is not fight:
            return
        amount = fight.amount if fight.targets else 0
        ordered = tuple(each.id for each in fight.retaliators)
        self.strike()
        if w.record:
            self.flush()
        elif w.over or any(p.lost for p in w.players.values()) or self.teller.more():
            said = amount if chance.random() < 0.5 else None
            order = ordered if len(ordered) > 1 and chance.random() < 0.5 else ()
            self.teller.tell(log.CombatDamage(fight.seat, said, order))

    def _intercept(self, fight: Fight) -> None:
        w, chance = self.world, self.world.chance
        target = fight.targets[0]
        if fight.cleave or target.card.type != "champion":
            return
        able = [x for x in w.of(target.seat) if x.has("intercept") and not x.rested]
        if able and chance.random() < 0.5:
            ally = chance.choice(able)
            fight.targets = [ally]
            self.teller.tell(log.Intercept(ally.seat, w.called(ally)))

    def _retaliate(self, fight: Fight, seat: str, units: list[Thing]) -> None:
        w, chance = self.world, self.world.chance
        chance.shuffle(units)
        lines = [units] if chance.random() < 0.7 else [[each] for each in units]
        for line in lines:
            for each in line:
                if not each.has("steadfast"):
                    each.rested = True
            fight.retaliators += line
            self.teller.tell(log.Retaliate(seat, tuple(w.called(each) for each in line)))

    def strike(self) -> None:
        """All strike at once; then the fight is over (GA-17.42 to 17.48, 17.61)."""
        w = self.world
        fight = w.fight
        assert fight is not None
        amount = fight.amount
        for each in fight.targets:
            if each.durability is not None:
                each.durability -= amount
            else:
                each.damage += amount
        for each in fight.retaliators:
            fight.attacker.damage += each.power
        for each in fight.uses if fight.targets else ():
            assert each.durability is not None
            each.durability -= 1
        w.fight = None
        for item in fight.intents:
            w.players[item.seat].graveyard.append(item.name)
        w.check()
