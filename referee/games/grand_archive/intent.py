"""Attack cards: how they resolve into the intent, and how they leave it (section 14, 17)."""

from referee.games.grand_archive.attack_targets import attackable
from referee.games.grand_archive.combat import declare, weapons_cost
from referee.games.grand_archive.facts import Fizzled
from referee.games.grand_archive.payment import ReservePayment, pay_reserve
from referee.games.grand_archive.places import LAYOUT, into_intent, out_of_intent, size
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    MAIN,
    Activation,
    Combat,
    GaTable,
    InPlay,
    card_of,
    combat_of,
    in_r26,
    opponents,
)
from referee.games.grand_archive.triggers import hand_on
from referee.games.grand_archive.values import (
    TEXTS,
    doubt,
    forbidden,
    has_word,
    is_ally,
    power_of,
    price_of,
    require_not_forbidden,
    reservable,
)
from referee.parts.lasting_changes import begin
from referee.parts.payment import Payment
from referee.parts.responses import take_away


def waiting_attack(t: GaTable, seat: str) -> Activation | None:
    """The attack card on top of the stack that waits for its declaration (GA-14.6)."""
    stack = t.state.waiting.stack
    top = stack[-1] if stack else None
    if not isinstance(top, Activation) or top.seat != seat or top.target:
        return None
    return top if card_of(t, top.card).is_attack else None


def attacks_too_early(t: GaTable, seat: str) -> bool:
    """Whether this is a first turn in which a player attacks nothing yet (R26, GA-3.10)."""
    state = t.state
    return in_r26(t) and state.players[seat].begun == 1 and state.turn < len(state.seats)


def require_attackable(t: GaTable, item: Activation) -> None:
    """What is said to be attacked by an attack card can be: it does not fizzle (GA-14.7).

    Raises:
        Violation: GA-3.10 in a first turn, GA-1.3 where an effect forbids to declare attacks,
            GA-17.5 where there is nothing to attack.
    """
    if attacks_too_early(t, item.seat):
        t.refuse("GA-3.10", "{seat} does not attack in this first turn", seat=item.seat)
    things = t.state.zones.things
    attacker = things.get(item.attacker)
    if attacker is None:
        t.forbid("GA-14.7", "{thing} is gone, which performs {card}", thing=item.attacker,
                 card=item.card)  # fmt: skip
    require_not_forbidden(t, "attack", item.attacker, item.seat)
    if not attackable(t, item.seat, attacker, parts=(things[item.source],)):
        t.refuse("GA-17.5", "there is nothing to attack")


def resolve_attack(t: GaTable, item: Activation) -> None:
    """An attack card resolves: it enters the intent, and the attack is declared at once
    (GA-14.6, 17.11); or it fizzles (GA-14.7, 17.9, 17.12, 17.13).

    Where several targets are possible and nobody said which, it waits in the intent; so it does
    where a weapon could join it, until play goes on (GA-17.21).

    Raises:
        Unsaid: it has waited, and still nobody said what is attacked.
    """
    state = t.state
    thing = state.zones.things[item.source]
    attacker = state.zones.things.get(item.attacker)
    if item.stage != INTENT:
        why, rule = _in_vain(t, item, thing, attacker)
        if why:
            take_away(t, item, "fizzled")
            fizzle_card(t, item, thing, why, rule)
            return
        into_intent(t, thing)
        t.set(thing, "under", item.attacker)
        _strengthen(t, thing)
    assert attacker is not None
    if item.stage != INTENT and not item.target:
        t.set(item, "stage", INTENT)
        return
    take_away(t, item, "took effect")
    if _is_kept_from(t, item):
        t.fact(Fizzled(item.seat, item.card, _KEPT, "GA-14.7"))
        out_of_intent(t, thing)
        return
    if (price := price_of(t, item.seat, "attack", 0, attacker.id)) and not _pays(
        t, item, attacker, price
    ):
        t.fact(Fizzled(item.seat, item.card, "its attack is not paid for", "GA-17.4"))
        out_of_intent(t, thing)
        return
    combat = declare(t, attacker, item, (thing,))
    if (more := weapons_cost(t, combat.uses)) and not _pays(t, item, attacker, more):
        t.refuse("GA-17.4", "its weapons cost {cost}, {seat} has {have:card}", cost=more,
                 seat=item.seat, have=size(t, item.seat, "hand"))  # fmt: skip
    hand_on(t, item, thing.id, "on attack")


ENTERING = "intent power"
"""What a text adds to the power of a card as it enters the intent."""


def _strengthen(t: GaTable, thing: InPlay) -> None:
    """A card enters the intent with more power by the texts that say so (GA-16.20)."""
    for each in list(t.state.changes.statics.get(ENTERING, ())):
        if TEXTS.fits(t, each, thing.id):
            more = TEXTS.amount(t, each, thing.id)
            begin(t, each.source, thing.id, "add", "power", more, until="combat")


def _pays(t: GaTable, item: Activation, attacker: InPlay, cost: int) -> bool:
    """Whether what an attack costs besides is paid: with cards of the hand, and with Reservable
    objects for what it lacks (GA-17.4, 24.31)."""
    hand, could = Payment(cost, size(t, item.seat, "hand")), reservable(t, item.seat)
    if hand.short > len(could):
        return False
    if hand.lacks(len(could) - 1):
        t.trust(f"{item.card}: which Reservable objects rest for its attack")
    paid = ReservePayment(resting=could[: hand.short])
    pay_reserve(t, item.seat, cost, card_of(t, attacker), paid, "GA-17.4")
    return True


def _in_vain(
    t: GaTable, item: Activation, thing: InPlay, attacker: InPlay | None
) -> tuple[str, str]:
    """Why an attack card fizzles, and by which rule; empty where it does not."""
    state = t.state
    if attacker is None or attacker.place != FIELD:
        return "its attacker is gone", "GA-14.7"
    if combat_of(state) is not None:
        return "a combat is on", "GA-17.9"
    if attacks_too_early(t, item.seat):
        return "nobody but the last player attacks in this first turn", "GA-3.10"
    if _is_kept_from(t, item):
        return _KEPT, "GA-14.7"
    late = "GA-17.12" if in_r26(t) else "GA-17.13"
    if state.active != item.seat or state.phase != MAIN:
        return "no combat can begin now", late
    if in_r26(t) and len(state.waiting.stack) > 1:
        return "something else is on the stack", late
    if not attackable(t, item.seat, attacker, parts=(thing,)):
        return "there is nothing to attack", "GA-14.7"
    if not item.target and not in_r26(t) and is_ally(t, attacker):
        power = power_of(t, attacker) or 0
        if power <= 0 and not doubt(t, "power"):
            return f"{attacker.id} has power {power}", "GA-17.3"
    return "", ""


_KEPT = "its attack may not be declared"


def _is_kept_from(t: GaTable, item: Activation) -> bool:
    """Whether an effect forbids the attack of a card, which may be activated all the same, unless a
    judge lets it stand (GA-1.3, 14.7)."""
    return "GA-1.3" not in t.waived and forbidden(t, "attack", item.attacker, item.seat)


def is_plain(t: GaTable, seat: str, attacker: InPlay, thing: InPlay) -> bool:
    """Whether only one thing can be attacked."""
    if has_word(t, thing, "cleave") or has_word(t, attacker, "cleave"):
        return len(opponents(t.state, seat)) == 1
    return len(attackable(t, seat, attacker, parts=(thing,))) == 1


def fizzle_card(t: GaTable, item: Activation, thing: InPlay, why: str, rule: str) -> None:
    """A card on the stack does nothing and goes where it belongs (GA-11.9)."""
    t.fact(Fizzled(item.seat, item.card, why, rule))
    LAYOUT.leave(t, thing)


def end_intents(t: GaTable, combat: Combat) -> None:
    """The cards in the intent go at the end of combat (GA-17.61)."""
    for each in combat.intents:
        thing = t.state.zones.things.get(each)
        if thing is not None and thing.place == INTENT:
            out_of_intent(t, thing)
