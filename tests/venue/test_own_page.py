"""The page of a player: what is the own of an event, and what is done there (VN-18.9 to 18.14)."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from gzip import compress
from pathlib import Path
from random import Random

import pytest

import cli.venue
from cli.reading.decks import shipped_decks
from cli.reading.lines import new_id
from cli.tournament.linked.games import beginner_of
from cli.tournament.stream import Desk
from cli.venue.entering.lists import as_text
from cli.venue.seen.concerned import mark_of
from cli.venue.seen.entries import line_for_players, line_of
from cli.venue.web.desk import PARTS
from events.common import Concede, Opening
from referee.tournament.common_edition import Plays
from referee.tournament.policy import First
from storage.log import Draft, Log
from tests.laws.players import usual
from tests.logbook import GAME
from tests.processes import wait_until
from tests.tournament.logged import CUP, plays
from tests.venue.entrants import Phone, Venue, event, venue, words

STATIC = Path(cli.venue.__file__).parent / "static"
FOUR = ("Ana", "Bo", "Cy", "Di")
SHEETS = ("pairings", "names", "slips", "missing", "standings", "labels", "map")
DECK = next(iter(shipped_decks(GAME).values()))
LIST = as_text(DECK.name, DECK.cards, DECK.lists)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Venue]:
    with venue(event(tmp_path / "hall.duckdb", check_in="yes")) as at:
        yield at


def seated(at: Venue, *names: str, **more: str) -> tuple[Phone, dict[int, tuple[Phone, Phone]]]:
    """The desk, and at each table of round 1 the two phones in their order."""
    phones = at.registered(*names, **more)
    desk = at.staff()
    desk.post("/api/registrations/confirm", everybody=True)
    desk.act("check-in", everybody=True)
    desk.act("post", round=1)
    by = {phone.person: phone for phone in phones}
    tables = desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"]
    return desk, {each["table"]: (by[each["a"]], by[each["b"]]) for each in tables}


# -- what it shows ------------------------------------------------------------------------------


def test_vn_18_9_table_opponent_clock_with_own_extension_and_penalties(at: Venue):
    desk, tables = seated(at, *FOUR)
    one, two = tables[1]
    assert "Table 1" in one.me() and "you are named first" in one.me()
    assert "you are named second" in two.me() and "not started" in two.me()
    desk.act("start")
    page = one.get("/me")
    assert 'data-until="' in page
    kim = at.staff("kim", "judge")
    kim.act("extend", table=1, seconds=180)
    assert "3 minutes more for your table" in one.me()
    assert "minutes more" not in tables[2][0].me()
    kim.act("infraction", player=one.person, code="TE-1", table=1)
    assert "Your penalties (1)" in one.me() and "Your penalties" not in two.me()
    desk.act("pause")
    assert "paused" in two.me()


def test_vn_18_9_a_judge_is_called_before_a_game_and_in_it(at: Venue):
    _, tables = seated(at, *FOUR)
    one, _ = tables[1]
    call = one.act("call", about="a question")["entries"][0]["seq"]
    assert "A judge is called." in one.me()
    kim = at.staff("kim", "judge")
    kim.act("answer", call=call)
    assert "A judge is coming." in one.me()
    kim.act("end-call", call=call)
    assert "Judge!" in one.me()


def test_vn_18_9_standings_and_the_own_way_follow_the_round(at: Venue):
    desk, tables = seated(at, *FOUR)
    one, two = tables[1]
    assert "Standings" not in one.me()
    for table, (a, b) in tables.items():
        for phone in (a, b):
            phone.act("attest", table=table, a=2, b=0)
    page = one.me()
    assert "Standings after round 1" in page and "Your way" in page and "won 2-0" in page
    assert "mean match win of the opponents" in page and "lost 0-2" in two.me()
    desk.act("post")
    assert "Round 2 of 2" in one.me()


def test_vn_18_9_the_bye_is_said(at: Venue):
    phones = at.registered(*FOUR[:3])
    desk = at.staff()
    desk.post("/api/registrations/confirm", everybody=True)
    desk.act("check-in", everybody=True)
    desk.act("post")
    pages = [phone.me() for phone in phones]
    assert sum("You have the bye in round 1" in page for page in pages) == 1
    assert sum("Table 1" in page for page in pages) == 2


def test_vn_18_9_the_page_is_german_where_the_browser_is(at: Venue):
    _, tables = seated(at, *FOUR)
    one, _ = tables[1]
    one.headers["accept-language"] = "de"
    page = one.me()
    assert "Tisch 1" in page and "Regeln des Turniers" in page and "2-1 gewonnen" in page
    assert not [word for word in ("Table", "against", "Judge!!", "won") if word in page.split()]


def test_no_page_of_a_player_is_larger_than_30_kb_as_sent(at: Venue):
    form = at.phone().get(f"/e/{at.code}")
    _, tables = seated(at, *(f"Player Number {n}" for n in range(8)))
    for page in (tables[1][0].get("/me"), form):
        parts = set(re.findall(r'(?:src|href)="/(static/[^"]+)"', page))
        for each in [part for part in parts if part.endswith("me.js")]:
            text = (STATIC / each.removeprefix("static/")).read_text()
            parts |= {f"static/{name}" for name in re.findall(r'from "./([^"]+)"', text)}
        files = [(STATIC / part.removeprefix("static/")).read_bytes() for part in parts]
        assert sum(len(compress(each, 6)) for each in [page.encode(), *files]) < 30_000


# -- check-in and leaving -----------------------------------------------------------------------


def test_vn_18_9_who_is_here_says_so_once_and_for_nobody_else(at: Venue):
    one, two = at.registered("Ana", "Bo")
    at.staff().post("/api/registrations/confirm", everybody=True)
    said = new_id(datetime.now(UTC))
    first = one.act("check-in", id=said, players=[one.person])
    assert one.act("check-in", id=said, players=[one.person]) == first
    one.act("check-in", 403, players=[two.person])
    assert "You are checked in." in one.me() and "I am here" in two.me()


def test_vn_18_10_a_drop_says_what_follows_and_is_taken_back_until_the_next_post(at: Venue):
    desk, tables = seated(at, *FOUR)
    one, two = tables[1]
    assert "you lose at table 1 without playing" in one.me()
    one.act("drop", player=one.person)
    assert "You have left the event" in one.me() and "I play on after all" in one.me()
    told = desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"][0]
    assert (told["score"], told["by"]) == ("0-2", "forfeit")
    one.act("drop", player=one.person, ends=True)
    assert desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"][0]["standing"] == "open"
    for table, (a, b) in tables.items():
        for phone in (a, b):
            phone.act("attest", table=table, a=2, b=0)
    assert "You leave after round 1" in two.me()
    two.act("drop", player=two.person)
    two.act("drop", 403, player=one.person, ends=True)
    desk.act("post")
    assert "The desk can take you back in." in two.me()
    told = two.act("drop", 422, player=two.person, ends=True)
    assert told["rule"] == "TR-3.4" and "reinstate" in told["legal"]


def test_tr_3_4_where_both_have_left_who_comes_back_has_won(at: Venue):
    desk, tables = seated(at, *FOUR)
    one, two = tables[1]
    one.act("drop", player=one.person)
    two.act("drop", player=two.person)
    two.act("drop", player=two.person, ends=True)
    assert desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"][0]["score"] == "0-2"
    one.act("drop", player=one.person, ends=True)
    assert desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"][0]["standing"] == "open"
    told = one.act("drop", 422, player=one.person, ends=True)
    assert "has not left" in told["hint"]


def test_vn_8_a_stream_tells_players_that_it_concerns_them_and_nobody_whom(at: Venue):
    _, tables = seated(at, *FOUR)
    one, two = tables[1]
    other = tables[2][0]

    def told(log: Log) -> dict[str, object]:
        match = log.live(CUP)
        line = line_of(match, match.last)
        return line_for_players(match, line, match.replay().table, sealed=False)

    both = sorted(map(mark_of, (one.person, two.person)))
    one.act("attest", table=1, a=2, b=0)
    assert at.asked(told) == {"verb": "attest", "for": both}
    one.act("drop", player=one.person)
    assert at.asked(told) == {"verb": "drop", "for": both}
    one.act("call", about="a question")
    assert at.asked(told) == {"verb": "call", "for": both}
    assert mark_of(other.person) not in both and mark_of(one.person) in one.get("/me")
    at.staff().act("start")
    assert at.asked(told) == {"verb": "start"}


# -- acts with ids (VN-19.9) --------------------------------------------------------------------


def test_vn_19_9_an_act_sent_twice_is_one_act_with_one_answer(at: Venue):
    _, tables = seated(at, *FOUR)
    one, two = tables[1]
    said = new_id(datetime.now(UTC))
    first = one.act("call", id=said, about="a question")
    assert one.act("call", id=said, about="a question") == first
    assert one.act("call", 409, id=said, about="another")["error"] == "conflict"
    assert two.act("call", 409, id=said, about="a question")["error"] == "conflict"
    assert one.act("attest", 409, id=said, table=1, a=2, b=0)["error"] == "conflict"
    assert one.act("attest", 422, id="abc", table=1, a=2, b=0)["field"] == "id"
    again = new_id(datetime.now(UTC))
    one.act("attest", id=again, table=1, a=2, b=0)
    two.act("attest", table=1, a=2, b=0)
    told = one.act("attest", id=again, table=1, a=2, b=0)
    assert [each["seq"] for each in told["entries"]]


# -- results ------------------------------------------------------------------------------------


def test_vn_18_12_a_result_is_asked_from_the_own_side_and_may_be_said_anew(at: Venue):
    _, tables = seated(at, *FOUR)
    one, two = tables[1]
    assert all("I won 2-1" in phone.me() for phone in (one, two))
    one.act("attest", table=1, a=2, b=1)
    assert "You said 2 - 1" in one.me() and "says: I lost 1-2" in two.me()
    two.act("attest", table=1, a=0, b=2)
    assert "What you two said differs" in one.me() and "What you two said differs" in two.me()
    two.act("attest", table=1, a=2, b=1)
    assert "The result is in." in one.me() and "2 - 1" in one.me() and "1 - 2" in two.me()


# -- games that open by themselves --------------------------------------------------------------


def game_over(at: Venue, match: str, winner: str) -> None:
    """The game ends: who does not win concedes."""

    def ended(log: Log) -> None:
        live = log.live(match)
        persons = live.replay().table.persons
        seat = next(seat for seat, person in persons.items() if person != winner)
        by = persons[seat]
        now = datetime.now(UTC)
        log.append(match, [Draft(Concede(seat), new_id(now), now, now, by)], match=live)

    at.asked(ended)


def games(at: Venue) -> dict[str, Opening]:
    """The openings of the games of round 1."""

    def look(log: Log) -> dict[str, Opening]:
        names = [row.id for row in log.matches() if row.id.startswith(f"{CUP}-r")]
        return {name: log.live(name).entry(1).event for name in sorted(names)}  # type: ignore[misc]

    found = at.asked(look)
    assert isinstance(found, dict)
    return found


def wait_for(at: Venue, count: int) -> dict[str, Opening]:
    """The games, once there are so many."""
    wait_until(lambda: len(games(at)) >= count)
    return games(at)


@pytest.fixture
def logging(tmp_path: Path) -> Iterator[Venue]:
    options = {"plays": plays(), "decklists": "closed", "games": "post", "check_in": "yes"}
    with venue(event(tmp_path / "hall.duckdb", **options)) as at:
        yield at


def test_vn_18_13_games_open_at_the_post_and_as_each_is_over_once(logging: Venue):
    at = logging
    desk, tables = seated(at, *FOUR, list=LIST)
    opened = wait_for(at, 2)
    assert [*opened] == ["cup-r1-t1-g1", "cup-r1-t2-g1"]
    assert {each.by for each in opened.values()} == {"lena"}
    one, two = tables[1]
    assert (
        "To game 1" in one.me() and one.ask("GET", "/here").headers["location"] == "/t/cup-r1-t1-g1"
    )
    game_over(at, "cup-r1-t1-g1", one.person)
    assert "cup-r1-t1-g2" in wait_for(at, 3)
    assert "To game 2" in one.me() and "1 - 0" in one.me() and "0 - 1" in two.me()
    game_over(at, "cup-r1-t1-g2", one.person)
    assert len(games(at)) == 3 and "To game" not in one.me()
    told = desk.post(f"/api/tournaments/{CUP}/games")
    assert told == {"opened": 0} and len(games(at)) == 3
    ids = at.asked(lambda log: log.live("cup-r1-t1-g2").entry(1).id)
    assert ids != at.asked(lambda log: log.live("cup-r1-t1-g1").entry(1).id)


def test_vn_18_14_both_see_who_was_drawn_to_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "referee.tournament.policy.Policy.begins", property(lambda _: First(game_1="draw"))
    )
    game, catalog, opening = usual("grand_archive", Random(3))
    played = Plays.of(game, catalog, opening.interpretations).written()
    options = {"plays": played, "decklists": "closed", "games": "post", "check_in": "yes"}
    path = event(tmp_path / "hall.duckdb", **options)
    deck = next(iter(shipped_decks(game).values()))
    with Log.open(path, write=True) as log:
        log.add_catalog(catalog)
    with venue(path) as at:
        _, tables = seated(at, *FOUR, list=as_text(deck.name, deck.cards, deck.lists))
        first = {name: each.seats[0].person for name, each in wait_for(at, 2).items()}
        for table, pair in tables.items():
            begins = first[f"cup-r1-t{table}-g1"]
            for phone in pair:
                said = "By draw: you begin" if phone.person == begins else "By draw: "
                assert said in phone.me()
                assert ("you begin" in phone.me()) == (phone.person == begins)


def test_vn_17_19_the_score_of_the_match_is_told_at_its_table_and_on_screens(logging: Venue):
    at = logging
    _, tables = seated(at, *FOUR, list=LIST)
    wait_for(at, 2)
    one, two = tables[1]
    game_over(at, "cup-r1-t1-g1", one.person)
    assert "cup-r1-t1-g2" in wait_for(at, 3)
    seats = one.get("/api/matches/cup-r1-t1-g2")["seats"]
    assert {each["seat"]: each.get("won", 0) for each in seats} == {one.person: 1, two.person: 0}
    screen = at.staff("", "screen").get("/api/overlay/cup-r1-t1-g2")
    assert [each.get("won", 0) for each in screen["seats"] if each["seat"] == one.person] == [1]
    other = tables[2][0].get("/api/matches/cup-r1-t2-g1")["seats"]
    assert not any(each.get("won") for each in other)


def test_vn_6_5_spectators_who_are_behind_hear_of_no_game_before_it_is_shown(tmp_path: Path):
    options = {"plays": plays(), "decklists": "closed", "games": "post", "delay": "9/0"}
    with venue(event(tmp_path / "hall.duckdb", **options)) as at:
        _, tables = seated(at, *FOUR, list=LIST)
        wait_for(at, 2)
        game_over(at, "cup-r1-t1-g1", tables[1][0].person)
        wait_for(at, 3)
        told = at.staff("", "spectator").get("/api/overlay/cup-r1-t1-g2")
        assert not any(each.get("won") for each in told["seats"])
        assert any(
            each.get("won") for each in tables[1][0].get("/api/matches/cup-r1-t1-g2")["seats"]
        )


def test_vn_18_6_64_players_with_lists_take_the_desk_fewer_than_ten_taps(logging: Venue):
    """Each gives in a list; two share a name, and of one the list is at fault."""
    at = logging
    for number in range(64):
        gives = LIST if number else "1 No Card There Is"
        at.registered(f"Player Nr {min(number, 62)}", list=gives)
    desk, taps = at.staff("sam", "scorekeeper"), 0
    while waiting := desk.get("/api/registrations")["now"]["waiting"]:
        part = desk.get("/desk/part/entering")
        (everybody,) = re.findall(r"confirm all \((\d+)\)", part) or ["0"]
        line = "confirm all" if int(everybody) else f"confirm {waiting[0]['person']}"
        desk.ask("POST", "/desk/line", data={"text": line})
        taps += 1
        assert taps < 10
    told = desk.get("/api/registrations")["now"]
    assert told["confirmed"] == 64
    decks = at.asked(lambda log: len(log.live(CUP).replay().state.decks))
    assert decks == 63, "a list at fault stays a draft, and its player in"


def test_vn_19_10_the_staff_reads_no_id_that_was_drawn(logging: Venue):
    """Who registers by phone has an id that tells nothing (VN-18.2): it stands in forms alone."""
    at = logging
    desk, tables = seated(at, "Ana <i>Novak</i>", "Bo Li", "Cy Roe", "Di Sand", list=LIST)
    match = next(iter(wait_for(at, 2)))
    one, two = tables[1]
    game_over(at, match, one.person)
    two.act("attest", round=1, table=1, a=1, b=2)
    one.act("call", round=1, table=1, about="who began?")
    judge, of = at.staff("kim", "judge"), f"/judge/{match}"
    staff = [
        (desk, ("/desk", *(f"/desk/part/{each}" for each in PARTS), "/desk/table/1", "/floor")),
        (
            judge,
            ("/judge", of, *(f"{of}/{each}" for each in ("entries/0", "entries/2", "board/2"))),
        ),
    ]
    told = {path: phone.get(path) for phone, paths in staff for path in paths}
    one.act("attest", round=1, table=1, a=1, b=2)
    told["/keep"] = one.get(f"/keep/{match}")
    told |= {sheet: desk.get(f"/print/{sheet}") for sheet in SHEETS}
    told |= {
        line: desk.ask("POST", "/desk/line", data={"text": line}).text
        for line in ("p", "s", "l", "missing", "1 2 1", "p 1", "post")
    }
    read = {path: re.findall(r".*p-[0-9a-z]{8}.*", words(page)) for path, page in told.items()}
    assert {path: found for path, found in read.items() if found} == {}
    assert "Bo Li" in words(told[of]) and "Ana &lt;i&gt;Novak&lt;/i&gt;" in told["/judge"]
    assert one.person in told["/desk/part/people"]  # in the button that has the player leave


def test_vn_18_12_a_word_is_held_against_the_games_before_the_other_agrees(logging: Venue):
    at = logging
    desk, tables = seated(at, *FOUR, list=LIST)
    wait_for(at, 2)
    one, two = tables[1]
    for n in (1, 2):
        wait_for(at, 1 + n)
        game_over(at, f"cup-r1-t1-g{n}", one.person)
    told = one.act("attest", 422, table=1, a=2, b=1)
    assert told["rule"] == "TR-7.4" and "say 2-0, not 2-1" in told["hint"]
    one.act("attest", table=1, a=2, b=1, sure=True)
    for phone in (one, two):
        assert "The logged games say" in phone.me()
    dues = [each["what"] for each in desk.get(f"/api/tournaments/{CUP}")["due"]]
    assert any("says 2-1, the games say 2-0" in each for each in dues)
    one.act("attest", table=1, a=2, b=0)
    two.act("attest", table=1, a=2, b=0)
    assert "The result is in." in one.me() and "The logged games" not in one.me()


def test_vn_18_13_the_desk_opens_all_games_and_is_told_which_cannot_be(tmp_path: Path):
    options = {"plays": plays(), "decklists": "closed", "check_in": "yes"}
    with venue(event(tmp_path / "hall.duckdb", **options)) as at:
        phones = at.registered("Ana", "Bo", list=LIST)
        bare = at.registered("Cy", "Di")
        desk = at.staff()
        desk.post("/api/registrations/confirm", everybody=True)
        desk.act("check-in", everybody=True)
        desk.act("post")
        assert games(at) == {}
        reply = desk.ask("POST", "/desk/games").text
        part = desk.get("/desk/part/results")
        assert "games are open now" in reply and "its game is not open" in part
        assert len(games(at)) < 2 and phones and bare


def test_vn_18_14_who_begins_is_drawn_by_the_key_of_the_round_or_the_better_seed(
    logging: Venue, monkeypatch: pytest.MonkeyPatch
):
    at = logging
    _, tables = seated(at, *FOUR, list=LIST)

    def first(log: Log, **said: str) -> list[str]:
        from cli.reading.matches import Source

        monkeypatch.setattr(
            "referee.tournament.policy.Policy.begins", property(lambda _: First(**said))
        )
        desk = Desk(log, Source(log.live(CUP), {}), "lena")
        contests = desk.table.state.rounds[0].contests.values()
        return [beginner_of(desk, 1, each, []) for each in contests]

    pairs = [{phone.person: phone for phone in pair} for pair in tables.values()]
    drawn = at.asked(lambda log: first(log, game_1="draw"))
    assert drawn == at.asked(lambda log: first(log, game_1="draw"))
    assert all(each in pair for each, pair in zip(drawn, pairs, strict=True))
    entrants = at.asked(lambda log: log.live(CUP).replay().state.entrants)
    seeded = at.asked(lambda log: first(log, game_1="seed"))
    assert seeded == [min(pair, key=lambda who: entrants[who].number) for pair in pairs]
    assert at.asked(lambda log: first(log, game_1="roll")) == ["", ""]


def test_vn_18_14_who_lost_is_asked_alone_and_the_answer_opens_the_game(
    logging: Venue, monkeypatch: pytest.MonkeyPatch
):
    at = logging
    monkeypatch.setattr(
        "referee.tournament.policy.Policy.begins",
        property(lambda _: First(game_1="roll", later="loser")),
    )
    _, tables = seated(at, *FOUR, list=LIST)
    one, two = tables[1]
    wait_until(lambda: "Who begins game 1?" in one.me())
    assert "Who begins game 1?" in two.me() and games(at) == {}
    two.post("/api/first", own=True)
    (opened,) = games(at).values()
    assert opened.seats[0].person == two.person
    game_over(at, "cup-r1-t1-g1", one.person)
    wait_until(lambda: "Who begins game 2?" in two.me())
    assert "says who begins the next game" in one.me()
    assert "not asked" in one.post("/api/first", 422, own=True)["hint"]
    two.post("/api/first", own=False)
    assert games(at)["cup-r1-t1-g2"].seats[0].person == one.person
