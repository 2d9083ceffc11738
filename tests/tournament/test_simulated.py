"""What holds of every event, tried on simulated ones (17.7 of the specification's oracles).

``python -m tests.trials truth --game tournament`` tries what is true and what is false on many.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events.event import Event
from events.notation import read, write
from events.tournament import CheckIn, Decide, Drop, Enter, Post, Repair, Report
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import SimulationError
from referee.tournament.history import Played, history, totals
from referee.tournament.keys import key_of
from referee.tournament.next_round import proposed
from referee.tournament.posts import NEEDED, active
from referee.tournament.simulating import Plan, Simulated, simulate_event
from referee.tournament.simulating.judges import held
from referee.tournament.simulating.run import BEGINS, Run
from referee.tournament.simulating.tally import Tally
from referee.tournament.standings.ranking import standings
from referee.tournament.state import Score, open_tables
from referee.verdict import Illegal, Legal, Verdict, applied
from tests.events.test_notation import stored
from tests.tiers import examples
from tests.tournament.histories import shipped
from tests.tournament.laws import LIES, POLICIES, event_of
from tests.tournament.lies import lie, next_post

GAME = game_of("tournament")
SEEDS = range(6)
SEED = st.integers(0, 10_000)
FEW = settings(max_examples=examples(25))


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_true_is_refused_and_nothing_false_is_accepted(policy: str):
    events = [event_of(policy, seed, LIES) for seed in SEEDS]
    assert all(event.replay.state.over for event in events)
    assert len({kind for event in events for kind in event.lied}) > 15


def test_an_event_of_a_seed_is_always_the_same():
    one, other = (event_of("standard", 3, LIES) for _ in range(2))
    assert (one.events, one.times, one.replay.noted) == (
        other.events,
        other.times,
        other.replay.noted,
    )


def test_events_are_in_the_order_of_time():
    event = event_of("standard", 5)
    assert event.times == sorted(event.times)
    assert len(event.times) == len(event.events)


@given(seed=SEED, policy=st.sampled_from(POLICIES))
@FEW
def test_a_replay_of_an_event_is_what_it_was(seed: int, policy: str):
    event = event_of(policy, seed, LIES)
    again = Replay(GAME, shipped(policy)).extend(event.events)
    assert again.noted == event.replay.noted
    assert again.verdicts == event.replay.verdicts
    assert again.digest() == event.replay.digest()


@given(seed=SEED)
@FEW
def test_every_entry_is_read_back_from_its_json_and_its_line(seed: int):
    codec = GAME.codec
    for each in event_of("standard", seed, LIES).events:
        assert codec.event(stored(each)) == each
        assert read(write(each, codec), codec) == each


@given(seed=SEED, policy=st.sampled_from(POLICIES))
@FEW
def test_standings_are_a_total_order(seed: int, policy: str):
    event = event_of(policy, seed)
    state, of = event.replay.state, shipped(policy)
    known = history(state, of)
    numbers = {player: each.number for player, each in state.entrants.items()}
    places = standings(known, of, numbers, key="last")
    assert [each.place for each in places] == [*range(1, len(numbers) + 1)]
    assert {each.player for each in places} == numbers.keys()
    points = [each.points for each in places]
    assert points == sorted(points, reverse=True)
    turned = standings(dict(reversed(known.items())), of, numbers, key="last")
    assert turned == places


@given(seed=SEED, policy=st.sampled_from(POLICIES))
@FEW
def test_points_are_those_that_contests_and_byes_gave(seed: int, policy: str):
    event = event_of(policy, seed)
    assert totals(history(event.replay.state, shipped(policy))) == event.tally.points()


# -- pairings ------------------------------------------------------------------------------------


def _posts(event: Simulated) -> Iterator[tuple[Post, set[frozenset[str]], list[str]]]:
    """Every post that was accepted, with who had met before and who had had a bye."""
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    before = 0
    for each, verdict in zip(event.events, event.replay.verdicts, strict=True):
        if isinstance(each, Post) and each.stage == "swiss" and applied(verdict):
            yield each, {*met}, [*byes]
            before = len(byes)
        elif not (isinstance(each, Repair) and applied(verdict)):
            continue
        met |= {frozenset((p.a, p.b)) for p in each.pairings}
        byes[before:] = each.bye


def _can_pair(players: list[str], met: set[frozenset[str]], byes: set[str]) -> bool:
    """Whether all can be paired without any who have met, and no bye for these."""
    graph = networkx.Graph()
    graph.add_nodes_from(players)
    pairs = ((a, b) for i, a in enumerate(players) for b in players[i + 1 :])
    graph.add_edges_from(pair for pair in pairs if frozenset(pair) not in met)
    if len(players) % 2:
        graph.add_edges_from(("", player) for player in players if player not in byes)
        graph.add_node("")
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


@given(seed=SEED)
@FEW
def test_who_has_met_meets_again_only_where_it_cannot_be_helped(seed: int):
    event = event_of("standard", seed)
    for post, met, byes in _posts(event):
        free = [p for p in post.bye if event.players[p].byes < post.round]
        players = [p for each in post.pairings for p in (each.a, each.b)] + free
        again = [each for each in post.pairings if frozenset((each.a, each.b)) in met]
        if again and not post.given:
            assert not _can_pair(players, met, set())
        elif set(free) & set(byes) and not post.given:
            assert not _can_pair(players, met, set(byes))


# -- whatever happens, the next round can be posted ----------------------------------------------


def _after(event: Simulated, count: int) -> Replay:
    return Replay(GAME, event.replay.catalog).extend(event.events[:count])


def _results_in(replay: Replay) -> None:
    """All tables that are open have a result, those too whose result was struck since."""
    for number, played in enumerate(replay.state.rounds, 1):
        for table in open_tables(played):
            contest = played.contests[str(table)]
            kind = Decide if contest.disputed else Report
            own, others = (contest.lost.get(each, 0) for each in (contest.b, contest.a))
            made = kind("lena", number, table, own, others, 1, "time")
            assert applied(replay.add(made).verdict)


@given(seed=SEED, chance=st.randoms(use_true_random=False))
@FEW
def test_a_drop_or_a_late_entry_at_any_moment_blocks_no_post(seed: int, chance: Random):
    plan = Plan(players=chance.randint(3, 12), rounds=5, late=0.2, drops=0.1)
    event = simulate_event(GAME, shipped("standard"), plan, Random(seed))
    replay = _after(event, chance.randint(5 + plan.players, len(event.events) - 1))
    for _ in range(3):
        made: Event
        if chance.random() < 0.5:
            made = Enter("lena", f"new{len(replay.events)}")
        else:
            made = Drop("lena", chance.choice([*replay.state.entrants]))
        verdict = replay.add(made).verdict
        if isinstance(verdict, Illegal):
            assert verdict.rule in ("TR-3.3", "TR-3.4"), verdict.message
    _results_in(replay)
    number = replay.state.turn + 1
    if len(active(replay.state, number)) >= NEEDED and number <= plan.rounds:
        made = proposed(replay.table, "lena", key_of(event.secret, number))
        verdict = replay.add(made).verdict
        assert applied(verdict), verdict


@given(seed=SEED, policy=st.sampled_from(POLICIES))
@FEW
def test_a_struck_result_that_is_reported_again_is_as_if_it_had_been_right(seed: int, policy: str):
    plan = Plan(players=9, rounds=1, mistaken=0.9)
    event = simulate_event(GAME, shipped(policy), plan, Random(seed))
    struck = {*event.replay.undone} | {*event.replay.undone.values()}
    right = Replay(GAME, shipped(policy))
    kept = (e for seq, e in enumerate(event.events, 1) if seq not in struck)
    for each in kept:
        right.add(each)
    assert history(right.state, shipped(policy)) == history(event.replay.state, shipped(policy))


def test_who_is_left_beside_an_awarded_bye_has_one_too():
    """Two are active, and one of them has the bye that was awarded at the entry."""
    plan = Plan(players=2, rounds=1, awarded=1.0, late=0, drops=0, absent=0, check_in=False)
    event = simulate_event(GAME, shipped("standard"), plan, Random(1))
    (post,) = (each for each in event.events if isinstance(each, Post))
    assert (post.pairings, sorted(post.bye)) == ((), ["ana", "bo"])


def test_one_who_is_left_beside_an_awarded_bye_has_one_too():
    event = simulate_event(GAME, shipped("standard"), Plan(players=2, rounds=1), Random(1))
    replay = _after(event, 5)
    for entry in (Enter("lena", "ana", byes=1), Enter("lena", "bo")):
        assert applied(replay.add(entry).verdict)
    for player in ("ana", "bo"):
        assert applied(replay.add(CheckIn(player, player)).verdict)
    post = proposed(replay.table, "lena", key_of(event.secret, 1))
    assert (post.pairings, post.bye) == ((), ("bo", "ana"))
    assert applied(replay.add(post).verdict)


# -- what an event is asked while it goes on -----------------------------------------------------

TWO_ROUNDS = Plan(players=4, rounds=2)


def go_on() -> Simulated:
    return simulate_event(GAME, shipped("standard"), TWO_ROUNDS, Random(1))


@pytest.mark.parametrize(("wrong", "told"), [(1, "round 1"), (2, "round 2"), (3, "round 2")])
def test_points_that_are_wrong_after_a_round_or_at_the_end_stop_the_event(
    wrong: int, told: str, monkeypatch: pytest.MonkeyPatch
):
    counts = itertools.count(1)

    def counted(known: Mapping[str, Sequence[Played]]) -> dict[str, Fraction]:
        more = next(counts) == wrong
        return {player: points + more for player, points in totals(known).items()}

    monkeypatch.setattr("referee.tournament.history.totals", counted)
    with pytest.raises(SimulationError, match=f"{told}: .* points, really"):
        go_on()


def test_a_proposal_that_leaves_somebody_out_stops_the_event(monkeypatch: pytest.MonkeyPatch):
    def short(*asked: Any) -> Post:
        found = proposed(*asked)
        return replace(found, pairings=found.pairings[1:])

    monkeypatch.setattr("referee.tournament.simulating.rounds.proposed", short)
    with pytest.raises(SimulationError, match="placed and not there: "):
        go_on()


def test_a_true_entry_that_becomes_illegal_stops_the_event(monkeypatch: pytest.MonkeyPatch):
    def blamed(replay: Replay, seq: int) -> Verdict:
        return (
            Illegal("TR-1.3", "{player} has not entered", {"player": "ana"})
            if seq == 5
            else Legal()
        )

    monkeypatch.setattr(Replay, "standing", blamed)
    with pytest.raises(SimulationError, match="entry 5 is true, and illegal now"):
        go_on()


def test_a_night_between_two_rounds_ends_when_the_desk_opens_again():
    plan = replace(TWO_ROUNDS, overnight=1)
    times = simulate_event(GAME, shipped("standard"), plan, Random(1)).times
    first, *rest = (time for time in times if time.day != times[0].day)
    morning = first.replace(hour=BEGINS.hour, minute=0, second=0)
    assert rest and {time.day for time in rest} == {times[0].day + 1}
    assert timedelta() <= first - morning < timedelta(minutes=10)


def test_what_is_wrong_in_a_false_post_is_wrong_in_nothing_else() -> None:
    verdicts = []

    def try_true(run: Run) -> None:
        if run.replay.opened and (made := next_post(run)):
            again = Replay(GAME, run.policy).extend(run.replay.events)
            verdicts.append(again.add(made).verdict)
            assert made.key == key_of(run.secret, made.round)

    plan = replace(TWO_ROUNDS, lies=1.0, lie=try_true)
    simulate_event(GAME, shipped("standard"), plan, Random(1))
    assert verdicts and all(map(applied, verdicts))


def test_a_round_posted_before_all_results_are_in_is_among_what_is_false():
    plan = Plan(players=8, rounds=3, lies=1.0, lie=lie)
    kinds = (simulate_event(GAME, shipped("standard"), plan, Random(s)).lied for s in range(4, 9))
    assert any(lied["results are missing"] for lied in kinds)


def test_who_has_a_bye_has_not_missed_the_round():
    policy = shipped("standard")
    paying = replace(policy, points=replace(policy.points, loss=1))
    tally = Tally(paying, entered={"ana": 1, "bo": 1}, byes={1: ["ana"]})
    assert tally.points() == {"ana": Fraction(policy.points.win), "bo": 1}


def test_games_that_penalties_took_are_won_by_the_other_side() -> None:
    run = SimpleNamespace(
        tally=SimpleNamespace(contests={(1, 1): ("a", "b", None)}),
        lost={(1, 1): {"a": 1}},
        plan=SimpleNamespace(best_of=3),
        policy=SimpleNamespace(score=SimpleNamespace(kind="games")),
    )
    assert held(run, 1, 1, Score(0, 2, 0, "played"), False) == Score(0, 2, 0, "played")
    run.lost[1, 1] = {"b": 1}
    assert held(run, 1, 1, Score(0, 2, 0, "played"), False) == Score(1, 2, 0, "played")
