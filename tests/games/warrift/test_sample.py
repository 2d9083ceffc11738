"""The shipped cards of WarRift: lists that fulfil section 3, and effects of every kind."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from events.notation import Malformed, read
from events.outcome import Nothing, Other
from events.warrift import Did, Endow
from events.warrift import Effect as EffectLogged
from referee.catalog import CatalogError, DeckFile, examples_beside, read_catalog, read_deck
from referee.games.registry import game_of
from referee.games.warrift.catalog import TRIGGERS, Cards, Class, Mercenary, Stronghold
from referee.games.warrift.effects.example_tables import lay
from referee.games.warrift.effects.played_catalog import EFFECTS, Catalogue
from referee.games.warrift.effects.vocabulary import VOCABULARY
from referee.parts.effects import Effect, effect_in_words
from referee.parts.effects.author_report import judged
from referee.parts.effects.examples import Example, without_examples
from referee.parts.effects.schema import Mode, Pick, Reckon, word_of
from tests.games.effects import steps_of, within

GAME = game_of("warrift")
(PATH,) = GAME.sample_catalogs()
TEXT = PATH.read_text(encoding="utf-8")
DECKS = [read_deck(path.read_text(encoding="utf-8"), path.name) for path in GAME.sample_decks()]
CLASS_TIERS = {2: 20, 3: 12, 4: 9, 5: 6, "legendary": 3}
MONSTER_TIERS = {1: 24, 2: 18, 3: 12, "legendary": 6}
SUPPORT_TIERS = {1: 11, 2: 8, 3: 5, "legendary": 6}


@cache
def cards() -> Cards:
    return read_catalog(TEXT, Catalogue, PATH.name)


def tiers(listed: Mapping[str, int], kind: type = object) -> dict[int | str, int]:
    """How many cards of each tier there are in a list, of a kind."""
    found: Counter[int | str] = Counter()
    for name, count in listed.items():
        if isinstance(card := cards().cards[name], kind):
            found[card.tier] += count
    return dict(found)


def copies(listed: Mapping[str, int], tier: int | str) -> set[int]:
    """How often the cards of a tier are in a list."""
    return {count for name, count in listed.items() if cards().cards[name].tier == tier}


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_wr_3_2_to_3_5_a_deck_file_holds_the_starting_deck_and_the_class_deck_of_a_class(
    deck: DeckFile,
):
    known = cards().cards
    of_class = deck.lists["class"]
    assert isinstance(of_class, dict)
    assert {known[name].cls for name in (*deck.cards, *of_class)} == {deck.name}
    assert tiers(deck.cards) == {1: 10}
    roles = Counter[str]()
    for name, count in deck.cards.items():
        roles[known[name].role] += count
    assert roles == {"mage": 5, "warrior": 5}
    assert tiers(of_class) == CLASS_TIERS
    assert copies(of_class, "legendary") == {1}


def test_wr_3_1_there_is_a_deck_file_of_each_class():
    assert {deck.name for deck in DECKS} == set(get_args(Class))
    assert {(deck.game, deck.catalog) for deck in DECKS} == {("warrift", cards().name)}


def test_wr_3_6_the_usual_monster_deck_has_its_tiers_and_six_different_legendaries():
    listed = cards().lists["monsters"]
    assert isinstance(listed, dict)
    assert {cards().cards[name].kind for name in listed} == {"monster"}
    assert tiers(listed) == MONSTER_TIERS
    assert copies(listed, "legendary") == {1}


def test_wr_3_7_the_usual_support_deck_has_its_tiers_and_twelve_different_legendaries():
    listed = cards().lists["support"]
    assert isinstance(listed, dict)
    assert tiers(listed, Mercenary) == tiers(listed, Stronghold) == SUPPORT_TIERS
    assert sum(listed.values()) == 60
    assert copies(listed, "legendary") == {1}


def test_every_card_is_in_a_list():
    listed = [
        *cards().lists.values(),
        *(part for d in DECKS for part in (d.cards, *d.lists.values())),
    ]
    assert {name for each in listed for name in each} == cards().names


# -- what the effects are ----------------------------------------------------------------------


def told() -> dict[str, tuple[Effect, ...]]:
    return {card.name: card.all_effects for card in cards().all() if card.all_effects}


def every() -> list[Effect]:
    return [effect for several in told().values() for effect in several]


def steps() -> Iterator[Any]:
    return steps_of(every())


def test_every_word_of_section_14_is_on_a_card():
    words = {word for card in cards().all() for word in card.all_words}
    assert words >= {
        *("alter", "ambush", "awaken", "corrupt", "forcefield", "overwhelm", "scout", "garrison")
    }


def test_every_outcome_of_wr_15_6_is_in_an_effect():
    free = (Other, Nothing, Endow)  # to endow cards in hand is the grant of its table, too
    outcomes = {word_of(each) for each in get_args(Did) if each not in free}
    assert {str(step.__struct_config__.tag) for step in steps()} == outcomes


def test_every_trigger_of_wr_15_1_sets_an_effect_off():
    assert {effect.when for effect in every()} == set(TRIGGERS)


def test_at_least_forty_effects_are_different():
    different = {msgspec.json.encode(msgspec.structs.replace(each, name="")) for each in every()}
    assert len(different) >= 40


def test_every_way_of_telling_an_effect_is_there():
    effects = every()
    assert any(effect.may for effect in effects)
    assert any(effect.uses for effect in effects)
    assert any(effect.x is not None for effect in effects)
    assert any(effect.aside for effect in effects)
    assert any(effect.cost for effect in effects)
    assert {effect.choose for effect in effects if effect.modes} == {1, 2}
    assert any(effect.change for effect in effects)
    assert [effect.text_alone for effect in effects].count(True) == 1
    assert [effect.rest for effect in effects].count(True) == 1
    assert {aim.what for e in effects for aim in e.aims.values() if isinstance(aim.what, str)} == {
        "player",
        "opponent",
    }
    inner = [each for effect in effects for each in within(effect)]
    assert {each.by for each in inner if isinstance(each, Pick)} >= {"you", "holder", "chance"}
    reckoned = [each for each in inner if isinstance(each, Reckon)]
    assert any(each.last for each in reckoned) and any(each.count for each in reckoned)
    assert any(isinstance(each, Mode) and each.tests for each in inner)
    assert any(step.each == "opponent" for step in steps())
    assert any(step.tests for step in steps())
    assert any(step.may for step in steps())


def test_every_effect_has_examples_which_are_as_they_say():
    examples = examples_beside(TEXT, Example, PATH.name)
    own = {(example.card, example.effect) for example in examples}
    assert own <= {(card, effect.name) for card, several in told().items() for effect in several}
    assert without_examples(told(), examples) == []
    found = judged(EFFECTS, cards(), examples, GAME.all_names)
    assert (found.faults, found.warnings) == ([], [])
    assert found.lines > 300


def test_modes_and_effects_are_named_as_the_cards_name_them():
    names = GAME.all_names(lay(cards(), "ana: Grand Tactician; table: Queen Carrion"))
    line = 'ana effect "Grand Tactician" mode=res,charge'
    assert read(line, GAME.codec, names=names) == EffectLogged(
        "ana", "Grand Tactician", mode=("reserves", "charge")
    )
    found = read('ana effect "Queen Carrion" trigger=spoils', GAME.codec, names=names)
    assert found == EffectLogged("ana", "Queen Carrion", trigger="spoils")
    with pytest.raises(Malformed, match="no such name"):
        read('ana effect "Queen Carrion" trigger=spoyls', GAME.codec, names=names)


# -- the tables of examples --------------------------------------------------------------------


def test_the_table_of_an_example_is_laid_as_its_line_says():
    t = lay(
        cards(),
        'ana: werewolf, Page, "Umbra, the Long Night", hand 3, magicka 2; '
        "cy: points 4, necromancer, discard Page+Squire; "
        "table: night, Mire Giant damage 2 counters 1, Mudling, Mudling, "
        "necropolis Tin Brute+Bone Thrall",
    )
    state = t.state
    assert state.seats == ("ana", "bo", "cy")
    assert [side.cls for side in state.sides.values()] == ["werewolf", "arbiter", "necromancer"]
    assert (state.active, state.night) == ("ana", True)
    assert (state.sides["ana"].magicka, state.sides["cy"].points) == (2, 4)
    assert state.zones.hidden.size("ana.hand") == 3
    assert "Moss Seer" in state.zones.hidden.candidates("ana.hand")
    assert state.zones.piles["cy.discard"] == ["Page", "Squire"]
    assert state.zones.piles["necropolis"] == ["Tin Brute", "Bone Thrall"]
    things = state.zones.things
    assert {name: thing.controller for name, thing in things.items()} == {
        "Page.1": "ana",
        "Umbra, the Long Night.1": "ana",
        "Mire Giant.1": "",
        "Mudling.1": "",
        "Mudling.2": "",
    }
    assert things["Page.1"].owner == "bo"
    assert (things["Mire Giant.1"].damage, things["Mire Giant.1"].counters) == (2, 1)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ana: Mudlin", "no card is named Mudlin"),
        ("ana: discard Page+Squir", "no card is named Squir"),
        ("Page", "Page: expected a seat or table, a colon, what it has"),
        ("ana: night", "no card is named night"),
        ("ana: hand 99", "hand 99: ana has not so many cards"),
        ("table: magicka 3", "no card is named magicka 3"),
        ("table: Mudling damage", "no card is named Mudling damage"),
        ("table: Mudling damage two", "no card is named Mudling damage two"),
        ("ana: necromancer, werewolf", "no card is named necromancer"),
        ("table: arbiter", "no card is named arbiter"),
    ],
)
def test_what_the_line_of_a_table_says_amiss_is_named(line: str, says: str):
    with pytest.raises(CatalogError, match=says):
        lay(cards(), line)


@pytest.mark.parametrize(
    ("card", "told"),
    [("Levy Captain", "to summon costs you 1 less"), ("Storm Drake", "costs you 1 more")],
)
def test_what_a_cost_is_changed_by_is_more_or_less(card: str, told: str) -> None:
    assert any(told in effect_in_words(e, VOCABULARY) for e in cards().cards[card].effects)
