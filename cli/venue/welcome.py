"""What is said when the venue is open: where each goes, with the code that lets them in."""

import asyncio
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import chain

from cli.answers.venue import VenueCode, VenueOpen
from cli.screen import render
from cli.venue.access.codes import spelled
from cli.venue.access.refused import AccessRefused
from cli.venue.access.session import Invitation, Role
from cli.venue.entering.register import require_open
from cli.venue.hall.hall import Hall
from cli.venue.web.app import Begun
from events.common import Opening
from referee.games.registry import is_stream
from referee.tournament.state import Hall as Tournament
from storage.log import Log
from storage.match import Match

_ANYBODY = "judge"
SEATS = 4
"""Of a tournament so many seats are named at the start; the slips have them all."""


def welcome(matches: Collection[str] = (), *, json: bool = False) -> Begun:
    """What says where the venue is, with the codes of its roles (VN-5.9). At a terminal it says
    them again at each Enter, with a new one for each that was used: who organises may have lost
    the only browser that makes codes.

    Args:
        matches: the matches whose codes are said; none: of all that are open and of no tournament.
        json: whether for machines.
    """

    async def said(hall: Hall) -> None:
        def made(log: Log) -> list[VenueCode]:
            wanted = [each for each in log.at_hand.values() if not matches or each.id in matches]
            several = sum(is_stream(each.game.id) for each in wanted) > 1
            found = [
                (f"{match.id}, {what}" if several and is_stream(match.game.id) else what, to)
                for match in wanted
                for what, to in _invited(match)
                if not hall.access.was_ended(to)
            ]
            codes = hall.access.invite_all(log, [invitation for _, invitation in found])
            return [
                _code(what, to, code, hall.address)
                for (what, to), code in zip(found, codes, strict=True)
            ]

        codes = await hall.ask(made)
        if json:
            render.say_json(VenueOpen(hall.address, tuple(codes)))
            return
        render.say(f"The venue is open at {hall.address}", style="strong")
        width = max((len(each.for_) for each in codes), default=0)
        for each in codes:
            render.say(f"{each.for_:<{width}}  {each.address}")
        many = "Each is for one device, but to register and to watch; a private window is one."
        render.say(many, style="quiet")
        render.say("Ctrl-C closes it; what was acknowledged is in the log.", style="quiet")

    async def again(hall: Hall) -> None:
        await said(hall)
        with _entered() as entered:
            if json or entered is None:
                return
            render.say("Enter shows codes again, new ones for those that were used.", style="quiet")
            while True:
                await entered.wait()
                entered.clear()
                await said(hall)

    return again


@contextmanager
def _entered() -> Iterator[asyncio.Event | None]:
    """What is set at each Enter at the terminal; None where there is none to be heard."""
    loop, entered = asyncio.get_running_loop(), asyncio.Event()

    def heard() -> None:
        if not sys.stdin.readline():  # the terminal is gone
            loop.remove_reader(sys.stdin)
        entered.set()

    try:
        terminal = sys.stdin.isatty()
        if terminal:
            loop.add_reader(sys.stdin, heard)
    except (NotImplementedError, OSError, ValueError, AttributeError):
        terminal = False
    try:
        yield entered if terminal else None
    finally:
        if terminal:
            loop.remove_reader(sys.stdin)


def _code(what: str, to: Invitation, code: str, address: str) -> VenueCode:
    door = "e" if to.role == "entrant" else "j"
    where = f"{address}/{door}/{spelled(code)}"
    return VenueCode(what, to.role, to.person, to.event, spelled(code), where)


def _invited(match: Match) -> Iterator[tuple[str, Invitation]]:
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
    if not opening.judges:  # then anybody may judge who does not play
        yield f"{name}, judge", Invitation("judge", _ANYBODY, match=name)
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
                seated = f"table {contest.table}, {player}"
                yield seated, Invitation("player", player, name, ends=state.turn)
    with suppress(AccessRefused):
        require_open(state)
        yield "to register", Invitation("entrant", stream=name)
    yield "screen", Invitation("screen", stream=name)
    yield "to watch", Invitation("spectator", stream=name)
