"""After a tap all of a page is where it was: what is tapped stays under the thumb (VN-19.10)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from tests.venue.browser.pictures import Hall, open_hall, shots, show
from tests.venue.browser.staff import SIZES, Screen

PAGES = ("life", "result", "me", "judge", "judge-match", "floor", "check", "desk", "table-player")
MOST = 8
"""So many px what was tapped may have moved (VN-19.10)."""
BUTTONS = 12
"""So many buttons of a page are tapped, each on the page as it is at first."""
AIM = """
const all = [...document.querySelectorAll("button, summary, a[hx-get]")];
const [n, count] = arguments;
const shown = all.filter((each) => each.checkVisibility() && !each.disabled);
const step = Math.max(1, Math.floor(shown.length / count));
window.tapped = shown[n * step];
if (!window.tapped) return null;
window.tapped.scrollIntoView({ block: "center" });
const { left, top, width, height } = window.tapped.getBoundingClientRect();
window.stood = [];
for (let each = window.tapped; each !== document.body; each = each.parentElement)
  window.stood.push([each, each.getBoundingClientRect().top]);
if (document.querySelector(".taps")) window.stood.length = 1;  // what is asked next is another list
return { name: window.tapped.textContent.trim(), x: left + width / 2, y: top + height / 2 };
"""
ANSWERED = "return new Promise((done) => setTimeout(done, 400, true))"
"""What the tap brought is there."""
MOVED = """
const [left, before] = window.stood.find(([each]) => each.getClientRects().length) ?? [];
return left ? left.getBoundingClientRect().top - before : 0;
"""
"""How far it moved; where it was drawn anew, how far what it stood in did."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(Path(tmp_path_factory.mktemp("still"))) as found:
        yield found


@pytest.mark.parametrize("name", PAGES)
def test_vn_19_10_what_is_tapped_stays_where_it_is(browser: Chrome, hall: Hall, name: str) -> None:
    shot = next(each for each in shots(hall) if each.name == name)
    screen, moved, tapped = Screen(browser, hall.address), [], 0
    screen.size(*SIZES["small"])
    for n in range(BUTTONS):
        show(browser, hall, shot)
        screen.rest()
        at: Any = screen.run(AIM, n, BUTTONS)
        if at is None:
            break
        screen.tap_at(at["x"], at["y"])
        screen.until(lambda: screen.run(ANSWERED) and not screen.all(".htmx-request"))
        tapped += 1
        by = float(screen.run(MOVED) or 0)
        moved += [(at["name"], by)] * (abs(by) > MOST)
    assert tapped
    assert moved == []


COMES_AND_GOES = """
const section = document.querySelector("main section");
const part = document.createElement("div");
const seen = [...document.querySelectorAll("main button")].filter((each) => each.checkVisibility());
const read = seen.findLast((each) => section.compareDocumentPosition(each) & 4);
if (arguments[0]) read.dispatchEvent(new Event("pointerdown", { bubbles: true }));
else read.scrollIntoView({ block: "center" });
const { left, width } = section.getBoundingClientRect();
part.style.height = "200px";
const at = () => read.getBoundingClientRect().top;
const rest = () => new Promise((done) => setTimeout(done, 120));
return (async () => {
  await rest();
  const before = at();
  section.prepend(part);
  await rest();
  const came = at() - before;
  part.remove();
  await rest();
  return { came, went: at() - before };
})();
"""
"""Something comes above what was tapped, or is read, and goes again."""


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(Path(tmp_path_factory.mktemp("untouched"))) as found:
        yield found


@pytest.mark.parametrize("tapped", (True, False))
@pytest.mark.parametrize("name", ("desk", "me"))
def test_vn_19_10_a_page_stays_in_a_browser_that_does_not_see_to_it(
    browser: Chrome, untouched: Hall, name: str, tapped: bool
) -> None:
    shot = next(each for each in shots(untouched) if each.name == name)
    screen = Screen(browser, untouched.address)
    screen.size(*SIZES["small"])
    show(browser, untouched, shot)
    screen.rest()
    assert screen.run("return getComputedStyle(document.body).overflowAnchor") == "none"
    moved: Any = screen.run(COMES_AND_GOES, tapped)
    assert (abs(moved["came"]) <= 1, abs(moved["went"]) <= 1) == (True, True), moved


def test_what_a_judge_asks_comes_over_the_page_and_goes_again(
    browser: Chrome, untouched: Hall
) -> None:
    """The page of a match is long: nobody looks for the place again at which they were."""
    shot = next(each for each in shots(untouched) if each.name == "judge-match")
    screen = Screen(browser, untouched.address)
    screen.size(*SIZES["small"])
    show(browser, untouched, shot)
    screen.rest()
    tap: Any = screen.run("""
      const all = [...document.querySelectorAll(".entries a[hx-get]")];
      window.tapped = all[all.length - 3];
      window.tapped.scrollIntoView({ block: "end" });
      const { left, top } = window.tapped.getBoundingClientRect();
      return { x: left + 20, y: top + 10, at: top };""")
    screen.tap_at(tap["x"], tap["y"])
    screen.until(lambda: screen.all("#entry > .close"))
    where = "return window.tapped.getBoundingClientRect().top"
    asked: Any = screen.run("""
      const { top, bottom } = document.querySelector("#entry h2").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;""")
    assert asked, "the answer is on the screen"
    assert abs(float(screen.run(where)) - tap["at"]) <= MOST  # type: ignore[arg-type]
    screen.run("document.querySelector('#entry > .close').click()")
    assert abs(float(screen.run(where)) - tap["at"]) <= MOST  # type: ignore[arg-type]
    assert screen.run("return !document.getElementById('entry').checkVisibility()")


def test_a_list_that_scrolls_by_itself_is_drawn_anew_where_it_stood(
    browser: Chrome, untouched: Hall
) -> None:
    shot = next(each for each in shots(untouched) if each.name == "desk")
    screen = Screen(browser, untouched.address)
    screen.size(*SIZES["small"])
    show(browser, untouched, shot)
    screen.until(lambda: screen.run("return !!window.htmx"))
    screen.run("""
      window.old = document.querySelector("#standings .rolls");
      window.old.style.maxHeight = "90px";
      document.styleSheets[0].insertRule(".rolls { max-height: 90px !important }");
      window.old.scrollTop = 60;
      document.getElementById("standings").dispatchEvent(new Event("live"));""")
    screen.until(lambda: screen.run("return !window.old.isConnected"))
    assert screen.run("return document.querySelector('#standings .rolls').scrollTop") == 60
