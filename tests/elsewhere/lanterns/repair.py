"""What a judge may set right, in primitive operations (REF-3.5)."""

from lanterns.play import NIGHTS
from lanterns.state import LaTable, Player
from referee.english import one_of
from referee.fact import CardMoved
from referee.house import Repair
from referee.repair import forbid_repair, require_number, require_seat

MOVES = ("hand>table", "hand>away", "away>hand", "away>table")
MOST = 999


def _player(t: LaTable, seat: str) -> Player:
    return t.state.players[require_seat(seat, t.state.seats)]


def _points(t: LaTable, target: str, value: str) -> None:
    """points:ana:3  the points of a player"""
    t.set(_player(t, target), "points", require_number(value, 0, MOST))


def _draw(t: LaTable, target: str, value: str) -> None:
    """draw:ana:1  cards from deck to hand, unseen; below 0 back to the deck"""
    cards = _player(t, target).cards
    count = require_number(value, -cards.size("hand"), cards.size("deck"))
    t.keep(cards)
    cards.adjust("hand", unseen=count)


def _move(t: LaTable, target: str, value: str) -> None:
    """move:ana/Glow:hand>away  a lantern is lit, as the newest, or put away, or taken up again"""
    seat, _, lantern = target.partition("/")
    player = _player(t, seat)
    if value not in MOVES:
        forbid_repair("{value} is not a move", one_of(MOVES), value=value)
    source, _, goal = value.partition(">")
    t.keep(player.cards)
    if source == "away" and lantern in player.away:
        t.pull(player.away, lantern)
    elif source == "away" or player.cards.take("hand", [lantern]) is not None:
        forbid_repair("{name} cannot be in {place}", name=lantern, place=source)
    if goal == "hand":
        player.cards.put("hand", [lantern])
    elif goal == "away":
        t.push(player.away, lantern)
    else:
        t.push(t.state.lit, lantern)
        t.set(t.state, "by", seat)
    t.fact(CardMoved(seat, lantern, source, goal, "REF-3.5"))


def _night(t: LaTable, target: str, value: str) -> None:
    """night:table:2  which night it is; nothing is lit in it"""
    if target != "table":
        forbid_repair("{target} is not the table", "table", target=target)
    t.set(t.state, "nights", require_number(value, 1, NIGHTS) - 1)
    for name, empty in (("lit", []), ("by", ""), ("passes", 0)):
        t.set(t.state, name, empty)


def _turn(t: LaTable, target: str, value: str) -> None:
    """turn:ana:7  whose turn it is, and its number; nobody is threatened"""
    t.set(t.state, "active", require_seat(target, t.state.seats))
    t.set(t.state, "turn", require_number(value, 1, MOST))
    for name, empty in (("passes", 0), ("due", [])):
        t.set(t.state, name, empty)


REPAIRS: dict[str, Repair] = {
    "points": _points,
    "draw": _draw,
    "move": _move,
    "night": _night,
    "turn": _turn,
}
