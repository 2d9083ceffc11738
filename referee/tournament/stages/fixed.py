"""Rounds that are no matter of points: the bracket of an elimination and the circle of a
round-robin (TR-5.11, TR-12.2)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256

from events.tournament import Pairing, Post, Repair, Stage
from referee.tournament.pairing import bracket, circle
from referee.tournament.policy import Policy
from referee.tournament.state import Contest, Hall, Round, State, is_away, winner_of
from referee.verdict import Violation

Pairs = list[tuple[str, str]]
"""Who meets, the higher seed or lower number first; nobody, where the other has no opponent."""


def stage_of(state: State) -> Stage:
    """The stage of the next round."""
    if state.cut:
        return "elimination"
    stages: dict[str, Stage] = {"elimination": "elimination", "round-robin": "round-robin"}
    return stages.get(state.options["format"], "swiss")


def is_fixed(state: State) -> bool:
    """Whether all who will play have been in a round: nobody comes into a bracket or a circle."""
    return bool(state.rounds) and stage_of(state) != "swiss"


def placed(played: Round) -> Iterator[str]:
    """All who have a place in a round."""
    for contest in played.contests.values():
        yield contest.a
        yield contest.b
    yield from played.byes


# -- elimination --------------------------------------------------------------------------------


def seeded(state: State, players: Iterable[str]) -> list[str]:
    """These in the order in which a bracket without a cut takes them: by the seeds that were given
    at their entry, and then by their numbers."""
    entrants = state.entrants
    return sorted(players, key=lambda p: (entrants[p].seed or 10_000, entrants[p].number))


def knock_outs(state: State) -> list[int]:
    """The numbers of the rounds of elimination."""
    return [n for n, each in enumerate(state.rounds, 1) if each.stage == "elimination"]


def seeds_of(state: State) -> list[str]:
    """Who is in the bracket, the first seed first; nobody before its first round is known."""
    if state.cut:
        return state.cut
    rounds = knock_outs(state)
    return seeded(state, placed(state.rounds[rounds[0] - 1])) if rounds else []


def bracket_of(state: State, number: int, seeds: Sequence[str] = ()) -> Pairs:
    """The pairs of a round of elimination, in the order of the bracket (TR-12.2).

    Who has left is nobody: the opponent goes on. While a contest is open, nobody comes from it.

    Args:
        state: the tournament.
        number: of the round, no later than the next one.
        seeds: who begins; unless said, those of the cut or of the first round.
    """
    names = list(seeds or seeds_of(state))
    if not names:
        return []
    rank = {player: at for at, player in enumerate(names)}

    def ordered(one: str, other: str, round: int) -> tuple[str, str]:
        here = [p for p in (one, other) if p and not is_away(state.entrants[p], round)]
        first, second, *_ = [*sorted(here, key=rank.__getitem__), "", ""]
        return first, second

    before = [n for n in knock_outs(state) if n < number]
    pairs = [
        ordered(names[high - 1], names[low - 1] if low else "", (before or [number])[0])
        for high, low in bracket(len(names))
    ]
    for at, round in enumerate(before):
        left = _gone_on(state.rounds[round - 1], pairs)
        following = before[at + 1] if at + 1 < len(before) else number
        pairs = [
            ordered(one, other, following)
            for one, other in zip(left[::2], left[1::2], strict=False)
        ]
        if len(left) == 1:
            pairs = [ordered(left[0], "", following)]
    return pairs


def _gone_on(played: Round, pairs: Pairs) -> list[str]:
    """Who goes on from each pair: who won the contest that one of the two was in. A result that
    was changed since does not undo a contest: who won on the wrong place in the bracket stays."""
    ended = [(c.a, c.b, winner_of(c)) for c in played.contests.values()]
    ended += [(player, "", player) for player in played.byes]
    at = {player: i for i, (a, b, _) in enumerate(ended) for player in (a, b) if player}
    found = [next((at.pop(p) for p in pair if p in at), None) for pair in pairs]
    others = (i for i in range(len(ended)) if i not in found)
    filled = [next(others, None) if i is None else i for i in found]
    return ["" if i is None else ended[i][2] for i in filled]


def still_in(state: State, number: int) -> list[str]:
    """Who plays on in a round of elimination; who is left at the end is the champion."""
    return [player for pair in bracket_of(state, number) for player in pair if player]


def first_to_choose(state: State, policy: Policy, number: int, contest: Contest) -> str:
    """Who chooses, or plays first, in a contest of an elimination (TR-12.4).

    That is the higher seed, or who the key of the round draws, by the policy; nobody, where there
    is no key and the players draw themselves.
    """
    if policy.elimination.chooser == "higher-seed":
        seeds = seeds_of(state)
        known = [player for player in (contest.a, contest.b) if player in seeds]
        return min(known, key=seeds.index, default="")
    key = state.rounds[number - 1].key
    if not key:
        return ""
    drawn = sha256(f"{key}|first|{contest.table}".encode()).digest()[0]
    return contest.b if drawn % 2 else contest.a


# -- round-robin --------------------------------------------------------------------------------


def circle_of(state: State, number: int, players: Collection[str]) -> Pairs:
    """The pairs of a round of a round-robin (TR-5.11), the bye at the end.

    The circle is of those who were in round 1; the opponent of one who has left has a bye.

    Args:
        state: the tournament.
        number: of the round.
        players: who plays in it.
    """
    ring = set(placed(state.rounds[0])) if state.rounds else set(players)
    names = {state.entrants[player].number: player for player in ring}
    if len(names) < 2:  # others were there when it was posted
        return [(player, "") for player in ring]
    pairs, bye = circle(sorted(names), number)
    found = [[names[one] for one in pair if names[one] in players] for pair in pairs]
    found += [[names[bye]]] if bye and names[bye] in players else []
    met = [(pair[0], pair[1]) for pair in found if len(pair) > 1]
    return met + [(pair[0], "") for pair in found if len(pair) == 1]


# -- both ---------------------------------------------------------------------------------------


def fixed_pairs(state: State, number: int, players: Collection[str]) -> Pairs:
    """The pairs of the next round, or of the one that is on, where points do not make them."""
    if stage_of(state) == "round-robin":
        return circle_of(state, number, players)
    first = not state.cut and number == 1
    return bracket_of(state, number, seeded(state, players) if first else ())


def fixed_round(pairs: Pairs) -> tuple[tuple[Pairing, ...], tuple[str, ...]]:
    """These pairs at tables from 1 on, and who has no opponent."""
    met = [pair for pair in pairs if pair[1]]
    tables = tuple(Pairing(table, a, b) for table, (a, b) in enumerate(met, 1))
    return tables, tuple(a for a, b in pairs if a and not b)


def require_pairs(
    t: Hall, e: Post | Repair, stage: str, players: Collection[str], kept: Collection[str] = ()
) -> None:
    """Refuse a round that is not of the circle or the bracket (TR-5.11, TR-12.2); of those who
    keep their contests nothing is said."""
    if stage == "swiss":
        return
    pairs = [p for p in fixed_pairs(t.state, e.round, players) if not set(p) & set(kept)]
    right, free = fixed_round(pairs)
    have = {frozenset((p.a, p.b)) for p in e.pairings if p.a not in kept}
    if have == {frozenset((p.a, p.b)) for p in right} and set(e.bye) - set(kept) == set(free):
        return
    first = [f"{p.table}:{p.a}:{p.b}" for p in right[:12]]
    legal = ",".join(first) + ("…" if len(right) > len(first) else "")
    rule, of = ("TR-5.11", "circle") if stage == "round-robin" else ("TR-12.2", "bracket")
    broken = Violation(
        rule,
        "round {round} does not follow the {of}",
        round=e.round,
        of=of,
        legal=f"pairings={legal}" + (f" bye={','.join(free)}" if free else ""),
    )
    t.refuse_if_new(broken)
