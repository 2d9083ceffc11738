"""Attacks: declared, blocked, damage, counterattack (section 15)."""

from events.tower_wizwar import Attack, Block, GoOn, NoBlock, Order
from referee.games.tower_wizwar.facts import (
    AttackBlocked,
    AttackDeclared,
    DamageAssigned,
)
from referee.games.tower_wizwar.groups import (
    Assigned,
    aimed_at,
    assign,
    awaited_order,
    could_block,
    counter_of,
    damage_of,
    defender_of,
    goes_away,
    why_not_block,
    why_not_join,
)
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import expend, goes_back, harm_wizard, put_harm
from referee.games.tower_wizwar.places import find_in_play, spells_in
from referee.games.tower_wizwar.reckoning import (
    READING,
    WIZARD,
    allowed,
    has_word,
    might_of,
    power_of,
    require_not_forbidden,
)
from referee.games.tower_wizwar.state import (
    ATTACK,
    GROUP,
    InPlay,
    Strike,
    TwTable,
    card_of,
    covered,
    opponents,
    stands,
)
from referee.games.tower_wizwar.turn import act
from referee.house import require_playing, side_of
from referee.parts.layers import permitted
from referee.parts.responses import pend, take_away

DECLARED, BLOCKED, DAMAGE = "", "blocked", "damage"
"""The moments that an attack has come to; the counterattack ends it (TW-15.24)."""


@handles
def attack(t: TwTable, e: Attack) -> None:
    """An attack is declared; it goes on as far as nothing more has to be said (TW-15.4 to
    15.8)."""
    act(t, e.seat, ATTACK, "TW-11.19")
    _require_another(t, e.seat)
    attackers = [_attacker(t, e.seat, named) for named in e.attackers]
    ids = [each.id for each in attackers]
    if len(set(ids)) < len(ids):
        t.forbid("TW-15.5", "an attacker is named twice")
    if len(ids) > GROUP:
        t.forbid("TW-1.5", "{have} cards attack", have=len(ids), legal=f"at most {GROUP}")
    target = _target(t, e.seat, e.target)
    strike = Strike(t.seq, e.seat, ids[0], attackers=ids, target=target, waiting=e.waiting)
    t.set(t.state.done, "attacks", t.state.done.attacks + 1)
    power = sum(power_of(t, each) for each in attackers)
    t.fact(AttackDeclared(e.seat, target, defender_of(t, strike), len(ids), power))
    for each in attackers:
        if not allowed(t, "unexpended", each):
            expend(t, each)
    pend(t, None, strike)
    if e.counter:
        t.set(strike, "counter", [find_in_play(t, each, e.seat).id for each in e.counter])
    if e.block:
        _block(t, strike, defender_of(t, strike), e.block[0], e.block[1:], e.order)
    elif e.unblocked or next(could_block(t, strike), None) is None:
        _unblocked(t, strike)
    if not e.waiting:
        go_on(t, strike)


def attacks_left(t: TwTable, seat: str) -> int:
    """How many attacks a wizard has in this phase: one, and one more for each three cards in the
    pool (TW-11.18)."""
    done = t.state.done
    counts = t.choice["TW-I 37"] == "phase_start" and t.state.phase == ATTACK
    held = done.pool if counts else spells_in(t, seat, "pool")
    return 1 + held // 3 - done.attacks


def _require_another(t: TwTable, seat: str) -> None:
    """No more attacks than the pool allows (TW-11.18)."""
    done, left = t.state.done, attacks_left(t, seat)
    if left < 1 and not allowed_to(t, "attack", seat):
        t.refuse(
            "TW-11.18",
            "{seat} has attacked {have} times",
            seat=seat,
            have=done.attacks,
            legal=f"at most {left + done.attacks}",
        )


def allowed_to(t: TwTable, what: str, seat: str) -> bool:
    """Whether an effect in force allows a wizard something."""
    return bool(t.state.changes.on) and permitted(t, READING, what, seat) is not None


def _attacker(t: TwTable, seat: str, named: str) -> InPlay:
    """A creature in a forward spot of the own map that is not expended (TW-15.5)."""
    thing = find_in_play(t, named, seat)
    card = card_of(t, thing)
    if thing.controller != seat:
        t.forbid("TW-15.4", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
    if has_word(t, thing, "ethereal"):
        t.refuse("TW-15.2", "{thing} is Ethereal", thing=thing.id)
    elif "creature" not in card.all_words and t.choice["TW-I 39"] == "creatures_only":
        t.refuse("TW-12.9", "{thing} is no creature", thing=thing.id)
    if thing.spot[:1] != "F" and not allowed(t, "rear", thing, seat):
        t.refuse("TW-5.8", "{thing} lies in {spot}", thing=thing.id, spot=thing.spot, legal="F")
    if thing.expended and t.choice["TW-I 23"] != "may_attack_and_block":
        t.refuse("TW-8.2", "{thing} is expended", thing=thing.id, since=thing.spent or None)
    if thing.id in t.state.done.fresh:
        t.refuse("TW-12.7", "{thing} was cast this turn", thing=thing.id)
    require_not_forbidden(t, "attack", thing.id, seat)
    return thing


def _target(t: TwTable, seat: str, named: str) -> str:
    """A card in a forward or shield spot, or an opponent (TW-15.7)."""
    state = t.state
    if named in state.sides:
        if side_of(state, named) == side_of(state, seat):
            t.forbid(
                "TW-15.7",
                "{target} is no opponent",
                target=named,
                legal=" or ".join(opponents(state, seat)),
            )
        if not stands(state, named):
            t.forbid("TW-15.7", "{target} has lost", target=named)
        require_not_forbidden(t, "target", named)
        return named
    thing = find_in_play(t, named, seat)
    if thing.spot[:1] == "J":
        t.refuse("TW-5.5", "{thing} lies in {spot}", thing=thing.id, spot=thing.spot)
    elif thing.spot == "T" or covered(t, thing):
        t.forbid("TW-15.7", "{thing} lies in T", thing=thing.id, legal=thing.controller)
    own = side_of(state, thing.controller) == side_of(state, seat)
    if own and t.choice["TW-I 54"] == "opponents_only":
        t.refuse("TW-15.7", "{thing} is no opponent's", thing=thing.id)
    if has_word(t, thing, "ethereal") and t.choice["TW-I 53"] == "refused":
        t.refuse("TW-15.2", "{thing} is Ethereal", thing=thing.id)
    require_not_forbidden(t, "target", thing.id)
    return thing.id


# -- blocks --------------------------------------------------------------------------------------


def strike_of(t: TwTable) -> Strike:
    """The attack that is on.

    Raises:
        Violation: TW-15.8, there is none.
    """
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Strike):
            return each
    t.forbid("TW-15.8", "no attack is on")


@handles
def block(t: TwTable, e: Block) -> None:
    """An attack is blocked (TW-15.8 to 15.13)."""
    require_playing(t, e.seat)
    strike = strike_of(t)
    _require_undecided(t, strike, e.seat)
    _block(t, strike, e.seat, e.blocker, e.joiners, e.order)
    t.set(strike, "waiting", e.waiting)
    if not e.waiting:
        go_on(t, strike)


@handles
def no_block(t: TwTable, e: NoBlock) -> None:
    """An attack is not blocked (TW-15.8)."""
    require_playing(t, e.seat)
    strike = strike_of(t)
    _require_undecided(t, strike, e.seat)
    _unblocked(t, strike)
    t.set(strike, "waiting", e.waiting)
    if not e.waiting:
        go_on(t, strike)


def _require_undecided(t: TwTable, strike: Strike, seat: str) -> None:
    """Only the target's controller blocks, and once (TW-15.8, 18.1)."""
    defender = defender_of(t, strike)
    if seat != defender:
        t.forbid("TW-15.8", "{defender} may block", defender=defender, legal=defender)
    if strike.blocked is not None:
        t.forbid("TW-15.8", "that is settled", since=strike.entry)


def _block(
    t: TwTable,
    strike: Strike,
    seat: str,
    blocker: str,
    joiners: tuple[str, ...],
    order: tuple[str, ...],
) -> None:
    things = [find_in_play(t, each, seat) for each in (blocker, *joiners)]
    ids = [each.id for each in things]
    if len(set(ids)) < len(ids):
        t.forbid("TW-15.13", "a blocker is named twice")
    if len(ids) > GROUP:
        t.forbid("TW-1.5", "{have} cards block", have=len(ids), legal=f"at most {GROUP}")
    for at, thing in enumerate(things):
        why = why_not_join(t, strike, thing) if at else why_not_block(t, strike, thing)
        if why == "TW-19.12":
            require_not_forbidden(t, "block", thing.id, seat)
        elif why:
            able = [each.id for each in could_block(t, strike)]
            t.refuse(
                why,
                "{thing} in {spot} cannot " + ("join the blocker" if at else "block this attack"),
                thing=thing.id,
                spot=thing.spot,
                legal=f"one of {', '.join(able)}" if able and not at else "no block",
            )
    t.set(strike, "blocked", True)
    t.set(strike, "blockers", ids)
    t.set(strike, "powers", {each.id: power_of(t, each) for each in things})
    t.set(strike, "order", [find_in_play(t, each, seat).id for each in order])
    t.set(strike, "stage", BLOCKED)
    t.fact(AttackBlocked(seat, strike.entry, len(ids)))


def _unblocked(t: TwTable, strike: Strike) -> None:
    t.set(strike, "blocked", False)
    t.set(strike, "stage", BLOCKED)
    t.fact(AttackBlocked(defender_of(t, strike), strike.entry, 0))


@handles
def order(t: TwTable, e: Order) -> None:
    """The order of cards of equal Might (TW-15.16)."""
    require_playing(t, e.seat)
    strike = strike_of(t)
    things = [find_in_play(t, each, e.seat) for each in e.cards]
    name = "counter" if things[0].id in strike.attackers else "order"
    group = strike.attackers if name == "counter" else strike.blockers
    for each in things:
        if each.id not in group:
            t.forbid("TW-15.16", "{thing} is not in that group", thing=each.id)
        if each.controller != e.seat:
            t.forbid("TW-15.16", "{seat} says that order", seat=each.controller)
    t.set(strike, name, [each.id for each in things])
    if not strike.waiting:
        go_on(t, strike)


@handles
def on(t: TwTable, e: GoOn) -> None:
    """What was held back goes on to its next moment (TW-15.24)."""
    require_playing(t, e.seat)
    strike = strike_of(t)
    if strike.blocked is None:
        t.refuse("TW-15.8", "whether it is blocked is not said", since=strike.entry)
    moment(t, strike)


# -- the moments ---------------------------------------------------------------------------------


def go_on(t: TwTable, strike: Strike) -> None:
    """An attack goes on to its end, as far as nothing more has to be said."""
    while strike.blocked is not None and not awaited_order(t, strike):
        if moment(t, strike):
            return


def moment(t: TwTable, strike: Strike) -> bool:
    """The next moment of an attack; whether it is over with that."""
    if strike.stage == BLOCKED:
        if not _damage(t, strike):
            take_away(t, strike, "without a target")
            return True
        if strike.blockers:
            t.set(strike, "stage", DAMAGE)
            return False
    elif strike.stage == DAMAGE:
        _counter(t, strike)
    take_away(t, strike, "took effect")
    return True


def _damage(t: TwTable, strike: Strike) -> bool:
    """Damage is assigned to the blockers, then to the target (TW-15.15 to 15.20); whether the
    target is still there (TW-15.23)."""
    things = t.state.zones.things
    damage = damage_of(t, strike)
    target = aimed_at(t, strike)
    gone = target is None and strike.target not in t.state.sides
    if gone and (t.choice["TW-I 62"] == "attack_ends" or not strike.blockers):
        return False
    blockers = [things[each] for each in strike.blockers if each in things]
    assigned, left = assign(t, damage, blockers, strike.order)
    for each in assigned:
        _assigned(t, each, "attack")
    if gone or (not damage and t.choice["TW-I 63"] == "no"):
        return True
    if target is None:
        _strike_wizard(t, strike.target, left)
    elif left or not might_of(t, target):
        _assigned(t, _of_target(t, target, left), "attack")
    return True


def _of_target(t: TwTable, target: InPlay, left: int) -> Assigned:
    might = might_of(t, target)
    return Assigned(target, min(left, might), might, goes_away(t, target, might))


def _assigned(t: TwTable, each: Assigned, source: str) -> None:
    """What follows for a card with damage assigned (TW-15.18, 15.20, 16.4 to 16.6)."""
    thing = each.thing
    harm = int(each.amount == each.might and each.might > 0 and not each.away)
    t.fact(DamageAssigned(thing.id, each.amount, harm, each.might, source, "TW-15.18"))
    if each.away:
        goes_back(t, thing, "TW-16.6")
        return
    expend(t, thing)
    put_harm(t, thing, harm, source)


def _strike_wizard(t: TwTable, seat: str, damage: int) -> None:
    """A wizard without a tower takes one harm for each full 7 (TW-15.19)."""
    done, might = t.state.done, WIZARD[1]
    if t.choice["TW-I 59"] == "adds_up_within_turn":
        total = damage + done.spare.get(seat, 0)
        t.item(done.spare, seat, total % might)
    else:
        total = damage
    harm = total // might
    if t.choice["TW-I 58"] == "one_harm_per_attack":
        harm = min(harm, 1)
    t.fact(DamageAssigned(seat, damage, harm, might, "attack", "TW-15.19"))
    harm_wizard(t, seat, harm, "attack")


def _counter(t: TwTable, strike: Strike) -> None:
    """The blockers' power is assigned to the attackers (TW-15.21, 15.22)."""
    things = t.state.zones.things
    attackers = [things[each] for each in strike.attackers if each in things]
    assigned, _ = assign(t, counter_of(t, strike), attackers, strike.counter)
    for each in assigned:
        _assigned(t, each, "counterattack")
