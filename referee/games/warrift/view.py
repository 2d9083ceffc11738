"""A match of WarRift as people read it; hands and decks are counts, as at the table."""

from referee.game import Panel
from referee.games.warrift.catalog import Cards
from referee.games.warrift.places import pile
from referee.games.warrift.state import STEP_NAMES, State, hand_size, monsters
from referee.house import AnyTable


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, the monsters, then one for each player."""
    state: State = t.state
    now = f"over: {state.over}" if state.over else f"turn {state.turn}, {state.active}"
    rows = [("now", now), ("step", STEP_NAMES[state.phase]), ("rotation", str(state.rotation))]
    found = [Panel("Match", tuple(rows))]
    found.append(Panel("Monsters", tuple((each.id, "") for each in monsters(t))))
    for seat, side in state.sides.items():
        found.append(
            Panel(
                seat,
                (
                    ("points", str(side.points)),
                    ("magicka", str(side.magicka)),
                    ("hand", str(hand_size(state, seat))),
                    ("selection", ", ".join(pile(t, f"{seat}.selection"))),
                ),
            )
        )
    return found


def names(t: AnyTable) -> list[str]:
    """What a scorekeeper may name: cards, what is in play, seats."""
    cards: Cards = t.catalog
    return sorted({*cards.names, *t.state.zones.things, *t.state.seats})


def called(t: AnyTable) -> dict[str, list[str]]:
    """What is in play, by the name of its card."""
    found: dict[str, list[str]] = {}
    for thing in t.state.zones.things.values():
        found.setdefault(thing.name, []).append(thing.id)
    return found


def traits(cards: Cards) -> dict[str, dict[str, str]]:
    """What statistics may group cards by."""
    return {
        card.name: {
            "kind": card.kind,
            "tier": str(getattr(card, "tier", "")),
            **({"class": card.cls} if hasattr(card, "cls") else {}),
        }
        for card in cards.all()
    }
