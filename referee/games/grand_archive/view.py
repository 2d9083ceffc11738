"""A match of Grand Archive as people read it; of hands and memories, what all know of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from events.common import Opening
from referee.english import counted
from referee.game import Panel
from referee.games.grand_archive.catalog import Cards
from referee.games.grand_archive.decks import SIDEBOARD
from referee.games.grand_archive.effects.vocabulary import VOCABULARY
from referee.games.grand_archive.lineages import life_left
from referee.games.grand_archive.places import pile, size
from referee.games.grand_archive.state import (
    BEFORE,
    PHASE_NAMES,
    AnyPending,
    Combat,
    GaTable,
    InPlay,
    Item,
    controlled,
    lineage_of,
    mastery_of,
    objects,
)
from referee.games.grand_archive.values import enabled, level_of, life_of, power_of
from referee.house import AnyTable
from referee.light import Track
from referee.parts.effects.piled import shared
from referee.table import end_in_words

Row = tuple[str, str]


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, the stack, and one for each player."""
    found = [Panel("Match", tuple(_match(t)))]
    if t.state.waiting.stack:
        rows = [("waits", f"{_waits(t, e)} (entry {e.entry})") for e in t.state.waiting.stack]
        found.append(Panel("Stack, newest first", tuple(reversed(rows))))
    return [*found, *(Panel(seat, tuple(_player(t, seat))) for seat in t.state.seats)]


def _match(t: GaTable) -> Iterator[Row]:
    state = t.state
    if state.over:
        yield "now", end_in_words(state)
    elif state.phase == BEFORE:
        yield "now", "before the first turn"
    else:
        now = f"turn {state.turn}, {state.active}, {PHASE_NAMES[state.phase]}"
        yield "now", now + _on_top(state.waiting.stack)
    if state.overtime > 0:
        yield "overtime", f"{state.overtime - 1} turns after this one"
    elif state.overtime:
        yield "overtime", "time was called, and no game begins"


def _on_top(stack: Sequence[AnyPending]) -> str:
    """What the next line lets take effect, unless it answers it."""
    if not stack:
        return ""
    top = stack[-1]
    if isinstance(top, Combat):
        what = f"the attack of {top.source} on {', '.join(top.targets) or 'nothing'}"
    else:
        what = top.card + (f", {top.trigger}," if top.trigger not in ("", "played") else "")
    below = f", above {counted(len(stack) - 1, 'other')}" if len(stack) > 1 else ""
    return f"; {what} waits on the stack{below}"


def _waits(t: GaTable, pending: AnyPending) -> str:
    if isinstance(pending, Combat):
        step = pending.stage or "retaliation"
        used = [*pending.intents, *pending.uses]
        with_ = f" with {', '.join(used)}" if used else ""
        against = pending.retaliators
        verb = "retaliates" if len(against) == 1 else "retaliate"
        back = f", {', '.join(against)} {verb}" if against else ""
        targets = ", ".join(pending.targets) or "nothing"
        return f"{pending.source} attacks {targets}{with_}{back} ({step})"
    aimed = f" on {', '.join(pending.aims)}" if pending.aims else ""
    how = f", {pending.trigger}" if pending.trigger not in ("", "played") else ""
    return f"{pending.seat}: {pending.card}{how}{aimed}"


def _player(t: GaTable, seat: str) -> Iterator[Row]:
    side = t.state.players[seat]
    things = t.state.zones.things
    for key in side.champions:
        champion = things[key]
        life = life_of(t, champion) or 0
        yield (
            "champion",
            (
                f"{champion.name}, Lv {level_of(t, champion)}, "
                f"life {life - champion.damage} of {life}"
                f"{_state(champion)}"
            ),
        )
        inner = lineage_of(t, champion)
        if inner:
            yield "lineage", ", ".join(each.name for each in inner)
    if not side.champions:
        yield "champion", "lost" if side.lost else "none yet"
    elements = sorted(enabled(t, seat) - {"norm", "exalted"})
    yield "elements", ", ".join(elements) or "norm only"
    yield "hand", f"{_private(t, seat, 'hand')}; memory {_private(t, seat, 'memory')}"
    yield "decks", f"main {size(t, seat, 'deck')}, material {size(t, seat, 'material')}"
    field = [each for each in controlled(t, seat) if each.id not in side.champions]
    yield "field", "; ".join(_thing(t, each) for each in field) or "empty"
    yield "graveyard", _listed(pile(t, seat, "graveyard")) or "empty"
    down = size(t, seat, "facedown")
    banished = _listed(pile(t, seat, "banishment")) + (f", {down} face down" if down else "")
    if banished:
        yield "banishment", banished.removeprefix(", ")
    if side.mastery:
        yield "mastery", f"{side.mastery} {side.direction}".strip()


def _private(t: GaTable, seat: str, place: str) -> str:
    """How many cards a private place holds, and those that all know to lie there."""
    hidden = t.state.zones.hidden
    known = list(Counter(hidden.known(f"{seat}.{place}")).elements())
    return f"{size(t, seat, place)}" + (f" (known: {_listed(known)})" if known else "")


def _thing(t: GaTable, thing: InPlay) -> str:
    power, life = power_of(t, thing), life_of(t, thing)
    stats = f" {power if power is not None else '-'}/{life}" if life is not None else ""
    if life is None and power is not None:
        stats = f" {power}"
    if thing.damage:
        stats += f" ({thing.damage} damage)"
    return f"{thing.id}{stats}{_state(thing)}"


def _state(thing: InPlay) -> str:
    said = ["rested"] if thing.rested else []
    said += [f"{count} {kind}" for kind, count in sorted(thing.counters.items())]
    said += thing.marks
    return f" [{', '.join(said)}]" if said else ""


def _listed(cards: Iterable[str]) -> str:
    found = Counter(cards)
    return ", ".join(f"{name} x{n}" if n > 1 else name for name, n in found.items())


def names(t: AnyTable) -> list[str]:
    """What may be named: players, things, the cards of the registered lists, those of a sideboard
    while cards are exchanged with it, what only effects make, what waits on the stack, which may be
    the other side of a card, and the names of effects and modes."""
    state = t.state
    found = [*state.seats, *state.zones.things]
    exchanged = state.game > 1 and not state.presented
    for lists in state.lists.values():
        for name, each in lists.items():
            found += each if name != SIDEBOARD or exchanged else ()
    found += shared(VOCABULARY, t)
    found += (*state.zones.generated, *t.catalog.beside_decks)
    found += (each.card for each in state.waiting.stack if isinstance(each, Item))
    return list(dict.fromkeys((*found, *(each.name for each in state.zones.things.values()))))


def called(t: AnyTable) -> dict[str, list[str]]:
    """What else people call things in play: objects and masteries by their names, champions by
    their players."""
    found: dict[str, list[str]] = {}
    things = t.state.zones.things
    masteries = (things.get(mastery_of(seat)) for seat in t.state.seats)
    for thing in (*objects(t), *(each for each in masteries if each is not None)):
        found.setdefault(thing.name, []).append(thing.id)
    for seat, side in t.state.players.items():
        if side.champions:
            found[seat] = side.champions[:1]
    return found


def traits(cards: Cards) -> dict[str, dict[str, str]]:
    """What statistics may group cards by: type, element, class, cost."""
    return {
        card.name: {
            "type": card.types[0],
            "element": card.element,
            "class": card.classes[0] if card.classes else "",
            "cost": str(card.reserve if card.reserve is not None else card.memory),
        }
        for card in cards.cards
    }


def lives(t: AnyTable) -> dict[str, int]:
    """The life that is left to each player (GA-25.13)."""
    return {seat: life_left(t, seat) for seat in t.state.seats}


def tracks(cards: Cards, opening: Opening) -> tuple[Track, ...]:
    """The life of each player: that of the only Spirit of a list, else asked (GA-25.13)."""
    start = {}
    for each in opening.seats:
        listed = (cards.by_name.get(name) for name in each.lists.get("material", ()))
        lives = [card.life for card in listed if card and card.is_champion and card.level == 0]
        if len(lives) == 1 and lives[0] is not None:
            start[each.seat] = lives[0]
    seats = tuple(each.seat for each in opening.seats)
    return (Track("life", seats, start, (-1, -2, -3, -5, 1), 0, falls=True, rule="GA-25.13"),)
