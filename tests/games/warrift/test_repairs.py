"""What a judge may repair in a match of WarRift (REF-3.5)."""

import pytest

from referee.games.warrift.state import monsters
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


@pytest.mark.parametrize("place", ["eye", "necropolis"])
def test_a_forgotten_monster_comes_into_play_and_nothing_hears_of_it(place: str):
    match = mid(2)
    match.put("", "Ogre")
    repaired(match, f"move:table/Ogre.1:play>{place}", f"move:table/Ogre:{place}>play")
    (ogre,) = monsters(match.t)
    assert (ogre.id, ogre.controller, ogre.attacks) == ("Ogre.2", "", 0)
    assert not match.wr.waiting.stack
    match.refuse("jo adjust move:ana/Ogre:hand>play", "REF-3.5", card="Ogre", place="play")


@pytest.mark.parametrize("place", ["offers", "support"])
def test_a_mercenary_comes_into_play_under_a_player(place: str):
    match, move = mid(2), f"move:table/Hand1:{place}>play"
    match.refuse(f"jo adjust {move}", "REF-3.5", thing="Hand1.1")
    assert "Hand1.1" not in match.wr.zones.things
    repaired(match, move, "control:Hand1.1:bo")
    assert match.thing("Hand1.1").controller == "bo"


IN_PLAY = "one of Hut2.1, Ogre.1"
OF_A_SEAT = "two of class, discard, hand, play, primary, selection"


@pytest.mark.parametrize(
    ("change", "legal", "facts"),
    [
        ("points:nobody:1", "one of ana, bo", {"seat": "nobody"}),
        ("points:ana:-1", "0 to 9999", {"least": 0}),
        ("magicka:zed:1", "one of ana, bo", {"seat": "zed"}),
        ("magicka:ana:10000", "0 to 9999", {"most": 9999}),
        ("damage:Ogre.9:1", IN_PLAY, {"target": "Ogre.9"}),
        ("damage:Hut2.1:1", "one of Ogre.1", {"target": "Hut2.1"}),
        ("damage:Ogre.1:4", "0 to 3", {"value": "4"}),
        ("counters:Ogre.1:4", "0 to 3", {"value": "4"}),
        ("counters:Hut2.1:1", "one of Ogre.1", {"target": "Hut2.1"}),
        ("attacks:Ogre.9:0", IN_PLAY, {"target": "Ogre.9"}),
        ("attacks:Hut2.1:100", "0 to 99", {"most": 99}),
        ("control:Hut2.1:nobody", "one of ana, bo", {"seat": "nobody"}),
        ("control:Hut2.2:ana", IN_PLAY, {"target": "Hut2.2"}),
        ("control:Ogre.1:ana", "a card that a player controls", {"target": "Ogre.1"}),
        ("kill:Hut2.1:bo", "one of Ogre.1", {"target": "Hut2.1"}),
        ("kill:Ogre.1:zed", "one of ana, bo, or nobody", {"value": "zed"}),
        ("draw:ana:-9", "-5 to 20", {"value": "-9"}),
        ("draw:ana:21", "-5 to 20", {"value": "21"}),
        ("draw:ana:6", "fewer", {"seat": "ana", "count": 6}),
        ("move:zed/Amage:hand>discard", "one of ana, bo", {"seat": "zed"}),
        ("move:ana/Amage:hand>eye", OF_A_SEAT, {"value": "hand>eye"}),
        ("move:ana/Amage:hand>hand", OF_A_SEAT, {"value": "hand>hand"}),
        ("move:ana/Nobody:hand>discard", "", {"card": "Nobody", "place": "hand"}),
        ("move:ana/Ogre.1:play>hand", "", {"card": "Ogre.1", "place": "play"}),
        ("move:bo/Hut2.1:play>hand", "", {"card": "Hut2.1", "place": "play"}),
        ("move:ana/Hut2.1:play>hand", "", {"card": "Hut2", "place": "hand"}),
        ("move:ana/Ogre:hand>discard", "", {"card": "Ogre", "place": "discard"}),
        ("move:bo/A2:discard>selection", "", {"card": "A2", "place": "selection"}),
        ("move:ana/Nmage:hand>discard", "", {"card": "Nmage", "place": "hand"}),
        ("move:ana/Amage:discard>hand", "", {"card": "Amage", "place": "ana.discard"}),
        ("coming:table:1", "", {}),
        ("coming:ana:1", "table", {"target": "ana"}),
        ("token:table:noon", "day or night", {"value": "noon"}),
        ("token:ana:day", "table", {"target": "ana"}),
    ],
)
def test_what_cannot_be_is_refused(change: str, legal: str, facts: dict[str, int | str]):
    match = mid(2)
    match.put("ana", "Hut2")
    match.put("", "Ogre")
    assert match.refuse(f"jo adjust {change}", "REF-3.5", **facts).legal == legal


def test_monsters_that_were_counted_wrongly_need_not_come():
    match = mid(2)
    match.play("ana step end; bo step end; bo eye-roll 2 1")
    assert repaired(match, "coming:table:1").wr.due[0].count == 1
    for change, facts in (("coming:ana:1", {"target": "ana"}), ("coming:table:61", {"most": 60})):
        match.refuse(f"jo adjust {change}", "REF-3.5", **facts)
    repaired(match, "coming:table:0").play("bo step mid")


def test_the_token_is_turned():
    assert repaired(mid(2), "token:table:night").wr.night
