"""What a player does in a turn though nobody decides it: waking, recollecting, drawing, clean-up
(GA-6.61)."""

from referee.fact import CardsDrawn
from referee.games.grand_archive import keywords
from referee.games.grand_archive.begun_texts import end_all
from referee.games.grand_archive.changed_cards import give_back
from referee.games.grand_archive.facts import Recollected
from referee.games.grand_archive.game_end import loses
from referee.games.grand_archive.places import (
    influence,
    pass_unseen,
    size,
)
from referee.games.grand_archive.state import (
    GaTable,
    card_of,
    controlled,
    note,
    objects,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.values import (
    DECK_OUT,
    DRAWS,
    INFLUENCE,
    NEXT_ATTACK,
    forbidden,
    limit_of,
)
from referee.parts.lasting_changes import over


def wake_all(t: GaTable, seat: str) -> None:
    """A player's rested objects wake, but for those that an effect keeps from it (GA-1.3, 6.10,
    6.11)."""
    for thing in controlled(t, seat):
        if thing.rested and not any(forbidden(t, each, thing.id, seat) for each in _WAKING):
            t.set(thing, "rested", False)
            report(t, "wakes", thing.id)
        if t.state.changes.ends:
            over(t, woken(thing.id))


_WAKING = ("wake", "wake up")
"""What an effect forbids: waking at all, or in the wake up phase."""


def woken(thing: str) -> str:
    """The moment at which a wake up phase of an object's controller is over."""
    return f"woken:{thing}"


def recollect(t: GaTable, seat: str) -> None:
    """A player takes the memory up into the hand (GA-6.31)."""
    count = size(t, seat, "memory")
    pass_unseen(t, seat, count, "memory", "hand", "GA-6.31")
    t.set(t.state.done, "recollected", True)
    t.fact(Recollected(seat, count))
    report(t, "recollects", seat, seat, amount=count)


def draw(t: GaTable, seat: str, count: int, rule: str, place: str = "hand") -> int:
    """A player draws; from an empty deck that loses the game (GA-22.1, 22.4). Each card is a draw,
    and what draws trigger waits for the last of them (GA-22.2).

    Returns:
        How many cards came.
    """
    most = limit_of(t, seat, DRAWS)
    if most is not None and count > most[0]:
        count = max(0, most[0])
    have = size(t, seat, "deck")
    came = min(count, have)
    if came:
        pass_unseen(t, seat, came, "deck", place, rule)
        t.fact(CardsDrawn(seat, came, rule))
        for _ in range(came):
            note(t, "drawn", seat)
            report(t, "draws", seat, seat)
    if count > have and not forbidden(t, DECK_OUT, seat):
        loses(t, seat, "empty deck", "GA-22.4")
    return came


def begin_end(t: GaTable, seat: str) -> None:
    """What comes at the beginning of the end phase: what was suppressed, Agility, Vigor (GA-6.50,
    21.8, 24.1, 24.39)."""
    keywords.begin_end(t, seat)
    report(t, "end begins", seat, seat)


def beyond_limit(t: GaTable, seat: str) -> tuple[int, str]:
    """How many cards of hand and memory a player has beyond what texts in play allow as the turn
    ends, and by which (GA-6.52)."""
    most = limit_of(t, seat, INFLUENCE)
    if most is None:
        return 0, ""
    return max(0, influence(t, seat) - max(0, most[0])), most[1]


def end_of(seat: str, turn: int) -> str:
    """The moment at which so manieth turn of a player ends."""
    return f"end {turn}:{seat}"


def clean_up(t: GaTable) -> None:
    """Damage on allies goes, and what lasts for this turn is over (GA-6.52, 18.4)."""
    for thing in objects(t):
        if thing.damage and not card_of(t, thing).is_champion:
            t.set(thing, "damage", 0)
    state = t.state
    ended = end_of(state.active, state.players[state.active].begun)
    for moment in (NEXT_ATTACK, "turn", ended):
        over(t, moment)
        end_all(t, moment)
        give_back(t, moment)
    for seat in state.seats:
        side = state.players[seat]
        if side.empower:
            t.set(side, "empower", 0)
    for thing in controlled(t, state.active):
        if "distant" in thing.marks:
            t.set(thing, "marks", [each for each in thing.marks if each != "distant"])
            over(t, f"distant:{thing.id}")
    t.set(state.done, "cleaned", True)
