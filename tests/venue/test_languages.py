"""The pages of players speak the language of their browser, from one catalog (VN-15.2)."""

from pathlib import Path

import pytest

from cli.venue.web.pages import LANGUAGES, texts
from tests.venue.counters import EIGHT, cup
from tests.venue.node import node
from tests.venue.watched import watched


@pytest.mark.parametrize(
    ("path", "status", "key"),
    [
        ("/", 200, "join.code"),
        ("/j/7K3QA9XM2P", 404, "join.go"),
        ("/desk", 401, "refused.join"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_vn_15_2_who_has_not_joined_is_spoken_to_in_the_own_language(
    tmp_path: Path, language: str, path: str, status: int, key: str
) -> None:
    with watched(cup(tmp_path / "cup.duckdb", EIGHT)) as at:
        asked = {"accept-language": f"{language}-XX,fr;q=0.5", "accept": "text/html"}
        answer = at.get("", path, **asked)
        assert answer.status_code == status
        assert f'<html lang="{language}">' in answer.text
        assert texts(language)[key] in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_vn_15_2_who_waits_for_a_table_is_told_why(tmp_path: Path, language: str) -> None:
    with watched(cup(tmp_path / "cup.duckdb", EIGHT)) as at:
        told = at.get("ana", "/r/1", **{"accept-language": language})
        assert texts(language)["resting.unposted"] in told.text
        assert f'lang="{language}"' in told.text


def test_vn_15_2_every_catalog_has_the_same_texts() -> None:
    first, *others = (texts(language).keys() for language in LANGUAGES)
    assert all(each == first for each in others)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('ana lay "Sky Fox" tribes=aegaryn', "Ana Novak: lay Sky Fox, tribes aegaryn"),
        ("bo stride ahead=no", "Bo Li: stride, not ahead"),
        ("p-4711 strike 17 authority=scorekeeper", "Kim Roe: strike 17, authority scorekeeper"),
        ("says x", "says x"),
    ],
)
def test_vn_19_10_an_entry_is_told_in_names_and_without_the_signs_of_the_notation(
    language: str, line: str, told: str
) -> None:
    seats = [{"seat": "ana", "name": "Ana Novak"}, {"seat": "bo", "name": "Bo Li"}]
    view = {"seats": seats, "people": {"p-4711": "Kim Roe"}}
    assert node().call("draw", "worded", line, view, texts(language)) == told
    opened = node().call("draw", "worded", "opened: ana, bo", view, texts(language))
    assert opened == texts(language)["opened"].format("Ana Novak, Bo Li")
