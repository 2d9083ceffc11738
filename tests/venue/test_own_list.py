"""Lists from the phone: read line by line, checked, changed until the deadline (VN-18.7, 18.8)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.failure import Failure
from cli.reading.decks import read_list, shipped_catalogs, shipped_decks
from cli.venue.entering.lists import as_text
from events.tournament import RegisterDeck
from referee.games.registry import game_ids, game_of
from tests.logbook import GAME
from tests.tournament.logged import CUP, plays
from tests.venue.entrants import Phone, Venue, event, venue

DECKS = [*shipped_decks(GAME).values()]
TEXT = as_text(DECKS[0].name, DECKS[0].cards, DECKS[0].lists)
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


class Watch:
    """A clock that is set by hand."""

    now = NOON - timedelta(hours=1)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def at(tmp_path: Path, watch: Watch) -> Iterator[Venue]:
    options = {"plays": plays(), "decklists": "closed", "lists_until": "2026-03-14T12:00:00Z"}
    with venue(event(tmp_path / "hall.duckdb", **options), clock=watch) as at:
        yield at


def registered(at: Venue) -> list[RegisterDeck]:
    """The lists that the log has."""
    events = at.asked(lambda log: log.live(CUP).replay().events)
    return [each for each in events if isinstance(each, RegisterDeck)]


def confirmed(at: Venue, *names: str, **more: str) -> list[Phone]:
    """Phones of players who are confirmed."""
    phones = at.registered(*names, **more)
    at.staff().post("/api/registrations/confirm", everybody=True)
    return phones


# -- the reader ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [each for each in game_ids() if shipped_decks(game_of(each))])
def test_vn_18_7_every_shipped_deck_is_read_back_from_its_text(game: str):
    played = game_of(game)
    catalog = shipped_catalogs(played)[0]
    for deck in shipped_decks(played).values():
        found = read_list(as_text(deck.name, deck.cards, deck.lists), played, catalog)
        assert found.faults == () and found.deck is not None
        assert (found.deck.name, found.deck.cards) == (deck.name, deck.cards)
        assert found.deck.lists == deck.lists


@pytest.mark.parametrize(
    "line",
    [
        "3 {0}", "3x {0}", "3 x {0}", "{0} x3", "3 {0} (CORE) 112", "3 {0} [ABC] #12",
        "3 {0} *F*", "3 {1}", '"{0}" = 3', "3 {0} (CORE)", "3x{0}", "x3 {0}", "3,{0}",
        '"3","{0}"', "{0};3", "{0}: 3", "{0}\t3", "{0} 3", "{0} (3)", "- 3 {0}", "\u2022 3x {0}",
        "3 {0} // of ten", "3 {0} # borrowed", "3 {0} <ABC>", "3 {0}\nTotal: 3", "3 {0}\n3 cards",
    ],
)  # fmt: skip
def test_vn_18_7_a_card_is_read_in_the_forms_that_builders_export(line: str):
    card = next(iter(DECKS[0].cards))
    text = line.format(card, card.upper())
    found = read_list(text, GAME, shipped_catalogs(GAME)[0])
    assert found.faults == () and found.deck is not None and found.deck.cards == {card: 3}


def test_vn_18_7_a_number_that_is_not_understood_is_told_and_not_passed_over():
    catalog = shipped_catalogs(GAME)[0]
    card = next(iter(DECKS[0].cards))
    for line in (f"{card} (3) (ABC)", f"{card} 12 3", f"{card} II", f"3 {card} II", f"1. {card}"):
        assert [each.kind for each in read_list(line, GAME, catalog).faults] == ["unknown"], line
    for line in (card, f"{card} (ABC) 112", f"{card} ABC-112", f"{card} [ABC]"):
        found = read_list(line, GAME, catalog)
        assert found.deck is not None and found.deck.cards == {card: 1} and not found.faults, line


def test_vn_18_7_a_line_may_say_that_it_is_of_the_sideboard():
    game = game_of("grand_archive")
    catalog, deck = shipped_catalogs(game)[-1], next(iter(shipped_decks(game).values()))
    one, two = [*deck.cards][:2]
    found = read_list(f"2 {one}\nSB: 1 {two}\n3 {two}", game, catalog).deck
    assert found is not None and found.cards == {one: 2, two: 3}
    assert found.lists["sideboard"] == {two: 1}
    for heading in ("Side", "Side Deck", "SIDEBOARD (15)", "Side Board:", "# Sideboard"):
        pasted = read_list(f"Main Deck\n2 {one}\n\n{heading}\n1 {two}", game, catalog)
        assert pasted.deck is not None and pasted.faults == (), heading
        assert (pasted.deck.cards, pasted.deck.lists) == ({one: 2}, {"sideboard": {two: 1}})


def test_vn_18_7_what_is_not_understood_is_told_by_line_with_the_nearest():
    card = next(iter(DECKS[0].cards))
    text = f"// my deck\n\n2 {card}\n2 {card[:-1]}q\n900 {card}\n"
    found = read_list(text, GAME, shipped_catalogs(GAME)[0])
    assert [(each.number, each.kind) for each in found.faults] == [(4, "unknown"), (5, "many")]
    assert card in found.faults[0].nearest and found.at == {card: 3}
    (nothing,) = read_list("// nothing", GAME, shipped_catalogs(GAME)[0]).faults
    assert (nothing.number, nothing.kind) == (0, "none")


@pytest.mark.parametrize("text", ["x" * 17_000, "1 a\n" * 201])
def test_vn_18_7_no_list_is_longer_than_16_kb_and_200_lines(text: str):
    with pytest.raises(Failure, match="too long"):
        read_list(text, GAME, shipped_catalogs(GAME)[0])


# -- by phone -----------------------------------------------------------------------------------


def test_vn_18_7_a_list_is_checked_and_nothing_is_kept(at: Venue):
    (phone,) = at.registered("Ana")
    told = phone.post("/api/list/check", text=TEXT)
    assert told["right"] and told["cards"] == sum(DECKS[0].cards.values()) and not told["faults"]
    card = next(iter(DECKS[0].cards))
    told = phone.post("/api/list/check", text=f"1 {card}\n1 Nosuchcard")
    kinds = {each["kind"] for each in told["faults"]}
    assert kinds == {"unknown", "rule"} and not told["right"]
    assert {each["line"] for each in told["faults"] if each["kind"] == "unknown"} == {2}
    assert all(each["rule"] for each in told["faults"] if each["kind"] == "rule")
    phone.headers["accept-language"] = "de"
    told = phone.post("/api/list/check", text=f"1 {card}")
    assert "das Deck hat 1 Karte; erlaubt: genau 60" in [each["text"] for each in told["faults"]]
    assert not any(each.get("lang") for each in told["faults"])
    assert phone.get("/api/registration")["list"] == ""


def test_vn_18_6_who_registers_with_a_list_is_confirmed_with_it(at: Venue):
    right, wrong, none = (
        *at.registered("Ana", list=TEXT),
        *at.registered("Bo", list="1 Nosuchcard"),
        *at.registered("Cy"),
    )
    desk = at.staff()
    waiting = desk.get("/api/registrations")["now"]["waiting"]
    assert [each["list"] for each in waiting] == ["right", "faulty", "none"]
    desk.post("/api/registrations/confirm", everybody=True)
    assert [each.player for each in registered(at)] == [right.person]
    assert right.get("/api/registration")["list"] == ""
    assert "Your list: ✓ registered" in right.me()
    assert "a draft, not registered" in wrong.me() and "there is no such card" in wrong.me()
    assert "Your list: missing" in none.me()


def test_vn_18_8_a_list_is_changed_until_the_deadline_at_the_door(at: Venue, watch: Watch):
    (phone,) = confirmed(at, "Ana")
    other = as_text("other", DECKS[-1].cards, DECKS[-1].lists)
    for text in (TEXT, other):
        told = phone.post("/api/list", text=text)
        assert (told["registered"], told["kept"]) == (True, False)
    assert [dict(each.cards) for each in registered(at)] == [DECKS[0].cards, DECKS[-1].cards]
    told = phone.post("/api/list", text="2 Nosuchcard")
    assert (told["registered"], told["kept"], told["right"]) == (False, True, False)
    watch.now = NOON
    assert "time for lists is over" in phone.post("/api/list", 422, text=TEXT)["hint"]
    assert "The time for lists is over" in phone.me() and len(registered(at)) == 2


def test_vn_18_8_at_most_20_changes_and_none_after_the_first_round(at: Venue):
    one, _ = confirmed(at, "Ana", "Bo")
    for _ in range(20):
        one.post("/api/list", text=TEXT)
        at.hall.access.limits._lists._left.clear()
    assert "changed 20 times" in one.post("/api/list", 422, text=TEXT)["hint"]
    at.staff().act("post")
    at.hall.access.limits._lists._left.clear()
    assert "the first round is posted" in one.post("/api/list", 422, text=TEXT)["hint"]


def test_vn_18_8_a_list_is_seen_by_its_player_alone(at: Venue):
    one, two = confirmed(at, "Ana", "Bo")
    one.post("/api/list", text=TEXT)
    card = next(iter(DECKS[0].cards))
    assert card in one.me() and card not in two.me()
    assert card not in at.staff("sam", "scorekeeper").get("/desk")


def test_vn_18_limits_of_lists(at: Venue):
    (phone,) = at.registered("Ana")
    assert phone.post("/api/list/check", 413, text="1 a\n" * 201)["hint"].startswith("this list")
    for _ in range(9):
        phone.post("/api/list/check", text="1 a")
    told = phone.ask("POST", "/api/list/check", json={"text": "1 a"})
    assert told.status_code == 429 and told.headers["retry-after"]
    large = phone.ask("POST", "/api/list", content=b'{"text":"' + b"x" * 1_000_000 + b'"}')
    assert large.status_code == 413
    for text in (b"\xff\xfe", b"\\u0000", b"\\ud800"):
        bad = phone.ask("POST", "/api/list", content=b'{"text":"' + text + b'"}')
        assert bad.status_code in (400, 422), text


def test_an_event_without_lists_takes_none(tmp_path: Path):
    with venue(event(tmp_path / "hall.duckdb")) as at:
        (phone,) = at.registered("Ana", list="1 Something")
        assert phone.post("/api/list", 422, text=TEXT)["hint"] == "this event takes no lists"
        assert "Your list" not in phone.me()
        at.staff().post("/api/registrations/confirm", everybody=True)
        assert registered(at) == []
