"""``python -m tests.bench [--game ID] [--matches N] [--entries N]``: print all figures."""

import argparse

from referee.games.registry import game_ids
from tests.bench import archive, hidden, replaying

parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
parser.add_argument("--game", choices=game_ids(), help="one game; all without")
parser.add_argument("--matches", type=int, default=300, help="how many matches to simulate")
parser.add_argument("--entries", type=int, default=1_000_000, help="the size of the archive")
chosen = parser.parse_args()

for game_id in [chosen.game] if chosen.game else game_ids():
    replaying.run(game_id, chosen.matches)
    archive.run(game_id, chosen.matches, chosen.entries)

hidden.run()
