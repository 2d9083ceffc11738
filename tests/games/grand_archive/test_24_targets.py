"""Keywords of what may be a target, and of what is linked to it (section 24)."""

import pytest

from events.notation import read
from referee.games.grand_archive.facts import Fizzled
from referee.verdict import Incomplete
from tests.games.grand_archive.table import MATERIAL, turn

TARGETS = """
[[cards]]
name = "Zap"
types = ["action"]
subtypes = ["spell"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { is = "unit" } } }
steps = [{ do = "damage", thing = "one", amount = 1 }]

[[cards]]
name = "Shove"
types = ["action"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { is = "unit" } } }
steps = [{ do = "damage", thing = "one", amount = 1 }]

[[cards]]
name = "Veil"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "activated"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "grant", thing = "one", word = "spellshroud", until = "turn" }]

[[cards]]
name = "Hex"
types = ["action"]
subtypes = ["spell"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = "player" } }
steps = [{ do = "draw", player = "one", count = 1 }]

[[cards]]
name = "Aegis"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "activated"
steps = [{ do = "grant", player = "you", word = "spellshroud", until = "turn" }]

[[cards]]
name = "Warded"
types = ["ally"]
reserve = 1
power = 1
life = 3
keywords = ["spellshroud"]

[[cards]]
name = "Sealed"
types = ["ally"]
reserve = 1
power = 1
life = 3
keywords = ["omnishroud"]

[[cards]]
name = "Stinger"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
when = "on enter"
aims = { ally = { what = { is = "ally", other = true } } }
steps = [{ do = "damage", thing = "ally", amount = 1 }]

[[cards]]
name = "Collar"
types = ["item"]
reserve = 1
keywords = ["link"]
named = { link = ["ally"] }

[[cards]]
name = "Covenant"
types = ["item"]
supertypes = ["regalia"]
memory = 0
deck = "material"
keywords = ["link"]
named = { link = ["ally"] }

[[cards]]
name = "Clasp"
types = ["phantasia"]
subtypes = ["spell"]
reserve = 1
keywords = ["link"]
named = { link = ["item", "or", "unit"] }
"""


# -- Spellshroud, Omnishroud -----------------------------------------------------------------------


def test_ga_24_33_no_spell_takes_an_object_with_spellshroud_as_its_target():
    match = turn(extra=TARGETS).hold("ana", "Zap", "Shove")
    warded = match.put("bo", "Warded")
    match.refuse(f"ana activate Zap {warded}", "GA-24.33", thing=warded, word="Spellshroud")
    match.play(f"ana activate Shove {warded}; ana resolve")
    assert match.thing(warded).damage == 1


def test_ga_24_33_a_spell_is_offered_with_another_target_where_one_has_spellshroud():
    imp = """
[[cards]]
name = "Gadfly"
types = ["ally"]
subtypes = ["spell"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "stings"
when = "on enter"
aims = { one = { what = { is = "ally", of = "opponent" } } }
steps = [{ do = "damage", thing = "one", amount = 1 }]
"""
    match = turn(extra=f"{TARGETS}{imp}").hold("ana", "Gadfly")
    match.put("bo", "Warded")
    other = match.put("bo", "A2")
    match.play("ana activate Gadfly; ana resolve")
    (sting,) = [o for o in match.game.options(match.t) if o.verb == "trigger"]
    assert sting.fields["aims"].such == (other,)
    assert match.refuse("ana end", "GA-16.12").legal == f"ana trigger Gadfly.1 {other}"


def test_ga_24_33_a_player_may_have_spellshroud():
    match = turn(extra=TARGETS).hold("ana", "Hex", "Zap")
    match.play(f"bo ability {match.put('bo', 'Aegis')}; bo resolve")
    match.refuse("ana activate Hex bo", "GA-24.33", thing="bo")
    match.play("ana activate Zap bo.champion; ana resolve; ana activate Hex ana")


def test_ga_24_33_a_spell_fizzles_whose_target_has_got_spellshroud():
    match = turn(extra=TARGETS).hold("ana", "Zap")
    ally, veil = match.put("bo", "A2"), match.put("bo", "Veil")
    match.play(f"ana activate Zap {ally}; bo ability {veil} {ally}; bo resolve; ana resolve")
    assert match.thing(ally).damage == 0
    assert match.size("ana", "graveyard") == 1


def test_ga_24_33_a_spell_that_nobody_knows_may_not_have_targeted_it():
    match = turn(extra=TARGETS, partial=True).hold("ana", "Bolt1")
    warded = match.put("bo", "Warded")
    match.play(f"ana activate Bolt1 {warded}")
    assert any("GA-24.33" in each for each in match.trusted())


def test_ga_24_41_nothing_targets_an_object_with_omnishroud():
    match = turn(extra=TARGETS, edition="R26").hold("ana", "Shove")
    sealed = match.put("bo", "Sealed")
    match.refuse(f"ana activate Shove {sealed}", "GA-24.41", thing=sealed, word="Omnishroud")


def test_ga_24_41_a_card_is_offered_only_what_it_may_target():
    match = turn(extra=TARGETS, edition="R26").hold("ana", "Shove")
    match.put("bo", "Sealed")
    free = match.put("bo", "A2")
    options = [o for o in match.game.options(match.replay.table) if o.verb == "activate"]
    (option,) = [o for o in options if o.fields["card"].only() == ("Shove",)]
    assert (free,) in (aims := [line["aims"] for line in option.together()])
    assert not [each for each in aims if "Sealed" in each[0]]


def test_ga_24_41_a_trigger_is_offered_only_what_it_may_target():
    match = turn(extra=TARGETS, edition="R26").hold("ana", "Stinger")
    sealed, free = match.put("bo", "Sealed"), match.put("bo", "A2")
    match.play("ana activate Stinger; ana resolve")
    match.refuse(f"ana trigger Stinger {sealed}", "GA-24.41", thing=sealed, word="Omnishroud")
    (option,) = [o for o in match.game.options(match.replay.table) if o.verb == "trigger"]
    assert [line["aims"] for line in option.together()] == [(free,)]
    match.play(f"ana trigger Stinger {free}; ana resolve")
    assert match.thing(free).damage == 1


@pytest.mark.rule("GA-16.12")
def test_ga_16_12_a_trigger_that_can_target_nothing_within_its_reach_fizzles():
    match = turn(extra=TARGETS, edition="R26").hold("ana", "Stinger")
    for _ in range(2):
        match.put("bo", "Sealed")
    match.play("ana activate Stinger; ana resolve")
    fizzled = match.one(Fizzled)
    assert (fizzled.card, fizzled.rule) == ("Stinger", "GA-16.12")
    assert not match.ga.waiting.stack
    match.play("ana end")


# -- Link ------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.23")
def test_ga_24_23_an_object_with_link_arrives_attached_and_goes_when_that_is_gone():
    match = turn(extra=TARGETS).hold("ana", "Collar", "Shove")
    ally, other = match.put("ana", "A1"), match.put("ana", "Imp")
    match.play(f"ana activate Collar {ally}; ana resolve")
    assert match.thing("Collar.1").link == ally
    match.play(f"ana activate Shove {other}; ana resolve")
    assert match.thing("Collar.1").link == ally
    match.hold("ana", "Shove").play(f"ana activate Shove {ally}; ana resolve")
    assert "Collar.1" not in match.ga.zones.things
    assert sorted(match.ga.zones.piles["ana.graveyard"]) == ["A1", "Collar", "Shove", "Shove"]


@pytest.mark.rule("GA-24.23")
def test_ga_24_23_a_regalia_with_link_is_materialized_onto_its_target():
    materials = {"ana": (*MATERIAL[:11], "Covenant")}
    match = turn(extra=TARGETS, phase="materialize", materials=materials)
    ally = match.put("ana", "A1")
    match.refuse("ana materialize Covenant aims=bo", "GA-8.7", thing="bo.champion")
    match.play(f"ana materialize Covenant aims={ally}; ana resolve")
    assert match.thing("Covenant.1").link == ally


@pytest.mark.rule("GA-24.23")
def test_ga_24_23_link_has_one_target():
    materials = {"ana": (*MATERIAL[:11], "Covenant")}
    match = turn(extra=TARGETS, phase="materialize", materials=materials)
    match.put("ana", "A1")
    match.put("ana", "A2")
    match.refuse("ana materialize Covenant aims=A1,A2", "GA-8.7", card="Covenant")


@pytest.mark.rule("GA-24.23")
def test_ga_24_23_it_fizzles_where_its_target_has_gone():
    match = turn(extra=TARGETS).hold("ana", "Collar").hold("bo", "Shove")
    ally = match.put("ana", "A1")
    match.play(f"ana activate Collar {ally}; bo activate Shove {ally}; bo resolve; ana resolve")
    assert "Collar.1" not in match.ga.zones.things
    assert "Collar" in match.ga.zones.piles["ana.graveyard"]


def test_ga_24_23_what_a_link_does_not_name_is_refused_and_nothing_left_out():
    match = turn(extra=TARGETS).hold("ana", "Collar", "Clasp")
    ring, hill = match.put("ana", "Ring0"), match.put("ana", "Hill3")
    match.refuse("ana activate Collar bo", "GA-8.7", thing="bo.champion", wanted="Ally")
    match.refuse("ana activate Collar", "GA-8.7")
    match.refuse(f"ana activate Clasp {hill}", "GA-8.7", thing=hill)
    match.log(read("ana activate Clasp", match.game.codec))
    assert isinstance(match.verdict, Incomplete), match.verdict
    match.play(f"ana activate Clasp {ring}; ana resolve")
    assert match.thing("Clasp.1").link == ring


def test_ga_24_33_a_spell_links_itself_to_nothing_with_spellshroud():
    match = turn(extra=TARGETS).hold("ana", "Clasp")
    warded = match.put("ana", "Warded")
    match.refuse(f"ana activate Clasp {warded}", "GA-24.33", thing=warded)
