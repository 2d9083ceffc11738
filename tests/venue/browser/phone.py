"""A phone with the page of a table: headless chromium, driven by its driver."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.venue.browser.fake import Venue

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
MISSING = "" if CHROMIUM and DRIVER else "chromium and chromedriver are not both installed here"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
)
PATIENCE = 5.0
"""Seconds until something that should come is given up."""


CONTRAST = """
const light = (c) => {
  const [r, g, b] = c.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const ground = (each) => {
  for (let at = each; at; at = at.parentElement) {
    const c = rgb(getComputedStyle(at).backgroundColor);
    if (c.length === 3 || c[3] > 0) return c.slice(0, 3);
  }
  return [255, 255, 255];
};
const found = [];
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const each = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || !each.checkVisibility()) continue;
  const [one, other] = [light(rgb(getComputedStyle(each).color)), light(ground(each))];
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (ratio < 4.5) found.push(`${walk.currentNode.data}: ${ratio.toFixed(2)}`);
}
return found;
"""
"""Which texts have too little contrast, each with what it has (VN-15.1)."""
SMALL = """
const least = arguments[0] ?? 47.9;
const asked = `:is(button, .button, ${arguments[0] ? "nav a, .links a," : ""} select, summary,` +
  "textarea, " +
  "input:not([type=hidden], [type=checkbox], [type=radio]))";
return [...document.querySelectorAll(asked)].filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && height && Math.min(width, height) < least)
  .map(([each, { width, height }]) => `${each.innerText || each.name} ${width} x ${height}`);
"""
"""What is tapped and is smaller than 48 px, or links, too, and smaller than is said (VN-15.1)."""


@contextmanager
def browsing() -> Iterator[Chrome]:
    """A browser with a profile of its own, until it is no longer needed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = CHROMIUM or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        os.environ.setdefault("SE_OFFLINE", "true")
        driver = Chrome(options=options, service=Service(DRIVER))
        try:
            yield driver
        finally:
            driver.quit()


class Phone:
    """The page as somebody has it in the hand.

    Args:
        driver: the browser.
        venue: where the page comes from.
    """

    def __init__(self, driver: Chrome, venue: Venue) -> None:
        self.driver = driver
        self.venue = venue

    def size(self, width: int = 390, height: int = 844, *, dark: bool = False) -> None:
        """The size of the screen, and light or dark."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def open(self, path: str = "/t/m1") -> "Phone":
        """Load a page, and wait until it is drawn."""
        self.driver.get(self.venue.address + path)
        if path == "/t/m1":
            self.until(lambda: self.run("return !!document.querySelector('.foot button')"))
        return self

    def run(self, script: str, *values: Any) -> Any:
        """What a script in the page returns."""
        return self.driver.execute_script(script, *values)

    def until(self, come: Callable[[], Any]) -> Any:
        """What is awaited, once it is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = come()
            if found:
                return found
            time.sleep(0.02)
        raise AssertionError(f"it did not come; the page says:\n{self.text()}")

    def text(self) -> str:
        """All that the page shows."""
        return str(self.run("return document.body.innerText"))

    def names(self, within: str = "body") -> list[str]:
        """The names of the buttons, in the order of the page."""
        script = """return [...document.querySelectorAll(arguments[0] + ' button')]
            .filter((each) => each.checkVisibility())
            .map((each) => each.getAttribute('aria-label') ?? each.innerText.replace(/\\s+/g, ' '))
        """
        return [str(name) for name in self.run(script, within)]

    def button(self, name: str) -> WebElement:
        """The button of that name, or the first whose name begins so."""
        script = """const name = (each) =>
              (each.getAttribute('aria-label') ?? each.innerText).replace(/\\s+/g, ' ').trim();
            const all = [...document.querySelectorAll('button')].filter((b) => b.checkVisibility());
            return all.find((b) => name(b) === arguments[0])
                ?? all.find((b) => name(b).startsWith(arguments[0]))"""
        return self.until(lambda: self.run(script, name))

    def tap(self, *names: str) -> None:
        """Tap one button after the other, each where it stands once the page is at rest."""
        for name in names:
            self.rest()
            self.until(lambda name=name: self._tapped(name))  # type: ignore[misc]

    def _tapped(self, name: str) -> bool:
        """Whether a button was tapped; not where the page was drawn anew before the tap."""
        try:
            button = self.button(name)
            self.run("arguments[0].scrollIntoView({block: 'nearest'})", button)
            ActionChains(self.driver, duration=0).move_to_element(button).click().perform()
        except StaleElementReferenceException:
            return False
        return True

    def tap_at(self, x: float, y: float) -> None:
        """Tap a place of the screen, whatever stands there now."""
        chain = ActionChains(self.driver, duration=0)
        chain.w3c_actions.pointer_action.move_to_location(int(x), int(y))
        chain.click().perform()

    def rest(self) -> None:
        """Wait until nothing keeps a second tap off."""
        self.until(lambda: self.run("return document.querySelector('.guard')?.hidden !== false"))

    def posted(self, count: int) -> list[dict[str, Any]]:
        """What the venue has got, once it is so much."""
        self.until(lambda: len(self.venue.table.posted) >= count)
        return self.venue.table.posted

    def boxes(self, selector: str = "button") -> list[dict[str, float]]:
        """Where elements stand that can be seen."""
        script = """return [...document.querySelectorAll(arguments[0])]
            .filter((each) => each.checkVisibility())
            .map((each) => { const {left, top, right, bottom, width, height} =
                each.getBoundingClientRect();
                return {left, top, right, bottom, width, height, name: each.innerText}; })"""
        found: list[dict[str, float]] = self.run(script, selector)
        return found

    def pale(self) -> list[str]:
        """The texts whose contrast is below 4.5."""
        return [str(text) for text in self.run(CONTRAST)]

    def small(self) -> list[str]:
        """What is tapped and is lower or narrower than 48 px."""
        return [str(text) for text in self.run(SMALL)]

    def all(self, selector: str) -> list[WebElement]:
        """The elements that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def complaints(self) -> list[str]:
        """What the browser had to say of the page, such as a breach of its policy."""
        found = self.driver.get_log("browser")
        return [each["message"] for each in found if "ERR_" not in each["message"]]
