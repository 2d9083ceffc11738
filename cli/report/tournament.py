"""The page of an event: who played what, who met whom, how it ended, and what made it late."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from cli.answers.tournament import Contests
from cli.report.figures import figures_of, sections
from cli.report.page import Cell, Link, Page, Section
from cli.screen.time_bars import Span, clock_drawn
from cli.tournament.played import bracket_shown, cards_text, contests_shown, lists_shown
from cli.tournament.printer import given
from cli.tournament.standings import calls_shown, standings_shown
from events.notation import quote
from referee.english import counted
from referee.tournament.decks import are_lists_closed
from referee.tournament.standings.ranking import shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import TIEBREAKS
from storage.exchange.tournament import Tournament
from storage.statistics import Filters

if TYPE_CHECKING:
    from cli.tournament.stream import Desk

TOP = 8
"""Of so many the lists are shown."""
FIELD = (
    "field",
    "field-by-round",
    "conversion",
    "conversion-expected",
    "day-two",
    "matchup-grid",
    "copies",
)
CLOCK = (
    "round-anatomy",
    "extensions",
    "late-decks",
    "draws-and-time",
    "rounds",
    "results-by-how",
)
JUDGING = (
    "judge-calls",
    "calls-load",
    "judge-waits",
    "appeals",
    "infractions-by-round",
    "infractions",
    "misplays",
    "deck-checks",
    "disputes",
    "disputed-moments",
    "drops",
)
GAMES = ("notable", "upsets", "wins-by-start", "seat-and-table", "match-length", "card-performance")
"""What is counted of an event and of its games, by the part of the page it stands in."""
_OF_LISTS = ("person", "deck", "card")
"""The keys that tell of lists; while lists are closed, nothing is told by them."""


def event_page(desk: "Desk", pages: Mapping[str, str]) -> Page:
    """The page of an event.

    Args:
        desk: the event, in a log whose facts are projected.
        pages: where the pages of its games are, by match; those that have none are only named.
    """
    state, name = desk.table.state, desk.name
    of, played = given(desk), contests_shown(desk)
    only = Filters(events=(name,), simulated=True)
    players = counted(len(state.entrants), "entrant")
    rounds = counted(len(state.rounds), "round")
    without = _OF_LISTS if are_lists_closed(state) else _OF_LISTS[:1]

    figures = figures_of(desk.log.connection, only)

    def sections_of(names: Sequence[str]) -> Iterator[Section]:
        return sections(figures, names, only, without=without, pages=pages)

    return Page(
        f"{name}: an event",
        [f"{players}, {rounds}; " + ("closed" if state.over else "not closed so far")],
        [
            _standings(desk, of),
            *_bracket(desk, of),
            *sections_of(FIELD),
            *_lists(desk, of),
            *_clock(desk, played),
            *_late(desk, of, played),
            *sections_of(CLOCK),
            *_contests(desk, of, played, pages),
            *_calls(desk, of),
            *sections_of((*JUDGING, *GAMES)),
            *_games(of, played, pages),
        ],
        people=desk.source.people,
    )


def games_of(desk: "Desk") -> list[str]:
    """The games that have a page: where tables are sealed, those whose contest has a result."""
    sealed = desk.table.state.options.get("sealed") == "yes"
    return [
        match
        for each in contests_shown(desk).rounds
        for contest in each.contests
        for match in contest.games
        if contest.score or not sealed
    ]


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


def _clock(desk: "Desk", played: Contests) -> Iterator[Section]:
    """The rounds over the day."""
    spans = [
        Span(
            f"round {each.round}",
            _moment(each.started) or each.posted_at,
            each.last_at,
            [at for at in [_moment(each.time)] if at is not None],
            f"{counted(len(each.open), 'table')} open" if each.open else "",
        )
        for each in played.rounds
        if each.last_at is not None
    ]
    rows = [
        (
            str(each.round),
            each.stage,
            *(f"{at:%H:%M}" if at else "" for at in (each.posted_at, _moment(each.started))),
            *(f"{at:%H:%M}" if at else "" for at in (_moment(each.time), each.last_at)),
            ", ".join(map(str, each.open)),
        )
        for each in played.rounds
    ]
    if rows:
        yield Section(
            "clock",
            "Rounds on the clock",
            "When each round was posted and started, when time was called (the mark), and when its "
            "last result was in; UTC.",
            f"tournament contests {quote(desk.name)}",
            ("round", "stage", "posted_at", "started", "time", "last_at", "open"),
            rows,
            frozenset(("round",)),
            picture=clock_drawn("Rounds on the clock", spans) if spans else None,
        )


def _late(desk: "Desk", of: Tournament, played: Contests) -> Iterator[Section]:
    """Which contests ended after time was called, and what had stopped them."""
    rows = [
        (
            str(number.round),
            str(each.table),
            of.name(each.a),
            of.name(each.b),
            f"{each.reported_at:%H:%M}",
            str(each.extended),
            str(each.called),
        )
        for number in played.rounds
        for each in number.contests
        for time in [_moment(number.time)]
        if time is not None and each.reported_at is not None and each.reported_at > time
    ]
    if rows:
        yield Section(
            "late",
            "What made rounds late",
            "The contests whose results came after time was called, with the seconds by which "
            "they were made longer and for which a call for a judge let them stand still.",
            f"tournament contests {quote(desk.name)}",
            ("round", "table", "a", "b", "reported_at", "extended", "called"),
            rows,
            frozenset(("round", "table", "extended", "called")),
        )


def _moment(said: str) -> datetime | None:
    """A moment as the desk says it: UTC."""
    return datetime.fromisoformat(said).replace(tzinfo=UTC) if said else None


def _contests(
    desk: "Desk", of: Tournament, played: Contests, pages: Mapping[str, str]
) -> Iterator[Section]:
    rows: list[tuple[Cell, ...]] = []
    for number in played.rounds:
        for each in number.contests:
            logged = next((match for match in each.games if match in pages), "")
            score = Link(each.score, pages[logged]) if logged and each.score else each.score
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


def _games(of: Tournament, played: Contests, pages: Mapping[str, str]) -> Iterator[Section]:
    """The pages of the games."""
    rows = [
        (Link(match, pages[match]), str(n.round), str(c.table), of.name(c.a), of.name(c.b))
        for n in played.rounds
        for c in n.contests
        for match in c.games
        if match in pages
    ]
    if rows:
        yield Section(
            "games",
            "Pages of the games",
            "Each game that was logged, entry by entry.",
            f"tournament contests {quote(of.stream)}",
            ("games", "round", "table", "a", "b"),
            rows,
            frozenset(("round", "table")),
        )


def _calls(desk: "Desk", of: Tournament) -> Iterator[Section]:
    """The calls for a judge, the longest first."""
    shown = calls_shown(desk)
    rows = [
        (str(c.call), str(c.round), str(c.table), str(c.seconds), f"{c.since:%H:%M}",
         f"{c.until:%H:%M}")
        for c in sorted(shown.ended, key=lambda c: -c.seconds)
    ]  # fmt: skip
    if rows:
        yield Section(
            "calls",
            "Calls for a judge",
            "Each call that is closed, with the seconds for which play stood still; table 0 is the "
            "desk.",
            f"tournament calls {quote(desk.name)}",
            ("call", "round", "table", "seconds", "since", "until"),
            rows,
            frozenset(("call", "round", "table", "seconds")),
        )


def _lists(desk: "Desk", of: Tournament) -> Iterator[Section]:
    """The lists of the top, once decks are published (TR-4.2)."""
    shown = lists_shown(desk, top=TOP)
    rows = [
        (str(each.place), of.name(each.player), each.deck, cards_text(each.cards))
        for each in shown.lists
    ]
    if rows:
        yield Section(
            "lists",
            f"Lists of the top {TOP}",
            "",
            f"tournament lists {quote(desk.name)}",
            ("place", "player", "deck", "cards"),
            rows,
            frozenset(("place",)),
        )


__all__ = ["event_page", "games_of"]
