"""Players register by phone, the desk confirms them (VN-18.1 to 18.6)."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from cli.venue.entering import register
from referee.tournament.policy import Registration
from storage.log import Log
from storage.venue import marks, rows
from tests.tournament.logged import CUP, logs, opened
from tests.venue.entrants import Venue, event, venue, words
from tests.venue.halls import NOW

NAMES = ("Ana Hill", "Bo Li", "Cy Ortega")
FORGED = {"Origin": "http://elsewhere.example"}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Venue]:
    with venue(event(tmp_path / "hall.duckdb")) as at:
        yield at


def standing(at: Venue) -> dict[str, str]:
    """How each who registered stands, by name."""
    return {row.name: row.standing for row in at.asked(rows.registrations)}


def lines(answer: object) -> list[str]:
    """What the desk was told."""
    return answer["lines"]  # type: ignore[index,no-any-return]


def test_vn_18_1_a_code_registers_any_number_and_nothing_else(at: Venue):
    phones = at.registered(*NAMES)
    assert len({phone.person for phone in phones}) == 3
    assert all(re.fullmatch(r"p-[0-9a-z]{8}", phone.person) for phone in phones)
    assert [row.standing for row in at.asked(rows.registrations)] == ["waiting"] * 3
    for path in ("/desk", "/judge", "/show", "/r/1", f"/api/tournaments/{CUP}", "/api/devices"):
        phones[0].get(path, 403)
    assert phones[0].act("check-in", 403, players=[phones[0].person])["error"] == "forbidden"
    assert phones[0].ask("GET", "/here").headers["location"] == "/me"


def test_vn_18_1_the_same_form_sent_again_in_parallel_and_after_a_crash_is_one_row(
    tmp_path: Path,
):
    path = event(tmp_path / "hall.duckdb")
    with venue(path) as at:
        once, code = at.phone().scan(at.code), at.code
        with ThreadPoolExecutor(4) as pool:
            sent = [pool.submit(at.phone().register, code, "Ana", once=once) for _ in range(4)]
            cookies = {each.result().headers["set-cookie"].partition(";")[0] for each in sent}
        cookie = cookies.pop().removeprefix("referee=")
        assert not cookies
        person = at.phone(cookie).person
    with venue(path) as at:
        again = at.phone()
        again.register(code, "Ana", once=once)
        assert (again.cookie, again.person) == (cookie, person)
        assert len(at.asked(rows.registrations)) == 1


def test_vn_18_1_a_device_registers_once_and_has_the_own_page_after(at: Venue):
    (phone,) = at.registered("Ana")
    assert phone.ask("GET", f"/e/{at.code}").headers["location"] == "/me"
    assert phone.register(at.code, "Bo", once="x" * 40).headers["location"] == "/me"
    assert standing(at) == {"Ana": "waiting"}


def test_vn_5_4_a_form_of_another_server_registers_nobody(at: Venue):
    phone = at.phone()
    once = phone.scan(at.code)
    for headers in (FORGED, {"Origin": ""}):
        said = {"name": "Ana", "once": once}
        answer = phone.ask("POST", f"/e/{at.code}", data=said, headers=headers)
        assert answer.status_code == 403
    assert not at.asked(rows.registrations)


def test_vn_18_1_the_desk_renews_a_code_and_ends_it(at: Venue):
    desk, old = at.staff(), at.code
    shown = desk.ask("POST", "/desk/codes", data={"role": "entrant", "renew": "1"}).text
    new = re.search(r"/e/([0-9A-Z]{10})", shown)
    assert new is not None and new[1] != old
    assert at.phone().ask("GET", f"/e/{old}").headers["location"] == f"/j/{old}"
    at.phone().register(new[1], "Ana")
    desk.ask("POST", "/desk/codes", data={"role": "entrant", "ends": "1"})
    assert at.phone().ask("GET", f"/e/{new[1]}").status_code == 303
    assert desk.get("/api/registrations")["code"] == ""
    assert desk.ask("GET", "/print/enter").status_code == 409, "a sheet makes none anew"
    assert standing(at) == {"Ana": "waiting"}


def test_vn_18_1_a_seat_code_is_no_form_and_an_event_code_no_seat(at: Venue):
    judge = at.asked(lambda log: at.hall.access.invite(log, Invitation("judge", "kim", CUP)))
    assert at.phone().ask("GET", f"/e/{judge}").headers["location"] == f"/j/{judge}"
    assert at.phone().register(judge, "Ana", 404, once="x" * 40)
    assert at.phone().ask("GET", f"/j/{at.code}").headers["location"] == f"/e/{at.code}"
    assert at.phone().ask("POST", f"/j/{at.code}").headers["location"] == f"/e/{at.code}"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Your name is missing."),
        ("   ", "Your name is missing."),
        ("A" * 61, "At most 60 characters fit."),
        ("Ana\x07", "cannot be shown"),
        ("Ana\u202eliH", "cannot be shown"),
        ("Ana\nHill", "cannot be shown"),
        ("\u200b", "Your name is missing."),
        ("\u3164 \u2800", "Your name is missing."),
        ("\u200d...", "Your name is missing."),
        ("A" + "\u0301" * 5, "cannot be shown"),
    ],
)
def test_vn_18_2_a_name_that_cannot_be_shown_is_told_in_the_form(at: Venue, name: str, why: str):
    phone = at.phone()
    answer = phone.register(at.code, name, 422, programme="77-1")
    assert why in answer.text and 'value="77-1"' in answer.text
    assert not phone.cookie and not at.asked(rows.registrations)


def test_vn_18_2_a_name_is_told_from_another_by_what_is_seen(at: Venue):
    _, two = at.registered("Ana Hill", "Ana\u200b Hi\u00adll")
    assert two.get("/api/registration")["name"] == "Ana Hill"
    assert at.staff().get("/api/registrations")["ready"] == 0
    (persian,) = at.registered("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645")
    assert "\u200c" in persian.get("/api/registration")["name"], "it parts letters there"


def test_vn_18_2_names_of_html_other_letters_and_bad_bytes(at: Venue):
    (phone,) = at.registered("<b>Zoë</b> 王伟")
    assert "&lt;b&gt;Zoë&lt;/b&gt; 王伟" in phone.get("/me")
    assert "<b>Zoë" not in at.staff().get("/desk/part/entering")
    body = b"name=%FF%FE&once=" + b"x" * 40
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    bad = at.phone().ask("POST", f"/e/{at.code}", content=body, headers=headers)
    assert bad.status_code == 422
    files = {"name": ("a.txt", b"Ana"), "once": ("b.txt", b"x" * 40)}
    assert at.phone().ask("POST", f"/e/{at.code}", files=files).status_code == 422
    large = at.phone().ask("POST", f"/e/{at.code}", data={"name": "A", "list": "x" * 1_000_000})
    assert large.status_code == 413
    assert len(at.asked(rows.registrations)) == 1


def test_vn_18_2_a_form_is_in_the_language_of_the_browser(at: Venue):
    phone = at.phone()
    phone.headers["accept-language"] = "de-AT"
    assert '<html lang="de">' in phone.get(f"/e/{at.code}")
    assert "Dein Name fehlt." in phone.register(at.code, " ", 422).text
    phone.register(at.code, "Ana")
    assert "Du bist angemeldet" in phone.me()


# -- at the desk --------------------------------------------------------------------------------


def test_vn_18_6_all_are_confirmed_by_one_tap_but_for_who_is_like_another(at: Venue):
    phones = at.registered("Ana Hill", "hill  ANÁ", "Bo", "Cy", "Di")
    at.registered("Eva", programme="0815")
    at.registered("Fay", programme="0815")
    desk = at.staff("sam", "scorekeeper")
    told = desk.get("/api/registrations")
    assert told["ready"] == 3
    assert [each["like"] for each in told["now"]["waiting"] if each["like"]] == [
        "hill  ANÁ", "Ana Hill", "Fay", "Eva",
    ]  # fmt: skip
    part = desk.get("/desk/part/entering")
    assert "confirm all (3)" in part and "is there already: Ana Hill" in part
    reply = desk.ask("POST", "/desk/line", data={"text": "confirm all"}).text
    assert "3 confirmed; 3 in all" in reply
    assert phones[2].get("/api/me")["role"] == "player" and "confirmed" in standing(at)["Bo"]
    assert phones[0].get("/api/me")["role"] == "entrant"
    assert "nobody waits" in lines_of(desk, "confirm Bo")
    assert "nobody waits who is called Zoe" in lines_of(desk, "confirm Zoe")
    assert "Ana Hill plays" in lines_of(desk, "confirm Ana")
    assert "is refused" in lines_of(desk, f"refuse {phones[1].person}")
    assert "did not take this registration" in phones[1].me()
    with pytest.raises(AssertionError):
        phones[1].post("/api/registration", name="Ana")
    assert at.asked(lambda log: log.people())[phones[2].person] == "Bo"


def lines_of(desk: object, text: str) -> str:
    """What a line at the desk comes to."""
    return words(desk.ask("POST", "/desk/line", data={"text": text}).text)  # type: ignore[attr-defined]


def test_vn_18_6_a_line_of_the_desk_needs_its_role(at: Venue):
    at.registered("Ana")
    kim = at.staff("kim", "judge")
    kim.post("/api/registrations/confirm", 403, everybody=True)
    kim.get("/api/registrations", 403)
    assert standing(at) == {"Ana": "waiting"}


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Venue]:
    """An event of two places, where minors need a guardian."""
    entering = Registration(minor_below=16, minors="guardian", places=2)
    with venue(event(tmp_path / "hall.duckdb")) as at:
        monkeypatch.setattr(
            "referee.tournament.policy.Policy.entering", property(lambda _: entering)
        )
        yield at


def test_vn_18_3_a_minor_is_confirmed_singly_where_a_guardian_agrees(strict: Venue):
    phone = strict.phone()
    assert "Say whether you are younger than 16" in phone.register(strict.code, "Ana", 422).text
    told = phone.register(strict.code, "Ana", 422, minor="yes", publish="1")
    assert "Only a guardian may agree" in told.text
    phone.register(strict.code, "Ana", minor="yes")
    strict.registered("Bo", minor="no")
    desk = strict.staff()
    assert desk.get("/api/registrations")["ready"] == 1
    desk.post("/api/registrations/confirm", everybody=True)
    assert standing(strict) == {"Ana": "waiting", "Bo": "confirmed"}
    told = desk.post("/api/registrations/confirm", 422, person=phone.person)
    assert "below 16" in told["hint"]
    desk.post("/api/registrations/confirm", person=phone.person, guardian=True)
    assert standing(strict)["Ana"] == "confirmed"
    assert "Only a guardian" in phone.post("/api/registration", 422, name="-", publish=True)["hint"]
    told = phone.post("/api/registration", name="-", publish=True, guardian=True)
    assert told["publish"] and told["guardian"]
    assert not phone.post("/api/registration", name="-", publish=False)["publish"]


def test_vn_18_3_no_more_are_confirmed_than_there_are_places(strict: Venue):
    strict.registered("Ana", "Bo", "Cy", minor="no")
    desk = strict.staff()
    told = desk.post("/api/registrations/confirm", everybody=True)
    assert lines(told)[0] == "2 confirmed; 2 in all" and standing(strict)["Cy"] == "waiting"
    assert "all 2 places" in desk.post("/api/registrations/confirm", 422, person="Cy")["hint"]
    strict.registered(*"DEFGHIJ", minor="no")
    assert strict.phone().register(strict.code, "K", 503, minor="no").headers["retry-after"]
    assert "Too many wait" in desk.get("/desk/part/entering")


def test_vn_18_3_where_minors_are_refused_they_are_told_so():
    refused = Registration(minor_below=18, minors="refused")
    form = register.Form(name="Ana", minor=True)
    with pytest.raises(register.Wrong) as told:
        register.checked(form, refused)
    assert told.value.key == "enter.wrong.minor-refused"
    assert list(Registration(minors="refused").faults())


def test_vn_18_limits_registrations_from_one_address(at: Venue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(at.hall.access.limits._registrations, "_burst", 2)
    at.registered("Ana", "Bo")
    answer = at.phone().register(at.code, "Cy", 429)
    assert int(answer.headers["retry-after"]) > 0 and len(standing(at)) == 2


# -- the own row --------------------------------------------------------------------------------


def test_vn_18_5_a_player_mends_withdraws_and_is_back(at: Venue):
    (phone,) = at.registered("Ana")
    assert phone.post("/api/registration", name="Ana Hill", programme="12")["programme"] == "12"
    assert phone.ask("DELETE", "/api/registration").json()["standing"] == "withdrawn"
    assert "You have withdrawn" in phone.me()
    desk = at.staff()
    assert desk.get("/api/registrations")["ready"] == 0
    assert phone.post("/api/registration", name="Ana Hill")["standing"] == "waiting"
    desk.post("/api/registrations/confirm", everybody=True)
    told = phone.ask("DELETE", "/api/registration")
    assert told.status_code == 422 and "confirmed already" in told.json()["hint"]
    told = phone.post("/api/registration", name="Other", publish=True)
    assert (told["name"], told["publish"]) == ("Ana Hill", True)
    assert phone.post("/api/registration", 422, name="A", colour="red")["field"] == "colour"


def test_vn_18_an_entrant_reaches_nobody_else_and_is_answered_the_same_where_there_is_nobody(
    at: Venue,
):
    one, _ = at.registered("Ana", "Bo")
    before = one.get("/api/registration")
    for path in ("/api/registration?person=p-aaaaaaaa", f"/api/registration?stream={CUP}"):
        assert one.get(path) == before
    assert at.phone().get("/api/registration", 401)["error"] == "unauthorised"
    lena = at.staff()
    assert lena.get("/api/registration", 403)["hint"] == "this is not for a organiser"
    told = {
        path: one.get(path, 403)["hint"].replace(path, "")
        for path in (f"/api/tournaments/{CUP}", "/api/tournaments/none")
    }
    assert len({*told.values()}) == 1


def test_vn_18_5_rows_go_in_time_and_sessions_at_the_close(at: Venue):
    one, two = at.registered("Ana", "Bo")
    now = at.hall.clock()
    one.ask("DELETE", "/api/registration")

    def tidied(after: timedelta) -> list[str]:
        at.asked(lambda log: at.hall.register.tidy(log, at.hall.access, now + after))
        return sorted(standing(at))

    assert tidied(timedelta(hours=23)) == ["Ana", "Bo"]
    assert tidied(timedelta(hours=25)) == ["Bo"]
    at.staff().act("close")
    assert tidied(timedelta(0)) == ["Bo"]
    assert two.ask("GET", "/me").status_code == 401
    assert tidied(timedelta(days=29)) == ["Bo"] and tidied(timedelta(days=31)) == []
    assert at.asked(lambda log: [*marks.amiss(log)]) == []


def test_vn_18_5_nobody_registers_once_the_last_late_round_is_posted(at: Venue):
    phones = at.registered("Ana", "Bo")
    desk = at.staff()
    desk.post("/api/registrations/confirm", everybody=True)
    desk.act("post", round=1)
    answer = at.phone().ask("GET", f"/e/{at.code}")
    assert answer.status_code == 403 and "Nobody registers for this event any more" in answer.text
    assert at.phone().register(at.code, "Cy", 403, once="y" * 40)
    assert "Table 1" in phones[0].me()


# -- names outside of the hall ------------------------------------------------------------------


def test_vn_18_4_who_has_not_agreed_is_a_number_outside_of_the_hall(at: Venue, tmp_path: Path):
    one, two = at.registered("Ana Hill", "Bo Li")
    two.post("/api/registration", name="Bo Li", publish=True)
    desk = at.staff()
    desk.post("/api/registrations/confirm", everybody=True)
    watching, wall = at.staff("", "spectator"), at.staff("", "screen")
    assert watching.get("/api/show")["entrants"] == ["Bo Li", "Player 1"]
    assert wall.get("/api/show")["entrants"] == ["Ana Hill", "Bo Li"]
    assert one.get("/api/show")["entrants"] == ["Ana Hill", "Bo Li"]
    desk.act("post", round=1)
    tables = f"/api/tournaments/{CUP}/rounds/1"
    assert "Ana Hill" not in str(watching.get(tables)) and "Ana Hill" in str(two.get(tables))
    one.post("/api/registration", name="-", publish=True)
    assert at.asked(lambda log: log.published_people())[one.person] == "Ana Hill"
    one.post("/api/registration", name="-", publish=False)
    desk.act("report", table=1, a=2, b=0)
    desk.act("close")
    assert "Player 1" in str(wall.get("/api/show")) and "Ana" not in str(wall.get("/api/show"))
    assert "Player 1" in two.me() and "Ana Hill" not in two.me()
    assert "My name may be published" in one.me(), "it is changed at any time"
    one.post("/api/registration", name="-", publish=True)
    assert "Ana Hill" in two.me()
    assert "Ana Hill" in str(desk.get("/api/show"))


def test_vn_18_2_the_id_of_the_programme_is_in_the_trf_of_who_is_published(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb")
    with venue(path) as at:
        at.registered("Ana", programme="24601", publish="1")
        at.registered("Bo", programme="4711")
        at.registered("Cy", programme="EU-77", publish="1")  # no number, as the format has it
        desk = at.staff()
        desk.post("/api/registrations/confirm", everybody=True)
        desk.act("post", round=1)
        desk.act("report", table=1, a=2, b=0)
    export = ["tournament", "export", CUP, "trf", "--log", str(path)]
    told = CliRunner().invoke(app, export).stdout
    players = [line for line in told.splitlines() if line.startswith("001")]
    assert [line[57:68].strip() for line in players] == ["24601", "", ""]
    assert all(line[80:84] == f"{float(line[80:84]):4.1f}" for line in players)
    assert "24601" not in CliRunner().invoke(app, [*export, "--no-names"]).stdout


def test_vn_18_2_rows_lie_beside_the_chain_and_in_no_copy_for_queries(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb")
    with venue(path) as at:
        at.registered("Ana Hill")
        assert not [e for e in at.asked(lambda log: log.live(CUP).entries) if "Ana" in str(e)]
    with Log.open(path, write=True) as log:
        assert [row.name for row in rows.registrations(log)] == ["Ana Hill"]
        assert not [*marks.amiss(log)]
        log.rows("UPDATE venue_registrations SET name = 'Eve'")
        assert [each.table for each in marks.amiss(log)] == ["venue_registrations"]
        access = Access.load(log)
        assert register.Register.load(log, access, NOW).rows_of(CUP) == []
        marks.hide(log)
        assert not log.has_table("venue_registrations")


def test_vn_18_6_who_entered_before_the_venue_was_killed_is_confirmed(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb")
    with venue(path) as at:
        (phone,) = at.registered("Ana")
        person, cookie = phone.person, phone.cookie
    with Log.open(path, write=True) as log:
        logs(log, f"lena enter {person} number=1")
    with venue(path) as at:
        phone = at.phone(cookie)
        assert phone.get("/api/me")["role"] == "player"
        assert at.asked(lambda log: log.people()) == {person: "Ana"}
        assert standing(at) == {"Ana": "confirmed"}


def test_vn_18_an_entrant_hears_that_something_is_new_and_nothing_of_the_event(at: Venue):
    (phone,) = at.registered("Ana")
    for topic in (f"tournament/{CUP}", "entering/other", "match/m1", "public/m1"):
        assert phone.ask("GET", f"/api/stream?topics={topic}").status_code in (403, 404)
    desk = at.staff("sam", "scorekeeper")
    assert desk.ask("GET", f"/api/stream?topics=entering/{CUP}").status_code == 403


# -- on the wall and on the screen (VN-18.16) ---------------------------------------------------


def test_vn_18_16_the_code_is_on_paper_and_on_the_screen_while_somebody_may_register(at: Venue):
    at.hall.address = "http://hall.local:8000"
    desk, wall, watching = at.staff(), at.staff("", "screen"), at.staff("", "spectator")
    poster = desk.get("/print/enter")
    assert f"{at.code[:5]}-{at.code[5:]}" in poster and "<svg" in poster
    at.staff("kim", "judge").get("/print/enter", 403)
    door = wall.get("/api/show")["door"]
    assert door["code"] == f"{at.code[:5]}-{at.code[5:]}" and len(door["square"]) > 20
    assert "door" not in watching.get("/api/show")
    at.registered("Ana", "Bo")
    desk.post("/api/registrations/confirm", everybody=True)
    desk.act("post")
    assert "door" not in wall.get("/api/show")
    page = words(desk.get("/print/map?row=4"))
    assert "map of the tables" in page and "Ana" in page and "Bo" in page


def test_two_events_of_one_log_have_codes_of_their_own(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2"}, stream="other")
    with venue(path) as at:
        (one,) = at.registered("Ana")
        code = at.asked(
            lambda log: at.hall.access.invite(log, Invitation("entrant", stream="other"))
        )
        two = at.phone()
        two.register(code, "Ana")
        streams = [phone.get("/api/me")["stream"] for phone in (one, two)]
        assert streams == [CUP, "other"] and one.person != two.person
        at.staff().post("/api/registrations/confirm", everybody=True)
        assert "You are registered" in two.me() and "No round is posted yet" in one.me()
        one.get("/api/tournaments/other", 403)
