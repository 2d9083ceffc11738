"""How a specification is read, and what a run proves of the rulebooks, which is judged at its end
(``tests/proofs.py``). A game is judged once it has a folder of tests, ``tests/games/<game>/``;
so is a tournament, whose folder is ``tests/tournament/``.
"""

import re
from typing import NamedTuple, get_args

import pytest

from referee.rulebook import Mark, read_rulebook
from tests.proofs import COMMANDS, EDITIONS, HERE, HOUSE, TESTS, Proofs, commands, judge

_RULE = re.compile(r"(?:- |\| (?=\S+ \[))([A-Z]{2,3}-\d+\.\d+)((?: ?\[[^]]+\])*) ")
_EDITION = re.compile(r"\[\w+ (R\d+)\]|\| (R\d+) only \|")
_OPTION = re.compile(r"(?!with )([\w.']+)")
_RECORDED = re.compile(r"(a number|numbers) recorded in the opening event")


class Told(NamedTuple):
    """What a specification's line says of a rule: its marks, and the edition that alone has it."""

    id: str
    marks: set[str]
    edition: str = ""


def rule_in(line: str) -> Told | None:
    """The rule of a list's line or of a marked row; where it comes from is no mark."""
    found = _RULE.match(line)
    if found is None:
        return None
    edition = _EDITION.search(line)
    marks = set(re.findall(r"\w+", found[2])) & set(get_args(Mark))
    return Told(found[1], marks, (edition[1] or edition[2]) if edition else "")


def options_in(cell: str) -> list[str]:
    """The options that a cell lists; what stands behind an option explains it, what begins with
    "with" is a remark, and a number that the opening records is ``limited``."""
    said = _RECORDED.sub("limited", cell).split(";")
    return [found[1] for part in said if (found := _OPTION.match(part.strip()))]


@pytest.mark.parametrize("book", EDITIONS)
def test_every_rule_has_a_mark(book: str):
    rules = [rule for edition in EDITIONS[book] for rule in edition.rules.values()]
    assert [rule.id for rule in rules if not rule.marks] == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("- SG-1.1 [setup][check] Ten cards.", Told("SG-1.1", {"setup", "check"})),
        ("- SG-1.1 Ten cards.", Told("SG-1.1", set())),
        ("- SG-1.1 [public R26][check] No copies.", Told("SG-1.1", {"check"}, "R26")),
        ("- SG-1.1 [public R26, also R25][check] Backs.", Told("SG-1.1", {"check"})),
        ("| SG-1.1 [derive] | Swift | Acts at once. |", Told("SG-1.1", {"derive"})),
        ("| SG-1.1 [check] | R26 only | Slow. |", Told("SG-1.1", {"check"}, "R26")),
        ("| SG-1.1 | seen in practice |", None),
    ],
)
def test_a_specification_tells_the_marks_and_the_edition_of_a_rule(line: str, told: Told | None):
    assert rule_in(line) == told


def test_an_explanation_is_no_part_of_an_option():
    cell = "as_printed; swapped (one below +2, two or more +1); v1.5 (see I 2)"
    assert options_in(cell) == ["as_printed", "swapped", "v1.5"]


# -- what a run proves -------------------------------------------------------------------------


def proven() -> Proofs:
    """All that could be proven of every book."""
    books = [book for editions in EDITIONS.values() for book in editions]
    rules = {rule for book in books for rule in book.rules}
    readings = {reading for book in books for reading in book.interpretations}
    return Proofs(
        marked=set(rules),
        named=rules | readings,
        refused=set(rules),
        met=set(rules),
        ran=commands(),
    )


def gaps(proofs: Proofs) -> dict[str, set[str]]:
    return {book: missing for book, _, missing in judge(proofs) if missing}


def test_a_run_without_gaps_proves_every_book():
    assert {book for book, _, _ in judge(proven())} == {
        *EDITIONS,
        COMMANDS,
        "later.txt",
        "all",
    }
    assert gaps(proven()) == {}


@pytest.mark.parametrize("kind", ["named", "refused"])
def test_a_rule_that_no_test_proves_is_a_gap_in_its_book(kind: str):
    proofs = proven()
    getattr(proofs, kind).remove("REF-1.4")
    assert gaps(proofs) == {HOUSE: {"REF-1.4"}}


def test_a_command_that_no_test_runs_and_a_later_test_that_there_is_not_are_gaps():
    proofs = proven()
    proofs.ran.remove("referee tournament post")
    proofs.idle.add("tests/test_gone.py")
    assert gaps(proofs) == {
        COMMANDS: {"referee tournament post"},
        "later.txt": {"tests/test_gone.py"},
    }


def test_a_rule_that_there_is_not_is_a_gap():
    proofs = proven()
    proofs.met.add("REF-99.1")
    assert gaps(proofs) == {"all": {"REF-99.1"}}


def test_a_rule_about_the_event_needs_no_test(monkeypatch: pytest.MonkeyPatch):
    page = "# A game\n## 1 Event\n- SG-1.1 [{}] Lateness: Who is late loses the game.\n"
    for mark, missing in (("policy", set()), ("derive", {"SG-1.1"})):
        monkeypatch.setitem(EDITIONS, "small", [read_rulebook(page.format(mark))])
        assert gaps(Proofs()).get("small", set()) == missing


def test_a_book_is_judged_where_all_tests_of_its_rules_belong_to_the_run():
    shared = sorted(TESTS[HOUSE])
    assert HERE / "referee" / "test_rulings.py" in shared
    proofs = proven()
    proofs.collected(shared, all_of_each=True, whole=False)
    assert {book for book, _, _ in judge(proofs)} == {HOUSE, "all"}
    proofs.left_out(shared[0])
    assert list(judge(proofs)) == []


def test_several_processes_prove_together_what_each_has_gathered():
    whole, half, other = proven(), Proofs(), Proofs()
    half.add({"refused": sorted(whole.refused), "met": sorted(whole.met)})
    rest = {kind: sorted(getattr(whole, kind)) for kind in ("marked", "named", "ran")}
    other.add(rest)
    assert gaps(half) and gaps(other)
    together = Proofs()
    for each in (half, other):
        together.add(each.plain())
    assert together == whole


def test_a_test_that_passes_proves_the_rule_of_its_name_and_markers():
    proofs = Proofs()
    proofs.passed("test_wv_7_15_three_attacks", ["WV-4.1"])
    proofs.passed("test_lc_i_52_[one]", [])
    assert (proofs.named, proofs.marked) == ({"WV-7.15", "LC-I 52"}, {"WV-4.1"})
