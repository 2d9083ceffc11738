"""A tournament that is open at the desk: what it knows, and how an entry of it is recorded."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import msgspec
import typer

from cli.failure import Failure, Status
from cli.reading.lines import moment_of, new_id
from cli.reading.log import opened_log
from cli.reading.matches import Source, loaded
from cli.screen.recorded import say_logged
from events.event import Event
from events.notation import write
from referee.catalog import Catalog
from referee.game import Game
from referee.games.registry import game_of, is_stream
from referee.replay.replay import Replay
from referee.tournament.common_edition import Plays
from referee.tournament.state import Hall
from referee.verdict import Illegal

if TYPE_CHECKING:
    from storage.log import Log
    from storage.match import Receipt, Recorded

StreamArgument = Annotated[
    str, typer.Argument(metavar="EVENT", help="A tournament in the log.", show_default=False)
]
DeskOption = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="PERSON",
        envvar="REFEREE_BY",
        help="Who is at the desk; by default the only organiser or scorekeeper.",
        show_default=False,
    ),
]

AT_DESK = frozenset({"organiser", "scorekeeper"})
"""The roles of those who are at the desk where nobody is named."""


@dataclass(frozen=True)
class Desk:
    """A tournament in an open log."""

    log: "Log"  # the log
    source: Source  # the stream
    by: str = ""  # who is at the desk; empty where nobody was named
    # to be kept of each entry that is recorded; None where it is typed here
    receipt: "Receipt | None" = None
    # the ids of the entries that are recorded next, where who sends them has drawn the first
    ids: "Iterator[str] | None" = None

    def fresh_id(self, now: datetime) -> str:
        """An id for an entry that is made now."""
        return next(self.ids) if self.ids is not None else new_id(now)

    @property
    def name(self) -> str:
        """The id of the stream."""
        return self.source.match.id

    @property
    def replay(self) -> Replay:
        """The stream as it stands."""
        return self.source.replay()

    @property
    def table(self) -> Hall:
        """The table of the tournament."""
        return self.replay.table

    def plays(self) -> tuple[Plays, Game, Catalog]:
        """What is played at the tables: as the opening says it, its game and its cards.

        Raises:
            Failure: the opening does not say it.
        """
        plays = Plays.read(self.table.state.options["plays"])
        if plays is None:
            raise Failure(
                f"{self.name} does not say what is played", "referee tournament new --game says it"
            )
        game = game_of(plays.game, plays.version)
        return plays, game, self.log.catalog_for(plays.catalog, game)

    def person(self) -> str:
        """Who is at the desk.

        Raises:
            Failure: nobody was named, and not one alone is organiser or scorekeeper.
        """
        if self.by:
            return self.by
        roles = self.table.state.roles
        staff = [person for person, held in roles.items() if AT_DESK & {*held}]
        if len(staff) == 1:
            return staff[0]
        raise Failure(
            "who is at the desk?", f"--by NAME, or REFEREE_BY; one of {', '.join(staff or roles)}"
        )

    def record(self, *events: Event, expected: int | None = None) -> "Sequence[Recorded]":
        """Log what happened, all of it or nothing.

        What breaks a rule is not logged: a command has made the entry from what was typed, and
        nobody has seen it at a table. ``referee log`` logs that too.

        Raises:
            Failure: a rule is broken; says which, and what would be legal.
            StaleSequence: somebody else has logged something since.
            LogError: it cannot be logged.
        """
        from storage.log import Draft
        from storage.match import Item

        if len(events) > 1:
            self.require_legal(events)
        now = datetime.now(UTC)
        by = self.person()
        drafts = [Draft(event, self.fresh_id(now), now, now, by) for event in events]
        known = self.source.last if expected is None else expected
        (answer,) = self.log.append_many([Item(self.name, drafts, known, True, self.receipt)])
        if answer.error is not None:
            raise answer.error
        if answer.illegal is not None:
            raise refused(answer.illegal)
        return answer.recorded

    def require_legal(self, events: Sequence[Event]) -> None:
        """Refuse events of which one breaks a rule; errors as for :meth:`record`."""
        trial = self.source.match.trial()
        for event in events:
            verdict = trial.add(event).verdict
            if isinstance(verdict, Illegal):
                line = write(event, self.source.game.codec)
                raise refused(verdict, f" in {line}")

    def named(self, player: str) -> str:
        """A player's id with the name, where there is one."""
        name = self.source.people.get(player)
        return f"{player} ({name})" if name else player


@contextmanager
def at_desk(
    name: str, log: Path | None, by: str | None = None, *, write: bool = False
) -> Iterator[Desk]:
    """A tournament of that name in the log.

    Raises:
        Failure: there is none, or it is a match.
    """
    with opened_log(log, write=write) as opened:
        if not opened.has(name):
            loaded(opened, name)  # says what may have been meant
        found = Source(opened.live(name), opened.people())
        if not is_stream(found.game.id):
            raise Failure(
                f"{name} is a match of {found.game.title}, not a tournament",
                f"referee show {name}",
            )
        if not found.replay().opened:
            raise Failure(f"{name}: it has no legal opening", f"referee explain {name} 1")
        yield Desk(opened, found, by or "")


def now_at(given: str | None) -> str:
    """A moment as entries say it: as given, or now, in whole seconds, UTC.

    Raises:
        Failure: it is no time.
    """
    moment = moment_of(given, datetime.now(UTC))
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def require_known(option: str, given: str, event: type[Event], field: str) -> None:
    """Refuse what is given with an option where a field of an event holds one of a few words.

    Raises:
        Failure: it is none of them.
    """
    kind = next(each.type for each in msgspec.structs.fields(event) if each.name == field)
    literal, *_ = get_args(kind)
    if given not in get_args(literal):
        raise Failure(f"{option} {given}: no such word", f"one of {', '.join(get_args(literal))}")


def logged(desk: Desk, *events: Event, json: bool) -> Status:
    """Record what was typed, and say what the rules make of it; errors as for ``record``."""
    recorded = desk.record(*events)
    say_logged(desk.source, recorded, (), json)
    return Status.DONE


def refused(verdict: Illegal, where: str = "") -> Failure:
    """What to say of an entry that a command would have made, and that breaks a rule."""
    legal = f"legal: {verdict.legal}" if verdict.legal else ""
    message = f"{verdict.rule}: {verdict.message}{where}; nothing is written"
    return Failure(message, legal, Status.ILLEGAL, verdict.rule)
