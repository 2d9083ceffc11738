"""Contests between teams: boards, who sits at them, and their sum (section 13)."""

from events.tournament import Boards
from referee.tournament.policy import Policy
from referee.tournament.roles import DESK, require_role
from referee.tournament.state import Contest, Hall, Score, State, number_of

LETTERS = "abcde"


def boards_of(state: State) -> str:
    """The boards of a contest, a letter each; none where players play for themselves."""
    return LETTERS[: number_of(state, "teams")]


def players_at(state: State, contest: Contest, board: str) -> tuple[str, str]:
    """Who meets at a board: as the captains drafted, or else by place (TR-13.2). Where nobody is
    known, the team stands for its player."""
    if board in contest.seats:
        return contest.seats[board]
    place = LETTERS.index(board)
    found = []
    for team in (contest.a, contest.b):
        entrant = state.entrants.get(team)
        members = entrant.members if entrant is not None and not contest.seats else []
        found.append(members[place] if place < len(members) else team)
    return found[0], found[1]


def board_at(t: Hall, contest: Contest, board: str) -> Contest:
    """A board as the contest of the two who meet at it; refuses one that there is not (TR-13.1).
    It is a part of the contest from its first result or attestation on."""
    boards = boards_of(t.state)
    if board not in boards:
        t.forbid(
            "TR-13.1",
            "a contest has {have:board}" if boards else "players meet without boards",
            have=len(boards),
            legal=f"board={boards[0]} to {boards[-1]}" if boards else "no board",
        )
    if board in contest.boards:
        return contest.boards[board]
    return Contest(contest.table, *players_at(t.state, contest, board))


def require_sum(t: Hall, contest: Contest, score: Score) -> None:
    """Refuse a result of a contest of teams that its boards cannot come to (TR-13.1)."""
    size = number_of(t.state, "teams")
    if t.catalog.score.kind != "games":
        return
    won = [0, 0]
    for board in contest.boards.values():
        if board.result is not None and board.result.score.a != board.result.score.b:
            won[board.result.score.a < board.result.score.b] += 1
    have = f"{score.a}-{score.b}" + (f"-{score.drawn}" if score.drawn else "")
    boards = score.a + score.b + score.drawn
    over = 2 * max(score.a, score.b) > size
    most = size + (score.how == "judge")  # a decider where the boards were level
    if boards > most or (score.how == "played" and boards < size and not over):
        t.refuse(
            "TR-13.1",
            "{have} does not fit {size:board}",
            have=have,
            size=size,
            legal="the boards won by each, and those drawn",
        )
    if score.a < won[0] or score.b < won[1]:
        t.refuse(
            "TR-13.1",
            "the boards stand at {won}, not {have}",
            won=f"{won[0]}-{won[1]}",
            have=have,
            legal="no fewer boards than were won",
        )


def sum_of(state: State, policy: Policy, contest: Contest) -> Score | None:
    """What the boards come to, when all have a result: the boards won by each, or, where scores
    count, their sums (TR-13.1). None before."""
    boards = contest.boards.values()
    results = [board.result.score for board in boards if board.result is not None]
    if len(results) < number_of(state, "teams"):
        return None
    if policy.score.kind == "games":
        a = sum(each.a > each.b for each in results)
        b = sum(each.b > each.a for each in results)
        drawn = len(results) - a - b
    else:
        a, b, drawn = sum(each.a for each in results), sum(each.b for each in results), 0
    how = {each.how for each in results}
    alike = len(how) == 1 and a != b
    return Score(a, b, drawn, how.pop() if alike else "played")


def draft(t: Hall, contest: Contest, e: Boards) -> None:
    """TR-13.2: who meets at which board, as the captains named it; what was named before stays for
    the other boards."""
    state = t.state
    teams = {state.players.get(e.by, "")} - {""}
    if teams.isdisjoint((contest.a, contest.b)):
        require_role(t, e.by, DESK)
    seats = dict(contest.seats)
    for seat in e.seats:
        board, players = seat.board, (seat.a, seat.b)
        spot = board_at(t, contest, board)
        if spot.result is not None or spot.attested:
            t.refuse(
                "TR-13.2",
                "board {board} has been played",
                board=board,
                since=spot.result.seq if spot.result is not None else None,
                legal="the other boards",
            )
        for team, player in zip((contest.a, contest.b), players, strict=True):
            members = state.entrants[team].members
            if player not in members:
                t.refuse(
                    "TR-13.2",
                    "{player} does not play for {team}",
                    player=player,
                    team=team,
                    legal=" or ".join(members),
                )
        seats[board] = players
    named = [player for pair in seats.values() for player in pair]
    twice = [player for player in named if named.count(player) > 1]
    if twice:
        t.refuse("TR-13.2", "{player} has two boards", player=twice[0], legal="one board for each")
    contest.seats = dict(sorted(seats.items()))
