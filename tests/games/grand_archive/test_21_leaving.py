"""How objects leave the field, and what is done to them there (GA-21)."""

import pytest

from referee.games.grand_archive.facts import ObjectLeft
from tests.games.grand_archive.table import MATERIAL, Match, action, turn

DYING = """
[[cards]]
name = "Martyr"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
when = "on death"
steps = [{ do = "draw", count = 1 }]
[[cards]]
name = "Relict"
types = ["ally"]
supertypes = ["regalia"]
memory = 0
power = 1
life = 1
deck = "material"
[[cards.effects]]
when = "on death"
steps = [{ do = "draw", count = 1 }]
[[cards]]
name = "Leaver"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "on leave"
steps = [{ do = "draw", count = 1 }]
[[cards]]
name = "Offer"
types = ["action"]
reserve = 0
speed = "slow"
[[cards.effects]]
when = "played"
cost = [{ do = "sacrifice", thing = { is = "ally", of = "you" } }]
steps = [{ do = "recover", amount = 2 }]
[[cards]]
name = "Hide"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { not = "champion" } }
steps = [{ do = "suppress", thing = "thing" }]
[[cards]]
name = "Away"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { not = "champion" } }
steps = [{ do = "banish-object", thing = "thing" }]
[[cards]]
name = "Blast"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { not = "champion" } }
steps = [{ do = "destroy", thing = "thing" }]
[[cards]]
name = "Thief"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { is = "ally" } }
steps = [{ do = "control", thing = "thing", player = "you" }]
[[cards]]
name = "Lull"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { is = "ally" } }
steps = [{ do = "rest", thing = "thing" }]
[[cards]]
name = "Brewed"
types = ["action"]
reserve = 3
speed = "slow"
keywords = ["brew"]
[[cards]]
name = "Goad"
types = ["action"]
reserve = 0
speed = "slow"
[[cards.effects]]
when = "played"
aims.thing = { what = { is = "ally" } }
steps = [{ do = "grant", thing = "thing", word = "must attack", until = "turn" }]
[[cards]]
name = "Toll"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "always"
change = [{ on = "opponent", layer = "add", what = "attack", amount = 2 }]
"""


COLLAR = """
[[cards]]
name = "Collar"
types = ["item"]
reserve = 1
keywords = ["link"]
named = { link = ["ally"] }
"""


def table(**more: object) -> Match:
    """A turn with the cards of this page."""
    material = {"ana": (*MATERIAL[:6], "Relict")}
    match = turn(extra=DYING, materials=material, **more)  # type: ignore[arg-type]
    return match.hold("ana", "Blast", "Away", "Hide", "Offer", "Thief", "Lull", "Goad")


@pytest.mark.rule("GA-21.1")
def test_ga_21_1_what_is_destroyed_goes_to_its_owners_graveyard() -> None:
    match = table()
    lamp = match.put("bo", "Lamp1", controller="ana")
    match.play(f"ana activate Blast {lamp}; ana resolve")
    assert match.ga.zones.piles["bo.graveyard"] == ["Lamp1"]


@pytest.mark.rule("GA-21.2")
def test_ga_21_2_a_unit_dies_only_into_the_graveyard() -> None:
    match = table()
    martyr, relict = match.put("ana", "Martyr"), match.put("ana", "Relict")
    match.play(f"ana activate Blast {martyr}; ana resolve")
    assert [each.trigger for each in match.ga.waiting.stack] == ["on death"]  # type: ignore[union-attr]
    match.hold("ana", "Blast").play(f"ana resolve; ana activate Blast {relict}; ana resolve")
    assert match.one(ObjectLeft).how == "destroyed" and match.ga.waiting.stack == []


@pytest.mark.rule("GA-21.3")
@pytest.mark.rule("GA-5.10")
def test_ga_21_3_what_is_no_unit_is_destroyed_and_does_not_die() -> None:
    match = table()
    item = match.put("ana", "Leaver")
    match.play(f"ana activate Blast {item}; ana resolve")
    assert match.one(ObjectLeft).how == "destroyed"
    (heard,) = match.ga.waiting.stack
    assert (heard.trigger, heard.was.name) == ("on leave", "Leaver")  # type: ignore[union-attr]


def test_ga_21_4_a_sacrifice_is_of_ones_own_and_a_unit_dies_by_it() -> None:
    match = table().hold("ana", "Brewed")
    other = match.put("bo", "A1")
    match.refuse(f"ana activate Brewed brew={other}", "GA-21.4")
    match.refuse(f"ana act sacrifice:{other}", "GA-21.4")
    martyr = match.put("ana", "Martyr")
    match.play(f"ana activate Offer pays=sacrifice:{martyr}")
    assert match.one(ObjectLeft).how == "sacrificed"


@pytest.mark.rule("GA-21.5")
def test_ga_21_5_what_a_sacrifice_as_a_cost_triggers_lies_over_the_card() -> None:
    match = table()
    martyr = match.put("ana", "Martyr")
    match.play(f"ana activate Offer pays=sacrifice:{martyr}")
    names = [each.card for each in match.ga.waiting.stack]  # type: ignore[union-attr]
    assert names == ["Offer", "Martyr"]


@pytest.mark.rule("GA-21.6")
def test_ga_21_6_what_is_banished_is_neither_destroyed_nor_dead() -> None:
    match = table()
    martyr = match.put("ana", "Martyr")
    match.play(f"ana activate Away {martyr}; ana resolve")
    assert match.one(ObjectLeft).how == "banished" and match.ga.waiting.stack == []
    assert match.ga.zones.piles["ana.banishment"] == ["Martyr"]


def test_ga_21_7_nobody_discards_without_a_reason() -> None:
    match = table()
    match.refuse("ana act discard:Blast", "GA-21.7")


@pytest.mark.rule("GA-21.8")
def test_ga_21_8_what_is_suppressed_comes_back_with_the_end_phase() -> None:
    match = table().hold("ana", "Hide")
    mine, token = match.put("bo", "A3", controller="ana", damage=1), match.put("ana", "Imp")
    match.play(f"ana activate Hide {mine}; ana resolve; ana activate Hide {token}; ana resolve")
    assert match.ga.zones.piles["bo.banishment"] == ["A3"]
    match.play("ana step end")
    (waiting,) = match.ga.waiting.stack
    assert waiting.trigger == "suppressed"  # type: ignore[union-attr]
    match.play("bo resolve")
    back = match.thing("A3.2")
    assert (back.controller, back.damage) == ("bo", 0)
    assert all(each.name != "Imp" for each in match.ga.zones.things.values())


@pytest.mark.rule("GA-24.23")
@pytest.mark.parametrize("reading", ["it_goes", "it_stays"])
def test_ga_i_20_a_link_that_was_suppressed_comes_back_linked_to_nothing(reading: str) -> None:
    match = turn(extra=DYING + COLLAR, choices={"GA-I 20": reading}).hold("ana", "Collar", "Hide")
    ally = match.put("ana", "A1")
    match.play(f"ana activate Collar {ally}; ana resolve; ana activate Hide Collar; ana resolve")
    match.play("ana step end; ana resolve")
    assert any("linked to nothing" in each for each in match.trusted())
    gone = match.ga.zones.piles["ana.graveyard"][-1] == "Collar"
    assert gone == (reading == "it_goes")
    assert ally in match.ga.zones.things


def test_ga_i_20_a_link_that_an_effect_fetches_is_linked_to_nothing() -> None:
    fetch = 'do = "fetch", cards = { count = 1 }, place = "graveyard", to = "field"'
    match = turn(extra=COLLAR + action("Call", f"{{ {fetch} }}")).hold("ana", "Call")
    match.lay("ana", "graveyard", "Collar").play("ana activate Call; ana resolve fetch:Collar")
    assert any("GA-I 20" in each for each in match.trusted())
    assert "Collar" in match.ga.zones.piles["ana.graveyard"]


@pytest.mark.rule("GA-21.9")
def test_ga_21_9_what_is_rested_is_not_rested_again() -> None:
    match = table()
    mine = match.put("ana", "A1", rested=True, spent=1)
    match.play(f"ana activate Lull {mine}; ana resolve")
    assert match.thing(mine).rested and match.thing(mine).spent == 1


@pytest.mark.rule("GA-21.10")
def test_ga_21_10_control_changes_and_the_owner_stays() -> None:
    match = table()
    other = match.put("bo", "A1")
    match.play(f"ana activate Thief {other}; ana resolve")
    assert (match.thing(other).controller, match.thing(other).owner) == ("ana", "bo")
    match.play(f"ana activate Blast {other}; ana resolve")
    assert match.ga.zones.piles["bo.graveyard"] == ["A1"]


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_21_11_a_disobeying_ally_does_not_attack_but_retaliates(edition: str) -> None:
    match = table(edition=edition)
    proud = match.put("ana", "Proud3")
    match.refuse(f"ana attack {proud} bo", "GA-21.11")
    other = match.put("bo", "Proud3")
    mine = match.put("ana", "A1")
    match.play(f"ana attack {mine} {other}; bo retaliate {other}")


def test_ga_14_16_a_unique_object_that_changes_control_has_a_namesake() -> None:
    match = table()
    match.put("ana", "King4")
    other = match.put("bo", "King4")
    match.play(f"ana activate Thief {other}; ana resolve")
    match.refuse("ana end", "GA-14.16")
    match.play(f"ana settle {other}")
    assert match.ga.zones.piles["bo.graveyard"] == ["King4"]


VANISH = """
[[cards]]
name = "Vanish"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { ally = { what = { is = "ally" } } }
steps = [{ do = "suppress", thing = "ally" }]

[[cards]]
name = "Herald"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
when = "on enter"
aims = { unit = { what = { is = "ally", other = true } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]
"""


@pytest.mark.parametrize("named", ["Herald", "Herald.2"])
def test_ga_21_8_what_comes_back_in_the_end_phase_is_aimed_when_it_is_there(named: str) -> None:
    match = turn(extra=VANISH).hold("ana", "Vanish")
    match.put("ana", "Herald")
    match.put("bo", "A2")
    match.put("bo", "A3")
    match.play(f"ana activate Vanish Herald; ana resolve; ana trigger {named} A3; ana resolve")
    assert match.thing("A3.1").damage == 1
    assert match.ga.active == "ana"


# -- what an attack costs, and attacks that are forced -------------------------------------------


def test_ga_17_4_what_an_attack_costs_is_paid() -> None:
    match = table()
    match.put("bo", "Toll")
    mine = match.put("ana", "A1")
    before = match.size("ana", "hand")
    match.play(f"ana attack {mine} bo")
    assert match.size("ana", "hand") == before - 2
    hidden = match.t.state.zones.hidden
    hidden.draw(hidden.size("ana.hand"), "ana.hand", "ana.facedown")
    other = match.put("ana", "A2")
    match.refuse(f"ana attack {other} bo", "GA-17.4")


def test_ga_17_26_who_is_forced_attacks_or_tries() -> None:
    match = table()
    mine = match.put("ana", "A1")
    match.refuse(f"ana attack {mine} bo tried=yes", "GA-17.26")
    match.play(f"ana activate Goad {mine}; ana resolve")
    match.refuse("ana end", "GA-17.26", thing=mine)
    match.play(f"ana attack {mine} ana tried=yes; ana end")


def test_ga_17_26_a_forced_attack_that_is_legal_is_an_attack() -> None:
    match = table()
    mine = match.put("ana", "A1")
    match.play(f"ana activate Goad {mine}; ana resolve; ana attack {mine} bo tried=yes")
    match.play("ana end")
    assert match.champion("bo").damage == 1


def test_ga_17_23_a_declaration_is_not_answered() -> None:
    match = table()
    mine = match.put("ana", "A1")
    match.play(f"ana attack {mine} bo")
    match.refuse(f"bo act negate:{mine}", "GA-17.23")
