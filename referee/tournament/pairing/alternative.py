"""What another pairing of a posted round would have cost: why these two meet."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from referee.tournament.pairing.cost import Cost, Costs, Packing
from referee.tournament.pairing.matching import USUAL, Search, match
from referee.tournament.pairing.paired import BYE, Pair, Paired, Unpairable, ordered


class Alternative(NamedTuple):
    """The best other pairing of a whole round. The bye is the number 0 in its pairs."""

    cost: Cost  # items 1 to 6 of TR-5.2
    # how much more that is than what was posted costs, item by item; the first that is not 0
    # decides. All are 0 where noise alone decides.
    more: Cost
    new: tuple[Pair, ...]  # the pairs that were not posted
    gone: tuple[Pair, ...]  # the posted pairs that would not be


def alternative(
    paired: Sequence[Paired],
    key: str,
    posted: Iterable[Pair],
    *,
    apart: Collection[Pair] = (),
    together: Pair | None = None,
    search: Search = USUAL,
) -> Alternative | None:
    """The best pairing of the round in which some do not meet, or in which two others do.

    Args:
        paired: all who have a place in the round, as they were when it was posted.
        key: of the round.
        posted: who meets; 0 is the bye.
        apart: pairs that do not meet; 0 is the bye.
        together: these two meet; 0 is the bye.
        search: as in ``propose``.

    Returns:
        The pairing; None where there is none, as where two players are all there are.

    Raises:
        Unpairable: a number is not among those of the round.
    """
    costs = Costs(paired)
    before = {ordered(*pair) for pair in posted}
    for number in {*(number for pair in apart for number in pair), *(together or ())}:
        if number not in costs.nodes and not (number == BYE and len(paired) % 2):
            raise Unpairable(f"{number or 'the bye'} has no place in this round")
    free = [node for node in costs.nodes.values() if node.number not in (together or ())]
    forbidden = {ordered(*pair) for pair in apart}
    found = match(Packing(costs, key), free, search, apart=forbidden)
    if found is None or (together and ordered(*together) in forbidden):
        return None
    after = set(found.pairs) | ({(BYE, found.bye)} if found.bye else set())
    after |= {ordered(*together)} if together else set()
    cost = costs.of(*_round(after))
    more = tuple(n - o for n, o in zip(cost, costs.of(*_round(before)), strict=True))
    return Alternative(cost, more, tuple(sorted(after - before)), tuple(sorted(before - after)))


def _round(pairs: Iterable[Pair]) -> tuple[list[Pair], int]:
    """The contests, and who has the bye."""
    found = list(pairs)
    return [p for p in found if BYE not in p], next((b for a, b in found if a == BYE), BYE)
