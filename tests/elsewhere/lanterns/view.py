"""What may be logged next, and the match as people read it."""

from lanterns.state import LaTable, PutAway, State, bright_enough, opponents
from referee.choice import Fixed, OneOf
from referee.game import Panel
from referee.hidden import HiddenPlace
from referee.option import Option


def options(t: LaTable) -> list[Option]:
    """What would be accepted now."""
    state: State = t.state
    if state.over:
        return []
    if state.due:
        return [_put_away(t, due) for due in state.due]
    seat = state.active
    hand = state.players[seat].cards
    names = bright_enough(t)
    held = [name for name in hand.candidates("hand") if name in names]
    found = []
    for name in held:
        others = opponents(state, seat)
        storm = t.catalog.lantern[name].storm and len(others) > 1
        at = {"at": OneOf(tuple(others))} if storm else {}
        found.append(Option(seat, "light", {"lantern": Fixed(name), **at}, "LA-2.2"))
    if hand.denies("hand", names) is None:
        found.append(Option(seat, "pass", rule="LA-2.3", weight=1 if held else 4))
    return found


def _put_away(t: LaTable, due: PutAway) -> Option:
    hand = t.state.players[due.seat].cards.candidates("hand")
    return Option(due.seat, "douse", {"lantern": OneOf(tuple(hand))}, due.rule, must=True)


def obligations(t: LaTable) -> list[PutAway]:
    """What is required now."""
    return list(t.state.due)


def board(t: LaTable) -> list[Panel]:
    """The table, then each player; hands and decks are counts."""
    state: State = t.state
    night = (("night", str(state.nights + 1)), ("lit", ", ".join(state.lit) or "nothing"))
    players = [
        Panel(
            player.seat,
            (
                ("points", str(player.points)),
                ("hand", str(player.cards.size("hand"))),
                ("deck", str(player.cards.size("deck"))),
                ("away", ", ".join(player.away) or "none"),
            ),
        )
        for player in state.players.values()
    ]
    return [Panel("Table", night), *players]


def points(t: LaTable) -> dict[str, int]:
    """The points of each player."""
    return {seat: player.points for seat, player in t.state.players.items()}


def hidden(t: LaTable) -> list[HiddenPlace]:
    """The decks and hands, by the names under which a judge asks for them: ``ana.hand``."""
    return [
        HiddenPlace(f"{player.seat}.{place}", player.cards, (place,))
        for player in t.state.players.values()
        for place in ("hand", "deck")
    ]


def names(t: LaTable) -> list[str]:
    """What may be named: seats and lanterns."""
    return [*t.state.seats, *t.catalog.lantern]
