"""This game's own statistics over whole simulated matches, against the replays."""

import pytest

from referee.fact import TotalsCompared
from referee.games.legacy_of_conflict.facts import (
    ActivationBegan,
    AttackResolved,
    CardsFlipped,
    MarkerHeld,
    TokensSpent,
)
from storage.statistics import all_statistics
from tests.games.legacy_of_conflict.statistics.season import GAME
from tests.storage.statistics.played import Counted, Played, column, count

EVERYBODY = {"person": "(all)", "card": "(all)"}

COUNTED: dict[str, Counted] = {
    "flip-fairness": Counted(
        column("flipped", **EVERYBODY), lambda played: 2 * len(played.all(CardsFlipped))
    ),
    "flip-luck": Counted(
        column("n"),
        lambda played: sum(
            1 + bool(f.other_seat)
            for f in played.all(TotalsCompared)
            if any(t.label.startswith("cards ") for t in f.terms)
            and f.seat != f.other_seat
            and (f.winner or not f.other_seat)
        ),
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


def test_every_statistic_of_the_game_is_counted_here() -> None:
    assert {name for name, each in all_statistics().items() if each.game == GAME} == set(COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_every_statistic_counts_what_is_in_the_replays(played: Played, name: str) -> None:
    played.check(name, COUNTED[name])


@pytest.mark.parametrize("name", COUNTED)
def test_every_row_has_entries_of_the_log_behind_it(played: Played, name: str) -> None:
    assert played.backed(name)
