"""Who attacks and defends, who has to, and who does no more (GA-17.26, 17.70 to 17.72)."""

from events.notation.words import quote
from referee.games.grand_archive.attack_targets import attackable, is_attackable
from referee.games.grand_archive.begun_texts import end_all, while_yours
from referee.games.grand_archive.combat import attack_is, obeys
from referee.games.grand_archive.namesakes_and_wither import recount
from referee.games.grand_archive.state import (
    CLOSING,
    Combat,
    GaTable,
    InPlay,
    by_edition,
    card_of,
    combat_of,
    controlled,
    in_r26,
    lineage_of,
)
from referee.games.grand_archive.values import (
    FORCED,
    forbidden,
    has_word,
    is_unit,
    power_of,
)
from referee.parts.lasting_changes import over

# -- attacks that an effect forces ---------------------------------------------------------------


def require_forced(t: GaTable) -> None:
    """A player does not leave the main phase before the units that must attack have done so, or
    tried to (GA-17.26)."""
    state = t.state
    changes = state.changes
    if FORCED not in changes.statics and not changes.on:
        return
    for unit in controlled(t, state.active):
        if unit.rested or unit.id in state.done.tried or not has_word(t, unit, FORCED):
            continue
        if is_unit(t, unit) and (power_of(t, unit) or 0) > 0 and obeys(t, unit):
            if forbidden(t, "attack", unit.id, state.active) or not attackable(
                t, state.active, unit
            ):
                continue
            t.refuse(
                "GA-17.26",
                "{thing} is forced to attack",
                thing=unit.id,
                legal=f"{state.active} attack {quote(unit.id)}",
            )


# -- roles ---------------------------------------------------------------------------------------


def check_roles(t: GaTable) -> None:
    """Who still attacks and defends (GA-17.70, 17.71, 20.8)."""
    combat = combat_of(t.state)
    if combat is None or combat.stage == CLOSING:
        return
    left = [each for each in combat.targets if _defends(t, combat, each)]
    if len(left) != len(combat.targets):
        t.set(combat, "targets", left)
    if not left and not combat.gone and not in_r26(t):
        t.set(combat, "gone", True)


def _defends(t: GaTable, combat: Combat, key: str) -> bool:
    """Whether an object is still a legal target of the attack that it is attacked by."""
    thing = t.state.zones.things.get(key)
    if thing is None or not is_attackable(t, combat.seat, thing):
        return False
    return not has_word(t, thing, "stealth") or attack_is(t, combat, "true sight")


def change_control(t: GaTable, thing: InPlay, seat: str) -> None:
    """An object comes under another player's control; a combatant may be out of combat by that
    (GA-17.72, 21.10)."""
    if thing.controller == seat:
        return
    if card_of(t, thing).is_champion:
        _move_champion(t, thing, seat)
    t.set(thing, "controller", seat)
    if t.state.changes.ends:
        over(t, while_yours(thing.id))
    if t.state.begun:
        end_all(t, while_yours(thing.id))
    if card_of(t, thing).is_unique:
        recount(t)
    combat = combat_of(t.state)
    if combat is None or by_edition(t, "GA-I 14", "attack_goes_on", "leaves_combat") != (
        "leaves_combat"
    ):
        return
    if thing.id == combat.source:
        t.set(combat, "gone", True)
    for name in ("targets", "retaliators"):
        there = getattr(combat, name)
        if thing.id in there:
            t.set(combat, name, [each for each in there if each != thing.id])


def _move_champion(t: GaTable, champion: InPlay, seat: str) -> None:
    """A champion goes over to another player with the cards below it (GA-15.24, 21.10)."""
    players = t.state.players
    old, new = players[champion.controller], players[seat]
    t.set(old, "champions", [each for each in old.champions if each != champion.id])
    t.set(new, "champions", [*new.champions, champion.id])
    t.set(new, "had", True)
    for each in lineage_of(t, champion):
        t.set(each, "controller", seat)
