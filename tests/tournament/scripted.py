"""Tournaments told as a script, and what a log has of them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from events.common import Opening, Seating
from events.entry import entry_id
from events.event import Event
from events.notation import write
from events.tournament import Pairing, Post
from referee.games.registry import game_of
from referee.tournament.posting import cost_of_posted
from storage.catalogs import samples
from storage.log import Draft, Log
from tests.table import Match

GAME = game_of("tournament")
POLICY = next(each for each in samples("tournament").values() if each.name.startswith("standard"))
PLAYS = "chess 2 " + "ab" * 32
KEY = "ab" * 32

SECTION_8 = """
    lena enter ana; lena enter bo; lena enter cy; lena enter dee; lena enter eva
    post ana-bo cy-dee eva
    lena report 1 1 2 0; lena report 1 2 2 1
    post ana-cy bo-eva dee
    lena report 2 1 2 1; lena report 2 2 2 0
    lena drop eva after=2
    post ana-dee cy-bo
    lena report 3 1 1 1 1; lena report 3 2 2 0
"""
"""The worked example of the page: five players, of whom one leaves after round 2."""


def event(script: str, **options: str) -> Match:
    """A tournament of lena's desk; ``post ana-bo cy`` posts these pairs and a bye."""
    opening = Opening(
        by="lena",
        game="tournament",
        version=GAME.version,
        catalog=POLICY.hash,
        seats=(Seating("desk", "lena"),),
        options=GAME.agreements(POLICY, {"plays": PLAYS, **options}),
    )
    match = Match(GAME, POLICY, opening)
    for line in script.replace(";", "\n").splitlines():
        words = line.split()
        if words[:1] == ["post"]:
            line = _post(match, words[1:])
        if words:
            match.play(line.strip())
    return match


def _post(match: Match, words: list[str]) -> str:
    number = match.state.turn + 1
    pairs = [word.split("-") for word in words if "-" in word]
    byes = tuple(word for word in words if "-" not in word and "=" not in word)
    tables = tuple(Pairing(table, a, b) for table, (a, b) in enumerate(pairs, 1))
    cost = cost_of_posted(match.replay.table, number, tables, byes)
    missing = tuple(int(w.partition("=")[2]) for w in words if w.startswith("missing="))
    posted = Post("lena", number, "swiss", KEY, 0, cost, tables, byes, (), missing)
    return write(posted, GAME.codec)


def into_log(log: Log, name: str, events: Iterable[Event], times: Iterable[datetime]) -> None:
    """Log a tournament under a name."""
    drafts = []
    for seq, (each, at) in enumerate(zip(events, times, strict=False), 1):
        ident = entry_id(int(at.timestamp() * 1000), f"{name:>4}"[:4].encode() + b"%06d" % seq)
        drafts.append(Draft(each, ident, at, at, "lena"))
    log.open_match(drafts[0], name, POLICY)
    log.append(name, drafts[1:])


def minutes(day: int = 0) -> list[datetime]:
    """A time for each entry of a day."""
    start = datetime(2025, 5, 1, 18, tzinfo=UTC) + timedelta(days=day)
    return [start + timedelta(minutes=minute) for minute in range(1_000)]
