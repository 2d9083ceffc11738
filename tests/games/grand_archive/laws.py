"""What the laws of every game ask of Grand Archive."""

from collections.abc import Iterator, Mapping

from referee.games.grand_archive.namesakes_and_wither import unsettled
from referee.games.grand_archive.places import LAYOUT, pile, size
from referee.games.grand_archive.state import (
    FIELD,
    LOADED,
    PHASE_NAMES,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    lineage_of,
    objects,
)
from referee.games.grand_archive.values import elements_of, enabled, level_of, life_of, power_of
from tests.games.grand_archive.truth import match, shipped, small
from tests.laws import Known


def counted(t: GaTable) -> Mapping[str, int]:
    """Every card that was registered, open and hidden, by its name; what effects have generated is
    none of these (GA-25.7)."""
    added = t.state.zones.generated
    found = {name: n - added.get(name, 0) for name, n in LAYOUT.counted(t).items()}
    return {name: n for name, n in found.items() if n}


def pending(t: GaTable) -> bool:
    """Whether anything is on the stack, or a player still has to settle what is unique."""
    state = t.state
    return bool(state.waiting.stack or state.heard or state.cut or unsettled(t))


def repairs(start: GaTable, goal: GaTable) -> Iterator[str]:
    """The repairs of an opening that make it look like another table of the match."""
    yield from (f"stack:{each.source}:gone" for each in reversed(start.state.waiting.stack))
    state = goal.state
    seats = [seat for seat in state.seats if state.plays_on(seat)]
    for seat in state.seats:
        if seat not in seats:
            yield f"unseen:{seat}/deck>facedown:{size(goal, seat, 'facedown')}"
            yield f"lost:{seat}:now"
    for seat in seats:
        yield from _gathered(start, seat)
    for seat in seats:
        yield from _champion(start, goal, seat)
    yield f"turn:{state.active}:{state.turn}/{PHASE_NAMES[state.phase].split()[0]}"
    if state.overtime:
        yield f"overtime:{state.active}:{state.overtime - 1}"
    for thing in state.zones.things.values():
        yield from _thing(goal, thing)
    for seat in seats:
        yield from _elsewhere(goal, seat)
    for seat, side in state.players.items():
        if side.mastery:
            yield f"mastery:{seat}:{side.mastery}/{side.direction}".rstrip("/")
    for thing in objects(goal):
        yield from _stats(goal, thing)
    for seat in seats:
        champion, able = champion_of(goal, seat), enabled(goal, seat)
        own = elements_of(goal, champion) if champion is not None else frozenset()
        for element in sorted((able | own) - {"norm", "exalted"}):
            yield f"element:{seat}/{element}:{'yes' if element in able else 'no'}"


def _gathered(t: GaTable, seat: str) -> Iterator[str]:
    """All that lies anywhere else goes to the deck."""
    for place in ("hand", "memory"):
        if count := size(t, seat, place):
            yield f"unseen:{seat}/{place}>deck:{count}"
    for place in ("graveyard", "banishment"):
        for card in pile(t, seat, place):
            yield f"move:{seat}/{card}:{place}>deck/shuffled"
    yield f"shuffle:{seat}:deck"


def _champion(start: GaTable, goal: GaTable, seat: str) -> Iterator[str]:
    champion = champion_of(goal, seat)
    if champion is None:
        return
    inner = lineage_of(goal, champion)
    top = [card.name for card in (*inner, champion) if card_of(goal, card).is_champion]
    if not start.state.players[seat].champions:
        yield f"level:{seat}:{top[0]}"
    coming = iter(top[1:])
    for card in inner:
        if card_of(goal, card).is_champion:
            yield f"level:{seat}:{next(coming)}"
        else:
            yield f"move:{card.owner}/{card.name}:deck>lineage/{champion.id}"


def _thing(t: GaTable, thing: InPlay) -> Iterator[str]:
    champion = thing.id in t.state.players[thing.controller].champions
    if thing.place == LOADED:
        yield f"move:{thing.owner}/{thing.id}:deck>loaded/{thing.under}"
    if thing.place != FIELD:
        return
    if not champion:
        place = "nowhere" if thing.token else t.catalog.by_name[thing.name].deck
        place = "deck" if place == "main" else place
        yield f"move:{thing.owner}/{thing.id}:{place}>field"
        if thing.controller != thing.owner:
            yield f"control:{thing.id}:{thing.controller}"
    if thing.rested:
        yield f"rested:{thing.id}:yes"
    yield from (f"mark:{thing.id}/{mark}:yes" for mark in thing.marks)
    if thing.damage:
        yield f"damage:{thing.id}:{thing.damage}"
    yield from (f"counter:{thing.id}/{kind}:{n}" for kind, n in thing.counters.items())
    if thing.link:
        yield f"link:{thing.id}:{thing.link}"


def _stats(t: GaTable, thing: InPlay) -> Iterator[str]:
    for what, number in (("power", power_of(t, thing)), ("life", life_of(t, thing))):
        if number is not None:
            yield f"stat:{thing.id}/{what}:{number}"
    if card_of(t, thing).is_champion:
        yield f"stat:{thing.id}/level:{level_of(t, thing)}"


def _elsewhere(t: GaTable, seat: str) -> Iterator[str]:
    for place in ("graveyard", "banishment"):
        for card in pile(t, seat, place):
            source = "material" if t.catalog.by_name[card].deck == "material" else "deck"
            yield f"move:{seat}/{card}:{source}>{place}"
    side = t.state.players[seat]
    for card in side.preserved:
        if t.catalog.by_name[card].deck == "main":
            yield f"move:{seat}/{card}:deck>preserved"
    down = size(t, seat, "facedown")
    if of_material := min(down, _missing(t, seat)):
        yield f"unseen:{seat}/material>facedown:{of_material}"
    yield f"unseen:{seat}/deck>facedown:{down - of_material}"
    for place in ("hand", "memory"):
        yield f"unseen:{seat}/deck>{place}:{size(t, seat, place)}"


def _missing(t: GaTable, seat: str) -> int:
    """How many cards of a material deck are neither in it nor anywhere else to be seen."""
    state = t.state
    listed = sum(state.lists[seat]["material"].values())
    things = [x.name for x in state.zones.things.values() if x.owner == seat and not x.token]
    seen = [*things, *pile(t, seat, "graveyard"), *pile(t, seat, "banishment")]
    out = sum(t.catalog.by_name[name].deck == "material" for name in seen)
    of_main = [x for x in state.players[seat].preserved if t.catalog.by_name[x].deck == "main"]
    return listed - out - (size(t, seat, "material") - len(of_main))


_UNTOLD = "what a text that the catalog does not tell may allow is on trust, and not offered"
_OPEN = (
    *("attack", "activate", "ability", "materialize", "trigger"),
    *("retaliate", "intercept", "resolve"),
)
_NAMING = (
    "seat",
    "first",
    "card",
    "source",
    "target",
    "further",
    "attacker",
    "units",
    "ally",
    "which",
)
_PAYING = ("pays", "rest", "floating", "random", "reserved", "prepare", "imbue", "kindle", "brew")

KNOWN = Known(
    sways=True,
    counted=counted,
    pending=pending,
    repairs=repairs,
    needed={
        "ability.which": "without it what every champion may do is meant",
        "aims": "where it was agreed so, what is aimed at nothing on the stack comes after it",
        "materialize.random": "fewer cards pay less than it costs",
        "resolve.did": "what is left of what a card did is another thing than its text",
        **dict.fromkeys(
            (
                "attack.attacker",
                "activate.card",
                "materialize.card",
                "ability.source",
                "trigger.source",
            ),
            "what is attacked, aimed at or pays is then said to do it",
        ),
        "attack.uses": "without weapons the unit attacks by itself",
        "did.mill.player": "without a player the own deck is meant",
        "did.banish.place": "without a place the cards are of a hand",
        "resolve.source": "without it the newest that waits is meant",
    },
    unoffered={
        **dict.fromkeys(
            [
                f"{verb}.{field}"
                for verb in ("activate", "materialize", "ability", "resolve")
                for field in _PAYING
            ],
            "options pay in the plain way; there are others",
        ),
        **dict.fromkeys(
            [
                f"{verb}.{field}"
                for verb in ("activate", "materialize", "ability", "trigger", "resolve")
                for field in ("did", "aims", "mode", "x", "hold", "damage", "method", "origin")
            ],
            "what a card did may be said with it, and of a card of which nothing is told anything",
        ),
        **dict.fromkeys(_OPEN, _UNTOLD),
        **dict.fromkeys([f"{verb}.{field}" for verb in _OPEN for field in _NAMING], _UNTOLD),
        "activate.uses": "weapons that join an attack card may be said with it",
        "attack.pays": "what else a declaration costs may be said",
        "attack.uses": "options use one weapon or none",
        "attack.damage": "a cross-check",
        "attack.tried": "an attack that an effect forces may be tried",
        "resolve": "what is on top of the stack may resolve at any time",
        "activate.owner": "whose card it is may be said of one's own",
        **dict.fromkeys(
            ("step", "step.seat", "step.to"),
            "a window may be named by any player; options offer what is done in it",
        ),
        "pass": "a player may pass on record",
        "order": "triggers and retaliators may be put into an order",
        "retaliate.units": "options retaliate one by one",
        "damage": "the damage step may be logged",
        **dict.fromkeys(
            ("place", "place.champion", "place.seat"), "a champion that placed itself may be named"
        ),
        "tally": "a cross-check of figures may be logged at any time",
        "inspection": "hidden cards may be laid open at any time",
        "missed": "what was missed may be noted at any time",
        "act": "what nothing gave may be written down",
        "time": "time may be called at any time",
        "loop": "lines may be repeated",
        **dict.fromkeys(
            ("settle", "settle.objects", "settle.pays"), "what is left open may be settled"
        ),
        "materialize.lineage": "the only champion that can level up may be named",
        "begins.how": "how it was settled who goes first is for the record",
    },
    unheard={
        **dict.fromkeys(
            ("loop.lines", "loop.times"), "what they changed is on trust, and a judge adjusts it"
        ),
        "inspection.place": "who looks at what may be looked at changes nothing",
        "materialize.method": "how the pick was made is kept in the log, in any words",
    },
    twice={
        "damage.amount": "what the attack deals, or what is left of it by what prevents some",
        "act.did.none.reason": "that it was declined, or impossible, where both are so",
        "activate.reserved": "with the cards reserved for what it costs besides, or without",
    },
    brief={"hold": "who acts next keeps the word, which ends as what waits takes effect"},
    drops=lambda t: not t.state.asks_aims,
    truth={
        "texts that leave nothing open": match.trial,
        "the shipped cards": shipped.trial,
        "the lists that people play": shipped.trial_of_lists,
        "small tables": small.trial,
    },
)
