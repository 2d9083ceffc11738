"""The dispute sheet: one entry on a page to print, read and sign."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated
from xml.etree.ElementTree import Element

import typer

from cli.arguments import LanguageOption, LogOption, MatchArgument, PageOption, commands
from cli.commands.explanation import penalties_for
from cli.commands.proofs import head_of
from cli.failure import Status
from cli.judging.explained import Explained, explained
from cli.judging.unseen import hidden_answers, hidden_count, hidden_rows, without_lists
from cli.language import LANGUAGES
from cli.language.pages import ENGLISH, language_named
from cli.reading.heads import given_out
from cli.reading.judges import may_see_all
from cli.reading.log import opened_log
from cli.reading.matches import Source, source
from cli.screen import render
from cli.screen.print_page import add, add_table, kept, page, written
from cli.screen.printer import write_page
from cli.screen.qr import add_code
from cli.screen.sentences import added, cited, sums
from events.common import Opening
from referee.english import counted
from referee.game import Panel
from referee.house import judges, signers
from referee.replay.seek import tables_around
from referee.tournament.decks import are_lists_closed
from referee.verdict import Illegal, applied
from storage.proof.head import PHRASE_BITS

app = commands()

NEIGHBOURS = 4
"""How many entries stand before and behind the one in question."""


@app.command(epilog="Example: referee sheet r1-t4 41 -o r1-t4-41.html")
def sheet(
    match: MatchArgument,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The entry.")],
    output: PageOption = None,
    language: LanguageOption = LANGUAGES[0],
    log: LogOption = None,
) -> Status:
    """Write an entry as a page to print and sign: rule, board, rulings, head of the match.

    The page is HTML for A4, which any browser prints; a .pdf is made where weasyprint or
    chromium is found.
    """
    spoken = language_named(language)
    asked = source(match, log)
    found = explained(asked, asked.require_entry(number), penalties_for(asked, log))
    text = sheet_page(asked, found, spoken, closed=_are_lists_closed(asked, log))
    if output is None:
        print(text, end="")
    else:
        write_page(text, output)
        render.say(f"the sheet is in {output}")
        if output.suffix.lower() != ".pdf":
            render.say("print it on A4 from any browser; -o FILE.pdf makes a PDF", style="quiet")
    if not asked.file:
        given_out(log, {asked.match.id: head_of(asked)})
    return Status.DONE


def _are_lists_closed(asked: Source, log: Path | None) -> bool:
    """Whether the players of a match may not see each other's lists, by its tournament."""
    opening = asked.match.entry(1).event
    stream = opening.contest.partition("/")[0] if isinstance(opening, Opening) else ""
    if asked.file or not stream:
        return False
    with opened_log(log) as opened:
        held = opened.load(stream).replay() if opened.has(stream) else None
    return held is not None and held.opened and are_lists_closed(held.state)


def sheet_page(
    asked: Source, found: Explained, language: str = LANGUAGES[0], *, closed: bool = False
) -> str:
    """The page; the same match always gives the same text.

    Args:
        asked: the match.
        found: the entry.
        language: in which the page is said; what a game says stays as it is, and says so.
        closed: whether the players, who sign it, may not see each other's lists (TR-4.2).
    """
    seq = found.entry.seq
    root, body = page(f"{asked.match.id}, entry {seq}: dispute sheet")
    add(body, "h1", f"Dispute sheet: {asked.match.id}, entry {seq}")
    add(
        body,
        "p",
        f"{asked.game.title}, rules {asked.game.version}; {counted(asked.last, 'entry')} so far",
    )
    add(body, "p", f"played {found.entry.played_at:%Y-%m-%d %H:%M:%S} UTC")
    people = add_table(body, ("who", "as", "with"), _people(asked))
    for row in people.iter("tr"):
        for cell in (row[0], row[2]):
            if cell.tag == "td":
                kept(cell)
    _section(body, "The entry and its neighbours")
    first, last = max(1, seq - NEIGHBOURS), min(asked.last, seq + NEIGHBOURS)
    add_table(
        body,
        ("entry", "time", "what was logged", "verdict then", "now"),
        (_entry(asked, each, seq) for each in range(first, last + 1)),
        seq - first,
    )
    _section(body, "Verdict and rules")
    add(body, "p", f"When it was logged: {render.verdict_text(found.outcome.verdict)}")
    if found.standing != found.outcome.verdict:
        by = f", by entry {found.undone_by}" if found.undone_by else ""
        add(body, "p", f"Now: {render.verdict_text(found.standing)}{by}")
    for text in found.refused:
        add(body, "p", text)
    for rule in found.rules:
        add(body, "p", f"{rule.id}, {rule.title}: {rule.statement}")
    _followed(body, asked, found)
    _section(body, "The board before and after")
    _boards(body, asked, found)
    _hidden(body, asked, seq, closed=closed)
    _section(body, "Rulings and remarks")
    for by_entry, became in found.later:
        add(body, "p", f"{by_entry}  {became}")
    for change in found.outcome.changes:
        add(body, "p", f"entry {change.seq}: then {render.verdict_text(change.after)}")
    if not found.later and not found.outcome.changes:
        add(body, "p", "none")
    _head(body, asked)
    _section(body, "Signatures")
    lines = add_table(body, ("name", "date and signature"), [(n, "") for n in _signing(asked)])
    lines.set("class", "lines")
    return written(root, language)


def _section(body: Element, title: str) -> None:
    add(body, "h2", title)


def _people(asked: Source) -> Iterator[tuple[str, str, str]]:
    """Players with their seats and decks, and those who judge."""
    opening = asked.match.entry(1).event
    for seat in opening.seats if isinstance(opening, Opening) else ():
        side = f" for {seat.side}" if seat.side else ""
        yield asked.person(seat.person), f"player {seat.seat}{side}", seat.deck_name or "-"
    for person, role in _judging(asked).items():
        yield asked.person(person), role, "-"


def _judging(asked: Source) -> dict[str, str]:
    """Who judges the match by its own word, and who else signed a ruling."""
    replay = asked.replay()
    named = judges(replay.state) if replay.opened else {}
    found = {person: "head judge" if role == "head" else "judge" for person, role in named.items()}
    return found | {
        person: "signed a ruling" for person in sorted(signers(asked.events)) if person not in found
    }


def _signing(asked: Source) -> list[str]:
    """Who signs: players, then judges."""
    return [f"{who} ({role})" for who, role, _ in _people(asked)]


def _entry(asked: Source, seq: int, marked: int) -> tuple[str, ...]:
    entry = asked.match.entry(seq)
    replay = asked.replay()
    line = "opening" if isinstance(entry.event, Opening) else asked.line(seq)
    now = render.standing_word(replay.standing(seq))
    then = render.standing_word(replay.verdicts[seq - 1])
    sign = "▶ " if seq == marked else ""
    return f"{sign}{seq}", f"{entry.played_at:%H:%M:%S}", line, then, now


def _followed(body: Element, asked: Source, found: Explained) -> None:
    """What followed from the entry: as it stands now, or else when it was logged."""
    facts = found.facts or found.outcome.facts
    if not facts:
        return
    _section(body, "What followed")
    for fact in facts:
        add(body, "p", cited(fact, asked.game.words))
        for whose, terms, total in sums(fact):
            add(body, "p", f"{whose}: {added(terms)} = {total}")


def _boards(body: Element, asked: Source, found: Explained) -> None:
    """The board around the entry when it was logged; for one that was refused then and is in
    order now, beside that the board around it as the match stands now."""
    seq, refused = found.entry.seq, isinstance(found.outcome.verdict, Illegal)
    then = asked.before(seq)
    before = asked.board(then)
    around = tables_around(asked.replay(), seq) if applied(found.standing) and refused else None
    if around is not None:
        now = [asked.game.board(table) for table in around]
        for title, rows in _board(before, *now):
            _add_changes(body, (title, "when it was logged", "before, now", "after, now", ""), rows)
        add(body, "p", "When it was logged the entry was refused and changed nothing.")
        add(body, "p", "The board around it as the match stands now, with all rulings, is beside.")
        return
    then.add(found.entry.event)
    for title, rows in _board(before, asked.board(then)):
        _add_changes(body, (title, "before", "after", ""), rows)
    if refused:
        add(body, "p", "The entry was refused when it was logged: it changed nothing then.")


def _add_changes(body: Element, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table of the board, which is in the words of the game but for what changed."""
    for row in add_table(body, columns, rows).iter("tr"):
        for cell in [*row][: -1 if row[0].tag == "td" else 1]:
            cell.attrib |= ENGLISH


def _board(*boards: Sequence[Panel]) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Each panel of several boards with its rows; a row that the last board changed says so."""
    for title in dict.fromkeys(panel.title for board in boards for panel in board):
        each = [_rows(panels, title) for panels in boards]
        rows = []
        for label in dict.fromkeys(label for of in each for label in of):
            texts = [of.get(label, "-") for of in each]
            rows.append((label, *texts, "changed" if texts[-1] != texts[-2] else ""))
        yield title, rows


def _hidden(body: Element, asked: Source, seq: int, *, closed: bool) -> None:
    """What was known of each hidden place before the entry, when that was logged. Players sign the
    sheet, so that chances are told when the match is over and not before."""
    replay = asked.before(seq)
    found = hidden_answers(asked, replay, exact=may_see_all(asked, None))
    if closed:
        found = [without_lists(each) for each in found]
    if not found:
        return
    _section(body, "What was known of hidden cards before the entry")
    rows = (
        (each.place, "; ".join((hidden_count(each), *map(": ".join, hidden_rows(asked, each)))))
        for each in found
    )
    add_table(body, ("place", "cards"), rows)


def _rows(panels: Sequence[Panel], title: str) -> dict[str, str]:
    """The rows of a panel by label; several of one label are one."""
    found: dict[str, str] = {}
    for label, text in (row for panel in panels if panel.title == title for row in panel.rows):
        found[label] = f"{found[label]}; {text or '-'}" if label in found else text or "-"
    return found


def _head(body: Element, asked: Source) -> None:
    """The head of the match, as text, phrase and code."""
    found = head_of(asked)
    _section(body, f"Head of the match (entry {found.seq})")
    block = add(body, "div", class_="head")
    words = add(block, "div")
    add(words, "p", found.hash, class_="hash")
    add(words, "p", found.phrase)
    how = f"The phrase holds {PHRASE_BITS} bits of the hash. To compare:"
    add(words, "p", f"{how} referee verify {asked.match.id} --head HASH")
    add_code(block, str(found).upper(), "30mm")


__all__ = ["sheet", "sheet_page"]
