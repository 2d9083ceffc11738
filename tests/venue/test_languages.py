"""The pages of players speak the language of their browser, from one catalog (VN-15.2)."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cli.language import LANGUAGES
from cli.venue.seen.names import in_names
from cli.venue.seen.view import with_names
from cli.venue.view import Line, Seat, View
from cli.venue.web.pages import STATIC, texts
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
    lines = (Line(1, "i1", "opened: ana, bo"), Line(2, "i2", line))
    seats = (Seat("ana", "Ana Novak"), Seat("bo", "Bo Li"))
    seen = with_names(
        View("m1", "Duel", 2, "table", seats=seats, entries=lines), {"p-4711": "Kim Roe"}
    )
    view = msgspec.to_builtins(seen)
    opened, shown = (
        node().call("draw", "worded", each, view, texts(language)) for each in view["entries"]
    )
    assert shown == told
    assert opened == texts(language)["opened"].format("Ana Novak, Bo Li")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("turn 8, p-4711abcd, main", "turn 8, Ana Novak, main"),
        ("no card of p-4711abcd was the Wolf", "no card of Ana Novak was the Wolf"),
        ("over: 3 wounds, p-4711abcd wins", "over: 3 wounds, Ana Novak wins"),
        ("Wolf.1: p-4711abcd.champion", "Wolf.1: Ana Novak's champion"),
        (
            "may attack may: may.hand, may's Wolf",
            "Bo May attack Bo May: Bo May's hand, Bo May's Wolf",
        ),
        ("you may draw, or may not draw", "you may draw, or may not draw"),
    ],
)
def test_vn_19_10_players_are_called_by_their_names_and_words_are_left_alone(
    text: str, told: str
) -> None:
    assert in_names(text, {"p-4711abcd": "Ana Novak", "may": "Bo May"}) == told


PAGES = STATIC.parent / "pages"
"""The templates; what they say stands in ``texts``."""
SIGNS = {"UTC", "Esc", "Referee"}
"""Names and keys, which are the same in each language."""
UNREAD = re.compile(
    r"\{% block (?:kind|topics|width) %\}.*?\{% endblock %\}|\{% macro fields.*?\{% endmacro %\}"
    r"|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
"""What stands in an attribute, and what the program puts in."""
TAG = re.compile(r"(<[^<>]*>)")
READ = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')
WORDS = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")


def own_words(template: str) -> Iterator[str]:
    """What a template says by itself, as text or in what is read out."""
    for part in TAG.split(UNREAD.sub("", template)):
        for text in READ.findall(part) if part.startswith("<") else [part]:
            if set(WORDS.findall(text)) - SIGNS:
                yield text.strip()


@pytest.mark.parametrize("name", sorted(str(p.relative_to(PAGES)) for p in PAGES.rglob("*.html")))
def test_vn_15_2_no_page_has_words_of_its_own(name: str) -> None:
    assert [*own_words((PAGES / name).read_text("utf-8"))] == []


def test_vn_15_2_words_of_a_page_itself_are_seen() -> None:
    assert [*own_words('<p class="x">Open calls{{ t["a"] }}</p><b title="so it is">')] == [
        "Open calls",
        "so it is",
    ]


CLASSES = re.compile(
    r"className: [^,}]+|\bmade\(\"\w+\", [^,]+|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL
)
SAID = re.compile(r"""(["`'])((?:[A-Za-z][a-z]+ )+[a-z]+[^"`']*)\1""")
"""A text of two words or more."""
UNSAID = ("use strict", "post repair", "reinstate registration", "on trust", "name other")
"""What looks like one: a mode, verbs of the notation, a key of the catalog, a class."""


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.glob("*.js")))
def test_vn_15_2_no_script_has_words_of_its_own(name: str) -> None:
    script = CLASSES.sub("", (STATIC / name).read_text("utf-8"))
    found = [text for _, text in SAID.findall(script) if not text.startswith(UNSAID)]
    assert found == []


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.glob("*.css")))
def test_vn_15_2_no_style_has_words_of_its_own(name: str) -> None:
    drawn = re.findall(r'content: ([^;]*"[^;]*)', (STATIC / name).read_text("utf-8"))
    assert [
        text for text in drawn if WORDS.search(text.replace("attr(data-", "").split('"')[1])
    ] == []
