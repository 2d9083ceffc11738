"""A report of chess that is written and read tells the same event, whatever happened in it."""

from collections.abc import Mapping
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.games.registry import game_of
from referee.tournament.standings.current import standings_of
from storage.exchange.foreign import ForeignEvent, Taken, taken
from storage.exchange.foreign.tournament import Met
from storage.exchange.foreign.trf import read_trf
from storage.exchange.tournament import Tournament
from storage.exchange.trf import trf
from tests.tournament.histories import shipped

STREAM = game_of("tournament")
POLICY = shipped("chess-2024")
RESULTS = (
    *((score, "") for score in ((1, 0, 0), (0, 1, 0), (0, 0, 1))),
    *((score, "no-show") for score in ((1, 0, 0), (0, 1, 0), (0, 0, 0))),
)


@st.composite
def events(draw: st.DrawFn) -> ForeignEvent:
    """An event of some rounds: contests played or forfeited, byes of every kind, absences."""
    names = [f"Player {letter}" for letter in "ABCDEFG"[: draw(st.integers(2, 7))]]
    told = ForeignEvent("trf", players=names)
    for number in range(1, draw(st.integers(1, 5)) + 1):
        told.reach(number, "")
        order = draw(st.permutations(names))
        tables = draw(st.integers(1, len(names) // 2))
        for table in range(tables):
            won, how = draw(st.sampled_from(RESULTS))
            met = Met(order[2 * table], order[2 * table + 1], won, table + 1, how)
            told.take(number, met, "")
        for name in order[2 * tables :]:
            kind = draw(st.sampled_from(["full", "half", "zero", ""]))
            if kind:
                told.take_bye(number, name, kind, "")  # type: ignore[arg-type]
    return told


def entered(told: ForeignEvent) -> tuple[Taken, Mapping[str, str]]:
    """Its entries, and the names by the ids."""
    number = count(1)
    found = taken(told, STREAM, POLICY, "desk", lambda _: f"p{next(number)}")
    return found, {player: name for name, player in found.ids.items()}


def report(found: Taken, names: Mapping[str, str]) -> str:
    replay = found.replay
    return trf(Tournament("cup", len(found.events), replay.state, replay.catalog, names, ""))


def lines(text: str) -> dict[str, tuple[str, ...]]:
    """What the lines of players say, with names in the place of ranks."""
    players = [line for line in text.splitlines() if line.startswith("001 ")]
    names = {line[4:8]: line[14:47].strip() for line in players} | {"0000": "-"}
    return {
        line[14:47].strip(): (
            line[80:89],
            *(
                f"{names[line[at : at + 4]]} {line[at + 5 : at + 8]}"
                for at in range(91, len(line), 10)
            ),
        )
        for line in players
    }


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events())
def test_a_report_written_and_read_is_the_same_event(told: ForeignEvent) -> None:
    first, names = entered(told)
    written = report(first, names)
    again = read_trf(written, "cup.trf")
    second, others = entered(again)
    assert again.untaken == []
    assert lines(report(second, others)) == lines(written)
    places = [
        {who[each.player]: (each.place, each.points, each.tiebreaks) for each in found}
        for who, found in (
            (names, standings_of(first.replay.state, POLICY)),
            (others, standings_of(second.replay.state, POLICY)),
        )
    ]
    assert places[0] == places[1]
