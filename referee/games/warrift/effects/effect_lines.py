"""What effects of cards did: the lines that say so (section 15)."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.notation import write
from events.warrift import Effect, Use
from referee.games.warrift.answered import AnyEffective, hear_mark
from referee.games.warrift.catalog import Monster
from referee.games.warrift.effects.aims import require_aims_as_declared
from referee.games.warrift.effects.resolution import (
    AWAITED,
    can_do,
    carry_out,
    does_nothing_anyhow,
    give_magicka,
    is_lost,
    is_used_up,
    name_of,
    optional,
    outcomes_of,
    shared_out,
)
from referee.games.warrift.handlers import handles
from referee.games.warrift.harm import pay_after
from referee.games.warrift.places import (
    find_in_play,
    numbered,
    require_listed,
    require_numbered,
)
from referee.games.warrift.state import EYE, OVER, Effective, InPlay, Played, WrTable, card_of
from referee.games.warrift.time_to_act import (
    begun,
    require_begun,
    require_mid,
    require_nothing_awaited,
    still_coming,
    way_on,
)
from referee.games.warrift.turn import (
    MOMENTS,
    came_amid,
    effects_before_the_eye,
    may_still_act,
    proceed,
)
from referee.games.warrift.window import reach
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import NOTHING_SAID, Owed, Saying, does_nothing
from referee.parts.responses import Pending, take_away
from referee.verdict import Unsaid, Violation


def name_place(refused: Violation, at: int) -> None:
    """A refusal names which of a line is refused (WR-2.15)."""
    refused.why += " ({place} of the line)"
    refused.facts["place"] = at + 1


@handles
def effect(t: WrTable, e: Effect) -> None:
    """What effects of cards did (WR-15.1 to 15.5), of several in that order (WR-2.15)."""
    require_begun(t, e.seat)
    begun(t)
    effects_before_the_eye(t, e.source)
    moment = None
    for at, source in enumerate((e.source, *e.also)):
        try:
            say = NOTHING_SAID if at else Saying(e.did, _aims(t, e), e.mode, e.x, e.pays)
            pending = reach(t, e, source)
            found = (pending.entry, getattr(pending, "moment", 0)) if pending else None
            if at and (found is None or found != moment):
                t.forbid("WR-2.15", "{source} has no effect of that moment", source=source)
            moment = found
            if pending is None:
                _not_pending(t, e, source, say)
            else:
                _of_pending(t, e, pending, say)
        except Violation as refused:
            if at and isinstance(refused, Owed):  # as the line up to there leaves the table
                refused.legal = write(replace(e, also=e.also[: at - 1]))
            if e.also:
                name_place(refused, at)
            raise
    proceed(t)


def _aims(t: WrTable, e: Effect) -> tuple[str, ...]:
    return numbered(t, e.aims) if e.aims else ()


def _of_pending(t: WrTable, e: Effect, pending: AnyEffective, say: Saying) -> None:
    """Of a monster anybody may say what it did; who is meant by it follows (WR-5.8)."""
    monster = isinstance(t.catalog.cards[name_of(t, pending)], Monster)
    if pending.seat != e.seat and not monster:
        t.refuse("WR-15.1", "it is an effect of {seat}", seat=pending.seat, legal=pending.seat)
    if is_lost(t, pending):
        t.forbid("WR-15.1", "{source} has left play", source=pending.source)
    coming = still_coming(t, pending) if t.state.due else None
    if coming is not None:
        t.refuse("WR-2.13", "first {what}", what=coming.text(), legal=way_on(t), since=coming.since)
    if e.answers and e.answers not in (pending.entry, pending.answers):
        began = f"the effect of {name_of(t, pending)} came up with entry {pending.entry}"
        t.trust(f"{began}, and entry {e.answers} is not answered by it")
    if type(pending) is Played and pending.magicka:
        give_magicka(t, pending)
    if pending.aims:
        require_aims_as_declared(t, pending, say)
    if len(pending.effects) == 1 or e.trigger or say.aims or say.mode or len(say.did) < 2:
        _one_done(t, pending, e.trigger, say)
    else:
        for at, did in shared_out(t, pending, say.did).items():
            done(t, pending, at, replace(say, did=did))
    if not pending.effects:
        take_away(t, pending, "took effect")
        pay_after(t, pending)
        acted(t, t.state.zones.things.get(pending.source), t.seq + 1)


def _one_done(t: WrTable, pending: Effective, named: str, say: Saying) -> None:
    """One of its effects is done: the one of that name, else the first still to be done that does
    such things; where that cannot be declined, what was declined is the first that can."""
    card = name_of(t, pending)
    effects = t.catalog.cards[card].all_effects
    for at in pending.effects:
        if named and effects[at].name == named:
            done(t, pending, at, say)
            return
    at = _doing_such(t, card, pending.effects, say)
    try:
        t.wholly(done, t, pending, at, say)
    except Violation:
        may = [other for other in pending.effects if effects[other].may and other != at]
        if not does_nothing(say.did) or not may:
            raise
        done(t, pending, may[0], say)


def _doing_such(t: WrTable, card: str, those: Sequence[int], say: Saying) -> int:
    """Of several effects the first that has an outcome as the first of a line, else one whose text
    is not told, else the first."""
    if say.did and not does_nothing(say.did) and len(those) > 1:
        for at in those:
            if type(say.did[0]) in outcomes_of(compiled_effect(t, card, at)):
                return at
        return next((at for at in those if compiled_effect(t, card, at).free), those[0])
    return those[0]


def done(t: WrTable, pending: Effective, at: int, say: Saying) -> None:
    """One of the effects of something pending happens as a line says, or was declined; a line that
    says no more of one that can do nothing is in order."""
    if say == NOTHING_SAID:
        try:
            t.wholly(carry_out, t, pending, at, say)
        except Violation as refused:
            if refused.rule != "WR-15.3" or not does_nothing_anyhow(t, pending, at, say):
                raise
    elif not say.did or not does_nothing(say.did):
        carry_out(t, pending, at, say)
    elif not optional(t, pending) and can_do(t, pending, at):
        if compiled_effect(t, name_of(t, pending), at).effect.may:
            _hear_nothing_done(t, pending, say)
        try:
            carry_out(t, pending, at, say)
        except (Unsaid, Violation) as refused:
            if not does_nothing_anyhow(t, pending, at, say):
                if isinstance(refused, Violation):
                    raise
                card = name_of(t, pending)
                t.forbid("WR-15.3", "{card}: it may not be declined", card=card)
            if say.pays:
                _hear_nothing_done(t, pending, say)
    else:
        _hear_nothing_done(t, pending, say)
    effects = pending.effects
    only = len(effects) == 1 and effects[0] == at
    t.set(pending, "effects", [] if only else [each for each in effects if each != at])


def _hear_nothing_done(t: WrTable, pending: Effective, say: Saying) -> None:
    """What is said of an effect besides that it did nothing."""
    if say == Saying(say.did):
        return
    card = name_of(t, pending)
    if say.pays:
        t.forbid("WR-15.3", "{card}: nothing is paid for what was not done", card=card)
    modes = [m.name for each in card_of(t, card).all_effects for m in each.modes]
    for named in (*say.aims, *say.mode):
        if named not in modes and named not in t.state.seats:
            require_numbered(t, named, "")
    t.trust(f"{card}: what is said of it, though it did nothing")


def acted(t: WrTable, thing: InPlay | None, until: int) -> None:
    """What a card says is done; up to which entry its attack would still be at once."""
    if thing is not None and thing.ambush and t.choice["WR-I 30"] == "at_once_only":
        t.set(thing, "done", until)


# -- what nothing pending sets off -----------------------------------------------------------------


def _not_pending(t: WrTable, e: Effect, source: str, say: Saying) -> None:
    """An effect that is used, one that stands, or one of what came amid those of a moment."""
    answer = hear_mark(t, e)
    if _amid(t, e, source, say):
        return
    _require_its_moment(t, e, source)
    thing = _source(t, e.seat, source)
    effects = card_of(t, thing).all_effects
    if not effects:
        t.refuse("WR-15.3", "{card} has no effect", card=thing.name)
        return
    word = _trigger(t, thing, e.trigger)
    if word == "used":
        at = one_used(t, thing, e.trigger, say)
        require_time_to_use(t, e.seat, thing, at, answer)
    else:
        at = _of_moment(t, thing, word, e.trigger)
    seat = e.seat
    pending = Effective(t.seq, seat, thing.id, trigger=word, effects=[at])
    done(t, pending, at, say)


def _amid(t: WrTable, e: Effect, source: str, say: Saying) -> bool:
    """The start- or end-of-turn effect of what came amid the effects of that moment, where it may
    still do it (WR-I 74); whether it is that."""
    word = MOMENTS.get(t.state.phase, "")
    if not word or e.trigger not in ("", word):
        return False
    things = t.state.zones.things
    found = [each for each in things.values() if source in (each.id, each.name)]
    several = len(found) > 1
    found = [x for x in found if came_amid(t, x) and (not several or may_still_act(t, x))]
    effects = t.catalog.triggered.get((found[0].name, word)) if found else None
    if not effects:
        return False
    if len(found) > 1:
        t.incomplete(f"say which {source}", source=[each.id for each in found])
    if not may_still_act(t, found[0]):
        rule = AWAITED[word]
        t.forbid(rule, "{thing} came after that moment, or has acted", thing=found[0].id)
    t.set(found[0], "acted", t.state.opened)
    pending = Effective(t.seq, e.seat, found[0].id, trigger=word, effects=list(effects))
    _one_done(t, pending, e.trigger, say)
    return True


def _require_its_moment(t: WrTable, e: Effect, source: str) -> None:
    """An effect of a turn's start or end is done in that moment, and once (WR-12.1, 15.1)."""
    state, triggered = t.state, t.catalog.triggered
    things = state.zones.things.values()
    name = next((each.name for each in things if source in (each.id, each.name)), "")
    if not e.trigger and (name, "used") in triggered:
        return
    for word in MOMENTS.values():
        if (name, word) in triggered and e.trigger in ("", word):
            late = word == "turn_end" and (e.seat != state.active or state.phase in (EYE, OVER))
            rule = "WR-12.1" if late else "WR-15.1"
            t.refuse(rule, "this is not the moment for {card}", card=name)


def _source(t: WrTable, seat: str, source: str) -> InPlay:
    """The card that has the effect, under that player; a monster is the active player's."""
    named = source.rpartition(".")[0] or source
    if named not in t.catalog.cards and source not in t.catalog.cards:
        require_listed(t, source)
    things = t.state.zones.things
    found = [each for each in things.values() if source in (each.id, each.name)]
    mine = [each for each in found if (each.controller or t.state.active) == seat]
    if not mine:
        why = "{seat} does not control {source}" if found else "{source} is not in play"
        t.forbid("WR-15.1", why, seat=seat, source=source)
    return mine[0] if len(mine) == 1 else find_in_play(t, source)


def _trigger(t: WrTable, thing: InPlay, named: str) -> str:
    """What sets the effect off that is meant: its trigger, or that of the effect of that name."""
    effects = card_of(t, thing).all_effects
    triggers = [(each.when if isinstance(each.when, str) else "always", each) for each in effects]
    words = [word for word, each in triggers if named in ("", word, each.name)]
    for word in ("used", "always"):
        if word in words:
            return word
    if not words:
        t.forbid("WR-15.1", "{card} has no effect {named}", card=thing.name, named=named)
    return words[0]


def one_used(t: WrTable, thing: InPlay, named: str, say: Saying = NOTHING_SAID) -> int:
    """Which effect of a card in play is used: the one of that name, else the first that does such
    things, else the first.

    Raises:
        Violation: WR-15.1, it has none to use.
    """
    own = t.catalog.triggered.get((thing.name, "used"), ())
    effects = card_of(t, thing).all_effects
    if named not in ("", "used"):
        own = tuple(at for at in own if effects[at].name == named)
    if not own:
        t.forbid("WR-15.1", "{card} has no such effect to use", card=thing.name)
    return _doing_such(t, thing.name, own, say)


def can_be_used(t: WrTable, thing: InPlay) -> bool:
    """Whether a card in play has an effect to use that is not used up (WR-15.9)."""
    effects = card_of(t, thing).all_effects
    used = t.catalog.triggered.get((thing.name, "used"), ())
    return any(not is_used_up(t, thing, effects[at]) for at in used)


def require_time_to_use(
    t: WrTable, seat: str, thing: InPlay, at: int, answer: Pending | None
) -> None:
    """In one's own mid step, or whenever the card says (WR-15.1)."""
    found = card_of(t, thing).all_effects[at]
    if found.speed == "fast":
        require_nothing_awaited(t, but_the_eye=True, answer=answer)
        begun(t)
    elif found.text_alone and (answer is not None or seat != t.state.active):
        t.trust(f"{thing.name}: its text would have to let it be used now")
        require_nothing_awaited(t, answer=answer)
    elif answer is not None:
        t.refuse("WR-15.1", "{card} is used in the mid step alone", card=thing.name)
    else:
        require_mid(t, seat, Use)


def _of_moment(t: WrTable, thing: InPlay, word: str, named: str) -> int:
    """An effect that nothing pending sets off: one that stands and is not described (WR-15.11)."""
    card = thing.name
    own = t.catalog.triggered.get((card, word), ())
    effects = card_of(t, thing).all_effects
    at = int(next((each for each in own if effects[each].name == named), own[0] if own else 0))
    if word == "always" and own:
        found = effects[at]
        if found.change and not found.rest:
            t.refuse("WR-15.11", "what {card} changes holds by itself", card=card)
        return at
    if word == "deathcrash":
        t.forbid("WR-5.7", "{thing} has not died", thing=thing.id)
    t.refuse("WR-15.2", "{card} has done that, or nothing sets it off", card=card)
    return at
