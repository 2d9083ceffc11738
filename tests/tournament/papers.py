"""Tournaments to print: played in memory, with names as people have them and as nobody should."""

from collections.abc import Mapping

from events.common import Opening, Seating
from referee.games.registry import game_of
from referee.tournament.keys import key_of
from referee.tournament.proposing import proposed
from referee.verdict import Illegal
from storage.exchange.tournament import Tournament
from tests.table import Match
from tests.tournament.histories import shipped

SECRET = "a lantern in the rain"
HOSTILE = "<script>alert(1)</script>&\"'\x1b[2J‮"


class Event:
    """A tournament in memory, with lena at the desk."""

    def __init__(self, policy: str = "standard", **options: str) -> None:
        self.policy = shipped(policy)
        game = game_of("tournament")
        given = {"rounds": "5", **options}
        opening = Opening(
            by="lena",
            game="tournament",
            version=game.version,
            catalog=self.policy.hash,
            seats=(Seating("desk", "lena"),),
            options=game.agreements(self.policy, given),
        )
        self.match = Match(game, self.policy, opening)

    def play(self, script: str) -> "Event":
        """Log lines that are all accepted."""
        self.match.play(script)
        return self

    def post(self) -> "Event":
        """Post the next round as it is proposed."""
        number = self.match.state.turn + 1
        table = self.match.replay.table
        self.match.log(proposed(table, "lena", key_of(SECRET, number)))
        assert not isinstance(self.match.verdict, Illegal), self.match.verdict
        return self

    def report(self, *scores: str) -> "Event":
        """Report the tables of the newest round from the first on; ``-`` leaves one out."""
        number = self.match.state.turn
        for table, score in enumerate(scores, 1):
            if score != "-":
                self.play(f"lena report {number} {table} {score}")
        return self

    def told(self, names: Mapping[str, str] = {}, code: str = "") -> Tournament:
        """What pages and exports are made of."""
        state, seq = self.match.state, self.match.seq
        return Tournament("open-26", seq, state, self.policy, names, code)
