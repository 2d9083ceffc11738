"""A posted round is paired again (TR-9.2), or takes in who came late (TR-9.4)."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.tournament import Pairing, Repair
from referee.tournament.facts import PlacePosted, Repaired
from referee.tournament.handlers import handles
from referee.tournament.judging.lost_games import give_back, take_owed
from referee.tournament.posts import (
    awarded,
    cost_of_posted,
    named,
    require_cost,
    require_entrants,
    require_places,
)
from referee.tournament.results import contest_of, round_of, settle
from referee.tournament.roles import HEAD, has_role, require_role
from referee.tournament.stages.fixed import fixed_pairs, placed, require_pairs
from referee.tournament.state import (
    FORFEIT,
    Contest,
    Hall,
    Round,
    Score,
    State,
    is_active,
    is_away,
)
from referee.verdict import Violation

HEAD_JUDGE = ("head-judge",)


def waiting(state: State) -> list[str]:
    """Who has no place in the round that is on and could have one: who entered, or checked in,
    when it was posted. Nobody comes into a bracket or a circle."""
    if not state.rounds or state.rounds[-1].stage != "swiss":
        return []
    now = state.turn
    have = set(placed(state.rounds[-1]))
    absent = state.options["check_in"] == "yes" and now == 1
    return [
        player
        for player, entrant in state.entrants.items()
        if player not in have
        and entrant.first <= now + 1
        and not is_away(entrant, now)
        and not is_away(entrant, now + 1)
        and (entrant.here or not absent)
    ]


@handles
def repair(t: Hall, e: Repair) -> None:
    """TR-9.2: new pairings for the tables that are not kept; everybody still has one place."""
    require_role(t, e.by, HEAD)
    state = t.state
    played = round_of(t, e.round)
    if e.round != state.turn:
        t.forbid("TR-9.2", "round {round} is over", round=e.round, legal=f"round {state.turn}")
    kept = {table: contest_of(t, e.round, table) for table in e.keep}
    require_entrants(t, named(e.pairings, e.bye))
    pairings = [Pairing(table, c.a, c.b, c.feature) for table, c in kept.items()] + [*e.pairings]
    stay = [player for contest in kept.values() for player in (contest.a, contest.b)]
    here = [player for player in placed(played) if is_active(state.entrants[player], e.round)]
    if played.stage == "swiss":
        playing, able = here, {*here, *stay, *waiting(state)}
    else:
        right = fixed_pairs(state, e.round, here)
        playing = [p for pair in right if not set(pair) & set(stay) for p in pair if p]
        able = {*playing, *stay}
    require_places(t, e.round, pairings, e.bye, playing, able)
    undone = _undone(state, pairings)
    _require_untouched(t, e, undone)
    require_pairs(t, e, played.stage, here, stay)
    if played.stage == "swiss":
        require_cost(t, e.round, pairings, e.bye, e.cost)
    _take(t, e, played, pairings, len(undone))


def _undone(state: State, pairings: Sequence[Pairing]) -> list[int]:
    """The tables with a result whose players no longer meet; not where one has left before it was
    played and gave it up."""
    pairs = {frozenset((each.a, each.b)) for each in pairings}
    return [
        contest.table
        for contest in state.rounds[-1].contests.values()
        if contest.result is not None
        and frozenset((contest.a, contest.b)) not in pairs
        and all(is_active(state.entrants[p], state.turn) for p in (contest.a, contest.b))
    ]


def _require_untouched(t: Hall, e: Repair, undone: Sequence[int]) -> None:
    """TR-9.2: where a result would no longer count, the head judge decides."""
    if undone and not has_role(t, e.by, HEAD_JUDGE):
        t.refuse_if_new(
            Violation(
                "TR-9.2",
                "{have:table has|tables have} a result that would not count: {tables}",
                have=len(undone),
                tables=", ".join(map(str, undone[:12])),
                legal="keep these tables, or a repair by the head judge",
            )
        )


def _take(t: Hall, e: Repair, played: Round, pairings: Sequence[Pairing], undone: int) -> None:
    before = {frozenset((c.a, c.b)): c for c in played.contests.values()}
    contests: dict[str, Contest] = {}
    new = 0
    meet = {frozenset((p.a, p.b)) for p in pairings}
    give_back(t.state, [contest for pair, contest in before.items() if pair not in meet])
    for p in sorted(pairings, key=lambda each: each.table):
        contest = before.get(frozenset((p.a, p.b)))
        if contest is None:
            contest = Contest(p.table, p.a, p.b, p.feature, reason=e.reason)
            new += 1
        else:
            contest.table, contest.feature = p.table, p.feature
            if contest.a != p.a:
                _turn_round(contest)
        contests[str(p.table)] = contest
        t.fact(
            PlacePosted(
                e.round,
                played.stage,
                p.table,
                contest.a,
                contest.b,
                kept=frozenset((p.a, p.b)) in before,
            )
        )
    for player in e.bye:
        t.fact(PlacePosted(e.round, played.stage, 0, player, "", kept=player in played.byes))
    played.contests = contests
    played.byes = list(e.bye)
    played.cost = list(e.cost)
    ended = [contest.result for contest in contests.values() if contest.result is not None]
    played.results = sum(result.by != FORFEIT for result in ended)
    played.repaired = t.seq
    for player in placed(played):
        entrant = t.state.entrants[player]
        entrant.first = min(entrant.first, e.round)
    t.fact(Repaired(e.round, len(contests) - new, new, undone, "TR-9.2"))
    for contest, score in take_owed(t, e.round, contests.values()):
        settle(t, e.round, contest.table, score, "penalty", [])


def _turn_round(contest: Contest) -> None:
    """Who was posted second is posted first now; what was said so far is turned with it."""
    contest.a, contest.b = contest.b, contest.a
    if contest.result is not None:
        contest.result.score = _turned(contest.result.score)
    contest.attested = {player: _turned(score) for player, score in contest.attested.items()}
    contest.seats = {board: (b, a) for board, (a, b) in contest.seats.items()}
    for board in contest.boards.values():
        _turn_round(board)


def _turned(score: Score) -> Score:
    return replace(score, a=score.b, b=score.a)


def late_repair(t: Hall, by: str, reason: str = "late entry") -> Repair | None:
    """The repair that takes in all who are waiting (TR-9.4); None where there is nobody.

    The first meets who has the bye; two others meet at a new table; who is left has the bye. All
    tables are kept.
    """
    state = t.state
    late = waiting(state)
    if not late:
        return None
    played = state.rounds[-1]
    free = set(awarded(state, state.turn))
    byes = [player for player in played.byes if player in free]
    queue = [player for player in played.byes if player not in free] + late
    if len(queue) % 2:
        byes.append(queue.pop())
    last = max((contest.table for contest in played.contests.values()), default=0)
    new = tuple(
        Pairing(last + at, a, b)
        for at, (a, b) in enumerate(zip(queue[::2], queue[1::2], strict=True), 1)
    )
    kept = [Pairing(c.table, c.a, c.b) for c in played.contests.values()]
    return Repair(
        by,
        state.turn,
        new,
        reason,
        keep=tuple(sorted(contest.table for contest in played.contests.values())),
        bye=tuple(byes),
        cost=cost_of_posted(t, state.turn, [*kept, *new], byes),
    )
