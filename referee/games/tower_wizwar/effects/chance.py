"""What effects do with the draft deck and with coins (section 7)."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.choice import OneOf
from referee.games.tower_wizwar.facts import DraftTurned
from referee.games.tower_wizwar.movement import give_coins
from referee.games.tower_wizwar.state import COINS, InPlay, State, TwTable, controlled
from referee.parts.effects import Run

COLOURS = ("bronze", "bronze", "silver", "silver", "gold", "gold")
"""The coin on each draft card, from 1 to 6 (TW-7.6)."""
NUMBERS = range(1, 7)

Values = Mapping[str, Any]
Spelled = Callable[[str], str]


def random(r: Run, number: int) -> int:
    """A draft card is turned for its number (TW-7.5, 7.8)."""
    turn_draft(r, number, "TW-7.5")
    return number


def turn_draft(r: Run, number: int, rule: str) -> None:
    """A draft card is turned; within one pass no number comes more often than it has copies."""
    t, state = r.t, r.t.state
    if number not in NUMBERS:
        t.forbid(rule, "no draft card has the number {number}", number=number, legal="1 to 6")
    turned = turned_now(state)
    have = state.copies - turned[number - 1]
    if not have:
        t.forbid(
            "TW-7.8",
            "{copies:card has|cards have} the number {number}, none is unturned",
            copies=state.copies,
            number=number,
            legal=" or ".join(map(str, numbers_left(r))),
        )
    t.fact(DraftTurned(r.seat, number, 6 * state.copies - sum(turned), have))
    turned[number - 1] += 1
    t.set(state, "turned", turned)


def turned_now(state: State) -> list[int]:
    """How often each number was turned in the pass of which the next card is."""
    turned = list(state.turned) or [0] * 6
    return [0] * 6 if sum(turned) == 6 * state.copies else turned


def numbers_left(r: Run) -> list[int]:
    """The numbers that the next draft card can have (TW-7.8)."""
    turned = turned_now(r.t.state)
    return [number for number in NUMBERS if turned[number - 1] < r.t.state.copies]


def number_turned(r: Run, values: Values, spelled: Spelled) -> int:
    """The number of a draft card that nobody logged; for a coin of a colour none is turned."""
    if values.get("colour"):
        return 0
    number = OneOf(tuple(numbers_left(r)))
    return int(r.choose("number", number, "say the number of the draft card", spelled, "chance"))


def coin(r: Run, number: int = 0, card: InPlay | None = None, colour: str | None = None) -> int:
    """A coin comes onto a card: of a draft card (TW-7.3), or of a colour (TW-7.4). Where its
    taker has no card in play it goes back at once."""
    t = r.t
    if number and colour:
        t.forbid("TW-7.4", "for a {colour} coin no draft card is turned", colour=colour)
    if not colour:
        if not number:
            t.incomplete(f"{r.compiled.card}: say the number of the draft card", did=("coin:1",))
        turn_draft(r, number, "TW-7.3")
        colour = COLOURS[number - 1]
    _require_coin(t, colour, "TW-7.4")
    if card is not None:
        require_token_place(t, card)
        give_coins(t, card, colour, 1, "TW-7.6" if number else "TW-7.4")
    return 1


def _require_coin(t: TwTable, colour: str, rule: str) -> None:
    """Light is counted like coins, or there is none (TW-I 20)."""
    if colour not in COINS or (colour == "light" and t.choice["TW-I 20"] == "refused"):
        t.forbid(rule, "there are no {colour} coins", colour=colour, legal="gold, silver, bronze")


def require_token_place(t: TwTable, card: InPlay) -> None:
    """A token lies on a card in play (TW-7.1)."""
    if card.place != "play":
        t.forbid("TW-19.6", "{card} is not in play", card=card.id)


def where_a_coin_goes(r: Run, values: Values, spelled: Spelled) -> InPlay | None:
    """A coin of which the effect does not say where it goes (TW-I 21)."""
    t = r.t
    own = [each.id for each in controlled(t, r.seat) if each.place == "play"]
    if t.choice["TW-I 21"] == "source_card":
        own = [each for each in own if each == r.doing.source]
    if not own:
        return None
    chosen = own[0]
    if len(own) > 1:
        chosen = r.choose("card", OneOf(tuple(own)), "say which card gets the coin", spelled)
    found: InPlay = t.state.zones.things[chosen]
    return found


def coins(r: Run, card: InPlay, colour: str, count: int = 1) -> int:
    """Coins on a card that the payer controls go back to their pool (TW-7.9)."""
    t = r.t
    if card.controller != r.seat and r.list == "payment":
        t.forbid("TW-7.9", "{card} is not {seat}'s", card=card.id, seat=r.seat)
    _require_coin(t, colour, "TW-7.9")
    if count < 0:
        r.forbid("nobody pays {count} coins", count=count)
    give_coins(t, card, colour, -count, "TW-7.9")
    return count


def coins_there(r: Run, values: Values) -> int:
    """How many coins of that colour lie on that card."""
    card = values["card"]
    return int(card.tokens.get(values["colour"], 0)) if isinstance(card, InPlay) else 0


def shift(r: Run, card: InPlay, other: InPlay, colour: str, count: int = 1) -> int:
    """Coins go from one card to another."""
    _require_coin(r.t, colour, "TW-7.4")
    if count < 0 or card is other:
        r.forbid("{count} coins do not go from {one} to {two}", count=count, one=card.id,
                 two=other.id)  # fmt: skip
    require_token_place(r.t, other)
    give_coins(r.t, card, colour, -count, "TW-19.6")
    give_coins(r.t, other, colour, count, "TW-19.6")
    return count
