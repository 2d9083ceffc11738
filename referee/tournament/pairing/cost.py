"""What a pairing costs (TR-5.2), and the same as one integer for an engine (TR-5.4, TR-5.6)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import lcm
from typing import NamedTuple

from referee.tournament.pairing.paired import BYE, Pair, Paired, Unpairable

ITEMS = (
    "rematch",
    "earlier bye of the one with the bye",
    "points of the one with the bye above the lowest",
    "square of the difference of points",
    "float the same way twice in a row",
    "pair of one team",
)
"""The items of a cost, the gravest first; noise, the seventh, is in no cost that is shown."""

MOST_BITS = 120
"""An engine of 128 bits adds and doubles costs; these leave it room."""
NOISE_BYTES = 5

Cost = tuple[int, ...]
"""Six numbers as in ``ITEMS``. Points count in the unit that ``unit_of`` tells, squares in its
square: with halves among the points, a difference of one point is 2 and its square 4."""


def unit_of(paired: Iterable[Paired]) -> int:
    """How many units a point has in item 3: the common denominator of all points of the round.
    In item 4 a point has the square of it."""
    return lcm(*{each.points.denominator for each in paired})


def cost_of(paired: Sequence[Paired], pairs: Iterable[Pair], bye: int = BYE) -> Cost:
    """The items 1 to 6 of any pairing of a round, without an engine.

    Args:
        paired: all who have a place in it; awarded byes are left out.
        pairs: the contests; all numbers are among those of ``paired``.
        bye: who has the bye; 0: nobody.
    """
    return Costs(paired).of(pairs, bye)


def noise(key: str, a: int, b: int) -> int:
    """What is random about a pair: the same for everybody who knows the key (TR-5.4). For the bye,
    the lower number is 0."""
    text = f"{key}|{a}|{b}" if a < b else f"{key}|{b}|{a}"
    return int.from_bytes(sha256(text.encode()).digest()[:NOISE_BYTES], "big")


class Node(NamedTuple):
    """One who is paired, with points in whole units."""

    number: int
    points: int
    met: frozenset[int]
    byes: int
    floated: int
    group: str


class Costs:
    """What the pairs of one round cost.

    Args:
        paired: all who have a place in it.

    Raises:
        Unpairable: a number is not positive or occurs twice.
    """

    def __init__(self, paired: Sequence[Paired]) -> None:
        unit = unit_of(paired)
        self.nodes: dict[int, Node] = {}
        for each in paired:
            points = each.points.numerator * (unit // each.points.denominator)
            if each.number <= BYE or each.number in self.nodes:
                raise Unpairable(f"number {each.number}: expected each number once, from 1")
            self.nodes[each.number] = Node(
                each.number, points, each.met, each.byes, each.floated, each.group
            )
        self.lowest = min((node.points for node in self.nodes.values()), default=0)

    def of(self, pairs: Iterable[Pair], bye: int) -> Cost:
        """The items of a whole round."""
        nodes = self.nodes
        each = [self.of_pair(nodes[a], nodes[b]) for a, b in pairs]
        rematches, squares, floats, groups = map(sum, zip(*each, strict=True)) if each else [0] * 4
        given = (nodes[bye].byes, nodes[bye].points - self.lowest) if bye else (0, 0)
        return (rematches, *given, squares, floats, groups)

    def of_pair(self, one: Node, other: Node) -> tuple[int, int, int, int]:
        """The items 1, 4, 5 and 6 of two who meet; the others are of the bye alone."""
        ahead = one.points - other.points
        if ahead > 0:
            floats = (one.floated < 0) + (other.floated > 0)
        elif ahead < 0:
            floats = (one.floated > 0) + (other.floated < 0)
        else:
            floats = 0
        return (
            other.number in one.met or one.number in other.met,
            ahead * ahead,
            floats,
            one.group == other.group != "",
        )


class Packing:
    """Costs as single integers: an item of more weight lies above all possible sums of the rest.

    Args:
        costs: of the round.
        key: of the round, for the noise.

    Raises:
        Unpairable: the integers would be wider than 120 bits.
    """

    def __init__(self, costs: Costs, key: str) -> None:
        self.costs, self.key = costs, key
        widths = [largest.bit_length() for largest in _largest(list(costs.nodes.values()))]
        if sum(widths) > MOST_BITS:
            items = ", ".join(map(str, widths))
            raise Unpairable(
                f"the cost of a pairing of {len(costs.nodes)} would take {sum(widths)} bits "
                f"(items 1 to 7: {items}); at most {MOST_BITS} are exact. Are the points so far "
                "apart?"
            )
        shifts = [sum(widths[item + 1 :]) for item in range(len(widths))]
        self._rematch, self._byes, self._above, self._squares, self._floats, self._group, _ = shifts

    def of_pair(self, one: Node, other: Node) -> int:
        """All items of two who meet."""
        rematch, squares, floats, group = self.costs.of_pair(one, other)
        return (
            (rematch << self._rematch)
            + (squares << self._squares)
            + (floats << self._floats)
            + (group << self._group)
            + noise(self.key, one.number, other.number)
        )

    def of_bye(self, one: Node) -> int:
        """All items of who gets the bye."""
        return (
            (one.byes << self._byes)
            + (one.points - self.costs.lowest << self._above)
            + noise(self.key, BYE, one.number)
        )


def _largest(nodes: Sequence[Node]) -> tuple[int, ...]:
    """The largest sum that each of the seven items can come to in any pairing of these."""
    points = sorted(node.points for node in nodes)
    pairs, odd = divmod(len(nodes), 2)
    groups = Counter(node.group for node in nodes if node.group)
    return (
        min(pairs, sum(bool(node.met) for node in nodes)),
        max(node.byes for node in nodes) if odd else 0,
        points[-1] - points[0] if odd else 0,
        sum((points[i] - points[-1 - i]) ** 2 for i in range(pairs)),  # the first with the last
        min(2 * pairs, sum(node.floated != 0 for node in nodes)),
        sum(size // 2 for size in groups.values()),
        (pairs + odd) * (256**NOISE_BYTES - 1),
    )
