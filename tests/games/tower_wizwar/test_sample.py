"""The shipped cards of Tower-WizWar: legal decks of the three spellbooks, and effects of every
kind."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from events.common import Seating
from events.notation import write
from events.outcome import Nothing, Other
from events.tower_wizwar import Did, Place
from referee.catalog import (
    CatalogError,
    DeckFile,
    examples_beside,
    read_catalog,
    read_deck,
)
from referee.games.registry import game_of
from referee.games.tower_wizwar.catalog import TRIGGERS, Cards, Keyword, Permission
from referee.games.tower_wizwar.decks import deck_faults
from referee.games.tower_wizwar.effects.example_tables import lay
from referee.games.tower_wizwar.effects.played_catalog import EFFECTS, Catalogue
from referee.games.tower_wizwar.effects.rights import ABOVE_ALL
from referee.games.tower_wizwar.effects.vocabulary import VOCABULARY
from referee.parts.effects import Effect, effect_in_words
from referee.parts.effects.author_report import judged
from referee.parts.effects.examples import Example, coverage, without_examples
from referee.parts.effects.schema import Listen, Reckon, word_of
from tests.games.effects import steps_of, within
from tests.games.tower_wizwar.table import Match, opening

GAME = game_of("tower_wizwar")
(PATH,) = GAME.sample_catalogs()
TEXT = PATH.read_text(encoding="utf-8")
DECKS = [read_deck(path.read_text(encoding="utf-8"), path.name) for path in GAME.sample_decks()]
BOOKS = {
    "preacher": ("Scrolls of the Blind Preacher", "earth", "sun"),
    "dream-storm": ("Records of the Dream Storm", "water", "moon"),
    "wildfire": ("Journals of the Distant Wildfire", "fire", "comet"),
}
SHORTEST = 3
"""By how many letters every card may be typed."""


@cache
def cards() -> Cards:
    return read_catalog(TEXT, Catalogue, PATH.name)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_tw_2_1_to_3_3_a_deck_file_holds_a_legal_deck_and_its_towers(deck: DeckFile):
    registered = Seating("ana", "Ana", deck.cards, lists=deck.lists)
    assert deck_faults(cards(), registered, GAME.rulebook.usual()) == []


def test_tw_2_12_there_is_a_deck_of_each_spellbook_with_its_element_and_sign():
    books = {(book.name, book.element, book.sign) for book in cards().spellbooks}
    assert books == set(BOOKS.values())
    assert {(deck.game, deck.catalog) for deck in DECKS} == {("tower_wizwar", cards().name)}
    assert {deck.name for deck in DECKS} == set(BOOKS)
    for deck in DECKS:
        known = [cards().cards[name] for name in (*deck.cards, *deck.lists["towers"])]
        book, element, sign = BOOKS[deck.name]
        assert {getattr(card, "spellbook", book) for card in known} == {book}
        assert {card.element for card in known} == {element}
        assert {card.sign for card in known if card.kind == "celestial"} == {sign}


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_every_kind_of_card_is_in_every_deck(deck: DeckFile):
    kinds = {cards().cards[name].kind for name in (*deck.cards, *deck.lists["towers"])}
    of_creatures, others = ("minion", "monster", "demigod"), ("celestial", "orbital", "tower")
    assert kinds == {*of_creatures, *others, "ritual", "implement", "artifact", "locus"}


def test_every_card_is_in_a_deck():
    assert {
        name for deck in DECKS for name in (*deck.cards, *deck.lists["towers"])
    } == cards().names


def test_every_card_is_told_from_the_others_by_its_first_letters():
    first = Counter(name[:SHORTEST].casefold() for name in cards().names)
    assert {start for start, count in first.items() if count > 1} == set()


def test_every_keyword_and_every_permission_is_on_a_card():
    assert {word for card in cards().all() for word in card.keywords} == set(get_args(Keyword))
    assert {word for card in cards().all() for word in card.allows} == {
        *("block", "overlay", "spot", "unexpended")
    }


# -- what the effects are ----------------------------------------------------------------------


def told() -> dict[str, tuple[Effect, ...]]:
    return {card.name: card.all_effects for card in cards().all() if card.all_effects}


def every() -> list[Effect]:
    return [effect for several in told().values() for effect in several]


def steps() -> Iterator[Any]:
    return steps_of(every())


def of(word: str) -> list[Any]:
    return [step for step in steps() if word_of(type(step)) == word]


def test_every_primitive_of_the_table_of_tw_19_is_in_an_effect():
    outcomes = {word_of(each) for each in get_args(Did) if each not in (Other, Nothing)}
    assert {word_of(type(step)) for step in steps()} == outcomes


def test_every_trigger_of_tw_19_1_sets_an_effect_off():
    whens = {effect.when for effect in every() if isinstance(effect.when, str)}
    assert whens == set(TRIGGERS)


def test_cards_and_wizards_are_listened_to():
    heard = {effect.when.on for effect in every() if isinstance(effect.when, Listen)}
    assert heard >= {"attacked", "attacks", "blocks", "casts", "damaged", "harmed", "leaves"}
    assert heard >= {"wounded", "turn begins", "turn ends"}


def test_at_least_sixty_effects_are_different():
    different = {msgspec.json.encode(msgspec.structs.replace(each, name="")) for each in every()}
    assert len(different) >= 60


def test_every_way_of_telling_an_effect_is_there():
    effects = every()
    assert any(effect.may for effect in effects)
    assert {effect.per for effect in effects if effect.uses} == {"turn", "game"}
    assert any(effect.x is not None for effect in effects)
    assert any(effect.tests for effect in effects)
    assert {effect.by for effect in effects if effect.modes} == {"you", "opponent"}
    assert any(mode.tests for effect in effects for mode in effect.modes)
    assert [effect.text_alone for effect in effects].count(True) == 1
    assert [effect.rest for effect in effects].count(True) == 1
    each = {step.each for step in steps() if isinstance(step.each, str)}
    assert each == {"opponent", "player"}
    assert any(step.tests for step in steps()) and any(step.may for step in steps())
    reckoned = [each for effect in effects for each in within(effect) if isinstance(each, Reckon)]
    assert any(each.last for each in reckoned) and any(each.ask for each in reckoned)


def test_effects_are_paid_for_with_mana_with_coins_by_expending_and_by_what_is_lost():
    costs = {
        word_of(type(step))
        for effect in every()
        for step in (*effect.cost, *(one for mode in effect.modes for one in mode.cost))
    }
    assert costs == {"mana", "coins", "expend", "destroy", "discard"}


def test_what_lasts_changes_figures_and_costs_grants_permits_and_forbids():
    changes = [change for effect in every() for change in effect.change]
    assert {change.layer for change in changes} == {"add", "grant", "permit", "forbid"}
    added = {change.what for change in changes if change.layer == "add"}
    assert added == {"power", "might", "cast", "activate"}
    assert {step.until for step in of("modify")} == {"attack", "turn"}
    assert {step.what for step in of("modify")} == {"power", "might", "cast"}


def test_coins_come_by_draft_cards_and_by_colour_and_cards_from_every_place():
    assert {bool(step.colour) for step in of("coin")} == {True, False}
    places = {step.place for word in ("discard", "take", "pass", "draw") for step in of(word)}
    goals = {step.to for word in ("take", "pass", "put", "add") for step in of(word)}
    assert {*places, *goals} - {None} == set(get_args(Place)) - {"front", "towers"}


def test_tw_1_6_no_text_allows_what_stands_above_all_cards():
    asked = {change.what for effect in every() for change in effect.change}
    asked |= {step.what for step in of("allow")}
    assert asked & set(get_args(Permission)) & set(ABOVE_ALL) == set()
    assert asked & set(get_args(Permission))


def test_every_effect_has_examples_which_are_as_they_say():
    examples = examples_beside(TEXT, Example, PATH.name)
    own = {(example.card, example.effect) for example in examples}
    assert own <= {(card, effect.name) for card, several in told().items() for effect in several}
    assert without_examples(told(), examples) == []
    found = judged(EFFECTS, cards(), examples, GAME.all_names)
    assert (found.faults, found.warnings) == ([], [])
    assert found.lines > 300


def test_what_a_deck_leaves_untold_are_single_texts():
    untold = {
        deck.name: coverage({card.name: card.all_effects for card in cards().all()}, deck.cards)
        for deck in DECKS
    }
    assert {name: found.untold for name, found in untold.items()} == {
        "preacher": (),
        "dream-storm": (),
        "wildfire": ("Poker",),
    }


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("Almsbearer", "on cast: a coin on this card"),
        ("Walled Orchard", "when your turn begins (ripen): a bronze coin on this card"),
        ("Straw Brim", "orbital: a creature that is not guardian of yours is guardian"),
        ("Soot Ranger", "power of this card changes by 1 until the end of the attack"),
        ("Wick Crown", "orbital: allowed for you: attack until the end of the turn"),
        ("Noon Patriarch", "pays you pay 2 mana; expend this card]: 1 harm on an opponent"),
        ("Vulkara", "on cast: for each opponent: 1 wound on them"),
    ],
)
def test_an_effect_is_read_back_in_words(card: str, said: str):
    assert said in effect_in_words(cards().cards[card].effects[0], VOCABULARY)


# -- the tables of examples --------------------------------------------------------------------


def test_a_cast_may_wait_on_the_table_of_an_example():
    t = lay(cards(), "ana: Nacre Sphinx; bo: casts Furrow Ox, F2 Almsbearer harm 1 gold 2")
    (casting,) = t.state.waiting.stack
    assert (casting.seat, casting.source) == ("bo", "Furrow Ox.1")
    assert t.state.sides["bo"].map == {"F2": ["Almsbearer.1"]}
    found = t.state.zones.things["Almsbearer.1"]
    assert (found.harm, found.tokens) == (1, {"gold": 2})
    with pytest.raises(CatalogError, match="no card is named Furrow"):
        lay(cards(), "bo: casts Furrow")
    with pytest.raises(CatalogError, match="no card is named Furrow"):
        lay(cards(), "bo: discard Almsbearer+Furrow")


def test_a_card_on_the_table_of_an_example_lies_in_the_first_spot_for_its_kind():
    t = lay(cards(), "ana: Wick Crown, Shepherd Bell, Almsbearer, Furrow Ox")
    assert list(t.state.sides["ana"].map) == ["J1", "S1", "F1", "F2"]


# -- what the shipped cards do -----------------------------------------------------------------


def played(phase: str = "cast") -> Match:
    """In ana's turn: the preacher against the storm, hands of six, pools of six."""
    seats = dict(zip(("ana", "bo"), ("preacher", "dream-storm"), strict=True))
    by_name = {deck.name: deck for deck in DECKS}
    decks = {seat: by_name[name].cards for seat, name in seats.items()}
    towers = {seat: by_name[name].lists["towers"] for seat, name in seats.items()}
    match = Match(GAME, cards(), opening(cards=cards(), decks=decks, towers=towers))
    for seat in seats:
        side = match.tw.sides[seat]
        side.entered = side.begun = True
        match.unseen(seat, "hand", 6).unseen(seat, "pool", 6)
    return match.at(phase)


def test_tw_19_1_what_a_card_does_on_being_cast_is_said_with_it_or_after_it():
    match = played().play('ana cast Almsbearer F1 coin:5 mana="Hymn Golem"')
    match.play('ana cast Almsbearer F2 mana="Yew Cloister"')
    match.play("ana effect Almsbearer.2 coin:1")
    assert match.thing("Almsbearer.1").tokens == {"gold": 1}
    assert match.thing("Almsbearer.2").tokens == {"bronze": 1}


def test_tw_12_2_a_guest_makes_the_casts_of_others_dearer():
    match = played()
    match.put("bo", "F1", "Wakeless Guest")
    match.refuse('ana cast "Furrow Ox" F1 unnamed=3', "TW-4.8")
    match.play('ana cast "Furrow Ox" F1 unnamed=4')


def test_tw_19_3_an_activation_costs_mana_and_moves_the_drain():
    match = played()
    source = match.put("ana", "F1", "Noon Patriarch")
    match.play(f'ana effect "{source}" unnamed=2')
    assert (match.side("bo").harm, match.side("ana").drain) == (1, 1)
    match.refuse(f'ana effect "{source}" unnamed=2', "TW-8.2")


def test_tw_19_12_a_cast_is_cancelled_by_the_sphinx():
    match = played()
    match.put("bo", "F1", "Nacre Sphinx")
    match.play('ana cast "Furrow Ox" F1 unnamed=3')
    match.play("bo effect bo.F1 cancel:cast unnamed=2")
    assert match.tw.sides["ana"].map == {}
    assert match.tw.zones.piles["ana.discard"] == ["Furrow Ox"]


@pytest.mark.parametrize("line", ["set s s s s o", "set s s o s c"])
def test_nothing_is_said_of_spellbooks_where_a_deck_has_one(line: str):
    seats = ("ana", "bo")
    decks = {seat: deck.cards for seat, deck in zip(seats, DECKS, strict=False)}
    towers = {seat: deck.lists["towers"] for seat, deck in zip(seats, DECKS, strict=False)}
    opened = opening(cards=cards(), decks=decks, towers=towers, backs="spellbooks")
    match = Match(GAME, cards(), opened).play(line)
    assert "books" not in write(match.replay.events[-1], GAME.codec)
