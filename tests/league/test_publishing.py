"""What a league has published stays as it was, and comes to the same when it is counted again."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from storage.league.lake import place_at
from storage.league.telling import published
from storage.statistics import all_statistics
from tests.league.conftest import Shared
from tests.league.stores import PLAYED, League, Store

FEW = ("wins-by-seat", "match-length", "endings")
ONE = f"{PLAYED}-3-1"


@pytest.fixture(autouse=True, scope="module")
def few() -> Iterator[None]:
    """Some statistics alone, since each takes its time over a lake."""
    chosen = {name: all_statistics()[name] for name in FEW}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "all_statistics", lambda: chosen)
        yield


def spring(league: League) -> Sequence[object]:
    at = ("--league", league.place)
    year = datetime.now(UTC).year
    days = ("--from", f"{year - 1}-01-01", "--until", f"{year}-12-31")
    league.ok("league", "season", "add", "spring", *days, *at)
    return at


@pytest.fixture(scope="module")
def springs_once(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> League:
    league = shared.full.copy(tmp_path_factory.mktemp("spring"))
    league.ok("league", "publish", "--season", "spring", *spring(league))
    return league


@pytest.fixture
def springs(springs_once: League, tmp_path: Path) -> League:
    """A league that has published the figures of a season."""
    return springs_once.copy(tmp_path)


def test_figures_are_kept_as_they_stood_and_counted_again_to_the_digit(
    full: League, north: Store
) -> None:
    at = spring(full)
    (made,) = full.json("league", "publish", "--season", "spring", *at)["published"]
    assert made["figures"] == list(FEW) and made["season"] == "spring"
    kept = Path(made["file"]).read_bytes()
    before = full.json("league", "stats", "wins-by-seat", "--season", "spring", *at)["rows"]
    north.add_note(ONE)
    full.take(north.parcel(ONE))
    assert Path(made["file"]).read_bytes() == kept
    (again,) = full.json("league", "published", "--check", *at)["published"]
    assert again["differ"] == []
    told = full.ok("league", "published", "--check", *at)
    assert "the same" in told and "spring" in told
    figure = json.loads(kept)["figures"]["wins-by-seat"]
    assert [dict(zip(figure["columns"], row, strict=True)) for row in figure["rows"]] == before
    assert "as of" in full.ok("league", "published", "wins-by-seat", *at)
    moved = full.folder / "moved"
    full.ok("league", "move", moved, *at)
    told = full.ok("league", "published", "--check", "--league", moved)
    assert "not kept any" in told


def test_nothing_is_published_of_one_person(full: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor told of what an older version has published."""
    chosen = {name: all_statistics()[name] for name in ("dice-fairness", "time-per-turn-by-person")}
    monkeypatch.setattr(published, "all_statistics", lambda: chosen)
    at = ("--league", full.place)
    assert "left out" in full.ok("league", "publish", *at)
    (made,) = full.json("league", "published", *at)["published"]
    assert made["figures"] == ["dice-fairness"]
    columns = json.loads(Path(made["file"]).read_bytes())["figures"]["dice-fairness"]["columns"]
    assert "person" not in columns
    place = place_at(full.place)
    ((_, kept),) = published.published(place)
    figure = published.FigureKept("Throws", 2, ("person", "n"), (("x", 1), ("(all)", 3)))
    older = replace(kept, figures={"throws": figure, "pace": replace(figure, rows=(("x", 1),))})
    assert published.figures_of(older) == {"throws": replace(figure, columns=("n",), rows=((3,),))}


def test_what_was_published_and_changed_is_told(full: League) -> None:
    at = spring(full)
    (made,) = full.json("league", "publish", *at)["published"]
    file = Path(made["file"])
    said: dict[str, Any] = json.loads(file.read_text())
    said["figures"]["wins-by-seat"]["matches"] += 1
    file.write_text(json.dumps(said))
    assert "has not signed it as it is" in full.error("league", "published", *at)
    file.write_text("{")
    assert "truncated" in full.error("league", "published", *at)


def test_figures_that_come_to_something_else_are_named(
    springs: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = ("--league", springs.place)
    monkeypatch.setattr(published, "run", other_run)
    told = springs.ok("league", "published", "--check", *at, status=4)
    assert "wins-by-seat" in told
    assert "not both" in springs.error("league", "published", "endings", "--check", *at)
    assert "no luck was published" in springs.error("league", "published", "luck", *at)


def test_a_sum_that_was_made_in_another_order_is_the_same_figure(
    springs: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What many cores add up differs in its last digits, and so may the order of rows."""
    at = ("--league", springs.place)
    counted = published.run

    def otherwise(connection: Any, name: str, *filters: Any) -> Any:
        figure = counted(connection, name, *filters)
        rows = [tuple(v + 1e-14 if isinstance(v, float) else v for v in r) for r in figure.rows]
        return replace(figure, rows=rows[::-1])

    monkeypatch.setattr(published, "run", otherwise)
    (again,) = springs.json("league", "published", "--check", *at)["published"]
    assert again["differ"] == []


def other_run(connection: Any, name: str, *filters: Any) -> Any:
    """Another program, which counts one statistic otherwise."""
    from storage.statistics import run

    figure = run(connection, name, *filters)
    return replace(figure, rows=figure.rows[1:]) if name == "wins-by-seat" else figure


def test_the_page_of_a_season_is_written_over_stores(full: League) -> None:
    at = spring(full)
    page = full.folder / "spring.html"
    told = full.ok("league", "publish", "--season", "spring", "-o", page, *at)
    assert "3 statistics kept" in told and "written:" in told
    text = page.read_text()
    assert "<title>Season spring" in text and "wins-by-deck" in text
    early = full.error("league", "publish", "--as-of", "2020-01-01", *at)
    assert "it was not there" in early
    assert "no season autumn" in full.error("league", "publish", "--season", "autumn", *at)
    assert "nothing was published yet" in full.ok("league", "published", "--season", "x", *at)
