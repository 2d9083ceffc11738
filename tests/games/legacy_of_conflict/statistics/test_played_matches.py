"""This game's own statistics over whole simulated matches, against the replays."""

from collections.abc import Iterator

import pytest

from referee.fact import TotalsCompared
from referee.games.legacy_of_conflict.facts import (
    ActivationBegan,
    AttackResolved,
    CardsFlipped,
    MarkerHeld,
    TokensSpent,
)
from storage.statistics import all_statistics, entries_behind, run
from tests.games.legacy_of_conflict.statistics.season import GAME
from tests.storage.statistics.played import Counted, Played, column, count, playing

EVERYBODY = {"person": "(all)", "card": "(all)"}

COUNTED: dict[str, Counted] = {
    "flip-fairness": Counted(
        column("flipped", **EVERYBODY), lambda played: 2 * len(played.all(CardsFlipped))
    ),
    "flip-success": Counted(
        column("n"),
        count(TotalsCompared, lambda f: any(t.label.startswith("cards ") for t in f.terms)),
    ),
    "hits-by-cover": Counted(
        column("hits", card="(all)"), count(AttackResolved, lambda f: f.hit and f.other_seat)
    ),
    "hits-by-flip": Counted(column("flipped"), count(CardsFlipped)),
    "marker-control": Counted(
        lambda row: row["n"] * row["held"], count(MarkerHeld, lambda f: f.side)
    ),
    "pace-by-activation": Counted(column("n"), count(ActivationBegan)),
    "tokens-spent-and-idle": Counted(
        column("spent", action="(all)"),
        lambda played: sum(f.count for f in played.all(TokensSpent)),
    ),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with playing(GAME, tmp_path_factory.mktemp("played") / "season.duckdb") as found:
        yield found


def test_every_statistic_of_the_game_is_counted_here() -> None:
    assert {name for name, each in all_statistics().items() if each.game == GAME} == set(COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_every_statistic_counts_what_is_in_the_replays(played: Played, name: str) -> None:
    figure = run(played.log.connection, name)
    assert figure.n == len(played.replays)
    counted = COUNTED[name]
    total = sum(counted.of(record) for record in figure.records())
    assert total == pytest.approx(counted.truth(played))


@pytest.mark.parametrize("name", COUNTED)
def test_every_row_has_entries_of_the_log_behind_it(played: Played, name: str) -> None:
    lengths = {match: len(replay.events) for match, replay in played.replays.items()}
    figure = run(played.log.connection, name)
    assert figure.rows
    for record in figure.records()[:4]:
        behind = entries_behind(played.log.connection, name, row=record)
        assert behind
        assert all(1 <= seq <= lengths[match] for match, seq in behind)
