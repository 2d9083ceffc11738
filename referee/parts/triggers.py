"""Triggers: what happens is heard by the things whose texts listen for it.

A game keeps its listeners in the field ``listeners`` of its state, by the word of what they listen
for. A primitive reports with :func:`happened`; where nobody listens that is one lookup. What is
heard is not done here: the game puts it on the stack, makes an obligation of it, or does it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct

from referee.house import AnyTable


class Listener(Struct, frozen=True, omit_defaults=True):
    """A text that listens."""

    source: str  # the thing whose text it is, or the effect that it is of
    number: int  # which of the source's texts it is, from 0
    entry: int  # the entry that made it listen
    # whether it hears the first that it is about, and is gone: a delayed trigger
    once: bool = False


W = TypeVar("W")


class Heard(Struct, Generic[W], frozen=True, omit_defaults=True):
    """A trigger that came up."""

    source: str  # the thing whose text heard it
    number: int  # which of its texts
    seat: str  # who controlled that thing then
    word: str  # what happened
    thing: str  # to what, or by what
    entry: int  # the entry at which it happened
    was: W | None = None  # that thing as it was then, for a game that asks for it afterwards


def _as_named(t: AnyTable, thing: str) -> Any:
    return None


@dataclass(frozen=True)
class Hearing:
    """What a game says of its listeners."""

    # whether what happened is what a text listens for: its word, the thing that it happened to, and
    # what else the primitive tells of it
    hears: Callable[..., bool]
    controller: Callable[[AnyTable, str], str]  # who controls a source
    # a thing as it is now, in a form that later changes do not touch; asked only of what is heard.
    # None for what is no thing in play.
    was: Callable[[AnyTable, str], Any] = _as_named


_NOBODY: tuple[Heard[Any], ...] = ()


def listen(t: AnyTable, word: str, source: str, number: int = 0, *, once: bool = False) -> None:
    """A text listens from now on; of several for one word, in this order."""
    listeners: dict[str, list[Listener]] = t.state.listeners
    made = Listener(source, number, t.seq, once)
    t.item(listeners, word, [*listeners.get(word, ()), made])


def silence(t: AnyTable, source: str, words: Iterable[str] | None = None) -> None:
    """The texts of a source listen no more.

    What leaves is silenced after all that leaves with it has been reported, so that it hears what
    happens at the moment at which it leaves, itself included.

    Args:
        t: the table.
        source: whose texts.
        words: what they listen for, where the game knows it; else it is searched.
    """
    listeners: dict[str, list[Listener]] = t.state.listeners
    for word in list(listeners if words is None else words):
        _keep(t, word, [each for each in listeners.get(word, ()) if each.source != source])


def happened(
    t: AnyTable, hearing: Hearing, word: str, thing: str, **more: Any
) -> Sequence[Heard[Any]]:
    """Something happened: who heard it, those that listen longest first.

    Args:
        t: the table.
        hearing: what the game says of its listeners.
        word: what happened.
        thing: to what. What leaves is still in play: it is reported before it is taken away.
        more: what else there is to tell, as ``hears`` reads it.
    """
    listening: list[Listener] | None = t.state.listeners.get(word)
    if not listening:
        return _NOBODY
    hears, controller = hearing.hears, hearing.controller
    heard = [each for each in listening if hears(t, each, word, thing, **more)]
    if not heard:
        return _NOBODY
    was = hearing.was(t, thing)
    if any(each.once for each in heard):
        _keep(t, word, [each for each in listening if not each.once or each not in heard])
    return [
        Heard(each.source, each.number, controller(t, each.source), word, thing, t.seq, was)
        for each in heard
    ]


def in_turn(heard: Iterable[Heard[W]], seats: Sequence[str]) -> list[Heard[W]]:
    """Triggers of one moment by whose they are, those of the first seat first; the order among
    those of one seat stays."""
    place = {seat: at for at, seat in enumerate(seats)}
    return sorted(heard, key=lambda each: place.get(each.seat, len(place)))


def _keep(t: AnyTable, word: str, left: list[Listener]) -> None:
    listeners: dict[str, list[Listener]] = t.state.listeners
    if left:
        t.item(listeners, word, left)
    elif word in listeners:
        t.item(listeners, word)
