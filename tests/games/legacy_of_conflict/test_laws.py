"""What holds of every match, however it is played: laws over random matches of all configurations
under random readings."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.common import Adjust, Change, Concede, Opening, Stand
from events.entry import Entry, Sealed, seal
from events.event import Event
from events.legacy_of_conflict import EVENTS
from events.notation import read, write
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.replay.replay import Replay, replay
from referee.replay.simulate import choose, event_of, opening, simulate
from referee.verdict import Illegal
from tests.games.legacy_of_conflict.table import (
    DECKS,
    FORCES,
    GAME,
    Match,
    cards_add_up,
    opened,
    tokens_add_up,
)

SEEDS = st.integers(min_value=0, max_value=10**9)
CONFIGURATIONS: dict[str, tuple[str, dict[str, str]]] = {
    "1v1": ("ana bo", {}),
    "1v1v1": ("ana bo cy", {}),
    "1v1v1v1": ("ana bo cy di", {}),
    "2v1": ("ana bo cy", {"ana": "red", "cy": "red"}),
    "2v2": ("ana bo cy di", {"ana": "red", "bo": "blue", "cy": "red", "di": "blue"}),
}
SCENARIOS = tuple(FORCES.scenario)
BEFORE_PLAY = ("LC-I 1", "LC-I 2", "LC-I 4", "LC-I 22")
"""Readings that only decide whether an opening is legal."""


def law(examples: int) -> Any:
    """A property that is tried on so many random matches."""
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def opening_of(configuration: str, scenario: str, readings: dict[str, str]) -> Opening:
    """An opening of that configuration, each player with a full force."""
    seats, sides = CONFIGURATIONS[configuration]
    options = {"scenario": scenario, **({"points": "324"} if sides else {})}
    decks = [list(DECKS.items())[i % 2] for i in range(len(seats.split()))]
    return opening(
        GAME,
        FORCES,
        decks,
        seats.split(),
        interpretations=readings,
        sides=sides,
        options=options,
    )


def random_opening(chance: Random) -> Opening:
    """An opening of any configuration, under some readings that are not the usual ones."""
    readings = {
        reading.id: chance.choice(reading.playable)
        for reading in GAME.rulebook.interpretations.values()
        if chance.random() < 0.3 and reading.id not in BEFORE_PLAY
    }
    return opening_of(chance.choice(list(CONFIGURATIONS)), chance.choice(SCENARIOS), readings)


@cache
def events_of(seed: int) -> tuple[Event, ...]:
    """A whole random match."""
    chance = Random(seed)
    return tuple(simulate(GAME, FORCES, random_opening(chance), chance).events)


def assert_possible(match: Any) -> None:
    """18 cards in each deck, all tokens somewhere, Wounds in bounds."""
    cards_add_up(match)
    tokens_add_up(match)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_random_matches_are_played_to_their_end(configuration: str, scenario: str):
    for seed in range(3):
        first = opening_of(configuration, scenario, {})
        played = simulate(GAME, FORCES, first, Random(seed))
        assert played.state.over in {
            "last side standing",
            "points",
            "turn limit",
            "the scenario's end",
        }
        assert all(not isinstance(v, Illegal) for v in played.verdicts)


@given(SEEDS)
@law(15)
def test_a_replay_equals_its_replay(seed: int):
    events = events_of(seed)
    first, second = replay(GAME, FORCES, events), replay(GAME, FORCES, events)
    one_by_one = Replay(GAME, FORCES)
    for event in events:
        one_by_one.add(event)
    assert first.digest() == second.digest() == one_by_one.digest()
    assert first.noted == second.noted == one_by_one.noted
    assert first.verdicts == one_by_one.verdicts


@given(SEEDS)
@law(10)
def test_cards_tokens_and_wounds_are_conserved_after_every_entry(seed: int):
    played = Replay(GAME, FORCES)
    played.extend(events_of(seed)[:1])
    match = Match.__new__(Match)
    match.replay = played
    for event in events_of(seed)[1:]:
        played.add(event)
        assert_possible(match)


@given(SEEDS)
@law(15)
def test_every_entry_is_read_back_from_its_line_and_its_json(seed: int):
    decoder = msgspec.json.Decoder(GAME.codec.union)
    for event in events_of(seed):
        assert decoder.decode(msgspec.json.encode(event)) == event
        if not isinstance(event, Opening):
            assert read(write(event, GAME.codec), GAME.codec) == event


@given(SEEDS)
@law(10)
def test_stored_entries_replay_to_the_digests_of_the_live_match(seed: int):
    live = simulate(GAME, FORCES, random_opening(Random(seed)), Random(seed))
    stored = GAME.codec.events_of([sealed.payload for sealed in _sealed(live.events)])
    assert replay(GAME, FORCES, stored).noted == live.noted
    assert replay(GAME, FORCES, stored).digest() == live.digest()


def _sealed(events: Sequence[Event]) -> Iterator[Sealed]:
    at = datetime(2026, 3, 14, tzinfo=UTC)
    for seq, event in enumerate(events, 1):
        yield seal(Entry("m", seq, f"{seq}", at, at, "sk", event), "0" * 64)


# -- mistakes ----------------------------------------------------------------------------------


def mistakes(played: Replay, event: Event, chance: Random) -> Iterator[Event]:
    """What may be logged by mistake instead of an entry: with a field that is off, or another."""
    names = [*GAME.names(played.table), "nonsense", "keep/cellar"]
    for _ in range(3):
        kind = type(event) if chance.random() < 0.6 else chance.choice(EVENTS)
        plain = msgspec.to_builtins(event) if kind is type(event) else {}
        for field in msgspec.structs.fields(kind):
            if field.name not in plain or chance.random() < 0.4:
                value = _any(field.name, names, chance)
                if value is not None:
                    plain[field.name] = value
        plain["type"] = str(kind.__struct_config__.tag)
        try:
            yield msgspec.convert(plain, kind)
        except msgspec.ValidationError:
            continue


def _any(field: str, names: list[str], chance: Random) -> Any:
    """A value for a field of that name, possible or not."""
    some = [chance.choice(names) for _ in range(chance.choice((0, 1, 1, 2)))]
    values: dict[str, Any] = {
        "seat": ["ana", "bo", "cy", "eve"],
        "mm": [0.0, 5.0, 12.7, 25.4, 12.75, -1.0, 900.0],
        "inside": [0.0, 5.0],
        "cards": ["AS-2H", "3D/JC", "RJ-BJ", "", "BJ-BJ"],
        "tokens": [0, 1, 2, 3],
        "pool": [0, 3],
        "part": [0, 1, 2],
        "held": [[], [["crossing", "ana"]], [["banner", "eve"]]],
        "caught": [[], [["Seer", 5.0]], [["wall", 90.0]]],
        "bonuses": [[], [["Banner", 1]]],
        "slots": [[], [["move", 1]]],
        "changes": [[], [["wounds", "Brute", "2"], ["tokens", "x", "1"]], [["points", "ana", "2"]]],
        "outcome": ["agreed"],
        "about": ["what now"],
        "condition": ["slow", "dot", "nightfall"],
        "to": ["open", "closed", "ground", "keep/roof", "wall"],
        "clear_path": ["yes", "no"],
        "purpose": ["initiative", "tie", "attack", "defense", "hazard", "contest"],
        "answers": [0, 3, 99_999],
        "entry": [0, 99_999],
    }
    if field in values:
        return chance.choice(values[field])
    if field in ("over", "into", "out_of", "through", "within", "between", "characters"):
        return some
    if field in ("members", "consents"):
        return chance.sample(["ana", "bo", "cy", "di"], 2)
    if field in ("ahead", "stands", "contact", "straight_away", "off_table"):
        return chance.random() < 0.5
    return chance.choice(names) if field not in ("at", "card", "to") else None


@given(SEEDS)
@law(12)
def test_an_illegal_entry_changes_nothing(seed: int):
    chance = Random(seed)
    events = events_of(seed)
    played = Replay(GAME, FORCES)
    played.extend(events[:1])
    refused = 0
    for event in events[1:]:
        for wrong in mistakes(played, event, chance):
            before = played.digest()
            outcome = played.add(wrong)
            if not isinstance(outcome.verdict, Illegal):
                return
            assert played.digest() == before
            assert not outcome.facts
            assert "{" not in outcome.verdict.message
            assert GAME.rule(outcome.verdict.rule) is not None
            played.retract()
            refused += 1
        played.add(event)
    assert refused


@given(SEEDS)
@law(12)
def test_what_a_judge_lets_stand_or_repairs_leaves_a_match_that_can_be_played(seed: int):
    chance = Random(seed)
    played = Replay(GAME, FORCES)
    played.add(random_opening(chance))
    match = Match.__new__(Match)
    match.replay = played
    for _ in range(60):
        if played.state.over:
            return
        event = event_of(GAME, choose(GAME.options(played.table), chance), chance)
        for wrong in mistakes(played, event, chance):
            outcome = played.add(wrong)
            if isinstance(outcome.verdict, Illegal):
                played.add(Stand("judge", outcome.seq, (outcome.verdict.rule,)))
        if chance.random() < 0.2:
            played.add(Adjust("judge", (_repair(played, chance),)))
        if chance.random() < 0.01:
            played.add(Concede(chance.choice(played.state.seats)))
        if played.state.over:
            return
        assert_possible(match)
        assert GAME.board(played.table)
        GAME.obligations(played.table)
        event = event_of(GAME, choose(GAME.options(played.table), chance), chance)
        assert not isinstance(played.add(event).verdict, Illegal), event


def _repair(played: Replay, chance: Random) -> Change:
    """A repair by the example of its own description, with a character of this match."""
    words = (REPAIRS[chance.choice(sorted(REPAIRS))].__doc__ or "").split()[0]
    what, target, value = words.split(":")
    unit = chance.choice(sorted(played.state.figures))
    for name in ("Brute", "Warden"):
        target = target.replace(name, unit)
    return Change(what, target, value)


def test_every_kind_of_entry_comes_up_in_random_matches():
    seen = {type(event) for seed in range(60) for event in events_of(seed)}
    rare = {"Deck", "Look", "Ask", "Settle", "Tally", "Transfer"}
    assert {kind.__name__ for kind in EVENTS} - {kind.__name__ for kind in seen} <= rare


def test_every_repair_says_how_it_is_written():
    match = opened()
    for word, repair in REPAIRS.items():
        assert (repair.__doc__ or "").startswith(f"{word}:"), word
    assert match.state.phase == 0
