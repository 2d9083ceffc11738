"""The page of a deck check (VN-20.3)."""

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from cli.venue.floor.check import sheet_of
from cli.venue.web.pages import page
from cli.venue.web.tournaments import at_counter


@get("/check/{player:str}")
async def check(request: Request[Any, Any, Any], player: FromPath[str]) -> Response[str]:
    """The registered list beside boxes to tick, and what was found."""
    sheet = await at_counter(request, "", lambda desk: sheet_of(desk, player))
    return page(request, "check.html", sheet=sheet)


HANDLERS = [check]
