"""Lines of the records by hand that were read as something else."""

from referee.verdict import Legal
from tests.games.grand_archive.table import Match, turn

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
