"""What effects do to cards that are no objects: hands, memories, decks, graveyards, banishment."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.choice import Some
from referee.fact import CardsSeen
from referee.games.grand_archive import turn_actions
from referee.games.grand_archive.catalog import BANISHED_BY
from referee.games.grand_archive.effects.numbers import BANISHED_OF, LOOKED
from referee.games.grand_archive.effects.stands import ARRIVED, OWNER
from referee.games.grand_archive.elsewhere import aethercall, call, is_aethercall
from referee.games.grand_archive.facts import Glimpsed
from referee.games.grand_archive.payment import rest_reservable, tell_picks
from referee.games.grand_archive.places import (
    HIDDEN,
    LAYOUT,
    PRESERVED,
    Coming,
    bound_for,
    enter,
    forbid_showing,
    is_shut,
    leave_as_omens,
    moved,
    omens,
    pass_unseen,
    pile,
    preserve,
    put,
    require_open,
    size,
    take,
    unlink,
)
from referee.games.grand_archive.prevention import dearer
from referee.games.grand_archive.state import (
    BEGUN,
    FIELD,
    INTENT,
    LINEAGE,
    TOOK,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    combat_of,
    in_r26,
    note_banished,
)
from referee.games.grand_archive.triggers import report, set_off, set_off_from_memory
from referee.games.grand_archive.values import (
    DRAWS,
    has_word,
    limit_of,
    refuse_if_sure,
    reservable,
)
from referee.parts.effects import Among, Run
from referee.parts.effects.schema import Pick, Step
from referee.parts.layered import alter, flip, known_top, reveal_top
from referee.parts.layered import shuffle as shuffle_deck
from referee.parts.payment import Payment

Values = Mapping[str, Any]
YOURS = "yours"
"""How cards come onto the field out of another player's place, but under your control."""


def draw(r: Run, count: int = 1, player: str | None = None, place: str = "hand") -> int:
    """A player draws (GA-22.1 to 22.4)."""
    if count < 0 or place not in ("hand", "memory"):
        r.t.forbid("GA-22.1", "nobody draws {count} to the {place}", count=count, place=place)
    if count > 1:
        _require_shown(r.t, player or r.seat, count)
    if r.at and (most := limit_of(r.t, player or r.seat, DRAWS)) and count > most[0]:
        refuse_if_sure(
            r.t, ("draw",), "GA-1.3", "by {source} {seat} draws {most} more, logged {count}",
            source=most[1], seat=player or r.seat, most=max(0, most[0]), count=count,
        )  # fmt: skip
    return turn_actions.draw(r.t, player or r.seat, count, "GA-22.1", place)


def may_draw(r: Run, values: Values) -> int:
    """How many cards a player may still draw, by the texts in play."""
    most = limit_of(r.t, values.get("player") or r.seat, DRAWS)
    return 9_999 if most is None else max(0, most[0])


def _require_shown(t: GaTable, seat: str, count: int) -> None:
    """Who plays with the top card of the deck open shows each card of a draw (GA-5.43)."""
    champion = champion_of(t, seat)
    if champion is None or not has_word(t, champion, "open deck"):
        return
    shown = len(known_top(t.state.zones, f"{seat}.deck"))
    if shown < count:
        t.refuse(
            "GA-5.43",
            "{count:card is|cards are} drawn from an open deck, {shown:was|were} shown",
            count=count,
            shown=shown,
            legal="show them with reveal first",
        )


def glimpse(
    r: Run,
    count: int = 1,
    bottom: int = 0,
    called: Sequence[str] = (),
    onto: InPlay | None = None,
) -> int:
    """The top cards are looked at (GA-22.5)."""
    if count < 0 or bottom > count:
        r.t.refuse("GA-22.5", "{bottom} of {count} go to the bottom", bottom=bottom, count=count)
    if called and is_aethercall(r.t, r.seat, called):
        for name in called:
            take(r.t, r.seat, "deck", (name,), "GA-24.41")
        aethercall(r.t, r.seat, called, onto or None)
        turn_over(r, r.seat, max(0, count - len(called)), bottom)
    elif called:
        _call(r, called[0], count)
    else:
        turn_over(r, r.seat, count, bottom)
    r.t.fact(Glimpsed(r.seat, count, bottom))
    report(r.t, "glimpses", r.seat, r.seat)
    return count


def _call(r: Run, name: str, count: int) -> None:
    """A card of those that are glimpsed is called, and all others go to the bottom (GA-24.34)."""
    call(r.t, r.seat, name)
    take(r.t, r.seat, "deck", (name,), "GA-24.34")
    turn_over(r, r.seat, count - 1, count - 1)
    put(r.t, r.seat, "deck", (name,), "top")


def turn_over(r: Run, seat: str, count: int, bottom: int) -> None:
    """The top cards of a main deck were looked at and put back in any order, so many of them at the
    bottom; of a deck that holds fewer, as many as there are."""
    zones, deck = r.t.state.zones, f"{seat}.deck"
    count = min(count, size(r.t, seat, "deck"))
    alter(r.t, zones, deck, count, min(bottom, count))


def as_said(r: Run, values: Values, spelled: Any) -> Any:
    """Nothing, where nobody said any."""
    return ()


def never(r: Run, logged: Any) -> bool:
    """Nothing may be said where the card says nothing."""
    return False


def none_down(r: Run, values: Values, spelled: Any) -> int:
    """Not looking leaves them as they are (GA-22.5)."""
    return 0


def fetch(
    r: Run,
    cards: Sequence[str],
    player: str,
    place: str = "deck",
    to: str = "hand",
    where: str = "top",
) -> int:
    """Named cards go from a place to another; those of a private one are shown (GA-5.40, 22.6).

    A deck that was searched is shuffled; cards that the same effect has shown or looked at are
    just taken. In which order several come to the bottom of a deck is shown to nobody (GA-5.44,
    22.12).
    """
    under = to == "deck" and where == "bottom" and len(cards) > 1
    over = to == "deck" and where == "top" and len(cards) > 1 and KEPT in r.found
    _require_cost_0(r, cards)
    require_open(r.t, player, place)
    _require_banished_by_it(r, cards)
    if to == INTENT:
        combat = combat_of(r.t.state)
        if combat is None:
            r.forbid("no attack is on")
        if any("command" in card_of(r.t, name).words for name in cards):
            return 0
    if place == "banishment":
        leave_as_omens(r.t, player, cards, r.compiled.card)
    take(r.t, player, place, cards)
    for at, name in enumerate(cards, 1):
        if to == "field":
            _onto_the_field(r, name, player, where, more=at < len(cards))
            continue
        if to == INTENT:
            _into_the_attack(r, name, player)
            continue
        if to == "lineage":
            champion = aimed_champion(r)
            if champion is None:
                r.forbid("{seat} has no champion", seat=r.seat)
            LAYOUT.enter(r.t, name, LINEAGE, player, champion.controller, under=champion.id)
            continue
        goal = bound_for(r.t, name, to)
        end: Any = "anywhere" if goal != "deck" or where in ("shuffled", PRESERVED) else where
        put(r.t, player, goal, (name,), "top" if under and goal == "deck" else end)
        moved(r.t, player, (name,), place, goal, "GA-22.6")
        if where == PRESERVED and goal == "material":
            preserve(r.t, player, name)
    if under or over:
        count = sum(bound_for(r.t, name, to) == "deck" for name in cards)
        alter(r.t, r.t.state.zones, f"{player}.deck", count, count if under else 0)
    shown = {name for names in r.found.values() for name in names}
    if place == "deck" and not (shown.issuperset(cards) or r.done.get("look")):
        shuffle(r, player)
    return len(cards)


def _require_cost_0(r: Run, cards: Sequence[str]) -> None:
    """Where cards with a cost of 0 are meant, none of them costs X (GA-2.37)."""
    if _wants_cost_0(r):
        for name in cards:
            if card_of(r.t, name).reserve == "X":
                r.t.refuse("GA-2.37", "{card} costs X, which is not 0", card=name)


def _onto_the_field(r: Run, name: str, player: str, where: str, *, more: bool) -> None:
    """A card comes onto the field as an object (GA-5.24); ``more`` says that others follow."""
    if not card_of(r.t, name).is_object:
        r.t.refuse("GA-5.24", "{card} is no object", card=name)
    turned = where == "transformed" and card_of(r.t, name).back is not None
    marks = ("back",) if turned else ()
    whose = r.seat if where == YOURS else player
    came = enter(r.t, name, player, whose, Coming(marks=marks, more=more))
    unlink(r.t, came)
    r.named[ARRIVED] = came.id


def _into_the_attack(r: Run, name: str, player: str) -> None:
    """A card comes into the intent of the attacker, and its On Attack abilities trigger
    (GA-5.30)."""
    combat = combat_of(r.t.state)
    assert combat is not None
    thing = LAYOUT.enter(r.t, name, INTENT, player, r.seat, under=combat.source)
    r.t.set(combat, "intents", [*combat.intents, thing.id])
    set_off(r.t, thing, "on attack")


def aimed_champion(r: Run) -> InPlay | None:
    """The champion into whose lineage a card comes: that which is aimed at, or one's own."""
    things = r.t.state.zones.things
    aimed = (things[one] for aim in r.aims.values() for one in aim if one in things)
    found = next((each for each in aimed if card_of(r.t, each).is_champion), None)
    return found or champion_of(r.t, r.seat)


def findable(r: Run, values: Values) -> Among:
    """The cards that a search may find; of those that the source has banished no more of a name
    than were."""
    found = among(r, values)
    if _wants(r, BANISHED_BY) and not r.forgot(BANISHED_BY):
        took = Counter(found.cards) & _taken_by_it(r)
        found = found._replace(cards=dict(took), size=took.total())
    if not _wants_cost_0(r):
        return found
    cards = {name: n for name, n in found.cards.items() if card_of(r.t, name).reserve != "X"}
    return found._replace(cards=cards, size=sum(cards.values()) if found.seen else found.size)


def _taken_by_it(r: Run) -> Counter[str]:
    """The cards that the source has banished, or that were banished to pay for it."""
    marks = r.source.marks if isinstance(r.source, InPlay) else ()
    return Counter(each.removeprefix(TOOK) for each in marks if each.startswith(TOOK))


def _require_banished_by_it(r: Run, cards: Sequence[str]) -> None:
    """Of cards that the source has banished no more of a name are found than were."""
    if not _wants(r, BANISHED_BY) or r.forgot(BANISHED_BY):
        return
    for name, count in (Counter(cards) - _taken_by_it(r)).items():
        r.contradict("{count} more of {name} than it has banished", count=count, name=name)


def _wants_cost_0(r: Run) -> bool:
    """Whether cards are looked for that cost just 0, of which none has an X there (GA-2.37)."""
    if not in_r26(r.t):
        return False
    wanted = (each.items() for each in _asked_of_cards(r))
    return any(word in _COSTS and bounds in _NOTHING for each in wanted for word, bounds in each)


def _wants(r: Run, word: str) -> bool:
    """Whether cards are looked for of which a text asks that number."""
    return any(word in each for each in _asked_of_cards(r))


def _asked_of_cards(r: Run) -> list[Mapping[str, Any]]:
    """The numbers that an effect asks of the cards that it picks."""
    return [
        pick.what.numbers for pick in _picks(r.compiled.effect.all_steps) if pick.what is not None
    ]


def _picks(steps: Iterable[Step]) -> list[Pick]:
    """The cards that these steps pick."""
    return [pick for step in steps if isinstance(pick := getattr(step, "cards", None), Pick)]


_COSTS = ("cost", "reserve cost")
_NOTHING = (0, (0, 0))


def mill(r: Run, cards: Sequence[str], player: str) -> int:
    """The top cards of a main deck go to the graveyard, which is no discard (GA-5.3)."""
    for name in cards:
        card_of(r.t, name)
        found = flip(r.t, r.t.state.zones, f"{player}.deck", name)
        if found is not None:
            forbid_showing(r.t, player, "deck", (name,), found, "GA-25.7")
        goal = bound_for(r.t, name, "graveyard")
        put(r.t, player, goal, (name,))
        moved(r.t, player, (name,), "deck", goal, "GA-5.3")
    if cards:
        report(r.t, "mills", player, player)
    return len(cards)


def scavenge(r: Run, cards: Sequence[str], player: str, kind: str, count: int = 1) -> int:
    """Cards are revealed from the top of a deck until one fits; that goes to hand, the others to
    the bottom by chance (GA-22.12)."""
    t, deck = r.t, f"{player}.deck"
    due = min(count, size(t, player, "deck"))
    hits = [at for at, name in enumerate(cards) if kind in card_of(t, name).all_words]
    shown = hits[0] + 1 if hits else due
    if len(cards) != min(shown, due):
        t.refuse(
            "GA-22.12" if in_r26(t) else "GA-1.6",
            "{due:card} at most are revealed, up to the first that fits, logged {logged}",
            due=due,
            logged=len(cards),
        )
    found = reveal_top(t, t.state.zones, deck, cards)
    if found is not None:
        forbid_showing(t, player, "deck", cards, found, "GA-25.7")
    t.fact(CardsSeen(r.seat, deck, len(cards), ",".join(cards)))
    if hits:
        take(t, player, "deck", cards[-1:])
        put(t, player, "hand", cards[-1:])
        moved(t, player, cards[-1:], "deck", "hand", "GA-22.12" if in_r26(t) else "GA-1.6")
    rest = len(cards) - len(hits)
    alter(t, t.state.zones, deck, rest, rest)
    return len(cards)


def to_scavenge(r: Run, values: Values, spelled: Any) -> Sequence[str]:
    """The cards that are revealed, which somebody says: one that fits, or else all."""
    there = in_a_deck(r, values)
    if not there.size:
        return ()
    kind = next((getattr(each, "kind", "") for each in r.compiled.effect.steps), "")
    able = {name: n for name, n in there.cards.items() if kind in card_of(r.t, name).all_words}
    due = 1 if able else min(values.get("count", 1), there.size)
    cards = Some(able or dict(there.cards), due, due)
    return tuple(r.choose("cards", cards, "say which cards are revealed, in order", spelled))


def on_top(r: Run, values: Values) -> Sequence[str]:
    """The cards that all know to lie on top of a main deck."""
    if values.get("place", "deck") != "deck":
        return ()
    return known_top(r.t.state.zones, f"{values.get('player') or r.seat}.deck")


def in_a_deck(r: Run, values: Values) -> Among:
    """The cards of a main deck."""
    return LAYOUT.find(r.t, values.get("player") or r.seat, "deck")


def left_in_deck(r: Run, values: Values) -> int:
    """How many cards a main deck holds."""
    return size(r.t, values.get("player") or r.seat, "deck")


def there(r: Run, values: Values) -> int:
    """How many cards there are to pick."""
    place = values.get("place", "hand")
    player = values.get("player") or r.seat
    if place in HIDDEN and not is_shut(r.t, player, place):
        return size(r.t, player, place)
    return among(r, values).size


def among(r: Run, values: Values) -> Among:
    """The cards that are picked from."""
    place, player = values.get("place", "hand"), values.get("player") or r.seat
    if place == LINEAGE:
        below = Counter(each.name for each in _below(r.t, player))
        return Among(dict(below), below.total(), True)
    if place == "field" or is_shut(r.t, player, place):
        return Among({}, 0, True)
    return LAYOUT.find(r.t, player, place)


def to_show(r: Run, values: Values) -> Among:
    """The cards of which some are shown; those of a material deck whose list tells which they are
    need not be named where it is all of them."""
    found = among(r, values)
    if values.get("place") == "material" and found.size == sum(found.cards.values()):
        return found._replace(seen=True)
    return found


def _below(t: GaTable, seat: str) -> list[InPlay]:
    """The cards of a player's inner lineage."""
    things = t.state.zones.things.values()
    return [each for each in things if each.place == LINEAGE and each.controller == seat]


def kept(r: Run) -> dict[str, tuple[str, ...]]:
    """The cards that a text was begun with, as far as they still lie in banishment, face up or
    face down."""
    source = r.source
    if not isinstance(source, InPlay) or source.place != BEGUN or not source.marks:
        return {}
    there = Counter(pile(r.t, source.owner, "banishment"))
    there += Counter(r.t.state.zones.hidden.known(f"{source.owner}.facedown"))
    return {KEPT: tuple((there & Counter(source.marks)).elements())}


KEPT = "kept"
"""What stands for the cards that a text was begun with."""


def itself(r: Run, seat: str, place: str) -> str:
    """The card that a text is of, where it lies in the graveyard or banishment of its owner: as
    its ability works there, or as the object that it was has gone there (GA-16.2, 5.10)."""
    source, name = r.source, r.compiled.card
    if place not in ("graveyard", "banishment"):
        return ""
    if r.doing.source == name:
        return name if seat == r.seat and r.compiled.effect.when == f"in {place}" else ""
    if source is None or source.id in r.t.state.zones.things or seat != source.owner:
        return ""
    return source.name if source.name in pile(r.t, seat, place) else ""


def lacks(r: Run, values: Values, names: tuple[str, ...]) -> None:
    """It is claimed that a hidden place holds no more of these."""
    claim(r.t, values.get("player") or r.seat, values.get("place", "hand"), names)


def claim(t: Any, seat: str, place: str, names: tuple[str, ...]) -> None:
    """A hidden place is said to hold none of these cards.

    Raises:
        Violation: GA-22.6, it must hold one.
    """
    hidden, zone = t.state.zones.hidden, f"{seat}.{place}"
    if place not in HIDDEN or not hidden.size(zone):
        return
    found = hidden.denies(zone, names)
    if found is None:
        t.keep(hidden)
        hidden.claim(zone, names, t.seq)
    else:
        t.refuse(
            "GA-22.6", "{seat}'s {place} holds {card}", seat=seat, place=place, card=found.card
        )


def reveal(r: Run, cards: Sequence[str], player: str, place: str = "hand") -> int:
    """Cards of a private place are shown to all, and stay (GA-5.41)."""
    if place == "deck":
        found = reveal_top(r.t, r.t.state.zones, f"{player}.deck", cards)
        if found is not None:
            forbid_showing(r.t, player, place, cards, found, "GA-25.7")
    else:
        take(r.t, player, place, cards)
        put(r.t, player, place, cards)
    if place == "memory":
        for name in cards:
            report(r.t, "revealed", name, player)
    r.t.fact(CardsSeen(r.seat, f"{player}.{place}", len(cards), ",".join(cards)))
    return len(cards)


def look(r: Run, player: str, count: int = 1, place: str = "hand") -> int:
    """Private cards are looked at by one; those of a deck are put back in any order."""
    have = size(r.t, player, place) if place in HIDDEN else 0
    if count > have:
        r.forbid("{seat}'s {where} holds {have:card}", seat=player, where=place, have=have)
    if place == "deck":
        r.named[LOOKED] = player
        if count > 1 or not _wants(r, LOOKED):  # of one card no order is lost
            turn_over(r, player, count, 0)
    r.t.fact(CardsSeen(r.seat, f"{player}.{place}", count, ""))
    return count


def discard(r: Run, cards: Sequence[str], player: str, place: str = "hand") -> int:
    """Cards go to the graveyard (GA-21.7); regalia to banishment."""
    take(r.t, player, place, cards)
    for name in cards:
        goal = bound_for(r.t, name, "graveyard")
        put(r.t, player, goal, (name,))
        moved(r.t, player, (name,), place, goal, "GA-21.7")
    for _ in cards if place != "deck" else ():
        report(r.t, "discards", player, player)
    return len(cards)


def banish(
    r: Run, cards: Sequence[str], player: str, place: str = "graveyard", kind: str | None = None
) -> int:
    """Cards go to banishment (GA-21.6); where chance picks them of a memory, that is told
    (GA-25.14); with an omen counter they are omens (GA-19.8)."""
    have = size(r.t, player, place) if place in HIDDEN else 0
    known = r.t.state.zones.hidden.known(f"{player}.memory") if place == "memory" else {}
    require_open(r.t, player, place)
    r.named[OWNER] = player
    if place == LINEAGE:
        return _banish_below(r, cards, player)
    if place == "deck" and (are_on_top(r) or _is_the_one_looked_at(r)):
        for name in cards:
            card_of(r.t, name)
            if (found := flip(r.t, r.t.state.zones, f"{player}.deck", name)) is not None:
                forbid_showing(r.t, player, "deck", (name,), found, "GA-25.7")
    else:
        take(r.t, player, place, cards)
    put(r.t, player, "banishment", cards)
    moved(r.t, player, cards, place, "banishment", "GA-21.6")
    if r.list == "outcome":
        own = BANISHED_OF + player
        r.done[own] = r.done.get(own, 0) + len(cards)
    if place == "memory":
        if _are_picked_by_chance(r):
            tell_picks(r.t, player, cards, known, have)
        set_off_from_memory(r.t, player, cards)
    if kind == "omen" and cards:
        side = r.t.state.players[player]
        r.t.set(side, "omens", [*omens(r.t, player), *cards])
    for name in cards:
        report(r.t, "banished", name, player)
    if isinstance(r.source, InPlay):
        note_banished(r.t, r.source, cards)
    return len(cards)


def _is_the_one_looked_at(r: Run) -> bool:
    """Whether what is banished of a deck is its top card, which the effect has looked at."""
    return _wants(r, LOOKED) and r.done.get("look") == 1


def _are_picked_by_chance(r: Run) -> bool:
    """Whether the cards of a memory that an effect banishes are picked by chance, as far as anybody
    knows (GA-9.10)."""
    if r.compiled.free:
        return True
    effect = r.compiled.effect
    return any(pick.by == "chance" for pick in _picks((*effect.all_costs, *effect.all_steps)))


def _banish_below(r: Run, cards: Sequence[str], player: str) -> int:
    """Cards of an inner lineage go to banishment."""
    for name in cards:
        below = next((each for each in _below(r.t, player) if each.name == name), None)
        if below is None:
            r.t.forbid("GA-25.7", "{card} is not in {seat}'s inner lineage", card=name, seat=player)
        LAYOUT.leave(r.t, below, below.owner, "banishment")
        moved(r.t, below.owner, (name,), LINEAGE, "banishment", "GA-21.6")
        report(r.t, "banished", name, below.owner)
    return len(cards)


def are_on_top(r: Run) -> bool:
    """Whether the cards of a deck that are banished are its top ones: the effect tells all that it
    does, and has neither shown nor sought any (GA-5.6)."""
    if r.compiled.free or r.found or r.done.get("look") or r.done.get("reveal"):
        return False
    of_deck = [step for step in r.compiled.effect.all_steps if getattr(step, "place", "") == "deck"]
    return all(pick.what is None for pick in _picks(of_deck))


def banished_from_top(r: Run, values: Values) -> Sequence[str]:
    """The cards that all know to lie on top of a deck of which the top is banished."""
    return on_top(r, values) if values.get("place") == "deck" and are_on_top(r) else ()


def reserve(r: Run, player: str, count: int = 1) -> int:
    """Cards go unseen from hand to memory (GA-22.10)."""
    pass_unseen(r.t, player, count, "hand", "memory", "GA-22.10")
    return count


def pay(
    r: Run,
    player: str,
    count: int = 0,
    resting: Sequence[str] = (),
    thing: InPlay | None = None,
) -> int:
    """A reserve cost of an effect is paid, for the sake of a thing where its text tells several
    apart: Reservable objects rest for 1 each, and cards of the hand are reserved for the rest
    (GA-9.1, 9.5)."""
    stands = Payment(count, len(resting))
    if stands.over:
        r.t.refuse("GA-9.5", "{count:is|are} due, {resting} would rest", count=count,
                   resting=", ".join(resting), legal=f"at most {count}")  # fmt: skip
    rest_reservable(r.t, player, resting)
    pass_unseen(r.t, player, stands.short, "hand", "memory", "GA-9.1")
    return count


def to_rest(r: Run, values: Values, spelled: Callable[[str], str]) -> Any:
    """The Reservable objects that rest where nobody said any: as many as the hand lacks."""
    player = values["player"]
    count = values["count"]
    hand = Payment(count + dearer(r, count), size(r.t, player, "hand"))
    could = reservable(r.t, player)
    if not hand.lacks(len(could)):
        return ()
    if hand.short == len(could):
        return tuple(could)
    things = Some(dict.fromkeys(could, 1), hand.short, hand.short)
    return tuple(r.choose("resting", things, "say what rests for it", spelled, "you", player))


def in_hand(r: Run, values: Values) -> int:
    """How many cards could be reserved."""
    return size(r.t, values.get("player") or r.seat, "hand")


def payable(r: Run, values: Values) -> int:
    """How much of a reserve cost could be paid."""
    player = values.get("player") or r.seat
    return size(r.t, player, "hand") + len(reservable(r.t, player))


def shuffle(r: Run, player: str) -> int:
    """A main deck is shuffled."""
    shuffle_deck(r.t, r.t.state.zones, f"{player}.deck")
    return 1


_COPIES = 9
"""How many copies of a card there may be beside the decks, as far as anybody knows."""


def generable(r: Run, values: Values) -> Among:
    """The cards of which there may be a copy outside the game (GA-22.10)."""
    names = r.t.catalog.generable
    return Among(dict.fromkeys(names, _COPIES), _COPIES * len(names), True)


def generate(r: Run, cards: Sequence[str], player: str, to: str = "hand") -> int:
    """Cards come from outside the game (GA-22.10)."""
    for name in cards:
        card_of(r.t, name)
        generated = r.t.state.zones.generated
        r.t.item(generated, name, generated.get(name, 0) + 1)
        if to == FIELD:
            r.named[ARRIVED] = enter(r.t, name, player, player).id
        elif to == LINEAGE:
            champion = champion_of(r.t, player)
            if champion is None:
                r.forbid("{seat} has no champion", seat=player)
            LAYOUT.enter(r.t, name, LINEAGE, r.seat, player, under=champion.id)
        else:
            put(r.t, player, to, (name,))
    return len(cards)
