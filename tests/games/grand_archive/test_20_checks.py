"""State-based checks: what they find at one moment (section 20)."""

import pytest

from events.event import Event
from referee.games.grand_archive import checks
from referee.replay.fold import digest_of
from referee.replay.replay import Replay
from tests.bench.matches import simulated
from tests.games.grand_archive.table import Match, turn

CARDS = """
[[cards]]
name = "Tremor"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "damage", each = { is = "ally" }, thing = "it", amount = 1 }]

[[cards]]
name = "Mourner"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "mourns"
when = { on = "dies", what = { is = "ally" } }
steps = [{ do = "recover", amount = 1 }]

[[cards]]
name = "Bane"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "weakens"
when = "always"
change = [{ on = { is = "ally", of = "opponent" }, layer = "add", what = "life", amount = -1 }]

[[cards]]
name = "Banner"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "rallies"
when = "always"
change = [
    { on = { is = "ally", of = "you", other = true }, layer = "add", what = "life", amount = 1 },
]

[[cards]]
name = "Wisp"
types = ["ally"]
reserve = 0
power = 1
life = 0

[[cards]]
name = "Fell"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.struck = { what = { is = "ally" } }
steps = [{ do = "destroy", thing = "struck" }]
"""


def trembling(*of_bo: str) -> Match:
    """Ana deals 1 damage to every ally; bo's champion had nine damage."""
    m = turn(extra=CARDS).hold("ana", "Tremor")
    for each in of_bo:
        m.put("bo", each)
    m.champion("bo").damage = 9
    return m


@pytest.mark.rule("GA-20.3")
@pytest.mark.rule("GA-20.9")
def test_ga_20_3_units_that_die_in_one_check_see_each_other_die() -> None:
    m = trembling("Mourner", "Mourner").play("ana activate Tremor; ana end")
    assert m.champion("bo").damage == 9 - 4


@pytest.mark.rule("GA-20.3")
def test_ga_20_3_who_has_life_by_another_alone_dies_with_it() -> None:
    m = turn(extra=CARDS).hold("ana", "Wisp", "Fell")
    banner = m.put("ana", "Banner")
    m.play("ana activate Wisp; ana resolve")
    assert "Wisp.1" in m.ga.zones.things
    m.play(f"ana activate Fell {banner}; ana resolve")
    assert "Wisp.1" not in m.ga.zones.things


@pytest.mark.rule("GA-20.3")
@pytest.mark.parametrize("first", ["ana", "bo"])
def test_ga_20_3_whatever_order_they_came_in_units_with_lethal_damage_die_together(
    first: str,
) -> None:
    m = trembling()
    for seat in (first, "bo" if first == "ana" else "ana"):
        m.put(seat, "Bane" if seat == "ana" else "A2")
    m.play("ana activate Tremor; ana resolve")
    assert "Bane.1" not in m.ga.zones.things
    assert "A2.1" not in m.ga.zones.things


@pytest.mark.rule("GA-19.7")
def test_ga_19_7_what_is_sacrificed_for_wither_goes_at_one_moment() -> None:
    m = trembling()
    m.at("recollection", "bo")
    for thing in (m.put("bo", "Mourner"), m.put("bo", "Mourner")):
        m.thing(thing).counters["wither"] = 1
    m.play("bo step main; bo settle Mourner.1 Mourner.2; bo end")
    assert m.champion("bo").damage == 9 - 4


HIDE = """
[[cards]]
name = "Hide"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.one = { what = { is = "ally" } }
steps = [{ do = "grant", thing = "one", word = "stealth", until = "turn" }]
[[cards]]
name = "Reaper"
types = ["ally"]
reserve = 0
power = 2
life = 3
keywords = ["cleave"]
"""


@pytest.mark.rule("GA-20.8")
@pytest.mark.rule("GA-17.70")
def test_ga_20_8_of_several_defenders_the_one_that_hides_alone_stops_defending() -> None:
    m = turn(extra=HIDE).hold("bo", "Hide")
    m.put("ana", "Reaper")
    m.put("bo", "A3")
    m.put("bo", "A4")
    m.play("ana attack Reaper bo; bo activate Hide A3.1; bo resolve; ana step main")
    assert (m.thing("A3.1").damage, m.thing("A4.1").damage, m.champion("bo").damage) == (0, 2, 2)


@pytest.mark.rule("GA-4.11")
def test_ga_4_11_of_three_the_attacker_concedes_in_a_combat_and_the_next_turn_begins() -> None:
    m = turn(3)
    m.put("ana", "A3")
    m.put("bo", "A2")
    m.play("ana attack A3.1 A2.1; ana concede; bo step main")
    assert m.ga.active == "bo"
    assert m.thing("A2.1").damage == 0
    assert "A3.1" not in m.ga.zones.things


@pytest.mark.rule("GA-20.1")
def test_ga_20_1_what_is_asked_by_what_was_written_is_all_that_a_full_check_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, catalog, matches = simulated("grand_archive", 4, slips=0.05, rulings=0.02)

    def course(events: list[Event]) -> list[tuple[str, int]]:
        replay, found = Replay(game, catalog), []
        for event in events:
            replay.add(event)
            found.append((digest_of(replay.state), len(replay.table.facts)))
        return found

    asked = [course(match.events) for match in matches]
    monkeypatch.setattr(checks, "_written_of", lambda t, written: None)
    assert asked == [course(match.events) for match in matches]
