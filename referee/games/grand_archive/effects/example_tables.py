"""The tables of examples: laid as one line says it, for those who write catalogs."""

from functools import cache

from referee.catalog import CatalogError
from referee.games.grand_archive.begun_texts import lay_mastery
from referee.games.grand_archive.catalog import Cards
from referee.games.grand_archive.lineages import enter_champion, tell_unplayed
from referee.games.grand_archive.places import LAYOUT, Coming, detach, enter, find
from referee.games.grand_archive.state import (
    INTENT,
    LINEAGE,
    MAIN,
    PHASE_NAMES,
    STACK,
    Activation,
    Combat,
    Doings,
    GaTable,
    Side,
    State,
    mastery_of,
)
from referee.hidden import HiddenCards
from referee.parts.effects.examples import deal_unseen, known_card, known_names, parts_of
from referee.parts.responses import pend
from referee.parts.zones import Zones
from referee.rulebook import rulebook_of
from referee.table import Table

_COPIES = 4
_UNSEEN = ("hand", "memory", "facedown")
_PILES = ("graveyard", "banishment")
ATTACKS, WITH, AT, HURT, MARKED = " attacks ", " with ", " at ", "hurt", " being "


def lay(catalog: Cards, line: str) -> GaTable:
    """The table of an example: ana's main phase, as the line says what lies where.

    Each part says of a seat what there is: objects by their names, with ``rested``, ``awake``,
    ``damage 2``, ``hurt 2`` for damage of this turn, or counters behind; champions by their names,
    the lowest of a lineage first, with a plus between, the top one ``unplayed``; ``hand 3``,
    ``memory 2`` and ``facedown 1`` for unseen cards; ``activates Gray Wolf`` for a card on the
    stack, ``activates Fireball at Gray Wolf.1`` for one with its aim, ``activates Fireball being
    imbued`` for what it is, ``materializes Training Sword``; what lies in the graveyard or in
    banishment, with a plus between names; ``omen Fireball`` for those there with an omen counter,
    ``charged Fireball`` with a charge counter;
    ``intent Clean Cut`` for cards in the intent; ``in recollection`` for whose turn it is and where
    it stands; ``happened negated`` for what is counted of a turn, ``happened drawn 3`` so often;
    ``activated Clean Cut`` for what was activated earlier in the game; ``mastery Fractured Memories
    sheen 6`` for a mastery with its counters; ``facing west`` for Shifting Currents; ``Gray Wolf.1
    attacks bo.champion``, also ``with Training Sword``. There are at least ana and bo; a name with
    a comma stands in quotes::

        ana: "Spirit of Fire+Rai, Spellcrafter" damage 3, hand 4; bo: Gray Wolf rested, memory 2

    Raises:
        CatalogError: something in it is not known.
    """
    said = list(parts_of(line))
    seats = tuple(sorted({"ana", "bo", *(seat for seat, _ in said)}))
    state = State(seats, phase=MAIN, turn=3, active=seats[0], first=seats[0], done=Doings())
    lists: dict[str, dict[str, int]] = {}
    main = {card.name: _COPIES for card in catalog.cards if card.deck == "main"}
    material = {card.name: 1 for card in catalog.cards if card.deck == "material"}
    for seat in seats:
        state.players[seat] = Side(begun=2)
        lists[f"{seat}.deck"], lists[f"{seat}.material"] = main, material
    state.lists = {seats[0]: {"main": main, "material": material}}
    state.zones = Zones(hidden=HiddenCards.of_lists(lists))
    for seat in seats:
        for place in ("hand", "memory", "facedown"):
            state.zones.hidden.draw(0, f"{seat}.deck", f"{seat}.{place}")
    t: GaTable = Table(state, catalog, _usual(), "R25")
    for seat, items in said:
        for item in items:
            if ATTACKS not in item:
                _lay(t, seat, item)
    for seat in seats:
        if not state.players[seat].champions and (spirit := _spirit(catalog)):
            enter_champion(t, seat, spirit)
    for thing in t.state.zones.things.values():
        if catalog.is_untold(thing.name):
            detach(t, thing)  # what nobody tells of others explains nothing in an example
    for seat, item in ((seat, item) for seat, items in said for item in items if ATTACKS in item):
        attacker, _, target = item.partition(ATTACKS)
        target, _, weapon = target.partition(WITH)
        uses = [find(t, weapon, seat).id] if weapon else []
        targets = [find(t, target, seat).id]
        pend(t, None, Combat(t.seq, seat, attacker, targets=targets, uses=uses))
        if seat == state.active:
            t.set(state.done, "attacks", state.done.attacks + 1)
    state.heard.clear()
    t.facts.clear()
    return t


def _spirit(catalog: Cards) -> str:
    """A champion to begin with whose text changes nothing while it is there."""
    lowest = [card.name for card in catalog.champions if card.level == 0]
    return next((name for name in lowest if name not in catalog.standing), next(iter(lowest), ""))


@cache
def _usual() -> dict[str, str]:
    """The usual readings of the rules."""
    return rulebook_of(__package__.rpartition(".")[0], "R25").usual()


def _lay(t: GaTable, seat: str, item: str) -> None:
    """One thing that a seat has."""
    word, _, rest = item.partition(" ")
    hidden = t.state.zones.hidden
    if word == "activates":
        rest, _, mark = rest.partition(MARKED)
        name, _, aim = (rest, "", "") if rest in t.catalog.by_name else rest.rpartition(AT)
        name, aim = (name, aim) if name else (aim, "")
        known_card(t.catalog.by_name, name)
        thing = LAYOUT.enter(t, name, STACK, seat, marks=[mark] if mark else [])
        aims = (aim,) if aim else ()
        pend(t, None, Activation(t.seq, seat, thing.id, card=name, trigger="played", aims=aims))
    elif word == "materializes":
        known_card(t.catalog.by_name, rest)
        thing = LAYOUT.enter(t, rest, STACK, seat)
        pend(t, None, Activation(t.seq, seat, thing.id, card=rest, materialized=True))
    elif word == INTENT:
        for name in known_names(t.catalog.by_name, rest):
            LAYOUT.enter(t, name, INTENT, seat)
    elif word == "in" and rest in PHASE_NAMES:
        t.state.active, t.state.phase = seat, PHASE_NAMES.index(rest)
    elif word in _UNSEEN and rest.isdecimal():
        deal_unseen(hidden, item, f"{seat}.deck", f"{seat}.{word}")
    elif word == "omen":
        t.state.players[seat].omens = rest.split("+")
    elif word in _PILES:
        t.state.zones.piles[f"{seat}.{word}"] = known_names(t.catalog.by_name, rest)
    elif word == "mastery":
        name, _, sheen = rest.partition(" sheen ")
        lay_mastery(t, seat, known_card(t.catalog.by_name, name).name)
        t.state.players[seat].mastery = name
        if sheen:
            if mastery_of(seat) not in t.state.zones.things:
                raise CatalogError(f"{name} has no counters: no text of it is told")
            t.state.zones.things[mastery_of(seat)].counters["sheen"] = int(sheen)
    elif word == "preserved":
        names = known_names(t.catalog.by_name, rest)
        hidden.put(f"{seat}.material", tuple(names))
        t.state.players[seat].preserved = names
    elif word == "facing":
        t.state.players[seat].direction = rest
    elif word == "activated":
        t.state.players[seat].activated.append(rest)
    elif word == "happened":
        what, _, count = rest.rpartition(" ")
        what, count = (what, count) if count.isdecimal() else (rest, "1")
        t.state.done.happened[f"{what} {seat}"] = int(count)
    elif word in ("omens", "charged"):
        names = rest.split("+")
        t.state.zones.piles[f"{seat}.banishment"] = names
        setattr(t.state.players[seat], word, names)
    else:
        _put(t, seat, item)


def _put(t: GaTable, seat: str, item: str) -> None:
    """An object, with what it says of its state."""
    said = item.split(" ")
    at = next((n for n in range(len(said), 0, -1) if _is_known(t, " ".join(said[:n]))), 0)
    if not at:
        raise CatalogError(f"{item}: no card is named so")
    name, more = " ".join(said[:at]), said[at:]
    *below, top = name.split("+")
    if known_card(t.catalog.by_name, top).is_champion:
        thing = enter_champion(t, seat, top)
        for each in below:
            LAYOUT.enter(t, each, LINEAGE, seat, under=thing.id)
    else:
        thing = enter(t, top, seat, seat, Coming(token=known_card(t.catalog.by_name, top).is_token))
    while more:
        if more[0] in ("rested", "awake"):
            thing.rested, more = more[0] == "rested", more[1:]
        elif more[0] == "unplayed":
            tell_unplayed(t, thing, top)
            more = more[1:]
        elif len(more) > 1 and more[1].isdecimal():
            if more[0] in ("damage", HURT):
                thing.damage = int(more[1])
                thing.hurt = t.state.turn if more[0] == HURT else 0
            else:
                thing.counters[more[0]] = int(more[1])
            more = more[2:]
        else:
            thing.marks.append(more[0])
            more = more[1:]


def _is_known(t: GaTable, name: str) -> bool:
    return all(each in t.catalog.by_name for each in name.split("+"))
