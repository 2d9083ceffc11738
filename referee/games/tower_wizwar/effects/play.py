"""What effects do to cards in play and to wizards (the table of TW-19)."""

from referee.games.tower_wizwar import harm as of_harm
from referee.games.tower_wizwar.facts import DraftTurned
from referee.games.tower_wizwar.laying import require_may_lie
from referee.games.tower_wizwar.moving import exchange as change_places
from referee.games.tower_wizwar.moving import give_coins
from referee.games.tower_wizwar.moving import move as move_to
from referee.games.tower_wizwar.reckoning import has_word
from referee.games.tower_wizwar.state import InPlay
from referee.games.tower_wizwar.towers import play_tower
from referee.parts.effects import Run
from referee.parts.lasting import begin

COLOURS = ("bronze", "bronze", "silver", "silver", "gold", "gold")
"""The coin on each draft card, from 1 to 6 (TW-7.6)."""


def damage(r: Run, amount: int, card: InPlay | None = None, wizard: str = "") -> int:
    """Damage to a card or a wizard; it loops on its Might (TW-16.2, 16.3)."""
    if amount < 0:
        r.forbid("damage is not {amount}", amount=amount)
    if card is None:
        return of_harm.damage_wizard(r.t, wizard, amount, r.told.card)
    if has_word(r.t, card, "ethereal"):
        if r.t.choice["TW-I 53"] == "refused":
            r.t.refuse("TW-15.2", "{card} is Ethereal", card=card.id)
        of_harm.expend(r.t, card)
        return 0
    return of_harm.damage_card(r.t, card, amount, r.told.card)


def harm(r: Run, change: int, card: InPlay | None = None, wizard: str = "") -> int:
    """Harm comes onto a card or a wizard, or goes."""
    have = card.harm if card is not None else r.t.state.sides[wizard].harm
    if have + change < 0:
        r.forbid("there is {have} harm", have=have)
    if card is not None:
        of_harm.put_harm(r.t, card, change, r.told.card)
    else:
        of_harm.harm_wizard(r.t, wizard, change, r.told.card)
    return change


def wound(r: Run, change: int, card: InPlay | None = None, wizard: str = "") -> int:
    """Wounds come onto a card or a wizard, or go."""
    have = card.wounds if card is not None else r.t.state.sides[wizard].wounds
    if have + change < 0:
        r.forbid("there are {have} wounds", have=have)
    if card is not None:
        of_harm.put_wounds(r.t, card, change, r.told.card)
    else:
        of_harm.wound_wizard(r.t, wizard, change, r.told.card)
    return change


def turn(r: Run, count: int, card: InPlay | None = None, wizard: str = "") -> int:
    """Harm becomes wounds."""
    have = card.harm if card is not None else r.t.state.sides[wizard].harm
    if not 0 <= count <= have:
        r.forbid("there is {have} harm", have=have)
    if card is not None:
        of_harm.turn_harm(r.t, card, count, r.told.card)
    else:
        of_harm.harm_wizard(r.t, wizard, -count, r.told.card)
        of_harm.wound_wizard(r.t, wizard, count, r.told.card)
    return count


def destroy(r: Run, card: InPlay) -> int:
    """A card leaves play (TW-17.2)."""
    of_harm.destroy(r.t, card, "TW-17.2")
    return 1


def move(r: Run, card: InPlay, spot: str, wizard: str = "") -> int:
    """A card goes to another spot; the wizard of the map controls it."""
    seat = wizard or card.controller
    require_may_lie(r.t, card, spot)
    if r.t.state.sides[seat].map.get(spot):
        r.forbid("{spot} is taken", spot=spot)
    move_to(r.t, card, seat, spot)
    return 1


def exchange(r: Run, card: InPlay, other: InPlay) -> int:
    """Two cards change their places."""
    require_may_lie(r.t, card, other.spot)
    require_may_lie(r.t, other, card.spot)
    change_places(r.t, card, other)
    return 1


def expend(r: Run, card: InPlay) -> int:
    """A card is expended that is not."""
    if card.expended:
        r.t.refuse("TW-8.2", "{card} is expended", card=card.id, since=card.spent or None)
    of_harm.expend(r.t, card)
    return 1


def renew(r: Run, card: InPlay) -> int:
    """An expended card is renewed."""
    if not card.expended:
        r.forbid("{thing} is not expended", thing=card.id)
    of_harm.renew(r.t, card)
    return 1


def random(r: Run, number: int) -> int:
    """A draft card is turned (TW-7.5, 7.8)."""
    turn_draft(r, number)
    return number


def turn_draft(r: Run, number: int) -> None:
    """A draft card is turned; within one pass no number comes more often than it has copies."""
    t, state = r.t, r.t.state
    if not 1 <= number <= 6:
        r.forbid("no draft card has the number {number}", number=number)
    turned = list(state.turned) or [0] * 6
    if sum(turned) == 6 * state.copies:
        turned = [0] * 6
    have = state.copies - turned[number - 1]
    if not have:
        t.forbid(
            "TW-7.8",
            "all {copies} cards with {number} are turned",
            copies=state.copies,
            number=number,
        )
    t.fact(DraftTurned(r.seat, number, 6 * state.copies - sum(turned), have))
    turned[number - 1] += 1
    t.set(state, "turned", turned)


def coin(r: Run, card: InPlay, number: int = 0, colour: str = "") -> int:
    """A coin comes onto a card: of a draft card (TW-7.3), or of a colour (TW-7.4)."""
    if number and colour:
        r.t.forbid("TW-7.4", "for a {colour} coin no draft card is turned", colour=colour)
    if number:
        turn_draft(r, number)
        colour = COLOURS[number - 1]
    give_coins(r.t, card, colour, 1, "TW-7.1")
    return 1


def coins(r: Run, card: InPlay, colour: str, count: int = 1) -> int:
    """Coins on a card go back to their pool (TW-7.9)."""
    give_coins(r.t, card, colour, -count, "TW-7.9")
    return count


def shift(r: Run, card: InPlay, other: InPlay, colour: str, count: int = 1) -> int:
    """Coins go from one card to another."""
    give_coins(r.t, card, colour, -count, "TW-19.6")
    give_coins(r.t, other, colour, count, "TW-19.6")
    return count


def drain(r: Run, change: int, wizard: str) -> int:
    """A drain counter moves (TW-6.9)."""
    of_harm.drain(r.t, wizard, change, "TW-19.6")
    return change


def tower(r: Run, wizard: str, tower: tuple[str, ...] = ()) -> int:
    """A tower is played (TW-14.2)."""
    play_tower(r.t, wizard, tower[0] if tower else "", "TW-14.5")
    return 1


def modify(
    r: Run,
    what: str,
    change: int,
    card: InPlay | None = None,
    wizard: str = "",
    until: str = "",
) -> int:
    """A number is changed for some time (TW-19.10)."""
    on = card.id if card is not None else wizard
    begin(r.t, r.doing.source, on, "add", what, change, until=moment(r, until))
    return change


def grant(r: Run, card: InPlay, word: str, until: str = "") -> int:
    """A card has a keyword for some time."""
    begin(r.t, r.doing.source, card.id, "grant", word, until=moment(r, until))
    return 1


def allow(r: Run, what: str, card: InPlay | None = None, wizard: str = "", until: str = "") -> int:
    """Something is allowed for some time; never what would change TW-1.1 to 1.5."""
    if what in ("group", "hand", "life", "track"):
        r.t.forbid("TW-1.6", "no card allows that", what=what)
    on = card.id if card is not None else wizard
    begin(r.t, r.doing.source, on, "permit", what, until=moment(r, until))
    return 1


def forbid(r: Run, what: str, card: InPlay | None = None, wizard: str = "", until: str = "") -> int:
    """Something is forbidden for some time (TW-19.12)."""
    on = card.id if card is not None else wizard
    begin(r.t, r.doing.source, on, "forbid", what, until=moment(r, until))
    return 1


def moment(r: Run, until: str) -> str:
    """What ends a change: this attack, this turn, its source's leaving, or nothing."""
    return {"attack": "attack", "turn": "turn", "match": ""}.get(until, f"while:{r.doing.source}")


def forfeit(r: Run, wizard: str) -> int:
    """A wizard loses because a text demands it (TW-17.8)."""
    of_harm.lose(r.t, wizard, "forfeit", "TW-17.8")
    return 1


def return_to_hand(r: Run, card: InPlay) -> int:
    """A card goes back to its owner's hand."""
    of_harm.goes_back(r.t, card, "TW-19.6")
    return 1
