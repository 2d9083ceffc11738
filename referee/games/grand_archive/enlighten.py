"""The ability that every champion has: three enlighten counters draw a card (GA-19.4)."""

from events.grand_archive import Ability, Counter, DrawCards
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.facts import AbilityActivated
from referee.games.grand_archive.state import GaTable, InPlay, Item, Used, card_of, stack_is_empty
from referee.games.grand_archive.turn_actions import draw
from referee.games.grand_archive.values import require_not_forbidden
from referee.parts.responses import pend

ENLIGHTEN = "enlighten"
PRICE = 3
"""How many counters it costs."""


def is_meant(t: GaTable, thing: InPlay, e: Ability) -> bool:
    """Whether a line means this ability: by its name, or where the champion has no other."""
    card = card_of(t, thing)
    if not card.is_champion or e.which == ENLIGHTEN:
        return e.which == ENLIGHTEN
    if e.which or e.source not in (thing.id, e.seat) or t.catalog.is_untold(thing.name):
        return False
    return not any(each.when == "activated" for each in t.catalog.by_name[thing.name].effects)


def enlighten(t: GaTable, e: Ability, champion: InPlay) -> None:
    """Three enlighten counters are removed from one's champion; on the stack, a draw is pending.

    Raises:
        Violation: GA-19.4, there are fewer, or it is no champion.
    """
    require_not_forbidden(t, "ability", champion.id, e.seat)
    if not card_of(t, champion).is_champion:
        t.forbid("GA-19.4", "{thing} is no champion", thing=champion.id)
    have = champion.counters.get(ENLIGHTEN, 0)
    if have < PRICE:
        t.forbid("GA-19.4", "{thing} has {have} enlighten counters", thing=champion.id, have=have,
                 legal=f"{PRICE} of them")  # fmt: skip
    _require_nothing_else(t, e)
    change_counters(t, champion, ENLIGHTEN, -PRICE)
    answers = not stack_is_empty(t.state)
    item = Used(t.seq, e.seat, champion.id, card=champion.name, trigger=ENLIGHTEN, hold=e.hold,
                declared=True)  # fmt: skip
    pend(t, None, item)
    t.set(t.state.waiting, "holder", e.seat)
    t.fact(AbilityActivated(e.seat, champion.id, champion.name, ENLIGHTEN, answers))


def _require_nothing_else(t: GaTable, e: Ability) -> None:
    """It has no aims, modes or X, costs nothing but counters and draws just a card; what is said of
    these agrees (25a)."""
    own = (None, e.seat)
    draws = [x for x in e.did if isinstance(x, DrawCards) and x.count in (None, 1)]
    plain = [x for x in draws if x.player in own and x.place in (None, "hand")]
    removes = [x for x in e.pays if isinstance(x, Counter) and x.change in (None, -PRICE)]
    counted = [x for x in removes if x.kind in (None, ENLIGHTEN)]
    for rule, what, said in (
        ("GA-8.7", "is aimed at nothing", e.aims),
        ("GA-8.6", "has no modes", e.mode),
        ("GA-2.36", "has no X", () if e.x is None else (e.x,)),
        ("GA-19.4", "costs 3 enlighten counters", (*e.rest, *e.random, *e.floating)),
        ("GA-19.4", "costs 3 enlighten counters", e.pays if e.pays != tuple(counted[:1]) else ()),
        ("GA-19.4", "draws one card", e.did if e.did != tuple(plain[:1]) else ()),
    ):
        if said:
            t.refuse(rule, "enlightening {what}", what=what)


def is_enlightening(item: Item) -> bool:
    """Whether an ability on the stack is this one."""
    return item.trigger == ENLIGHTEN and not item.effects


def draw_for(t: GaTable, item: Item) -> None:
    """It resolves: its player draws a card."""
    draw(t, item.seat, 1, "GA-19.4")
