"""What effects do to cards in play and to wizards (the table of TW-19)."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.choice import OneOf
from referee.games.tower_wizwar import harm as of_harm
from referee.games.tower_wizwar.movement import exchange as change_places
from referee.games.tower_wizwar.movement import move as move_to
from referee.games.tower_wizwar.places import pile
from referee.games.tower_wizwar.spots import require_may_lie
from referee.games.tower_wizwar.state import SPOTS, InPlay, acts, card_of, stands
from referee.games.tower_wizwar.towers import play_tower
from referee.games.tower_wizwar.values import forbidden, has_word, require_not_forbidden
from referee.parts.effects import Run
from referee.parts.effects.planned import IMPOSSIBLE
from referee.verdict import Violation

Values = Mapping[str, Any]
Spelled = Callable[[str], str]


# -- who and what there is -----------------------------------------------------------------------


def require_there(r: Run, card: InPlay) -> None:
    """A card is in play: not one that is being cast, nor a tower under a ritual (TW-12.12).

    Raises:
        Violation: TW-19.6, it is not.
    """
    if card.place != "play":
        r.forbid("{thing} is not in play", thing=card.id)


def require_standing(r: Run, wizard: str | None, *, retreat: bool = False) -> str:
    """The wizard that is said has not lost; or, for what is left to it in retreat, plays on in it.

    Raises:
        Violation: TW-1.9, it has lost.
        Unsaid: neither a card nor a wizard is said.
    """
    t = r.t
    if not wizard:
        t.incomplete(f"{r.compiled.card}: say which card, or which wizard, of {r.word}")
    if wizard in t.state.losing:  # it has lost just now, and its map is still there
        return wizard
    if not (acts(t.state, wizard) if retreat else stands(t.state, wizard)):
        t.forbid("TW-1.9", "{wizard} has lost", wizard=wizard, since=t.state.sides[wizard].lost)
    return wizard


def require_may(r: Run, act: str, card: InPlay) -> None:
    """Nothing in force forbids that this is done to a card (TW-19.12)."""
    require_not_forbidden(r.t, act, card.id, card.controller)


def kept(act: str) -> Callable[[Run, Values], str]:
    """Why an effect in force keeps an outcome off a card."""

    def why(r: Run, values: Values) -> str:
        card = values.get("card")
        if isinstance(card, InPlay) and forbidden(r.t, act, card.id, card.controller):
            return f"{card.id} is kept from it"
        return ""

    return why


# -- damage, harm, wounds ------------------------------------------------------------------------


def damage(r: Run, amount: int, card: InPlay | None = None, wizard: str | None = None) -> int:
    """Damage to a card or a wizard; it loops on its Might (TW-16.2 to 16.6)."""
    t = r.t
    if amount < 0:
        r.forbid("damage is not {amount}", amount=amount)
    if card is None:
        of_harm.damage_wizard(t, require_standing(r, wizard), amount, r.compiled.card)
        return amount
    require_there(r, card)
    if not has_word(t, card, "ethereal"):
        of_harm.damage_card(t, card, amount, r.compiled.card)
        return amount
    if t.choice["TW-I 53"] == "refused":
        t.refuse("TW-15.2", "{thing} is Ethereal", thing=card.id)
    of_harm.expend(t, card)
    return 0


def harm(r: Run, change: int, card: InPlay | None = None, wizard: str | None = None) -> int:
    """Harm comes onto a card or a wizard, or goes (TW-17.5)."""
    seat = _require_so_many(r, "harm", -change, card, wizard)
    if card is None:
        of_harm.harm_wizard(r.t, seat, change, r.compiled.card)
        return change
    before = card.harm
    of_harm.put_harm(r.t, card, change, r.compiled.card)
    return card.harm - before


def wound(r: Run, change: int, card: InPlay | None = None, wizard: str | None = None) -> int:
    """Wounds come onto a card or a wizard, or go (TW-17.5)."""
    seat = _require_so_many(r, "wounds", -change, card, wizard)
    if card is not None:
        of_harm.put_wounds(r.t, card, change, r.compiled.card)
    else:
        of_harm.wound_wizard(r.t, seat, change, r.compiled.card)
    return change


def turn(r: Run, count: int, card: InPlay | None = None, wizard: str | None = None) -> int:
    """Harm becomes wounds (TW-17.5)."""
    if count < 0:
        r.forbid("{count} harm does not turn", count=count)
    seat = _require_so_many(r, "harm", count, card, wizard)
    if card is not None:
        require_may(r, "turning", card)
        of_harm.turn_harm(r.t, card, count, r.compiled.card)
        return count
    require_not_forbidden(r.t, "turning", seat)
    of_harm.harm_wizard(r.t, seat, -count, r.compiled.card)
    of_harm.wound_wizard(r.t, seat, count, r.compiled.card)
    return count


def turning(r: Run, values: Values) -> int:
    """How much harm there is to turn."""
    card, wizard = values.get("card"), values.get("wizard")
    if isinstance(card, InPlay):
        return card.harm
    return int(r.t.state.sides[wizard].harm) if wizard else 0


def _require_so_many(r: Run, name: str, count: int, card: InPlay | None, wizard: str | None) -> str:
    """So many are there to be taken off or turned; whose they are."""
    if card is not None:
        require_there(r, card)
        have = getattr(card, name)
        if count > have:
            r.forbid("{thing} has {have} {name}", thing=card.id, have=have, name=name)
        return card.controller
    seat = require_standing(r, wizard)
    have = getattr(r.t.state.sides[seat], name)
    if count > have:
        r.t.forbid("TW-17.5", "{wizard} has {have} {name}", wizard=seat, have=have, name=name)
    return seat


def destroy(r: Run, card: InPlay) -> int:
    """A card leaves play (TW-17.2)."""
    require_there(r, card)
    of_harm.destroy(r.t, card, "TW-17.2")
    return 1


def expend(r: Run, card: InPlay) -> int:
    """A card is expended that is not (TW-8.2)."""
    require_there(r, card)
    require_may(r, "expend", card)
    if card.expended:
        r.t.refuse("TW-8.2", "{card} is expended", card=card.id, since=card.spent or None)
    of_harm.expend(r.t, card)
    return 1


def renew(r: Run, card: InPlay) -> int:
    """An expended card is renewed."""
    require_there(r, card)
    require_may(r, "renew", card)
    if not card.expended:
        r.forbid("{thing} is not expended", thing=card.id)
    of_harm.renew(r.t, card)
    return 1


def not_expended(r: Run, values: Values) -> int:
    """Whether a card could be expended."""
    card = values["card"]
    return int(isinstance(card, InPlay) and not card.expended)


def is_expended(r: Run, values: Values) -> int:
    """Whether a card could be renewed."""
    card = values["card"]
    return int(isinstance(card, InPlay) and card.expended)


# -- spots ---------------------------------------------------------------------------------------


def move(r: Run, card: InPlay, spot: str | None = None, wizard: str | None = None) -> int:
    """A card goes to another spot; the wizard of the map controls it (TW-11.14)."""
    t, seat = r.t, wizard or card.controller
    require_there(r, card)
    require_standing(r, seat)
    if not spot:
        t.incomplete(f"{r.compiled.card}: say the spot to which {card.id} goes")
    _require_holds(r, card, spot)
    there = t.state.sides[seat].map.get(spot)
    if there:
        t.forbid("TW-11.14", "{spot} is taken by {other}", spot=spot, other=there[-1])
    move_to(t, card, seat, spot)
    return 1


def _require_holds(r: Run, card: InPlay, spot: str) -> None:
    """A spot may hold a card, and a tower lies nowhere but in its own (TW-3.5, 5.3, 5.4, 19.7)."""
    if card_of(r.t, card).kind != "tower":
        require_may_lie(r.t, card, spot)
    elif spot != "T":
        r.t.forbid("TW-19.7", "a tower lies in T only", card=card.id, spot=spot)
    else:
        r.t.forbid("TW-3.5", "{thing} goes to no other map", thing=card.id, legal="its own T")


def free_spots(r: Run, values: Values, spelled: Spelled) -> Any:
    """To which spot a card goes, where neither card nor line says it."""
    card, spots = values.get("card"), r.t.state.sides[values.get("wizard") or r.seat].map
    able = [spot for spot in SPOTS if spot not in spots and _may_hold(r, card, spot)]
    if not able:
        return IMPOSSIBLE
    return r.choose("spot", OneOf(tuple(able)), "say the spot", spelled)


def _may_hold(r: Run, card: Any, spot: str) -> bool:
    if not isinstance(card, InPlay):
        return spot != "T"
    try:
        _require_holds(r, card, spot)
    except Violation:
        return False
    return True


def on_its_map(r: Run, values: Values, spelled: Spelled) -> str:
    """A card stays on the map where it is, unless another is said."""
    return str(values["card"].controller)


def exchange(r: Run, card: InPlay, other: InPlay) -> int:
    """Two cards change their places (TW-11.14)."""
    require_there(r, card)
    require_there(r, other)
    if card is other:
        r.t.forbid("TW-11.14", "{thing} is named twice", thing=card.id)
    _require_holds(r, card, other.spot)
    _require_holds(r, other, card.spot)
    change_places(r.t, card, other)
    return 1


# -- wizards -------------------------------------------------------------------------------------


def drain(r: Run, change: int, wizard: str) -> int:
    """A drain counter moves, never below 0 (TW-6.9)."""
    require_standing(r, wizard, retreat=True)
    of_harm.drain(r.t, wizard, change, "TW-19.6")
    return change


def tower(r: Run, wizard: str, tower: tuple[str, ...] = ()) -> int:
    """A tower is played (TW-14.2 to 14.8)."""
    require_standing(r, wizard)
    if len(tower) > 1:
        r.forbid("one tower is played, not {count}", count=len(tower))
    play_tower(r.t, wizard, tower[0] if tower else "", "TW-14.5")
    return 1


def which_tower(r: Run, values: Values, spelled: Spelled) -> tuple[str, ...]:
    """Which tower is played, where nobody said it (TW-I 47)."""
    deck = list(dict.fromkeys(pile(r.t, values["wizard"], "towers")))
    if r.t.choice["TW-I 47"] == "top" or len(deck) < 2:
        return ()
    return (r.choose("tower", OneOf(tuple(deck)), "say which tower is played", spelled),)


def forfeit(r: Run, wizard: str) -> int:
    """A wizard loses because a text demands it (TW-17.8)."""
    require_standing(r, wizard)
    of_harm.lose(r.t, wizard, "forfeit", "TW-17.8")
    return 1
