"""A season as the tests of the statistics state it: facts alone, so that each test shows all
that its figure rests on.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

import duckdb
import msgspec
import pytest

from referee.fact import (
    FACTS,
    DamageDealt,
    DieRolled,
    Ending,
    Fact,
    FirstPlayer,
    HandKept,
    MatchEnded,
    ScoreChanged,
    Term,
    TotalsCompared,
    TurnBegan,
    TurnEnded,
    UnitEntered,
)
from referee.games.registry import game_ids, game_of, stream_ids
from storage import schema
from storage.drawn import views
from storage.fact_tables import fact_tables
from storage.statistics import Figure, Filters, prepare, run
from tests.table import won

START = datetime(2025, 5, 1, 18, 0)
_AT_ONCE = 100
"""Rows of a statement."""


class Season:
    """A log without a record: matches, seats, entries and facts as a test states them.

    They are put into it together, when it is next looked at.
    """

    def __init__(self) -> None:
        self._log = duckdb.connect(config={"threads": 1})
        self._waiting: dict[tuple[str, int], list[object]] = {}
        self.common = fact_tables(FACTS)
        games = (*game_ids(), *stream_ids())
        self.tables = {game: fact_tables(game_of(game).facts, game) for game in games}
        self.games: dict[str, str] = {}
        self.opened: dict[str, datetime] = {}
        self.places: dict[str, int] = {}
        own = (table for tables in self.tables.values() for table in tables.values())
        facts = "".join(table.ddl() for table in (*self.common.values(), *own))
        kept = (schema.sql("record"), schema.sql("receipts"))
        for ddl in (*kept, schema.sql("projection"), facts, views()):
            self._log.execute(ddl)
        prepare(self._log)

    @property
    def log(self) -> duckdb.DuckDBPyConnection:
        for (table, width), values in self._waiting.items():
            row = f"({', '.join('?' * width)})"
            for start in range(0, len(values), _AT_ONCE * width):
                some = values[start : start + _AT_ONCE * width]
                rows = ", ".join([row] * (len(some) // width))
                self._log.execute(f"INSERT INTO {table} VALUES {rows}", some)
        self._waiting.clear()
        return self._log

    def put(self, table: str, *values: object) -> None:
        self._waiting.setdefault((table, len(values)), []).extend(values)

    def begin(self) -> None:
        """What is put in from now on goes with :meth:`undo`."""
        self.log.execute("BEGIN")

    def undo(self) -> None:
        self._waiting.clear()
        self._log.execute("ROLLBACK")
        self.places.clear()

    def match(
        self,
        name: str,
        *seats: str,
        game: str = "skirmish",
        decks: Sequence[str] = (),
        people: Sequence[str] = (),
        sides: Sequence[str] = (),
        day: int = 0,
    ) -> None:
        """A match that opens at 18:00; by default each seat is taken by the person of its name,
        and plays alone."""
        opened = self.opened[name] = START + timedelta(days=day)
        self.games[name] = game
        self.put("matches", name, game, "1", "catalog", opened, True)
        for place, seat in enumerate(seats or ("ana", "bo"), 1):
            person = people[place - 1] if people else seat
            deck = decks[place - 1] if decks else ""
            side = sides[place - 1] if sides else seat
            self.put("seats", name, seat, place, person, deck, side)
        self.entry(name, 1, "opening", 0)

    def entry(
        self,
        match: str,
        seq: int,
        kind: str,
        second: float,
        /,
        *,
        verdict: str = "legal",
        broke: str = "",
        standing: str | None = None,
        undone_by: int | None = None,
        root: int | None = None,
        remedy: str = "",
        late: float = 0,
        **event: object,
    ) -> None:
        played = self.opened[match] + timedelta(seconds=second)
        payload = json.dumps({"match": match, "seq": seq, "event": {"type": kind, **event}})
        self.put(
            "entries", match, seq, "", played, played + timedelta(seconds=late), "scribe", kind,
            payload, "", None,
        )  # fmt: skip
        refused: tuple[object, ...] = (None, None, None, None)
        if verdict == "illegal":
            refused = (root or seq, "", remedy, None)
        stands = standing or verdict
        self.put("verdicts", match, seq, verdict, broke, "", stands, undone_by, *refused)

    def fact(self, match: str, seq: int, *facts: Fact) -> None:
        for fact in facts:
            self.places[match] = self.places.get(match, 0) + 1
            values = [msgspec.to_builtins(v) for v in msgspec.structs.astuple(fact)]
            own = self.tables.get(self.games[match], {})
            table = own.get(type(fact)) or self.common[type(fact)]
            self.put(table.name, match, seq, self.places[match], *values)

    def won(self, match: str, winner: str, *, how: str = "points", seq: int = 9) -> None:
        """A side won the match, or nobody did: a draw."""
        self.ended(match, *won(winner), how=how, seq=seq)

    def ended(
        self,
        match: str,
        winners: tuple[str, ...],
        result: Ending,
        *,
        how: str = "points",
        seq: int = 9,
    ) -> None:
        self.fact(match, seq, MatchEnded(winners, result, how, "R-1"))

    def figure(self, name: str, **chosen: object) -> Figure:
        return run(self.log, name, Filters(**chosen))  # type: ignore[arg-type]

    def rows(self, name: str, *columns: str, **chosen: object) -> list[tuple[object, ...]]:
        records = self.figure(name, **chosen).records()
        return [tuple(r[c] for c in columns) for r in records]


def close(*numbers: float) -> object:
    return pytest.approx(numbers, abs=5e-4)


def attack(
    season: Season,
    match: str,
    seq: int,
    dice: tuple[int, int],
    modifiers: tuple[int, int],
    *,
    seat: str = "ana",
    card: str = "Wolf",
    harm: int = 0,
) -> None:
    """One throw of an attack; where it wins, its card deals the harm."""
    other = "bo" if seat == "ana" else "ana"
    own, theirs = dice[0] + modifiers[0], dice[1] + modifiers[1]
    winner = seat if own > theirs else other if own < theirs else ""
    season.fact(
        match,
        seq,
        DieRolled(seat, 6, dice[0], "combat"),
        DieRolled(other, 6, dice[1], "combat"),
        TotalsCompared(
            "combat", seat, card,
            (Term("die", dice[0], "R-7"), Term("offense", modifiers[0], "R-7")), own,
            other, "Bear", (Term("die", dice[1], "R-8"), Term("defense", modifiers[1], "R-8")),
            theirs, winner, "R-9",
        ),
    )  # fmt: skip
    if harm and winner == seat:
        season.fact(match, seq, DamageDealt(seat, card, other, "u", "Bear", harm, 0, "combat", ""))


def compared(cards: int, added: int, limit: int, other_cards: int | None = None) -> TotalsCompared:
    """The attacker's flipped cards and what is added, against a limit and perhaps other cards."""
    own, theirs = cards + added, limit + (other_cards or 0)
    flipped = (Term("cards AS-2S", cards, ""), Term("skill", added, ""))
    against = [Term("defence", limit, "")]
    if other_cards is not None:
        against.append(Term("cards 3S-3H", other_cards, ""))
    winner = "ana" if own > theirs else "bo"
    return TotalsCompared(
        "attack", "ana", "Wolf", flipped, own, "bo", "Bear", tuple(against), theirs, winner, ""
    )


def duel(season: Season, name: str = "a", seats: tuple[str, str] = ("ana", "bo")) -> None:
    """Both begin with 250; the first loses 50 in turn 1 and again in 3, the other 20 in turn 2."""
    first, second = seats
    season.match(name, *seats)
    season.fact(name, 2, ScoreChanged(first, "health", 250), ScoreChanged(second, "health", 250))
    season.fact(name, 3, FirstPlayer(first, ""), TurnBegan(first, 1))
    season.fact(name, 4, ScoreChanged(first, "health", 210), ScoreChanged(first, "health", 200))
    season.fact(name, 5, TurnEnded(first, 1), TurnBegan(second, 2))
    season.fact(name, 6, ScoreChanged(second, "health", 230))
    season.fact(name, 7, TurnEnded(second, 2), TurnBegan(first, 3))
    season.fact(name, 8, ScoreChanged(first, "health", 150))


def play_a_match(season: Season) -> None:
    duel(season)
    for seq, kind in enumerate(["draw"] * 6, 2):
        verdict = "on trust" if seq == 2 else "legal"
        season.entry("a", seq, kind, 10 * seq, verdict=verdict, seat="ana")
    season.entry("a", 8, "lay", 80, verdict="illegal", broke="R-1")
    season.entry("a", 9, "stand", 90, judge="j", entry=8, waive=["R-1"])
    season.log.execute("UPDATE verdicts SET remedied_by = 9 WHERE seq = 8")
    season.put("pool_at_end", "a", 9, "ana", "Wolf", 2, 1, 1, 1, 0, 1.0)
    season.fact("a", 2, HandKept("ana", "Wolf", 1))
    season.fact("a", 6, UnitEntered("ana", "Wolf", "Wolf", "laid", ""))
    attack(season, "a", 7, (6, 2), (1, 0), harm=30)
    for _ in range(4):
        attack(season, "a", 6, (3, 2), (0, 0))
    season.log.execute("UPDATE seats SET deck_name = seat")
    for card, tribe in [("Wolf", "ice"), ("Viper", "sand")]:
        season.put("card_traits", "catalog", card, "tribe", tribe)
        season.put("deck_cards", "a", "ana", "", card, 2)
    season.put("deck_cards", "a", "bo", "", "Wolf", 2)
    season.put("receipts", "a", 8, datetime(2025, 5, 1), "phone", -600_000)
    season.won("a", "ana", seq=9)
