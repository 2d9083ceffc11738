"""What a judge asks in a dispute, each within two taps of the match or the entry."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from cli.venue.access.session import Session
from cli.venue.judge.dispute import board_behind, entries_of_card, struck, under
from cli.venue.judge.own_event import require_open
from cli.venue.judge.reached import judged
from cli.venue.web.caller import hall_of
from cli.venue.web.judging.judge import Asked, seen
from cli.venue.web.pages import page
from storage.log import Log


@get("/judge/{match_id:str}/board/{seq:int}")
async def board(request: Asked, match_id: FromPath[str], seq: FromPath[int]) -> Response[str]:
    """The board as it stood behind an entry."""

    def looked(log: Log, session: Session) -> Any:
        return board_behind(judged(log, session, match_id), seq)

    return page(request, "judge_board.html", moment=await seen(request, looked), match_id=match_id)


@get("/judge/{match_id:str}/card")
async def of_card(request: Asked, match_id: FromPath[str], name: FromQuery[str]) -> Response[str]:
    """The entries that touched a card, or may have, with when they were played."""
    now = hall_of(request).clock()

    def looked(log: Log, session: Session) -> Any:
        asked = judged(log, session, match_id)
        require_open(log, asked.match, session, now)
        return entries_of_card(asked, name)

    card, entries = await seen(request, looked)
    return page(request, "judge_card.html", card=card, entries=entries, match_id=match_id)


@get("/judge/{match_id:str}/struck/{seq:int}")
async def fallen(request: Asked, match_id: FromPath[str], seq: FromPath[int]) -> Response[str]:
    """What would fall with an entry, were it struck; nothing is written."""
    now = hall_of(request).clock()

    def looked(log: Log, session: Session) -> Any:
        asked = judged(log, session, match_id)
        require_open(log, asked.match, session, now)
        return struck(asked, seq, session.person)

    return page(request, "judge_doing.html", doing=await seen(request, looked), match_id=match_id)


@get("/judge/{match_id:str}/under/{interpretation:str}/{reading:str}")
async def reread(
    request: Asked, match_id: FromPath[str], interpretation: FromPath[str], reading: FromPath[str]
) -> Response[str]:
    """What would differ under another reading of the rulebook; nothing is written."""
    now = hall_of(request).clock()

    def looked(log: Log, session: Session) -> Any:
        asked = judged(log, session, match_id)
        require_open(log, asked.match, session, now)
        return under(asked, interpretation, reading)

    return page(request, "judge_doing.html", doing=await seen(request, looked), match_id=match_id)


HANDLERS = [board, of_card, fallen, reread]
