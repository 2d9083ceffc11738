"""Catalogs in JSON, with what people write for them in the folder beside."""

from pathlib import Path

import pytest

from referee.catalog import CatalogError, examples_beside, read_catalog
from referee.games.registry import game_ids, game_of
from referee.parts.effects.examples import Example
from storage import catalogs
from storage.catalogs import KEPT, catalog_text, sample, shipped
from tests.cli.toybox import Cards

CARDS = '{"game": "toy", "name": "few", "cards": [{"name": "Rock"},\n{"name": "Rite"}]}'
RITE = '[[cards]]\nname = "Rite"\n[[cards.effects]]\ntext = "It happens."\n'
EXAMPLE = '[[examples]]\ncard = "Rite"\ntable = "ana: Rite"\n'


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """A catalog in JSON beside an empty folder for effects."""
    path = tmp_path / "catalog.json"
    path.write_text(CARDS)
    (tmp_path / "effects").mkdir()
    return path


def written(catalog: Path, **parts: str) -> list[Path]:
    """Files of effects beside it."""
    paths = [catalog.parent / "effects" / f"{name}.toml" for name in parts]
    for path, text in zip(paths, parts.values(), strict=True):
        path.write_text(text)
    return paths


def read(path: Path) -> Cards:
    """The whole catalog."""
    return read_catalog(catalog_text(path), Cards, path.name)


def test_a_catalog_may_be_json_and_is_the_same_as_in_toml(catalog: Path) -> None:
    toml = 'game = "toy"\nname = "few"\n[[cards]]\nname = "Rock"\n[[cards]]\nname = "Rite"\n'
    assert read(catalog) == read_catalog(toml, Cards)
    assert read(catalog).hash == read_catalog(toml, Cards).hash


def test_what_people_write_beside_it_is_a_part_of_it(catalog: Path) -> None:
    bare = read(catalog)
    rock = RITE.replace("Rite", "Rock") + EXAMPLE
    written(catalog, rites=RITE + EXAMPLE, stones=rock)
    whole = read(catalog)
    assert [len(card.effects) for card in whole.cards] == [1, 1]
    assert whole.hash != bare.hash
    assert len(examples_beside(catalog_text(catalog), Example)) == 2


def test_a_file_of_effects_is_read_within_the_whole_with_its_own_examples(catalog: Path) -> None:
    rock = RITE.replace("Rite", "Rock") + EXAMPLE
    rites, _ = written(catalog, rites=RITE + EXAMPLE, stones=rock)
    assert read(rites).hash == read(catalog).hash
    assert len(examples_beside(catalog_text(rites), Example)) == 1
    assert len(examples_beside(catalog_text(catalog), Example)) == 2


def test_a_catalog_in_toml_has_nothing_beside_it(catalog: Path) -> None:
    path = catalog.with_name("own.toml")
    path.write_text('game = "toy"\nname = "few"\n[[cards]]\nname = "Rock"\n')
    written(catalog, rites="[[cards]]\nname = 'Nobody'")
    assert [card.name for card in read(path).cards] == ["Rock"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[cards]]\nname = 'Rime'", "cards: .* has no Rime; did you mean Rite"),
        ("[[cards]]\nlife = 3", "cards: .* has no None"),
        ("cards = 3", r"cards: expected a list of tables, \[\[cards\]\]"),
        ("[[stones]]\nname = 'Rock'", "stones: no list of"),
        (RITE + RITE, "Rite: effects: said already"),
        ("[[cards]", r"rites\.toml: "),
        ("[[cards]]\nname = 'Rite'\nlife = 3", "unknown field `life`.*Rite"),
    ],
)
def test_a_file_that_does_not_go_with_its_catalog_is_named(
    catalog: Path, text: str, said: str
) -> None:
    written(catalog, rites=text)
    with pytest.raises(CatalogError, match=said):
        read(catalog)


@pytest.mark.parametrize("number", ['"cards": [1e999]', '"cards": [{"name": "Rite", "x": 1e999}]'])
def test_a_number_beyond_all_bounds_is_refused(catalog: Path, number: str) -> None:
    catalog.write_text(f'{{"game": "toy", "name": "few", {number}}}')
    written(catalog, rites=RITE)
    with pytest.raises(CatalogError, match="out of range"):
        read(catalog)


@pytest.mark.parametrize("text", ['{"game": "toy"', '{"game": "toy", "name": 3}', '{"a":' * 99_999])
def test_json_that_is_no_catalog_is_refused(catalog: Path, text: str) -> None:
    catalog.write_text(text)
    with pytest.raises(CatalogError, match=r"catalog\.json: "):
        read(catalog)


def test_a_catalog_that_was_shipped_earlier_is_found_by_its_hash() -> None:
    earlier = [(g, path) for g in game_ids() for path in game_of(g).sample("earlier").glob("*")]
    assert earlier
    for game_id, path in earlier:
        key = path.name.removesuffix(".json.gz")
        found = sample(key)
        assert found is not None and (found.hash, found.game) == (key, game_id)
    assert sample("0" * 64) is None and sample("../catalog") is None


SAID = ('"[[examples]]\\nno more"', "'''It 'happens'.'''", '"""It "happens"."""')


@pytest.mark.parametrize("told", [RITE, *(RITE.replace('"It happens."', each) for each in SAID)])
def test_a_catalog_is_the_same_without_the_examples_beside_it(catalog: Path, told: str) -> None:
    written(catalog, rites=told + EXAMPLE)
    bare = catalog_text(catalog, examples=False)
    assert read_catalog(bare, Cards).hash == read(catalog).hash
    assert examples_beside(bare, Example) == ()
    assert len(examples_beside(catalog_text(catalog), Example)) == 1


@pytest.mark.parametrize("mark", ['"""', "'''"])
def test_what_stands_in_a_text_of_several_lines_is_no_example(catalog: Path, mark: str) -> None:
    several = f"{mark}It happens:\n[[examples]]\nof it.{mark}"
    written(catalog, rites=RITE.replace('"It happens."', several) + EXAMPLE)
    assert catalog_text(catalog, examples=False) == catalog_text(catalog)


def test_a_shipped_catalog_is_put_together_once_until_a_file_of_it_changes(
    catalog: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(catalog, rites=RITE + EXAMPLE)
    with monkeypatch.context() as once:
        first = shipped(catalog, Cards)
        once.setattr(catalogs, "catalog_text", None)
        assert shipped(catalog, Cards) == first == read(catalog)
    written(catalog, stones=RITE.replace("Rite", "Rock"))
    assert shipped(catalog, Cards) == read(catalog) != first
    catalog.write_text(CARDS.replace("few", "two"))
    assert shipped(catalog, Cards).name == "two"
    assert len([*(catalog.parent / KEPT).iterdir()]) == 1


@pytest.mark.parametrize("kept", ["", CARDS[:30], CARDS.replace("Rite", "\ud800")])
def test_what_is_kept_of_a_catalog_and_cannot_be_read_is_made_anew(
    catalog: Path, kept: str
) -> None:
    written(catalog, rites=RITE)
    first = shipped(catalog, Cards)
    (file,) = (catalog.parent / KEPT).iterdir()
    whole = file.read_bytes()
    file.write_bytes(kept.encode("utf-8", "surrogatepass"))
    assert shipped(catalog, Cards) == first
    assert file.read_bytes() == whole


def test_a_shipped_catalog_is_read_where_nothing_can_be_kept(catalog: Path) -> None:
    written(catalog, rites=RITE)
    (catalog.parent / KEPT).write_text("no folder")
    assert shipped(catalog, Cards) == shipped(catalog, Cards) == read(catalog)


def test_a_faulty_catalog_is_not_kept(catalog: Path) -> None:
    written(catalog, rites=RITE.replace("Rite", "Wright"))
    for _ in range(2):
        with pytest.raises(CatalogError, match="has no Wright"):
            shipped(catalog, Cards)
    assert not (catalog.parent / KEPT).exists()
