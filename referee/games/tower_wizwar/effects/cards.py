"""What effects do to cards that are not in play: hands, pools, decks, discards (TW-19)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.fact import CardMoved, CardsDrawn
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.celestials import play_celestial
from referee.games.tower_wizwar.discards import Discarded, spells_of, to_discard
from referee.games.tower_wizwar.drawing import (
    DrawnAs,
    deck_size,
    draw,
    drawn_from,
    require_count,
    reshuffle,
    spells_left,
)
from referee.games.tower_wizwar.due import DrawUp
from referee.games.tower_wizwar.effects.play import free_spots, require_standing, require_there
from referee.games.tower_wizwar.effects.seen import HIDDEN, require_on_top, shuffle_deck
from referee.games.tower_wizwar.harm import goes_back, turn_by_celestial
from referee.games.tower_wizwar.places import (
    LAYOUT,
    enter,
    goes,
    pass_unseen,
    pile,
    show,
    size,
    spells_in,
    zone,
)
from referee.games.tower_wizwar.spots import is_unique, make_room, only_one
from referee.games.tower_wizwar.state import InPlay, card_of
from referee.games.tower_wizwar.values import permits
from referee.parts.effects import Run
from referee.parts.effects.pending import Saying
from referee.parts.zones import Where

SPELLS = ("hand", "pool", "deck")
"""Where there are spells alone, apart from what is shuffled into a deck."""

Values = Mapping[str, Any]
Spelled = Callable[[str], str]


def _kind(r: Run, card: str) -> str:
    return str(card_of(r.t, card).kind)


def _is_spell(r: Run, card: str) -> bool:
    _kind(r, card)
    return bool(card_of(r.t, card).back == SPELL and card_of(r.t, card).kind != "tower")


def _no_such(r: Run, what: str, place: str, to: str, legal: str = "") -> None:
    """No outcome does that (TW-19.5)."""
    r.t.forbid("TW-19.5", "{outcome} is not from {place} to {to}", outcome=what, place=place, to=to,
               legal=legal)  # fmt: skip


def _require_taken(r: Run, card: str, to: str) -> None:
    """A place takes such a card: spells alone go to a hand, a pool, a deck (TW-19.7)."""
    if _kind(r, card) == "tower":
        r.t.forbid("TW-19.7", "the tower {card} does not go to the {to}", card=card, to=to)
    spell = _is_spell(r, card)
    rules = {"pool": "TW-4.6", "hand": "TW-4.1", "deck": "TW-19.7", "discard": "TW-13.2"}
    if not spell and to in rules:
        r.t.forbid(rules[to], "{card} is no spell, and does not go to the {to}", card=card, to=to)
    if spell and to == "front":
        r.t.forbid("TW-19.7", "{card} is a spell, and no card of a front", card=card)


def _moved(r: Run, seat: str, card: str, place: str, to: str) -> None:
    r.t.fact(CardMoved(seat, card, place, f"{seat}.{to}", "TW-19.6"))


# -- draws and discards ----------------------------------------------------------------------------


def draw_cards(
    r: Run,
    wizard: str,
    count: int = 1,
    place: str = "hand",
    backs: Sequence[str] = (),
    cards: Sequence[str] = (),
    towers: Sequence[str] = (),
    books: Sequence[str] = (),
) -> int:
    """A wizard draws, unseen by their backs (TW-9.1 to 9.4) or face up by their names (TW-9.6)."""
    require_standing(r, wizard, retreat=True)
    if place not in ("hand", "pool"):
        r.t.forbid("TW-9.1", "cards are drawn into a hand or a pool", place=place)
    if count < 0:
        r.forbid("nobody draws {count:card}", count=count)
    if cards:
        _require_as_shown(r, cards, backs, books)
        return _draw_open(r, wizard, count, place, cards, towers)
    _require_all_played(r, towers)
    for back in backs:
        if back not in (SPELL, CELESTIAL, ORBITAL):
            legal = "spell, celestial, orbital"
            r.t.forbid("TW-9.1", "no back shows {back}", back=back, legal=legal)
    asked = DrawUp(wizard, "TW-19.6", r.t.seq, count=count, place=place)
    return draw(r.t, asked, DrawnAs(backs, books))


def drawable(r: Run, values: Values) -> int:
    """How many spells a wizard could draw (TW-2.14)."""
    return spells_left(r.t, values["wizard"])


def _require_as_shown(
    r: Run, cards: Sequence[str], backs: Sequence[str], books: Sequence[str]
) -> None:
    """Of cards that are named, the backs and the spellbooks are known (TW-20.4)."""
    spells = [card for card in cards if _is_spell(r, card)]
    of = r.t.catalog.book_backs.of
    known = ([card_of(r.t, card).back for card in cards], [of[card] for card in spells])
    bare = [so if said == SPELL else said for said, so in zip(books, known[1], strict=False)]
    for said, so in zip((backs, (*bare, *books[len(bare) :])), known, strict=True):
        if said and [*said] != so:
            why = "the backs of these cards show {so}, not {said}"
            r.t.forbid("TW-20.4", why, so=", ".join(so), said=", ".join(said))


def _draw_open(
    r: Run, seat: str, count: int, place: str, cards: Sequence[str], towers: Sequence[str]
) -> int:
    """Cards are drawn face up: a celestial is played at once, others that are no spells go to the
    front (TW-9.6, I 88)."""
    t = r.t
    due = require_count(t, seat, [SPELL if _is_spell(r, card) else "" for card in cards], count)
    if not t.state.sides[seat].begun and not _is_spell(r, cards[0]):
        t.refuse("TW-10.1", "the top card of {seat}'s deck is a spell", seat=seat)
    left = list(towers)
    for card in cards:
        _off_the_top(r, seat, card)
        if _is_spell(r, card):
            LAYOUT.put_back(t, seat, place, (card,), "anywhere")
            _moved(r, seat, card, "deck", place)
        elif card_of(t, card).kind == CELESTIAL:
            _turned_up(r, seat, card, left)
        else:
            gone = t.state.sides[seat].retreat
            LAYOUT.put_back(t, seat, "aether" if gone else "front", (card,), "anywhere")
        _renew_deck(r, seat)
    _require_all_played(r, left)
    t.fact(CardsDrawn(seat, len(cards), "TW-9.6"))
    return due


def _require_all_played(r: Run, towers: Sequence[str]) -> None:
    """Only a celestial that came face up plays a tower (TW-9.6)."""
    if towers:
        why = "no celestial came that plays {tower}"
        r.t.forbid("TW-9.6", why, tower=towers[0], legal="no tower")


def _off_the_top(r: Run, seat: str, card: str) -> None:
    """A card comes off a deck face up."""
    if not deck_size(r.t, seat):
        reshuffle(r.t, seat)
    require_on_top(r, seat, (card,))
    show(r.t, seat, "deck", (card,))
    drawn_from(r.t, r.t.state.sides[seat])


def _renew_deck(r: Run, seat: str) -> None:
    """A deck that has run out is made anew (TW-2.13)."""
    if not deck_size(r.t, seat) and r.t.choice["TW-I 5"] == "when_last_card_drawn":
        reshuffle(r.t, seat)


def _turned_up(r: Run, seat: str, card: str, towers: list[str]) -> None:
    """A celestial that was drawn face up has its moment (TW-9.6, I 88)."""
    t = r.t
    reading = t.choice["TW-I 88"]
    if reading == "played_at_once":
        play_celestial(t, seat, card, towers.pop(0) if towers else "", Saying())
        return
    if reading == "harm_turns_only":
        turn_by_celestial(t, seat, card)
    LAYOUT.put_back(t, seat, "front", (card,), "anywhere")


def discard(
    r: Run,
    cards: Sequence[str],
    wizard: str,
    place: str = "hand",
    towers: Sequence[str] = (),
) -> int:
    """Cards of a hand, a pool or the top of a deck go to the discard."""
    require_standing(r, wizard, retreat=True)
    if place == "aether":
        r.t.forbid("TW-4.5", "nothing returns from an aether")
    if place not in SPELLS:
        _no_such(r, "discard", place, "discard", "hand, pool or deck")
    if place != "deck":
        _require_all_played(r, towers)
        to_discard(r.t, wizard, place, Discarded(cards), "TW-19.6")
        return len(cards)
    left = list(towers)
    for card in cards:
        _kind(r, card)
        _off_the_top(r, wizard, card)
        if _is_spell(r, card):
            LAYOUT.put_back(r.t, wizard, "discard", (card,), "top")
            _moved(r, wizard, card, "deck", "discard")
        elif card_of(r.t, card).kind == CELESTIAL:
            _turned_up(r, wizard, card, left)
        else:
            LAYOUT.put_back(r.t, wizard, "aether", (card,), "top")
            _moved(r, wizard, card, "deck", "aether")
        _renew_deck(r, wizard)
    _require_all_played(r, left)
    return len(cards)


# -- from place to place ---------------------------------------------------------------------------


def take(
    r: Run,
    cards: Sequence[str],
    place: str,
    to: str,
    wizard: str,
    spot: str | None = None,
    where: str | None = None,
) -> int:
    """Named cards go from one place to another, or into play (TW-19)."""
    require_standing(r, wizard, retreat=to != "play")
    if place == "aether":
        r.t.forbid("TW-4.5", "nothing returns from an aether", legal="another place")
    if place not in (*HIDDEN, "discard") or place == to or to == "towers":
        legal = {"play": "put, for what is in play", "towers": "tower, for a tower play"}
        _no_such(r, "take", place, to, legal.get(place, ""))
    if to == "discard" and place in SPELLS and not spot:
        return discard(r, cards, wizard, place)
    for card in cards:
        if to == "play":
            _require_playable(r, card)
        else:
            _require_taken(r, card, to)
    if spot and to != "play":
        r.t.forbid("TW-19.5", "a card that goes to the {to} lies in no spot", to=to, spot=spot)
    if to == "play" and len(cards) > 1:
        r.t.forbid("TW-5.2", "one card comes to a spot", have=len(cards))
    _take_out(r, wizard, place, cards)
    if "deck" in (place, to):
        drawn_from(r.t, r.t.state.sides[wizard])
    if to == "play":
        _enter(r, cards[0], wizard, spot)
    else:
        LAYOUT.put_back(r.t, wizard, to, tuple(cards), _where(where, to))
        if where == "shuffled" and to == "deck":
            shuffle_deck(r, wizard)
    for card in cards:
        _moved(r, wizard, card, place, to)
    return len(cards)


def _where(where: str | None, to: str) -> Where:
    if to in ("discard", "aether"):
        return "top"
    return "top" if where == "top" else "bottom" if where == "bottom" else "anywhere"


def _take_out(r: Run, seat: str, place: str, cards: Sequence[str]) -> None:
    """Named cards are taken out of a place, and are nowhere yet."""
    t = r.t
    if place != "discard":
        show(t, seat, place, cards)
        if place == "deck" and cards:
            _renew_deck(r, seat)
        return
    there = list(pile(t, seat, "discard"))
    for card in cards:
        if card in there:
            del there[len(there) - 1 - there[::-1].index(card)]
        elif size(t, seat, "unnamed"):
            show(t, seat, "unnamed", (card,))
        else:
            r.forbid("{name} is not in {seat}'s discard", name=card, seat=seat)
    t.item(t.state.zones.piles, f"{seat}.discard", there)


def _require_playable(r: Run, card: str) -> None:
    if _kind(r, card) in ("tower", CELESTIAL):
        rule = "TW-19.7" if _kind(r, card) == "tower" else "TW-19.6"
        r.t.forbid(rule, "the {kind} {card} is not put in play", kind=_kind(r, card), card=card)


def _enter(r: Run, name: str, seat: str, spot: str | None) -> None:
    """A card is put in play in a spot that may hold it; what lies there is replaced."""
    t, card = r.t, card_of(r.t, name)
    if not spot:
        t.incomplete(f"{r.compiled.card}: say the spot of {name}")
    ritual = card.kind == "ritual"
    lies_in_t = "spot" in card.allows or permits(t, "spot", seat)
    if spot == "T" and not ritual and not lies_in_t:
        t.refuse("TW-5.3", "{card} does not lie in T", card=name, legal="J, S or F")
    if spot != "T" and ritual and t.choice["TW-I 12"] == "no":
        t.refuse("TW-5.4", "a ritual lies in T only", card=name, legal="T")
    if t.choice["TW-I 85"] == "refused":
        _require_only(r, name)
    make_room(t, card, seat, spot, over=False)
    thing = enter(t, name, seat, seat, spot)
    only_one(t, thing)


def _require_only(r: Run, name: str) -> None:
    if not is_unique(r.t, name):
        return
    for thing in r.t.state.zones.things.values():
        if thing.name == name and thing.spot:
            r.t.refuse("TW-12.14", "{thing} is in play", thing=thing.id, since=thing.since)


def pass_cards(
    r: Run,
    count: int,
    place: str,
    to: str,
    wizard: str,
    where: str | None = None,
    books: Sequence[str] = (),
) -> int:
    """So many spells that nobody sees go from one hidden place to another."""
    require_standing(r, wizard, retreat=True)
    if place == "aether":
        r.t.forbid("TW-4.5", "nothing returns from an aether")
    if place not in SPELLS or to not in (*SPELLS, "aether") or place == to:
        _no_such(r, "pass", place, to, "from hand, pool or deck to another of these")
    if count < 0:
        r.forbid("nobody passes {count:card}", count=count)
    goal = "unseen" if to == "aether" else to
    spells = spells_of(r.t, wizard, place, count, books)
    pass_unseen(r.t, wizard, spells, place, goal)
    if "deck" in (place, goal):
        drawn_from(r.t, r.t.state.sides[wizard])
    if place == "deck":
        _renew_deck(r, wizard)
    if where == "shuffled" and to == "deck":
        shuffle_deck(r, wizard)
    return count


def passable(r: Run, values: Values) -> int:
    """How many cards could be passed."""
    place = values["place"]
    return spells_in(r.t, values["wizard"], place) if place in SPELLS else 0


def put(r: Run, card: InPlay, to: str, where: str | None = None) -> int:
    """A card in play goes back: a card that is no spell to the aether instead of a hand."""
    t = r.t
    require_there(r, card)
    kind = card_of(t, card).kind
    spell = _is_spell(r, card.name)
    if to in ("play", "front") or (to == "towers" and kind != "tower"):
        rule = "TW-19.7" if to == "towers" else "TW-19.5"
        t.forbid(rule, "{thing} does not go to {to}", thing=card.id, to=to)
    if to == "hand":
        goes_back(t, card, "TW-19.6")
    elif to == "towers":
        goes(t, card, "TW-14.6", card.owner, "towers", "bottom")
    elif to == "discard" and not spell:
        goes(t, card, "TW-13.2", card.owner, "aether")
    elif to in ("pool", "deck") and not spell:
        rule = "TW-19.7" if kind == "tower" or to == "deck" else "TW-4.6"
        t.forbid(rule, "{thing} is no spell, and does not go to the {to}", thing=card.id, to=to)
    else:
        owner = card.owner
        goes(t, card, "TW-19.6", owner, to, _where(where, to))
        if to == "deck":
            drawn_from(t, t.state.sides[owner])
        if to == "deck" and where == "shuffled":
            shuffle_deck(r, owner)
    return 1


def add(r: Run, cards: Sequence[str], wizard: str, to: str = "hand") -> int:
    """Cards that were not registered come to a place of a wizard (TW-20.1)."""
    t = r.t
    require_standing(r, wizard, retreat=True)
    if to == "aether":
        t.forbid("TW-19.5", "no outcome adds a card to an aether")
    grown = t.state.sides[wizard].grown
    generated = t.state.zones.generated
    for card in cards:
        if to in ("play", "towers"):
            _no_such(r, "add", "nowhere", to, "add it to the hand, then take it")
        _require_taken(r, card, to)
        t.item(grown, card, grown.get(card, 0) + 1)
        t.item(generated, card, generated.get(card, 0) + 1)
        LAYOUT.put_back(t, wizard, to, (card,), _where(None, to))
        _moved(r, wizard, card, "", to)
    return len(cards)


def backs_drawn(r: Run, values: Values, spelled: Spelled) -> tuple[str, ...]:
    """The backs of a draw that nobody said: spells alone; where a line is made up and these run
    out, the other cards of the deck before them (TW-9.4, 2.13)."""
    if r.chooser is None:
        return ()
    t, seat = r.t, values["wizard"]
    have, due = spells_in(t, seat, "deck"), min(values["count"], spells_left(t, seat))
    if due <= have and due == values["count"]:
        return ()
    r.open = True
    others = [back for back in (CELESTIAL, ORBITAL)
              for _ in range(t.state.zones.hidden.size(zone(seat, "deck", back)))]  # fmt: skip
    return (*others, *[SPELL] * due)


def as_said(r: Run, values: Values, spelled: Spelled) -> tuple[str, ...]:
    """Nothing, where nobody said anything of it."""
    return ()


def its_spot(r: Run, values: Values, spelled: Spelled) -> Any:
    """Into which spot a card comes that is put in play."""
    return free_spots(r, values, spelled) if values.get("to") == "play" else None
