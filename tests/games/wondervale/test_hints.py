"""What "legal:" suggests beside a refusal is itself accepted, in random matches full of slips."""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest

from events.event import Event
from events.notation import read
from events.notation.words import split_words
from referee.replay.replay import Replay
from referee.replay.simulate import event_of, simulate
from referee.verdict import Illegal
from tests.games.wondervale.table import GAME, Has, position
from tests.laws import drawn
from tests.slips import slips

VERBS = frozenset(GAME.codec.by_verb)


def lines_in(hint: str, seats: Sequence[str]) -> Iterator[str]:
    """The lines of notation that a hint is made of; "ana: ..." is told in words, and is none."""
    for part in hint.split(" or "):
        words = [word.text for word in split_words(part)]
        if len(words) > 1 and words[0] in seats:
            yield part
        elif words:
            assert words[0] not in VERBS, f"{hint}: half a line"


def instead_of(event: Event, verdict: Illegal) -> Iterator[Event]:
    """The event with each name that a hint "one of ..." lists in the place of the wrong one."""
    if not verdict.legal.startswith("one of "):
        return
    wrong = verdict.facts.get("unit") or verdict.facts.get("what")
    for name in verdict.legal.removeprefix("one of ").split(", "):
        for field in event.__struct_fields__[1:]:
            if getattr(event, field) == wrong:
                yield msgspec.structs.replace(event, **{field: name})


@pytest.mark.parametrize("seed", range(12))
def test_what_a_hint_suggests_is_accepted(seed: int):
    chance = Random(seed)
    game, catalog, first = drawn("wondervale", chance)
    events = simulate(game, catalog, first, chance).events
    seen: set[str] = set()
    for at in range(2, min(len(events), 120)):
        match = Replay(game, catalog, rulings=False).extend(events[:at])
        options = game.options(match.table)
        for slip in [*slips(match, options, chance, 4), *bare_steps(match, chance)]:
            for hint, better in hinted(match, slip):
                seen.add(hint)
                trial = Replay(game, catalog, rulings=False).extend(events[:at])
                verdict = trial.add(better).verdict
                assert not isinstance(verdict, Illegal), f"{slip}: {hint}, but {verdict}"
    assert len(seen) > 5


def hinted(match: Replay, slip: Event) -> Iterator[tuple[str, Event]]:
    """What the refusal of a slip suggests instead, each as an event; nothing if it is accepted."""
    trial = Replay(match.game, match.catalog, rulings=False).extend(match.events)
    verdict = trial.add(slip).verdict
    if isinstance(verdict, Illegal) and verdict.rule.startswith("WV"):
        for line in lines_in(verdict.legal, match.state.seats):
            yield line, read(line, GAME.codec)
        for better in instead_of(slip, verdict):
            yield verdict.legal, better


def bare_steps(match: Replay, chance: Random) -> Iterator[Event]:
    """What might have been logged at another time."""
    for seat in match.state.seats:
        verb = chance.choice(("attack", "direct-attack", "end", "decline", "draw"))
        yield read(f"{seat} {verb}", GAME.codec)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_for_a_choice_is_legal(seed: int):
    """Every option, decided by chance; several hidden cards need not be possible together."""
    chance = Random(seed)
    game, catalog, first = drawn("wondervale", chance)
    events = simulate(game, catalog, first, chance).events
    for at in range(2, len(events), 7):
        match = Replay(game, catalog, rulings=False).extend(events[:at])
        for option in game.options(match.table):
            for _ in range(50 if option.several() else 1):
                trial = Replay(game, catalog, rulings=False).extend(events[:at])
                verdict = trial.add(event_of(game, option, chance)).verdict
                if not isinstance(verdict, Illegal):
                    break
            assert not isinstance(verdict, Illegal), option


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
