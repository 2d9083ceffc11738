"""What was not taken, in words."""

from collections.abc import Sequence

from cli.screen import render
from storage.league.refusal import Refusal

_SHOWN = 20
"""How many are told; JSON has all."""


def refusal_line(refused: Refusal) -> str:
    """A refusal in a line, with both heads of a fork."""
    where = refused.match_id or f"parcel {refused.parcel[:16]}"
    at = f", entry {refused.entry}" if refused.entry else ""
    said = f"{where}{at}: {refused.what}: {refused.why}"
    if refused.held_hash is None or refused.hash is None:
        return said
    held = f"taken before: {refused.held_seq}:{refused.held_hash[:16]}…"
    return f"{said} ({held}; refused: {refused.seq}:{refused.hash[:16]}…)"


def say_refusals(refused: Sequence[Refusal]) -> None:
    """Say what was refused."""
    for each in refused[:_SHOWN]:
        render.say(f"{render.paint('refused', 'bad')}  {refusal_line(each)}", 0, 4)
    if len(refused) > _SHOWN:
        render.say(f"and {len(refused) - _SHOWN:,} more: referee league refused", style="quiet")
