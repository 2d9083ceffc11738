"""Tournaments at a certain point: told as a script, in which rounds are posted and reported."""

import re
from collections.abc import Mapping
from typing import Self

from events.common import Opening, Seating
from events.notation import write
from events.tournament import Pairing, Post
from referee.games.registry import game_of
from referee.tournament.next_round import proposed
from referee.tournament.policy import Policy
from referee.tournament.posts import cost_of_posted
from storage.exchange.tournament import Tournament
from tests.table import Match, opening_of
from tests.tournament.histories import shipped

GAME = game_of("tournament")
KEYS = tuple(f"{number:02x}" * 32 for number in range(100))
"""A key for each round."""
PLAYS = "chess 2 " + "ab" * 32
HOSTILE = "<script>alert(1)</script>&\"'\x1b[2J‮"
"""A name as nobody should have it."""


class Hall(Match):
    """A tournament in memory, with lena at the desk.

    In a script, ``post`` posts the next round as it is proposed, and ``post ana-bo cy`` posts it
    with these pairs and a bye.
    """

    def play(self, script: str) -> Self:
        """Log lines that are all accepted."""
        for line in re.split(r"[;\n]", script):
            verb, *words = line.split() or [""]
            if verb != "post":
                super().play(line)
            elif words:
                posts(self, *words)
            else:
                posted(self)
        return self

    def enter(self, players: str) -> Self:
        """These enter."""
        return self.play("; ".join(f"lena enter {player}" for player in players.split()))

    def report(self, *scores: str) -> Self:
        """Report the tables of the newest round from the first on; ``-`` leaves one out."""
        for table, score in enumerate(scores, 1):
            if score != "-":
                self.play(f"lena report {self.state.turn} {table} {score}")
        return self

    def told(self, names: Mapping[str, str] = {}, code: str = "") -> Tournament:
        """What pages and exports are made of."""
        return Tournament("open-26", self.seq, self.state, self.replay.catalog, names, code)


def opening(policy: Policy, **options: str | int) -> Opening:
    """The opening of a tournament of lena's."""
    told = {option: str(value) for option, value in options.items()}
    return opening_of(GAME, policy, [Seating("desk", "lena")], None, told, by="lena")


def hall(players: str = "", policy: Policy | str = "standard", **options: str | int) -> Hall:
    """A tournament that lena has opened, and these have entered."""
    rules = shipped(policy) if isinstance(policy, str) else policy
    return Hall(GAME, rules, opening(rules, **options)).enter(players)


def entered(policy: Policy | str = "standard", **options: str) -> Hall:
    """Five players have entered, and no round is posted: lena organises, hedy is head judge, kim
    and jo judge, sam keeps score."""
    staff = """
        lena appoint hedy head-judge; lena appoint kim judge; lena appoint jo judge
        lena appoint sam scorekeeper
    """
    return hall("", policy, **options).play(staff).enter("ana bo cy dee eva")


def judged(policy: Policy | str = "standard", **options: str) -> Hall:
    """Their round 1 is posted: ana meets bo at table 1, cy dee at table 2, eva has the bye."""
    return entered(policy, **options).play("post ana-bo cy-dee eva")


def section_8(players: str = "ana bo cy dee eva") -> str:
    """The script of the worked example: five players, of whom one leaves after round 2."""
    a, b, c, d, e = players.split()
    return f"""
        lena enter {a}; lena enter {b}; lena enter {c}; lena enter {d}; lena enter {e}
        post {a}-{b} {c}-{d} {e}
        lena report 1 1 2 0; lena report 1 2 2 1
        post {a}-{c} {b}-{e} {d}
        lena report 2 1 2 1; lena report 2 2 2 0
        lena drop {e} after=2
        post {a}-{d} {c}-{b}
        lena report 3 1 1 1 1; lena report 3 2 2 0
    """


def worked_example() -> Hall:
    """The worked example in its three rounds, with the names of the page."""
    return hall(rounds=3).play(section_8("A B C D E").replace("1 1 1 1", "1 1 1 1 how=time"))


def proposal(match: Match, *, key: bool = True) -> Post:
    """The next round as it is proposed."""
    return proposed(match.replay.table, "lena", KEYS[match.state.turn + 1] if key else "")


def posted(match: Match, *, key: bool = True) -> Match:
    """The next round is posted as proposed."""
    return match.play(write(proposal(match, key=key), GAME.codec))


def posts(match: Match, *pairs: str) -> Match:
    """The next round is posted with these pairs, such as ``ana-bo``, and a bye for ``cy``;
    ``missing=1`` names a table without a result."""
    number = match.state.turn + 1
    met = [pair.split("-") for pair in pairs if "-" in pair]
    tables = tuple(Pairing(table, a, b) for table, (a, b) in enumerate(met, 1))
    byes = tuple(pair for pair in pairs if "-" not in pair and "=" not in pair)
    cost = cost_of_posted(match.replay.table, number, tables, byes)
    left = tuple(int(pair[8:]) for pair in pairs if pair.startswith("missing="))
    event = Post("lena", number, "swiss", KEYS[number], 0, cost, tables, byes, missing=left)
    return match.play(write(event, GAME.codec))


def meets(match: Match, number: int = 0) -> set[str]:
    """Who meets in a round, or in the newest one: such as ``ana-bo``, and ``cy`` for a bye."""
    played = match.state.rounds[number - 1]
    return {f"{c.a}-{c.b}" for c in played.contests.values()} | set(played.byes)


def wins(match: Match, *winners: str) -> Match:
    """These win their contests in the newest round, two games to none."""
    number = match.state.turn
    for contest in list(match.state.rounds[-1].contests.values()):
        if contest.a in winners:
            match.play(f"lena report {number} {contest.table} 2 0")
        elif contest.b in winners:
            match.play(f"lena report {number} {contest.table} 0 2")
    return match
