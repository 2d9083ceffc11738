"""Whom an Ambush card may make discard (WR-14.9)."""

from referee.games.warrift.catalog import Card
from referee.games.warrift.state import MID, InPlay, WrTable
from referee.parts.effects.pending import Saying


def may_make_discard(t: WrTable, source: InPlay | None, seat: str, target: str) -> bool:
    """Whether the effect of a card in play may make a player discard (WR-14.9, WR-I 58).

    Args:
        t: the table.
        source: the card, or what it last was; None where nothing is known of it.
        seat: whose effect it is; one's own effects make nobody else discard.
        target: who would discard.
    """
    if source is None or not source.ambush:
        return True
    return _may(t, seat, target, response=source.response, late=source.late)


def _may(t: WrTable, seat: str, target: str, *, response: bool, late: bool) -> bool:
    if seat == target:
        return True
    if response:
        return False
    if t.choice["WR-I 58"] == "only_in_Ts_start_step":
        return target == t.state.active and not late
    return target != t.state.active or not late


def require_may_discard(t: WrTable, seat: str, card: Card, say: Saying, *, response: bool) -> None:
    """Where that is agreed, an Ambush card that could only make somebody discard against
    WR-14.9 is not played or hired at all (WR-I 59).

    Args:
        t: the table.
        seat: who plays or hires it.
        card: the card.
        say: what the line says of its effects.
        response: whether it answers something.
    """
    if t.choice["WR-I 59"] != "play_refused" or not _makes_discard(card):
        return
    others = [each for each in t.state.seats if each != seat]
    aimed = [each for each in others if each in say.aims] or others
    late = t.state.phase >= MID
    if not any(_may(t, seat, each, response=response, late=late) for each in aimed):
        t.refuse("WR-14.9", "{card} would make {whom} discard", card=card.name,
                 whom=", ".join(aimed))  # fmt: skip


def _makes_discard(card: Card) -> bool:
    """Whether it has others discard when it is played."""
    steps = [
        step for effect in card.all_effects if effect.when == "played" for step in effect.all_steps
    ]
    return any(
        step.__struct_config__.tag == "discard" and step.player not in (None, "you")
        for step in steps
    )
