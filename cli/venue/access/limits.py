"""How often something may be tried, by buckets of tokens (VN-5.6). The clock is given."""

from collections import OrderedDict

MOST_BUCKETS = 4_096
"""So many are remembered; what was asked for least lately is forgotten first."""

CODE_TRIES = 10
ADDRESS_TRIES = 60
ENTRY_RATE = 5.0
ENTRY_BURST = 40
PIN_TRIES = 5
"""A minute: of PINs by one person."""
REGISTRATIONS = 120
"""An hour: from one address."""
LIST_CHECKS = 10
"""A minute: of lists by one device."""


class Limit:
    """So many at once, and so many each second after that, of each key.

    Args:
        rate: tokens that come back each second.
        burst: the most tokens there are.
        most: how many keys are remembered.
    """

    def __init__(self, rate: float, burst: float, most: int = MOST_BUCKETS) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._left)

    def take(self, key: str, now: float, wanted: int = 1) -> float:
        """Take tokens; for how many seconds to wait where there are too few, and none is taken.

        Who wants more than there ever are waits until the bucket is full, and owes the rest.

        Args:
            key: whose.
            now: seconds on a clock that does not go back.
            wanted: how many.
        """
        left, at = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + max(now - at, 0.0) * self._rate)
        wait = (min(wanted, self._burst) - left) / self._rate
        if wait <= 1e-9:
            left, wait = left - wanted, 0.0
        self._left[key] = left, max(now, at)
        self._left.move_to_end(key)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return wait

    def give_back(self, key: str) -> None:
        """Give a token back that was taken and not used."""
        if key in self._left:
            left, at = self._left[key]
            self._left[key] = min(self._burst, left + 1), at


class Limits:
    """What is limited at the venue; each answers how many seconds to wait, 0 where it goes."""

    def __init__(self) -> None:
        self._prefixes = Limit(CODE_TRIES / 60, CODE_TRIES)
        self._addresses = Limit(ADDRESS_TRIES / 60, ADDRESS_TRIES)
        self._entries = Limit(ENTRY_RATE, ENTRY_BURST)
        self._pins = Limit(PIN_TRIES / 60, PIN_TRIES)
        self._registrations = Limit(REGISTRATIONS / 3600, REGISTRATIONS)
        self._lists = Limit(LIST_CHECKS / 60, LIST_CHECKS)

    def tries(self, prefix: str, address: str, now: float) -> float:
        """One more try at a code: 10 a minute of each prefix and 60 from each address. One that
        finds a code is given back by :meth:`found`, for a whole hall may have one address.

        Args:
            prefix: how the code begins.
            address: the network address that it came from.
            now: seconds on a clock that does not go back.
        """
        return self._addresses.take(address, now) or self._prefixes.take(prefix, now)

    def found(self, prefix: str, address: str) -> None:
        """A try has found a code."""
        self._addresses.give_back(address)
        self._prefixes.give_back(prefix)

    def entries(self, session: str, count: int, now: float) -> float:
        """So many more entries of a device: 5 a second, and 40 at once (an offline queue)."""
        return self._entries.take(session, now, count)

    def pin(self, person: str, now: float) -> float:
        """One more try at a person's PIN: 5 a minute."""
        return self._pins.take(person, now)

    def registrations(self, address: str, now: float) -> float:
        """One more registration from an address: 120 an hour, as a whole hall may have one."""
        return self._registrations.take(address, now)

    def lists(self, session: str, now: float) -> float:
        """One more check of a list by a device: 10 a minute."""
        return self._lists.take(session, now)
