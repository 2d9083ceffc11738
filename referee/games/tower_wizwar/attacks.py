"""Attacks: how they are declared, blocked, ordered and held back (section 15)."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from events.notation.words import quote
from events.tower_wizwar import Attack, Block, GoOn, NoBlock, Order
from referee.english import counted, listed, one_of
from referee.games.tower_wizwar.attack_moments import BLOCKED, go_on, moment
from referee.games.tower_wizwar.effects.resolution import could_be_cancelled, follow
from referee.games.tower_wizwar.facts import AttackBlocked, AttackDeclared
from referee.games.tower_wizwar.groups import (
    aimed_at,
    blocker_rule,
    could_block,
    defender_of,
    why_not_block,
    why_not_join,
)
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import expend
from referee.games.tower_wizwar.places import find_in_play, require_known, spells_in
from referee.games.tower_wizwar.state import (
    ATTACK,
    GROUP,
    SPOTS,
    InPlay,
    Strike,
    TwTable,
    card_of,
    controlled,
    covered,
    opponents,
    stands,
)
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.turn import act, require_no_duty
from referee.games.tower_wizwar.values import (
    READING,
    allowed,
    forbidden,
    has_word,
    might_of,
    power_of,
    require_not_forbidden,
)
from referee.house import require_playing, side_of
from referee.parts.layers import standing
from referee.parts.requirements import Requirements, Row, for_good
from referee.parts.responses import pend


@handles
def attack(t: TwTable, e: Attack) -> None:
    """An attack is declared; it goes on as far as nothing more has to be said (TW-15.4 to
    15.8)."""
    attackers, target = require_to_attack(t, e)
    ids = [each.id for each in attackers]
    strike = Strike(t.seq, e.seat, ids[0], attackers=ids, target=target, waiting=e.waiting)
    t.set(strike, "defender", defender_of(t, strike))
    done = t.state.done
    t.set(done, "attacks", done.attacks + 1)
    power = sum(power_of(t, each) for each in attackers)
    t.fact(AttackDeclared(e.seat, target, strike.defender, len(ids), power))
    for thing in attackers:
        if not allowed(t, "unexpended", thing):
            expend(t, thing, "TW-15.6")
    pend(t, None, strike)
    if e.counter:
        _say_order(t, strike, e.seat, "counter", e.counter)
    if e.block:
        if e.unblocked:
            t.forbid("TW-15.8", "it is said to be blocked, and not to be")
        _block(t, strike, strike.defender, e.block[0], e.block[1:], e.order)
    elif e.order:
        why = "no block is said whose order this could be"
        t.forbid("TW-15.16", why, legal=_of_attackers(t, e, ids))
    elif e.unblocked:
        _unblocked(t, strike)
    for each in ids:
        report(t, "attacks", each)
    if target in t.state.sides:
        report(t, "wizard attacked", target, target)
    else:
        report(t, "attacked", target)
    _goes_on(t, strike)


def require_to_attack(t: TwTable, e: Attack) -> tuple[list[InPlay], str]:
    """An attack may be declared now, whatever is said of a block (TW-15.4, 15.5, 15.7, 11.18).

    Returns:
        The attackers, and the target.
    """
    aimed = () if e.target in t.state.sides else (e.target,)
    require_known(t, e.seat, *e.attackers, *aimed, *e.block, *e.order, *e.counter)
    act(t, e.seat, ATTACK, "TW-11.19")
    attackers = [find_in_play(t, named, e.seat, "TW-15.5") for named in e.attackers]
    ids = [each.id for each in attackers]
    for each in ids:
        require_not_forbidden(t, "attack", each, e.seat)
    if len(ids) > GROUP:
        t.forbid(
            "TW-1.5", "{have:card attacks|cards attack}", have=len(ids), legal=f"at most {GROUP}"
        )
    for thing in attackers:
        if thing.controller != e.seat:
            t.forbid("TW-15.4", "{thing} is not {seat}'s", thing=thing.id, seat=e.seat)
    for thing in attackers:
        ATTACKERS.require(t, thing, instead=partial(_able, t, e.seat, ids))
    if len(set(ids)) < len(ids):
        t.forbid("TW-15.5", "an attacker is named twice")
    target = require_target(t, e.seat, e.target)
    _require_another(t, e.seat, ids)
    return attackers, target


def _of_attackers(t: TwTable, e: Attack, ids: Sequence[str]) -> str:
    """The line that gives the order of the attackers, where it is theirs that is said."""
    named = [find_in_play(t, each, e.seat).id for each in e.order]
    if e.counter or not set(named) <= set(ids):
        return ""
    group = " ".join(map(quote, (e.target, *ids)))
    return f"{quote(e.seat)} attack {group} counter={','.join(map(quote, named))}"


def _goes_on(t: TwTable, strike: Strike) -> None:
    """What an attack or a block has set off comes first; then the attack goes on by itself, unless
    it is held back, or a card in play could cancel it (TW-15.24)."""
    follow(t)
    stack = t.state.waiting.stack
    if strike.waiting or not stack or stack[-1] is not strike:
        return
    if not could_be_cancelled(t, "attack", strike.seat):
        go_on(t, strike)


def attacks_left(t: TwTable, seat: str, *attackers: str) -> int:
    """How many attacks a wizard has in this phase: one, one more for each three cards in the pool
    (TW-11.18), and one more for each effect in force that allows it."""
    done = t.state.done
    counts = t.choice["TW-I 37"] == "phase_start" and t.state.phase == ATTACK
    held = done.pool if counts else spells_in(t, seat, "pool")
    more = 0
    if t.state.changes.on or t.state.changes.statics:
        more = len(standing(t, READING, "permit", "attack", seat, *attackers))
    return 1 + held // 3 + more - done.attacks


ATTACKERS = Requirements(
    {"thing": lambda t, x: x.id, "spot": lambda t, x: x.spot},
    Row("TW-15.2", "{thing} is Ethereal", lambda t, x: not has_word(t, x, "ethereal")),
    Row("TW-5.8", "{thing} lies in {spot}",
        lambda t, x: x.spot[:1] == "F" or allowed(t, "rear", x, x.controller),
        legal=lambda t, x: "F"),
    Row("TW-8.2", "{thing} is expended",
        lambda t, x: not x.expended or t.choice["TW-I 23"] == "may_attack_and_block",
        since=lambda t, x: x.spent),
    Row("TW-15.5", "{thing} is no creature",
        lambda t, x: "creature" in card_of(t, x).all_words
        or t.choice["TW-I 39"] != "creatures_only"),
    Row("TW-15.5", "{thing} was cast in this turn", lambda t, x: x.id not in t.state.done.fresh),
)  # fmt: skip
"""An attacker is a creature in a forward spot that is not expended (TW-15.5)."""


def _able(t: TwTable, seat: str, besides: Sequence[str]) -> str:
    """Which cards of a wizard may attack besides, for a hint."""
    return one_of(
        each.id
        for each in controlled(t, seat)
        if ATTACKERS.hold(t, each)
        and each.id not in besides
        and not forbidden(t, "attack", each.id, seat)
    )


def require_target(t: TwTable, seat: str, named: str) -> str:
    """What is attacked: a card in a forward or shield spot, or an opponent (TW-15.7)."""
    state = t.state
    if named in state.sides:
        require_not_forbidden(t, "target", named)
        if side_of(state, named) == side_of(state, seat):
            t.forbid(
                "TW-15.7",
                "{target} is no opponent",
                target=named,
                legal=" or ".join(opponents(state, seat)),
            )
        if not stands(state, named):
            t.forbid("TW-15.7", "{target} has lost", target=named, since=state.sides[named].lost)
        return named
    thing = _card_aimed_at(t, seat, named)
    require_not_forbidden(t, "target", thing.id)
    TARGETS.require(t, thing, seat, instead=partial(_targets, t, seat))
    return thing.id


TARGETS = Requirements(
    {"thing": lambda t, x, seat: x.id, "spot": lambda t, x, seat: x.spot},
    Row("TW-5.5", "{thing} lies in {spot}", lambda t, x, seat: x.spot[:1] != "J"),
    Row("TW-15.2", "{thing} is Ethereal",
        lambda t, x, seat: not has_word(t, x, "ethereal") or t.choice["TW-I 53"] != "refused"),
    Row("TW-15.7", "{thing} lies in T",
        lambda t, x, seat: x.spot != "T" and not covered(t, x),
        legal=lambda t, x, seat: x.controller if x.controller in opponents(t.state, seat) else "",
        refused=for_good),
    Row("TW-15.7", "{thing} is no opponent's",
        lambda t, x, seat: t.choice["TW-I 54"] != "opponents_only"
        or side_of(t.state, x.controller) != side_of(t.state, seat)),
)  # fmt: skip
"""A card that is attacked lies in a forward or shield spot."""


def _targets(t: TwTable, seat: str) -> str:
    """What a wizard may attack, for a hint."""
    others = opponents(t.state, seat)
    cards = [x.id for each in others for x in controlled(t, each) if TARGETS.hold(t, x, seat)]
    return one_of(each for each in (*cards, *others) if not forbidden(t, "target", each))


def _card_aimed_at(t: TwTable, seat: str, named: str) -> InPlay:
    """The card that is meant as a target: of several with that name the only opponent's."""
    things = t.state.zones.things
    if named not in things:
        own = side_of(t.state, seat)
        if named.upper() in SPOTS:
            spots = [f"{each}.{named.upper()}" for each in opponents(t.state, seat)]
            t.incomplete(f"say on whose map {named} is", target=spots)
        bearing = [each for each in things.values() if each.name == named and each.spot]
        other = [each for each in bearing if side_of(t.state, each.controller) != own]
        if len(other) == 1:
            return other[0]
    return find_in_play(t, named, "", "TW-15.7")


def _require_another(t: TwTable, seat: str, attackers: Sequence[str]) -> None:
    """No more attacks than the pool allows (TW-11.18)."""
    done, left = t.state.done, attacks_left(t, seat, *attackers)
    if left < 1:
        t.refuse(
            "TW-11.18",
            "{seat} has attacked {have:time}",
            seat=seat,
            have=done.attacks,
            legal=f"at most {counted(left + done.attacks, 'attack')}",
        )


# -- blocks --------------------------------------------------------------------------------------


def _strike_on(t: TwTable) -> Strike | None:
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Strike):
            return each
    return None


@handles
def block(t: TwTable, e: Block) -> None:
    """An attack is blocked (TW-15.8 to 15.13)."""
    require_playing(t, e.seat)
    require_known(t, e.seat, e.blocker, *e.joiners, *e.order)
    strike = _strike_on(t)
    if strike is None:
        last = t.state.done.unblocked
        if last is not None:  # nobody could: why this card could not, says more
            _require_defender(t, last, e.seat)
            _blockers(t, last, e.seat, (e.blocker, *e.joiners))
        t.forbid("TW-15.8", "no attack waits for a block")
    _require_undecided(t, strike, e.seat)
    _block(t, strike, e.seat, e.blocker, e.joiners, e.order)
    t.set(strike, "waiting", e.waiting)
    _goes_on(t, strike)


@handles
def no_block(t: TwTable, e: NoBlock) -> None:
    """An attack is not blocked (TW-15.8); of one that went on unblocked it changes nothing."""
    require_playing(t, e.seat)
    strike = _strike_on(t)
    if strike is None:
        last = t.state.done.unblocked
        if last is None:
            t.forbid("TW-15.8", "no attack waits for a block")
        _require_defender(t, last, e.seat)
        if e.waiting:
            t.forbid("TW-15.24", "the attack is over; nothing is held back", since=last.entry)
        return
    if strike.unasked:
        _require_defender(t, strike, e.seat)
        if e.waiting and not strike.waiting:
            t.set(strike, "waiting", True)
        return
    _require_undecided(t, strike, e.seat)
    _unblocked(t, strike)
    t.set(strike, "waiting", e.waiting)
    _goes_on(t, strike)


def _require_defender(t: TwTable, strike: Strike, seat: str) -> None:
    """Only the target's controller blocks (TW-18.1)."""
    defender = defender_of(t, strike) or strike.defender
    if seat != defender:
        t.forbid("TW-18.1", "{defender} may block", defender=defender, legal=defender)


def _require_undecided(t: TwTable, strike: Strike, seat: str) -> None:
    """A block is said once, of a target that is there (TW-15.8)."""
    _require_defender(t, strike, seat)
    if strike.blocked is not None:
        t.forbid("TW-15.8", "that is settled", since=strike.entry)
    if not defender_of(t, strike):
        t.forbid("TW-15.8", "the target of the attack has left play", since=strike.entry)


def _block(
    t: TwTable,
    strike: Strike,
    seat: str,
    blocker: str,
    joiners: Sequence[str],
    order: Sequence[str],
) -> None:
    ids = [each.id for each in _blockers(t, strike, seat, (blocker, *joiners))]
    t.set(strike, "blocked", True)
    t.set(strike, "defender", seat)
    t.set(strike, "blockers", ids)
    t.set(strike, "powers", {each: power_of(t, t.state.zones.things[each]) for each in ids})
    t.set(strike, "stage", BLOCKED)
    t.fact(AttackBlocked(seat, strike.entry, len(ids)))
    for each in ids:
        report(t, "blocks", each)
    if order:
        _say_order(t, strike, seat, "order", order)


def _blockers(t: TwTable, strike: Strike, seat: str, named: Sequence[str]) -> list[InPlay]:
    """The blocker and those who join it (TW-15.9 to 15.13)."""
    first = blocker_rule(t, strike, aimed_at(t, strike))
    things = [
        find_in_play(t, each, seat, "TW-15.13" if at else first) for at, each in enumerate(named)
    ]
    for thing in things:
        require_not_forbidden(t, "block", thing.id, seat)
    if len(things) > GROUP:
        t.forbid(
            "TW-1.5", "{have:card blocks|cards block}", have=len(things), legal=f"at most {GROUP}"
        )
    for at, thing in enumerate(things):
        why = why_not_join(t, strike, thing) if at else why_not_block(t, strike, thing)
        if why:
            _refuse_block(t, strike, thing, why, joining=bool(at))
    if len({each.id for each in things}) < len(things):
        t.forbid("TW-15.13", "a blocker is named twice")
    return things


def _refuse_block(t: TwTable, strike: Strike, thing: InPlay, why: str, *, joining: bool) -> None:
    able = [] if joining else [each.id for each in could_block(t, strike)]
    t.refuse(
        why,
        "{thing} in {spot} cannot " + ("join the blocker" if joining else "block this attack"),
        thing=thing.id,
        spot=thing.spot,
        since=(thing.spent or None) if why == "TW-8.2" else None,
        legal=one_of(able) or ("" if joining else "no block"),
    )


def _unblocked(t: TwTable, strike: Strike) -> None:
    t.set(strike, "blocked", False)
    t.set(strike, "stage", BLOCKED)
    t.fact(AttackBlocked(strike.defender, strike.entry, 0))


# -- orders, and going on ------------------------------------------------------------------------


@handles
def order(t: TwTable, e: Order) -> None:
    """The order of cards of equal Might (TW-15.16); of an attack that is over it changes
    nothing."""
    require_playing(t, e.seat)
    strike = _strike_on(t)
    if strike is None:
        if not t.state.done.attacks:
            t.forbid("TW-15.16", "no attack is on")
        require_known(t, e.seat, *e.cards)
        t.trust(f"that the order of {listed(e.cards)} mattered in an attack that is over")
        return
    first = find_in_play(t, e.cards[0], e.seat)
    _say_order(t, strike, e.seat, "counter" if first.id in strike.attackers else "order", e.cards)
    if not strike.waiting:
        go_on(t, strike)


def _say_order(t: TwTable, strike: Strike, seat: str, which: str, named: Sequence[str]) -> None:
    """Their controller says which of equal Might come first; a smaller Might always does."""
    group = strike.attackers if which == "counter" else strike.blockers
    things = [find_in_play(t, each, seat) for each in named]
    for thing in things:
        if thing.id not in group:
            legal = listed(group)
            t.forbid("TW-15.16", "{thing} is not in that group", thing=thing.id, legal=legal)
        if thing.controller != seat:
            t.forbid("TW-15.16", "{seat} says that order", seat=thing.controller)
    mights = [might_of(t, each) for each in things]
    for one, other in pairwise(things):
        if might_of(t, one) > might_of(t, other):
            t.refuse(
                "TW-15.15",
                "{thing} has Might {have}, and {other} comes first",
                thing=one.id,
                have=might_of(t, one),
                other=other.id,
                legal=f"in rising Might: {', '.join(map(str, sorted(mights)))}",
            )
    t.set(strike, which, [each.id for each in things])


@handles
def on(t: TwTable, e: GoOn) -> None:
    """What was held back goes on to its next moment (TW-15.24)."""
    require_playing(t, e.seat)
    strike = _strike_on(t)
    if strike is None:
        if not t.state.done.attacks:
            t.forbid("TW-15.24", "nothing is held back")
        return
    require_no_duty(t)
    moment(t, strike)
