"""The order of equals is asked exactly where it makes a difference (TW-15.16, 22.2), held against
every order that there is; and damage as one counts it by hand."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.tower_wizwar.groups import assign, tied
from referee.games.tower_wizwar.state import InPlay
from tests.games.tower_wizwar.table import Match, turn
from tests.tiers import examples

READINGS = ("its_might_any_might", "nothing_any_might", "only_might_00")
MIGHT = {"Guard1": 3, "Guard2": 3, "C1": 1, "C2": 2, "C3": 3, "Mist1": 2, "Mist0": 0, "Glass2": 0}

groups = st.lists(st.tuples(st.sampled_from(sorted(MIGHT)), st.booleans()), min_size=1, max_size=4)


def group(match: Match, cards: Sequence[tuple[str, bool]]) -> list[InPlay]:
    spots = ("S1", "S2", "S3", "F1")
    return [
        match.thing(match.put("bo", spot, name, expended=expended))
        for spot, (name, expended) in zip(spots, cards, strict=False)
    ]


def ends(match: Match, damage: int, things: list[InPlay], order: Sequence[str]) -> object:
    """What each card has come to by an order, and what is left of the damage."""
    assigned, left = assign(match.t, damage, things, order)
    found = {each.id: (each.expended, 0) for each in things}
    for each in assigned:
        harm = int(each.amount == each.might > 0)
        found[each.thing.id] = (False, -1) if each.away else (True, harm)
    return found, left


@pytest.mark.parametrize("reading", READINGS)
@settings(max_examples=examples(60))
@given(cards=groups, damage=st.integers(1, 9))
def test_tw_15_16_an_order_is_asked_exactly_where_it_makes_a_difference(
    reading: str, cards: list[tuple[str, bool]], damage: int
):
    match = turn(phase="attack", choices={"TW-I 64": reading})
    things = group(match, cards)
    asked = tied(match.t, damage, things, ())
    every = [[each.id for each in order] for order in permutations(things)]
    outcomes = [ends(match, damage, things, order) for order in every]
    assert bool(asked) == any(each != outcomes[0] for each in outcomes)


@settings(max_examples=examples(100))
@given(cards=groups, damage=st.integers(0, 12))
def test_tw_15_15_damage_fills_the_cards_from_the_lowest_might_up(
    cards: list[tuple[str, bool]], damage: int
):
    match = turn(phase="attack", choices={"TW-I 64": "only_might_00"})
    things = group(match, cards)
    assigned, left = assign(match.t, damage, things, ())
    mights = sorted(MIGHT[name] for name, _ in cards)
    filled = damage
    counted = []
    for might in mights:
        if damage and (filled or not might):
            counted.append(min(might, filled))
            filled -= counted[-1]
    assert [each.amount for each in assigned] == counted
    assert left == damage - sum(counted)
