"""A hall whose tables keep a light record: what browsers and devices without one are tried on."""

from pathlib import Path
from random import Random

import msgspec

from storage.log import Log
from tests.laws.players import drawn
from tests.logbook import GAME, copied, first_entry
from tests.tournament.logged import CATALOG, CUP, contests, draft, logs, opened, proposed
from tests.venue.halls import PLAYERS, STAFF, match_at


def life_hall(
    path: Path,
    depth: str = "life",
    least: str = "result",
    lists: str = "closed",
    game: str = GAME.id,
) -> Path:
    """A cup of four with staff, of which a round is posted; each table has a game that was opened
    with a record of that depth."""
    return copied(path, _hall, depth, least, lists, game)


def _hall(path: Path, depth: str, least: str, lists: str, game: str) -> None:
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2", "record": least, "decklists": lists})
        judges = [f"lena appoint {who} {role}" for who, role in STAFF.items() if who != "lena"]
        logs(log, judges)
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, [proposed(log, 1)])
        for each in contests(log, 1):
            first, catalog = first_entry(each.table), CATALOG
            if game != GAME.id:
                other = drawn(game, Random(each.table))
                first, catalog = other.first, other.catalog
            seats = tuple(
                msgspec.structs.replace(seat, person=player)
                for seat, player in zip(first.seats, (each.a, each.b), strict=True)
            )
            contest = f"{CUP}/1/{each.table}/1"
            record = "" if depth == "full" else depth
            first = msgspec.structs.replace(first, seats=seats, contest=contest, record=record)
            name = match_at(1, each.table)
            log.open_match(draft(first, 1, name), name, catalog)
        log.let_go(CUP)
