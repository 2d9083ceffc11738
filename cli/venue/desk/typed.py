"""A line that is typed at the desk's page: what it shows, what it asks, what it logs.

The lines are those of ``referee tournament desk``, and so is what answers them. The page keeps
nothing but what was asked: what is confirmed is made again, and asked again where it would be
something else by now.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256

import msgspec
from msgspec import Struct

from cli.failure import Failure
from cli.screen.render import for_a_page
from cli.screen.sentences import tell
from cli.tournament.checkpoints import covered
from cli.tournament.desk.reply import Reply
from cli.tournament.desk.session import Session
from cli.tournament.desk.shown import KEYS as DESK_KEYS
from cli.tournament.desk.status import step_of
from cli.tournament.linked.judges import end_of
from cli.venue.desk.counter import Counter
from cli.venue.desk.desk_acts import with_games
from cli.venue.entering.confirmation import line_meant
from cli.venue.entering.confirmation import typed as entering
from cli.venue.seen.entries import staff_line
from events.event import Event
from events.tournament import Close, Drop, EndCall, Pause, Post, Report, Resume

KEYS = (
    *(key for key in DESK_KEYS if key[0] not in ("", "q", "start, time")),
    ("", "(an empty line) the next step, where it asks before it is logged"),
    ("start, pause, resume, time", "the clock of the round"),
    ("confirm all, confirm NAME", "who has registered by phone plays; refuse NAME"),
)
"""What may be typed at the page."""
YES = frozenset({"y", "yes", "j", "ja"})
NO = frozenset({"n", "no", "nein"})
NEWEST = 100
"""Among so many entries what a person logged last is looked for, to take it back."""


class Line(Struct, frozen=True):
    """What a device sends."""

    text: str  # what was typed
    seen: int = 0  # the last entry that the page knew of
    asked: str = ""  # the line that the page has asked about; empty where it has not
    mark: str = ""  # what that line would have logged, see :class:`Typed`
    sure: bool = False  # whether it is logged although logged games say otherwise


class Typed(Struct, frozen=True):
    """What a line came to."""

    lines: tuple[str, ...]  # what is shown
    others: tuple[str, ...] = ()  # what others have logged since the page last knew
    wrong: bool = False  # whether the line could not be taken
    question: str = ""  # what is asked before it is logged; empty where nothing is
    asked: str = ""  # the line that is asked about
    mark: str = ""  # of what it would log
    unsure: bool = False  # whether it may be logged all the same, where logged games say otherwise
    at: int = 0  # the last entry of the tournament now
    logged: tuple[int, ...] = ()  # the entries that this line has logged
    # what may be typed, each with what it does, where that was asked
    keys: tuple[tuple[str, str], ...] = ()


class _Session(Session):
    """The conversation of a device, which is shown what others log as it may read it."""

    def __init__(self, desk: Counter, secret: str, now: Callable[[], datetime]) -> None:
        super().__init__(desk.source.match, desk.person(), secret, desk.log.people(), now)
        self._device = desk.device

    def line_of(self, seq: int) -> str:
        """The notation of an entry."""
        return staff_line(self.match, seq, self._device).line


def typed(desk: Counter, line: Line) -> Typed:
    """Take a line.

    Raises:
        Forbidden: the device may not log that.
        LogError: it cannot be logged.
    """
    with for_a_page():
        return _typed(desk, line)


def _typed(desk: Counter, line: Line) -> Typed:
    session = _session(desk, line.seen)
    others = tuple(each.strip() for each in session.others())
    text = line.text.strip()
    if line.asked and text.casefold() in NO:
        return Typed(("nothing is logged",), others, at=session.match.last)
    confirmed = bool(line.asked) and text.casefold() in YES
    wanted = line.asked if confirmed else text or _asking_step(desk)
    if not wanted:
        return Typed(tuple(session.status()), others, at=session.match.last)
    if wanted.casefold() in ("?", "help"):
        return Typed((), others, at=session.match.last, keys=KEYS)
    if line_meant(wanted):
        return _entering(desk, wanted, others)
    reply = _clock(desk, wanted) or session.enter(wanted)
    if session.asking:
        question = session.prompt.removesuffix(" [y/n] ")
        events = session.enter("y").events
        mark = _mark(events)
        if not confirmed or mark != line.mark:
            shown = (*reply.lines, *(["it is another one by now"] if confirmed else []))
            return Typed(shown, others, False, question, wanted, mark, at=session.match.last)
        reply = Reply(events=events)
    if leaving := [each for each in reply.events if isinstance(each, Drop) and not each.ends]:
        mark = _mark(reply.events)
        if not confirmed or mark != line.mark:
            question = f"let {' and '.join(each.player for each in leaving)} leave"
            told = _foretold(desk, reply.events)
            return Typed(told, others, False, question, wanted, mark, at=session.match.last)
    if not reply.events:
        said = ("the desk stays open",) if reply.leave else tuple(reply.lines)
        if reply.look:
            said = tuple(session.status())
        return Typed(said, others, reply.wrong, at=session.match.last)
    return _logged(desk, session, reply.events, others, sure=line.sure)


def _foretold(desk: Counter, events: Sequence[Event]) -> tuple[str, ...]:
    """What would follow from events, in sentences."""
    match = desk.source.match
    trial = match.trial()
    facts = [fact for event in events for fact in trial.add(event).facts]
    return tuple(tell(facts, match.game.words))


def _entering(desk: Counter, text: str, others: tuple[str, ...]) -> Typed:
    """A line about those who have registered by phone (VN-18.6)."""
    before = desk.source.last
    try:
        lines = tuple(entering(desk, text))
    except Failure as failure:
        lines = tuple(filter(None, (failure.message, failure.hint)))
        return Typed(lines, others, True, at=desk.source.last)
    logged = tuple(range(before + 1, desk.source.last + 1))
    return Typed(lines, others, at=desk.source.last, logged=logged)


def _session(desk: Counter, seen: int) -> Session:
    """The conversation as it stands when a line comes: the page is all that remembers."""
    secret = desk.log.secret(desk.name) or ""
    match, now = desk.source.match, desk.now
    assert now is not None
    moment: datetime = now
    session = _Session(desk, secret, lambda: moment)
    session.seen = min(max(seen, 0), match.last) if seen else match.last
    newest = range(max(match.last - NEWEST, 1) + 1, match.last + 1)
    session.written = [n for n in newest if match.entry(n).recorded_by == session.by]
    return session


def _asking_step(desk: Counter) -> str:
    """The line that an empty one stands for: the next step, where it asks before it is logged."""
    word = step_of(desk.table).partition(" ")[0]
    return word if word in ("propose", "cut", "close") else ""


def _clock(desk: Counter, text: str) -> Reply | None:
    """``pause`` and ``resume`` of the round that is on."""
    kind = {"pause": Pause, "resume": Resume}.get(text.casefold())
    if kind is None:
        return None
    return Reply(events=(kind(desk.person(), max(desk.table.state.turn, 1), desk.moment()),))


def _mark(events: Sequence[Event]) -> str:
    """By what it is known that the same would be logged."""
    return sha256(msgspec.json.encode(list(events))).hexdigest()[:16]


def _logged(
    desk: Counter,
    session: Session,
    events: tuple[Event, ...],
    others: tuple[str, ...],
    *,
    sure: bool,
) -> Typed:
    """Have events logged, and say what they came to."""
    desk.require_may(*events)
    try:
        named = [
            with_games(desk, each, sure=sure) if isinstance(each, Report) else each
            for each in events
        ]
    except Failure as failure:
        return Typed(
            (failure.message, failure.hint), others, True, unsure=True, at=session.match.last
        )
    try:
        match named:
            case [EndCall(call=call, seconds=seconds, outcome=outcome)]:
                recorded = [*desk.log_linked(end_of(desk, call, seconds, outcome))]
            case _:
                recorded = [*desk.record(*named)]
    except Failure as failure:
        lines = tuple(filter(None, (failure.message, failure.hint)))
        return Typed(lines, others, True, at=session.match.last)
    if any(isinstance(each, Post | Close) for each in named):
        recorded += covered(desk)[1]
    reply = session.logged(recorded)
    status = len(session.status())
    lines = tuple(each.strip() for each in reply.lines[: len(reply.lines) - status])
    return Typed(
        lines,
        others,
        at=session.match.last,
        logged=tuple(each.entry.seq for each in recorded),
    )
