"""Finding entries as people speak of them: by the turn, the seat, or a card they touched."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.common import Insert
from events.event import Event
from referee.fact import TurnBegan
from referee.house import AnyTable
from referee.replay.replay import Replay
from referee.replay.timeline import REWRITING, index_of


def turn_beginnings(replay: Replay) -> dict[int, int]:
    """The turns that began, each with the entry with which it did, as the match stands now."""
    return {f.turn: seq for seq, f in replay.all_facts() if isinstance(f, TurnBegan)}


def entries_of_turn(replay: Replay, turn: int) -> range:
    """The entries of a turn: behind the one with which it began, up to the one that ended it.

    Raises:
        LookupError: that turn has not begun.
    """
    began = turn_beginnings(replay)
    if turn not in began:
        known = f"the last is turn {max(began)}" if began else "no turn has"
        raise LookupError(f"turn {turn} has not begun; {known}")
    later = [seq for seq in began.values() if seq > began[turn]]
    return range(began[turn] + 1, min(later, default=len(replay.events)) + 1)


def tables_around(replay: Replay, seq: int) -> tuple[AnyTable, AnyTable] | None:
    """The table before and after an entry as the match stands now, with all rulings; None where
    the entry is not in force."""
    fold = replay.fold
    at = index_of(replay.steps(), seq)
    if fold is None or not at:
        return None
    steps = fold.steps
    return fold.again(steps[:at], at).table, fold.again(steps[: at + 1], at).table


def of_seat(event: Event, seat: str) -> bool:
    """Whether an event is of a seat: that player's step, or a ruling on that player."""
    first = event.__struct_fields__[0]
    return seat in (getattr(event, first), getattr(event, "seat", None))


def entries_touching(replay: Replay, name: str) -> dict[int, bool]:
    """The entries that touched a card: known to (true), or possibly (false).

    Known is what names it, or a unit that is called by it, as it was logged or in what followed.
    Possible is that it was among cards that moved unseen, by all that was shown until then.
    """
    found: dict[int, bool] = {}
    for seq, event in enumerate(replay.events, 1):
        events = [msgspec.to_builtins(each) for each in (event, *replay.facts(seq))]
        if seq > 1 and any(names(value, name) for value in events):
            found[seq] = True
    for seq in _unseen(replay, name):
        found.setdefault(seq, False)
    return dict(sorted(found.items()))


def names(value: Any, name: str) -> bool:
    """Whether a plain value names a card: as a whole word of a text, ``Elk`` in ``Elk.2``."""
    if isinstance(value, str):
        text, wanted = value.casefold(), name.casefold()
        at = text.find(wanted)
        while at >= 0:
            ends = text[at + len(wanted) : at + len(wanted) + 1]
            if not text[at - 1 : at].isalnum() and not ends.isalnum():
                return True
            at = text.find(wanted, at + 1)
        return False
    if isinstance(value, Mapping):
        return any(names(each, name) for pair in value.items() for each in pair)
    return isinstance(value, list | tuple) and any(names(each, name) for each in value)


def _unseen(replay: Replay, name: str) -> Iterator[int]:
    """The entries in which cards moved from one hidden place to another, it perhaps among them."""
    game = replay.game
    again = Replay(game, replay.catalog)
    moved: dict[int, list[tuple[int, str]]] = {}
    before: list[dict[str, int]] = []
    for seq, event in enumerate(replay.events, 1):
        again.add(event)
        after = [
            {zone: hidden.size(zone) for zone in hidden.zones}
            for hidden in (game.accounts(again.table) if again.opened else ())
        ]
        if type(event) not in REWRITING or isinstance(event, Insert):
            moved[seq] = [
                (number, zone)
                for number, (old, new) in enumerate(zip(before, after, strict=False))
                if any(count > old.get(zone, 0) for zone, count in new.items())
                for zone, count in old.items()
                if new.get(zone, 0) < count
            ]
        before = after
    again = Replay(game, replay.catalog)
    for seq, event in enumerate(replay.events, 1):
        if moved.get(seq):
            accounts = game.accounts(again.table)
            for number, zone in moved[seq]:
                if any(names(card, name) for card in accounts[number].candidates(zone)):
                    yield seq
                    break
        again.add(event)
