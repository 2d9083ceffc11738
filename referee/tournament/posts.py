"""A round is posted (section 5)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from events.tournament import Pairing, Post
from referee.english import one_of
from referee.tournament.facts import Left, PlacePosted, RoundPosted
from referee.tournament.handlers import handles
from referee.tournament.history import Played, history, totals
from referee.tournament.judging.lost_games import take_owed
from referee.tournament.pairing import Paired, cost_of
from referee.tournament.results import lost_result, settle
from referee.tournament.roles import DESK, HEAD, has_role, require_role
from referee.tournament.stages.fixed import (
    is_fixed,
    placed,
    require_pairs,
    stage_of,
    still_in,
)
from referee.tournament.stages.length import rounds_of, usual_length
from referee.tournament.state import (
    FIRST,
    Away,
    Contest,
    Hall,
    Round,
    State,
    is_active,
    missed_showing,
    number_of,
    open_tables,
)
from referee.verdict import Violation

NEEDED = 2
"""How many have to be active for a round (TR-3.7)."""


def active(state: State, number: int) -> list[str]:
    """Who plays in the next round, of that number, in the order of their numbers; in an elimination
    in the order of the bracket."""
    if is_fixed(state) and stage_of(state) == "elimination":
        return still_in(state, number)
    gone = missed_showing(state)
    check_in = state.options["check_in"] == "yes" and number == 1
    circle = set(placed(state.rounds[0])) if is_fixed(state) else state.entrants
    return [
        player
        for player in state.entrants
        if player in circle
        and is_active(state.entrants[player], number)
        and player not in gone
        and (not check_in or state.entrants[player].here)
    ]


def awarded(state: State, number: int) -> list[str]:
    """Who has a bye in a round because it was awarded at the entry."""
    return [
        player
        for player in active(state, number)
        if state.entrants[player].first == 1 and number <= state.entrants[player].byes
    ]


def paired(t: Hall, players: Iterable[str], number: int) -> dict[str, Paired]:
    """What the pairing of a round has to know of these players (TR-5.2)."""
    state, policy = t.state, t.catalog
    playing = list(players)
    known = history(state, policy, number - 1, closed=True)
    before = state.rounds[number - 2] if number > 1 else None
    met_before = {p for c in before.contests.values() for p in (c.a, c.b)} if before else set()
    points = totals({player: known[player] for player in met_before.union(playing)})
    found: dict[str, Paired] = {}
    numbers = {player: entrant.number for player, entrant in state.entrants.items()}
    floated = _floated(before, known, points, number) if before else {}
    apart = policy.pairing.apart == "team"
    for player in playing:
        entrant = state.entrants[player]
        met: list[int] = []
        byes = 0
        for each in known.get(player, ()):
            if each.opponent:
                met.append(numbers[each.opponent])
            elif each.outcome == "bye":
                byes += 1
        found[player] = Paired(
            number=entrant.number,
            points=points[player],
            met=frozenset(met),
            byes=byes,
            floated=floated.get(player, 0),
            group=entrant.team if apart else "",
            table=entrant.fixed,
        )
    return found


def _floated(
    before: Round,
    known: Mapping[str, Sequence[Played]],
    points: Mapping[str, Fraction],
    number: int,
) -> dict[str, int]:
    """Whose opponent of the round before had more points then, 1, or fewer, -1."""

    def earlier(player: str) -> Fraction:
        last = known[player][-1]
        return points[player] - last.points if last.round == number - 1 else points[player]

    floated: dict[str, int] = {}
    for contest in before.contests.values():
        a, b = earlier(contest.a), earlier(contest.b)
        if a != b:
            floated[contest.a] = 1 if a < b else -1
            floated[contest.b] = -floated[contest.a]
    return floated


def cost_of_posted(
    t: Hall, number: int, pairings: Sequence[Pairing], byes: Sequence[str]
) -> tuple[int, ...]:
    """Items 1 to 6 of TR-5.2 of pairings; an awarded bye costs nothing."""
    free = set(awarded(t.state, number))
    charged = [player for player in byes if player not in free]
    players = [p for pairing in pairings for p in (pairing.a, pairing.b)] + charged
    known = paired(t, players, number)
    pairs = [(known[p.a].number, known[p.b].number) for p in pairings]
    bye = known[charged[0]].number if charged else 0
    return cost_of(list(known.values()), pairs, bye)


@handles
def post(t: Hall, e: Post) -> None:
    """TR-5.1: a round is posted once, as the next one, with a place for everybody."""
    require_role(t, e.by, DESK)
    state = t.state
    require_entrants(t, named(e.pairings, e.bye))
    _require_tables(t, e)
    if e.round != state.turn + 1:
        since = state.rounds[e.round - 1].posted if e.round <= state.turn else None
        t.forbid(
            "TR-5.1",
            "round {round} is posted" if since else "round {round} is not the next one",
            round=e.round,
            legal=f"round {state.turn + 1}",
            since=since,
        )
    _require_stage(t, e)
    _require_results(t, e)
    playing = active(state, e.round)
    if len(playing) < NEEDED:
        few = "{have:player is|players are} active"
        t.refuse_if_new(Violation("TR-3.7", few, have=len(playing), legal="close"))
    require_places(t, e.round, e.pairings, e.bye, playing, playing)
    require_pairs(t, e, e.stage, playing)
    _require_byes(t, e)
    if state.options["commitment"] and not e.key and (t.edition == FIRST or not is_given(e)):
        t.refuse("TR-5.8", "the key of round {round} is missing", round=e.round, legal="key=…")
    _require_given(t, e)
    if e.stage == "swiss":
        require_cost(t, e.round, e.pairings, e.bye, e.cost)
    _take(t, e)


def named(pairings: Iterable[Pairing], byes: Iterable[str]) -> list[str]:
    """All who have a place, once for each place."""
    return [player for pairing in pairings for player in (pairing.a, pairing.b)] + list(byes)


def require_entrants(t: Hall, players: Iterable[str]) -> None:
    """Refuse players who have not entered (TR-1.3)."""
    for player in players:
        if player not in t.state.entrants:
            t.forbid("TR-1.3", "{player} has not entered", player=player, legal="an entrant")


def require_cost(
    t: Hall,
    number: int,
    pairings: Sequence[Pairing],
    byes: Sequence[str],
    said: tuple[int, ...],
) -> None:
    """Refuse pairings that cost something else than was told (TR-5.9)."""
    cost = cost_of_posted(t, number, pairings, byes)
    if said != cost:
        have = ",".join(map(str, cost))
        t.refuse_if_new(
            Violation(
                "TR-5.9",
                "the pairings cost {have}, not {told}",
                have=have,
                told=",".join(map(str, said)) or "nothing",
                legal=f"cost={have}",
            ),
        )


def _require_stage(t: Hall, e: Post) -> None:
    stage = stage_of(t.state)
    if e.stage != stage:
        t.refuse("TR-5.1", "the tournament is at its {stage}", stage=stage, legal=f"stage={stage}")
    rounds = rounds_of(t.state)
    if rounds and stage != "elimination" and e.round > rounds:
        t.refuse_if_new(
            Violation(
                "TR-5.1",
                "there are {rounds:round}",
                rounds=rounds,
                legal=("cut" if number_of(t.state, "cut") else "close") + ", or adjust rounds",
            )
        )


def _require_results(t: Hall, e: Post) -> None:
    """TR-5.1: all results are in, but for those that count as unfinished draws."""
    if not t.state.rounds:
        if e.missing:
            t.forbid("TR-5.1", "no round was posted before", legal="no missing tables")
        return
    left = open_tables(t.state.rounds[-1])
    if e.missing and t.state.rounds[-1].stage == "elimination":
        t.refuse(
            "TR-12.3", "an elimination contest has a winner", legal="the results of all tables"
        )
    for number in e.missing:
        if number not in left:
            t.refuse_if_new(
                Violation(
                    "TR-5.1",
                    "table {table} has a result"
                    if str(number) in t.state.rounds[-1].contests
                    else "there was no table {table}",
                    table=number,
                    legal=f"missing={','.join(map(str, left))}" if left else "no missing tables",
                )
            )
    if earlier := lost_result(t.state, "TR-5.1"):
        t.refuse_if_new(earlier)
    others = [number for number in left if number not in e.missing]
    if others:
        t.refuse_if_new(
            Violation(
                "TR-5.1",
                "{have:table has|tables have} no result: {tables}",
                have=len(others),
                tables=", ".join(map(str, others[:12])),
                legal=f"their results, or missing={','.join(map(str, left))}",
            ),
        )


def require_places(
    t: Hall,
    number: int,
    pairings: Sequence[Pairing],
    byes: Sequence[str],
    playing: Collection[str],
    able: Collection[str],
) -> None:
    """TR-5.1: who plays has one place, nobody else but who is able to, and a table one number."""
    tables: set[int] = set()
    for pairing in pairings:
        if pairing.table in tables:
            t.forbid(
                "TR-5.1",
                "table {table} is used twice",
                table=pairing.table,
                legal="each table once",
            )
        tables.add(pairing.table)
    places = named(pairings, byes)
    have: set[str] = set()
    for player in places:
        if player in have:
            t.forbid("TR-5.1", "{player} has two places", player=player, legal="one place")
        have.add(player)
    others = set(able)
    for player in places:
        if player not in others:
            t.refuse_if_new(
                Violation(
                    "TR-5.1",
                    "{player} does not play in round {round}",
                    player=player,
                    round=number,
                    legal="those who are active",
                ),
            )
    for player in playing:
        if player not in have:
            t.refuse_if_new(
                Violation(
                    "TR-5.1",
                    "{player} has no place in round {round}",
                    player=player,
                    round=number,
                    legal="a table or the bye for everybody",
                ),
            )


def is_given(e: Post) -> bool:
    """Whether every table of the round was given, so that no key has drawn any (TR-5.9)."""
    tables = {given.table for given in e.given}
    return bool(e.pairings) and tables >= {pairing.table for pairing in e.pairings}


def is_drawn(e: Post) -> bool:
    """Whether the key of the round has drawn any of its tables."""
    return bool(e.key) or not is_given(e)


def given_byes(state: State, e: Post) -> list[str]:
    """Who has a bye in the round that was given, with who has that of an odd number beside them:
    what is drawn among all others is the same."""
    if not any(not given.table for given in e.given):
        return []
    free = awarded(state, e.round)
    return [player for player in e.bye if player not in free]


def _require_byes(t: Hall, e: Post) -> None:
    """TR-5.1: beside those that are awarded there is one bye at most, of an odd number, and more
    where they are given; those of half a point or none are among the byes."""
    if t.edition == FIRST and (e.half or e.zero):
        t.refuse("TR-5.1", "rules 1 know byes in full alone", legal="no half and no zero")
    for player in (*e.half, *e.zero):
        if player not in e.bye or (player in e.half and player in e.zero):
            t.forbid(
                "TR-5.1",
                "{player} has no bye of that kind",
                player=player,
                legal="half or zero, of who has a bye",
            )
    if t.edition != FIRST and any(not given.table for given in e.given):
        return
    free = awarded(t.state, e.round)
    given = [player for player in e.bye if player not in free]
    if e.stage == "swiss" and len(given) > 1:
        t.refuse_if_new(
            Violation(
                "TR-5.1",
                "{one} and {other} have a bye that nobody awarded",
                one=given[0],
                other=given[1],
                legal="one bye at most, beside those awarded"
                + ("" if t.edition == FIRST else ", or given=0:REASON by the head judge"),
            )
        )


def _require_tables(t: Hall, e: Post) -> None:
    """TR-1.3: a reason is given for a table of the round, or for the bye."""
    tables = {pairing.table for pairing in e.pairings}
    for given in e.given:
        if given.table not in tables and given.table:
            t.forbid(
                "TR-1.3",
                "there is no table {table} in this round",
                table=given.table,
                legal=one_of(map(str, sorted(tables))) or "no reason",
            )


def _require_given(t: Hall, e: Post) -> None:
    """TR-5.9: what was not proposed leads back to who may do so."""
    if e.given and not has_role(t, e.by, HEAD):
        t.refuse(
            "TR-5.9",
            "{by} may post the proposal alone",
            by=e.by,
            legal="the proposal, or a post by the head judge or organiser",
        )


def _take(t: Hall, e: Post) -> None:
    state = t.state
    for player in missed_showing(state):
        entrant = state.entrants[player]
        if is_active(entrant, e.round):
            entrant.away.append(Away(state.turn, "no-show", seq=t.seq))
            t.fact(Left(player, state.turn, "no-show", "TR-3.5"))
    if state.rounds:
        state.rounds[-1].missing = list(e.missing)
    reasons = {given.table: given.reason for given in e.given}
    contests = {
        str(p.table): Contest(p.table, p.a, p.b, p.feature, reason=reasons.get(p.table, ""))
        for p in e.pairings
    }
    state.rounds.append(Round(e.stage, t.seq, e.key, e.window, list(e.cost), contests, list(e.bye)))
    if e.half or e.zero:
        state.part_byes[str(e.round)] = {
            **dict.fromkeys(e.half, "half"),
            **dict.fromkeys(e.zero, "zero"),
        }
    state.turn = e.round
    if e.round == 1:
        players = 2 * len(contests) + len(e.bye)
        state.length = usual_length(state, t.catalog, players)
    t.fact(RoundPosted(e.round, e.stage, len(contests), len(e.bye)))
    for p in e.pairings:
        t.fact(PlacePosted(e.round, e.stage, p.table, p.a, p.b))
    for player in e.bye:
        t.fact(PlacePosted(e.round, e.stage, 0, player, ""))
    for contest, score in take_owed(t, e.round, contests.values()):
        settle(t, e.round, contest.table, score, "penalty", [])
