"""The paper of a tournament: what stands on each page, for whom, and that no name is markup."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cli.failure import Failure
from cli.screen.printer import write_page
from cli.tournament.paper import PAPERS, Asked
from referee.tournament.decks import tables_to_check
from referee.tournament.standings.current import standings_of
from referee.tournament.state import Deck
from storage.exchange.tournament import Tournament
from tests.tournament.halls import HOSTILE, KEYS, Hall, hall

VOID = {"meta", "br", "hr", "img"}
NINE = "; ".join(f"lena enter p{number}" for number in range(1, 10))
LONG = "Wolfeschlegelsteinhausenbergerdorff " * 5


class Page(HTMLParser):
    """A page as a browser reads it; it falls where an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.classes: Counter[str] = Counter()
        self.texts: list[str] = []
        self.rows: list[list[str]] = []
        self.breaks: list[int] = []
        """How many slips stand on each page of slips."""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        classes = (dict(attrs).get("class") or "").split()
        self.classes.update(classes)
        assert not [name for name, _ in attrs if name.startswith("on")]
        assert not any((value or "").startswith(("http", "//")) for _, value in attrs)
        if "apart" in classes:
            self.breaks.append(0)
        if "slip" in classes:
            self.breaks[-1] += 1
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and self.open[-1] != "style":
            self.texts.append(data.strip())
            if {"td", "th"} & set(self.open):
                self.rows[-1][-1] += data.strip()

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def page(event: Hall | Tournament, what: str, **asked: object) -> Page:
    """A page as it is read."""
    of = event.told() if isinstance(event, Hall) else event
    return Page(PAPERS[what].made(of, Asked(**asked)))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def nine() -> Hall:
    """Nine players, one round with results, and a second with one table open."""
    event = hall(rounds=5).play(NINE + "; post").report("2 0", "2 1", "1 1 1 how=time", "0 2")
    event.play("post").report("2 0", "-", "2 1", "2 0")
    return event


def test_pairings_by_table_have_every_table_and_the_bye(nine: Hall) -> None:
    played = nine.state.rounds[1]
    found = page(nine, "pairings")
    rows = {row[0]: row for row in found.rows[1:]}
    assert set(rows) == {"1", "2", "3", "4", "bye"}
    for contest in played.contests.values():
        row = rows[str(contest.table)]
        assert row[2] == f"{contest.a} ({contest.a[1:]})"
        assert row[3] == f"{contest.b} ({contest.b[1:]})"
    assert rows["bye"][2].startswith(played.byes[0])
    assert f"as of entry {nine.seq}" in found.text


def test_pairings_of_an_earlier_round_have_the_points_before_it(nine: Hall) -> None:
    assert {row[1] for row in page(nine, "pairings", round=1).rows[1:]} == {"0"}
    assert {row[1] for row in page(nine, "pairings", round=2).rows[1:]} == {"0", "1", "3"}


def test_pairings_by_name_are_in_the_order_of_names_and_have_everybody(nine: Hall) -> None:
    called = ["zoe", "Ada", "bo", "Cy", "dee", "Eva", "fay", "Gus", "hal"]
    names = {f"p{number}": name for number, name in enumerate(called, 1)}
    rows = page(nine.told(names), "names").rows[1:]
    assert [row[0] for row in rows] == sorted(names.values(), key=str.casefold)
    ada = next(row for row in rows if row[0] == "Ada")
    assert ada[1] == "2"


def test_a_slip_has_all_that_two_players_have_to_fill_in(nine: Hall) -> None:
    found = page(nine, "slips", round=1)
    assert found.classes["slip"] == 4
    assert found.tags["svg"] == 4
    contest = nine.state.rounds[0].contests["3"]
    for wanted in ("open-26/1/3", f"{contest.a} ({contest.a[1:]})", "games won", "drops"):
        assert wanted in found.texts
    assert found.texts.count("signature") == found.texts.count("draw agreed") == 4
    assert found.classes["figure"] == 4 * 3
    assert "open-26: round 1 of 5, table 3" in found.texts


def test_a_slip_names_no_number_of_rounds_where_none_is_planned() -> None:
    event = hall(policy="margin", rounds=0).play("lena enter ana; lena enter bo; post")
    assert "open-26: round 1, table 1" in page(event, "slips").texts


def test_slips_of_512_tables_lie_in_order_when_the_piles_are_laid_upon_each_other() -> None:
    event = hall(rounds=5)
    for start in range(0, 1_024, 64):
        event.play("; ".join(f"lena enter p{n}" for n in range(start + 1, start + 65)))
    event.play("post")
    found = page(event, "slips")
    assert found.breaks == [4] * 128
    tables = [int(text.rpartition("/")[2]) for text in found.texts if text.startswith("open-26/1/")]
    once = list(dict.fromkeys(tables))
    assert [once[page * 4 + pile] for pile in range(4) for page in range(128)] == [*range(1, 513)]
    assert page(event, "pairings").tags["tr"] == 513
    assert page(event, "names").tags["tr"] == page(event, "entrants").tags["tr"] == 1_025


def test_no_slip_is_cut_by_the_end_of_a_page(nine: Hall) -> None:
    text = PAPERS["slips"].made(nine.told(), Asked())
    style = text.partition("<style>")[2].partition("</style>")[0]
    slip = style.partition(".slip {")[2].partition("}")[0]
    assert "break-inside: avoid" in slip
    (height,) = re.findall(r"height: (\d+)mm;", slip)
    letter, margins = 279.4, 24  # the shorter of the two papers
    assert 4 * int(height) <= letter - margins
    assert ".apart { break-after: page }" in style


def test_headings_stand_on_every_page_that_a_table_reaches(nine: Hall) -> None:
    for what in ("pairings", "names", "standings", "entrants", "missing"):
        assert page(nine, what).tags["thead"] == 1


@pytest.mark.parametrize("what", [what for what in PAPERS if what != "bracket"])
def test_no_name_is_markup_and_nothing_comes_from_elsewhere(nine: Hall, what: str) -> None:
    names = {f"p{number}": f"{HOSTILE}{number}" for number in range(1, 10)}
    of = nine.told(names)
    text = PAPERS[what].made(of, Asked(staff=True, count=4))
    found = Page(text)
    assert not found.tags["script"] and not found.tags["link"] and not found.tags["img"]
    assert "\x1b" not in text and "\u202e" not in text
    assert not re.search(r"@import|url\(|@font-face", text)
    if what != "penalties":
        assert any("<script>alert(1)</script>&\"'" in told for told in found.texts)


def test_a_long_name_is_whole_on_every_page_and_small_on_a_slip(nine: Hall) -> None:
    names = {"p2": LONG, "p3": LONG[:60]}
    for what in ("pairings", "names", "standings", "slips", "entrants"):
        assert LONG.strip() in re.sub(r"\s+", " ", page(nine.told(names), what).text)
    found = page(nine.told(names), "slips")
    assert found.classes["longest"] == 1 and found.classes["long"] == 1


def test_both_columns_of_points_stand_at_the_right(nine: Hall) -> None:
    text = PAPERS["pairings"].made(nine.told(), Asked(round=2))
    played = nine.state.rounds[1]
    figures = 3 * len(played.contests) + 2 * len(played.byes)  # the table and two scores
    heads = 3
    assert len(re.findall(r'<t[dh] class="number">[^<]', text)) == figures + heads


def test_letter_paper_is_asked_for_by_the_page_itself(nine: Hall) -> None:
    assert "size: letter" in PAPERS["slips"].made(nine.told(), Asked(size="letter"))
    assert "size: letter" not in PAPERS["slips"].made(nine.told(), Asked())


def test_missing_results_are_the_open_tables_alone(nine: Hall) -> None:
    rows = page(nine, "missing").rows[1:]
    assert [row[0] for row in rows] == ["2"]
    assert "All results are in." in page(nine, "missing", round=1).texts


def test_a_disputed_table_is_missing_and_says_who_said_what() -> None:
    event = hall(rounds=5).play("lena enter ana; lena enter bo; post")
    event.play("ana attest 1 1 2 0; bo attest 1 1 0 2")
    (row,) = page(event, "missing").rows[1:]
    assert row[3] == "disputed; ana: 2-0; bo: 0-2"


def test_the_standings_have_every_tiebreak_and_the_code_of_the_checkpoint(nine: Hall) -> None:
    found = page(nine, "standings", round=1)
    assert found.rows[0] == ["place", "number", "player", "points", "omw", "gw", "ogw", "note"]
    assert [row[0] for row in found.rows[1:]] == [str(place) for place in range(1, 10)]
    assert {row[3] for row in found.rows[1:]} == {"3", "1", "0"}
    assert "by lot" in found.rows[1][-1]
    assert "all results are in" in found.text
    assert "1 table still without a result" in page(nine, "standings").text
    assert "no checkpoint so far" in found.texts
    assert any(text.startswith("omw: mean match win") for text in found.texts)
    event = hall(rounds=5).play(NINE)
    event.play(f"lena checkpoint {event.seq} {'ab' * 32}")
    told = page(event.told(code="acorn-bird"), "standings").texts
    assert "checkpoint of entries 1 to 10: acorn-bird" in told


def test_tables_for_deck_checks_are_drawn_by_the_key_of_the_round(nine: Hall) -> None:
    drawn = tables_to_check(KEYS[2], range(1, 5), 2)
    found = page(nine, "checks", count=2)
    contests = nine.state.rounds[1].contests
    players = [p for table in drawn for p in (contests[str(table)].a, contests[str(table)].b)]
    heads = [text for text in found.texts if text.startswith("Deck check: ")]
    assert heads == [f"Deck check: {player} ({player[1:]})" for player in players]
    assert found.tags["section"] == 4
    named = page(nine, "checks", tables=(3,))
    assert "table named by a judge" in named.text
    with pytest.raises(Failure, match="round 2 has no table 9"):
        page(nine, "checks", tables=(9,))


def test_a_deck_check_has_a_box_for_each_card_of_the_list(nine: Hall) -> None:
    state = nine.state
    contest = state.rounds[1].contests["1"]
    state.decks[contest.a] = Deck("mill", {"Snowlitt": 3, "<b>": 1}, {"sideboard": {"Juryn": 2}})
    try:
        found = page(nine, "checks", tables=(1,))
    finally:
        del state.decks[contest.a]
    for wanted in ("Deck: mill", "deck, 4 cards", "3 Snowlitt", "1 <b>", "sideboard, 2 cards"):
        assert wanted in found.texts
    assert found.texts.count("No list is registered.") == 1
    assert found.classes["box"] == 3 + 1 + 2 + 2 * 4


def penalised() -> Hall:
    """A player with a warning in round 1, at table 1."""
    event = hall(rounds=5).play(NINE + "; post")
    return event.play('lena infraction p7 1 PE-4 warning reason="p7 drew two"')


def test_tr_10_9_penalties_name_nobody_until_they_are_published_but_for_staff() -> None:
    event = penalised()
    for shown in (page(event, "penalties").text, page(event.told({"p7": "Ada"}), "penalties").text):
        assert "PE-4" in shown and "warning" in shown
        assert "p7" not in shown and "Ada" not in shown and "(7)" not in shown
    assert "p7 (7)" in page(event, "penalties", staff=True).text
    event.play("lena publish penalties")
    assert "p7 (7)" in page(event, "penalties").text


def test_the_bracket_shows_who_plays_next_and_room_for_the_rest() -> None:
    event = hall(rounds=1, cut=6).play(NINE + "; post").report("2 0", "2 0", "2 0", "2 0")
    with pytest.raises(Failure, match="no bracket"):
        page(event, "bracket")
    seeds = [each.player for each in standings_of(event.state, event.replay.catalog)][:6]
    event.play(f"lena cut 6 {' '.join(seeds)}")
    assert page(event, "bracket").rows[0] == ["quarter-finals", "semi-finals", "final"]
    event.play("post")
    tables = {frozenset((c.a, c.b)): c for c in event.state.rounds[1].contests.values()}
    first = tables[frozenset((seeds[3], seeds[4]))]
    score = "2 1" if first.a == seeds[4] else "1 2"
    event.play(f"lena report 2 {first.table} {score}")
    found = page(event, "bracket")
    assert found.texts.count("no opponent") == 2
    assert f"{seeds[4]} won" in found.text
    semi = found.rows[1][1]
    assert f"{seeds[0]} (1)" in semi and f"{seeds[4]} (5)" in semi
    assert found.rows[1][2] == "——"
    event.play(f"{first.a} attest 2 {first.table} 2 0")
    told = page(event, "bracket").text
    assert f"{score.replace(' ', '-')}, disputed" in told and "won" not in told
    chosen = [text for text in page(event, "pairings").texts if "plays first, or chooses" in text]
    assert len(chosen) == 2 and f"{seeds[3]} ({seeds[3][1:]})" in "".join(chosen)
    assert not [text for text in page(event, "pairings", round=1).texts if "chooses" in text]


def test_the_final_places_have_the_bracket_before_the_standings() -> None:
    event = hall(rounds=1, cut=2).play(NINE + "; post").report("2 0", "2 0", "2 0", "2 0")
    seeds = [each.player for each in standings_of(event.state, event.replay.catalog)]
    event.play(f"lena cut 2 {' '.join(seeds[:2])}").play("post")
    first = event.state.rounds[1].contests["1"].a
    event.report("0 2")
    rows = page(event, "final").rows[1:]
    assert [row[0] for row in rows] == [str(place) for place in range(1, 10)]
    second = seeds[1] if first == seeds[0] else seeds[0]
    assert [row[2] for row in rows] == [second, first, *seeds[2:]]
    assert [row[3] for row in rows[:3]] == ["", "final", ""]
    assert "no checkpoint so far" in page(event, "final").texts
    assert "round 2, elimination" in page(event, "pairings").text
    assert "round 1 of 1" in page(event, "pairings", round=1).text


def test_entrants_are_listed_by_number_with_what_became_of_them() -> None:
    event = hall(rounds=5, late=2).play(NINE + "; post").report("2 0", "2 0", "2 0", "2 0")
    event.play("lena drop p2 1; lena enter new")
    rows = page(event, "entrants").rows[1:]
    assert [row[0] for row in rows] == [str(number) for number in range(1, 11)]
    assert rows[1][-1] == "left after round 1"
    assert rows[9][-1] == "from round 2"


def test_entrants_are_listed_with_check_in_lists_and_remarks() -> None:
    event = hall(rounds=5, late=2, check_in="yes", decklists="open")
    event.play("lena enter ana byes=2 team=wolves; lena enter bo; lena enter cy; lena enter dee")
    for player in ("ana", "bo", "dee"):
        event.play(f"lena check-in {player}")
    event.play("ana register-deck ana Red Wolf:4; lena adjust table:bo:7; lena drop cy; post")
    event.play("lena reinstate cy; lena report 1 7 2 0")
    found = page(event.told({"ana": "Ada"}), "entrants")
    assert "4 entrants, 4 in the tournament" in found.text
    assert found.rows == [
        ["number", "name", "id", "team", "checked in", "list", "remarks"],
        ["1", "Ada", "ana", "wolves", "yes", "yes", "2 byes"],
        ["2", "", "bo", "", "yes", "no", "always at table 7"],
        ["3", "", "cy", "", "no", "no", "left before round 1, back from round 2"],
        ["4", "", "dee", "", "yes", "no", ""],
    ]
    event.play("lena drop dee")
    assert "4 entrants, 3 in the tournament" in page(event, "entrants").text


def test_the_players_of_a_team_are_listed_below_it_with_their_boards_and_lists() -> None:
    event = hall(rounds=5, teams=2, decklists="open")
    event.play("lena enter ana team=wolves; lena enter bo team=wolves")
    event.play("bo register-deck bo Red Wolf:4")
    assert page(event, "entrants").rows[1:] == [
        ["1", "", "wolves", "", "", ""],
        ["", "", "ana", "wolves", "no", "board a"],
        ["", "", "bo", "wolves", "yes", "board b"],
    ]


def test_a_deck_check_has_room_to_write_and_lists_an_order_card_by_card(nine: Hall) -> None:
    state = nine.state
    contest = state.rounds[1].contests["1"]
    state.decks[contest.a] = Deck("", {"Elk": 6}, {"material": ("Bear", "Elk", "Bear")})
    try:
        found = page(nine, "checks", tables=(1,))
    finally:
        del state.decks[contest.a]
    assert found.classes["write"] == 2 * 3 and found.texts.count("What differs:") == 2
    at = found.texts.index("material, 3 cards")
    assert found.texts[at + 1 : at + 4] == ["1 Bear", "1 Elk", "1 Bear"]
    assert "deck, 6 cards" in found.texts and "6 Elk" in found.texts
    assert not [text for text in found.texts if text.startswith("Deck: ")]
    assert found.classes["box"] == 4 + 3 + 2 * 4  # of many copies four are ticked
    assert "round 2 of 5, table 1" in found.text


def test_a_penalty_that_is_no_standard_is_listed_with_both_and_the_reason_for_staff() -> None:
    event = penalised()
    event.play('lena infraction p7 1 PE-4 game-loss table=1 deviation="seen before"')
    plain, own = (page(event, "penalties", staff=staff).rows[2] for staff in (False, True))
    title = "PE-4 Game rule violation"
    assert plain[1:] == ["1", "", "", title, "game-loss", "standard: warning"]
    assert own[1:] == ["1", "1", "p7 (7)", title, "game-loss", "standard: warning; seen before"]
    told = page(event, "penalties").texts
    assert "Names and tables are left out where penalties are not published." in told
    assert "None so far." in page(hall(rounds=5).play(NINE), "penalties").texts


def test_teams_have_slips_with_their_boards() -> None:
    event = hall(rounds=5, teams=3, best_of=1)
    event.play("; ".join(f"lena enter {m}{t} team=t{t}" for t in (1, 2) for m in "abc"))
    event.play("post")
    found = page(event, "slips")
    assert found.breaks == [1]
    boards = [row for row in found.rows if row and row[0] in ("a", "b", "c")]
    contest = event.state.rounds[0].contests["1"]
    assert [[row[1], row[3]] for row in boards] == [
        [f"{m}{contest.a[1:]}", f"{m}{contest.b[1:]}"] for m in "abc"
    ]
    assert "a1 (t1)" in page(event, "names").text


def test_a_page_of_a_round_that_is_not_posted_says_so() -> None:
    event = hall(rounds=5).play(NINE)
    with pytest.raises(Failure, match="no round is posted"):
        page(event, "pairings")
    with pytest.raises(Failure, match="no standings after round 1"):
        page(event, "standings", round=1)
    with pytest.raises(Failure, match="round 3 is not posted"):
        page(event.play("post"), "slips", round=3)


def test_a_renderer_that_is_there_makes_a_pdf_of_the_slips(nine: Hall, tmp_path: Path) -> None:
    out = tmp_path / "slips.pdf"
    try:
        write_page(PAPERS["slips"].made(nine.told({"p2": LONG}), Asked()), out)
    except Failure as failure:
        if "neither weasyprint nor chromium" not in failure.message:
            raise
        pytest.skip("neither weasyprint nor chromium is installed here")
    content = out.read_bytes()
    assert content.startswith(b"%PDF-")
