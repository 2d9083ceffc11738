"""The games of simulated contests, played as matches by their game's own simulator (TR-1.6)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from events.common import CardList
from events.entry import GENESIS, Entry, Sealed, entry_id, seal
from events.error import ProgramFault
from events.event import Event
from events.tournament import LoggedGame
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.simulate import NO_MISHAPS, SIMULATOR, Mishaps, opening, simulate
from referee.table import result_of
from referee.tournament.common_edition import Plays
from referee.tournament.simulating.people import SCORES, Format, Player
from referee.tournament.state import Score

REPLAYED = 50
"""How often a game is played again that cannot go on, or that nobody wins where there has to be a
winner."""


class ListOf(NamedTuple):
    """What a player may play: a name, the cards, and what is registered beside them."""

    name: str
    cards: Mapping[str, int]
    lists: Mapping[str, CardList]


class Tables(NamedTuple):
    """What all tables play."""

    game: Game
    catalog: Catalog
    decks: Sequence[ListOf]  # what the players may play
    mishaps: Mishaps = NO_MISHAPS  # what happens in the games that nobody has planned

    def plays(self) -> str:
        """The same as the opening of a tournament pins it."""
        return Plays.of(self.game, self.catalog, self.game.choices_of_new({})).written()


class LoggedMatch(NamedTuple):
    """A match as the log keeps it, entry by entry, and the hash of its last one."""

    match: str
    entries: tuple[Sealed, ...]

    @property
    def hash(self) -> str:
        """The hash of the last entry."""
        return self.entries[-1].hash


class Played(NamedTuple):
    """A contest that was played as matches."""

    score: Score  # the result
    seconds: int  # how long it took
    games: tuple[LoggedGame, ...]  # the games as the result names them
    matches: tuple[LoggedMatch, ...]  # the same as the log keeps them
    faults: tuple[str, ...]  # why games could not go on, in the place of which others were played


def played(
    tables: Tables,
    contest: str,
    players: Sequence[tuple[Player, ListOf]],
    form: Format,
    begins: datetime,
    chance: Random,
) -> Played:
    """Play a contest of two players, game by game, until one has won enough of them.

    Args:
        tables: what is played.
        contest: ``stream/round/table``.
        players: the two, who was posted first before the other, with what they play.
        form: how it is decided; a game without a winner is played again where there has to be one.
        begins: when the round starts.
        chance: the source of chance.

    Raises:
        ProgramFault: no game of the two comes to its end.
    """
    best_of, minutes, margin, decisive = form
    a, b = (player.name for player, _ in players)
    won = {a: 0, b: 0, "": 0}
    games: list[LoggedGame] = []
    matches: list[LoggedMatch] = []
    faults: list[str] = []
    longest, seconds, score = (minutes or 50) * 60 // (1 if margin else best_of), 0, Score(0, 0)
    stream, number, table = contest.split("/")
    while len(games) < (1 if margin else best_of) and max(won[a], won[b]) <= best_of // 2:
        name = f"{stream}-r{number}-t{table}-g{len(games) + 1}"
        for _ in range(REPLAYED):
            game = f"{contest}/{len(games) + 1}"
            events, winner, points = _game(tables, game, players, chance, faults)
            score = Score(points.get(a, 0), points.get(b, 0))
            if not decisive or (score.a != score.b if margin else winner):
                break
        took = round(longest * (0.4 + 0.5 * chance.random()))
        matches.append(_logged(name, events, begins + timedelta(seconds=seconds), took))
        seconds += took
        won[winner] += 1
        games.append(LoggedGame(name, winner, matches[-1].hash))
    if not margin:
        score = Score(won[a], won[b], won[""])
    return Played(score, seconds, tuple(games), tuple(matches), tuple(faults))


def _game(
    tables: Tables,
    contest: str,
    players: Sequence[tuple[Player, ListOf]],
    chance: Random,
    faults: list[str],
) -> tuple[list[Event], str, Mapping[str, int]]:
    """The entries of one game, who won it, and the points of each where they decide; why those
    could not go on that were played before it is added to the faults."""
    game, names = tables.game, [player.name for player, _ in players]
    first = opening(
        game,
        tables.catalog,
        [(deck.name, deck.cards) for _, deck in players],
        names,
        lists=[deck.lists for _, deck in players],
    )
    seats = tuple(replace(seat, person=seat.seat) for seat in first.seats)
    first = replace(first, by=SCORES, seats=seats, contest=contest)
    for left in reversed(range(REPLAYED)):
        seed = chance.getrandbits(64)
        try:
            replay = simulate(game, tables.catalog, first, Random(seed), mishaps=tables.mishaps)
            break
        except ProgramFault as fault:
            if not left:
                raise
            faults.append(f"{contest}, seed {seed}: {fault}")
    ended = result_of(replay.state)
    winner = ended.winners[0] if ended is not None and len(ended.winners) == 1 else ""
    return replay.events, winner, game.scores(replay.table)


def _logged(match: str, events: Sequence[Event], begins: datetime, took: int) -> LoggedMatch:
    """The entries of a match, spread over the seconds that it took."""
    found: list[Sealed] = []
    previous = GENESIS
    for seq, event in enumerate(events, 1):
        at = begins + timedelta(seconds=took * seq // len(events))
        key = sha256(f"{match}\n{seq}\n".encode() + msgspec.json.encode(event)).digest()
        ident = entry_id(int(at.timestamp() * 1000), key)
        found.append(seal(Entry(match, seq, ident, at, at, SIMULATOR, event), previous))
        previous = found[-1].hash
    return LoggedMatch(match, tuple(found))
