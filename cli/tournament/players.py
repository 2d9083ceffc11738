"""Players enter, hand in lists, and leave."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import chosen_deck
from cli.screen import render
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk, logged
from events.event import Event
from events.tournament import CheckIn, Drop, Enter, Player, RegisterDeck, Repair
from referee.game import Game
from referee.games.registry import game_of
from referee.tournament.plays import Plays
from referee.tournament.stages.repairing import late_repair
from referee.verdict import Violation

app = commands()

PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="The id of a player.")]


@app.command(
    epilog="Examples: referee tournament enter open ana bo cy. "
    "referee tournament enter open --file players.csv (id,name,team in each line)."
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
            "--file", "-f", metavar="FILE", help="Lines of id,name,team; the last two may lack."
        ),
    ] = None,
    team: Annotated[str, typer.Option(help="The team or club of all of them.")] = "",
    byes: Annotated[int, typer.Option(min=0, max=99, help="Byes in the first rounds.")] = 0,
    name: Annotated[
        str, typer.Option(metavar="TEXT", help="The name of the player, kept apart.")
    ] = "",
    here: Annotated[bool, typer.Option("--here", help="They are present: check them in.")] = False,
    now: Annotated[
        bool,
        typer.Option(
            "--now", help="Late players have a place in the round that is on; by a head judge."
        ),
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Enter players: all that are named, or none where one cannot be entered.

    Who enters late plays from the next round on, or at once with --now: against the bye, at a new
    table with another late player, or with the bye.
    """
    listed = [(player, name, team) for player in players or []]
    if name and len(listed) != 1:
        raise Failure("--name is of one player", "--file FILE names several")
    if file is not None:
        listed += _in_file(file, team)
    if not listed and not now:
        raise Failure("nobody is named", "give ids of players, or --file FILE")
    with at_desk(event, log, by, write=True) as desk:
        who = desk.person()
        events: list[Enter | CheckIn | Repair] = []
        for player, _, club in listed:
            events.append(_enter(Enter(who, player, team=club, byes=byes)))
            if here:
                events.append(CheckIn(who, player))
        if now:
            events.append(_placed(desk, who, events))
        recorded = desk.record(*events)
        for player, called, _ in listed:
            if called:
                desk.log.name_person(player, called)
        if json or len(listed) <= 1:
            return _said(desk, recorded, json)
        state = desk.table.state
        render.say(f"{len(listed)} entered; {len(state.entrants)} in all", style="strong")
        render.say_lines(render.next_lines(desk.replay))
    return Status.DONE


def _placed(desk: Desk, who: str, events: Sequence[Event]) -> Repair:
    """The repair that gives late players a place in the round that is on (TR-9.4).

    Raises:
        Failure: no round of Swiss is on in which somebody could have one, or an entry is refused.
    """
    desk.require_legal(events)
    trial = desk.source.trial()
    for event in events:
        trial.add(event)
    found = late_repair(trial.table, who)
    if found is None:
        raise Failure(
            "nobody is late for a round that is on", "without --now they play from the next one on"
        )
    return found


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


def _in_file(file: Path, team: str) -> Iterator[tuple[str, str, str]]:
    """The lines of a file: id, name, team."""
    from storage.files import read_text

    seen: dict[str, int] = {}
    for number, row in enumerate(csv.reader(read_text(file).splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not cells or not cells[0] or cells[0].startswith("#"):
            continue
        if len(cells) > 3:
            raise Failure(f"{file}:{number}: {len(cells)} fields", "expected id,name,team")
        player, name, club = (*cells, "", "")[:3]
        if player in seen:
            raise Failure(f"{file}:{number}: {player} stands in line {seen[player]} too")
        seen[player] = number
        try:
            _enter(Enter("desk", player, team=club or team))
        except Failure as failure:
            raise Failure(f"{file}:{number}: {failure.message}", failure.hint) from None
        yield player, name, club or team


@app.command(epilog="Example: referee tournament drop open ana")
def drop(
    event: StreamArgument,
    player: PlayerArgument,
    after: Annotated[
        int, typer.Option(min=0, max=99, help="The last round that counts; 0: at once.")
    ] = 0,
    cause: Annotated[str, typer.Option(help="own, no-show, disqualified or cut.")] = "own",
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """A player leaves; the result of the contest that is on still counts."""
    with at_desk(event, log, by, write=True) as desk:
        try:
            told = {"by": desk.person(), "player": player, "after": after, "cause": cause}
            left = msgspec.convert({"type": "drop", **told}, Drop)
        except msgspec.ValidationError as error:
            raise Failure(f"this is no drop: {error}") from None
        return logged(desk, left, json=json)


@app.command(epilog="Example: referee tournament deck open ana my-deck.toml")
def deck(
    event: StreamArgument,
    player: PlayerArgument,
    file: Annotated[
        str, typer.Argument(metavar="DECK", help="The file of a deck, or a shipped one.")
    ],
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Register it although it is faulty.")
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Register a player's list; it is checked by the rules of the game first."""
    with at_desk(event, log, by, write=True) as desk:
        plays = Plays.read(desk.table.state.options["plays"])
        if plays is None:
            raise Failure(f"{event} does not say what is played", "new --game says it")
        game = game_of(plays.game, plays.version)
        found = chosen_deck(game, file)
        faults = _faults(desk, game, plays, found)
        for fault in faults:
            render.warn(f"{fault.rule}: {fault}")
        if faults and not yes:
            raise Failure(
                f"{found.name} is faulty; nothing is written", "--yes registers it all the same"
            )
        entry = RegisterDeck(
            desk.person(), player, found.name, dict(found.cards), dict(found.lists)
        )
        return logged(desk, entry, json=json)


def _faults(desk: Desk, game: Game, plays: Plays, found: object) -> list[Violation]:
    """What the rules of the game have against a list."""
    catalog = desk.log.catalog_for(plays.catalog, game)
    choice = {**game.choices(plays.choices), "edition": game.version}
    return list(game.deck_faults(catalog, found, choice))  # type: ignore[arg-type]
