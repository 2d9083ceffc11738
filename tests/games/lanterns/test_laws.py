"""The laws of every game are broken by a game that is: the sixth one, with a fault in a handler."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from events.event import Event
from lanterns.events import Douse, Light, Pass
from referee.games.registry import game_of
from referee.house import Handler
from tests.laws import LAWS, played

Fault = Callable[[Handler], Handler]


def touches_before_it_checks(handler: Handler) -> Handler:
    def handle(t: Any, e: Any) -> None:
        t.state.nights += 1
        handler(t, e)
        t.state.nights -= 1

    return handle


def takes_every_name_for_a_lantern(handler: Handler) -> Handler:
    def handle(t: Any, e: Light) -> None:
        assert t.catalog.lantern[e.lantern]
        handler(t, e)

    return handle


def cites_what_there_is_not(handler: Handler) -> Handler:
    def handle(t: Any, e: Any) -> None:
        if e.seat != t.state.active:
            t.forbid("LA-9.9", "it is the turn of {who}")
        handler(t, e)

    return handle


def loses_a_card(handler: Handler) -> Handler:
    def handle(t: Any, e: Douse) -> None:
        handler(t, e)
        t.state.players[e.seat].away.clear()

    return handle


def accepts_what_is_not_offered(handler: Handler) -> Handler:
    def handle(t: Any, e: Pass) -> None:
        if e.seat == t.state.active or e.seat not in t.state.seats:
            handler(t, e)

    return handle


def remembers_other_matches(handler: Handler) -> Handler:
    seen: list[Event] = []

    def handle(t: Any, e: Any) -> None:
        handler(t, e)
        seen.append(e)
        t.state.players[e.seat].points += len(seen) % 7 == 0

    return handle


SLIPS = "a_slip_is_refused_and_leaves_no_trace_or_was_offered"


@pytest.fixture
def afresh() -> Iterator[None]:
    """Matches that were played by other handlers are not kept."""
    played.cache_clear()
    yield
    played.cache_clear()


@pytest.mark.parametrize(
    ("kind", "fault", "law", "told"),
    [
        (Light, touches_before_it_checks, SLIPS, "light"),
        (Light, takes_every_name_for_a_lantern, SLIPS, "KeyError"),
        (Light, cites_what_there_is_not, SLIPS, "LA-9.9"),
        (Pass, accepts_what_is_not_offered, SLIPS, "accepted, and not offered"),
        (Douse, loses_a_card, "what_is_counted_is_conserved_at_every_entry", "douse"),
        (Pass, remembers_other_matches, "a_replay_equals_a_replay", None),
    ],
)
def test_a_game_with_a_fault_breaks_a_law(
    monkeypatch: pytest.MonkeyPatch,
    afresh: None,
    kind: type[Event],
    fault: Fault,
    law: str,
    told: str | None,
):
    game = game_of("lanterns")
    broken = fault(game.all_handlers[kind])
    for version in (None, *game.versions):
        monkeypatch.setitem(game_of("lanterns", version).all_handlers, kind, broken)
    with pytest.raises(Exception, match=told):
        for seed in range(20):
            LAWS[law]("lanterns", seed)
