"""A tournament as people read it: where it stands, what is open, who leads."""

from referee.english import counted
from referee.game import Panel
from referee.house import AnyTable
from referee.tournament.due import missing
from referee.tournament.stages.length import rounds_of
from referee.tournament.state import Contest, Hall, State, is_active

FEW = 12


def board(t: AnyTable) -> list[Panel]:
    """The desk in panels."""
    state: State = t.state
    return [Panel("Tournament", tuple(_now(state))), *_round(state), *_missing(t)]


def _now(state: State) -> list[tuple[str, str]]:
    active = sum(is_active(each, state.turn + 1) for each in state.entrants.values())
    rounds = rounds_of(state)
    of = f" of {rounds}" if rounds >= state.turn else ""
    if state.over:
        now = f"over: {state.over}" + (f", {state.winner} has won" if state.winner else "")
    else:
        now = f"round {state.turn}{of}" if state.turn else "entries"
    rows = [("now", now), ("entrants", f"{len(state.entrants)}, {active} active")]
    if state.cut:
        rows.append(("cut", ", ".join(state.cut[:FEW])))
    return rows


def _round(state: State) -> list[Panel]:
    if not state.rounds:
        return []
    played = state.rounds[-1]
    rows = []
    for contest in sorted(played.contests.values(), key=lambda each: each.table):
        result = contest.result
        said = "open" + _given(contest)
        if result is not None:
            score = result.score
            drawn = f"-{score.drawn}" if score.drawn else ""
            said = f"{score.a}-{score.b}{drawn}"
            said += f", {score.how}" if score.how != "played" else ""
        if contest.disputed:
            said += ", disputed"
        rows.append((f"table {contest.table}", f"{contest.a} - {contest.b}: {said}"))
    rows += [("bye", player) for player in played.byes]
    return [Panel(f"Round {state.turn}", tuple(rows))]


def _given(contest: Contest) -> str:
    """What judges have given a contest that is on: more time, games lost (sections 6, 10)."""
    seconds = sum(each.seconds for each in contest.extended)
    said = f", {seconds} s more" if seconds else ""
    for player, games in contest.lost.items():
        said += f", {player} loses {counted(games, 'game')}"
    return said


def _missing(t: Hall) -> list[Panel]:
    rows = tuple(("", each.text()) for each in missing(t))
    return [Panel("To do", rows)] if rows else []


def names(t: AnyTable) -> list[str]:
    """What may be named: entrants and players."""
    state: State = t.state
    return [*state.entrants, *state.players]


def traits(catalog: object) -> dict[str, dict[str, str]]:
    """Nothing is grouped."""
    return {}
