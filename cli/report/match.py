"""The page of a match: how it went, what was ruled, what each knew, the board entry by entry."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

import msgspec

from cli.answers.boards import BoardAfter, boards_after
from cli.failure import Failure
from cli.judging.effect import result_text
from cli.judging.remedies import somebody
from cli.judging.unseen import hidden_answers, hidden_count, hidden_rows
from cli.language import LANGUAGES
from cli.reading.matches import Source
from cli.report.figures import Figures, sections
from cli.report.page import Cell, Link, Page, Section
from cli.safe import json_shown
from cli.screen.changed import board_changes
from cli.screen.plots import course_drawn
from cli.screen.print_page import add
from cli.screen.sentences import tell
from cli.venue.access.home_tables import Tournament
from cli.venue.seen.entries import is_sealed, line_of, tournament_of
from cli.venue.seen.unseen import seen_by
from cli.venue.seen.withheld import is_withheld, sees_all_lists, withheld
from events.common import RULINGS, Opening, Overrule, Stand
from events.event import Event
from events.notation import quote, write
from referee.fact import TurnBegan, TurnEnded
from referee.game import Panel
from referee.replay.causes import Refusal, consequences, refusals
from referee.replay.compare import what_if
from referee.table import result_of
from referee.verdict import Illegal, applied
from storage.statistics import Filters, all_statistics, statistic

if TYPE_CHECKING:
    from storage.log import Log

JUDGE = "judge"
"""The view of those who may see all."""
TURNING = "turning-points"
ADVANTAGE = "advantage"
COURSE = (ADVANTAGE, TURNING, "score-by-turn")
WRONG = ("verdict-of-match", "what-if-ruling")
CARDS = ("card-performance", "damage-by-card")
LUCK = ("luck", "draw-luck", "attack-success", "dice-fairness")
PACE = ("decision-time", "time-per-turn", "pace")
"""The statistics of all games that tell one match, by the part of the page they stand in."""
ALL_GAMES = (*COURSE, *WRONG, *CARDS, *LUCK, *PACE)
MOST_FACTS = 6
"""So much of a turn is told at the most."""
LISTED = "deck_cards"
"""Where statistics find what is registered."""
_CLASSES = {"on trust": "trust", "illegal": "illegal"}
"""How a verdict is marked; an entry of which nothing is said is legal."""


@dataclass(frozen=True)
class Seen:
    """A match as somebody may see it (TR-4.2, TR-10.9, VN-6.2)."""

    asked: Source
    table: Tournament | None
    """The tournament that it is a game of."""
    view: str = ""
    """A seat, ``judge``, or empty for what all may see."""

    @cached_property
    def opening(self) -> Opening:
        """Who sits where."""
        event = self.asked.match.entry(1).event
        assert isinstance(event, Opening)
        return event

    @property
    def person(self) -> str:
        """Who sits at the seat whose view it is."""
        return next((s.person for s in self.opening.seats if s.seat == self.view), "")

    @property
    def sees_lists(self) -> bool:
        """Whether it is of somebody who may see the lists of all who play."""
        return self.view == JUDGE or sees_all_lists(self.asked.match, self.table, self.person)

    def keeps_back(self, seq: int) -> bool:
        """Whether an entry is a penalty that is not told."""
        if self.view == JUDGE:
            return False
        return is_withheld(self.asked.match, seq, self.table, self.person)


def seen(log: "Log", asked: Source, view: str) -> Seen:
    """A match as somebody may see it.

    Raises:
        Failure: the match has no legal opening, is sealed for its table, or there is no such seat.
    """
    match = asked.match
    if not asked.replay().opened:
        raise Failure(f"{match.id}: it has no legal opening", f"referee explain {match.id} 1")
    found = Seen(asked, tournament_of(log, match), view)
    seats = [each.seat for each in found.opening.seats]
    if view not in ("", JUDGE, *seats):
        raise Failure(f"--view {view}: no such seat", f"one of {', '.join((*seats, JUDGE))}")
    if view != JUDGE and is_sealed(log, match):
        raise Failure(
            f"{match.id} is sealed until its contest has a result", f"--view {JUDGE} for judges"
        )
    return found


def match_page(of: Seen, figures: Figures) -> Page:
    """The page of a match, by the figures of :func:`filters`."""
    asked, figures = of.asked, cache(figures)
    game, match, result = asked.game, asked.match, result_of(asked.replay().state)

    def sections_of(names: Sequence[str]) -> Iterator[Section]:
        open_to = [each for each in names if of.sees_lists or not rests_on_lists(each)]
        return sections(figures, open_to, filters(match.id), without=())

    first, refused = match.entry(1).played_at, refusals(asked.replay())
    return Page(
        f"{match.id}: {game.title}",
        [
            result_text(result),
            f"{first:%Y-%m-%d %H:%M} UTC, rules {game.version}, {asked.last} entries; "
            + (f"as {of.view} sees it" if of.view else "as all may see it"),
        ],
        [
            *_course(of, figures, sections_of(COURSE)),
            *_misplays(of, refused),
            *_had_they_stood(of, refused),
            *sections_of(WRONG),
            *_rulings(of),
            *sections_of((*CARDS, *LUCK, *PACE, *own(game.id))),
            *_hidden(of),
            _board(of),
        ],
        who="; ".join(_seats(of)),
        people=asked.people,
    )


def filters(match: str) -> Filters:
    """What the figures of a page are of."""
    return Filters(match=match, simulated=True)


def rests_on_lists(name: str) -> bool:
    """Whether a statistic counts what is registered, which its figures would tell (VN-19.5)."""
    return LISTED in statistic(name).sql


def own(game: str) -> list[str]:
    """The statistics of a game that tell of one match."""
    known = all_statistics().values()
    return [s.name for s in known if s.game == game and "wins" not in s.columns]


def _seats(of: Seen) -> Iterator[str]:
    for each in of.opening.seats:
        side = f", {each.side}" if each.side else ""
        deck = f": {each.deck_name}" if each.deck_name and of.sees_lists else ""
        name = of.asked.people.get(each.person, "")
        yield each.seat + (f" ({name})" if name else "") + side + deck


def _course(of: Seen, figures: Figures, sections: Iterable[Section]) -> Iterator[Section]:
    """How it went, its turning points marked and told in words."""
    marks = [(row["line"], row["turn"]) for row in figures(TURNING).records()]
    for each in sections:
        if each.id == ADVANTAGE and marks:
            yield each._replace(picture=course_drawn(figures(ADVANTAGE), marks))
        else:
            yield in_words(of, each) if each.id == TURNING else each


def in_words(of: Seen, section: Section) -> Section:
    """Turning points with what followed in each turn, which leads to its first entry."""
    replay, words = of.asked.replay(), of.asked.game.words
    began: dict[str, int] = {}
    happened: dict[str, list[str]] = {}
    turn = ""
    for seq in range(1, of.asked.last + 1):
        facts = replay.facts(seq)
        turn = next((str(f.turn) for f in reversed(facts) if isinstance(f, TurnBegan)), turn)
        began.setdefault(turn, seq)
        if not of.keeps_back(seq):
            own = [f for f in facts if not isinstance(f, TurnBegan | TurnEnded)]
            happened.setdefault(turn, []).extend(tell(own, words))
    at = section.columns.index("turn")
    rows: list[list[Cell]] = []
    for row in section.rows:
        number = str(row[at])
        said, more = happened[number][:MOST_FACTS], len(happened[number]) - MOST_FACTS
        said += [f"and {more} more"] if more > 0 else []
        link = Link(number, f"#e{began[number]}")
        rows.append([*row[:at], link, *row[at + 1 :], "; ".join(said)])
    return section._replace(columns=(*section.columns, "told"), rows=rows)


# -- verdicts and rulings ----------------------------------------------------------------------


def _misplays(of: Seen, refused: dict[int, Refusal]) -> Iterator[Section]:
    asked = of.asked
    following = consequences(refused)
    rows = [
        (
            Link(str(seq), f"#e{seq}"),
            asked.line(seq),
            *_why(of, refused[seq]),
            ", ".join(map(str, following.get(seq, ()))),
        )
        for seq in sorted(refused)
        if refused[seq].root == seq and not of.keeps_back(seq)
    ]
    if rows:
        yield Section(
            "misplays",
            "Verdicts",
            "Which entries broke a rule, why, and what a judge made of it. An entry that was "
            "refused only because of another stands behind that one.",
            f"replay {quote(asked.match.id)} --illegal",
            ("entry", "line", "rule", "message", "remedy", "remedied_by", "followed"),
            rows,
        )


def _why(of: Seen, refusal: Refusal) -> tuple[str, str, str, str]:
    verdict = of.asked.replay().verdicts[refusal.seq - 1]
    rule, message = getattr(verdict, "rule", ""), getattr(verdict, "message", "")
    return rule, message, refusal.remedy, str(refusal.remedied_by or "")


def _had_they_stood(of: Seen, refused: dict[int, Refusal]) -> Iterator[Section]:
    """How the match would stand had each misplay been let stand that was not."""
    asked = of.asked
    replay, judge = asked.replay(), somebody(asked)
    rows: list[tuple[Cell, ...]] = []
    for seq, refusal in sorted(refused.items()):
        verdict = replay.standing(seq)
        if refusal.root != seq or of.keeps_back(seq) or not isinstance(verdict, Illegal):
            continue
        stands: Event = Stand(judge, seq, (verdict.rule,))
        effect = what_if(asked.game, asked.match.catalog, asked.events, stands, replay)
        if applied(effect.verdict):
            rows.append(
                (
                    Link(str(seq), f"#e{seq}"),
                    asked.line(seq),
                    verdict.rule,
                    str(len(effect.changes)),
                    "; ".join(board_changes(*effect.boards, effect.names)),
                    result_text(effect.result_after),
                )
            )
    if rows:
        yield Section(
            "had-they-stood",
            "Misplays, had they stood",
            "Of every misplay that stands as illegal: how many entries would stand otherwise had a "
            "judge let it stand, what would lie otherwise on the table at the end, and how the "
            "match would have ended. All that was logged after it is left as it was.",
            f"what-if {quote(asked.match.id)} {quote(f'{judge} stand N RULE')}",
            ("entry", "misplay", "rule", "changes", "told", "result_after"),
            rows,
            frozenset({"changes"}),
        )


def _rulings(of: Seen) -> Iterator[Section]:
    """Each ruling in force, and how the match would stand had it not been made."""
    asked = of.asked
    replay, judge = asked.replay(), somebody(asked)
    rows = []
    for seq, event in enumerate(asked.events, 1):
        if not isinstance(event, RULINGS) or replay.standing(seq) is None or of.keeps_back(seq):
            continue
        overruled: Event = Overrule(judge, seq)
        effect = what_if(asked.game, asked.match.catalog, asked.events, overruled, replay)
        rows.append(
            (
                Link(str(seq), f"#e{seq}"),
                asked.line(seq),
                str(len(effect.changes)),
                result_text(effect.result_after),
            )
        )
    if rows:
        line = write(Overrule(judge, 1), asked.game.codec).replace("1", "N")
        yield Section(
            "rulings",
            "Rulings",
            "What a judge ruled, and what it changed: how many entries would stand otherwise "
            "without it, and how the match would have ended.",
            f"what-if {quote(asked.match.id)} {quote(line)}",
            ("entry", "ruling", "changes", "result_after"),
            rows,
            frozenset({"changes"}),
        )


# -- what each knew ----------------------------------------------------------------------------


def _hidden(of: Seen) -> Iterator[Section]:
    asked, replay = of.asked, of.asked.replay()
    exact = of.view == JUDGE or bool(replay.state.over)
    found = hidden_answers(asked, replay, exact=exact)
    if not of.sees_lists:
        own = {of.view} if of.view else set()
        found = [seen_by(own, of.opening, each) for each in found]
    rows = [
        (each.place, word, text)
        for each in found
        for word, text in (("holds", hidden_count(each)), *hidden_rows(asked, each))
    ]
    if rows:
        yield Section(
            "hidden",
            "What each could know",
            "Of every hidden place at the end: what lay there as far as it was shown, since which "
            "entry, and what the unseen cards could be.",
            f"explain {quote(asked.match.id)} PLACE",
            ("place", "what", "told"),
            rows,
        )


# -- the board ---------------------------------------------------------------------------------


def _board(of: Seen) -> Section:
    asked = of.asked
    boards = list(boards_after(asked))
    kept = Element("pre", id="boards", hidden="hidden")
    kept.text = json_shown(msgspec.json.encode(boards).decode())
    beside = Element("div", {"class": "beside"})
    still = add(beside, "div", class_="still")
    _add_stepper(still, len(boards))
    _add_panels(add(still, "div", class_="panels", lang=LANGUAGES[0]), asked.board(asked.replay()))
    beside.append(_entries(of, boards))
    return Section(
        "board",
        "The board, entry by entry",
        "As all at the table saw it. Arrow keys step, and #e12 behind the address leads to entry "
        "12. An entry of which no verdict is told is legal.",
        f"replay {quote(asked.match.id)} --boards",
        inside=[beside, kept],
    )


def _add_stepper(still: Element, count: int) -> None:
    stepper = add(still, "div", class_="stepper", hidden="hidden", role="group")
    stepper.set("aria-label", "Step through the match")
    for name, sign, what in (("first", "|<", "first entry"), ("back", "<", "entry before")):
        add(stepper, "button", sign, type="button", id=name, aria_label=what)
    add(
        stepper, "input", type="range", id="at", min="1", max=str(count), value=str(count),
        aria_label="entry",
    )  # fmt: skip
    for name, sign, what in (("on", ">", "next entry"), ("last", ">|", "last entry")):
        add(stepper, "button", sign, type="button", id=name, aria_label=what)
    add(still, "p", "after the last entry", id="told", aria_live="polite")


def _add_panels(panels: Element, board: Sequence[Panel]) -> None:
    for panel in board:
        part = add(panels, "div", class_="panel")
        add(part, "h3", panel.title)
        listed = add(part, "dl")
        for label, text in panel.rows:
            add(listed, "dt", label or "\u00a0")
            add(listed, "dd", text or "-")


def _entries(of: Seen, boards: Sequence[BoardAfter]) -> Element:
    """Every entry with its verdict and what followed, as far as it is told."""
    asked, replay = of.asked, of.asked.replay()
    listed = Element("ol", {"class": "entries"})
    for seq in range(1, asked.last + 1):
        kept = of.keeps_back(seq)
        line = line_of(asked.match, seq)
        line = withheld(line) if kept else line
        facts = replay.facts(seq)
        item = add(listed, "li", id=f"e{seq}", class_="gone" if line.undone else None)
        add(item, "a", str(seq), class_="at", href=f"#e{seq}")
        add(item, "span", f"{asked.match.entry(seq).played_at:%H:%M:%S} ", class_="clock")
        add(item, "code", line.line, class_="line", lang=LANGUAGES[0])
        then = replay.verdicts[seq - 1]
        if isinstance(then, Illegal) and line.verdict != "illegal" and not kept:
            add(item, "p", f"illegal {then.rule}: {then.message}", class_="illegal")
        if line.verdict in _CLASSES:
            said = ": ".join(filter(None, (" ".join((line.verdict, line.rule)).strip(), line.why)))
            add(item, "p", said, class_=_CLASSES[line.verdict])
        elif isinstance(then, Illegal) and line.verdict:
            add(item, "p", f"now {line.verdict}", class_="trust")
        if line.undone:
            add(item, "p", f"not in force, by entry {line.undone}", class_="trust")
        since_then = (
            [f for f in facts if not isinstance(f, TurnBegan | TurnEnded)] if not kept else []
        )
        if since_then:
            what = "; ".join(tell(since_then, asked.game.words))
            add(item, "p", what, class_="what", lang=LANGUAGES[0])
        for fact in facts:
            if isinstance(fact, TurnBegan):
                add(item, "p", f"turn {fact.turn}, {fact.seat}".rstrip(", "), class_="turn")
    return listed


__all__ = [
    "ALL_GAMES",
    "JUDGE",
    "MOST_FACTS",
    "TURNING",
    "Seen",
    "filters",
    "in_words",
    "match_page",
    "own",
    "seen",
]
