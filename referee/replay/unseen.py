"""What is known of a hidden place, since when, and by which entry."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from referee.hidden import HiddenPlace
from referee.replay.replay import Replay

Moves = list[tuple[str, str, int]]
"""Which unseen cards moved: from where, to where, how many."""


class Accounted(Struct, frozen=True):
    """What is known of a hidden place."""

    place: HiddenPlace  # the place as it is now
    # the cards known to lie there, each with the entry by which that is known of each copy; where
    # copies have left since, those that were known first
    since: dict[str, list[int]]
    # the entries by which unseen cards came, each with how many, the newest first, until they make
    # up all that lie there now
    came: Sequence[tuple[int, int]]
    # the names that an unseen card there cannot have any more, each with the entry since which it
    # cannot
    gone: dict[str, int]


def accounted(replay: Replay, name: str) -> Accounted:
    """What is known of the hidden place of that name, by the entries in force.

    Raises:
        LookupError: there is no such place.
    """
    found = all_accounted(replay, (name,))
    if not found:
        raise LookupError(f"no hidden place {name}")
    return found[0]


def all_accounted(replay: Replay, names: Sequence[str] | None = None) -> list[Accounted]:
    """The same of every hidden place, in the order of the game, or of those of that name."""
    game, fold = replay.game, replay.fold
    if fold is None:
        return []
    now = [p for p in game.hidden(replay.table) if names is None or p.name in names]
    followed = {place.name: _Followed() for place in now}
    again = fold.again(fold.steps[:1])
    for step in fold.steps:
        if step.seq > 1:
            again.add(step)
        kept: dict[int, tuple[bytes, Moves]] = {}
        for place in game.hidden(again.table):
            if place.name in followed:
                account = place.account
                if id(account) not in kept:
                    moves, account.moves = account.moves or [], []
                    kept[id(account)] = account.keep(), moves
                followed[place.name].see(step.seq, place, *kept[id(account)])
    return [followed[place.name].accounted(place) for place in now]


class _Followed:
    """What becomes of a hidden place from entry to entry."""

    def __init__(self) -> None:
        self._since: dict[str, list[int]] = {}
        self._came: list[tuple[int, int]] = []
        self._gone: dict[str, int] = {}
        self._possible: set[str] = set()
        self._known = Counter[str]()
        self._unseen, self._kept = 0, b""

    def see(self, seq: int, place: HiddenPlace, kept: bytes, moves: Moves) -> None:
        """The place as it is behind an entry, its account in short, and what moved unseen by it."""
        come = sum(n for one, to, n in moves if to in place.zones and one not in place.zones)
        if kept == self._kept and not come:
            return
        known, unseen, can = place.known(), place.unseen(), set(place.possible())
        for card in known - self._known:
            more = known[card] - self._known[card]
            self._since.setdefault(card, []).extend([seq] * more)
        for card in self._known - known:
            del self._since[card][known[card] :]
        if come := max(come, unseen - self._unseen):
            self._came.append((seq, come))
        self._gone |= dict.fromkeys(self._possible - can, seq)
        for card in can:
            self._gone.pop(card, None)
        self._possible, self._unseen, self._known, self._kept = can, unseen, known, kept

    def accounted(self, place: HiddenPlace) -> Accounted:
        """What is known of it in the end."""
        since = {card: seqs for card, seqs in self._since.items() if seqs}
        came = _newest(self._came, self._unseen)
        return Accounted(place, since, came, dict(sorted(self._gone.items())))


def _newest(came: Sequence[tuple[int, int]], unseen: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for seq, count in reversed(came):
        if unseen <= 0:
            break
        found.append((seq, min(count, unseen)))
        unseen -= count
    return found
