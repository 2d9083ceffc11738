"""Words that a type allows and nothing is called can be typed, and the rules judge them."""

import pytest

from cli.reading.door import event_of
from events.notation import Malformed, write
from referee.replay.replay import Replay
from referee.verdict import Illegal
from tests.games.tower_wizwar import table as tower
from tests.games.warrift import table as rift
from tests.typist import before


def bargaining() -> Replay:
    match = rift.mid(2)
    match.hold("ana", "A2").hold("bo", "N2")
    match.put("ana", "Hut1")
    return match.replay


def choosing(reading: str) -> Replay:
    match = tower.turn(phase="movement", choices={"TW-I 49": reading})
    match.tower("ana", "Keep2")
    return match.hold("ana", "Sun1", place="front").replay


@pytest.mark.parametrize(
    ("match", "line", "rule"),
    [
        (bargaining(), "ana trade bo gives=points takes=N2", "WR-11.2"),
        (bargaining(), "ana trade bo gives=magicka:2 takes=N2", "WR-11.2"),
        (choosing("must"), "ana play Sun1 stay", "TW-13.4"),
        (choosing("may"), "ana play Sun1 stay", ""),
        (before("wondervale/clean", 30), "ana decline picked", "WV-7.13"),
        (before("grand_archive/final-2", 30), "rika missed recollection", ""),
    ],
)
def test_a_word_of_the_rules_is_no_unknown_name(match: Replay, line: str, rule: str) -> None:
    event = event_of(line, match)
    assert event is not None and write(event, match.game.codec).replace('"', "") == line
    verdict = match.would(event)
    assert (verdict.rule if isinstance(verdict, Illegal) else "") == rule


def test_a_name_comes_first_and_a_misspelt_word_is_suggested() -> None:
    match = bargaining()
    event = event_of("ana trade bo gives=hut1 takes=n2", match)
    assert event is not None
    assert write(event, match.game.codec) == "ana trade bo gives=Hut1.1 takes=N2"
    with pytest.raises(Malformed) as found:
        event_of("ana trade bo gives=pionts", match)
    assert found.value.suggestions == ("points",)
