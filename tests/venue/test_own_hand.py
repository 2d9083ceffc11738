"""Players tell their own hand by the page of their table, when a game begins and ends."""

from pathlib import Path
from typing import Any

import pytest

from events.common import KeptHand, ShowsHand
from events.event import Event
from tests.tournament.logged import draft
from tests.venue.desks import body
from tests.venue.watched import MATCH, PLAYERS, Devices, cup, watched

VIEW = f"/api/matches/{MATCH}"
DEALT = 4
"""So many entries are logged when both hands are dealt."""


def seats(at: Devices) -> dict[str, str]:
    """Who sits at which seat of the match."""
    shown = {who: at.get(who, VIEW) for who in PLAYERS}
    return {each.json()["sits"]: who for who, each in shown.items() if each.status_code == 200}


def tell(at: Devices, who: str, event: Event) -> Any:
    """What a device is answered that tells a hand."""
    number = at.get(who, VIEW).json()["at"]
    sent = draft(event, number + 1, MATCH)
    return at.post(who, f"{VIEW}/entries", body([sent], number, if_legal=True))


@pytest.mark.parametrize("lists", ["open", "closed"])
@pytest.mark.parametrize(
    ("entries", "kind"), [(DEALT, KeptHand), (None, ShowsHand)], ids=["dealt", "over"]
)
def test_ref_2_2_each_player_is_offered_to_tell_the_own_hand_and_no_other(
    tmp_path: Path, lists: str, entries: int | None, kind: type[KeptHand] | type[ShowsHand]
) -> None:
    path = cup(tmp_path / "cup.duckdb", entries, decklists=lists)  # type: ignore[arg-type]
    with watched(path) as at:
        told = 0
        for seat, who in seats(at).items():
            hand = at.get(who, VIEW).json().get("hand")
            if hand is None:
                continue  # a loser may be left with none that is unseen
            (step,) = hand["steps"]
            assert (hand["event"]["seat"], hand["seat"]) == (seat, seat)
            assert step["least"] == step["most"]
            cards: list[str] = []
            for value, most in zip(step["values"], step["counts"], strict=True):
                cards += [value["value"]] * most
            answer = tell(at, who, kind(seat, tuple(cards[: step["most"]])))
            assert answer.json()["recorded"][0]["verdict"] == {"verdict": "legal"}
            assert "hand" not in at.get(who, VIEW).json()  # it is told
            told += 1
        assert told
        for other in ("kim", "sam", "fan", "lena"):
            assert "hand" not in at.get(other, VIEW).json()


@pytest.mark.parametrize("entries", [6, 20])
def test_ref_2_2_in_between_no_hand_is_asked_for(tmp_path: Path, entries: int) -> None:
    with watched(cup(tmp_path / "cup.duckdb", entries)) as at:
        assert ["hand" in at.get(who, VIEW).json() for who in seats(at).values()] == [False] * 2


def test_vn_6_2_while_a_match_is_sealed_no_hand_is_asked_for(tmp_path: Path) -> None:
    with watched(cup(tmp_path / "cup.duckdb", DEALT, sealed="yes")) as at:
        assert ["hand" in at.get(who, VIEW).json() for who in seats(at).values()] == [False] * 2


def test_vn_19_1_where_lists_are_closed_the_other_hand_is_not_told(tmp_path: Path) -> None:
    with watched(cup(tmp_path / "cup.duckdb", DEALT, decklists="closed")) as at:
        one, other = seats(at)
        who = seats(at)[one]
        assert tell(at, who, KeptHand(other, ("Wolf",))).status_code == 403
