"""The pages and what all may ask: the time, and whether all is well."""

import json
import shutil
from collections.abc import Mapping
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from litestar import Request, Response, get
from litestar.params import FromPath
from markupsafe import Markup

from cli.language import pieces, plainly
from cli.venue.access.home_tables import place_of_match
from cli.venue.access.session import Session
from cli.venue.language import language_of, on_board, parts, said
from cli.venue.seen.names import called_at, in_names, page_in_names
from cli.venue.seen.sight import sight_of
from cli.venue.web.bodies import SECURE, answer, refusal_of, refused, without_folder
from cli.venue.web.caller import hall_of, joined_by, of_event, session_of
from storage.library import DRAWN
from storage.log import Log

PAGES = Path(__file__).parents[1] / "pages"
STATIC = Path(__file__).parents[1] / "static"


@cache
def _environment() -> Environment:
    """The templates; a sentence of the program is put in as ``{{ x|said }}``, in the name of a
    button as ``{{ x|plainly }}``, both with names for the ids in it where they are given, what
    stands on a board as ``{{ x|laid }}``, a text of a match as ``{{ x|named }}``, what is in the
    words of the game into an element with ``lang="en"``."""
    found = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["named"] = _named
    found.filters["said"] = _said
    found.filters["plainly"] = _plainly
    found.filters["laid"] = _laid
    found.tests["drawn"] = DRAWN.fullmatch
    return found


@pass_context
def _named(shown: Context, text: object, persons: Mapping[str, str] | None = None) -> object:
    """A text of a match in the names of people (VN-19.10).

    Args:
        shown: what the template is told.
        text: the text; what is none stays as it is.
        persons: who sits at each seat, where the page is not that of the match.
    """
    called = shown.get("called", {})
    if persons is not None:
        called = called_at(persons, shown.get("people") or {})
    return in_names(text, called) if isinstance(text, str) else text


@pass_context
def _said(shown: Context, text: object, called: Mapping[str, str] = MappingProxyType({})) -> Markup:
    return said(str(shown["lang"]), text, called)


@pass_context
def _laid(shown: Context, text: object) -> Markup:
    return on_board(str(shown["lang"]), text)


@pass_context
def _plainly(shown: Context, text: object, called: Mapping[str, str] = MappingProxyType({})) -> str:
    return "".join(each.text for each in parts(str(shown["lang"]), text, called))


def page(
    request: Request[Any, Any, Any], name: str, *, status: int = 200, **shown: Any
) -> Response[str]:
    """A page, or a part of one, drawn from its template in the language of who asks (VN-15.2)."""
    context = {"called": getattr(request.state, "called", {}), **spoken(request), **shown}
    made = _environment().get_template(name).render(context)
    return Response(
        page_in_names(made, getattr(request.state, "people", {})),
        media_type="text/html",
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )


def refused_page(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The answer to a request that failed: a page where a browser asked for one by its address,
    else in the form of VN-4.1."""
    wanted = "text/html" in request.headers.get("accept", "")
    path = str(request.scope["path"])
    form = path == "/j" or path.startswith(("/j/", "/e/"))
    if not wanted or path.startswith("/api/") or (request.method != "GET" and not form):
        return refused(request, error)
    refusal = refusal_of(error)
    joined = request.scope.get("state", {}).get("session") is not None
    language = language_of(request)
    unjoined = texts(language)["refused.unjoined"]
    hint = unjoined if refusal.status == 401 else plainly(language, refusal.hint.rstrip("."))
    own = hint == refusal.hint.rstrip(".") and pieces(language, hint) is None
    shown = {"hint": hint, "own": own, "joined": joined}
    found = page(request, "refused.html", status=refusal.status, **shown)
    found.headers.update(SECURE)
    if refusal.retry:
        found.headers["Retry-After"] = str(refusal.retry)
    return found


@cache
def texts(language: str) -> Mapping[str, str]:
    """The catalog of a language, which scripts and templates share, with the texts that only the
    server draws (VN-15.2)."""
    script = (STATIC / "texts" / f"{language}.js").read_text(encoding="utf-8")
    found = json.loads(script[script.index("{") : script.rindex("}") + 1])
    drawn = json.loads((PAGES / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return {**found, **drawn}


@cache
def words(language: str, part: str) -> Mapping[str, str]:
    """The texts of one part of the pages, for a script that says them, by the rest of their key."""
    start = f"{part}."
    found = texts(language).items()
    return {key.removeprefix(start): text for key, text in found if key.startswith(start)}


def spoken(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What every template is told: the language that the browser would like best with its texts,
    the event of the device, and whether it has joined several."""
    language = language_of(request)
    session = request.scope.get("state", {}).get("session")
    return {
        "lang": language,
        "t": texts(language),
        "words": partial(words, language),
        "own_event": session.event if isinstance(session, Session) else "",
        "several": len(joined_by(request)) > 1,
    }


@get("/t/{match_id:str}")
async def table(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[str]:
    """The page of a table."""

    session = session_of(request)

    def look(log: Log) -> dict[str, Any]:
        match = log.live(match_id)
        sight_of(log, match, session)  # else it would tell that there is such a match
        place = place_of_match(match)
        stream = place.stream if place else ""
        own = texts(language_of(request))["me.bar"].format(stream)
        bar = own if stream and session.role == "player" else ""
        at = of_event("/me", request, stream)
        light = match.replay().light
        return {"light": light, "title": match.game.title, "stream": stream, "own": bar, "at": at}

    shown = await hall_of(request).ask(look)
    secure = request.scope["scheme"] == "https"
    return page(request, "table.html", match=match_id, secure=secure, **shown)


@get("/api/time")
async def time(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The time of the server, for the offset of a device (VN-11.4)."""
    return answer({"now": hall_of(request).clock()})


@get("/healthz")
async def health(request: Request[Any, Any, Any]) -> Response[bytes]:
    """How the venue fares: what waits, the last commit, free disk, copies, version (VN-4)."""
    hall = hall_of(request)
    keeper = request.app.state.get("keeper")
    return answer(
        {
            "waiting": hall.waiting,
            "committed_at": hall.committed_at,
            "free_bytes": shutil.disk_usage(hall.path.parent).free,
            "streams": hall.streams.listening,
            "copies": keeper and keeper.status(),
            "version": _version(),
            "trouble": without_folder(hall.failed),
        }
    )


@cache
def _version() -> str:
    try:
        return version("tabletop-referee")
    except PackageNotFoundError:
        return "not installed"


HANDLERS = [table, time, health]
