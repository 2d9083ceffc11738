"""After a tap all of a page is where it was: what is tapped stays under the thumb (VN-19.10)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from tests.venue.browser.pictures import Hall, open_hall, shots, show
from tests.venue.browser.staff import SIZES, Screen

PAGES = ("life", "result", "me", "judge", "floor", "check", "desk", "table-player")
MOST = 8
"""So many px what was tapped may have moved (VN-19.10)."""
BUTTONS = 12
"""So many buttons of a page are tapped, each on the page as it is at first."""
AIM = """
const all = [...document.querySelectorAll("button, summary")];
const [n, count] = arguments;
const shown = all.filter((each) => each.checkVisibility() && !each.disabled);
const step = Math.max(1, Math.floor(shown.length / count));
window.tapped = shown[n * step];
if (!window.tapped) return null;
window.tapped.scrollIntoView({ block: "center" });
const { left, top, width, height } = window.tapped.getBoundingClientRect();
window.before = top;
return { name: window.tapped.textContent.trim(), x: left + width / 2, y: top + height / 2 };
"""
ANSWERED = "return new Promise((done) => setTimeout(done, 400, true))"
"""What the tap brought is there."""
MOVED = """
return window.tapped?.isConnected ? window.tapped.getBoundingClientRect().top - window.before : 0;
"""


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
