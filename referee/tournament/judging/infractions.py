"""Infractions and their penalties (section 10)."""

from events.tournament import Infraction
from referee.tournament.entrants import require_player
from referee.tournament.facts import Left, PenaltyGiven
from referee.tournament.handlers import handles
from referee.tournament.judging.clock_events import day_of
from referee.tournament.judging.lost_games import games_to_win, lose, lost_score, owe
from referee.tournament.judging.penalties import (
    SAME_ERROR,
    Given,
    Shift,
    Standard,
    objection,
    shifts,
    standard_penalty,
)
from referee.tournament.policy import Infraction as Known
from referee.tournament.policy import PenaltyKind, Policy
from referee.tournament.results import contest_of, round_of, settle
from referee.tournament.roles import HEAD, JUDGES, STAFF, has_role, require_role
from referee.tournament.state import Away, Contest, Found, Hall, State
from referee.verdict import Violation


def given(state: State) -> list[Given]:
    """The infractions in force, as penalties are counted by."""
    return [
        Given(
            each.seq,
            each.player,
            each.code,
            each.penalty,
            each.day,
            each.deviation == SAME_ERROR,
        )
        for each in state.infractions
    ]


def changed(policy: Policy, before: State, after: State) -> tuple[Shift, ...]:
    """The infractions whose standard is another one between two states, such as without an
    infraction that is struck; they keep their penalty (TR-10.5)."""
    return shifts(policy, given(before), given(after))


def standard_of(state: State, policy: Policy, player: str, code: str) -> Standard | None:
    """What an infraction would give now (TR-10.2); None where the policy does not have it."""
    known = policy.by_code.get(code)
    if known is None:
        return None
    return standard_penalty(policy, known, player, day_of(state), given(state))


def seen_by(state: State, person: str) -> list[Found]:
    """The infractions that somebody may read: the own, and those of others for the desk and
    judges, or once penalties are published (TR-10.9)."""
    staff = not set(STAFF).isdisjoint(state.roles.get(person, ()))
    return [
        each
        for each in state.infractions
        if staff or each.player == person or is_published(state, each.round)
    ]


def is_published(state: State, number: int) -> bool:
    """Whether the penalties of a round are open to all."""
    return "penalties" in state.published or f"penalties {number}" in state.published


# -- the handler -------------------------------------------------------------------------------


@handles
def infraction(t: Hall, e: Infraction) -> None:
    """TR-10.2 to TR-10.6. Before a round is posted its number may be named, without a table."""
    require_role(t, e.by, JUDGES)
    require_player(t, e.player)
    if e.table:
        contest_of(t, e.round, e.table)
    elif e.round != t.state.turn + 1:
        round_of(t, e.round)
    known = _known(t, e.code)
    before = given(t.state)
    day = day_of(t.state)
    standard = standard_penalty(t.catalog, known, e.player, day, before)
    beside = [
        mine
        for mine, noted in zip(before, t.state.infractions, strict=True)
        if (noted.player, noted.round, noted.table) == (e.player, e.round, e.table)
        and not mine.same_error
    ]
    _require_standard(t, e, standard, beside)
    t.state.infractions.append(
        Found(
            t.seq,
            e.by,
            e.player,
            e.round,
            e.table,
            e.code,
            e.penalty,
            standard.penalty,
            day,
            e.deviation,
            e.match,
            e.entry,
        )
    )
    t.fact(
        PenaltyGiven(
            e.player,
            e.round,
            e.table,
            e.code,
            e.penalty,
            standard.penalty,
            standard.path,
            e.deviation,
            standard.counted,
            e.by,
            "TR-10.2",
        )
    )
    if e.deviation != SAME_ERROR:
        _take(t, e.player, e.penalty)


def _known(t: Hall, code: str) -> Known:
    found = t.catalog.by_code.get(code)
    if found is None:
        known = ", ".join(t.catalog.by_code)
        t.forbid(
            "TR-10.3",
            "the policy has no infraction {code}",
            code=code,
            legal=f"one of {known}" if known else "a note: this policy has no infractions",
        )
    return found


def _require_standard(t: Hall, e: Infraction, standard: Standard, beside: list[Given]) -> None:
    """TR-10.3, TR-10.4: the standard penalty, or a deviation that a head judge may make."""
    head = has_role(t, e.by, HEAD)
    speaks = objection(t.catalog, standard, e.penalty, e.deviation, head=head, beside=beside)
    if speaks is None:
        return
    if speaks == "head judge only":
        t.refuse(
            "TR-10.3",
            "only the head judge gives {penalty}",
            penalty=e.penalty,
            legal="the same by the head judge",
        )
        return
    if speaks == "nothing graver":
        graver = max((each.seq for each in beside), default=None)
        t.refuse_if_new(
            Violation(
                "TR-10.4",
                "{player} has no graver penalty for this error",
                player=e.player,
                legal=f"{standard.penalty}, without a deviation",
                since=graver,
            )
        )
        return
    entries = ", ".join(map(str, standard.counted))
    other = "deviation=…" if head else "a deviation by the head judge"
    if not head and standard.penalty in t.catalog.only_head_judge:
        other = "a deviation, by the head judge"
    t.refuse_if_new(
        Violation(
            "TR-10.3",
            "the standard penalty is {standard}, not {penalty}: number {count} on the path {path}"
            + (", after {entries}" if entries else ""),
            standard=standard.penalty,
            penalty=e.penalty,
            count=standard.count,
            path=standard.path,
            entries=entries,
            legal=f"{standard.penalty} or {other}",
            since=standard.counted[-1] if standard.counted else None,
        )
    )


def _take(t: Hall, player: str, penalty: PenaltyKind) -> None:
    """TR-10.6: what a penalty does to the contest that is on, or else to the next."""
    if penalty in ("caution", "warning"):
        return
    entrant = t.state.players.get(player, player)
    most = games_to_win(t.state, t.catalog)
    games = 1 if penalty == "game-loss" else most
    on = _contest_on(t.state, entrant)
    if on is not None and on.result is not None:
        # one that a penalty has decided can be lost by both, but only whole
        both = on.result.by == "penalty" and games == most > on.lost.get(player, 0)
        on = on if both else None
    if on is not None:
        lose(t, t.state.turn, on, player, games)
        score = lost_score(t, on)
        if score is not None:
            settle(t, t.state.turn, on.table, score, "penalty", [])
    elif penalty != "disqualification":
        owe(t, player, games)
    if penalty == "disqualification":
        _disqualify(t, entrant)


def _contest_on(state: State, entrant: str) -> Contest | None:
    """The contest of an entrant in the newest round."""
    contests = state.rounds[-1].contests.values() if state.rounds else ()
    return next((each for each in contests if entrant in (each.a, each.b)), None)


def _disqualify(t: Hall, player: str) -> None:
    """TR-10.6: earlier results stand; who has left already does not come back."""
    entrant = t.state.entrants[player]
    gone = next((away for away in entrant.away if not away.back), None)
    if gone is not None:
        gone.cause, gone.seq = "disqualified", t.seq
    else:
        entrant.away.append(Away(t.state.turn, "disqualified", seq=t.seq))
    t.fact(Left(player, t.state.turn, "disqualified", "TR-10.6"))
