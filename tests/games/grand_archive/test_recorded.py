"""What the records by hand show, and lines of theirs that were once read as something else."""

from referee.games.grand_archive.facts import ChampionLeveled
from referee.parts.effects import EffectHappened
from referee.parts.responses import Resolved
from referee.verdict import Legal
from tests.games.grand_archive.table import Match, turn
from tests.golden import records, replayed

DIES = """
[[cards]]
name = "Omen1"
types = ["ally"]
reserve = 1
power = 1
life = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = "on death"
name = "death"
[[cards.effects.steps]]
do = "reveal"
place = "hand"
cards = { what = { is = "ally" } }
may = true
as = "shown"
[[cards.effects.steps]]
do = "draw"
if = { last = "shown" }
[[cards]]
name = "Herald1"
types = ["ally"]
reserve = 1
power = 1
life = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = "on enter"
aims = { unit = { what = { is = "unit" } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]
[[cards]]
name = "Gale1"
types = ["action"]
speed = "fast"
reserve = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = "played"
aims = { ally = { what = { is = "ally" } } }
steps = [{ do = "suppress", thing = "ally" }]
[[cards]]
name = "Flask"
types = ["item"]
reserve = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = "activated"
aims = { ally = { what = { is = "ally" } } }
cost = [{ do = "banish-object", thing = "self" }]
steps = [{ do = "destroy", thing = "ally" }]
[[cards]]
name = "Refusal1"
types = ["action"]
speed = "fast"
reserve = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = "played"
aims = { item = { what = "pending" } }
steps = [{ do = "negate", item = "item" }]
[[cards]]
name = "Scribe"
types = ["ally"]
reserve = 1
power = 1
life = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = { on = "activates", what = { is = "action" }, seat = "you" }
steps = [{ do = "counter", thing = "self", kind = "buff" }]
[[cards]]
name = "Study1"
types = ["action"]
speed = "fast"
reserve = 1
element = "norm"
elements = ["norm"]
[[cards.effects]]
when = "played"
steps = [{ do = "glimpse", count = 2 }]
"""


def brought() -> Match:
    """Ana's main phase; those cards are hers."""
    match = turn(extra=DIES)
    return match.hold("ana", "Gale1", "A1")


def test_ga_11_5_what_is_said_after_an_attack_belongs_to_what_its_damage_triggers():
    match = brought()
    match.put("bo", "Omen1")
    match.put("ana", "A2")
    match.hold("bo", "A3")
    hand = match.size("bo", "hand")
    match.play("ana attack A2 Omen1").play("bo resolve reveal:A3:hand")
    assert match.verdict == Legal()
    assert match.size("bo", "hand") == hand + 1


def test_ga_21_8_what_comes_back_from_suppression_is_aimed_by_its_name():
    match = brought()
    match.put("ana", "Herald1")
    match.put("bo", "A2")
    match.play('ana activate Gale1 "Herald1.1"').play("ana step end")
    match.play("ana trigger Herald1 A2")
    assert match.verdict == Legal()
    match.play("ana resolve")
    assert match.thing("A2.1").damage == 1


def test_ga_11_2_an_ability_is_there_to_be_negated_when_its_source_has_paid_for_it():
    match = brought().hold("bo", "Refusal1")
    match.put("ana", "Flask")
    match.put("bo", "A2")
    match.play("ana ability Flask A2").play("bo activate Refusal1 Flask.1").play("ana end")
    assert match.verdict == Legal()
    assert "A2.1" in match.ga.zones.things


def test_ga_11_5_what_a_card_does_is_said_over_a_trigger_that_leaves_no_choice():
    match = brought().hold("ana", "Study1")
    match.put("ana", "Scribe")
    match.play("ana activate Study1").play("ana resolve glimpse:2:1")
    assert match.verdict == Legal()
    assert match.thing("Scribe.1").counters == {"buff": 1}


# -- the records -----------------------------------------------------------------------------------


def test_ga_15_6_a_champion_climbs_from_level_0_to_3_and_keeps_what_it_inherits():
    match = replayed(records()["grand_archive/final-1"])
    facts = [fact for outcome in match.outcomes for fact in outcome.facts]
    climbed = [
        (fact.level, fact.card)
        for fact in facts
        if isinstance(fact, ChampionLeveled) and fact.seat == "rika"
    ]
    assert climbed == [
        (0, "Spirit of Fortuitous Wind"),
        (1, "Rai, Spellcrafter"),
        (2, "Rai, Archmage"),
        (3, "Rai, Storm Seer"),
    ]
    last = next(at for at, f in enumerate(facts) if isinstance(f, ChampionLeveled) and f.level == 3)
    inherited = [
        fact.card
        for fact in facts[last:]
        if isinstance(fact, EffectHappened) and fact.trigger == "activates"
    ]
    assert set(inherited) == {"Rai, Archmage"}


def test_ga_5_29_four_answers_to_a_spell_resolve_from_the_last_to_the_first():
    match = replayed(records()["grand_archive/final-2"])
    at = 42
    order = [
        fact.source
        for outcome in match.outcomes[at:]
        for fact in outcome.facts
        if isinstance(fact, Resolved) and at <= fact.entry <= at + 4 and fact.kind == "card"
    ]
    assert order == [
        "Shattering Discharge.1",
        "Refracting Missile.1",
        "Arcane Sight.1",
        "Tidal Lock.1",
        "Arcane Blast.1",
    ]
