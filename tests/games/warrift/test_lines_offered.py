"""The lines of effects that are offered are made for the table on which they will be done."""

from random import Random
from typing import Any

import pytest

from events.warrift import Mend, Reveal
from referee.games.warrift.offered.options import options
from referee.option import Option
from referee.parts import layered
from tests.games.warrift.effects import card, does
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


def peeping(counts: str) -> Match:
    """In ana's mid step; what she plays shows so many cards of the Eye."""
    show = f'do = "reveal", place = "eye", cards = {{ count = {counts} }}'
    return mid(extra=card("Peep", does(show))).hold("ana", "Peep")


def offered(match: Match) -> Option:
    (option,) = [each for each in options(match.t) if each.verb == "effect"]
    return option


def shown(option: Option, seed: int) -> Any:
    (outcome,) = option.decide(Random(seed))["did"]
    assert isinstance(outcome, Reveal)
    return outcome.cards


@pytest.mark.parametrize(("counts", "most"), [("[0, 1]", 1), ("[1, 2]", 2), ("[1, 5]", 5)])
def test_of_cards_that_all_know_to_lie_on_top_as_many_are_offered_as_the_text_shows(
    counts: str, most: int
):
    match = peeping(counts)
    layered.put_seen(match.t, match.wr.zones, "eye", ["Rat", "Wolf", "Ogre"], "top")
    option = offered(match.play("ana play Peep"))
    lines = {shown(option, seed) for seed in range(60)}
    assert {len(cards) for cards in lines} == {*range(int(counts[1]), most + 1)}
    for cards in lines:
        assert cards[:3] == ("Rat", "Wolf", "Ogre")[: len(cards)]


def test_the_one_order_in_which_the_layers_of_a_deck_lie_is_offered():
    match = peeping("3")
    zones = match.wr.zones
    zones.hidden.draw(zones.hidden.size("eye"), "eye", "away")
    zones.layers["eye"] = ["eye.1", "eye.2", "eye"]
    for layer, name in zip(zones.layers["eye"], ("Rat", "Ogre", "Wolf"), strict=True):
        zones.hidden.put(layer, [name])
    option = offered(match.play("ana play Peep"))
    assert shown(option, 0) == ("Rat", "Ogre", "Wolf")
    match.play("ana effect Peep reveal:Rat+Ogre+Wolf")
