"""Players enter, are checked in, and leave."""

import csv
import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
import typer

from cli.arguments import JsonOption, LogOption, OpaqueOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.tournament.desk.reply import meant_here
from cli.tournament.stream import (
    Desk,
    DeskOption,
    StreamArgument,
    at_desk,
    logged,
    require_known,
)
from events.event import Event
from events.notation.words import nearest
from events.tournament import CheckIn, Drop, Enter, Player, Repair
from referee.tournament.entrants import leaves_after, next_number
from referee.tournament.stages.paired_again import late_repair
from referee.tournament.state import number_of

if TYPE_CHECKING:
    from storage.match import Recorded

app = commands()

COLUMNS: tuple[str, ...] = ("id", "name", "team")
"""The columns of a list of players that has no head."""
HEADS = {each: each for each in (*COLUMNS, "minor")} | {"player": "id", "club": "team"}
"""What a column may be headed, and what it holds."""
YES_NO = {"yes": True, "no": False, "": False}
"""What stands in the column that says who is a minor."""
LONGEST = 32
"""The characters of an id."""


class Entrant(NamedTuple):
    """Somebody who is to enter."""

    player: str  # the id
    name: str = ""  # what they are called
    team: str = ""  # the team or club
    minor: bool = False  # whether they are in no parcel to a league until a guardian agrees


PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="The id of a player.")]


@app.command(
    epilog="Examples: referee tournament enter open ana bo cy. "
    "referee tournament enter open --file players.csv (id,name,team in each line; "
    "without an id one is made of the name)."
)
def enter(
    event: StreamArgument,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="The ids of players.", show_default=False),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            "-f",
            metavar="FILE",
            help="Lines of id,name,team, or as the first heads them, also minor (yes or no).",
        ),
    ] = None,
    team: Annotated[str, typer.Option(help="The team or club of all of them.")] = "",
    byes: Annotated[int, typer.Option(min=0, max=99, help="Byes in the first rounds.")] = 0,
    name: Annotated[
        str, typer.Option(metavar="TEXT", help="The name of the player, kept apart.")
    ] = "",
    minor: Annotated[
        bool,
        typer.Option(
            "--minor", help="They are minors: in no parcel to a league until a guardian agrees."
        ),
    ] = False,
    here: Annotated[bool, typer.Option("--here", help="They are present: check them in.")] = False,
    now: Annotated[
        bool,
        typer.Option(
            "--now", help="Late players have a place in the round that is on; by a head judge."
        ),
    ] = False,
    opaque: OpaqueOption = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Enter players.

    All that are named are entered, or none where one cannot be. Who enters late plays from the
    next round on, or at once with --now: against the bye, at a new table with another late player,
    or with the bye.
    """
    listed = [Entrant(player, name, team, minor) for player in players or []]
    if opaque and file is None:
        raise Failure("--opaque draws ids for names", "--file FILE")
    if name and len(listed) != 1:
        raise Failure("--name is of one player", "--file FILE names several")
    if not listed and file is None and not now:
        raise Failure("nobody is named", "give ids of players, or --file FILE")
    with at_desk(event, log, by, write=True) as desk:
        if file is not None:
            people = {*desk.log.people()} if opaque else None
            listed += (
                each._replace(minor=each.minor or minor)
                for each in _in_file(file, team, desk.table.state.entrants, people)
            )
        if not listed and not now:
            raise Failure(f"{file}: nobody is in it", "expected id,name,team in each line")
        recorded = entered(desk, listed, byes=byes, here=here, now=now)
        if json or len(listed) <= 1:
            return _said(desk, recorded, json)
        state = desk.table.state
        render.say(f"{len(listed)} entered; {len(state.entrants)} in all", style="strong")
        render.say_lines(render.next_lines(desk.replay))
    return Status.DONE


def entered(
    desk: Desk,
    listed: Sequence[Entrant],
    *,
    byes: int = 0,
    here: bool = False,
    now: bool = False,
    expected: int | None = None,
) -> "Sequence[Recorded]":
    """Enter players, all or none.

    Args:
        desk: the tournament.
        listed: who.
        byes: in the first rounds.
        here: whether they are present.
        now: whether who is late gets a place in the round that is on.
        expected: the last entry that whoever enters them knows of.

    Raises:
        Failure: an id has another form, a rule is broken, or nobody is late.
        LogError: it cannot be logged.
    """
    from storage.library import note_minors

    who = desk.person()
    events: list[Enter | CheckIn | Repair] = []
    state = desk.table.state
    teams = number_of(state, "teams")
    for number, (player, _, club, _) in enumerate(listed, next_number(state)):
        # stated, so that no other number changes if an entry is struck
        own = 0 if teams else number
        events.append(_enter(Enter(who, player, team=club, number=own, byes=byes)))
        if here:
            events.append(CheckIn(who, player))
    if now:
        events.append(_placed(desk, who, events))
    recorded = desk.record(*events, expected=expected)
    for each in listed:
        if each.name:
            desk.log.name_person(each.player, each.name)
    if minors := [each.player for each in listed if each.minor]:
        note_minors(desk.log, minors)
    return recorded


def _placed(desk: Desk, who: str, events: Sequence[Event]) -> Repair:
    """The repair that gives late players a place in the round that is on (TR-9.4).

    Raises:
        Failure: no round of Swiss is on in which somebody could have one, or an entry is refused.
    """
    desk.require_legal(events)
    trial = desk.source.match.trial()
    for event in events:
        trial.add(event)
    found = late_repair(trial.table, who)
    if found is None:
        raise Failure(
            "nobody is late for a round that is on", "without --now they play from the next one on"
        )
    return found


@app.command(
    "check-in",
    epilog="Examples: referee tournament check-in open ana bo. "
    "referee tournament check-in open --all --but cy",
)
def check_in(
    event: StreamArgument,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="The ids of players.", show_default=False),
    ] = None,
    everybody: Annotated[bool, typer.Option("--all", help="All who have entered.")] = False,
    absent: Annotated[
        list[str] | None, typer.Option("--but", metavar="PLAYER", help="Not this one, for --all.")
    ] = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Check players in who are here."""
    if everybody == bool(players) or (absent and not everybody):
        raise Failure("nobody is named", "PLAYER ..., or --all [--but PLAYER]")
    with at_desk(event, log, by, write=True) as desk:
        but = ["but", *absent] if absent else []
        words = ["all", *but] if everybody else players or []
        here = meant_here(desk.table.state, desk.source.people, words)
        if not here:
            raise Failure("everybody is checked in", f"referee tournament propose {event}")
        recorded = desk.record(*(CheckIn(desk.person(), player) for player in here))
        if json or len(here) == 1:
            return _said(desk, recorded, json)
        render.say(f"{len(here)} checked in", style="strong")
        render.say_lines(render.next_lines(desk.replay))
    return Status.DONE


def _said(desk: Desk, recorded: object, json: bool) -> Status:
    from cli.screen.recorded import say_logged

    say_logged(desk.source, recorded, (), json)  # type: ignore[arg-type]
    return Status.DONE


def _enter(entry: Enter) -> Enter:
    """The entry, if its ids are such.

    Raises:
        Failure: an id has another form.
    """
    for given in filter(None, (entry.player, entry.team)):
        try:
            msgspec.convert(given, Player)
        except msgspec.ValidationError:
            raise Failure(
                f"{given!r} cannot be the id of a player",
                "letters, digits, _ and -; at most 32; --name says what they are called",
            ) from None
    return entry


def _in_file(
    file: Path, team: str, entered: Container[str], people: Container[str] | None
) -> Iterator[Entrant]:
    """The lines of a file: id, name, team; or as its first line heads them.

    Where no column is headed id, and where a name stands alone, ids are made of the names; or
    drawn, where it is said who has one.
    """
    from storage.files import read_text
    from storage.library import drawn_person

    seen: dict[str, int] = {}
    columns = COLUMNS
    for number, row in enumerate(csv.reader(read_text(file).splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        heads = tuple(HEADS.get(cell.casefold(), "") for cell in cells)
        if not seen and columns is COLUMNS and all(heads) and len(set(heads)) == len(heads):
            columns = heads
            continue
        if len(cells) > len(columns):
            wanted = ",".join(columns)
            raise Failure(f"{file}:{number}: {len(cells)} fields", f"expected {wanted}")
        said = dict(zip(columns, cells, strict=False))
        if columns is COLUMNS and len(cells) == 1 and _word_of(cells[0]) != cells[0]:
            said = {"name": cells[0]}  # no id: what they are called
        name, club = said.get("name", ""), said.get("team", "") or team
        player = said.get("id", "")
        if name and "id" not in said:
            own = people is not None and drawn_person(seen, entered, people)
            player = own or _id_of(name, seen, entered)
        if not player:
            raise Failure(f"{file}:{number}: no id and no name", "expected who enters")
        if player in seen:
            raise Failure(f"{file}:{number}: {player} stands in line {seen[player]} too")
        seen[player] = number
        try:
            _enter(Enter("desk", player, team=_word_of(club)))
        except Failure as failure:
            raise Failure(f"{file}:{number}: {failure.message}", failure.hint) from None
        if (minor := said.get("minor", "").casefold()) not in YES_NO:
            raise Failure(f"{file}:{number}: minor is {minor}", "expected yes or no")
        yield Entrant(player, name, _word_of(club), YES_NO[minor])


def _word_of(text: str) -> str:
    """A name as an id has it: ``Käthe O'Hara`` is ``kathe-o-hara``; an id is left as it is, and a
    name of other letters, such as ``王伟``, has one that tells nothing."""
    if re.fullmatch(r"[\w-]*", text, re.ASCII):
        return text
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-")
    if not found and any(map(str.isalnum, text)):
        return f"n-{sha256(text.encode()).hexdigest()[:8]}"
    return found


def _id_of(name: str, *taken: Container[str]) -> str:
    """An id for a name: numbered where another one has it."""
    word = _word_of(name).lower()
    found, at = word, 1
    while any(found in each for each in taken):
        at += 1
        found = f"{word[: LONGEST - 3]}-{at}"
    return found


@app.command(epilog="Example: referee tournament drop open ana")
def drop(
    event: StreamArgument,
    player: PlayerArgument,
    after: Annotated[
        int, typer.Option(min=0, max=99, help="The last round that counts; 0: at once.")
    ] = 0,
    cause: Annotated[str, typer.Option(help="own, no-show, disqualified or cut.")] = "own",
    back: Annotated[
        bool, typer.Option("--back", help="Take the own drop back, until the next post.")
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Drop a player.

    The result of the contest that is on still counts.
    """
    with at_desk(event, log, by, write=True) as desk:
        return logged(desk, drop_of(desk, player, after, cause, ends=back), json=json)


def drop_of(
    desk: Desk, player: str, after: int = 0, cause: str = "own", *, ends: bool = False
) -> Drop:
    """A player leaves.

    Args:
        desk: the tournament.
        player: who.
        after: the last round that counts; 0: at once, or after the contest that is on.
        cause: why.
        ends: whether this takes the own drop back.

    Raises:
        Failure: nobody has entered whose id is nearly this, or it is not well-formed.
    """
    state = desk.table.state
    if player not in state.entrants and (close := nearest(player, state.entrants)):
        raise Failure(f"{player} has not entered", f"did you mean {close[0]}?")
    require_known("--cause", cause, Drop, "cause")
    last = after if ends else after or leaves_after(state, player)
    fields = {"player": player, "after": last, "cause": cause, "ends": ends}
    try:
        return msgspec.convert({"type": "drop", "by": desk.person(), **fields}, Drop)
    except msgspec.ValidationError as error:
        raise Failure(f"this is no drop: {error}") from None
