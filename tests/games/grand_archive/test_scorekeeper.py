"""What a scorekeeper of Grand Archive types."""

from dataclasses import replace
from statistics import mean

import pytest

from cli.reading.door import event_of
from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from cli.venue.taps.typed import value
from events.grand_archive import Ability, Retaliate
from events.notation import Malformed, write
from referee.choice import Some
from referee.option import Option
from referee.replay.replay import Replay
from referee.verdict import Illegal, applied
from tests.games.grand_archive.table import DECK, Match, action, turn
from tests.golden import records, replayed
from tests.typist import before, decisions, typed

RECORDS = [name for name in records() if name.startswith("grand_archive/")]


def keys(record: str) -> list[int]:
    """The keys of each decision of a record, with the one behind it."""
    return [len(each.line) + 1 for each in decisions(record) if each.line]


def test_a_decision_takes_fewer_than_14_characters_over_all_records():
    assert mean(key for record in RECORDS for key in keys(record)) < 14


@pytest.mark.parametrize("record", RECORDS)
def test_a_decision_of_a_record_takes_fewer_than_15_characters(record: str):
    assert mean(keys(record)) < 15


def test_ga_19_4_the_ability_that_every_champion_has_is_typed_by_its_name():
    match = replayed(records()["grand_archive/final-1"])
    events = [entry.event for entry in match.record.entries]
    at = next(n for n, e in enumerate(events) if isinstance(e, Ability) and e.which == "enlighten")
    replay = Replay(match.game, match.replay.catalog).extend(events[:at])
    now = Situation.of(match.game, replay.table, "kim")
    assert read_part("ab rika.champion which=enl", now) == events[at]


@pytest.mark.parametrize("line", ["resolve", "resolve glimpse:2:1"])
def test_what_is_on_top_of_the_stack_resolves_unless_something_else_is_named(line: str):
    assert typed(before("grand_archive/final-1", 21), line) == [f"rika {line}"]
    named = 'rika resolve source="Scry the Skies"'
    assert typed(before("grand_archive/final-1", 21), "resolve source=scry") == [named]


@pytest.mark.parametrize(
    ("verb", "field", "meant"), [("activate", "aims", ["bo"]), ("attack", "target", "bo.champion")]
)
def test_a_name_that_is_typed_on_a_phone_is_a_player_or_the_champion_as_is_on_offer(
    verb: str, field: str, meant: object
):
    hex_ = action(
        "Hex", '{ do = "mill", player = "whose" }', aims='{ whose = { what = "player" } }'
    )
    match = turn(extra=hex_).hold("ana", "Hex")
    match.put("ana", "A1")
    assert value(match.replay.game, match.t, verb, field, "bo") == meant


HERALD = """
[[cards]]
name = "Herald"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
name = "lamp"
when = "activated"
steps = [{ do = "draw", count = 1 }]
"""
ZAP = action("Zap", '{ do = "rest", thing = "unit" }', aims='{ unit.what.is = "unit" }')


def read(match: Match, line: str) -> str:
    """What a line means at the door, in full; it is accepted."""
    event = event_of(line, match.replay)
    assert event is not None and applied(match.replay.would(event)), line
    return write(event, match.replay.game.codec)


@pytest.mark.parametrize("line", ["ana activate lamp", "ana ac lamp", "activate lamp"])
def test_a_card_cut_short_is_meant_where_an_effect_of_another_is_called_so(line: str):
    match = turn(extra=HERALD)
    match.put("ana", "Herald")
    assert read(match, line) == "ana activate Lamp1"


@pytest.mark.parametrize("line", ["ana resolve discard:lamp:ana", "resolve discard:lamp:ana"])
def test_so_is_a_card_in_an_outcome(line: str):
    riddle = action("Riddle", text='"Anything."')
    match = turn(extra=HERALD + riddle, decks={"ana": {**DECK, "Riddle": 2}})
    match.put("ana", "Herald")
    match.hold("ana", "Riddle").play("ana activate Riddle")
    assert read(match, line).startswith("ana resolve discard:Lamp1:ana")


def test_a_card_cut_short_like_the_name_of_an_effect_is_asked_for_where_it_may_be_several():
    match = turn(extra=HERALD.replace("lamp", "bolt"))
    match.put("ana", "Herald")
    with pytest.raises(Malformed, match="more than one name"):
        event_of("ana activate bolt", match.replay)


@pytest.mark.parametrize(
    "line", ["ana ability Herald.1 lamp", "ability her lamp", "ana ability lamp", "ability lamp"]
)
def test_the_name_of_an_ability_needs_no_name_of_its_field(line: str):
    match = turn(extra=HERALD)
    match.put("ana", "Herald")
    assert read(match, line) == "ana ability Herald.1 which=lamp"
    match.refuse("ana ability Herald.1 aims=lamp", "GA-8.7")


@pytest.mark.parametrize(
    "line", ["ana activate Slash3 bo.champion", "ana activate sla bo", "act sla bo"]
)
def test_what_an_attack_card_attacks_needs_no_name_of_its_field(line: str):
    """Though another card in the hand could be aimed at the same."""
    match = turn(extra=ZAP, decks={"ana": {**DECK, "Zap": 2}}).hold("ana", "Slash3", "Zap")
    assert read(match, line) == 'ana activate Slash3 target="bo.champion"'
    assert read(match, "ana activate Zap bo.champion") == "ana activate Zap bo.champion"
    match.refuse("ana activate Slash3 aims=bo.champion", "GA-8.7")


@pytest.mark.parametrize("line", ["ana resolve source=za", "resolve source=za", "resolve za"])
def test_what_takes_effect_is_named_in_few_letters(line: str):
    match = turn(extra=ZAP, decks={"ana": {**DECK, "Zap": 2}}).hold("ana", "Zap")
    match.play("ana activate Zap bo.champion")
    assert read(match, line) == 'ana resolve source="Zap"'


def test_of_units_that_are_alike_each_is_meant_once_in_a_line():
    match = turn()
    match.put("bo", "A4")
    match.put("bo", "A4")
    units = Some({"A4.1": 1, "A4.2": 1}, 1, 2)
    offered = (Option("bo", "retaliate", {"units": units}),)
    now = replace(Situation.of(match.game, match.t, "kim"), options=offered)
    assert read_part("bo retaliate a4 a4", now) == Retaliate("bo", ("A4.1", "A4.2"))


@pytest.mark.parametrize("word", ["gleam", "Gleam"])
def test_the_name_of_an_effect_is_no_card_and_accuses_nobody(word: str) -> None:
    match = turn(extra=HERALD.replace("lamp", "gleam"))
    match.put("ana", "Herald")
    with pytest.raises(Malformed, match="no such name"):
        event_of(f"ana activate {word}", match.replay)


def test_a_card_that_begins_like_the_name_of_an_effect_is_refused_by_its_own_name() -> None:
    match = turn(extra=HERALD)
    match.put("ana", "Herald")
    event = event_of("ana attack lamp bo", match.replay)
    assert event is not None and write(event).startswith("ana attack Lamp1 ")
    verdict = match.replay.would(event)
    assert isinstance(verdict, Illegal) and verdict.rule == "GA-17.1"


def test_what_is_aimed_at_is_cut_short_though_an_effect_is_called_so() -> None:
    lamp = HERALD.replace("Herald", "Lamplight").replace("lamp", "lantern")
    match = turn(extra=ZAP + HERALD + lamp, decks={"ana": {**DECK, "Zap": 2}}).hold("ana", "Zap")
    match.put("ana", "Herald")
    match.put("bo", "Lamplight")
    assert read(match, "ana activate Zap lamp") == "ana activate Zap Lamplight.1"


def test_a_card_is_meant_where_the_name_of_an_effect_begins_with_the_same_word() -> None:
    match = turn(extra=HERALD.replace("lamp", "lamps"))
    match.put("ana", "Herald")
    assert read(match, "ana activate lamp") == "ana activate Lamp1"


def test_where_it_may_be_several_things_the_names_of_effects_are_not_among_them() -> None:
    match = turn(extra=ZAP + HERALD.replace("lamp", "champions"), decks={"ana": {**DECK, "Zap": 2}})
    match.hold("ana", "Zap").put("ana", "Herald")
    with pytest.raises(Malformed) as raised:
        event_of("ana activate Zap champion", match.replay)
    assert list(raised.value.suggestions) == ["ana.champion", "bo.champion"]


MODES = """
[[cards]]
name = "Two Ways"
types = ["action"]
reserve = 0
[[cards.effects]]
when = "played"
[[cards.effects.modes]]
name = "one"
steps = [{ do = "draw" }]
"""


def test_ga_8_6_a_mode_that_was_not_chosen_is_refused_by_its_name() -> None:
    ways = f'{MODES}[[cards.effects.modes]]\nname = "two"\nsteps = [{{ do = "draw" }}]\n'
    match = turn(extra=ways, decks={"ana": {**DECK, "Two Ways": 2}}).hold("ana", "Two Ways")
    match.play('ana activate "Two Ways" mode=one')
    match.refuse("ana resolve mode=two", "GA-8.6")
