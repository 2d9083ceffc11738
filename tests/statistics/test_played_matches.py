"""The statistics over whole simulated matches, against the same figures counted in plain Python.

The facts are taken from the replays, not from the log: so this also proves the way between.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from events.common import Opening
from events.entry import entry_id
from referee.catalog import read_catalog, read_deck
from referee.fact import (
    DamageDealt,
    DieRolled,
    Fact,
    ScoreChanged,
    TotalsCompared,
    TurnBegan,
    UnitEntered,
)
from referee.games import game_ids, game_of
from referee.replay import Replay
from referee.simulate import opening, simulate
from storage.log import Log
from storage.match import Draft
from storage.projection import refresh
from storage.statistics import STATISTICS, entries_behind, run

START = datetime(2026, 3, 14, 10, tzinfo=UTC)

RESTS_ON: dict[str, type[Fact]] = {
    "attack-margin": TotalsCompared,
    "attack-success": TotalsCompared,
    "card-performance": UnitEntered,
    "damage-by-card": DamageDealt,
    "damage-per-attack": TotalsCompared,
    "dice-fairness": DieRolled,
    "score-by-turn": ScoreChanged,
    "time-per-turn": TurnBegan,
    "time-per-turn-by-person": TurnBegan,
}
"""The statistics that count a player's facts of one kind, which a game need not have."""


class Played(NamedTuple):
    """A log of simulated matches, and the replay of each."""

    log: Log
    replays: dict[str, Replay]

    def facts(self) -> Iterator[Fact]:
        for replay in self.replays.values():
            for _, fact in replay.all_facts():
                yield fact

    def figure(self, name: str, *columns: str, match: str | None = None) -> list[tuple[Any, ...]]:
        records = run(self.log.connection, name, match=match).records()
        return [tuple(record[column] for column in columns) for record in records]


@pytest.fixture(scope="module", params=game_ids())
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> object:
    game = game_of(request.param)
    catalog = read_catalog(game.sample_catalogs()[0].read_text("utf-8"), game.catalog_type)
    shipped = [read_deck(path.read_text("utf-8")) for path in game.sample_decks()]
    decks = [(deck.name, deck.cards) for deck in shipped] or [("", {})]
    replays = {}
    path: Path = tmp_path_factory.mktemp("played") / "season.duckdb"
    with Log.open(path, write=True) as log:
        for number in range(4):
            places = (number, *range(1, game.players[0]))
            dealt = [decks[place % len(decks)] for place in places]
            replay = simulate(game, catalog, opening(game, catalog, dealt), Random(number))
            drafts = []
            for seq, event in enumerate(replay.events, 1):
                at = START + timedelta(days=number, seconds=10 * seq)
                ident = entry_id(int(at.timestamp() * 1000), f"{number:04}{seq:06}".encode())
                drafts.append(Draft(event, ident, at, at, "scribe"))
            log.open_match(drafts[0], f"m{number}", catalog)
            log.append(f"m{number}", drafts[1:])
            replays[f"m{number}"] = replay
        refresh(log)
        yield Played(log, replays)


def resting(played: Played) -> set[str]:
    """The statistics for which there is something to count in random matches."""
    facts = {type(fact) for fact in played.facts() if getattr(fact, "seat", "-")}
    openings = [replay.events[0] for replay in played.replays.values()]
    seats = [seat for each in openings if isinstance(each, Opening) for seat in each.seats]
    without = {name for name, kind in RESTS_ON.items() if kind not in facts}
    if len({seat.deck_name for seat in seats}) < 2:
        without.add("matchups")
    if not any(seat.deck for seat in seats):
        without.add("wins-by-trait")
    return STATISTICS.keys() - without - {"illegal-entries", "rulings"}


def test_wins_by_seat_are_those_of_the_replays(played: Played) -> None:
    winners = Counter(replay.state.winner for replay in played.replays.values())
    seats = next(iter(played.replays.values())).state.seats
    assert played.figure("wins-by-seat", "place", "n", "wins") == [
        (place, len(played.replays), winners[seat]) for place, seat in enumerate(seats, 1)
    ]


def test_dice_are_those_of_the_replays(played: Played) -> None:
    fallen = Counter((f.sides, f.value) for f in played.facts() if isinstance(f, DieRolled))
    found = {
        (sides, face): times
        for person, sides, faces in played.figure("dice-fairness", "person", "sides", "faces")
        if person == "(all)"
        for face, times in enumerate(faces, 1)
        if times
    }
    assert found == fallen


def test_damage_by_card_is_that_of_the_replays(played: Played) -> None:
    total: Counter[tuple[str, str]] = Counter()
    for fact in played.facts():
        if isinstance(fact, DamageDealt):
            total[fact.source, fact.cause] += fact.amount
    found = {(c, why): n for c, why, n in played.figure("damage-by-card", "card", "cause", "total")}
    assert found == total


def test_attacks_by_edge_are_those_of_the_replays(played: Played) -> None:
    decided: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for fact in played.facts():
        if isinstance(fact, TotalsCompared) and fact.winner:
            own = sum(term.value for term in fact.terms if term.label != "die")
            other = sum(term.value for term in fact.other_terms if term.label != "die")
            decided[fact.kind, own - other] += 1
            won[fact.kind, own - other] += fact.winner == fact.seat
    found = played.figure("attack-success", "kind", "edge", "n", "wins")
    assert {(kind, edge): n for kind, edge, n, _ in found} == decided
    assert {(kind, edge): wins for kind, edge, _, wins in found} == won


def test_cards_came_to_the_table_as_often_as_in_the_replays(played: Played) -> None:
    came = {
        (name, fact.seat, fact.unit, fact.card)
        for name, replay in played.replays.items()
        for _, fact in replay.all_facts()
        if isinstance(fact, UnitEntered)
    }
    laid = Counter(card for *_, card in came)
    found = played.figure("card-performance", "card", "laid")
    assert {card: times for card, times in found} == laid


def test_turns_and_scores_are_those_of_the_replays(played: Played) -> None:
    turns = []
    for name, replay in played.replays.items():
        facts = [fact for _, fact in replay.all_facts()]
        turns.append(max(fact.turn for fact in facts if isinstance(fact, TurnBegan)))
        last = {
            (fact.measure, fact.seat): fact.value
            for fact in facts
            if isinstance(fact, ScoreChanged)
        }
        course = played.figure("score-by-turn", "measure", "line", "turn", "value", match=name)
        assert {(m, seat): v for m, seat, turn, v in course if turn == turns[-1]} == last
    ((mean, least, most),) = (
        row[1:]
        for row in played.figure("match-length", "measure", "mean", "min", "max")
        if row[0] == "turns"
    )
    assert (mean, least, most) == (sum(turns) / len(turns), min(turns), max(turns))


@pytest.mark.parametrize("name", STATISTICS)
def test_the_entries_behind_a_row_are_entries_of_the_log(played: Played, name: str) -> None:
    lengths = {match: len(replay.events) for match, replay in played.replays.items()}
    figure = run(played.log.connection, name)
    assert figure.rows or name not in resting(played)
    for record in figure.records()[:4]:
        behind = entries_behind(played.log.connection, name, row=record)
        assert behind
        assert all(1 <= seq <= lengths[match] for match, seq in behind)
