"""What holds of every match, however it is played: laws of the replay, over random matches."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.common import Adjust, Change, Insert, Note, Opening, Overrule, Rewind, Stand, Strike
from events.event import Event
from referee.catalog import read_catalog, read_deck
from referee.games.registry import game_of
from referee.games.wondervale.repair import REPAIRS
from referee.replay.replay import Replay, digest_of, replay
from referee.replay.simulate import choose, event_of, opening, simulate
from referee.verdict import LEGAL, Illegal
from tests.games.wondervale.table import all_cards

GAME = game_of("wondervale", "1.1")
CATALOG = read_catalog(GAME.sample_catalogs()[0].read_text(), GAME.catalog_type)
DECKS = [
    (deck.name, deck.cards)
    for deck in (read_deck(path.read_text()) for path in GAME.sample_decks())
]
NAMES = sorted([*CATALOG.character, *CATALOG.tribe_of])

SEEDS = st.integers(min_value=0, max_value=10**9)


def law(examples: int) -> Any:
    """A property that is tried on so many random matches."""
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


# -- random matches ----------------------------------------------------------------------------


@cache
def events_of(seed: int) -> tuple[Event, ...]:
    """A whole random match under random readings."""
    chance = Random(seed)
    readings = {
        reading.id: chance.choice(reading.playable)
        for reading in GAME.rulebook.interpretations.values()
        if chance.random() < 0.5
    }
    first = opening(GAME, CATALOG, chance.choices(DECKS, k=2), interpretations=readings)
    return tuple(simulate(GAME, CATALOG, first, chance).events)


def begun(events: Sequence[Event], *, rulings: bool = False) -> Replay:
    """A replay to which entries are added one by one."""
    return Replay(GAME, CATALOG, rulings=rulings).extend(events[:1])


def registered(events: Sequence[Event]) -> Mapping[str, Mapping[str, int]]:
    """What each player registered."""
    first = events[0]
    assert isinstance(first, Opening)
    return {seating.seat: seating.deck for seating in first.seats}


def assert_conserved(state: Any, decks: Mapping[str, Mapping[str, int]]) -> None:
    """Every card that was registered is somewhere, and no other card is."""
    for seat, deck in decks.items():
        assert all_cards(state.sides[seat]) == Counter(deck)


ENTRY_NUMBERS = ("since", "seq", "ended", "swapped", "attacked_unit", "defeat", "closing", "calls")


def unnumbered(state: Any) -> Any:
    """A state in which the number of an entry says only that there is one."""
    return _unnumbered(msgspec.to_builtins(state))


def _unnumbered(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: bool(item) if key in ENTRY_NUMBERS else _unnumbered(item)
            for key, item in value.items()
        }
    return [_unnumbered(item) for item in value] if isinstance(value, list) else value


# -- mistakes ----------------------------------------------------------------------------------


def mistakes(events: Sequence[Event], at: int, chance: Random) -> Iterator[Event]:
    """What may be logged by mistake instead of an entry, or beside it."""
    yield chance.choice(events)
    yield events[at - 1]
    for _ in range(3):
        plain = msgspec.to_builtins(events[at])
        name = chance.choice([key for key in plain if key != "type"])
        plain[name] = _altered(plain[name], chance)
        try:
            yield msgspec.convert(plain, GAME.codec.union)
        except msgspec.ValidationError:
            continue


def _altered(value: Any, chance: Random) -> Any:
    """A value of the same kind that is off: another name, another die, more or fewer."""
    match value:
        case int():
            return value + chance.choice((-1, 1, 2, 5))
        case str():
            return chance.choice((*NAMES, "ana", "bo", "cy", "bank", "hand", "Nobody"))
        case []:
            return [chance.choice(NAMES)]
        case [*items]:
            at = chance.randrange(len(items))
            how = chance.randrange(3)
            if how == 0:
                return items[:at] + items[at + 1 :]
            if how == 1:
                return [*items, items[at]]
            return [*items[:at], _altered(items[at], chance), *items[at + 1 :]]
        case _:
            return value


# -- the laws ----------------------------------------------------------------------------------


@law(40)
@given(SEEDS)
def test_every_option_that_is_offered_is_accepted_until_a_match_ends(seed: int):
    match = replay(GAME, CATALOG, events_of(seed))
    assert match.state.over == "Champion at 0 health"
    assert not any(isinstance(verdict, Illegal) for verdict in match.verdicts)


@law(30)
@given(SEEDS)
def test_every_kind_of_option_makes_an_event_that_is_accepted(seed: int):
    """Also the options that a random player hardly ever takes."""
    chance = Random(seed)
    events = events_of(seed)
    at = chance.randrange(2, len(events))
    for option in GAME.options(replay(GAME, CATALOG, events[:at]).table):
        several = any("cards" in c.__struct_fields__ for c in option.fields.values())
        tries = range(50 if several else 1)
        assert any(
            not isinstance(
                replay(GAME, CATALOG, events[:at]).add(event_of(GAME, option, chance)).verdict,
                Illegal,
            )
            for _ in tries
        ), option


@law(40)
@given(SEEDS)
def test_cards_are_conserved_at_every_entry(seed: int):
    events = events_of(seed)
    decks = registered(events)
    match = begun(events)
    assert_conserved(match.state, decks)
    for event in events[1:]:
        match.add(event)
        assert_conserved(match.state, decks)


@law(40)
@given(SEEDS)
def test_a_replay_equals_a_replay(seed: int):
    events = events_of(seed)
    bulk = replay(GAME, CATALOG, events)
    for match in (begun(events), begun(events, rulings=True)):
        outcomes = [match.add(event) for event in events[1:]]
        assert match.digest() == bulk.digest()
        assert match.noted == bulk.noted
        assert match.verdicts == bulk.verdicts
        assert list(match.all_facts()) == list(bulk.all_facts())
        assert [list(o.facts) for o in outcomes] == [
            list(bulk.facts(seq)) for seq in range(2, len(events) + 1)
        ]
        assert {o.seq: o.digest for o in outcomes if o.digest} == bulk.noted
    stored = [msgspec.json.encode({"event": event}) for event in events]
    again = replay(GAME, CATALOG, GAME.codec.events_of(stored))
    assert (again.digest(), again.noted) == (bulk.digest(), bulk.noted)


@law(40)
@given(SEEDS)
def test_digests_are_noted_at_the_end_of_each_turn_and_of_the_match(seed: int):
    events = events_of(seed)
    match = begun(events)
    expected = {}
    for event in events[1:]:
        turn = match.state.turn
        seq = match.add(event).seq
        if match.state.turn != turn or match.state.ended == seq:
            expected[seq] = digest_of(match.state)
    assert match.noted == expected


@law(60)
@given(SEEDS)
def test_an_illegal_entry_changes_nothing(seed: int):
    chance = Random(seed)
    events = events_of(seed % 40)
    decks = registered(events)
    match = begun(events)
    for at in range(1, len(events)):
        wrong = list(mistakes(events, at, chance)) if chance.random() < 0.3 else []
        for event in (*wrong, events[at]):
            before, facts = match.digest(), len(match.table.facts)
            outcome = match.add(event)
            if isinstance(outcome.verdict, Illegal):
                assert match.digest() == before, event
                assert len(match.table.facts) == facts
                assert outcome.facts == [] or outcome.facts == ()
                assert outcome.verdict.rule in GAME.rulebook.rules or GAME.rule(
                    outcome.verdict.rule
                )
                assert "{" not in outcome.verdict.message
            else:
                assert_conserved(match.state, decks)
            GAME.options(match.table)
            GAME.obligations(match.table)


@law(40)
@given(SEEDS)
def test_an_illegal_entry_does_not_change_what_follows(seed: int):
    chance = Random(seed)
    events = events_of(seed % 40)
    match = begun(events)
    for at in range(1, len(events)):
        for event in mistakes(events, at, chance):
            if isinstance(match.add(event).verdict, Illegal):
                match.retract()
            else:
                match = replay(GAME, CATALOG, events[:at])
        assert match.add(events[at]).verdict == replay_of(seed % 40).verdicts[at]
    assert match.digest() == replay_of(seed % 40).digest()


@cache
def replay_of(seed: int) -> Replay:
    return replay(GAME, CATALOG, events_of(seed))


@law(50)
@given(SEEDS)
def test_whatever_a_judge_lets_stand_is_followed_or_refused(seed: int):
    """Mistakes are let stand, by naming rule after rule; the match can go on from there."""
    chance = Random(seed)
    events = events_of(seed % 40)
    match = begun(events, rulings=True)
    here = chance.randrange(2, min(len(events), 110))
    match.extend(events[1:here])
    for _ in range(8):
        for event in mistakes(events, here, chance):
            let_stand(match, event)
            assert_conserved(match.state, registered(events))
        go_on(match, chance)


def let_stand(match: Replay, event: Event) -> None:
    """Log an event and, where it is illegal, waive all that it breaks, if that is possible."""
    verdict = match.add(event).verdict
    seq = len(match.events)
    waived: list[str] = []
    while isinstance(verdict, Illegal):
        rule = str(verdict.facts.get("rule", verdict.rule))
        if rule in waived or rule.startswith("REF-3"):
            return
        waived.append(rule)
        verdict = match.add(Stand("jo", seq, tuple(waived))).verdict


def go_on(match: Replay, chance: Random) -> None:
    """One more entry of those that are offered, which is accepted.

    Cards of a hidden hand that are possible one by one need not be possible together.
    """
    for _ in range(50):
        if match.state.over:
            return
        option = choose(GAME.options(match.table), chance)
        verdict = match.add(event_of(GAME, option, chance)).verdict
        if not isinstance(verdict, Illegal):
            return
        assert option.several(), (option, verdict)
        match.retract()


@law(60)
@given(SEEDS)
def test_whatever_a_judge_repairs_the_match_can_go_on(seed: int):
    chance = Random(seed)
    events = events_of(seed % 40)
    match = begun(events, rulings=True)
    match.extend(events[1 : chance.randrange(2, len(events))])
    for _ in range(20):
        before = match.digest()
        outcome = match.add(Adjust("jo", tuple(repairs(match.state, chance))))
        if isinstance(outcome.verdict, Illegal):
            assert match.digest() == before
        assert_conserved(match.state, registered(events))
        go_on(match, chance)


def repairs(state: Any, chance: Random) -> Iterator[Change]:
    """One to three repairs that may or may not be possible."""
    for _ in range(chance.randint(1, 3)):
        side = state.sides[chance.choice(state.seats)]
        units = [u.id for u in (*side.bench, *([side.battle] if side.battle else []))]
        unit = f"{side.seat}/{chance.choice(units or ['Nobody'])}"
        what = chance.choice(list(REPAIRS))
        places = chance.sample(("hand", "bank", "discard"), 2)
        target, value = {
            "health": (side.seat, str(chance.randint(0, 250))),
            "damage": (unit, str(chance.randint(0, 60))),
            "ready": (unit, chance.choice(("yes", "no"))),
            "defeats": (side.seat, str(chance.randint(0, 4))),
            "draw": (side.seat, str(chance.randint(-8, 8))),
            "move": (f"{side.seat}/{chance.choice(NAMES)}", ">".join(places)),
            "attach": (unit, chance.choice(side.bank or NAMES)),
            "defeat": (unit, chance.choice(("ana", "bo", "nobody"))),
        }[what]
        yield Change(what, target, value)


@law(40)
@given(SEEDS)
def test_a_rewind_and_the_same_events_again_lead_to_the_same_state(seed: int):
    chance = Random(seed)
    events = events_of(seed)
    here = chance.randrange(5, len(events))
    to = chance.randrange(1, here - 1)
    match = begun(events, rulings=True)
    digests = {1: match.digest()} | {
        match.add(event).seq: match.digest() for event in events[1:here]
    }
    match.add(Rewind("jo", to))
    assert match.digest() == digests[to]
    for event in events[to:]:
        assert not isinstance(match.add(event).verdict, Illegal)
    straight = replay(GAME, CATALOG, events)
    assert unnumbered(match.state) == unnumbered(straight.state)
    assert [fact for _, fact in match.all_facts()] == [fact for _, fact in straight.all_facts()]
    assert replay(GAME, CATALOG, match.events).digest() == match.digest()


@law(30)
@given(SEEDS)
def test_striking_an_illegal_entry_changes_no_state(seed: int):
    chance = Random(seed)
    events = events_of(seed)
    match = begun(events, rulings=True)
    here = chance.randrange(2, len(events))
    match.extend(events[1:here])
    wrong = []
    for event in mistakes(events, here, chance):
        if isinstance(match.add(event).verdict, Illegal):
            wrong.append(len(match.events))
        else:
            match.add(Strike("jo", len(match.events)))
    digest = match.digest()
    for seq in wrong:
        outcome = match.add(Strike("jo", seq))
        assert outcome.verdict == LEGAL
        assert outcome.digest == match.digest() == digest
        assert [change.seq for change in outcome.changes] == [seq]
        assert match.standing(seq) is None


@law(30)
@given(SEEDS)
def test_a_ruling_that_is_overruled_was_never_made(seed: int):
    chance = Random(seed)
    events = events_of(seed)
    here = chance.randrange(6, len(events) + 1)
    match = begun(events, rulings=True).extend(events[1:here])
    digest = match.digest()
    seq = chance.randint(2, here)
    remark = {"type": "note", "by": "tess", "text": "late"}
    for ruling in (Strike("jo", seq), Rewind("jo", seq - 1), Insert("jo", seq, remark)):
        assert match.add(ruling).verdict == LEGAL
        assert match.add(Overrule("mx", len(match.events))).verdict == LEGAL
        assert match.digest() == digest
    assert replay(GAME, CATALOG, match.events).digest() == digest


@law(30)
@given(SEEDS)
def test_a_copy_of_the_state_is_the_state(seed: int):
    """Read back from its bytes at any point, it has the same digest and plays on alike."""
    chance = Random(seed)
    events = events_of(seed)
    straight = replay(GAME, CATALOG, events)
    match = begun(events)
    for event in events[1:]:
        if chance.random() < 0.2:
            copy = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=GAME.state_type)
            assert copy == match.state
            assert digest_of(copy) == match.digest()
            match.table.state = copy
        match.add(event)
    assert match.digest() == straight.digest()
    assert match.noted == straight.noted
    assert list(match.all_facts()) == list(straight.all_facts())


@pytest.mark.parametrize("seed", range(3))
def test_remarks_between_the_entries_change_no_state(seed: int):
    events = events_of(seed)
    match = begun(events)
    for event in events[1:]:
        match.add(event)
        before = match.digest()
        match.add(Note("tess", "a remark"))
        assert match.digest() == before
    assert unnumbered(match.state) == unnumbered(replay_of(seed).state)
