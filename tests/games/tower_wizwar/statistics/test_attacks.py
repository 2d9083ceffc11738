"""Attacks, blocks and counterattacks, with figures computed by hand."""

from referee.games.tower_wizwar.facts import (
    AttackBlocked,
    AttackDeclared,
    Cancelled,
    DamageAssigned,
    DamageLost,
    DamageReckoned,
)
from storage.statistics import entries_behind
from tests.games.tower_wizwar.statistics.season import kinds, match
from tests.storage.statistics.season import Season, close


def attack(
    season: Season,
    seq: int,
    target: str,
    attackers: int,
    *dealt: tuple[str, int, str],
    blockers: int | None = None,
    answered: tuple[int, ...] | None = None,
    seat: str = "ana",
) -> None:
    """An attack with its damage: to whom, how much harm, by which rule; and its counterattack."""
    other = "bo" if seat == "ana" else "ana"
    season.fact("a", seq, AttackDeclared(seat, target, other, attackers, 9))
    if blockers is not None:
        season.fact("a", seq + 1, AttackBlocked(other, seq, blockers))
    season.fact("a", seq + 1, DamageReckoned(seat, seq, "attack", (), 9, "TW-15.14"))
    for whom, harm, rule in dealt:
        fact = DamageAssigned(whom, 3, harm, 3, "attack", rule, 0, seq)
        season.fact("a", seq + 1, fact)
    if answered is not None:
        season.fact("a", seq + 1, DamageReckoned(other, seq, "counterattack", (), 9, "TW-15.21"))
        for harm in answered:
            back = DamageAssigned("Elf.9", 3, harm, 3, "counterattack", "TW-15.15", 0, seq)
            season.fact("a", seq + 1, back)


def attacks(season: Season) -> None:
    """Two attacks on a wizard, one of them blocked, one on a card that blocks, one cancelled."""
    kinds(season)
    match(season)
    attack(season, 2, "bo", 1, ("Keep.1", 1, "TW-15.17"), blockers=0)
    blocked = (("Wolf.1", 1, "TW-15.15"), ("Ogre.1", 1, "TW-15.15"), ("bo", 0, "TW-15.19"))
    attack(season, 4, "bo", 3, *blocked, blockers=2, answered=(1, 1))
    season.fact("a", 5, DamageLost(4, "attack", 4, ""), DamageLost(4, "counterattack", 9, ""))
    attack(season, 6, "Wolf.1", 1, ("Wolf.1", 1, "TW-15.15"), blockers=1, answered=(0,))
    attack(season, 8, "ana", 1, ("ana", 0, "TW-15.19"), seat="bo")
    season.fact("a", 10, AttackDeclared("ana", "bo", "bo", 1, 1))
    season.fact("a", 11, Cancelled("ana", 10, "attack"), Cancelled("ana", 2, "cast"))


def test_groups_are_told_by_what_they_aim_at_and_their_size(season: Season) -> None:
    attacks(season)
    columns = ("target", "attackers", "n", "cancelled", "blocked", "hits", "harm", "lost")
    assert season.rows("attack-groups", *columns) == [
        ("(all)", 1, 4, 1, 1, 2, 0.5, 0),
        ("(all)", 3, 1, 0, 1, 1, 2, 4),
        ("wizard", 1, 3, 1, 0, 1, 1 / 3, 0),
        ("wizard", 3, 1, 0, 1, 1, 2, 4),
        ("minion", 1, 1, 0, 1, 1, 1, 0),
    ]
    # 2 of 4 by Wilson; 1, 1, 0, 0 spread by the root of 1/3, times 1.96 over 2
    columns = ("rate", "low", "high", "harm_low", "harm_high")
    assert season.rows("attack-groups", *columns)[0] == close(0.5, 0.15, 0.85, -0.0658, 1.0658)
    assert len(season.figure("attack-groups", person="bo").rows) == 2
    row = {"target": "wizard", "attackers": 1}
    assert entries_behind(season.log, "attack-groups", row=row) == [("a", 2), ("a", 8), ("a", 10)]


def test_blocks_are_told_by_how_many_blocked(season: Season) -> None:
    attacks(season)
    columns = ("block", "n", "through", "rate", "blockers", "countered", "harm")
    assert season.rows("blocks-and-counterattacks", *columns) == [
        ("nobody could", 1, 0, 0, 0, 0, None),
        ("nobody did", 1, 1, 1, 0, 0, None),
        ("1", 1, 1, 1, 0, 1, 0),
        ("2", 1, 0, 0, 2, 1, 2),
    ]
    row = {"block": "2"}
    assert entries_behind(season.log, "blocks-and-counterattacks", row=row) == [("a", 4)]


def test_the_mean_of_counterattacks_has_its_interval(season: Season) -> None:
    kinds(season)
    match(season)
    attack(season, 2, "bo", 2, ("Wolf.1", 1, "TW-15.15"), blockers=1, answered=(1, 1))
    attack(season, 4, "bo", 2, ("Wolf.1", 1, "TW-15.15"), blockers=1, answered=(0,))
    attack(season, 6, "bo", 2, ("Wolf.1", 1, "TW-15.15"), blockers=1)
    columns = ("n", "low", "high", "countered", "harm", "harm_low", "harm_high")
    # 0 of 3 by Wilson; 2 and 0 spread by the root of 2
    assert season.rows("blocks-and-counterattacks", *columns) == [
        close(3, 0, 0.5615, 2, 1, -0.96, 2.96)
    ]
