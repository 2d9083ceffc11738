"""Which event a line means: what it says as it stands, or what a hurried writer meant by it."""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec import to_builtins

from cli.reading.door.address import Group, Situation
from cli.reading.door.hurried import read_part
from events.event import Event
from events.notation import Malformed, Word, read, split_words
from events.notation.words import matching, nearest
from referee.house import judges
from referee.replay.replay import Replay
from referee.replay.seek import entries_of_turn
from referee.verdict import applied

_REWIND = re.compile(
    r'(?P<head>\s*(?:(?:"[^"]*"|\S+)\s+)?(?P<verb>[a-z]{2,})\s+)(?:to=)?turn\s+(?P<turn>\d{1,6})(?!\S)',
    re.IGNORECASE,
)


class Writer(NamedTuple):
    """Who writes a line, and what stands before their eyes.

    Attributes:
        by: the person, for remarks and rulings; empty where nobody says.
        seat: who acts where a line does not say so; None: whoever has to.
        shown: the numbered lines on the screen, which a number refers to.
    """

    by: str = ""
    seat: str | None = None
    shown: Sequence[Group] = ()


NOBODY = Writer()


def event_of(text: str, match: Replay, writer: Writer = NOBODY) -> Event | None:
    """The event that a line means as the next of a match; None where it holds only a comment.

    What it says as it stands comes first: where that is accepted, it is meant. Else it is what
    a hurried writer means by it, where that is accepted; else again what it says.

    Args:
        text: one line, with as many blanks before it as it has columns before it in what was
            typed.
        match: the match so far, which stays as it is.
        writer: who writes.

    Raises:
        Malformed: it is no event, or it leaves open what only the table can tell.
    """
    text = _turns_resolved(text, match)
    words = split_words(text)
    if not words:
        return None
    if not match.opened:
        return read(text, match.game.codec, seat=writer.seat)
    stated: Sequence[Event] = ()
    if not _begins_hurried(words[0], match, writer):
        with suppress(Malformed):  # a hurried line may be none as it stands
            stated = _stated(text, words[0], match, writer)
    for event in stated:
        if applied(match.would(event)):
            return event
    try:
        now = Situation.of(match.game, match.table, writer.by, writer.seat)
        meant = read_part(text, now, writer.shown)
    except Malformed:
        if not stated:
            raise
        return stated[-1]
    if not stated or meant is None or meant in stated:
        return meant
    return meant if applied(match.would(meant)) else stated[-1]


def _stated(text: str, first: Word, match: Replay, writer: Writer) -> Sequence[Event]:
    """The event that a line is as it stands: with each name to the letter, and with names in full.

    Raises:
        Malformed: it is none.
    """
    codec, names = match.game.codec, names_in(match)
    called = match.game.called(match.table)
    try:
        event = read(text, codec, seat=writer.seat, names=names, called=called)
    except Malformed as error:
        if Word(error.word, 1).text not in names:  # else a name, and of several copies as well
            raise
        exact = read(text, codec, seat=writer.seat)
        if not applied(match.would(exact)):
            raise
        return (exact,)
    who = getattr(event, "seat", "")
    if who and who not in match.state.seats:
        raise first.wrong("no such seat", nearest(first.text, match.state.seats))
    with suppress(Malformed):
        exact = read(text, codec, seat=writer.seat)
        if exact != event and _differ_in_names(to_builtins(exact), to_builtins(event), names):
            return exact, event
    return (event,)


def _differ_in_names(one: Any, two: Any, names: Collection[str]) -> bool:
    """Whether two events are the same but for names that are names as they stand."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        return all(_differ_in_names(one[key], two[key], names) for key in one)
    if isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        return all(_differ_in_names(a, b, names) for a, b in zip(one, two, strict=True))
    return bool(one == two or (isinstance(one, str) and one in names))


def _begins_hurried(first: Word, match: Replay, writer: Writer) -> bool:
    """Whether a line cannot say who acts: it begins with the number of a line on the screen, or
    with a verb that is nobody's name."""
    if writer.shown and first.raw.isdecimal():
        return True
    if writer.seat is not None or first.raw.startswith('"'):
        return False
    known = (*match.state.seats, *judges(match.state))
    return first.text not in known and bool(matching(first.text, match.game.codec.by_verb))


def names_in(match: Replay) -> Collection[str]:
    """What a line may name now: seats, cards, units; nothing where no opening stands."""
    return match.game.all_names(match.table) if match.opened else ()


def _turns_resolved(text: str, match: Replay) -> str:
    """A line in which ``rewind turn 20`` names the entry with which turn 20 began.

    Raises:
        Malformed: that turn has not begun.
    """
    found = _REWIND.match(text)
    if found is None or not "rewind".startswith(found["verb"].casefold()):
        return text
    try:
        began = entries_of_turn(match, int(found["turn"])).start - 1
    except LookupError as error:
        raise Malformed(str(error), found.start("turn") + 1, found["turn"]) from None
    return f"{found['head']}{began}{text[found.end() :]}"
