"""Random whole matches: to try the product out, to load a log, to see how long games run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import IO, Annotated, Any, NamedTuple

import typer

from cli.answers.books import Simulated
from cli.arguments import (
    AgreedOption,
    CatalogOption,
    GameArgument,
    JsonOption,
    ListOption,
    LogOption,
    ReadingsOption,
    RulesOption,
    RulingsOption,
    SideOption,
    SlipsOption,
    commands,
)
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog, chosen_deck, shipped_decks, table_lists
from cli.reading.log import log_path
from cli.reading.matches import option_pairs, side_of_seats
from cli.screen import render
from cli.screen.columns import say_table
from events.common import RULINGS, CardList, Opening
from events.entry import Entry, canonical
from events.error import ProgramFault
from events.event import Event
from referee.catalog import Catalog, DeckFile
from referee.game import Game
from referee.games.registry import game_of, is_stream
from referee.replay.replay import Replay
from referee.replay.simulate import SEATS, SIMULATOR, Mishaps, Terms, opening, simulate
from referee.table import result_of
from referee.verdict import Illegal, Violation
from storage.exchange.record import derived_id, write_record

app = commands()

_FIRST_DAY = datetime(2026, 1, 5, 10, tzinfo=UTC)
_BETWEEN_MATCHES = timedelta(hours=2)
_MOST_DEALS = 50
"""How often decks are dealt until they may play against one another."""
_SLOWEST_ENTRY = 45
"""The most seconds between two entries of a random match."""


DecksOption = Annotated[
    list[str] | None,
    typer.Option(
        "--deck", metavar="DECK", help="A deck to choose from; by default all shipped ones."
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        help="How many seats; by default as few as the game allows. "
        "In two sides where they cannot play each for itself.",
    ),
]
RecordsOption = Annotated[
    Path | None,
    typer.Option("--records", metavar="DIR", help="Write a text record of each match here."),
]


@app.command("simulate", epilog="Example: referee simulate GAME -n 1000 --seed 7")
def play(
    game: GameArgument,
    count: Annotated[int, typer.Option("-n", "--matches", min=1, help="How many.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same matches.")] = 1,
    deck: DecksOption = None,
    choices: ReadingsOption = None,
    options: AgreedOption = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    sides: SideOption = None,
    lists: ListOption = None,
    catalog: CatalogOption = None,
    slips: SlipsOption = 0.0,
    rulings: RulingsOption = 0.0,
    records: RecordsOption = None,
    into_log: Annotated[bool, typer.Option("--import", help="Take them into the log.")] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Play random matches by the rules alone, and sum up how they went.

    A match that cannot go on is told with its number and left out (status 1); the others are kept.
    """
    if is_stream(game):
        raise Failure(f"{game} is no game for a table", f"referee {game} simulate plays one")
    played = game_of(game, rules)
    drawn = [chosen_deck(played, each) for each in deck or ()] or [*shipped_decks(played).values()]
    cards = chosen_catalog(played, catalog, [each.catalog for each in drawn])
    seats = _seats(played, players)
    setting = _Setting(
        played,
        cards,
        drawn,
        seats,
        played.choices_of_new(option_pairs(choices or (), "--set")),
        side_of_seats(sides or (), seats),
        played.agreements(cards, option_pairs(options or (), "--option")),
        table_lists(played, cards, lists or ()),
    )
    if not sides:
        setting = _in_sides(setting)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    began = perf_counter()
    tally = _Tally(Mishaps(slips, rulings))
    faults = tally.faults
    with _lines_file(into_log) as lines, render.progress(f"simulating {game}", count) as step:
        for number in range(1, count + 1):
            chance = Random(f"{seed}/{number}")
            replay = tally.play_or_leave_out(setting, chance, seed, number)
            if replay is not None and (records is not None or lines is not None):
                name = f"{game}-{seed}-{number:0{len(str(count))}}"
                logged = list(_entries(name, replay, number, chance))
                _keep(logged, replay, records, lines)
            step(number, None)
        if len(faults) == count:
            raise Failure("no match could be played to its end", status=Status.ENVIRONMENT)
        if lines is not None:
            lines.flush()
            _import(Path(lines.name), log)
    status = Status.ENVIRONMENT if faults else Status.DONE
    if json:
        took = round(perf_counter() - began, 3)
        render.say_json(
            Simulated(game=game, seed=seed, **tally.summary(), faults=faults, seconds=took)
        )
        return status
    _say(tally, setting.game.title)
    if records is not None:
        render.say(f"records: {records}")
    if into_log:
        render.say(f"in the log: {log_path(log)}; try: referee stats")
    return status


# -- what is played ----------------------------------------------------------------------------


SIDES = ("odd", "even")
"""What the sides are called of seats that cannot play each for itself."""

_DEALS_TRIED = 3
"""Decks that may not sit at one table are dealt so often, to see whether a match can be opened."""


class _Setting(NamedTuple):
    """What all matches of a run have in common."""

    game: Game
    catalog: Catalog
    decks: Sequence[DeckFile]
    seats: Sequence[str]
    interpretations: dict[str, str]
    sides: dict[str, str]
    agreed: dict[str, str]
    lists: dict[str, CardList]

    def opening(self, chance: Random) -> Opening:
        """An opening with decks that chance deals."""
        dealt = _dealt(self.decks, len(self.seats), chance)
        return opening(
            self.game,
            self.catalog,
            [(deck.name, deck.cards) for deck in dealt] or [("", {})] * len(self.seats),
            self.seats,
            lists=[deck.lists for deck in dealt],
            terms=Terms(self.interpretations, self.sides, self.agreed, self.lists),
        )


def _in_sides(setting: _Setting) -> _Setting:
    """The same, in two sides that sit in turn, where the seats cannot play each for itself."""
    halves = {seat: SIDES[at % 2] for at, seat in enumerate(setting.seats)}
    paired = setting._replace(sides=halves)
    if len(setting.seats) > setting.game.players[0] and not _opens(setting) and _opens(paired):
        return paired
    return setting


def _opens(setting: _Setting) -> bool:
    """Whether a match can be opened so."""
    openings = (setting.opening(Random(deal)) for deal in range(_DEALS_TRIED))
    return any(
        not isinstance(Replay(setting.game, setting.catalog).add(first).verdict, Illegal)
        for first in openings
    )


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


def _dealt(decks: Sequence[DeckFile], seats: int, chance: Random) -> list[DeckFile]:
    """A deck for each seat, different ones where there are enough; none where a game has none."""
    if not decks:
        return []
    enough = len(decks) >= seats
    return chance.sample(decks, seats) if enough else chance.choices(decks, k=seats)


# -- how it went -------------------------------------------------------------------------------


class _Tally:
    """How the matches of a run went."""

    def __init__(self, mishaps: Mishaps) -> None:
        self.mishaps = mishaps
        self.illegal = self.rulings = 0
        self.endings: Counter[str] = Counter()
        self.winners: Counter[str] = Counter()
        self.entries: list[int] = []
        self.turns: list[int] = []
        self.faults: dict[int, str] = {}
        self.spent = 0.0

    def play_or_leave_out(
        self, setting: _Setting, chance: Random, seed: int, number: int
    ) -> Replay | None:
        """Play one more match; one that cannot go on is told, and left out."""
        try:
            return self.play(setting, chance)
        except ProgramFault as fault:
            self.faults[number] = str(fault)
            left_out = f"match {number} of seed {seed} cannot go on, and is left out"
            render.warn(f"referee: {left_out}: {fault}")
            return None

    def play(self, setting: _Setting, chance: Random) -> Replay:
        """Play one more match; decks that may not sit at one table are dealt again."""
        started = perf_counter()
        for deals_left in reversed(range(_MOST_DEALS)):
            first = setting.opening(chance)
            try:
                replay = simulate(
                    setting.game, setting.catalog, first, chance, mishaps=self.mishaps
                )
                break
            except Violation:
                if not deals_left:
                    raise
        self.spent += perf_counter() - started
        state = replay.state
        self.endings[state.over] += 1
        result = result_of(state)
        self.winners[" and ".join(result.winners) or result.result if result else "-"] += 1
        self.entries.append(len(replay.events))
        self.turns.append(state.turn)
        self.illegal += sum(isinstance(verdict, Illegal) for verdict in replay.verdicts)
        self.rulings += sum(isinstance(event, RULINGS) for event in replay.events)
        return replay

    @property
    def rate(self) -> int | None:
        """Entries a second, of the play alone; None where it was too short to tell."""
        return round(sum(self.entries) / self.spent) if self.spent else None

    def summary(self) -> dict[str, Any]:
        """All of it for machines."""
        return {
            "matches": len(self.entries),
            "entries": sum(self.entries),
            "entries_per_match": _spread(self.entries),
            "turns_per_match": _spread(self.turns),
            "winners": dict(self.winners.most_common()),
            "endings": dict(self.endings.most_common()),
            "illegal": self.illegal,
            "rulings": self.rulings,
            "entries_per_second": self.rate,
        }


def _say(tally: _Tally, title: str) -> None:
    """How it went, for people."""
    count = len(tally.entries)
    matches = render.counted(count, "match")
    rate = f", {tally.rate:,} a second" if tally.rate else ""
    render.say(f"{matches} of {title}", style="strong")
    how = f"{tally.illegal:,} illegal" if tally.illegal else "all legal or on trust"
    if tally.rulings:
        how += ", " + render.counted(tally.rulings, "ruling")
    render.say(f"{sum(tally.entries):,} entries{rate}, {how}")
    for label, values in (("entries", tally.entries), ("turns", tally.turns)):
        least, middle, most = _spread(values)
        render.say(f"{label} in a match: {least} to {most}, half of them up to {middle}")
    for label, counted in (("winner", tally.winners), ("ending", tally.endings)):
        say_table(
            (label, "matches", "share"),
            [(what, n, f"{n / count:.1%}") for what, n in counted.most_common()],
            right=("matches", "share"),
        )


def _spread(values: list[int]) -> tuple[int, int, int]:
    """The least, the middle and the greatest."""
    ordered = sorted(values)
    return ordered[0], ordered[len(ordered) // 2], ordered[-1]


# -- what is kept ------------------------------------------------------------------------------


def _keep(
    logged: list[Entry[Event]], replay: Replay, records: Path | None, lines: "IO[bytes] | None"
) -> None:
    """Write a match to the folder of records and to the lines for the log, where wanted."""
    if records is not None:
        text = write_record(logged, replay.game.codec, replay.noted)
        (records / f"{logged[0].match}.txt").write_text(text, encoding="utf-8")
    if lines is not None:
        lines.writelines(canonical(entry) + b"\n" for entry in logged)


@contextmanager
def _lines_file(wanted: bool) -> "Iterator[IO[bytes] | None]":
    """A temporary file for the JSON lines of all matches, where they go into the log."""
    if not wanted:
        yield None
        return
    from storage.files import Scratch

    with Scratch() as folder, (Path(folder) / "matches.jsonl").open("w+b") as file:
        yield file


def _import(lines: Path, log: Path | None) -> None:
    from storage.exchange.transfer import import_jsonl
    from storage.log import Log

    with (
        Log.open(log_path(log), write=True) as opened,
        render.progress("taking them into the log") as step,
    ):
        import_jsonl(opened, lines, progress=step)


def _entries(name: str, replay: Replay, number: int, chance: Random) -> Iterator[Entry[Event]]:
    """The entries of a random match, at times that chance decides."""
    moment = _FIRST_DAY + (number - 1) * _BETWEEN_MATCHES
    for seq, event in enumerate(replay.events, 1):
        key = derived_id(name, seq, moment, event)
        by = event.by if isinstance(event, Opening) else SIMULATOR
        yield Entry(name, seq, key, moment, moment, by, event)
        moment += timedelta(seconds=chance.randint(3, _SLOWEST_ENTRY))
