"""What a judge may repair in a match of WarRift (REF-3.5)."""

import pytest

from referee.fact import DamageDealt
from referee.games.warrift.state import monsters
from tests.games.warrift.laws import repairs
from tests.games.warrift.table import Match, begun, mid, opened


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


IN_PLAY = "one of Hut2.1, A2.1, Ogre.1"
OF_A_SEAT = "two of class, discard, hand, play, primary, rift, selection"


@pytest.mark.parametrize(
    ("change", "legal", "facts"),
    [
        ("points:nobody:1", "one of ana, bo", {"seat": "nobody"}),
        ("points:ana:-1", "0 to 9999", {"least": 0}),
        ("magicka:zed:1", "one of ana, bo", {"seat": "zed"}),
        ("magicka:ana:10000", "0 to 9999", {"most": 9999}),
        ("damage:Ogre.9:1", IN_PLAY, {"target": "Ogre.9"}),
        ("damage:Hut2.1:1", "Ogre.1", {"target": "Hut2.1"}),
        ("damage:Ogre.1:4", "0 to 3", {"value": "4"}),
        ("counters:Ogre.1:4", "0 to 3", {"value": "4"}),
        ("counters:Hut2.1:1", "Ogre.1", {"target": "Hut2.1"}),
        ("attacks:Ogre.9:0", IN_PLAY, {"target": "Ogre.9"}),
        ("attacks:Hut2.1:100", "0 to 99", {"most": 99}),
        ("control:Hut2.1:nobody", "one of ana, bo", {"seat": "nobody"}),
        ("control:Hut2.2:ana", IN_PLAY, {"target": "Hut2.2"}),
        ("control:Ogre.1:ana", "a card that a player controls", {"target": "Ogre.1"}),
        ("kill:Hut2.1:bo", "Ogre.1", {"target": "Hut2.1"}),
        ("kill:Ogre.1:zed", "one of ana, bo, or nobody", {"value": "zed"}),
        ("draw:ana:-9", "-5 to 20", {"value": "-9"}),
        ("draw:ana:21", "-5 to 20", {"value": "21"}),
        ("draw:ana:6", "fewer", {"seat": "ana", "count": 6}),
        ("move:zed/Amage:hand>discard", "one of ana, bo", {"seat": "zed"}),
        ("move:ana/Amage:hand>eye", OF_A_SEAT, {"value": "hand>eye"}),
        ("move:ana/Amage:hand>hand", OF_A_SEAT, {"value": "hand>hand"}),
        ("move:ana/Nobody:hand>discard", "a card of the catalog", {"card": "Nobody"}),
        ("move:ana/Ogre.1:play>hand", "", {"card": "Ogre.1", "place": "play"}),
        ("move:bo/Hut2.1:play>hand", "", {"card": "Hut2.1", "place": "play"}),
        ("move:ana/Hut2.1:play>hand", "", {"card": "Hut2", "place": "hand"}),
        ("move:ana/Ogre:hand>discard", "", {"card": "Ogre", "place": "discard"}),
        ("move:bo/A2:discard>selection", "", {"card": "A2", "place": "selection"}),
        ("move:ana/Nmage:hand>discard", "", {"card": "Nmage", "place": "hand"}),
        ("move:ana/Amage:discard>hand", "", {"card": "Amage", "place": "ana.discard"}),
        ("move:ana/Ogre.3:eye>play", OF_A_SEAT, {"value": "eye>play"}),
        ("move:table/Ogre.1:eye>play", "2 to 9999", {"value": "1"}),
        ("move:ana/A2.1:play>bo/play", "control:A2.1:bo", {"card": "A2.1"}),
        ("move:ana/Amage:hand>bo/class", "", {"card": "Amage", "place": "class"}),
        ("move:ana/Amage:hand>Hut2.1/hand", "two of garrison", {"value": "hand>Hut2.1/hand"}),
        ("move:ana/Amage:hand>Ogre.1/garrison", "", {"thing": "Ogre.1", "room": 0}),
        ("move:table/Hut1:offers>Hut2.1/garrison", "", {"card": "Hut1", "place": "garrison"}),
        ("move:ana/A2:rift>hand", "", {"card": "A2", "place": "rift"}),
        ("unseen:ana/hand>bo/class:1", "one of hand, primary", {"place": "class"}),
        ("unseen:ana/offers>bo/hand:1", "one of hand, primary, class", {"place": "offers"}),
        ("unseen:ana/hand>table/rift:1", "one of hand, primary", {"place": "rift"}),
        ("unseen:ana/hand>table/hand:1", "one of ana, bo", {"seat": "table"}),
        ("unseen:ana/hand>ana/hand:1", "", {"target": "ana/hand>ana/hand"}),
        ("unseen:ana/hand>bo/hand:6", "0 to 5", {"most": 5}),
        ("attack:Ogre.1:2", "A2.1", {"target": "Ogre.1"}),
        ("attack:A2.1:-1", "0 to 9999", {"value": "-1"}),
        ("health:A2.1:3", "Ogre.1", {"target": "A2.1"}),
        ("health:Ogre.1:0", "1 to 9999", {"value": "0"}),
        ("word:Ogre.9/corrupt:yes", IN_PLAY, {"target": "Ogre.9"}),
        ("word:A2.1/corrupt:maybe", "yes or no", {"value": "maybe"}),
        ("rotation:zed:2", "one of ana, bo", {"seat": "zed"}),
        ("rotation:ana:0", "1 to 9999", {"value": "0"}),
        ("turn:bo:2/noon", "one of eye, start, mid, end", {"step": "noon"}),
        ("turn:bo:3/mid", "2", {"value": "3"}),
        ("turn:zed:1/mid", "one of ana, bo", {"seat": "zed"}),
        ("ending:ana:1", "table", {"target": "ana"}),
        ("ending:table:3", "0 to 2", {"most": 2}),
        ("coming:table:1", "", {}),
        ("coming:ana:1", "table", {"target": "ana"}),
        ("token:table:noon", "day or night", {"value": "noon"}),
        ("token:ana:day", "table", {"target": "ana"}),
    ],
)
def test_what_cannot_be_is_refused(change: str, legal: str, facts: dict[str, int | str]):
    match = mid(2)
    match.put("ana", "Hut2", "A2")
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


def test_a_card_goes_to_another_player_seen_or_unseen():
    match = repaired(mid(2), "move:ana/Amage:hand>bo/hand", "unseen:ana/hand>bo/primary:1")
    hidden = match.wr.zones.hidden
    assert hidden.known("bo.hand") == {"Amage": 1}
    assert [hidden.size(f"{seat}.hand") for seat in ("ana", "bo")] == [3, 6]
    assert "Awarrior" in hidden.candidates("bo.primary")


def test_what_an_even_deal_leaves_in_the_rift_lies_there_unseen():
    match = mid(2, choices={"WR-I 52": "equal_shares_rest_stays_in_rift"})
    repaired(match, "unseen:ana/class>table/rift:2", "unseen:table/rift>bo/hand:1")
    match.refuse("jo adjust unseen:table/rift>bo/hand:2", "REF-3.5", most=1)
    assert match.wr.zones.hidden.size("rift") == 1


def test_a_creature_that_comes_before_the_first_turn_leaves_with_it():
    match = repaired(opened(2), "move:ana/A2:class>play", "rotation:ana:1", "turn:ana:1/mid")
    assert match.play("ana step end").wr.zones.piles["ana.discard"] == ["A2"]


def test_a_card_comes_into_a_garrison_and_out_of_it():
    match = mid(2)
    match.put("ana", "Hut2")
    store = "move:ana/Amage:hand>Hut2.1/garrison"
    repaired(match, store, store).refuse(f"jo adjust {store}", "REF-3.5", room=2)
    repaired(match, "move:Hut2.1/Amage:garrison>discard")
    assert match.wr.zones.piles["Hut2.1.garrison"] == ["Amage"]
    assert match.wr.zones.piles["ana.discard"] == ["Amage"]


def test_who_summoned_a_card_of_the_rift_is_dealt_to():
    match = repaired(mid(2), "move:ana/A2:selection>rift", "move:bo/N2:class>table/rift")
    assert (match.wr.rift, match.wr.sides["ana"].summoned) == (["ana", ""], True)
    match.refuse("jo adjust move:ana/N2:rift>discard", "REF-3.5", card="N2")
    repaired(match, "move:ana/A3:selection>rift", "move:ana/A2:rift>selection")
    assert (match.wr.rift, match.wr.sides["ana"].summoned) == (["", "ana"], True)
    repaired(match, "move:table/N2:rift>bo/discard", "move:ana/A3:rift>selection")
    assert (match.wr.rift, match.wr.sides["ana"].summoned) == ([], False)


def test_a_card_that_leaves_play_for_the_rift_was_summoned():
    match = mid(2)
    match.put("ana", "A2")
    assert repaired(match, "move:ana/A2.1:play>rift").wr.rift == ["ana"]


def test_a_forgotten_thing_comes_with_its_number():
    match = repaired(mid(2), "move:table/Ogre.3:eye>play", "move:table/Ogre:eye>play")
    assert [each.id for each in monsters(match.t)] == ["Ogre.3", "Ogre.4"]


def test_a_card_of_another_class_lies_on_its_pile_where_it_goes_there_as_it_is_played():
    match = mid(2, choices={"WR-I 28": "as_it_is_played"})
    repaired(match, "move:bo/N2:class>ana/play", "move:bo/N3:class>play", "move:table/Rat:eye>play")
    assert not (match.thing("N3.1").piled or match.thing("Rat.1").piled)
    assert match.wr.zones.piles["bo.discard"] == ["N2"]
    assert match.thing("N2.1").piled


def test_a_pile_that_play_reached_is_set_in_its_order_below_what_acts_and_lies_in_it():
    choices = {"WR-I 28": "as_it_is_played"}
    match = mid(2, choices=choices)
    match.hold("ana", "N2", "N4", "N2")
    match.pile("bo.discard", "N3").play("ana play N2; ana play N4")
    lies = [*match.wr.zones.piles["bo.discard"], "N2", "N3"]
    match.pile("bo.discard", *lies)
    assert lies == ["N3", "N2", "N4", "N2", "N3"]
    again = opened(2, choices=choices)
    repaired(again, *repairs(again.t, match.t))
    assert again.wr.zones.piles["bo.discard"] == lies
    assert [thing.piled for thing in again.wr.zones.things.values()] == [True, True]


def test_an_attack_is_what_a_judge_says_until_the_turn_ends():
    match = mid(2)
    match.put("ana", "A2")
    match.put("", "Dragon1")
    repaired(match, "attack:A2.1:0", "attack:A2.1:3").play(
        "ana attack A2.1 Dragon1.1; ana step end"
    )
    assert match.thing("Dragon1.1").damage == 0
    assert not match.wr.changes.on
    assert any(getattr(fact, "amount", 0) == 3 for fact in match.all(DamageDealt))


def test_a_monster_whose_health_was_raised_dies_of_its_damage_when_the_turn_ends():
    match = mid(2)
    match.put("", "Ogre")
    repaired(match, "damage:Ogre.1:3").refuse(
        "jo adjust health:Ogre.1:3", "REF-3.5", least=4, value="3"
    )
    repaired(match, "health:Ogre.1:4", "health:Ogre.1:8", "counters:Ogre.1:4")
    match.play("ana step end")
    assert not monsters(match.t)


def test_a_creature_has_a_word_or_has_it_not_until_the_turn_ends():
    match = mid(2)
    match.put("", "Dragon1", "Rat")
    match.put("ana", "A2")
    told = match.refuse("jo adjust word:A2.1/brave:yes", "REF-3.5", word="brave")
    assert "overwhelm" in told.legal
    repaired(match, "word:A2.1/corrupt:no", "word:A2.1/corrupt:yes")
    match.play("ana attack A2.1 Dragon1.1; ana step end")
    assert (match.thing("Dragon1.1").counters, match.wr.changes.on) == (2, {})
    match.put("bo", "A2")
    yes, no = "word:A2.2/corrupt:yes", "word:A2.2/corrupt:no"
    repaired(match, no, yes, yes, no)
    assert len(match.wr.changes.on["A2.2"]) == 2


def test_from_the_opening_to_a_turn():
    match = repaired(opened(3), "rotation:bo:2", "turn:cy:5/mid")
    state = match.wr
    assert (state.first, state.rotation, state.turn, state.active) == ("bo", 2, 5, "cy")
    assert not state.due
    match.play("cy step end; ana step end")
    assert (state.rotation, state.first, state.turn) == (3, "cy", 7)


def test_the_eye_is_rolled_again_where_that_is_said():
    match = repaired(mid(2), "turn:bo:2/start")
    assert not match.wr.due
    repaired(match, "turn:ana:1/eye").play("ana eye-roll 0 0")
    match.refuse("ana eye-roll 0 0", "WR-5.1")


def test_no_turn_is_set_while_something_is_to_take_effect():
    match = mid(2)
    match.put("", "Rat")
    match.put("ana", "A2")
    match.play("ana attack A2.1 Rat.1")
    told = match.refuse("jo adjust turn:ana:1/mid", "REF-3.5")
    assert told.legal == f"strike {match.seq - 1}, which began it, first"


def test_a_turn_that_is_set_has_not_come_to_its_end():
    match = mid(2)
    state = match.wr
    state.closing, state.begun, state.struck, state.left = True, False, [3], ["A2"]
    repaired(match, "turn:ana:1/mid")
    assert (state.closing, state.begun, state.struck, state.left) == (False, True, [], [])


def test_the_token_moves_and_who_keeps_the_score_stays():
    stays = opened(2, choices={"WR-I 17": "stays"})
    repaired(stays, "rotation:ana:1", "rotation:bo:2")
    assert (stays.wr.scorekeeper, stays.wr.first) == ("ana", "bo")
    assert repaired(opened(2, choices={"WR-I 17": "moves"}), "rotation:ana:1").wr.scorekeeper == ""


def test_the_turns_of_a_rotation_are_counted_from_the_token():
    match = repaired(mid(2), "rotation:bo:1")
    match.play("ana step end")
    assert match.wr.rotation == 2


def test_nobody_has_a_turn_before_the_token_is_somebodys():
    told = opened(2).refuse("jo adjust turn:ana:1/mid", "REF-3.5")
    assert told.legal == "rotation:ana:1 first"


def test_the_first_turn_may_still_be_prepared_where_it_is_set_to_its_start():
    match = repaired(begun(2), "turn:ana:1/eye")
    match.play("ana replace A2 flipped=A3")
    repaired(match, "turn:ana:1/start").refuse("ana replace A2 flipped=A3", "WR-3.12")


def test_the_game_ending_rotation_is_called_or_not():
    match = repaired(mid(2), "ending:table:1")
    match.play("ana step end; bo step end")
    assert match.wr.over
    match = repaired(mid(2), "rotation:ana:2", "turn:ana:3/mid")
    assert match.refuse("jo adjust ending:table:1", "REF-3.5", number=1).legal == "2 or 3, or 0"
    assert repaired(match, "ending:table:3", "ending:table:0").wr.ending == 0
    assert repaired(match, "ending:table:3", "rotation:ana:1").wr.ending == 2


def test_of_those_who_have_left_nobody_has_a_turn():
    match = mid(3, choices={"WR-I 6": "others_go_on"})
    match.play("cy concede")
    for change in ("rotation:cy:2", "turn:cy:3/mid"):
        match.refuse(f"jo adjust {change}", "REF-3.5", seat="cy")
    assert repaired(match, "rotation:ana:3", "turn:bo:6/mid").wr.turn == 6
    match.refuse("jo adjust turn:bo:9/mid", "REF-3.5", least=3, most=8)
