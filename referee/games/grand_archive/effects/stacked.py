"""What is on the stack resolves (section 11)."""

from collections.abc import Mapping

from msgspec.structs import replace

from events.notation import Word
from events.notation.words import quote
from referee.fact import CardMoved
from referee.games.grand_archive.champions import require_lineage
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.effects.card_copies import let_card_go
from referee.games.grand_archive.effects.declaration import declare_item, require_a_text
from referee.games.grand_archive.effects.fizzling import Lost, fizzles
from referee.games.grand_archive.effects.resolution import (
    NO_FIELDS,
    Owed,
    do_all,
    pass_untold,
    tag_of,
    tags_of,
)
from referee.games.grand_archive.enlighten import draw_for, is_enlightening
from referee.games.grand_archive.facts import Fizzled
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.intent import fizzle_card, resolve_attack
from referee.games.grand_archive.keywords import TRIGGERED
from referee.games.grand_archive.lineages import level_up, tell_played
from referee.games.grand_archive.next_card import is_promised_once, promised
from referee.games.grand_archive.places import EPHEMERAL, LAYOUT, come, is_spared, preserve
from referee.games.grand_archive.state import (
    CHOSEN_X,
    FIELD,
    STACK,
    Activation,
    GaTable,
    InPlay,
    Item,
    Triggered,
    asks,
    card_of,
    texts_of,
)
from referee.games.grand_archive.targets import link
from referee.games.grand_archive.triggers import asks_for_x, hand_on
from referee.games.grand_archive.values import (
    LEVELS_BACK,
    TEXTS,
    forbidden,
    keyword,
    refuse_if_sure,
)
from referee.parts.effects import Doing, Run, happen
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import NOTHING_SAID, Saying, does_nothing
from referee.parts.effects.resolution import Settled
from referee.parts.responses import take_away
from referee.verdict import Unsaid, Violation


def resolve_card(t: GaTable, item: Activation, say: Saying = NOTHING_SAID) -> None:
    """A card resolves: it becomes an object, an intent, a lineage's top, or does what it says and
    goes to the graveyard (GA-11.8).

    Raises:
        Violation: something is still to be said of it.
    """
    thing = t.state.zones.things.get(item.source)
    if thing is None or (item.copies and not _lies_there(t, item.copies)):
        take_away(t, item, "fizzled")
        t.fact(Fizzled(item.seat, item.card, "its card is gone", "GA-7.14"))
        if thing is not None:
            LAYOUT.leave(t, thing)
        return
    _resolve_card(t, item, thing, say)
    if item.copies:
        let_card_go(t, item)


def _lies_there(t: GaTable, card: str) -> bool:
    """Whether a card is on the stack."""
    thing = t.state.zones.things.get(card)
    return thing is not None and thing.place == STACK


def _resolve_card(t: GaTable, item: Activation, thing: InPlay, say: Saying) -> None:
    card = card_of(t, item.card)
    if card.is_attack:
        try:
            resolve_attack(t, item)
        except Unsaid as unsaid:
            raise Owed(t, item, unsaid) from None
        return
    lost = fizzles(t, item)
    if lost is not None:
        _require_nothing_said(t, item, say, lost)
        take_away(t, item, "fizzled")
        fizzle_card(t, item, thing, lost.why, lost.rule)
        return
    if card.is_champion:
        _level_up(t, item)
        return
    if card.is_object:
        link(t, item, thing)
        if asks_for_x(t, item.card):
            t.set(thing, "marks", [*thing.marks, f"{CHOSEN_X}{item.x or 0}"])
        come(t, thing, item.seat)
        try:
            _as_it_comes(t, item, say)
        except Unsaid as unsaid:
            if say is not NOTHING_SAID:
                raise
            if t.state.plays_on(item.seat):
                raise Owed(t, item, unsaid, asks=asks(t)) from None
        hand_on(t, item, thing.id, "on enter")
        return
    said(t, item, say)
    if thing.id in t.state.zones.things and thing.place == STACK:
        banished = card.is_regalia or EPHEMERAL in thing.marks
        home = "banishment" if banished or is_spared(t) else "graveyard"
        if keyword(t, thing, "preserve", card) and not banished and not thing.token:
            preserve(t, thing.owner, thing.name)
            home = "material"
        if thing.token:
            LAYOUT.leave(t, thing)
            return
        LAYOUT.leave(t, thing, thing.owner, home)
        target = f"{thing.owner}.{home}"
        t.fact(CardMoved(thing.owner, thing.name, "stack", target, "GA-11.8"))


def _as_it_comes(t: GaTable, item: Activation, say: Saying) -> None:
    """What an object comes with, such as counters, and what is chosen as it does (GA-16.20); of
    what was said its On Enter trigger has the rest.

    Raises:
        Violation: what is said of it does not fit.
        Unsaid: something is chosen, and nobody said it.
    """
    statics, thing = t.state.changes.statics, t.state.zones.things[item.source]
    for kind in ("buff",) if not item.materialized else ():
        more = [
            each
            for each in statics.get(kind, ())
            if not is_promised_once(t, each) and TEXTS.fits(t, each, thing.id)
        ]
        if count := sum(TEXTS.amount(t, each, thing.id) for each in more):
            change_counters(t, thing, kind, count)
    for kind, count in promised(t, thing):
        if kind == "distant":
            t.set(thing, "marks", [*thing.marks, kind])
        else:
            change_counters(t, thing, kind, count)
    _arrive(t, thing, item, say)


def _arrive(t: GaTable, thing: InPlay, item: Activation, say: Saying) -> None:
    names, triggered = texts_of(t, thing), t.catalog.triggered
    effects = [(name, at) for name in names for at in triggered.get((name, "comes"), ())]
    rest, before = list(say.did or item.did), bool(item.did and not say.did)
    for name, at in effects:
        found = compiled_effect(t, name, at)
        does = tags_of(found.effect)
        own = tuple(each for each in rest if tag_of(each) in does)
        mode = (say.mode or item.mode) if found.modes else ()
        x = None if found.x is None else item.x or 0
        doing = Doing(item.seat, thing.id, did=own, mode=mode, x=x)
        if all(test(Run(t, found, doing)) is not False for test in found.tests):
            rest = [each for each in rest if tag_of(each) not in does]
            happen(t, found, doing, late=before, settled=Settled(advance=before))
    if not (effects and (say.did or item.did)):
        return
    t.set(item, "did", tuple(rest))
    if rest and say.did and (item.card, "on enter") not in t.catalog.triggered:
        refuse_if_sure(t, ("activate",), "GA-1.6", "{card} does nothing more as it comes",
                       card=item.card)  # fmt: skip


def arrive(t: GaTable, thing: InPlay) -> None:
    """What an object comes with that an effect puts onto the field (GA-16.20); what is chosen then
    is on trust."""
    item = Activation(t.seq, thing.controller, thing.id, card=thing.name)
    try:
        t.wholly(_arrive, t, thing, item, NOTHING_SAID)
    except Unsaid:
        t.trust(f"{thing.name}: what is chosen as it comes")


handles.comes = arrive


def _level_up(t: GaTable, item: Activation) -> None:
    """A champion card comes on top of the lineage, if it still fits (GA-11.4, 15.11)."""
    thing = t.state.zones.things[item.source]
    champion = t.state.zones.things.get(item.lineage)
    why = ""
    if champion is None or champion.place != FIELD:
        why = "its champion is gone"
    else:
        try:
            require_lineage(t, champion, card_of(t, item.card))
        except Violation as refused:
            why = str(refused)
    if why or champion is None:
        take_away(t, item, "fizzled")
        fizzle_card(t, item, thing, why, "GA-11.4")
        return
    if forbidden(t, LEVELS_BACK, champion.id):
        LAYOUT.leave(t, thing, thing.owner, "material")
        t.fact(CardMoved(thing.owner, thing.name, "stack", f"{thing.owner}.material", "GA-16.20"))
        return
    t.item(t.state.zones.things, thing.id)
    level_up(t, champion, item.card)
    tell_played(t, champion, item.card)
    hand_on(t, item, champion.id, "on enter")


def resolve_ability(t: GaTable, item: Item, say: Saying = NOTHING_SAID) -> None:
    """An ability resolves (GA-11.5, 11.12)."""
    if is_enlightening(item):
        draw_for(t, item)
        return
    lost = fizzles(t, item)
    if lost is not None:
        _require_nothing_said(t, item, say, lost)
        take_away(t, item, "fizzled")
        t.fact(Fizzled(item.seat, item.card, lost.why, lost.rule))
        return
    said(t, item, say)


def _require_nothing_said(t: GaTable, item: Item, say: Saying, lost: Lost) -> None:
    """What fizzles has no effect (GA-11.1); matches of an earlier day took no notice of what was
    said of it."""
    if not t.state.asks or not say.did or does_nothing(say.did):
        return
    if not lost.sure:
        t.trust(f"{item.card}: that it does nothing, as {lost.why}")
        return
    refuse_if_sure(t, (), lost.rule, "{thing} fizzles: {lost}", thing=item.card, lost=lost.why,
                   legal=f"{item.seat} resolve none")  # fmt: skip


UNTOLD_ALONE = (0,)
"""The one effect of a card that the catalog does not tell: a text that nobody knows."""


def said(t: GaTable, item: Item, say: Saying) -> None:
    """The effects of an item are done as said.

    Raises:
        Violation: something is still to be said.
    """
    if item.trigger in TRIGGERED:
        TRIGGERED[item.trigger](t, item)
        return
    if not item.effects:
        untold = t.catalog.is_untold(item.card)
        did = say.did or item.did
        if untold and did:
            t.set(item, "effects", list(UNTOLD_ALONE))
            do_all(t, item, say)
        elif did:
            require_a_text(t, item, did)
        elif untold:
            pass_untold(t, item.card)
        return
    try:
        do_all(t, item, say)
    except Unsaid as unsaid:
        if say is not NOTHING_SAID:
            raise
        if t.state.plays_on(item.seat):  # a player who has lost chooses nothing (GA-4.13)
            raise Owed(t, item, unsaid, _in_full(t, item, unsaid), asks=asks(t)) from None


_MOST_SAID = 12
"""How many aims and modes a hint names."""


def _in_full(t: GaTable, item: Item, unsaid: Unsaid) -> Mapping[str, str]:
    """All aims and modes that a word on an item takes, as they are typed, the first of what each
    may be; none where it takes no more than one."""
    effects = [compiled_effect(t, item.card, at).effect for at in item.effects]
    aims = [aim for effect in effects for aim in effect.aims.values()]
    modes = sum(effect.choose for effect in effects if effect.modes)
    if len(aims) + modes < 2 and all(aim.count == 1 for aim in aims):
        return NO_FIELDS
    said: dict[str, tuple[str, ...]] = {}
    missing: Unsaid | None = unsaid
    while missing is not None and sum(map(len, said.values())) < _MOST_SAID:
        field = next((each for each in ("aims", "mode") if missing.choices.get(each)), "")
        if not field:
            break
        said[field] = (*said.get(field, ()), Word(missing.choices[field][0], 1).text)
        missing = _still_missing(t, item, **said)
    if sum(map(len, said.values())) < 2:
        return NO_FIELDS
    between = {"aims": " " if isinstance(item, Triggered) else ",", "mode": ","}
    return {field: between[field].join(map(quote, words)) for field, words in said.items()}


def _still_missing(
    t: GaTable, item: Item, aims: tuple[str, ...] = (), mode: tuple[str, ...] = ()
) -> Unsaid | None:
    """What a word on an item that has these aims and modes would lack."""
    try:
        with t.tried():
            if aims:
                declare_item(t, replace(item, effects=list(item.effects)), aims, mode)
            else:
                do_all(t, item, Saying(mode=mode))
    except Unsaid as unsaid:
        return unsaid
    except Violation:
        pass
    return None
