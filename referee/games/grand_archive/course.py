"""The course of a turn: its phases, and what happens in them by itself (sections 3, 6)."""

from collections.abc import Callable, Container, Sequence

from referee.fact import TurnBegan, TurnEnded
from referee.games.grand_archive import keywords
from referee.games.grand_archive.begun_texts import end_all
from referee.games.grand_archive.changed_cards import give_back
from referee.games.grand_archive.combat_roles import require_forced
from referee.games.grand_archive.facts import PhaseBegan, TurnStood
from referee.games.grand_archive.game_end import leave_at_last, time_is_up
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.lineages import note_life, place_if_plain
from referee.games.grand_archive.namesakes_and_wither import (
    begin_withering,
    line_that_settles,
    require_settled,
    unsettled,
)
from referee.games.grand_archive.phases import phases_of
from referee.games.grand_archive.places import (
    influence,
    size,
)
from referee.games.grand_archive.state import (
    DRAW,
    END,
    LATE,
    MAIN,
    MATERIALIZE,
    OPPORTUNE,
    PHASE_NAMES,
    RECOLLECTION,
    WAKE,
    Activation,
    AnyPending,
    Doings,
    GaTable,
    Item,
    Triggered,
    champion_of,
    following,
    in_r26,
    lapses,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.turn_actions import (
    begin_end,
    beyond_limit,
    clean_up,
    draw,
    recollect,
    wake_all,
)
from referee.games.grand_archive.values import level_of, life_of
from referee.house import require_playing
from referee.parts.lasting_changes import over
from referee.parts.responses import seats_in_turn
from referee.verdict import Unsaid, Violation

# -- turns ---------------------------------------------------------------------------------------


def begin_turn(t: GaTable, seat: str) -> None:
    """A player's turn begins (GA-4.1, 6.1)."""
    state = t.state
    side = state.players[seat]
    for name, value in (
        ("turn", state.turn + 1),
        ("active", seat),
        ("last", seat),
        ("done", Doings()),
        ("phase", WAKE),
        ("came", t.seq),
        ("turned", (t.seq, state.turned[0])),
    ):
        t.set(state, name, value)
    t.set(side, "begun", side.begun + 1)
    t.fact(TurnBegan(seat, state.turn))
    over(t, f"next:{seat}")
    end_all(t, f"next:{seat}")
    give_back(t, f"next:{seat}")
    report(t, "turn begins", seat, seat)
    if side.begun > 1:
        enter_phase(t, WAKE)
        go_on(t)
        return
    place_if_plain(t, seat)
    if in_r26(t):
        _go_as_far_as_plain(t)


def _go_as_far_as_plain(t: GaTable) -> None:
    """A first turn of R26 comes to its main phase by itself, unless something is still to be said
    of what champions have triggered (GA-3.9)."""
    try:
        with t.whole():
            handles.follows(t)
            while t.state.waiting.stack and not t.state.over:
                handles.play_on(t)  # nobody could pass: there is no Opportunity before
            go_to(t, MAIN, stop=True)
    except Violation:
        return


def end_turn(t: GaTable) -> None:
    """The turn is over, and the next player's begins (GA-6.53)."""
    state = t.state
    seat = state.active
    report(t, "turn ends", seat, seat)
    t.set(state.players[seat], "ended", state.turn)
    for each in state.seats:
        _tell_standing(t, each)
        note_life(t, each)
    t.fact(TurnEnded(seat, state.turn))
    if state.overtime:
        t.set(state, "overtime", state.overtime - 1)
        if not state.overtime:
            time_is_up(t)
            return
    begin_turn(t, _next_in_turn(t, seat))


def _next_in_turn(t: GaTable, seat: str) -> str:
    """Whose turn comes next; who is to skip a turn is passed over (GA-4.1, 6.73)."""
    state = t.state
    found = following(state, seat)
    while (skips := state.players[found].skips).get("turn"):
        t.item(skips, "turn", skips["turn"] - 1)
        found = following(state, found)
    return found


def _tell_standing(t: GaTable, seat: str) -> None:
    champion = champion_of(t, seat)
    if champion is None:
        return
    left = (life_of(t, champion) or 0) - champion.damage
    level, cards = level_of(t, champion), influence(t, seat)
    t.fact(TurnStood(seat, t.state.turn, level, left, cards, size(t, seat, "deck")))


# -- phases --------------------------------------------------------------------------------------


def enter_phase(t: GaTable, phase: int) -> None:
    """A phase begins, with what happens in it by itself."""
    state, seat = t.state, t.state.active
    t.set(state, "phase", phase)
    if state.came != t.seq:
        t.set(state, "came", t.seq)
    t.fact(PhaseBegan(seat, PHASE_NAMES[phase]))
    if phase == WAKE:
        wake_all(t, seat)
    elif phase in (MATERIALIZE, LATE):
        report(t, "materialize begins", seat, seat)
    elif phase == RECOLLECTION:
        keywords.begin_recollection(t, seat)
        report(t, "recollection begins", seat, seat)
    elif phase == DRAW:
        draw(t, seat, 1, "GA-6.40")
        t.set(state.done, "drew", True)
    elif phase == MAIN:
        report(t, "main begins", seat, seat)
        begin_withering(t, seat)
    elif phase == END:
        begin_end(t, seat)


def leave_phase(t: GaTable) -> bool:
    """A phase ends, with what is done as it does (GA-6.31, 6.52).

    Returns:
        Whether it is over: what a clean-up has triggered comes first, and in R26 another clean-up
        after that (GA-6.53); in R26 what recollecting has triggered comes first too (GA-6.33).
    """
    state = t.state
    done = state.done
    if state.phase == MAIN:
        require_settled(t)
        require_forced(t)
    elif state.phase == RECOLLECTION and not done.recollected:
        recollect(t, state.active)
        if in_r26(t):
            handles.follows(t)
            return not state.waiting.stack
    elif state.phase == END and (in_r26(t) or not done.cleaned):
        _require_within_limit(t)
        clean_up(t)
        handles.follows(t)
        return not state.waiting.stack
    return True


def _require_within_limit(t: GaTable) -> None:
    """Ask what the turn player discards to a limit of hand and memory (GA-6.52)."""
    seat = t.state.active
    over, source = beyond_limit(t, seat)
    if over:
        t.incomplete(
            f"by {source} {seat} discards {over} of hand and memory as the turn ends: say"
            f" {seat} settle cards=, and of the memory pays=discard::{seat}:memory"
        )


def next_phase(t: GaTable) -> None:
    """The phase that is on ends, and the next one begins, or the next turn."""
    turn = t.state.turn
    if leave_phase(t) and not t.state.over and t.state.turn == turn:
        advance(t)


def advance(t: GaTable) -> None:
    """The next phase of the turn begins that is not skipped, or the next turn (GA-6.73)."""
    state = t.state
    for phase in phases_of(t):
        if phase > state.phase:
            skips = state.players[state.active].skips
            name = PHASE_NAMES[phase]
            short = name.split()[0]
            if skips.get(short, 0):
                t.item(skips, short, skips[short] - 1)
                t.set(state, "phase", phase)
                t.push(state.done.skipped, name)
                continue
            enter_phase(t, phase)
            return
    end_turn(t)


def cut_short(t: GaTable) -> None:
    """An effect has ended a part of the turn, or the player whose turn it is has lost: what
    follows (GA-4.13, 6.70 to 6.74)."""
    state = t.state
    what = state.cut
    t.set(state, "cut", "")
    if what == "lost":
        try:
            with t.whole():
                empty_stack(t)
        except Violation:  # something is still to be said; the turn goes on to its end after that
            t.set(state, "cut", what)
            return
        if state.over:
            return
        leave_at_last(t, state.active)
        if state.phase < END:
            enter_phase(t, END)
            empty_stack(t)
        clean_up(t)
    elif what in ("turn", "end"):
        t.set(state, "phase", END)
        if t.choice["GA-I 3"] == "yes":
            clean_up(t)
    elif PHASE_NAMES[state.phase].split()[0] == what:
        advance(t)
        return
    else:
        return
    handles.follows(t)
    if not state.over:
        end_turn(t)


handles.cuts = cut_short


def go_on(t: GaTable) -> None:
    """From waking on to the next phase in which anybody decides anything; what was triggered can be
    answered (GA-6.12)."""
    handles.follows(t)
    while t.state.phase == WAKE and not t.state.over and not t.state.waiting.stack:
        next_phase(t)
        handles.follows(t)


def go_to(t: GaTable, phase: int, *, stop: bool = False) -> None:
    """Play goes on to a phase of the turn that is on: what is due before it follows.

    Args:
        t: the table.
        phase: which.
        stop: whether what that phase puts on the stack stays there.
    """
    state = t.state
    turn = state.turn
    while state.phase < phase and state.turn == turn and not state.over:
        empty_stack(t)
        if state.over or state.turn != turn:
            return
        _pass_on(t)
    if not stop:
        empty_stack(t)


def next_window(t: GaTable) -> None:
    """The next phase of the turn comes, with what it puts on the stack."""
    empty_stack(t)
    if not t.state.over:
        _pass_on(t)


def _pass_on(t: GaTable) -> None:
    """With nothing pending, the next phase comes."""
    require_passed(t)
    next_phase(t)
    handles.follows(t)


def come_to(t: GaTable, source: str, passing_over: Container[str] = ()) -> None:
    """With nothing pending, the phase comes that puts something of that source on the stack; where
    none is named, the main phase at the latest.

    Args:
        t: the table.
        source: what is meant.
        passing_over: what is set off by these is not.
    """
    state = t.state
    if not state.waiting.stack:
        require_begun(t)
    turn, last = state.turn, END if source else MAIN
    while not state.waiting.stack and state.phase < last and state.turn == turn:
        next_window(t)
        while state.waiting.stack and not state.over:
            if _is_pending(state.waiting.stack, source, passing_over):
                if not source or _is_pending(state.waiting.stack[-1:], source, passing_over):
                    return
            elif not lapses(t):
                empty_stack(t)
                continue
            handles.play_on(t)
        if state.over:
            return


def _is_pending(items: Sequence[AnyPending], source: str, passing_over: Container[str]) -> bool:
    """Whether something of that source is among these; without a source, anything."""
    return any(
        isinstance(each, Item)
        and (not source or source in (each.source, each.card))
        and each.trigger not in passing_over
        for each in items
    )


def empty_stack(t: GaTable) -> None:
    """Nobody answers any more: all that is pending takes effect (GA-7.7).

    Raises:
        Violation: GA-7.7, passes are on record in this match, and there are too few (GA-I 19).
    """
    handles.follows(t)
    if t.state.waiting.stack and not lapses(t):
        top = t.state.waiting.stack[-1]
        since = top.entry if top.entry < t.seq else None
        refuse_unpassed(t, top.source, since)
    while t.state.waiting.stack and not t.state.over:
        handles.play_on(t)


def asked_before(t: GaTable, seat: str = "") -> list[str]:
    """Who has not passed yet where passes are on record, in the order in which they are asked, of
    those before a seat; in an event whoever has just added to the stack is taken to have done so
    (GA-7.15)."""
    waiting = t.state.waiting
    order = seats_in_turn(t.state)
    at = order.index(waiting.holder) if waiting.holder in order else 0
    passed = {*waiting.passed, assumed(t)}
    order = [*order[at:], *order[:at]]
    return [x for x in order[: order.index(seat) if seat else None] if x not in passed]


def assumed(t: GaTable) -> str:
    """Who is taken to have passed, having added to the stack without a word (GA-7.15)."""
    state = t.state
    top = state.waiting.stack[-1] if state.event and state.waiting.stack else None
    if not isinstance(top, Item) or isinstance(top, Triggered) or top.hold:
        return ""
    waiting = state.waiting
    if top.seat in waiting.passed:
        return top.seat
    is_noted = isinstance(top, Activation) or state.asks_aims
    if is_noted and (waiting.passed or not waiting.holder):
        return ""  # something has resolved since: all are asked anew (GA-7.7)
    return top.seat


def refuse_unpassed(t: GaTable, thing: str, since: int | None = None) -> None:
    """What lies on the stack takes effect when all have passed (GA-7.7)."""
    seat = next(iter(asked_before(t)), t.state.active)
    t.refuse("GA-7.7", "{thing} waits for {seat} to pass", thing=thing, seat=seat, since=since,
             legal=_pass_of(t, seat))  # fmt: skip


def _pass_of(t: GaTable, seat: str) -> str:
    """The line that lets play go on: a pass, or before it what is to be settled, or the phase that
    came with this entry, as nobody passes before."""
    state = t.state
    if unsettled(t):
        return line_that_settles(t)
    if state.came == t.seq:
        return f"{state.active} step {PHASE_NAMES[state.phase].split()[0]}"
    return f"{seat} pass"


def require_passed(t: GaTable) -> None:
    """Where passes are on record, a phase with Opportunity ends by them alone (GA-6.48, 7.8).

    Raises:
        Violation: GA-6.48 for a main phase, GA-7.5 for another.
    """
    state = t.state
    if lapses(t) or state.phase not in OPPORTUNE:
        return
    rule = "GA-6.48" if state.phase == MAIN else "GA-7.5"
    legal = _pass_of(t, state.waiting.holder or state.active)
    name = PHASE_NAMES[state.phase]
    t.refuse(rule, "not all have passed in the {phase} phase", phase=name, legal=legal)


def at_its_moment(t: GaTable, say: Callable[[], None]) -> None:
    """What is said of the table is so now, or will be when what nobody has to log has followed:
    it is read at the first moment at which it is right (GA-5.42).

    Raises:
        Violation: it is right at none of them; how it is wrong now.
        Unsaid: likewise, what it lacks now; or what has to be said before one of them comes.
    """
    state = t.state
    wrong: Violation | Unsaid | None = None
    ahead = [phase for phase in phases_of(t) if state.phase < phase <= MAIN] if state.active else []
    for phase in (None, state.phase, *ahead):
        came = False
        try:
            with t.whole():
                if phase is not None:
                    go_to(t, phase)
                came = True
                say()
            return
        except Violation as refused:
            wrong = wrong or refused
        except Unsaid as asked:
            if not came:
                raise
            wrong = wrong or asked
        if state.over:
            break
    if wrong is not None:
        raise wrong


# -- who acts ------------------------------------------------------------------------------------


def require_player(t: GaTable, seat: str) -> None:
    """A player that has not lost, with the match under way (GA-4.5)."""
    require_playing(t, seat)
    if t.state.players[seat].lost:
        t.forbid("GA-4.5", "{seat} has lost", seat=seat, since=t.state.players[seat].lost)


def require_active(t: GaTable, seat: str, rule: str) -> None:
    """Only the player whose turn it is."""
    require_player(t, seat)
    if seat != t.state.active:
        active = t.state.active or "nobody"
        t.refuse(rule, "it is {active}'s turn", active=active, seat=seat)


def require_whole(t: GaTable) -> None:
    """No special or turn-based action is under way, such as placing a champion (GA-6.62)."""
    state = t.state
    placing = state.seats if in_r26(t) and not state.turn else (state.active,)
    for seat in placing:
        if not state.players[seat].had:
            t.forbid("GA-6.62", "{seat} is placing a champion", seat=seat, legal=f"{seat} place")


def require_begun(t: GaTable, rule: str = "GA-3.4") -> None:
    """The champion of whose turn it is has been placed; in R26 all of them (GA-3.4, 3.9)."""
    state = t.state
    if not in_r26(t) and state.active and state.players[state.active].had:
        return
    waiting = [
        each
        for each in (state.seats if in_r26(t) else (state.active,))
        if each and not state.players[each].had and not state.players[each].lost
    ]
    if waiting:
        rule = "GA-3.9" if in_r26(t) else rule
        t.refuse(
            rule, "{seat} has placed no champion", seat=waiting[0], legal=f"{waiting[0]} place"
        )
