"""What effects do to cards that are not in play: hands, decks, piles (WR-15.6)."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.fact import CardMoved, CardsSeen
from referee.games.warrift.catalog import Card, Monster, Stronghold
from referee.games.warrift.draws import draw
from referee.games.warrift.effects import stacks
from referee.games.warrift.effects.play import moment, takes
from referee.games.warrift.effects.protection import (
    discard_banned,
    kept_off,
    require_consumed,
    require_discard,
    require_open,
    wakes,
)
from referee.games.warrift.effects.resolution import enters
from referee.games.warrift.effects.stacks import put_seen, size_there
from referee.games.warrift.facts import CardsPassed
from referee.games.warrift.places import LAYOUT, discard_unplayed, pile
from referee.games.warrift.selections import SUPPORT, await_gaps, class_selection
from referee.games.warrift.state import Gained, InPlay, WrTable, class_of, goes_to
from referee.games.warrift.triggers import happened
from referee.games.warrift.values import in_hand
from referee.parts.effects import Among, Run
from referee.parts.lasting_changes import begin
from referee.parts.layered import known_top
from referee.parts.responses import pend

DECKS = ("primary", "class", "eye", "support")
"""The face-down decks."""

_HIDDEN = ("hand", *DECKS)
_MOST = 99
"""More than any card scouts."""
Values = Mapping[str, Any]


def _whose(r: Run, place: str, player: str) -> str:
    """Whose place it is: a player's, or empty where it is the table's."""
    if LAYOUT.places[place].of == "table":
        return ""
    return player or r.seat


def _require_hidden(r: Run, place: str) -> None:
    if place not in _HIDDEN:
        r.forbid("the cards of {where} lie face up", where=place)


# -- from hands ----------------------------------------------------------------------------------


def draw_cards(r: Run, player: str, count: int = 1) -> int:
    """A player draws, with a new deck where one is needed (WR-12.8)."""
    require_open(r, player)
    if count < 0:
        r.forbid("nobody draws {count:card}", count=count)
    drawn = draw(r.t, player, count, "WR-15.6")
    if drawn < count and r.at:
        r.forbid("{seat} has {have:card} to draw", seat=player, have=drawn)
    return drawn


def drawable(r: Run, values: Values) -> int:
    """How many cards a player could draw."""
    seat = values["player"]
    return size_there(r.t, seat, "primary") + len(pile(r.t, f"{seat}.discard"))


def discard(r: Run, cards: Sequence[str], player: str, picked: str = "holder") -> int:
    """Named cards go from a hand to the discard piles (WR-9.3)."""
    require_discard(r, player)
    require_open(r, player, cards=True)
    stacks.take_out(r.t, player, "hand", cards, "WR-2.7")
    for card in cards:
        discard_unplayed(r.t, player, card, "WR-15.6", "hand")
    return len(cards)


def endow(r: Run, word: str, cards: Sequence[str], player: str, until: str = "turn") -> int:
    """Cards in a hand, which all see now, have a word for some time (WR-15.6)."""
    require_open(r, player, cards=True)
    stacks.reveal(r.t, player, "hand", cards)
    for card in cards:
        begin(r.t, r.doing.source, in_hand(player, card), "grant", word, until=moment(until))
    return len(cards)


def consume(r: Run, cards: Sequence[str], player: str = "", place: str = "hand") -> int:
    """Cards go to the Necropolis, those with Awaken in hand to a pile (WR-6.6, 14.12, 14.13)."""
    seat = _whose(r, place, player)
    require_open(r, seat, cards=True)
    awake = [card for card in cards if wakes(r, card, seat)] if place == "hand" else []
    _take_out(r, seat, place, cards)
    for card in cards:
        if card in awake:
            to, target = goes_to(r.t, card, seat)
            LAYOUT.put_back(r.t, to, target, [card], "top")
            zone, rule = LAYOUT.places[target].zone(to), "WR-14.12"
        else:
            LAYOUT.put_back(r.t, "", "necropolis", [card], "top")
            zone, rule = "necropolis", "WR-6.6"
            happened(r.t, "consume", card, r.seat)
        r.t.fact(CardMoved(seat or r.seat, card, place, zone, rule))
    return len(cards)


# -- from place to place -------------------------------------------------------------------------


def move(
    r: Run,
    cards: Sequence[str],
    place: str,
    to: str,
    where: str | None = None,
    player: str = "",
    receiver: str = "",
) -> int:
    """Named cards go from one place to another that takes such cards."""
    seat = _whose(r, place, player)
    target = _whose(r, to, receiver or player)
    require_open(r, seat, cards=True)
    if target != seat:
        require_open(r, target, cards=True)
    known = r.t.catalog.cards
    if to == "necropolis" and place == "hand" and any(wakes(r, card, seat) for card in cards):
        require_consumed(r, next(card for card in cards if wakes(r, card, seat)))
        if not r.at:
            return consume(r, cards, seat, place)
    _take_out(r, seat, place, cards)
    for card in cards:
        _require_place(r, known[card], to, target)
    for card in cards:
        _put(r, card, to, target, where)
        zone = LAYOUT.places[to].zone(target)
        r.t.fact(CardMoved(target or r.seat, card, place, zone, "WR-15.6"))
    return len(cards)


def _require_place(r: Run, card: Card, to: str, target: str) -> None:
    """A place takes such cards: of a class deck or selection, those of that class."""
    fits = takes(card, to) and not (to == "play" and isinstance(card, Monster))
    if to in ("class", "selection") and fits:
        fits = class_of(card) == r.t.state.sides[target].cls
    if not fits:
        r.forbid("{name} does not go to {where}", name=card.name, where=to)


def _take_out(r: Run, seat: str, place: str, cards: Sequence[str]) -> None:
    """Named cards are taken out of a place, and are nowhere yet."""
    t = r.t
    if place == "play":
        r.forbid("what is in play has a number: it is removed, or devoured")
    if LAYOUT.places[place].kind == "hidden":
        stacks.take_out(t, seat, place, cards, "WR-2.7" if place == "hand" else "WR-2.5")
        return
    zone = LAYOUT.places[place].zone(seat)
    left = list(pile(t, zone))
    summoned = list(t.state.rift)
    for card in cards:
        if card not in left:
            r.forbid("{name} is not in {where}", name=card, where=zone)
        at = len(left) - 1 - left[::-1].index(card)
        del left[at]
        if place == "rift" and at < len(summoned):
            del summoned[at]
    t.item(t.state.zones.piles, zone, left)
    if place == "rift":
        t.set(t.state, "rift", summoned)
    elif place == "selection":
        await_gaps(t, class_selection(seat), seat)
    elif place == "offers":
        await_gaps(t, SUPPORT, r.seat)


def _put(r: Run, card: str, to: str, seat: str, where: str | None) -> None:
    t = r.t
    if to == "play":
        if isinstance(t.catalog.cards[card], Stronghold):
            _comes_in(r, LAYOUT.enter(t, card, "play", "", seat))
        else:
            owner, _ = goes_to(t, card, seat)
            LAYOUT.enter(t, card, "play", owner, seat, turn=t.state.turn)
        return
    put_seen(t, seat, to, [card], where or "")
    if to == "rift":
        t.push(t.state.rift, "")


def _comes_in(r: Run, stronghold: InPlay) -> None:
    """A stronghold that an effect puts into play enters it: what it says of that happens next, as
    if it had been gained (WR-10.3, 15.1)."""
    pending = enters(r.t, stronghold, stronghold.controller, "enter_play", 0, Gained)
    if pending.effects:
        pend(r.t, None, pending)


def pass_cards(
    r: Run,
    count: int,
    place: str,
    to: str,
    where: str | None = None,
    player: str = "",
    receiver: str = "",
) -> int:
    """So many cards that nobody sees go from one hidden place to another (WR-2.8)."""
    _require_hidden(r, place)
    _require_hidden(r, to)
    seat = _whose(r, place, player)
    target = _whose(r, to, receiver or player)
    require_open(r, seat, cards=True)
    if target != seat:
        require_open(r, target, cards=True)
    have = size_there(r.t, seat, place)
    if not 0 <= count <= have:
        r.forbid("only {have:card} in {where}", have=have, where=place)
    if {place, to} & {"eye", "support"} and place != to:
        r.forbid("the cards of {where} do not go to {to}", where=place, to=to)
    stacks.pass_unseen(r.t, count, (seat, place), (target, to), where or "")
    if count:
        source, goal = LAYOUT.places[place].zone(seat), LAYOUT.places[to].zone(target)
        r.t.fact(CardsPassed(r.seat, source, goal, count))
    return count


def passable(r: Run, values: Values) -> int:
    """How many cards could be passed."""
    return size_there(r.t, _whose(r, values["place"], values["player"]), values["place"])


# -- what is seen --------------------------------------------------------------------------------


def look(r: Run, place: str, count: int = 1, player: str = "") -> int:
    """The controller looks at face-down cards and shows them to nobody."""
    _require_hidden(r, place)
    seat = _whose(r, place, player)
    require_open(r, seat, cards=True)
    have = size_there(r.t, seat, place)
    if not 0 <= count <= have:
        r.forbid("only {have:card} in {where}", have=have, where=place)
    r.t.fact(CardsSeen(r.seat, LAYOUT.places[place].zone(seat), count, ""))
    return count


def reveal(r: Run, cards: Sequence[str], place: str, player: str = "") -> int:
    """Face-down cards are shown to all, a deck's from the top, and stay (WR-2.9)."""
    _require_hidden(r, place)
    seat = _whose(r, place, player)
    require_open(r, seat, cards=True)
    _reveal(r, seat, place, cards)
    return len(cards)


def _reveal(r: Run, seat: str, place: str, cards: Sequence[str]) -> None:
    stacks.reveal(r.t, seat, place, cards)
    zone = LAYOUT.places[place].zone(seat)
    r.t.fact(CardsSeen(r.seat, zone, len(cards), ",".join(cards)))


def scout(r: Run, count: int, cards: Sequence[str] = ()) -> int:
    """The top of the monster deck is looked at, or shown to all (WR-14.25, 14.26)."""
    have = size_there(r.t, "", "eye")
    seen = min(count, have)
    if count < 0:
        r.t.forbid("WR-14.25", "{card}: nobody scouts {count}", card=r.compiled.card, count=count)
    if have < count and r.t.choice["WR-I 54"] == "not_at_all":
        seen = 0
    if cards and len(cards) != seen:
        why = "{card}: {named:monster} shown, {count} seen"
        r.t.forbid("WR-14.25", why, card=r.compiled.card, named=len(cards), count=seen)
    if cards:
        _reveal(r, "", "eye", cards)
    else:
        r.t.fact(CardsSeen(r.seat, "eye", seen, ""))
    return seen


def scoutable(r: Run, values: Values) -> int:
    """How many monsters there are to be seen; of an empty deck, or one too small that is not
    looked at, all that are asked for are logged, and none are seen (WR-I 54)."""
    whole = r.t.choice["WR-I 54"] == "not_at_all"
    return (not whole and size_there(r.t, "", "eye")) or _MOST


def in_the_eye(r: Run, values: Values) -> Among:
    """The monsters that may be on top of the monster deck."""
    return LAYOUT.find(r.t, "", "eye")


def alter(r: Run, bottom: int, deck: str, player: str = "", count: int = 1) -> int:
    """Of the top of a deck so many go to the bottom, the others back on top (WR-14.1 to 14.3)."""
    t = r.t
    seat = _whose(r, deck, player)
    require_open(r, seat, cards=True)
    have = size_there(t, seat, deck)
    seen = min(count, have)
    if have < count and t.choice["WR-I 54"] == "not_at_all":
        seen = 0
    if not 0 <= bottom <= seen:
        why = "{card}: {bottom} of {seen:card} at the bottom"
        t.forbid("WR-14.1", why, card=r.compiled.card, bottom=bottom, seen=seen)
    stacks.alter(t, seat, deck, seen, bottom)
    t.fact(CardsSeen(r.seat, LAYOUT.places[deck].zone(seat), seen, ""))
    return seen


def alterable(r: Run, values: Values) -> int:
    """How many cards a deck has to be put at its bottom."""
    return size_there(r.t, _whose(r, values["deck"], values["player"]), values["deck"])


def shuffle(r: Run, deck: str, player: str = "") -> int:
    """A deck is shuffled, and no order in it is known (WR-2.8); of one card there is none."""
    seat = _whose(r, deck, player)
    require_open(r, seat, cards=True)
    stacks.shuffle(r.t, seat, deck)
    return int(size_there(r.t, seat, deck) > 1)


# -- what there is to pick -----------------------------------------------------------------------


def among(r: Run, values: Values) -> Among:
    """The cards that are picked from: of a hand, or of the place that is said."""
    place = values.get("place", "hand")
    return LAYOUT.find(r.t, _whose(r, place, values.get("player", "")), place)


def on_top(r: Run, values: Values) -> Sequence[str]:
    """The cards that all know to lie on top of a deck, topmost first (WR-2.9)."""
    place = values["place"]
    if place not in DECKS:
        return ()
    zone = LAYOUT.places[place].zone(_whose(r, place, values.get("player", "")))
    return known_top(r.t.state.zones, zone)


def there(r: Run, values: Values) -> int:
    """How many cards there are to pick."""
    place = values.get("place", "hand")
    return size_there(r.t, _whose(r, place, values.get("player", "")), place)


def lacks(r: Run, values: Values, names: tuple[str, ...]) -> None:
    """It is claimed that a hidden place holds no more of these (WR-2.7)."""
    place = values.get("place", "hand")
    claim(r.t, _whose(r, place, values.get("player", "")), place, names)


def claim(t: WrTable, seat: str, place: str, names: tuple[str, ...]) -> None:
    """A hidden place is said to hold none of these cards (WR-2.7).

    Raises:
        Violation: WR-2.7, it must hold one.
    """
    if place != "hand":
        return
    hidden, zone = t.state.zones.hidden, LAYOUT.places[place].zone(seat)
    found = hidden.denies(zone, names)
    if found is not None:
        t.forbid("WR-2.7", "{seat} must hold {card}", seat=seat, card=found.card)
    t.keep(hidden)
    hidden.claim(zone, names, t.seq)


def of_cards(r: Run, values: Values) -> str:
    """Why a Forcefield keeps an outcome off the cards of a player (WR-14.18)."""
    for part, place in (("player", values.get("place", "hand")), ("receiver", values.get("to"))):
        seat = values.get(part, "")
        if seat and place and LAYOUT.places[place].of == "seat" and _kept(r, seat):
            return f"{seat} is under a Forcefield"
    return ""


def of_deck(r: Run, values: Values) -> str:
    """Why a Forcefield keeps an outcome off a deck of a player."""
    seat = _whose(r, values["deck"], values.get("player", ""))
    return f"{seat} is under a Forcefield" if _kept(r, seat) else ""


def of_discard(r: Run, values: Values) -> str:
    """Why a word keeps a player from having to discard."""
    if discard_banned(r, values["player"]):
        return "an Ambush card makes nobody discard now"
    return of_cards(r, values)


def _kept(r: Run, seat: str) -> bool:
    return kept_off(r, seat, cards=True) is not None
