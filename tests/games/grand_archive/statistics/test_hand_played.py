"""Little matches played by hand: what the referee says of them makes the figures that it should."""

from referee.games.grand_archive.facts import BanishedAtRandom
from tests.games.grand_archive.statistics.season import GAME
from tests.games.grand_archive.table import Match, turn
from tests.storage.statistics.season import Season

SPARK = """
[[cards]]
name = "Spark"
types = ["item"]
reserve = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
name = "spark"
when = "activated"
steps = [{ do = "draw", count = 1 }]
"""


def record(season: Season, match: Match) -> None:
    """All that the referee said of a match, in a season."""
    replay = match.replay
    seats = replay.events[0].seats  # type: ignore[attr-defined]
    season.match("a", *(each.seat for each in seats), game=GAME)
    for card, traits in replay.game.traits(replay.catalog).items():
        for trait, value in traits.items():
            season.put("card_traits", "catalog", card, trait, value)
    for seq, fact in replay.all_facts():
        season.fact("a", seq, fact)


def test_attacks_and_damage_by_hand(season: Season) -> None:
    """The champion strikes with a weapon and an attack card; an ally is struck and strikes back."""
    match = turn().hold("ana", "Slash3")
    match.put("ana", "Blade1")
    mine, wall = match.put("ana", "A2"), match.put("bo", "A3")
    match.play("ana activate Slash3 target=bo uses=Blade1 damage=5")
    match.play(f"ana attack {mine} {wall}; bo retaliate {wall}; ana end")
    record(season, match)
    columns = ("attacker", "means", "n", "hits", "damage", "retaliated", "back")
    assert season.rows("attacks", *columns) == [
        ("(all)", "(all)", 2, 2, 3.5, 1, 3),
        ("A2", "alone", 1, 1, 2, 1, 3),
        ("Fire", "Blade1 + Slash3", 1, 1, 5, 0, 0),
    ]
    columns = ("cause", "kind", "target", "total", "last")
    assert season.rows("damage-by-source", *columns) == [
        ("attack", "champion", "champion", 5, 0),
        ("retaliation", "ally", "other", 3, 1),
        ("attack", "ally", "other", 2, 0),
    ]
    assert season.rows("damage-by-card", "card", "cause", "total") == [
        ("Fire", "attack", 5),
        ("A3", "retaliation", 3),
        ("A2", "attack", 2),
    ]


def test_picks_from_a_memory_by_hand(season: Season) -> None:
    """Of four cards A1 and one of two Bolt1 are known; two others and A1 are picked."""
    match = turn(phase="materialize").hold("ana", "A1", "Bolt1", place="memory")
    match.level("ana", "Kai, One").play('ana materialize "Kai, Two" A1 Bolt2')
    assert [(f.known, f.met) for f in match.all(BanishedAtRandom)] == [(2, True), (2, False)]
    record(season, match)
    columns = ("person", "test", "n", "cards", "picked", "expected")
    assert season.rows("memory-picks", *columns)[0] == ("(all)", "known cards", 1, 2, 1, 1)


def test_a_second_copy_of_a_known_card_is_not_known() -> None:
    match = turn(phase="materialize").hold("ana", "A1", place="memory")
    match.level("ana", "Kai, One").play('ana materialize "Kai, Two" A1 A1')
    assert [(f.known, f.met) for f in match.all(BanishedAtRandom)] == [(1, True), (1, False)]


def test_responses_by_hand(season: Season) -> None:
    """Ana uses an ability; bo answers an ally of hers with a bolt, and his bolt with the ability
    that every champion has and with that of an item."""
    match = turn(extra=SPARK).hold("ana", "A1").hold("bo", "Bolt1")
    mine, other = match.put("ana", "Spark"), match.put("bo", "Spark")
    match.champion("bo").counters["enlighten"] = 3
    match.play(f"ana ability {mine}; ana resolve; ana activate A1; bo activate Bolt1")
    match.play(f"bo ability bo.champion which=enlighten; bo ability {other}")
    record(season, match)
    columns = ("person", "turns", "n", "activated", "responses", "most")
    assert season.rows("responses", *columns) == [
        ("(all)", "(all)", 2, 5, 3, 3),
        ("(all)", "own", 1, 2, 0, 0),
        ("(all)", "others'", 1, 3, 3, 3),
        ("ana", "(all)", 1, 2, 0, 0),
        ("ana", "own", 1, 2, 0, 0),
        ("bo", "(all)", 1, 3, 3, 3),
        ("bo", "others'", 1, 3, 3, 3),
    ]
