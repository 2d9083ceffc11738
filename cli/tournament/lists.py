"""Players hand in their lists: one, or a folder of them."""

from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import chosen_deck
from cli.screen import render
from cli.screen.recorded import say_logged
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk
from events.tournament import RegisterDeck
from referee.english import counted

app = commands()


@app.command(
    epilog="Examples: referee tournament deck open ana my-deck.toml. "
    "referee tournament deck open --folder lists (lists/ana.toml, ...)"
)
def deck(
    event: StreamArgument,
    player: Annotated[
        str | None,
        typer.Argument(metavar="PLAYER", help="The id of a player.", show_default=False),
    ] = None,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="DECK",
            help="The file of a deck, a list as text (.txt), or a shipped one.",
            show_default=False,
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder of decks, each named by the id of its player."),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Register them although one is faulty.")
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Register a player's list, or a folder of lists.

    They are checked by the rules of the game first; all are registered, or none.
    """
    if player is not None and file is not None and folder is None:
        listed = [(player, file)]
    elif folder is not None and player is None:
        listed = _in_folder(folder)
    else:
        raise Failure("expected PLAYER and DECK, or --folder DIR")
    with at_desk(event, log, by, write=True) as desk:
        recorded = desk.record(*(events := _registered(desk, listed, yes)))
        if json or len(events) == 1:
            say_logged(desk.source, recorded, (), json)
            return Status.DONE
        without = len(desk.table.state.entrants) - len(desk.table.state.decks)
        left = counted(without, "is missing", "are missing")
        render.say(f"{len(events)} lists registered; {left}", style="strong")
    return Status.DONE


def _in_folder(folder: Path) -> list[tuple[str, str]]:
    """The decks of a folder with their players, who give the files their names."""
    decks = (each for each in sorted(folder.iterdir()) if each.suffix in (".toml", ".txt"))
    listed = [(each.stem, str(each)) for each in decks]
    if not listed:
        raise Failure(f"{folder}: no deck is in it", "expected files such as ana.toml, bo.txt")
    return listed


def _registered(desk: Desk, listed: list[tuple[str, str]], yes: bool) -> list[RegisterDeck]:
    """The decks as they are registered; each that is faulty is told.

    Raises:
        Failure: one is, and they are not to be registered all the same.
    """
    plays, game, catalog = desk.plays()
    choice = {**game.choices(plays.choices), "edition": game.version}
    events: list[RegisterDeck] = []
    faulty: list[str] = []
    for who, name in listed:
        found = chosen_deck(game, name, catalog)
        faults = game.deck_faults(catalog, found, choice)
        for fault in faults:
            render.warn(f"{who}: {fault.rule}: {fault}")
        faulty += [who] if faults else []
        cards, lists = dict(found.cards), dict(found.lists)
        events.append(RegisterDeck(desk.person(), who, found.name, cards, lists))
    if faulty and not yes:
        raise Failure(
            f"faulty: the deck of {', '.join(faulty)}; nothing is written",
            "--yes registers all the same",
        )
    return events
