"""What goes in and out in bulk: all of it or nothing, and out again as it went in."""

import csv
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from events.common import Concede, Insert, Note, Strike
from storage.exchange import intake
from storage.exchange.transfer import (
    Imported,
    ImportFault,
    export_jsonl,
    export_record,
    export_table,
    import_jsonl,
    import_record,
    json_lines,
    tables,
)
from storage.log import Log, LogError, UnknownMatch
from storage.schema import KEPT
from storage.verify import verify
from tests.logbook import (
    CATALOG,
    content,
    draft,
    empty_log,
    first_entry,
    log_match,
    new_log,
    note,
    without_heads,
)
from tests.tiers import examples

RECORDS = sorted(
    path
    for path in (Path(__file__).parents[1] / "records").glob("*/*.txt")
    if not path.name.endswith(".golden.txt")
)
GENTLE = settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with three matches; one has an illegal entry, rulings and odd words."""
    path = new_log(tmp_path_factory.mktemp("transfer") / "season.duckdb")
    inside = {"type": "note", "by": "sk-lena", "text": "written out"}
    with Log.open(path, write=True) as log:
        log_match(log, "ruled", 4, entries=20)
        log.append(
            "ruled",
            [
                draft(Concede("nobody"), 21),
                draft(Strike("judge", 21, "head", "typo"), 22),
                draft(Insert("judge", 20, inside), 23),
                note(24, "tab\tnew\nline 'quote' \"double\" \\back\\ \x00 \u2028 …🎲"),
            ],
        )
    return path


@pytest.fixture
def log(season: Path, tmp_path: Path) -> Iterator[Log]:
    copy = shutil.copy(season, tmp_path / "season.duckdb")
    with Log.open(Path(copy), write=True) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Log]:
    """An empty log to import into."""
    with Log.open(empty_log(tmp_path / "other.duckdb"), write=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def lines(season: Path) -> list[str]:
    """The season as JSON lines."""
    with Log.open(season) as log:
        return list(json_lines(log))


def put(tmp_path: Path, lines: list[str] | str | bytes) -> Path:
    path = tmp_path / "lines.jsonl"
    text = lines if isinstance(lines, str | bytes) else "".join(lines)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def is_empty(log: Log) -> bool:
    return not any(content(log, "meta").values())


# -- there and back ---------------------------------------------------------------------------


def test_json_lines_come_back_as_they_were(log: Log, other: Log, tmp_path: Path) -> None:
    path = tmp_path / "season.jsonl"
    count = export_jsonl(log, path)
    assert import_jsonl(other, path) == Imported(4, count, 0)
    assert content(other, "heads", "seals", "meta") == content(log, "heads", "seals", "meta")
    assert "".join(json_lines(other)) == path.read_text()


def test_without_a_referee_the_same_comes_in_with_the_digests_as_stated(
    log: Log, other: Log, tmp_path: Path
) -> None:
    path = tmp_path / "season.jsonl"
    export_jsonl(log, path)
    import_jsonl(other, path, referee=False)
    assert content(other, "matches", "heads", "unrefereed", "seals", "meta") == content(
        log, "matches", "heads", "unrefereed", "seals", "meta"
    )
    assert other.rows("SELECT DISTINCT refereed FROM matches") == [(False,)]
    assert verify(other).exact


def test_lines_without_digests_have_them_noted_by_the_referee(
    log: Log, other: Log, lines: list[str], tmp_path: Path
) -> None:
    bare = [json.dumps({k: v for k, v in json.loads(x).items() if k != "digest"}) for x in lines]
    import_jsonl(other, put(tmp_path, "\n".join(bare)))
    assert content(other, "heads", "seals", "meta") == content(log, "heads", "seals", "meta")


def test_a_text_record_comes_back_as_it_was(log: Log, other: Log) -> None:
    for match_id in ("m1", "ruled"):
        match = log.load(match_id)
        text = export_record(match)
        assert import_record(other, text) == Imported(1, match.last, 0)
        again = other.load(match_id)
        assert (again.payloads, again.hashes) == (match.payloads, match.hashes)
        assert again.digests == match.digests
    assert verify(other).exact


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_records_of_whole_matches_go_in_and_out(path: Path, other: Log) -> None:
    found = import_record(other, path.read_text(), path.name)
    assert found.matches == 1
    ((match_id,),) = other.rows("SELECT match_id FROM matches")
    match = other.load(match_id)
    assert match.last == found.entries
    assert verify(other).exact
    text = export_record(match, {1: "a remark"})
    assert text.startswith("# a remark\n")
    assert import_record(other, text, path.name) == Imported(0, 0, match.last)


def test_importing_what_is_there_changes_nothing(
    log: Log, lines: list[str], tmp_path: Path
) -> None:
    before = content(log)
    path = put(tmp_path, lines)
    for referee in (True, False):
        assert import_jsonl(log, path, referee=referee) == Imported(0, 0, len(lines))
        assert import_record(log, export_record(log.load("m1")), referee=referee).entries == 0
        assert content(log) == before


@pytest.mark.parametrize("referee", [True, False])
def test_a_match_goes_on_where_the_log_has_its_beginning(
    log: Log, other: Log, lines: list[str], tmp_path: Path, referee: bool
) -> None:
    own = [line for line in lines if '"match":"m1"' in line]
    import_jsonl(other, put(tmp_path, own[:50]), referee=referee)
    assert import_jsonl(other, put(tmp_path, own[40:80]), referee=referee) == Imported(0, 30, 10)
    assert import_jsonl(other, put(tmp_path, own[80:]), referee=referee).entries == len(own) - 80
    assert other.load("m1").hashes == log.load("m1").hashes
    assert other.load("m1").digests == log.load("m1").digests
    assert verify(other).exact


def test_a_match_that_goes_on_without_a_referee_may_miss_digests_from_there(
    other: Log, lines: list[str], tmp_path: Path
) -> None:
    own = [line for line in lines if '"match":"m1"' in line]
    bare = [line[:-78] + "}\n" if '"digest"' in line else line for line in own]
    import_jsonl(other, put(tmp_path, own[:50]))
    import_jsonl(other, put(tmp_path, bare), referee=False)
    assert other.load("m1").last == len(own)
    assert verify(other).exact
    other.append("m1", [note(900)])
    assert verify(other).exact


def test_what_was_sent_before_a_bad_line_is_taken_back(
    other: Log, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BUFFERED", 10)
    one = [line for line in lines if '"match":"m1"' in line][:60]
    two = [line for line in lines if '"match":"m2"' in line][:60]
    mixed = [line for pair in zip(one, two, strict=True) for line in pair]
    with pytest.raises(ImportFault, match=r":121:1: "):
        import_jsonl(other, put(tmp_path, [*mixed, "bad\n"]))
    assert is_empty(other)
    assert import_jsonl(other, put(tmp_path, mixed)).entries == 120


def test_an_id_that_stands_twice_in_a_match_is_named(
    other: Log, lines: list[str], tmp_path: Path
) -> None:
    ids = [json.loads(line)["id"] for line in lines[:6]]
    bad = [*lines[:5], lines[5].replace(ids[5], ids[3])]
    for referee in (True, False):
        with pytest.raises(
            ImportFault, match=rf"lines\.jsonl: the id {ids[3]} appears twice in m1"
        ):
            import_jsonl(other, put(tmp_path, bad), referee=referee)
        assert is_empty(other)


@pytest.mark.parametrize("waiting", [20_000, 40])
def test_the_matches_of_a_file_may_be_mixed(
    log: Log,
    other: Log,
    lines: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    waiting: int,
) -> None:
    monkeypatch.setattr(intake, "BUFFERED", waiting)
    by_match: dict[str, list[str]] = {}
    for line in lines:
        by_match.setdefault(json.loads(line)["match"], []).append(line)
    order = [match for match, own in by_match.items() for _ in own]
    random.Random(1).shuffle(order)
    mixed = [by_match[match].pop(0) for match in order]
    import_jsonl(other, put(tmp_path, mixed))
    assert content(other, "heads", "seals", "meta") == content(log, "heads", "seals", "meta")


def test_the_layout_of_a_line_does_not_matter(
    log: Log, other: Log, lines: list[str], tmp_path: Path
) -> None:
    laid_out = []
    for line in lines:
        found = json.loads(line)
        found["played_at"] = found["played_at"].replace("Z", "+00:00")
        laid_out += [json.dumps(dict(reversed(found.items())), indent=None), "\r\n", "\n"]
    import_jsonl(other, put(tmp_path, "".join(laid_out)))
    assert content(other, "heads", "seals", "meta") == content(log, "heads", "seals", "meta")


@pytest.mark.parametrize(
    ("plain", "written_out"),
    [
        (
            '"strike","judge":"lena","entry":5',
            '"strike","judge":"lena","entry":5,"authority":"floor","reason":"mis-logged"',
        ),
        ('"call-judge","seat":"ana"', '"call-judge","seat":"ana","about":"a question"'),
        (
            '"insert","judge":"lena","after":5,"event":{"seat":"ana","type":"call-judge"}',
            '"insert","judge":"lena","after":5,'
            '"event":{"about":"a question","seat":"ana","type":"call-judge"}',
        ),
    ],
)
def test_defaults_that_are_written_out_do_not_change_a_hash(
    lines: list[str], tmp_path: Path, plain: str, written_out: str
) -> None:
    own = [without_heads(line) for line in lines if '"match":"m1"' in line][:5]
    start = own[4][: own[4].index('"type":')].replace('"seq":5', '"seq":6')
    start = start.replace(json.loads(own[4])["id"], note(6).id)
    hashes = []
    for event in (plain, written_out):
        path = put(tmp_path, [*own, f'{start}"type":{event}}}}}\n'])
        with Log.open(empty_log(tmp_path / f"{len(hashes)}.duckdb"), write=True) as fresh:
            import_jsonl(fresh, path, referee=False)
            hashes.append(fresh.load("m1").hashes[-1])
            assert verify(fresh).exact
    assert hashes[0] == hashes[1]


def test_importing_tells_how_far_it_is(other: Log, lines: list[str], tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    path = put(tmp_path, lines)
    import_jsonl(other, path, progress=lambda done, size: steps.append((done, size)))
    assert steps[-1] == (path.stat().st_size, path.stat().st_size)


# -- what is wrong ----------------------------------------------------------------------------


def _swap(old: str, new: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        assert old in lines[29]
        lines[29] = lines[29].replace(old, new, 1)

    return change


def _other_catalog(lines: list[str]) -> None:
    lines[0] = lines[0].replace(CATALOG.hash, "c" * 64)


def _illegal_opening(lines: list[str]) -> None:
    lines[0] = without_heads(lines[0]).replace('"seat":"bo"', '"seat":"ana"')


def _put(at: int, *new: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        lines[at : at + 1] = new

    return change


BAD: dict[str, tuple[Callable[[list[str]], None], str]] = {
    "no JSON": (_put(29, "dice!\n"), r"lines\.jsonl:30:1: JSON is malformed"),
    "cut short": (_put(29, '{"match":"m1","se\n'), r":30:18: JSON is malformed"),
    "not UTF-8": (_put(29, '{"match":"m1\udcff"}\n'), r":30(:\d+)?: "),
    "no object": (_put(29, "[1, 2]\n"), r":30: Expected `object`"),
    "a field too many": (_swap('"seq":30', '"seq":30,"x":1'), r":30: .*unknown field `x`"),
    "a field missing": (_swap('"recorded_by":"sk-lena",', ""), r":30: .*`recorded_by`"),
    "a wrong type": (_swap('"seq":30', '"seq":"30"'), r":30: .*\$\.seq"),
    "no such event": (_swap('"type":"', '"type":"un'), r":30: .*\$\.event\.type"),
    "no such time": (_swap('"played_at":"2025', '"played_at":"2025-13'), r":30: .*played_at"),
    "a gap": (_put(29), r":30: expected entry 30 of m1, not 31"),
    "the same line twice": (_swap('"seq":30', '"seq":29'), r":30: expected entry 30 of m1, not 29"),
    "no opening": (_put(0), r":1: expected entry 1 of m1, not 2"),
    "another first entry": (
        lambda lines: lines.__setitem__(0, lines[29].replace('"seq":30', '"seq":1')),
        r":1: entry 1 of m1 is not an opening",
    ),
    "an unknown catalog": (_other_catalog, r":1: .*no catalog c{64}"),
    "an unknown game": (_put(0, "GAME"), r":1: .*unknown game 'chess'"),
    "an illegal opening": (_illegal_opening, r":1: .*REF-1\.3"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_line_is_named_and_nothing_is_imported(
    other: Log, lines: list[str], tmp_path: Path, case: str
) -> None:
    change, message = BAD[case]
    bad = list(lines)
    change(bad)
    if bad[0] == "GAME":
        bad[0] = lines[0].replace('"game":"wondervale"', '"game":"chess"')
    path = tmp_path / "lines.jsonl"
    path.write_bytes("".join(bad).encode(errors="surrogateescape"))
    for referee in (True, False):
        if case == "an illegal opening" and not referee:
            continue
        with pytest.raises(ImportFault, match=message) as fault:
            import_jsonl(other, path, referee=referee)
        assert str(fault.value).endswith("nothing of it was imported")
        assert is_empty(other)
    assert import_jsonl(other, put(tmp_path, lines)).entries == len(lines)


def test_a_stated_digest_that_the_replay_does_not_come_to_is_named(
    log: Log, other: Log, lines: list[str], tmp_path: Path
) -> None:
    noted = [n for n, line in enumerate(lines) if '"digest"' in line and '"match":"m1"' in line]
    bad = list(lines)
    for at in noted[3:]:
        bad[at] = f'{bad[at][:-67]}{"0" * 64}"}}\n'
    seq = json.loads(lines[noted[3]])["seq"]
    wanted = rf":{noted[3] + 1}: entry {seq} states the digest 0+, but the replay comes to"
    with pytest.raises(ImportFault, match=wanted):
        import_jsonl(other, put(tmp_path, bad))
    assert is_empty(other)
    import_jsonl(other, put(tmp_path, bad), referee=False)
    (found,) = verify(other).differences
    assert (found.match, found.seq, found.what) == ("m1", seq, "digest")
    with pytest.raises(ImportFault, match=r"the log notes"):
        import_jsonl(log, put(tmp_path, bad))


def test_a_digest_where_none_is_due_is_named(other: Log, lines: list[str], tmp_path: Path) -> None:
    at = next(n for n, line in enumerate(lines) if '"digest"' not in line and n > 5)
    bad = list(lines)
    bad[at] = f'{bad[at][:-2]},"digest":"{"0" * 64}"}}\n'
    with pytest.raises(ImportFault, match=rf":{at + 1}: .*comes to none here"):
        import_jsonl(other, put(tmp_path, bad))


def test_a_record_with_another_digest_is_named(log: Log, other: Log) -> None:
    text = export_record(log.load("m1"))
    digests = log.load("m1").digests
    seq = sorted(digests)[2]
    line = text[: text.index(digests[seq])].count("\n") + 1
    with pytest.raises(ImportFault, match=rf"final\.txt:{line}: entry {seq} states the digest"):
        import_record(other, text.replace(digests[seq], "0" * 64), "final.txt")
    assert is_empty(other)


def test_a_record_with_a_bad_line_in_the_middle_is_named(log: Log, other: Log) -> None:
    lines = export_record(log.load("m1")).splitlines()
    at = lines.index("---") + 30
    with pytest.raises(ImportFault, match=rf"final\.txt:{at + 1}:\d+: ") as fault:
        import_record(other, "\n".join([*lines[:at], "ana warp 7", *lines[at + 1 :]]), "final.txt")
    assert fault.value.column
    assert is_empty(other)


def test_another_entry_than_the_log_has_is_named(
    log: Log, lines: list[str], tmp_path: Path
) -> None:
    before = content(log)
    bad = list(lines)
    bad[29] = bad[29].replace("sk-lena", "sk-lenb")
    for referee in (True, False):
        with pytest.raises(ImportFault, match=":30: the log has a different entry 30 of m1"):
            import_jsonl(log, put(tmp_path, bad), referee=referee)
    assert content(log) == before


def test_a_match_whose_beginning_was_changed_does_not_go_on(
    other: Log, lines: list[str], tmp_path: Path
) -> None:
    own = [line for line in lines if '"match":"m1"' in line]
    import_jsonl(other, put(tmp_path, own[:50]))
    other.rows("UPDATE entries SET payload = '{}' WHERE seq = 30")
    with pytest.raises(LogError, match="verify says more"):
        import_jsonl(other, put(tmp_path, own))
    assert other.rows("SELECT count(*) FROM entries") == [(50,)]


def test_a_log_open_for_reading_imports_nothing(season: Path, tmp_path: Path) -> None:
    with Log.open(season) as log:
        with pytest.raises(LogError, match="reading only"):
            import_jsonl(log, put(tmp_path, ""))
        with pytest.raises(LogError, match="reading only"):
            import_record(log, RECORDS[0].read_text())


def test_a_file_that_cannot_be_read_is_named(other: Log, tmp_path: Path) -> None:
    for path, wrong in ((tmp_path / "none.jsonl", "No such file"), (tmp_path, "a directory")):
        with pytest.raises(LogError, match=wrong):
            import_jsonl(other, path)


# -- anything at all --------------------------------------------------------------------------


def _count(log: Log) -> list[tuple[int, ...]]:
    return log.rows(
        "SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM matches), "
        "(SELECT count(*) FROM catalogs)"
    )


def _empty(log: Log) -> None:
    there = {name for (name,) in log.rows("SELECT table_name FROM duckdb_tables()")}
    for table in (set(KEPT) - {"meta"}) & there:
        log.rows(f"DELETE FROM {table}")


def _only_a_clear_error(log: Log, path: Path, text: str) -> None:
    before = _count(log)
    for referee in (True, False):
        try:
            found = import_jsonl(log, path, referee=referee)
        except ImportFault as fault:
            assert str(fault).endswith("nothing of it was imported")
        else:
            assert found.entries == 0
    try:
        import_record(log, text)
    except ImportFault as fault:
        assert str(fault).startswith("record:")
    assert _count(log) == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@GENTLE
@given(raw=st.binary(max_size=200))
def test_random_bytes_give_nothing_but_a_clear_error(log: Log, tmp_path: Path, raw: bytes) -> None:
    _only_a_clear_error(log, put(tmp_path, raw), raw.decode(errors="surrogateescape"))


@GENTLE
@given(value=json_values)
def test_random_json_gives_nothing_but_a_clear_error(
    log: Log, tmp_path: Path, value: object
) -> None:
    text = json.dumps(value)
    _only_a_clear_error(log, put(tmp_path, text), text)


@GENTLE
@given(data=st.data())
def test_a_line_with_any_field_changed_is_refused_or_taken_whole(
    other: Log, lines: list[str], tmp_path: Path, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    changed = json.loads(lines[at])
    place = data.draw(st.sampled_from([changed, changed["event"]]))
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(json_values)
    bad = [*lines[:at], json.dumps(changed) + "\n", *lines[at + 1 :]]
    try:
        found = import_jsonl(other, put(tmp_path, bad), referee=data.draw(st.booleans()))
    except ImportFault as fault:
        assert fault.line >= 1
        assert is_empty(other)
    else:
        assert found.entries == len(lines)
        _empty(other)


@GENTLE
@given(data=st.data())
def test_a_record_with_any_character_changed_is_refused_or_taken_whole(
    log: Log, other: Log, data: st.DataObject
) -> None:
    text = export_record(log.load("ruled"))
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        found = import_record(other, changed)
    except ImportFault as fault:
        assert fault.line >= 1
        assert is_empty(other)
    else:
        assert found == Imported(1, 24, 0)
        _empty(other)


@settings(
    max_examples=examples(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(texts=st.lists(st.text(min_size=1, max_size=50), min_size=1, max_size=5))
def test_any_words_go_through_json_lines(
    log: Log, other: Log, tmp_path: Path, texts: list[str]
) -> None:
    match_id = f"w{len(log.matches())}"
    log_match(log, match_id, entries=2)
    by = texts[0]
    log.append(match_id, [draft(Note(by, text), 3 + n, by=by) for n, text in enumerate(texts)])
    export_jsonl(log, tmp_path / "words.jsonl", [match_id])
    import_jsonl(other, tmp_path / "words.jsonl")
    assert other.load(match_id).payloads == log.load(match_id).payloads
    assert verify(other, [match_id]).exact


# -- tables -----------------------------------------------------------------------------------


def test_sides_and_what_is_agreed_go_out_and_in(log: Log, other: Log, tmp_path: Path) -> None:
    opening = first_entry()
    seats = (structs.replace(opening.seats[0], side="red"), opening.seats[1])
    sided = structs.replace(opening, seats=seats, options={"round": "4"})
    log.open_match(draft(sided, 1), "sided", CATALOG)
    path = tmp_path / "sided.jsonl"
    export_jsonl(log, path, ["sided"])
    import_jsonl(other, path)
    with Log.open(empty_log(tmp_path / "text.duckdb"), write=True) as third:
        import_record(third, export_record(log.load("sided")))
        for taken in (other, third):
            assert taken.load("sided").hashes == log.load("sided").hashes
            assert taken.load("sided").entry(1).event == sided
    assert export_table(other, "seats", tmp_path / "seats.parquet", "parquet") == 2
    found = duckdb.sql(f"SELECT side FROM '{tmp_path / 'seats.parquet'}' ORDER BY place")
    assert found.fetchall() == [("red",), ("bo",)]


def test_tables_are_exported_as_parquet(log: Log, tmp_path: Path) -> None:
    for table in ("entries", "fact_totals_compared", "verdicts", "turns"):
        path = tmp_path / f"{table}.parquet"
        count = export_table(log, table, path, "parquet")
        here = log.rows(f"SELECT * FROM {table} ORDER BY ALL")
        with duckdb.connect() as db:
            there = db.execute(f"SELECT * FROM '{path}' ORDER BY ALL").fetchall()
        assert there == here
        assert len(here) == count > 0


def test_tables_are_exported_as_csv(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "totals.csv"
    count = export_table(log, "fact_totals_compared", path, "csv")
    with path.open(newline="") as file:
        found = list(csv.DictReader(file))
    here = log.rows(
        "SELECT match_id, total, terms FROM fact_totals_compared ORDER BY match_id, seq, place"
    )
    assert [(r["match_id"], int(r["total"]), json.loads(r["terms"])) for r in found] == here
    assert len(found) == count


def test_facts_are_brought_up_to_date_before_they_are_exported(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "facts.csv"
    export_table(log, "fact_turn_began", path, "csv")
    log_match(log, "m5", 5)
    export_table(log, "fact_turn_began", path, "csv")
    assert '"m5"' in path.read_text() or "m5," in path.read_text()


def test_a_table_or_kind_that_is_not_there_is_named(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "out"
    with pytest.raises(LogError, match="no table 'goblins'; there are: catalogs, entries"):
        export_table(log, "goblins", path, "csv")
    with pytest.raises(LogError, match="unknown kind of file 'xlsx'"):
        export_table(log, "entries", path, "xlsx")
    with pytest.raises(UnknownMatch, match="m9"):
        export_jsonl(log, path, ["m1", "m9"])
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith("out")) == []


def test_an_export_that_fails_leaves_what_was_there(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("precious")
    with pytest.raises(UnknownMatch):
        export_jsonl(log, path, ["m9"])
    assert path.read_text() == "precious"
    for write in (
        lambda: export_jsonl(log, tmp_path / "none" / "out.jsonl"),
        lambda: export_table(log, "entries", tmp_path / "none" / "out.csv", "csv"),
    ):
        with pytest.raises(LogError, match="none"):
            write()


def test_tables_are_listed_with_their_documentation(log: Log) -> None:
    entries = next(table for table in tables(log) if table.name == "entries")
    assert entries.kind == "record"
    assert [column.name for column in entries.columns][:2] == ["match_id", "seq"]
    assert entries.columns[1].comment == "its number in that match, without gaps from 1"


def test_the_same_lines_twice_in_one_file_are_out_of_order(
    other: Log, lines: list[str], tmp_path: Path
) -> None:
    with pytest.raises(ImportFault, match=rf":{len(lines) + 1}: expected entry"):
        import_jsonl(other, put(tmp_path, [*lines, *lines]))
    assert is_empty(other)
