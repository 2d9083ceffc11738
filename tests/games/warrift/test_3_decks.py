"""Sections 1.1, 3.1 to 3.8 and 17.2: who plays, and with which decks and lists."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from events.common import Opening
from referee.catalog import CatalogError
from referee.games.warrift.places import LAYOUT
from tests.games.warrift.table import (
    CLASSES,
    GAME,
    MONSTERS,
    SEATS,
    SUPPORT,
    Match,
    begun,
    catalog,
    class_deck,
    opened,
    opening,
    starting_deck,
)

CARDS = catalog()


def match_of(first: Opening) -> Match:
    return Match(GAME, CARDS, first)


def bo_brings(
    deck: Mapping[str, int] | None = None,
    beside: Mapping[str, int] | None = None,
    choices: Mapping[str, str] | None = None,
) -> Match:
    """A match in which bo, the necromancer, brings another starting deck or class deck."""
    first = opening(choices=choices)
    ana, bo = first.seats
    if deck is not None:
        bo = replace(bo, deck=dict(deck))
    if beside is not None:
        bo = replace(bo, lists={"class": dict(beside)})
    return match_of(replace(first, seats=(ana, bo)))


def changed(deck: Mapping[str, int], **by: int) -> dict[str, int]:
    """A deck with so many more or fewer copies of cards."""
    counts = {name: deck.get(name, 0) + by.get(name, 0) for name in {**deck, **by}}
    return {name: count for name, count in counts.items() if count > 0}


def sided(*sides: str, choices: Mapping[str, str] | None = None) -> Match:
    """A match in which the players sit down for these sides, in their order."""
    first = opening(len(sides), choices=choices)
    seats = zip(first.seats, sides, strict=True)
    return match_of(replace(first, seats=tuple(replace(seat, side=side) for seat, side in seats)))


# -- players and teams ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("WR-1.1")
def test_wr_1_1_two_three_or_four_take_part(players: int):
    match = opened(players)
    assert match.state.seats == SEATS[:players]
    assert not match.state.allies


def test_wr_1_1_nobody_plays_alone_and_no_five():
    first = opening(4)
    match_of(replace(first, seats=first.seats[:1])).refused("WR-1.1", have=1)
    fifth = replace(first.seats[0], seat="eli")
    match_of(replace(first, seats=(*first.seats, fifth))).refused("WR-1.1", have=5)


@pytest.mark.parametrize(
    "sides",
    [
        ("red", "red"),
        ("red", "red", "blue"),
        ("red", "red", "red", "blue"),
        ("red",) * 4,
        ("red", "red", "", ""),
    ],
)
def test_wr_17_2_teams_are_two_of_two(sides: tuple[str, ...]):
    sided(*sides).refused("WR-17.2")


@pytest.mark.rule("WR-17.2")
def test_wr_17_2_four_players_may_be_two_teams():
    assert sided("red", "blue", "blue", "red").state.allies == {
        "ana": "red",
        "bo": "blue",
        "cy": "blue",
        "di": "red",
    }


def test_wr_17_2_a_side_of_ones_own_is_no_team():
    match = sided("red", "blue")
    assert match.replay.opened
    assert match.give("ana", points=29).wr.ending == 0


def test_wr_i_69_free_lets_teammates_sit_as_they_like():
    assert sided("red", "red", "blue", "blue").replay.opened


def test_wr_i_69_teammates_alternate_is_refused_where_they_sit_side_by_side():
    choices = {"WR-I 69": "teammates_alternate"}
    sided("red", "red", "blue", "blue", choices=choices).refused("WR-17.2", one="ana", two="bo")
    sided("red", "blue", "blue", "red", choices=choices).refused("WR-17.2")
    assert sided("red", "blue", "red", "blue", choices=choices).replay.opened


# -- names ---------------------------------------------------------------------------------------


def test_wr_2_1_a_number_that_was_never_given_is_refused():
    match = begun().play("ana eye-roll 0 0; ana step mid")
    match.put("ana", "Awarrior")
    match.put("", "Rat", "Wolf")
    match.refuse("ana attack Awarrior.7 Rat.1", "WR-2.1", card="Awarrior", number=7, last=1)
    match.refuse("ana attack A2.1 Rat.1", "WR-2.1", card="A2", number=1, last=0)


def test_wr_2_1_a_name_is_enough_where_only_one_bears_it():
    match = begun().play("ana eye-roll 0 0; ana step mid")
    match.put("ana", "A2")
    match.put("", "Rat", "Wolf")
    match.play("ana attack A2 Wolf; ana step end")
    assert "Wolf.1" not in match.wr.zones.things


def test_wr_2_1_of_several_it_is_asked_which():
    match = begun().play("ana eye-roll 0 0; ana step mid")
    match.put("ana", "A2")
    match.put("ana", "A2", again=1)
    match.put("", "Rat")
    match._log("ana attack A2 Rat")
    assert "which A2" in match.verdict.message  # type: ignore[union-attr]


def test_wr_2_1_of_several_that_are_alike_the_first_is_meant():
    match = begun().play("ana eye-roll 0 0; ana step mid")
    match.put("ana", "A2", "A2")
    match.put("", "Rat")
    match.play("ana attack A2 Rat")
    assert (match.thing("A2.1").attacks, match.thing("A2.2").attacks) == (1, 0)


@pytest.mark.parametrize(
    "line",
    ["ana selection A2 A2 A3 A4 Zebra", "ana selection A2 A2 A3 A4 W2"],
)
def test_wr_2_2_a_card_that_is_in_no_list_is_not_flipped(line: str):
    opened().refuse(line, "WR-2.2", card=line.split()[-1])


def test_wr_2_2_nor_played_nor_attacked():
    match = begun().play("ana eye-roll 0 0; ana step mid")
    match.refuse("ana play Zebra", "WR-2.2", card="Zebra")
    match.put("", "Rat")
    match.refuse("ana attack Zebra Rat", "WR-2.2", card="Zebra")


@pytest.mark.parametrize("where", ["deck", "class", "monsters", "support"])
def test_wr_2_2_a_list_names_cards_of_the_catalog(where: str):
    lists: dict[str, Any] = {"monsters": dict(MONSTERS), "support": dict(SUPPORT)}
    if where in lists:
        lists[where] = {**lists[where], "Huut1": 1}
        match = match_of(opening(lists=lists))
    elif where == "deck":
        match = bo_brings({**starting_deck("N"), "Huut1": 1})
    else:
        match = bo_brings(beside={**class_deck("N"), "Huut1": 1})
    found = match.refused("WR-2.2", card="Huut1")
    assert found.legal == "did you mean Hut1?"


def test_a_list_of_a_catalog_names_its_cards():
    with pytest.raises(CatalogError, match=r"lists.support: Huut1: .* did you mean Hut1\?"):
        catalog("[lists.support]\nHuut1 = 3")
    with pytest.raises(CatalogError, match="monstrs"):
        catalog("[lists.monstrs]\nRat = 3")


# -- classes and decks ---------------------------------------------------------------------------


@pytest.mark.rule("WR-3.1")
@pytest.mark.parametrize(("mark", "cls"), CLASSES.items())
def test_wr_3_1_the_decks_tell_the_class(mark: str, cls: str):
    first = opening(4)
    ana = first.seats["ANWG".index(mark)]
    others = [each for each in first.seats if each is not ana]
    match = match_of(replace(first, seats=(ana, *others)))
    assert match.wr.sides[ana.seat].cls == cls


def test_wr_3_1_nobody_takes_the_class_of_another():
    match = bo_brings(starting_deck("A"), class_deck("A"))
    found = match.refused("WR-3.1", cls="arbiter", one="ana", two="bo")
    assert found.legal == "another class: necromancer, werewolf, grandmaster"


@pytest.mark.parametrize(
    ("by", "facts"),
    [
        ({"Nmage": -1}, {"have": 4, "role": "mage"}),
        ({"Nwarrior": 1}, {"have": 6, "role": "warrior"}),
        ({"Nmage": -1, "Nwarrior": 1}, {"have": 4, "role": "mage"}),
        ({"Nmage": -1, "Amage": 1}, {"card": "Amage", "other": "arbiter"}),
        ({"Nmage": -1, "N2": 1}, {"card": "N2", "kind": "class card"}),
        ({"Nmage": -5, "Nwarrior": -5}, {"have": 0}),
    ],
)
def test_wr_3_2_the_starting_deck_has_five_mages_and_five_warriors(
    by: dict[str, int], facts: dict[str, Any]
):
    bo_brings(changed(starting_deck("N"), **by)).refused("WR-3.2", seat="bo", **facts)


@pytest.mark.parametrize(
    ("by", "facts"),
    [
        ({"N2": -1}, {"have": 19, "tier": "Tier 2"}),
        ({"N3": 1}, {"have": 13, "tier": "Tier 3"}),
        ({"N4": 1, "N5": -1}, {"have": 10, "tier": "Tier 4"}),
        ({"NL1": -1}, {"have": 2, "tier": "Legendary Tier"}),
        ({"N2": -1, "A2": 1}, {"card": "A2", "other": "arbiter"}),
        ({"N2": -1, "Nmage": 1}, {"card": "Nmage", "kind": "starting card"}),
        ({"N2": -1, "Rat": 1}, {"card": "Rat", "kind": "monster"}),
    ],
)
def test_wr_3_3_the_class_deck_has_so_many_of_each_tier(by: dict[str, int], facts: dict[str, Any]):
    bo_brings(beside=changed(class_deck("N"), **by)).refused("WR-3.3", seat="bo", **facts)


def test_wr_3_3_there_has_to_be_one():
    first = opening()
    ana, bo = first.seats
    match_of(replace(first, seats=(ana, replace(bo, lists={})))).refused("WR-3.3", have=0)


def test_wr_3_4_the_legendaries_of_a_class_differ():
    bo_brings(beside=changed(class_deck("N"), NL1=1, NL2=-1)).refused("WR-3.4", have=2, card="NL1")


@pytest.mark.rule("WR-3.5")
def test_wr_3_5_copies_of_other_tiers_are_unlimited():
    deck = {"N2": 1, "NA": 19, "N3": 12, "N4": 9, "N5": 6, "NL1": 1, "NL2": 1, "NL3": 1}
    assert bo_brings(beside=deck).replay.opened


def with_lists(choices: Mapping[str, str] | None = None, **by: int) -> Match:
    """A match with other lists of the table: so many more or fewer copies."""
    lists = {
        name: changed(cards, **{card: n for card, n in by.items() if card in cards})
        for name, cards in (("monsters", MONSTERS), ("support", SUPPORT))
    }
    return match_of(opening(lists=lists, choices=choices))


@pytest.mark.parametrize(
    ("by", "facts"),
    [
        ({"Rat": -1}, {"have": 23, "tier": "Tier 1"}),
        ({"Wolf": 1, "Ogre": -1}, {"have": 19, "tier": "Tier 2"}),
        ({"Dragon1": -1}, {"have": 5, "tier": "Legendary Tier"}),
        ({"Dragon1": -1, "Dragon2": 1}, {"have": 2, "card": "Dragon2"}),
    ],
)
def test_wr_3_6_the_monster_deck_has_so_many_of_each_tier(
    by: dict[str, int], facts: dict[str, Any]
):
    with_lists(**by).refused("WR-3.6", **facts)


def test_wr_3_6_only_monsters_are_in_it():
    monsters = changed(MONSTERS, Rat=-1, Hand1=1)
    match = match_of(opening(lists={"monsters": monsters, "support": SUPPORT}))
    match.refused("WR-3.6", card="Hand1", kind="mercenary")


def test_wr_3_6_an_opening_without_the_list_is_refused():
    match_of(opening(lists={"support": SUPPORT})).refused("WR-3.6", have=0)


def test_wr_3_6_within_a_tier_any_will_do():
    extra = '[[monsters]]\nname = "Mouse"\ntier = 1\nhealth = 1'
    monsters = changed(MONSTERS, Rat=-23, Mouse=23)
    match = opened(extra=extra, lists={"monsters": monsters, "support": SUPPORT})
    assert LAYOUT.counted(match.t)["Mouse"] == 23


@pytest.mark.parametrize(
    ("by", "facts"),
    [
        ({"Hand1": -1}, {"have": 10, "what": "mercenaries", "tier": "Tier 1"}),
        ({"Hut3": 1}, {"have": 6, "what": "strongholds", "tier": "Tier 3"}),
        ({"Hand2": -1, "Hut2": 1}, {"have": 7, "what": "mercenaries"}),
        ({"HandL1": -1, "HandL2": 1}, {"have": 2, "card": "HandL2"}),
    ],
)
def test_wr_3_7_the_support_deck_has_so_many_of_each_kind(
    by: dict[str, int], facts: dict[str, Any]
):
    with_lists(**by).refused("WR-3.7", **facts)


def test_wr_3_7_no_monsters_are_in_it():
    support = changed(SUPPORT, Hut1=-1, Rat=1)
    match = match_of(opening(lists={"monsters": MONSTERS, "support": support}))
    match.refused("WR-3.7", card="Rat", kind="monster")


@pytest.mark.rule("WR-2.3")
def test_wr_2_3_sixty_cards_of_each():
    counts = LAYOUT.counted(opened(4).t)
    kinds: Counter[str] = Counter()
    for name, count in counts.items():
        card = CARDS.cards[name]
        kinds[getattr(card, "cls", "monster" if card.kind == "monster" else "support")] += count
    assert kinds == {**dict.fromkeys(CLASSES.values(), 60), "monster": 60, "support": 60}


@pytest.mark.rule("WR-3.8", "WR-3.9")
def test_wr_3_8_every_deck_is_a_pool_of_its_own():
    hidden = opened().wr.zones.hidden
    assert hidden.candidates("ana.class")["A2"] == 16
    assert hidden.candidates("ana.hand") == hidden.candidates("ana.primary")
    assert set(hidden.candidates("eye")) == set(MONSTERS)
    assert set(hidden.candidates("support")) == set(SUPPORT)


def test_wr_3_9_five_cards_are_the_hand_and_five_the_primary_deck():
    hidden = opened(3).wr.zones.hidden
    assert {(hidden.size(f"{s}.hand"), hidden.size(f"{s}.primary")) for s in SEATS[:3]} == {(5, 5)}
    assert {hidden.size(f"{s}.class") for s in SEATS[:3]} == {50}


# -- readings ------------------------------------------------------------------------------------


def test_wr_i_12_own_class_creatures_keeps_starting_cards_to_their_class():
    bo_brings(changed(starting_deck("N"), Nmage=-2, Wmage=2)).refused("WR-3.2", card="Wmage")


def test_wr_i_12_classless_takes_the_class_from_the_class_deck():
    choices = {"WR-I 12": "classless"}
    match = bo_brings(changed(starting_deck("A"), Amage=-2, Wmage=2), choices=choices)
    assert match.wr.sides["bo"].cls == "necromancer"
    bo_brings(changed(starting_deck("A"), Amage=-2), choices=choices).refused("WR-3.2", have=3)


@pytest.mark.parametrize(
    ("reading", "where"), [("own_class_creatures", "bo"), ("classless", "ana")]
)
def test_wr_i_12_a_starting_card_goes_to_the_pile_of_its_class_or_of_who_played_it(
    reading: str, where: str
):
    match = begun(choices={"WR-I 12": reading}).play("ana eye-roll 0 0; ana step mid")
    match.hold("ana", "Nmage").play("ana play Nmage; ana step end")
    assert match.wr.zones.piles[f"{where}.discard"] == ["Nmage"]


def test_wr_i_13_exact_counts_binds_the_class_deck():
    bo_brings(beside=changed(class_deck("N"), N2=3)).refused("WR-3.3", have=23)


def test_wr_i_13_all_owned_binds_only_its_class_and_its_legendaries():
    choices = {"WR-I 13": "all_owned"}
    match = bo_brings(beside={"N2": 3, "NL1": 1}, choices=choices)
    match.refuse("bo selection N2 N2 N2 NL1 N2", "WR-3.11", have=5)
    match.play("bo selection N2 NL1 N2 N2")
    bo_brings(beside={"N2": 3, "NL1": 2}, choices=choices).refused("WR-3.4", have=2)
    bo_brings(beside={"N2": 3, "A2": 2}, choices=choices).refused("WR-3.3", card="A2")
    bo_brings(beside={}, choices=choices).refused("WR-3.3")


def test_wr_i_14_same_kind_keeps_mercenaries_and_strongholds_apart():
    with_lists(Hand1=-1, Hut1=1).refused("WR-3.7", have=10)


def test_wr_i_14_any_kind_counts_both_together():
    choices = {"WR-I 14": "any_kind"}
    assert with_lists(choices, Hand1=-1, Hut1=1).replay.opened
    with_lists(choices, Hand1=-1).refused("WR-3.7", have=21, tier="Tier 1")
    with_lists(choices, HutL1=1, HandL1=-1).refused("WR-3.7", have=2, card="HutL1")


# -- what is agreed ------------------------------------------------------------------------------


def agreeing(choices: Mapping[str, str] | None = None, **options: str) -> Match:
    first = opening(choices=choices)
    return match_of(replace(first, options={**first.options, **options}))


@pytest.mark.parametrize(
    ("difficulty", "limit"),
    [
        ("you-suck-at-deckbuilders", 18),
        ("easy", 15),
        ("normal", 12),
        ("hard", 9),
        ("insane", 6),
        ("rekt", 3),
        ("9", 9),
    ],
)
@pytest.mark.rule("WR-3.16")
def test_wr_3_16_the_difficulty_is_the_limit(difficulty: str, limit: int):
    assert agreeing(difficulty=difficulty).wr.limit == limit


@pytest.mark.parametrize("players", [2, 4])
def test_wr_3_16_normal_is_usual_for_any_number_of_players(players: int):
    assert opened(players).wr.limit == 12


@pytest.mark.parametrize("difficulty", ["10", "brutal", "-3"])
def test_wr_3_16_no_other_number_is_provided(difficulty: str):
    found = agreeing(difficulty=difficulty).refused("WR-3.16", option=difficulty)
    assert found.legal.startswith("one of normal, easy, you-suck-at-deckbuilders, hard")


@pytest.mark.rule("WR-16.1")
@pytest.mark.parametrize(("retain", "cost"), [("none", 0), ("1", 1), ("2", 2), ("3", 3)])
def test_wr_16_1_what_it_costs_to_retain_is_agreed(retain: str, cost: int):
    assert agreeing(retain=retain).wr.retain == cost


def test_wr_16_1_no_other_cost_is_provided():
    agreeing(retain="4").refused("WR-16.1", option="4")


@pytest.mark.parametrize(
    ("reading", "faces"), [("whole_0_to_6", range(7)), ("one_to_six", range(1, 7))]
)
def test_wr_i_20_a_die_shows_what_the_reading_says(reading: str, faces: range):
    choices = {"WR-I 20": reading}
    assert agreeing(choices).wr.faces == tuple(faces)
    agreeing(choices, faces="0,1,2,3,4,5").refused("WR-5.2", reading=reading)


def test_wr_i_20_declared_takes_the_six_faces_from_the_opening():
    choices = {"WR-I 20": "declared"}
    assert agreeing(choices, faces="0, 0,1,1,2,3").wr.faces == (0, 0, 1, 1, 2, 3)
    undeclared = agreeing(choices).refused("WR-5.2")
    assert undeclared.message.startswith("the faces of the die are not declared")
    for faces in ("0,1,2", "0,1,2,3,4,x", "0,1,2,3,4,-1", ""):
        agreeing(choices, faces=faces).refused("WR-5.2", faces=faces)


def test_every_way_to_agree_opens():
    for difficulty, retain in product(("normal", "easy", "hard"), ("none", "1", "2", "3")):
        assert agreeing(difficulty=difficulty, retain=retain).replay.opened
