"""Drawing, searching, chance (section 22)."""

from random import Random

import pytest

from events.notation import read, write
from referee.games.grand_archive.facts import Glimpsed
from referee.games.grand_archive.state import Triggered
from referee.parts.layered import known_top
from referee.replay.simulate import event_of
from referee.verdict import Incomplete, Legal, applied
from tests.games.grand_archive.table import DECK, Match, action, turn


def herb(name: str) -> str:
    """An ingredient token."""
    return f"""
[[cards]]
name = "{name}"
types = ["item"]
supertypes = ["token"]
subtypes = ["herb"]
deck = "none"
"""


CARDS = (
    action("Three", '{ do = "draw", count = 3 }')
    + action("Muse", '{ do = "draw", count = 2, place = "memory" }')
    + action("Hunt", '{ do = "fetch", cards = { what = { is = "ally" } } }')
    + action("Trifle", '{ do = "fetch", cards = { what = { with = { "reserve cost" = 0 } } } }')
    + action(
        "Bargain", '{ do = "fetch", cards = { what = { with = { "reserve cost" = [0, 2] } } } }'
    )
    + """
[[cards]]
name = "Blaze"
types = ["action"]
reserve = "X"
speed = "fast"

[[cards]]
name = "Gift"
types = ["action"]
reserve = 0
speed = "fast"
"""
    + action("Take", '{ do = "fetch", cards = { count = 1 } }')
    + action("Dig", '{ do = "fetch", cards = { what = { is = "ally" } }, place = "graveyard" }')
    + action("Roll", '{ do = "random", faces = 4 }')
    + action("Gatherer", '{ do = "gather" }')
    + action("Forge", '{ do = "generate", cards = { what = { named = "A1" } } }')
    + action("Store", '{ do = "reserve", count = 2 }')
    + action("Look", '{ do = "glimpse", count = 2 }')
    + action("Rummage", '{ do = "scavenge", count = 3, kind = "ally" }')
    + herb("Fraysia")
    + herb("Silvershine")
    + """
[[cards]]
name = "Scribe"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "writes"
when = { on = "draws", seat = "you" }
steps = [{ do = "recover", amount = 1 }]
"""
)

SPELLS = (
    "Three",
    "Muse",
    "Hunt",
    "Take",
    "Dig",
    "Roll",
    "Gatherer",
    "Forge",
    "Store",
    "Look",
    "Rummage",
)


def table(edition: str = "R25") -> Match:
    """Ana's main phase; ana holds all of the actions."""
    return turn(extra=CARDS, edition=edition).hold("ana", *SPELLS)


def cast(m: Match, name: str, said: str = "") -> Match:
    """An action takes effect."""
    return m.play(f"ana activate {name}; ana resolve {said}".strip())


def test_ga_22_1_a_draw_takes_cards_off_the_main_deck() -> None:
    m = table()
    deck, hand = m.size("ana", "deck"), m.size("ana", "hand")
    cast(m, "Three")
    assert (m.size("ana", "deck"), m.size("ana", "hand")) == (deck - 3, hand - 1 + 3)
    memory = m.size("ana", "memory")
    cast(m, "Muse")
    assert m.size("ana", "memory") == memory + 2


def test_ga_22_1_nobody_draws_what_nothing_gives() -> None:
    table().refuse("ana act draw:2", "GA-22.1")


@pytest.mark.rule("GA-22.2")
def test_ga_22_2_what_each_draw_triggers_waits_for_the_last_card() -> None:
    m = table()
    m.put("ana", "Scribe")
    hand = m.size("ana", "hand")
    cast(m, "Three")
    assert m.size("ana", "hand") == hand - 1 + 3
    assert [type(each) for each in m.ga.waiting.stack] == [Triggered] * 3


@pytest.mark.rule("GA-22.3")
def test_ga_22_3_a_card_taken_from_the_deck_is_not_drawn() -> None:
    m = table()
    m.put("ana", "Scribe")
    cast(m, "Hunt", "fetch:A1")
    assert not m.ga.waiting.stack


@pytest.mark.rule("GA-22.4")
def test_ga_22_4_a_draw_from_an_empty_deck_loses_and_an_empty_deck_does_not() -> None:
    m = table()
    m.unseen("ana", "memory", m.size("ana", "deck") - 3)
    cast(m, "Three")
    assert m.size("ana", "deck") == 0
    assert not m.ga.over
    cast(m, "Muse")
    assert m.ga.over
    assert m.side("ana").lost


def test_ga_22_5_no_more_goes_to_the_bottom_than_was_seen() -> None:
    m = table().play("ana activate Look")
    m.refuse("ana resolve glimpse:2:3", "GA-22.5")


@pytest.mark.rule("GA-22.5")
def test_ga_22_5_what_was_seen_goes_back_to_the_top_and_the_bottom() -> None:
    m = table()
    deck = m.size("ana", "deck")
    cast(m, "Look", "glimpse:2:1")
    seen = m.one(Glimpsed)
    assert (seen.count, seen.bottom, m.size("ana", "deck")) == (2, 1, deck)


def test_ga_22_6_a_search_for_a_property_may_fail_by_choice() -> None:
    m = cast(table().hold("ana", "Hunt"), "Hunt", "none")
    assert isinstance(m.verdict, Legal)
    cast(m, "Hunt", "fetch:A1")
    assert m.size("ana", "graveyard") == 2


def test_ga_2_37_a_search_for_cost_0_finds_no_x_and_one_up_to_a_cost_does() -> None:
    for name, x in (("Trifle", False), ("Bargain", True)):
        for edition in ("R25", "R26"):
            m = turn(extra=CARDS, edition=edition, decks={"ana": {**DECK, "Blaze": 2, "Gift": 2}})
            m.hold("ana", name).play(f"ana activate {name}")
            if edition == "R26" and not x:
                m.refuse("ana resolve fetch:Blaze", "GA-2.37")
                m.play("ana resolve fetch:Gift")
            else:
                m.play("ana resolve fetch:Blaze")


def test_ga_22_6_a_search_for_any_card_takes_one() -> None:
    m = table().play("ana activate Take")
    m.refuse("ana resolve none", "GA-22.6")
    m.play("ana resolve fetch:Bolt1")


def test_ga_22_6_a_search_among_open_cards_takes_what_fits() -> None:
    m = table().lay("ana", "graveyard", "A1", "A2").play("ana activate Dig")
    m.refuse("ana resolve none", "GA-22.6")
    m.play("ana resolve fetch:A2:graveyard")
    assert m.size("ana", "graveyard") == 2


@pytest.mark.rule("GA-22.7")
def test_ga_22_7_a_search_that_finds_nothing_resolves() -> None:
    m = cast(table(), "Dig")
    assert not m.ga.waiting.stack
    assert m.size("ana", "graveyard") == 1


def test_ga_22_8_chance_has_the_faces_that_it_has() -> None:
    m = table().play("ana activate Roll")
    m.refuse("ana resolve random:0", "GA-22.8")
    m.refuse("ana resolve random:5", "GA-22.8")
    m.play("ana resolve random:4")


def test_ga_22_10_only_an_ingredient_is_gathered() -> None:
    m = table().play("ana activate Gatherer")
    m.refuse("ana resolve gather:Imp", "GA-22.10")
    m.play("ana resolve gather:Fraysia")
    assert m.thing("Fraysia.1").token


@pytest.mark.rule("GA-22.10")
def test_ga_22_10_a_card_is_generated_to_the_hand_and_cards_are_reserved_unseen() -> None:
    m = table()
    hand, memory = m.size("ana", "hand"), m.size("ana", "memory")
    cast(m, "Forge")
    assert m.size("ana", "hand") == hand
    assert m.ga.zones.generated == {"A1": 1}
    cast(m, "Store")
    assert (m.size("ana", "hand"), m.size("ana", "memory")) == (hand - 3, memory + 2)


def test_ga_22_12_scavenging_ends_with_the_first_card_that_fits() -> None:
    m = table("R26").play("ana activate Rummage")
    m.refuse("ana resolve scavenge:Bolt1", "GA-22.12")
    m.refuse("ana resolve scavenge:A1+Bolt1", "GA-22.12")
    m.refuse("ana resolve scavenge:Bolt1+Bolt1+Bolt2+A1", "GA-22.12")
    m.play("ana resolve scavenge:Bolt1+A1")


@pytest.mark.rule("GA-22.12")
def test_ga_22_12_what_fits_goes_to_hand_and_the_rest_to_the_bottom() -> None:
    m = table("R26")
    hand, deck = m.size("ana", "hand"), m.size("ana", "deck")
    cast(m, "Rummage", "scavenge:Bolt1+A1")
    assert (m.size("ana", "hand"), m.size("ana", "deck")) == (hand, deck - 1)
    m = table("R26")
    cast(m, "Rummage", "scavenge:Bolt1+Bolt2+Bolt1")
    assert (m.size("ana", "hand"), m.size("ana", "deck")) == (hand - 1, deck)


SEEK = action(
    "Seek",
    '{ do = "reveal", place = "deck", cards = { count = [1, 99], until = { is = "unique" } } }, '
    '{ do = "fetch", cards = "found", place = "deck", to = "hand" }, '
    '{ do = "fetch", cards = "rest", place = "deck", to = "deck", where = "bottom" }',
) + action("Grind", '{ do = "mill", cards = { count = 1 } }')


def test_ga_22_12_nobody_sees_in_which_order_the_rest_goes_to_the_bottom() -> None:
    m = turn(extra=SEEK).hold("ana", "Seek", "Grind", "Seek")
    m.unseen("ana", "facedown", m.size("ana", "deck") - 3)
    m.play("ana activate Seek; ana resolve reveal:A1+A2+King4:deck")
    m.play("ana activate Grind; ana resolve mill:A2; ana activate Seek; ana resolve reveal:A1:deck")
    m.refuse("ana activate Grind did=mill:A2", "GA-25.7")


@pytest.mark.rule("GA-22.12")
def test_ga_22_12_a_deck_of_which_no_card_fits_is_shown_whole_and_layer_by_layer() -> None:
    m = turn(extra=SEEK, decks={"ana": {"A1": 58, "A2": 1, "King4": 1}}, format="casual")
    m.hold("ana", "Seek", "Seek").play("ana activate Seek; ana resolve reveal:A2+A1+King4:deck")
    m.unseen("ana", "facedown", m.size("ana", "deck") - 4)
    m.ga.zones.hidden.put_on_bottom("ana.deck.1", ["A4", "A3"])
    m.play("ana activate Seek")
    (option,) = (each for each in m.game.options(m.t) if each.verb == "resolve")
    assert "you show 1 to 99 cards, until one is unique or none is left of the deck" in option.hint
    lines = {write(event_of(m.game, option, Random(i)), m.game.codec) for i in range(5)}
    assert len(lines) > 1
    for line in lines:
        assert applied(m.replay.would(read(line, m.game.codec))), line
    asked = m.replay.would(read("ana resolve", m.game.codec))
    assert isinstance(asked, Incomplete)
    assert asked.choices["did"] == ("reveal:A1+A1+A1+A2+A4+A3:deck:ana",)
    m.refuse("ana resolve reveal:A1+A1+A2+A1+A4:deck", "GA-1.6")
    m.refuse("ana resolve reveal:A2+A1+A1+A1+A4+A3:deck", "GA-25.7")
    m.play("ana resolve reveal:A1+A1+A2+A1+A4+A3:deck")
    assert m.size("ana", "deck") == 6


def test_what_lies_on_top_is_known_where_the_whole_order_of_a_deck_is() -> None:
    m = turn(extra=SEEK)
    m.unseen("ana", "facedown", m.size("ana", "deck"))
    m.ga.zones.hidden.put_on_bottom("ana.deck", ["A1", "A2"])
    assert known_top(m.ga.zones, "ana.deck") == ["A1", "A2"]
    m.hold("ana", "Seek").play("ana activate Seek; ana resolve")
    assert known_top(m.ga.zones, "ana.deck") == []


SIFT = action("Sift", '{ do = "pass", place = "deck", to = "deck", where = "bottom" }')


@pytest.mark.rule("GA-25.7")
def test_ga_25_7_a_card_from_the_top_to_the_bottom_leaves_the_next_on_top() -> None:
    m = turn(extra=SIFT).hold("ana", "Sift")
    m.unseen("ana", "facedown", m.size("ana", "deck"))
    m.ga.zones.hidden.put_on_bottom("ana.deck", ["A1", "A2", "A3"])
    m.play("ana activate Sift; ana resolve")
    assert known_top(m.ga.zones, "ana.deck") == ["A2", "A3"]


OTHERWISE = """
[[cards]]
name = "Otherwise"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "always"
text = "What is shown may lie elsewhere."
touches = ["reveal"]
"""


@pytest.mark.rule("GA-25.7")
def test_ga_25_7_no_card_is_shown_of_a_lineage_whatever_a_text_may_allow() -> None:
    two = action("Two", '{ do = "reveal", place = "deck", cards = { count = 2 } }')
    m = turn(extra=two + OTHERWISE).hold("ana", "Two")
    m.put("ana", "Otherwise")
    m.play("ana activate Two")
    m.refuse("ana resolve reveal:A1:lineage", "GA-25.7", card="A1", place="lineage")
