"""What is said when the venue is open: where each goes, with the code that lets them in."""

from collections.abc import Iterator
from itertools import chain

from cli.screen import render
from cli.venue.access.codes import spelled
from cli.venue.access.session import Invitation, Role
from cli.venue.hall.hall import Hall
from events.common import Opening
from referee.games.registry import is_stream
from referee.tournament.state import Hall as Tournament
from storage.log import Log
from storage.match import Match

SEATS = 4
"""Of a tournament so many seats are named at the start; the slips have them all."""


async def welcome(hall: Hall) -> None:
    """Say where the venue is, and the codes of its roles (VN-5.9)."""

    def made(log: Log) -> list[tuple[str, str]]:
        found = [each for match in log.at_hand.values() for each in _invited(log, match)]
        codes = hall.access.invite_all(log, [invitation for _, invitation in found])
        return [(what, code) for (what, _), code in zip(found, codes, strict=True)]

    codes = await hall.ask(made)
    render.say(f"The venue is open at {hall.address}", style="strong")
    width = max((len(what) for what, _ in codes), default=0)
    for what, code in codes:
        render.say(f"{what:<{width}}  {hall.address}/j/{spelled(code)}")
    render.say("Ctrl-C closes it; what was acknowledged is in the log.", style="quiet")


def _invited(log: Log, match: Match) -> Iterator[tuple[str, Invitation]]:
    replay = match.replay()
    if not replay.opened or replay.state.over:
        return
    if is_stream(match.game.id):
        yield from _to_tournament(match.id, replay.table)
    else:
        opening = match.entry(1).event
        if isinstance(opening, Opening) and not opening.contest:
            yield from _to_match(match.id, opening)


def _to_match(name: str, opening: Opening) -> Iterator[tuple[str, Invitation]]:
    for seating in opening.seats:
        yield (
            f"{name}, seat {seating.seat}",
            Invitation("player", seating.person, match=name),
        )
    for person, role in opening.judges.items():
        yield f"{name}, {role} {person}", Invitation(role, person, match=name)
    yield f"{name}, to watch", Invitation("spectator", match=name)


def _to_tournament(name: str, table: Tournament) -> Iterator[tuple[str, Invitation]]:
    state = table.state
    ranks: tuple[Role, ...] = ("organiser", "head-judge", "judge", "scorekeeper")
    for role in ranks:
        for person, held in state.roles.items():
            if role in held:
                yield f"{role} {person}", Invitation(role, person, name)
    if state.rounds:
        contests = [*state.rounds[-1].contests.values()][: SEATS // 2]
        for contest in contests:
            pairs = [state.entrants[each].members or [each] for each in (contest.a, contest.b)]
            for player in chain(*pairs):
                told = f"table {contest.table}, {player}"
                yield told, Invitation("player", player, name, ends=state.turn)
    yield "screen", Invitation("screen", stream=name)
    yield "to watch", Invitation("spectator", stream=name)
