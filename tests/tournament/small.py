"""Small tournaments to take apart, without a log: the worked example, and others by hand."""

from collections.abc import Mapping

from events.common import Opening, Seating
from events.tournament import Pairing
from referee.tournament.policy import Policy
from referee.tournament.posting import cost_of_posted
from tests.table import Match
from tests.tournament.histories import shipped
from tests.tournament.logged import TOURNAMENT

KEYS = {number: f"{number:02d}" * 32 for number in range(1, 10)}


def opened(players: str, options: Mapping[str, str] = {}, policy: Policy | None = None) -> Match:
    """A tournament that lena has opened, in which these have entered."""
    rules = policy or shipped("standard")
    opening = Opening(
        by="lena",
        game="tournament",
        version=TOURNAMENT.version,
        catalog=rules.hash,
        seats=(Seating("desk", "lena"),),
        options=TOURNAMENT.agreements(rules, {"rounds": "3", **options}),
    )
    match = Match(TOURNAMENT, rules, opening)
    return match.play("; ".join(f"lena enter {player}" for player in players.split()))


def post(match: Match, number: int, pairings: str, bye: str = "") -> Match:
    """Post a round by hand, such as ``1:A:B 2:C:D``, with what it costs."""
    made = []
    for each in pairings.split():
        table, a, b = each.split(":")
        made.append(Pairing(int(table), a, b))
    cost = cost_of_posted(match.replay.table, number, made, [bye] if bye else [])
    words = [f"lena post {number} key={KEYS[number]} cost={','.join(map(str, cost))}", pairings]
    return match.play(" ".join(words + ([f"bye={bye}"] if bye else [])))


def worked_example() -> Match:
    """Five players, three rounds of best of three; E leaves after round 2 (section 8)."""
    match = opened("A B C D E")
    post(match, 1, "1:A:B 2:C:D", "E").play("lena report 1 1 2 0; lena report 1 2 2 1")
    post(match, 2, "1:A:C 2:B:E", "D").play("lena report 2 1 2 1; lena report 2 2 2 0")
    match.play("lena drop E 2")
    return post(match, 3, "1:A:D 2:C:B").play("lena report 3 1 1 1 1 how=time; lena report 3 2 2 0")
