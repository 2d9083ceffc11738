"""Everybody meets everybody: the circle method (TR-5.11)."""

from collections.abc import Sequence

from referee.tournament.pairing.paired import BYE, Pair, Unpairable, ordered


def circle(numbers: Sequence[int], round: int) -> tuple[tuple[Pair, ...], int]:
    """One round of a round-robin: who meets, and who has the bye (0: nobody).

    The first stays and the others move on by one place each round; after one round fewer than
    there are places everybody has met everybody, and it begins anew. Who has dropped keeps the
    place: the opponent has no contest that round, and no other round changes.

    Args:
        numbers: the entry numbers of all, in one order for the whole event.
        round: from 1.

    Raises:
        Unpairable: there are fewer than two, a number is not positive or occurs twice, or the
            round is none.
    """
    if len(numbers) < 2 or len(set(numbers)) < len(numbers) or min(numbers) <= BYE:
        raise Unpairable("a round-robin needs two players or more, each number once, from 1")
    if round < 1:
        raise Unpairable(f"round {round}: expected 1 or more")
    first, *others = [*numbers, BYE] if len(numbers) % 2 else numbers
    on = (round - 1) % len(others)
    ring = [first, *others[on:], *others[:on]]
    half = len(ring) // 2
    pairs = [ordered(*pair) for pair in zip(ring[:half], reversed(ring[half:]), strict=True)]
    bye = next((b for a, b in pairs if a == BYE), BYE)
    return tuple(pair for pair in pairs if BYE not in pair), bye
