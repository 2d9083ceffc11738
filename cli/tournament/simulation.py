"""Whole tournaments from a seed, to try the desk with or to count."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from cli.answers.tournament import EventSimulated
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog
from cli.reading.log import log_path
from cli.screen import render
from events.entry import Entry, canonical
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from referee.tournament.simulating import Plan, simulate_event

app = commands()


@app.command(epilog="Example: referee tournament simulate saturday --players 64 --rounds 6 --cut 8")
def simulate(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="What to call the tournament.")],
    players: Annotated[int, typer.Option(min=2, max=1024, help="How many enter.")] = 16,
    rounds: Annotated[
        int, typer.Option(min=0, max=99, help="Rounds of Swiss; 0: as the policy has it.")
    ] = 0,
    cut: Annotated[int, typer.Option(min=0, max=1024, help="How many play on after them.")] = 0,
    best_of: Annotated[int, typer.Option(help="Games of a contest.")] = 3,
    policy: Annotated[
        str, typer.Option(metavar="NAME", help="The policy: a file, or a shipped one.")
    ] = "standard-2026-1",
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same event.")] = 1,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Play a whole tournament by chance into the log.

    It goes from the first entry to the close.

    Players drop, come late, do not show up; slips are wrong and put right, results disputed and
    decided. The same options and seed give the same event.
    """
    from storage.exchange.record import derived_id
    from storage.exchange.transfer import import_jsonl
    from storage.files import Scratch
    from storage.log import Log

    game = game_of("tournament")
    chosen = chosen_catalog(game, policy)
    assert isinstance(chosen, Policy)
    plan = Plan(players=players, rounds=rounds, cut=cut, best_of=best_of)
    found = simulate_event(game, chosen, plan, Random(f"{event}/{seed}"))
    with Log.open(log_path(log), write=True) as opened:
        if opened.has(event):
            raise Failure(f"{opened.path}: {event} already exists", "another name")
        opened.add_catalog(chosen)
        with Scratch() as folder:
            lines = Path(folder) / "event.jsonl"
            with lines.open("wb") as file:
                for seq, (happened, at) in enumerate(
                    zip(found.events, found.times, strict=True), 1
                ):
                    key = derived_id(event, seq, at, happened)
                    by = getattr(happened, "by", "desk")
                    file.write(canonical(Entry(event, seq, key, at, at, by, happened)) + b"\n")
            with render.progress(f"taking {event} into the log") as step:
                import_jsonl(opened, lines, progress=step)
    state = found.replay.state
    if json:
        render.say_json(
            EventSimulated(event, len(found.events), len(state.entrants), state.turn, state.winner)
        )
        return Status.DONE
    render.say(f"{event} is in the log: {len(found.events):,} entries", style="strong")
    render.say(f"{len(state.entrants)} players, {state.turn} rounds")
    if state.winner:
        render.say(f"{state.winner} has won")
    render.say(f"next: referee tournament standings {event}", style="quiet")
    return Status.DONE
