"""Random whole matches: to try the product out, to load a log, to see how long games run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import IO, Annotated

import typer

from cli.arguments import (
    AgreedOption,
    GameArgument,
    JsonOption,
    LogOption,
    SideOption,
    commands,
    log_path,
)
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog, chosen_deck, shipped_decks
from cli.reading.matches import option_pairs, side_of_seats
from cli.screen import render
from events.common import Opening
from events.entry import Entry, canonical
from events.event import Event
from referee.catalog import DeckFile
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import SEATS, opening, simulate
from referee.table import result_of
from storage.record import derived_id, write_record

app = commands()

_FIRST_DAY = datetime(2026, 1, 5, 10, tzinfo=UTC)
_BETWEEN_MATCHES = timedelta(hours=2)
_SLOWEST_ENTRY = 45
"""The most seconds between two entries of a random match."""


@app.command("simulate", epilog="Example: referee simulate GAME -n 1000 --seed 7")
def play(
    game: GameArgument,
    count: Annotated[int, typer.Option("-n", "--matches", min=1, help="How many.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same matches.")] = 1,
    deck: Annotated[
        list[str] | None,
        typer.Option("--deck", metavar="DECK", help="A deck to draw from; else all shipped ones."),
    ] = None,
    choices: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="ID=OPTION", help="An interpretation."),
    ] = None,
    options: AgreedOption = None,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", help="How many seats; else the fewest."),
    ] = None,
    sides: SideOption = None,
    catalog: Annotated[
        str | None, typer.Option(metavar="FILE", help="The catalog: a file or a shipped name.")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option("--records", metavar="DIR", help="Write a text record of each match here."),
    ] = None,
    into_log: Annotated[bool, typer.Option("--import", help="Take them into the log.")] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Play random matches by the rules alone, and sum up how they went."""
    played = game_of(game)
    decks = [chosen_deck(played, name) for name in deck or ()]
    decks = decks or list(shipped_decks(played).values())
    cards = chosen_catalog(played, catalog, [d.catalog for d in decks])
    chosen = played.choices(option_pairs(choices or [], "--set"))
    agreed = played.agreements(cards, option_pairs(options or [], "--option"))
    seats = _seats(played, players)
    side_of = side_of_seats(sides or [], seats)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    endings: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    entries: list[int] = []
    turns: list[int] = []
    began = perf_counter()
    spent = 0.0
    with _lines_file(into_log) as lines, render.progress(f"simulating {game}", count) as step:
        for number in range(1, count + 1):
            chance = Random(f"{seed}/{number}")
            dealt = _dealt(decks, len(seats), chance)
            first = opening(played, cards, dealt, seats, chosen, sides=side_of, options=agreed)
            started = perf_counter()
            replay = simulate(played, cards, first, chance)
            spent += perf_counter() - started
            state = replay.state
            endings[state.over] += 1
            result = result_of(state)
            winners[" and ".join(result.winners) or result.result if result else "-"] += 1
            entries.append(len(replay.events))
            turns.append(state.turn)
            if records is not None or lines is not None:
                name = f"{game}-{seed}-{number:0{len(str(count))}}"
                logged = list(_entries(name, replay, number, chance))
                if records is not None:
                    text = write_record(logged, played.codec, replay.noted)
                    (records / f"{name}.txt").write_text(text, encoding="utf-8")
                if lines is not None:
                    lines.writelines(canonical(entry) + b"\n" for entry in logged)
            step(number, None)
        if lines is not None:
            lines.flush()
            _import(Path(lines.name), log)
    summary = {
        "game": game,
        "matches": count,
        "seed": seed,
        "entries": sum(entries),
        "entries_per_match": _spread(entries),
        "turns_per_match": _spread(turns),
        "winners": dict(winners.most_common()),
        "endings": dict(endings.most_common()),
        "seconds": round(perf_counter() - began, 3),
        "entries_per_second": round(sum(entries) / spent) if spent else None,
    }
    if json:
        render.say_json(summary)
        return Status.DONE
    matches = "1 match" if count == 1 else f"{count:,} matches"
    render.say(f"{matches} of {played.title}", style="strong")
    rate = f", {summary['entries_per_second']:,} a second" if spent else ""
    render.say(f"{sum(entries):,} entries{rate}, all legal or on trust")
    for label, values in (("entries", entries), ("turns", turns)):
        least, middle, most = _spread(values)
        render.say(f"{label} in a match: {least} to {most}, half of them up to {middle}")
    render.say_table(
        ("winner", "matches", "share"),
        [(who, n, f"{n / count:.1%}") for who, n in winners.most_common()],
        right=("matches", "share"),
    )
    render.say_table(
        ("ending", "matches", "share"),
        [(how, n, f"{n / count:.1%}") for how, n in endings.most_common()],
        right=("matches", "share"),
    )
    if records is not None:
        render.say(f"records: {records}")
    if into_log:
        render.say(f"in the log: {log_path(log)}; try: referee stats")
    return Status.DONE


@contextmanager
def _lines_file(wanted: bool) -> "Iterator[IO[bytes] | None]":
    """A temporary file for the JSON lines of all matches, where they go into the log."""
    if not wanted:
        yield None
        return
    with NamedTemporaryFile(prefix="referee-", suffix=".jsonl") as file:
        yield file


def _import(lines: Path, log: Path | None) -> None:
    from storage.log import Log
    from storage.transfer import import_jsonl

    with (
        Log.open(log_path(log), write=True) as opened,
        render.progress("taking them into the log") as step,
    ):
        import_jsonl(opened, lines, progress=step)


def _seats(game: Game, players: int | None) -> Sequence[str]:
    """The seats of so many players, or of as few as the game takes.

    Raises:
        Failure: the game is not for so many.
    """
    least, most = game.players
    most = min(most, len(SEATS))
    if players is not None and not least <= players <= most:
        many = f"{least}" if least == most else f"{least} to {most}"
        raise Failure(f"--players {players}: {game.title} takes {many}")
    return SEATS[: players or least]


def _dealt(
    decks: Sequence[DeckFile], seats: int, chance: Random
) -> list[tuple[str, dict[str, int]]]:
    """A deck for each seat, different ones where there are enough; none where a game has none."""
    if not decks:
        return [("", {})] * seats
    enough = len(decks) >= seats
    picked = chance.sample(decks, seats) if enough else chance.choices(decks, k=seats)
    return [(deck.name, dict(deck.cards)) for deck in picked]


def _entries(name: str, replay: Replay, number: int, chance: Random) -> Iterator[Entry[Event]]:
    """The entries of a random match, at times that chance decides."""
    moment = _FIRST_DAY + (number - 1) * _BETWEEN_MATCHES
    for seq, event in enumerate(replay.events, 1):
        key = derived_id(name, seq, moment, event)
        by = event.by if isinstance(event, Opening) else "simulator"
        yield Entry(name, seq, key, moment, moment, by, event)
        moment += timedelta(seconds=chance.randint(3, _SLOWEST_ENTRY))


def _spread(values: list[int]) -> tuple[int, int, int]:
    """The least, the middle and the greatest."""
    ordered = sorted(values)
    return ordered[0], ordered[len(ordered) // 2], ordered[-1]
