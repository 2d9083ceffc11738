"""The page of figures: what people wait for, game by game, and what peers of the same kind do."""

import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.measure import Figure, shown

ROOT = Path(__file__).parents[2]

WAITED = (
    ("the catalog read", "starting", "catalog read, with Python and imports"),
    ("a match opened", "starting", "opening"),
    ("options, mean", "waiting", "options, mean"),
    ("median", "waiting", "options, median"),
    ("slowest", "waiting", "options, slowest"),
    ("replay", "replay", "replay"),
    ("with slips and rulings", "replay", "replay with slips and rulings"),
    ("replay and facts", "waiting", "replay and its facts"),
    ("with slips and rulings", "waiting", "replay with slips and rulings and its facts"),
    ("random play", "waiting", "random play"),
    ("a line at the table", "the table", "processor time, which no other process adds to"),
    ("a view on a phone", "waiting", "what a phone at the table is shown"),
)
"""The columns: what stands above, the part, and the label of the figure."""

PEERS = """\
Of the same kind is Fireplace, a Python engine of a card game with triggered effects, which PyPI
does not have. Measured once beside this: 189 to 263 random actions/s with choosing, about 204/s in
the actions alone, with no stack of responses and no journal; Grand Archive at the same time 230
entries/s played at random, and 7,260 replayed with all noted digests compared.

Steps of another size, measured in this run: {others}."""


def page(figures: Sequence[Figure], before: Sequence[Figure] = ()) -> str:
    """The page as Markdown.

    Args:
        figures: those of the run.
        before: those of the state before, to stand in brackets.
    """
    known = {(each.of, each.label): each for each in figures}
    old = {(each.of, each.label): each for each in before}
    games = list(dict.fromkeys(f.of.partition(", ")[2] for f in figures if _is_waiting(f)))
    waited = [
        [title, *(_cell(known, old, (f"{part}, {game}", label)) for game in games)]
        for title, part, label in WAITED
    ]
    others = {
        each.label: f"{each.label} {shown(each.value)} {each.unit}"
        for each in figures
        if each.of.startswith("replay, ") and each.label in ("eventsourcing", "python-chess")
    }
    chosen = {(f"{part}, {game}", label) for _, part, label in WAITED for game in games}
    rest = [
        [f"{each.of}: {each.label}", _cell(known, old, (each.of, each.label))]
        for each in figures
        if (each.of, each.label) not in chosen and each.label not in others
    ]
    parts = [
        "# Figures",
        f"Written by `python -m tests.bench --page`. {machine()}",
        "Processor time." + (" In brackets the state before." if before else ""),
    ]
    if games:  # a part may be measured alone
        parts += [
            "## What people wait for",
            _table(["", *games], waited),
            "## Peers",
            PEERS.format(others=", ".join(others[name] for name in sorted(others)) or "none"),
            "## All other figures",
        ]
    parts.append(_table(["", ""], rest))
    return "\n\n".join(parts) + "\n"


def machine() -> str:
    """The kind of machine, the versions, the day and the commit, in a sentence each."""
    kernel = f"{platform.system()}, Python {platform.python_version()}"
    day = datetime.now(UTC).date().isoformat()
    return f"{os.cpu_count()} cores, {_model()}, {kernel}; {day}, commit {_commit()}."


def _model() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        told = []
    named = (line.partition(":")[2].strip() for line in told if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def _commit() -> str:
    asked = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _is_waiting(figure: Figure) -> bool:
    return figure.of.startswith("waiting, ")


def _cell(
    known: Mapping[tuple[str, str], Figure],
    old: Mapping[tuple[str, str], Figure],
    key: tuple[str, str],
) -> str:
    if key not in known:
        return ""
    told = f"{shown(known[key].value)} {known[key].unit}"
    return f"{told} ({shown(old[key].value)})" if key in old else told


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
