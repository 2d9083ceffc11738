"""``referee table``: a scorekeeper follows a match at the table, line by line."""

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cli.arguments import ByOption, LoggedArgument, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.lines import new_id
from cli.reading.log import own_log_path
from cli.reading.matches import logged_source
from cli.safe import clean
from cli.screen.render import say_lines
from cli.table.asked import Reply
from cli.table.completion import Completer
from cli.table.plain import ReadLine, plain_lines
from cli.table.session import Session
from events.event import Event, Person
from storage.error import LogError, StaleSequence
from storage.match import Draft, Match

app = commands()


@app.command()
def table(
    match: LoggedArgument,
    log: LogOption = None,
    by: ByOption = "scorekeeper",
    plain: Annotated[
        bool, typer.Option("--plain", help="Without completion and line editing.")
    ] = False,
) -> None:
    """Follow a match at the table: type what happens, see the board and every verdict.

    Words may be cut short, the seat left out, and several events typed on a line with ; between
    them. What breaks a rule is asked about before it is recorded. ? shows the keys.
    """
    raise typer.Exit(run_table(own_log_path(log), match, by=by, plain=plain))


def run_table(log_path: Path, match_id: str, *, by: str, plain: bool = False) -> int:
    """Follow a match until the scorekeeper leaves; returns the exit status.

    Args:
        log_path: the log that has the match.
        match_id: the match.
        by: the id of the scorekeeper.
        plain: read lines without completion, as is done where there is no terminal.

    Raises:
        Failure: there is no such match, or it cannot be followed.
        LogError: the log cannot be read.
    """
    try:
        msgspec.convert(by, Person)
    except msgspec.ValidationError as error:
        raise Failure(f"--by {by!r}: {error}") from None
    match = logged_source(match_id, log_path).match
    if not match.replay().opened:
        raise Failure(f"{match_id}: the match has no legal opening", "referee verify says more")
    session = Session(match, by)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    read_line = _prompted(session) if terminal and not plain else plain_lines()
    attended = sys.stdin.isatty()
    try:
        return converse(session, log_path, read_line, attended=attended)
    except BrokenPipeError as error:
        if attended:
            raise
        said = "the answers cannot be printed, so that lines were left unread"
        hint = f"referee show {match_id} has what is logged"
        raise Failure(said, hint, Status.ENVIRONMENT) from error


def converse(session: Session, path: Path, read_line: ReadLine, *, attended: bool = True) -> int:
    """Show, ask, log, until the session is left. The log is open only while it is written.

    Ctrl-C empties the line that is being typed, or that is asked about. It leaves where nobody
    attends, or where it interrupts what is being logged.
    Where nobody attends (lines through a pipe) a question that the next line does not answer
    is taken for a no: what was asked about is not logged, and the next line counts for
    itself. The status is 3 then; and it is not 0 where any line, or a part of one, was not logged.
    """
    reply = session.greeting()
    typed_at = datetime.now(UTC)
    unanswered = typing = False
    lost: Status | None = None
    while True:
        say_lines(reply.lines)
        if not attended:
            lost = lost or reply.lost
        if reply.leave:
            return Status.ILLEGAL if unanswered else lost or Status.DONE
        try:
            if reply.events:
                reply = _log(session, path, reply.events, typed_at)
            elif reply.look:
                reply = _look(session, path)
            else:
                answering = session.asking
                typing = True
                line = read_line(session.prompt, reply.offer)
                typing = False
                if answering and not attended and not _answers(session, line):
                    unanswered = True
                    say_lines(session.enter(_no(session)).lines)
                    answering = False
                typed_at = typed_at if answering else datetime.now(UTC)
                reply = session.enter(line)
        except (EOFError, KeyboardInterrupt) as interruption:
            unanswered = unanswered or (session.asking and not attended)
            print()
            if attended and typing and isinstance(interruption, KeyboardInterrupt):
                if session.asking:
                    session.enter(_no(session))
                reply = Reply(["nothing of this line is logged; q leaves"])
            else:
                reply = session.left()
            typing = False


def _no(session: Session) -> str:
    return "mistyped" if "m/p" in session.prompt else "no"


def _answers(session: Session, line: str) -> bool:
    """Whether a line is one of the two answers that the session asks for."""
    answer = line.strip().casefold()
    yes = "played" if "m/p" in session.prompt else "yes"
    return bool(answer) and (yes.startswith(answer) or _no(session).startswith(answer))


def _log(session: Session, path: Path, events: Iterable[Event], typed_at: datetime) -> Reply:
    from storage.log import Log

    now = datetime.now(UTC)
    drafts = [Draft(event, new_id(now), typed_at, now, session.by) for event in events]
    try:
        with Log.open(path, write=True) as log:
            match = session.match
            recorded = log.append(match.id, drafts, expected=session.seen, match=match)
            reply = session.logged(recorded)
            say_lines(reply.lines)  # it is on disk; to fold it into the one file can wait
            sys.stdout.flush()
            return reply._replace(lines=())
    except StaleSequence:
        return session.overtaken()
    except LogError as error:
        return session.failed(str(error))


def _look(session: Session, path: Path) -> Reply:
    """What others logged. Where the log cannot be read just now, the board as it was."""
    from storage.log import Log

    match: Match | None = None
    try:
        with Log.open(path, wait=1.0) as log:
            match = log.load(session.match.id)
    except LogError as error:
        print(f"the log could not be read: {clean(str(error))}")
    return session.looked(match)


def _prompted(session: Session) -> ReadLine:
    """Lines from the terminal, with editing, history and completion by Tab."""
    from cli.table.prompt import prompted

    return prompted(Completer(session), lambda: session.asking)
