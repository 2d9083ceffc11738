"""An effect that does nothing, whatever is chosen, leaves nothing to be chosen."""

import msgspec
import pytest

from referee.parts.effects.accepted_lines import is_idle
from referee.parts.effects.effect_run import Doing
from tests.referee.parts.toy import compiled, table

RENEW = 'steps = [{ do = "renew", thing = { is = "animal" } }]'
MODES = """
[[modes]]
name = "poor"
steps = [{ do = "gain", change = [0, 0] }]
[[modes]]
name = "rich"
steps = [{ do = "gain", change = 1, times = { count = { is = "tower" } } }]"""


@pytest.mark.parametrize(("spent", "idle"), [((), True), (("Wolf.2",), False)])
def test_of_several_things_the_last_may_be_the_only_one_to_which_it_does_something(
    spent: tuple[str, ...], idle: bool
):
    t = table("ana: Wolf", "ana: Wolf")
    for thing in spent:
        t.state.play[thing].spent = True
    before = msgspec.msgpack.encode(t.state)
    assert is_idle(t, compiled(RENEW), Doing("ana", "Rite")) is idle
    assert msgspec.msgpack.encode(t.state) == before


@pytest.mark.parametrize(("things", "idle"), [((), True), (("bo: Tower",), False)])
def test_every_mode_is_tried(things: tuple[str, ...], idle: bool):
    assert is_idle(table(*things), compiled(MODES), Doing("ana", "Rite")) is idle


def test_a_choice_of_cards_is_never_nothing():
    effect = compiled('steps = [{ do = "discard", cards = { count = [0, 1] } }]')
    assert not is_idle(table(hands={"ana": 2}), effect, Doing("ana", "Rite"))
    assert is_idle(table(), effect, Doing("ana", "Rite"))


def test_of_more_ways_than_are_tried_nothing_is_said():
    effect = compiled(
        'steps = [{ do = "damage", amount = 0, times = 4, monster = { is = "animal" } }]'
    )
    assert not is_idle(table(*["ana: Wolf"] * 5), effect, Doing("ana", "Rite"))
