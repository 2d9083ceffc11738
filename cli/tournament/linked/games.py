"""The games of a contest are opened as matches."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec
import typer

from cli.answers.entries import outcome_of
from cli.answers.matches import Opened
from cli.answers.position import position_fields
from cli.arguments import AgreedOption, BeganOption, JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import chosen_deck
from cli.reading.lines import moment_of, new_id
from cli.reading.matches import option_pairs
from cli.screen import render
from cli.tournament.linked.both import opening_of
from cli.tournament.linked.judges import RoundOption, current
from cli.tournament.linked.results import contest_at, lost_unplayed
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk, refused
from events.common import JudgeRole, LightDepth, Opening, Seating
from events.entry import MatchId
from referee.catalog import Catalog
from referee.fact import FirstPlayer
from referee.game import Game
from referee.replay.replay import Replay
from referee.tournament.common_edition import Plays
from referee.tournament.judging.lost_games import games_to_win
from referee.tournament.state import Contest, State, number_of
from referee.verdict import Illegal
from storage.match import Match
from storage.tournament.games import games_of
from storage.tournament.played import Played, Undecided, played_of, winner_of

if TYPE_CHECKING:
    from storage.match import Recorded

app = commands()


@app.command(
    epilog="Example: referee tournament game open 17",
)
def game(
    event: StreamArgument,
    table: Annotated[int, typer.Argument(metavar="TABLE", min=1, max=9999, help="The table.")],
    first: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="Who sits first, and begins where the seats say so; by default who is posted "
            "first, and later as in the game before.",
        ),
    ] = None,
    decks: Annotated[
        list[str] | None,
        typer.Option("--deck", metavar="PLAYER=DECK", help="A deck, where no lists are taken."),
    ] = None,
    options: AgreedOption = None,
    match: Annotated[
        str,
        typer.Option(
            metavar="MATCH",
            help="What to call the match; by default EVENT-r1-t17-g1.",
            show_default=False,
        ),
    ] = "",
    at: BeganOption = None,
    number: RoundOption = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Open the next game of a contest as a match.

    The players and the number come from the tournament, the decks from the registered lists, the
    game and its readings from the opening; so all tables play alike.
    """
    with at_desk(event, log, by, write=True) as desk:
        decks_by_player = option_pairs(decks or [], "--deck")
        agreed = Agreed(first, decks_by_player, option_pairs(options or [], "--option"))
        opened = opened_game(desk, due_game(desk, table, number), agreed, name=match, at=at)
    trial, played = opened.match.replay(), opened.match.game
    verdict = opened.recorded.outcome.verdict
    if json:
        entry = outcome_of(opened.recorded.outcome, opened.recorded.entry.event, played)
        render.say_json(Opened(opened.match.id, (entry,), **position_fields(trial)))
        return Status.DONE
    sides = render.sides_text(trial.state)
    render.say(f"{opened.match.id} is open: {played.title}, {sides}", style="strong")
    render.say(f"game {opened.nth} of round {opened.round}, table {table}")
    render.say_lines(render.verdict_lines(verdict, played))
    render.say_lines(render.next_lines(trial))
    return Status.DONE


class OpenedGame(NamedTuple):
    """A game of a contest that was opened as a match."""

    match: Match  # the match
    recorded: "Recorded"  # its opening
    round: int  # the round
    nth: int  # which game of its contest it is


class DueGame(NamedTuple):
    """The next game of a contest."""

    round: int  # the round
    contest: Contest  # between whom
    before: Sequence[Match]  # its games before
    nth: int  # which game of the contest it is


class Agreed(NamedTuple):
    """What two who meet have settled before their game."""

    first: str | None = None  # who sits first; None: as posted, or as in the game before
    decks: Mapping[str, str] = {}  # by player, where no lists are taken
    options: Mapping[str, str] = {}  # what is not usual
    chosen: str = ""  # who begins, where the policy asks somebody; empty: that one has not said


NOTHING = Agreed()


def due_game(desk: Desk, table: int, number: int | None = None) -> DueGame:
    """The game that is to be opened next at a table.

    Args:
        desk: the tournament.
        table: the table.
        number: the round; None: the newest.

    Raises:
        Failure: there is no such table, or no game is due.
    """
    turn = current(desk, number)
    contest = contest_at(desk, turn, table)
    if contest is None:
        raise Failure(f"round {turn} has no table {table}", f"referee show {desk.name}")
    before = list(games_of(desk.log, desk.name, turn, table).values())
    return DueGame(turn, contest, before, _next_number(desk, turn, contest, before))


def opened_game(
    desk: Desk,
    due: DueGame,
    agreed: Agreed = NOTHING,
    *,
    name: str = "",
    at: str | None = None,
    entry: str = "",
) -> OpenedGame:
    """Open the next game of a contest as a match.

    Args:
        desk: the tournament, open for writing.
        due: the game.
        agreed: what the two have settled.
        name: what to call the match; empty: by event, round, table and game.
        at: when it began; None: now.
        entry: the id of the opening; empty: one that is drawn.

    Raises:
        Failure: it cannot be opened.
    """
    from storage.log import Draft

    table = due.contest.table
    match_id = name or f"{desk.name}-r{due.round}-t{table}-g{due.nth}"
    plays, played, catalog = desk.plays()
    _require_free(desk, match_id)
    opening = _opening(desk, due, agreed, (plays, played, catalog))
    verdict = Replay(played, catalog).add(opening).verdict
    if isinstance(verdict, Illegal):
        raise _cannot_open(desk, played, verdict, opening.seats)
    now = datetime.now(UTC)
    draft = Draft(opening, entry or new_id(now), moment_of(at, now), now, desk.person())
    recorded = desk.log.open_match(draft, match_id, catalog)
    return OpenedGame(desk.log.live(match_id), recorded, due.round, due.nth)


def _opening(
    desk: Desk, due: DueGame, agreed: Agreed, at_tables: tuple[Plays, Game, Catalog]
) -> Opening:
    """The opening of a game: who sits where, what was agreed, and the rest as in the tournament."""
    turn, contest, before, nth = due
    plays, played, catalog = at_tables
    first = agreed.first
    listed = {player: chosen_deck(played, deck) for player, deck in agreed.decks.items()}
    begins = agreed.chosen or (beginner_of(desk, turn, contest, before) if first is None else "")
    who = _in_order(contest, before, first or begins or None)
    seats = _seats(desk, who, listed, before)
    if before:
        lost = None if begins else _loser(before[-1], who)  # who begins is said here
        usual = {**opening_of(before[-1]).options, **played.after_game(lost)}
    else:
        usual = {} if first or begins else {**played.first_game}
    return _sound(
        Opening(
            desk.person(),
            played.id,
            played.version,
            plays.catalog,
            seats,
            played.choices(plays.choices),
            played.agreements(catalog, {**usual, **agreed.options}),
            f"{desk.name}/{turn}/{contest.table}/{nth}",
            played.lists_of_table(catalog, {}),
            _judges(desk, who),
            _record(desk),
        )
    )


# -- which game ---------------------------------------------------------------------------------


def _next_number(desk: Desk, turn: int, contest: Contest, before: Sequence[Match]) -> int:
    """The number of the next game of a contest.

    Raises:
        Failure: none is due.
    """
    state = desk.table.state
    where = f"round {turn}, table {contest.table}"
    if number_of(state, "teams"):
        raise Failure("where teams play, the boards have the games", "referee new --contest …")
    if contest.result is not None:
        raise Failure(
            f"{where} has a result: {contest.result.score.a}-{contest.result.score.b}",
            f"strike {contest.result.seq} first, if it is wrong",
            Status.ILLEGAL,
        )
    if turn < state.turn:
        raise Failure(f"round {turn} is over", f"round {state.turn} is on", Status.ILLEGAL)
    games = [played_of(each) for each in before]
    for each in games:
        if each.game.ended is None:
            raise Failure(
                f"{each.match} is still on", f"log its end first; referee show {each.match}"
            )
    won = won_of(desk, contest, games)
    most = games_to_win(state, desk.table.catalog)
    for player in (contest.a, contest.b):
        if won[player] >= most:
            raise Failure(
                f"{player} has won {where} with {won[player]} games",
                f"referee tournament report {desk.name} {contest.table} --games",
                Status.ILLEGAL,
            )
    known = [int(opening_of(each).contest.rpartition("/")[2]) for each in before]
    return max(known, default=0) + 1


def won_of(desk: Desk, contest: Contest, games: Sequence[Played]) -> dict[str, int]:
    """How many of the logged games each of the two has won, with what penalties have taken; those
    that nobody has won under an empty name.

    Raises:
        Failure: one of them has no winner that can be told.
    """
    won = {contest.a: 0, contest.b: 0, "": 0}
    for each in games:
        try:
            won[winner_of(each, (contest.a, contest.b), desk.table.state.players)] += 1
        except Undecided as error:
            raise Failure(str(error), f"referee verify {desk.name}") from None
    lost = lost_unplayed(desk, contest, games)
    won[contest.a] += lost[contest.b]
    won[contest.b] += lost[contest.a]
    return won


def _require_free(desk: Desk, name: str) -> None:
    """Refuse a name that no match can have, or that another one has."""
    try:
        msgspec.convert(name, MatchId)
    except msgspec.ValidationError:
        raise Failure(
            f"{name!r} cannot be the name of a match",
            "letters, digits, . _ and -; at most 64; --match says another",
        ) from None
    if desk.log.has(name):
        raise Failure(f"{desk.log.path}: {name} already exists", "--match says another name")


# -- who, with what -----------------------------------------------------------------------------


def _in_order(contest: Contest, before: Sequence[Match], first: str | None) -> tuple[str, str]:
    """The two players as they sit: as posted, or as in the game before; where that was drawn, who
    began it begins again.

    Raises:
        Failure: somebody else is to sit first.
    """
    players = (contest.a, contest.b)
    if first is not None:
        if first not in players:
            raise Failure(f"{first} is not at table {contest.table}", f"{players[0]}, {players[1]}")
        return players if first == players[0] else (players[1], players[0])
    if not before:
        return players
    one, other = (each.person for each in opening_of(before[-1]).seats)
    if _loser(before[-1], (one, other)) is None and _began(before[-1]) == other:
        return other, one
    return one, other


def beginner_of(desk: Desk, turn: int, contest: Contest, before: Sequence[Match]) -> str:
    """Who begins the next game of a contest by the policy (VN-18.14): drawn by the key of the
    round, so that nobody chooses and both see it; the better seed; or in turns. Empty where the
    game has it, or somebody is asked."""
    begins, state = desk.table.catalog.begins, desk.table.state
    how = begins.later if before else begins.game_1
    if how == "draw":
        said = f"{state.rounds[turn - 1].key}|first|{contest.table}"
        said += f"|{len(before) + 1}" if before else ""
        return (contest.a, contest.b)[sha256(said.encode()).digest()[0] % 2]
    if how == "seed":
        return min((contest.a, contest.b), key=lambda player: _seed_of(state, player))
    if how == "alternate":
        one, other = (each.person for each in opening_of(before[-1]).seats)
        return one if (_began(before[-1]) or one) == other else other
    return ""


def _seed_of(state: State, player: str) -> int:
    """The place of a player in the cut, or in the bracket; else the number."""
    if player in state.cut:
        return state.cut.index(player)
    entrant = state.entrants[player]
    return entrant.seed or entrant.number


def loser_of(match: Match) -> str:
    """Who lost a game; empty where nobody did."""
    players = [each.person for each in opening_of(match).seats]
    at = _loser(match, players)
    return "" if at is None else players[at]


def _loser(match: Match, players: Sequence[str]) -> int | None:
    """The place of who lost a game; None where nobody did."""
    won = played_of(match).game.winners
    return next((n for n, each in enumerate(players) if won and each not in won), None)


def _began(match: Match) -> str:
    """Who went first in a game; empty where it does not say."""
    persons = {each.seat: each.person for each in opening_of(match).seats}
    replay, began = Replay(match.game, match.catalog), ""
    for entry in match.entries:
        for fact in replay.add(entry.event).facts:
            if isinstance(fact, FirstPlayer):
                began = persons.get(fact.seat, "")
    return began


def _seats(
    desk: Desk, players: tuple[str, str], named: Mapping[str, Any], before: Sequence[Match]
) -> tuple[Seating, ...]:
    """The two seats with their registered lists; without one, as named or as in the game before.

    Raises:
        Failure: a deck is named for somebody else, or beside a registered list.
    """
    state = desk.table.state
    for player in named:
        if player not in players:
            raise Failure(f"--deck {player}: not at this table", f"{players[0]}, {players[1]}")
        if player in state.decks and state.decks[player].cards:
            raise Failure(f"--deck {player}: the list of {player} is registered", "leave it out")
    earlier = {each.person: each for each in opening_of(before[-1]).seats} if before else {}
    seats = []
    for seat, player in zip(_seat_names(players), players, strict=True):
        deck, own = state.decks.get(player), named.get(player)
        if deck is not None and deck.cards:
            seats.append(Seating(seat, player, dict(deck.cards), deck.name, lists=dict(deck.lists)))
        elif own is not None:
            seats.append(Seating(seat, player, dict(own.cards), own.name, lists=dict(own.lists)))
        elif player in earlier:
            seats.append(msgspec.structs.replace(earlier[player], seat=seat))
        else:
            seats.append(Seating(seat, player))
    return tuple(seats)


def _seat_names(players: tuple[str, str]) -> tuple[str, str]:
    """A seat's word for each player: the id in small letters, behind a p where it would not begin
    with a letter."""
    one, other = (
        word if word[0].isalpha() else f"p{word}"[:32] for word in map(str.lower, players)
    )
    return (one, other) if one != other else ("first", "second")


def _judges(desk: Desk, players: tuple[str, str]) -> dict[str, JudgeRole]:
    """Who judges the tournament judges its matches, but for who plays."""
    found: dict[str, JudgeRole] = {}
    for person, roles in desk.table.state.roles.items():
        if person in players:
            continue
        if not {"organiser", "head-judge"}.isdisjoint(roles):
            found[person] = "head-judge"
        elif "judge" in roles:
            found[person] = "judge"
    return found


def _record(desk: Desk) -> LightDepth | Literal[""]:
    """How much is told of a game from its start: what the event asks for, or all (VN-17.16)."""
    least = desk.table.state.options.get("record", "result")
    return msgspec.convert(least, LightDepth) if least in ("life", "key-plays") else ""


def _sound(opening: Opening) -> Opening:
    """The opening as the log would read it.

    Raises:
        Failure: something in it has another form.
    """
    try:
        return msgspec.convert(msgspec.to_builtins(opening), Opening)
    except msgspec.ValidationError as error:
        raise Failure(f"this is not an opening: {error}") from None


def _cannot_open(desk: Desk, played: Game, verdict: Illegal, seats: Sequence[Seating]) -> Failure:
    """Why an opening is refused, and where its decks come from."""
    bare = [each.person for each in seats if not each.deck]
    failure = refused(verdict)
    if not bare or not list(played.sample_decks()):
        return failure
    if desk.table.state.options["decklists"] == "none":
        hint = f"no lists are taken here: referee tournament game … --deck {bare[0]}=DECK"
    else:
        hint = f"no list of {bare[0]} is registered: referee tournament deck {desk.name} {bare[0]}"
    return Failure(failure.message, hint, failure.status)
