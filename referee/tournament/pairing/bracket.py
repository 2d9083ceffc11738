"""The bracket of an elimination (TR-12.2)."""

from collections.abc import Collection

from referee.tournament.pairing.paired import BYE, Pair, Unpairable


def bracket(size: int, *won: Collection[int]) -> tuple[Pair, ...]:
    """The contests of a round, as pairs of seeds, the higher seed first, in bracket order.

    With a size that is no power of two the first seeds have no opponent in the first round: their
    pairs hold 0 for the second. The winners of two neighbours meet in the next round.

    Args:
        size: how many seeds there are.
        won: the seeds that won in each round so far; those without an opponent need not be named.

    Returns:
        The pairs; empty where one is left.

    Raises:
        Unpairable: the size is below 1, or a contest has not exactly one winner.
    """
    if size < 1:
        raise Unpairable(f"a bracket of {size}: expected 1 or more")
    left = [1]
    while len(left) < size:
        left = [seed for high in left for seed in (high, 2 * len(left) + 1 - high)]
    pairs = _neighbours([seed if seed <= size else BYE for seed in left])
    for winners in won:
        pairs = _neighbours([_winner(pair, winners) for pair in pairs])
    return pairs


def _neighbours(left: list[int]) -> tuple[Pair, ...]:
    """The pairs of who is left, the lower number first but for 0, which stands for nobody."""
    return tuple(
        (min(pair), max(pair)) if BYE not in pair else (max(pair), BYE)
        for pair in zip(left[::2], left[1::2], strict=False)
    )


def _winner(pair: Pair, winners: Collection[int]) -> int:
    high, low = pair
    if low == BYE:
        return high
    if (high in winners) == (low in winners):
        raise Unpairable(f"{high} against {low}: expected one winner")
    return high if high in winners else low
