"""What is asked in a dispute: the board at a moment, a card's entries, what falls with an entry,
another reading."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from cli.failure import Failure
from cli.reading.matches import Source
from cli.reading.selection import card_named
from cli.screen import render
from cli.venue.judge.entry import Doing, doing, tried
from events.common import RULINGS, Strike
from referee.game import Panel
from referee.replay.compare import reread
from referee.replay.seek import entries_touching
from referee.rulebook import Interpretation

MOST_CARDS = 200
"""So many names of cards are offered to ask about."""

_NUMBER = re.compile(r"\.\d+$")
_RULE = re.compile(r"\b[A-Z]{2,4}-\d+(?:\.\d+)*\b")


class Moment(Struct, frozen=True):
    """The board as it stood behind an entry."""

    seq: int  # the entry
    line: str  # as a line of notation
    board: tuple[Panel, ...]  # the board behind it
    owed: tuple[str, ...]  # what somebody had to do then, in words


class Touched(Struct, frozen=True):
    """An entry that touched a card."""

    seq: int  # its number
    line: str  # as a line of notation
    at: str  # when it was played, UTC
    standing: str  # how it stands
    known: bool  # whether it did; else it only may have, since nobody saw


class Reading(Struct, frozen=True):
    """A question that the rulebook leaves open and that bears on an entry."""

    id: str  # the id of the interpretation
    question: str  # what is open
    now: str  # the reading that is in force
    others: tuple[str, ...]  # the other readings that can be played


def board_behind(asked: Source, seq: int) -> Moment:
    """The board as it stood behind an entry, with what was owed.

    Raises:
        Failure: there is no such entry, or the match has no legal opening.
    """
    replay = asked.after(seq)
    if not replay.opened:
        raise Failure(f"{asked.match.id}: it has no legal opening")
    owed = asked.game.obligations(replay.table)
    return Moment(
        seq,
        asked.line(seq) if seq > 1 else "the opening",
        tuple(asked.board(replay)),
        tuple(render.obligation_text(due) for due in owed),
    )


def cards_named(asked: Source) -> list[str]:
    """The cards that the entries of a match name, in the order of their names."""
    replay = asked.replay()
    if not replay.opened:
        return []
    known = {*asked.game.all_names(replay.table)} - {*replay.state.seats}
    said = {_NUMBER.sub("", text) for event in asked.events[1:] for text in _texts(event)}
    return sorted(known & said)[:MOST_CARDS]


def _texts(value: Any) -> Iterator[str]:
    """Every text in an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _texts(pair)
    elif isinstance(value, Iterable):
        for each in value:
            yield from _texts(each)


def entries_of_card(asked: Source, card: str) -> tuple[str, list[Touched]]:
    """A card by its whole name, and the entries that touched it, or may have, in order.

    Raises:
        Failure: there is no such card, or there are several.
    """
    name = card_named(asked, card)
    replay = asked.replay()
    return name, [
        Touched(
            seq,
            asked.line(seq) if seq > 1 else "the opening",
            f"{asked.match.entry(seq).played_at:%H:%M:%S}",
            render.standing_word(replay.standing(seq)),
            known,
        )
        for seq, known in entries_touching(replay, name).items()
    ]


def struck(asked: Source, seq: int, judge: str) -> Doing:
    """What would fall with an entry, were it struck; nothing is written.

    Raises:
        Failure: there is no such entry, or it is no play.
    """
    seq = asked.require_entry(seq)
    if seq == 1 or isinstance(asked.events[seq - 1], RULINGS):
        raise Failure(f"entry {seq} is no play", "an entry that was played")
    return tried(asked, Strike(judge, seq))


def readings_of(asked: Source, rules: Iterable[str]) -> list[Reading]:
    """The open questions of the rulebook that bear on any of some rules and have another reading
    that can be played."""
    cited = {*rules}
    replay = asked.replay()
    chosen = replay.table.choice if replay.opened else {}
    return [
        Reading(each.id, each.question, chosen.get(each.id, each.default), others)
        for each in asked.game.rulebook.interpretations.values()
        if cited & {*_RULE.findall(each.question)}
        and (others := _others(each, chosen.get(each.id, each.default)))
    ]


def _others(asked: Interpretation, now: str) -> tuple[str, ...]:
    return tuple(option for option in asked.playable if option != now)


def under(asked: Source, interpretation: str, reading: str) -> Doing:
    """What would differ under another reading; nothing is written.

    Raises:
        Failure: there is no such interpretation, or no such reading of it.
    """
    found = asked.game.rulebook.interpretations.get(interpretation)
    if found is None or reading not in found.playable:
        listed = ", ".join(found.playable) if found else "an interpretation of this game"
        raise Failure(f"{interpretation} = {reading}: no such reading", listed)
    effect = reread(asked.game, asked.match.catalog, asked.events, {interpretation: reading})
    return doing(asked, f"{interpretation} = {reading}", effect)
