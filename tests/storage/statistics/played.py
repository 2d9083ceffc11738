"""Whole simulated matches with a log of them, and numbers counted from their replays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from events.common import Opening, Seating
from events.entry import entry_id
from referee.catalog import read_catalog, read_deck
from referee.fact import Fact
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import Terms, opening, simulate
from storage.catalogs import catalog_text
from storage.log import Log
from storage.match import Draft
from storage.projection import refresh
from storage.statistics import Figure, Filters, Known, all_statistics, entries_behind, run

START = datetime(2026, 3, 14, 10, tzinfo=UTC)

F = TypeVar("F", bound=Fact)


class Played(NamedTuple):
    """A log of simulated matches, and the replay of each."""

    log: Log
    replays: dict[str, Replay]
    figures: dict[str, Figure]
    known: Known

    def whole(self, name: str) -> Figure:
        """A statistic over all of them."""
        if name not in self.figures:
            self.figures[name] = run(self.log.connection, name, known=self.known)
        return self.figures[name]

    def facts(self) -> Iterator[Fact]:
        for replay in self.replays.values():
            for _, fact in replay.all_facts():
                yield fact

    def all(self, kind: type[F]) -> list[F]:
        """All facts of a type."""
        return [fact for fact in self.facts() if isinstance(fact, kind)]

    def openings(self) -> list[Opening]:
        found = [replay.events[0] for replay in self.replays.values()]
        return [each for each in found if isinstance(each, Opening)]

    def seats(self) -> list[tuple[Opening, Seating]]:
        """Every seat of every match, all of which are over."""
        return [(each, seat) for each in self.openings() for seat in each.seats]

    def check(self, name: str, counted: "Counted") -> None:
        """A statistic has all columns that it promises, and counts what is in the replays."""
        figure = self.whole(name)
        assert figure.n == len(self.replays)
        assert set(figure.columns) == set(all_statistics()[name].columns)
        total = sum(counted.of(record) for record in figure.records())
        assert total == pytest.approx(counted.truth(self))
        assert bool(figure.rows) == bool(total)

    def backed(self, name: str) -> list[dict[str, Any]]:
        """The rows of a statistic; the first and the last have entries of the log behind them."""
        lengths = {match: len(replay.events) for match, replay in self.replays.items()}
        # of the draft deck a number is told that was never turned
        rows = [row for row in self.whole(name).records() if row.get("turned", 1)]
        for row in [*rows[:1], *rows[1:][-1:]]:
            behind = entries_behind(self.log.connection, name, row=row)
            assert behind
            assert all(1 <= seq <= lengths[match] for match, seq in behind)
        return rows

    def figure(self, name: str, *columns: str, match: str | None = None) -> list[tuple[Any, ...]]:
        only = Filters(match=match)
        one = run(self.log.connection, name, only, self.known) if match else self.whole(name)
        return [tuple(record[column] for column in columns) for record in one.records()]


@contextmanager
def playing(
    game_id: str,
    path: Path,
    sides: Mapping[str, str] | None = None,
    seeds: Sequence[int] = range(4),
) -> Iterator[Played]:
    """A log of random matches of a game, one for each seed: of as few players as it has, or of
    those whose sides are told."""
    replays = dict(_matches(game_id, tuple((sides or {}).items()), tuple(seeds)))
    with Log.open(path, write=True) as log:
        for number, replay in enumerate(replays.values()):
            drafts = []
            for seq, event in enumerate(replay.events, 1):
                at = START + timedelta(days=number, seconds=10 * seq)
                ident = entry_id(int(at.timestamp() * 1000), f"{number:04}{seq:06}".encode())
                drafts.append(Draft(event, ident, at, at, "scribe"))
            log.open_match(drafts[0], f"m{number}", replay.catalog)
            log.append(f"m{number}", drafts[1:])
        refresh(log)
        yield Played(log, replays, {}, {})


@cache
def _matches(
    game_id: str, sides: Sequence[tuple[str, str]], seeds: Sequence[int]
) -> Mapping[str, Replay]:
    """The matches that :func:`playing` logs, played once."""
    game = game_of(game_id)
    catalog = read_catalog(catalog_text(game.sample_catalogs()[0]), game.catalog_type)
    shipped = [read_deck(path.read_text("utf-8")) for path in game.sample_decks()]
    decks = [(deck.name, deck.cards, deck.lists) for deck in shipped] or [("", {}, {})]
    replays = {}
    for number, seed in enumerate(seeds):
        places = range(seed, seed + (len(sides) or game.players[0]))
        dealt = [decks[place % len(decks)] for place in places]
        first = opening(
            game,
            catalog,
            [(name, cards) for name, cards, _ in dealt],
            lists=[lists for *_, lists in dealt],
            terms=Terms(sides=dict(sides)),
        )
        replays[f"m{number}"] = simulate(game, catalog, first, Random(seed))
    return replays


class Counted(NamedTuple):
    """A number that a statistic has, and the same of the replays.

    Attributes:
        of: its sum over rows of the figure, by the columns of each row.
        truth: the same number from the replays.
    """

    of: Callable[[dict[str, Any]], float]
    truth: Callable[[Played], float]


def column(name: str, **only: object) -> Callable[[dict[str, Any]], float]:
    """A column of the rows that have these values in others."""
    return lambda row: row[name] if all(row[k] == v for k, v in only.items()) else 0


def count(
    kind: type[F], which: Callable[[F], object] = lambda fact: True
) -> Callable[[Played], int]:
    """How many facts of a type there are of which that is so."""
    return lambda played: sum(bool(which(fact)) for fact in played.all(kind))
