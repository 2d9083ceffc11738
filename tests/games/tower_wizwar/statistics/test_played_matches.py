"""This game's own statistics over whole simulated matches, against the replays."""

from collections.abc import Iterator

import pytest

from referee.fact import TurnEnded
from referee.games.tower_wizwar.facts import (
    AttackDeclared,
    CardCast,
    CardPlayed,
    DamageReckoned,
    DraftTurned,
    DrainMoved,
    ManaSpent,
    SpaceCleared,
    WoundsChanged,
)
from storage.statistics import all_statistics
from tests.games.tower_wizwar.statistics.season import GAME
from tests.storage.statistics.played import Counted, Played, column, count, playing


def ended(lines: int) -> Counted:
    """A point for so many lines at the end of each turn, of two wizards one each."""
    return Counted(column("n"), lambda played: lines * len(played.all(TurnEnded)))


COUNTED: dict[str, Counted] = {
    "attack-groups": Counted(column("n", target="(all)"), count(AttackDeclared)),
    "blocks-and-counterattacks": Counted(
        column("countered"), count(DamageReckoned, lambda f: f.kind == "counterattack")
    ),
    "celestials-and-orbitals": Counted(column("n"), count(CardPlayed, lambda f: f.kind != "tower")),
    "draft-fairness": Counted(column("n", person="(all)", number="(all)"), count(DraftTurned)),
    "drain-by-turn": ended(2),
    "drain-moves": Counted(column("steps"), lambda p: sum(f.change for f in p.all(DrainMoved))),
    "mana-by-purpose": Counted(
        column("used", purpose="(all)"), lambda p: sum(f.used for f in p.all(ManaSpent))
    ),
    "mana-left": Counted(column("n", person="(all)"), count(TurnEnded)),
    "retreats": Counted(column("n"), count(SpaceCleared, lambda f: f.retreat)),
    "surcharge-paid": Counted(
        column("surcharge", purpose="cast"), lambda p: sum(f.surcharge for f in p.all(CardCast))
    ),
    "tower-use": Counted(column("n"), count(CardPlayed, lambda f: f.kind == "tower")),
    "wins-by-played-card": Counted(
        column("times"), lambda p: len(p.all(CardCast)) + len(p.all(CardPlayed))
    ),
    "wounds-by-bearer": Counted(
        column("n"), lambda p: sum(f.change for f in p.all(WoundsChanged) if f.change > 0)
    ),
    "wounds-by-turn": ended(3),
}


@pytest.fixture(scope="module")
def two_by_two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Two short matches, each with wizards in retreat who go on casting."""
    sides = {"ana": "odd", "bo": "even", "cy": "odd", "di": "even"}
    path = tmp_path_factory.mktemp("sides") / "season.duckdb"
    with playing(GAME, path, sides, seeds=(0, 2)) as found:
        yield found


def test_retreats_of_two_against_two_are_counted(two_by_two: Played) -> None:
    begun = [fact for fact in two_by_two.all(SpaceCleared) if fact.retreat]
    assert begun
    casts = [fact for fact in two_by_two.all(CardCast) if fact.on != fact.seat]
    rows = two_by_two.figure("retreats", "sides", "n", "casts")
    assert rows == [("2v2", len(begun), len(casts))]


def test_every_statistic_of_the_game_is_counted_here() -> None:
    assert {name for name, each in all_statistics().items() if each.game == GAME} == set(COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_every_statistic_counts_what_is_in_the_replays(played: Played, name: str) -> None:
    played.check(name, COUNTED[name])


@pytest.mark.parametrize("name", COUNTED)
def test_every_row_has_entries_of_the_log_behind_it(played: Played, name: str) -> None:
    played.backed(name)
