"""Sections 9 to 11: whose opportunity it is, activation, the turn, cleanup and victory."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from events.event import Event
from events.legacy_of_conflict import Activate, CloseTurn, Declare, End, Pass
from referee.english import listed, one_of
from referee.fact import FirstPlayer, TurnBegan, TurnEnded
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.activation import (
    require_acting,
    require_activation_phase,
    require_done,
    require_footing,
    require_no_question,
    require_nothing_open,
    require_refreshed,
)
from referee.games.legacy_of_conflict.deck import shuffled
from referee.games.legacy_of_conflict.facts import (
    ActivationBegan,
    ActivationEnded,
    MarkerHeld,
    OpportunityPassed,
    TokensReturned,
)
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.harm import (
    Damage,
    harm,
    require_hazards_flipped,
    score,
    settle_falls,
    settle_removals,
    take_off,
)
from referee.games.legacy_of_conflict.setup import initiative
from referee.games.legacy_of_conflict.state import (
    CLEANUP,
    PLAY,
    Figure,
    LcTable,
    State,
    members_of,
    piece_at,
    scenario_of,
    standing,
    to_come,
    tokens_of,
)
from referee.games.legacy_of_conflict.terrain import owe_hazard
from referee.house import members, remaining, require_playing, sides

E = TypeVar("E", bound=Event)


def settling(handler: Callable[[LcTable, E], None]) -> Callable[[LcTable, E], None]:
    """The handler, and then what it leaves behind (:func:`settled`)."""

    @wraps(handler)
    def then_settled(t: LcTable, e: E) -> None:
        handler(t, e)
        if t.state.fallen or t.state.acting:
            settled(t)

    return then_settled


def settled(t: LcTable) -> None:
    """What an entry leaves behind: falls that are over, and an activation that has ended."""
    state = t.state
    if state.fallen:
        settle_falls(t)
    if state.acting and state.figures[state.acting].down and not any(d.must for d in state.due):
        _close(t, state.figures[state.acting])
    if state.over:
        return
    if (
        t.choice["LC-I 104"] == "at_once_when_the_scenario_says"
        and state.phase == PLAY
        and any(v.at_once for v in scenario_of(t).victory)
    ):
        _victory(t, at_once=True)


# -- the turn ----------------------------------------------------------------------------------


def _has_left(t: LcTable, seat: str) -> bool:
    """Whether a player has a character left to activate, and may (LC-I 29)."""
    state = t.state
    if state.players[seat].passed and t.choice["LC-I 29"] != "yes":
        return False
    for figure in state.figures.values():
        if figure.seat == seat and not figure.activated and not figure.down:
            return True
    return False


def next_seat(t: LcTable) -> str:
    """LC-9.4, 9.7 to 9.9: whose opportunity comes next; empty where nobody has one."""
    state = t.state
    if t.choice["LC-I 27"] == "one_member_per_visit":
        return _next_visit(t)
    seats = state.sequence
    at = seats.index(state.last) + 1 if state.last else 0
    for seat in (*seats[at:], *seats[:at]):
        if _has_left(t, seat):
            return seat
    return ""


def _next_visit(t: LcTable) -> str:
    """LC-I 27: one member acts when a side's place in the order comes up, and members rotate."""
    state = t.state
    order = state.order
    last = state.players[state.last].side if state.last else ""
    at = order.index(last) + 1 if last in order else 0
    for side in (*order[at:], *order[:at]):
        team = members_of(state, side)
        turn = state.visits.get(side, 0) % len(team)
        for seat in (*team[turn:], *team[:turn]):
            if _has_left(t, seat):
                return seat
    return ""


def begin_turn(t: LcTable) -> None:
    """A new turn begins for all players."""
    state = t.state
    if not state.turn:
        t.fact(FirstPlayer(members_of(state, state.order[0])[0], "LC-9.2"))
    if t.choice["LC-I 26"] == "top_of_the_order":
        state.last = ""
    state.turn += 1
    state.phase = PLAY
    state.passes = 0
    state.ending = 0
    for player in state.players.values():
        player.passed = False
    state.sequence = [seat for side in state.order for seat in members_of(state, side)]
    state.active = next_seat(t)
    t.fact(TurnBegan("", state.turn))
    if not state.active:
        _end_phase(t)


def set_turn(t: LcTable, seat: str, number: int) -> None:
    """A judge's repair: setup is over, and a turn is on in which nobody has acted yet. What was
    going on is so no more, but for falls (LC-17.5)."""
    state = t.state
    state.due, state.aim, state.duel = [], None, None
    _still_fall(t)
    settle_falls(t)
    if state.acting:
        _clear(state, state.figures[state.acting])
    state.struck.clear()
    for player in state.players.values():
        if not player.shuffled:
            shuffled(t, player)
        player.passed = False
    for figure in state.figures.values():
        figure.placed = True
        figure.activated = False
        figure.bonuses = [b for b in figure.bonuses if b.until == "game"]
    state.points = state.points or dict.fromkeys(sides(state), 0)
    state.order = state.order or remaining(state)
    state.sequence = [each for side in state.order for each in members_of(state, side)]
    state.turn, state.active, state.phase = number, seat, PLAY
    state.passes = state.ending = state.last_turn = 0


def _used(state: State, seat: str) -> None:
    """The player has had an opportunity; the next member of the side comes after it."""
    state.last = seat
    side = state.players[seat].side
    if side in state.teams:
        state.visits[side] = state.teams[side].index(seat) + 1


def _advance(t: LcTable, seat: str) -> None:
    """An opportunity is used up; the next one, or the end of the turn (LC-10.4)."""
    state = t.state
    _used(state, seat)
    if state.ending or (state.passes and _all_passed(state)):
        _end_phase(t)
        return
    state.active = next_seat(t)
    if not state.active:
        _end_phase(t)


def _all_passed(state: State) -> bool:
    """LC-10.4 (a): every player with characters to come has passed in a row."""
    waiting = {f.seat for f in state.figures.values() if not f.activated and not f.down}
    return state.passes >= len(waiting)


def pass_on(t: LcTable) -> None:
    """After a repair between two activations: whoever has nobody left is skipped (LC-9.9)."""
    state = t.state
    if state.phase != PLAY or state.acting or state.over:
        return
    if not _has_left(t, state.active):
        state.active = next_seat(t)
        if not state.active:
            _end_phase(t)


def _end_phase(t: LcTable) -> None:
    """LC-10.5: activated tokens go, action tokens and conditions stay (LC-I 89)."""
    state = t.state
    for figure in state.figures.values():
        figure.activated = False
        if figure.bonuses:
            figure.bonuses = [b for b in figure.bonuses if b.until == "game"]
        if figure.conditions and t.choice["LC-I 89"] == "at_the_end_phase":
            figure.conditions.clear()
            settle_removals(t, figure)
    state.struck.clear()
    state.phase = CLEANUP
    order = [side for side in state.order if side not in state.out]
    seat = members_of(state, order[0])[0]
    state.active = seat
    state.due.append(owed.Close(seat, "LC-10.7", t.seq))


@handles
@unless_asked
def declare(t: LcTable, e: Declare) -> None:
    """LC-10.4 (c), 21.2: a condition of the scenario came true."""
    require_playing(t, e.seat)
    state = t.state
    ending = scenario_of(t).ending.get(e.condition)
    if ending is None:
        t.forbid(
            "LC-21.1",
            "{condition} is not a condition of {scenario}",
            condition=e.condition,
            scenario=state.scenario,
            legal=", ".join(scenario_of(t).ending) or "none is declared in this scenario",
        )
    if state.phase != PLAY:
        require_activation_phase(t, "LC-10.1")
    require_hazards_flipped(t)
    if not state.acting:
        require_nothing_open(t)
    elif t.choice["LC-I 31"] == "stop_at_once":
        _require_all_down(t)
    t.trust(f"it has come true: {ending.text or ending.name}")
    state.ending = t.seq
    if ending.ends == "game":
        state.last_turn = t.seq
    if not state.acting:
        _end_phase(t)
    elif t.choice["LC-I 31"] == "stop_at_once":
        figure = state.figures[state.acting]
        state.due = []
        state.aim = state.duel = None
        settle_falls(t)
        _clear(state, figure)
        _used(state, figure.seat)
        _end_phase(t)


def _require_all_down(t: LcTable) -> None:
    """LC-17.5, 20.6: nobody is left in the air when a turn stops at once."""
    for due in t.state.due:
        if due.must and isinstance(due, owed.Fall | owed.Displace):
            t.forbid(
                due.rule,
                "{unit} has not come down yet",
                unit=due.unit,
                legal=f"{due.seat} {due.logged_as}, then the end of the turn",
            )


@handles
@unless_asked
def close_turn(t: LcTable, e: CloseTurn) -> None:
    """LC-10.6, 10.7: victory and objectives, then the next turn begins."""
    require_playing(t, e.seat)
    due = _require_cleanup(t)
    held = _require_held(t, e)
    t.state.due.remove(due)
    _hold(t, held)
    _score_markers(t)
    t.fact(TurnEnded("", t.state.turn))
    _victory(t, at_once=False)
    if not t.state.over:
        _next_turn(t)


def _require_cleanup(t: LcTable) -> owed.Close:
    """What closes the turn, where nothing else is owed before it (LC-10.1)."""
    state = t.state
    close = next((d for d in state.due if isinstance(d, owed.Close)), None)
    if close is None:
        require_activation_phase(t, "LC-10.1")
        t.forbid(
            "LC-10.1",
            "the activation phase is not over: it is {seat}'s opportunity",
            seat=state.active,
            legal="an activation, or a pass where that is open",
        )
    require_hazards_flipped(t)
    for other in state.due:
        if other.must and other is not close:
            require_done(t, other)
    require_refreshed(t)
    return close


def _require_held(t: LcTable, e: CloseTurn) -> dict[str, str]:
    """LC-21.1: who holds each marker that the scenario leaves to the players."""
    scenario = scenario_of(t)
    held = {each.marker: each.side for each in e.held}
    for marker in scenario.markers:
        if marker.declared and marker.name not in held:
            t.refuse(
                "LC-21.1",
                "nobody has said who holds {marker}",
                marker=marker.name,
                legal=f"{marker.name}:SIDE or {marker.name}:nobody",
            )
    for name, side in held.items():
        found = scenario.marker.get(name)
        if found is None or not found.declared:
            t.forbid(
                "LC-21.1",
                "{scenario} does not ask who holds {marker}",
                marker=name,
                scenario=scenario.name,
                legal=", ".join(m.name for m in scenario.markers if m.declared) or "no declaration",
            )
        if side not in ("nobody", *t.state.points):
            t.forbid(
                "LC-21.1",
                "{side} is not a side of this match, and cannot hold {marker}",
                side=side,
                marker=name,
                legal=one_of(t.state.points, besides="nobody"),
            )
    return held


def _hold(t: LcTable, held: dict[str, str]) -> None:
    """The players say who holds a marker; nobody has seen it."""
    for name, side in held.items():
        t.trust(f"{side} holds {name}")
        if side == "nobody":
            t.state.held.pop(name, None)
        else:
            t.state.held[name] = side


def _score_markers(t: LcTable) -> None:
    """LC-10.6: what each marker is worth to the side that holds it."""
    state = t.state
    for marker in scenario_of(t).markers:
        side = state.held.get(marker.name, "")
        if side in state.out:
            side = ""
        t.fact(MarkerHeld(marker.name, side, state.turn, "LC-10.6"))
        if side and marker.points and marker.interact != "score":
            score(t, side, marker.points)


def _next_turn(t: LcTable) -> None:
    """LC-10.7: tokens come back where that is the reading, and the next turn begins."""
    state = t.state
    if t.choice["LC-I 37"] == "refill_every_turn":
        for figure in standing(state):
            figure.slots.clear()
            figure.pool = tokens_of(t, figure)
    if t.choice["LC-I 25"] == "every_turn":
        state.active = ""
        initiative(t)
    else:
        begin_turn(t)


def _victory(t: LcTable, *, at_once: bool) -> None:
    """LC-21.1: the scenario's victory conditions, at cleanup or at once (LC-I 104)."""
    state = t.state
    scenario = scenario_of(t)
    alive = list(dict.fromkeys([f.side for f in state.figures.values() if not f.down]))
    conditions = [(v.kind, v.amount) for v in scenario.victory if v.at_once or not at_once]
    if not at_once and not (scenario.victory and alive):
        conditions.append(("last_side", 0))
    points_of = {side: n for side, n in state.points.items() if side not in state.out}
    top = max(points_of.values(), default=0)
    leaders = [side for side, points in points_of.items() if points == top]
    for kind, amount in conditions:
        if kind == "last_side" and len(alive) < 2:
            t.end_match(alive[0] if alive else "", "last side standing", "LC-21.1")
        elif kind == "points" and top >= amount:
            t.end_match(leaders[0] if len(leaders) == 1 else "", "points", "LC-21.1")
        if state.over:
            return
    last = bool(scenario.turns) and state.turn >= scenario.turns
    if not at_once and (last or state.last_turn):
        how = "turn limit" if last else "the scenario's end"
        if any(kind == "most_points" for kind, _ in conditions):
            t.end_match(leaders[0] if len(leaders) == 1 else "", how, "LC-21.1")
        else:
            t.end_match(alive[0] if len(alive) == 1 else "", how, "LC-21.1")


# -- opportunities -----------------------------------------------------------------------------


def _require_opportunity(t: LcTable, seat: str, rule: str, *, passing: bool = False) -> None:
    """Whether it is this player's opportunity (LC-9.7), and no activation is open (LC-11.4)."""
    require_playing(t, seat)
    state = t.state
    if state.question:
        require_no_question(t)
    if state.phase != PLAY:
        require_activation_phase(t, rule)
    require_nothing_open(t)
    if state.acting:
        t.forbid(
            "LC-10.2" if passing else "LC-11.4",
            "{unit} is being activated",
            unit=state.acting,
            legal=f"{state.active} end",
        )
    if seat != state.active:
        t.refuse(
            "LC-9.7",
            "{seat} acts, but it is {active}'s opportunity",
            seat=seat,
            active=state.active,
            legal=f"{state.active} activates{' or passes' if may_pass(t, state.active) else ''}",
        )


@handles
def activate(t: LcTable, e: Activate) -> None:
    """LC-11.1 to 11.5: one character is named; tokens return, and hazards are flipped for."""
    state = t.state
    _require_opportunity(t, e.seat, "LC-10.1")
    figure = state.figures.get(e.character)
    if figure is None or figure.down or figure.seat != e.seat:
        own = ", ".join(f.id for f in standing(state) if f.seat == e.seat and not f.activated)
        t.forbid(
            "LC-11.2",
            "{unit} is not one of {seat}'s characters on the table",
            unit=e.character,
            seat=e.seat,
            legal=own or "none",
        )
    if figure.activated:
        t.refuse(
            "LC-11.3",
            "{unit} has already been activated this turn",
            unit=figure.id,
            legal=listed(f.id for f in standing(state) if f.seat == e.seat and not f.activated)
            or "none is left",
        )
    state.active = e.seat
    state.acting = figure.id
    state.passes = 0
    state.struck.clear()
    if t.choice["LC-I 33"] == "declaration":
        figure.activated = True
    t.fact(ActivationBegan(figure.seat, figure.id, figure.name, state.turn, "LC-11.1"))
    back = 0
    for action, tokens in list(figure.slots.items()):
        back += 1
        if tokens > 1:
            figure.slots[action] = tokens - 1
        else:
            del figure.slots[action]
    if back:
        figure.pool += back
        t.fact(TokensReturned(figure.seat, figure.id, back, figure.pool, "LC-12.3"))
    for name in figure.within:
        owe_hazard(t, figure, t.catalog.piece[name], True)


@handles
def pass_(t: LcTable, e: Pass) -> None:
    """LC-10.3: only while an opponent has more characters to come (LC-I 28, I 30)."""
    state = t.state
    _require_opportunity(t, e.seat, "LC-10.7", passing=True)
    if t.choice["LC-I 30"] != "passing_always_allowed":
        own, theirs = _counted(t, e.seat)
        if theirs <= own:
            t.refuse(
                "LC-10.3",
                "characters left to activate: {seat} {have}, the opponent {limit}",
                seat=e.seat,
                have=own,
                limit=theirs,
                legal="activate a character",
            )
    player = state.players[e.seat]
    player.passed = True
    state.passes += 1
    t.fact(OpportunityPassed(e.seat, state.turn, "LC-10.3"))
    _advance(t, e.seat)


def may_pass(t: LcTable, seat: str) -> bool:
    """Whether passing is open to the player whose opportunity it is."""
    if t.choice["LC-I 30"] == "passing_always_allowed":
        return True
    own, theirs = _counted(t, seat)
    return theirs > own


def _counted(t: LcTable, seat: str) -> tuple[int, int]:
    """LC-I 28: the characters to come that are compared, the player's and the opponents'."""
    state = t.state
    reading = t.choice["LC-I 28"]
    own_side = state.players[seat].side
    if reading == "any_opposing_player_against_own":
        others = [to_come(state, p.seat) for p in state.players.values() if p.side != own_side]
        return to_come(state, seat), max(others, default=0)
    by_side: dict[str, int] = {side: 0 for side in remaining(state)}
    for player in state.players.values():
        if player.side in by_side:
            by_side[player.side] += to_come(state, player.seat)
    own = by_side.pop(own_side)
    every = reading == "every_opposing_side_against_own_side"
    return own, (min if every else max)(by_side.values(), default=0)


@handles
def end(t: LcTable, e: End) -> None:
    """LC-11.4, 11.5: the activation is closed."""
    figure = require_acting(t, e.seat, "LC-10.2")
    require_footing(t)
    _close(t, figure)
    settled(t)


def _close(t: LcTable, figure: Figure) -> None:
    """LC-19.6: damage over time; then the character has activated."""
    state = t.state
    if figure.conditions.get("dot") and not figure.down:
        harm(t, figure, Damage(1, "DOT", "LC-19.6"))
    _clear(state, figure)
    state.struck.clear()
    t.fact(ActivationEnded(figure.seat, figure.id, figure.name, state.turn, figure.pool, "LC-11.5"))
    _advance(t, figure.seat)


def _clear(state: State, figure: Figure) -> None:
    """The activation is over, and with it what is kept for its length."""
    figure.activated = True
    figure.actions.clear()
    figure.strides = 0
    # An attack is still open only where a judge let the activation end before its flip.
    state.aim = None
    if state.due:
        state.due = [d for d in state.due if d.must and not isinstance(d, owed.Defense)]
    for each in state.figures.values():
        if each.entered:
            each.entered.clear()
        if each.bonuses:
            each.bonuses = [b for b in each.bonuses if b.until != "activation"]
    state.acting = ""
    state.moving = None


# -- leaving -----------------------------------------------------------------------------------


def _still_fall(t: LcTable) -> None:
    """LC-17.5: whoever stands on what is destroyed falls, though the side is gone that was to
    log it."""
    state = t.state
    falling = {due.unit for due in state.due if isinstance(due, owed.Fall)}
    for figure in standing(state):
        piece = piece_at(t, figure.on)
        if piece is not None and state.ground[piece.name].destroyed and figure.id not in falling:
            state.due.append(owed.Fall(figure.seat, "LC-17.5", t.seq, unit=figure.id))


def leave(t: LcTable, side: str) -> None:
    """A side is out of a match that goes on: its characters leave the table."""
    state = t.state
    for figure in list(standing(state)):
        if figure.side == side:
            take_off(t, figure)
    seats = members(state, side)
    _still_fall(t)
    state.held = {m: s for m, s in state.held.items() if s != side}
    if state.duel is not None and side in state.duel.flips:
        del state.duel.flips[side]
        state.duel.due = [p for p in state.duel.due if p != side]
    if state.phase == CLEANUP and not any(isinstance(d, owed.Close) for d in state.due):
        seat = next(p.seat for p in state.players.values() if p.side not in state.out)
        state.active = seat
        state.due.append(owed.Close(seat, "LC-10.7", t.seq))
    if state.acting and state.figures[state.acting].down:
        _close(t, state.figures[state.acting])
    elif state.phase == PLAY and state.active in seats:
        _advance(t, state.active)
