"""Section 4: turns, winning, losing, draws, concession, and what a loser leaves."""

import pytest

from referee.fact import DamageDealt, MatchEnded, SideLeft, TurnBegan
from referee.games.grand_archive.lineages import enter_champion
from referee.games.grand_archive.places import LEFT
from referee.games.grand_archive.state import END, lineage_of
from tests.games.grand_archive.laws import counted
from tests.games.grand_archive.table import Match, opened, turn


def _card(name: str, steps: str, types: str = "action") -> str:
    return (
        f'[[cards]]\nname = "{name}"\ntypes = ["{types}"]\nreserve = 0\nspeed = "fast"\n'
        f'element = "norm"\nelements = ["norm"]\n[[cards.effects]]\nwhen = "played"\n'
        f"steps = [{steps}]\n"
    )


WIN = _card("Triumph", '{ do = "win" }')
LOSE = _card("Defeat", '{ do = "lose-game" }')
DRAWS = _card("Torrent", '{ do = "draw", count = 60 }')


def beaten(match: Match, *seats: str) -> Match:
    """Champions have lethal damage, which the next state check finds."""
    for seat in seats:
        match.champion(seat).damage = 15
    return match


@pytest.mark.rule("GA-4.1")
def test_ga_4_1_the_turn_passes_along_the_order():
    match = opened(3)
    for seat in ("bo", "cy", "ana", "bo"):
        match.play(f"{match.ga.active} end")
        assert match.one(TurnBegan).seat == match.ga.active == seat


def test_ga_4_4_whoever_is_left_has_won():
    match = beaten(turn(), "bo").play("ana step end")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "champion died", "GA-4.5")


@pytest.mark.rule("GA-4.4")
def test_ga_4_4_a_text_may_say_who_wins():
    match = turn(extra=WIN).hold("ana", "Triumph").play("ana activate Triumph; ana resolve")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "card", "GA-4.4")


@pytest.mark.rule("GA-4.5")
@pytest.mark.parametrize(("edition", "over"), [("R25", True), ("R26", False)])
def test_ga_4_5_of_two_champions_one_has_died(edition: str, over: bool):
    match = turn(edition=edition, materials={"bo": ("Fire", "Water")}, format="casual")
    enter_champion(match.t, "bo", "Water")
    beaten(match, "bo").play("ana step end")
    assert bool(match.ga.over) == over
    assert over or match.side("bo").champions == ["bo.champion.2"]


def test_ga_4_5_a_draw_from_an_empty_deck_loses():
    match = turn(extra=DRAWS).hold("ana", "Torrent").play("ana activate Torrent; ana resolve")
    assert match.one(MatchEnded).winners == ("bo",)
    assert match.one(MatchEnded).how == "empty deck"


@pytest.mark.parametrize("line", ["ana activate A1", "ana attack A2 bo"])
def test_a_draw_on_the_way_to_the_main_phase_loses_before_the_act(line: str):
    match = turn(phase="recollection").hold("ana", "A1")
    match.put("ana", "A2")
    hidden = match.ga.zones.hidden
    hidden.draw(hidden.size("ana.deck"), "ana.deck", "ana.facedown")
    match.play(line)
    assert match.one(MatchEnded).how == "empty deck"
    assert match.ga.waiting.stack == []


def test_ga_4_5_a_text_may_say_who_loses():
    match = turn(extra=LOSE).hold("ana", "Defeat").play("ana activate Defeat; ana resolve")
    assert match.one(MatchEnded).winners == ("bo",)


@pytest.mark.rule("GA-4.6")
def test_ga_4_6_whoever_had_a_champion_and_has_none_loses():
    match = turn()
    del match.ga.zones.things[match.side("bo").champions.pop()]
    match.play("ana step end")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "no champion", "GA-4.6")


def test_ga_4_7_all_who_are_left_lose_together():
    match = beaten(turn(), "ana", "bo").play("ana step end")
    assert match.one(MatchEnded) == MatchEnded((), "draw", "champion died", "GA-4.7")


def test_ga_4_7_who_lost_before_stays_beaten():
    match = turn(3).play("cy concede")
    beaten(match, "ana", "bo").play("ana step end")
    assert match.one(MatchEnded).result == "draw"
    assert match.side("cy").lost < match.side("ana").lost


@pytest.mark.rule("GA-4.8")
def test_ga_4_8_losing_is_tested_before_all_else():
    match = turn()
    hurt = match.put("bo", "A1", damage=1)
    beaten(match, "bo").play("ana step end")
    assert match.ga.over
    assert hurt in match.ga.zones.things


def test_ga_4_9_nobody_answers_an_end():
    match = turn(edition="R26").hold("bo", "Bolt1").play("ana concede")
    match.refuse("bo activate Bolt1", "GA-4.9")


@pytest.mark.rule("GA-4.10")
def test_ga_4_10_conceding_is_possible_at_every_moment():
    match = turn().hold("ana", "Bolt1").play("ana activate Bolt1; bo concede")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "concession", "GA-4.10")
    assert opened(materials={"ana": ("Fire", "Water")}, format="casual").play("ana concede").ga.over


def test_ga_4_10_with_more_players_the_rest_play_on():
    match = turn(3).play("bo concede")
    assert match.one(SideLeft).side == "bo"
    assert not match.ga.over
    match.play("ana end")
    assert match.ga.active == "cy"


@pytest.mark.rule("GA-4.11")
def test_ga_4_11_what_a_loser_owns_leaves_the_game():
    match = turn(3, extra=LISTENER)
    match.put("bo", "A1")
    match.put("ana", "Mourner")
    match.lay("bo", "graveyard", "A2").unseen("bo", "facedown", 1)
    before = counted(match.t)
    match.play("bo concede")
    assert not [each for each in match.ga.zones.things.values() if each.owner == "bo"]
    assert [match.size("bo", each) for each in ("hand", "memory", "deck", "graveyard")] == [0] * 4
    assert counted(match.t) == before
    assert sorted(match.ga.zones.piles[f"bo.{LEFT}"]) == ["A1", "A2", "Fire"]
    assert [each.trigger for each in match.ga.waiting.stack] == []


@pytest.mark.rule("GA-4.11", "GA-5.33")
def test_ga_4_11_cards_of_others_in_a_lineage_of_the_loser_go_home():
    match = turn(3).hold("ana", "A2", "A3")
    before = counted(match.t)
    match.play(
        "lena adjust move:ana/A2:hand>lineage/bo.champion move:ana/A3:hand>lineage/cy.champion"
    )
    match.play("bo concede")
    assert match.ga.zones.piles["ana.graveyard"] == ["A2"]
    assert [each.name for each in lineage_of(match.t, match.champion("cy"))] == ["A3"]
    assert counted(match.t) == before


def test_ga_4_11_what_an_effect_gave_to_an_object_goes_with_it():
    match = turn(3, extra=GIVES)
    match.put("bo", "A1")
    before = counted(match.t)
    match.hold("bo", "Gives").play("bo activate Gives A1; bo resolve")
    assert match.ga.begun
    match.play("bo concede")
    assert not match.ga.begun
    after = counted(match.t)
    assert {name: n for name, n in after.items() if n != before.get(name)} == {"Gives": 1}


GIVES = """
[[cards]]
name = "Gives"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "begin", effect = "feeds", thing = "one" }]
[[cards.effects]]
name = "feeds"
when = "on kill"
steps = [{ do = "draw" }]
"""

LISTENER = (
    '[[cards]]\nname = "Mourner"\ntypes = ["ally"]\nreserve = 1\npower = 1\nlife = 1\n'
    'element = "norm"\nelements = ["norm"]\n[[cards.effects]]\nwhen = { on = "dies" }\n'
    'steps = [{ do = "draw" }]\n'
)


def test_ga_4_11_face_down_cards_are_shown():
    match = turn(3).unseen("bo", "facedown", 1).play("bo concede")
    match.refuse("bo inspection facedown", "GA-4.11", have=1, count=0)
    match.refuse('bo inspection facedown "Kai, One"', "GA-4.11")
    match.play("bo inspection facedown A1")


@pytest.mark.rule("GA-4.12")
def test_ga_4_12_borrowed_objects_go_back():
    match = turn(3)
    key = match.put("ana", "A1", controller="bo")
    match.play("bo concede")
    assert match.thing(key).controller == "ana"


def test_ga_4_12_what_nobody_had_before_is_gone():
    match = turn(3)
    token = match.put("bo", "Imp")
    match.play("bo concede")
    assert token not in match.ga.zones.things


@pytest.mark.rule("GA-4.13")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_4_13_after_a_loser_in_its_turn_comes_the_next_player(edition: str):
    match = turn(3, edition=edition).hold("bo", "Bolt1")
    hurt = match.put("bo", "A2", damage=1)
    match.play("bo activate Bolt1; ana concede")
    assert match.ga.active == "bo"
    assert not match.ga.waiting.stack
    assert list(match.ga.zones.piles["bo.graveyard"]) == ["Bolt1"]
    assert match.thing(hurt).damage == 0
    match.play("bo end; cy end")
    assert match.ga.active == "bo"


HARM = _card("Harm", '{ do = "damage", thing = "one", amount = 2 }').replace(
    "steps", 'aims = { one = { what = { is = "ally" } } }\nsteps'
)


@pytest.mark.rule("GA-4.13")
@pytest.mark.parametrize(("edition", "damage"), [("R25", 0), ("R26", 2)])
def test_ga_4_13_what_the_loser_has_pending_in_the_own_turn_resolves_in_r26(
    edition: str, damage: int
):
    choice = _card("Riddle", '{ do = "discard", cards = { count = 1 } }')
    match = turn(4, edition=edition, extra=HARM + choice)
    match.hold("ana", "Harm", "Riddle", "A1").hold("cy", "Harm").put("bo", "A4")
    before = counted(match.t)
    match.play("ana activate Riddle hold=yes; ana activate Harm A4 hold=yes")
    match.play("ana concede")
    assert match.ga.active == "bo"
    assert not match.ga.waiting.stack
    assert sum(each.amount for each in match.all(DamageDealt)) == damage
    assert "Harm" in match.ga.zones.piles["ana.left"]
    assert not match.ga.zones.piles.get("ana.graveyard")
    assert counted(match.t) == before
    match.put("bo", "A3")
    match.play("cy activate Harm A3; cy concede")
    assert not match.all(DamageDealt)


SINKS = _card(
    "Sinks",
    '{ do = "return", thing = "self", to = "lineage" }, '
    '{ do = "counter", thing = "one", kind = "haunt", change = 1 }',
).replace("steps", 'aims = { one = { what = { is = "champion" } } }\nsteps')


@pytest.mark.rule("GA-4.11", "GA-4.13")
def test_ga_4_13_what_resolves_still_leaves_no_card_of_the_loser_in_a_lineage():
    match = turn(3, edition="R26", extra=SINKS).hold("ana", "Sinks")
    before = counted(match.t)
    match.play("ana activate Sinks bo.champion hold=yes; ana concede")
    assert not lineage_of(match.t, match.champion("bo"))
    assert "Sinks" in match.ga.zones.piles["ana.left"]
    assert counted(match.t) == before


def test_ga_4_13_what_is_pending_may_still_need_a_word():
    choice = (
        '[[cards]]\nname = "Riddle"\ntypes = ["action"]\nreserve = 0\nspeed = "fast"\n'
        'element = "norm"\nelements = ["norm"]\n[[cards.effects]]\nwhen = "played"\n'
        'steps = [{ do = "discard", cards = { count = 1 } }]\n'
    )
    match = turn(3, edition="R26", extra=choice).hold("bo", "Riddle", "A1")
    match.play("bo activate Riddle; ana concede")
    assert match.ga.active == "ana"
    match.play("bo resolve discard:A1")
    assert match.ga.active == "bo"
    assert sorted(match.ga.zones.piles["bo.graveyard"]) == ["A1", "Riddle"]


def test_a_loser_acts_no_more_where_passes_are_on_record():
    match = turn(3, choices={"GA-I 19": "must_be_logged"}).hold("ana", "Bolt1")
    match.play("bo concede; ana activate Bolt1")
    match.refuse("bo activate Bolt1", "REF-1.3")


def without_ana(reading: str) -> Match:
    """Bo's turn against two, of whom ana has conceded since bo played a card."""
    match = turn(3, seat="bo", choices={"GA-I 19": reading})
    match.ga.allies.update(ana="red", cy="red")
    match.hold("bo", "Bolt1").hold("ana", "Bolt1")
    return match.play("bo activate Bolt1; ana concede")


@pytest.mark.parametrize("reading", ["lapsed_when_the_next_thing_happens", "must_be_logged"])
def test_ga_4_5_who_has_lost_acts_no_more_though_others_of_the_side_play_on(reading: str):
    without_ana(reading).refuse("ana activate Bolt1", "GA-4.5", seat="ana")


@pytest.mark.rule("GA-7.5")
def test_ga_7_5_who_has_lost_is_not_asked_though_others_of_the_side_play_on():
    match = without_ana("must_be_logged").play("bo pass; cy pass")
    assert not match.ga.waiting.stack
    match.play("bo pass; cy pass")
    assert (match.ga.active, match.ga.phase) == ("bo", END)


def test_ga_4_13_what_comes_of_the_turn_that_begins_as_a_player_loses_waits_for_an_answer():
    match = opened(3, choices={"GA-I 19": "must_be_logged"}).play("ana pass")
    match.play("Judge penalty ana match-loss")
    assert match.ga.active == "bo"
    assert [each.source for each in match.ga.waiting.stack] == ["bo.champion"]
    assert match.options("bo")
