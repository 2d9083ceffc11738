"""Timing and printing of one figure; figures of one run are comparable with each other."""

import gc
import resource
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Timing(NamedTuple):
    """Seconds of several runs of the same work."""

    seconds: list[float]

    @property
    def median(self) -> float:
        """The run to quote."""
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """The least disturbed run."""
        return min(self.seconds)


def timed(work: Callable[[], object], runs: int = 5) -> Timing:
    """Run the work several times after one warm-up."""
    work()
    seconds = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return Timing(seconds)


def timed_together(works: Mapping[str, Callable[[], object]], runs: int = 9) -> dict[str, Timing]:
    """Run several works by turns, so that a machine that is faster for a while is so for all."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(runs):
        for name, work in works.items():
            gc.collect()
            start = time.perf_counter()
            work()
            seconds[name].append(time.perf_counter() - start)
    return {name: Timing(found) for name, found in seconds.items()}


def rate(label: str, count: int, timing: Timing, unit: str = "entries/s") -> float:
    """Print how many a second, median and best; returns the median."""
    per_second = count / timing.median
    print(f"{label:<52} {per_second:>11,.0f} {unit} (best {count / timing.best:,.0f})")
    return per_second


def duration(label: str, timing: Timing) -> float:
    """Print how many milliseconds, median and best; returns the median in ms."""
    ms = timing.median * 1000
    print(f"{label:<52} {ms:>11,.1f} ms (best {timing.best * 1000:,.1f})")
    return ms


def peak_memory() -> None:
    """Print the largest memory of this process so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    print(f"{'peak memory of this process':<52} {peak / unit:>11,.0f} MiB")


def heading(text: str) -> None:
    """Print a section's title."""
    print(f"\n{text}\n{'-' * len(text)}")
