"""Keywords of what does not perish, or comes back (section 24)."""

import pytest

from tests.games.grand_archive.table import MATERIAL, turn

KEPT = """
[[cards]]
name = "Deathless"
types = ["ally"]
reserve = 2
power = 2
life = 2
keywords = ["immortality"]

[[cards]]
name = "Ageless"
types = ["ally"]
supertypes = ["unique"]
reserve = 2
power = 2
life = 2
keywords = ["immortality"]

[[cards]]
name = "Smite"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { any = ["ally", "item"] } } }
steps = [{ do = "destroy", thing = "one" }]

[[cards]]
name = "Offering"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
cost = [{ do = "sacrifice", thing = { is = "ally" } }]
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Exile"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { any = ["ally", "item"] } } }
steps = [{ do = "banish-object", thing = "one" }]

[[cards]]
name = "Seedling"
types = ["ally"]
reserve = 1
power = 1
life = 1
keywords = ["preserve"]

[[cards]]
name = "Memoir"
types = ["action"]
reserve = 0
speed = "slow"
keywords = ["preserve"]

[[cards]]
name = "Anew"
types = ["item"]
supertypes = ["regalia"]
memory = 0
deck = "material"
keywords = ["renewable"]
"""


# -- Immortality -----------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.16")
def test_ga_24_16_an_immortal_ally_survives_lethal_damage_and_destruction():
    match = turn(extra=KEPT).hold("ana", "Smite", "Exile")
    thing, foe = match.put("ana", "Deathless"), match.put("bo", "A4")
    match.play(f"ana attack {thing} {foe}; bo retaliate {foe}; ana damage")
    assert match.thing(thing).damage == 4
    match.play(f"ana activate Smite {thing}; ana resolve")
    assert match.thing(thing).place == "field"
    match.play(f"ana activate Exile {thing}; ana resolve")
    assert match.ga.zones.piles["ana.banishment"] == ["Deathless"]


@pytest.mark.rule("GA-24.16")
def test_ga_24_16_an_immortal_ally_is_no_sacrifice():
    match = turn(extra=KEPT)
    offering, thing = match.put("ana", "Offering"), match.put("ana", "Deathless")
    match.refuse(f"ana ability {offering} pays=sacrifice:{thing}", "GA-24.16", thing=thing)
    mortal = match.put("ana", "A1")
    match.play(f"ana ability {offering} pays=sacrifice:{mortal}; ana resolve")
    assert match.ga.zones.piles["ana.graveyard"] == ["A1"]


@pytest.mark.rule("GA-24.16")
def test_ga_24_16_one_of_two_unique_namesakes_goes_though_immortal():
    match = turn(extra=KEPT)
    one = match.put("ana", "Ageless")
    match.put("ana", "Ageless")
    match.play(f"ana settle objects={one}")
    assert match.ga.zones.piles["ana.graveyard"] == ["Ageless"]


@pytest.mark.rule("GA-24.16")
def test_ga_24_16_an_immortal_champion_does_not_die():
    match = turn(extra=KEPT)
    match.champion("bo").marks.append("immortality")
    match.champion("bo").damage = 99
    match.play("ana step end")
    assert not match.state.over


# -- Preserve --------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.27")
def test_ga_24_27_a_preserved_ally_is_taken_to_hand_in_place_of_a_materialization():
    match = turn(extra=KEPT).hold("ana", "Smite")
    ally = match.put("ana", "Seedling")
    match.play(f"ana activate Smite {ally}; ana resolve")
    assert match.side("ana").preserved == ["Seedling"]
    assert "Seedling" not in match.ga.zones.piles["ana.graveyard"]
    material = match.size("ana", "material")
    match.play("ana end; bo end")
    match.refuse("ana preserve Ring0", "GA-6.24", card="Ring0")
    match.play("ana preserve Seedling")
    assert match.size("ana", "material") == material - 1
    assert match.side("ana").preserved == []
    match.refuse("ana materialize Ring0", "GA-10.1")
    match.play("ana activate Seedling")


@pytest.mark.rule("GA-6.24")
def test_ga_6_24_a_preserved_card_is_taken_once_and_instead_of_a_materialization():
    match = turn(extra=KEPT, phase="materialize").hold("ana", "Memoir", "Memoir", place="material")
    match.side("ana").preserved.extend(["Memoir", "Memoir"])
    match.refuse("ana preserve Seedling", "GA-6.24", card="Seedling")
    match.play("ana preserve Memoir").refuse("ana preserve Memoir", "GA-10.1")
    assert match.size("ana", "hand") == 8
    first = turn(extra=KEPT).at("main").hold("ana", "Memoir", place="material")
    first.side("ana").preserved.append("Memoir")
    first.refuse("ana preserve Memoir", "GA-10.1")


@pytest.mark.rule("GA-24.27")
def test_ga_24_27_an_action_is_preserved_as_it_resolves():
    match = turn(extra=KEPT).hold("ana", "Memoir")
    match.play("ana activate Memoir; ana resolve")
    assert match.side("ana").preserved == ["Memoir"]
    assert match.size("ana", "graveyard") == 0


@pytest.mark.rule("GA-24.27")
def test_ga_24_27_what_is_banished_is_not_preserved():
    match = turn(extra=KEPT).hold("ana", "Exile")
    ally = match.put("ana", "Seedling")
    match.play(f"ana activate Exile {ally}; ana resolve")
    assert match.side("ana").preserved == []
    assert match.ga.zones.piles["ana.banishment"] == ["Seedling"]


# -- Renewable -------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.30")
@pytest.mark.parametrize("deed", ["Smite", "Exile"])
def test_ga_24_30_a_renewable_regalia_returns_to_the_material_deck(deed: str):
    match = turn(extra=KEPT, materials={"ana": (*MATERIAL[:11], "Anew")}).hold("ana", deed)
    match.t.state.zones.hidden.show("ana.material", ("Anew",))
    thing, material = match.put("ana", "Anew"), match.size("ana", "material")
    match.play(f"ana activate {deed} {thing}; ana resolve")
    assert match.size("ana", "material") == material + 1
    assert match.size("ana", "banishment") == 0
