"""``python -m tests.verdicts``: what is said in the kept matches, written anew."""

import argparse
import sys
from pathlib import Path

from tests.verdicts import FOLDER, drawn_match, judged, match_of, paths, text


def main() -> int:
    """Write the files anew, draw more of them, or print one in full."""
    parser = argparse.ArgumentParser(prog="python -m tests.verdicts", description=__doc__)
    parser.add_argument("--full", type=Path, metavar="FILE", help="print all that is said there")
    parser.add_argument("--draw", metavar="GAME", help="keep further matches of this game")
    parser.add_argument("--count", type=int, default=1, help="how many")
    given = parser.parse_args()
    if given.full:
        for each in judged(match_of(given.full.read_text())):
            sys.stdout.write(f"{each.full}\n")
    elif given.draw:
        draw(given.draw, given.count)
    else:
        write_anew()
    return 0


def write_anew() -> None:
    """What is said today, in each file."""
    for name, path in paths().items():
        before = path.read_text()
        now = text(match_of(before))
        if now != before:
            path.write_text(now)
            sys.stdout.write(f"{name}: changed\n")


def draw(game_id: str, count: int) -> None:
    """Keep so many more matches of a game, each under its seed."""
    folder = FOLDER / game_id
    folder.mkdir(exist_ok=True)
    seed = max((int(path.stem) for path in folder.glob("*.txt")), default=0)
    while count:
        seed += 1
        match = drawn_match(game_id, seed)
        if match is not None:
            (folder / f"{seed}.txt").write_text(text(match))
            count -= 1


if __name__ == "__main__":
    raise SystemExit(main())
