"""Section 1 and 21: who plays, the rules of three and of five, who wins, what nobody does."""

import pytest

from referee.fact import FirstPlayer, MatchEnded
from referee.games.tower_wizwar.facts import SpaceCleared, WizardLost
from referee.verdict import Illegal
from tests.games.tower_wizwar.table import SEATS, Match, opened, turn
from tests.table import won

FREE = {"TW-I 1": "free_for_all"}


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_tw_1_8_two_wizards_or_two_equal_sides(players: int):
    match = opened(players)
    assert not isinstance(match.verdict, Illegal)
    assert match.tw.seats == SEATS[:players]


def test_tw_1_8_other_gatherings_are_no_battle():
    opened(3).refused("TW-1.8")
    opened(3, teams=False).refused("TW-1.8")
    opened(4, teams=False).refused("TW-1.8")
    opened(type="siege").refused("TW-1.8", type="siege")


def test_tw_i_1_three_wizards_each_alone():
    match = opened(3, teams=False, choices=FREE)
    assert match.tw.copies == 4 and match.tw.allies == {}
    assert not isinstance(opened(3, choices=FREE).verdict, Illegal)


def test_tw_i_1_not_all_of_one_side():
    alone = opened(3, teams=False, choices=FREE).replay.events[0]
    assert alone is not None
    seats = tuple(
        type(each)(each.seat, each.person, each.deck, side="odd", lists=each.lists)
        for each in alone.seats  # type: ignore[attr-defined]
    )
    match = opened(3, teams=False, choices=FREE)
    opening = type(alone)(**{**_fields(alone), "seats": seats})
    Match(match.game, match.replay.catalog, opening).refused("TW-1.8")


def _fields(opening: object) -> dict[str, object]:
    return {name: getattr(opening, name) for name in opening.__struct_fields__}  # type: ignore[attr-defined]


def test_tw_21_1_invasion_cannot_be_opened():
    opened(type="invasion").refused("TW-21.1")


def test_tw_10_2_the_wizards_act_in_the_order_of_the_opening():
    match = opened(4)
    assert match.one(FirstPlayer) == FirstPlayer("ana", "TW-10.2")
    assert match.tw.seats == ("ana", "bo", "cy", "di")


@pytest.mark.rule("TW-7.7")
@pytest.mark.parametrize(("players", "cards"), [(2, 18), (4, 30), (6, 42)])
def test_tw_7_7_the_draft_deck_has_each_number_once_more_than_there_are_wizards(
    players: int, cards: int
):
    match = opened(players)
    assert (match.tw.copies, 6 * match.tw.copies) == (players + 1, cards)


# -- three and five ------------------------------------------------------------------------------


@pytest.mark.rule("TW-1.1")
def test_tw_1_1_the_third_wound_ends_what_bears_it():
    match = turn().at("last")
    ogre = match.put("ana", "F1", "C3", harm=1, wounds=2)
    mage = match.put("ana", "F2", "C4", harm=1, wounds=1)
    match.play("ana end")
    assert ogre not in match.tw.zones.things and match.thing(mage).wounds == 2


@pytest.mark.rule("TW-1.2")
def test_tw_1_2_every_third_use_of_mana_makes_the_later_ones_dearer():
    match = turn().give("ana", drain=2)
    match.play("ana cast C1 F1 mana=C2; ana cast C1 F2 mana=C2,C2")
    match.give("ana", drain=6).refuse("ana cast C1 F3 mana=C3,C3", "TW-6.6", price=3)


def test_tw_1_3_a_hand_is_brought_to_five():
    match = turn(phase="last")
    match.tw.zones.hidden.draw(2, "ana.hand/spell", "ana.pool/spell")
    match.refuse("ana draw spell", "TW-1.3", have=1)
    match.refuse("ana draw spell*3", "TW-1.3", have=3)
    match.play("ana draw spell*2")


def test_tw_1_4_a_full_draft_is_a_draw_of_five():
    match = turn(phase="draft")
    match.refuse("ana full-draft 3 C1 C2 backs=spell*4", "TW-1.4", have=4)
    match.refuse("ana full-draft 3 C1 C2 backs=spell*6", "TW-1.4", have=6)
    match.play("ana full-draft 3 C1 C2 backs=spell*2,orbital,spell*3")


CHEAT = """
[[implements]]
name = "Cheat"
spellbook = "Blue"
cost = 0
[[implements.effects]]
when = "activated"
steps = [{ do = "allow", what = "%s", card = "self", until = "turn" }]
"""


@pytest.mark.parametrize("what", ["group", "hand", "life", "track"])
def test_tw_1_6_no_card_sets_the_rules_of_three_and_five_aside(what: str):
    match = turn(extra=CHEAT % what)
    match.put("ana", "F1", "Cheat")
    match.refuse("ana effect Cheat.1", "TW-1.6")


# -- who there is --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        *("set", "play Sun1", "draw", "discard C1", "tower-draft", "full-draft 3 unnamed=2"),
        *("reshuffle", "orbital", "cast C0 F1", "accept", "rebuke unnamed=3", "mana unnamed=1"),
        *("move C1.1 F2", "exchange C1.1 C2.1", "tokens C1.1 C2.1 gold", "attack bo C1.1"),
        *("block C1.1", "no-block", "order C1.1", "go-on", "effect C1.1", "use C1.1"),
        *("phase cast", "end", "forfeit", "concede"),
        *("names C1", "inspection hand=C1", "tally hand=5"),
    ],
)
def test_ref_1_3_nobody_does_anything_who_has_no_seat(line: str):
    verdict = turn().refuse(f"zed {line}", "REF-1.3", seat="zed")
    assert verdict.legal == "one of ana, bo"


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("TW-1.7")
def test_tw_1_7_the_last_wizard_standing_has_won():
    match = turn().play("bo forfeit")
    ended = match.one(MatchEnded)
    assert (ended.winners, ended.result) == won("ana") and ended.rule == "TW-1.7"


@pytest.mark.rule("TW-1.7")
def test_tw_1_7_a_side_wins_when_it_alone_has_anybody_standing():
    match = turn(4).play("bo forfeit")
    assert not match.tw.over
    match.play("di forfeit")
    assert match.one(MatchEnded).winners == ("odd",)


@pytest.mark.rule("TW-1.7")
def test_tw_1_7_of_three_alone_the_last_one_wins():
    match = turn(3, teams=False, choices=FREE).play("cy forfeit")
    assert not match.tw.over
    match.play("ana forfeit")
    assert match.one(MatchEnded).winners == ("bo",)


def test_ref_4_1_a_wizard_whose_side_has_left_has_lost():
    three = turn(3, teams=False, choices=FREE).play("jo penalty cy disqualification")
    assert three.one(WizardLost) == WizardLost("cy", "left", "REF-4.1")
    assert three.one(SpaceCleared) == SpaceCleared("cy", False, "TW-18.3")
    assert (three.tw.over, three.tw.sides["ana"].lost) == ("", 0)
    three.refuse("cy mana C1", "REF-1.3")


def test_tw_1_9_nobody_acts_after_a_loss_or_the_end():
    three = turn(3, teams=False, choices=FREE).play("cy forfeit")
    for line in ("cy forfeit", "cy mana C1", "cy draw", "cy cast C1 F1", "cy phase cast"):
        three.refuse(line, "TW-1.9")
    over = turn().play("bo forfeit")
    for line in ("ana end", "ana cast C1 F1", "bo mana C1"):
        over.refuse(line, "TW-1.9")


def test_tw_1_9_cards_are_laid_open_when_the_match_is_over():
    match = turn().play("bo forfeit")
    match.play("ana inspection hand=C1,C2,C3,C4,C5; bo tally hand=5 pool=6")
