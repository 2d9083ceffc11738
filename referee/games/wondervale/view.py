"""A match of Wondervale as people read it; hands and decks are counts, as at the table."""

from collections import Counter
from collections.abc import Iterable

from events.common import Opening
from referee.game import Panel
from referee.games.wondervale.ability import BANK, HAND
from referee.games.wondervale.catalog import Cards
from referee.games.wondervale.setup import STANDARD_HEALTH
from referee.games.wondervale.state import (
    STEP_NAMES,
    Side,
    State,
    Unit,
    WvTable,
    full_health,
    hand_size,
    top,
    units_of,
)
from referee.hidden import HiddenPlace
from referee.house import AnyTable
from referee.light import Track
from referee.table import end_in_words


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, then one for each player."""
    state: State = t.state
    if state.over:
        now = end_in_words(state)
    elif state.active:
        now = f"turn {state.turn}, {state.active}, {STEP_NAMES[state.step]} step"
    else:
        now = "setup"
    return [
        Panel("Match", (("now", now),)),
        *(_panel(t, side) for side in state.sides.values()),
    ]


def hidden(t: AnyTable) -> list[HiddenPlace]:
    """The decks and hands."""
    return [
        HiddenPlace(f"{side.seat}.{place}", side.hidden, (place,))
        for side in t.state.sides.values()
        for place in ("hand", "deck")
    ]


def _panel(t: WvTable, side: Side) -> Panel:
    hidden = side.hidden
    health = f"{side.health} health" if t.state.health else "health not set"
    known = _listed(hidden.known("hand").items())
    rows = [
        ("Champion", f"{health}, units defeated {side.defeated}"),
        ("hand", f"{hand_size(side)}" + (f", known: {known}" if known else "")),
        ("deck", str(hidden.size("deck"))),
        ("bank", _listed(Counter(side.bank).items()) or "empty"),
        ("battle", _unit(t, side.battle) if side.battle else "open"),
        *(("bench", _unit(t, unit)) for unit in side.bench),
        ("discard", _listed(Counter(side.discard).items()) or "empty"),
        ("defeated", _listed(Counter(side.defeat_pile).items()) or "none"),
    ]
    return Panel(side.seat, tuple(rows))


def _unit(t: WvTable, unit: Unit) -> str:
    full = full_health(t, unit)
    name = unit.cards[-1] if unit.cards[-1] == unit.id else f"{unit.cards[-1]} ({unit.id})"
    ready = "" if unit.vertical else ", horizontal"
    card = top(t.catalog, unit)
    tribes = _listed(Counter(unit.tribes).items())
    return (
        f"{name} {full - unit.damage}/{full} health, power {card.power}, "
        f"+{card.offense}/+{card.defense}{ready}" + (f" [{tribes}]" if tribes else "")
    )


def _listed(cards: Iterable[tuple[str, int]]) -> str:
    return ", ".join(n if c == 1 else f"{n} x{c}" for n, c in sorted(cards))


def names(t: AnyTable) -> list[str]:
    """What a scorekeeper may name: cards, units, places, seats, and what offers something."""
    cards: Cards = t.catalog
    units = [unit.id for side in t.state.sides.values() for unit in units_of(side)]
    offers = [due.source for due in t.state.due]
    words = ("deck", "discard", BANK, HAND)
    return sorted({*cards.character, *cards.tribe_of, *units, *offers, *t.state.seats, *words})


def called(t: AnyTable) -> dict[str, list[str]]:
    """Units by their topmost card, which is what lies face up (WV-6.9)."""
    found: dict[str, list[str]] = {}
    for side in t.state.sides.values():
        for unit in units_of(side):
            found.setdefault(unit.cards[-1], []).append(unit.id)
    return found


def traits(cards: Cards) -> dict[str, dict[str, str]]:
    """What statistics may group cards by."""
    found = {
        c.name: {"kind": "character", "level": c.level, "tribe": c.tribe} for c in cards.characters
    }
    found |= {c.name: {"kind": "tribe card", "tribe": c.tribe} for c in cards.tribe_cards}
    return found


def healths(t: AnyTable) -> dict[str, int]:
    """The health of each Champion, once it is set (WV-1.1)."""
    state: State = t.state
    return {seat: side.health for seat, side in state.sides.items()} if state.health else {}


def tracks(cards: Cards, opening: Opening) -> tuple[Track, ...]:
    """The health of each Champion (WV-1.1, 2.1)."""
    seats = tuple(each.seat for each in opening.seats)
    start = dict.fromkeys(seats, STANDARD_HEALTH)
    return (Track("health", seats, start, (-10, -20, -30, -50, 10), 0, falls=True, rule="WV-1.1"),)
