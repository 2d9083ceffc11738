"""The pairing of a round after five, by the shipped engine and by another beside it."""

import importlib.util
import time
from collections.abc import Sequence

from referee.tournament.pairing import Paired, Proposal, alternative, cost_of, propose
from referee.tournament.pairing.cost import Costs, Packing
from tests.bench.measure import Timing, about, duration, heading, timed
from tests.tournament.fields import played, with_bye

SIZES = (64, 256, 1024)
ROUNDS = 5
BESIDE = (64, 256)
"""So many the other engine pairs in seconds."""


def run() -> None:
    """Print how long a proposal takes, what it costs to check one and to explain one."""
    about("pairing")
    heading(f"the pairing of a round after {ROUNDS}")
    theirs = importlib.util.find_spec("networkx") is not None
    if not theirs:
        print("networkx is not installed: pip install networkx")
    for size in SIZES:
        players = played(size, ROUNDS, seed=size)
        proposal = propose(players, "key")
        print(f"{size} players: cost {proposal.cost}, window {proposal.window or 'all'}")
        duration(f"propose, {size} players", timed(lambda p=players: propose(p, "key")))
        duration(
            f"cost of it, {size} players",
            timed(lambda p=players, made=proposal: cost_of(p, made.pairs, made.bye)),
        )
        duration(
            f"the best without its first table, {size} players",
            timed(
                lambda p=players, made=proposal: alternative(
                    p, "key", with_bye(made), apart=[made.pairs[0]]
                ),
                runs=3,
            ),
        )
        if theirs and size in BESIDE:
            duration(f"  the same proposal by networkx, {size} players", _beside(players, proposal))


def _beside(players: Sequence[Paired], proposal: Proposal) -> Timing:
    """One run of the other engine over all pairs with the same integers; it must find the same."""
    import networkx

    start = time.perf_counter()
    packing, graph = Packing(Costs(players), "key"), networkx.Graph()
    nodes = list(packing.costs.nodes.values())
    for place, one in enumerate(nodes):
        for other in nodes[place + 1 :]:
            graph.add_edge(one.number, other.number, weight=-packing.of_pair(one, other))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    seconds = time.perf_counter() - start
    if {tuple(sorted(pair)) for pair in found} != set(proposal.pairs):
        raise SystemExit(f"{len(players)} players: the engines differ")
    return Timing([seconds])
