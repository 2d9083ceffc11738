"""The opening: players, decks, the first turn (sections 2, 3, 26b)."""

from typing import Any

from events.common import Opening
from referee.fact import FirstPlayer, ScoreChanged
from referee.games.grand_archive.course import begin_turn
from referee.games.grand_archive.decks import FORMATS, deck_faults
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.placing import place_if_plain
from referee.games.grand_archive.state import BEFORE, GaTable, Side, State, in_r26
from referee.hidden import HiddenCards
from referee.house import allies
from referee.parts.decks import require_decks
from referee.parts.zones import Zones

EMPTY = ("hand", "memory", "facedown")


def agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    """What the players agree: the format (section 2), whether it is played under the rules for
    tournaments (GA-7.15), who lost the game before in the same match (GA-26.20)."""
    return {
        "format": FORMATS,
        "event": ("yes", "no"),
        "lost": ("nobody", "first", "second", "drawn"),
    }


def open_match(t: GaTable, e: Opening) -> State:
    """The state before the first champion is placed (GA-3.1 to 3.4)."""
    seats = tuple(each.seat for each in e.seats)
    state = State(seats, allies=allies(e))
    require_decks(t, e, deck_faults)
    state.event = e.options.get("event", "yes") == "yes"
    contest = e.contest.rsplit("/", 1)
    state.game = int(contest[1]) if len(contest) == 2 else 0
    lists: dict[str, dict[str, int]] = {}
    for each in e.seats:
        state.players[each.seat] = Side()
        own = {
            "main": dict(each.deck),
            "material": _counted(each.lists.get("material", {})),
            "sideboard": _counted(each.lists.get("sideboard", {})),
        }
        state.lists[each.seat] = own
        lists[f"{each.seat}.deck"] = dict(own["main"])
        lists[f"{each.seat}.material"] = dict(own["material"])
    state.zones = Zones(hidden=HiddenCards.of_lists(lists))
    for seat in seats:
        for place in EMPTY:
            state.zones.hidden.draw(0, f"{seat}.deck", f"{seat}.{place}")
    state.phase = BEFORE
    state.first = seats[0]
    t.fact(FirstPlayer(seats[0], "GA-3.2"))
    for seat in seats:
        t.fact(ScoreChanged(seat, "life", 0))
    t.state = state
    begin(t)
    return state


def _counted(listed: Any) -> dict[str, int]:
    if isinstance(listed, dict):
        return dict(listed)
    found: dict[str, int] = {}
    for name in listed:
        found[name] = found.get(name, 0) + 1
    return found


def begin(t: GaTable) -> None:
    """The first turn begins; in R26 the champions come first (GA-3.4, 3.9). A champion that can
    only be one is placed by itself; in a later game of a match there may be sideboarding first."""
    state = t.state
    if state.game > 1:
        return
    begin_play(t)


def begin_play(t: GaTable) -> None:
    """Decks are presented: the game begins."""
    state = t.state
    if in_r26(t):
        place_those_that_are_plain(t)
        return
    begin_turn(t, state.first)
    handles.follows(t)


def place_those_that_are_plain(t: GaTable) -> None:
    """Before the first turn of R26 (GA-3.9)."""
    state = t.state
    for seat in state.seats:
        place_if_plain(t, seat)
    handles.follows(t)
    if all(each.had for each in state.players.values()):
        begin_turn(t, state.first)
