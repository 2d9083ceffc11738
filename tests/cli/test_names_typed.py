"""Names as people type them: whole without quotes, cut short in a repair, of a card that is called
as a player is."""

import pytest

from cli.reading.door import event_of
from events.grand_archive import COUNTER_KINDS
from events.notation import Malformed, write
from referee.replay.replay import Replay
from referee.verdict import Illegal, applied
from tests.games.grand_archive import table as archive
from tests.typist import before

DRAWS = '{ do = "draw" }'
HARBOUR = ("grand_archive/harbour", 40)
STOLEN = ("warrift/stolen", 16)
DUEL = ("tower_wizwar/duel", 72)


def read(line: str, match: Replay) -> str:
    """What a line is in full; it is accepted."""
    event = event_of(line, match)
    assert event is not None and applied(verdict := match.would(event)), verdict
    return write(event, match.game.codec)


def asked(line: str, match: Replay) -> Malformed:
    with pytest.raises(Malformed) as found:
        event_of(line, match)
    return found.value


@pytest.mark.parametrize(
    ("record", "line", "full"),
    [
        (HARBOUR, "theo activate Dungeon Guide", 'theo activate "Dungeon Guide"'),
        (HARBOUR, "activate fluffy shopkeep", 'theo activate "Fluffy Shopkeep"'),
        (
            HARBOUR,
            "theo attack windmill engineer storm slime.1",
            'theo attack "Windmill Engineer" "Storm Slime.1"',
        ),
        (
            HARBOUR,
            "materialize Clarent, Sword of Peace Dream Fairy # quick",
            'theo materialize "Clarent, Sword of Peace" "Dream Fairy"',
        ),
        (HARBOUR, "theo note Dream Fairy, seen", 'theo note text="Dream Fairy, seen"'),
        (
            HARBOUR,
            "iris adjust move:theo/Dream Fairy:hand>graveyard",
            'iris adjust move:"theo/Dream Fairy":hand>graveyard',
        ),
        (HARBOUR, "iris insert 39 theo pass", 'iris insert 39 "theo pass"'),
        (
            HARBOUR,
            'iris insert 39 theo activate Dungeon Guide reason="seen by both"',
            'iris insert 39 "theo activate \\"Dungeon Guide\\"" reason="seen by both"',
        ),
        (
            ("grand_archive/lantern-4-2", 16),
            "mira activate Manabolt Convergence Charge the Soul of mira",
            'mira activate "Manabolt Convergence" "Charge the Soul of mira"',
        ),
        (STOLEN, "rina play Gate Watch,Page", 'rina play "Gate Watch" Page'),
        (
            DUEL,
            "enzo cast Furrow Ox F4 walled orchard granary cat*2",
            'enzo cast "Furrow Ox" F4 "Walled Orchard" "Granary Cat" "Granary Cat"',
        ),
    ],
)
def test_a_whole_name_needs_no_quotes(record: tuple[str, int], line: str, full: str) -> None:
    assert read(line, before(*record)) == full


def test_the_last_word_of_a_name_may_be_cut_short() -> None:
    """It is no other card that the first is aimed at, which would be refused (GA-8.7)."""
    final = before("grand_archive/final-2", 16)
    assert read("rika activate Dungeon Guid", final) == 'rika activate "Dungeon Guide"'
    harbour = before(*HARBOUR)
    assert read("theo activate dungeon guid", harbour) == 'theo activate "Dungeon Guide"'


def test_a_word_that_is_cut_short_is_not_what_an_effect_is_called_where_that_is_refused() -> None:
    match = before("grand_archive/lantern-5-2", 16)
    error = asked('levin activate "Dungeon Guide" guid', match)
    assert error.word == "guid" and "Heavenly Guide" in error.suggestions


@pytest.mark.parametrize(
    "line", ["lotte full-draft 0 alms poker", "lotte move alms F3", "lotte discard poker alms"]
)
def test_a_word_is_not_what_an_effect_is_called_whatever_the_line_is_refused_for(line: str) -> None:
    error = asked(line, before("tower_wizwar/duel", 101))
    assert error.word == "alms" and "Almsbearer" in error.suggestions


def test_what_is_wrong_is_pointed_at_where_it_was_typed() -> None:
    match = before(*HARBOUR)
    error = asked("theo attack Windmill Engineer Storm Slime nobody=3", match)
    assert (error.column, error.word) == (43, "nobody")
    assert asked("materialize Clarent, Reimagined", match).message.startswith(
        "materialize leaves random open"
    )


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("jo insert 79 la snow t=aeg", "snow"),
        ("jo ins 79 ana deposit zzz", "zzz"),
        ('jo insert 79 ana lay "elkit x" tribes=ice', "elkit x"),
        ('jo insert 79 ana lay "elkit" tribes=zzz', "zzz"),
        ('jo insert 79 ana lay "elkit" tribes=abyssal authority=boss', "boss"),
        ("jo insert 79 ana deposit Tundra Banner zzz", "zzz"),
        ("jo rewind 79 zzz=3", "zzz"),
        ("jo rewind turn 2 zzz=3", "zzz"),
    ],
)
def test_what_is_wrong_in_a_ruling_is_pointed_at_where_it_was_typed(line: str, word: str) -> None:
    error = asked(line, before("wondervale/clean", 80))
    assert error.word == word
    assert line[error.column - 1 :].removeprefix('"').startswith(word)


@pytest.mark.parametrize("line", ["hire captain", "rina hire captain"])
def test_what_only_one_on_offer_can_mean_is_asked_for_the_rest(line: str) -> None:
    message = asked(line, before("warrift/stolen", 71)).message
    assert message.startswith("hire leaves discards open: 3 of ")


def test_what_was_said_is_not_passed_over_for_another_card() -> None:
    """A card is asked for where one that was named may be it, and no other is filled in."""
    match = before("tower_wizwar/duel", 101)
    message = asked('cast s3 "ash courier" "soot ranger"', match).message
    assert message.startswith("cast leaves card open: ") and "Ash Courier" in message
    assert asked('lotte cast s3 "ash courier" "soot ranger"', match).word == "ash courier"


@pytest.mark.parametrize(
    ("record", "line", "rule"),
    [
        (("tower_wizwar/duel", 101), 'lotte cast "blaze stalker" S2 "ember fox"', "TW-4.8"),
        (("wondervale/dispute", 60), 'joss lay scarrub tribes="Tundra Banner"', "WV-6.2"),
        (("wondervale/dispute", 60), 'lay scarrub t="Tundra Banner"', "WV-6.2"),
        (("warrift/stolen", 41), "enter mudling", "WR-2.5"),
    ],
)
def test_no_other_card_is_taken_for_one_that_was_said(
    record: tuple[str, int], line: str, rule: str
) -> None:
    """What it costs is not cast for it, and what lies under a unit is not laid instead."""
    match = before(*record)
    event = event_of(line, match)
    assert event is not None
    verdict = match.would(event)
    assert isinstance(verdict, Illegal) and verdict.rule == rule


def test_words_that_are_names_of_their_own_stay_apart() -> None:
    extra = (
        archive.ally("Page", DRAWS) + archive.ally("Page Boy", DRAWS) + archive.ally("Boy", DRAWS)
    )
    deck = {"ana": {**archive.DECK, "Page": 1, "Page Boy": 1, "Boy": 1}}
    match = archive.turn(2, extra, decks=deck).hold("ana", "Page", "Page Boy", "Boy").replay
    assert read("ana kept-hand Page Boy", match) == "ana kept-hand Page Boy"
    assert read("ana activate page boy", match) == 'ana activate "Page Boy"'


@pytest.mark.parametrize("line", ["ana activate bo", "activate bo", 'ana activate "bo"'])
def test_a_card_that_is_called_as_a_player_is_meant_where_a_card_is(line: str) -> None:
    deck = {"ana": {**archive.DECK, "Bo": 1}}
    match = archive.turn(2, archive.ally("Bo", DRAWS), decks=deck).hold("ana", "Bo").replay
    assert read(line, match) == "ana activate Bo"


@pytest.mark.parametrize("word", ['"wake up"', '"Wake Up phase"', "wake", "WAKE"])
def test_a_phase_that_was_missed_is_called_as_the_board_calls_it(word: str) -> None:
    match = before(*HARBOUR)
    assert read(f"theo missed {word}", match) == "theo missed wake"
    assert read('missed "draw phase"', match) == "theo missed draw"
    assert asked("theo missed wakes", match).suggestions.count("wake") == 1


@pytest.mark.parametrize("kind", COUNTER_KINDS)
def test_every_kind_of_counters_can_be_counted(kind: str) -> None:
    line = f"theo tally counters=0 kind={kind}"
    assert read(line, before(*HARBOUR)) == line
    match = before("grand_archive/harbour", 50)
    assert read('theo tally "Sword of Seeking.2" kind=durability counters=4', match)


def test_many_of_the_same_are_said_with_their_number() -> None:
    match = before(*DUEL)
    event = event_of("lotte draw 99", match)
    assert event is not None and write(event, match.game.codec) == "lotte draw spell*99"
    nine = event_of("lotte draw 9", match)
    assert nine is not None and write(nine, match.game.codec) == "lotte draw" + " spell" * 9
    assert event_of("lotte draw spell*99", match) == event
    assert asked("lotte draw 0", match).message == (
        "expected celestial or orbital or spell, or a number from 1 to 99"
    )


@pytest.mark.parametrize("record", [HARBOUR, STOLEN, DUEL, ("wondervale/clean", 12)])
def test_a_draw_is_agreed_by_its_word(record: tuple[str, int]) -> None:
    match = before(*record)
    seat = match.state.seats[0]
    assert read(f"{seat} agree-result draw", match) == f"{seat} agree-result"
    assert read(f"{seat} agree-result nobody", match) == f"{seat} agree-result"
    assert read(f"{seat} agree-result {seat}", match) == f"{seat} agree-result {seat}"
    assert asked("agree-result draw", match).message.startswith("say first who says so")


def test_what_stands_in_quotes_behind_a_verb_is_no_verb() -> None:
    error = asked('missed "end"', before(*HARBOUR))
    assert error.word == "end" and error.column == 8


@pytest.mark.parametrize(
    ("record", "line", "full"),
    [
        (
            HARBOUR,
            "iris adjust move:theo/reclaim:hand>graveyard",
            "move:theo/Reclaim:hand>graveyard",
        ),
        (HARBOUR, "iris adjust damage:windmill:1", 'damage:"Windmill Engineer":1'),
        (STOLEN, "fj-lind adjust points:Rina:3", "points:rina:3"),
        (DUEL, "jo adjust harm:torch:1", 'harm:"Torch Colossus.1":1'),
        (("legacy_of_conflict/rooftop", 80), "jo adjust tokens:brute/mov:2", "tokens:Brute/move:2"),
        (
            ("wondervale/clean", 80),
            "jo adjust move:ana/aegar:hand>bank",
            "move:ana/Aegaryn:hand>bank",
        ),
        (("wondervale/clean", 80), "jo adjust damage:squid:10", "damage:ana/Squidlin:10"),
        (DUEL, "jo adjust move:furrow ox:hand>F4", 'move:"enzo/Furrow Ox":hand>F4'),
    ],
)
def test_a_name_in_a_repair_may_be_cut_short(record: tuple[str, int], line: str, full: str) -> None:
    assert read(line, before(*record)).rpartition(" adjust ")[2] == full


@pytest.mark.parametrize(
    ("record", "line", "hint"),
    [
        (HARBOUR, "iris adjust move:theo/Reclame:hand>graveyard", "did you mean Reclaim?"),
        (STOLEN, "fj-lind adjust move:rina/Pagee:hand>discard", "did you mean Page?"),
        (DUEL, "jo adjust move:enzo/Almsbearr:hand>pool", "did you mean Almsbearer?"),
        (("wondervale/clean", 80), "jo adjust move:ana/Jurin:hand>bank", "did you mean Juryn?"),
    ],
)
def test_a_repair_of_no_card_names_the_nearest(
    record: tuple[str, int], line: str, hint: str
) -> None:
    match = before(*record)
    event = event_of(line, match)
    assert event is not None
    verdict = match.would(event)
    assert isinstance(verdict, Illegal) and verdict.legal == hint


def test_who_rules_is_asked_for_by_a_judge_of_the_match_or_by_how_one_is_named() -> None:
    stolen, none = before(*STOLEN), before("wondervale/clean", 80)
    assert asked("time-called", stolen).message.endswith("such as: fj-lind time-called")
    assert asked("time-called", none).message.endswith("behind: appoint NAME judge")
    assert read("kim appoint lena judge", none) == "kim appoint lena judge"
