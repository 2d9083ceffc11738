"""Two people of one name: each is told apart everywhere, and what is said of one reaches them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.venue.seen.names import page_in_names
from storage.library import distinct_names
from tests.tournament.logged import CUP
from tests.venue.entrants import Venue, event, venue, words

TWO = ("Alex", "alex", "Bo", "Cy")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Venue]:
    with venue(event(tmp_path / "hall.duckdb")) as found:
        yield found


def test_who_shares_a_name_is_called_with_some_of_the_id_and_nobody_as_another() -> None:
    people = {"p-k3a7q2m9": "Alex", "p-77mvq2m9": "Alex", "ana": "Ana", "al": "ana"}
    assert distinct_names(people) == {
        "p-k3a7q2m9": "Alex (k3a7q2m9)",
        "p-77mvq2m9": "Alex (77mvq2m9)",
        "ana": "Ana (ana)",
        "al": "ana (al)",
    }
    posing = distinct_names(
        {"p-k3a7q2m9": "Alex", "p-77mvx0tz": "Alex", "p-zzzzzzzz": "Alex (q2m9)"}
    )
    assert len(set(posing.values())) == 3
    assert distinct_names({"a": "Ana", "b": "Bo"}) == {"a": "Ana", "b": "Bo"}


def test_a_name_with_its_mark_stands_once_on_a_page() -> None:
    people = {"p-k3a7q2m9": "Alex (q2m9)"}
    told = page_in_names("<p>p-k3a7q2m9 (Alex (q2m9)), p-k3a7q2m9</p>", people)
    assert told == "<p>Alex (q2m9), Alex (q2m9)</p>"


def test_two_of_one_name_are_told_apart_from_registration_to_standings(at: Venue) -> None:
    phones = at.registered(*TWO)
    one, other = phones[0].person, phones[1].person
    called = {one: f"Alex ({one[-4:]})", other: f"alex ({other[-4:]})"}
    desk = at.staff()
    part = words(desk.get("/desk/part/entering"))
    assert all(name in part for name in called.values()), part

    def typed(text: str, **more: str) -> str:
        given = {"text": text, "seen": "0", **more}
        return words(desk.ask("POST", "/desk/line", data=given).text)

    asked = typed("confirm alex")
    assert all(name in asked for name in called.values()), asked
    for name in called.values():
        typed(f"confirm {name}")
    typed("confirm bo")
    typed("confirm cy")
    assert called[one] in words(phones[0].me()), "who they are is said to themselves"

    assert called[other] in words(phones[1].me())

    desk.act("post", round=1)
    desk.act("start")
    for page in ("/desk/part/results", "/desk/part/people", "/print/pairings", "/print/names"):
        shown = words(desk.get(page))
        for name in called.values():
            assert name in shown, page
        assert not re.search(r"\balex\b(?! \()", shown, re.IGNORECASE), page
    tables = desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"]
    assert {*called.values()} < {name for each in tables for name in each["names"]}
    for each in tables:
        for person, opponent in ((each["a"], each["b"]), (each["b"], each["a"])):
            phone = next(phone for phone in phones if phone.person == person)
            assert called.get(opponent, "") in phone.me(), "whom they meet"
    assert called[one] in typed(f"p {called[one]}") and called[one] in typed(f"p {one[-4:]}")

    for each in tables:
        typed(f"{each['table']} 2 0")
    winners = {each["a"] for each in tables}
    standings = words(desk.get("/desk/part/standings"))
    for person, name in called.items():
        points = 3 if person in winners else 0
        assert re.search(re.escape(name) + rf"\*? {points} ", standings), (name, standings)
    assert "may be" in typed("drop alex")
    asked = desk.ask("POST", "/desk/line", data={"text": f"drop {called[other]}"}).text
    assert called[other] in words(asked), "who leaves is asked about in names"
    known = dict(re.findall(r'name="(\w+)" form="line" value="([^"]*)"', asked))
    typed("y", **known)
    gone = at.asked(lambda log: log.live(CUP).replay().state)
    assert [each for each in gone.entrants if gone.entrants[each].away] == [other]
