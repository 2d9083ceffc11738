"""An event that others have run is taken into the log."""

import re
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cli.answers.tournament import EventImported, FigureDiffers, NotTaken
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog
from cli.reading.log import log_path
from cli.screen import render
from cli.screen.columns import say_table
from events.entry import Entry, MatchId, canonical
from referee.game import Game
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from storage.exchange.foreign import (
    FORMS,
    Compared,
    ForeignEvent,
    NoEvent,
    Taken,
    compared,
    read_event,
    taken,
)

app = commands()

POLICIES = {
    "melee": (
        ("2025-11-13", "melee-2026-1"),
        ("2024-05-16", "melee-2024-3"),
        ("2024-04-19", "melee-2024-2"),
        ("", "melee-2024-1"),
    ),
    "manatraders": (("", "manatraders-2024-1"),),
    "topdeck": (("", "topdeck-2024-1"),),
    "cardsrealm": (("", "cardsrealm-2025-1"),),
    "trf": (
        ("2026-03-01", "chess-2026-1"),
        ("2024-04-01", "chess-2024-1"),
        ("", "chess-like-2026-1"),
    ),
}
"""What an event of each form is folded under where no policy is named, from each day on."""
SHOWN = 20
"""The lines of a list that are shown; all of them are in the answer."""


ForeignArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="JSON of a site with rounds and standings, or as Topdeck gives it; TRF16; or "
        "lines of round,table,player,player,won,won,drawn, the second player empty for a bye.",
    ),
]
CalledOption = Annotated[
    str | None,
    typer.Option(
        "--event", metavar="EVENT", help="What to call it; by default as the file is called."
    ),
]


@app.command("import", epilog="Example: referee tournament import friday.csv --by lena")
def import_(
    file: ForeignArgument,
    event: CalledOption = None,
    by: Annotated[
        str,
        typer.Option("--by", metavar="PERSON", envvar="REFEREE_BY", help="Who takes it in."),
    ] = "desk",
    policy: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The policy: a file, or a shipped one."),
    ] = None,
    form: Annotated[
        str,
        typer.Option("--form", help=f"{', '.join(FORMS)}; by default as the file begins."),
    ] = "",
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Take in an event that others have run.

    Every round stands as it was played: its tables are given, and nothing of it is called provable.
    Who is missing in a round has left, or comes late. Ids are drawn; names are kept apart, and a
    name that the log knows keeps its id. What cannot be taken is told line by line, and the
    standings that the file has are held against those that the entries come to.
    """
    from storage.log import Log

    if form and form not in FORMS:
        raise Failure(f"--form {form}: no such form", f"one of {', '.join(FORMS)}")
    foreign = read_event(file, form)
    stream = game_of("tournament")
    chosen = chosen_catalog(stream, policy or policy_for(foreign))
    assert isinstance(chosen, Policy)
    name = _name_of(file, event)
    if not by.strip():
        raise Failure("--by names nobody", "--by PERSON, who takes it in")
    path, ids = log_path(log), _Ids()
    # so no log is made for a file that is no event
    found = None if path.exists() else _taken(file, foreign, stream, chosen, by, ids)
    with Log.open(path, write=True) as opened:
        if opened.has(name):
            raise Failure(f"{opened.path}: {name} already exists", "--event NAME")
        ids.know(opened.names())
        found = found or _taken(file, foreign, stream, chosen, by, ids)
        opened.add_catalog(chosen)
        _write(opened, name, found, by, foreign.dated)
        opened.name_people(ids.drawn)
    held = compared(foreign, found)
    if json:
        render.say_json(_answer(name, chosen, foreign, found, held))
    else:
        _say(name, chosen, foreign, found, held)
    return Status.DONE


def _taken(
    file: Path, foreign: ForeignEvent, stream: Game, policy: Policy, by: str, ids: "_Ids"
) -> Taken:
    with render.progress(f"reading {file.name}"):
        try:
            return taken(foreign, stream, policy, by, ids.of)
        except NoEvent as error:
            raise NoEvent(f"{file}: {error}") from None


def policy_for(foreign: ForeignEvent) -> str:
    """The policy under which an event is folded where none is named; others as at ``new``."""
    day = foreign.dated.isoformat() if foreign.dated else "9999"
    since = POLICIES.get(foreign.form, (("", "standard-2026-1"),))
    return next(policy for first, policy in since if first <= day)


class _Ids:
    """The ids of names: that which the log has, else one that is drawn and says nothing."""

    def __init__(self) -> None:
        self._known: dict[str, str | None] = {}
        self._used: set[str] = set()
        self.drawn: dict[str, str] = {}  # the names by their new ids

    def know(self, people: dict[str, str]) -> None:
        """Take the ids of those whom the log has."""
        for person, name in people.items():
            self._known[name] = None if name in self._known else person
        self._used |= people.keys()

    def of(self, name: str) -> str:
        """The id of a name; a name that two people of the log have is nobody's."""
        if found := self._known.get(name):
            return found
        while (drawn := f"p{secrets.token_hex(6)}") in self._used:
            pass
        self._used.add(drawn)
        self._known[name] = drawn
        self.drawn[drawn] = name
        return drawn


def _name_of(file: Path, event: str | None) -> str:
    """What the tournament is called: as is said, or as the file."""
    if event is not None:
        try:
            return msgspec.convert(event, MatchId)
        except msgspec.ValidationError:
            raise Failure(
                f"--event {event}: no name of a tournament",
                "letters, digits, . _ and -; at most 64, the first a letter or a digit",
            ) from None
    plain = unicodedata.normalize("NFKD", file.stem).encode("ascii", "ignore").decode()
    word = re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-._")[:64]
    if not word:
        raise Failure(f"{file.name} names no event", "--event NAME")
    return word


def _write(log: object, name: str, found: Taken, by: str, dated: datetime | None) -> None:
    from storage.exchange.record import derived_id
    from storage.exchange.transfer import import_jsonl
    from storage.files import Scratch
    from storage.log import Log

    assert isinstance(log, Log)
    now = datetime.now(UTC)
    at = dated or now
    with Scratch() as folder:
        lines = Path(folder) / "event.jsonl"
        with lines.open("wb") as file:
            for seq, happened in enumerate(found.events, 1):
                key = derived_id(name, seq, at, happened)
                file.write(canonical(Entry(name, seq, key, at, now, by, happened)) + b"\n")
        with render.progress(f"taking {name} into the log") as step:
            import_jsonl(log, lines, progress=step)


def _behind(found: Taken, held: Compared) -> Iterable[FigureDiffers]:
    for each in held.differences:
        yield FigureDiffers(
            found.ids[each.player],
            each.player,
            each.figure,
            str(each.published),
            str(each.folded),
            tuple(found.entries[each.player]),
        )


def _answer(
    name: str, policy: Policy, foreign: ForeignEvent, found: Taken, held: Compared
) -> EventImported:
    state = found.replay.state
    return EventImported(
        name,
        foreign.form,
        policy.name,
        len(found.events),
        len(state.entrants),
        state.turn,
        tuple(NotTaken(*each) for each in foreign.untaken),
        held.players,
        held.points,
        held.tiebreaks,
        held.in_order,
        held.order,
        held.left,
        held.after,
        held.then,
        tuple(_behind(found, held)),
    )


def _say(name: str, policy: Policy, foreign: ForeignEvent, found: Taken, held: Compared) -> None:
    state = found.replay.state
    render.say(f"{name} is in the log: {len(found.events):,} entries", style="strong")
    entered, rounds = len(state.entrants), state.turn
    counted = f"{render.counted(entered, 'player')}, {render.counted(rounds, 'round')}"
    render.say(f"{counted}, policy {policy.name}")
    for where, what in foreign.untaken[:SHOWN]:
        render.say(f"not taken: {where}: {what}", 0, 2)
    _say_more(len(foreign.untaken))
    if foreign.standings:
        order = f"in another order ({held.order})" if held.order else "in the published order"
        render.say(
            f"published and folded: points equal for {held.points} of {held.players},"
            f" tiebreaks for {held.tiebreaks}, {order}"
        )
        if held.left:
            render.say(
                f"tiebreaks of {render.counted(held.left, 'more')} as of the last round played"
            )
        if held.after:
            render.say(f"the published points are those after {held.after}: {held.then} equal")
        rows = [
            (
                each.name,
                each.figure,
                _decimal(each.published),
                _decimal(each.folded),
                ", ".join(map(str, each.entries)),
            )
            for each in list(_behind(found, held))[:SHOWN]
        ]
        if rows:
            columns = ("player", "figure", "published", "folded", "entries")
            say_table(columns, rows, "What differs", keys=("player",))
        _say_more(len(held.differences))
    render.say(f"next: referee tournament standings {name}", style="quiet")


def _decimal(figure: str) -> str:
    from fractions import Fraction

    return f"{float(Fraction(figure)):.4f}".rstrip("0").rstrip(".")


def _say_more(count: int) -> None:
    if count > SHOWN:
        render.say(f"and {count - SHOWN} more: --json has them all", 0, 2)
