"""``referee tournament desk``: one person runs an event from paper slips."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.arguments import LogOption, commands
from cli.failure import Failure, Status
from cli.reading.lines import new_id
from cli.reading.log import own_log_path
from cli.reading.matches import Source
from cli.screen.render import say_lines
from cli.table.completion import Completion
from cli.table.plain import ReadLine, plain_lines
from cli.tournament.checkpoints import checkpoint_by, key_at_hand
from cli.tournament.desk.reply import Reply
from cli.tournament.desk.session import COMMANDS, Session
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk
from events.event import Event
from events.tournament import Close, EndCall, Post
from storage.error import LogError, StaleSequence
from storage.match import Draft, Item, Recorded

if TYPE_CHECKING:
    from storage.log import Log


app = commands()


@app.command()
def desk(
    event: StreamArgument,
    by: DeskOption = None,
    log: LogOption = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Without completion and line editing.")
    ] = False,
) -> None:
    """Type slips as they come in, step by step.

    A slip is 17 2 1: table, won by the first, by the second. An empty line takes the next step
    that is offered. What breaks a rule is refused and not logged. ? shows the keys.
    """
    path = own_log_path(log)
    with at_desk(event, path, by) as found:
        secret = found.log.secret(event) or ""
        session = Session(found.source.match, found.person(), secret, found.source.people)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    read_line = _prompted(session) if terminal and not plain else plain_lines()
    raise typer.Exit(converse(session, path, read_line, attended=sys.stdin.isatty()))


def converse(session: Session, path: Path, read_line: ReadLine, *, attended: bool) -> int:
    """Show, ask, log, until the desk is left. The log is open only while it is written.

    Where nobody attends (lines through a pipe) the status is 2 if any line could not be taken.
    """
    wrong = False
    reply = session.greeting()
    while True:
        say_lines(reply.lines)
        wrong = wrong or reply.wrong
        if reply.leave:
            return Status.MISUSED if wrong and not attended else Status.DONE
        try:
            if reply.events:
                reply = append(session, path, reply.events)
            elif reply.look:
                reply = look(session, path)
            else:
                reply = session.enter(read_line(session.prompt, ""))
        except KeyboardInterrupt:
            print()
            kept = Reply(["nothing of this line is logged; q leaves"])
            reply = kept if attended else session.left()
        except EOFError:
            print()
            reply = session.left()


def append(session: Session, path: Path, events: Sequence[Event]) -> Reply:
    """Log what was typed. Where somebody else has logged something since, this is told, and what
    is still in order then is logged all the same: two desks take slips in side by side."""
    from storage.log import Log

    now = datetime.now(UTC)
    match = session.match
    if len(events) == 1 and isinstance(events[0], EndCall):
        return _ended(session, path, events[0])
    drafts = [Draft(each, new_id(now), now, now, session.by) for each in events]
    try:
        with Log.open(path, write=True) as log:
            log.hold(match)
            others: list[str] = []
            (answer,) = log.append_many([Item(match.id, drafts, session.seen, if_legal=True)])
            if isinstance(answer.error, StaleSequence):
                others = session.others()
                (answer,) = log.append_many([Item(match.id, drafts, match.last, if_legal=True)])
            if answer.error is not None:
                raise answer.error
            if answer.illegal is not None:
                refused = session.refused(events[len(answer.recorded)], answer.illegal)
                return refused._replace(lines=[*others, *refused.lines])
            reply = session.logged([*answer.recorded, *_covered(log, session, events)])
            return reply._replace(lines=[*others, *reply.lines])
    except LogError as error:
        return session.failed(str(error))


def _ended(session: Session, path: Path, event: EndCall) -> Reply:
    """End a call here, and in the match where it was logged (TR-11.1)."""
    from cli.tournament.linked.both import record_both
    from cli.tournament.linked.judges import end_of
    from storage.log import Log

    try:
        with Log.open(path, write=True) as log:
            log.hold(session.match)
            others = session.others()
            desk = Desk(log, Source(session.match, log.people()), session.by)
            both = end_of(desk, event.call, event.seconds, event.outcome)
            ((_, recorded), *_) = record_both(desk, both, session.by)
            reply = session.logged(recorded)
            return reply._replace(lines=[*others, *reply.lines])
    except Failure as failure:
        return Reply([*filter(None, (failure.message, failure.hint))], wrong=True)
    except LogError as error:
        return session.failed(str(error))


def _covered(log: "Log", session: Session, events: Sequence[Event]) -> Sequence[Recorded]:
    """The checkpoint that a post and the close make by themselves."""
    if not any(isinstance(each, Post | Close) for each in events):
        return ()
    now = datetime.now(UTC)
    made = checkpoint_by(session.by, session.match, key_at_hand())
    item = Item(session.match.id, [Draft(made, new_id(now), now, now, session.by)])
    return log.append_many([item])[0].recorded


def look(session: Session, path: Path) -> Reply:
    """What others have logged."""
    from storage.log import Log

    try:
        with Log.open(path, wait=1.0) as log:
            log.hold(session.match)
    except LogError as error:
        return session.failed(f"the log could not be read: {error}")
    return session.looked()


def _prompted(session: Session) -> ReadLine:
    """Lines from the terminal, with editing, history and completion by Tab."""
    from cli.table.prompt import prompted
    from cli.tournament.desk.command import Completer

    return prompted(Completer(session), lambda: session.asking)


class Completer:
    """Completes the lines of one desk."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def complete(self, text: str) -> list[Completion]:
        """The words that may end a text, in order."""
        if self._session.asking:
            return []
        *done, partial = text.split(" ")
        known = self._session.names() if done else [*COMMANDS, *self._session.verbs()]
        begun = [word for word in known if word.casefold().startswith(partial.casefold())]
        return [Completion(word, len(partial)) for word in dict.fromkeys(begun)]
