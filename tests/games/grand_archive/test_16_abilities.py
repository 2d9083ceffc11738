"""Abilities, triggers and what they are aimed at (sections 16a, 16b)."""

import pytest

from referee.choice import Fixed
from referee.games.grand_archive.facts import Fizzled
from referee.games.grand_archive.state import Triggered
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, ally, turn

CARDS = """
[[cards]]
name = "Well"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "dips"
when = "activated"
cost = [{ do = "rest", thing = "self" }]
steps = [{ do = "draw" }]
[[cards.effects]]
name = "breaks"
when = "activated"
cost = [{ do = "banish-object", thing = "self" }]
steps = [{ do = "draw", count = 2 }]

[[cards]]
name = "Revenant"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
name = "last breath"
when = "in graveyard"
cost = [{ do = "banish", place = "graveyard", cards = { what = { named = "Revenant" } } }]
steps = [{ do = "draw" }]

[[cards]]
name = "Dart"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
name = "throw"
when = "in hand"
aims = { victim = { what = { is = "ally", of = "opponent" } } }
cost = [
    { do = "pay", count = 2 },
    { do = "discard", cards = { what = { named = "Dart" } }, place = "hand" },
]
steps = [{ do = "damage", thing = "victim", amount = 2 }]

[[cards]]
name = "Lasher"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
name = "lashes"
when = "on enter"
aims = { victim = { what = { is = "ally", of = "opponent" } } }
steps = [{ do = "damage", thing = "victim", amount = 1 }]

[[cards]]
name = "Bell"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "rings"
when = { on = "enters", what = { is = "ally", of = "you" } }
uses = 1
if = { count = { is = "ally", of = "you" }, least = 2 }
steps = [{ do = "draw" }]

[[cards]]
name = "Chime"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "chimes"
when = { on = "enters", what = { is = "ally" } }
steps = [{ do = "recover", amount = 1 }]

[[cards]]
name = "Toll"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "pays"
when = "played"
steps = [
    { do = "banish", cards = { what = { is = "ally" } }, may = true, as = "paid" },
    { do = "begin", effect = "then", if = { last = "paid" } },
]
[[cards.effects]]
name = "then"
when = "triggered"
steps = [{ do = "draw", count = 2 }]

[[cards]]
name = "Cut of Ash"
types = ["attack"]
reserve = 0
power = 1
[[cards.effects]]
name = "rests"
when = "activated"
cost = [{ do = "rest", thing = "self" }]
steps = [{ do = "draw" }]
[[cards.effects]]
name = "smoulders"
when = "activated"
steps = [{ do = "draw" }]
"""


def table(*held: str) -> Match:
    return turn(extra=CARDS).hold("ana", *held)


def stack(m: Match) -> list[str]:
    return [each.card for each in m.ga.waiting.stack if isinstance(each, Triggered)]


# -- abilities -----------------------------------------------------------------------------------


def test_ga_16_2_an_ability_of_an_object_works_on_the_field_alone() -> None:
    m = table().lay("ana", "graveyard", "Well")
    m.refuse("ana ability Well which=dips", "GA-16.2", card="Well", place="graveyard")


def test_ga_16_2_unless_its_text_names_another_place() -> None:
    m = table().lay("ana", "graveyard", "Revenant")
    before = m.size("ana", "hand")
    m.play("ana ability Revenant; ana resolve")
    assert m.size("ana", "hand") == before + 1
    assert m.size("ana", "banishment") == 1


def test_ga_1_3_an_ability_that_works_in_the_graveyard_is_forbidden_like_any_other() -> None:
    m = table().lay("ana", "graveyard", "Revenant")
    begin(m.t, "bo.champion", "ana", "forbid", "ability", None, until="turn")
    m.refuse("ana ability Revenant", "GA-1.3", source="bo.champion", act="ability")


def test_ga_16_2_a_card_of_the_hand_is_shown_for_an_ability_that_works_there() -> None:
    m = table("Dart")
    m.put("bo", "A4")
    before = m.size("ana", "hand")
    offered = [o for o in m.game.options(m.replay.table) if o.fields.get("source") == Fixed("Dart")]
    assert [each.verb for each in offered] == ["ability"]
    m.refuse("ana ability Dart A4 which=zork", "GA-16.6", card="Dart", which="zork")
    m.play("ana ability Dart A4 pays=discard:Dart; ana resolve")
    assert (m.size("ana", "hand"), m.size("ana", "memory")) == (before - 3, 4)
    assert m.thing("A4.1").damage == 2 and m.size("ana", "graveyard") == 1


def test_ga_16_2_an_unknown_text_may_work_in_the_hand() -> None:
    m = turn(partial=True)
    m.put("bo", "A4")
    before = m.size("ana", "hand")
    m.play("ana ability Bolt1 pays=pay:2,discard:Bolt1 did=damage:A4:1")
    assert "Bolt1: that it has an ability that works in the hand" in m.trusted()
    m.play("ana end")
    assert m.size("ana", "graveyard") == 1
    assert m.size("ana", "hand") == before - 3


def test_ga_16_6_that_an_unknown_text_has_an_ability_of_a_name_is_on_trust() -> None:
    m = turn(partial=True)
    m.put("ana", "A1")
    m.play("ana ability A1.1 which=zap did=draw")
    assert "A1: that it has an ability zap" in m.trusted()


@pytest.mark.rule("GA-16.3")
def test_ga_16_3_abilities_of_hidden_cards_do_not_function() -> None:
    table("Well").refuse("ana ability Well which=dips", "GA-16.3")


def test_ga_16_6_an_object_has_the_abilities_that_it_has() -> None:
    m = table()
    m.put("ana", "A1")
    m.refuse("ana ability A1.1", "GA-16.6")


def test_ga_16_7_resting_as_a_cost_needs_an_awake_object() -> None:
    m = table()
    m.put("ana", "Well", rested=True)
    m.refuse("ana ability Well.1 which=dips", "GA-16.7")
    before = m.size("ana", "hand")
    m.play("ana ability Well.1 which=breaks; ana resolve")
    assert m.size("ana", "hand") == before + 2
    assert m.size("ana", "graveyard") + m.size("ana", "banishment") == 1


@pytest.mark.rule("GA-16.5")
def test_ga_16_5_an_ability_is_whose_its_source_was_though_it_is_gone() -> None:
    m = table()
    m.put("ana", "Well")
    m.play("ana ability Well.1 which=breaks")
    assert "Well.1" not in m.ga.zones.things
    before = m.size("ana", "hand")
    m.play("ana resolve")
    assert m.size("ana", "hand") == before + 2


@pytest.mark.parametrize(("edition", "rule"), [("R25", "GA-16.6"), ("R26", "GA-16.9")])
def test_ga_16_9_a_card_of_the_intent_pays_no_cost_that_needs_an_object(
    edition: str, rule: str
) -> None:
    m = turn(extra=CARDS, edition=edition).hold("ana", "Cut of Ash")
    m.put("bo", "A1")
    m.play('ana activate "Cut of Ash" target=A1.1; ana resolve')
    m.refuse('ana ability "Cut of Ash" which=rests', rule)


@pytest.mark.rule("GA-16.9")
def test_ga_16_9_a_card_of_the_intent_uses_its_other_abilities() -> None:
    m = turn(extra=CARDS, edition="R26").hold("ana", "Cut of Ash")
    m.put("bo", "A1")
    hand = m.size("ana", "hand")
    m.play('ana activate "Cut of Ash" target=A1.1; ana ability "Cut of Ash" which=smoulders')
    m.play("ana resolve")
    assert m.size("ana", "hand") == hand - 1 + 1


# -- triggers ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-16.10", "GA-16.11")
def test_ga_16_11_triggers_of_whose_turn_it_is_go_on_the_stack_first() -> None:
    m = table("A1")
    m.put("bo", "Chime")
    m.put("ana", "Chime")
    m.champion("bo").damage = m.champion("ana").damage = 3
    m.play("ana activate A1; ana resolve")
    assert [each.seat for each in m.ga.waiting.stack] == ["ana", "bo"]
    m.play("ana resolve")
    assert (m.champion("ana").damage, m.champion("bo").damage) == (3, 2)


def test_ga_16_11_nobody_orders_triggers_that_are_not_there() -> None:
    m = table("A1")
    m.put("ana", "Chime")
    m.play("ana activate A1; ana resolve")
    m.refuse("ana order Well Chime", "GA-16.11")


SEVERAL = """
[[cards]]
name = "Rank"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "one"
when = "on enter"
if = { count = { is = "ally", of = "you" }, most = 1 }
steps = [{ do = "damage", thing = { is = "unit" }, amount = 1 }]
[[cards.effects]]
name = "many"
when = "on enter"
if = { count = { is = "ally", of = "you" }, least = 5 }
steps = [{ do = "damage", thing = { is = "unit" }, amount = 2 }]

[[cards]]
name = "Ward"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "does"
when = "played"
steps = [
    { do = "begin", effect = "answers", uses = 1, until = "turn" },
    { do = "prevent", thing = "champion", how = "next", until = "turn" },
]
[[cards.effects]]
name = "answers"
when = "on prevention"
x = [0, 9]
steps = [{ do = "recover", amount = "x", if = { ask = "x", least = 2 } }]
"""


@pytest.mark.parametrize("did", ["resolve damage:bo.champion:1 Rank", "resolve damage:bo:1"])
def test_ga_16_11_what_is_said_of_several_triggers_is_of_the_one_that_does_it(did: str) -> None:
    m = turn(extra=SEVERAL).hold("ana", "Rank").play(f"ana activate Rank; ana {did}")
    assert m.champion("bo").damage == 1
    assert not m.ga.waiting.stack


def test_ga_16_11_what_none_of_several_triggers_does_is_refused() -> None:
    m = turn(extra=SEVERAL).hold("ana", "Rank").play("ana activate Rank")
    m.refuse("ana resolve damage:bo.champion:2 Rank", "GA-1.6")


def test_ga_16_11_what_a_card_has_not_itself_is_said_of_what_it_sets_off() -> None:
    m = turn(extra=SEVERAL).hold("bo", "Ward", "Bolt1")
    m.put("ana", "A3")
    m.champion("bo").damage = 4
    m.play("ana attack A3 bo; bo activate Ward; bo resolve x=3 source=Ward")
    assert m.champion("bo").damage == 1
    m.play("bo activate Bolt1")
    m.refuse("bo resolve x=3 source=Bolt1", "GA-2.36")


def test_ga_16_12_the_only_legal_aim_is_taken_as_the_trigger_goes_on_the_stack() -> None:
    m = table("Lasher")
    m.put("bo", "Wall3")
    m.play("ana activate Lasher; ana resolve")
    assert m.ga.waiting.stack[-1].aims == ("Wall3.1",)
    m.put("bo", "A2")
    m.play("ana resolve")
    assert (m.thing("Wall3.1").damage, m.thing("A2.1").damage) == (1, 0)


@pytest.mark.rule("GA-16.12")
def test_ga_16_12_without_a_legal_aim_a_trigger_fizzles() -> None:
    m = table("Lasher").play("ana activate Lasher; ana resolve")
    assert not m.ga.waiting.stack
    assert m.one(Fizzled).rule == "GA-16.12"


def test_ga_16_12_of_several_aims_one_is_said_before_play_goes_on() -> None:
    m = table("Lasher")
    m.put("bo", "Wall3")
    m.put("bo", "A2")
    m.play("ana activate Lasher; ana resolve")
    m.refuse("ana end", "GA-16.12")
    m.play("ana trigger Lasher A2.1; ana end")
    assert m.thing("Wall3.1").damage == 0


@pytest.mark.rule("GA-16.13")
def test_ga_16_13_a_condition_holds_when_it_triggers_and_when_it_resolves() -> None:
    m = table("A1", "A1", "A2")
    m.put("ana", "Bell")
    m.play("ana activate A1; ana resolve")
    assert not stack(m)
    m.play("ana activate A1; ana resolve")
    assert stack(m) == ["Bell"]
    before = m.size("ana", "hand")
    m.thing("A1.1").place = "banished"
    m.refuse("ana resolve draw:1", "GA-1.6", card="Bell")
    m.play("ana resolve")
    assert m.size("ana", "hand") == before


def test_ga_16_13_a_trigger_is_set_off_no_oftener_than_its_uses() -> None:
    m = table("A1", "A2")
    m.put("ana", "A3")
    m.put("ana", "Bell")
    m.play("ana activate A1; ana resolve")
    assert stack(m) == ["Bell"]
    m.play("ana activate A2; ana resolve")
    assert not stack(m)


@pytest.mark.rule("GA-16.14")
def test_ga_16_14_a_reflexive_trigger_goes_on_the_stack_when_it_was_done() -> None:
    m = table("Toll").lay("ana", "graveyard", "A1")
    before = m.size("ana", "hand")
    m.play("ana activate Toll; ana resolve banish:A1")
    assert stack(m) == ["Toll"]
    m.play("ana resolve")
    assert m.size("ana", "hand") == before - 1 + 2
    m = table("Toll").lay("ana", "graveyard", "A1")
    m.play("ana activate Toll; ana resolve")
    assert not stack(m)


@pytest.mark.rule("GA-16.11")
@pytest.mark.parametrize("said", ["Echo.1 Echo.2", "Echo.2 Echo.1"])
def test_ga_16_11_a_player_puts_own_triggers_into_an_order(said: str) -> None:
    echo = (
        '[[cards]]\nname = "Echo"\ntypes = ["ally"]\nreserve = 1\npower = 1\nlife = 2\n'
        '[[cards.effects]]\nwhen = { on = "main begins" }\nsteps = [{ do = "draw" }]\n'
    )
    m = turn(extra=echo, phase="recollection").hold("bo", "Bolt1")
    for seat in ("ana", "ana", "bo"):
        m.put(seat, "Echo")
    m.play("ana step main")

    def sources() -> list[str]:
        return [each.source for each in m.ga.waiting.stack if isinstance(each, Triggered)]

    assert sources() == ["Echo.1", "Echo.2", "Echo.3"]
    m.play(f"ana order {said}")
    assert sources() == [*said.split(), "Echo.3"]
    m.refuse("bo order Echo.3 Echo.1", "GA-7.11", name="Echo.1")


TWO = """
[[cards]]
name = "Orb"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "one"
when = "WHEN"
steps = [{ do = "draw" }]
[[cards.effects]]
name = "two"
when = "WHEN"
steps = [{ do = "draw", count = 2 }]
"""


@pytest.mark.parametrize("when", ["activated", "in hand"])
def test_ga_16_6_of_two_abilities_it_is_asked_which(when: str):
    match = turn(extra=TWO.replace("WHEN", when))
    if when == "activated":
        match.put("ana", "Orb")
    else:
        match.hold("ana", "Orb")
    match.play("ana ability Orb")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"which": ("one", "two")}
    hand = match.size("ana", "hand")
    match.play("ana ability Orb which=two; ana resolve")
    assert match.size("ana", "hand") == hand + 2


def test_ga_16_6_which_ability_of_an_unknown_text_is_on_trust():
    odd = '[[cards]]\nname = "Odd"\ntypes = ["item"]\nreserve = 0\ntext = "Something."'
    match = turn(extra=odd, partial=True)
    match.put("ana", "Odd")
    match.play("ana ability Odd which=glow")
    assert match.trusted() == ("Odd: that it has an ability glow",)


def test_ga_16_5_of_two_objects_it_is_asked_which_did_nothing():
    match = turn(extra=ally("Bell", '{ do = "draw" }'))
    match.put("ana", "Bell")
    match.put("ana", "Bell")
    match.play("ana missed Bell")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"what": ("Bell.1", "Bell.2")}
