"""The tournament of the demonstration, made by the commands that a desk types."""

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import cycle
from pathlib import Path

from cli.commands.people import set_name
from cli.commands.recording import log
from cli.reading.decks import chosen_catalog, shipped_decks
from cli.tournament.linked.games import game as open_game
from cli.tournament.lists import deck
from cli.tournament.opening import new
from cli.tournament.players import enter
from cli.tournament.rounds import post, start
from referee.game import Game

EVENT = "saturday"
ORGANISER, HEAD_JUDGE, JUDGE, SCOREKEEPER = "lena", "hugo", "mira", "otto"
STAFF = {
    ORGANISER: "Lena Ahrens",
    HEAD_JUDGE: "Hugo Lind",
    JUDGE: "Mira Costa",
    SCOREKEEPER: "Otto Brandt",
}
PLAYERS = {
    "ada": "Ada Novak",
    "ben": "Ben Okoro",
    "cleo": "Cleo Martin",
    "dario": "Dario Ricci",
    "emil": "Emil Svensson",
    "farah": "Farah Aziz",
    "greta": "Greta Holm",
    "hiro": "Hiro Tanaka",
    "ines": "Ines Duarte",
    "jonas": "Jonas Weber",
    "kaya": "Kaya Demir",
    "liam": "Liam Byrne",
    "maja": "Maja Kowalska",
    "noor": "Noor Haddad",
    "oskar": "Oskar Vogel",
    "petra": "Petra Horvat",
}
"""Nobody of these names is meant."""


def set_up(path: Path, game: Game) -> None:
    """Make a log with a tournament of sixteen whose first round has begun, a match at each table.

    Args:
        path: the log, which is not there yet.
        game: what is played.

    Raises:
        Failure: the game ships no decks or catalog that it can be played with.
    """
    for step in _steps(path, game):
        with redirect_stdout(StringIO()):
            step()


def _steps(path: Path, game: Game) -> Iterator[Callable[[], object]]:
    """What the desk does, one command after another."""
    taken = ["decklists=open", "delay=2/0"]
    yield lambda: new(EVENT, ORGANISER, game=game.id, rounds=4, best_of=1, options=taken, log=path)
    appointed = {HEAD_JUDGE: "head-judge", JUDGE: "judge", SCOREKEEPER: "scorekeeper"}
    lines = [f"{ORGANISER} appoint {person} {role}" for person, role in appointed.items()]
    yield lambda: log(EVENT, lines, by=ORGANISER, log=path)
    yield lambda: enter(EVENT, [*PLAYERS], here=True, by=SCOREKEEPER, log=path)
    for person, name in {**STAFF, **PLAYERS}.items():
        yield lambda person=person, name=name: set_name(person, name, log=path)  # type: ignore[misc]
    usual = chosen_catalog(game, None).name
    fitting = [n for n, each in shipped_decks(game).items() if each.catalog in ("", usual)]
    for player, name in zip(PLAYERS, cycle(fitting), strict=False):
        yield lambda player=player, name=name: deck(  # type: ignore[misc]
            EVENT, player, name, by=SCOREKEEPER, log=path
        )
    yield lambda: post(EVENT, by=ORGANISER, log=path)
    yield lambda: start(EVENT, by=ORGANISER, log=path)
    for table in range(1, len(PLAYERS) // 2 + 1):
        yield lambda table=table: open_game(  # type: ignore[misc]
            EVENT, table, by=SCOREKEEPER, log=path
        )
