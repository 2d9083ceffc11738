"""Text records: a match survives its text byte for byte, and a mistake names line and column."""

import hashlib
from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from events import wondervale
from events.common import Concede, Insert, Note, Opening, Rewind, Seating
from events.entry import Entry, EventCodec, canonical, entry_id
from events.event import Event
from events.wondervale import Draw, FirstRoll, StandardHealth
from storage.exchange.record import RecordError, TextRecord, derived_id, read_record, write_record
from tests.events.test_notation import FEW, MANY, any_event, structs
from tests.tiers import examples

CODEC = EventCodec(wondervale.EVENTS)
HASH = "0123456789abcdef" * 4
ID = "0192a000-0000-7000-8000-000000000001"


def codec_for(game: str, version: str) -> EventCodec:
    if game != "wondervale":
        raise LookupError(f"no game is called {game}; there is wondervale")
    if version != "1.1":
        raise KeyError(f"{game} has no version {version}")
    return CODEC


def record(body: str = "", header: str = "") -> TextRecord:
    return read_record(text(body, header), codec_for)


def text(body: str = "", header: str = "") -> str:
    return f"""\
# Round 4, table 2.
match = "vale-open-r1-t4"
date = 2026-03-14T10:00:00Z
recorded_by = "sk-lena"
game = "wondervale"
version = "1.1"
catalog = "{HASH}"
{header}
[interpretations]
"WV-I 1" = "at_least_one"

[[seats]]
seat = "ana"
person = "p-ana"
deck_name = "frost-and-sand"
[seats.deck]
Snowlitt = 3
"Frost Wolf" = 1

[[seats]]
seat = "bo"
person = "p-bo"
---
{body}"""


FIRST_BODY_LINE = text().count("\n") + 1


def at(hour: int, minute: int, second: int = 0, micro: int = 0, day: int = 14) -> datetime:
    return datetime(2026, 3, day, hour, minute, second, micro, UTC)


# Reading what somebody wrote by hand


def test_a_record_written_by_hand_is_read() -> None:
    found = record(
        f"""\
2 10:00:30 ana standard-health      # words after # are comments

# a line of its own
3 10:01 bo first 3-5
  ana draw 2                        # the next number, the same time
10:45:02.250000 ana note text="a # b | c" | id={ID} recorded=2026-03-14T10:46Z by=p-2 digest={HASH}
6 2026-03-15T00:10:00+02:00 bo concede | recorded=22:11
""",
        header='by = "to-max"',
    )
    opening, *others = found.entries
    assert opening.event == Opening(
        "to-max",
        "wondervale",
        "1.1",
        HASH,
        (
            Seating("ana", "p-ana", {"Snowlitt": 3, "Frost Wolf": 1}, "frost-and-sand"),
            Seating("bo", "p-bo"),
        ),
        {"WV-I 1": "at_least_one"},
    )
    assert [entry.event for entry in others] == [
        StandardHealth("ana"),
        FirstRoll("bo", ((3, 5),)),
        Draw("ana", 2),
        Note("ana", "a # b | c"),
        Concede("bo"),
    ]
    assert [entry.seq for entry in found.entries] == [1, 2, 3, 4, 5, 6]
    assert [entry.played_at for entry in found.entries] == [
        at(10, 0),
        at(10, 0, 30),
        at(10, 1),
        at(10, 1),
        at(10, 45, 2, 250_000),
        at(22, 10),
    ]
    assert [entry.recorded_at for entry in found.entries[-2:]] == [at(10, 46), at(22, 11)]
    assert [entry.recorded_by for entry in found.entries[-2:]] == ["p-2", "sk-lena"]
    assert {entry.match for entry in found.entries} == {"vale-open-r1-t4"}
    assert found.entries[4].id == ID
    assert found.digests == {5: HASH}
    first = FIRST_BODY_LINE
    assert found.lines == {1: 1, 2: first, 3: first + 3, 4: first + 4, 5: first + 5, 6: first + 6}


def test_entries_without_an_id_get_one_that_follows_from_their_content() -> None:
    one = record("ana draw\nana draw 2").entries
    other = record("# other words\n2 10:00 ana draw # x\n\n3 ana draw count=2\n").entries
    assert one == other
    assert len({entry.id for entry in one}) == 3
    content = b'vale-open-r1-t4\n3\n{"type":"draw","seat":"ana","count":2}'
    milliseconds = int(at(10, 0).timestamp() * 1000)
    assert one[2].id == entry_id(milliseconds, hashlib.sha256(content).digest()[:10])
    assert one[2].id == "019cebc9-d900-7b88-88c6-94643606ed8e"


def test_the_header_may_state_what_does_not_follow_from_it() -> None:
    header = f'id = "{ID}"\nrecorded_at = 2026-03-14T12:30:00+01:00\ndigest = "{HASH}"'
    found = record(header=f'{header}\noptions = {{ round = "4" }}')
    (first,) = found.entries
    assert (first.id, first.recorded_at, found.digests) == (ID, at(11, 30), {1: HASH})
    assert isinstance(first.event, Opening)
    assert first.event.options == {"round": "4"}


def test_sides_and_what_is_agreed_stand_in_the_header() -> None:
    seats = (Seating("ana", "p", side="red"), Seating("bo", "q"), Seating("cy", "r", side="red"))
    opening = Opening("sk", "wondervale", "1.1", HASH, seats, {}, {"points": "75", "a b": "x = y"})
    first = msgspec.structs.replace(record().entries[0], event=opening)
    written = write_record([first], CODEC)
    assert '[options]\npoints = "75"\n"a b" = "x = y"\n' in written
    assert '[[seats]]\nseat = "ana"\nperson = "p"\nside = "red"\n' in written
    assert written.count("side = ") == 2
    (again,) = read_record(written, codec_for).entries
    assert canonical(again) == canonical(first)


def test_lists_of_a_seat_and_of_the_table_stand_in_the_header() -> None:
    towers = {"sideboard": {"Imp": 2, "Old: Keep": 1}, "towers": ("Keep", "Gate", "Keep")}
    seats = (Seating("ana", "p", {"Wolf": 3}, lists=towers), Seating("bo", "q", lists={"side": {}}))
    opening = Opening(
        "sk", "wondervale", "1.1", HASH, seats, contest="vale/4/2/1", lists={"monsters": {"Imp": 4}}
    )
    first = msgspec.structs.replace(record().entries[0], event=opening)
    written = write_record([first], CODEC)
    assert 'contest = "vale/4/2/1"\n' in written
    assert '\n[seats.lists.sideboard]\nImp = 2\n"Old: Keep" = 1\n' in written
    assert "\n[lists.monsters]\nImp = 4\n" in written
    (again,) = read_record(written, codec_for).entries
    assert canonical(again) == canonical(first)


def test_a_record_may_come_from_another_system() -> None:
    windows = "\ufeff" + text("2 ana end\n").replace("\n", "\r\n")
    assert read_record(windows, codec_for) == record("2 ana end\n")


# Writing


def entries(*events: tuple[datetime, Event]) -> list[Entry[Event]]:
    made = list(record().entries)
    for seq, (moment, event) in enumerate(events, 2):
        match = made[0].match
        key = derived_id(match, seq, moment, event)
        made.append(Entry(match, seq, key, moment, moment, "sk-lena", event))
    return made


def test_a_record_is_written_so() -> None:
    made = entries(
        (at(10, 0), StandardHealth("ana")),
        (at(10, 1), FirstRoll("bo", ((3, 5),))),
        (at(10, 1, 0, 5), Draw("ana")),
        (at(9, 0), Insert("sk-lena", 4, {"type": "draw", "seat": "bo"})),
        (at(9, 0, day=15), Rewind("sk-lena", 4, reason="a\nb")),
        (at(9, 0, 1, day=15), Concede("12:00")),
    )
    made[5] = msgspec.structs.replace(made[5], id=ID, recorded_by="p 2", recorded_at=at(11, 0))
    comments = {1: "Round 4, table 2.", 2: "agreed", 4: "a hand\nof five"}
    written = write_record(made, CODEC, {4: HASH}, comments)
    assert written == (
        f"""\
# Round 4, table 2.
match = "vale-open-r1-t4"
date = 2026-03-14T10:00:00Z
recorded_by = "sk-lena"
game = "wondervale"
version = "1.1"
catalog = "{HASH}"

[interpretations]
"WV-I 1" = "at_least_one"

[[seats]]
seat = "ana"
person = "p-ana"
deck_name = "frost-and-sand"

[seats.deck]
Snowlitt = 3
"Frost Wolf" = 1

[[seats]]
seat = "bo"
person = "p-bo"

---
2 ana standard-health  # agreed
3 10:01:00 bo first-roll 3-5
# a hand
# of five
4 10:01:00.000005 ana draw | digest={HASH}
5 2026-03-14T09:00:00Z sk-lena insert 4 "bo draw"
6 2026-03-15T09:00:00Z sk-lena rewind 4 reason="a\\nb" | id={ID} """
        """recorded=2026-03-14T11:00:00Z by="p 2"
7 09:00:01 "12:00" concede
"""
    )
    assert read_record(written, codec_for).entries == made


MOMENTS = st.datetimes(timezones=st.just(UTC))
PERSONS = st.text(min_size=1, max_size=20)
DIGESTS = st.from_regex(r"\A[0-9a-f]{64}\Z")


@st.composite
def matches(draw: st.DrawFn) -> list[Entry[Event]]:
    """A whole match of any events, most of them seconds apart and recorded as they were played."""
    opening = draw(structs(Opening))
    opening = msgspec.structs.replace(opening, game="wondervale", version="1.1")
    events = [opening, *draw(st.lists(any_event(), max_size=6))]
    match = draw(st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z"))
    keeper = draw(PERSONS)
    played_at = draw(MOMENTS)
    made: list[Entry[Event]] = []
    for seq, event in enumerate(events, 1):
        near = played_at.replace(microsecond=draw(st.sampled_from([0, 1, 250_000])))
        played_at = draw(st.one_of(st.just(played_at), st.just(near), MOMENTS))
        recorded_at = draw(st.one_of(st.just(played_at), MOMENTS))
        recorded_by = draw(st.one_of(st.just(keeper), PERSONS))
        key = derived_id(match, seq, played_at, event)
        if draw(st.booleans()):
            key = entry_id(
                draw(st.integers(0, 2**48 - 1)), draw(st.binary(min_size=10, max_size=10))
            )
        made.append(Entry(match, seq, key, played_at, recorded_at, recorded_by, event))
    return made


@given(
    matches(),
    st.dictionaries(st.integers(1, 7), DIGESTS),
    st.dictionaries(st.integers(1, 7), st.text()),
)
@settings(MANY, max_examples=examples(60))
def test_a_match_comes_back_from_its_record_byte_for_byte(
    made: list[Entry[Event]], digests: dict[int, str], comments: dict[int, str]
) -> None:
    digests = {seq: digest for seq, digest in digests.items() if seq <= len(made)}
    found = read_record(write_record(made, CODEC, digests, comments), codec_for)
    assert [canonical(entry) for entry in found.entries] == [canonical(entry) for entry in made]
    assert found.digests == digests
    assert list(found.lines) == [entry.seq for entry in made]


@given(matches())
@FEW
def test_entries_of_a_record_are_entries_of_the_log(made: list[Entry[Event]]) -> None:
    for entry in read_record(write_record(made, CODEC), codec_for).entries:
        assert canonical(CODEC.entry(canonical(entry))) == canonical(entry)


def test_only_a_whole_match_in_utc_can_be_written() -> None:
    made = entries((at(10, 1), Concede("ana")), (at(10, 2), Concede("bo")))
    local = made[1].played_at.astimezone(timezone(timedelta(hours=1)))
    for wrong, says in [
        ([], "begins with the opening"),
        (made[1:], "begins with the opening"),
        ([made[0], made[2]], "expected entry 2 of vale-open-r1-t4, not entry 3"),
        ([made[0], msgspec.structs.replace(made[1], match="m")], "not entry 2 of m"),
        ([made[0], msgspec.structs.replace(made[1], played_at=local)], "entry 2: its times"),
        (
            [made[0], msgspec.structs.replace(made[1], recorded_at=datetime(2026, 3, 14))],
            "entry 2: its times",
        ),
    ]:
        with pytest.raises(ValueError, match=says):
            write_record(wrong, CODEC)


# What is wrong is pointed at


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("ana drwa 2", 5, '"drwa": no such verb; did you mean draw'),
        ("2 10:01 ana attack 3-7", 20, '"3-7": expected a die'),
        ("3 ana draw", 1, "expected 2, the next number"),
        ("1 ana draw", 1, "expected 2, the next number"),
        ("2", 1, "expected a seat or person and a verb"),
        ("2 10:00", 3, "expected a seat or person and a verb"),
        ("2 | by=x", 5, "expected a seat or person and a verb"),
        ("2 9:59:59 ana draw", 3, "write the date as well"),
        ("2 10:60 ana draw", 3, "there is no such time"),
        ("2 2026-02-30T10:00Z ana draw", 3, "there is no such time"),
        ("2 0001-01-01T00:00+01:00 ana draw", 3, "there is no such time"),
        ("2 10:00Z ana draw", 3, "expected a time such as"),
        ("2 10:00:00.1234567 ana draw", 3, "expected a time such as"),
        ("2 2nd draw", 3, "expected a time such as"),
        ("2 ana draw | by=x by=y", 19, "by is given twice"),
        ("2 ana draw | who=x", 14, "expected id=, recorded=, by= or digest="),
        ("2 ana draw | now", 14, "expected id=, recorded=, by= or digest="),
        ("2 ana draw | id=7", 17, "expected `str` matching"),
        ("2 ana draw | digest=7", 21, "expected `str` matching"),
        ("2 ana draw | recorded=soon", 23, "expected a time such as"),
        ("2 ana draw | by=", 17, "expected `str` of length"),
        ('2 ana note text="x | by=y', 17, "this quotation mark is not closed"),
        ('2 sk insert 1 "ana drwa" | by=y', 20, "no such verb"),
    ],
)
def test_a_mistake_in_a_line_names_line_and_column(line: str, column: int, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text(f"# first\n{line}\nana end"), codec_for, "final.record")
    error = caught.value
    assert (error.name, error.line, error.column) == ("final.record", FIRST_BODY_LINE + 1, column)
    assert says.casefold() in error.message.casefold()
    assert str(error) == f"final.record:{error.line}:{error.column}: {error.message}"


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "says"),
    [
        ("---", "--", FIRST_BODY_LINE, 1, "expected a line ---"),
        ('"1.1"', "1.1.1", 6, 14, "not valid TOML"),
        ('"1.1"', "1.1", 6, 1, "Expected `str`, got `float`"),
        ('"1.1"', '"7"', 5, 1, "wondervale has no version 7"),
        ('"wondervale"', '"chess"', 5, 1, "no game is called chess; there is wondervale"),
        ('match = "vale-open-r1-t4"', "", 1, 1, "missing required field `match`"),
        ("catalog", "katalog", 7, 1, "unknown field `katalog`"),
        (HASH, "no hash", 7, 1, "matching regex"),
        ("2026-03-14T10:00:00Z", "2026-03-14T10:00:00", 3, 1, "timezone"),
        ("2026-03-14T10:00:00Z", "2026-03-14", 3, 1, "Expected `datetime`"),
        ("2026-03-14T10:00:00Z", "2026-02-30T10:00:00Z", 3, 8, "not valid TOML"),
        ("2026-03-14T10:00:00Z", "0001-01-01T00:00:00+01:00", 3, 1, "no such date"),
        ('"WV-I 1" = "at_least_one"', "x = 1", 9, 1, "Expected `str`, got `int`"),
        ("Snowlitt = 3", "Snowlitt = 0", 16, 1, "Expected `int` >= 1"),
        ('seat = "bo"', 'seat = "Bo"', 21, 1, "matching regex"),
        ('person = "p-bo"', "", 20, 1, "missing required field `person`"),
        ('person = "p-bo"', "person = p-bo", 22, 10, "not valid TOML"),
        ("# Round", f"x = {'[' * 9000}", 1, 1, "nested more than 32 deep"),
        ("# Round", "\ud800", 1, 1, "cannot be stored"),
    ],
)
def test_a_mistake_in_the_header_names_its_line(
    old: str, new: str, line: int, column: int, says: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text("ana end").replace(old, new, 1), codec_for)
    error = caught.value
    assert says in error.message
    assert (error.name, error.line, error.column) == ("record", line, column)


@given(st.text())
@MANY
@example("---")
@example("a = 1e\n---")
def test_random_text_is_no_record(random: str) -> None:
    with pytest.raises(RecordError):
        read_record(random, codec_for)


@given(
    st.lists(
        st.one_of(
            st.text(), st.sampled_from(["ana", "draw", "|", "2", "10:01", "id=", " ", "\n", '"'])
        )
    )
)
@MANY
def test_random_lines_are_entries_or_a_mistake(words: list[str]) -> None:
    read_or_refuse(text(" ".join(words)))


@given(matches(), st.data())
@settings(MANY, max_examples=examples(60))
def test_a_damaged_record_is_a_record_or_a_mistake(
    made: list[Entry[Event]], data: st.DataObject
) -> None:
    whole = write_record(made, CODEC, {1: HASH})
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(start + 5, len(whole))))
    patch = data.draw(st.one_of(st.text(max_size=3), st.sampled_from("\"'=[]{}\n|#:-\\\ud800")))
    read_or_refuse(whole[:start] + patch + whole[end:])


def read_or_refuse(damaged: str) -> None:
    try:
        found = read_record(damaged, codec_for)
    except RecordError as error:
        assert 1 <= error.line <= damaged.count("\n") + 1
        assert error.column >= 1
    else:
        again = read_record(write_record(found.entries, CODEC, found.digests), codec_for)
        assert [canonical(e) for e in again.entries] == [canonical(e) for e in found.entries]
