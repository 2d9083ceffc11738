"""What is done at the venue's desk by name: the commands of a tournament, as requests.

Each has a body, and logs what the command of that name would log.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from cli.failure import Failure
from cli.reading.lines import ids_from
from cli.tournament.checkpoints import covered
from cli.tournament.desk.reply import meant_here
from cli.tournament.end import close_of, cut_of
from cli.tournament.linked.games import Agreed, due_game, opened_game
from cli.tournament.linked.judges import Seen, call_of, current, end_of, infraction_of
from cli.tournament.linked.results import differing, held, logged_games
from cli.tournament.paired_again import repair_of
from cli.tournament.players import Entrant, drop_of, entered
from cli.tournament.rounds import posted, proposal
from cli.venue.access.entitled import require_table
from cli.venue.desk.counter import Counter
from events import tournament as ev
from events.common import RULINGS, Strike
from events.entry import verb
from events.event import Event, Text
from referee.replay.replay import Replay
from referee.tournament.state import Score
from storage.error import Conflict
from storage.tournament.games import games_of

if TYPE_CHECKING:
    from storage.match import Match, Recorded

GAMES = "TR-7.4"
"""The rule that holds a result against the logged games: who is sure says it all the same."""
ID = r"^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})?$(?!\n)"
"""The form of an id that a device draws: a UUID of version 7."""
Round = Annotated[int, Meta(ge=1, le=99)]
Table = Annotated[int, Meta(ge=1, le=9_999)]
Count = Annotated[int, Meta(ge=0, le=10_000)]
DeckName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$(?!\n)")]
"""The name of a deck that is shipped with its game; never a file."""


class Act(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every body may say."""

    # the last entry that the device knows of; None: whatever others have logged
    expected: int | None = None
    # drawn at the tap: the same again is one act and has one answer (VN-19.9); empty: none was
    id: Annotated[str, Meta(pattern=ID)] = ""


class Posting(Act, frozen=True):
    """The next round; see ``referee tournament post``."""

    round: Round | None = None
    swap: tuple[str, ...] = ()
    reason: str = ""
    missing: bool = False


class Timed(Act, frozen=True):
    """A moment of the clock of a round; by default now, of the newest."""

    round: Round | None = None
    at: str = ""


class Extending(Act, frozen=True):
    """More time for a table."""

    table: Table
    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    round: Round | None = None
    cause: str = "other"
    call: int = 0


class Resulting(Act, frozen=True):
    """How a contest ended; ``sure`` although the logged games say otherwise."""

    table: Table
    a: Count
    b: Count
    drawn: Count = 0
    how: str = "played"
    round: Round | None = None
    slip: str = ""
    reason: str = ""
    board: str = ""
    sure: bool = False


class Striking(Act, frozen=True):
    """An entry that is taken back."""

    entry: Annotated[int, Meta(ge=2)]
    reason: Text = "wrong slip"


class Leaving(Act, frozen=True):
    """A player leaves."""

    player: str
    after: Annotated[int, Meta(ge=0, le=99)] = 0
    cause: str = "own"
    ends: bool = False


class Checking(Act, frozen=True):
    """A deck that was checked; see the page of a deck check."""

    player: str
    round: Round | None = None
    kind: str = "random"
    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0
    found: str = "right"
    differs: Annotated[str, Meta(max_length=2_000)] = ""


class Entering(Act, frozen=True):
    """Somebody enters."""

    player: str
    name: str = ""
    team: str = ""
    byes: Annotated[int, Meta(ge=0, le=99)] = 0
    here: bool = False
    now: bool = False
    minor: bool = False


class Coming(Act, frozen=True):
    """Who is here: these, or all but these."""

    players: tuple[str, ...] = ()
    everybody: bool = False


class Calling(Act, frozen=True):
    """A table calls a judge."""

    table: Annotated[int, Meta(ge=0, le=9_999)] | None = None
    round: Round | None = None
    about: Text = "a question"
    match: str = ""


class Answering(Act, frozen=True):
    """A judge goes to a call."""

    call: Annotated[int, Meta(ge=1)]


class Ending(Act, frozen=True):
    """A judge leaves a table."""

    call: Annotated[int, Meta(ge=1)] | None = None
    seconds: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    outcome: str = ""


class Punishing(Act, frozen=True):
    """An infraction; by default with the standard penalty of the policy."""

    player: str
    code: str
    penalty: str | None = None
    table: Annotated[int, Meta(ge=0, le=9_999)] | None = None
    round: Round | None = None
    reason: Text = "infraction"
    deviation: str = ""
    match: str = ""


class Playing(Act, frozen=True):
    """The next game of a table is opened as a match."""

    table: Table
    round: Round | None = None
    first: str | None = None
    decks: dict[str, DeckName] = {}
    options: dict[str, str] = {}


class Repairing(Act, frozen=True):
    """Tables of the newest round are paired again; none: who came late is taken in."""

    tables: tuple[int, ...] = ()
    reason: str = ""


class Cutting(Act, frozen=True):
    """The cut; 0: as the tournament was opened."""

    size: Annotated[int, Meta(ge=0, le=1024)] = 0


def _sound(kind: type[Event], /, **fields: Any) -> Event:
    """An event of that kind, as the log would read it.

    Raises:
        ValidationError: a field of it has another form.
    """
    return msgspec.convert({"type": kind.__struct_config__.tag, **fields}, kind)


def done_before(desk: Counter, name: str, said: Act) -> "Sequence[Recorded]":
    """The entries of an act that was done already under its id; none where it was not (VN-19.9).

    Raises:
        Conflict: another act, another person or other content had that id.
    """
    match, found = desk.source.match, []
    for each in ids_from(said.id) if said.id else ():
        seq = match.ids.get(each)
        if seq is None:
            break
        found.append(seq)
    if not found:
        return ()
    entry = match.entry(found[0])
    fields = {*entry.event.__struct_fields__} & {*said.__struct_fields__}
    pairs = [(getattr(said, field), getattr(entry.event, field)) for field in fields]
    same = all(one == other for one, other in pairs if one and type(one) is type(other))
    if entry.recorded_by != desk.person() or verb(entry.event) != name or not same:
        raise Conflict(f"another act has the id {said.id}")
    known = match.since(found[0] - 1)[: len(found)]
    return [_as_answered(match, each) for each in known]


def _as_answered(match: "Match", known: "Recorded") -> "Recorded":
    """An entry as it was answered at first: of a ruling with what it changed then."""
    if not isinstance(known.entry.event, RULINGS):
        return known
    replay = Replay(match.game, match.catalog)
    replay.extend(match.replay().events[: known.entry.seq - 1])
    return replace(known, outcome=replay.add(known.entry.event))


# -- what each does -----------------------------------------------------------------------------


def post(desk: Counter, said: Posting) -> "Sequence[Recorded]":
    """Post the next round as it is proposed."""
    found = proposal(desk, said.round, said.swap, said.reason)
    desk.require_may(found)
    recorded, _, checkpoint = posted(desk, found, missing=said.missing, expected=said.expected)
    return [*recorded, *checkpoint]


def _clock(
    kind: type[ev.Start | ev.Pause | ev.Resume | ev.Time],
) -> Callable[[Counter, Timed], Any]:
    def clock(desk: Counter, said: Timed) -> "Sequence[Recorded]":
        number = current(desk, said.round)
        event = _sound(kind, by=desk.person(), round=number, at=said.at or desk.moment())
        return desk.log_all(event, expected=said.expected)

    return clock


def extend(desk: Counter, said: Extending) -> "Sequence[Recorded]":
    """Give a table more time."""
    event = _sound(
        ev.Extend,
        by=desk.person(),
        round=current(desk, said.round),
        table=said.table,
        seconds=said.seconds,
        cause=said.cause,
        call=said.call,
    )
    return desk.log_all(event, expected=said.expected)


def _result(desk: Counter, said: Resulting, kind: type[Event], **more: Any) -> Event:
    return _sound(
        kind,
        by=desk.person(),
        round=current(desk, said.round),
        table=said.table,
        a=said.a,
        b=said.b,
        drawn=said.drawn,
        how=said.how,
        board=said.board,
        **more,
    )


def report(desk: Counter, said: Resulting) -> "Sequence[Recorded]":
    """Take a slip in; where games are logged that agree, they are named (TR-7.4)."""
    entry = _result(desk, said, ev.Report, slip=said.slip)
    assert isinstance(entry, ev.Report)
    desk.require_may(entry)
    return desk.log_all(with_games(desk, entry, sure=said.sure), expected=said.expected)


def with_games(desk: Counter, entry: ev.Report, *, sure: bool = False) -> ev.Report:
    """A result, with its logged games where they agree with it.

    Raises:
        Failure: they say otherwise, and nobody is sure.
    """
    if not logged_games(desk, entry.round, entry.table):
        return entry
    try:
        return held(desk, entry, naming=True)[0]
    except Failure:
        return held(desk, entry, naming=False, sure=sure)[0]


def attest(desk: Counter, said: Resulting) -> "Sequence[Recorded]":
    """A player says how the own contest ended. The same again is known and not logged twice."""
    entry = _result(desk, said, ev.Attest)
    assert isinstance(entry, ev.Attest)
    desk.require_may(entry)
    rounds = desk.table.state.rounds
    contest = rounds[entry.round - 1].contests.get(str(entry.table)) if rounds else None
    known = contest.attested.get(entry.by) if contest is not None else None
    reported = Score(entry.a, entry.b, entry.drawn, entry.how)
    if known == reported and not entry.board:
        return []
    due = None
    if contest is not None and not entry.board and not said.sure:
        due = differing(desk, entry.round, contest, reported)
    if due is not None:
        raise Failure(
            f"the logged games of table {entry.table} say {due.a}-{due.b}, not {entry.a}-{entry.b}",
            "once more, if that is how it ended; the desk is told",
            rule=GAMES,
        )
    return desk.log_all(entry, expected=said.expected)


def decide(desk: Counter, said: Resulting) -> "Sequence[Recorded]":
    """A judge decides how a contest ended."""
    reason = {"reason": said.reason} if said.reason else {}
    return desk.log_all(_result(desk, said, ev.Decide, **reason), expected=said.expected)


def strike(desk: Counter, said: Striking) -> "Sequence[Recorded]":
    """Take an entry back."""
    event = Strike(desk.person(), said.entry, reason=said.reason)
    return desk.log_all(event, expected=said.expected)


def drop(desk: Counter, said: Leaving) -> "Sequence[Recorded]":
    """A player leaves, or takes that back."""
    event = drop_of(desk, said.player, said.after, said.cause, ends=said.ends)
    return desk.log_all(event, expected=said.expected)


def enter(desk: Counter, said: Entering) -> "Sequence[Recorded]":
    """Somebody enters, late or not."""
    entry = _sound(ev.Enter, by=desk.person(), player=said.player, team=said.team)
    desk.require_may(entry)
    if said.now:
        desk.require_may(ev.Repair(desk.person(), max(desk.table.state.turn, 1), (), "late entry"))
    return entered(
        desk,
        [Entrant(said.player, said.name, said.team, said.minor)],
        byes=said.byes,
        here=said.here,
        now=said.now,
        expected=said.expected,
    )


def check_in(desk: Counter, said: Coming) -> "Sequence[Recorded]":
    """Who is here is checked in."""
    but = ["but", *said.players] if said.players else []
    words = ["all", *but] if said.everybody else said.players
    if not words:
        raise Failure("nobody is named", "players, or everybody")
    here = meant_here(desk.table.state, desk.log.people(), words)
    if not here:
        raise Failure("everybody is checked in")
    by = desk.person()
    return desk.log_all(*(ev.CheckIn(by, each) for each in here), expected=said.expected)


def call(desk: Counter, said: Calling) -> "Sequence[Recorded]":
    """A player calls a judge from the own table; the staff for any table, or for the desk."""
    table = said.table
    if table is None and desk.device.role != "player":
        table = 0
    called = call_of(desk, desk.person(), said.round, table, said.about, said.match)
    return desk.log_linked(called)


def deck_check(desk: Counter, said: Checking) -> "Sequence[Recorded]":
    """A judge has compared a deck with its list."""
    event = _sound(
        ev.DeckCheck,
        by=desk.person(),
        player=said.player,
        round=current(desk, said.round),
        kind=said.kind,
        seconds=said.seconds,
        found=said.found,
        differs=said.differs,
    )
    return desk.log_all(event, expected=said.expected)


def answer(desk: Counter, said: Answering) -> "Sequence[Recorded]":
    """A judge goes to a call."""
    return desk.log_all(ev.Answer(desk.person(), said.call), expected=said.expected)


def end_call(desk: Counter, said: Ending) -> "Sequence[Recorded]":
    """A judge leaves a table."""
    return desk.log_linked(end_of(desk, said.call, said.seconds, said.outcome))


def infraction(desk: Counter, said: Punishing) -> "Sequence[Recorded]":
    """A judge gives a penalty."""
    seen = Seen(
        said.player,
        said.code,
        said.penalty,
        said.round,
        said.table,
        said.reason,
        said.deviation,
        said.match,
    )
    return desk.log_linked(infraction_of(desk, seen))


def repair(desk: Counter, said: Repairing) -> "Sequence[Recorded]":
    """Take who came late into the round, or pair tables again."""
    secret = desk.log.secret(desk.name) or ""
    found = repair_of(desk.table, desk.person(), secret, said.tables, said.reason)
    return desk.log_all(found, expected=said.expected)


def cut(desk: Counter, said: Cutting) -> "Sequence[Recorded]":
    """Make the cut."""
    return desk.log_all(cut_of(desk, said.size), expected=said.expected)


def close(desk: Counter, said: Act) -> "Sequence[Recorded]":
    """Close the tournament, and reveal the secret of the pairings."""
    recorded = desk.log_all(close_of(desk), expected=said.expected)
    return [*recorded, *covered(desk)[1]]


def game(desk: Counter, said: Playing) -> str:
    """Open the next game of a table; the match. The same id again is the one that was opened."""
    require_table(desk.device, said.table)
    number = current(desk, said.round)
    for known in games_of(desk.log, desk.name, number, said.table).values():
        if said.id and known.entry(1).id == said.id:
            return known.id
    due = due_game(desk, said.table, number)
    agreed = Agreed(said.first, said.decks, said.options)
    made = opened_game(desk, due, agreed, entry=said.id)
    return made.match.id


ACTS: dict[str, tuple[type[Act], Callable[[Counter, Any], "Sequence[Recorded]"]]] = {
    "post": (Posting, post),
    "start": (Timed, _clock(ev.Start)),
    "pause": (Timed, _clock(ev.Pause)),
    "resume": (Timed, _clock(ev.Resume)),
    "time": (Timed, _clock(ev.Time)),
    "extend": (Extending, extend),
    "deck-check": (Checking, deck_check),
    "report": (Resulting, report),
    "attest": (Resulting, attest),
    "decide": (Resulting, decide),
    "strike": (Striking, strike),
    "enter": (Entering, enter),
    "check-in": (Coming, check_in),
    "drop": (Leaving, drop),
    "call": (Calling, call),
    "answer": (Answering, answer),
    "end-call": (Ending, end_call),
    "infraction": (Punishing, infraction),
    "repair": (Repairing, repair),
    "cut": (Cutting, cut),
    "close": (Act, close),
}
"""Every act by its name, which is that of the command where there is one."""
