"""The pages of the desk and of judges: who entered, deck checks, penalties."""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from cli.failure import Failure
from cli.language.pages import ENGLISH
from cli.screen.print_page import add, written
from cli.tournament.paper.sheet import (
    Asked,
    begun,
    box,
    headed,
    listing,
    round_asked,
    round_in_words,
    who,
)
from events.common import CardList
from referee.english import counted
from referee.tournament.decks import tables_to_check
from referee.tournament.state import Entrant, Found
from storage.exchange.tournament import Tournament

FOUND = ("right", "wrong deck", "wrong list", "missing")

STYLE = """
.cards { columns: 2; column-gap: 8mm; padding: 0; margin: 1mm 0; list-style: none }
.cards li { break-inside: avoid; border-bottom: 0.2mm solid #000; padding: 0.7mm 0 }
.each { margin-right: 6mm }
.write { border-bottom: 0.2mm solid #000; height: 8mm }
"""


def entrants(of: Tournament, asked: Asked) -> str:
    """All who entered, in the order of their numbers, with what the desk has of them."""
    state = of.state
    playing = sum(not each.away or bool(each.away[-1].back) for each in state.entrants.values())
    about = f"{counted(len(state.entrants), 'entrant')}, {playing} in the tournament"
    root, body = headed(of, asked, "entrants", about)
    columns = ["number", "name", "id", "team", "checked in", "list", "remarks"]
    rows: list[Sequence[object]] = []
    for player, entrant in sorted(state.entrants.items(), key=lambda each: each[1].number):
        here = "yes" if entrant.here else "no"
        listed = "" if entrant.members else _listed(of, player)
        name = of.names.get(player, "")
        rows.append((entrant.number, name, player, entrant.team, here, listed, _remarks(entrant)))
        for place, member in enumerate(entrant.members):
            remark = f"board {'abcde'[place]}"
            named = of.names.get(member, "")
            rows.append(("", named, member, player, "", _listed(of, member), remark))
    if state.options["check_in"] == "no":
        columns.remove("checked in")
        rows = [(*row[:4], *row[5:]) for row in rows]
    listing(body, columns, rows, "number")
    return written(root, asked.language)


def _listed(of: Tournament, player: str) -> str:
    if of.state.options["decklists"] == "none" and player not in of.state.decks:
        return ""
    return "yes" if player in of.state.decks else "no"


def _remarks(entrant: Entrant) -> str:
    said = []
    if entrant.first > 1:
        said.append(f"from round {entrant.first}")
    if entrant.byes:
        said.append(counted(entrant.byes, "bye"))
    if entrant.fixed:
        said.append(f"always at table {entrant.fixed}")
    for away in entrant.away:
        said.append(f"left after round {away.after}" if away.after else "left before round 1")
        if away.back:
            said.append(f"back from round {away.back}")
    return ", ".join(said)


def deck_checks(of: Tournament, asked: Asked) -> str:
    """A sheet for each player whose deck is checked, with a box for each card.

    Raises:
        Failure: the round or a table is not posted.
    """
    number, played = round_asked(of, asked)
    drawn = not asked.tables
    tables = tables_to_check(played.key, map(int, played.contests), asked.count)
    root, body = begun(of, asked, f"{round_in_words(of, number)}, deck checks", STYLE)
    for table in tables if drawn else asked.tables:
        contest = played.contests.get(str(table))
        if contest is None:
            raise Failure(f"round {number} has no table {table}", "its tables are in its pairings")
        for entrant in (contest.a, contest.b):
            for player in of.state.entrants[entrant].members or [entrant]:
                where = f"{round_in_words(of, number)}, table {table}"
                _check(body, of, player, where, _reason(drawn, played.key))
    return written(root, asked.language)


def _reason(drawn: bool, key: str) -> str:
    if not drawn:
        return "table named by a judge"
    if not key:
        return "table drawn without a key of the round: anybody could foresee it"
    return f"table drawn by the key of the round, {key[:12]}"


def _check(body: Element, of: Tournament, player: str, where: str, reason: str) -> None:
    page = add(body, "section", class_="apart")
    add(page, "h1", f"Deck check: {who(of, player)}")
    add(page, "p", f"{of.stream}: {where}; {reason}", class_="quiet")
    add(page, "p", "For judges only, until lists are published.", class_="quiet")
    deck = of.state.decks.get(player)
    if deck is None:
        add(page, "p", "No list is registered.")
    else:
        if deck.name:
            add(page, "p", f"Deck: {deck.name}")
        for name, cards in {"deck": deck.cards, **deck.lists}.items():
            _cards(page, name, cards)
    add(page, "h2", "Found")
    line = add(page, "p")
    for word in FOUND:
        box(line)
        add(line, "span", word, class_="each")
    add(page, "p", "What differs:")
    for _ in range(3):
        add(page, "div", "", class_="write")
    rows = [("", "", "")]
    table = listing(page, ("started", "ended", "judge and signature"), rows)
    table.set("class", "lines")


def _cards(page: Element, name: str, cards: CardList) -> None:
    ordered = sorted(cards.items()) if isinstance(cards, Mapping) else [(c, 1) for c in cards]
    count = sum(copies for _, copies in ordered)
    add(page, "h2", f"{name}, {counted(count, 'card')}")
    found = add(page, "ul", class_="cards")
    for card, copies in ordered:
        line = add(found, "li")
        for _ in range(min(copies, 4)):
            box(line)
        add(line, "span", f"{copies} {card}").attrib |= ENGLISH


def penalties(of: Tournament, asked: Asked) -> str:
    """The infractions in force; whose they are only once they are published, or for staff
    (TR-10.9)."""
    found = of.state.infractions
    about = "with names, for judges and the desk only" if asked.staff else ""
    root, body = headed(of, asked, "penalties", about)
    columns = ("entry", "round", "table", "player (number)", "infraction", "penalty", "remark")
    listing(body, columns, _penalties(of, found, asked.staff), "entry round table")
    if not found:
        add(body, "p", "None so far.")
    elif any(not _open(of, each, asked.staff) for each in found):
        add(body, "p", "Names and tables are left out where penalties are not published.")
    return written(root, asked.language)


def _penalties(of: Tournament, found: Sequence[Found], staff: bool) -> Iterator[Sequence[object]]:
    for each in found:
        named = _open(of, each, staff)
        known = of.policy.by_code.get(each.code)
        remark = f"standard: {each.standard}" if each.standard != each.penalty else ""
        if each.deviation and named:
            remark = f"{remark}; {each.deviation}".removeprefix("; ")
        yield (
            each.seq,
            each.round,
            (each.table or "") if named else "",
            who(of, each.player) if named else "",
            f"{each.code} {known.title}" if known is not None else each.code,
            each.penalty,
            remark,
        )


def _open(of: Tournament, found: Found, staff: bool) -> bool:
    """Whether anybody may read whose infraction it is (TR-10.9)."""
    published = of.state.published
    return staff or "penalties" in published or f"penalties {found.round}" in published


__all__ = ["deck_checks", "entrants", "penalties"]
