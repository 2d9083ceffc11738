"""Section 2: what the referee keeps of hidden cards, and the figures that check it."""

import random
from collections import Counter
from typing import Any

import pytest

from referee.games.warrift.places import LAYOUT
from referee.parts import layered
from referee.replay.simulate import event_of
from referee.verdict import applied
from tests.games.warrift.effects import card, does, text
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, class_deck, mid, opened

EXTRA = """
[[class_cards]]
name = "Mixer"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "shuffle", deck = ["eye", "primary"] }]

[[class_cards]]
name = "Seer"
cls = "arbiter"
tier = 2
cost = 2
scout = 2

[[class_cards]]
name = "Turner"
cls = "arbiter"
tier = 2
cost = 2
alter = 2

[[class_cards]]
name = "Sinker"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "pass", count = 1, place = "hand", to = "primary", where = "bottom" }]
"""


def table(players: int = 2, **more: Any) -> Match:
    return mid(players, EXTRA, **more).hold("ana", "Mixer", "Seer", "Turner", "Sinker")


def next_eye(match: Match, dice: str) -> Match:
    """The rest of the rotation, and the next roll."""
    return match.play(f"ana step end; bo step end; bo eye-roll {dice}")


# -- conservation ------------------------------------------------------------------------------


def test_wr_2_3_sixty_of_each_class_of_monsters_and_of_support_cards():
    match = opened(3)
    counted = Counter(LAYOUT.counted(match.t))
    assert counted == (
        Counter(MONSTERS)
        + Counter(SUPPORT)
        + sum((Counter({f"{m}mage": 5, f"{m}warrior": 5}) for m in "ANW"), Counter())
        + sum((Counter(class_deck(mark)) for mark in "ANW"), Counter())
    )
    assert sum(counted.values()) == 60 * 5


# -- flips -------------------------------------------------------------------------------------


def test_wr_2_5_what_is_flipped_has_a_copy_that_can_be_in_the_deck():
    match = opened()
    match.refuse("ana selection A2 A2 A2 AL1 AL1", "WR-2.5", card="AL1")
    match.refuse("ana selection A2 A2 A2 A3 N2", "WR-2.5", card="N2")
    match.play("ana selection A2 A2 A3 A4 AL1")
    match.refuse("ana selection HutL1 HutL1 Hut1 Hut1 Hut2 Hand1 of=support", "WR-2.5")
    match = mid().give("ana", magicka=9)
    match.refuse("ana summon A4 N4", "WR-2.5")
    match.play("ana summon A4")
    match.refuse("ana refill Amage", "WR-2.5")
    match.play("ana refill AL1")


def test_wr_2_5_copies_that_are_known_elsewhere_are_not_in_the_deck():
    match = begun().play("ana eye-roll 1 1; ana enter Dragon1")
    match.refuse("ana enter Dragon1", "WR-2.5", card="Dragon1")


# -- pools and hands ---------------------------------------------------------------------------


@pytest.mark.rule("WR-2.6")
def test_wr_2_6_each_shuffle_makes_a_pool():
    match = mid().play("ana play Amage Amage Amage Amage Amage; ana step end; bo step end")
    assert match.wr.zones.hidden.candidates("ana.hand") == {"Awarrior": 5}
    match.play("bo eye-roll 0 0; bo step end; ana play Awarrior; ana step end")
    hidden = match.wr.zones.hidden
    assert hidden.size("ana.primary") == 5
    assert hidden.candidates("ana.primary") == {"Amage": 5, "Awarrior": 1}
    assert hidden.candidates("ana.hand") == {"Amage": 1, "Awarrior": 5}


def test_wr_2_7_a_sixth_mage_is_in_no_starting_deck():
    match = mid().play("ana play Amage Amage Amage; ana step end; bo step end")
    match.play("bo eye-roll 0 0; bo step end; ana play Amage Amage")
    match.refuse("ana play Amage", "WR-2.7", card="Amage")
    match.refuse("ana play Nmage", "WR-2.7", card="Nmage")


def dealt() -> Match:
    """An A2 lies on top of ana's deck, and it is her turn."""
    match = mid().give("ana", magicka=2).play("ana summon A2 A2; ana step end; bo step end")
    return match.play("ana rift-deal; bo eye-roll 0 0; bo step end")


def test_wr_2_7_cards_shown_must_fit_together():
    match = dealt().play("ana play Amage Amage; ana step end; ana eye-roll 0 0")
    match.refuse("ana play A2 A2", "WR-2.7", place=2)
    match.play("ana play A2 Awarrior")


def test_wr_2_7_what_is_still_in_the_deck_is_in_no_hand():
    match = dealt()
    match.refuse("ana play A2", "WR-2.7")
    match.play("ana play Amage; ana step end; ana eye-roll 0 0; ana play A2")


@pytest.mark.rule("WR-2.8")
def test_wr_2_8_unseen_cards_shuffled_in_may_be_any_of_them():
    match = table().play("ana play Sinker pass:1; ana play Mixer shuffle:primary:ana")
    zones = match.wr.zones
    assert layered.layers_of(zones, "ana.primary") == ("ana.primary",)
    assert layered.size_of(zones, "ana.primary") == 6
    could = {"Amage": 5, "Awarrior": 5, "Seer": 1, "Turner": 1}
    assert zones.hidden.candidates("ana.primary") == could


# -- known order -------------------------------------------------------------------------------


def test_wr_2_9_cards_shown_on_top_come_off_in_that_order():
    match = next_eye(table().play("ana play Seer scout:2:Wolf+Ogre"), "1 1")
    match.refuse("bo enter Ogre", "WR-2.9", card="Ogre")
    match.play("bo enter Wolf")
    match.refuse("bo enter Rat", "WR-2.9")
    match.play("bo enter Ogre")


def test_wr_2_9_until_the_deck_is_shuffled():
    match = table().play("ana play Seer scout:2:Wolf+Ogre; ana play Mixer shuffle:eye")
    next_eye(match, "1 0").play("bo enter Rat")


def test_wr_2_9_after_alter_they_are_on_top_or_at_the_bottom():
    match = table().play("ana play Seer scout:2:Dragon1+Dragon2; ana play Turner alter:1:eye")
    next_eye(match, "1 1")
    match.refuse("bo enter Rat", "WR-2.9")
    match.play("bo enter Dragon2")
    match.refuse("bo enter Dragon1", "WR-2.9")
    match.play("bo enter Rat")


def test_wr_2_9_what_is_offered_to_be_shown_of_an_altered_deck_lies_on_top():
    peek = card("Peek", does('do = "reveal", place = "eye", cards = { count = 2 }'))
    match = mid(2, f"{EXTRA}\n{peek}").hold("ana", "Seer", "Turner", "Peek")
    match.play("ana play Seer scout:2:Wolf+Ogre; ana play Turner alter:0:eye; ana play Peek")
    (offered,) = (each for each in match.game.options(match.t) if each.verb == "effect")
    event = event_of(match.game, offered, random.Random(1))
    assert sorted(event.did[0].cards) == ["Ogre", "Wolf"]
    assert applied(match.replay.add(event).verdict)


def test_wr_2_9_who_looks_a_deck_through_may_put_it_back_in_any_order():
    match = text().play("ana effect Text reveal:Rat+Wolf:eye consume:Ogre:eye")
    match.play("ana step end; bo step end; bo eye-roll 1 0; bo enter Dragon1")


# -- figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "right", "wrong"),
    [
        ("points", 0, 1),
        ("magicka", 0, 1),
        ("hand", 5, 4),
        ("primary", 5, 6),
        ("discard", 0, 1),
        ("deck", 45, 44),
        ("monsters", 0, 1),
        ("eye", 60, 59),
        ("support", 54, 55),
    ],
)
def test_wr_2_10_a_figure_that_differs_is_refused(figure: str, right: int, wrong: int):
    match = mid()
    match.refuse(f"ana tally {figure}={wrong}", "WR-2.10", have=right, said=wrong)
    match.play(f"ana tally {figure}={right}")


def test_wr_2_10_the_last_draw_and_the_side_of_the_token():
    match = mid().play("ana play Amage; ana step end")
    match.refuse("ana draw 2", "WR-2.10", have=1)
    match.refuse("ana tally token=night", "WR-2.10")
    match.play("ana draw 1; ana tally token=day hand=5 primary=4 discard=1")


def test_wr_2_10_the_first_draw_is_that_of_the_opening():
    match = opened()
    match.refuse("ana draw 4", "WR-2.10", have=5)
    match.play("ana draw 5; bo draw 5")


def test_wr_2_10_no_card_leaves_an_empty_hand_or_deck():
    match = mid().play("ana play Amage Amage Amage Awarrior Awarrior")
    match.refuse("ana play Amage", "WR-2.10")
    match = begun()
    for name, count in MONSTERS.items():
        match.wr.zones.hidden.show("eye", [name] * count)
    match.play("ana eye-roll 6 6")
    match.refuse("ana enter Rat", "WR-5.4")


def test_wr_2_11_only_ones_own_hand_is_looked_at_without_an_effect():
    match = mid().play("ana look hand 3")
    match.refuse("ana look primary 1", "WR-2.11")
    match.refuse("ana look hand 1 player=bo", "WR-2.11")
    match.refuse("ana look eye 1", "WR-2.11")
    match.refuse("ana look hand 6", "WR-2.10")
    match.play("ana look discard 1; ana look selection 5 player=bo")


@pytest.mark.parametrize("option", ["open", "top_card_only"])
def test_wr_i_8_how_much_of_a_discard_pile_is_seen(option: str):
    match = mid(choices={"WR-I 8": option}).pile("bo.discard", "N2", "N3")
    rows = dict(next(p.rows for p in match.game.board(match.replay.table) if p.title == "bo"))
    assert ("N2" in rows["discard"]) == (option == "open")
    assert "N3" in rows["discard"]
    match.refuse("bo tally discard=1", "WR-2.10", have=2)


# -- the right place ---------------------------------------------------------------------------


def test_wr_2_4_what_one_acts_with_is_where_the_action_needs_it():
    match = mid().give("ana", points=5).hold("ana", "A2")
    match.put("bo", "Hut2", "N2")
    match.put("ana", "Hut2")
    match.refuse("ana take Hut2.2 A2", "WR-2.4")
    match.refuse("ana take Hut2.1 A2", "WR-2.4")
    match.pile("Hut2.1.garrison", "N2")
    match.refuse("ana take Hut2.1 N2", "WR-2.4", thing="Hut2.1")
