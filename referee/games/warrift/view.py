"""A match of WarRift as people read it; hands and decks are counts, as at the table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from events.common import Opening
from referee.game import Panel
from referee.games.warrift.catalog import Cards
from referee.games.warrift.draws import primary_size
from referee.games.warrift.effects.resolution import name_of
from referee.games.warrift.harm import TEAM_THRESHOLD, THRESHOLD
from referee.games.warrift.places import LAYOUT, pile, stored
from referee.games.warrift.state import (
    SETUP,
    STEP_NAMES,
    AnyPending,
    InPlay,
    Played,
    Strike,
    WrTable,
    card_of,
    controlled,
    hand_size,
    hand_zone,
    monsters,
    teams,
)
from referee.games.warrift.turn import came_amid
from referee.games.warrift.values import attack_of, has_word, health_left, lent
from referee.house import AnyTable, members, sides
from referee.light import Track
from referee.parts import layered
from referee.parts.alike import alike
from referee.parts.effects import effect_in_words
from referee.parts.effects.catalog import compiled_effect
from referee.table import end_in_words

TRACK = 30
"""How many marks the way to the game-ending rotation has on the race."""
_ON_ENTERING = ("eyestrike", "enter_play")
"""What sets off an effect that is done once a card is in play."""
Row = tuple[str, str]


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, the race, what is pending, the monsters, the shared
    cards, and one for each player."""
    found = [Panel("Match", tuple(_match(t)))]
    if t.state.phase != SETUP:
        found.append(Panel("Points", tuple(_race(t))))
    if t.state.waiting.stack:
        found.append(Panel("Pending, newest first", tuple(_pending(t))))
    rows = tuple((each.id, _monster(t, each)) for each in monsters(t))
    found.append(Panel("Monsters", rows or (("none", ""),)))
    found.append(Panel("Table", tuple(_shared(t))))
    return [*found, *(Panel(seat, tuple(_player(t, seat))) for seat in t.state.seats)]


def _match(t: WrTable) -> Iterator[Row]:
    state = t.state
    if state.over:
        yield "now", end_in_words(state)
    elif state.phase == SETUP:
        yield "now", "setup"
    else:
        yield "now", f"turn {state.turn}, {state.active}, {STEP_NAMES[state.phase]} step{_open(t)}"
        last = ", the game-ending one" if state.rotation == state.ending else ""
        if state.ending > state.rotation:
            last = ", the one before the game-ending one"
        yield "rotation", f"{state.rotation}{last}"
        yield "token", f"{state.first}, {'night' if state.night else 'day'}"
        yield "score", f"kept by {state.scorekeeper or state.first}"
    have = len(monsters(t))
    left = "" if state.rotation == state.ending and state.ending else f" of {state.limit}"
    yield "monsters", f"{have}{left} in play"
    if state.retain:
        yield "retain", f"{state.retain} magicka more than a card costs"


def _race(t: WrTable) -> Iterator[Row]:
    """Points as a race to what calls the game-ending rotation (WR-1.3, 17.3)."""
    state = t.state
    goal = TEAM_THRESHOLD if teams(state) else THRESHOLD
    for side in sides(state):
        own = [state.sides[seat].points for seat in members(state, side)]
        done = min(TRACK, sum(own) * TRACK // goal)
        yield side, f"{sum(own):>3} of {goal} {'#' * done}{'.' * (TRACK - done)}"


def _open(t: WrTable) -> str:
    """What may be answered now, if anything."""
    stack = t.state.waiting.stack
    return f"; may be answered: {_waits(t, stack[-1])}" if stack else ""


def _pending(t: WrTable) -> Iterator[Row]:
    """What may be answered, the newest first, and by whom."""
    for each in reversed(t.state.waiting.stack):
        others = [seat for seat in t.state.seats if seat != each.seat]
        yield f"entry {each.entry}", f"{_waits(t, each)}; {', '.join(others)} may answer"


def _waits(t: WrTable, pending: AnyPending) -> str:
    if isinstance(pending, Strike):
        parts = ", ".join(
            part.monster + ("" if pending.undivided else f" for {part.amount}")
            for part in pending.parts
        )
        return f"{pending.seat}'s {pending.source} attacks {parts}"
    return f"{pending.seat}'s {pending.source or name_of(t, pending)}, {_spaced(pending.trigger)}"


def _monster(t: WrTable, thing: InPlay) -> str:
    card = card_of(t, thing)
    health = health_left(t, thing)
    said = [f"{health}/{health + thing.damage + thing.counters} health", f"tier {card.tier}"]
    if thing.counters:
        said.append(f"{thing.counters} corrupt")
    return "; ".join([", ".join(said), *_does(t, thing.name)])


def _does(t: WrTable, name: str) -> list[str]:
    """What a card in play does yet, and so no Eyestrike: the author's own text, else the
    description read back."""
    return [
        effect.text or _read_back(t, name, at)
        for at, effect in enumerate(card_of(t, name).all_effects)
        if effect.when not in _ON_ENTERING
    ]


def _read_back(t: WrTable, name: str, at: int) -> str:
    effect = card_of(t, name).all_effects[at]
    text = effect_in_words(effect, compiled_effect(t, name, at).vocabulary).replace("\n", ", ")
    if not isinstance(effect.when, str):
        return text
    return _spaced(effect.when) + text.removeprefix(effect.when)


def _spaced(trigger: str) -> str:
    return trigger.replace("_", " ")


def _shared(t: WrTable) -> Iterator[Row]:
    state = t.state
    yield "support", ", ".join(_priced(t, pile(t, "offers"))) or "none"
    in_rift = [f"{card} ({by})" for card, by in zip(pile(t, "rift"), state.rift, strict=False)]
    yield "Rift", ", ".join(in_rift) or "empty"
    eye, support = (layered.size_of(state.zones, deck) for deck in ("eye", "support"))
    decks = f"monsters {eye}, support {support}"
    yield "decks", decks + _known(t, "eye")
    yield "support pile", _discarded(t, "support-discard")
    yield "Necropolis", _listed(pile(t, "necropolis")) or "empty"


def _known(t: WrTable, zone: str) -> str:
    zones = t.state.zones
    cards = [zones.hidden.known(each).items() for each in layered.layers_of(zones, zone)]
    known = _listed(chain.from_iterable(cards))
    return f", known: {known}" if known else ""


def _priced(t: WrTable, names: Iterable[str]) -> list[str]:
    """Cards of a selection, each with what it costs."""
    units = {"stronghold": "point", "mercenary": "card"}
    found = []
    for name in names:
        card = card_of(t, name)
        unit = units.get(card.kind, "")
        cost = f"{card.cost} {unit}{'s' * (card.cost != 1)}" if unit else str(card.cost)
        found.append(f"{name} ({cost})")
    return found


def _player(t: WrTable, seat: str) -> Iterator[Row]:
    state = t.state
    side = state.sides[seat]
    yield "class", side.cls
    yield "points", f"{side.points}, magicka {side.magicka}"
    zone = f"{seat}.primary"
    layers = layered.layers_of(state.zones, zone)
    dealt = sum(map(state.zones.hidden.size, layers[: layers.index(zone)]))
    deck = f"deck {primary_size(t, seat)}" + (f" ({dealt} dealt on top)" if dealt else "")
    yield "hand", f"{hand_size(state, seat)}{_known(t, hand_zone(seat))}{_lent(t, seat)}; {deck}"
    yield "selection", ", ".join(_priced(t, pile(t, f"{seat}.selection"))) or "none"
    for thing in controlled(t, seat):
        yield thing.id, _own(t, thing)
    yield "discard", _discarded(t, f"{seat}.discard")


def _own(t: WrTable, thing: InPlay) -> str:
    card = card_of(t, thing)
    said = []
    if getattr(card, "attack", None) is not None:
        said.append(f"attack {attack_of(t, thing)}")
        if thing.attacks > thing.again:
            said.append("has attacked")
    said += [word for word in ("overwhelm", "corrupt") if has_word(t, thing, word)]
    inside = stored(t, thing)
    if getattr(card, "garrison", 0):
        said.append(
            f"Garrison {len(inside)}/{card.garrison}" + (f": {_listed(inside)}" * bool(inside))
        )
    return "; ".join(filter(None, [", ".join(said), *_does(t, thing.name)]))


def _lent(t: WrTable, seat: str) -> str:
    """The words that cards in a hand were granted (WR-15.6)."""
    cards = t.state.zones.hidden.candidates(hand_zone(seat)) if t.state.changes.on else ()
    found = [f"{card} has {each.what}" for card in cards for each in lent(t, seat, card)]
    return f", {', '.join(found)}" if found else ""


def _discarded(t: WrTable, zone: str) -> str:
    """What all see of a discard pile: all of it, or its top card (WR-I 8)."""
    cards = pile(t, zone)
    if len(cards) > 1 and t.choice["WR-I 8"] == "top_card_only":
        return f"{len(cards)} cards, {cards[-1]} on top"
    return _listed(cards) or "empty"


def _listed(cards: Iterable[str] | Iterable[tuple[str, int]]) -> str:
    """Cards with how many there are of each: ``Page, Squire x2``."""
    counts: Counter[str] = Counter()
    for each in cards:
        name, count = (each, 1) if isinstance(each, str) else each
        counts[name] += count
    return ", ".join(n if c == 1 else f"{n} x{c}" for n, c in sorted(counts.items()))


def names(t: AnyTable) -> list[str]:
    """What a scorekeeper may name: cards, what is in play, seats, effects and modes; of an attack
    that waits, what it is on, also where that is gone (WR-7.9)."""
    cards: Cards = t.catalog
    strikes = (each for each in t.state.waiting.stack if isinstance(each, Strike))
    struck = (part.monster for strike in strikes for part in strike.parts)
    return sorted({*cards.names, *cards.labels, *t.state.zones.things, *t.state.seats, *struck})


def scores(t: AnyTable) -> dict[str, int]:
    """The valor points of each side, which are added up in a team (WR-1.11, 17.5)."""
    state = t.state
    return {
        side: sum(state.sides[seat].points for seat in members(state, side))
        for side in sides(state)
    }


def called(t: AnyTable) -> dict[str, list[str]]:
    """What is in play, by the name of its card."""
    found: dict[str, list[str]] = {}
    for thing in t.state.zones.things.values():
        found.setdefault(thing.name, []).append(thing.id)
    return found


def indifferent(t: AnyTable, names: Sequence[str]) -> bool:
    """Whether it makes no difference which of several things in play is meant; while a turn begins
    or ends, those that came amid it are told from those that were there (WR-I 74). Cards played
    last of which nothing but magicka is to come are as those that have taken effect (WR-6.3)."""
    waiting = t.state.waiting
    stack = [*waiting.stack]
    while stack and isinstance(stack[-1], Played) and not stack[-1].effects:
        stack.pop()
    if not alike(LAYOUT, t, names, replace(t.state, waiting=replace(waiting, stack=stack))):
        return False
    return len({came_amid(t, t.state.zones.things[name]) for name in names}) == 1


def traits(cards: Cards) -> dict[str, dict[str, str]]:
    """What statistics may group cards by: kind, tier, class, role."""
    return {
        card.name: {
            "kind": card.kind,
            "tier": str(getattr(card, "tier", "")),
            **{name: getattr(card, name) for name in ("cls", "role") if hasattr(card, name)},
        }
        for card in cards.all()
    }


def points(t: AnyTable) -> dict[str, int]:
    """The valor points of each player (WR-1.11)."""
    return {seat: side.points for seat, side in t.state.sides.items()}


def tracks(cards: Cards, opening: Opening) -> tuple[Track, ...]:
    """The valor points of each player, with which the last rotation begins (WR-1.3, 17.3)."""
    seats = tuple(each.seat for each in opening.seats)
    team = any(each.side for each in opening.seats)
    last = TEAM_THRESHOLD if team else THRESHOLD
    rule = "WR-17.3" if team else "WR-1.3"
    start = dict.fromkeys(seats, 0)
    said = "last rotation"
    steps = (1, 2, 4, -1, -2)
    return (Track("points", seats, start, steps, last, says=said, rule=rule, of_side=team),)
