"""How much goes in one commit of the writer (VN-3.1, VN-19.9)."""

from pathlib import Path
from typing import Any, cast

import pytest

from cli.venue.hall.writer import ENTRIES, GROUP, Writer
from storage.log import Answer, Item, Log
from tests.logbook import note


class Counting:
    """A log that tells how much it is given in each commit."""

    def __init__(self) -> None:
        self.commits: list[list[int]] = []

    def live(self, match: str) -> None:
        """The match, of which nothing is asked."""

    def append_many(self, items: list[Item]) -> list[Answer]:
        """What becomes of each item."""
        self.commits.append([len(each.drafts) for each in items])
        return [Answer() for _ in items]


@pytest.mark.parametrize(
    ("each", "waiting", "commits"),
    [
        (1, 300, [GROUP, 300 - GROUP]),
        (20, 60, [26, 26, 8]),  # with the 26th item it is 520
        (ENTRIES, 3, [1, 1, 1]),
    ],
)
def test_vn_19_9_a_commit_is_full_with_256_items_or_512_entries(
    each: int, waiting: int, commits: list[int]
) -> None:
    writer = Writer(Path("nowhere"), lambda _: None)
    writer._opened.set_result(cast(Log, None))
    item = Item("m1", (note(1),) * each)

    def make(*_: Any) -> Item:
        return item

    answers = [writer.post("m1", make, lambda *_: None) for _ in range(waiting)]
    log = Counting()
    for _ in commits:
        writer._commit(cast(Log, log))
    assert [len(group) for group in log.commits] == commits
    assert all(answer.done() for answer in answers)
