"""Attacks (section 7)."""

from events.warrift import Attack, Part
from referee.games.warrift.acting import require_mid
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import find_in_play
from referee.games.warrift.reckoning import attack_of
from referee.games.warrift.state import Strike, WrTable
from referee.games.warrift.window import answered
from referee.parts.responses import pend


@handles
def attack(t: WrTable, e: Attack) -> None:
    """A creature attacks (WR-7.1 to 7.5)."""
    answer = answered(t, e.seat, e.answers) if e.answers is not None else None
    creature = find_in_play(t, e.creature, e.seat)
    if answer is None and creature.ambush != t.state.turn:
        require_mid(t, e.seat)
    if creature.attacks > creature.again:
        t.refuse("WR-7.3", "{creature} has attacked", creature=creature.id)
    t.set(creature, "attacks", creature.attacks + 1)
    full = attack_of(t, creature)
    parts = [
        Part(find_in_play(t, part.monster).id, full if part.amount is None else part.amount)
        for part in e.parts
    ]
    undivided = len(parts) == 1
    entry = answer.entry if answer else 0
    pend(t, None, Strike(t.seq, e.seat, creature.id, entry, parts=parts, undivided=undivided))
