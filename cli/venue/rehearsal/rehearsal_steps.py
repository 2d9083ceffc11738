"""What a rehearsal leads the desk through: each step with how it begins and how the hall shows that
it was done. Nothing is done because somebody says so."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal, NamedTuple

from cli.reading.matches import Source
from cli.tournament.linked.results import differing
from cli.tournament.stream import Desk
from cli.venue.access.session import Invitation, Session
from cli.venue.hall.hall import Hall
from events.event import Event
from events.tournament import Attest, Call
from referee.tournament.judging.calls import open_calls
from referee.tournament.judging.clock_events import minutes_of
from referee.tournament.judging.lost_games import games_to_win
from referee.tournament.stages.fixed import is_fixed
from referee.tournament.state import Contest, Round, Score, State, number_of, open_tables
from storage.log import Log
from storage.match import Receipt

Key = Literal["open", "begin", "late", "slip", "wrong", "phone", "dispute", "network", "dead"]
DESK = frozenset({"organiser", "head-judge", "scorekeeper"})
"""As what a device is at the desk."""
BY_SLIP = 2
"""So many tables hand in slips while there is no network."""
LATE = "Lou Late"


class Scene:
    """A rehearsal while it goes on: what its steps and its robots know.

    Attributes:
        hall: the hall that is served.
        event: the tournament.
        named: what the words of the step that is on name.
        silent: whether no phone reaches the hall.
        robot: the devices of robots, by id.
        lost: the device that was lost, and whose it was.
        restoring: the command that restores the log.
        seen: the devices that have looked at the desk's page since the step began.
        at: the step that is on.
    """

    def __init__(self, event: str) -> None:
        self.hall: Hall
        self.event = event
        self.named: dict[str, object] = {}
        self.silent = False
        self.robot: set[str] = set()
        self.lost: Session | None = None
        self.disputed = 0
        self.slips: dict[int, tuple[int, int]] = {}
        self.wrong: tuple[int, int, int] = (0, 0, 0)
        self.seen: dict[str, Session] = {}
        self.restoring = ""
        self.at: Key = "open"

    def desk(self, log: Log, by: str = "") -> Desk:
        """The tournament as it stands, for one of those who play in it."""
        source = Source(log.live(self.event), log.people())
        return Desk(log, source, by, Receipt(self.hall.clock(), "rehearsal"))

    def now(self) -> datetime:
        """What time it is, UTC."""
        return self.hall.clock()

    def devices(self) -> list[Session]:
        """The devices that have joined and were not ended."""
        return self.hall.access.devices(self.event, self.now())

    def is_free(self, state: State, table: int) -> bool:
        """Whether the robots at a table say their result themselves: what a step is about is left
        to the desk."""
        if self.silent or state.turn < 1:
            return False
        first, *more = sorted(map(int, state.rounds[-1].contests))
        if state.turn == 1:
            return table != first
        return state.turn > 2 or self.at == "dead" or table not in (first, *more[:BY_SLIP])


class Step(NamedTuple):
    """A step of a rehearsal."""

    key: Key
    # sets the scene; says whether the step can be rehearsed with this event
    begin: Callable[[Scene, Log], bool]
    # whether the log or the hall shows that it was done; robots do their part meanwhile
    done: Callable[[Scene, Log], bool]


def _state(scene: Scene, log: Log) -> State:
    state: State = scene.desk(log).table.state
    return state


def _record(scene: Scene, log: Log, by: str, event: Event) -> None:
    scene.desk(log, by).record(event)


def _round(scene: Scene, log: Log, number: int) -> Round | None:
    rounds = _state(scene, log).rounds
    return rounds[number - 1] if len(rounds) >= number else None


def most_of(desk: Desk) -> int:
    """How many games win a contest."""
    return games_to_win(desk.table.state, desk.table.catalog)


def _anyway(scene: Scene, log: Log) -> bool:
    return True


# -- the steps -------------------------------------------------------------------------------------


def _joined(scene: Scene, log: Log) -> bool:
    return any(each.role in DESK for each in scene.devices())


def _begun(scene: Scene, log: Log) -> bool:
    state, first = _state(scene, log), _round(scene, log, 1)
    return first is not None and (
        bool(first.started) or not minutes_of(state, scene.desk(log).table.catalog)
    )


def _may_be_late(scene: Scene, log: Log) -> bool:
    state = _state(scene, log)
    scene.named = {"who": LATE}
    return number_of(state, "late") >= state.turn and not is_fixed(state)


def _came_late(scene: Scene, log: Log) -> bool:
    return any(each.first > 1 for each in _state(scene, log).entrants.values())


def _first(state: State, number: int) -> Contest:
    contests = state.rounds[number - 1].contests
    return contests[str(min(map(int, contests)))]


def _hand_in(scene: Scene, log: Log) -> bool:
    desk = scene.desk(log)
    contest, people = _first(desk.table.state, 1), desk.source.people
    scene.named = {
        "table": contest.table,
        "a": people.get(contest.a, contest.a),
        "b": people.get(contest.b, contest.b),
        "won": most_of(desk),
        "slip": f"{contest.table} {most_of(desk)} 0",
    }
    return True


def _went_on(scene: Scene, log: Log) -> bool:
    state = _state(scene, log)
    return state.turn >= 2 and _first(state, 1).result is not None


def _found_wrong(scene: Scene, log: Log) -> bool:
    desk = scene.desk(log)
    contest, people = _first(desk.table.state, 1), desk.source.people
    result = contest.result
    a, b = (result.score.a, result.score.b) if result is not None else (0, 0)
    due = (b, a) if a != b else (0, most_of(desk))
    scene.wrong = (contest.table, *due)
    winner = contest.a if due[0] > due[1] else contest.b
    scene.named = {
        "table": contest.table,
        "who": people.get(winner, winner),
        "score": f"{max(due)}-{min(due)}",
        "line": f"1/{contest.table} {due[0]} {due[1]}",
    }
    return True


def _mended(scene: Scene, log: Log) -> bool:
    result = _first(_state(scene, log), 1).result
    return result is not None and (result.score.a, result.score.b) == scene.wrong[1:]


def _lose(scene: Scene, log: Log) -> bool:
    """A player of the last table has a phone, and loses it."""
    desk = scene.desk(log)
    state: State = desk.table.state
    contests = state.rounds[-1].contests
    contest = contests[str(max(map(int, contests)))]
    who = (state.entrants[contest.a].members or [contest.a])[0]
    own = desk.source.people.get(who, who)
    scene.named = {"who": own, "id": who, "table": contest.table}
    access = scene.hall.access
    code = access.invite(log, Invitation("player", who, scene.event, ends=state.turn))
    _, scene.lost = access.bind(log, code, f"lost: {own}", scene.now())
    scene.robot.add(scene.lost.id)
    return True


def _found_again(scene: Scene, log: Log) -> bool:
    """The lost one is ended, and another one of that player has joined: the robot scans the code
    as soon as the desk has made it."""
    lost, access = scene.lost, scene.hall.access
    if lost is None:
        return True
    own = [each for each in scene.devices() if each.role == "player" and each.person == lost.person]
    if any(each.id == lost.id for each in own):
        return False
    if own:
        return True
    turn = _state(scene, log).turn
    code = access.code_for(Invitation("player", lost.person, scene.event, ends=turn))
    if code:
        _, joined = access.bind(log, code, "a new phone", scene.now())
        scene.robot.add(joined.id)
    return False


def _quarrel(scene: Scene, log: Log) -> bool:
    """Both say that they have won, and one calls."""
    desk = scene.desk(log)
    state: State = desk.table.state
    contest, most = _first(state, state.turn), most_of(desk)
    if contest.result is not None or is_by_team(state, contest):
        return False
    scene.disputed = contest.table
    for who, score in ((contest.a, (most, 0)), (contest.b, (0, most))):
        _record(scene, log, who, Attest(who, state.turn, contest.table, *score))
    call = Call(contest.a, state.turn, contest.table, "we both say that we have won")
    _record(scene, log, contest.a, call)
    people = desk.source.people
    scene.named = {
        "table": contest.table,
        "a": people.get(contest.a, contest.a),
        "b": people.get(contest.b, contest.b),
        "line": f"decide {contest.table} {most} 0 others saw it",
    }
    return True


def is_by_team(state: State, contest: Contest) -> bool:
    """Whether teams meet."""
    return any(state.entrants[each].members for each in (contest.a, contest.b))


def _decided(scene: Scene, log: Log) -> bool:
    state = _state(scene, log)
    contest = state.rounds[1].contests.get(str(scene.disputed))
    settled = contest is None or (contest.result is not None and not contest.disputed)
    return settled and not any(each.table == scene.disputed for _, each in open_calls(state))


def _cut_off(scene: Scene, log: Log) -> bool:
    """No phone reaches the hall: results come on paper."""
    desk = scene.desk(log)
    state: State = desk.table.state
    most = most_of(desk)
    waiting = sorted(open_tables(state.rounds[-1]))[:BY_SLIP]
    if not waiting:
        return False
    scene.silent = True
    won = ((most, 0), (0, most))
    scene.slips = {table: won[n % 2] for n, table in enumerate(waiting)}
    slips = ", ".join(f"{table} {a} {b}" for table, (a, b) in scene.slips.items())
    scene.named = {"slips": slips, "address": scene.hall.listens}
    return True


def _typed(scene: Scene, log: Log) -> bool:
    contests = _state(scene, log).rounds[1].contests
    found = [contests.get(str(table)) for table in scene.slips]
    done = all(each is None or each.result is not None for each in found)
    if done:
        scene.silent = False
    return done


def _die(scene: Scene, log: Log) -> bool:
    scene.named = {"command": scene.restoring}
    return True


def _is_back(scene: Scene, log: Log) -> bool:
    """A device that was at the desk before is there again, without another code."""
    known = {each.id for each in scene.devices() if each.role in DESK}
    return bool(known & scene.seen.keys())


STEPS: tuple[Step, ...] = (
    Step("open", _anyway, _joined),
    Step("begin", _anyway, _begun),
    Step("late", _may_be_late, _came_late),
    Step("slip", _hand_in, _went_on),
    Step("wrong", _found_wrong, _mended),
    Step("phone", _lose, _found_again),
    Step("dispute", _quarrel, _decided),
    Step("network", _cut_off, _typed),
    Step("dead", _die, _is_back),
)
"""What will come, in its order."""


# -- the robots ------------------------------------------------------------------------------------


def say_result(scene: Scene, log: Log, chosen: Callable[[int], int]) -> bool:
    """Two robots say how their contest ended, at one table that no step is about; whether any did.

    Args:
        scene: the rehearsal.
        log: the log, in the writer's thread.
        chosen: which of so many, by chance.

    Raises:
        Failure: a rule is broken.
        LogError: it cannot be logged.
    """
    desk = scene.desk(log)
    state: State = desk.table.state
    if not state.rounds:
        return False
    if minutes_of(state, desk.table.catalog) and not state.rounds[-1].started:
        return False
    visited = {each.person for each in scene.devices() if each.role == "player"}
    visited -= {each.person for each in scene.devices() if each.id in scene.robot}
    most = most_of(desk)
    for contest in state.rounds[-1].contests.values():
        here = {contest.a, contest.b}
        if contest.result is not None or contest.disputed or visited & here:
            continue
        if not scene.is_free(state, contest.table):
            continue
        a, b = ((most, 0), (0, most))[chosen(2)]
        played = differing(desk, state.turn, contest, Score(a, b))
        score = (a, b) if played is None else (played.a, played.b)
        for who in (contest.a, contest.b):
            if who not in contest.attested:
                _record(scene, log, who, Attest(who, state.turn, contest.table, *score))
        return True
    return False


__all__ = ["DESK", "STEPS", "Key", "Scene", "Step", "say_result"]
