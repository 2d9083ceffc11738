"""The tournament of the demonstration, made by the commands that a desk types."""

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import cycle, product
from pathlib import Path

from cli.commands.entries import log
from cli.commands.people import set_name
from cli.reading.decks import chosen_catalog, shipped_decks
from cli.tournament.linked.games import Agreed, due_game, opened_game
from cli.tournament.lists import deck
from cli.tournament.opening import new
from cli.tournament.players import enter
from cli.tournament.rounds import post, start
from cli.tournament.stream import Desk, at_desk
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import opening
from referee.tournament.common_edition import Plays
from referee.verdict import applied

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
    decks, pairs = _decks(game), _pairs(game)
    listed = len(pairs) == len(decks) ** 2
    taken = [f"decklists={'open' if listed else 'none'}", "delay=2/0"]
    yield lambda: new(EVENT, ORGANISER, game=game.id, rounds=4, best_of=1, options=taken, log=path)
    appointed = {HEAD_JUDGE: "head-judge", JUDGE: "judge", SCOREKEEPER: "scorekeeper"}
    lines = [f"{ORGANISER} appoint {person} {role}" for person, role in appointed.items()]
    yield lambda: log(EVENT, lines, by=ORGANISER, log=path)
    yield lambda: enter(EVENT, [*PLAYERS], here=True, by=SCOREKEEPER, log=path)
    for person, name in {**STAFF, **PLAYERS}.items():
        yield lambda person=person, name=name: set_name(person, name, log=path)  # type: ignore[misc]
    for player, name in zip(PLAYERS, cycle(decks), strict=False) if listed else ():
        yield lambda player=player, name=name: deck(  # type: ignore[misc]
            EVENT, player, name, by=SCOREKEEPER, log=path
        )
    yield lambda: post(EVENT, by=ORGANISER, log=path)
    yield lambda: start(EVENT, by=ORGANISER, log=path)
    yield lambda: _open_all(path)


def _open_all(path: Path) -> None:
    with at_desk(EVENT, path, SCOREKEEPER, write=True) as desk:
        open_games(desk)


def open_games(desk: Desk) -> None:
    """Open a match at each table of the newest round; where not any two decks can meet, each table
    is given two that can.

    Raises:
        Failure: one of them cannot be opened.
    """
    state = desk.table.state
    plays = Plays.read(state.options["plays"])
    assert plays is not None
    pairs = _pairs(game_of(plays.game)) if state.options["decklists"] == "none" else ()
    contests = state.rounds[-1].contests.values()
    for contest, given in zip(contests, cycle(pairs or [()]), strict=False):
        decks = dict(zip((contest.a, contest.b), given, strict=False))
        opened_game(desk, due_game(desk, contest.table), Agreed(decks=decks))


def _decks(game: Game) -> list[str]:
    """The shipped decks that can be played with the usual catalog."""
    usual = chosen_catalog(game, None).name
    return [n for n, each in shipped_decks(game).items() if each.catalog in ("", usual)]


def _pairs(game: Game) -> tuple[tuple[str, str], ...]:
    """Those of them that can meet."""
    catalog, known = chosen_catalog(game, None), shipped_decks(game)

    def meet(one: str, other: str) -> bool:
        decks = [known[one], known[other]]
        cards = [(each.name, each.cards) for each in decks]
        first = opening(game, catalog, cards, lists=[each.lists for each in decks])
        return applied(Replay(game, catalog).add(first).verdict)

    names = _decks(game)
    return tuple((one, other) for one, other in product(names, repeat=2) if meet(one, other))


__all__ = ["EVENT", "ORGANISER", "SCOREKEEPER", "open_games", "set_up"]
