"""Timing, printing and keeping of figures; figures of one run are comparable with each other.

Work is timed in seconds of the processor, which no other process adds to. By the clock is what
commits, copies, a venue's devices and a table's prompts wait for, and what a label says is so.
"""

import gc
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct


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


class Figure(Struct, frozen=True):
    """One figure of a run.

    Args:
        of: the part of the benchmark, and the game where it has one.
        label: what was measured.
        value: the median.
        best: the least disturbed run.
        unit: such as ``entries/s`` or ``ms``.
        ratios: how many times that of each peer, measured by turns with it.
    """

    of: str
    label: str
    value: float
    best: float
    unit: str
    ratios: dict[str, float] = {}


FIGURES: list[Figure] = []
"""The figures of this run, in the order in which they were measured."""
_about = [""]


def about(part: str) -> None:
    """Say of what the next figures are."""
    _about[0] = part


def processor() -> float:
    """The seconds that the processor worked for this process and for those that it waited for."""
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + others.ru_utime + others.ru_stime


def timed(work: Callable[[], object], runs: int = 5) -> Timing:
    """Run the work several times after one warm-up."""
    return timed_together({"": work}, runs)[""]


def once(work: Callable[[], object], clock: Callable[[], float] = processor) -> Timing:
    """One run of work that cannot be repeated on the same file, or takes long."""
    start = clock()
    work()
    return Timing([clock() - start])


def timed_together(works: Mapping[str, Callable[[], object]], runs: int = 9) -> dict[str, Timing]:
    """Run several works by turns, so that a machine that is faster for a while is so for all."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(runs):
        for name, work in works.items():
            gc.collect()
            start = processor()
            work()
            seconds[name].append(processor() - start)
    return {name: Timing(found) for name, found in seconds.items()}


def rate(
    label: str,
    count: int,
    timing: Timing,
    unit: str = "entries/s",
    peers: Mapping[str, float] | None = None,
) -> float:
    """Print and keep how many a second, median and best; returns the median.

    Args:
        label: what was measured.
        count: how many there were.
        timing: how long they took.
        unit: what is counted.
        peers: what others come to in the same run.
    """
    per_second = count / timing.median
    ratios = {name: per_second / theirs for name, theirs in (peers or {}).items()}
    _keep(Figure(_about[0], label.strip(), per_second, count / timing.best, unit, ratios))
    return per_second


def duration(label: str, timing: Timing) -> float:
    """Print and keep how many milliseconds, median and best; returns the median in ms."""
    ms = timing.median * 1000
    _keep(Figure(_about[0], label.strip(), ms, timing.best * 1000, "ms"))
    return ms


def value(label: str, found: float, unit: str) -> None:
    """Print and keep a figure that is no time."""
    _keep(Figure(_about[0], label.strip(), found, found, unit))


def peak_memory() -> None:
    """Print and keep the largest memory of this process so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    mebibytes = peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    _keep(Figure(_about[0], "peak memory of this process", mebibytes, mebibytes, "MiB"))


def heading(text: str) -> None:
    """Print a section's title."""
    print(f"\n{text}\n{'-' * len(text)}")


def _keep(figure: Figure) -> None:
    FIGURES.append(figure)
    value, best = shown(figure.value), shown(figure.best)
    print(f"{figure.label:<52} {value:>11} {figure.unit} (best {best})")


def shown(value: float) -> str:
    """A figure as it is told: whole from a thousand on."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:,.1f}" if value >= 1 else f"{value:.2g}"


# -- all of a run, and two of them -------------------------------------------------------------


def table(figures: Iterable[Figure]) -> None:
    """Print all figures of a run in one table, with the ratio to each peer."""
    found = list(figures)
    peers = list(dict.fromkeys(peer for figure in found for peer in figure.ratios))
    rows = [["", "", "", *(f"to {peer}" for peer in peers)]]
    rows += [
        [
            f"{figure.of}: {figure.label}",
            shown(figure.value),
            figure.unit,
            *(f"{figure.ratios[peer]:.2f}" if peer in figure.ratios else "" for peer in peers),
        ]
        for figure in found
    ]
    heading("all figures")
    _print(rows)


def compared(before: Path, after: Path) -> None:
    """Print the figures that two runs have in common, and how the second stands to the first."""
    old, new = ({(f.of, f.label): f for f in read(path)} for path in (before, after))
    rows = [["", before.stem, after.stem, "", "after / before"]]
    rows += [
        [
            ": ".join(key),
            shown(old[key].value),
            shown(figure.value),
            figure.unit,
            f"{figure.value / old[key].value:.2f}" if old[key].value else "",
        ]
        for key, figure in new.items()
        if key in old
    ]
    _print(rows)
    for path, only in ((before, old.keys() - new.keys()), (after, new.keys() - old.keys())):
        for key in sorted(only):
            print(f"only in {path}: {': '.join(key)}")


def write(path: Path, figures: Sequence[Figure]) -> None:
    """Write the figures of a run to a file of JSON."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n")


def read(path: Path) -> list[Figure]:
    """The figures of a run from a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Figure])
    except (OSError, msgspec.MsgspecError) as error:
        raise SystemExit(f"{path}: not the figures of a run: {error}") from error


def _print(rows: Sequence[Sequence[str]]) -> None:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{row[0]:<{wide[0]}}"]
        cells += [f"{cell:>{width}}" for cell, width in zip(row[1:], wide[1:], strict=True)]
        print("  ".join(cells).rstrip())
