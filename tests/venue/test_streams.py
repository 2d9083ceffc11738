"""Streams of what is new (VN-8): nothing missed, nothing without bound."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.venue.hall.hall import Hall
from cli.venue.hall.streams import BEHIND, KEPT, RETRY, Listener, Message, Streams
from storage.log import Item, Log
from tests.logbook import empty_log, log_match, note, played
from tests.processes import PATIENCE
from tests.tournament.logged import logs, proposed
from tests.venue.watched import CUP, DEVICES, MATCH, cup, watched

TOPIC = "match/m1"


def message(n: int, topic: str = TOPIC) -> Message:
    return Message.of(topic, n, {"line": f"entry {n}", "verdict": "legal"}, {"line": f"entry {n}"})


async def first(listener: Listener, count: int) -> list[bytes]:
    """The first events of a stream, but for the word when to come back."""
    found: list[bytes] = []
    stream = listener.events()
    assert await anext(stream) == f"retry: {RETRY}\n\n".encode()
    while len(found) < count:
        found.append(await asyncio.wait_for(anext(stream), PATIENCE))
    await stream.aclose()  # type: ignore[attr-defined]
    return found


def numbers(events: list[bytes]) -> list[int]:
    return [msgspec.json.decode(event.split(b"data: ")[1])["n"] for event in events]


def test_vn_8_1_who_comes_back_gets_what_is_missing_and_then_what_is_new() -> None:
    async def work() -> list[bytes]:
        streams = Streams()
        streams.publish(map(message, range(1, 11)))
        listener = streams.listen({TOPIC: 7}, frozenset())
        streams.publish([message(11)])
        return await first(listener, 4)

    events = asyncio.run(work())
    assert numbers(events) == [8, 9, 10, 11]
    assert [event.split(b"\n")[0] for event in events[:2]] == [b"id: match/m1@8", b"id: match/m1@9"]


@pytest.mark.parametrize(("behind", "resyncs"), [(KEPT, False), (KEPT + 1, True)])
def test_vn_8_1_beyond_500_entries_one_resync_comes_instead(behind: int, resyncs: bool) -> None:
    async def work() -> bytes:
        streams = Streams()
        streams.publish(map(message, range(1, KEPT + 101)))
        listener = streams.listen({TOPIC: KEPT + 100 - behind}, frozenset())
        return (await first(listener, 1))[0]

    event = asyncio.run(work())
    assert (b"event: resync" in event) == resyncs
    if resyncs:
        assert event.startswith(b"id: match/m1@600\n")


def test_vn_8_1_a_venue_that_was_started_again_has_who_was_there_before_resync() -> None:
    async def work() -> tuple[bytes, bytes]:
        streams = Streams()
        streams.stand_at(TOPIC, 40)
        behind = streams.listen({TOPIC: 39}, frozenset())
        level = streams.listen({TOPIC: 40}, frozenset())
        streams.publish([message(41)])
        return (await first(behind, 1))[0], (await first(level, 1))[0]

    behind, level = asyncio.run(work())
    assert b"event: resync" in behind and b"data: {}" in behind
    assert numbers([level]) == [41]


def test_vn_8_1_news_that_are_no_entry_do_not_pass_for_the_one_that_was_missed() -> None:
    async def work() -> bytes:
        streams = Streams()
        streams.stand_at(TOPIC, 8)  # a venue that was started again
        streams.publish([Message.of(TOPIC, 8, {"offers": 8})])
        listener = streams.listen({TOPIC: 7}, frozenset())
        return (await first(listener, 1))[0]

    assert b"event: resync" in asyncio.run(work())


def test_vn_1_4_of_a_match_that_was_let_go_nothing_is_kept_and_who_comes_back_resyncs() -> None:
    async def work() -> tuple[bytes, list[bytes]]:
        streams = Streams()
        streams.publish(map(message, range(1, 11)))
        streams.forget(TOPIC)
        behind = streams.listen({TOPIC: 9}, frozenset())
        level = streams.listen({TOPIC: 10}, frozenset())
        streams.publish([message(11)])
        return (await first(behind, 1))[0], await first(level, 1)

    behind, level = asyncio.run(work())
    assert b"event: resync" in behind
    assert numbers(level) == [11]


def test_vn_8_1_a_quiet_stream_gets_a_comment() -> None:
    async def work() -> list[bytes]:
        return await first(Streams(quiet=0.01).listen({TOPIC: 0}, frozenset()), 2)

    assert all(event.startswith(b": ") and event.endswith(b"\n\n") for event in asyncio.run(work()))
    assert Streams()._quiet == 15.0


def test_vn_8_2_a_message_has_its_verdict_only_for_those_who_see_all() -> None:
    async def work() -> tuple[bytes, bytes]:
        streams = Streams()
        told = streams.listen({TOPIC: 0}, frozenset({TOPIC}))
        less = streams.listen({TOPIC: 0}, frozenset())
        streams.publish([message(1)])
        return (await first(told, 1))[0], (await first(less, 1))[0]

    told, less = asyncio.run(work())
    assert b"verdict" in told and b"verdict" not in less


def test_vn_8_3_at_most_64_messages_wait_and_then_the_stream_is_closed() -> None:
    async def work() -> tuple[int, int, list[bytes]]:
        streams = Streams()
        slow = streams.listen({TOPIC: 0}, frozenset())
        streams.publish(map(message, range(1, BEHIND + 1)))
        open_still = streams.listening
        streams.publish(map(message, range(BEHIND + 1, 10 * BEHIND)))
        return open_still, streams.listening, [event async for event in slow.events()]

    before, after, events = asyncio.run(work())
    assert (before, after) == (1, 0)
    assert numbers(events[1:]) == list(range(1, BEHIND + 1))


def test_vn_16_3_a_thousand_slow_streams_keep_no_more_than_their_bound() -> None:
    async def work() -> tuple[int, int, int]:
        streams = Streams()
        slow = [streams.listen({TOPIC: 0, "tournament/x": 0}, frozenset()) for _ in range(1000)]
        streams.publish(map(message, range(1, 2 * KEPT)))
        kept = [each for each in streams._kept.values()]
        return streams.listening, max(len(each._waiting) for each in slow), sum(map(len, kept))

    assert asyncio.run(work()) == (0, BEHIND, KEPT)


def test_vn_5_3_the_streams_of_a_device_that_is_ended_are_closed() -> None:
    async def work() -> tuple[int, bool, bool]:
        streams = Streams()
        lost = streams.listen({TOPIC: 0}, frozenset(), "lost")
        other = streams.listen({TOPIC: 0}, frozenset(), "other")
        streams.end("lost")
        return streams.listening, lost.closed, other.closed

    assert asyncio.run(work()) == (1, True, False)


# -- over HTTP ------------------------------------------------------------------------------------


def in_hall(path: Path, work: Callable[[Hall], Coroutine[Any, Any, Any]]) -> Any:
    """What becomes of work in a hall that is open."""

    async def run() -> Any:
        hall = Hall(path)
        await hall.start()
        try:
            return await work(hall)
        finally:
            await hall.stop()

    return asyncio.run(run())


async def told_in(listener: Listener, count: int) -> list[int]:
    return numbers(await first(listener, count))


def test_vn_8_a_match_that_was_let_go_tells_who_has_listened_all_along(tmp_path: Path) -> None:
    path = empty_log(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        log_match(log, "m1")
        last = log.load("m1").last

    async def work(hall: Hall) -> list[int]:
        await hall.match("m1", lambda _, match: match.replay())
        listener = hall.streams.listen({TOPIC: last}, frozenset())
        await hall.ask(lambda log: log.let_go("m1"))
        await hall.post(
            "m1",
            lambda log, match: Item("m1", [note(900)]),
            lambda log, match, answer: answer,
        )
        return await told_in(listener, 1)

    assert in_hall(path, work) == [last + 1]


def test_vn_8_a_match_that_is_opened_while_the_venue_runs_is_told_of_from_its_opening(
    tmp_path: Path,
) -> None:
    path = empty_log(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        log_match(log, "m1", 1, 5)
    heard: list[int] = []

    async def work(hall: Hall) -> list[int]:
        hall.heard.append(lambda log, new: heard.extend(r.entry.seq for r in new.get("m2", ())))
        listener = hall.streams.listen({"match/m2": 0}, frozenset())
        opening, *rest = played(2)[:4]

        def opens(log: Log) -> None:
            log.open_match(opening, "m2", log.live("m1").catalog)
            log.live("m2")

        await hall.ask(opens)
        await hall.post("m2", lambda log, match: Item("m2", rest), lambda log, match, answer: None)
        return await told_in(listener, 4)

    assert in_hall(path, work) == [1, 2, 3, 4]
    assert heard == [1, 2, 3, 4]


def test_vn_20_5_a_scorekeeper_hears_of_tables_only_while_they_are_played(tmp_path: Path) -> None:
    def posted(log: Log) -> None:
        log.let_go(CUP)
        logs(log, [f"lena report 1 {table} 2 0" for table in (1, 2)])
        logs(log, [proposed(log, 2)])
        log.live(CUP)

    async def work(hall: Hall) -> list[bool]:
        heard = []
        for who in ("sam", "kim", "ana"):
            hall.access._hold(DEVICES[who], who)
            topics = {f"match/{MATCH}": None}
            heard.append(hall.streams.listen(topics, frozenset(), DEVICES[who].id))
        await hall.ask(posted)
        await hall.ask(lambda log: None)
        return [each.closed for each in heard]

    assert in_hall(cup(tmp_path / "hall.duckdb", rounds="2"), work) == [True, False, False]


def test_vn_3_1_a_stream_tells_of_an_entry_only_when_it_is_on_disk(tmp_path: Path) -> None:
    path = empty_log(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        log_match(log, "m1", 1, 5)

    async def work(hall: Hall) -> tuple[list[int], int]:
        listener = hall.streams.listen({TOPIC: 5}, frozenset())
        posted = hall.post(
            "m1",
            lambda log, match: Item("m1", played(1)[5:7]),
            lambda log, match, answer: len(log.rows("SELECT 1 FROM entries")),
        )
        task = asyncio.ensure_future(posted)
        return await told_in(listener, 2), await task

    assert in_hall(path, work) == ([6, 7], 7)


async def streamed(app: Any, device: str, topics: str, last: str = "") -> AsyncIterator[bytes]:
    """What a device that listens is sent; it goes away when this is closed."""
    gone = asyncio.Event()
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    headers = [(b"x-device", device.encode())]
    headers += [(b"last-event-id", last.encode())] if last else []
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/stream",
        "raw_path": b"/api/stream",
        "query_string": f"topics={topics}".encode(),
        "headers": headers,
        "http_version": "1.1",
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("127.0.0.1", 9),
        "root_path": "",
        "app": app,
        "state": {},
    }
    task = asyncio.ensure_future(app(scope, receive, sent.put))
    try:
        while True:
            told = await asyncio.wait_for(sent.get(), PATIENCE)
            if told["type"] == "http.response.start":
                yield str(told["status"]).encode()
            elif told.get("body"):
                yield told["body"]
    finally:
        gone.set()
        await asyncio.wait_for(task, PATIENCE)


def test_vn_8_1_a_browser_goes_on_where_its_last_event_id_says(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with watched(path) as at:
        app = at.client.app

        async def work() -> tuple[list[bytes], int, int]:
            for n in range(1, 4):
                at.hall.streams.publish([message(20 + n, f"match/{MATCH}")])
            found: list[bytes] = []
            stream = streamed(app, "kim", f"match/{MATCH}@20", f"match/{MATCH}@22")
            async for event in stream:
                found.append(event)
                if b"data" in event:
                    break
            during = at.hall.streams.listening
            await stream.aclose()  # type: ignore[attr-defined]
            return found, during, at.hall.streams.listening

        (status, retry, event), during, after = at.asked(work)
        assert (status, retry) == (b"200", b"retry: 2000\n\n")
        assert numbers([event]) == [23]
        assert (during, after) == (1, 0), "a stream whose device has gone is left"


@pytest.mark.parametrize(
    ("who", "topic", "status"),
    [
        ("kim", f"match/{MATCH}", 200),
        ("sam", f"match/{MATCH}", 200),
        ("fan", f"match/{MATCH}", 403),
        ("wall", f"match/{MATCH}", 403),
        ("fan", f"public/{MATCH}", 200),
        ("wall", f"tournament/{CUP}", 200),
        ("kim", "tournament/other", 403),
        ("fan", "public/other", 404),
        ("kim", "secrets/all", 403),
        ("", f"match/{MATCH}", 401),
    ],
)
def test_vn_8_topics_are_for_those_who_may_see_them(
    tmp_path: Path, who: str, topic: str, status: int
) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with watched(path) as at:

        async def work() -> int:
            stream = streamed(at.client.app, who, topic)
            found = int(await anext(stream))
            await stream.aclose()  # type: ignore[attr-defined]
            return found

        assert at.asked(work) == status
