"""This game's own statistics over whole simulated matches, against the replays."""

import pytest

from referee.fact import MatchEnded, TurnEnded
from referee.games.warrift.facts import (
    CardPlayed,
    CardSummoned,
    MagickaLost,
    MonsterKilled,
    RiftDealt,
    RotationBegan,
    RotationEnded,
    SupportTaken,
)
from storage.statistics import all_statistics
from tests.games.warrift.statistics.season import GAME
from tests.storage.statistics.played import Counted, Played, column, count


def chosen(played: Played) -> int:
    return len(played.all(CardSummoned)) + len(played.all(SupportTaken))


def racing(played: Played) -> int:
    """How many players each rotation of each match had."""
    return sum(
        len(replay.state.seats)
        for replay in played.replays.values()
        for _, fact in replay.all_facts()
        if isinstance(fact, RotationBegan)
    )


COUNTED: dict[str, Counted] = {
    "kills-stolen": Counted(
        column("points"), lambda p: sum(f.points for f in p.all(MonsterKilled))
    ),
    "losses-by-difficulty": Counted(column("n", players="(all)"), count(MatchEnded)),
    "magicka-unused": Counted(
        lambda row: row["total"] + row["elsewhere"] + row["n"],
        lambda p: sum(f.amount for f in p.all(MagickaLost)) + len(p.all(TurnEnded)),
    ),
    "monsters-by-rotation": Counted(
        lambda row: row["n"] * row["monsters"] * row["line"].endswith("monsters"),
        lambda p: sum(f.monsters for f in p.all(RotationEnded)),
    ),
    "pace-by-seat": Counted(column("entries"), lambda p: timed(p)),
    "points-by-rotation": Counted(column("n"), racing),
    "rift-flow": Counted(column("played"), count(CardPlayed, lambda f: f.owner != f.seat)),
    "rift-shares": Counted(column("got"), lambda p: sum(f.count for f in p.all(RiftDealt))),
    "summon-rate": Counted(column("taken"), chosen),
    "wins-by-players": Counted(column("n", by="class"), lambda p: len(p.seats())),
    "wins-by-summoned-card": Counted(column("taken"), chosen),
}


def timed(played: Played) -> int:
    """The entries of the turns, which go from the roll for who is first to the end."""
    setup = {"Opening", "Flip", "Replace", "FirstRoll", "RiftDeal"}
    return sum(
        type(event).__name__ not in setup
        for replay in played.replays.values()
        for event in replay.events
    )


def test_every_statistic_of_the_game_is_counted_here() -> None:
    assert {name for name, each in all_statistics().items() if each.game == GAME} == set(COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_every_statistic_counts_what_is_in_the_replays(played: Played, name: str) -> None:
    played.check(name, COUNTED[name])


@pytest.mark.parametrize("name", COUNTED)
def test_every_row_has_entries_of_the_log_behind_it(played: Played, name: str) -> None:
    assert played.backed(name)
