"""Fields of players to be paired, and pairings found by trying all of them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from referee.tournament.pairing import Paired, Proposal, propose

Pairs = tuple[tuple[int, int], ...]
Weight = tuple[Fraction, ...]
"""The seven items of TR-5.2, with points as they are."""


def field(
    points: Mapping[int, object], met: str = "", **others: Mapping[int, object]
) -> list[Paired]:
    """A field by numbers: ``met`` is such as ``1-2 3-4``; the other arguments are fields of
    ``Paired`` by number."""
    pairs = [tuple(map(int, each.split("-"))) for each in met.split()]
    found = []
    for number, of in points.items():
        opponents = {b for a, b in pairs if a == number} | {a for a, b in pairs if b == number}
        more = {name: each[number] for name, each in others.items() if number in each}
        found.append(Paired(number, Fraction(of), frozenset(opponents), **more))
    return found


def level(*numbers: int, met: str = "", **others: Mapping[int, object]) -> list[Paired]:
    """A field in which nobody has a point."""
    return field(dict.fromkeys(numbers, 0), met, **others)


@st.composite
def any_history(draw: st.DrawFn, least: int = 2, most: int = 10) -> list[Paired]:
    """A field with any history, also such as no event could have."""
    numbers = draw(st.lists(st.integers(1, 99), min_size=least, max_size=most, unique=True))
    points = st.builds(Fraction, st.integers(0, 12), st.sampled_from((1, 2, 3)))
    pairs = [(a, b) for a in numbers for b in numbers if a < b]
    met = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    return [
        Paired(
            number,
            draw(points),
            frozenset({b for a, b in met if a == number} | {a for a, b in met if b == number}),
            draw(st.integers(0, 2)),
            draw(st.integers(-1, 1)),
            draw(st.sampled_from(("", "", "red", "blue"))),
        )
        for number in numbers
    ]


def played(count: int, rounds: int, seed: int, draws: float = 0.1) -> list[Paired]:
    """A field after so many rounds of Swiss, 3 points for a win or the bye."""
    chance = Random(seed)
    players = {number: Paired(number, Fraction()) for number in range(1, count + 1)}
    for number in range(1, rounds + 1):
        proposal = propose(list(players.values()), f"{seed} {number}")
        players = after(players, proposal, chance.random, draws)
    return list(players.values())


def after(
    players: Mapping[int, Paired], proposal: Proposal, rolled: Callable[[], float], draws: float
) -> dict[int, Paired]:
    """The same players once the round is over."""
    found = dict(players)
    for a, b in proposal.pairs:
        ahead = players[a].points - players[b].points
        up = (ahead < 0) - (ahead > 0)
        face = rolled()
        won = (1, 1) if face < draws else (3, 0) if face < (1 + draws) / 2 else (0, 3)
        for number, other, floated, points in ((a, b, up, won[0]), (b, a, -up, won[1])):
            each = players[number]
            found[number] = replace(
                each, points=each.points + points, met=each.met | {other}, floated=floated
            )
    if proposal.bye:
        each = players[proposal.bye]
        found[each.number] = replace(each, points=each.points + 3, byes=each.byes + 1, floated=0)
    return found


# -- the oracle: written after the rule, of all pairings the best ------------------------------


def weight(players: Sequence[Paired], key: str, a: int, b: int) -> Weight:
    """What one pair costs; 0 is the bye."""
    of = {each.number: each for each in players}
    low, high = sorted((a, b))
    drawn = int(sha256(f"{key}|{low}|{high}".encode()).hexdigest()[:10], 16)
    if low == 0:
        given = of[high]
        above = given.points - min(each.points for each in players)
        return (0, given.byes, above, 0, 0, 0, drawn)
    one, other = sorted((of[a], of[b]), key=lambda each: each.points)
    again = 0
    if one.points < other.points:
        again = int(one.floated == 1) + int(other.floated == -1)
    return (
        int(b in of[a].met),
        0,
        0,
        (other.points - one.points) ** 2,
        again,
        int(bool(one.group) and one.group == other.group),
        drawn,
    )


def all_pairings(nodes: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair these, each pair with the lower number first."""
    if not nodes:
        yield ()
        return
    first, *others = sorted(nodes)
    for other in others:
        for rest in all_pairings([each for each in others if each != other]):
            yield ((first, other), *rest)


def best(
    players: Sequence[Paired],
    key: str,
    apart: Collection[tuple[int, int]] = (),
    together: Collection[tuple[int, int]] = (),
) -> tuple[Weight, Pairs] | None:
    """The pairing with the least cost, with the bye as (0, number), of all that leave some apart
    and put others together."""
    numbers = [each.number for each in players] + [0] * (len(players) % 2)
    weights = {(a, b): weight(players, key, a, b) for a in numbers for b in numbers if a < b}
    found = [
        (tuple(map(sum, zip(*(weights[pair] for pair in pairs), strict=True))), pairs)
        for pairs in all_pairings(numbers)
        if set(pairs).isdisjoint(apart) and set(pairs).issuperset(together)
    ]
    return min(found, default=None)


def with_bye(proposal: Proposal) -> Pairs:
    """The pairs in order, the bye among them."""
    bye = ((0, proposal.bye),) if proposal.bye else ()
    return tuple(sorted((*proposal.pairs, *bye)))


def shown(of: Weight, unit: int) -> tuple[int, ...]:
    """The items 1 to 6 in the units of a cost."""
    return tuple(
        int(item * scale) for item, scale in zip(of, (1, 1, unit, unit**2, 1, 1), strict=False)
    )
