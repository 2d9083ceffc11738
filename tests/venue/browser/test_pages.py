"""Every page for every role, of a hall that is served, on a phone."""

from pathlib import Path

from selenium.webdriver import Chrome

from tests.venue.browser.pictures import (
    names_of,
    open_hall,
    shots,
    show,
    unspoken,
    wrong_with,
)
from tests.venue.browser.staff import SIZES, Screen


def test_no_page_is_wider_than_a_phone_or_half_german_and_the_browser_complains_of_none(
    browser: Chrome, tmp_path: Path
) -> None:
    with open_hall(tmp_path) as hall:
        screen = Screen(browser, hall.address)
        screen.size(*SIZES["phone"])
        screen.complaints()
        wrong = {}
        for shot in shots(hall):
            show(browser, hall, shot, "de")
            wrong[shot.name] = wrong_with(screen)
            if not shot.path.startswith("/print"):
                wrong[shot.name] += unspoken(screen, "de", names_of(hall))
        browser.get("about:blank")
        browser.delete_all_cookies()
    assert {name: faults for name, faults in wrong.items() if faults} == {}
