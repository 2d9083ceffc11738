"""Whatever is logged at a tournament, and whatever is ruled about it."""

import types
from collections.abc import Callable, Iterable
from random import Random
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events import tournament as events
from events.common import (
    Adjust,
    Appoint,
    Change,
    Insert,
    Note,
    Overrule,
    Rewind,
    Stand,
    Strike,
)
from events.event import Event
from events.notation import read, write
from referee.replay.replay import Replay, replay
from referee.tournament.facts import ContestEnded
from referee.tournament.history import history, totals
from referee.tournament.next_round import proposed
from referee.tournament.pairing import Unpairable
from referee.tournament.repair import REPAIRS
from referee.tournament.stages.cut import able_to_play_on
from referee.tournament.stages.fixed import stage_of
from referee.tournament.stages.length import rounds_of
from referee.tournament.stages.paired_again import late_repair
from referee.tournament.standings.current import standings_of
from referee.verdict import Illegal, applied
from tests.laws.slipped import assert_sane
from tests.tiers import examples
from tests.tournament.halls import GAME, KEYS, opening
from tests.tournament.histories import shipped

PLAYERS = ("ana", "bo", "cy", "dee", "eva", "fin")
STAFF = {"tom": "judge", "kim": "head-judge", "mia": "scorekeeper"}
PEOPLE = (*["lena"] * 12, *STAFF, *PLAYERS)
SOME = settings(
    max_examples=examples(25),
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
chances = st.randoms(use_true_random=False)


def begun(chance: Random) -> Replay:
    """A small tournament of some kind."""
    rules = shipped(
        chance.choice(("standard", "standard", "grand-archive", "margin", "chess-like"))
    )
    told = {
        "format": chance.choice(("swiss", "swiss", "swiss", "round-robin", "elimination")),
        "rounds": chance.choice(("0", "3", "9")),
        "best_of": chance.choice(("1", "3")),
        "check_in": chance.choice(("no", "no", "yes")),
        "late": chance.choice(("0", "2", "9")),
        "teams": chance.choice(("0", "0", "0", "0", "2")),
        "decklists": chance.choice(("none", "closed")),
    }
    told["cut"] = "0" if told["format"] != "swiss" else chance.choice(("0", "0", "2", "4"))
    found = Replay(GAME, rules)
    assert applied(found.add(opening(rules, **told)).verdict)
    for person, role in STAFF.items():
        found.add(Appoint("lena", person, role))
    for player in PLAYERS[: chance.choice((0, 3, 4, 5, 6))]:
        found.add(events.Enter("lena", player, "red" if told["teams"] != "0" else ""))
    return found


# -- what may be said --------------------------------------------------------------------------


def likely(match: Replay, chance: Random) -> Event | None:
    """Something that makes sense as things stand; None where nothing does."""
    state = match.state
    contests = list(state.rounds[-1].contests.values()) if state.rounds else []
    still = [each for each in contests if each.result is None] or contests * (chance.random() < 0.1)
    if still and chance.random() < 0.9:
        contest = chance.choice(still)
        if chance.random() < 0.15:
            about = chance.choice((contest.a, contest.b))
            code = (
                chance.choice(match.catalog.infractions).code if match.catalog.infractions else ""
            )
            found = events.Infraction("lena", about, state.turn, code or "none", "warning")
            called = events.Call(about, state.turn, contest.table)
            return chance.choice(
                (called, events.Start("lena", state.turn, _at(match, chance)), found)
            )
        most = (int(state.options["best_of"]) + 1) // 2
        a, b = chance.choice(((most, 0), (most - 1, most), (most, 0), (most, 0), (0, 0)))
        how = chance.choice(("played", "played", "time", "no-show"))
        kind = chance.choice((events.Report, events.Report, events.Decide, events.Attest))
        by = chance.choice((contest.a, contest.b)) if kind is events.Attest else "lena"
        return kind(by, state.turn, contest.table, a, b, 0, how)
    size = int(state.options["cut"])
    first = [each.player for each in able_to_play_on(state, match.catalog)]
    over = 0 < rounds_of(state) <= state.turn
    if over and size and not state.cut and len(first) >= 2:
        size = min(size, len(first))
        return events.Cut("lena", size, tuple(first[:size]))
    if chance.random() < 0.1 and (late := late_repair(match.table, "lena")):
        return late
    try:
        return proposed(match.table, "lena", KEYS[state.turn + 1])
    except Unpairable:
        return None


def anything(match: Replay, chance: Random) -> Event:
    """Any event, of names and numbers that there are for the most part."""
    kind = chance.choice(_KINDS)
    if kind is events.Close and chance.random() < 0.8:
        kind = events.Drop
    hints = get_type_hints(kind, include_extras=True)
    given = {}
    for each in msgspec.structs.fields(kind):
        if each.required or chance.random() < 0.5:
            given[each.name] = _value(match, hints[each.name], each.name, chance)
    return kind(**given)


_KINDS = tuple(
    each
    for each in vars(events).values()
    if isinstance(each, type) and issubclass(each, Event) and each is not Event
)


def _value(match: Replay, hint: Any, name: str, chance: Random) -> Any:
    if found := _NAMED.get(name):
        return found(match, chance)
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    origin = get_origin(hint)
    if origin is Literal:
        return chance.choice(get_args(hint))
    if origin in (Union, types.UnionType):
        return _value(match, get_args(hint)[0], name, chance)
    if origin is tuple:
        inner = get_args(hint)[0]
        return tuple(
            _value(match, inner, f"{name} of", chance) for _ in range(chance.randint(1, 3))
        )
    if origin is dict:
        return {}
    if hint is bool:
        return chance.random() < 0.5
    if hint is int:
        return chance.randint(1, 4)
    if hint is str:
        return chance.choice(("", "word"))
    inner = get_type_hints(hint, include_extras=True)
    return hint(*(_value(match, inner[f], f, chance) for f in hint.__struct_fields__))


def _person(match: Replay, chance: Random) -> str:
    return chance.choice(PEOPLE)


def _player(match: Replay, chance: Random) -> str:
    return chance.choice((*PLAYERS, *PLAYERS, "nobody", "red", "blue"))


def _round(match: Replay, chance: Random) -> int:
    return max(1, match.state.turn + chance.choice((0, 0, 0, -1, 1)))


def _entry(match: Replay, chance: Random) -> int:
    return chance.randint(1, len(match.events) + 1)


def _one_of(known: Iterable[str | int], match: Replay, chance: Random) -> int:
    """An entry of these for the most part."""
    found = list(known)
    return int(chance.choice(found)) if found and chance.random() < 0.8 else _entry(match, chance)


def _at(match: Replay, chance: Random) -> str:
    return f"2026-11-22T11:{chance.randint(0, 59):02}:00Z"


_NAMED: dict[str, Callable[[Replay, Random], Any]] = {
    "by": _person,
    "player": _player,
    "team": lambda match, chance: chance.choice(("", "red", "blue", "ana")),
    "round": _round,
    "at": _at,
    "call": lambda match, chance: _one_of(match.state.calls_open, match, chance),
    "ruling": lambda match, chance: _one_of(match.state.rulings, match, chance),
    "appeal": lambda match, chance: _one_of(
        (each.appeal for each in match.state.rulings.values() if each.appeal), match, chance
    ),
    "through": _entry,
    "a": lambda match, chance: chance.randint(0, 2),
    "b": lambda match, chance: chance.randint(0, 2),
    "drawn": lambda match, chance: chance.choice((0, 0, 1)),
    "after": lambda match, chance: chance.randint(0, 3),
    "number": lambda match, chance: chance.randint(0, 8),
    "points": lambda match, chance: chance.choice(("0", "3", "1/2")),
    "key": lambda match, chance: chance.choice(("", KEYS[1])),
    "code": lambda match, chance: chance.choice(
        [each.code for each in match.catalog.infractions] + ["none"]
    ),
    "bye": lambda match, chance: tuple(chance.sample(PLAYERS, chance.randint(0, 2))),
    "half": lambda match, chance: tuple(chance.sample(PLAYERS, chance.randint(0, 1))),
    "zero": lambda match, chance: tuple(chance.sample(PLAYERS, chance.randint(0, 1))),
    "seeds": lambda match, chance: tuple(chance.sample(PLAYERS, chance.choice((2, 4)))),
    "size": lambda match, chance: chance.choice((2, 4)),
    "pairings": lambda match, chance: tuple(
        events.Pairing(table, *chance.sample(PLAYERS, 2))
        for table in range(1, chance.randint(1, 4))
    ),
    "seats": lambda match, chance: tuple(
        events.BoardSeats(board, *chance.sample(PLAYERS, 2)) for board in "ab"
    ),
    "games": lambda match, chance: tuple(
        events.LoggedGame(f"g{n}", chance.choice(("", *PLAYERS)), "ab" * 32)
        for n in range(chance.randint(0, 3))
    ),
    "rule": lambda match, chance: chance.choice(("", "TR-7.1")),
    "deviation": lambda match, chance: chance.choice(("", "same error", "a word")),
    "penalty": lambda match, chance: chance.choice(
        ("warning", "warning", "caution", "game-loss", "match-loss", "disqualification")
    ),
    "root": lambda match, chance: "ab" * 32,
    "signature": lambda match, chance: "",
    "reason": lambda match, chance: "a word",
    "about": lambda match, chance: "a word",
    "cards": lambda match, chance: {"Rock": 4},
    "secret": lambda match, chance: "",
}


def ruled(match: Replay, chance: Random) -> Event:
    """Any ruling: most of them strikes."""
    head = {"authority": "head"}
    newest = len(match.events)
    seq = chance.randint(max(2, newest - chance.choice((3, 9, 99))), max(2, newest))
    kind = chance.choice(
        ("strike", "strike", "strike", "insert", "stand", "overrule", "rewind", "")
    )
    if kind == "strike":
        return Strike("lena", seq, **head)
    if kind == "insert":
        event = likely(match, chance) if chance.random() < 0.3 else anything(match, chance)
        plain = msgspec.to_builtins(event or Note("lena", "a word"))
        return Insert("lena", seq, plain, **head)
    if kind == "stand":
        wrong = [n for n, v in enumerate(match.verdicts, 1) if isinstance(v, Illegal)]
        if wrong:
            seq = chance.choice(wrong)
            verdict = match.verdicts[seq - 1]
            assert isinstance(verdict, Illegal)
            return Stand("lena", seq, (verdict.rule,), **head)
    if kind == "overrule":
        rulings = [
            n for n, e in enumerate(match.events, 1) if isinstance(e, Strike | Insert | Stand)
        ]
        return Overrule("lena", chance.choice(rulings or [2]))
    if kind == "rewind" and chance.random() < 0.3:
        return Rewind("lena", max(1, len(match.events) - chance.randint(1, 4)), **head)
    word = chance.choice(sorted(REPAIRS))
    target = chance.choice((*PLAYERS, "all", "1"))
    return Adjust(
        "lena",
        (
            Change(
                word,
                target,
                chance.choice(("3", "none", "red")),
            ),
        ),
        **head,
    )


# -- what holds --------------------------------------------------------------------------------


def assert_seen(match: Replay) -> None:
    """What is asked of a tournament is answered, and changes nothing."""
    before = match.digest()
    t, state = match.table, match.state
    assert state.over or match.game.obligations(t)
    assert match.game.board(t) and not match.game.options(t)
    known = history(state, match.catalog)
    assert known.keys() == state.entrants.keys()
    placed = standings_of(state, match.catalog)
    assert [each.place for each in placed] == sorted(each.place for each in placed)
    assert {each.player for each in placed} <= state.entrants.keys()
    for played in known.values():
        assert [each.round for each in played] == sorted({each.round for each in played})
    assert sum(totals(known).values()) >= 0
    numbers = [each.number for each in state.entrants.values()]
    assert len(set(numbers)) == len(numbers)
    assert match.digest() == before


def logged(chance: Random, count: int) -> Replay:
    """A tournament at which so many entries of any kind are made."""
    match = begun(chance)
    for _ in range(count):
        roll = chance.random()
        event = likely(match, chance) if roll < 0.45 else None
        if event is None:
            event = ruled(match, chance) if roll < 0.55 else anything(match, chance)
        before, facts = match.digest(), len(match.table.facts)
        outcome = match.add(event)
        if not applied(outcome.verdict):
            assert match.digest() == before, write(event, GAME.codec)
            assert len(match.table.facts) == facts
            assert_sane(match, outcome)
        assert_seen(match)
    return match


@given(chance=chances)
@SOME
def test_nothing_that_is_logged_breaks_the_referee_and_what_is_refused_changes_nothing(
    chance: Random,
):
    match = logged(chance, 40)
    again = replay(GAME, match.catalog, match.events)
    assert again.digest() == match.digest()
    assert again.verdicts == match.verdicts
    assert again.noted == match.noted
    assert list(again.all_facts()) == list(match.all_facts())


@given(chance=chances)
@SOME
def test_every_event_of_a_tournament_is_read_back_from_its_line(chance: Random):
    match = begun(chance)
    for _ in range(20):
        event = anything(match, chance)
        assert read(write(event, GAME.codec), GAME.codec) == event


@given(chance=chances)
@SOME
def test_whoever_comes_and_goes_a_round_can_be_posted(chance: Random):
    match = begun(chance)
    if stage_of(match.state) != "swiss":
        return
    comings = (events.Enter, events.Drop, events.Reinstate, events.CheckIn)
    for _ in range(25):
        roll = chance.random()
        kind = chance.choice(comings)
        if roll < 0.5:
            match.add(kind("lena", chance.choice(PLAYERS)))
            continue
        event = likely(match, chance)
        verdict = match.add(event).verdict if event is not None else None
        if isinstance(event, events.Post) and isinstance(verdict, Illegal):
            assert "rounds" in verdict.message, verdict
            return


@given(chance=chances)
@SOME
def test_a_strike_and_a_report_come_to_the_report_alone(chance: Random):
    """But for history: the numbers of entries are the same, as remarks stand in their places."""
    match = logged(chance, 15)
    found = [
        (seq, fact)
        for seq, fact in match.all_facts()
        if isinstance(fact, ContestEnded) and fact.by == "slip"
    ]
    if not found or match.state.over:
        return
    seq, _fact = chance.choice(found)
    if type(match.events[seq - 1]) is not events.Report:
        return
    right = msgspec.structs.replace(match.events[seq - 1], a=1, b=0, drawn=0, how="judge", games=())
    ways = []
    for first, then in ((match.events[seq - 1], Strike("lena", seq)), (Note("lena", "a"),) * 2):
        told = [*match.events[: seq - 1], first, then, right]
        ways.append(replay(GAME, match.catalog, told))
    assert ways[0].digest() == ways[1].digest()
    assert ways[0].verdicts[-1] == ways[1].verdicts[-1]


@pytest.mark.parametrize("kind", _KINDS, ids=lambda kind: kind.__name__)
def test_every_event_of_a_tournament_has_a_handler(kind: type[Event]):
    assert kind in GAME.all_handlers
