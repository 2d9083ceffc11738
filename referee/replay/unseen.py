"""What is known of a hidden place, since when, and by which entry."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from referee.game import Game
from referee.hidden import HiddenPlace
from referee.house import AnyTable
from referee.replay.replay import Replay


class Accounted(Struct, frozen=True):
    """What is known of a hidden place.

    Args:
        place: the place as it is now.
        since: the cards known to lie there, each with the entry by which that is known of each
            copy; where copies have left since, those that were known first.
        came: the entries by which unseen cards came, each with how many, the newest first, until
            they make up all that lie there now.
        gone: the names that an unseen card there cannot have any more, each with the entry since
            which it cannot.
    """

    place: HiddenPlace
    since: dict[str, list[int]]
    came: Sequence[tuple[int, int]]
    gone: dict[str, int]


def accounted(replay: Replay, name: str) -> Accounted:
    """What is known of the hidden place of that name, by the entries in force.

    Raises:
        LookupError: there is no such place.
    """
    game, fold = replay.game, replay.fold
    now = place_of(game, replay.table, name) if fold is not None else None
    if fold is None or now is None:
        raise LookupError(f"no hidden place {name}")
    again = fold.again(fold.steps[:1])
    since: dict[str, list[int]] = {}
    came: list[tuple[int, int]] = []
    gone: dict[str, int] = {}
    possible: set[str] = set()
    unseen, kept, before = 0, b"", Counter[str]()
    for step in fold.steps:
        if step.seq > 1:
            again.add(step)
        place = place_of(game, again.table, name)
        if place is None or place.account.keep() == kept:
            continue
        kept = place.account.keep()
        known = place.known()
        for card in known - before:
            since.setdefault(card, []).extend([step.seq] * (known[card] - before[card]))
        for card in before - known:
            del since[card][known[card] :]
        came += [(step.seq, place.unseen() - unseen)] if place.unseen() > unseen else []
        can = set(place.possible())
        gone |= dict.fromkeys(possible - can, step.seq)
        for card in can:
            gone.pop(card, None)
        possible, unseen, before = can, place.unseen(), known
    return Accounted(now, {card: seqs for card, seqs in since.items() if seqs},
                     _newest(came, unseen), dict(sorted(gone.items())))  # fmt: skip


def place_of(game: Game, table: AnyTable, name: str) -> HiddenPlace | None:
    """The hidden place of that name; None where there is none."""
    return next((place for place in game.hidden(table) if place.name == name), None)


def _newest(came: Sequence[tuple[int, int]], unseen: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for seq, count in reversed(came):
        if unseen <= 0:
            break
        found.append((seq, min(count, unseen)))
        unseen -= count
    return found
