"""Section 6: laying, upgrading and promoting characters."""

from events.notation.words import quote
from events.wondervale import Lay, Promote, Upgrade
from referee.english import one_of
from referee.fact import UnitEntered
from referee.games.wondervale.cards import (
    require_in_bank,
    require_known,
    show_from_hand,
    take,
)
from referee.games.wondervale.catalog import Character
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.harm import defeat_fallen
from referee.games.wondervale.possible import swappable, way_on
from referee.games.wondervale.state import (
    BENCH_LIMIT,
    DEPLOY,
    Side,
    Unit,
    WvTable,
    find_unit,
    ready_bench,
    unit_of,
)
from referee.games.wondervale.turn import go_on, require_turn


def require_unit(t: WvTable, side: Side, unit_id: str, rule: str) -> Unit:
    """A unit on a player's own battlefield."""
    unit = find_unit(side, unit_id)
    if unit is None:
        t.forbid(rule, "{seat} has no unit {unit}", seat=side.seat, unit=unit_id)
    return unit


def refuse_horizontal(t: WvTable, unit: Unit, others: list[Unit]) -> None:
    """WV-5.4: only vertical units enter battle or are upgraded; some others might."""
    legal = one_of([other.id for other in others])
    t.refuse("WV-5.4", "{unit} is horizontal", unit=unit.id, legal=legal)


def require_count(t: WvTable, rule: str, tribes: int, attached: int, value: int) -> None:
    """Just so many tribe cards as bring those attached up to the value (WV-5.6, 6.4)."""
    missing = max(0, value - attached)
    if tribes != missing:
        t.refuse(
            rule,
            "{have:tribe card} added to {attached}, value {value}",
            have=tribes,
            attached=attached,
            value=value,
            legal=f"exactly {missing}",
        )


# -- laying ------------------------------------------------------------------------------------


@handles
def lay(t: WvTable, e: Lay) -> None:
    """WV-6.2: an apprentice goes to the bench, paid from the bank (WV-5.2, 5.5, 5.6)."""
    side = require_turn(t, e.seat, DEPLOY)
    apprentice = _require_apprentice(t, e.card)
    if len(side.bench) >= BENCH_LIMIT:
        t.refuse(
            "WV-5.2",
            "the bench holds {have:unit}; at most {limit}",
            have=len(side.bench),
            limit=BENCH_LIMIT,
        )
    require_count(t, "WV-5.6", len(e.tribes), 0, apprentice.value)
    require_in_bank(t, side, e.tribes, "WV-5.5")
    show_from_hand(t, side, (e.card,))
    take(side.bank, e.tribes)
    number = side.laid.get(e.card, 0) + 1
    side.laid[e.card] = number
    unit = Unit(unit_of(e.card, number), [e.card], list(e.tribes))
    side.bench.append(unit)
    go_on(t, DEPLOY)
    t.fact(UnitEntered(e.seat, unit.id, e.card, "laid", "WV-6.2"))


def _require_apprentice(t: WvTable, card: str) -> Character:
    require_known(t, (card,))
    character = t.catalog.character.get(card)
    if character is None or character.level != "apprentice":
        t.forbid(
            "WV-6.2",
            "{card} is {level}; only apprentices are laid from hand",
            card=card,
            level=f"a {character.level}" if character else "a tribe card",
        )
    return character


# -- upgrading ---------------------------------------------------------------------------------


@handles
def upgrade(t: WvTable, e: Upgrade) -> None:
    """WV-6.3 to 6.7: a guardian or hero on the card that it follows; it may be the unit's end."""
    side = require_turn(t, e.seat, DEPLOY)
    unit, character = _require_upgradable(t, side, e)
    require_count(t, "WV-6.4", len(e.tribes), len(unit.tribes), character.value)
    require_in_bank(t, side, e.tribes, "WV-5.5")
    show_from_hand(t, side, (e.card,))
    take(side.bank, e.tribes)
    unit.cards.append(e.card)
    unit.tribes += e.tribes
    unit.upgraded = t.state.turn
    go_on(t, DEPLOY)
    t.fact(UnitEntered(e.seat, unit.id, e.card, "upgraded", "WV-6.3"))
    if unit.damage:
        defeat_fallen(t, side, "")


def _require_upgradable(t: WvTable, side: Side, e: Upgrade) -> tuple[Unit, Character]:
    """The unit and the card that goes on it, by the unit's cards and what it has done."""
    require_known(t, (e.card,))
    unit = require_unit(t, side, e.unit, "WV-6.3")
    character = t.catalog.character.get(e.card)
    if character is None or not character.follows:
        t.forbid(
            "WV-6.3",
            "{card} is {level}; a unit is upgraded with a guardian or a hero",
            card=e.card,
            level="an apprentice" if character else "a tribe card",
        )
    if character.level in (t.catalog.character[card].level for card in unit.cards):
        t.refuse(
            "WV-6.7",
            "{unit} already has a {level}",
            unit=unit.id,
            level=character.level,
        )
    if character.follows != unit.cards[-1]:
        t.refuse(
            "WV-6.3",
            "{card} goes on {follows}; the topmost card of {unit} is {top}",
            card=e.card,
            follows=character.follows,
            unit=unit.id,
            top=unit.cards[-1],
        )
    if not unit.vertical:
        refuse_horizontal(t, unit, [])
    if unit.upgraded == t.state.turn:
        t.refuse("WV-6.6", "{unit} was already upgraded this turn", unit=unit.id)
    return unit, character


# -- promoting ---------------------------------------------------------------------------------


@handles
def promote(t: WvTable, e: Promote) -> None:
    """WV-6.8: to the open battle position (WV-5.1, 5.4)."""
    side = require_turn(t, e.seat, DEPLOY)
    unit = require_unit(t, side, e.unit, "WV-6.8")
    if side.battle is not None:
        can_swap = unit in swappable(t, side)
        t.forbid(
            "WV-5.1",
            "{unit} holds the battle position",
            unit=side.battle.id,
            legal=f"{e.seat} swap {quote(unit.id)}" if can_swap else way_on(t),
        )
    if not unit.vertical:
        refuse_horizontal(t, unit, ready_bench(side))
    side.bench.remove(unit)
    side.battle = unit
    go_on(t, DEPLOY)
    t.fact(UnitEntered(e.seat, unit.id, unit.cards[-1], "promoted", "WV-6.8"))
