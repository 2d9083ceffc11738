"""What "legal:" suggests beside a refusal is itself accepted, in random matches full of slips."""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest

from events.event import Event
from events.notation import read
from events.notation.words import split_words
from referee.replay.replay import Replay
from referee.replay.simulate import event_of
from referee.verdict import Illegal
from tests.games.wondervale.table import Has, position
from tests.referee.test_replay_laws import CATALOG, GAME, begun, events_of, mistakes

VERBS = frozenset(GAME.codec.by_verb)


def lines_in(hint: str, seats: Sequence[str]) -> Iterator[str]:
    """The lines of notation that a hint is made of; "ana: ..." is told in words, and is none."""
    for part in hint.split(" or "):
        words = [word.text for word in split_words(part)]
        if len(words) > 1 and words[0] in seats:
            yield part
        else:
            assert words[0] not in VERBS, f"{hint}: half a line"


def accepted(before: Sequence[Event], line: str) -> bool:
    """Whether a line would be accepted behind these entries."""
    match = Replay(GAME, CATALOG, rulings=False).extend(before)
    return not isinstance(match.add(read(line, GAME.codec)).verdict, Illegal)


def instead_of(event: Event, verdict: Illegal) -> Iterator[Event]:
    """The event with each name that a hint "one of ..." lists in the place of the wrong one."""
    if not verdict.legal.startswith("one of "):
        return
    wrong = verdict.facts.get("unit") or verdict.facts.get("what") or verdict.facts.get("seat")
    for name in verdict.legal.removeprefix("one of ").split(", "):
        for field in event.__struct_fields__:
            if getattr(event, field) == wrong:
                yield msgspec.structs.replace(event, **{field: name})


@pytest.mark.parametrize("seed", range(10))
def test_what_a_hint_suggests_is_accepted(seed: int):
    chance = Random(seed)
    events = events_of(seed)
    match = begun(events)
    seen: set[str] = set()
    for at in range(1, len(events)):
        for slip in [*mistakes(events, at, chance), *random_steps(match, chance)]:
            verdict = match.add(slip).verdict
            if not isinstance(verdict, Illegal):
                match = begun(events).extend(events[1:at])
                continue
            match.retract()
            if verdict.legal in seen:
                continue
            seen.add(verdict.legal)
            for line in lines_in(verdict.legal, match.state.seats):
                assert accepted(events[:at], line), f"{slip}: {verdict}"
            for other in instead_of(slip, verdict):
                again = match.add(other).verdict
                assert not isinstance(again, Illegal) or again.rule != verdict.rule, other
                if isinstance(again, Illegal):
                    match.retract()
                else:
                    match = begun(events).extend(events[1:at])
        assert not isinstance(match.add(events[at]).verdict, Illegal)
    assert seen


def random_steps(match: Replay, chance: Random) -> Iterator[Event]:
    """What might have been logged at another time: bare steps of either player."""
    for seat in match.state.seats:
        verb = chance.choice(("attack", "direct-attack", "end", "decline", "draw"))
        yield read(f"{seat} {verb}", GAME.codec)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_for_a_choice_is_legal(seed: int):
    """Every option, decided by chance; several hidden cards need not be possible together."""
    chance = Random(seed)
    events = events_of(seed + 100)
    for at in range(2, len(events), 7):
        for option in GAME.options(begun(events).extend(events[1:at]).table):
            tries = 50 if option.several() else 1
            found = [event_of(GAME, option, chance) for _ in range(tries)]
            assert any(
                not isinstance(begun(events).extend(events[1:at]).add(each).verdict, Illegal)
                for each in found
            ), option


def test_a_hint_is_what_is_possible_now():
    match = position(ana=Has(battle="Frostling", hand=9), bo=Has(battle="Waveling"))
    assert match.refuse("bo end", "WV-4.1").legal == "ana: discard 2 cards"
    match.play("ana attack")
    assert match.refuse("ana end", "WV-7.7").legal == "ana: roll for the attack on Waveling"
    match = position(ana=Has(bench="Frostling flat"), bo=Has(battle="Waveling"))
    assert match.refuse("ana attack", "WV-7.3").legal == "ana end"
    match = position(ana=Has(bench="Frostling; Duneling"), bo=Has(battle="Waveling"))
    hint = match.refuse("ana attack", "WV-7.3").legal
    assert hint == "ana promote Frostling or ana promote Duneling"
