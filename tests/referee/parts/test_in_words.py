"""Effects read back in words: what is told of one is told, whichever game it is of."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import NODEFAULT, Struct, structs

from referee.games.registry import game_of
from referee.parts.effects import in_words
from referee.parts.effects.in_words import effect_in_words
from referee.parts.effects.schema import Reckon, Select, Test, asked_in, within
from storage.catalogs import samples

TOLD = {"where", "had", "unchosen", "acts_as", "inherited", "speed"}


def without(told: Any) -> Iterator[tuple[str, Any]]:
    """All that is told of something without one of these, by its name."""
    if isinstance(told, Struct):
        for field in structs.fields(told):
            value = getattr(told, field.name)
            if field.name in TOLD and field.default is not NODEFAULT and value != field.default:
                yield field.name, structs.replace(told, **{field.name: field.default})
            for name, less in without(value):
                yield name, structs.replace(told, **{field.name: less})
    elif isinstance(told, tuple):
        for at, each in enumerate(told):
            for name, less in without(each):
                yield name, (*told[:at], less, *told[at + 1 :])


@pytest.mark.parametrize("game", ["grand_archive", "warrift", "tower_wizwar"])
def test_what_is_told_of_an_effect_is_read_back(game: str) -> None:
    vocabulary = game_of(game).effects.vocabulary
    found: set[str] = set()
    for catalog in samples(game).values():
        for field in structs.fields(catalog):
            cards = getattr(catalog, field.name)
            for card in cards if isinstance(cards, tuple) else ():
                for effect in getattr(card, "effects", ()):
                    whole = effect_in_words(effect, vocabulary)
                    for name, less in without(effect):
                        found.add(name)
                        assert effect_in_words(less, vocabulary) != whole, (card.name, name, whole)
    assert "where" in found and (game != "grand_archive" or found == TOLD)


@pytest.mark.parametrize("game", ["grand_archive", "warrift", "tower_wizwar"])
def test_what_an_effect_asks_for_is_all_that_asks_within_it(game: str) -> None:
    words = {"you", "opponent", "controller of it", "x"}
    for catalog in samples(game).values():
        for effects in game_of(game).effects.cards(catalog).values():
            for effect in effects:
                asks = [
                    each
                    for each in within(effect)
                    if isinstance(each, Select | Reckon | Test)
                    or (isinstance(each, str) and each in words)
                ]
                assert sorted(map(repr, asked_in(effect, words))) == sorted(map(repr, asks))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        ("monsters", "monsters are at most 4"),
        ("attacks this turn", "attacks this turn are at most 4"),
        ("wizard wounds", "wizard wounds are at most 4"),
        ("champion damage", "champion damage is at most 4"),
        ("class bonus", "class bonus is at most 4"),
        ("memory of an opponent", "memory of an opponent is at most 4"),
    ],
)
def test_a_number_of_several_is_told_as_such(ask: str, told: str) -> None:
    assert in_words.tests_in_words(Test(ask=ask, most=4)) == told
