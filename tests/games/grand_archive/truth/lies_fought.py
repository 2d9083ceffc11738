"""Lies about attacks and what comes of them, and about what everybody can count."""

from msgspec.structs import replace

from events import grand_archive as log
from tests.games.grand_archive.truth.liar import Liar
from tests.games.grand_archive.truth.world import Player
from tests.games.truth import Lie

# -- attacks ---------------------------------------------------------------------------------------


def attacker(d: Liar, p: Player) -> Lie | None:
    """An attacker that is rested, powerless, disobedient, no unit, or another's."""
    w = d.world
    if not d.free(p) or not d.turns.fights.may_begin(p.seat):
        return None
    able = [x for x in w.field if not w.may_attack(x) or x.seat != p.seat]
    thing = d.one([x for x in able if x.card.type != "champion"])
    foes = [x for x in w.standing() if x != p.seat and w.players[x].champion]
    if thing is None or not foes:
        return None
    event = log.Attack(p.seat, thing.id, f"{d.chance.choice(foes)}.champion")
    if thing.seat != p.seat or not thing.card.unit:
        rules = {"GA-17.1"}
    elif not w.obeys(thing):
        rules = {"GA-21.11"}
    elif thing.rested:
        rules = {"GA-17.1", "GA-17.9", "GA-17.21"}
    else:
        rules = {"GA-17.3"}
    return Lie(f"an attacker, {min(rules)}", event, rules)


def champion(d: Liar, p: Player) -> Lie | None:
    """A champion attacks without power, or rested."""
    w = d.world
    if not d.free(p) or p.champion is None or not d.turns.fights.may_begin(p.seat):
        return None
    uses = tuple(x.id for x in w.of(p.seat) if x.card.type == "weapon")
    foes = [x for x in w.standing() if x != p.seat and w.players[x].champion]
    if not foes:
        return None
    target = f"{d.chance.choice(foes)}.champion"
    if p.champion.rested:
        rules = {"GA-15.41", "GA-17.1", "GA-17.9", "GA-17.21"}
        return Lie("a rested champion", log.Attack(p.seat, p.champion.id, target, uses), rules)
    if p.champion.power:
        return None
    return Lie("a powerless champion", log.Attack(p.seat, p.champion.id, target), {"GA-15.40"})


def target(d: Liar, p: Player) -> Lie | None:
    """A target that may not be attacked (GA-17.5 to 17.8)."""
    w = d.world
    attacker = d.one([x for x in w.of(p.seat) if w.may_attack(x)])
    if attacker is None or not d.free(p) or not d.turns.fights.may_begin(p.seat):
        return None
    able = w.attackable(p.seat, attacker)
    thing = d.one([x for x in w.field if x not in able])
    if thing is None:
        return None
    event = log.Attack(p.seat, attacker.id, thing.id)
    if thing.seat == p.seat:
        return Lie("own target", event, {"GA-17.6"})
    if not thing.card.unit and not thing.card.siegeable:
        return Lie("no target", event, {"GA-17.5"})
    if thing.has("stealth") and not attacker.has("true sight"):
        return Lie("stealth", event, {"GA-17.8"})
    return Lie("taunt", event, {"GA-17.7"})


def weapon(d: Liar, p: Player) -> Lie | None:
    """No weapon, another's, one twice, or one that an ally uses."""
    w = d.world
    if not d.free(p) or p.champion is None or not d.turns.fights.may_begin(p.seat):
        return None
    weapons = [x for x in w.field if x.card.type == "weapon"]
    own = [x for x in weapons if x.seat == p.seat]
    ally = d.one([x for x in w.of(p.seat) if w.may_attack(x)])
    if ally is not None and own and d.chance.random() < 0.5:
        target = d.one(w.attackable(p.seat, ally))
        if target is None:
            return None
        event = log.Attack(p.seat, ally.id, target.id, (d.chance.choice(own).id,))
        return Lie("an ally's weapon", event, {"GA-14.11"})
    target, false = d.one(w.attackable(p.seat, p.champion)), d.one(w.field)
    if p.champion.rested or target is None or false is None:
        return None
    uses = (false.id, false.id) if false in own else (false.id,)
    return Lie("a weapon", log.Attack(p.seat, p.champion.id, target.id, uses), {"GA-17.20"})


def untimely(d: Liar, p: Player) -> Lie | None:
    """An attack in another's turn, or in a first turn of R26 that has none."""
    w = d.world
    thing = d.one([x for x in w.of(p.seat) if x.card.unit])
    foe = d.one([x for x in w.field if x.card.unit and x.seat != p.seat])
    if thing is None or foe is None or w.phase not in ("main", "end"):
        return None
    event = log.Attack(p.seat, thing.id, foe.id)
    if p.seat != w.active:
        return Lie("an attack in another's turn", event, {"GA-17.1"})
    if d.free(p) and not d.turns.fights.may_begin(p.seat):
        return Lie("an attack in the first turn", event, {"GA-3.10"})
    if w.phase == "end":
        return Lie("an attack in the end phase", event, {"GA-17.1"})
    return None


def retaliator(d: Liar, p: Player) -> Lie | None:
    """A unit retaliates that is rested, powerless, or does not defend."""
    fight = d.world.fight
    if fight is None or fight.step != "retaliation":
        return None
    able = [
        x
        for x in d.world.field
        if x.seat != p.seat
        or x not in fight.targets
        or not x.card.unit
        or not x.power
        or (x.rested and not x.has("steadfast"))
    ]
    thing = d.one([x for x in able if x not in fight.retaliators])
    if thing is None:
        return None
    event = log.Retaliate(p.seat, (thing.id,))
    return Lie("a retaliator", event, {"GA-17.32", "GA-17.33", "GA-17.34"})


def interceptor(d: Liar, p: Player) -> Lie | None:
    """An ally intercepts that cannot."""
    fight = d.world.fight
    if fight is None:
        return None
    thing = d.one([x for x in d.world.of(p.seat) if not x.has("intercept") or x.rested])
    if thing is None:
        return None
    event = log.Intercept(p.seat, thing.id)
    return Lie("an interception", event, {"GA-17.10", "GA-24.18", "GA-24.5"})


def damage(d: Liar, p: Player) -> Lie | None:
    """Another amount of damage than the attack deals."""
    fight = d.world.fight
    if fight is None or fight.seat != p.seat:
        return None
    event = log.CombatDamage(p.seat, fight.amount + d.chance.randint(1, 3))
    return Lie("damage", event, {"GA-17.43"})


# -- the record ------------------------------------------------------------------------------------


def tally(d: Liar, p: Player) -> Lie | None:
    """A figure that all can count is another, and will be until somebody decides something."""
    if p.champion is None:
        return None
    grow = {x: len(getattr(p, x)) for x in ("hand", "graveyard", "banishment")}
    grow["damage"] = p.champion.damage
    shrink = {x: len(getattr(p, x)) for x in ("memory", "deck", "material")}
    shrink |= {"level": p.level, "life": p.champion.card.life - p.champion.damage}
    what = d.chance.choice(sorted(grow | shrink))
    if not grow.get(what, 1) or d.world.stack:
        return None
    wrong = grow[what] - 1 if what in grow else shrink[what] + d.chance.randint(1, 4)
    event = replace(log.Tally(p.seat), **{what: wrong})
    return Lie(f"a tally, {what}", event, {"GA-5.42"})


def thing(d: Liar, p: Player) -> Lie | None:
    """Damage or durability of an object is another."""
    thing = d.one(d.world.of(p.seat))
    if thing is None or d.world.stack:
        return None
    if thing.durability is not None:
        event = log.Tally(p.seat, thing.id, counters=thing.durability + 1, kind="durability")
    else:
        event = log.Tally(p.seat, thing.id, damage=thing.damage + d.chance.randint(1, 4))
    return Lie("a figure", event, {"GA-5.42"})


def opened(d: Liar, p: Player) -> Lie | None:
    """A hand or memory is laid open with a card that cannot be there, or with another number."""
    place: log.Place = d.chance.choice(("hand", "memory", "deck"))
    cards, false = list(getattr(p, place)), d.pick(d.elsewhere(p, place))
    if len(cards) < 3 or false is None:
        return None
    if d.chance.random() < 0.3:
        event = log.Inspection(p.seat, place, tuple(cards[2:]))
        return Lie("a number laid open", event, {"GA-5.42"})
    event = log.Inspection(p.seat, place, (*cards[1:], false))
    return Lie("a card laid open", event, {"GA-5.2", "GA-25.7"})


def ended(d: Liar, p: Player) -> Lie | None:
    """Another's turn is ended."""
    if p.seat == d.world.active or p.champion is None:
        return None
    return Lie("another's turn ended", log.EndTurn(p.seat), {"GA-6.48"})


def back(d: Liar, p: Player) -> Lie | None:
    """Play goes back to a window that is over."""
    w = d.world
    if w.phase not in ("main", "end") or w.fight is not None or w.stack:
        return None
    rules = {"GA-6.1", "GA-3.6", "GA-3.7", "GA-3.9"}
    to = d.chance.choice(("recollection", "draw"))
    return Lie("a window that is over", log.Step(w.active, to), rules)  # type: ignore[arg-type]


def settled(d: Liar, p: Player) -> Lie | None:
    """Something is sacrificed though nothing is to be settled."""
    thing = d.one([x for x in d.world.of(p.seat) if x.card.type != "champion"])
    if thing is None or d.world.stack:
        return None
    return Lie("a sacrifice", log.Settle(p.seat, (thing.id,)), {"GA-20.5"})


def drawn(d: Liar, p: Player) -> Lie | None:
    """A card is drawn that nothing gave."""
    w = d.world
    if not w.active or not p.deck or p.champion is None:
        return None
    count = d.chance.randint(1, 2)
    rules = {"GA-22.1", "GA-6.40", "GA-25.8", "GA-3.6", "GA-3.12"}
    return Lie("a draw", log.Act(p.seat, (log.DrawCards(count),)), rules)


def again(d: Liar, p: Player) -> Lie | None:
    """A second Lv 0 champion is placed."""
    if p.champion is None or p.turns < 2:
        return None
    return Lie("a second Spirit", log.PlaceChampion(p.seat, "Fire"), {"GA-15.3"})
