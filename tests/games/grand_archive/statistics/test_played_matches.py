"""This game's own statistics over whole simulated matches, against the replays."""

import pytest

from events.common import Opening
from referee.fact import CardMoved, DamageDealt, TurnBegan
from referee.games.grand_archive.facts import (
    AttackDeclared,
    BanishedAtRandom,
    CardActivated,
    CardMaterialized,
    ChampionLeveled,
    RandomResult,
    TurnStood,
)
from storage.statistics import all_statistics
from tests.games.grand_archive.statistics.season import GAME
from tests.storage.statistics.played import Counted, Played, column, count


def seats(times: int = 1) -> Counted:
    """So many rows for each seat."""
    return Counted(column("n"), lambda played: times * len(played.seats()))


def uses(played: Played) -> int:
    kinds = (CardActivated, CardMaterialized, BanishedAtRandom)
    return sum(len(played.all(kind)) for kind in kinds)


def turned(played: Played) -> int:
    """Cards of registered decks that came from the top to the graveyard."""
    total = 0
    for replay in played.replays.values():
        opened = replay.events[0]
        assert isinstance(opened, Opening)
        decks = {each.seat: each.deck for each in opened.seats}
        moves = [fact for _, fact in replay.all_facts() if isinstance(fact, CardMoved)]
        total += sum(f.rule == "GA-5.3" and f.card in decks[f.seat] for f in moves)
    return total


def payments_told(played: Played) -> int:
    """Payments from a memory that a test of chance rests on: some cards of it were known, or the
    first and the last card picked differ in their costs."""
    total = 0
    for replay in played.replays.values():
        cards = replay.catalog.by_name
        picks = [fact for _, fact in replay.all_facts() if isinstance(fact, BanishedAtRandom)]
        for at, first in enumerate(picks):
            last = picks[at + first.paid - 1] if first.pick == 1 else None
            if last is not None:
                costs = [cards[each.card].reserve for each in (first, last)]
                total += bool(first.known and first.paid < first.of)
                total += first.paid > 1 and "X" not in costs and costs[0] != costs[1]
    return total


COUNTED: dict[str, Counted] = {
    "attacks": Counted(column("n", attacker="(all)"), count(AttackDeclared)),
    "card-use": Counted(column("times"), uses),
    "cards-drawn": seats(2),
    "champion-against-champion": seats(),
    "damage-by-source": Counted(
        column("total"), lambda played: sum(f.amount for f in played.all(DamageDealt))
    ),
    "levels-reached": Counted(column("n", level=0), count(ChampionLeveled, lambda f: f.level == 0)),
    "memory-picks": Counted(column("n", person="(all)"), payments_told),
    "opening-hands": Counted(column("n", start="(all)", measure="opening draw"), seats().truth),
    "random-results": Counted(column("came", number="(all)"), count(RandomResult)),
    "responses": Counted(
        column("n", person="(all)", turns="(all)"), lambda p: 2 * len(p.all(TurnBegan))
    ),
    "shuffled-decks": Counted(column("turned", trait="type", value="(all)"), turned),
    "standing-by-turn": Counted(column("n", measure="level"), count(TurnStood)),
    "wins-by-champion": Counted(column("n", role="champion", start="(all)"), seats().truth),
    "wins-by-element": Counted(column("n", role="spirit", start="(all)"), seats().truth),
}


def test_every_statistic_of_the_game_is_counted_here() -> None:
    assert set(COUNTED) == {each.name for each in all_statistics().values() if each.game == GAME}


@pytest.mark.parametrize("name", COUNTED)
def test_a_statistic_counts_what_the_replays_hold(played: Played, name: str) -> None:
    played.check(name, COUNTED[name])


@pytest.mark.parametrize("name", COUNTED)
def test_the_entries_behind_a_row_are_entries_of_the_log(played: Played, name: str) -> None:
    played.backed(name)
