"""What effects change for some time: numbers, keywords, what is allowed and forbidden (16.30)."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.choice import Number, OneOf
from referee.games.grand_archive import begun_texts
from referee.games.grand_archive.catalog import LASTING, ORIGINS
from referee.games.grand_archive.changed_cards import lose_abilities
from referee.games.grand_archive.damage_step import end_combat
from referee.games.grand_archive.effects.card_copies import has_copies, let_card_go
from referee.games.grand_archive.effects.stands import ARRIVED, OWNER
from referee.games.grand_archive.effects.thing_words import has
from referee.games.grand_archive.facts import Fizzled, RandomResult
from referee.games.grand_archive.game_end import loses, wins
from referee.games.grand_archive.places import LAYOUT, bound_for
from referee.games.grand_archive.prevention import BY_OTHERS
from referee.games.grand_archive.state import (
    BEARS,
    FIELD,
    INTENT,
    NAMED,
    R26,
    STACK,
    Activation,
    Combat,
    InPlay,
    Item,
    Triggered,
    card_of,
    champion_of,
    combat_of,
    note,
)
from referee.games.grand_archive.triggers import ON_PREVENTION, report
from referee.games.grand_archive.turn_actions import end_of, woken
from referee.games.grand_archive.values import (
    ABILITIES,
    GAIN_STEALTH,
    GAINED,
    NEXT_ATTACK,
    UNNEGATED,
    elements_of,
    forbidden,
    of_cards,
    of_element,
)
from referee.parts.effects import Run
from referee.parts.effects.in_words import tests_in, words_in
from referee.parts.effects.piled import split
from referee.parts.lasting_changes import Layer, begin, while_there
from referee.parts.responses import pend, take_away

MARKS = ("distant", "ephemeral", "fostered", "imbued", "prepared", "brewed", "empowered")
"""What an object is, and what no change of its words is."""
NUMBERED = ("ranged", "critical", "retort", "agility", "pride", "cleave")
"""The keywords with a number, which adds up (GA-16.4)."""
Values = Mapping[str, Any]
TYPES = "types"
"""What an object loses that is of none of its kinds any more."""
ANSWERS = "answers"
"""What stands for the text, begun before, that what is prevented sets off."""
STAY = "stay"
"""A change lasts while its source stays, unless it is said how long."""


def modify(
    r: Run,
    what: str,
    change: int,
    thing: InPlay | None = None,
    player: str | None = None,
    until: str = STAY,
) -> int:
    """A number of an object, or what a player pays, is changed for some time."""
    _begin(r, "add", what, thing or player, until, change)
    return change


def set_number(r: Run, thing: InPlay, what: str, amount: int, until: str = STAY) -> None:
    """A number of an object is set for some time (GA-14.19)."""
    _begin(r, "set", what, thing, until, amount)


def grant(
    r: Run,
    word: str,
    amount: int = 1,
    thing: InPlay | None = None,
    player: str | None = None,
    until: str = STAY,
) -> int:
    """An object or a player has a keyword for some time; distant until the end of its turn
    (GA-24.29). The abilities that a card comes with are those of what an earlier step, which is
    called ``given``, was about."""
    if word == ABILITIES and thing is not None:
        given = [f"{BEARS}{name}" for name in r.met.get("given", ())]
        r.t.set(thing, "marks", [*thing.marks, *given])
        return 1
    if word in MARKS and thing is not None:
        if word not in thing.marks:
            r.t.set(thing, "marks", [*thing.marks, word])
            if word == "distant":
                report(r.t, "becomes distant", thing.id)
        return 1
    if word == "stealth" and thing is not None and forbidden(r.t, GAIN_STEALTH, thing.id):
        return 0
    if word in NUMBERED:
        _begin(r, "add", word, thing or player, until, amount)
    _begin(r, "grant", word, thing or player, until)
    return 1


def lose(r: Run, thing: InPlay, word: str, until: str = STAY) -> int:
    """An object does not have a keyword for some time, or none of the abilities that it has by
    now, for good, or none of the types, supertypes, classes and subtypes of its card."""
    if word == ABILITIES:
        timed = until in ("turn", "next", "combat")
        lose_abilities(r.t, thing, moment(r, until) if timed else "")
        return 1
    if word == TYPES:
        card = card_of(r.t, thing)
        for each in (*card.types, *card.supertypes, *card.classes, *card.subtypes):
            _begin(r, "lose", each, thing, until)
        return 1
    _begin(r, "lose", word, thing, until)
    return 1


def allow(
    r: Run, what: str, thing: InPlay | None = None, player: str | None = None, until: str = STAY
) -> int:
    """Something is allowed for some time."""
    _begin(r, "permit", what, thing or player, until)
    return 1


def forbid(
    r: Run, what: str, thing: InPlay | None = None, player: str | None = None, until: str = STAY
) -> int:
    """Something is forbidden for some time (GA-1.3); that a thing is activated, to opponents, of
    all cards of its name."""
    if thing is not None and what == "activate":
        for seat in r.opponents():
            key = of_cards(seat, thing.name)
            begin(r.t, r.doing.source, key, "forbid", what, None, until=moment(r, until))
    else:
        _begin(r, "forbid", what, thing or player, until)
    return 1


def element(r: Run, element: str, player: str, how: str = "enable", until: str = STAY) -> int:
    """An element is enabled for a player, or disabled (GA-12.4), or the champion is of it beside
    its others (GA-15.20); or nobody plays its cards."""
    if how == "be":
        champion = champion_of(r.t, player)
        if champion is None:
            return 0
        if element in elements_of(r.t, champion):
            r.contradict("{champion} is {element} already", champion=champion.id, element=element)
        _begin(r, "grant", f"{GAINED}{element}", champion, until)
        return 1
    if how == "forbid":
        for seat in r.t.state.seats:
            _begin(r, "forbid", of_element(element), seat, until)
        return 1
    layer: Layer = "permit" if how == "enable" else "forbid"
    _begin(r, layer, f"element {element}", player, until)
    return 1


def prevent(
    r: Run,
    thing: InPlay,
    amount: int = 0,
    until: str = "turn",
    how: str | None = None,
    of: str = "damage",
) -> int:
    """Damage to an object is prevented: the next so much, the next time, each time so much, all
    but so much, or where it is no more than that (GA-18.10, 18.11, 18.13)."""
    how = how or ("shield" if amount else "next")
    layer: Layer = "shield" if how == "shield" else "instead"
    layer = "next" if how in ("next", "leave") else layer
    kind = f"{BY_OTHERS}{r.seat}" if of == "damage by others" else of.removesuffix("damage").strip()
    word = " ".join(filter(None, (kind, how)))
    begin(
        r.t,
        r.named.get(ANSWERS, r.doing.source),
        thing.id,
        layer,
        "damage",
        amount if amount else None,
        until=moment(r, until),
        word=word,
    )
    return amount


def _begin(
    r: Run,
    layer: Layer,
    what: str,
    of: InPlay | str | None,
    until: str,
    amount: int | None = None,
) -> None:
    """A change begins of an object, or of a seat; where none is said, of one's own."""
    on = of.id if isinstance(of, InPlay) else of or r.seat
    begin(r.t, r.doing.source, on, layer, what, amount, until=moment(r, until, on))


def begin_text(
    r: Run,
    effect: str,
    until: str = "turn",
    uses: int = 0,
    thing: InPlay | None = None,
    cards: Sequence[str] = (),
) -> int:
    """Another effect of the card begins (GA-16.15, 16.31); one that is triggered goes on the stack
    when all of this one is done (GA-16.14)."""
    if effect not in r.t.catalog.begins.get(r.compiled.card, {}):
        r.forbid("it has no effect {effect} to begin", effect=effect)
    at = r.t.catalog.begins[r.compiled.card][effect]
    on = thing.id if thing is not None else ""
    when = r.t.catalog.by_name[r.compiled.card].effects[at].when
    if when == "triggered":
        reflexive = Triggered(
            r.t.seq, r.seat, r.doing.source, card=r.compiled.card, trigger=effect, effects=[at],
            was=r.source if isinstance(r.source, InPlay) else None, about=on or r.doing.about,
        )  # fmt: skip
        r.t.push(r.t.state.heard, reflexive)
        return 1
    owner = _whose(r) if cards else ""
    text = begun_texts.TextBegan(r.seat, r.compiled.card, effect, on, moment(r, until), uses)
    copy = begun_texts.begin(r.t, text, cards, owner)
    if when == ON_PREVENTION:
        r.named[ANSWERS] = copy.id
    return 1


def _whose(r: Run) -> str:
    """The player at whom, or at whose cards, an effect is aimed, or whose object it has banished;
    else its own."""
    seats = r.t.state.players
    aimed = (one for aim in r.aims.values() for one in aim)
    found = (one if one in seats else split(r, one)[0] for one in aimed)
    return next(filter(None, found), r.named.get(OWNER, r.seat))


def on_nothing(r: Run, values: Values, spelled: Any) -> None:
    """It is on no object where the card names none."""


def moment(r: Run, until: str, on: str = "") -> str:
    """What ends a change (GA-16.31)."""
    if until == "distant":
        return f"{until}:{on}"
    if until == "woken":
        return woken(on)
    if until in ("combat", NEXT_ATTACK, "turn"):
        return until
    if until == "next":
        return f"next:{r.seat}"
    if until in ("next end", "their end"):
        seat = r.seat if until == "next end" else _whose(r)
        return end_of(seat, r.t.state.players[seat].begun + 1)
    if until == "yours":
        return begun_texts.while_yours(r.doing.source)
    stays = until == STAY and r.doing.source in r.t.state.zones.things
    return while_there(r.doing.source) if stays else ""


def empower(r: Run, amount: int, player: str) -> int:
    """The next Spell of the turn is empowered (GA-24.10)."""
    side = r.t.state.players[player]
    r.t.set(side, "empower", side.empower + amount)
    return amount


def negate(r: Run, item: Any, to: str | None = None) -> int:
    """What is on the stack is negated, and its card goes where it is sent (GA-11.10, 11.11)."""
    t = r.t
    key = item.id if isinstance(item, InPlay) else str(item)
    found = next(
        (
            each
            for each in reversed(t.state.waiting.stack)
            if isinstance(each, Item) and each.source == key
        ),
        None,
    )
    if found is None or isinstance(found, Combat):
        r.forbid("{item} is not on the stack", item=key)
    if isinstance(found, Activation) and _is_safe(r, found):
        return 0
    take_away(t, found, "negated")
    if isinstance(found, Activation) and not found.materialized:
        note(t, "negated", found.seat)
        report(t, "negated", found.card, found.seat)
    t.fact(Fizzled(found.seat, found.card, "negated", "GA-11.10"))
    thing = t.state.zones.things.get(key)
    if isinstance(found, Activation) and found.copies:
        let_card_go(t, found)
    if thing is not None and thing.place == STACK and (to or not has_copies(t, thing.id)):
        own, where = ("", "top") if to else _own_goal(r, found)
        goal = bound_for(t, thing.name, to or own) if (to or own) and not thing.token else ""
        end: Any = where
        LAYOUT.leave(t, thing, thing.owner if goal else "", goal, end)
    return 1


def _own_goal(r: Run, item: Item) -> tuple[str, str]:
    """Where a card goes as it resolves by its own text, because of where it was activated from: it
    goes there, too, when it is negated (GA-11.11). Empty where its text says nothing of it."""
    things = r.t.state.zones.things
    card = r.t.catalog.by_name[item.card]
    for at in item.effects if isinstance(item, Activation) else ():
        for step in card.effects[at].steps:
            tests = tests_in(step.tests)
            origins = [word for each in tests for word in words_in(each.all_of)]
            if getattr(step, "thing", "") != "self" or not origins or set(origins) - {*ORIGINS}:
                continue
            if len(tests) == 1 and all(has(r.t, things[item.source], word) for word in origins):
                goal = getattr(step, "to", None) or "banishment"
                return goal, getattr(step, "where", None) or "top"
    return "", "top"


def _is_safe(r: Run, item: Activation) -> bool:
    """Whether the activation of a card cannot be negated; what a text that was begun says of the
    next ones, these bear as a mark."""
    thing = r.t.state.zones.things.get(item.source)
    if thing is not None and UNNEGATED in thing.marks:
        return True
    if not forbidden(r.t, "negate", item.seat):
        return False
    changes = r.t.state.changes
    found = (*changes.statics.get("negate", ()), *changes.on.get(item.seat, ()))
    return any(
        (each.layer, each.what) == ("forbid", "negate") and each.source not in r.t.state.begun
        for each in found
    )


def phase(r: Run, what: str, how: str = "end", player: str | None = None) -> int:
    """A part of a turn is ended or skipped (GA-6.70 to 6.73)."""
    if how == "skip":
        side = r.t.state.players[player or r.seat]
        r.t.item(side.skips, what, side.skips.get(what, 0) + 1)
    elif how == "extra" and what == "combat":
        return _attack_again(r)
    elif how == "extra":
        _add(r, what, player or r.seat)
    elif what == "combat":
        if combat_of(r.t.state) is not None:
            _empty(r)
    else:
        _empty(r)
        r.t.set(r.t.state, "cut", what)
    return 1


def _add(r: Run, what: str, player: str) -> None:
    """A materialize phase after main is distorted time; doing that again does nothing
    (GA-6.75)."""
    if what != "materialize" or r.t.edition != R26:
        r.t.trust(f"{r.doing.source}: an added {what}, which is not followed")
    elif not r.t.state.players[player].distorted:
        r.t.set(r.t.state.players[player], "distorted", True)


def _attack_again(r: Run) -> int:
    """The attacker declares an additional attack, for which it does not rest again: the combat
    that is on ends, and of the attack card whose text it is a copy lies in the intent (GA-17.4,
    23.2)."""
    t = r.t
    combat = combat_of(t.state)
    key = combat.source if combat is not None else t.state.done.fought[0]
    attacker = t.state.zones.things.get(key)
    if attacker is None or attacker.place != FIELD or not card_of(t, r.compiled.card).is_attack:
        return 0
    _empty(r)
    copied = LAYOUT.generate(t, r.compiled.card, INTENT, owner=r.seat, token=True,
                             under=attacker.id, turn=t.state.turn)  # fmt: skip
    r.named[ARRIVED] = copied.id
    again = Activation(t.seq, r.seat, copied.id, card=copied.name, trigger="played",
                       declared=True, stage=INTENT, attacker=attacker.id)  # fmt: skip
    pend(t, None, again)
    return 1


def _empty(r: Run) -> None:
    """What is on the stack is banished, all else pending is gone, but for the effect that ends a
    part of the turn (GA-6.70, 6.72)."""
    t = r.t
    end_combat(t)
    for each in reversed(list(t.state.waiting.stack)):
        if each.source == r.doing.source and each.entry == r.doing.cause:
            continue
        take_away(t, each, "ended")
        thing = t.state.zones.things.get(each.source)
        if thing is not None and thing.place == STACK:
            LAYOUT.leave(t, thing, thing.owner, "" if thing.token else "banishment")
        if isinstance(each, Activation) and each.copies:
            let_card_go(t, each)


def mastery(r: Run, player: str, card: str | None = None, direction: str | None = None) -> int:
    """A player has a mastery or status (GA-23.5, 23.6)."""
    side = r.t.state.players[player]
    known = r.t.catalog.by_name.get(card) if card else None
    if card and (known is None or LASTING.isdisjoint(known.types)):
        r.forbid("{name} is neither a mastery nor a status", name=card)
    if card and card in r.t.catalog.statuses:
        if card not in side.statuses:
            r.t.set(side, "statuses", [*side.statuses, card])
    elif card:
        if card != side.mastery:
            begun_texts.lay_mastery(r.t, player, card)
        r.t.set(side, "mastery", card)
        r.t.set(side, "direction", "north" if "shifting" in card.casefold() else "")
    if direction and not card and direction == side.direction:
        r.contradict("it faces {direction} already", direction=direction)
    if direction:
        turn = f"{side.direction} to {direction}"
        r.t.set(side, "direction", direction)
        if not card:
            report(r.t, "turns", player, player, kind=turn)
    return 1


def name_card(r: Run, card: str, kind: str | None = None) -> int:
    """A card is named, by its full name; a token is none (GA-23.1, 23.10)."""
    if card not in r.t.catalog.names or card in r.t.catalog.tokens:
        r.t.forbid("GA-23.10", "no card is named {card}", card=card)
    if kind and kind not in r.t.catalog.by_name[card].all_words:
        r.t.refuse("GA-23.10", "{card} is no {kind}", card=card, kind=kind)
    if isinstance(r.source, InPlay) and r.compiled.card in r.t.catalog.names_asked:
        r.t.set(r.source, "marks", [*r.source.marks, f"{NAMED}{card}"])
    side = r.t.state.players[r.seat]
    r.t.set(side, "named", [*side.named, card])
    return 1


def to_name(r: Run, values: Values, spelled: Any) -> str:
    """The card that is named, which somebody says."""
    kind, by_name = values.get("kind"), r.t.catalog.by_name
    names = r.t.catalog.generable
    cards = OneOf(tuple(x for x in names if not kind or kind in by_name[x].all_words))
    return str(r.choose("card", cards, "say which card is named", spelled))


def random(r: Run, number: int, faces: int = 0) -> int:
    """A fair random result (GA-22.8)."""
    if number < 1 or (faces and number > faces):
        r.t.forbid("GA-22.8", "no face is {number}", number=number)
    r.t.fact(RandomResult(r.seat, r.doing.source, number))
    return number


def result_of(r: Run, values: Values, spelled: Any) -> int:
    """What chance has given, which somebody says; a die has six faces, unless the card says how
    many there are."""
    said = (getattr(step, "faces", None) for step in r.compiled.effect.steps)
    faces = next((each for each in said if isinstance(each, int)), _FACES)
    return int(r.choose("number", Number(1, faces), "say what chance gave", spelled, "chance"))


_FACES = 6


def win(r: Run, player: str) -> int:
    """A player wins (GA-4.4)."""
    wins(r.t, player, "card", "GA-4.4")
    return 1


def give_up(r: Run, player: str) -> int:
    """A player loses (GA-4.5)."""
    loses(r.t, player, "card", "GA-4.5")
    return 1
