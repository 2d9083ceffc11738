"""What may be tapped is worked out beside the writer, of the newest state alone (VN-19.8)."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from cli.venue.hall import hall as served
from cli.venue.hall.hall import Hall
from cli.venue.hall.reader import Reader
from cli.venue.seen.offers import NONE, Offer, Offers
from storage.log import Item, Log
from storage.match import Match
from tests.logbook import log_match, played
from tests.processes import PATIENCE
from tests.venue.desks import body, device, log_of
from tests.venue.lent import client_of

VIEW = "/api/matches/m1"


class Told:
    """A reader with one process, and what it has told."""

    def __init__(self) -> None:
        self.reader = Reader(1)
        self.heard: Queue[tuple[str, int]] = Queue()
        self.reader.on_offered = lambda *of: self.heard.put(of)
        self.reader.start()

    def offer(self, match: Match) -> Offer:
        """What may be tapped, once it is worked out."""
        while (offer := self.reader.of(match)) is None:
            self.heard.get(timeout=PATIENCE)
        return offer


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    found = Told()
    yield found
    found.reader.stop()


@pytest.fixture
def log(tmp_path: Path, told: Told) -> Iterator[Log]:
    with Log.open(log_of(tmp_path / "hall.duckdb", ("m1", 1, 5)), write=True) as log:
        yield log
    told.reader.let_go("m1")
    told.reader.let_go("m2")


def shown(offer: Offer) -> list[list[str]]:
    """What it has, in no order: that depends on what a reader has seen of other matches."""
    return [sorted(map(str, each)) for each in offer]


def go_on(log: Log, first: int, last: int) -> Match:
    """The match with more of its entries."""
    match = log.live("m1")
    (answer,) = log.append_many([Item("m1", played(1)[first:last], first)])
    assert answer.error is None
    return match


def test_vn_19_8_it_is_the_same_that_the_writer_would_work_out(log: Log, told: Told) -> None:
    here = Offers()
    for last in (5, 6, 7, 12, 20):
        match = go_on(log, log.live("m1").last, last) if last > 5 else log.live("m1")
        assert shown(told.offer(match)) == shown(here.of(match)), last


def test_vn_19_8_a_match_that_went_on_meanwhile_is_worked_out_once_and_as_it_stands(
    log: Log, told: Told
) -> None:
    log_match(log, "m2", 2, 5)
    other = log.live("m2")
    before, (hand,) = told.reader.made, told.reader._hands
    process = hand._process.pid
    assert process is not None
    os.kill(process, signal.SIGSTOP)  # it is busy
    try:
        told.reader.of(other)
        for last in range(6, 16):
            assert told.reader.of(go_on(log, last - 1, last)) is None
    finally:
        os.kill(process, signal.SIGCONT)
    match = log.live("m1")
    assert shown(told.offer(match)) == shown(Offers().of(match))
    told.offer(other)
    assert told.reader.made - before == 2


def test_vn_19_8_what_nobody_asked_for_is_not_worked_out_ahead(log: Log, told: Told) -> None:
    match = log.live("m1")
    told.reader.ahead(match)
    assert not told.reader.pending("m1")
    told.offer(match)
    for last in (6, 7):
        made = told.reader.made
        told.reader.ahead(go_on(log, last - 1, last))
        while told.reader.pending("m1"):
            time.sleep(0.01)
        assert told.reader.made - made == (last == 6), "nobody looked at entry 6"


def test_vn_1_4_of_a_match_that_is_let_go_nothing_is_kept_and_it_may_come_back(
    log: Log, told: Told
) -> None:
    match = log.live("m1")
    offer = shown(told.offer(match))
    told.reader.let_go("m1")
    log.let_go("m1")
    assert told.reader.of(log.live("m1")) is None
    assert shown(told.offer(log.live("m1"))) == offer != shown(NONE)


def test_vn_3_4_a_process_that_is_killed_leaves_the_verbs_and_another_one_goes_on(
    log: Log,
) -> None:
    told = Told()
    try:
        match = log.live("m1")
        there = told.offer(match)
        (hand,) = told.reader._hands
        hand._process.kill()
        hand._process.join()
        assert told.offer(go_on(log, 5, 6)) == NONE
        match = go_on(log, 6, 7)
        assert told.offer(match) == Offers().of(match)
        assert there != NONE
    finally:
        told.reader.stop()


def test_vn_19_8_a_post_waits_for_the_disk_alone_and_a_view_for_what_may_be_tapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "PATIENCE", PATIENCE)
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with client_of(Hall(path, reader=Reader(1)), lambda _: device()) as client:
        post = client.post(f"{VIEW}/entries", content=body(played(1)[10:11], 10)).json()
        assert (post["at"], "view" in post) == (11, False)
        view = client.get(VIEW).json()
        assert view["at"] == 11 and "behind" not in view
        with Log.open(log_of(tmp_path / "same.duckdb", ("m1", 1, 11))) as log:
            there = Offers().of(log.live("m1"))
        assert len(view["buttons"]) == len(there.buttons) > 0


def test_vn_19_8_a_view_that_may_not_wait_says_so_and_who_listens_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "PATIENCE", 0)
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with client_of(Hall(path, reader=Reader(1)), lambda _: device()) as client:
        streams = client.app.state.hall.streams
        listener = streams.listen({"match/m1": None}, frozenset())
        view = client.get(VIEW).json()
        assert view["behind"] and view["verbs"] and "buttons" not in view
        end = time.monotonic() + PATIENCE
        while not any(each and b'"offers":10' in each.full for each in listener._waiting):
            assert time.monotonic() < end
            time.sleep(0.02)
        view = client.get(VIEW).json()
        assert view["buttons"] and "behind" not in view
