"""What a card says of itself, and what a catalog refuses."""

import pytest

from referee.catalog import CatalogError, read_catalog, stored_catalog
from referee.games.grand_archive.catalog import Cards
from tests.games.grand_archive.invented import card


def test_keywords_are_told_apart_from_their_numbers() -> None:
    told = card(keywords=["ranged 2", "taunt", "ilse lineage", "advanced imbue x"])
    assert told.words == {"ranged": 2, "taunt": True, "lineage": True, "advanced imbue": 0}


def test_a_keyword_under_conditions_is_no_sure_one() -> None:
    ways = (("class bonus", "level 2+"), ("ilse bonus",))
    told = card(keywords=["pride 3", "stealth"], conditions={"pride 3": ways})
    assert told.ways == {"pride": ways}
    assert told.words.keys() - told.ways.keys() == {"stealth"}


def test_ga_14_4_an_action_of_unknown_speed_may_be_fast_and_nothing_else() -> None:
    assert card(types=["action"], speed="fast").may_be_fast
    assert card(types=["action"]).may_be_fast
    assert not card(types=["action"], speed="slow").may_be_fast
    assert not card(types=["ally"]).may_be_fast


@pytest.mark.parametrize(
    ("name", "character"),
    [("Ilse, Lamp of Dusk", "Ilse"), ("Flawed Spirit of Ilse", "Flawed Spirit of Ilse")],
)
def test_ga_15_28_the_name_of_a_champion_is_what_stands_before_the_comma(
    name: str, character: str
) -> None:
    assert card(name, types=["champion"], level=1, memory=1).lineage == character


def test_what_a_text_may_ask_of_a_card_is_all_that_is_printed() -> None:
    told = card(
        types=["phantasia", "ally"],
        supertypes=["unique"],
        classes=["mage"],
        subtypes=["human"],
        element="exalted",
        elements=["exalted", "fire"],
        keywords=["ranged 2"],
    )
    words = {"phantasia", "ally", "unique", "mage", "human", "exalted", "fire", "ranged"}
    assert told.all_words == words


def test_the_other_face_is_found_by_its_own_name_and_belongs_to_its_card() -> None:
    stone = card("Practice Stone", types=["item"], reserve=1, back=card("Practice Beast", power=3))
    cards = Cards(game="grand_archive", name="Invented", cards=(stone,))
    assert cards.by_name["Practice Beast"].power == 3
    assert cards.front_of == {"Practice Beast": "Practice Stone"}


def test_effects_are_asked_only_of_cards_that_have_some() -> None:
    rite = card("Practice Rite", types=["action"], effects=[{"when": "played", "text": "A rite."}])
    cards = Cards(game="grand_archive", name="Invented", cards=(card(), rite))
    assert cards.with_effects == (rite,)
    assert cards.triggered == {("Practice Rite", "played"): (0,)}


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ("types = []", "a card has a type"),
        ("types = ['item']\nreserve = 1\nmemory = 1", "not both"),
        ("types = ['champion']\nmemory = 0\ndeck = 'material'", "champions have a level"),
        ("types = ['ally']\nlevel = 1", "champions have a level"),
        ("types = ['item']\nsupertypes = ['regalia']", "a regalia has a memory cost"),
        ("types = ['item']\ndeck = 'material'\nreserve = 2", "has a memory cost"),
        ("types = ['item']\nsupertypes = ['token']", "a token is in no deck"),
        (
            "types = ['item']\nback = {name = 'B', types = ['item'], back = {name = 'C', "
            "types = ['item']}}",
            "an other face has no other face",
        ),
        (
            "types = ['item']\n[[cards.effects]]\nwhen = 'activated'\n"
            "steps = [{do = 'begin', effect = 'then', until = 'turn'}]",
            "begin: no effect of it is named then",
        ),
        ("types = ['ally']\nconditions = {taunt = [['class bonus']]}", "no keyword taunt"),
        ("types = ['ally']\n[bans.standard]\nNobody = '2026-06-29'", "no card is Nobody"),
    ],
)
def test_a_card_that_cannot_be_is_refused_with_its_name(facts: str, fault: str) -> None:
    text = "game = 'grand_archive'\nname = 'Invented'\n[[cards]]\nname = 'Practice'\n" + facts
    with pytest.raises(CatalogError, match=fault):
        read_catalog(text, Cards)


def test_a_name_is_used_once() -> None:
    text = "game = 'grand_archive'\nname = 'Invented'\n"
    text += "[[cards]]\nname = 'Twin'\ntypes = ['ally']\n" * 2
    with pytest.raises(CatalogError, match="Twin: this name appears twice"):
        read_catalog(text, Cards)


def test_what_is_kept_beside_a_log_is_read_back_as_it_was() -> None:
    stone = card("Practice Stone", types=["item"], reserve="X", back=card("Practice Beast"))
    cards = Cards(game="grand_archive", name="Invented", cards=(stone,))
    assert stored_catalog(cards.canonical, Cards) == cards
