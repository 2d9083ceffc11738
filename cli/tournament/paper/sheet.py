"""What every page of a tournament has: its size, its head, names and boxes."""

from collections.abc import Iterable, Sequence
from typing import Literal
from xml.etree.ElementTree import Element

from msgspec import Struct

from cli.failure import Failure
from cli.language import LANGUAGES
from cli.screen.print_page import add, add_table, kept, page
from referee.english import counted
from referee.tournament.stages.length import rounds_of
from referee.tournament.state import Round
from storage.exchange.tournament import Tournament
from storage.venue.floor import Spot

Size = Literal["a4", "letter"]
DRAWN = 2
"""How many tables are drawn for deck checks, unless said otherwise."""


class Asked(Struct, frozen=True):
    """What is to be printed."""

    round: int | None = None  # of which round; None: the newest
    tables: tuple[int, ...] = ()  # at which tables decks are checked; none: those that are drawn
    count: int = DRAWN  # how many tables are drawn for deck checks
    staff: bool = False  # whether it is for judges and the desk only
    size: Size = "a4"  # of the paper
    row: int = 0  # how many tables stand in a row, on the map; 0: as they stand, or the usual
    address: str = ""  # where phones reach the venue that serves this log; empty where none does
    spots: tuple[Spot, ...] = ()  # where the tables stand; none: nobody has said
    language: str = LANGUAGES[0]  # in which the page is said


NAMES = frozenset(
    {
        *("player", "name", "id", "team"),
        *("player (number)", "against (number)", "player (seed)", "against (seed)"),
    }
)
"""The columns of listings in which people are named."""
NO_OPPONENT = "no opponent"
"""What stands there where somebody meets nobody."""

STYLE = """
html { color-scheme: light }
h1 { break-after: avoid }
.quiet { font-size: 8pt }
.box { display: inline-block; width: 4mm; height: 4mm; border: 0.3mm solid #000;
 vertical-align: middle; margin: 0 1mm 0 0 }
.figure { width: 9mm; height: 8mm; margin: 0 }
.number { text-align: right; white-space: nowrap }
th { background: #fff; border-bottom-width: 0.5mm }
tr.part td { font-weight: bold; border-width: 0.2mm 0 }
.middle { vertical-align: middle }
.apart { break-after: page }
.apart:last-child { break-after: auto }
"""


def begun(of: Tournament, asked: Asked, title: str, style: str = "") -> tuple[Element, Element]:
    """A page without anything on it, and its body.

    Args:
        of: the tournament.
        asked: the size of the paper.
        title: what the page is.
        style: what it has beside the style of all pages.
    """
    size = "@page { size: letter }\n" if asked.size == "letter" else ""
    return page(f"{of.stream}: {title}", f"{STYLE}{style}{size}")


def headed(of: Tournament, asked: Asked, title: str, about: str = "") -> tuple[Element, Element]:
    """A page with its head: what it is, and as of which entry, so that an old one is known."""
    root, body = begun(of, asked, title)
    add(body, "h1", f"{of.stream}: {title}")
    since = f"as of entry {of.entries}"
    add(body, "p", f"{about}; {since}" if about else since, class_="quiet")
    return root, body


def listing(
    parent: Element, columns: Sequence[str], rows: Iterable[Sequence[object]], right: str = ""
) -> Element:
    """A table whose figures stand at the right.

    Args:
        parent: where it is added.
        columns: the headings.
        rows: the cells.
        right: the headings of columns with figures, apart by a space.
    """
    table = add_table(parent, columns, ([str(cell) for cell in row] for row in rows))
    at = [n for n, column in enumerate(columns) if column.strip() in right.split()]
    named = [n for n, column in enumerate(columns) if column in NAMES]
    for row in table.iter("tr"):
        cells = list(row)
        for number in at:
            cells[number].set("class", "number")
        for number in named:
            if cells[number].tag == "td" and cells[number].text != NO_OPPONENT:
                kept(cells[number])
    return table


def box(parent: Element, class_: str = "box") -> Element:
    """An empty box, to be filled by hand."""
    return add(parent, "span", "", class_=class_)


def round_asked(of: Tournament, asked: Asked) -> tuple[int, Round]:
    """The round that is asked for, by its number; the newest unless another is named.

    Raises:
        Failure: it is not posted.
    """
    rounds = of.state.rounds
    if not rounds:
        raise Failure("no round is posted", "the pages of a round follow its post")
    number = asked.round if asked.round is not None else len(rounds)
    if not 1 <= number <= len(rounds):
        raise Failure(f"round {number} is not posted", f"{counted(len(rounds), 'round')} so far")
    return number, rounds[number - 1]


def round_in_words(of: Tournament, number: int) -> str:
    """A round as a heading names it."""
    stage = of.state.rounds[number - 1].stage
    planned = rounds_of(of.state)
    of_all = f" of {planned}" if planned >= number and stage != "elimination" else ""
    return f"round {number}{of_all}" + (", elimination" if stage == "elimination" else "")


def who(of: Tournament, player: str) -> str:
    """An entrant with the number, which two people of one name do not share."""
    return f"{of.name(player)} ({of.number(player)})"


def score_text(of: Tournament, number: int, table: int) -> str:
    """The result of a contest, such as ``2-1`` or ``1-1-1, time``; nothing while it is
    open."""
    contest = of.state.rounds[number - 1].contests[str(table)]
    if contest.result is None:
        return ""
    score = contest.result.score
    drawn = f"-{score.drawn}" if score.drawn else ""
    how = f", {score.how.replace('-', ' ')}" if score.how not in ("played", "") else ""
    disputed = ", disputed" if contest.disputed else ""
    return f"{score.a}-{score.b}{drawn}{how}{disputed}"


__all__ = [
    "DRAWN",
    "NO_OPPONENT",
    "STYLE",
    "Asked",
    "Size",
    "begun",
    "box",
    "headed",
    "listing",
    "round_asked",
    "round_in_words",
    "score_text",
    "who",
]
