"""Misplays and what follows from them: one forgotten step is one misplay."""

from random import Random

import pytest

from events.event import Event
from events.notation import read, write
from referee.replay import causes
from referee.replay.causes import INSERTED, LET_STAND, REPAIRED, UNDONE, Refusal, refusals
from referee.replay.fold import Fold
from referee.replay.replay import Replay, replay
from referee.replay.simulate import Mishaps, opening, simulate
from referee.replay.timeline import Step
from referee.verdict import Illegal, Verdict, applied
from tests.games.wondervale.table import CARDS, DECK, GAME, begun, opened
from tests.games.wondervale.table import opening as opening_of


def line(text: str) -> Event:
    return read(text, GAME.codec)


def played(seed: int) -> list[Event]:
    """A whole legal match."""
    first = opening(GAME, CARDS, [("one", DECK), ("two", DECK)])
    return simulate(GAME, CARDS, first, Random(seed)).events


def without(events: list[Event], verb: str, number: int = 0) -> tuple[list[Event], int]:
    """The match with a step of the turns forgotten, and where that was: before which entry."""
    steps = [
        at
        for at, event in enumerate(events, 1)
        if at > 8 and write(event, GAME.codec).split()[1] == verb
    ]
    at = steps[number]
    return events[: at - 1] + events[at:], at


def illegal(match: Replay) -> list[int]:
    return [seq for seq, v in enumerate(match.verdicts, 1) if isinstance(v, Illegal)]


def roots(match: Replay) -> list[int]:
    return [r.seq for r in refusals(match).values() if r.root == r.seq]


def test_a_legal_match_has_no_refusals() -> None:
    assert refusals(replay(GAME, CARDS, played(1))) == {}


@pytest.mark.parametrize("verb", ["draw", "end"])
@pytest.mark.parametrize("seed", [3, 8, 14, 30, 31])
def test_one_forgotten_step_is_one_misplay(seed: int, verb: str) -> None:
    events = played(seed)
    slipped, at = without(events, verb)
    match = replay(GAME, CARDS, slipped)
    assert len(illegal(match)) > 1
    found = refusals(match)
    assert roots(match) == illegal(match)[:1]
    assert {r.root for r in found.values()} == {illegal(match)[0]}
    (step,) = found[illegal(match)[0]].forgotten
    assert step == events[at - 1]


def test_what_is_said_to_be_forgotten_is_what_repairs_all_that_follows() -> None:
    slipped, _ = without(played(31), "draw")
    match = Replay(GAME, CARDS).extend(slipped)
    root, *others = refusals(match).values()
    (step,) = root.forgotten
    match.add(line(f'jo insert {root.seq - 1} "{write(step, GAME.codec)}"'))
    assert all(applied(match.standing(other.seq)) for other in (root, *others))


def test_two_forgotten_draws_are_two_misplays() -> None:
    slipped, first = without(played(31), "draw", 3)
    slipped, second = without(slipped, "draw", 6)
    match = replay(GAME, CARDS, slipped)
    assert len(roots(match)) == 2
    one, two = roots(match)
    assert first <= one < second <= two
    assert {r.root for seq, r in refusals(match).items() if seq < two} == {one}
    assert [r.root for r in refusals(match).values()].count(two) > 1


def test_a_refusal_that_nothing_earlier_explains_is_a_misplay_of_its_own() -> None:
    match = begun().play("ana draw 1")
    match.refuse("ana deposit Aegaryn Juryn Abyssal", "WV-4.6")
    match.refuse("nobody concede", "REF-1.3")
    assert roots(match.replay) == [7, 8]


def test_what_rests_on_an_entry_that_was_refused_follows_from_it() -> None:
    match = begun().play("ana draw 1")
    match.refuse("ana deposit Aegaryn Juryn Abyssal", "WV-4.6")
    match.refuse("ana lay Frostling tribes=Abyssal", "WV-5.5")
    assert refusals(match.replay) == {7: Refusal(7, 7), 8: Refusal(8, 7)}


def test_a_match_that_was_never_opened_has_one_misplay() -> None:
    match = opened(decks=({"Frostling": 60}, DECK))
    for text in ("ana standard-health", "ana draw 7", "bo draw 7"):
        match.log(line(text))
    assert {r.root for r in refusals(match.replay).values()} == {1}


# -- what became of them -----------------------------------------------------------------------


def test_what_an_insert_repairs_is_one_misplay_repaired() -> None:
    match = begun()
    match.refuse("ana deposit Aegaryn", "WV-4.3")
    match.refuse("ana lay Frostling tribes=Aegaryn", "WV-4.3")
    match.play('jo insert 5 "ana draw 1"')
    found = refusals(match.replay)
    assert [(r.root, r.remedy, r.remedied_by) for r in found.values()] == [
        (6, INSERTED, 8),
        (6, INSERTED, 8),
    ]
    match.play("head overrule 8")
    assert [(r.root, r.remedy) for r in refusals(match.replay).values()] == [(6, ""), (6, "")]


def test_what_is_let_stand_is_told_from_what_follows_by_it() -> None:
    match = begun().play("ana draw 1")
    match.refuse("ana deposit Aegaryn Juryn Abyssal", "WV-4.6")
    match.refuse("ana lay Frostling tribes=Abyssal", "WV-5.5")
    match.play("jo stand 7 WV-4.6")
    found = refusals(match.replay)
    assert found == {
        7: Refusal(7, 7, (), LET_STAND, 9),
        8: Refusal(8, 7, (), REPAIRED, 9),
    }


def test_what_is_rewound_keeps_its_cause() -> None:
    match = begun()
    match.refuse("ana deposit Aegaryn", "WV-4.3")
    match.refuse("ana lay Frostling tribes=Aegaryn", "WV-4.3")
    match.play("jo rewind 5")
    found = refusals(match.replay)
    assert [(r.root, r.remedy, r.remedied_by) for r in found.values()] == [
        (6, UNDONE, 8),
        (6, UNDONE, 8),
    ]


def test_a_struck_slip_is_undone_and_what_was_typed_next_is_judged_by_itself() -> None:
    match = begun().play("ana draw 1")
    match.refuse("ana deposit Aegaryn Juryn Abyssal", "WV-4.6")
    match.play("sk strike 7 authority=scorekeeper")
    match.refuse("ana deposit Aegaryn Juryn Verdari", "WV-4.6")
    found = refusals(match.replay)
    assert [(r.seq, r.root, r.remedy) for r in found.values()] == [(7, 7, UNDONE), (9, 9, "")]


def test_tracing_leaves_the_replay_alone_and_is_the_same_each_time() -> None:
    slipped, _ = without(played(14), "end")
    match = Replay(GAME, CARDS).extend(slipped)
    before, verdicts = match.digest(), list(match.verdicts)
    assert refusals(match) == refusals(match)
    assert (match.digest(), match.verdicts) == (before, verdicts)


def test_causes_are_the_same_whether_rulings_could_come_or_not() -> None:
    for seed in (3, 14, 31):
        slipped, _ = without(played(seed), "draw")
        slipped = [*slipped[:20], line("nobody concede"), *slipped[20:]]
        assert refusals(replay(GAME, CARDS, slipped)) == refusals(
            Replay(GAME, CARDS).extend(slipped)
        )


def test_what_is_refused_late_is_traced_from_a_state_near_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = max((played(seed) for seed in range(5)), key=len)
    late = [*events[:-5], line("nobody concede"), line("nobody concede"), *events[-5:]]
    match = Replay(GAME, CARDS).extend(late)
    folded: list[int] = []
    add = Fold.add

    def noting(fold: Fold, step: Step) -> Verdict:
        folded.append(step.seq)
        return add(fold, step)

    monkeypatch.setattr(Fold, "add", noting)
    assert len(refusals(match)) == 2
    assert len(folded) < len(events)
    assert min(folded) > 60


def test_a_repair_is_played_on_only_until_nothing_is_different_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[bool] = []
    stands_as = Fold.stands_as

    def noting(fold: Fold, other: Fold, at: int) -> bool:
        told.append(stands_as(fold, other, at))
        return told[-1]

    def never(fold: Fold, other: Fold, at: int) -> bool:
        return False

    first = opening(GAME, CARDS, [("one", DECK), ("two", DECK)])
    matches = [
        simulate(GAME, CARDS, first, Random(seed), mishaps=Mishaps(0.2, 0.05)) for seed in range(4)
    ]
    monkeypatch.setattr(Fold, "stands_as", noting)
    found = [refusals(match) for match in matches]
    assert any(told)
    monkeypatch.setattr(Fold, "stands_as", never)
    assert [refusals(match) for match in matches] == found


def test_what_a_ruling_asks_of_is_traced_as_if_all_were(monkeypatch: pytest.MonkeyPatch) -> None:
    first = opening(GAME, CARDS, [("one", DECK), ("two", DECK)])
    match = simulate(GAME, CARDS, first, Random(1), mishaps=Mishaps(0.2, 0.1))
    slipped, at = without(match.events, "draw")
    match = Replay(GAME, CARDS).extend(slipped[: at + 3])
    for seq in reversed(illegal(match)[-3:]):
        match.add(line(f"jo strike {seq}"))
    found, trace = refusals(match), causes._Tracer.trace
    assert any(refusal.root != refusal.seq for refusal in found.values())
    monkeypatch.setattr(causes._Tracer, "trace", lambda tracer, fold, *asked: trace(tracer, fold))
    assert refusals(match) == found


def test_the_work_is_bounded_where_nothing_explains_anything() -> None:
    events = [opening_of(), *map(line, ("ana standard-health", "ana draw 7", "bo draw 7"))]
    match = replay(GAME, CARDS, [*events, *[line("nobody concede")] * 300])
    assert roots(match) == list(range(5, 305))
