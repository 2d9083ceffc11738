"""One opening and nearly the same lines under the rules of 2025 and of 2026."""

from events.notation import write
from referee.games.registry import game_of
from referee.replay.compare import course, parting
from referee.replay.replay import Replay
from referee.verdict import Illegal, Legal
from tests.golden import Replayed, records, replayed

R25, R26 = (game_of("grand_archive", version) for version in ("R25", "R26"))


def record(name: str) -> Replayed:
    """A recorded game."""
    return replayed(records()[f"grand_archive/{name}"])


def lines(match: Replayed) -> list[str]:
    """What was logged, as text; of the opening only who sat there with which decks."""
    opening, *events = (entry.event for entry in match.record.entries)
    seats = repr(opening.seats)  # type: ignore[attr-defined]
    return [seats, *(write(event, match.game.codec) for event in events)]


def parts(one: Replayed, two: Replayed) -> list[str]:
    """The lines of one match that the other does not have."""
    other = lines(two)
    return [line for line in lines(one) if line not in other]


def test_both_records_have_the_same_seats_decks_and_lines_but_where_the_rules_differ():
    riverside, harbour = record("riverside"), record("harbour")
    assert (riverside.game.version, harbour.game.version) == ("R25", "R26")
    assert parts(harbour, riverside) == ['mara attack "Baby Red Slime" theo']
    assert parts(riverside, harbour) == [
        "mara step end",
        'mara trigger "Storm Slime" "Windmill Engineer"',
        'mara retaliate "Storm Slime"',
    ]


def test_ga_3_9_the_editions_part_at_the_opening_where_all_champions_stand_before_turn_one():
    match = record("riverside")
    events = [entry.event for entry in match.record.entries]
    found = parting(*(course(game, match.replay.catalog, events, {}) for game in (R25, R26)))
    assert found is not None
    assert (found.seq, found.before, found.after) == (1, Legal(), Legal())
    assert found.state_differs
    old, new = (
        Replay(game, match.replay.catalog, choices={}).extend(events[:1]) for game in (R25, R26)
    )
    assert [bool(old.state.players[each].champions) for each in old.state.seats] == [True, False]
    assert [bool(new.state.players[each].champions) for each in new.state.seats] == [True, True]


def test_ga_12_6_the_first_line_that_is_legal_in_2025_alone_plays_an_exalted_card():
    match = record("riverside")
    events = [entry.event for entry in match.record.entries]
    again = Replay(R26, match.replay.catalog, choices={}).extend(events)
    differs = [
        seq
        for seq, (one, two) in enumerate(
            zip(match.replay.verdicts, again.verdicts, strict=True), start=1
        )
        if one != two
    ]
    assert write(events[differs[0] - 1], R25.codec) == (
        'theo activate "Imperious Galebind" "Storm Slime"'
    )
    verdict = again.verdicts[differs[0] - 1]
    assert isinstance(verdict, Illegal)
    assert verdict.rule == "GA-12.6"
