"""All tables at a glance: turn, illegal entries, disputes, how far both have agreed (VN-10.4)."""

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

from msgspec import Struct

from cli.judging.explained import named_entry
from cli.screen.sentences import result_words
from cli.venue.access.session import Session
from cli.venue.judge.calls import Called
from cli.venue.judge.reached import desk_of, games_at_hand
from events.common import RULINGS, CloseCall, Confirm, Contest, Insert, Rewind
from referee.light import figures
from referee.replay.causes import refusals
from referee.table import result_of
from referee.tournament.state import Contest as Table
from referee.tournament.state import State
from referee.verdict import Illegal, applied
from storage.log import Log
from storage.match import Match
from storage.tournament.games import contests_of


class Disputed(Struct, frozen=True):
    """An entry that a player disputes, on which nobody has ruled since."""

    entry: int  # the entry
    by: str  # the seat that disputes it
    reason: str  # why
    seq: int  # the entry that disputes it


class Glance(Struct, frozen=True):
    """A match in a few figures."""

    match: str  # the match
    game: int  # which game of its contest; 0: of none
    last: int  # its last entry
    turn: int  # the turn
    active: str  # whose turn it is; empty where it is nobody's
    over: str  # how it ended, in words; empty while it is on
    score: Mapping[str, str]  # the points of each side, where points decide
    illegal: tuple[int, ...]  # the entries that are illegal of themselves, as it stands
    disputed: tuple[Disputed, ...]  # what players dispute
    agreed: Mapping[str, int]  # by seat, the entry up to which a player has agreed; 0: to none
    persons: Mapping[str, str]  # by seat, who sits there
    calls: int  # how many calls are open in it

    @property
    def both(self) -> int:
        """The entry up to which all players have agreed; 0: to none."""
        return min(self.agreed.values(), default=0)


class Row(Struct, frozen=True):
    """A table, and what is on at it."""

    table: int  # its number; 0: a match of no tournament
    players: tuple[tuple[str, str], ...]  # who sits there, each with the name where it is known
    games: tuple[Glance, ...]  # what is logged there
    result: str  # how the contest ended; empty while it is open
    disputed: bool  # whether its result is disputed (TR-7.2)
    calls: tuple[Called, ...]  # the open calls there
    words: str  # all that it may be found by, in small letters

    @property
    def urgent(self) -> bool:
        """Whether a judge is needed there."""
        games = any(game.disputed or game.illegal for game in self.games)
        return bool(self.calls) or self.disputed or games


def tables_of(log: Log, session: Session, calls: Sequence[Called], find: str = "") -> list[Row]:
    """The tables of the round that is on, in their order, or those that were looked for.

    Args:
        log: the log.
        session: the judge's device.
        calls: the open calls.
        find: the number of a table, or a part of a name, an id or a match.
    """
    desk, people = desk_of(log, session), log.people()
    if desk is None:
        rows = [_single(match, people, calls) for match in games_at_hand(log, session)]
        return [row for row in rows if _found(row, find)]
    state = desk.table.state
    if not state.rounds:
        return []
    at_table: dict[int, list[Glance]] = {}
    for match_id, said in contests_of(log, desk.name, state.turn).items():
        *_, table, game = said.split("/")
        at_table.setdefault(int(table), []).append(glance(log.live(match_id), int(game)))
    rows = [
        _row(each, state, at_table.get(each.table, []), people, calls)
        for each in sorted(state.rounds[-1].contests.values(), key=lambda each: each.table)
    ]
    return [row for row in rows if _found(row, find)]


def _row(
    contest: Table,
    state: State,
    games: Sequence[Glance],
    people: Mapping[str, str],
    calls: Sequence[Called],
) -> Row:
    score = contest.result.score if contest.result is not None else None
    result = ""
    if score is not None:
        result = f"{score.a}-{score.b}{f'-{score.drawn}' if score.drawn else ''}"
        result += f" ({score.how})" if score.how != "played" else ""
    players = tuple((each, people.get(each, "")) for each in (contest.a, contest.b))
    members = (
        member
        for each, _ in players
        for member in (state.entrants[each].members if each in state.entrants else ())
    )
    return Row(
        contest.table,
        players,
        tuple(sorted(games, key=lambda each: each.game)),
        result,
        bool(contest.disputed),
        tuple(each for each in calls if each.table == contest.table and each.round == state.turn),
        _words(players, games, (*members, *(people.get(m, "") for m in members))),
    )


def _single(match: Match, people: Mapping[str, str], calls: Sequence[Called]) -> Row:
    persons = match.replay().table.persons.values() if match.replay().opened else ()
    players = tuple((each, people.get(each, "")) for each in persons)
    games = (glance(match, 0),)
    mine = tuple(each for each in calls if each.match == match.id)
    return Row(0, players, games, games[0].over, False, mine, _words(players, games, ()))


def _words(
    players: Sequence[tuple[str, str]], games: Sequence[Glance], others: Sequence[str]
) -> str:
    words = (*(word for each in players for word in each), *(game.match for game in games), *others)
    return " ".join(words).casefold()


def _found(row: Row, find: str) -> bool:
    """Whether a table is meant: by its number, or by a part of what it is called."""
    wanted = find.strip().casefold()
    return not wanted or wanted == str(row.table) or (wanted in row.words and not wanted.isdigit())


# -- a match in a few figures --------------------------------------------------------------------

_SEEN: "WeakKeyDictionary[Match, tuple[int, Glance]]" = WeakKeyDictionary()
"""The last glance at each live match; of use to the writer's thread alone, as these are."""


def glance(match: Match, game: int) -> Glance:
    """A match in a few figures; looked at once for each entry."""
    known = _SEEN.get(match)
    if known is not None and known[0] == match.last and known[1].game == game:
        return known[1]
    found = _glance(match, game)
    _SEEN[match] = match.last, found
    return found


def _glance(match: Match, game: int) -> Glance:
    replay = match.replay()
    if not replay.opened:
        return Glance(match.id, game, match.last, 0, "", "", {}, (), (), {}, {}, 0)
    state, table = replay.state, replay.table
    result = result_of(state)
    counted = match.game.scores(table) or figures(match.game, table)
    scores = {side: str(points) for side, points in counted.items()}
    illegal = tuple(
        seq
        for seq, refusal in refusals(replay).items()
        if refusal.root == seq and isinstance(replay.standing(seq), Illegal)
    )
    return Glance(
        match.id,
        game,
        match.last,
        state.turn,
        state.active,
        result_words(result) if result is not None else "",
        scores,
        illegal,
        disputes(match),
        agreed(match),
        table.persons,
        len(state.calls),
    )


def agreed(match: Match) -> dict[str, int]:
    """By seat, the entry up to which a player has agreed (VN-10.4); 0: to none."""
    replay = match.replay()
    found = dict.fromkeys(replay.table.persons, 0)
    for seq, event in enumerate(replay.events, 1):
        if isinstance(event, Confirm) and event.seat in found and applied(replay.standing(seq)):
            found[event.seat] = max(found[event.seat], event.entry)
    return found


def disputes(match: Match) -> tuple[Disputed, ...]:
    """What players dispute: until a judge rules on it, or leaves the table."""
    replay = match.replay()
    open_ones: dict[int, Disputed] = {}
    for seq, event in enumerate(replay.events, 1):
        if isinstance(event, Contest) and applied(replay.standing(seq)):
            open_ones[event.entry] = Disputed(event.entry, event.seat, event.reason, seq)
        elif isinstance(event, CloseCall):
            open_ones.clear()
        elif isinstance(event, Insert):
            open_ones.pop(event.after + 1, None)
        elif isinstance(event, RULINGS) and not isinstance(event, Rewind):
            open_ones.pop(named_entry(event) or 0, None)
    return tuple(
        each
        for each in open_ones.values()
        if each.entry not in replay.undone or replay.undone[each.entry] < each.seq
    )
