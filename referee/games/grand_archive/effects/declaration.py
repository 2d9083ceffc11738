"""What is settled as a card or ability goes on the stack: modes, aims, costs (sections 8, 16)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from referee.games.grand_archive.effects.resolution import (
    called,
    do_all,
    doing_of,
    is_settled,
    tag_of,
    tags_of,
)
from referee.games.grand_archive.facts import Fizzled
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.state import GaTable, InPlay, Item, Triggered, Used, card_of
from referee.games.grand_archive.targets import is_linking, require_link, require_targetable
from referee.games.grand_archive.triggers import AFTERWARDS
from referee.games.grand_archive.values import as_it_was, refuse_if_sure
from referee.parts.effects import CompiledEffect, Doing, Run, declare, happen
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import NOTHING_SAID, Saying, does_nothing
from referee.parts.responses import dry_run
from referee.table import NOTHING_WAIVED
from referee.verdict import Unsaid, Violation


def declare_item(
    t: GaTable,
    item: Item,
    aims: Sequence[str],
    mode: Sequence[str],
    pays: Sequence[Any] = (),
) -> None:
    """The modes, aims and costs of what goes on the stack (GA-8.5 to 8.10, 16.6).

    Raises:
        Violation: they are not as the card says (GA-1.6), or cannot be.
        Unsaid: one is missing.
    """
    settled: list[str] = []
    if linked := is_linking(card_of(t, item.card), item.trigger):
        settled.append(require_link(t, item, aims))
        aims = aims[1:]
    if t.catalog.is_untold(item.card) and (aims or mode or pays):
        t.trust(f"{item.card}: what its text asks for as it is played")
        if pays and not item.effects:
            _pay_untold(t, item, 0, pays)
    parts = [(at, compiled_effect(t, item.card, at)) for at in item.effects]
    known = all(not found.free for _, found in parts) and t.catalog.is_encoded(item.card)
    if known:
        _require_asked_for(t, item, [found for _, found in parts], aims, mode, pays)
    left, shares, modes = list(aims), [(-1, 1)] if linked else [], list(mode)
    for number, (at, found) in enumerate(parts, 1):
        own = _own(t, item, found, left, last=not any(each.aims for _, each in parts[number:]))
        if not _is_on(t, item, found):
            item.effects.remove(at)
            continue
        if own and found.free and not (found.aims or t.catalog.is_untold(item.card)):
            t.trust(f"{item.card}: what its text asks for as it is played")
        if found.effect.text_alone:
            shares.append((at, len(left)))
            settled += left
            left = []
            if pays and not any(each.cost or each.modes for _, each in parts):
                _pay_untold(t, item, at, pays)
            continue
        said_of_it = found.free and (aims or mode or pays)
        usable = isinstance(item, Used) and found.tests  # when it may be activated is asked now
        if not (is_settled(found) or found.x is not None or said_of_it or usable):
            continue
        said = Saying(aims=tuple(own), mode=tuple(mode), pays=tuple(pays))
        del left[: len(own)]
        run = _declare_effect(t, item, at, found, said)
        chosen = [one for each in run.aims.values() for one in each]
        shares.append((at, len(chosen)))
        settled += chosen
        modes = [each.name for each in run.modes] or modes
    if left and known and any(found.aims for _, found in parts):
        most = len(aims) - len(left)
        t.refuse("GA-8.7", "{card} is aimed at {most}, logged {logged}", card=item.card, most=most,
                 logged=", ".join(aims), legal=f"at most {most}")  # fmt: skip
    item.mode = tuple(modes)
    require_targetable(t, item, settled or [called(t, item.seat, each) for each in aims])
    item.aims = (*settled, *left)
    item.shares = tuple(shares)
    item.declared = True


def _declare_effect(t: GaTable, item: Item, at: int, found: CompiledEffect, said: Saying) -> Run:
    """One of the effects is declared; what paid for it, and its X, is kept with what waits."""
    if said.pays and not (found.cost or found.modes or found.free):
        said = replace(said, pays=())
    run = declare(t, found, doing_of(t, item, said, at))
    costs = (*found.cost, *(step for mode in run.modes for step in mode.cost))
    paid = {x.called: run.done[x.called] for x in costs if run.done.get(x.called)}
    item.paid = {**item.paid, **paid}
    item.x = run.x if found.x is not None else item.x
    return run


def _pay_untold(t: GaTable, item: Item, at: int, pays: Sequence[Any]) -> None:
    """What a text asks for that nobody knows is paid as said, on trust."""
    happen(t, compiled_effect(t, item.card, at), doing_of(t, item, Saying(did=tuple(pays)), at))


def _require_asked_for(
    t: GaTable,
    item: Item,
    parts: Sequence[CompiledEffect],
    aims: Sequence[str],
    mode: Sequence[str],
    pays: Sequence[Any],
) -> None:
    """What a card that is told does not ask for is not said of it (GA-2.36, 8.6, 8.7, 8.10)."""
    if aims and not any(found.aims for found in parts):
        t.refuse("GA-8.7", "{card} is aimed at nothing", card=item.card)
    if mode and not any(found.modes for found in parts):
        t.refuse("GA-8.6", "{card} has no modes", card=item.card)
    if pays and not any(found.cost or found.modes for found in parts):
        t.refuse("GA-8.10", "{card} costs nothing else", card=item.card)
    if item.x is None or item.trigger == "played" or not t.state.asks_aims:
        return  # of a card that is played it may be in its cost
    if not any(found.x is not None for found in parts):
        t.refuse("GA-2.36", "{card} has no X, logged {logged}", card=item.card, logged=item.x)


def _own(
    t: GaTable, item: Item, found: CompiledEffect, left: Sequence[str], last: bool
) -> Sequence[str]:
    """Of what was aimed at and is not yet taken, what one effect takes."""
    if found.free or (found.aims and last):
        return left
    run = Run(t, found, doing_of(t, item, Saying()))
    run.x = item.x or 0
    return left[: sum(aim.count(run)[1] for aim in found.aims)]


def _is_on(t: GaTable, item: Item, found: CompiledEffect) -> bool:
    """Whether a restricted text of a card is there at all (GA-13.1, 13.8): what it would have
    chosen is chosen while it is."""
    if item.trigger != "played" or not found.tests or not is_settled(found):
        return True
    run = Run(t, found, doing_of(t, item, Saying()))
    return all(test(run) is not False for test in found.tests)


def settle_trigger(t: GaTable, item: Triggered) -> bool:
    """What a trigger is aimed at, and its modes, as it goes on the stack, where only one choice is
    legal; its use is counted. Without a legal choice it fizzles (GA-16.12).

    Returns:
        Whether it goes on the stack.
    """
    for at in item.effects:
        found = compiled_effect(t, item.card, at)
        if found.effect.text_alone or not (found.aims or found.modes or found.effect.uses):
            continue
        if any(not isinstance(aim.count, int) for aim in found.effect.aims.values()):
            continue
        doing = doing_of(t, item, NOTHING_SAID)
        if not all(test(Run(t, found, doing)) for test in found.tests):
            continue
        try:
            _require_reach(t, item, found, doing)
            run = declare(t, found, doing)
            chosen = tuple([one for each in run.aims.values() for one in each])
            require_targetable(t, item, chosen)
        except Unsaid:
            continue
        except Violation as refused:
            if found.effect.uses is None and not found.free:
                t.fact(Fizzled(item.seat, item.card, str(refused), "GA-16.12"))
                return False
            continue
        item.aims = chosen
        item.mode = tuple([each.name for each in run.modes])
        item.declared = True
    return True


def _require_reach(t: GaTable, item: Item, found: CompiledEffect, doing: Doing) -> None:
    """Something that a trigger has to be aimed at is within its reach (GA-24.33, 24.41)."""
    run = Run(t, found, doing)
    for aim in found.aims:
        there = aim.options(run) if aim.count(run)[0] else ()
        if there and not any(t.would(require_targetable, t, item, (each,)) for each in there):
            require_targetable(t, item, there[:1])


handles.settles = settle_trigger


def follow_the_end(t: GaTable, copy: InPlay) -> None:
    """What a text that was begun does as it ends, at once or on the stack (GA-16.10, 16.31)."""
    at = t.catalog.begins[copy.name][copy.link]
    when = t.catalog.by_name[copy.name].effects[at].when
    if when == AFTERWARDS:
        t.push(t.state.heard, Triggered(
            t.seq, copy.controller, copy.id, card=copy.name, trigger=AFTERWARDS, effects=[at],
            was=as_it_was(t, copy),
        ))  # fmt: skip
    elif when == "ended":
        happen(t, compiled_effect(t, copy.name, at), Doing(copy.controller, copy.id, was=copy))


handles.ended = follow_the_end


def require_a_text(t: GaTable, item: Item, did: Sequence[Any]) -> None:
    """A card of which it is known that it has no text does nothing that could be said; nor does an
    object as it comes what none of its texts says (GA-1.6)."""
    card = t.catalog.by_name[item.card]
    known = item.trigger == "played" and t.catalog.is_encoded(item.card)
    if not known or item.effects or does_nothing(tuple(did)):
        return
    if not (card.effects or card.words):
        t.refuse("GA-1.6", "{card} has no text that does anything", card=item.card)
    if any(each.text_alone or each.rest or each.when == "comes" for each in card.effects):
        return  # what it comes with is asked as it comes
    if not t.state.asks_aims:
        return
    told = {"none", "other"}.union(*map(tags_of, card.effects))
    if strange := [word for word in map(tag_of, did) if word not in told]:
        refuse_if_sure(t, ("activate",), "GA-1.6", "{card} does nothing of the kind: {kind}",
                       card=item.card, kind=strange[0])  # fmt: skip


def _try(t: GaTable, item: Item, said: tuple[Any, ...]) -> None:
    """All that was said is done; of an action that the catalog does not tell, by that text."""
    card = t.catalog.by_name[item.card]
    acts = item.trigger == "played" and not (card.is_object or card.is_attack)
    if acts and not item.effects and t.catalog.is_untold(card.name):
        t.set(item, "effects", [0])
    do_all(t, item, Saying(said))


def tell_in_advance(t: GaTable, item: Item, did: Sequence[Any]) -> None:
    """What was said of its resolution with its declaration is possible now."""
    if not did:
        return
    require_a_text(t, item, did)
    said = tuple(did)
    waived, t.waived = t.waived, NOTHING_WAIVED
    try:
        trusted = dry_run(t, lambda: _try(t, item, said))
        item.trusted = trusted if item.effects else ()  # a text that nobody knows is so twice
        item.did = said
    except Violation as refused:
        if refused.rule not in waived:
            raise
    finally:
        t.waived = waived
