"""``python -m tests.bench [--game ID] [--part NAME] ...``: print the figures."""

import argparse

from referee.games.registry import game_ids
from tests.bench import archive, hall, hidden, replaying, table

parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
parser.add_argument("--game", choices=game_ids(), help="one game; all without")
PARTS = ("replaying", "archive", "hall", "table", "hidden")
parser.add_argument("--part", choices=PARTS, help="one part; all without")
parser.add_argument("--matches", type=int, default=300, help="how many matches to simulate")
parser.add_argument("--entries", type=int, default=1_000_000, help="the size of the archive")
chosen = parser.parse_args()

parts = (chosen.part,) if chosen.part else PARTS

for game_id in [chosen.game] if chosen.game else game_ids():
    if "replaying" in parts:
        replaying.run(game_id, chosen.matches)
    if "archive" in parts:
        archive.run(game_id, chosen.matches, chosen.entries)
    if "hall" in parts:
        hall.run(game_id)
    if "table" in parts:
        table.run(game_id)

if "hidden" in parts:
    hidden.run()
