"""What effects are aimed at: beforehand, and anew under a Forcefield (WR-14.20, 14.21, 15.3)."""

from events.warrift import Permit, ReAim
from referee.english import one_of
from referee.games.warrift.effects.protection import aims_kept_off, forcefields
from referee.games.warrift.effects.resolution import is_field_alone, name_of
from referee.games.warrift.handlers import handles
from referee.games.warrift.state import Effective, WrTable, teammates
from referee.games.warrift.time_to_act import require_begun
from referee.games.warrift.window import changed
from referee.parts.effects import Doing, Run, declare
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import Saying, asks_of_paid


def require_declared(t: WrTable, pending: Effective) -> None:
    """What a card is aimed at when it is played, and its modes and X, fit its effects (WR-15.3)."""
    card = name_of(t, pending)
    effects = [compiled_effect(t, card, at) for at in pending.effects]
    for found in effects:
        asked = found.aims or found.modes or found.x is not None
        if asked and not found.effect.text_alone:
            doing = Doing(pending.seat, pending.source, (), pending.aims, pending.mode, pending.x)
            with t.tried():
                declare(t, found, doing)
            return
    if any(found.free for found in effects):
        return
    field = any(is_field_alone(t, found) for found in effects)
    for each in pending.aims if field else ():
        if each not in t.state.seats:
            legal = one_of(t.state.seats)
            t.forbid("WR-14.18", "{aim} is no player", aim=each, legal=legal)
    if field and pending.aims and not asks_of_paid(t):
        return  # formerly no notice was taken of what is said beyond that
    if field and len(pending.aims) > 1:
        t.refuse("WR-15.3", "{card} covers 1 player, {count:is|are} named", card=card,
                 count=len(pending.aims))  # fmt: skip
        t.set(pending, "aims", pending.aims[:1])
    # what a ruling lets stand of these is said of nothing, and its effects do not ask for it
    if pending.aims and not field:
        t.refuse("WR-15.3", "{card} is aimed at nothing", card=card)
        t.set(pending, "aims", ())
    if pending.mode:
        t.refuse("WR-15.3", "{card} has no modes", card=card)
        t.set(pending, "mode", ())
    if pending.x is not None:
        t.refuse("WR-15.3", "{card} has no X", card=card)
        t.set(pending, "x", None)


def require_aims_as_declared(t: WrTable, pending: Effective, say: Saying) -> None:
    """The aims of a line are those that were declared, or new ones for those that were kept off
    (WR-14.21)."""
    if not pending.aims or not say.aims or say.aims == pending.aims:
        return
    kept = aims_kept_off(t, pending)
    new = [each for each in say.aims if each not in pending.aims]
    old = [each for each in pending.aims if each not in say.aims]
    if any(each not in kept for each in old) or len(new) > len(old):
        why = "it is aimed at {declared}, logged {logged}"
        said = ", ".join(say.aims)
        t.refuse("WR-15.3", why, declared=", ".join(pending.aims), logged=said)
    for each in new:
        _require_new_aim(t, pending, each)


@handles
def re_aim(t: WrTable, e: ReAim) -> None:
    """An effect whose aim came under a Forcefield is aimed at another player (WR-14.21)."""
    require_begun(t, e.seat)
    pending = changed(t, e)
    if not isinstance(pending, Effective):
        t.forbid("WR-14.21", "no effect is pending that could be aimed anew")
    if pending.seat != e.seat:
        t.refuse("WR-14.21", "its controller aims it anew", legal=pending.seat)
    kept = aims_kept_off(t, pending)
    if not kept:
        t.forbid("WR-14.21", "no Forcefield keeps {source} off", source=pending.source)
    if not e.player:
        return
    _require_new_aim(t, pending, e.player)
    aims = tuple(e.player if each == kept[0] else each for each in pending.aims)
    t.set(pending, "aims", aims)
    t.push(pending.turned, t.seq)


def _require_new_aim(t: WrTable, pending: Effective, player: str) -> None:
    """Another player whom the text allows and nothing protects (WR-14.21, WR-I 64)."""
    state, card = t.state, name_of(t, pending)
    if player not in state.seats:
        t.forbid("WR-14.21", "{player} does not play", player=player)
    if player in pending.aims:
        t.refuse("WR-14.21", "it is aimed at {player} already", player=player)
    if t.choice["WR-I 64"] == "opponents_of_its_controller":
        mates = t.choice["WR-I 73"] != "as_an_opponent" and teammates(state, pending.seat, player)
        if player == pending.seat or mates:
            t.refuse("WR-14.21", "{player} is no opponent", player=player)
    if player != pending.seat and forcefields(t, player) and player not in pending.permitted:
        t.refuse("WR-14.20", "{player} is under a Forcefield", player=player)
    for at in pending.effects:
        found = compiled_effect(t, card, at)
        if found.aims:
            run = Run(t, found, Doing(pending.seat, pending.source))
            if not any(aim.fits(run, player) for aim in found.aims):
                t.refuse("WR-15.3", "{card} is not aimed at {player}", card=card, player=player)
            return


@handles
def permit(t: WrTable, e: Permit) -> None:
    """A protected player lets an effect through (WR-14.20)."""
    require_begun(t, e.seat)
    if t.choice["WR-I 63"] == "card_text_only":
        t.refuse("WR-14.20", "the text of a card permits, not a player")
    pending = changed(t, e)
    if not isinstance(pending, Effective) or pending.seat == e.seat:
        t.forbid("WR-14.20", "no effect of another is pending that {seat} could permit",
                 seat=e.seat)  # fmt: skip
    if not forcefields(t, e.seat):
        t.forbid("WR-14.20", "{seat} is under no Forcefield", seat=e.seat)
    if e.seat not in pending.permitted:
        t.push(pending.permitted, e.seat)
