"""Result slips: several on a page, with lines to cut along."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from cli.screen.print_page import add, kept, written
from cli.screen.qr import add_code
from cli.tournament.paper.sheet import Asked, begun, box, round_asked, round_in_words, who
from referee.tournament.state import Contest, Round
from storage.exchange.tournament import Tournament

PLACES = "abcde"
"""The boards of a contest of teams."""
ON_A_PAGE, ON_A_PAGE_OF_TEAMS = 4, 3
"""How many slips fit on a page of either size."""

STYLE = """
.slip { height: 63mm; box-sizing: border-box; padding: 2mm 0; overflow: hidden;
 border-bottom: 0.3mm dashed #000; break-inside: avoid; display: flex; gap: 3mm }
.slip.team { height: 84mm }
.slip .filled { flex: 1 }
.slip .code { width: 28mm; text-align: center; font-size: 7pt; overflow-wrap: anywhere }
.slip h2 { border: 0; margin: 0 0 1mm; font-size: 11pt }
.slip td { vertical-align: middle; height: 11.5mm; padding: 0 1mm }
.slip.team td { height: 8mm }
.slip td.who { width: 62mm }
.slip td.sign { width: 50mm }
.slip td.low, .slip.team td.low { height: 5.5mm }
.slip .long { font-size: 7pt; line-height: 1.1 }
.slip .longest { font-size: 5.5pt; line-height: 1.1 }
.slip .boards { table-layout: fixed }
.slip .boards td { width: 7mm; text-align: center }
.slip .boards td.low.player { width: auto; text-align: left }
.slip .boards td.drawn { width: 20mm }
.how { font-size: 8pt; margin-top: 1mm }
.how .figure { height: 5mm }
.how span.each { white-space: nowrap; margin-right: 4mm }
"""


def slips(of: Tournament, asked: Asked) -> str:
    """A slip for each table of a round.

    The pages are laid out for cutting them all at once: each pile of slips holds tables that
    follow one another, and the piles, one upon the other, have all of them in order. Where a venue
    serves the log, the code of a slip leads to the page of its table.
    """
    number, played = round_asked(of, asked)
    root, body = begun(of, asked, f"{round_in_words(of, number)}, result slips", STYLE)
    ordered = sorted(played.contests.values(), key=lambda each: each.table)
    teams = of.state.options["teams"] != "0"
    for contests in _piled(ordered, ON_A_PAGE_OF_TEAMS if teams else ON_A_PAGE):
        page = add(body, "div", class_="apart")
        for contest in contests:
            _slip(page, of, number, played, contest, asked.address)
    return written(root, asked.language)


def _piled(contests: Sequence[Contest], on_a_page: int) -> Iterator[Sequence[Contest]]:
    """The contests of each page, from the top: the first of every pile on the first page."""
    pages = -(-len(contests) // on_a_page)
    for page in range(pages):
        yield contests[page::pages]


def _slip(
    page: Element, of: Tournament, number: int, played: Round, contest: Contest, address: str
) -> None:
    members = [of.state.entrants[player].members for player in (contest.a, contest.b)]
    teams = of.state.options["teams"] != "0"
    slip = add(page, "section", class_="slip team" if teams else "slip")
    filled = add(slip, "div", class_="filled")
    where = f"{round_in_words(of, number)}, table {contest.table}"
    add(filled, "h2", f"{_shortened(of.stream, 40)}: {where}")
    counts = of.policy.score.kind == "games"
    table = add(filled, "table")
    head = add(add(table, "thead"), "tr")
    won = "boards" if teams else "games won" if counts else "score"
    for heading in ("player (number)", won, "drops", "signature"):
        add(head, "th", heading)
    rows = add(table, "tbody")
    for player in (contest.a, contest.b):
        row = add(rows, "tr")
        _name(add(row, "td", class_="who"), who(of, player))
        box(add(row, "td"), "box figure")
        box(add(row, "td"))
        add(row, "td", "", class_="sign")
    if teams:
        _boards(filled, of, contest, members, counts)
    if counts and not teams:
        drawn = add(filled, "p", class_="how")
        add(drawn, "span", "games drawn or not finished: ")
        box(drawn, "box figure")
    how = add(filled, "p", class_="how")
    for word in _ways(of, played):
        each = add(how, "span", class_="each")
        box(each)
        add(each, "span", word)
    code = add(slip, "div", class_="code")
    text = f"{of.stream}/{number}/{contest.table}"
    add_code(code, f"{address}/at/{contest.table}" if address else text, "27mm")
    kept(add(code, "p", text))


def _boards(
    parent: Element,
    of: Tournament,
    contest: Contest,
    members: Sequence[Sequence[str]],
    counts: bool,
) -> None:
    """A row for each board: who meets, and boxes for both."""
    table = add(parent, "table", class_="boards")
    drafted = contest.seats
    names = dict(zip(PLACES, zip(*members, strict=False), strict=False))
    for board, (a, b) in (drafted or names).items():
        row = add(table, "tr")
        kept(add(row, "td", board, class_="low"))
        for player in (a, b):
            _name(add(row, "td", class_="low player"), of.name(player))
            box(add(row, "td", class_="low"))
        if counts:
            drawn = add(row, "td", class_="low drawn")
            box(drawn)
            add(drawn, "span", "drawn")


def _ways(of: Tournament, played: Round) -> Iterator[str]:
    """How a contest can end, as a slip offers it."""
    yield "played"
    yield "time"
    yield "concession"
    if played.stage != "elimination" and of.policy.draws.intentional:
        yield "draw agreed"
    yield "no-show"


def _name(cell: Element, name: str) -> None:
    """A name, in smaller letters the longer it is, so that the slip keeps its height."""
    class_ = "longest" if len(name) > 110 else "long" if len(name) > 45 else None
    kept(add(cell, "span", name, class_=class_))


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


__all__ = ["ON_A_PAGE", "ON_A_PAGE_OF_TEAMS", "slips"]
