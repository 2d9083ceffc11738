"""The page of a rulebook: what it holds, and what is said of a line that cannot be read."""

import doctest
import re
from importlib import resources

import pytest

import referee.rulebook
from referee.games.registry import game_ids, game_of, stream_ids
from referee.house import HOUSE
from referee.rulebook import (
    Interpretation,
    Rule,
    Rulebook,
    RulebookError,
    read_rulebook,
    rulebook_of,
)

PAGE = """\
# A small game
Words on the whole: [these] are for readers.
Editions: R25, R26

## 1 The deck

- SG-1.1 [setup][check] Deck size: A deck has ten cards: no more, no fewer.
- SG-1.2 {R26} [check] Copies: No card is in a deck twice.
- SG-1.3 {R25} [info] Backs: Cards have equal backs.
- SG-1.3 {R26} [check][declared] Backs: Cards have equal backs, or sleeves.

### 1a More of it

- SG-1.10 {R25 R26} [derive] Value: A card counts as printed.

## Interpretations

| id | question | options | default |
|---|---|---|---|
| SG-I 1 | SG-1.1: do jokers count? | yes; no | yes |

| id | question | options | default | before | supported |
|:--|---|---|---|---|---|
| SG-I 2 | May it end in a draw? | no; by_agreement; at_1.5 | no | | no; by_agreement |
| SG-I 3 {R26} | Who deals? | the_loser; anybody | the_loser | anybody | |
"""
END = len(PAGE.splitlines())


def test_a_rule_is_one_line():
    book = read_rulebook(PAGE, "R26")
    assert book["SG-1.1"] == Rule(
        "SG-1.1", "Deck size", "A deck has ten cards: no more, no fewer.", ("setup", "check")
    )
    assert book["SG-1.3"].marks == ("check",)
    assert (book["SG-1.3"].declared, book["SG-1.1"].declared) == (True, False)


def test_a_rule_about_the_event_is_read_and_answered_for_by_nobody():
    line = "- SG-2.1 [policy] Lateness: Who is late loses the game.\n"
    lateness = read_rulebook(PAGE.replace("### 1a", line + "### 1a"), "R26")["SG-2.1"]
    assert (lateness.marks, lateness.standing) == (("policy",), "not applicable")


def test_an_interpretation_is_one_row():
    assert list(read_rulebook(PAGE, "R26").interpretations.values()) == [
        Interpretation("SG-I 1", "SG-1.1: do jokers count?", ("yes", "no"), "yes"),
        Interpretation(
            "SG-I 2",
            "May it end in a draw?",
            ("no", "by_agreement", "at_1.5"),
            "no",
            ("no", "by_agreement"),
        ),
        Interpretation(
            "SG-I 3", "Who deals?", ("the_loser", "anybody"), "the_loser", before="anybody"
        ),
    ]


def test_a_line_for_editions_is_in_their_books_alone():
    older, newer = read_rulebook(PAGE, "R25"), read_rulebook(PAGE, "R26")
    assert list(older.rules) == ["SG-1.1", "SG-1.3", "SG-1.10"]
    assert list(newer.rules) == ["SG-1.1", "SG-1.2", "SG-1.3", "SG-1.10"]
    assert (older["SG-1.3"].marks, newer["SG-1.3"].marks) == (("info",), ("check",))
    assert list(older.interpretations) == ["SG-I 1", "SG-I 2"]


@pytest.mark.parametrize(
    ("edition", "told"),
    [("", "edition missing: one of R25, R26"), ("R27", "edition R27: one of R25, R26")],
)
def test_a_page_with_editions_is_read_for_one_of_them(edition: str, told: str):
    with pytest.raises(RulebookError, match=f"^{told}$"):
        read_rulebook(PAGE, edition)


def test_a_page_without_editions_is_the_same_for_all():
    page = "# A game\n## 1 Cards\n- SG-1.1 [check] Deck size: A deck has ten cards.\n"
    assert read_rulebook(page, "R27").rules == read_rulebook(page).rules


def test_an_opening_that_names_no_reading_is_played_by_the_one_of_its_day():
    assert read_rulebook(PAGE, "R26").defaults() == {
        "SG-I 1": "yes",
        "SG-I 2": "no",
        "SG-I 3": "anybody",
    }


RULE_SHAPE = "not a rule, which is written - XX-1.1 [check] Title: Statement."
TABLE = "| id | question | options | default | supported | before |\n|---|---|---|---|---|---|\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("- SG-2.1 [check] No colon.", RULE_SHAPE),
        ("- SG-2.1 Title: No mark.", RULE_SHAPE),
        ("- SG-2 [check] Title: No number.", RULE_SHAPE),
        ("- SG-2.1 {} [check] Title: No edition.", RULE_SHAPE),
        (
            "- SG-2.1 [chek] Title: A mark that there is not.",
            "[chek] is not a mark; one of check, derive, choice, setup, info, policy, declared",
        ),
        ("- SG-1.1 [check] Title: An id for the second time.", "SG-1.1 appears twice"),
        (
            "- SG-2.1 {R62} [check] Title: An edition that there is not.",
            "R62 is not an edition of this page, which lists R25, R26",
        ),
        ("SG-2.1 [check] Title: No item of a list.", "not a heading, a rule or a row"),
        ("# A second title", "not a heading, a rule or a row"),
        ("| id | question | default |", "a table has the columns id | question | options |"),
        ("| id | question | options | default | note |", "a table has the columns id |"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, told: str):
    with pytest.raises(RulebookError, match=f"^line {END + 2}: {re.escape(told)}"):
        read_rulebook(PAGE + "\n" + line + "\n", "R26")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("| SG-I 4 | Who? | a; b | a |", "4 cells under 6 columns"),
        (
            "| SG-4 | Who? | a; b | a | | |",
            "SG-4 is not the id of an interpretation, such as XX-I 1",
        ),
        ("| SG-I 1 | Who? | a; b | a | | |", "SG-I 1 appears twice"),
        ("| SG-I 4 | Who? | a; b | c | | |", "SG-I 4: c is not one of its options"),
        ("| SG-I 4 | Who? | a; b | a | a; c | |", "SG-I 4: c is not one of its options"),
        ("| SG-I 4 | Who? | a; b | a | | c |", "SG-I 4: c is not one of its options"),
        ("| SG-I 4 | Who? | a; b | a | b | |", "SG-I 4: a is not supported"),
        ("| SG-I 4 | Who? | a; b | a | a | b |", "SG-I 4: b is not supported"),
        ("| SG-I 4 | Who? | a; or b | a | | |", '"or b" is not a reading, which is one word'),
        ("| SG-I 4 {R62} | Who? | a; b | a | | |", "R62 is not an edition of this page"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(row: str, told: str):
    with pytest.raises(RulebookError, match=f"^line {END + 4}: {re.escape(told)}"):
        read_rulebook(PAGE + "\n" + TABLE + row + "\n", "R26")


def test_a_page_begins_with_its_title():
    with pytest.raises(RulebookError, match=r"^line 2: a page begins with its title"):
        read_rulebook("\n## 1 Cards\n")


def test_a_package_is_named_with_the_line(tmp_path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "small_game").mkdir()
    (tmp_path / "small_game" / "__init__.py").touch()
    (tmp_path / "small_game" / "rulebook.md").write_text("# A game\n- SG-1.1\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RulebookError, match=r"^small_game, rulebook\.md, line 2: not a rule"):
        rulebook_of("small_game")


def page_of(book: Rulebook) -> str:
    """A page that holds what a book holds."""
    rules = [
        f"- {rule.id} {''.join(f'[{mark}]' for mark in rule.marks)}"
        f"{'[declared]' * rule.declared} {rule.title}: {rule.statement}"
        for rule in book.rules.values()
    ]
    rows = [
        f"| {i.id} | {i.question} | {'; '.join(i.options)} | {i.default} "
        f"| {'; '.join(i.supported)} | {i.before} |"
        for i in book.interpretations.values()
    ]
    return "\n".join(["# Title", *rules, "", TABLE + "\n".join(rows)])


BOOKS = [*game_ids(), *stream_ids()]


@pytest.mark.parametrize("book", [HOUSE, *(game_of(game).rulebook for game in BOOKS)])
def test_a_book_that_is_written_as_a_page_is_read_back(book: Rulebook):
    again = read_rulebook(page_of(book))
    assert (again.rules, again.interpretations) == (book.rules, book.interpretations)


PAGES = [
    ("referee", ""),
    *((game_of(game).package, version) for game in BOOKS for version in game_of(game).versions),
]


@pytest.mark.parametrize(("package", "version"), PAGES)
def test_every_line_of_a_shipped_page_is_in_its_book(package: str, version: str):
    """Each that begins as a rule or a row does, whatever the reader makes of it."""
    page = (resources.files(package) / "rulebook.md").read_text(encoding="utf-8")
    lines = re.sub(rf"^.* \{{(?!{re.escape(version)}\}}).*\n", "", page, flags=re.MULTILINE)
    book, page = rulebook_of(package, version), lines
    written = re.findall(r"^(?:- |\| )([A-Z]+-(?:I )?[\d.]+)", page, re.MULTILINE)
    assert written == [*book.rules, *book.interpretations]


def test_the_example_of_the_page_holds():
    assert doctest.testmod(referee.rulebook).failed == 0
