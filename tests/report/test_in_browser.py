"""What the script of a page does in a browser, and that a page fits a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.cli.test_home import Home
from tests.venue.browser.phone import MISSING, browsing

DISPUTED = "vale-open-r4-t1-g2"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    if MISSING:
        pytest.skip(f"pages are not tried in a browser: {MISSING}")
    with browsing() as driver:
        yield driver


@pytest.fixture(scope="module")
def pages(shipped: Home, season: Home, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    shipped.ok("report", DISPUTED, "-o", folder / "match.html")
    shipped.ok("report", "club-cup", "-o", folder / "event.html")
    season.ok("report", "--season", "-g", "wondervale", "-o", folder / "season.html")
    return folder


def at(browser: Chrome) -> str:
    """The entry at which the board stands."""
    (item,) = browser.find_elements(By.CSS_SELECTOR, ".entries > li[aria-current]")
    return str(item.get_attribute("id"))


def panels(browser: Chrome) -> str:
    return browser.find_element(By.CLASS_NAME, "panels").text


def test_arrow_keys_step_through_the_board_and_a_link_leads_to_an_entry(
    browser: Chrome, pages: Path
) -> None:
    browser.get(f"{(pages / 'match.html').as_uri()}#e22")
    assert at(browser) == "e22"
    assert "210 health" in panels(browser)
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_LEFT)
    assert at(browser) == "e21" and "210 health" not in panels(browser)
    assert browser.current_url.endswith("#e21")
    body.send_keys(Keys.ARROW_RIGHT)
    assert at(browser) == "e22" and "210 health" in panels(browser)
    changed = browser.find_elements(By.CLASS_NAME, "changed")
    assert "210 health, units defeated 0" in [each.text for each in changed]
    browser.find_element(By.ID, "last").click()
    assert at(browser) == "e96" and "over: concession" in panels(browser)
    browser.find_element(By.ID, "first").click()
    assert at(browser) == "e1"


def test_a_table_is_sorted_by_its_headings_and_searched(browser: Chrome, pages: Path) -> None:
    browser.get((pages / "season.html").as_uri())
    section = browser.find_element(By.ID, "card-performance")
    heads = section.find_elements(By.TAG_NAME, "th")
    names = [each.text for each in heads]

    def column(name: str) -> list[str]:
        cells = f"tbody tr:not([hidden]) td:nth-child({names.index(name) + 1})"
        return [each.text for each in section.find_elements(By.CSS_SELECTOR, cells)]

    heads[names.index("n")].find_element(By.TAG_NAME, "button").click()
    assert [int(n) for n in column("n")] == sorted(map(int, column("n")), reverse=True)
    assert heads[names.index("n")].get_attribute("aria-sort") == "descending"
    heads[names.index("card")].find_element(By.TAG_NAME, "button").click()
    heads[names.index("card")].find_element(By.TAG_NAME, "button").click()
    assert column("card") == sorted(column("card"))
    section.find_element(By.CSS_SELECTOR, "input[type=search]").send_keys("snow")
    assert column("card") == ["Snowlitt"]


@pytest.mark.parametrize("name", ["match", "event", "season"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_page_is_as_wide_as_the_screen_and_nothing_is_refused(
    browser: Chrome, pages: Path, name: str, width: int
) -> None:
    metrics = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get((pages / f"{name}.html").as_uri())
    try:
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width
        assert not [each for each in browser.get_log("browser") if each["level"] == "SEVERE"]
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
