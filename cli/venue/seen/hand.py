"""The own hand, which its player may tell whole, for statistics (REF-2.2, 2.3)."""

from msgspec.structs import replace

from cli.venue.taps.field_questions import value_of
from cli.venue.view import Button, Several, View
from referee.replay.replay import Replay


def with_hand(replay: Replay, view: View) -> View:
    """A view with the button by which the player of the device tells the own hand: the one that is
    kept, while it is as it was dealt, and when the match is over the one that is left.

    Nobody tells the hand of somebody else. While the match is sealed it is not offered, as what is
    dealt says what was accepted (VN-6.2).
    """
    seat, game, state = view.sits, replay.game, replay.state
    if view.sealed or seat not in view.mine or replay.light:
        return view
    hand = next((each for each in game.hidden(replay.table) if each.name == f"{seat}.hand"), None)
    if hand is None or not hand.unseen() or not (state.over or game.dealt(replay.table, seat)):
        return view
    able, size = dict(sorted(hand.able().items())), hand.size()
    step = Several(
        "cards",
        values=tuple(map(value_of, able)),
        counts=tuple(min(most, size) for most in able.values()),
        least=size,
        most=size,
    )
    verb = "shows-hand" if state.over else "kept-hand"
    return replace(view, hand=Button(verb, {"type": verb, "seat": seat}, (step,), seat=seat))


__all__ = ["with_hand"]
