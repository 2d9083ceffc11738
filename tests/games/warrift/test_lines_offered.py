"""The lines of effects that are offered are made for the table on which they will be done."""

from random import Random

from events.warrift import Mend
from referee.games.warrift.offered.options import options
from tests.games.warrift.table import Match, mid

NURSE = """
[[monsters]]
name = "Nurse"
tier = 1
health = 3

[[monsters.effects]]
when = "deathcrash"
steps = [
    { do = "mend", monster = { is = "monster", with = { damage = [1, 99] } }, amount = [1, 2] },
]
"""


def struck() -> Match:
    """A nurse is about to die of an attack; two ogres have some damage."""
    match = mid(extra=NURSE)
    match.put("", "Nurse", damage=1)
    match.put("", "Ogre", "Ogre", damage=2)
    match.put("ana", "A2")
    return match.play("ana attack A2.1 Nurse.1")


def test_a_deathcrash_that_comes_when_an_attack_is_done_is_not_about_what_has_died_of_it():
    match = struck()
    (option,) = [each for each in options(match.t) if each.verb == "effect"]
    lines = [option.decide(Random(seed)) for seed in range(40)]
    assert {line["did"][0].monster for line in lines} == {"Ogre.1", "Ogre.2"}
    assert "Nurse.1" in match.wr.zones.things, "to offer it changes nothing"
    for line in lines[:5]:
        (mended,) = line["did"]
        assert isinstance(mended, Mend)
        struck().play(f"ana effect Nurse.1 mend:{mended.monster}:{mended.amount}")
