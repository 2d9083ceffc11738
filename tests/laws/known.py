"""What a game alone knows of its matches, see :class:`Known`."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from events.event import Event
from referee.games.registry import is_stream
from referee.house import AnyTable
from referee.replay.replay import Outcome, Replay

Repairs = Callable[[Any, Any], Iterable[str]]
"""The repairs that make an opened table look like another, each as ``what:target:value``."""


Way = Callable[[Replay, Any, Random], Event]
"""How somebody logs an event that an option made, in a match as it stands."""


def _nothing(t: AnyTable) -> dict[str, int]:
    return {}


def _no_moment(t: AnyTable) -> tuple[Sequence[Event], ...]:
    return ()


def _not_idle(event: Event, outcome: Outcome) -> bool:
    return False


def _no(t: AnyTable) -> bool:
    return False


def _waits(t: AnyTable) -> bool:
    """Something is owed, or waits to take effect."""
    return bool(t.state.due) or bool(getattr(t.state, "waiting", None) and t.state.waiting.stack)


@dataclass(frozen=True)
class Known:
    """What only a game's own tests know; each part may be left out.

    Args:
        counted: how many cards, tokens and the like there are, by what has to stay equal.
        truth: kinds of matches of which all hidden cards are known; each is played by a seed
            and the most entries, fails where the truth is refused or a lie passes, and tells
            what it tried: ``entries``, and what else it counts.
        agreed: values to try where any value may be agreed.
        ways: other ways to log what an option offers, such as with positions; it may be refused
            then for what it says beyond the option.
        refused: what is offered and refused all the same, by words of the refusal, each with the
            reason.
        unoffered: what is accepted although no option offers it, each with the reason: a
            ``verb`` that no option has, or a ``verb.field`` that none has so.
        later: lines with which a later moment of the match may begin, one after the other, for
            each moment of which an act may come at once.
        gives_up: verbs with which a match may end at any time; they slip in rarely, as no more is
            tried of a match that is over.
        idle: whether what was accepted says that nothing was done, which no option does.
        pending: whether something is pending, so that repairs need not set up the moment.
        repairs: what a judge repairs to come from the opening to a moment at which nothing is
            pending; None where nobody has said.
        unheard: what may be said and changes nothing, each with the reason: a ``field``, a
            ``verb.field``, or with the part of an outcome ``verb.field.outcome.part``; few.
        brief: what may be said that changes nothing as what waits takes effect, each with the
            reason, named alike.
        twice: what may be said in two ways, each with the reason, named alike.
        drops: whether the opening lets what waits drop what was said of it, as older ones have it.
        sways: whether what is in play changes a score without a word, so that it is noted as each
            turn ends.
        needed: what cannot be left out, as what is left says something else, each with the reason;
            a ``field`` or ``field.outcome.part``, of any verb or behind ``verb.``; or ``verb``.
            Few.
    """

    counted: Callable[[Any], Mapping[str, int]] = _nothing
    truth: Mapping[str, Callable[[int, int], Mapping[str, int]]] = field(default_factory=dict)
    agreed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ways: Sequence["Way"] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    unoffered: Mapping[str, str] = field(default_factory=dict)
    later: Callable[[Any], Iterable[Sequence[Event]]] = _no_moment
    gives_up: Collection[str] = ()
    idle: Callable[[Event, Outcome], bool] = _not_idle
    pending: Callable[[Any], bool] = _waits
    repairs: Repairs | None = None
    unheard: Mapping[str, str] = field(default_factory=dict)
    brief: Mapping[str, str] = field(default_factory=dict)
    twice: Mapping[str, str] = field(default_factory=dict)
    drops: Callable[[Any], bool] = _no
    sways: bool = False
    needed: Mapping[str, str] = field(default_factory=dict)


EXCUSED: set[tuple[str, str]] = set()
"""The exceptions that came up, of what is not offered and of what is needed, by game and name."""


def excused(game_id: str, listed: Collection[str], names: Collection[str]) -> set[str]:
    """Those of the names that are listed as exceptions, which then came up."""
    found = {*names} & {*listed}
    EXCUSED.update((game_id, name) for name in found)
    return found


@cache
def known(game_id: str) -> Known:
    """What ``tests/games/<game>/laws.py`` says as its ``KNOWN``; of what is no game for a table,
    ``tests/<id>/laws.py``."""
    name = f"tests.{game_id}" if is_stream(game_id) else f"tests.games.{game_id}"
    if find_spec(name) is None or find_spec(f"{name}.laws") is None:
        return Known()
    found: Known = import_module(f"{name}.laws").KNOWN
    return found
