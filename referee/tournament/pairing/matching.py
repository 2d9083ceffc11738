"""The perfect matching with the least cost, by a compiled engine (TR-5.2, TR-5.3, TR-5.5)."""

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from referee.tournament.pairing.cost import Node, Packing
from referee.tournament.pairing.paired import BYE, Pair, ordered

Edge = tuple[int, int, int]
"""Two places in a list of nodes, and the cost of the pair."""


WINDOW, ALL_UP_TO = 64, 256
"""What a policy that says nothing else means (TR-5.5)."""


class Search(NamedTuple):
    """Among whom an opponent is looked for (TR-5.5)."""

    # how far apart two may be in the order of points to meet, at first, where there are many
    window: int = WINDOW
    all_up_to: int = ALL_UP_TO  # up to so many players any two may meet


USUAL = Search()


class Matched(NamedTuple):
    """The best pairing."""

    pairs: list[Pair]  # who meets
    bye: int  # who has the bye; 0: nobody
    window: int  # how far apart two may be in the order of points to meet; 0: all may meet


def match(
    packing: Packing,
    nodes: Sequence[Node],
    search: Search = USUAL,
    *,
    apart: Collection[Pair] = (),
) -> Matched | None:
    """The best pairing of these; None where they cannot be paired without those kept apart.

    Args:
        packing: what pairs cost.
        nodes: who is to be paired, in any order.
        search: among whom.
        apart: pairs that are not to be made; the bye is 0 in them.
    """
    key = packing.key
    few = len(nodes) <= search.all_up_to
    inorder = sorted(nodes, key=lambda node: (-node.points, _lot(key, node.number)))
    reach = len(nodes) if few else search.window
    while True:
        everyone = reach >= len(nodes) - 1
        chosen = _best(len(nodes), list(_edges(packing, inorder, reach, apart)))
        if chosen is not None:
            numbers = [*(node.number for node in inorder), BYE]
            made = [ordered(numbers[i], numbers[j]) for i, j in chosen]
            pairs = [pair for pair in made if BYE not in pair]
            bye = next((number for none, number in made if none == BYE), BYE)
            if everyone or not packing.costs.of(pairs, bye)[0]:
                return Matched(pairs, bye, 0 if everyone else reach)
        elif everyone:
            return None
        reach = 2 * reach or 1


def _lot(key: str, number: int) -> bytes:
    return sha256(f"{key}|{number}".encode()).digest()


def _edges(
    packing: Packing, inorder: Sequence[Node], reach: int, apart: Collection[Pair]
) -> Iterator[Edge]:
    """The pairs that may be made; the bye stands after the last place."""
    cost = packing.of_pair
    for i, one in enumerate(inorder):
        for j in range(i + 1, min(len(inorder), i + 1 + reach)):
            other = inorder[j]
            if not apart or ordered(one.number, other.number) not in apart:
                yield i, j, cost(one, other)
    if len(inorder) % 2:
        for i, one in enumerate(inorder):
            if (BYE, one.number) not in apart:
                yield i, len(inorder), packing.of_bye(one)


def _best(count: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """The perfect matching with the least sum, of so many and the bye where they are odd; None
    where there is none."""
    from rustworkx import PyGraph, max_weight_matching  # takes 64 ms: for those who pair alone

    size = count + count % 2
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(i, j, -cost) for i, j, cost in edges])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return list(found) if 2 * len(found) == size else None
