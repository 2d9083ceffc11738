"""The shipped catalog, and the decks that people played."""

from functools import cache
from importlib import resources
from pathlib import Path

import pytest

import referee.games.grand_archive as package
from referee.catalog import examples_beside, read_catalog, read_deck
from referee.games.grand_archive.catalog import LASTING, OBJECTS, Cards
from referee.games.grand_archive.decks import deck_faults, points_of
from referee.games.grand_archive.effects.played_catalog import Catalogue
from referee.parts.effects.examples import Example
from storage.catalogs import catalog_text

SAMPLE = Path(str(resources.files(package))) / "sample"
DECKS = sorted((SAMPLE / "decks").glob("*.toml"))
TYPES = OBJECTS | LASTING | {"action", "attack"}
BASIC, ADVANCED = {"norm", "fire", "water", "wind"}, {"arcane", "astra", "crux", "exia"}
ELEMENTS = BASIC | ADVANCED | {"luxem", "neos", "tera", "umbra", "exalted"}


@cache
def shipped() -> Cards:
    """The shipped catalog."""
    return read_catalog(catalog_text(SAMPLE / "catalog.json"), Cards)


def test_it_has_every_card_once_and_the_other_faces() -> None:
    cards = shipped()
    assert len(cards.cards) == 2231
    assert len(cards.by_name) == 2231 + 22 and len(cards.front_of) == 22


def test_its_words_are_those_of_the_rules() -> None:
    for card in shipped().by_name.values():
        assert TYPES.issuperset(card.types), card.name
        assert {"regalia", "unique", "token"}.issuperset(card.supertypes), card.name
        assert ELEMENTS.issuperset((card.element, *card.elements)), card.name
        assert card.element in card.elements, card.name


def test_the_words_of_all_cards_are_those_of_each() -> None:
    each = (word for card in shipped().by_name.values() for word in card.all_words)
    assert shipped().all_words == frozenset(each)


def test_ga_15_8_champions_of_every_level_have_what_their_lineage_asks_for() -> None:
    champions = shipped().champions
    assert {card.level for card in champions} == {0, 1, 2, 3, 4}
    for card in champions:
        if card.requires:
            assert card.words["lineage"] is True, card.name
            below = (each for each in champions if each.lineage == card.requires)
            assert any(each.level == (card.level or 0) - 1 for each in below), card.name


def test_ga_2_31_a_cost_is_of_the_deck_that_a_card_begins_in() -> None:
    for card in shipped().cards:
        if card.deck == "main":
            assert card.reserve is not None and not card.is_regalia, card.name
        elif card.deck == "material":
            assert card.memory is not None and (card.is_regalia or card.is_champion), card.name


@pytest.mark.parametrize("edition", ["R25", "R26"])
@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_deck_that_was_played_has_no_fault(path: Path, edition: str) -> None:
    deck = read_deck(path.read_text(encoding="utf-8"), path.name)
    assert deck.name == path.stem and deck.catalog == shipped().name
    terms = {"format": "standard", "edition": edition}
    assert deck_faults(shipped(), deck, terms) == []


def test_there_are_ten_of_ten_champions() -> None:
    assert len(DECKS) == 10
    assert len({path.stem.rpartition("-")[0] for path in DECKS}) == 10


def test_ga_2_9_the_sideboards_are_near_the_bound() -> None:
    cards = shipped().by_name
    for path in DECKS:
        side = read_deck(path.read_text(encoding="utf-8")).lists["sideboard"]
        assert isinstance(side, dict)
        points = sum(points_of(cards[name]) * count for name, count in side.items())
        assert 10 <= points <= 15, path.stem


def test_every_told_effect_has_an_example_of_a_legal_line() -> None:
    """That all examples are as they say, ``tests/cli/test_authoring.py`` tries."""
    text = catalog_text(SAMPLE / "catalog.json")
    catalog = read_catalog(text, Catalogue)
    examples = examples_beside(text, Example)
    tried = {(each.card, each.effect) for each in examples if each.legal}
    told = {
        (card.name, effect.name)
        for card in catalog.with_effects
        for effect in card.effects
        if effect.steps or effect.modes or effect.cost
        if effect.name not in catalog.begins.get(card.name, {})
    }
    assert told - tried == set()
