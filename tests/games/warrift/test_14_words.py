"""Alter, Awaken, Corrupt and Scout (WR-14.1 to 14.3, 14.12 to 14.17, 14.25, 14.26)."""

import pytest

from referee.fact import CardsSeen
from referee.games.warrift.facts import MonsterKilled
from referee.games.warrift.places import LAYOUT
from referee.verdict import Incomplete
from tests.games.warrift.effects import card, does, text, told
from tests.games.warrift.table import Match, mid

ALTER = card("Turner", alter=2)
SCOUT = card("Seer", scout=2)


def altering(players: int = 2, **more: object) -> Match:
    match = mid(players, ALTER, **more).hold("ana", "Turner")  # type: ignore[arg-type]
    return match.play("ana play Turner")


# -- Alter -----------------------------------------------------------------------------------------


def test_wr_14_1_the_top_cards_are_looked_at_and_some_put_at_the_bottom():
    match = altering().play("ana effect Turner alter:1:eye")
    seen = match.one(CardsSeen)
    assert (seen.zone, seen.count, seen.cards) == ("eye", 2, "")
    assert LAYOUT.counted(match.t)["Rat"] == 24


def test_wr_14_1_not_more_go_to_the_bottom_than_are_seen():
    match = altering()
    match.refuse("ana effect Turner alter:3:eye", "WR-15.3")
    match = text()
    match.refuse("ana effect Text alter:3:eye::2", "WR-14.1", bottom=3, seen=2)
    match.refuse("ana effect Text alter:-1:eye::2", "WR-14.1")
    match.play("ana effect Text alter:2:eye::2")


def test_wr_14_1_what_was_known_on_top_is_in_one_of_the_two_groups_then():
    match = text().play("ana effect Text reveal:Wolf+Rat:eye alter:1:eye::2 enter:1")
    match.refuse("ana enter Ogre", "WR-2.9")
    match.play("ana enter Rat")


def test_wr_2_9_both_groups_lose_their_order():
    match = text().play("ana effect Text reveal:Wolf+Rat:eye alter:0:eye::2 enter:2")
    match.refuse("ana enter Ogre", "WR-2.9")
    match.play("ana enter Rat; ana enter Wolf")


@pytest.mark.rule("WR-14.2")
@pytest.mark.parametrize("deck", ["eye", "support", "class:bo", "primary:bo", "primary", "class"])
def test_wr_14_2_any_deck_is_altered(deck: str):
    altering().play(f"ana effect Turner alter:1:{deck}")


def test_wr_14_2_the_deck_has_to_be_said():
    match = altering()
    match.play("ana effect Turner alter:1")
    assert isinstance(match.verdict, Incomplete)
    match.refuse("ana step end", "WR-2.13")


@pytest.mark.rule("WR-14.3")
def test_wr_14_3_a_primary_deck_that_runs_out_is_not_made_anew():
    match = text().pile("ana.discard", "A2", "A2")
    match.play("ana effect Text draw:4 alter:1:primary:ana:2")
    assert match.all(CardsSeen)[0].count == 1
    assert match.wr.zones.piles["ana.discard"] == ["A2", "A2"]


@pytest.mark.parametrize(("reading", "seen"), [("as_many_as_there_are", 1), ("not_at_all", 0)])
def test_wr_i_54_a_deck_with_too_few_cards_is_seen_as_far_as_it_goes_or_not_at_all(
    reading: str, seen: int
):
    match = text(choices={"WR-I 54": reading})
    match.play("ana effect Text draw:4 alter:0:primary:ana:2")
    assert match.all(CardsSeen)[0].count == seen
    match = text(choices={"WR-I 54": reading})
    line = "ana effect Text draw:4 alter:1:primary:ana:2"
    if seen:
        match.play(line)
    else:
        match.refuse(line, "WR-14.1")


SEER = card("Seer", does('do = "alter", count = 3, deck = "primary"'))


def test_wr_14_1_of_a_deck_with_fewer_cards_as_many_are_said_as_there_are():
    match = mid(2, SEER).hold("ana", "Seer").play("jo adjust draw:ana:3; ana play Seer")
    match.refuse("ana effect Seer.1 alter:1:primary:ana:1", "WR-15.3")
    match.refuse("ana effect Seer.1 alter:1:primary:ana:4", "WR-15.3")
    match.play("ana effect Seer.1 alter:1:primary:ana:2")
    assert match.all(CardsSeen)[0].count == 2


# -- Awaken ----------------------------------------------------------------------------------------

SLEEPER = card("Sleeper", words=("awaken",))
GUARD = card("Guard", kind="mercenaries", words=("awaken",))


@pytest.mark.rule("WR-14.12")
def test_wr_14_12_a_card_that_would_be_consumed_is_discarded_instead():
    match = text(extra=f"{SLEEPER}\n{GUARD}").hold("ana", "Sleeper")
    match.put("ana", "Guard")
    match.play("ana effect Text consume:Sleeper devour:Guard.1")
    assert match.wr.zones.piles["ana.discard"] == ["Sleeper"]
    assert match.wr.zones.piles["support-discard"] == ["Guard"]
    assert "necropolis" not in match.wr.zones.piles


def test_wr_14_12_it_goes_to_the_player_of_its_class():
    match = text(extra=SLEEPER).hold("bo", "Sleeper")
    match.play("ana effect Text consume:Sleeper:hand:bo")
    assert match.wr.zones.piles["ana.discard"] == ["Sleeper"]


@pytest.mark.rule("WR-14.13")
def test_wr_14_13_it_works_in_hand_and_in_play_and_nowhere_else():
    match = text(extra=SLEEPER).pile("ana.discard", "Sleeper")
    match.put("ana", "Sleeper")
    match.play("ana effect Text consume:Sleeper:discard devour:Sleeper.1")
    assert match.wr.zones.piles["necropolis"] == ["Sleeper"]
    assert match.wr.zones.piles["ana.discard"] == ["Sleeper"]


@pytest.mark.rule("WR-14.14")
def test_wr_14_14_the_effect_that_consumes_is_had_all_the_same():
    rite = does(
        'do = "consume", cards = { count = [0, 2] }, place = "hand"',
        'do = "magicka", change = { last = "consume", times = 3 }',
    )
    match = told(rite, extra=SLEEPER).hold("ana", "Sleeper")
    match.play("ana play Rite; ana effect Rite consume:Sleeper+Amage")
    assert match.wr.sides["ana"].magicka == 6
    assert match.wr.zones.piles["ana.discard"] == ["Sleeper"]
    assert match.wr.zones.piles["necropolis"] == ["Amage"]


def test_wr_15_7_a_text_that_sets_awaken_aside_consumes():
    rite = does('do = "consume", cards = { count = 1 }, place = "hand"', aside='["WR-14.12"]')
    match = told(rite, extra=SLEEPER).hold("ana", "Sleeper")
    match.play("ana play Rite; ana effect Rite consume:Sleeper")
    assert match.wr.zones.piles["necropolis"] == ["Sleeper"]


def test_wr_15_7_awaken_keeps_a_card_out_of_the_necropolis_however_it_would_come_there():
    rite = does('do = "move", cards = { count = 1 }, place = "hand", to = "necropolis"')
    match = told(rite, extra=SLEEPER).hold("ana", "Sleeper").play("ana play Rite")
    match.refuse("ana effect Rite move:Sleeper", "WR-15.7", name="Sleeper")
    match.play("ana effect Rite move:Amage")
    rite = does('do = "remove", thing = { is = "creature", of = "you" }, to = "necropolis"')
    match = told(rite, extra=SLEEPER)
    match.put("ana", "Sleeper")
    match.play("ana play Rite")
    match.refuse("ana effect Rite remove:Sleeper.1", "WR-15.7")
    match.play("ana effect Rite remove:Rite.1")


def test_wr_15_4_the_text_that_consumes_what_awakens_would_have_to_set_that_aside():
    match = text(extra=SLEEPER).hold("ana", "Sleeper")
    match.play("ana effect Text move:Sleeper:hand:necropolis")
    assert "Text: its text would have to set WR-14.12 aside" in match.trusted()
    assert match.wr.zones.piles["necropolis"] == ["Sleeper"]


# -- Corrupt ---------------------------------------------------------------------------------------

BLIGHT = card("Blight", does('do = "damage", monster = { is = "monster" }, amount = 2'),
              words=("corrupt",), attack=2)  # fmt: skip


def blighting(*monsters: str) -> Match:
    match = mid(2, BLIGHT).hold("ana", "Blight")
    match.put("", *monsters)
    return match.play("ana play Blight")


@pytest.mark.rule("WR-14.15")
def test_wr_14_15_counters_are_put_in_the_place_of_damage():
    match = blighting("Ogre").play("ana attack Blight.1 Ogre.1")
    assert (match.thing("Ogre.1").damage, match.thing("Ogre.1").counters) == (0, 2)
    match = blighting("Dragon1").play("ana attack Blight.1 Dragon1.1; ana step end")
    assert (match.thing("Dragon1.1").damage, match.thing("Dragon1.1").counters) == (0, 4)


@pytest.mark.rule("WR-14.16")
def test_wr_14_16_counters_stay_when_damage_is_taken_off():
    match = blighting("Dragon1")
    match.t.set(match.thing("Dragon1.1"), "damage", 1)
    match.play("ana step end")
    assert (match.thing("Dragon1.1").damage, match.thing("Dragon1.1").counters) == (0, 2)


def test_wr_14_16_the_kill_is_of_who_added_the_last():
    match = blighting("Wolf").play("ana step end")
    assert match.one(MonsterKilled).seat == "ana"
    assert match.wr.sides["ana"].points == 2


@pytest.mark.rule("WR-14.17")
def test_wr_14_17_all_points_go_to_the_killer_whosever_the_counters_are():
    match = text()
    match.put("", "Ogre", counters=3)
    match.play("ana effect Text damage:Ogre.1:1")
    assert match.one(MonsterKilled).points == match.wr.sides["ana"].points == 4


def test_wr_15_7_a_text_that_sets_corrupt_aside_deals_damage():
    rite = card(
        "Plain",
        does('do = "damage", monster = { is = "monster" }, amount = 2', aside='["WR-14.15"]'),
        words=("corrupt",),
    )
    match = mid(2, rite).hold("ana", "Plain")
    match.put("", "Ogre")
    match.play("ana play Plain; ana play Amage")
    assert (match.thing("Ogre.1").damage, match.thing("Ogre.1").counters) == (2, 0)


# -- Scout -----------------------------------------------------------------------------------------


def scouting(**more: object) -> Match:
    match = mid(2, SCOUT, **more).hold("ana", "Seer")  # type: ignore[arg-type]
    return match.play("ana play Seer")


def test_wr_15_2_a_scout_is_awaited_as_its_player_may_show_the_monsters():
    match = scouting()
    match.refuse("ana step end", "WR-2.13")
    match.play("ana effect Seer scout:2")
    assert [(fact.count, fact.cards) for fact in match.all(CardsSeen)] == [(2, "")]
    match.play("ana step end")


def test_wr_15_2_a_scout_of_an_empty_deck_is_not_awaited():
    match = scouting()
    match.t.state.zones.hidden.draw(60, "eye", "away")
    match.play("ana step end")


def test_wr_14_25_in_a_match_of_an_earlier_day_no_line_is_needed():
    match = scouting(scouts="unsaid").play("ana step end")
    assert [(fact.count, fact.cards) for fact in match.all(CardsSeen)] == [(2, "")]


def test_wr_14_25_as_many_are_shown_as_are_seen():
    match = scouting()
    match.refuse("ana effect Seer scout:2:Rat", "WR-15.3")
    match.refuse("ana effect Seer scout:3", "WR-15.3")
    match = text()
    match.refuse("ana effect Text scout:2:Rat", "WR-14.25", named=1, count=2)
    match.refuse("ana effect Text scout:-1", "WR-14.25")


def test_wr_14_25_none_may_move():
    match = scouting()
    match.refuse("ana effect Seer scout:2 alter:1:eye", "WR-15.3")


@pytest.mark.rule("WR-14.26")
def test_wr_14_26_if_all_see_them_the_next_monsters_are_known():
    match = scouting().play("ana effect Seer scout:2:Wolf+Rat")
    assert match.one(CardsSeen).cards == "Wolf,Rat"
    match.hold("ana", "Seer").play("ana play Seer")
    match.refuse("ana effect Seer scout:2:Rat+Wolf", "WR-2.9")
    match.play("ana effect Seer scout:2:Wolf+Rat")


def test_wr_14_25_what_cannot_lie_there_cannot_be_shown():
    match = scouting()
    match.refuse("ana effect Seer scout:2:Dragon1+Dragon1", "WR-2.5")


@pytest.mark.parametrize(("reading", "seen"), [("as_many_as_there_are", 1), ("not_at_all", 0)])
def test_wr_i_54_a_monster_deck_with_too_few_cards(reading: str, seen: int):
    match = text(choices={"WR-I 54": reading})
    match.t.state.zones.hidden.draw(59, "eye", "away")
    match.play("ana effect Text scout:2")
    assert match.one(CardsSeen).count == seen
