"""What people do at a table in odd orders, beside the tests of each section."""

import pytest

from referee.fact import CardsSeen, MatchEnded
from tests.games.warrift.effects import TEXT, card, does
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, mid

CARDS = "\n".join(
    (
        card(
            "Cell",
            does('do = "damage", monster = { is = "monster" }, amount = 1', when="used", uses=1),
            kind="strongholds",
        ),
    )
)
EYE = "\n".join(
    card(name, does(step, when=when), kind="monsters", health=1)
    for name, when, step in (
        ("Leech", "eyestrike", 'do = "points", each = "opponent", player = "it", change = -1'),
        ("Sun", "eyestrike", 'do = "token", side = "day"'),
        ("Sap", "eyestrike", 'do = "magicka", change = -1'),
        ("Mourner", "deathcrash", 'do = "points", change = -1'),
        ("Caller", "eyestrike", 'do = "enter", count = 1, place = "eye"'),
        ("Biter", "eyestrike", 'do = "points", change = -1'),
        ("Raise", "deathcrash", 'do = "enter", count = 1, place = "necropolis"'),
        ("Spawner", "deathcrash", 'do = "enter", count = 1, place = "eye"'),
        ("Drum", "turn_end", 'do = "points", change = -1'),
    )
)
LISTS = {
    "monsters": {
        **MONSTERS,
        "Rat": 18,
        "Caller": 1,
        "Biter": 1,
        "Leech": 1,
        "Sun": 1,
        "Sap": 1,
        "Mourner": 1,
    },
    "support": SUPPORT,
}


def table() -> Match:
    """Ana's mid step: an ogre, a wolf and two rats; she controls a Cell."""
    match = mid(extra=CARDS)
    match.put("", "Ogre", "Wolf", "Rat", "Rat")
    match.put("ana", "Cell", "A2")
    return match


def test_wr_7_2_a_player_is_not_attacked():
    table().refuse("ana attack A2.1 bo", "WR-7.2", target="bo")


def test_wr_15_9_what_is_used_up_is_not_announced_again():
    match = table().play("ana use Cell; ana effect Cell damage:Ogre")
    match.refuse("ana use Cell", "WR-15.9", most=1)


def entered(name: str, dice: str = "1 0") -> Match:
    return begun(2, EYE, lists=LISTS).play(f"ana eye-roll {dice}; ana enter {name}")


@pytest.mark.parametrize("name", ["Leech", "Sun", "Sap"])
def test_wr_5_5_an_eyestrike_by_which_nothing_happens_has_the_outcome_none(name: str):
    entered(name).play(f"ana effect {name}.1 none; ana step mid")


@pytest.mark.parametrize("name", ["Leech", "Sap"])
def test_wr_15_3_an_eyestrike_by_which_something_happens_is_not_declined(name: str):
    match = entered(name).give("ana", magicka=1).give("bo", points=1)
    match.refuse(f"ana effect {name}.1 none", "WR-15.3")


def test_wr_5_7_a_monster_in_play_has_no_deathcrash():
    match = mid(extra=EYE, lists=LISTS)
    match.put("", "Mourner")
    match.refuse("ana effect Mourner.1", "WR-5.7", thing="Mourner.1")


def test_wr_2_13_monsters_that_a_deathcrash_brings_come_before_an_older_effect():
    match = mid(extra=EYE, lists=LISTS).hold("bo", "NA").give("ana", points=3)
    match.put("", "Spawner", "Drum")
    match.play("ana step end; bo play NA answers=0; bo attack NA.1 Spawner.1 answers=0")
    match.play("bo effect Spawner.1 enter:1")
    match.refuse("ana effect Drum.1", "WR-2.13", what="1 more monster comes in")
    assert {option.verb for option in match.game.options(match.t) if option.must} == {"enter"}
    match.play("ana enter Rat; ana effect Drum.1")
    assert (match.wr.active, match.wr.sides["ana"].points) == ("bo", 2)


@pytest.mark.parametrize("said", ["scout:1", "scout:1:Rat", "scout:2:Rat", "scout:2", "scout"])
def test_wr_14_25_of_an_eye_with_too_few_as_many_are_scouted_as_there_are(said: str):
    match = mid(extra=card("Seer", scout=2)).hold("ana", "Seer")
    match.t.state.zones.hidden.draw(59, "eye", "away")
    match.play(f"ana play Seer; ana effect Seer {said}")
    assert match.one(CardsSeen).count == 1


def test_wr_14_25_no_fewer_are_scouted_than_there_are():
    match = mid(extra=card("Seer", scout=2)).hold("ana", "Seer").play("ana play Seer")
    match.refuse("ana effect Seer scout:1", "WR-15.3")
    match.refuse("ana effect Seer scout:2:Rat", "WR-15.3")


def test_wr_i_54_an_eye_with_too_few_is_not_scouted_at_all():
    match = mid(extra=card("Seer", scout=2), choices={"WR-I 54": "not_at_all"})
    match.t.state.zones.hidden.draw(59, "eye", "away")
    match.hold("ana", "Seer").play("ana play Seer; ana effect Seer scout:2")
    assert match.one(CardsSeen).count == 0


def test_wr_5_6_a_monster_that_an_eyestrike_brought_is_killed_in_response_to_its_own():
    match = entered("Caller", dice="2 0").hold("bo", "NA").give("ana", points=3)
    match.play("ana effect Caller enter:1; ana enter Biter; bo play NA answers=0")
    match.play("bo attack NA.1 Biter.1 answers=0")
    match.refuse("ana enter Rat", "WR-5.5")
    match.play("ana effect Biter; ana enter Rat; ana step mid")
    assert [match.wr.sides[seat].points for seat in ("ana", "bo")] == [2, 1]


def test_wr_5_7_a_deathcrash_fetches_its_own_monster_from_the_necropolis():
    match = mid(extra=EYE, lists=LISTS)
    match.put("", "Raise")
    match.put("ana", "A2", turn=match.wr.turn)
    match.play("ana attack A2.1 Raise.1; ana effect Raise enter:1:necropolis; ana enter Raise")
    assert "Raise.2" in match.wr.zones.things
    assert match.wr.zones.piles["necropolis"] == []
    match.play("ana step end")


def test_wr_13_1_what_a_death_at_the_end_of_the_last_turn_brings_comes_before_the_rift_is_dealt():
    match = mid(extra=f"{EYE}\n{TEXT}", lists=LISTS).hold("bo", "Text").give("ana", magicka=2)
    match.put("", "Spawner")
    match.play("ana summon A2 A2; ana step end; bo play Text")
    match.play("bo effect Text health:Spawner.1:1 counters:Spawner.1:1; bo step end")
    match.refuse("ana rift-deal", "WR-2.13", card="Spawner")
    after = match.play("bo effect Spawner enter:1").seq
    match.refuse("ana rift-deal", "WR-2.13", since=after, what="1 more monster comes in")
    match.play("ana enter Rat; ana rift-deal")


def test_wr_5_7_a_deathcrash_in_the_last_end_step_comes_before_the_winner_is_found():
    match = mid(extra=EYE, lists=LISTS).give("ana", points=5).give("bo", points=5)
    match.wr.ending = 1
    match.put("", "Mourner")
    match.play("ana step end")
    match.put("bo", "N2", turn=match.wr.turn)
    match.play("bo attack N2.1 Mourner.1")
    match.refuse("bo step end", "WR-2.13")
    match.play("bo effect Mourner; bo step end")
    assert set(match.one(MatchEnded).winners) == {"ana", "bo"}


def test_wr_11_1_an_ambush_card_traded_while_an_attack_is_pending_answers_it():
    match = mid(3).hold("bo", "NA")
    match.put("", "Wolf")
    match.put("ana", "A4", turn=match.wr.turn)
    match.play("ana attack A4.1 Wolf.1; bo trade cy gives=NA; cy play NA answers=0")
    match.play("cy attack NA.1 Wolf.1 answers=0; ana step end")
    assert match.wr.sides["cy"].points == 2
    assert match.wr.zones.piles["bo.discard"] == ["NA"]


def test_wr_5_4_of_an_eye_with_fewer_monsters_all_come_out():
    match = begun()
    match.t.state.zones.hidden.draw(59, "eye", "away")
    match.play("ana eye-roll 3 0; ana enter Rat")
    match.refuse("ana enter Rat", "WR-5.4")
    match.play("ana step mid")
