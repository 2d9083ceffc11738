"""A match of Tower-WizWar as people read it; hands, pools and decks are counts, as at the table."""

from collections.abc import Iterator

from referee.game import Panel
from referee.games.tower_wizwar.catalog import Cards
from referee.games.tower_wizwar.drawing import deck_size, discard_size
from referee.games.tower_wizwar.places import pile, size, spells_in
from referee.games.tower_wizwar.reckoning import might_of, power_of
from referee.games.tower_wizwar.state import (
    PHASE_NAMES,
    SPOTS,
    InPlay,
    TwTable,
    card_of,
    controlled,
    stack_at,
)
from referee.house import AnyTable

Row = tuple[str, str]


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, and one for each wizard."""
    rows = [("now", f"turn {t.state.turn}, {t.state.active}, {PHASE_NAMES[t.state.phase]}")]
    if t.state.over:
        rows = [("now", f"over: {t.state.over}, {t.state.winner or 'nobody'} wins")]
    found = [Panel("Match", tuple(rows))]
    return [*found, *(Panel(seat, tuple(_wizard(t, seat))) for seat in t.state.seats)]


def _wizard(t: TwTable, seat: str) -> Iterator[Row]:
    side = t.state.sides[seat]
    yield "wizard", f"harm {side.harm}, wounds {side.wounds}, drain {side.drain}"
    hand, pool = spells_in(t, seat, "hand"), spells_in(t, seat, "pool")
    yield "cards", f"hand {hand}, pool {pool}, front {size(t, seat, 'front')}"
    yield "decks", f"deck {deck_size(t, seat)}, discard {discard_size(t, seat)}"
    yield "towers", ", ".join(reversed(pile(t, seat, "towers"))) or "none"
    for spot in SPOTS:
        for thing in stack_at(t, seat, spot):
            yield spot, _thing(t, thing)


def _thing(t: TwTable, thing: InPlay) -> str:
    said = [thing.id]
    if card_of(t, thing).stats is not None:
        said.append(f"{power_of(t, thing):02}/{might_of(t, thing):02}")
    said += [f"{n} {word}" for word, n in (("harm", thing.harm), ("wounds", thing.wounds)) if n]
    if thing.expended:
        said.append("expended")
    return ", ".join(said)


def names(t: AnyTable) -> list[str]:
    """What a scorekeeper may name: cards, what is in play, spots, seats, effects and modes."""
    cards: Cards = t.catalog
    things = t.state.zones.things
    return sorted({*cards.names, *cards.labels, *things, *t.state.seats, *called(t), *SPOTS})


def called(t: AnyTable) -> dict[str, list[str]]:
    """What is in play, by the name of its card and by its spot."""
    found: dict[str, list[str]] = {}
    for seat in t.state.seats:
        for thing in controlled(t, seat):
            found.setdefault(thing.name, []).append(thing.id)
            found[f"{seat}.{thing.spot}"] = [thing.id]
    return found


def traits(cards: Cards) -> dict[str, dict[str, str]]:
    """What statistics may group cards by."""
    return {
        card.name: {
            "kind": card.kind,
            "element": card.element,
            **{n: str(getattr(card, n)) for n in ("spellbook", "cost") if hasattr(card, n)},
        }
        for card in cards.all()
    }
