"""What a device makes at a tap: an id and times, by the clock of the server."""

import re
from datetime import UTC, datetime

from tests.venue.node import node


def test_an_id_is_a_uuid_of_version_7_and_says_its_millisecond():
    made = node().call("stamp", "uuid7", 0x0123_4567_89AB, [0xFF] * 10)
    assert made == "01234567-89ab-7fff-bfff-ffffffffffff"
    assert node().call("stamp", "uuid7", 1, [0] * 10) == "00000000-0001-7000-8000-000000000000"
    now = datetime.now(UTC).timestamp() * 1000
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
                        node().call("stamp", "uuid7", now))  # fmt: skip


def test_ids_of_later_milliseconds_sort_later():
    made = [
        node().call("stamp", "uuid7", ms) for ms in (1, 2, 1_763_000_000_000, 1_763_000_000_001)
    ]
    assert made == sorted(made)


def test_the_clock_is_corrected_by_the_answer_that_was_quickest_under_way():
    """VN-11.4: that of 20 ms says +995; a slow one would say more."""
    samples = [
        {"sent": 0, "got": 400, "server": 1400},
        {"sent": 1000, "got": 1020, "server": 2005},
        {"sent": 2000, "got": 2900, "server": 3020},
    ]
    assert node().call("stamp", "offset", samples) == 995
    assert node().call("stamp", "offset", []) == 0
