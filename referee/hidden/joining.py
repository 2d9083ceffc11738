"""Which pools of a plain set of ways need not be told apart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from referee.hidden.way import Gone, Way, number_of_splits, with_gone

_Alike = tuple[int, Gone, tuple[str, ...]]
"""What two ways have in common that differ in what two kinds of slots hold where: the counts with
those of both kinds as one, what is gone of either, the lies."""


class Joining:
    """Two kinds of slots, each all there is of its pool, are one if that allows nothing more.

    Args:
        pools: the cards of each pool.
        of: the pool of each kind.
        ways: the ways.
        held: the zones that may have slots of each kind, as bits.
        shown: whether pools are joined of which it is open which one a card was that was shown;
            accounts of an earlier day do not.
    """

    def __init__(
        self,
        pools: Sequence[dict[str, int]],
        of: Sequence[int],
        ways: Sequence[Way],
        held: Sequence[int],
        *,
        shown: bool,
    ) -> None:
        self._pools, self._of, self._ways, self._held, self._shown = pools, of, ways, held, shown
        self._size = len(ways[0][0])

    def loses_nothing(self, one: int, other: int) -> bool:
        """Whether two kinds are of the same name alone, lie in one zone, or lie together in all
        ways that there are to tell them apart."""
        pools = {self._of[one], self._of[other]}
        if len({card for pool in pools for card in self._pools[pool]}) == 1:
            return True
        held, others = self._held[one], self._held[other]
        if held == others and not held & (held - 1):
            return True
        if held & ~others and others & ~held:
            return False
        open_ = any(pool in pools for gone in self._gone for pool, _, _ in gone)
        if (open_ or held != others) and not self._shown:
            return False
        return self._in_all_ways(one, other)

    def _in_all_ways(self, one: int, other: int) -> bool:
        """Whether, wherever both kinds lie and whatever is gone of either, one of the ways to say
        which of them that was leaves all ways to tell apart what lies there: each world that the
        joined kind allows is then one of these."""
        wide = len(self._of)
        theirs = 255 * int.from_bytes(bytes(at % wide == other for at in range(self._size)), "big")
        shift = (other - one) * 8
        kept = self._of[one]
        either = {gone: self._of_either(gone, kept, self._of[other]) for gone in self._gone}
        left = {
            gone: sum(self._pools[kept].values()) - sum(n for pool, _, n in gone if pool == kept)
            for gone in self._gone
        }

        def complete(alike: _Alike, found: Mapping[Gone, int]) -> bool:
            row = alike[0].to_bytes(self._size, "big")[one::wide]
            return any(number_of_splits(row, left[gone]) == n for gone, n in found.items())

        joined = [n + ((n & theirs) << shift) - (n & theirs) for n in self._numbers]
        ways = self._ways
        for at in {0, len(ways) // 2, len(ways) - 1}:  # mostly one of these tells
            sample = joined[at], either[ways[at][1]], ways[at][2]
            some = [way for number, way in zip(joined, ways, strict=True) if number == sample[0]]
            found = Counter(gone for _, gone, lies in some if (either[gone], lies) == sample[1:])
            if not complete(sample, found):
                return False
        every: dict[_Alike, dict[Gone, int]] = {}
        for number, (_, gone, lies) in zip(joined, ways, strict=True):
            of = every.setdefault((number, either[gone], lies), {})
            of[gone] = of.get(gone, 0) + 1
        return all(complete(alike, of) for alike, of in every.items())

    @cached_property
    def _gone(self) -> set[Gone]:
        return {gone for _, gone, _ in self._ways}

    @cached_property
    def _numbers(self) -> list[int]:
        return [int.from_bytes(counts, "big") for counts, _, _ in self._ways]

    @staticmethod
    def _of_either(gone: Gone, kept: int, other: int) -> Gone:
        found: Gone = ()
        for pool, card, count in gone:
            found = with_gone(found, kept if pool == other else pool, card, count)
        return found
