"""The tables of examples, laid as one line says it."""

from collections.abc import Mapping

import pytest

from referee.catalog import CatalogError
from referee.games.warrift.effects.example_tables import lay
from referee.games.warrift.state import MID, WrTable, hand_size
from tests.games.warrift.effects import card
from tests.games.warrift.table import catalog

COMMA = card("Aurelise, the Voice")


def laid(line: str) -> WrTable:
    return lay(catalog(COMMA), line)


def in_play(t: WrTable) -> dict[str, tuple[str, str]]:
    """What is in play: under whom, and of whose class."""
    return {id: (thing.controller, thing.owner) for id, thing in t.state.zones.things.items()}


def test_it_is_the_first_players_mid_step():
    state = laid("").state
    assert (state.seats, state.active, state.first) == (("ana", "bo"), "ana", "ana")
    assert (state.phase, state.turn, state.rotation, state.limit) == (MID, 1, 1, 12)
    assert state.faces == (0, 1, 2, 3, 4, 5, 6)
    assert not state.night and not state.zones.things


@pytest.mark.parametrize(
    ("line", "classes"),
    [
        ("", {"ana": "arbiter", "bo": "necromancer"}),
        ("ana: werewolf", {"ana": "werewolf", "bo": "arbiter"}),
        ("bo: arbiter", {"ana": "necromancer", "bo": "arbiter"}),
        ("cy: hand 0", {"ana": "arbiter", "bo": "necromancer", "cy": "werewolf"}),
    ],
)
def test_the_classes_are_those_that_are_said_and_then_in_their_order(
    line: str, classes: Mapping[str, str]
):
    assert {seat: side.cls for seat, side in laid(line).state.sides.items()} == classes


def test_what_lies_where_is_as_the_line_says():
    t = laid(
        "ana: werewolf, W2, Amage, Hut2, hand 3, discard W2+W3; "
        "bo: points 4, magicka 2, selection A2+A3; "
        'cy: "Aurelise, the Voice"; '
        "table: night, Wolf damage 1 counters 2, Rat, necropolis Rat+Wolf"
    )
    state = t.state
    assert state.seats == ("ana", "bo", "cy")
    assert in_play(t) == {
        "W2.1": ("ana", "ana"),
        "Amage.1": ("ana", "bo"),
        "Hut2.1": ("ana", ""),
        "Aurelise, the Voice.1": ("cy", "bo"),
        "Wolf.1": ("", ""),
        "Rat.1": ("", ""),
    }
    wolf, rat = state.zones.things["Wolf.1"], state.zones.things["Rat.1"]
    assert [(each.damage, each.counters) for each in (wolf, rat)] == [(1, 2), (0, 0)]
    assert [hand_size(state, seat) for seat in state.seats] == [3, 0, 0]
    assert (state.sides["bo"].points, state.sides["bo"].magicka) == (4, 2)
    assert state.night
    assert {zone: list(cards) for zone, cards in state.zones.piles.items() if cards} == {
        "ana.discard": ["W2", "W3"],
        "bo.selection": ["A2", "A3"],
        "necropolis": ["Rat", "Wolf"],
    }


def test_there_are_five_of_each_card_of_a_class_and_the_lists_of_the_catalog():
    hidden = laid("").state.zones.hidden
    assert hidden.candidates("ana.primary") == {"Amage": 5, "Awarrior": 5}
    assert hidden.candidates("bo.class")["NL1"] == 5
    assert set(hidden.candidates("bo.class")) == {
        "N2", "N3", "N4", "N5", "NA", "NL1", "NL2", "NL3"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ana W2", "ana W2: expected a seat or table, a colon, what it has"),
        ("an-a: A2", "expected a seat or table, a colon, what it has"),
        ("ana: hand 11", "hand 11: ana has not so many cards"),
        ("ana: Nobody", "no card is named Nobody"),
        ("ana: werewolf, grandmaster", "no card is named werewolf"),
        ("ana: discard A2+Nobody", "no card is named Nobody"),
        ("ana: night", "no card is named night"),
        ("ana: necropolis A2", "no card is named necropolis A2"),
        ("table: discard A2", "no card is named discard A2"),
        ("table: hand 3", "no card is named hand 3"),
        ("table: points 3", "no card is named points 3"),
        ("ana: points many", "no card is named points many"),
        ("table: Wolf damage", "no card is named Wolf damage"),
        ("table: Wolf damage x", "no card is named Wolf damage x"),
        ("table: eye Rat", "no card is named eye Rat"),
    ],
)
def test_what_is_not_known_is_told(line: str, why: str):
    with pytest.raises(CatalogError, match=why):
        laid(line)
