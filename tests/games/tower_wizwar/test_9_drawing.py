"""Sections 9 and 2.13: draws by their backs, with new decks in between, up to the last card."""

import pytest

from referee.fact import CardsDrawn, DeckRebuilt
from referee.verdict import Incomplete, Legal
from tests.games.tower_wizwar.effects import card
from tests.games.tower_wizwar.table import Match, opened, turn

LATE = {"TW-I 5": "when_a_draw_needs_it"}


def short(
    spells: int, celestials: int = 0, orbitals: int = 0, discard: str = "", **more: object
) -> Match:
    """Ana is to draw two spells; her deck has so many cards, her discard these."""
    match = turn(phase="last", **more)  # type: ignore[arg-type]
    hidden = match.tw.zones.hidden
    match.unseen("ana", "unseen", hidden.size("ana.deck/spell") - spells)
    match.unseen("ana", "unseen", 6 - celestials, "celestial")
    match.unseen("ana", "unseen", 4 - orbitals, "orbital")
    if discard:
        match.play(f"ana mana {discard}")
    hidden.draw(2, "ana.hand/spell", "ana.unseen/spell")
    return match


def sizes(match: Match, *places: str) -> list[int]:
    """How many cards of ana's lie in places, of all backs."""
    zones = match.tw.zones
    backs = ("spell", "celestial", "orbital")
    return [sum(zones.hidden.size(f"ana.{place}/{back}") for back in backs) for place in places]


def test_tw_9_1_the_rule_names_the_place_of_a_draw():
    match = short(10)
    match.refuse("ana draw spell*2 place=pool", "TW-9.1", to="pool")
    match.play("ana draw spell*2 place=hand")
    assert match.one(CardsDrawn).count == 2


@pytest.mark.rule("TW-9.2")
def test_tw_9_2_other_cards_are_not_counted_and_lie_in_the_front():
    match = short(10, 2, 1).play("ana draw celestial spell orbital spell")
    assert sizes(match, "hand", "front", "deck") == [5, 2, 9]
    assert match.tw.zones.hidden.size("ana.front/orbital") == 1


@pytest.mark.rule("TW-9.2")
def test_tw_9_2_the_backs_are_asked_for_where_they_cannot_all_be_those_of_spells():
    for discard, line in (("C1,C2,C3", "spell orbital spell"), ("", "orbital spell")):
        match = short(1, 0, 1, discard)
        match._log("ana draw")
        assert isinstance(match.verdict, Incomplete)
        assert match.verdict.choices == {"backs": ("spell", "celestial", "orbital")}
        match.play(f"ana draw {line}")
    short(2, 0, 1).play("ana draw")
    short(1, discard="C1,C2,C3").play("ana draw")


def test_tw_9_3_a_draw_ends_with_the_last_spell_that_is_due():
    match = opened().play("ana set spell*4 orbital; ana play Hat1 J1")
    match.refuse("ana draw spell*4", "TW-9.3", have=4)
    match.refuse("ana draw spell*6", "TW-9.3", have=6)
    match.refuse("ana draw spell*5 celestial", "TW-9.3")
    match.play("ana draw spell*4 celestial spell")


def test_tw_9_4_a_deck_gives_no_more_cards_of_a_back_than_it_holds():
    match = short(3, 1)
    match.refuse("ana draw celestial*2 spell*2", "TW-9.4", count=2, have=1)
    match.refuse("ana draw orbital spell*2", "TW-9.4", back="orbital", have=0)


@pytest.mark.rule("TW-9.5")
def test_tw_9_5_only_a_set_counts_all_cards():
    match = opened().play("ana set spell celestial*2 orbital*2")
    assert sizes(match, "hand", "front") == [1, 4]
    match.play("ana play Sun1 Keep2; ana draw celestial spell*5")
    assert sizes(match, "pool", "front") == [5, 4]


# -- new decks -----------------------------------------------------------------------------------


def test_tw_2_13_a_deck_that_has_run_out_is_made_anew_within_the_draw():
    match = short(1, discard="C1,C2,C3").play("ana draw spell*2 reshuffled=1")
    assert match.one(DeckRebuilt) == DeckRebuilt("ana", 3, "TW-2.13")
    assert sizes(match, "hand", "deck") == [5, 2]
    assert match.tw.zones.piles["ana.discard"] == []
    assert match.side("ana").reshuffled == 1


def test_tw_2_13_all_that_is_left_comes_before_the_new_deck():
    """The celestial of the old deck has to come before its last card is drawn."""
    match = short(1, 1, discard="C1,C2,C3")
    match.refuse("ana draw spell*2", "TW-9.4")  # the second would be of a deck with a celestial
    match.refuse("ana draw spell celestial*2 spell", "TW-9.4")
    match.play("ana draw spell celestial spell")
    other = short(1, 1, discard="C1,C2,C3").play("ana draw celestial spell*2")
    assert sizes(match, "front", "deck") == sizes(other, "front", "deck") == [1, 2]


def test_tw_2_13_a_new_deck_is_noted_only_where_it_is_made():
    for line in ("ana draw spell*2 reshuffled=0", "ana draw spell*2 reshuffled=2"):
        short(1, discard="C1,C2,C3").refuse(line, "TW-2.13")
    short(9, discard="C1,C2,C3").refuse("ana draw spell*2 reshuffled=1", "TW-2.13")
    match = short(9, discard="C1,C2,C3").play("ana draw")
    match.refuse("ana reshuffle", "TW-2.13")
    match = short(2, discard="C1,C2,C3").play("ana draw; ana reshuffle")  # the last card was drawn
    match.play("ana end; bo end; ana mana C4; ana reshuffle")  # and none since
    match.tw.zones.hidden.draw(1, "ana.hand/spell", "ana.pool/spell")
    match.at("stabilise").play("ana draw").refuse("ana reshuffle", "TW-2.13")


def test_tw_2_13_with_an_empty_discard_the_next_draw_makes_the_deck():
    match = short(2)
    match.play("ana draw")
    assert sizes(match, "deck") == [0] and not match.all(DeckRebuilt)
    match.play("bo phase stabilise; ana mana C1,C2,C3; bo end")
    assert match.tw.zones.piles["ana.discard"] != []
    match.tw.zones.hidden.draw(1, "ana.hand/spell", "ana.unseen/spell")
    match.play("ana draw reshuffled=0")
    assert sizes(match, "deck", "hand") == [2, 5]


def test_tw_2_13_the_aether_is_never_in_a_new_deck():
    match = short(1, discard="C1,C2")
    match.tw.zones.piles["ana.aether"] = ["C8"]
    match.play("ana draw")
    assert match.tw.zones.piles["ana.aether"] == ["C8"] and sizes(match, "deck") == [1]


@pytest.mark.parametrize(
    ("reading", "deck"),
    [
        ("when_last_card_drawn", 3),
        ("when_a_draw_needs_it", 0),
    ],
)
def test_tw_i_5_when_the_discard_is_shuffled_in(reading: str, deck: int):
    match = short(2, discard="C1,C2,C3", choices={"TW-I 5": reading}).play("ana draw")
    assert sizes(match, "deck") == [deck]


def test_tw_i_5_where_a_draw_needs_it_the_new_deck_may_be_noted_before_it():
    match = short(2, discard="C1,C2,C3", choices=LATE).play("ana draw; ana end; ana reshuffle")
    assert sizes(match, "deck") == [3]
    match.refuse("bo reshuffle", "TW-2.13")


@pytest.mark.parametrize("reading", ["no", "yes"])
def test_tw_i_6_of_a_new_deck_a_spell_is_on_top_as_it_has_nothing_else(reading: str):
    match = short(2, discard="C1,C2,C3", choices={"TW-I 6": reading})
    match.play("ana draw; ana end; bo end")
    assert match.side("ana").begun is (reading == "no")
    match.tw.zones.hidden.draw(1, "ana.hand/spell", "ana.unseen/spell")
    rule = "TW-9.4" if reading == "no" else "TW-10.1"
    match.refuse("ana draw celestial spell", rule)


# -- nothing left --------------------------------------------------------------------------------


@pytest.mark.rule("TW-2.14")
def test_tw_2_14_a_draw_stops_where_nothing_is_left():
    match = short(1).play("ana draw spell")
    assert sizes(match, "hand", "deck") == [4, 0]
    match.play("ana end")  # nobody owes what cannot be drawn


@pytest.mark.rule("TW-2.14")
def test_tw_2_14_it_stops_only_after_all_other_cards():
    match = short(1, 1, 1)
    match.refuse("ana draw spell", "TW-9.3", count=1)
    match.refuse("ana draw spell celestial", "TW-9.3", count=2)
    match.play("ana draw spell celestial orbital")
    none = short(0, 1)
    none.refuse("ana end", "TW-11.20")
    none.play("ana draw celestial; ana end")


@pytest.mark.parametrize("reading", ["draw_stops", "refused"])
def test_tw_i_7_a_draw_for_which_there_are_no_cards(reading: str):
    match = short(1, choices={"TW-I 7": reading})
    if reading == "refused":
        match.refuse("ana draw spell", "TW-1.3")  # none is due that could not be made whole
        match.at("draft").refuse("ana full-draft 3 C1 C2", "TW-2.14", have=1)
        match.at("last").play("ana end")
    else:
        match.play("ana draw spell")


# -- spellbooks ----------------------------------------------------------------------------------


def test_where_spellbooks_are_kept_each_spell_is_said_with_its_own():
    match = opened(backs="spellbooks")
    line = "ana set spell*4 orbital"
    for less in ("ana set unnamed=3", f"{line} books=White,White"):
        match._log(less)
        assert isinstance(match.verdict, Incomplete)
    match.play(f"{line} books=White,White,Blue,Blue")
    hidden = match.tw.zones.hidden
    assert [hidden.size(f"ana.hand/{book}") for book in ("White", "Blue")] == [2, 2]


ANY = "which spellbooks the spells of {} have, from here on"
NOT_KEPT = "spellbooks are not kept here, and those that are said are not checked"
ENTERED = (
    "ana set spell*4 orbital books=White*2,Blue*2; ana play Hat1 J1; ana draw books=Blue*5;"
    "ana orbital; ana draw books=White; ana end;"
    "bo set spell*4 orbital books=White*2,Blue*2; bo play Hat1 J1; bo draw books=Blue*5;"
    "bo orbital; bo draw books=White; bo end"
)


def test_tw_20_4_a_bare_spell_is_of_any_spellbook():
    """What was said of ana's stays true, and what is said later is not checked; bo's are kept."""
    match = opened(backs="spellbooks")
    line = "ana set spell*4 orbital books=White,White,spell,White"
    assert match.play(line).trusted() == (ANY.format("ana"),)
    match.play("ana play Hat1 J1; ana draw; ana orbital")
    assert match.play("ana draw spell books=Blue").trusted() == (NOT_KEPT,)
    assert match.play("ana end; bo set spell*4 orbital books=White*4").verdict == Legal()
    match.play("bo play Hat1 J1; bo draw books=Blue*5; bo orbital; bo draw books=White; bo end")
    match.play("ana full-draft 1 Tool1 spell backs=spell*5; ana orbital")
    match.play("ana cast C1 F1 unnamed=1; ana cast C0 F2; ana cast Mist1 F3 unnamed=2")
    match.play("ana draw spell*2; ana end; bo full-draft 0 C1 C2 books=White*5; bo orbital")
    match.refuse("bo cast Tool1 F1 unnamed=1", "TW-12.4")


@pytest.mark.parametrize(
    "line",
    [
        "ana full-draft 1 books=White*3,Blue*2 discards=C1,Tool1 kept=spell",
        "ana full-draft 1 books=White*3,Blue*2 discards=spell,spell kept=White",
        "ana full-draft 1 backs=spell*5 discards=C1,Tool1",
        "ana discard pool=1 books=spell",
        "ana effect Told draw:1:spell",
        "ana effect Told pass:1:hand:deck:ana:none:spell",
    ],
)
def test_tw_20_4_wherever_spellbooks_are_said_one_may_be_open(line: str):
    """Who says nothing of them is asked; who says ``spell`` is not."""
    match = opened(backs="spellbooks", extra=card("Told")).at("draft")
    hidden = match.tw.zones.hidden
    shed = line.startswith("ana discard")
    for book, count in (("White", 2), ("Blue", 4 if shed else 3)):
        hidden.draw(count, f"ana.deck/{book}", f"ana.hand/{book}")
    match.put("ana", "F1", "Told")
    match.side("ana").entered = match.side("ana").begun = True
    match.at("draft" if "draft" in line else "stabilise")
    assert ANY.format("ana") in match.play(line).trusted()
    for seat, kept in (("ana", 0), ("bo", 1)):
        assert any(name.startswith(f"{seat}.deck/White") for name in hidden.zones) == kept


def test_tw_20_4_a_bare_spell_is_of_the_only_spellbook_that_it_can_have():
    match = opened(backs="spellbooks").play(ENTERED)
    hidden = match.tw.zones.hidden
    hidden.draw(hidden.size("ana.deck/Blue"), "ana.deck/Blue", "ana.unseen/Blue")
    assert match.play("ana full-draft 3 backs=spell*5 discards=C1,C2").verdict == Legal()
    assert hidden.size("ana.hand/White") == 6


def test_tw_2_10_a_spellbook_is_one_of_the_catalog():
    unkept = short(3)
    unkept.refuse("ana draw spell*2 books=White,Black", "TW-2.10", book="Black")
    unkept.play("ana draw spell*2 books=White,Blue")
    kept = opened(backs="spellbooks")
    refused = kept.refuse("ana set spell*4 orbital books=White*3,Black", "TW-2.10", book="Black")
    assert refused.legal == "one of Blue, White"
    kept.at("stabilise").tw.zones.hidden.draw(6, "ana.deck/White", "ana.hand/White")
    kept.refuse("ana discard pool=1 books=Black", "TW-2.10", book="Black")


def test_where_spellbooks_are_kept_those_of_a_draft_are_divided():
    match = opened(backs="spellbooks").play(ENTERED)
    line = "ana full-draft 1 books=White,White,Blue,Blue,White"
    match.refuse(f"{line.replace(',White', ',Blue')} discards=C1,C2 kept=Blue", "TW-11.8")
    match._log(f"{line} discards=C1,Tool1")
    assert isinstance(match.verdict, Incomplete)  # which of them is kept in hand is not said
    match.play(f"{line} discards=C1,Tool1 kept=Blue")
    hidden = match.tw.zones.hidden
    assert [hidden.size(f"ana.{at}") for at in ("hand/White", "hand/Blue")] == [3, 3]
    assert [hidden.size(f"ana.{at}") for at in ("pool/White", "pool/Blue")] == [2, 5]


def test_a_draft_without_a_spell_takes_what_is_left():
    match = short(0, 1).at("draft")
    match.play("ana full-draft 0 backs=celestial")
    assert sizes(match, "front", "deck") == [1, 0]


def test_a_refused_draw_changes_nothing_of_an_earlier_segment():
    """The old deck's cards are back in it when the new one cannot give what is said."""
    match = short(1, discard="C1,C2,C3")
    before = sizes(match, "deck", "hand", "front")
    match.refuse("ana draw spell orbital spell", "TW-9.4")
    assert sizes(match, "deck", "hand", "front") == before
