"""Players come and go (section 3)."""

from events.tournament import CheckIn, Drop, Enter, Reinstate
from referee.tournament.facts import ContestEnded, Entered, Left
from referee.tournament.handlers import handles
from referee.tournament.roles import DESK, HEAD, require_role, require_role_or
from referee.tournament.stages.fixed import is_fixed
from referee.tournament.state import (
    Away,
    Contest,
    Entrant,
    Hall,
    Result,
    Score,
    State,
    is_away,
    number_of,
    winner_of,
)


def entrant_of(t: Hall, player: str) -> Entrant:
    """An entrant by id; refuses one that has not entered (TR-1.3)."""
    found = t.state.entrants.get(player)
    if found is None:
        team = t.state.players.get(player, "")
        t.forbid(
            "TR-1.3",
            "{player} has not entered",
            player=player,
            legal=team or "a player who has entered",
        )
    return found


def require_player(t: Hall, player: str) -> None:
    """Refuse a player who has not entered, alone or in a team (TR-1.3)."""
    if player not in t.state.players:
        entrant_of(t, player)


def next_number(state: State) -> int:
    """The next number that was never used."""
    return max((each.number for each in state.entrants.values()), default=0) + 1


@handles
def enter(t: Hall, e: Enter) -> None:
    """TR-3.1, TR-3.3, TR-13.1."""
    require_role(t, e.by, DESK)
    state = t.state
    if e.player in state.entrants or e.player in state.players:
        number = state.entrants[state.players.get(e.player, e.player)].number
        t.forbid(
            "TR-3.1", "{player} has entered, as number {number}", player=e.player, number=number
        )
    if state.cut:
        t.refuse("TR-3.3", "the cut has been made", legal="nobody enters any more")
    if is_fixed(state):
        t.refuse("TR-3.3", "who meets whom is fixed since round 1", legal="nobody enters any more")
    free = next_number(state)
    size = number_of(state, "teams")
    joins = bool(size and e.team in state.entrants)
    if e.number and (joins or e.number < free):
        t.refuse("TR-3.1", "number {number} was used", number=e.number, legal=f"{free}, or none")
    last_late = number_of(state, "late")
    if state.turn > last_late and not joins:
        t.refuse(
            "TR-3.3",
            "round {round} is posted, and late entries end with round {late}",
            round=state.turn,
            late=last_late,
            legal="no entry" if not last_late else f"an entry until round {last_late}",
        )
    if e.points != "0" and not state.turn:
        t.refuse("TR-3.3", "only a late entry starts with points", legal="points=0")
    if size:
        _enter_team(t, e, size, e.number or free)
        return
    state.entrants[e.player] = _entrant(state, e, e.number or free)
    t.fact(Entered(e.player, e.number or free, state.turn + 1))


def _entrant(state: State, e: Enter, number: int) -> Entrant:
    points = "" if e.points == "0" else e.points
    return Entrant(number, state.turn + 1, e.team, [], e.byes, e.seed, points)


def _enter_team(t: Hall, e: Enter, size: int, number: int) -> None:
    """TR-13.1: the first member of a team enters it; its players have places."""
    state = t.state
    if not e.team:
        t.incomplete("say which team", team=list(state.entrants))
    if e.team == e.player or e.team in state.players:
        t.forbid("TR-13.1", "{team} is a player", team=e.team, legal="another name for the team")
    if e.player in state.entrants:
        t.forbid("TR-13.1", "{player} is a team", player=e.player, legal="a player")
    team = state.entrants.get(e.team)
    if team is not None and len(team.members) >= size:
        t.refuse(
            "TR-13.1", "{team} has {size} players", team=e.team, size=size, legal="another team"
        )
    if team is None:
        team = _entrant(state, e, number)
        team.team = ""
        state.entrants[e.team] = team
        t.fact(Entered(e.team, number, team.first))
    team.members.append(e.player)
    state.players[e.player] = e.team


@handles
def check_in(t: Hall, e: CheckIn) -> None:
    """TR-3.2."""
    require_role_or(t, e.by, DESK, e.player)
    team = t.state.players.get(e.player, e.player)
    entrant = entrant_of(t, team)
    if entrant.here:
        t.refuse("TR-3.2", "{player} has checked in", player=e.player, since=entrant.here)
    entrant.here = t.seq


@handles
def drop(t: Hall, e: Drop) -> None:
    """TR-3.4: a drop takes effect after a round, or forfeits a contest that nobody has begun."""
    require_role_or(t, e.by, DESK, e.player)
    entrant = entrant_of(t, e.player)
    state = t.state
    now = state.turn
    if is_away(entrant, now + 1):
        since = next(a.seq for a in entrant.away if not a.back)
        t.forbid("TR-3.4", "{player} has left", player=e.player, since=since)
    if e.cause == "cut":
        require_declining(t)
    forfeits = e.cause != "cut" and can_forfeit(state, e.player)
    if e.after > now or (e.after and e.after < now - forfeits):
        t.refuse(
            "TR-3.4",
            "a drop takes effect after round {round}",
            round=now,
            legal=f"after={now}" + (f" or {now - 1}" if forfeits else ""),
        )
    after = e.after if e.after or not now else now - forfeits
    entrant.away.append(Away(after, e.cause, seq=t.seq))
    if e.cause == "cut":
        state.declined.append(e.player)
    t.fact(Left(e.player, after, e.cause))
    if after < now:
        _forfeit(t, e.player)


def require_declining(t: Hall) -> None:
    """Refuse to decline a cut that there is not, or that was made (TR-12.1)."""
    if not number_of(t.state, "cut"):
        t.refuse("TR-12.1", "there is no cut to decline", legal="a drop for another cause")
    if t.state.cut:
        t.refuse("TR-12.1", "the cut has been made", legal="a drop for another cause")


def can_forfeit(state: State, player: str) -> bool:
    """Whether who leaves at once forfeits a contest: until the first result of the round."""
    if not state.rounds or state.rounds[-1].results:
        return False
    return any(
        player in (c.a, c.b) and c.result is None for c in state.rounds[-1].contests.values()
    )


def _forfeit(t: Hall, player: str) -> None:
    newest = t.state.rounds[-1]
    for contest in newest.contests.values():
        if player in (contest.a, contest.b):
            score = forfeited(t.state, contest, player)
            contest.result = Result(score, t.seq, "judge")
            t.fact(
                ContestEnded(
                    t.state.turn,
                    contest.table,
                    contest.a,
                    contest.b,
                    score.a,
                    score.b,
                    score.drawn,
                    score.how,
                    winner_of(contest),
                    "judge",
                    "TR-3.4",
                )
            )


def forfeited(state: State, contest: Contest, player: str) -> Score:
    """The score of a contest that one of the two forfeits."""
    wins = number_of(state, "teams") // 2 + 1 if number_of(state, "teams") else 0
    wins = wins or (number_of(state, "best_of") + 1) // 2
    return Score(0, wins, 0, "no-show") if player == contest.a else Score(wins, 0, 0, "no-show")


@handles
def reinstate(t: Hall, e: Reinstate) -> None:
    """TR-3.6: back from the next round on; missed rounds are losses."""
    require_role(t, e.by, HEAD)
    entrant = entrant_of(t, e.player)
    gone = next((a for a in entrant.away if not a.back), None)
    if gone is None:
        t.forbid("TR-3.6", "{player} has not left", player=e.player)
    if gone.cause == "disqualified":
        t.refuse("TR-10.6", "{player} is disqualified", player=e.player, since=gone.seq)
    if t.state.cut:
        t.refuse("TR-3.6", "the cut has been made", legal="nobody comes back")
    gone.back = max(t.state.turn, gone.after) + 1
    gone.points = "" if e.points == "0" else e.points
