"""The replay of one match from its entries as they are stored, which needs no log."""

from collections.abc import Sequence
from contextlib import suppress

from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Replay, replay
from storage.error import LogError


class Unplayable(LogError):
    """A stored match cannot be replayed.

    Args:
        match_id: the match.
        seq: the entry at which it fails.
        what: ``malformed`` where it is no event of the game, ``replay`` where the referee fails.
        why: the error in words.
    """

    def __init__(self, match_id: str, seq: int, what: str, why: str) -> None:
        super().__init__(f"{match_id}: entry {seq} cannot be replayed: {why}")
        self.seq = seq
        self.what = what
        self.why = why


def replayed(
    match_id: str, game: Game, catalog: Catalog, payloads: Sequence[str | bytes]
) -> Replay:
    """The replay of stored entries.

    Raises:
        Unplayable: an entry is no event of the game, or the referee fails at it.
    """
    with suppress(Exception):  # whatever it is, what matters is which entry it is
        return replay(game, catalog, game.codec.events_of(payloads))
    slowly = Replay(game, catalog)
    for seq, payload in enumerate(payloads, 1):
        try:
            event = game.codec.entry(payload).event
        except (ValueError, RecursionError) as error:
            raise Unplayable(match_id, seq, "malformed", str(error)) from error
        try:
            slowly.add(event)
        except Exception as error:
            raise Unplayable(match_id, seq, "replay", f"the referee failed: {error!r}") from error
    return slowly
