"""A player with developer tools: what answers give away (VN-6.2, TR-4.2, TR-10.9)."""

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.venue.access.session import Invitation
from cli.venue.hall.streams import Listener
from cli.venue.taps.verbs import names_in
from cli.venue.web.bodies import refusal_of
from cli.venue.web.matches import AtMatch
from events.common import Appoint, Concede, Note, Opening, Penalty, Strike
from events.event import Event
from events.wondervale import Lay
from referee.verdict import Illegal, Incomplete
from storage.error import IncompleteEntry
from storage.log import Item, Log
from tests.logbook import CATALOG, GAME
from tests.tournament.logged import draft, logs
from tests.venue.desks import body
from tests.venue.watched import (
    DEVICES,
    LOGGED,
    MATCH,
    Devices,
    at_table,
    cup,
    events_of,
    refused,
    watched,
)

VIEW = f"/api/matches/{MATCH}"
ENTRIES = f"{VIEW}/entries"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", sealed="yes", decklists="closed")


def players(path: Path) -> tuple[str, str]:
    with Log.open(path) as log:
        return at_table(log)


def sent(at: Devices, who: str, event: Event, number: int) -> dict[str, Any]:
    """What is answered to an event that somebody logs."""
    answer = at.post(who, ENTRIES, body([draft(event, number, MATCH)], None))
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert isinstance(found, dict)
    return found


def test_tr_4_2_who_is_behind_is_not_sent_the_lists_of_the_opening(path: Path) -> None:
    player, _ = players(path)
    with watched(path) as at:
        for who in (player, "sam"):
            stale = at.post(who, ENTRIES, body([draft(Note(who, "x"), 90, MATCH)], 0))
            assert stale.status_code == 409
            opening = stale.json()["entries"][0]["event"]
            assert [set(seat) for seat in opening["seats"]] == [{"seat", "person"}] * 2
        judge = at.post("kim", ENTRIES, body([draft(Note("kim", "x"), 90, MATCH)], 0)).json()
        assert all("deck" in seat for seat in judge["entries"][0]["event"]["seats"])


def test_tr_4_2_the_names_of_a_sealed_table_do_not_count_the_cards_of_a_list(path: Path) -> None:
    player, _ = players(path)
    with watched(path) as at:
        names = at.get(player, VIEW).json()["lists"]["names"]
    counted = {name.rpartition(".")[0] for name in names if "." in name}
    said = msgspec.json.encode(events_of(path)[1:LOGGED]).decode()
    assert all(f'"{card}' in said for card in counted)


APART = ("lists", "event", "named")
"""What says again what was written down: what could be named so far, the event itself, and what is
shown instead of a text."""


def shape(found: Any) -> Any:
    """What an answer says but for what was written down: its fields, and how long its lists are."""
    if isinstance(found, dict):
        return {name: shape(part) for name, part in found.items() if name not in APART}
    if isinstance(found, list):
        return [shape(part) for part in found]
    return type(found).__name__ if isinstance(found, str) else found


def test_vn_6_2_all_that_a_table_gets_has_one_shape_whether_an_entry_is_legal_or_not(
    tmp_path: Path,
) -> None:
    shapes, verdicts = list[Any](), list[str]()
    for wrong in (False, True):
        path = cup(tmp_path / f"{wrong}.duckdb", sealed="yes", decklists="closed", delay="0/0")
        player, _ = players(path)
        event = refused(path, LOGGED) if wrong else events_of(path)[LOGGED]
        made = msgspec.structs.replace(draft(Note(player, "x"), 90, MATCH), event=event)
        with watched(path) as at:
            told = [at.post(player, ENTRIES, body([made], LOGGED, if_legal=True))]
            told += [at.post(player, ENTRIES, body([made], LOGGED, if_legal=True))]
            told += [at.post("sam", ENTRIES, body([draft(Note("sam", "y"), 91, MATCH)], 0))]
            for who in (player, "sam"):
                told += [at.get(who, VIEW), at.get(who, ENTRIES), at.get(who, "/api/show")]
                told += [at.get(who, "/api/tournaments/cup"), at.get(who, f"/t/{MATCH}")]
                told += [at.post(who, f"{VIEW}/check", msgspec.json.encode({"event": event}))]
            told += [at.get(player, "/r/1"), at.post(player, f"{VIEW}/recorder", b"{}")]
            verdicts.append(at.get("kim", VIEW).json()["entries"][-1]["verdict"])

            async def heard() -> bytes:
                listener = at.hall.streams.listen({f"match/{MATCH}": LOGGED}, frozenset())
                at.hall.streams.leave(listener)
                return [each async for each in listener.events()][-1].partition(b"data: ")[2]

            shapes.append([shape(msgspec.json.decode(at.asked(heard)))])
        for each in told:
            html = "html" in each.headers["content-type"]
            names = sorted(each.headers.keys())
            shapes[-1].append((each.status_code, names, html or shape(each.json())))
    assert shapes[0] == shapes[1]
    assert verdicts[0] != "illegal" == verdicts[1]


def test_vn_6_2_what_is_taken_back_in_the_same_request_is_not_told_to_be_illegal(
    tmp_path: Path,
) -> None:
    answers = list[Any]()
    for wrong in (False, True):
        path = cup(tmp_path / f"{wrong}.duckdb", sealed="yes")
        player, _ = players(path)
        event = refused(path, LOGGED) if wrong else events_of(path)[LOGGED]
        back = Strike(player, LOGGED + 1, "scorekeeper")
        with watched(path) as at:
            made = [draft(event, 90, MATCH), draft(back, 91, MATCH)]
            answer = at.post(player, ENTRIES, body(made, LOGGED, if_legal=True))
            answers.append((answer.status_code, shape(answer.json())))
    assert answers[0] == answers[1]
    assert len(answers[0][1]["recorded"]) == 2


def test_vn_6_2_who_concedes_and_takes_it_back_has_seen_nothing(path: Path) -> None:
    player, _ = players(path)
    seat = events_of(path)[0].seats[0].seat  # type: ignore[attr-defined]
    with watched(path) as at:
        conceded, view = sent(at, player, Concede(seat), 91), at.get(player, VIEW).json()
        assert conceded["over"] and view["over"], "the page leads to the result"
        assert view["sealed"]
        assert not {"board", "turn", "owed", "buttons"} & (view.keys() | conceded.keys())
        assert "verdict" not in conceded["recorded"][0]
        assert not any("verdict" in line for line in at.get(player, ENTRIES).json()["entries"])
        back = sent(at, player, Strike(player, LOGGED + 1, "scorekeeper"), 92)
        assert "over" not in back.keys() | at.get(player, VIEW).json().keys()


def test_vn_6_2_the_overlay_of_a_sealed_match_is_not_for_its_table(path: Path) -> None:
    player, _ = players(path)
    with watched(path) as at:
        for address in (f"/api/overlay/{MATCH}", f"/api/stream?topics=public/{MATCH}"):
            for who in (player, "sam"):
                assert at.get(who, address).status_code == 403
        assert at.get("fan", f"/api/overlay/{MATCH}").status_code == 200
        assert at.get("kim", f"/api/overlay/{MATCH}").status_code == 200


def test_vn_6_2_what_is_typed_at_a_sealed_table_is_read_the_same_whatever_was_accepted(
    tmp_path: Path,
) -> None:
    """A name that is only known where an entry was accepted would tell that it was."""
    answers, accepted = [], []
    for backwards in (False, True):
        path = cup(tmp_path / f"{backwards}.duckdb", sealed="yes")
        (player, _), more = players(path), events_of(path)[LOGGED : LOGGED + 30]
        copies = [f"{name}.2" for name in events_of(path)[0].seats[0].deck]  # type: ignore[attr-defined]
        with watched(path) as at:
            for number, event in enumerate(reversed(more) if backwards else more, 93):
                sent(at, player, event, number)
            told = [{"type": "promote", "field": "unit", "text": text} for text in copies]
            typed = f"{VIEW}/typed"
            answers.append([at.post(player, typed, msgspec.json.encode(t)).text for t in told])
            seen = at.get("kim", f"{ENTRIES}?after={LOGGED}").json()["entries"]
            accepted.append(sum(line["verdict"] == "illegal" for line in seen))
    assert answers[0] == answers[1]
    assert accepted[0] == 0 < accepted[1]


def test_vn_6_2_what_is_missing_at_a_sealed_table_is_asked_without_what_would_do(
    path: Path,
) -> None:
    player, _ = players(path)
    asked = Incomplete("say which of the three is flipped", {"unit": ("Snowlitt", "Elkit")})

    def told(log: Log, who: str) -> Exception:
        match, error = log.live(MATCH), IncompleteEntry(MATCH, asked)
        return AtMatch(at.hall.showing, log, match, DEVICES[who]).refused(error)

    with watched(path) as at:
        for who, choices in ((player, ()), ("sam", ()), ("kim", ("Snowlitt", "Elkit"))):
            refusal = refusal_of(at.asked(partial(at.hall.ask, partial(told, who=who))))
            assert (refusal.status, refusal.error) == (422, "incomplete")
            assert refusal.more["choices"] == {"unit": choices}
            assert ("three" in refusal.hint) == (who == "kim")


def test_tr_4_2_neither_a_question_nor_what_would_be_legal_names_a_card_of_a_closed_list(
    tmp_path: Path,
) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    player, other = players(path)
    with Log.open(path) as log:
        match = log.load(MATCH)
        opening = match.entry(1).event
        assert isinstance(opening, Opening)
        decks = {seating.person: {*seating.deck} for seating in opening.seats}
        named = {name for each in match.replay().events[1:] for name in names_in(each)}
    secret = min(decks[other] - decks[player] - named)

    def told(log: Log, who: str, card: str) -> tuple[Any, Any]:
        match, asked = log.live(MATCH), Incomplete("say which", {"card": (card,)})
        device = AtMatch(at.hall.showing, log, match, DEVICES[who])
        error = device.refused(IncompleteEntry(MATCH, asked))
        refused = Illegal("WV-4.1", "no", legal=f"ana lay {card}")
        said = device.said(refused)
        return refusal_of(error).more["choices"]["card"], said["legal"]

    with watched(path) as at:
        for who in (player, "sam", "kim"):
            for card in (secret, "nothing secret"):
                given = at.asked(partial(at.hall.ask, partial(told, who=who, card=card)))
                tells = who == "kim" or card != secret
                assert given == (((card,), f"ana lay {card}") if tells else ((), "")), (who, card)


def test_vn_4_1_a_field_that_an_event_does_not_have_is_named(path: Path) -> None:
    with watched(path) as at:
        told = msgspec.json.encode({"type": "promote", "field": "colour", "text": "x"})
        answer = at.post("kim", f"{VIEW}/typed", told).json()
        assert answer["hint"] == "promote has no field colour"
        lacking = b'{"drafts":[{"id":"%s","played_at":"2026-03-14T10:00:00Z"}]}'
        answer = at.post("kim", ENTRIES, lacking % draft(Note("kim", "x"), 90, MATCH).id.encode())
        assert (answer.status_code, answer.json()["field"]) == (422, "drafts[0].recorded_at")
        answer = at.post("kim", ENTRIES, b'{"drafts":[],"colour":1}').json()
        assert answer["field"] == "drafts"


# -- penalties -----------------------------------------------------------------------------------


def lines(at: Devices, who: str) -> list[str]:
    """All that a device reads of the match: in the view, in the entries, and where it is behind."""
    found = [line["line"] for line in at.get(who, VIEW).json()["entries"]]
    found += [line["line"] for line in at.get(who, ENTRIES).json()["entries"]]
    if DEVICES[who].role in ("player", "scorekeeper"):
        stale = at.post(who, ENTRIES, body([draft(Note(who, "x"), 190, MATCH)], 0)).json()
        found += [f"{line['line']} {line['event']}" for line in stale["entries"]]
    return found


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("sealed", ["yes", "no"])
def test_tr_10_9_a_penalty_is_read_by_its_player_and_by_others_once_it_is_published(
    tmp_path: Path, sealed: str, published: bool
) -> None:
    path = cup(tmp_path / "hall.duckdb", sealed=sealed)
    first, second = players(path)
    with Log.open(path, write=True) as log:
        logs(log, "lena publish penalties" if published else 'lena note text="nothing"')
    seat = events_of(path)[0].seats[0].seat  # type: ignore[attr-defined]
    with watched(path) as at:
        sent(at, "kim", Penalty("kim", seat, "warning", reason="slow play"), 95)
        for who in (first, "kim"):
            assert sum("slow play" in line for line in lines(at, who)) >= 2
        for who in (second, "sam", "fan"):
            told = lines(at, who)
            assert any("slow play" in line for line in told) == published
            assert any("kim ruling" in line for line in told) != published

        async def heard() -> bytes:
            listener = at.hall.streams.listen(
                {f"match/{MATCH}": LOGGED, f"public/{MATCH}": LOGGED}, frozenset()
            )
            at.hall.streams.leave(listener)
            return b"".join([each async for each in listener.events()])

        assert (b"slow play" in at.asked(heard)) == published


def test_tr_10_9_games_lost_by_a_penalty_are_told_to_their_player_alone(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb")
    first, second = players(path)
    with Log.open(path, write=True) as log:
        logs(log, f'lena infraction {first} 1 PE-4 game-loss deviation="agreed" table=1')
    with watched(path) as at:
        for who, knows in ((first, True), (second, False), ("fan", False), ("kim", True)):
            told = at.get(who, "/api/tournaments/cup/rounds/1").text
            assert ("by penalty" in told) == knows, who


def test_vn_5_1_who_is_no_judge_any_more_hears_no_more_verdicts(path: Path) -> None:
    def join(log: Log) -> str:
        access = at.hall.access
        code = access.invite(log, Invitation("judge", "kim", "cup"))
        return access.bind(log, code, "kim's phone", at.hall.clock())[1].id

    with watched(path) as at:
        device = at.asked(partial(at.hall.ask, join))

        async def listens() -> Listener:
            topics = {f"match/{MATCH}": None}
            return at.hall.streams.listen(topics, frozenset(topics), device)

        listener = at.asked(listens)
        ends = [Item("cup", [draft(Appoint("lena", "kim", "judge", True), 80)])]
        at.asked(partial(at.hall.ask, lambda log: log.append_many(ends)))
        at.get("lena", VIEW)
        assert listener.closed


@pytest.mark.parametrize("sealed", ["yes", "no"])
def test_tr_4_2_the_phone_of_a_player_names_no_card_of_a_closed_list_that_was_not_shown(
    tmp_path: Path, sealed: str
) -> None:
    path = cup(tmp_path / "hall.duckdb", sealed=sealed, decklists="closed")
    player, other = players(path)
    with Log.open(path) as log:
        events = [entry.event for entry in log.load(MATCH).entries]
    opening = events[0]
    assert isinstance(opening, Opening)
    decks = {seating.person: {*seating.deck} for seating in opening.seats}
    said = msgspec.json.encode(events[1:]).decode()
    kept = {card for card in decks[other] - decks[player] if f'"{card}' not in said}
    assert kept
    with watched(path) as at:
        told = at.get(player, VIEW).json()
        judge = at.get("kim", VIEW).text
        assert told["mine"] == [each.seat for each in opening.seats if each.person == player]
        lists = msgspec.json.encode(told["lists"]).decode()
        offered = msgspec.json.encode([told.get("buttons", []), told.get("forced", [])]).decode()
        assert told["apart"] and told["recording"]
        assert at.get(other, VIEW).json()["recording"]
    assert not [card for card in kept if card in offered]
    nobodys = {*GAME.traits(CATALOG)} - {card for deck in decks.values() for card in deck}
    named = [card for card in kept | nobodys if f'"{card}"' in lists]
    assert len(named) in (0, len(kept | nobodys)), "whoever has it, or nobody"
    assert [card for card in kept if card in judge]


def test_vn_19_1_no_device_learns_what_is_in_a_closed_list_by_trying_to_play_it(
    tmp_path: Path,
) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    player, other = players(path)
    with Log.open(path) as log:
        persons = log.load(MATCH).replay().table.persons
    (theirs,) = (seat for seat, person in persons.items() if person == other)
    tried = [Lay(theirs, card) for card in ("Frostling", "Cityling", "Stranger")]
    with watched(path) as at:
        sent = [body([draft(event, LOGGED + 1, MATCH)], LOGGED, if_legal=True) for event in tried]
        (said,) = {at.post(player, ENTRIES, each).text for each in sent}
    assert "lists are closed" in said


def test_vn_6_2_a_spectator_who_is_not_behind_is_no_oracle_of_a_sealed_table(
    tmp_path: Path,
) -> None:
    """A friend's phone shows no board, turn or score, as those would not move for a refusal."""
    at_once = cup(tmp_path / "once.duckdb", sealed="yes", delay="0/0")
    behind = cup(tmp_path / "behind.duckdb", sealed="yes", delay="2/0")
    with watched(at_once) as at:
        told = at.get("fan", VIEW).json()
        assert not {"board", "turn", "active", "owed"} & told.keys()
        assert not [seat for seat in told["seats"] if "score" in seat]
        assert "board" in at.get("kim", VIEW).json()
    with watched(behind) as at:
        assert "board" in at.get("fan", VIEW).json()


def test_tr_4_2_a_scorekeeper_is_told_of_no_list_and_of_no_penalty_at_the_desk(
    tmp_path: Path,
) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    secret = ("Wolf", "Bear", "Spirevane", "PE-1")
    with Log.open(path, write=True) as log:
        player, other = at_table(log)
        logs(log, f"kim adjust card:{player}/Spirevane:4 reason=mended")
        logs(log, f"kim deck-check {player} 1 seconds=60 found=wrong-list differs=Spirevane")
        logs(log, f"kim infraction {other} 1 PE-1 warning")
    with watched(path) as at:
        line = {"text": "l", "seen": "1"}
        for who, sees in (("lena", {*secret}), ("sam", set())):
            page = at.get(who, "/desk/part/log")
            others = at.client.post("/desk/line", data=line, headers={"x-device": who})
            behind = msgspec.json.encode({"expected": 1, "table": 1, "a": 2, "b": 0})
            said = at.post(who, "/api/tournaments/cup/report", behind)
            assert "list of" in page.text and "others have logged" in others.text
            assert said.status_code == 409 and "register-deck" in said.text, said.text
            told = f"{page.text} {others.text} {said.text}"
            assert {each for each in secret if each in told} == sees, who


def test_tr_4_2_a_scorekeeper_is_offered_no_card_of_a_closed_list(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    with Log.open(path) as log:
        match = log.load(MATCH)
        opening = match.entry(1).event
        assert isinstance(opening, Opening)
        named = {name for each in match.replay().events[1:] for name in names_in(each)}
    unseen = {card for each in opening.seats for card in each.deck} - named
    with watched(path) as at:
        judged, kept = (at.get(who, VIEW).json() for who in ("kim", "sam"))
        hidden = at.get("sam", f"{VIEW}/hidden").text
        cards = at.get("sam", kept["cards"])
    assert unseen & set(names_in_json(judged["buttons"]))
    assert kept["mine"] == judged["mine"] and kept["verbs"]
    assert not unseen & set(names_in_json(kept.get("buttons", [])))
    every = set(GAME.traits(CATALOG))
    assert every <= {*cards.json()["names"]}, "any card may be named, whoever has it"
    assert not unseen & {*kept["lists"]["names"]}, "the view is sent with each entry"
    assert "immutable" in cards.headers["cache-control"] and "cards" not in judged
    assert not [card for card in unseen if card in hidden]


def names_in_json(value: Any) -> list[str]:
    """All texts in an answer."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [name for part in parts for name in names_in_json(part)]
