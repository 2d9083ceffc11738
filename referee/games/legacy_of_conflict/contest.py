"""Sections 4, 6 and 9: flips that are due, contests, initiative, and the order of a team."""

from collections.abc import Mapping, Sequence

from events.legacy_of_conflict import Flip, Order
from referee.fact import Term
from referee.games.legacy_of_conflict import deck as cards
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.ability import contest_over, modifiers
from referee.games.legacy_of_conflict.attack import flip_for_attack, resolve
from referee.games.legacy_of_conflict.effects import Cause, apply_to
from referee.games.legacy_of_conflict.facts import ContestPlaced, OrderFixed
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.setup import missing, ready
from referee.games.legacy_of_conflict.state import ORDER, SETUP, Duel, LcTable, members_of
from referee.games.legacy_of_conflict.turn import begin_turn, settled
from referee.games.legacy_of_conflict.turn import leave as leave_table
from referee.house import require_playing

INITIATIVE_CONTEST = "initiative"
"""The kind of the contest that is no ability's."""


@handles
@unless_asked
def flip(t: LcTable, e: Flip) -> None:
    """LC-4.1: two cards, by the player from whom a flip is due."""
    require_playing(t, e.seat)
    state = t.state
    purpose = e.purpose
    hazards = [d for d in state.due if isinstance(d, owed.Hazard)] if state.due else []
    if hazards and purpose in ("due", "hazard"):
        own = next((d for d in hazards if d.seat == e.seat), None)
        if own is not None:
            _hazard(t, own, e.cards)
            settled(t)
            return
    if state.aim is not None and not hazards and flip_for_attack(t, e):
        settled(t)
        return
    duel = state.duel
    if duel is not None and purpose in ("due", "contest", "tie", duel.kind):
        _duel_flip(t, e)
        return
    _not_due(t, e)


def _not_due(t: LcTable, e: Flip) -> None:
    state = t.state
    if state.phase == SETUP and e.purpose != "tie":
        lacking = missing(t)
        own = [each for each in lacking if each.seat == e.seat]
        first = min(own or lacking, key=lambda each: not isinstance(each, owed.Shuffle))
        t.forbid(
            first.rule,
            "{seat} flips, but {other} still has to {what}",
            seat=e.seat,
            other=first.seat,
            what=first.text(),
            legal="what is not settled yet, then initiative",
        )
    attacker = state.figures[state.aim.figure].seat if state.aim is not None else ""
    match e.purpose:
        case "initiative":
            rule, why = "LC-9.3", "initiative is settled already"
        case "tie":
            rule, why = "LC-6.4", "there is no exact match"
        case "attack":
            rule, why = "LC-13.1", "no attack is declared"
        case "defense":
            rule, why = "LC-4.4", "no ability lets the defender flip"
        case "due" if attacker and e.seat != attacker:
            rule, why = "LC-4.4", "only the attacker does, unless an ability says otherwise"
        case _:
            rule, why = "LC-4.1", "no flip is due to this player"
    t.forbid(rule, "{seat} flips, but {why}", seat=e.seat, why=why, legal="what is due")


def _hazard(t: LcTable, due: owed.Hazard, two: str) -> None:
    """LC-18.13, 18.14: the flip for a hazard."""
    state = t.state
    total = cards.flip(t, due.seat, two, "hazard", "LC-18.13")
    state.due.remove(due)
    figure = state.figures[due.unit]
    piece = t.catalog.piece[due.piece]
    assert piece.hazard is not None
    if total <= piece.hazard.at_most:
        apply_to(t, piece.hazard.effects, figure, Cause("LC-18.14", None, piece.name))


def _duel_flip(t: LcTable, e: Flip) -> None:
    """LC-4.3, 6.4, 9.1: a participant flips."""
    state = t.state
    duel = state.duel
    assert duel is not None
    start = duel.kind == INITIATIVE_CONTEST
    if start:
        mine = [p for p in duel.flips if p == state.players[e.seat].side]
    else:
        mine = [p for p in duel.flips if state.figures[p].seat == e.seat]
    waiting = [p for p in mine if p in duel.due]
    each = start and t.choice["LC-I 24"] == "each_member_best_result_counts" and not duel.again
    if e.purpose == "tie" and not duel.again:
        _not_due(t, e)
    if not waiting or (each and e.seat in duel.best):
        if mine:
            t.forbid(
                "LC-6.4",
                "{seat} has already flipped, and there is no exact match",
                seat=e.seat,
                legal=f"two cards of {' and '.join(duel.due)}",
            )
        t.forbid("LC-4.3", "{seat} takes no part in this contest", seat=e.seat, legal="no flip")
    me = waiting[0]
    rule = "LC-6.4" if duel.again else "LC-9.1" if start else "LC-4.3"
    cards.flip(t, e.seat, e.cards, "initiative" if start else "contest", rule)
    if each:
        duel.best[e.seat] = e.cards
        team = members_of(state, me)
        if any(seat not in duel.best for seat in team):
            return
        best = max(
            (duel.best[seat] for seat in team),
            key=lambda two: (cards.total_of(two), cards.key_of(t, two)),
        )
        duel.flips[me].append(best)
    else:
        duel.flips[me].append(e.cards)
    duel.due.remove(me)
    if not duel.due:
        _decide(t, duel)


def _decide(t: LcTable, duel: Duel) -> None:
    """LC-4.3, 6.4: all have flipped; the contest is decided, or some flip again."""
    order, again = cards.ranked(t, duel.flips, duel.bonus, duel.flips, 0)
    if again:
        duel.due, duel.again = again, True
        duel.best.clear()
        return
    start = duel.kind == INITIATIVE_CONTEST
    usual = "LC-9.2" if start else "LC-4.3"
    totals = {who: cards.total_of(duel.flips[who][0]) + duel.bonus.get(who, 0) for who in order}
    tied = len(set(totals.values())) < len(totals)
    rules = [_placed_by(t, duel, totals, who, usual) if tied else usual for who in order]
    _tell_places(t, duel, totals, rules)
    if start:
        _order_known(t, order, rules)
    else:
        contest_over(t, order[0])
        settled(t)


def _tell_places(t: LcTable, duel: Duel, totals: Mapping[str, int], rules: Sequence[str]) -> None:
    """LC-4.2, 4.3: the totals of a contest, term by term, and who comes where by which rule.

    Args:
        totals: of each participant, from best to worst.
        rules: the rule that gives each its place.
    """
    state = t.state
    for rank, (who, rule) in enumerate(zip(totals, rules, strict=True), 1):
        figure = state.figures[who] if duel.figure else None
        first, *more = duel.flips[who]
        bonus = duel.bonus.get(who, 0)
        terms = [cards.term_of(first, "LC-4.2")]
        if figure:
            terms += modifiers(t, figure)
        elif bonus:
            terms.append(Term("underdog bonus", bonus, "LC-8.4"))
        t.fact(
            ContestPlaced(
                duel.kind,
                figure.seat if figure else members_of(state, who)[0],
                who,
                tuple(terms),
                bonus,
                totals[who],
                " ".join(more),
                rank,
                rank == 1,
                rule,
            )
        )


def _placed_by(t: LcTable, duel: Duel, totals: Mapping[str, int], side: str, usual: str) -> str:
    """The rule that gives a participant its place: the usual one, or the last step that a tie
    took."""
    rule = usual
    tied = {
        who: cards.key_of(t, duel.flips[who][0])
        for who, total in totals.items()
        if total == totals[side]
    }
    if len(set(tied.values())) < len(tied) and t.choice["LC-I 20"] == "all_tied_sides":
        return "LC-6.4"
    mine = tied.pop(side)
    for theirs in tied.values():
        keys = list(zip(mine, theirs, strict=True))
        alike = next((at for at, (one, another) in enumerate(keys) if one != another), len(keys))
        step = "LC-6.4" if alike == len(keys) else ("LC-6.1", "LC-6.2", "LC-6.3")[min(alike, 2)]
        rule = step if rule == usual else max(rule, step)
    return rule


def _order_known(t: LcTable, order: list[str], rules: Sequence[str]) -> None:
    """LC-9.2: the sides act in falling order; teams fix their own order next (LC-9.5).

    Where initiative is settled every turn (LC-I 25), the best of the new order begins.
    """
    state = t.state
    state.duel = None
    state.order = order
    state.last = ""
    for place, (side, rule) in enumerate(zip(order, rules, strict=True), 1):
        t.fact(OrderFixed(members_of(state, side)[0], place, rule))
    for side in order:
        team = members_of(state, side)
        if len(team) > 1 and side not in state.teams:
            state.due.append(owed.Order(team[0], "LC-9.5", t.seq, side=side))
    state.phase = ORDER
    if not _orders_due(t):
        begin_turn(t)


@handles
@unless_asked
def order(t: LcTable, e: Order) -> None:
    """LC-9.5, 9.6: a team fixes the order of its members, once."""
    require_playing(t, e.seat)
    state = t.state
    side = state.players[e.seat].side
    due = next((d for d in state.due if isinstance(d, owed.Order) and d.side == side), None)
    if due is None:
        fixed = side in state.teams
        t.forbid(
            "LC-9.6" if fixed else "LC-9.5",
            "the order of {side} is fixed already" if fixed else "{side} has no order to fix now",
            side=side,
            legal="the order stays as it is" if fixed else "after initiative, for a team",
        )
    team = members_of(state, side)
    named = {*e.members}
    if named < {*team} and len(named) == len(e.members):
        missing = ", ".join(each for each in team if each not in named)
        t.incomplete(f"say where {missing} comes in the order of {side}")
    if sorted(e.members) != sorted(team):
        t.forbid(
            "LC-9.5",
            "{members}: these are not the players of {side}, each named once",
            members=", ".join(e.members),
            side=side,
            legal=f"{', '.join(team)}, in any order",
        )
    state.due.remove(due)
    state.teams[side] = list(e.members)
    for place, seat in enumerate(e.members, 1):
        t.fact(OrderFixed(seat, place, "LC-9.5"))
    if not _orders_due(t):
        begin_turn(t)


def leave(t: LcTable, side: str) -> None:
    """A side is out of a match that goes on; what waited for it alone goes on without it."""
    leave_table(t, side)
    state = t.state
    if state.phase == SETUP:
        ready(t)
    elif state.duel is not None:
        _without(t, state.duel)
    elif state.phase == ORDER and not _orders_due(t):
        begin_turn(t)
    else:
        resolve(t)
        settled(t)


def _without(t: LcTable, duel: Duel) -> None:
    """A side has left a contest: a match with nobody else is none (LC-6.4)."""
    if duel.again:
        _, duel.due = cards.ranked(t, duel.flips, duel.bonus, duel.flips, 0)
    if not duel.due:
        _decide(t, duel)


def _orders_due(t: LcTable) -> bool:
    """Whether a team has its order still to fix (LC-9.5)."""
    return any(isinstance(due, owed.Order) for due in t.state.due)
