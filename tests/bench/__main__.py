"""``python -m tests.bench``: print the figures, all of them in one table at the end.

``--json FILE`` keeps them; ``--compare BEFORE AFTER`` sets two such files side by side; ``--page
FILE`` writes the page of figures, with those of ``--before FILE.json`` in brackets. Without options
it takes some eight minutes on a quiet machine, and the hall is that of one game, as the log is the
same for all. With ``--matches 300 --entries 1000000`` it takes many times that, as some games take
a second to simulate a match.
"""

import argparse
from pathlib import Path

from referee.games.registry import game_ids
from tests.bench import (
    archive,
    effects,
    hall,
    hidden,
    keeping,
    league,
    matches,
    measure,
    page,
    pairing,
    replaying,
    standings,
    starting,
    table,
    tournament,
    venue,
    waiting,
)

parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
parser.add_argument("--game", choices=game_ids(), help="one game; all without")
PARTS = (
    "starting",
    "waiting",
    "replaying",
    "archive",
    "hall",
    "keeping",
    "table",
    "hidden",
    "effects",
    "pairing",
    "standings",
    "tournament",
    "venue",
    "league",
)
parser.add_argument(
    "--part", action="append", choices=PARTS, help="one part; may be given again; all without"
)
parser.add_argument(
    "--matches", type=int, help=f"how many to simulate; without, {matches.ENOUGH:,} entries of them"
)
parser.add_argument("--entries", type=int, default=20_000, help="the size of the archive")
parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures in a file")
parser.add_argument(
    "--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"), help="two runs side by side"
)
parser.add_argument("--page", type=Path, metavar="FILE", help="write the page of figures")
parser.add_argument("--before", type=Path, metavar="FILE", help="the state before, for the page")


def main() -> None:
    """Measure, or compare what was measured."""
    chosen = parser.parse_args()
    if chosen.compare:
        measure.compared(*chosen.compare)
        return
    before = measure.read(chosen.before) if chosen.before else []
    parts = chosen.part or PARTS
    games = [chosen.game] if chosen.game else game_ids()
    for game_id in games:
        if "starting" in parts:
            starting.run(game_id)
        if "waiting" in parts:
            waiting.run(game_id, chosen.matches)
        if "replaying" in parts:
            replaying.run(game_id, chosen.matches)
        if "archive" in parts:
            archive.run(game_id, chosen.matches, chosen.entries)
        if "hall" in parts and (chosen.part or game_id == games[0]):
            hall.run(game_id)
        if "keeping" in parts and (chosen.part or game_id == games[0]):
            keeping.run(game_id)
        if "table" in parts:
            table.run(game_id)
    if "hidden" in parts:
        hidden.run()
    if "effects" in parts:
        effects.run()
    if "pairing" in parts:
        pairing.run()
    if "standings" in parts:
        standings.run()
    if "tournament" in parts:
        tournament.run()
    if "venue" in parts:
        venue.run(games[0] if chosen.game else "wondervale")
    if "league" in parts:
        league.run(chosen.entries)
    measure.table(measure.FIGURES)
    if chosen.json:
        measure.write(chosen.json, measure.FIGURES)
    if chosen.page:
        chosen.page.write_text(page.page(measure.FIGURES, before), encoding="utf-8")


if __name__ == "__main__":
    main()
