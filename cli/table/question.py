"""What the table asks before it logs a line: who rules here, whether the match is over, and
whether all that it does was meant."""

from collections.abc import Iterator, Sequence
from functools import cache

from events.common import TAKING, AgreeResult, Appoint, Concede, Insert, Penalty, TimeCalled
from events.event import Event
from events.notation import write
from referee.fact import TurnBegan, TurnEnded
from referee.game import Game
from referee.house import judges, signers
from referee.option import Option
from referee.replay.replay import Replay


def questions(game: Game, replay: Replay, events: Sequence[Event]) -> Iterator[str]:
    """What has to be confirmed before these events are logged, each in a sentence.

    A name that the match does not know is never taken for a judge's, and nothing that ends a
    match is logged by one slip of the pen.
    """
    state = replay.state
    known = {*state.seats, *state.roles, *signers(replay.events)}
    for event in events:
        name = getattr(event, "judge", "")
        if isinstance(event, Appoint):
            known.add(event.person)
        elif getattr(event, "authority", "") == "scorekeeper":
            pass  # who takes back what was mis-logged is no judge
        elif name and name not in known and not judges(state):
            known.add(name)
            yield f"nobody has said that {name} judges here: {write(event, game.codec)}"
        yield from ending(game, event)


def ending(game: Game, event: Event) -> Iterator[str]:
    """That an event, or one that it inserts, is there to end a match, in a sentence (VN-19.3)."""
    if ends(game.codec.nested(event) if isinstance(event, Insert) else event):
        yield f"this ends the match, or takes a side out of it: {write(event, game.codec)}"


def unmeant(game: Game, match: Replay) -> Iterator[str]:
    """What the newest entry, which is accepted, may not have been meant to do, each in a sentence:
    to pass over a whole turn, or what the game says besides."""
    event, facts = match.events[-1], match.facts(len(match.events))
    began = {fact.turn for fact in facts if isinstance(fact, TurnBegan)}
    passed = [
        f"this ends {fact.seat}'s turn {fact.turn}, in which nothing was done"
        for fact in facts
        if isinstance(fact, TurnEnded) and (fact.turn in began or _untouched(match, fact, event))
    ]

    @cache
    def offered() -> Sequence[Option]:
        fold = match.fold
        assert fold is not None, "what was accepted follows an opening"
        return game.options(fold.again(fold.steps[:-1], len(fold.steps) - 1).table)

    def verbs(seat: str) -> set[str]:
        return {each.verb for each in offered() if each.seat == seat}

    for doubt in passed or game.unmeant(event, facts, verbs):
        yield f"{doubt}: {write(event, game.codec)}"


def _untouched(match: Replay, turn: TurnEnded, event: Event) -> bool:
    """Whether somebody else ends a turn in which its player has logged nothing."""
    if turn.seat in ("", getattr(event, "seat", "")):
        return False
    for seq in range(len(match.events) - 1, 0, -1):
        if getattr(match.events[seq - 1], "seat", "") == turn.seat:
            return False
        began = (fact for fact in match.facts(seq) if isinstance(fact, TurnBegan))
        if any(fact.turn == turn.turn for fact in began):
            return True
    return False


def ends(event: Event) -> bool:
    """Whether an event is there to end a match, or to take a side out of it."""
    if isinstance(event, Penalty):
        return event.kind in TAKING
    return isinstance(event, Concede | AgreeResult | TimeCalled)
