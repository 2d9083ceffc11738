"""The page of an event: who played what, who met whom, how it ended, and what made it late."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from cli.report.figures import sections
from cli.report.page import Link, Page, Section
from cli.tournament.played import bracket_shown, contests_shown
from cli.tournament.printer import given
from cli.tournament.standings import standings_shown
from events.notation import quote
from referee.english import counted
from referee.tournament.decks import are_lists_closed
from referee.tournament.standings.places import shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import TIEBREAKS
from storage.exchange.tournament import Tournament
from storage.statistics import Filters

if TYPE_CHECKING:
    from cli.tournament.stream import Desk

FIELD = ("field", "conversion", "matchup-grid")
"""What is counted of the decks of an event; of closed lists nothing is told."""
CLOCK = ("round-times", "extensions", "rounds", "results-by-how")
JUDGING = ("judge-calls", "infractions-by-round", "infractions", "deck-checks", "disputes", "drops")
"""What is counted of the event itself, by the part of the page it stands in."""
GAMES = ("illegal-entries", "rulings", "wins-by-start", "match-length", "card-performance")
"""What is counted of its games."""


def event_page(desk: "Desk", pages: Mapping[str, str]) -> Page:
    """The page of an event.

    Args:
        desk: the event, in a log whose facts are projected.
        pages: where the pages of its games are, by match; those that have none are only named.
    """
    state, name = desk.table.state, desk.name
    connection = desk.log.connection
    of = given(desk)
    only = Filters(events=(name,), simulated=True)
    players = counted(len(state.entrants), "entrant")
    rounds = counted(len(state.rounds), "round")
    field = () if are_lists_closed(state) else FIELD
    return Page(
        f"{name}: an event",
        [f"{players}, {rounds}; " + ("closed" if state.over else "not closed so far")],
        [
            _standings(desk, of),
            *_bracket(desk, of),
            *sections(connection, field, only),
            *sections(connection, CLOCK, only),
            *_contests(desk, of, pages),
            *sections(connection, (*JUDGING, *GAMES), only),
        ],
    )


def _standings(desk: "Desk", of: Tournament) -> Section:
    shown = standings_shown(desk, None)
    words = list(shown.places[0].tiebreaks) if shown.places else []
    rows = [
        (
            str(each.place),
            of.name(each.player),
            shown_points(Fraction(each.points)),
            *(shown_tiebreak(word, Fraction(each.tiebreaks[word])) for word in words),
            "by lot" if each.lot else "shared" if each.shared else "" if each.active else "left",
        )
        for each in shown.places
    ]
    return Section(
        "standings",
        f"Standings after round {shown.after}",
        "Who is where, and which tiebreak put them there; figures have four decimals.",
        f"tournament standings {quote(desk.name)}",
        ("place", "player", "points", *words, "note"),
        rows,
        frozenset(("place", "points", *words)),
        {word: TIEBREAKS[word].what for word in words},
        notes=[f"{word}: {TIEBREAKS[word].what}" for word in words],
    )


def _bracket(desk: "Desk", of: Tournament) -> Iterator[Section]:
    shown = bracket_shown(desk)
    rows = [
        (
            each.stage,
            *_seeded(of, each.a, each.a_seed),
            *_seeded(of, each.b, each.b_seed),
            each.score,
            of.name(each.winner) if each.winner else "",
        )
        for each in shown.meetings
    ]
    if rows:
        yield Section(
            "bracket",
            "Bracket",
            "Who met whom after the cut, each with the seed.",
            f"tournament bracket {quote(desk.name)}",
            ("stage", "a_seed", "a", "b_seed", "b", "score", "winner"),
            rows,
            frozenset(("a_seed", "b_seed")),
        )


def _seeded(of: Tournament, player: str, seed: int) -> tuple[str, str]:
    return (str(seed), of.name(player)) if player else ("", "")


def _contests(desk: "Desk", of: Tournament, pages: Mapping[str, str]) -> Iterator[Section]:
    rows = []
    for number in contests_shown(desk).rounds:
        for each in number.contests:
            told = next((match for match in each.games if match in pages), "")
            score = Link(each.score, pages[told]) if told and each.score else each.score
            clock = f"{each.reported_at:%H:%M}" if each.reported_at else ""
            players = (of.name(each.a), of.name(each.b))
            rows.append((str(number.round), str(each.table), *players, score, clock))
    if rows:
        yield Section(
            "contests",
            "Who met whom",
            "Every contest of every round, with the time at which its result was in.",
            f"tournament contests {quote(desk.name)}",
            ("round", "table", "a", "b", "score", "reported_at"),
            rows,
            frozenset(("round", "table")),
        )


__all__ = ["event_page"]
