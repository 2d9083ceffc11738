"""Attacks, divided ones, and their new targets (sections 7 and 14.23)."""

from functools import partial

from events.notation.words import quote
from events.warrift import Attack, Part, Retarget
from referee.english import one_of
from referee.games.warrift.answered import hear_mark, require_not_struck
from referee.games.warrift.catalog import Monster
from referee.games.warrift.effects.protection import forcefields
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, require_numbered
from referee.games.warrift.state import (
    MID,
    InPlay,
    Played,
    Strike,
    WrTable,
    card_of,
    controlled,
    monsters,
)
from referee.games.warrift.time_to_act import (
    begun,
    require_begun,
    require_mid,
    require_nothing_awaited,
)
from referee.games.warrift.triggers import happened
from referee.games.warrift.values import attack_of, has_word
from referee.games.warrift.window import changed
from referee.parts.requirements import Requirements, Row, for_good
from referee.parts.responses import Pending, pend


@handles
def attack(t: WrTable, e: Attack) -> None:
    """A creature attacks (WR-7.1 to 7.5)."""
    creature, strike = require_to_attack(t, e)
    t.set(creature, "attacks", creature.attacks + 1)
    pend(t, None, strike)
    happened(t, "attack", creature.id, e.seat)


def require_to_attack(t: WrTable, e: Attack) -> tuple[InPlay, Strike]:
    """A creature may attack so now (WR-7.1 to 7.5, 14.20, 14.23).

    Returns:
        The creature, and its attack.
    """
    answer = hear_mark(t, e)
    require_begun(t, e.seat)
    creature = _attacker(t, e.seat, e.creature)
    _require_time(t, e, creature, answer)
    if creature is None:
        t.forbid(
            "WR-7.1",
            "{seat} has no creature {name} in play",
            legal=_able(t, e.seat),
            seat=e.seat,
            name=e.creature,
        )
    ATTACKERS.require(t, creature, instead=partial(_able, t, e.seat))
    name, full = creature.name, attack_of(t, creature)
    if name in t.state.left:
        t.trust(f"{creature.id} is another card than the {name} that has attacked this turn")
    parts = [Part(target(t, part.monster).id, part.amount) for part in e.parts]
    undivided = _require_parts(t, creature, parts, full)
    for part in parts:
        _require_open(t, e.seat, part.monster)
    if undivided:
        parts = [Part(parts[0].monster, full)]
    entry = answer.entry if answer else 0
    found = Strike(t.seq, e.seat, creature.id, entry, parts=parts, undivided=undivided)
    return creature, found


def _attacker(t: WrTable, seat: str, named: str) -> InPlay | None:
    """Which creature is meant: an id, or the name of one that has not attacked."""
    things = t.state.zones.things
    found = things.get(named)
    if found is not None:
        return found if found.controller == seat else None
    own = [each for each in things.values() if each.name == named and each.controller == seat]
    if not own:
        require_numbered(t, named, _able(t, seat))
        return None
    ready = [each for each in own if not has_attacked(each)] or own[:1]
    if len(ready) > 1:
        t.incomplete(f"say which {named}", creature=[each.id for each in ready])
    return ready[0]


def has_attacked(creature: InPlay) -> bool:
    """Whether a creature has attacked as often as it may (WR-7.3)."""
    return creature.attacks > creature.again


def _has_attack(t: WrTable, creature: InPlay) -> bool:
    return getattr(card_of(t, creature), "attack", None) is not None


def _is_first(t: WrTable, creature: InPlay) -> bool:
    """Whether no card that has attacked this turn can be this one, played once more (WR-I 31)."""
    return creature.name not in t.state.left or LAYOUT.counted(t)[creature.name] > 1


ATTACKERS = Requirements(
    {
        "creature": lambda t, c: c.id,
        "times": lambda t, c: c.attacks,
        "most": lambda t, c: c.again + 1,
    },
    Row("WR-7.1", "{creature} has no attack value", _has_attack, refused=for_good),
    Row("WR-7.1", "{creature} has an attack of 0",
        lambda t, c: t.choice["WR-I 29"] != "no" or attack_of(t, c)),
    Row("WR-7.3", "{creature} has attacked {times} of {most}", lambda t, c: not has_attacked(c)),
    Row("WR-7.3", "{creature} has attacked this turn", _is_first),
)  # fmt: skip
"""What is asked of a creature that attacks, beside the time."""


def _able(t: WrTable, seat: str) -> str:
    """Which creatures of a player may attack now, for a hint."""
    state = t.state
    own_mid = seat == state.active and state.phase <= MID
    return one_of(
        each.id
        for each in controlled(t, seat)
        if ATTACKERS.hold(t, each) and (own_mid or each.ambush == state.turn)
    )


def _targets(t: WrTable) -> str:
    return one_of(each.id for each in monsters(t))


def _require_time(t: WrTable, e: Attack, creature: InPlay | None, answer: Pending | None) -> None:
    """In one's mid step, and otherwise only by Ambush of this turn (WR-7.1, 7.4)."""
    state = t.state
    if creature is None or creature.ambush != state.turn:
        if answer is not None:
            rule = "WR-7.4" if e.seat == state.active else "WR-7.1"
            t.refuse(
                rule,
                "{creature} did not come by Ambush this turn",
                creature=e.creature,
                since=answer.entry,
            )
        require_mid(t, e.seat, Attack)
        if e.answers:
            require_not_struck(t, e.answers)
        return
    require_not_struck(t, e.answers)
    own_mid = e.seat == state.active and state.phase == MID
    if not own_mid and t.choice["WR-I 30"] == "at_once_only" and not _at_once(t, creature):
        t.refuse(
            "WR-7.1",
            "{creature} did not attack at once",
            creature=creature.id,
            since=creature.since,
        )
    require_nothing_awaited(t, but_the_eye=not own_mid, answer=answer)
    begun(t)


def _at_once(t: WrTable, creature: InPlay) -> bool:
    """Whether nothing was played since its card acted (WR-I 30)."""
    waits = any(
        isinstance(each, Played) and each.source == creature.id for each in t.state.waiting.stack
    )
    return waits or creature.done in (t.last + 1, t.seq)


def _require_open(t: WrTable, seat: str, monster: str) -> None:
    """A kill is not stolen from a protected player, where that is agreed (WR-14.20, WR-I 62)."""
    if t.choice["WR-I 62"] != "yes":
        return
    for each in t.state.waiting.stack:
        if not isinstance(each, Strike) or each.seat == seat:
            continue
        fields = forcefields(t, each.seat)
        if fields and any(part.monster == monster for part in each.parts):
            t.refuse(
                "WR-14.20",
                "{owner} is under the Forcefield of {source}",
                owner=each.seat,
                source=fields[-1].source,
                since=fields[-1].entry,
            )


def target(t: WrTable, named: str, field: str = "parts") -> InPlay:
    """The monster in play that is meant (WR-7.2); ``field`` is where it was named.

    Raises:
        Violation: WR-7.2, there is no such monster in play.
        Unsaid: several bear that name.
    """
    things = t.state.zones.things
    found = things.get(named)
    if found is None:
        bearing = [each for each in things.values() if each.name == named]
        if len(bearing) > 1:
            t.incomplete(f"say which {named}", **{field: [each.id for each in bearing]})
        found = bearing[0] if bearing else None
    if found is None and named not in t.state.seats:
        require_numbered(t, named, _targets(t))
    if found is None or not isinstance(t.catalog.cards[found.name], Monster):
        t.forbid("WR-7.2", "{target} is no monster in play", target=named, legal=_targets(t))
    return found


def _require_parts(t: WrTable, creature: InPlay, parts: list[Part], full: int) -> bool:
    """The whole attack to one monster, or divided by Overwhelm (WR-7.5, 14.23).

    Returns:
        Whether it is undivided: one part of the full value.
    """
    amounts = [part.amount for part in parts]
    if len(parts) == 1 and amounts[0] in (None, full):
        return True
    if not has_word(t, creature, "overwhelm"):
        if len(parts) > 1:
            t.refuse(
                "WR-7.5",
                "{creature} attacks {count:monster}, without Overwhelm",
                creature=creature.id,
                count=len(parts),
                legal="one monster",
            )
        else:
            t.refuse(
                "WR-7.5",
                "an attack of {logged}, where {creature} has {full}",
                creature=creature.id,
                logged=amounts[0] or 0,
                full=full,
                legal=f"exactly {full}",
            )
        return len(parts) == 1
    named = [part.monster for part in parts]
    if len(set(named)) < len(named):
        twice = next(each for each in named if named.count(each) > 1)
        t.refuse("WR-14.23", "{monster} has two parts", monster=twice)
    if None in amounts:
        open_parts = [part.monster for part in parts if part.amount is None]
        words = [
            f"{quote(each)}:{n}" for each in open_parts for n in range(1, full - len(parts) + 2)
        ]
        t.incomplete("say how the attack is divided", parts=words)
    if any(not amount for amount in amounts):
        t.refuse("WR-14.23", "a part of 0", legal="parts of at least 1")
    total = sum(amount or 0 for amount in amounts)
    at_most = t.choice["WR-I 65"] == "at_most"
    if total > full or (total < full and not at_most):
        legal = f"{'at most' if at_most else 'exactly'} {full}"
        t.refuse("WR-14.23", "parts of {total} in all", total=total, full=full, legal=legal)
    return False


def targets_gone(t: WrTable, attack: Strike) -> list[Part]:
    """The parts of an attack whose monster is gone (WR-7.9)."""
    things = t.state.zones.things
    return [part for part in attack.parts if part.monster not in things]


@handles
def retarget(t: WrTable, e: Retarget) -> None:
    """An attack whose target is gone turns to another monster (WR-7.9, 14.24)."""
    require_begun(t, e.seat)
    found = changed(t, e)
    if not isinstance(found, Strike):
        over = e.attack in t.state.struck
        why = "the attack of entry {entry} has struck" if over else "no attack waits to be turned"
        t.forbid("WR-7.9", why, entry=e.attack)
    if found.seat != e.seat:
        t.refuse("WR-7.9", "the attack is {owner}'s", owner=found.seat, seat=e.seat)
    require_nothing_awaited(t, but_the_eye=True, answer=found)
    gone = targets_gone(t, found)
    if e.part:
        named = [x for x in found.parts if e.part in (x.monster, x.monster.rpartition(".")[0])]
        if not named:
            t.forbid("WR-7.9", "no part of the attack is on {part}", part=e.part)
        gone = [part for part in named if part in gone]
    if not gone:
        parts = [e.part] if e.part else [part.monster for part in found.parts]
        t.forbid(
            "WR-7.9",
            "{still} {are} still in play",
            still=", ".join(parts),
            are="is" if len(parts) == 1 else "are",
            since=found.entry,
        )
    if len({part.monster for part in gone}) > 1:
        t.incomplete("say which part is turned", part=[part.monster for part in gone])
    monster = target(t, e.monster, "monster")
    turned = list(found.parts)
    turned[turned.index(gone[0])] = Part(monster.id, gone[0].amount)
    t.set(found, "parts", turned)
    t.push(found.turned, t.seq)
    begun(t)
