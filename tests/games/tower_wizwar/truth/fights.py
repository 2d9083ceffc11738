"""Attacks by the rules of section 15, on the true table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations, product

from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.world import Thing, World


@dataclass
class Fight:
    """An attack, and how it was blocked.

    Args:
        seat: who attacks.
        attackers: the cards that attack.
        target: a card, or the seat of a wizard.
        defender: who may block.
        blockers: the blocker and those who joined it.
    """

    seat: str
    attackers: list[Thing]
    target: Thing | str
    defender: str
    blockers: list[Thing] = field(default_factory=list)


def able_to_attack(world: World, seat: str) -> list[Thing]:
    """Creatures in forward spots that are not expended (TW-15.5)."""
    return [
        each
        for each in world.wizards[seat].things()
        if each.spot[0] == "F"
        and of.is_creature(each.name)
        and not each.has("ethereal")
        and not each.expended
    ]


def targets(world: World, seat: str) -> list[Thing | str]:
    """Cards in forward and shield spots of any wizard, and opponents (TW-15.7)."""
    found: list[Thing | str] = [x for x in world.all_things() if x.spot[0] in "FS"]
    return [*found, *world.opponents(seat), *world.opponents(seat)]


def able_to_block(world: World, fight: Fight) -> list[Thing]:
    """Who may be the blocker (TW-15.9 to 15.12)."""
    return [each for each in _corporeal(world, fight) if _may_block(world, each, fight)]


def _may_block(world: World, thing: Thing, fight: Fight) -> bool:
    guardian = thing.has("guardian")
    if isinstance(fight.target, str):
        bare = world.wizards[fight.target].tower() is None
        beside = bare and world.reading["TW-I 89"] == "may_block"
        return thing.spot[0] == "S" or (guardian and (beside or thing.spot[0] != "J"))
    if fight.target.spot[0] == "F":
        return guardian and thing.spot[0] == "F"
    return guardian


def able_to_join(world: World, fight: Fight, blocker: Thing) -> list[Thing]:
    """Guardians in shield spots may join the blocker (TW-15.13)."""
    return [
        each
        for each in _corporeal(world, fight)
        if each is not blocker and each.spot[0] == "S" and each.has("guardian")
    ]


def _corporeal(world: World, fight: Fight) -> list[Thing]:
    """Cards of the defender that may block anything: corporeal, not expended, not the target, not
    under another."""
    w = world.wizards[fight.defender]
    tops = [there[-1] for there in w.map.values()]
    met = w.tower() if isinstance(fight.target, str) else fight.target
    return [x for x in tops if not x.has("ethereal") and not x.expended and x is not met]


def in_orders(group: Sequence[Thing]) -> Iterator[list[Thing]]:
    """A group in rising Might, the equal ones in every order."""
    ranked = sorted(group, key=lambda each: each.might)
    tied = [list(permutations(each)) for _, each in groupby(ranked, key=lambda each: each.might)]
    for found in product(*tied):
        yield [thing for part in found for thing in part]


@dataclass(frozen=True)
class Hit:
    """What a card is assigned: whether it is harmed, or goes back to a hand."""

    id: str
    harmed: bool
    away: bool


def assigned(damage: int, group: Sequence[Thing]) -> tuple[list[Hit], int]:
    """Damage along a group in its order, and what is left of it (TW-15.15, 16.4 to 16.6)."""
    found, left = [], damage
    for thing in group:
        if not damage or (not left and thing.might):
            continue
        found.append(hit(thing, left))
        left -= min(left, thing.might)
    return found, left


def hit(thing: Thing, damage: int) -> Hit:
    """What damage does that comes to a card (TW-15.18, 16.6)."""
    away = thing.has("ephemeral")
    return Hit(thing.id, not away and damage >= thing.might > 0, away)


def matters(damage: int, group: Sequence[Thing]) -> bool:
    """Whether the order of equal cards makes a difference to what is seen (TW-15.16).

    An expended card that is only expended once more is as it was.
    """
    expended = {thing.id: thing.expended for thing in group}
    seen = set()
    for order in in_orders(group):
        hits, left = assigned(damage, order)
        done = {each for each in hits if each.harmed or each.away or not expended[each.id]}
        seen.add((frozenset(done), left))
    return len(seen) > 1


def strike(world: World, fight: Fight, order: Sequence[Thing]) -> None:
    """The damage of the attack (TW-15.14 to 15.20)."""
    damage = sum(each.power for each in fight.attackers)
    hits, left = assigned(damage, order)
    _suffer(world, hits, fight.blockers)
    if not left:
        return
    target = fight.target
    if isinstance(target, Thing):
        _suffer(world, [hit(target, left)], [target])
        return
    w = world.wizards[target]
    tower = w.tower()
    if tower is not None:
        _suffer(world, [hit(tower, left)], [tower])
    else:
        w.harm += left // 7


def strike_back(world: World, fight: Fight, order: Sequence[Thing], damage: int) -> None:
    """The counterattack, by the power that the blockers had (TW-15.21, 15.22)."""
    hits, _ = assigned(damage, order)
    _suffer(world, hits, fight.attackers)


def _suffer(world: World, hits: Sequence[Hit], group: Sequence[Thing]) -> None:
    by_id = {thing.id: thing for thing in group}
    for each in hits:
        thing = by_id[each.id]
        if each.away:
            world.leaves(thing, "hand")
            continue
        thing.expended = True
        if each.harmed:
            world.put_harm(thing, 1)
