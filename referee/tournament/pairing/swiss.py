"""A round of Swiss pairings: proposed, with tables (TR-5.2 to TR-5.7)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from referee.tournament.pairing.cost import Cost, Costs, Packing, noise
from referee.tournament.pairing.matching import USUAL, Search, match
from referee.tournament.pairing.paired import BYE, Pair, Paired, Placed, Unpairable, ordered


class Proposal(NamedTuple):
    """A pairing of a whole round."""

    # the contests by their tables, lowest first; the lower number is ``a``
    tables: tuple[Placed, ...]
    bye: int  # who has the bye; 0: nobody
    window: int  # how far apart two could be in the order of points to meet; 0: all could
    cost: Cost  # items 1 to 6 of TR-5.2

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Who meets, in the order of the tables."""
        return tuple(placed.pair for placed in self.tables)


def propose(
    paired: Sequence[Paired],
    key: str,
    *,
    search: Search = USUAL,
    keep: Iterable[tuple[int, int, int]] = (),
) -> Proposal:
    """The pairing with the least cost, the same for everybody who knows the key.

    Args:
        paired: all who are to have a place; who is awarded a bye is left out.
        key: of the round.
        search: among whom opponents are looked for.
        keep: contests that stay as they are, as table and two numbers (TR-9.2); ``(0, number, 0)``
            keeps the bye. They count in the cost and are among the tables.

    Raises:
        Unpairable: there are fewer than two; a number occurs twice; what is to be kept is not
            theirs; or the points are so far apart that the cost would not be exact (TR-5.6).
    """
    if len(paired) < 2:
        raise Unpairable(f"a round needs two players or more; there are {len(paired)}")
    costs = Costs(paired)
    kept = [Placed(*each) for each in keep]
    taken = _taken(costs, kept)
    free = [node for node in costs.nodes.values() if node.number not in taken]
    found = match(Packing(costs, key), free, search)
    if found is None or (found.bye and BYE in taken):
        raise Unpairable("the bye is kept, and an odd number of the others is to be paired")
    stay = [placed for placed in kept if BYE not in placed]
    bye = found.bye or next((number for p in kept if BYE in p for number in p if number), BYE)
    placed = seated(paired, key, found.pairs, stay)
    return Proposal(placed, bye, found.window, costs.of((each.pair for each in placed), bye))


def _taken(costs: Costs, kept: Sequence[Placed]) -> set[int]:
    """The numbers that have their place already, with 0 where the bye is kept."""
    taken: set[int] = set()
    for table, a, b in kept:
        for number in (a, b):
            if number in taken or (number != BYE and number not in costs.nodes):
                raise Unpairable(f"table {table} cannot be kept: {number} is not to be paired once")
            taken.add(number)
    return taken


def seated(
    paired: Sequence[Paired], key: str, pairs: Iterable[Pair], kept: Sequence[Placed] = ()
) -> tuple[Placed, ...]:
    """The tables of a round (TR-5.7): by higher points, then sum of points, then noise.

    A player with a fixed table has it, unless one who comes before, or a contest that is kept, has
    the same; the others have the lowest numbers that are left.
    """
    known = {each.number: each for each in paired}

    def rank(pair: Pair) -> tuple[Fraction, Fraction, int]:
        points = [known[number].points for number in pair]
        return -max(points), -sum(points, Fraction()), noise(key, *pair)

    inorder = sorted((ordered(*pair) for pair in pairs), key=rank)
    taken = {placed.table for placed in kept}
    fixed: dict[Pair, int] = {}
    for pair in inorder:
        wanted = [known[number].table for number in pair]
        if table := next((each for each in wanted if each and each not in taken), 0):
            fixed[pair] = table
            taken.add(table)
    free = (number for number in range(1, len(inorder) + len(taken) + 1) if number not in taken)
    placed = [Placed(fixed.get(pair) or next(free), *pair) for pair in inorder]
    return tuple(sorted([*kept, *placed]))
