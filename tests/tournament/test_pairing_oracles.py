"""Proposals against all pairings there are, and against another engine."""

from collections.abc import Sequence
from fractions import Fraction

import networkx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.tournament.pairing import (
    Paired,
    Search,
    Unpairable,
    alternative,
    cost_of,
    propose,
    unit_of,
)
from tests.tiers import examples
from tests.tournament.fields import (
    all_pairings,
    any_history,
    best,
    played,
    shown,
    weight,
    with_bye,
)


@pytest.mark.rule("TR-5.2", "TR-5.3", "TR-5.4")
@given(any_history(), st.text(max_size=8))
def test_tr_5_2_of_all_pairings_the_cheapest_is_proposed(players: list[Paired], key: str) -> None:
    found = best(players, key)
    assert found is not None
    weight, pairs = found
    proposal = propose(players, key)
    assert with_bye(proposal) == pairs
    assert proposal.cost == shown(weight, unit_of(players))


@pytest.mark.rule("TR-5.2")
@pytest.mark.parametrize(("count", "rounds"), [(9, 2), (9, 6), (9, 8), (10, 3), (10, 7), (10, 9)])
def test_tr_5_2_so_it_is_in_events_of_nine_and_ten(count: int, rounds: int) -> None:
    players = played(count, rounds, seed=rounds)
    found = best(players, "key")
    assert found is not None and with_bye(propose(players, "key")) == found[1]


@pytest.mark.rule("TR-5.4")
@pytest.mark.parametrize(
    ("count", "rounds"), [(9, 3), (9, 7), (16, 4), (31, 5), (63, 0), (63, 6), (64, 1), (64, 6)]
)
def test_tr_5_4_another_exact_engine_gives_the_same_pairing(count: int, rounds: int) -> None:
    players = played(count, rounds, seed=count + rounds)
    assert with_bye(propose(players, "key")) == _by_networkx(players, "key")


def _by_networkx(players: Sequence[Paired], key: str) -> tuple[tuple[int, int], ...]:
    """By the other engine; each item is as much as 2^60 of the next, without a bound of bits."""
    graph = networkx.Graph()
    unit = unit_of(players)
    numbers = [each.number for each in players] + [0] * (len(players) % 2)
    for a, b in ((a, b) for a in numbers for b in numbers if a < b):
        items = weight(players, key, a, b)
        total = 0
        for item in (*shown(items, unit), items[-1]):
            total = (total << 60) + int(item)
        graph.add_edge(a, b, weight=-total)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


@pytest.mark.rule("TR-5.6")
@given(any_history(least=4, most=8), st.integers(20, 27))
def test_tr_5_6_costs_of_up_to_120_bits_are_exact(players: list[Paired], wide: int) -> None:
    apart = [
        replace(each, points=Fraction(each.points.numerator + (i % 3 << wide)))
        for i, each in enumerate(players)
    ]
    found = best(apart, "key")
    assert found is not None
    try:
        proposal = propose(apart, "key")
    except Unpairable as error:
        assert "at most 120 are exact" in str(error)
        assert wide >= 22, "so wide points fit"
    else:
        assert with_bye(proposal) == found[1]


@pytest.mark.rule("TR-5.9")
@given(any_history(), st.data())
def test_tr_5_9_the_cost_of_any_pairing_is_the_sum_of_its_items(
    players: list[Paired], data: st.DataObject
) -> None:
    numbers = [each.number for each in players] + [0] * (len(players) % 2)
    inorder = data.draw(st.permutations(numbers))
    pairs = [tuple(sorted(inorder[i : i + 2])) for i in range(0, len(inorder), 2)]
    expected = [sum(item) for item in zip(*(weight(players, "", *p) for p in pairs), strict=True)]
    bye = next((b for a, b in pairs if a == 0), 0)
    contests = [pair for pair in pairs if pair[0]]
    assert cost_of(players, contests, bye) == shown(tuple(expected), unit_of(players))
    turned = [(b, a) for a, b in contests]
    assert cost_of(players, turned, bye) == cost_of(players, contests, bye)


@given(any_history(least=3, most=8), st.data())
def test_the_best_pairing_without_one_pair_is_found_with_what_it_costs_more(
    players: list[Paired], data: st.DataObject
) -> None:
    proposal = propose(players, "key")
    pair = data.draw(st.sampled_from(with_bye(proposal)))
    found = best(players, "key", apart=[pair])
    other = alternative(players, "key", with_bye(proposal), apart=[pair])
    assert found is not None and other is not None
    assert other.cost == shown(found[0], unit_of(players))
    assert other.more == tuple(n - o for n, o in zip(other.cost, proposal.cost, strict=True))
    assert other.more >= (0,) * 6
    assert set(other.new) == set(found[1]) - set(with_bye(proposal))
    assert set(other.gone) == set(with_bye(proposal)) - set(found[1])
    assert pair in other.gone


@given(any_history(least=3, most=8), st.data())
def test_the_best_pairing_with_one_pair_is_found_with_what_it_costs_more(
    players: list[Paired], data: st.DataObject
) -> None:
    proposal = propose(players, "key")
    numbers = [each.number for each in players] + [0] * (len(players) % 2)
    a, b = data.draw(st.lists(st.sampled_from(numbers), min_size=2, max_size=2, unique=True))
    found = best(players, "key", together=[(min(a, b), max(a, b))])
    other = alternative(players, "key", with_bye(proposal), together=(a, b))
    assert found is not None and other is not None
    assert other.cost == shown(found[0], unit_of(players))
    assert set(other.new) == set(found[1]) - set(with_bye(proposal))


@settings(max_examples=examples(50))
@given(any_history(), st.integers(1, 3))
def test_tr_5_5_a_window_is_doubled_until_nobody_meets_again(
    players: list[Paired], window: int
) -> None:
    numbers = [each.number for each in players] + [0] * (len(players) % 2)
    met = {(a.number, b) for a in players for b in a.met}
    avoidable = any(met.isdisjoint(pairs) for pairs in all_pairings(numbers))
    narrow = propose(players, "key", search=Search(window, 0))
    assert (narrow.cost[0] == 0) == avoidable
    assert narrow.window in (0, window, window * 2, window * 4, window * 8)
    if not narrow.window:
        assert narrow == propose(players, "key")


@given(any_history(most=9), st.data())
def test_tr_9_2_what_is_kept_stands_and_the_rest_is_the_best_of_what_is_left(
    players: list[Paired], data: st.DataObject
) -> None:
    first = propose(players, "one")
    kept = data.draw(st.sets(st.sampled_from(first.tables))) if first.tables else set()
    second = propose(players, "two", keep=kept)
    assert kept <= set(second.tables)
    pairs = [placed.pair for placed in kept]
    found = best(players, "two", together=pairs)
    assert found is not None and with_bye(second) == found[1]
    assert second.cost == shown(found[0], unit_of(players))
    assume(first.bye)
    third = propose(players, "two", keep=[*kept, (0, first.bye, 0)])
    found = best(players, "two", together=[*pairs, (0, first.bye)])
    assert found is not None and with_bye(third) == found[1]
