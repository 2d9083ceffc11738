"""Harm, wounds, and who loses (section 17), with what damage does (section 16)."""

from referee.fact import ScoreChanged
from referee.games.tower_wizwar.facts import (
    DamageAssigned,
    DrainMoved,
    Expended,
    HarmChanged,
    WizardLost,
    WoundsChanged,
)
from referee.games.tower_wizwar.places import goes
from referee.games.tower_wizwar.state import (
    WOUNDS,
    InPlay,
    TwTable,
    card_of,
    stands,
    tower_of,
)
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.values import WIZARD, forbidden, has_word, might_of


def expend(t: TwTable, thing: InPlay, rule: str = "TW-8.4") -> None:
    """A card is expended (TW-8.1), unless an effect in force forbids that (TW-19.12)."""
    if thing.expended or forbidden(t, "expend", thing.id):
        return
    t.set(thing, "expended", True)
    t.set(thing, "spent", t.seq)
    t.fact(Expended(thing.id, True, rule))
    report(t, "expended", thing.id)


def renew(t: TwTable, thing: InPlay, rule: str = "TW-8.5") -> None:
    """A card is renewed (TW-8.5)."""
    if thing.expended:
        t.set(thing, "expended", False)
        t.fact(Expended(thing.id, False, rule))
        report(t, "renewed", thing.id)


def drain(t: TwTable, seat: str, change: int, rule: str) -> int:
    """The drain counter moves, never below 0 (TW-6.3, 6.4, 6.8, 6.9); by how much it did."""
    side = t.state.sides[seat]
    left = max(0, side.drain + change)
    moved = left - side.drain
    if moved:
        t.set(side, "drain", left)
        t.fact(DrainMoved(seat, moved, left, rule))
    return moved


def drain_steps(t: TwTable) -> int:
    """How many steps of the counter one drain is, where a rule gives or takes some (TW-I 17)."""
    return 3 if t.choice["TW-I 17"] == "surcharge_points" else 1


# -- cards ---------------------------------------------------------------------------------------


def from_pool(t: TwTable, colour: str, change: int) -> int:
    """So many tokens as come of those that are to come: no more than a limited pool still has
    (TW-7.1, I 19)."""
    most = t.state.pools.get(colour)
    if most is None or change <= 0:
        return change
    things, sides = t.state.zones.things.values(), t.state.sides.values()
    if colour == "harm":
        out = sum(each.harm for each in things) + sum(each.harm for each in sides)
    else:
        out = sum(each.tokens.get(colour, 0) for each in things)
    return min(change, max(0, most - out))


def put_harm(t: TwTable, thing: InPlay, change: int, cause: str, rule: str = "TW-19.6") -> None:
    """Harm comes onto a card, or goes; a card of Might 00 gets none (TW-16.4)."""
    if not change or (change > 0 and not might_of(t, thing)):
        return
    change = from_pool(t, "harm", change)
    if not change:
        return
    left = thing.harm + change
    t.set(thing, "harm", left)
    t.fact(HarmChanged(thing.id, change, left, cause, rule))
    if change > 0:
        report(t, "harmed", thing.id)


def put_wounds(t: TwTable, thing: InPlay, change: int, cause: str, rule: str = "TW-19.6") -> None:
    """Wounds come onto a card, or go; the third ends it (TW-1.1, 17.2)."""
    if not change:
        return
    left = thing.wounds + change
    t.set(thing, "wounds", left)
    t.fact(WoundsChanged(thing.id, thing.controller, change, left, cause, rule))
    if change > 0:
        report(t, "wounded", thing.id)
    if left >= WOUNDS:
        destroy(t, thing, "TW-17.2")


def destroy(t: TwTable, thing: InPlay, rule: str) -> None:
    """A card leaves play as one with three wounds does (TW-17.2)."""
    goes(t, thing, rule)


def turn_harm(t: TwTable, thing: InPlay, count: int, cause: str, rule: str = "TW-19.6") -> None:
    """Harm on a card becomes wounds (TW-17.1)."""
    put_harm(t, thing, -count, cause, rule)
    put_wounds(t, thing, count, cause, rule)


def damage_card(t: TwTable, thing: InPlay, amount: int, source: str) -> int:
    """Damage of an effect on a card: harm for each full Might (TW-16.2 to 16.6); the harm."""
    might = might_of(t, thing)
    if not amount and t.choice["TW-I 63"] == "no":
        return 0
    if has_word(t, thing, "ephemeral") and (not might or t.choice["TW-I 64"] != "only_might_00"):
        t.fact(DamageAssigned(thing.id, amount, 0, might, source, "TW-16.6"))
        goes_back(t, thing, "TW-16.6")
        return 0
    harm = amount // might if might else 0
    rule = "TW-16.2" if might else "TW-16.4"
    t.fact(DamageAssigned(thing.id, amount, harm, might, source, rule))
    expend(t, thing, "TW-16.3")
    report(t, "damaged", thing.id)
    put_harm(t, thing, harm, source, rule)
    return harm


def goes_back(t: TwTable, thing: InPlay, rule: str) -> None:
    """A card in play goes back to its owner's hand; a non-spell card to the aether (TW-16.6)."""
    kind = card_of(t, thing).kind
    if kind in ("celestial", "orbital"):
        goes(t, thing, rule)
    elif kind == "tower":
        goes(t, thing, rule, thing.owner, "towers", "bottom")
    else:
        goes(t, thing, rule, thing.owner, "hand", "anywhere")


# -- wizards -------------------------------------------------------------------------------------


def harm_wizard(t: TwTable, seat: str, change: int, cause: str, rule: str = "TW-17.5") -> None:
    """Harm comes onto a wizard, or goes (TW-17.4, 17.5)."""
    side = t.state.sides[seat]
    change = from_pool(t, "harm", change)
    if change:
        t.set(side, "harm", side.harm + change)
        t.fact(HarmChanged(seat, change, side.harm, cause, rule))
        t.fact(ScoreChanged(seat, "harm", side.harm))
        if change > 0:
            report(t, "wizard harmed", seat, seat)


def wound_wizard(t: TwTable, seat: str, change: int, cause: str, rule: str = "TW-17.5") -> None:
    """A wizard is wounded, or healed; with the third wound it loses (TW-17.6)."""
    side = t.state.sides[seat]
    if not change:
        return
    t.set(side, "wounds", side.wounds + change)
    t.fact(WoundsChanged(seat, seat, change, side.wounds, cause, rule))
    t.fact(ScoreChanged(seat, "wounds", side.wounds))
    if change > 0:
        report(t, "wizard wounded", seat, seat)
    if side.wounds >= WOUNDS:
        lose(t, seat, "three wounds", "TW-17.6")


def turn_by_celestial(t: TwTable, seat: str, card: str) -> None:
    """A celestial turns one harm of a wizard into a wound, if there is any (TW-13.5, I 44)."""
    if t.state.sides[seat].harm:
        harm_wizard(t, seat, -1, card)
        wound_wizard(t, seat, 1, card)
    elif t.choice["TW-I 44"] == "wound_anyway":
        wound_wizard(t, seat, 1, card)


def damage_wizard(t: TwTable, seat: str, amount: int, source: str) -> int:
    """Damage of an effect on a wizard, which counts Might 7 (TW-16.3), or on the tower that
    stands in for it (TW-I 76); the harm."""
    tower = tower_of(t, seat)
    if tower is not None and t.choice["TW-I 76"] == "tower_takes_it":
        return damage_card(t, tower, amount, source)
    harm = amount // WIZARD[1]
    t.fact(DamageAssigned(seat, amount, harm, WIZARD[1], source, "TW-16.3"))
    harm_wizard(t, seat, harm, source, "TW-16.3")
    return harm


def lose(t: TwTable, seat: str, cause: str, rule: str) -> None:
    """A wizard loses (TW-17.6, 17.7, 17.10); what follows, follows when the entry is done, for all
    who have lost with it (``losing.settle``)."""
    state = t.state
    if not stands(state, seat):
        return
    t.set(state.sides[seat], "lost", t.seq)
    t.item(state.losing, seat, "lost")
    t.fact(WizardLost(seat, cause, rule))
