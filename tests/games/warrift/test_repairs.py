"""What a judge may repair in a match of WarRift (REF-3.5)."""

import pytest

from tests.games.warrift.table import Match, mid


def repaired(match: Match, *changes: str) -> Match:
    return match.play(f"jo adjust {' '.join(changes)}")


def test_figures_of_a_player():
    match = repaired(mid(2), "points:ana:12", "magicka:bo:3")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].magicka) == (12, 3)


def test_thirty_points_by_a_repair_call_the_last_rotation():
    match = repaired(mid(2), "points:ana:30")
    assert match.wr.ending == match.wr.rotation + 1


def test_what_is_on_a_monster():
    match = mid(2)
    match.put("", "Ogre")
    repaired(match, "damage:Ogre.1:2", "counters:Ogre.1:1")
    assert (match.thing("Ogre.1").damage, match.thing("Ogre.1").counters) == (2, 1)
    match.refuse("jo adjust damage:Ogre.1:3", "REF-3.5", value="3")
    match.refuse("jo adjust counters:Ogre.1:2", "REF-3.5", value="2")


def test_a_kill_is_credited():
    match = mid(2)
    match.put("", "Ogre", "Rat")
    repaired(match, "kill:Ogre.1:bo", "kill:Rat.1:nobody")
    assert match.wr.sides["bo"].points == 4
    assert match.wr.zones.piles["necropolis"] == ["Ogre", "Rat"]


def test_a_creature_may_attack_again():
    match = mid(2)
    match.put("", "Rat", "Rat")
    match.put("ana", "A2")
    match.play("ana attack A2.1 Rat.1")
    match.refuse("ana attack A2.1 Rat.2", "WR-7.3")
    repaired(match, "attacks:A2.1:0").play("ana attack A2.1 Rat.2")


def test_who_controls_a_stronghold():
    match = mid(2)
    match.put("ana", "Hut2")
    assert repaired(match, "control:Hut2.1:bo").thing("Hut2.1").controller == "bo"


def test_cards_are_drawn_and_put_back_unseen():
    match = mid(2)
    hidden = match.wr.zones.hidden
    repaired(match, "draw:bo:2")
    assert hidden.size("bo.hand") == 7
    repaired(match, "draw:bo:-3")
    assert hidden.size("bo.hand") == 4


@pytest.mark.parametrize(
    ("change", "zone"),
    [
        ("move:ana/Amage:hand>discard", "ana.discard"),
        ("move:ana/A2:selection>discard", "ana.discard"),
        ("move:table/Hand1:offers>support-discard", "support-discard"),
        ("move:ana/A4.1:play>discard", "ana.discard"),
    ],
)
def test_a_card_goes_from_place_to_place(change: str, zone: str):
    match = mid(2)
    match.put("ana", "A4")
    before = len(match.wr.zones.piles.get(zone, []))
    assert len(repaired(match, change).wr.zones.piles[zone]) == before + 1


def test_a_card_comes_into_play():
    match = mid(2)
    match.put("ana", "A4")
    repaired(match, "move:ana/A4.1:play>hand", "move:ana/A4:hand>play")
    assert match.thing("A4.2").controller == "ana"
    match.play("ana step end")
    assert match.wr.zones.piles["ana.discard"] == ["A4"]


@pytest.mark.parametrize(
    "change",
    [
        "points:nobody:1",
        "move:ana/Ogre:hand>discard",
        "move:ana/Nmage:hand>discard",
        "move:ana/Amage:hand>eye",
        "move:ana/Amage:hand>hand",
        "move:ana/Amage:discard>hand",
        "move:bo/A2:discard>selection",
        "draw:ana:-9",
        "control:Hut2.1:nobody",
        "kill:Hut2.1:bo",
        "coming:table:1",
        "token:table:noon",
        "token:ana:day",
    ],
)
def test_what_cannot_be_is_refused(change: str):
    match = mid(2)
    match.put("ana", "Hut2")
    match.refuse(f"jo adjust {change}", "REF-3.5")


def test_monsters_that_were_counted_wrongly_need_not_come():
    match = mid(2)
    match.play("ana step end; bo step end; bo eye-roll 2 1")
    assert repaired(match, "coming:table:1").wr.due[0].count == 1
    repaired(match, "coming:table:0").play("bo step mid")


def test_the_token_is_turned():
    assert repaired(mid(2), "token:table:night").wr.night
