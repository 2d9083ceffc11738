"""A table of a sealed tournament as its players have it in hand (VN-6.2, VN-6.4)."""

from pathlib import Path
from urllib.parse import urlsplit

from selenium.webdriver import Chrome

from storage.log import Log
from tests.tournament.logged import logs
from tests.venue.browser.staff import SIZES, Screen, served
from tests.venue.watched import DEVICES, MATCH, at_table, cup

VERBS = "main .answers"
VERDICTS = ("legal", "illegal", "on trust", "✓ l", "◐", "✗")


def test_vn_6_2_a_sealed_table_shows_verbs_alone_until_its_result_opens_it_to_both(
    browser: Chrome, tmp_path: Path
) -> None:
    path = cup(tmp_path / "cup.duckdb", sealed="yes")
    with Log.open(path) as log:
        first, second = at_table(log)
    named = {"ana": f"{first.capitalize()} Example", "bo": f"{second.capitalize()} Example"}
    phone = Screen(browser, "")
    phone.size(*SIZES["phone"])

    def look(address: str) -> str:
        phone.driver.get(f"{address}/t/{MATCH}")
        phone.until(lambda: phone.all(".foot button"))
        return phone.text()

    def heard() -> list[str]:
        return [word for word in VERDICTS if word in phone.text()]

    with served(path, DEVICES[first]) as address:
        port = urlsplit(address).port or 0
        assert "recorded" in look(address) and heard() == []
        verbs = phone.names(VERBS)
        assert "more" not in phone.names() and "other" not in phone.names()
        for number, seat in ((21, "ana"), (22, "bo"), (23, "bo")):
            phone.tap("end", named[seat])
            phone.until(
                lambda n=number, s=seat: f"{n}\n{named[s]}: end\n• recorded" in phone.text()
            )
        assert heard() == [] and phone.all(".question") == []
        assert [each for each in phone.names(VERBS) if "↶" not in each] == verbs
        phone.tap("concede", named["ana"])
        phone.until(lambda: "Over:" in phone.text() and "all sent" in phone.text())
        assert heard() == [] and phone.all("main a[href='/r/1']")
    with Log.open(path, write=True) as log:
        logs(log, "lena report 1 1 0 2")
    for player in (first, second):
        with served(path, DEVICES[player], port=port) as address:
            look(address)
            phone.until(lambda: "the result is in" in phone.text())
            assert "legal" in heard() and phone.all("body > .board .panel")
    assert phone.complaints() == []
    browser.get("about:blank")
