"""Which event a line means: what it says as it stands, or what a hurried writer meant by it."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

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
    stated, wrong = _stated(text, words, match, writer)
    if stated is not None and (not match.opened or applied(match.would(stated))):
        return stated
    if not match.opened:
        raise wrong or Malformed("the match is not opened")
    try:
        now = Situation.of(match.game, match.table, writer.by, writer.seat)
        meant = read_part(text, now, writer.shown)
    except Malformed:
        if stated is None:
            raise
        return stated
    if stated is None or meant is None or meant == stated:
        return meant
    return meant if applied(match.would(meant)) else stated


def _stated(
    text: str, words: Sequence[Word], match: Replay, writer: Writer
) -> tuple[Event | None, Malformed | None]:
    """The event that a line is as it stands, or why it is none."""
    codec, first = match.game.codec, words[0]
    if writer.shown and first.raw.isdecimal():
        return None, None  # it counts the lines on the screen
    names = names_in(match)
    if names and writer.seat is None and not first.raw.startswith('"'):
        known = (*match.state.seats, *judges(match.state))
        if first.text not in known and matching(first.text, codec.by_verb):
            return None, None  # it begins with a verb
    called = match.game.called(match.table) if names else {}
    try:
        event = read(text, codec, seat=writer.seat, names=names, called=called)
        who = getattr(event, "seat", "")
        if who and match.opened and who not in match.state.seats:
            raise first.wrong("no such seat", nearest(first.text, match.state.seats))
    except Malformed as error:
        return None, error
    return event, None


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
