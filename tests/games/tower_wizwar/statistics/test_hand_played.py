"""Little matches played by hand: what the referee says of them makes the figures that it should."""

import pytest

from tests.games.tower_wizwar.statistics.season import GAME
from tests.games.tower_wizwar.table import GAME as TABLE
from tests.games.tower_wizwar.table import Match, catalog, turn
from tests.storage.statistics.season import Season


def record(season: Season, match: Match) -> None:
    """All that the referee said of a match, in a season."""
    seats = match.replay.events[0].seats  # type: ignore[attr-defined]
    sides = [each.side or each.seat for each in seats]
    season.match("a", *(each.seat for each in seats), game=GAME, sides=sides)
    for card, traits in TABLE.traits(catalog()).items():
        season.put("card_traits", "catalog", card, "kind", traits["kind"])
    for seq, fact in match.replay.all_facts():
        season.fact("a", seq, fact)


@pytest.fixture
def duel(season: Season) -> Season:
    """Ana's attack phase, in which she harms bo and a blocker strikes back; then bo's turn, with a
    surcharge, and a celestial that makes the harm a wound."""
    match = turn(phase="attack").hold("bo", "Sun1", place="front").give("bo", drain=6)
    match.put("ana", "F1", "C8")
    match.put("ana", "F2", "C3")
    match.put("bo", "S1", "C3")
    match.play("ana attack bo F1; bo no-block; ana attack bo F2; bo block S1; ana end")
    match.play("bo cast C2 F1 unnamed=3; bo play Sun1 Keep3; bo draw; bo end")
    record(season, match)
    return season


def test_the_wounds_of_a_match_by_hand(duel: Season) -> None:
    assert duel.rows("wounds-by-bearer", "bearer", "cause", "how", "n", "median") == [
        ("wizard", "attack", "celestial", 1, 2),
        ("minion", "attack", "end of turn", 1, 2),
        ("minion", "counterattack", "end of turn", 1, 1),
    ]
    assert duel.rows("wounds-by-turn", "line", "turn", "wounds") == [
        ("wizards", 1, 0),
        ("wizards", 2, 1),
        ("towers", 1, 0),
        ("towers", 2, 0),
        ("other cards", 1, 1),
        ("other cards", 2, 2),
    ]
    rows = duel.rows("score-by-turn", "measure", "line", "turn", "value", match="a")
    told = [row for row in rows if row[1] == "bo" and row[2] in (1, 2)]
    assert told == [
        ("harm", "bo", 1, 1),
        ("harm", "bo", 2, 0),
        ("wounds", "bo", 1, 0),
        ("wounds", "bo", 2, 1),
    ]


def test_the_attacks_of_a_match_by_hand(duel: Season) -> None:
    columns = ("target", "attackers", "n", "blocked", "hits", "harm", "lost")
    assert duel.rows("attack-groups", *columns) == [
        ("(all)", 1, 2, 1, 2, 1, 1),
        ("wizard", 1, 2, 1, 2, 1, 1),
    ]
    columns = ("block", "n", "through", "blockers", "countered", "harm")
    assert duel.rows("blocks-and-counterattacks", *columns) == [
        ("nobody did", 1, 1, 0, 0, None),
        ("1", 1, 0, 1, 1, 1),
    ]


def test_the_mana_and_drain_of_a_match_by_hand(duel: Season) -> None:
    assert duel.rows("drain-moves", "why", "n", "steps") == [
        ("cast or payment", 1, 1),
        ("renewal", 1, -3),
    ]
    drain = duel.rows("drain-by-turn", "line", "turn", "drain", match="a")
    assert ("bo", 2, 4) in drain
    columns = ("purpose", "n", "dearer", "surcharge")
    assert duel.rows("surcharge-paid", *columns)[1:] == [("cast", 1, 1, 1)]
    assert duel.rows("mana-by-purpose", "purpose", "made", "used")[1:] == [("cast", 3, 3)]
    # ana's pool of six, and bo's less three
    assert duel.rows("mana-left", "person", "n", "made", "left") == [
        ("(all)", 2, 3, 4.5),
        ("ana", 1, 0, 6),
        ("bo", 1, 3, 3),
    ]


def test_the_cards_of_a_match_by_hand(duel: Season) -> None:
    columns = ("tower", "n", "stood", "turns", "drafts")
    assert duel.rows("tower-use", *columns) == [("Keep3", 1, 1, 1, 0)]
    columns = ("kind", "card", "n", "harm", "wounds")
    assert duel.rows("celestials-and-orbitals", *columns) == [("celestial", "Sun1", 1, 0, 1)]


def test_what_becomes_of_towers_by_hand(season: Season) -> None:
    """Bo's tower is destroyed by an attack, and ana's replaced by that of a celestial."""
    match = turn(phase="attack").hold("bo", "Sun1", place="front")
    match.hold("ana", "Sun2", "Sun3", place="front").put("ana", "F1", "C4")
    match.at("movement").play("ana play Sun2 Keep2; ana end; bo play Sun1 Keep3; bo end")
    (keep,) = (each for each in match.tw.zones.things.values() if each.name == "Keep3")
    match.t.set(keep, "wounds", 2)
    match.play("ana tower-draft; ana play Sun3 Keep5; ana attack bo F1; ana end")
    match.play("bo end")
    record(season, match)
    columns = ("tower", "n", "destroyed", "replaced", "stood", "turns", "drafts", "spells")
    assert season.rows("tower-use", *columns) == [
        ("Keep2", 1, 0, 1, 0, 1, 1, 2),
        ("Keep3", 1, 1, 0, 0, 1, 0, 0),
        ("Keep5", 1, 0, 0, 1, 1, 0, 0),
    ]


def test_a_retreat_by_hand(season: Season) -> None:
    """Ana loses in the own turn, which goes on; in the next one she casts for cy, who rebukes."""
    match = turn(4, phase="movement").hold("ana", "Sun1", place="front")
    match.give("ana", harm=1, wounds=2).play("ana play Sun1 Keep3")
    match.play("bo end; cy end; di end; ana full-draft 0 unnamed=2")
    match.play("ana cast C2 F1 unnamed=2; cy rebuke unnamed=3; ana draw; ana discard unnamed=2")
    match.play("ana end; bo end")
    record(season, match)
    assert season.rows("retreats", "n") == []
    season.won("a", "even", seq=99)
    columns = ("sides", "n", "wins", "turns", "casts", "rebuked")
    assert season.rows("retreats", *columns) == [("2v2", 1, 0, 2, 1, 1)]
    assert season.rows("surcharge-paid", "purpose", "n") == [("(all)", 1), ("rebuke", 1)]
    assert season.rows("drain-moves", "why", "n", "steps") == [("cast or payment", 1, 1)]
