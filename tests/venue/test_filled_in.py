"""Steps that alone are possible are told by the page before a tap, and marked so (VN-17.17)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.venue.taps.buttons import forced
from events.event import Event
from referee.games.registry import game_ids
from referee.replay.replay import Replay
from storage.log import Log
from tests.laws.players import played
from tests.venue.watched import LOGGED, MATCH, at_table, cup, drafts, watched


def sent(path: Path, by: str, *, together: bool) -> bytes:
    """Two entries as a device sends them: of one tap, or of two."""
    one, two = drafts(path, LOGGED, 2, by)
    if together:
        two = msgspec.structs.replace(two, played_at=one.played_at, recorded_at=one.recorded_at)
    made = [
        {
            "id": each.id,
            "played_at": each.played_at,
            "recorded_at": each.recorded_at,
            "event": each.event,
        }
        for each in (one, two)
    ]
    return msgspec.json.encode({"drafts": made, "expected": LOGGED})


@pytest.mark.parametrize("together", [True, False])
def test_vn_17_17_what_was_filled_in_before_a_tap_is_marked_for_players_and_judges(
    tmp_path: Path, together: bool
) -> None:
    path = cup(tmp_path / "cup.duckdb")
    with Log.open(path) as log:
        player, _ = at_table(log)
    body = sent(path, player, together=together)
    with watched(path) as at:
        answer: Any = at.post(player, f"/api/matches/{MATCH}/entries", body)
        assert answer.status_code == 200, answer.text
        entries = at.get(player, f"/api/matches/{MATCH}").json()["entries"]
        marked = [each["seq"] for each in entries if each.get("filled")]
        assert marked == ([LOGGED + 1] if together else [])
        assert ("filled in" in at.get("kim", f"/judge/{MATCH}/now").text) is together


@pytest.mark.parametrize("game_id", game_ids())
def test_vn_17_17_what_is_filled_in_has_neither_choice_nor_outcome(game_id: str) -> None:
    """Which events those are follows from what the game offers: one step, all of it said."""
    (game, catalog, _), events = played(game_id, 0)
    for number in range(1, min(len(events), 100), 7):

        def again(so_far: Sequence[Event] = events[:number]) -> Replay:
            return Replay(game, catalog).extend(so_far)

        for step in forced(again(), again)[0][:1]:
            (only,) = [each for each in again().options() if each.weight]
            assert not (step.steps or step.opens)
            assert all(c.only() is not None and c.pad() is None for c in only.fields.values())
