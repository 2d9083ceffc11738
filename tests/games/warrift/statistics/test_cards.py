"""Cards summoned, played and dealt, with figures computed by hand."""

import pytest

from referee.games.warrift.facts import RiftDealt
from storage.statistics import entries_behind
from tests.games.warrift.statistics.season import match, played, summoned, taken, traded
from tests.storage.statistics.season import Season, close

# -- summoned ----------------------------------------------------------------------------------


def kinds(season: Season) -> None:
    for card, kind in [
        *((card, "class card") for card in ("A2", "A3", "N2")),
        *(("Hand", "mercenary"), ("Hut", "stronghold")),
    ]:
        season.put("card_traits", "catalog", card, "kind", kind)
        season.put("card_traits", "catalog", card, "tier", "2")


def test_a_card_is_offered_whenever_one_beside_it_is_taken(season: Season) -> None:
    kinds(season)
    match(season, "a")
    season.fact("a", 2, summoned("A2", "A2", "A3", "A3"), summoned("A3", "A2", "A3"))
    season.fact("a", 3, summoned("A2", "A3"), summoned("N2", seat="bo"))
    season.fact("a", 4, taken("mercenary", "Hand", "Hut"))
    season.fact("a", 5, taken("stronghold", "Hut", "Hand", seat="bo"))
    season.fact("a", 6, taken("stronghold", "Hut", "Hand", seat="bo"))
    columns = ("kind", "card", "n", "taken", "rate")
    assert season.rows("summon-rate", *columns) == [
        ("class card", "A2", 3, 2, pytest.approx(2 / 3)),
        ("class card", "N2", 1, 1, 1),
        ("class card", "A3", 3, 1, pytest.approx(1 / 3)),
        ("mercenary", "Hand", 3, 1, pytest.approx(1 / 3)),
        ("stronghold", "Hut", 3, 2, pytest.approx(2 / 3)),
    ]
    assert season.rows("summon-rate", "low", "high")[0] == close(0.2077, 0.9385)
    assert len(season.figure("summon-rate", person="bo").rows) == 3
    hand = {"kind": "mercenary", "card": "Hand"}
    behind = entries_behind(season.log, "summon-rate", row=hand)
    assert behind == [("a", 4), ("a", 5), ("a", 6)]


def test_a_card_without_a_kind_in_the_catalog_is_told_all_the_same(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, summoned("A2"))
    assert season.rows("summon-rate", "kind", "card", "n") == [("", "A2", 1)]


def test_who_summoned_a_card_won_so_often(season: Season) -> None:
    for name, seats, winner in [("a", 2, "ana"), ("b", 2, "bo"), ("c", 4, "ana"), ("d", 2, "")]:
        match(season, name, *("ana", "bo", "cy", "di")[:seats])
        season.fact(name, 2, summoned("A2"), taken("mercenary", "Hand", seat="bo"))
        season.fact(name, 3, summoned("A2"))
        if winner:
            season.won(name, winner)
    season.ended("d", (), "no result")
    match(season, "on")
    season.fact("on", 2, summoned("A2"))
    columns = ("card", "n", "wins", "no_result", "rate", "even", "taken")
    assert season.rows("wins-by-summoned-card", *columns) == [
        # two matches of two sides and one of four
        ("A2", 3, 2, 1, pytest.approx(2 / 3), pytest.approx((0.5 + 0.5 + 0.25) / 3), 8),
        ("Hand", 3, 1, 1, pytest.approx(1 / 3), pytest.approx(1.25 / 3), 4),
    ]
    assert season.rows("wins-by-summoned-card", "low", "high")[0] == close(0.2077, 0.9385)
    first = season.figure("wins-by-summoned-card").records()[0]
    behind = entries_behind(season.log, "wins-by-summoned-card", row=first)
    assert behind == [(name, seq) for name in "abcd" for seq in (2, 3)]


def test_teammates_are_one_side_of_two(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy", "di", sides=("odd", "even", "odd", "even"))
    season.fact("a", 2, summoned("A2"), summoned("A2", seat="cy"))
    season.won("a", "odd")
    assert season.rows("wins-by-summoned-card", "n", "wins", "even") == [(2, 2, 0.5)]


# -- the Rift ----------------------------------------------------------------------------------


def test_cards_of_another_class_flow_from_who_summoned_them(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy")
    season.fact("a", 2, played("ana"), played("ana", "bo", "N2"), played("ana", "bo", "N3"))
    season.fact("a", 3, played("ana", "bo", "N2"), played("ana", "cy", "W2"))
    season.fact("a", 4, played("bo", "ana"), played("cy"))
    columns = ("player", "summoner", "n", "played", "rate", "matches")
    assert season.rows("rift-flow", *columns, match="a") == [
        ("ana", "bo", 4, 3, 0.75, 1),
        ("ana", "cy", 4, 1, 0.25, 1),
        ("bo", "ana", 1, 1, 1, 1),
    ]
    match(season, "b", classes=("necromancer", "arbiter"))
    season.fact("b", 5, played("bo", "ana", "N2"))
    assert season.rows("rift-flow", *columns) == [
        ("arbiter", "necromancer", 5, 4, 0.8, 2),
        ("arbiter", "werewolf", 5, 1, 0.2, 1),
        ("necromancer", "arbiter", 1, 1, 1, 1),
    ]
    # 3 of 4, by Wilson
    assert season.rows("rift-flow", "low", "high", match="a")[0] == close(0.3006, 0.9544)
    row = season.figure("rift-flow").records()[0]
    behind = entries_behind(season.log, "rift-flow", row=row)
    assert behind == [("a", 2), ("a", 3), ("b", 5)]


def test_what_a_trade_brought_by_name_is_told_apart_from_the_rift(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy")
    season.fact("a", 2, played("ana", "bo", "N2"))
    season.fact("a", 3, *(traded("bo", "ana", card) for card in ("N2", "N3", "W2")))
    season.fact("a", 3, traded("ana", "bo", "A2"))
    season.fact("a", 4, *(played("ana", "bo", card) for card in ("N2", "N3", "N3")))
    season.fact("a", 5, played("cy", "ana"))
    columns = ("player", "summoner", "played", "traded")
    assert season.rows("rift-flow", *columns, match="a") == [
        ("ana", "bo", 4, 2),
        ("cy", "ana", 1, 0),
    ]


def test_a_card_without_a_class_comes_from_nobody(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, played("ana", "bo"))
    log = season.log
    log.execute("UPDATE fact_warrift__card_played SET owner = ''")
    assert season.figure("rift-flow").rows == []


def test_shares_of_the_rift_are_told_beside_what_was_put_in(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, RiftDealt("ana", 3, 4, 5), RiftDealt("bo", 2, 1, 5))
    season.fact("a", 3, RiftDealt("ana", 1, 1, 1))
    columns = ("player", "n", "summoned", "got", "mean", "ahead", "share")
    assert season.rows("rift-shares", *columns, match="a") == [
        ("bo", 1, 1, 2, 2, 1, 0.4),
        ("ana", 2, 5, 4, 2, -0.5, pytest.approx(4 / 6)),
    ]
    assert season.rows("rift-shares", "player") == [("necromancer",), ("arbiter",)]
    row = {"player": "arbiter"}
    assert entries_behind(season.log, "rift-shares", row=row) == [("a", 2), ("a", 3)]
