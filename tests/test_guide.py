"""The guide to adding a game is followed to the letter: its code blocks are the sixth game."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from referee.game import Game

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "referee" / "games" / "README.md").read_text(encoding="utf-8")
ELSEWHERE = ROOT / "tests" / "elsewhere"
BLOCKS = dict(re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE))


def test_the_guide_shows_every_file_of_the_game_as_it_is():
    files = {
        str(path.relative_to(ELSEWHERE)): path.read_text(encoding="utf-8")
        for path in ELSEWHERE.rglob("*.*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files == BLOCKS


def test_a_package_made_of_its_blocks_is_a_game_that_can_be_played(tmp_path: Path):
    for name, text in BLOCKS.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "site" / "lanterns-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: lanterns\nVersion: 1.0\n"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)]),
        "REFEREE_LOG": str(tmp_path / "log.duckdb"),
        "NO_COLOR": "1",
        "COLUMNS": "80",
    }

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "cli", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "lanterns" in run("games")
    assert "20 matches of Lanterns" in run(
        "simulate", "lanterns", "-n", "20", "--players", "4", "--seed", "3", "--import"
    )
    assert "EXACT  20 matches" in run("verify")
    assert "calm" in run("stats", "nights")
    run("new", "r1", "--game", "lanterns", "--seat", "ana=calm", "--seat", "bo=stormy")
    assert "on trust" not in run("log", "r1", "ana light Glow; bo light Squall")


def test_the_guide_explains_every_field_of_a_game():
    told = re.findall(r"^\| (`.*?) \|", GUIDE, re.MULTILINE)
    assert {name for cell in told for name in re.findall(r"`(\w+)`", cell)} == {
        field.name for field in fields(Game)
    }
