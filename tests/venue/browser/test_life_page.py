"""The page of a table whose record is light, on two phones (VN-17.8 to 17.13)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from msgspec.structs import replace
from selenium.webdriver import Chrome

from cli.venue.view import Counter, Light, Seat
from events.common import Score
from referee.fact import DepthChanged
from tests.venue.browser.fake import Table, shown
from tests.venue.browser.phone import CONTRAST, SMALL, Phone
from tests.venue.browser.staff import Screen
from tests.venue.browser.two import Two, two_phones
from tests.venue.lifes import life_hall

FIGURE = "main .counters .figure"


def at_a_table(browser: Chrome, tmp_path: Path, lists: str = "open") -> AbstractContextManager[Two]:
    """Both players look at two counters."""
    path = life_hall(tmp_path / "hall.duckdb", lists=lists)
    return two_phones(browser, path, (360, 740), FIGURE)


def figures(phone: Screen) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.innerText)"
    found: list[str] = phone.run(script, FIGURE)
    return found


def press(phone: Screen, label: str, times: int = 1) -> int:
    """Tap a button by what it is called; how many taps that was."""
    for _ in range(times):
        phone.until(
            lambda: phone.run(
                "const all = [...document.querySelectorAll('main button, footer button')]"
                ".filter((each) => !each.disabled).map((each) =>"
                " [each, (each.ariaLabel ?? each.innerText).trim()]);"
                "const found = (all.find(([, text]) => text === arguments[0]) ??"
                " all.find(([, text]) => text.startsWith(arguments[0])))?.[0];"
                "found?.click(); return !!found",
                label,
            )
        )
    return times


def settled(*phones: Screen) -> None:
    """Everything that was tapped is written, and both show the same."""
    for phone in phones:
        phone.until(lambda phone=phone: not phone.all(".counter.going"))
        phone.until(lambda phone=phone: "all sent" in phone.text())
    phones[0].until(lambda: len({tuple(figures(phone)) for phone in phones}) == 1)


def test_vn_17_a_whole_match_at_life_by_two_thumbs_in_fewer_than_forty_taps(
    browser: Chrome, tmp_path: Path
):
    with at_a_table(browser, tmp_path) as two:
        one, other, (a, b) = two.one, two.other, two.names
        taps = press(one, a)  # who goes first
        other.until(lambda: f"{a} went first" in other.text())
        tops = (
            "return ['.mark', '.since'].map((each) =>"
            " document.querySelector(each).getBoundingClientRect().top)"
        )
        assert len(set(one.run(tops))) == 1  # the clock stands beside it, whatever wraps
        for phone in (one, other):  # also where somebody is called as another's seat is
            phone.until(lambda phone=phone: f"{a} begins a turn" in phone.text())
        taps += press(one, f"{b}: health \N{MINUS SIGN}50", 3)
        taps += press(other, f"{a}: health \N{MINUS SIGN}10", 2)
        settled(one, other)
        assert figures(one) == ["230", "100"]
        taps += press(other, f"{b}'s turn")
        taps += press(other, "undo")  # also while it is under way
        one.until(lambda: "taken back" in one.text())
        taps += press(other, f"{b}'s turn")
        taps += press(one, f"{b}, health: 100") + press(one, "4") + press(one, "2")
        taps += press(one, "enter 42")
        settled(one, other)
        assert figures(other) == ["230", "42"]
        taps += press(one, f"{b}: health \N{MINUS SIGN}50")
        settled(one, other)
        taps += press(other, f"{a} won 230 : -8") + press(other, "it was meant")
        one.until(lambda: "Over:" in one.text())
        assert [x for x in (*one.complaints(), *other.complaints()) if "409" not in x] == []
    replay = two.replay()
    assert (replay.state.winner, replay.depth) == ("ana", "life")
    assert len([each for each in replay.events if isinstance(each, Score)]) == 4
    assert taps < 40


def finger(phone: Screen, label: str, kind: str) -> None:
    """Put a finger on a button, or lift it there."""
    x, y = phone.run(
        "const at = [...document.querySelectorAll('main button')]"
        ".find((each) => each.ariaLabel === arguments[0]).getBoundingClientRect();"
        "return [at.x + at.width / 2, at.y + at.height / 2]",
        label,
    )
    points = [{"x": x, "y": y}] if kind == "touchStart" else []
    phone.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_vn_17_8_quick_taps_all_count_and_a_button_that_is_held_counts_on_in_one_tap(
    browser: Chrome, tmp_path: Path
):
    with at_a_table(browser, tmp_path) as two:
        one, (a, b) = two.one, two.names
        press(one, a)
        settled(one, two.other)
        less = f"{b}: health \N{MINUS SIGN}10"
        for _ in range(4):  # faster than what guards other buttons
            finger(one, less, "touchStart")
            finger(one, less, "touchEnd")
        for phone in (one, two.other):
            phone.until(lambda phone=phone: figures(phone) == ["250", "210"])
        settled(one, two.other)
        more = f"{b}: health +10"
        finger(one, more, "touchStart")
        one.until(lambda: int(figures(one)[1]) >= 230)
        finger(one, more, "touchEnd")
        held = figures(one)
        two.other.until(lambda: figures(two.other) == held)
        settled(one, two.other)
        assert one.complaints() == []
    scores = [each.value for each in two.replay().events if isinstance(each, Score)]
    assert scores == [210, int(held[1])]


def test_vn_17_18_who_does_not_care_for_turns_leaves_them_out_of_the_page(
    browser: Chrome, tmp_path: Path
):
    with at_a_table(browser, tmp_path) as two:
        one, (a, b) = two.one, two.names
        press(one, a)
        one.until(lambda: f"{b}'s turn" in one.text())
        press(one, "more")
        press(one, "leave turns out")
        one.until(lambda: f"{b}'s turn" not in one.text() and len(figures(one)) == 2)
        one.driver.refresh()
        one.until(lambda: len(figures(one)) == 2)
        assert f"{b}'s turn" not in one.text() and "cannot be reached" not in one.text()
        press(one, f"{b}: health \N{MINUS SIGN}50")
        settled(one, two.other)
        press(one, "more")
        press(one, "tell turns")
        one.until(lambda: f"{b}'s turn" in one.text())
        assert not one.all(".counter.turned")  # VN-17.8: both upright, or opposite
        press(one, "more")
        press(one, "turn one counter round")
        one.until(lambda: len(one.all(".counter.turned")) == 1)
        assert one.complaints() == []


@pytest.mark.parametrize(("count", "told"), [(2, True), (4, False)])
def test_vn_17_18_where_more_than_two_play_turns_are_told_by_who_asks_for_them(
    opened: Callable[[Table], Phone], count: int, told: bool
):
    seats = tuple(Seat(name, name.title()) for name in ("ana", "bo", "cy", "di")[:count])
    counters = tuple(Counter(each.seat, "points", 0, (1, 2)) for each in seats)
    light = Light("life", counters, first="ana", turns=True)
    view = replace(shown("wondervale/clean", 20), seats=seats, light=light, turn=1, active="ana")
    phone = opened(Table(view))
    phone.until(lambda: len(phone.all(".counter")) == count)
    assert bool(phone.all(".turns button")) is told
    phone.tap("more")
    phone.tap("leave turns out" if told else "tell turns")
    phone.until(lambda: bool(phone.all(".turns button")) is not told)


def test_vn_17_16_a_table_that_opens_says_on_its_first_screen_how_much_it_tells(
    browser: Chrome, tmp_path: Path
):
    path = life_hall(tmp_path / "hall.duckdb", depth="full")
    with two_phones(browser, path, (360, 740), "main button") as two:
        one, other = two.one, two.other
        for phone in (one, other):
            found = phone.until(lambda phone=phone: phone.names(".starting"))
            assert [name for name in found if name.startswith("tell")] == [
                "tell the result only", "tell scores only", "tell scores and plays, unchecked",
            ]  # fmt: skip
            assert phone.run(SMALL) == []
            assert phone.run("return document.documentElement.scrollWidth") <= 360
        press(one, "tell scores only")
        for phone in (one, other):
            phone.until(lambda phone=phone: len(figures(phone)) == 2)
            assert not phone.all(".starting")
        assert one.complaints() == other.complaints() == []
    assert two.replay().depth == "life"


def test_vn_17_6_a_figure_turns_into_another_in_one_tap(browser: Chrome, tmp_path: Path):
    path = life_hall(tmp_path / "hall.duckdb", game="tower_wizwar")
    with two_phones(browser, path, (360, 740), FIGURE) as two:
        one = two.one
        seat = one.run("return document.querySelector('.counter').ariaLabel").partition(",")[0]
        press(one, f"{seat}: harm +1", 2)
        settled(one, two.other)
        press(one, f"{seat}: harm → wounds")
        settled(one, two.other)
        assert one.run(SMALL) == [] and one.complaints() == []
        assert one.run("return document.documentElement.scrollWidth") <= 360
    scores = two.replay().state.scores
    assert sorted((*scores["harm"].values(), *scores["wounds"].values())) == [0, 0, 1, 1]


@pytest.mark.parametrize("lists", ["open", "closed"])
def test_vn_17_12_all_is_told_from_a_position_that_both_phones_declare_and_back(
    browser: Chrome, tmp_path: Path, lists: str
):
    with at_a_table(browser, tmp_path, lists) as two:
        one, other, (a, b) = two.one, two.other, two.names
        press(one, a)
        press(one, "more")
        press(one, "tell everything from here")
        labels = one.until(
            lambda: one.run(
                "return [...document.querySelectorAll('.position-form input[type=number]')]"
                ".map((each) => each.ariaLabel)"
            )
        )
        for label in labels:
            one.run(
                "const field = [...document.querySelectorAll('.position-form input')]"
                ".find((each) => each.ariaLabel === arguments[0]); field.value = arguments[1];"
                "field.dispatchEvent(new Event('change'))",
                label,
                "7" if "hand" in label else "0",
            )
        press(one, "declare this position")
        other.until(lambda: f"{a} declares this position" in other.text())
        assert f"{b}, cards in hand: 7" in other.text()
        press(other, "it is so")
        for phone in (one, other):
            phone.until(lambda phone=phone: not phone.all(FIGURE))
        press(one, "more")
        press(one, "tell scores only")
        for phone in (one, other):
            phone.until(lambda phone=phone: len(phone.all(FIGURE)) == 2)
        assert one.complaints() == other.complaints() == []
    told = [fact for _, fact in two.replay().all_facts() if isinstance(fact, DepthChanged)]
    assert [fact.depth for fact in told] == ["life", "full", "life"]


def test_vn_17_9_what_both_tap_at_once_and_offline_is_all_there(browser: Chrome, tmp_path: Path):
    with at_a_table(browser, tmp_path) as two:
        one, other, (a, b) = two.one, two.other, two.names
        gone = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        other.driver.execute_cdp_cmd("Network.enable", {})
        other.driver.execute_cdp_cmd("Network.emulateNetworkConditions", gone)
        press(other, f"{a}: health \N{MINUS SIGN}10", 3)
        press(one, f"{b}: health \N{MINUS SIGN}50")
        settled(one)
        other.until(lambda: "offline" in other.text())
        back = {**gone, "offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        other.driver.execute_cdp_cmd("Network.emulateNetworkConditions", back)
        settled(one, other)
        assert figures(one) == ["220", "200"]
    assert two.replay().state.scores == {"health": {"ana": 220, "bo": 200}}


@pytest.mark.parametrize("language", ["en", "de"])
def test_vn_15_1_counters_fit_a_small_phone_and_take_two_thirds_of_it(
    browser: Chrome, tmp_path: Path, language: str
):
    with at_a_table(browser, tmp_path) as two:
        phone = two.one
        phone.driver.execute_cdp_cmd(
            "Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}}
        )
        phone.driver.refresh()
        phone.until(lambda: len(phone.all(FIGURE)) == 2)
        press(phone, two.names[0])
        phone.until(lambda: phone.all(".turns"))
        assert phone.run("return document.documentElement.scrollWidth") <= 360
        high = phone.run(
            "return document.querySelector('.counters').getBoundingClientRect().height"
        )
        assert high >= 740 * 0.66, high
        signs = "return document.querySelectorAll('.counter .who .sign').length"
        phone.until(lambda: phone.run(signs) == 1)  # whose turn it is stands at the counter
        assert phone.run(SMALL) == []
        assert phone.run(CONTRAST) == []
        phone.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
