"""Whole tournaments from a seed, to try the desk with or to count."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from cli.answers.tournament import EventSimulated
from cli.arguments import (
    JsonOption,
    LogOption,
    PolicyOption,
    RulingsOption,
    SlipsOption,
    commands,
    complete_game,
)
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog, shipped_decks
from cli.reading.log import log_path
from cli.screen import render
from events.entry import Entry, canonical
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.simulate import SIMULATOR, Mishaps
from referee.tournament.policy import Policy
from referee.tournament.simulating import ListOf, Plan, Simulated, Tables, simulate_event

app = commands()


@app.command(epilog="Example: referee tournament simulate saturday --players 64 --rounds 6 --cut 8")
def simulate(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="What to call the tournament.")],
    players: Annotated[int, typer.Option(min=2, max=1024, help="How many enter.")] = 16,
    rounds: Annotated[
        int, typer.Option(min=0, max=99, help="Rounds of Swiss; 0: as the policy has it.")
    ] = 0,
    cut: Annotated[int, typer.Option(min=0, max=1024, help="How many play on after them.")] = 0,
    overnight: Annotated[
        int, typer.Option(min=0, max=99, help="The round after which it goes on the next day.")
    ] = 0,
    best_of: Annotated[int, typer.Option(help="Games of a contest.")] = 3,
    policy: PolicyOption = "standard-2026-1",
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            help="Play the games of all contests too, as matches of this game.",
            autocompletion=complete_game,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same event.")] = 1,
    slips: SlipsOption = 0.0,
    rulings: RulingsOption = 0.0,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Play a whole tournament by chance into the log.

    It goes from the first entry to the close.

    Players drop, come late, do not show up; slips are wrong and put right, results disputed and
    decided. The same options and seed give the same event. A game that cannot go on is told and
    played again (status 1).
    """
    from storage.exchange.transfer import import_jsonl
    from storage.files import Scratch
    from storage.log import Log

    if game is None and (slips or rulings):
        raise Failure("--slips and --rulings are of games", "give --game too")
    stream = game_of("tournament")
    chosen = chosen_catalog(stream, policy)
    assert isinstance(chosen, Policy)
    tables = _tables(game)._replace(mishaps=Mishaps(slips, rulings)) if game else None
    with Log.open(log_path(log), write=True) as opened:
        if opened.has(event):
            raise Failure(f"{opened.path}: {event} already exists", "another name")
        with render.progress(f"simulating {event}"):
            found = _played(
                stream,
                chosen,
                event,
                seed,
                Plan(
                    players=players,
                    rounds=rounds,
                    cut=cut,
                    overnight=overnight,
                    best_of=best_of,
                    decks="open" if game else "none",
                ),
                tables,
            )
        opened.add_catalog(chosen)
        if tables is not None:
            opened.add_catalog(tables.catalog)
        with Scratch() as folder:
            lines = Path(folder) / "event.jsonl"
            _write(event, found, lines)
            with render.progress(f"taking {event} into the log") as step:
                import_jsonl(opened, lines, progress=step)
    for fault in found.faults:
        render.warn(f"referee: a game could not go on, and was played again: {fault}")
    _say(event, found, json)
    return Status.ENVIRONMENT if found.faults else Status.DONE


def _write(event: str, found: Simulated, path: Path) -> None:
    """The matches and then the event, as lines of JSON."""
    from storage.exchange.record import derived_id

    with path.open("wb") as file:
        for each in found.matches:
            file.writelines(sealed.payload + b"\n" for sealed in each.entries)
        logged = zip(found.events, found.times, strict=True)
        for seq, (happened, at) in enumerate(logged, 1):
            key = derived_id(event, seq, at, happened)
            file.write(canonical(Entry(event, seq, key, at, at, SIMULATOR, happened)) + b"\n")


def _say(event: str, found: Simulated, json: bool) -> None:
    state = found.replay.state
    if json:
        render.say_json(
            EventSimulated(
                event,
                len(found.events),
                len(found.matches),
                len(state.entrants),
                state.turn,
                state.winner,
                tuple(found.faults),
            )
        )
        return
    render.say(f"{event} is in the log: {len(found.events):,} entries", style="strong")
    matches = f", {render.counted(len(found.matches), 'match')}" if found.matches else ""
    entered = render.counted(len(state.entrants), "player")
    render.say(f"{entered}, {render.counted(state.turn, 'round')}{matches}")
    if state.winner:
        render.say(f"{state.winner} has won")
    render.say(f"next: referee tournament standings {event}", style="quiet")


def _tables(game: str) -> Tables:
    """What all tables play: a game with its usual catalog."""
    played = game_of(game)
    catalog = chosen_catalog(played, None)
    decks = shipped_decks(played).values()
    fitting = [deck for deck in decks if deck.catalog in ("", catalog.name)]
    lists = [ListOf(deck.name, deck.cards, deck.lists) for deck in fitting]
    return Tables(played, catalog, lists)


def _played(
    stream: Game, policy: Policy, event: str, seed: int, plan: Plan, tables: Tables | None
) -> Simulated:
    """The event, with the games of its contests where they are played."""
    chance = Random(f"{event}/{seed}")
    return simulate_event(stream, policy, plan, chance, name=event, tables=tables)
