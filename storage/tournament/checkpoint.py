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

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from referee.replay.replay import Replay
from referee.tournament.state import Result, State
from storage.error import LogError
from storage.match import Match
from storage.proof.head import phrase_of


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


__all__ = ["Root", "checkpoint_of", "results", "root_of"]
