"""What effects cost: mana with the surcharge, and the steps of the drain counter (section 6)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.tower_wizwar import PayMana
from referee.games.tower_wizwar.harm import drain
from referee.games.tower_wizwar.mana import Price, can_pay, count_use, pay
from referee.games.tower_wizwar.prices import surcharge
from referee.games.tower_wizwar.state import TwTable
from referee.games.tower_wizwar.values import READING
from referee.parts.effects import CompiledEffect, Doing, Run
from referee.parts.effects.schema import word_of
from referee.parts.layers import price_now

Values = Mapping[str, Any]
Spelled = Callable[[str], str]


def mana(
    r: Run, count: int = 0, cards: Sequence[str] = (), unnamed: int = 0, wizard: str | None = None
) -> int:
    """Mana is paid: of an activation with the surcharge, and the counter moves by one step
    (TW-6.3, 6.5); any other payment moves it too (TW-6.4).

    Raises:
        Violation: it is too little (TW-4.8, 6.5), or the cards cannot be in that pool.
        Unsaid: nobody said what is paid with.
    """
    t, payer = r.t, wizard or r.seat
    if count < 0:
        r.forbid("nobody pays {count} mana", count=count)
    activation = activates(r, payer)
    price, extra = asked(r, count, payer)
    purpose = "activation" if activation else "payment"
    if r.compiled.effect.text_alone:
        price = max(price, len(cards) + unnamed)
    rule = "TW-6.5" if activation else "TW-4.8"
    pay(t, payer, Price(price, extra, rule), cards, unnamed, purpose)
    if activation:
        drain(t, payer, 1, "TW-6.3")
    else:
        count_use(t, payer, price, purpose)
    return count


def activates(r: Run, payer: str) -> bool:
    """Whether this is the mana of an activation, and no other payment."""
    own = r.list == "payment" and payer == r.seat
    return own and r.doing.trigger == "activated" and "mana" not in r.done


def asked(r: Run, count: int, payer: str) -> tuple[int, int]:
    """How much mana that is now, as printed, as changed and with the surcharge; and that alone
    (TW-6.2, 6.5, 6.7)."""
    t = r.t
    if not activates(r, payer):
        extra = surcharge(t, payer) if count and t.choice["TW-I 15"] == "every_payment" else 0
        return count + extra, extra
    if t.state.changes.on or t.state.changes.statics:
        count = price_now(t, READING, payer, "activate", count, r.doing.source)
    extra = surcharge(t, payer)
    return count + extra, extra


def within_reach(t: TwTable, compiled: CompiledEffect, doing: Doing) -> bool:
    """Whether a wizard has the mana that an effect asks for ahead of all else, where its card says
    how much (TW-4.7)."""
    first = compiled.cost[0] if compiled.cost else None
    if first is None or first.outcome is not PayMana or first.tests or first.each or first.may:
        return True
    printed: list[Any] = [one for one in compiled.effect.cost if word_of(type(one)) == first.word]
    count = printed[0].count if printed else 0  # an activation without a price: the surcharge
    if not isinstance(count, int) or (printed and printed[0].wizard):
        return True
    r = Run(t, compiled, doing)
    r.list = "payment"
    return can_pay(t, r.seat, asked(r, count, r.seat)[0])


def with_unnamed(r: Run, values: Values, spelled: Spelled) -> int:
    """Where a line is made up, its mana is not named."""
    if r.chooser is None or any(r.log):
        return 0
    price = asked(r, values["count"], values.get("wizard") or r.seat)[0]
    r.open = r.open or price > 0
    return price


def none_named(r: Run, values: Values, spelled: Spelled) -> tuple[str, ...]:
    """No cards, where nobody said any."""
    return ()
