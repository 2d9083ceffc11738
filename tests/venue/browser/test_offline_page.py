"""The page of a table without its venue: reloaded, closed, opened twice (VN-9, VN-16.3)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.venue.browser.fake import Table, shown, tap
from tests.venue.browser.phone import Phone

Opened = Callable[[Table], Phone]
LAY = (tap("lay Wolf"), tap("lay Elk"))


@pytest.fixture
def table() -> Table:
    return Table(replace(shown("wondervale/clean", 20), buttons=LAY))


def what(table: Table) -> list[str]:
    """What was logged."""
    return [event.get("what", event["type"]) for event in table.posted]


def test_vn_9_1_a_reload_and_the_back_button_lose_nothing_that_was_shown_as_written(
    opened: Opened, table: Table
) -> None:
    phone = opened(table)
    table.down = True
    phone.tap("lay Wolf", "lay Elk", "lay Wolf")
    phone.until(lambda: "offline, 3 waiting" in phone.text())
    phone.driver.refresh()
    phone.until(lambda: "3 waiting" in phone.text())
    phone.driver.get(phone.venue.address + "/result")
    phone.driver.back()
    phone.until(lambda: "3 waiting" in phone.text())
    table.down = False
    phone.run("dispatchEvent(new Event('online'))")
    phone.posted(3)
    assert what(table) == ["lay Wolf", "lay Elk", "lay Wolf"]
    sent = {}
    for draft in (draft for request in table.requests for draft in request["drafts"]):
        assert sent.setdefault(draft["id"], draft) == draft
    phone.until(lambda: "all sent" in phone.text())


def test_vn_2_2_an_entry_whose_answer_was_lost_is_sent_again_as_it_was(
    opened: Opened, table: Table
) -> None:
    phone = opened(table)
    phone.run(
        """const real = fetch; let first = true;
        globalThis.fetch = async (...asked) => {
          const answer = await real(...asked);
          if (String(asked[0]).endsWith('/entries') && first) { first = false; throw new Error(); }
          return answer;
        };"""
    )
    phone.tap("lay Wolf")
    phone.posted(1)
    phone.until(lambda: "all sent" in phone.text())
    assert what(table) == ["lay Wolf"]


def test_vn_9_4_the_page_reloads_without_the_venue_and_its_queue_is_whole(
    opened: Opened, table: Table
) -> None:
    phone = opened(table)
    kept = """const [done] = [arguments[arguments.length - 1]];
        import('/static/device.js').then(async ({ device }) => {
          const granted = await device();
          await navigator.serviceWorker.ready;
          done(granted.worker);
        })"""
    assert phone.driver.execute_async_script(kept) is True
    table.down = True
    phone.tap("lay Wolf")
    phone.until(lambda: "1 waiting" in phone.text())
    phone.venue.close()
    phone.driver.refresh()
    phone.until(lambda: "1 waiting" in phone.text())
    assert "lay Elk" in phone.names()
    phone.tap("lay Elk")
    phone.until(lambda: "2 waiting" in phone.text())


def test_two_tabs_of_a_phone_take_turns_and_what_waits_goes_along(
    opened: Opened, table: Table
) -> None:
    phone = opened(table)
    first = phone.driver.current_window_handle
    table.down = True
    phone.tap("lay Wolf")
    phone.until(lambda: "1 waiting" in phone.text())
    phone.driver.switch_to.new_window("tab")
    second = phone.driver.current_window_handle
    try:
        phone.open()
        phone.until(lambda: "1 waiting" in phone.text())
        phone.tap("lay Elk")
        phone.until(lambda: "2 waiting" in phone.text())
        phone.driver.switch_to.window(first)
        phone.until(lambda: {"lay Elk", "take over"} & set(phone.names()))
        if "lay Elk" not in phone.names():
            phone.tap("take over")
        phone.until(lambda: "2 waiting" in phone.text())
        table.down = False
        phone.run("dispatchEvent(new Event('online'))")
        phone.posted(2)
        assert what(table) == ["lay Wolf", "lay Elk"]
    finally:
        phone.driver.switch_to.window(second)
        phone.driver.close()
        phone.driver.switch_to.window(first)


def test_what_waits_of_another_match_is_said_with_the_way_there(
    opened: Opened, table: Table
) -> None:
    phone = opened(table)
    left = """const [done] = [arguments[arguments.length - 1]];
        import('/static/store.js').then(async ({ opened }) => {
          const items = [{ id: 'a', match: 'm0' }, { id: 'b', match: 'm0', why: 'different' }];
          await (await opened()).write({ put: items, drop: [], kept: { match: 'm0' } });
          done(true);
        })"""
    assert phone.driver.execute_async_script(left)
    phone.driver.refresh()
    phone.until(lambda: "1 waiting at m0" in phone.text())
    (link,) = phone.all("a[href='/t/m0']")
    assert link.is_displayed()
