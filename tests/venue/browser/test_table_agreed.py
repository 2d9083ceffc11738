"""What two at a table agree on, and where they do not: turns, versions, the result (VN-10)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.venue.browser.fake import Table, shown, tap
from tests.venue.browser.phone import Phone

Opened = Callable[[Table], Phone]
LAY = (tap("lay Wolf"), tap("lay Elk"))
THEIRS = "0190b3a0-0000-7000-8000-00000000000{}"


def at_table(*buttons: Any, **more: Any) -> Table:
    return Table(replace(shown("wondervale/clean", 20), buttons=buttons or LAY, **more))


def both_recorded(opened: Opened, table: Table) -> Phone:
    """A phone that was offline while another one recorded something else, and drops its own."""
    phone = opened(table)
    table.down = True
    phone.tap("lay Wolf")
    table.write(THEIRS.format(1), {"type": "lay", "what": "Bear"})
    table.down = False
    phone.run("dispatchEvent(new Event('online'))")
    phone.until(lambda: "Bear" in phone.all("body > .log")[0].text)
    phone.tap("drop mine")
    phone.button("1 dropped here")
    return phone


# -- VN-10.4 -----------------------------------------------------------------------------------


def test_vn_10_4_who_records_agrees_at_the_end_of_a_turn_on_the_own_device(opened: Opened) -> None:
    table = at_table(sits="ana", ended=17, agreed={"ana": 9, "bo": 17})
    phone = opened(table)
    phone.tap("agree with all up to entry 17")
    assert phone.posted(1) == [{"type": "confirm", "seat": "ana", "entry": 17}]
    table.view = replace(table.view, agreed={"ana": 17, "bo": 17})
    phone.open()
    assert "lay Wolf" in phone.names()
    assert [name for name in phone.names() if name.startswith("agree")] == []


def test_vn_10_4_a_device_of_no_player_agrees_to_nothing(opened: Opened) -> None:
    phone = opened(at_table(ended=17))
    assert "lay Wolf" in phone.names()
    assert [name for name in phone.names() if name.startswith("agree")] == []


# -- VN-10.3 -----------------------------------------------------------------------------------


def test_vn_10_3_what_was_dropped_is_kept_and_both_versions_go_with_a_call(opened: Opened) -> None:
    table = at_table(sits="bo")
    phone = both_recorded(opened, table)
    phone.tap("1 dropped here: show the judge")
    sheet = phone.run("return document.querySelector('dialog[open]').innerText")
    assert "Yours: lay Wolf" in sheet and "Theirs: 21 lena lay Bear" in sheet
    phone.tap("show the judge")
    (_, call) = phone.posted(2)
    assert (call["type"], call["seat"]) == ("call-judge", "bo")
    assert call["about"] == "dropped: number 21: theirs lena lay Bear, ours lay Wolf"
    assert not phone.all("dialog[open]")


def test_vn_10_3_what_was_dropped_stays_until_the_result_is_in(opened: Opened) -> None:
    table = at_table()
    phone = both_recorded(opened, table)
    phone.button("1 dropped here")
    table.view = replace(table.view, over="ana won", table=4)
    phone.open()
    phone.button("1 dropped here")
    table.view = replace(table.view, closed=True)
    phone.open()
    phone.until(lambda: "the result is in" in phone.text())
    phone.until(lambda: "dropped here" not in phone.text())
    table.view = replace(table.view, closed=False)
    phone.open()
    phone.until(lambda: "Over: Ana won" in phone.text())
    assert "dropped here" not in phone.text()


# -- TR-7.2 ------------------------------------------------------------------------------------


def links(phone: Phone) -> dict[str, str]:
    """Where the links of the page lead, by what stands on them."""
    return {each.text: each.get_dom_attribute("href") or "" for each in phone.all("main a")}


def test_tr_7_2_a_match_that_is_over_leads_to_its_result_and_the_next_game(opened: Opened) -> None:
    table = at_table(over="ana won", table=4)
    phone = opened(table)
    assert links(phone) == {"result of table 4": "/r/4"}
    assert "lay Wolf" not in phone.names()
    table.view = replace(table.view, following="m2")
    phone.open()
    assert links(phone) == {"next game": "/t/m2", "result of table 4": "/r/4"}
    table.view = replace(table.view, closed=True)
    phone.open()
    assert links(phone) == {"next game": "/t/m2", "a page of it to keep": "/keep/m1"}
    assert [box for box in phone.boxes("main a") if box["height"] < 48] == []


def test_tr_7_2_who_watches_is_led_to_the_result_as_well(opened: Opened) -> None:
    phone = opened(at_table(over="ana won", table=4, recording=False, recorder="Bo"))
    assert links(phone) == {"result of table 4": "/r/4"}


# -- VN-4.1 ------------------------------------------------------------------------------------


def test_vn_4_1_what_is_missing_in_an_entry_is_asked_and_it_is_sent_again(opened: Opened) -> None:
    table = at_table()
    asked = {"error": "incomplete", "hint": "which one?", "choices": {"card": ["Oak", "Ash"]}}
    table.refusals.append((422, asked))
    phone = opened(table)
    phone.tap("lay Wolf")
    phone.until(lambda: "Something is missing in it." in phone.text())
    assert phone.names("main") == ["Oak", "Ash", "drop mine"]
    phone.tap("Ash")
    (sent,) = phone.posted(1)
    assert (sent["type"], sent["what"], sent["card"]) == ("lay", "lay Wolf", ["Ash"])
    (first, again) = [request["drafts"][0]["id"] for request in table.requests]
    assert first != again
    phone.until(lambda: "all sent" in phone.text())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_vn_4_1_a_device_that_is_not_known_keeps_its_queue_and_joins_again(
    opened: Opened, lang: str
) -> None:
    table = at_table()
    table.lang = lang
    table.refusals += [(401, {"error": "unauthorised", "hint": "join"})] * 9
    phone = opened(table)
    phone.tap("lay Wolf")
    phone.until(lambda: links(phone))
    assert [*links(phone).values()] == ["/"]
    table.refusals.clear()
    phone.open()
    phone.posted(1)
