"""A match of Tower-WizWar as people read it; hands, pools and decks are counts, as at the table."""

from collections import Counter
from collections.abc import Iterable, Iterator

from events.common import Opening
from referee.game import Panel
from referee.games.tower_wizwar.catalog import BACKS, CELESTIAL, ORBITAL, Cards
from referee.games.tower_wizwar.drawing import deck_size, discard_size
from referee.games.tower_wizwar.effects.resolution import name_of
from referee.games.tower_wizwar.places import back_kinds, pile, size, spells_in, zone
from referee.games.tower_wizwar.prices import surcharge
from referee.games.tower_wizwar.state import (
    BEFORE,
    COINS,
    PHASE_NAMES,
    SPOTS,
    WOUNDS,
    AnyPending,
    Casting,
    InPlay,
    Strike,
    TwTable,
    controlled,
    following,
    stack_at,
)
from referee.games.tower_wizwar.values import has_word, might_of, power_of
from referee.house import AnyTable, side_of
from referee.light import Track
from referee.table import end_in_words

GRID = (("F1", "F2", "F3", "F4", "F5"), ("", "S1", "S2", "S3", ""), ("", "J1", "T", "J2", ""))
"""How the spots of a map lie: the forward spots towards the opponent, the tower in the rear."""
Row = tuple[str, str]


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, what is pending, and one for each wizard.

    The maps of the wizard whose turn it is, and of whom it faces, are drawn; of more than two
    wizards the others' are listed.
    """
    found = [Panel("Match", tuple(_match(t)))]
    if t.state.waiting.stack:
        rows = [(f"entry {e.entry}", _waits(t, e)) for e in reversed(t.state.waiting.stack)]
        found.append(Panel("Pending, newest first", tuple(rows)))
    drawn = _drawn(t)
    for seat in t.state.seats:
        rows = list(_wizard(t, seat))
        spots = list(_spots(t, seat))
        found.append(Panel(seat, (*rows, *spots), GRID if seat in drawn and spots else ()))
    return found


def _drawn(t: TwTable) -> tuple[str, ...]:
    """Whose maps are drawn."""
    seats, active = t.state.seats, t.state.active
    if len(seats) <= 2 or not active:
        return seats
    for each in t.state.waiting.stack:
        if isinstance(each, Strike):
            thing = t.state.zones.things.get(each.target)
            return each.seat, thing.controller if thing is not None else each.target
    other = following(t.state, active)
    while other != active and side_of(t.state, other) == side_of(t.state, active):
        other = following(t.state, other)
    return active, other


def _match(t: TwTable) -> Iterator[Row]:
    state = t.state
    if state.over:
        yield "now", end_in_words(state)
    elif state.phase == BEFORE:
        yield "now", "before the first turn"
    else:
        entrance = "" if state.sides[state.active].entered else ", its entrance"
        yield "now", f"turn {state.turn}, {state.active}{entrance}, {PHASE_NAMES[state.phase]}"
    turned = sum(state.turned)
    left = 6 * state.copies - turned
    yield "draft deck", f"{left} of {6 * state.copies}{_numbers(state.turned)}"


def _numbers(turned: list[int]) -> str:
    """What was turned of the pass: ``turned 1 x2, 4``."""
    said = [f"{at} x{n}" if n > 1 else str(at) for at, n in enumerate(turned, 1) if n]
    return f", turned {', '.join(said)}" if said else ""


def _waits(t: TwTable, pending: AnyPending) -> str:
    if isinstance(pending, Strike):
        blocked = f", blocked by {', '.join(pending.blockers)}" if pending.blockers else ""
        return f"{pending.seat}: {', '.join(pending.attackers)} on {pending.target}{blocked}"
    if isinstance(pending, Casting):
        return f"{pending.seat} casts {name_of(t, pending)} into {pending.on}.{pending.spot}"
    return f"{pending.seat}'s {pending.source}, {pending.trigger}"


def _wizard(t: TwTable, seat: str) -> Iterator[Row]:
    side = t.state.sides[seat]
    extra = surcharge(t, seat)
    charge = f", surcharge {extra}" if extra else ""
    lost = ", in retreat" if side.retreat else ", lost" if side.lost else ""
    yield "wizard", f"harm {side.harm}, wounds {side.wounds} of 3{lost}"
    yield "drain", f"{side.drain}{charge}"
    hand, pool = spells_in(t, seat, "hand"), spells_in(t, seat, "pool")
    yield "hand", f"{hand}{_known(t, seat, 'hand')}; pool {pool}{_known(t, seat, 'pool')}"
    front = [f"{n} {back}{'s' * (n > 1)}" for back, n in _fronts(t, seat)]
    yield "front", ", ".join(front) or "none"
    yield "decks", f"deck {deck_size(t, seat)}, discard {discard_size(t, seat)}"
    yield "towers", ", ".join(reversed(pile(t, seat, "towers"))) or "none"
    yield "discard", _listed(pile(t, seat, "discard")) or "empty"
    unseen = size(t, seat, "unseen")
    aether = _listed(pile(t, seat, "aether")) + (f", {unseen} unseen" if unseen else "")
    if aether:
        yield "aether", aether.removeprefix(", ")


def _fronts(t: TwTable, seat: str) -> Iterator[tuple[str, int]]:
    for back in (CELESTIAL, ORBITAL):
        count = t.state.zones.hidden.size(zone(seat, "front", back))
        if count:
            yield back, count


def _known(t: TwTable, seat: str, place: str) -> str:
    """The cards that all know to lie in a hidden place."""
    hidden = t.state.zones.hidden
    known: Counter[str] = Counter()
    for back in back_kinds(t, seat):
        known.update(hidden.known(zone(seat, place, back)))
    return f" (known: {_listed(known.elements())})" if known else ""


def _spots(t: TwTable, seat: str) -> Iterator[Row]:
    """What lies in each spot that is not empty, the topmost first; what is cast into it, and
    waits, lies on it as it will."""
    waiting = [e for e in t.state.waiting.stack if isinstance(e, Casting) and e.on == seat]
    for spot in SPOTS:
        come = [f"{name_of(t, each)} (cast)" for each in waiting if each.spot == spot]
        there = [described(t, each) for each in reversed(stack_at(t, seat, spot))]
        if come or there:
            yield spot, ", over ".join([*reversed(come), *there])


def described(t: TwTable, thing: InPlay) -> str:
    """A card in play: ``Ogre.1 04/05 2 harm 1 wound expended``."""
    said = [thing.id]
    if not has_word(t, thing, "ethereal"):
        said.append(f"{power_of(t, thing):02}/{might_of(t, thing):02}")
    if thing.harm:
        said.append(f"{thing.harm} harm")
    if thing.wounds:
        said.append(f"{thing.wounds} wound{'s' * (thing.wounds > 1)}")
    said += [f"{thing.tokens[colour]} {colour}" for colour in COINS if colour in thing.tokens]
    if thing.expended:
        said.append("expended")
    if thing.owner != thing.controller:
        said.append(f"of {thing.owner}")
    return " ".join(said)


def _listed(cards: Iterable[str]) -> str:
    """Cards with how many there are of each: ``Imp, Page x2``."""
    counts = sorted(Counter(cards).items())
    return ", ".join(name if count == 1 else f"{name} x{count}" for name, count in counts)


def names(t: AnyTable) -> list[str]:
    """What a scorekeeper may name: cards, backs, what is in play, spots, seats, effects."""
    cards: Cards = t.catalog
    things = t.state.zones.things
    named = {*cards.names, *cards.labels, *cards.book_names, *things, *called(t)}
    return sorted({*named, *t.state.seats, *SPOTS, *BACKS})


def called(t: AnyTable) -> dict[str, list[str]]:
    """What is in play, by the name of its card and by its spot: one's own ``F2``, of the active
    wizard, and ``bo.F2``."""
    found: dict[str, list[str]] = {}
    for seat in t.state.seats:
        for thing in controlled(t, seat):
            found.setdefault(thing.name, []).append(thing.id)
            found[f"{seat}.{thing.spot}"] = [thing.id]
    return found


def traits(cards: Cards) -> dict[str, dict[str, str]]:
    """What statistics may group cards by: kind, element, spellbook, cost."""
    return {
        card.name: {
            "kind": card.kind,
            "element": card.element,
            **{n: str(getattr(card, n)) for n in ("spellbook", "cost") if hasattr(card, n)},
        }
        for card in cards.all()
    }


def wounds(t: AnyTable) -> dict[str, int]:
    """The wounds of each wizard, of which the third loses (TW-17.6)."""
    return {seat: side.wounds for seat, side in t.state.sides.items()}


def harms(t: AnyTable) -> dict[str, int]:
    """The harm on each wizard (TW-17.4)."""
    return {seat: side.harm for seat, side in t.state.sides.items()}


def tracks(cards: Cards, opening: Opening) -> tuple[Track, ...]:
    """The wounds of each wizard, of which the third loses, and the harm, which
    celestials and effects turn into wounds (TW-17.4, 17.6)."""
    seats = tuple(each.seat for each in opening.seats)
    none = dict.fromkeys(seats, 0)
    return (
        Track("wounds", seats, none, (1, -1), WOUNDS, rule="TW-17.6"),
        Track("harm", seats, none, (1, -1), rule="TW-17.4", into="wounds"),
    )
