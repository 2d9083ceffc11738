"""Sections 2 and 3: what decks of magic and of towers hold, named all at once, and their limits."""

import re
from collections.abc import Mapping

import pytest

from events.common import Seating
from referee.catalog import CatalogError
from referee.verdict import Illegal
from tests.games.tower_wizwar.effects import card
from tests.games.tower_wizwar.table import (
    DECK,
    GAME,
    TOWERS,
    Match,
    catalog,
    opened,
    turn,
)


def deck(without: str = "", **changes: int) -> dict[str, int]:
    """The plain deck without cards of these first letters, and with other numbers of some."""
    left = {name: count for name, count in DECK.items() if name[0] not in without}
    return {name: count for name, count in {**left, **changes}.items() if count}


def faults(cards: Mapping[str, int], towers: tuple[str, ...] = TOWERS, **choices: str) -> list[str]:
    """The rules that a deck breaks, as they are named to whoever registers it."""
    seating = Seating("ana", "Ana", dict(cards), lists={"towers": towers})
    chosen = GAME.choices_of_new({"TW-I " + key[1:]: value for key, value in choices.items()})
    return [fault.rule for fault in GAME.deck_faults(catalog(), seating, chosen)]


def registered(cards: Mapping[str, int], **more: object) -> Match:
    """A match that is to be opened with this deck of ana's."""
    return opened(decks={"ana": cards}, **more)  # type: ignore[arg-type]


def test_tw_2_1_a_deck_has_sixty_cards():
    registered(deck(C1=2)).refused("TW-2.1", have=59, seat="ana")
    registered(deck(C1=4)).refused("TW-2.1", have=61)


def test_tw_2_2_six_of_them_are_celestials():
    registered(deck(Sun1=2, C1=2)).refused("TW-2.2", have=7)
    registered(deck(Sun1=0, C1=4)).refused("TW-2.2", have=5)


def test_tw_2_3_four_of_them_are_orbitals():
    registered(deck(Hat1=2, C1=2)).refused("TW-2.3", have=5)
    registered(deck(Hat1=0, C1=4)).refused("TW-2.3", have=3)


def test_tw_2_4_five_of_them_are_rituals():
    registered(deck(Rite1=1, C1=4)).refused("TW-2.4", have=4)
    registered(deck(Rite1=3, C1=2)).refused("TW-2.4", have=6)


@pytest.mark.parametrize(
    ("rituals", "reading", "rule"),
    [
        (6, "exactly_five", "TW-2.4"),
        (6, "at_least_five", ""),
        (4, "at_least_five", "TW-2.4"),
    ],
)
def test_tw_i_3_more_than_five_rituals(rituals: int, reading: str, rule: str):
    found = faults(deck(Rite1=rituals - 3, C1=8 - rituals), i3=reading)
    assert found == ([rule] if rule else [])


def test_tw_2_5_fifteen_of_them_are_creatures():
    registered(deck("CGM", C1=14, Tool1=20, Relic2=11)).refused("TW-2.5", have=14)
    assert faults(deck("CGM", C1=15, Tool1=20, Relic2=10)) == []


def test_tw_2_6_a_tower_is_no_part_of_it():
    registered(deck(C1=2, Keep2=1)).refused("TW-2.6", name="Keep2")


def test_tw_2_8_a_deck_is_tested_once_when_the_match_starts():
    """One has to be there then; what joins or leaves it later makes it no worse."""
    registered({}).refused("TW-2.8", seat="ana")
    match = turn().hold("ana", "Sun1", place="front").at("movement")
    match.play("ana play Sun1 Keep2; ana end")
    assert match.tw.zones.piles["ana.aether"] == ["Sun1"]


def test_tw_2_9_a_card_may_be_in_a_deck_as_often_as_one_likes():
    assert faults(deck("CGM", C1=41, Tool1=2, Relic2=2)) == []


def test_tw_i_4_the_copies_of_a_card_are_limited_to_the_number_agreed():
    limited = {"TW-I 4": "limited"}
    assert not isinstance(opened(choices=limited, copies="3").verdict, Illegal)
    opened(choices=limited, copies="2").refused("TW-2.9", name="C0", have=3)
    opened(choices=limited).refused("TW-2.9")  # the number is not said
    opened(choices=limited, copies="few").refused("TW-2.9")
    opened(copies="3").refused("TW-2.9")  # there is no limit


def test_tw_2_10_the_catalog_has_every_card_that_is_named():
    registered(deck(C1=2, Cq=1)).refused("TW-2.10", name="Cq")
    opened(towers={"ana": ("Keep2", "Keep9")}).refused("TW-2.10", name="Keep9")
    refusal = turn().refuse("ana mana Ghots2", "TW-2.10")
    assert "Ghost2" in refusal.legal
    turn(phase="movement").refuse("ana move Ghots2 F1", "TW-2.10", card="Ghots2")


def test_tw_2_10_the_catalog_has_every_spellbook_that_is_named():
    match = opened(backs="spellbooks")
    match.refuse("ana set spell*5 books=White,White,Blue,Blue,Green unnamed=3", "TW-2.10")


def test_all_faults_of_a_deck_are_named_at_once_in_the_order_of_the_rules():
    wrong = deck(Sun1=2, Hat1=0, Rite1=0, C1=1, Keep2=1, Cq=1)
    assert faults(wrong, ("Keep2",)) == [
        "TW-2.1",
        "TW-2.2",
        "TW-2.3",
        "TW-2.4",
        "TW-2.6",
        "TW-2.10",
        "TW-3.1",
        "TW-3.2",
    ]


# -- towers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("towers", [(), ("Keep5",), ("Keep2",) * 7])
def test_tw_3_1_two_to_six_towers(towers: tuple[str, ...]):
    opened(towers={"bo": towers}).refused("TW-3.1", have=len(towers), seat="bo")


def test_tw_3_1_the_stack_has_the_order_that_was_registered():
    match = opened(towers={"ana": ("Keep3", "Keep2", "Keep5")})
    assert match.tw.zones.piles["ana.towers"] == ["Keep5", "Keep2", "Keep3"]  # the top last


@pytest.mark.parametrize(("towers", "value"), [(("Keep2", "Keep4"), 6), (("Keep5",) * 3, 15)])
def test_tw_3_2_their_values_come_to_seven_to_ten(towers: tuple[str, ...], value: int):
    opened(towers={"ana": towers}).refused("TW-3.2", have=value)
    assert faults(DECK, ("Keep2", "Keep5")) == faults(DECK, ("Keep5", "Keep5")) == []


@pytest.mark.parametrize(
    ("towers", "reading", "rule"),
    [
        (("Keep2", "Keep2"), "7_to_10", "TW-3.2"),
        (("Keep2", "Keep2"), "at_most_10", ""),
        (("Keep5", "Keep5", "Keep2"), "at_most_10", "TW-3.2"),
    ],
)
def test_tw_i_8_a_least_sum_of_values(towers: tuple[str, ...], reading: str, rule: str):
    assert faults(DECK, towers, i8=reading) == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("figures", "figure"),
    [
        ("value = 1\ndraft = 2", "value"),
        ("value = 8\ndraft = 2", "value"),
        ("value = 3\ndraft = 6", "draft"),
        ("value = 3\ndraft = 1", "draft"),
    ],
)
def test_tw_3_3_the_figures_of_a_tower(figures: str, figure: str):
    extra = f'[[towers]]\nname = "Odd"\n{figures}\npower = 2\nmight = 2'
    match = opened(extra=extra, towers={"ana": ("Odd", "Keep3", "Keep4")})
    sums = figure == "value" and "8" in figures
    match.refused("TW-3.2") if sums else match.refused("TW-3.3", name="Odd", figure=figure)


def test_tw_3_6_the_deck_of_towers_has_towers_only():
    opened(towers={"ana": ("Keep5", "Keep3", "C1")}).refused("TW-3.6", name="C1")


@pytest.mark.rule("TW-3.6")
def test_tw_3_6_no_tower_is_in_a_hand_or_a_pool():
    match = turn()
    match.refuse("ana mana Keep2", "TW-3.6")
    match.refuse("ana cast Keep2 F1", "TW-12.1")


def test_names_of_the_catalog_are_known_by_their_spellbooks_too():
    assert catalog().book_names == {"White", "Blue"}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (card("Odd", words=("ethereal",)), "an Ethereal card has no stat line (TW-15.2)"),
        (card("Odd", kind="artifacts", might=2), "a stat line has both power and might"),
        (card("Odd", cost=4), "a minion costs 0 to 3, not 4 (TW-12.8)"),
        (card("Odd", type="demigod", cost=6), "a demigod costs 7 or more, not 6 (TW-12.8)"),
    ],
    ids=["ethereal", "half a stat line", "minion", "demigod"],
)
def test_tw_12_8_a_card_that_cannot_be_is_in_no_catalog(said: str, why: str):
    with pytest.raises(CatalogError, match=re.escape(f"Odd: {why}")):
        catalog(said)
