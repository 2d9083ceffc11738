"""Seat labels: for each player the table, and the code by which a phone joins (VN-12.1)."""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from cli.screen.print_page import add, kept, written
from cli.screen.qr import add_code
from cli.tournament.paper.sheet import Asked, begun, round_asked, round_in_words, who
from cli.venue.access.codes import spelled
from referee.tournament.state import Round
from storage.exchange.tournament import Tournament

ON_A_PAGE = 8
"""How many labels fit on a page of either size."""

STYLE = """
.labels { display: grid; grid-template-columns: 1fr 1fr; column-gap: 6mm }
.label { height: 62mm; box-sizing: border-box; padding: 3mm; border: 0.2mm dashed #000;
 display: flex; gap: 3mm; overflow: hidden; break-inside: avoid }
.label .said { flex: 1; min-width: 0 }
.label h2 { border: 0; margin: 0; font-size: 26pt; line-height: 1.1 }
.label .player { font-size: 12pt; font-weight: bold; margin: 1mm 0 }
.label .code { width: 36mm; text-align: center }
.label .typed { font: bold 10pt monospace; white-space: nowrap }
"""


def labels(of: Tournament, asked: Asked, codes: Mapping[str, str]) -> str:
    """A label for each seat of a round.

    Args:
        of: the tournament.
        asked: of which round, on what paper, and where the venue is.
        codes: the code of each player whose phone has not joined yet.

    Raises:
        Failure: the round is not posted.
    """
    number, played = round_asked(of, asked)
    root, body = begun(of, asked, f"{round_in_words(of, number)}, seat labels", STYLE)
    seats = list(_seats(of, played))
    for first in range(0, len(seats), ON_A_PAGE):
        page = add(add(body, "div", class_="apart"), "div", class_="labels")
        for table, player in seats[first : first + ON_A_PAGE]:
            where = f"{of.stream}, {round_in_words(of, number)}"
            _label(page, where, table, who(of, player), _address(asked, codes.get(player, "")))
    return written(root, asked.language)


POSTER = """
.poster { text-align: center }
.poster h2 { font-size: 30pt; border: 0 }
.poster p { font-size: 16pt }
.poster .typed { font: bold 26pt monospace; letter-spacing: 1mm }
"""


def poster(of: Tournament, asked: Asked, code: str) -> str:
    """A page for the wall, with the code by which players register (VN-18.16)."""
    root, body = begun(of, asked, "registration", POSTER)
    sheet = add(body, "section", class_="poster")
    kept(add(sheet, "h2", of.stream))
    add(sheet, "p", "Register with your phone: scan this, or type the code there.")
    address = f"{asked.address}/e/{code}"
    add_code(sheet, address, "110mm")
    kept(add(sheet, "p", asked.address))
    kept(add(sheet, "p", spelled(code), class_="typed"))
    return written(root, asked.language)


def seated(of: Tournament, played: Round) -> Sequence[str]:
    """All who sit at a table in a round: players, and the members of teams."""
    return [player for _, player in _seats(of, played)]


def _seats(of: Tournament, played: Round) -> Iterator[tuple[int, str]]:
    for contest in sorted(played.contests.values(), key=lambda each: each.table):
        for entrant in (contest.a, contest.b):
            for player in of.state.entrants[entrant].members or [entrant]:
                yield contest.table, player


def _address(asked: Asked, code: str) -> tuple[str, str]:
    """Where a code leads, and how it is typed."""
    return (f"{asked.address}/j/{code}", spelled(code)) if code else ("", "")


def _label(page: Element, where: str, table: int, player: str, code: tuple[str, str]) -> None:
    label = add(page, "section", class_="label")
    said = add(label, "div", class_="said")
    add(said, "h2", f"Table {table}")
    kept(add(said, "p", player, class_="player"))
    add(said, "p", where, class_="quiet")
    address, typed = code
    if not address:
        add(said, "p", "A phone has joined for this seat; it shows the table by itself.")
        return
    add(said, "p", "Scan this with your phone, or type the code there:")
    kept(add(said, "p", address.partition("/j/")[0], class_="quiet"))
    drawn = add(label, "div", class_="code")
    add_code(drawn, address, "36mm")
    kept(add(drawn, "p", typed, class_="typed"))


__all__ = ["ON_A_PAGE", "labels", "poster", "seated"]
