"""Where positions are logged, what is offered is what they do not refuse."""

from copy import deepcopy
from random import Random

import pytest

from referee.choice import OneOf, Perhaps
from referee.replay.simulate import event_of
from referee.verdict import Illegal, applied
from tests.games.legacy_of_conflict.table import GAME, Match
from tests.games.legacy_of_conflict.test_positions import placed

UNITS = ("Warden", "Slinger", "Colossus", "Brute", "Stalker", "Stalker.2", "Seer")


def scattered(chance: Random, **more) -> Match:
    """Everybody anywhere on the ground where there is room."""
    match = placed(dict.fromkeys(UNITS, "-"), **more)
    for unit in UNITS:
        figure = match.state.figures[unit]
        figure.at = (float(chance.randint(60, 550)), float(chance.randint(60, 550)))
        figure.facing = float(chance.randrange(0, 360, 15))
    return match


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("facing", ["no", "front_half_only"])
def test_what_is_offered_is_not_refused_but_for_the_line_of_sight(seed: int, facing: str):
    chance = Random(seed)
    match = scattered(chance, choices={"LC-I 41": facing})
    match.play(f"ana activate {chance.choice(UNITS[:3])}; ana move 1")
    offered = [
        option
        for option in GAME.options(match.replay.table)
        if option.verb in ("attack", "use", "climb", "door", "interact", "traverse")
    ]
    before = deepcopy(match.state)
    for option in offered:
        outcome = match.replay.add(event_of(GAME, option, chance))
        if not applied(outcome.verdict):
            assert isinstance(outcome.verdict, Illegal)
            assert outcome.verdict.rule == "LC-16.1", (option, outcome.verdict)
        match.replay.table.state = deepcopy(before)


def targets(match: Match) -> dict[str, object]:
    """Whom the acting character is offered to attack, and the distance."""
    found = [o for o in GAME.options(match.replay.table) if o.verb == "attack"]
    return {o.fields["target"].only()[0]: o.fields["mm"].only() for o in found}


def test_who_is_out_of_reach_is_no_target_and_only_what_may_lie_between_is_named():
    where = {"Slinger": "480:60:0", "Seer": "480:160:0", "Stalker": "60:560:0"}
    match = placed({**where, "Brute": "480:260:90", "Colossus": "60:60:0"})
    match.play("ana activate Slinger")
    offered = targets(match)
    assert offered["Seer"] == (69,)
    assert "Stalker" not in offered
    brute = next(
        o
        for o in GAME.options(match.replay.table)
        if o.verb == "attack" and o.fields["target"].only() == ("Brute",)
    )
    assert brute.fields["between"] == Perhaps(OneOf((("fence",),)))


def test_a_door_and_a_marker_are_offered_where_the_base_touches_them():
    for at, verbs in (("305:60:0", set()), ("305:120:0", {"interact"}), ("110:375:0", {"door"})):
        match = placed({"Slinger": at, "Warden": "-"}).play("ana activate Slinger; ana move 1")
        assert match.options("ana") & {"interact", "door"} == verbs
