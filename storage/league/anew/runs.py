"""Runs over all of a league (LG-7): of one moment, in parts, each of which is kept whole or not at
all, so that a run that was stopped, or killed, goes on under its name."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import duckdb
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from storage.error import LogError
from storage.fact_tables import quoted
from storage.files import Scratch
from storage.league.lake import Lake, LeagueError, Place, committed, connected, require_here
from storage.league.patience import Effort, Patience
from storage.league.publishers import Season
from storage.league.rows import Where, where
from storage.league.taking.staged_matches import Bench, Chain
from storage.league.telling.queries import season_of
from storage.proof.head import Head
from storage.replays import Came, replays_by
from storage.verify.report import Difference
from storage.verify.reread import Reading

PART = 500
"""How many matches are judged together."""
TOGETHER = 20_000
"""After how many entries what parts come to is kept: a store may have but a few of a game."""


class Question(Struct, frozen=True, omit_defaults=True):
    """What a run asks."""

    readings: Mapping[str, Reading] = {}  # how matches of each game are read; else as they are
    season: str = ""  # of the matches of that season alone; empty: of all

    def as_options(self) -> str:
        """The same as options of a command."""
        words = [f"--season {self.season}"] if self.season else []
        for game, reading in self.readings.items():
            words += [f"--rules {game}={reading.version}"] if reading.version else []
            words += [f"--under {game}:{name}={o}" for name, o in reading.choices.items()]
        return " ".join(words)


class Run(NamedTuple):
    """A run that has begun."""

    name: str  # what it is called
    moment: datetime  # the league as it was then, UTC, as tables keep it
    question: Question  # what it asks

    @property
    def at(self) -> str:
        """The moment as a lake wants it."""
        return f"{self.moment}+00"


class Part(NamedTuple):
    """Matches of one store, game and year."""

    number: int
    publisher: str
    matches: list[Where]
    heads: dict[str, str]  # the head in force, by match

    @property
    def entries(self) -> int:
        """How many entries they have."""
        return sum(int(head.partition(":")[0]) for head in self.heads.values())


def _began(
    place: Place, called: str, question: Question, table: str, connection: duckdb.DuckDBPyConnection
) -> tuple[Run, set[int]]:
    """The run of that name, which begins now if there is none; and its parts that are done."""
    with Lake(place, write=True, connection=connection) as lake, lake.transaction():
        season_of(lake, question.season)
        found = lake.rows("SELECT moment, question FROM lake.runs WHERE run = ?", [called])
        if not found:
            now = datetime.now(UTC).replace(tzinfo=None)
            asked = msgspec.json.encode(question, order="sorted").decode()
            lake.rows("INSERT INTO lake.runs VALUES (?, ?, ?)", [called, now, asked])
            return Run(called, now, question), set()
        moment, asked = found[0]
        done = lake.rows(f"SELECT DISTINCT part FROM lake.{table} WHERE run = ?", [called])
    before = msgspec.json.decode(asked, type=Question)
    if before != question:
        said = before.as_options() or "whether all is exact"
        raise LeagueError(f"the run {called} asks {said}; expected the same, or another name")
    return Run(called, moment, question), {part for (part,) in done}


Rows = list[dict[str, Any]]
"""What a part comes to, to be kept."""


T = TypeVar("T")


class Kind(NamedTuple, Generic[T]):
    """What runs of a kind do."""

    table: str  # of the lake, which keeps what parts come to, each row with ``run`` and ``part``
    columns: Mapping[str, str]  # its other columns, with their types
    act: Callable[[Bench, Lake, Part], Rows]  # with a part, on the bench, of the lake as it was
    come_to: Callable[[Run, Lake], T]  # what the whole comes to, beside the lake as it was


def done_in_parts(place: Place, name: str, question: Question, kind: Kind[T], effort: Effort) -> T:
    """Do a run, each part of it that is not done yet; what it comes to.

    Args:
        place: the league.
        name: what it is called: one that was stopped goes on. Empty: a new one.
        question: what it asks.
        kind: what is done with each part, and where that is kept.
        effort: how it is done.

    Raises:
        LeagueError: there is no such season, or the run asks something else.
        Away: a server stays away; what was kept before stays.
        LogError: the lake cannot be read or written; what was kept before stays.
    """
    called = name or f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    patience = effort.patience or Patience()

    def rest() -> T:
        with ExitStack() as stack:
            connection = connected(stack, place)
            run, done = _began(place, called, question, kind.table, connection)
            source = stack.enter_context(read_from(place, connection, run.at))
            _do(run, done, kind, effort._replace(patience=patience), source)
            return kind.come_to(run, source)

    return patience.over(rest)


def _do(run: Run, done: Collection[int], kind: Kind[T], effort: Effort, source: Lake) -> None:
    with ExitStack() as stack:
        log = source.log()
        folder = Path(stack.enter_context(Scratch()))
        bench = Bench(log, folder, stack.enter_context(replays_by(effort.jobs)))
        parts = list(parts_of(source, run.question))
        ready: list[tuple[Part, Rows]] = []
        for number, part in enumerate(parts, 1):
            if part.number not in done:
                ready.append((part, kind.act(bench, source, part)))
            if ready and (number == len(parts) or sum(e.entries for e, _ in ready) >= TOGETHER):
                _keep(source, run, kind, ready)
                effort.went_on()
                ready = []
            effort.said(number, len(parts))


def read_from(place: Place, connection: duckdb.DuckDBPyConnection, moment: str) -> Lake:
    """A lake as it was, which stays open while the lake as it is may be written to."""
    return Lake(place, connection=connection, moment=moment, name="source")


def lay(bench: Bench, source: Lake, part: Part) -> None:
    """Lay the matches of a part on the bench, as the lake had them.

    Raises:
        Away: a server does not answer, which says nothing about the matches.
        LogError: they cannot be read.
    """
    try:
        bench.lay_out(
            "(SELECT split_part(match_id, ':', 2) AS match_id, * EXCLUDE (match_id) "
            f"FROM {source.name}.entries WHERE {where(part.matches)})",
            f"{source.name}.catalogs",
        )
    except LogError as error:
        require_here(error.__cause__, source.place.folder)
        raise


Differing = tuple[Chain, Difference]
"""A match, and what is wrong with what it comes to."""


def as_it_is(differing: Sequence[Differing]) -> Iterable[Difference]:
    """What is wrong, and no more of it."""
    return [differs for _, differs in differing]


def judged_of(
    bench: Bench,
    part: Part,
    *,
    rows: bool,
    told: Callable[[Sequence[Differing]], Iterable[Difference]] = as_it_is,
) -> Iterator[tuple[Chain, Came] | Difference]:
    """What the matches of a part come to that lie on the bench, by the referee; or what is wrong
    with each that is not what the ledger says, named as in the league.

    Args:
        bench: the bench.
        part: the part.
        rows: whether rows of facts are wanted, too.
        told: says more of how what matches come to differs, those of a page together.
    """
    named = f"{part.publisher}:{{}}".format
    for page in bench.chains(named):
        chains: list[Chain] = []
        for found in page:
            wrong = found if isinstance(found, Difference) else _unlike(found, part)
            if wrong is not None:
                yield replace(wrong, match=named(wrong.match))
            elif isinstance(found, Chain):
                chains.append(found)
        differing: list[Differing] = []
        for chain, came in bench.judged(chains, named, rows=rows):
            if isinstance(came, Difference):
                differing.append((chain, replace(came, match=named(chain.id))))
            else:
                yield chain, came
        yield from told(differing)


def _unlike(found: Chain, part: Part) -> Difference | None:
    """How a match on the bench is not what the ledger says."""
    head, due = (
        str(Head(len(found.hashes), found.hashes[-1])),
        part.heads[f"{part.publisher}:{found.id}"],
    )
    if head == due:
        return None
    said = f"the ledger has the head {due}, it comes to {head}"
    return Difference(found.id, len(found.hashes), "head", said)


def parts_of(lake: Lake, question: Question, besides: str = "") -> Iterator[Part]:
    """The matches in force, by store, game and year, so many at a time.

    Args:
        lake: the lake.
        question: which matches it asks about.
        besides: not those whose facts are of that program.
    """
    season = season_of(lake, question.season)
    found = lake.rows(
        "SELECT publisher, lake_game, lake_season, l.match_id, "
        f"arg_max(seq || ':' || l.hash, seq) FROM {lake.name}.ledger AS l "
        f"ANTI JOIN {lake.name}.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
        f"ANTI JOIN {lake.name}.forgotten AS f ON f.match_id = l.match_id "
        f"{_narrowed(lake, question, season)} GROUP BY ALL "
        f"HAVING arg_max(program, seq) <> {quoted(besides)} ORDER BY ALL",
        [season.since, season.until] if season is not None else None,
    )
    groups: dict[tuple[str, str, int], list[tuple[str, str]]] = {}
    for publisher, game, year, match_id, head in found:
        groups.setdefault((publisher, game, year), []).append((match_id, head))
    number = 0
    for (publisher, game, year), matches in groups.items():
        for start in range(0, len(matches), PART):
            some = matches[start : start + PART]
            number += 1
            yield Part(number, publisher, [Where(each, game, year) for each, _ in some], dict(some))


def _narrowed(lake: Lake, question: Question, season: Season | None) -> str:
    conditions = []
    if question.readings:
        conditions.append(f"lake_game IN ({', '.join(map(quoted, sorted(question.readings)))})")
    if season is not None:
        conditions.append(
            f"l.match_id IN (SELECT match_id FROM {lake.name}.matches WHERE opened_at >= $1 "
            "AND opened_at < $2)"
        )
        if season.game:
            conditions.append(f"lake_game = {quoted(season.game)}")
    return f"WHERE {' AND '.join(conditions)}" if conditions else ""


def _keep(source: Lake, run: Run, kind: Kind[T], done: Sequence[tuple[Part, Rows]]) -> None:
    table, columns = kind.table, kind.columns
    shape = msgspec.json.encode([{"part": "INTEGER", **columns}]).decode()
    picked = ", ".join(f'r."{name}"' for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    found = [{"part": part.number, **row} for part, rows in done for row in rows]
    numbers = ", ".join(str(part.number) for part, _ in done)

    def write(lake: Lake) -> None:
        # another process may have done it meanwhile
        lake.rows("UPDATE lake.turn SET n = n + 1")
        lake.rows(f"DELETE FROM lake.{table} WHERE run = ? AND part IN ({numbers})", [run.name])
        lake.rows(
            f"INSERT INTO lake.{table} (run, part, {names}) SELECT $1, r.part, {picked} FROM "
            f"(SELECT unnest(from_json($2, {quoted(shape)})) AS r)",
            [run.name, msgspec.json.encode(found).decode()],
        )

    committed(source.place, source.connection, write)


__all__ = [
    "Kind",
    "Part",
    "Question",
    "Run",
    "done_in_parts",
    "judged_of",
    "lay",
    "parts_of",
    "read_from",
]
