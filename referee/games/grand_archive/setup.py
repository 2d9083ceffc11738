"""The opening: players, decks, the first turn (sections 2, 3, 26b)."""

from typing import Any

from events.common import Opening
from referee import hidden
from referee.fact import FirstPlayer, ScoreChanged
from referee.games.grand_archive.decks import FORMATS, deck_faults
from referee.games.grand_archive.game_start import begin_play, laid_out
from referee.games.grand_archive.state import GaTable, Side, State
from referee.hidden import KINDS, most_ways
from referee.house import allies
from referee.parts.decks import require_decks
from referee.parts.zones import Zones

LISTED = ("first", "second", "third", "fourth")


def agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    """What the players agree: the format (section 2), whether it is played under the rules for
    tournaments (GA-7.15), which of the players, in the order of the opening, lost the game before
    in the same match (GA-26.20), who goes first in a first game: the first seat, or whoever is then
    said to (GA-3.2), what becomes of a game that has no winner in time (GA-26.6, 26.8),
    how the account of unseen cards is kept, what becomes of a line that leaves out what an effect
    does (GA-11.5) or what an answer aims at (GA-8.7), or says what a fizzle did (GA-11.1), how long
    a card is an omen (GA-19.1), and what may lie face down that an effect has put there (GA-5.26).
    """
    return {
        "format": FORMATS,
        "event": ("yes", "no"),
        "lost": ("nobody", *LISTED, "drawn"),
        "first": ("seated", AS_ARRANGED),
        "timed": ("draw", "elimination"),
        "account": (*KINDS,),
        "unsaid": (AT_ONCE, ALL_ASKED, ASKED, REFUSED),
        "omens": (EACH, THERE, NAMED),
        "facedown": (FITTING, ANY),
    }


AS_ARRANGED = "told"
"""Whoever is said to goes first."""

AT_ONCE, ALL_ASKED, ASKED, REFUSED = "all asked at once", "all asked", "asked", "refused"
"""Whether a line that leaves out what has to be said is incomplete, and one that says what did not
happen breaks a rule; or the one breaks a rule, and of the other no notice is taken. Where not all
is asked, the X of a card that an effect plays for its cost is 0 if nobody says it (GA-2.36); where
it is not asked at once, what that card is aimed at may be said as it resolves (GA-8.7), what
prevents damage is not used up where nothing is said to be dealt (GA-18.10), in an event whoever
used an ability has passed, though something has resolved since (GA-7.7, 7.15), nothing is taken of
what is said to pay a reserve cost that only a text could ask for that nobody knows (GA-9.20), a
``settle`` that does not say which unique objects go changes nothing (GA-14.16), and no notice is
taken of what an object is said to do as it is activated, and no text of it says (GA-1.6), or of
what Cleave is said to attack besides (GA-17.73)."""

EACH, THERE, NAMED = "each", "there", "named"
"""Whether a card is an omen as long as it lies there, or its name stays that of one, and the next
card of it that is banished is one, too. Of two of a name of which one is an omen, that one has gone
which a text takes as an omen where each is told apart; else it is taken to stay."""

FITTING, ANY = "fitting", "any"
"""Whether what an effect has put face down is of the kind that its text says, or may be any
card."""

FORMERLY = {**hidden.FORMERLY, "unsaid": REFUSED, "omens": NAMED, "facedown": ANY}
"""How matches were played until there was a choice."""


def open_match(t: GaTable, e: Opening) -> State:
    """The state before the first champion is placed (GA-3.1 to 3.4)."""
    seats = tuple(each.seat for each in e.seats)
    state = State(seats, allies=allies(e))
    require_decks(t, e, deck_faults)
    state.event = e.options.get("event", "yes") == "yes"
    contest = e.contest.rsplit("/", 1)
    state.game = int(contest[1]) if len(contest) == 2 else 0
    state.format = e.options.get("format", "")
    state.asks = e.options.get("unsaid") in (AT_ONCE, ALL_ASKED, ASKED)
    state.asks_x = e.options.get("unsaid") in (AT_ONCE, ALL_ASKED)
    state.asks_aims = e.options.get("unsaid") == AT_ONCE
    state.omens_leave = e.options.get("omens") in (EACH, THERE)
    state.omens_apart = e.options.get("omens") == EACH
    state.fitting = e.options.get("facedown") == FITTING
    state.elimination = e.options.get("timed") == "elimination"
    for each in e.seats:
        state.players[each.seat] = Side()
        state.lists[each.seat] = {
            "main": dict(each.deck),
            "material": _counted(each.lists.get("material", {})),
            "sideboard": _counted(each.lists.get("sideboard", {})),
        }
    state.zones = Zones(hidden=laid_out(state, most=most_ways(e.options)))
    state.first = seats[0]
    lost = e.options.get("lost", "nobody")
    if state.game > 1 and lost != "nobody":
        state.loser = seats[at] if (at := _listed(lost)) in range(len(seats)) else "drawn"
        if state.loser in seats:
            state.first = state.loser
    arranged = state.game < 2 and e.options.get("first") == AS_ARRANGED
    if not arranged:
        t.fact(FirstPlayer(state.first, "GA-26.20" if state.game > 1 else "GA-3.2"))
    for seat in seats:
        t.fact(ScoreChanged(seat, "life", 0))
    t.state = state
    if state.game < 2 and not arranged:
        begin_play(t)
    return state


def after_game(loser: int | None) -> dict[str, str]:
    """What the opening of a later game of the same match says of the one before (GA-26.20)."""
    return {"lost": "drawn" if loser is None else LISTED[loser]}


def _listed(lost: str) -> int:
    return LISTED.index(lost) if lost in LISTED else -1


def _counted(listed: Any) -> dict[str, int]:
    if isinstance(listed, dict):
        return dict(listed)
    found: dict[str, int] = {}
    for name in listed:
        found[name] = found.get(name, 0) + 1
    return found
