"""Paper from the desk, with the codes of the venue (VN-12)."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cli.screen import qr
from cli.tournament.paper import PAPERS
from storage.log import Log
from tests.tournament.logged import contests, logs
from tests.venue.watched import MATCH, PLAYERS, Devices, cup, watched

AT = "http://192.168.7.20:8080"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", decklists="closed")


def sheet(at: Devices, who: str, name: str) -> Any:
    at.hall.address = AT
    return at.get(who, f"/print/{name}")


def titles(text: str) -> list[str]:
    """What the codes of a page say."""
    return re.findall(r"<title>([^<]*)</title>\s*<path", text)


def test_vn_12_1_every_sheet_is_printed_from_the_desk(path: Path) -> None:
    with Log.open(path, write=True) as log:
        logs(log, "lena report 1 1 2 0; lena report 1 2 2 0")
    with watched(path) as at:
        for name in PAPERS:
            answer = sheet(at, "lena", name)
            assert answer.status_code == (422 if name == "bracket" else 200), name
        assert sheet(at, "lena", "bracket").json()["hint"] == "there is no bracket so far"
        assert sheet(at, "lena", "posters").status_code == 404


def test_vn_12_1_the_code_of_a_slip_leads_to_the_page_of_its_table(path: Path) -> None:
    with watched(path) as at:
        assert titles(sheet(at, "lena", "slips").text) == [f"{AT}/at/1", f"{AT}/at/2"]
        led = {
            who: at.client.get("/at/1", headers={"x-device": who}, follow_redirects=False).headers
            for who in ("sam", "kim", "ana")
        }
        assert led["sam"]["location"] == led["kim"]["location"] == f"/t/{MATCH}"
        assert led["ana"]["location"] == "/me", "a player's device shows the player's own table"


def test_vn_12_1_a_seat_label_has_the_code_by_which_a_phone_joins(path: Path) -> None:
    with watched(path) as at:
        text = sheet(at, "lena", "labels").text
        codes = [title.rpartition("/j/")[2] for title in titles(text)]
        found = [at.hall.access.invitation(code) for code in codes]
        assert sorted(each.person for each in found if each) == sorted(PLAYERS)
        assert {(each.role, each.ends) for each in found if each} == {("player", 1)}
        assert titles(sheet(at, "lena", "labels").text) == titles(text), "printed again, the same"

        async def joins() -> None:
            now = at.hall.clock()
            await at.hall.ask(lambda log: at.hall.access.bind(log, codes[0], "a phone", now))

        at.asked(joins)
        again = sheet(at, "lena", "labels").text
        assert [title.rpartition("/j/")[2] for title in titles(again)] == codes[1:]
        assert again.count("A phone has joined for this seat") == 1


def test_vn_12_2_codes_are_drawn_once_for_a_round(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    code = qr.code
    monkeypatch.setattr(qr, "code", lambda text: drawn.append(text) or code(text))  # type: ignore[func-returns-value]
    with watched(path) as at:
        first = sheet(at, "lena", "slips").text

        async def reports() -> None:
            await at.hall.ask(lambda log: logs(log, "lena report 1 1 2 0"))

        at.asked(reports)
        assert sheet(at, "sam", "slips").text == first
        assert drawn == [f"{AT}/at/1", f"{AT}/at/2"]
        missing = sheet(at, "sam", "missing").text
        assert "1 table of 2 without a result" in missing, "what changes is made anew"


def test_tr_4_2_lists_are_printed_for_judges_alone(path: Path) -> None:
    with watched(path) as at:
        assert "Deck of" in sheet(at, "kim", "checks").text
        assert sheet(at, "sam", "checks").status_code == 403


def test_tr_10_9_names_of_penalties_are_printed_for_judges_alone(path: Path) -> None:
    with Log.open(path, write=True) as log:
        player = contests(log, 1)[0].a
        logs(log, f"kim infraction {player} 1 PE-4 warning table=1")
    with watched(path) as at:
        name = f"{player.capitalize()} Example"
        assert name in sheet(at, "kim", "penalties").text
        assert name not in sheet(at, "sam", "penalties").text


def test_vn_5_8_the_style_of_a_sheet_is_let_in_by_its_hash_and_no_script_at_all(
    path: Path,
) -> None:
    with watched(path) as at:
        answer = sheet(at, "lena", "slips")
        style = re.search(r"<style>(.*?)</style>", answer.text, re.DOTALL)
        assert style is not None
        digest = b64encode(sha256(style.group(1).encode()).digest()).decode()
        policy = answer.headers["content-security-policy"]
        assert f"style-src 'sha256-{digest}'" in policy and "default-src 'none'" in policy
        assert "style=" not in answer.text


@pytest.mark.parametrize("who", ["ana", "fan", "wall", ""])
def test_vn_12_1_sheets_are_for_the_staff(path: Path, who: str) -> None:
    from cli.venue.access.permissions import may
    from tests.venue.watched import DEVICES

    role = DEVICES[who].role if who else None
    assert not may(role, "GET", "/print/{sheet}")
