"""An event on phones goes on without the network, and without the server (VN-9, VN-21)."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.venue.browser.away import BACK, as_meant, away
from tests.venue.browser.phone import browsing


@pytest.mark.parametrize("killed", [False, True])
def test_vn_21_what_is_tapped_without_a_network_is_in_the_log_once_as_it_was_meant(
    browser: Chrome, tmp_path: Path, killed: bool
) -> None:
    with browsing() as other:
        said = away(browser, other, tmp_path / "hall.duckdb", 3.0, killed=killed)
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", BACK)
    browser.delete_all_cookies()
    assert as_meant(said), said
