"""The page for players who keep no log: one says the result, the other attests it (TR-7.2)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.venue.browser.fake import Table, shown
from tests.venue.browser.phone import Phone

Opened = Callable[..., Phone]
TOLD = {"tournament": "cup", "round": 3, "table": 12, "a": "Ana", "b": "Bo", "act": "attest"}
SAID = {"who": "Bo", "a": 2, "b": 1, "drawn": 0, "how": "time"}


def page(opened: Opened, **told: Any) -> Phone:
    table = Table(
        shown("wondervale/clean", 20), page={**TOLD, "most": 2, "said": None, "mine": None, **told}
    )
    return opened(table, "/result")


def test_what_is_said_of_the_own_table_and_a_game_that_is_opened_there_lead_on(
    opened: Opened,
) -> None:
    phone = page(opened)
    say = "document.dispatchEvent(new CustomEvent('told', {detail: arguments[0]}))"
    for said in (
        {"verb": "attest", "line": "eva attest 3 1 2 0"},
        {"verb": "attest", "line": "ana attest 2 12 2 0"},
        {"verb": "note", "line": 'ana note text="attest 3 12 2"'},
        {"verb": "game", "table": 1},
    ):
        phone.run(say, said)
        assert phone.run("return location.pathname") == "/result"
    phone.run(say, {"verb": "attest", "line": "bo attest 3 12 2 0"})
    phone.until(lambda: phone.run("return location.pathname") == "/here")
    phone.open("/result")
    phone.run(say, {"verb": "game", "table": 12})
    phone.until(lambda: phone.run("return location.pathname") == "/here")


def test_a_result_is_said_with_one_tap(opened: Opened) -> None:
    phone = page(opened)
    names = [
        "Ana 2 \N{EN DASH} 0: Ana 2, Bo 0",
        "Bo 0 \N{EN DASH} 2: Ana 0, Bo 2",
        "Ana 2 \N{EN DASH} 1: Ana 2, Bo 1",
        "Bo 1 \N{EN DASH} 2: Ana 1, Bo 2",
    ]
    assert phone.names("main > .results") == names
    phone.tap("Bo 1 \N{EN DASH} 2: Ana 1, Bo 2")
    phone.until(lambda: "✓ sent: 1 \u2013 2" in phone.text())
    result = {"round": 3, "table": 12, "a": 1, "b": 2, "drawn": 0, "how": "played"}
    assert phone.venue.table.bodies == {"/api/tournaments/cup/attest": [result]}


def test_what_the_other_said_is_attested_with_one_tap(opened: Opened) -> None:
    phone = page(opened, said=SAID)
    assert "Bo says:" in phone.text() and "time was called" in phone.text()
    phone.tap("that is right")
    phone.until(lambda: "✓ sent" in phone.text())
    (sent,) = phone.venue.table.bodies["/api/tournaments/cup/attest"]
    assert sent == {"round": 3, "table": 12, "a": 2, "b": 1, "drawn": 0, "how": "time"}


def test_where_scores_count_they_are_typed_and_the_desk_reports(opened: Opened) -> None:
    phone = page(opened, most=0, act="report")
    for field, text in zip(phone.all("input"), ("17", "4"), strict=True):
        field.send_keys(text)
    phone.tap("send the result")
    phone.until(lambda: "✓ sent: 17 \u2013 4" in phone.text())
    assert [body["a"] for body in phone.venue.table.bodies["/api/tournaments/cup/report"]] == [17]


def test_a_result_that_does_not_arrive_is_said_not_to_be_sent(opened: Opened) -> None:
    phone = page(opened)
    phone.venue.table.down = True
    phone.tap("Ana 2 \N{EN DASH} 0: Ana 2, Bo 0")
    phone.until(lambda: "Nothing was sent." in phone.text())
    assert "✓ sent" not in phone.text()


@pytest.mark.parametrize("width", [195, 390, 820])
def test_the_page_of_a_result_fits_and_its_names_are_text(opened: Opened, width: int) -> None:
    phone = page(opened, said=SAID, a="<b>Ana</b> " + "x" * 40)
    phone.size(width)
    assert phone.run("return document.documentElement.scrollWidth") == width
    assert "<b>Ana</b>" in phone.text()
    assert [box for box in phone.boxes("button") if box["height"] < 48] == []
    assert phone.complaints() == []
