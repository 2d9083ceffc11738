"""What a checkpoint of a tournament covers: the root of TR-14.2.

The root is the SHA-256 of this text in UTF-8, whose lines each end with a line feed::

    referee checkpoint 1
    open 412 5f0c…
    open-r1-t1-g1 96d1…
    open-r1-t1-g2 0b77…

The second line names the stream, the last entry that is covered, and the hash of that entry in 64
hexadecimal digits. Below it is a line for each match that a result in force after that entry
names, with its hash there, the lines in the order of their bytes. So anybody can make a root anew
from the log alone, today or years later, and with no more than ``sha256sum``.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from events.entry import GENESIS, link
from events.tournament import Checkpoint
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Replay
from referee.tournament.state import Result, State
from storage.error import LogError
from storage.match import Match
from storage.proof.head import phrase_of
from storage.proof.signatures import can_sign, is_signed
from storage.tournament.played import in_force


class Root(NamedTuple):
    """A root, as a checkpoint states it."""

    through: int  # the last entry that it covers
    hash: str  # the root, 64 hexadecimal digits

    @property
    def phrase(self) -> str:
        """Six words for its first 48 bits, short enough for a printed sheet."""
        return phrase_of(self.hash)


def root_of(stream: str, through: int, chained: str, state: State) -> str:
    """The root over a stream and the matches that its results name.

    Args:
        stream: the id of the stream.
        through: the last entry that is covered.
        chained: the hash of that entry.
        state: the state after it.
    """
    games = {f"{game.match} {game.hash}" for each in results(state) for game in each.games}
    lines = ["referee checkpoint 1", f"{stream} {through} {chained}", *sorted(games)]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def results(state: State) -> Iterator[Result]:
    """All results of a tournament that are in force, those of boards too."""
    for played in state.rounds:
        for contest in played.contests.values():
            for each in (contest, *contest.boards.values()):
                if each.result is not None:
                    yield each.result


def checkpoint_of(match: Match, through: int | None = None) -> Root:
    """The root of a tournament through an entry, by default its last one.

    Raises:
        LogError: it has no such entry, or cannot be replayed up to there.
    """
    covered = match.last if through is None else through
    if not 1 <= covered <= match.last:
        raise LogError(f"{match.id}: there is no entry {covered}")
    replay = match.replay()
    if covered < match.last:
        replay = Replay(match.game, match.catalog).extend(replay.events[:covered])
    if not replay.opened:
        raise LogError(f"{match.id}: it has no legal opening")
    return Root(covered, root_of(match.id, covered, match.hashes[covered - 1], replay.state))


class Covered(NamedTuple):
    """A match that a checkpoint covers."""

    seq: int  # the entry of the first checkpoint that does
    match: str  # the match
    hash: str  # the hash of its last entry then


class Unlike(Exception):
    """A checkpoint that is not what the stream comes to.

    Args:
        seq: its entry.
        message: what is wrong.
    """

    def __init__(self, seq: int, message: str) -> None:
        super().__init__(message)
        self.seq = seq


def covered(
    stream: str, game: Game, catalog: Catalog, payloads: Sequence[str | bytes]
) -> list[Covered]:
    """The matches that the checkpoints of a tournament cover, each of which is made again.

    Raises:
        Unlike: a root is another, or a signature is not of it.
    """
    events = game.codec.events_of(payloads)
    due = {event.through for event in events if isinstance(event, Checkpoint)}
    if not due:
        return []
    walk, chained = Replay(game, catalog), GENESIS
    roots: dict[int, str] = {}
    games: dict[int, list[tuple[str, str]]] = {}
    for seq, (event, payload) in enumerate(zip(events, payloads, strict=True), 1):
        walk.add(event)
        chained = link(chained, payload if isinstance(payload, bytes) else payload.encode())
        if seq in due and walk.opened:
            roots[seq] = root_of(stream, seq, chained, walk.state)
            games[seq] = [(g.match, g.hash) for each in results(walk.state) for g in each.games]
    found: dict[tuple[str, str], int] = {}
    for seq, event in in_force(walk, Checkpoint):
        assert isinstance(event, Checkpoint)
        made = roots.get(event.through, "none")
        if made != event.root:
            said = f"the checkpoint has the root {event.root[:12]}…, made again it is {made[:12]}…"
            raise Unlike(seq, said)
        unsigned = not event.signature or not can_sign()
        if not unsigned and not is_signed(event.root, event.key_id, event.signature):
            said = f"the signature is not of this root by the key {event.key_id[:12]}…"
            raise Unlike(seq, said)
        for each in games[event.through]:
            found.setdefault(each, seq)
    return [Covered(seq, *each) for each, seq in found.items()]


__all__ = ["Covered", "Root", "Unlike", "checkpoint_of", "covered", "results", "root_of"]
