"""Players come and go (section 3)."""

from operator import attrgetter

from events.tournament import CheckIn, Drop, Enter, Reinstate
from referee.tournament.facts import CheckedIn, Entered, Left, Returned
from referee.tournament.handlers import handles
from referee.tournament.results import settle
from referee.tournament.roles import DESK, HEAD, STAFF, require_role, require_role_or
from referee.tournament.stages.fixed import is_fixed
from referee.tournament.state import (
    FORFEIT,
    Away,
    Contest,
    Entrant,
    Hall,
    Score,
    State,
    losers,
    missed_showing,
    number_of,
    place_of,
)
from referee.verdict import Violation


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
    return max(map(attrgetter("number"), state.entrants.values()), default=0) + 1


@handles
def enter(t: Hall, e: Enter) -> None:
    """TR-3.1, TR-3.3, TR-13.1."""
    require_role(t, e.by, DESK)
    state = t.state
    if e.player in state.entrants or e.player in state.players:
        number = state.entrants[state.players.get(e.player, e.player)].number
        t.forbid(
            "TR-3.1",
            "{player} has entered, as number {number}",
            player=e.player,
            number=number,
            legal="a player who has not entered",
        )
    if state.cut:
        t.refuse("TR-3.3", "the cut has been made", legal="nobody enters any more")
    free = next_number(state)
    size = number_of(state, "teams")
    joins = bool(size and e.team in state.entrants)
    if is_fixed(state) and not joins:
        t.refuse("TR-3.3", "who meets whom is fixed since round 1", legal="nobody enters any more")
    if e.number and (joins or e.number < free):
        t.refuse_if_new(
            Violation(
                "TR-3.1",
                "number {number} was used",
                number=e.number,
                legal=f"number={free}, or none" if not joins else "no number",
            )
        )
    number = max(e.number, free)
    most = t.catalog.byes.most
    if e.byes > most:
        t.refuse(
            "TR-3.1",
            "{byes:bye is|byes are} awarded, and the policy allows {most}",
            byes=e.byes,
            most=most,
            legal=f"byes={most}",
        )
    last_late = number_of(state, "late")
    if state.turn > last_late and not joins:
        t.refuse(
            "TR-3.3",
            "round {round} is posted, and the last one for a late entry is {late}"
            if last_late
            else "round {round} is posted, and nobody enters late",
            round=state.turn,
            late=last_late,
            since=state.rounds[last_late].posted,
            legal="nobody enters any more"
            if last_late
            else "enter before the first post; with late=yes at the opening, later too",
        )
    if e.points != "0" and not state.turn:
        t.refuse("TR-3.3", "only a late entry starts with points", legal="points=0")
    if size:
        _enter_team(t, e, size, number)
        return
    state.entrants[e.player] = _entrant(state, e, number)
    t.fact(Entered(e.player, number, state.turn + 1, _rule_of_entry(state)))


def _rule_of_entry(state: State) -> str:
    return "TR-3.3" if state.turn else "TR-3.1"


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
    team = state.entrants.get(e.team)
    if team is not None and len(team.members) >= size:
        t.refuse(
            "TR-13.1", "{team} has {size:player}", team=e.team, size=size, legal="another team"
        )
    if team is not None and (e.byes or e.seed or e.points != "0"):
        t.refuse(
            "TR-13.1",
            "byes, seed and points are of {team}, since its first player",
            team=e.team,
            legal="a player without them",
        )
    if team is None:
        team = _entrant(state, e, number)
        team.team = ""
        state.entrants[e.team] = team
        t.fact(Entered(e.team, number, team.first, _rule_of_entry(state)))
    team.members.append(e.player)
    state.players[e.player] = e.team


@handles
def check_in(t: Hall, e: CheckIn) -> None:
    """TR-3.2."""
    require_role_or(t, e.by, DESK, e.player)
    team = t.state.players.get(e.player, e.player)
    entrant = entrant_of(t, team)
    if entrant.here and not entrant.members:
        t.refuse(
            "TR-3.2",
            "{player} has checked in",
            player=e.player,
            since=entrant.here,
            legal="nothing more",
        )
    entrant.here = entrant.here or t.seq
    t.fact(CheckedIn(team, "TR-3.2"))


@handles
def drop(t: Hall, e: Drop) -> None:
    """TR-3.4: a drop takes effect after a round, or forfeits a contest that nobody has begun."""
    _require_cause(t, e)
    entrant = entrant_of(t, e.player)
    if e.ends:
        _stay(t, e, entrant)
        return
    now = t.state.turn
    if e.cause == "cut":
        require_declining(t)
    forfeits = e.cause != "cut" and can_forfeit(t.state, e.player)
    if e.after and e.after < now - forfeits:
        t.refuse_if_new(
            Violation(
                "TR-3.4",
                "round {round} is on, and a drop takes effect after it",
                round=now,
                legal=f"after={now}" + (f" or {now - 1}" if forfeits and now > 1 else ""),
            )
        )
    after = max(e.after, now - forfeits)
    gone = next((away for away in entrant.away if not away.back), None)
    if gone is not None and gone.after <= after:
        t.forbid(
            "TR-3.4",
            "{player} leaves after round {round}" if gone.after else "{player} has left",
            player=e.player,
            round=gone.after,
            since=gone.seq,
            legal="nothing more",
        )
    if gone is not None:
        entrant.away.remove(gone)
    entrant.away.append(Away(after, e.cause, seq=t.seq))
    if e.cause == "cut":
        t.state.declined.append(e.player)
    t.fact(Left(e.player, after, e.cause, "TR-3.4"))
    if after < now:
        _forfeit(t, e.player)


def drop_to_take_back(state: State, player: str) -> Away | None:
    """The own drop of an entrant that may still be taken back: until the next post (TR-3.4)."""
    gone = next((away for away in state.entrants[player].away if not away.back), None)
    posted = state.rounds[-1].posted if state.rounds else 0
    return gone if gone is not None and gone.cause == "own" and gone.seq > posted else None


def _stay(t: Hall, e: Drop, entrant: Entrant) -> None:
    """TR-3.4: an own drop is taken back until the next post, and a contest that it has forfeited
    is open again; where the other has left, too, that one alone has lost."""
    state = t.state
    gone = drop_to_take_back(state, e.player)
    if gone is None:
        left = next((away for away in entrant.away if not away.back), None)
        t.forbid(
            "TR-3.4",
            "{player} has not left"
            if left is None
            else "{player} left before the last post, or not by an own word",
            player=e.player,
            since=left.seq if left is not None else None,
            legal="reinstate, by a head judge" if left is not None else "",
        )
    if e.after:
        t.refuse("TR-3.4", "what is taken back has no last round", legal="after=0")
    entrant.away.remove(gone)
    contest = _own(state, e.player)
    if contest is not None and contest.result is not None and contest.result.by == FORFEIT:
        other = contest.b if e.player == contest.a else contest.a
        if other in losers(contest):
            settle(t, state.turn, contest.table, forfeited(t, contest, other), FORFEIT, [])
        else:
            contest.result = None
    t.fact(Returned(e.player, state.turn + 1, 0, "TR-3.4"))


def require_declining(t: Hall) -> None:
    """Refuse to decline a cut that there is not, or that was made (TR-12.1)."""
    if not number_of(t.state, "cut"):
        t.refuse("TR-12.1", "there is no cut to decline", legal="a drop for another cause")
    if t.state.cut:
        t.refuse("TR-12.1", "the cut has been made", legal="a drop for another cause")


def _require_cause(t: Hall, e: Drop) -> None:
    """TR-1.8: players leave by themselves; a judge's word makes another cause of it."""
    if e.cause == "disqualified":
        require_role(t, e.by, HEAD)
    elif e.cause == "no-show":
        require_role(t, e.by, STAFF)
    else:
        require_role_or(t, e.by, DESK, e.player)


def _own(state: State, player: str) -> Contest | None:
    """The contest of an entrant in the newest round."""
    contests = state.rounds[-1].contests.values() if state.rounds else ()
    return next((each for each in contests if player in (each.a, each.b)), None)


def can_forfeit(state: State, player: str) -> bool:
    """Whether who leaves at once forfeits a contest: until the first result of the round, even if
    the opponent has left before; in an elimination one of the two plays on."""
    own = _own(state, player)
    if own is None or state.rounds[-1].results:
        return False
    if own.result is None:
        return True
    gave_up = own.result.by == FORFEIT and player not in losers(own)
    return gave_up and state.rounds[-1].stage != "elimination"


def leaves_after(state: State, player: str) -> int:
    """The last round of who leaves now, as a drop names it: the one before where a contest is
    forfeited by it, else the one that is on. 0 where that is none."""
    own = _own(state, player)
    forfeits = own is not None and own.result is None and can_forfeit(state, player)
    return state.turn - forfeits


def _forfeit(t: Hall, player: str) -> None:
    contest = _own(t.state, player)
    assert contest is not None
    score = forfeited(t, contest, player)
    if contest.result is not None:
        score = Score(0, 0, 0, score.how)
    settle(t, t.state.turn, contest.table, score, FORFEIT, [])


def forfeited(t: Hall, contest: Contest, player: str) -> Score:
    """The score of a contest that one of the two forfeits: lost in as few games as can be, or by
    the widest margin of the policy."""
    teams = number_of(t.state, "teams")
    wins = teams // 2 + 1 if teams else (number_of(t.state, "best_of") + 1) // 2
    if t.catalog.score.kind == "margin":
        wins = t.catalog.score.bands[-1][0]
    return Score(0, wins, 0, "no-show") if player == contest.a else Score(wins, 0, 0, "no-show")


@handles
def reinstate(t: Hall, e: Reinstate) -> None:
    """TR-3.6: back from the next round on; missed rounds are losses."""
    require_role(t, e.by, HEAD)
    entrant = entrant_of(t, e.player)
    state = t.state
    gone = next((away for away in entrant.away if not away.back), None)
    if gone is None:
        absent = e.player in missed_showing(state)
        t.forbid(
            "TR-3.6",
            "{player} has not left",
            player=e.player,
            legal=f"arrive {state.turn} {e.player}" if absent else "nothing more",
        )
    if gone.cause == "disqualified":
        t.refuse("TR-10.6", "{player} is disqualified", player=e.player, since=gone.seq)
    if state.cut:
        t.refuse("TR-3.6", "the cut has been made", legal="nobody comes back")
    missed = [r for r in state.rounds[gone.after :] if place_of(r, e.player) is None]
    if e.points != "0" and not missed:
        t.refuse("TR-3.6", "{player} has missed no round", player=e.player, legal="points=0")
    gone.back = max(state.turn, gone.after) + 1
    gone.points = "" if e.points == "0" else e.points
    t.fact(Returned(e.player, gone.back, len(missed), "TR-3.6"))
