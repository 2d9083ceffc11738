"""Where the cards of Grand Archive lie, and how they come and go (sections 5, 14, 15, 21)."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, NoReturn

from referee.fact import CardMoved
from referee.games.grand_archive.begun_texts import end_on, let_go, used, while_yours
from referee.games.grand_archive.catalog import AS_OMEN
from referee.games.grand_archive.facts import ObjectLeft
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.state import (
    BEGUN,
    FIELD,
    INTENT,
    LATE,
    LINEAGE,
    LOADED,
    MATERIALIZE,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    note_card,
    texts_of,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import (
    BLANK,
    BURIED,
    COMES_ELSEWHERE,
    COMES_OTHERWISE,
    OUT_OF_MATERIAL,
    TEXTS,
    forbidden,
    has_word,
    is_unit,
)
from referee.hidden import Impossible
from referee.parts import lasting_changes, layered, triggers
from referee.parts.effects import CompiledEffect
from referee.parts.lasting_changes import leave, over
from referee.parts.zones import Layout, Place, Where

LEFT = "left"
PLACES = (
    Place("hand", "hidden"),
    Place("memory", "hidden"),
    Place("deck", "hidden", ordered=True),
    Place("material", "hidden"),
    Place("facedown", "hidden"),
    Place("graveyard", "public"),
    Place("banishment", "public"),
    Place(LEFT, "public"),
    Place(FIELD, "play", of="table"),
)
"""The places of cards (GA-5.1); ``facedown`` is what lies face down in banishment, ``left`` what
went out of the game with its player (GA-4.11)."""

DESTROYED = ("died", "destroyed", "sacrificed")
"""The ways of leaving the field that are destruction (GA-21.1, 21.4)."""

HIDDEN = ("hand", "memory", "deck", "material", "facedown")


def _home(t: GaTable, thing: InPlay) -> tuple[str, str]:
    """Where a card goes that leaves the field or the stack by a rule: regalia and champions to
    banishment, tokens nowhere, all else to the graveyard (GA-14.3, 14.17, 15.50)."""
    if thing.token:
        return "", ""
    card = t.catalog.by_name[thing.name]
    banished = card.is_regalia or card.is_champion or EPHEMERAL in thing.marks
    return thing.owner, "banishment" if banished or is_spared(t) else "graveyard"


def is_shut(t: GaTable, seat: str, place: str) -> bool:
    """Whether a text keeps the cards of a material deck in it, outside of its player's materialize
    phase (GA-1.3); the first champion comes all the same (GA-1.4)."""
    if place != "material" or not forbidden(t, OUT_OF_MATERIAL, seat):
        return False
    if not t.state.players[seat].champions:
        return False
    return t.state.active != seat or t.state.phase not in (MATERIALIZE, LATE)


def require_open(t: GaTable, seat: str, place: str) -> None:
    """Refuse that a card leaves a material deck that a text keeps shut (GA-1.3)."""
    if is_shut(t, seat, place):
        t.refuse("GA-1.3", "no card leaves {seat}'s material deck now", seat=seat)


def is_marked(t: GaTable, thing: InPlay) -> bool:
    """Whether a text banishes an object that would enter a graveyard (GA-16.20)."""
    return forbidden(t, BURIED, thing.id)


def _would_die(t: GaTable, thing: InPlay, destroyed: bool, to: str) -> bool:
    """Whether a unit would die by what destroys it (GA-21.2)."""
    return destroyed and is_unit(t, thing) and to in ("graveyard", "")


def is_spared(t: GaTable) -> bool:
    """Whether a text banishes what would enter a graveyard (GA-16.20)."""
    return forbidden(t, BURIED, *t.state.players)


EPHEMERAL = "ephemeral"
"""What an object is that is banished wherever else it would go from the field (GA-24.41)."""


def _inherited(compiled: CompiledEffect) -> bool:
    return compiled.effect.inherited


def detach(t: GaTable, thing: InPlay) -> None:
    """What a card changes and what is on it goes with it."""
    if t.state.changes.ends:
        over(t, while_yours(thing.id))
    if thing.place == FIELD and thing.name in t.catalog.blanking:
        _unblank_linked(t, thing)
    if t.state.begun:
        end_on(t, thing.id)
        if thing.id in t.state.begun:  # a mastery lies there, too
            t.item(t.state.begun, thing.id)
    standing = not t.catalog.standing.isdisjoint(texts_of(t, thing))
    if standing and thing.place in (FIELD, LINEAGE, INTENT, BEGUN):
        TEXTS.detach(t, thing)
    elif t.state.changes.begun:
        leave(t, thing.id)


def attach(t: GaTable, thing: InPlay) -> None:
    """What the texts of a card change and listen for holds from now on."""
    names = texts_of(t, thing)
    if t.catalog.standing.isdisjoint(names):
        return
    begun = begun_of(t, names)
    if thing.place in (FIELD, INTENT):
        aside = begun or any((name, AS_OMEN) in t.catalog.triggered for name in names)

        def works(compiled: CompiledEffect) -> bool:
            effect = compiled.effect
            return effect.when != AS_OMEN and not (begun and effect.name in begun)

        TEXTS.attach(t, thing, only=works if aside else None)
        if thing.name in t.catalog.blanking:
            blank_linked(t, thing)
    elif thing.place == LINEAGE:
        TEXTS.attach(t, thing, only=_inherited)


def unlink(t: GaTable, thing: InPlay) -> None:
    """An object with Link that an effect brings onto the field was aimed at nothing: it is linked
    to nothing, and goes with the next check or stays (GA-20.7, 21.8, 24.23, GA-I 20)."""
    if "link" not in card_of(t, thing).words:
        return
    stays = t.choice["GA-I 20"] == "it_stays"
    if not stays:
        t.set(thing, "link", UNLINKED)
    then = "stays" if stays else "goes"
    t.trust(f"{thing.name}: that it comes back linked to nothing, and {then} (GA-I 20)")


UNLINKED = "nothing"
"""What an object with Link is linked to that was aimed at nothing as it came."""


def blank_linked(t: GaTable, thing: InPlay) -> None:
    """The object that another is linked to has no abilities while that is there (GA-16.30)."""
    linked = t.state.zones.things.get(thing.link)
    if linked is not None and linked.place == FIELD:
        if BLANK not in linked.marks:
            lasting_changes.silence(t, linked.id)
            triggers.silence(t, linked.id)
        t.set(linked, "marks", [*linked.marks, BLANK])


def _unblank_linked(t: GaTable, thing: InPlay) -> None:
    """It has them again as the other has left."""
    linked = t.state.zones.things.get(thing.link)
    if linked is None or linked.place != FIELD or BLANK not in linked.marks:
        return
    left = list(linked.marks)
    left.remove(BLANK)
    t.set(linked, "marks", left)
    if BLANK not in left:
        attach(t, linked)


def turn_over(t: GaTable, thing: InPlay) -> None:
    """A double-faced object has its other side up, whose texts work from now on (GA-23.8)."""
    lasting_changes.silence(t, thing.id)
    triggers.silence(t, thing.id)
    left = [each for each in thing.marks if each != "back"]
    t.set(thing, "marks", left if "back" in thing.marks else [*left, "back"])
    if BLANK not in thing.marks:
        attach(t, thing)


def begun_of(t: GaTable, names: Sequence[str]) -> Collection[str]:
    """The effects of these cards that another effect of them begins, by their names."""
    return {each for name in names for each in t.catalog.begins.get(name, ())}


LAYOUT: Layout[InPlay] = Layout(
    PLACES, lambda t: t.state.zones, InPlay, _home, detach, entering=attach
)


# -- private places ------------------------------------------------------------------------------


def size(t: GaTable, seat: str, place: str) -> int:
    """How many cards a private place holds."""
    return layered.size_of(t.state.zones, f"{seat}.{place}")


def pile(t: GaTable, seat: str, place: str) -> Sequence[str]:
    """The cards of a graveyard or of banishment, the top last."""
    return t.state.zones.piles.get(f"{seat}.{place}", ())


def omens(t: GaTable, seat: str) -> list[str]:
    """The cards of banishment with an omen counter, which is lost with the place (GA-19.1,
    19.8)."""
    marked = t.state.players[seat].omens
    if not marked:
        return []
    there = Counter(pile(t, seat, "banishment")) & Counter(marked)
    return list(there.elements())


def leave_as_omens(t: GaTable, seat: str, cards: Sequence[str], by: str) -> None:
    """Cards are about to leave banishment by a text of that card, which takes omens (GA-19.1)."""
    side = t.state.players[seat]
    if side.omens and t.state.omens_apart and by in t.catalog.takes_omens:
        t.set(side, "omens", [*(Counter(omens(t, seat)) - Counter(cards)).elements()])


def influence(t: GaTable, seat: str) -> int:
    """Cards in hand and memory (GA-5.34)."""
    return size(t, seat, "hand") + size(t, seat, "memory")


def pass_unseen(t: GaTable, seat: str, count: int, place: str, to: str, rule: str) -> None:
    """So many cards go unseen from one private place to another of a player.

    Raises:
        Violation: by that rule, there are too few.
    """
    have = size(t, seat, place)
    if not 0 <= count <= have:
        t.forbid(
            rule,
            "{seat}'s {place} holds {have:card}, {asked:is|are} asked for",
            seat=seat,
            place=place,
            have=have,
            asked=count,
        )
    if count:
        LAYOUT.move(t, count, (seat, place), (seat, to))


def take(t: GaTable, seat: str, place: str, cards: Sequence[str], rule: str = "GA-25.7") -> None:
    """Named cards leave a place of a player; those of a private one are shown.

    Raises:
        Violation: GA-2.11 for no card; that rule, they cannot be there.
    """
    names = t.catalog.names
    for card in cards:
        if card not in names:
            card_of(t, card)
    if place in HIDDEN:
        found = layered.take_from(t, t.state.zones, f"{seat}.{place}", cards)
        if found is not None:
            forbid_showing(t, seat, place, cards, found, rule)
        side = t.state.players[seat]
        if side.preserved and place == "material":
            t.set(side, "preserved", [*(Counter(side.preserved) - Counter(cards)).elements()])
        return
    left = list(pile(t, seat, place))
    for card in cards:
        if card not in left:
            t.forbid(rule, "{card} is not in {seat}'s {place}", card=card, seat=seat, place=place)
        del left[len(left) - 1 - left[::-1].index(card)]
    t.item(t.state.zones.piles, f"{seat}.{place}", left)
    side = t.state.players[seat]
    if place == "banishment" and side.omens and t.state.omens_leave:
        t.set(side, "omens", omens(t, seat))


def forbid_showing(
    t: GaTable, seat: str, place: str, cards: Sequence[str], found: Impossible, rule: str
) -> NoReturn:
    """Refuse cards that a private place cannot hold (GA-25.7)."""
    if found.kind == "size":
        t.forbid(
            rule,
            "{seat}'s {place} holds {have:card}",
            seat=seat,
            place=place,
            have=found.have,
        )
    if found.kind == "claim":
        t.forbid(
            rule,
            "{card} comes from {seat}'s {place}, but entry {entry} rests on there being none",
            card=found.card or ", ".join(cards),
            seat=seat,
            place=place,
            entry=found.since or 0,
            since=found.since,
        )
    t.forbid(
        rule,
        "at most {have} of {card} can be in {seat}'s {place}",
        have=found.have,
        card=found.card or ", ".join(cards),
        seat=seat,
        place=place,
    )


def put(t: GaTable, seat: str, place: str, cards: Sequence[str], where: Where = "anywhere") -> None:
    """Named cards that are out come to a place of a player."""
    if not cards:
        return
    if place in ("graveyard", "banishment") and where == "anywhere":
        where = "top"
    LAYOUT.put_back(t, seat, place, tuple(cards), where)


def moved(t: GaTable, seat: str, cards: Sequence[str], place: str, to: str, rule: str) -> None:
    """Tell that named cards went from one place to another; some are charged as they are banished
    out of a memory."""
    side = t.state.players[seat]
    if (place, to) == ("memory", "banishment"):
        own = [card for card in cards if card in t.catalog.charged_there]
        if own:
            t.set(side, "charged", [*side.charged, *own])
    elif place == "banishment":
        discharge(t, seat, cards)
        for card in cards if t.state.begun else ():
            let_go(t, seat, card, lying_banished(t, seat, card))
    for card in cards:
        t.fact(CardMoved(seat, card, f"{seat}.{place}", f"{seat}.{to}", rule))


def lying_banished(t: GaTable, seat: str, card: str) -> int:
    """How many cards of a name lie in the banishment of a player, as far as that is known, face up
    or face down."""
    down = t.state.zones.hidden.known(f"{seat}.facedown")
    return pile(t, seat, "banishment").count(card) + down.get(card, 0)


def discharge(t: GaTable, seat: str, cards: Sequence[str]) -> None:
    """Cards have left banishment: the charge counters that they had there are lost (GA-19.1)."""
    side = t.state.players[seat]
    if side.charged and not set(side.charged).isdisjoint(cards):
        t.set(side, "charged", [*(Counter(side.charged) - Counter(cards)).elements()])


def bound_for(t: GaTable, card: str, place: str) -> str:
    """Where a card goes that is sent to a place: regalia and champions go to banishment in place
    of a graveyard, and to the material deck in place of a hand, a memory, a main deck
    (GA-14.17, 15.50)."""
    found = t.catalog.by_name[card]
    if place == "graveyard" and (found.is_regalia or found.is_champion or is_spared(t)):
        return "banishment"
    if found.is_regalia and place in ("hand", "memory", "deck"):
        return "material"
    return place


# -- objects -------------------------------------------------------------------------------------


class Coming(NamedTuple):
    """How an object comes onto the field."""

    rested: bool = False
    token: bool = False
    marks: Sequence[str] = ()
    more: bool = False  # whether others come with it


AS_A_CARD = Coming()


def enter(
    t: GaTable,
    name: str,
    owner: str,
    seat: str,
    coming: Coming = AS_A_CARD,
) -> InPlay:
    """A card or token comes onto the field as an object (GA-5.24)."""
    card = card_of(t, name)
    seat = _taken_over(t, name, seat)
    comes: Callable[..., InPlay] = LAYOUT.generate if coming.token else LAYOUT.enter
    thing = comes(
        t,
        name,
        FIELD,
        owner=owner,
        controller=seat,
        token=coming.token,
        marks=list(coming.marks),
        turn=t.state.turn,
    )
    if forbidden(t, COMES_ELSEWHERE, seat):
        _kept_off(t, thing)
        return thing
    if card.durability is not None:
        t.item(thing.counters, "durability", card.durability)
    if _comes_rested(t, thing, coming.more) or coming.rested:
        t.set(thing, "rested", True)
    if (name, "comes") in t.catalog.triggered:
        handles.comes(t, thing)
    entered(t, thing)
    return thing


def _kept_off(t: GaTable, thing: InPlay) -> None:
    """What would come onto the field is banished face down instead; a token does not come
    (GA-16.20)."""
    if thing.token:
        return LAYOUT.leave(t, thing)
    LAYOUT.leave(t, thing, thing.owner, "facedown")
    goal = f"{thing.owner}.facedown"
    t.fact(CardMoved(thing.owner, thing.name, f"{thing.controller}.{FIELD}", goal, "GA-16.20"))


def come(t: GaTable, thing: InPlay, seat: str, *, rested: bool = False) -> None:
    """A card that has an id already comes from the stack onto the field."""
    card = card_of(t, thing)
    seat = _taken_over(t, thing.name, seat)
    t.set(thing, "place", FIELD)
    t.set(thing, "since", t.seq)
    t.set(thing, "turn", t.state.turn)
    if thing.controller != seat:
        t.set(thing, "controller", seat)
    if card.durability is not None:
        t.item(thing.counters, "durability", card.durability)
    attach(t, thing)
    if rested or _comes_rested(t, thing):
        t.set(thing, "rested", True)
    entered(t, thing)


def _taken_over(t: GaTable, name: str, seat: str) -> str:
    """Under whose control an object comes: another's, where a text that was begun has it so, which
    that uses (GA-16.20)."""
    for each in t.state.changes.statics.get(COMES_OTHERWISE, ()) if t.state.begun else ():
        taker = t.state.zones.things[each.source].controller
        if each.source in t.state.begun and TEXTS.charges(t, each, seat, name):
            used(t, each.source)
            return taker
    return seat


def _comes_rested(t: GaTable, thing: InPlay, more: bool = False) -> bool:
    """Whether an object comes rested; what an effect began to that end is used by the last of those
    that come together."""
    if not has_word(t, thing, "hindered"):
        return False
    if more:
        return True
    for each in list(t.state.changes.statics.get("hindered", ())) if t.state.begun else ():
        if each.source in t.state.begun and TEXTS.fits(t, each, thing.id):
            used(t, each.source)
    return True


def entered(t: GaTable, thing: InPlay) -> None:
    """An object has come: what this triggers (GA-24.25)."""
    before = len(t.state.heard)
    note_card(t, "entered", thing.controller, card_of(t, thing).name)
    set_off(t, thing, "on enter")
    for each in t.state.heard[before:]:
        if each.source == thing.id:
            report(t, "triggers", thing.id)
    report(t, "enters", thing.id)


class Parting(NamedTuple):
    """An object on its way from the field."""

    thing: InPlay
    # died, destroyed, sacrificed, which are all destruction; banished, returned. A unit that is
    # destroyed dies, if it goes to the graveyard (GA-21.1 to 21.4)
    how: str
    rule: str  # the rule by which it goes
    # where it is sent, or goes when it is destroyed; empty: home
    to: str = ""
    where: Where = "top"  # where in a deck
    by: str = ""  # what did it
    kept: bool = False  # whether it is preserved


def goes(t: GaTable, parting: Parting) -> None:
    """An object leaves the field, home by the rules unless it is sent elsewhere (section 21)."""
    go_together(t, [parting])


def go_together(t: GaTable, going: Sequence[Parting]) -> None:
    """Objects leave the field at one moment: each is heard of while all of them are there."""
    for each in [heard for parting in going if (heard := _heard(t, parting))]:
        _departs(t, each)


def goes_under(t: GaTable, thing: InPlay, champion: InPlay, by: str = "") -> None:
    """An object leaves the field and its card comes to lie under a champion (GA-15.17); a token is
    no card."""
    name, owner, whose = thing.name, thing.owner, thing.controller
    if _heard(t, Parting(thing, "returned", "GA-5.3", LEFT)) is None:
        return
    t.fact(ObjectLeft(whose, thing.id, name, "returned", by))
    _leave_with(t, thing, "")
    if thing.token:
        return LAYOUT.leave(t, thing)
    LAYOUT.leave(t, thing, owner, LEFT)
    take(t, owner, LEFT, (name,))
    LAYOUT.enter(t, name, LINEAGE, owner, champion.controller, under=champion.id)
    goal = f"{champion.controller}.{LINEAGE}"
    t.fact(CardMoved(owner, name, f"{whose}.{FIELD}", goal, "GA-5.3"))


def _heard(t: GaTable, parting: Parting) -> Parting | None:
    """What is heard of an object that is about to leave; none where it stays."""
    thing, how, rule, place, *_ = parting
    destroyed = how in DESTROYED
    if destroyed and rule != "GA-14.16" and has_word(t, thing, "immortality"):
        return None
    to = bound_for(t, thing.name, place) if place else _home(t, thing)[1]
    if EPHEMERAL in thing.marks or (_would_die(t, thing, destroyed, to) and is_marked(t, thing)):
        to = "banishment"
    dead = _would_die(t, thing, destroyed, to)
    if card_of(t, thing).is_champion and how == "died":
        dead = t.choice["GA-I 9"] == "yes"
    if to == "banishment" and has_word(t, thing, "renewable"):
        to = "material"
    kept = destroyed and not thing.token and to != "banishment" and has_word(t, thing, "preserve")
    report(t, "leaves", thing.id)
    set_off(t, thing, "on leave")
    if dead:
        report(t, "dies", thing.id)
        set_off(t, thing, "on death")
    if destroyed:
        report(t, "destroyed", thing.id)
        set_off(t, thing, "on destroy")
    if to == "banishment":
        report(t, "banished", thing.id)
        set_off(t, thing, "on banish")
    if how == "sacrificed":
        report(t, "sacrificed", thing.id)
        set_off(t, thing, "on sacrifice")
    elif destroyed:
        how = "died" if dead else "destroyed"
    return parting._replace(how=how, to=to, kept=kept)


def _departs(t: GaTable, parting: Parting) -> None:
    """An object that has been heard of leaves the field."""
    thing, how, rule, to, where, by, kept = parting
    owner, name, champion = thing.owner, thing.name, card_of(t, thing).is_champion
    t.fact(ObjectLeft(thing.controller, thing.id, name, how, by))
    _leave_with(t, thing, to if champion else "")
    if champion:
        side = t.state.players[thing.controller]
        t.set(side, "champions", [each for each in side.champions if each != thing.id])
    if thing.token:
        return LAYOUT.leave(t, thing)
    if kept:
        preserve(t, owner, name)
        to, rule = "material", "GA-24.27"
    LAYOUT.leave(t, thing, owner, to, where)
    t.fact(CardMoved(owner, name, f"{thing.controller}.{FIELD}", f"{owner}.{to}", rule))


PRESERVED = "preserved"
"""How a card lies in a material deck that may be taken to hand (GA-24.27)."""


def preserve(t: GaTable, seat: str, name: str) -> None:
    """A card comes to lie face up in the material deck (GA-24.27)."""
    t.set(t.state.players[seat], "preserved", [*t.state.players[seat].preserved, name])


def _leave_with(t: GaTable, thing: InPlay, to: str) -> None:
    """The inner lineage goes with its champion; loaded cards to the graveyard or to banishment
    (GA-5.33, 15.24)."""
    for each in list(t.state.zones.things.values()):
        if each.under != thing.id:
            continue
        if each.place == LINEAGE:
            LAYOUT.leave(t, each, each.owner, to)
        elif each.place == LOADED:
            LAYOUT.leave(t, each)


def into_intent(t: GaTable, thing: InPlay) -> None:
    """A card that has an id already comes into the intent, where its texts work (GA-5.30)."""
    t.set(thing, "place", INTENT)
    attach(t, thing)


def out_of_intent(t: GaTable, thing: InPlay) -> None:
    """A card leaves the intent: to the graveyard, a regalia to banishment, with Renewable to the
    material deck (GA-17.63)."""
    if thing.token:
        LAYOUT.leave(t, thing)
        return
    card = card_of(t, thing)
    to = _home(t, thing)[1]
    if card.is_regalia and "renewable" in card.words:
        to = "material"
    LAYOUT.leave(t, thing, thing.owner, to)
    source = f"{thing.owner}.{INTENT}"
    t.fact(CardMoved(thing.owner, thing.name, source, f"{thing.owner}.{to}", "GA-17.61"))


# -- what is meant -------------------------------------------------------------------------------


def find(t: GaTable, named: str, seat: str = "", rule: str = "GA-25.7") -> InPlay:
    """The object that is meant by an id, a name, or a player, whose champion it is then.

    Raises:
        Violation: GA-2.11, or that rule: there is no such object.
        Unsaid: several objects bear that name.
    """
    found = meant(t, named, seat)
    if len(found) == 1:
        return found[0]
    if found:
        t.incomplete(f"say which {named}", source=[each.id for each in found])
    if named not in t.state.players:
        card_of(t, named.rpartition(".")[0] if named.rpartition(".")[2].isdecimal() else named)
    t.forbid(rule, "{thing} is not on the field", thing=named)


def meant(t: GaTable, named: str, seat: str = "") -> list[InPlay]:
    """The objects that may be meant."""
    things = t.state.zones.things
    found = things.get(named)
    if found is not None:
        return [found] if found.place == FIELD else []
    if named in t.state.players or named == "champion":
        whose = [named] if named in t.state.players else [seat] if seat else t.state.players
        champions = (champion_of(t, each) for each in whose)
        return [champion for champion in champions if champion is not None]
    bearing = [
        each
        for each in things.values()
        if each.place == FIELD and (each.name == named or card_of(t, each).name == named)
    ]
    own = [each for each in bearing if each.controller == seat]
    return own if len(own) == 1 else bearing
