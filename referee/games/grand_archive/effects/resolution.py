"""What effects do, and when they happen by themselves (sections 11, 16)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from events.grand_archive import Counter, PayDown, Resolve, Rest
from events.notation.words import Word, quote
from events.outcome import Nothing, Outcome
from referee.games.grand_archive.places import HIDDEN
from referee.games.grand_archive.places import meant as objects_meant
from referee.games.grand_archive.state import (
    GaTable,
    Item,
    Triggered,
    Used,
    asks,
    asks_aims,
    by_edition,
)
from referee.games.grand_archive.targets import require_targetable
from referee.games.grand_archive.values import has_word
from referee.parts.effects import CompiledEffect, Doing, OutcomeLeftOut, Run, happen
from referee.parts.effects.accepted_lines import is_idle
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.effect_run import explained
from referee.parts.effects.in_words import tests_in, words_in
from referee.parts.effects.pending import NOTHING_SAID, Saying, does_nothing
from referee.parts.effects.planned import Planned
from referee.parts.effects.resolution import Settled, as_one
from referee.parts.effects.schema import Effect, Pick, Select, Step, Test, within
from referee.parts.layered import shuffle
from referee.parts.replacement import Replaced
from referee.verdict import Illegal, Incomplete, Unsaid, Violation

DECLINED = (Nothing("declined"),)
IMPOSSIBLE = (Nothing("impossible"),)


def effects_on(t: GaTable, card: str, trigger: str) -> list[int]:
    """Which effects of a card something sets off; of a card that the catalog does not tell, the
    text that nobody knows."""
    found = t.catalog.triggered.get((card, trigger))
    if found is None and t.catalog.is_untold(card):
        return [0]
    return list(found or ())


def called(t: GaTable, seat: str, named: str) -> str:
    """The id of what a line calls by a name, a player, a place on the stack."""
    things = t.state.zones.things
    if named in things:
        return named
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Item) and named == each.card:
            return each.source
    found = objects_meant(t, named, seat)
    return found[0].id if len(found) == 1 else named


def carry_out(t: GaTable, item: Item, at: int, say: Saying, *, advance: bool = False) -> Run:
    """One of the effects of a card happens as a line says; what was said in advance and has become
    impossible since does nothing.

    Raises:
        Violation: it contradicts the card (GA-1.6), or the table does not allow it.
        Unsaid: a choice is missing.
    """
    doing = doing_of(t, item, say, at)
    found = compiled_effect(t, item.card, at)
    late = item.declared
    again = tests_again(t)
    fixed = _settled(t, item, found)
    chosen = late and item.mode and {*as_one(found, doing.mode)} == {*item.mode}
    doing = replace(doing, mode=item.mode) if chosen else doing
    locked = _asked_again(found, again) if chosen else None
    run = happen(t, found, doing, late=late, settled=Settled(advance, fixed, locked))
    if late and len(say.pays) > (paid := run.done.get(PAID_BESIDES, 0)):
        t.refuse("GA-8.10", "{card}: {paid} pay for what is played, logged {logged}",
                 card=found.card, paid=paid, logged=len(say.pays))  # fmt: skip
    if say.line is not None:
        _require_all_taken(t, say.line, run)
    return run


def _settled(t: GaTable, item: Item, found: CompiledEffect) -> Collection[int]:
    """The conditions of an effect that were settled when it was declared or set off."""
    if not (item.declared or found.effect.had):
        return ()
    return settled_then(item, found, tests_again(t))


def _require_all_taken(t: GaTable, line: Resolve, run: Run) -> None:
    """All that a line says of the cost of a card was for one that was played (GA-8.10)."""
    said = [each for each in COSTS if getattr(line, each) not in ("", (), False, None)]
    if left := [each for each in said if PAID_WITH + each not in run.done]:
        t.refuse("GA-8.10", "{card}: nothing that it plays is paid for with {word}",
                 card=run.compiled.card, word=" or ".join(left))  # fmt: skip


PAID_BESIDES = "paid besides"
"""How much of what is said to pay is taken by the cards that an effect plays."""
PAID_WITH = "paid with "
"""Before a word of a line: how much of that is taken by them."""
COSTS = ("attacker", "kindle", "brew", "rest", "imbue", "prepare", "random", "floating", "reserved")
"""What a line says of the cost of a card that an effect plays, as of any that is activated."""


def says_of_cost(e: Resolve) -> bool:
    """Whether a line says anything of the cost of a card that an effect plays."""
    pays = e.random or e.floating or e.kindle or e.brew or e.rest or e.imbue
    return bool(pays or e.attacker or e.prepare or e.reserved is not None)


def _asked_again(found: CompiledEffect, again: bool) -> Collection[str]:
    """The modes whose condition is asked again as they happen: one that is restricted, where that
    is; all else was settled as they were chosen (GA-8.6, 13.8)."""
    modes = found.effect.modes if again else ()
    return [each.name for each in modes if any(map(is_restriction, tests_in(each.tests)))]


def settled_then(item: Item, found: CompiledEffect, again: bool) -> Collection[int]:
    """Which conditions of an effect were settled as it was declared, by their places: those of a
    card of which something is chosen then, and when an ability may be activated at all; what is
    restricted only where that is not asked again (GA-13.8)."""
    places = range(len(found.tests))
    if isinstance(item, Used):
        tests = tests_in(found.effect.tests)
        return [at for at in places if not (again and is_restriction(tests[at]))]
    if found.effect.had and isinstance(item, Triggered):
        return places
    return places if item.trigger == "played" and is_settled(found) and not again else ()


def is_restriction(test: Test) -> bool:
    """Whether a condition is one of those that stand in brackets before a text (GA-13.1 to
    13.7)."""
    who = test.count
    if who is not None:
        return bool(who.named) and "champion" in words_in(who.all_of) and who.of == "you"
    least = test.least if test.most is None else None
    return test.ask in _BONUS or (test.ask in _AT_LEAST and least is not None)


_BONUS, _AT_LEAST = ("class bonus", "element bonus"), ("level", "memory")


def is_settled(found: CompiledEffect) -> bool:
    """Whether anything of an effect is chosen as it is declared, so that its condition is one of
    the declaration (GA-13.8)."""
    return bool(found.aims or found.modes or found.cost)


def tests_again(t: GaTable) -> bool:
    """Whether what was restricted when it was declared is asked again (GA-I 6)."""
    return by_edition(t, "GA-I 6", "fixed_at_activation", "tested_again") == "tested_again"


def own_aims(item: Item, at: int) -> tuple[str, ...]:
    """What one of the effects of an item is aimed at."""
    begins = 0
    for place, count in item.shares:
        if place == at:
            return item.aims[begins : begins + count]
        begins += count
    return () if item.shares else item.aims


def _meant(t: GaTable, item: Item, at: int, aims: Sequence[str]) -> tuple[str, ...]:
    """What aims mean: a player's name is the player where one is aimed at, else the champion."""
    seats: list[bool] = []
    if at >= 0:
        for aim in compiled_effect(t, item.card, at).effect.aims.values():
            count = aim.count if isinstance(aim.count, int) else 1
            seats += [aim.what in ("player", "opponent")] * count
    return tuple(
        each
        if each in t.state.players and seats and seats[min(number, len(seats) - 1)]
        else called(t, item.seat, each)
        for number, each in enumerate(aims)
    )


def doing_of(t: GaTable, item: Item, say: Saying, at: int = -1) -> Doing:
    """What a line says of an effect, with what was said when it was declared."""
    aims = say.aims or own_aims(item, at)
    mode, x = say.mode or item.mode, item.x if say.x is None else say.x
    if at >= 0 and not (found := compiled_effect(t, item.card, at)).free:
        # what belongs to another effect of the card is none of this one's
        mode = mode if found.modes else ()
        x = x if found.x is not None else None
        say = _with_what_rests(t, item.source, found, _one_by_one(found, say))
    return Doing(
        item.seat,
        item.source,
        say.did,
        _meant(t, item, at, aims) if aims else (),
        mode,
        x,
        say.pays,
        say.first,
        trigger=item.trigger,
        cause=item.entry,
        was=item.was,
        about=item.about,
        met=item.met,
        paid=item.paid,
        line=say.line,
    )


def _one_by_one(found: CompiledEffect, say: Saying) -> Saying:
    """Counters that are taken off one by one, as often as a player wants, may be said together."""
    if not any(type(each) is Counter for each in say.pays):
        return say
    costs = found.all_costs
    if not any(step.outcome is Counter and step.repeat is not None for step in costs):
        return say
    pays: list[Outcome] = []
    for each in say.pays:
        count = -each.change if isinstance(each, Counter) and each.change is not None else 0
        pays += [replace(each, change=-1)] * count if count > 1 else [each]
    return replace(say, pays=tuple(pays))


def _with_what_rests(t: GaTable, source: str, found: CompiledEffect, say: Saying) -> Saying:
    """Reservable objects that are said to rest stand for a part of the reserve cost that is paid
    with them (GA-9.5, 24.31)."""
    if not any(type(each) is Rest for each in (*say.pays, *say.did)):
        return say
    pays = _resting(t, source, found.all_costs, say.pays)
    did = _resting(t, source, found.all_steps, say.did)
    return say if (pays, did) == (say.pays, say.did) else replace(say, pays=pays, did=did)


def _resting(
    t: GaTable,
    source: str,
    steps: Sequence[Planned],
    said: tuple[Outcome, ...],
) -> tuple[Outcome, ...]:
    if not any(step.outcome is PayDown for step in steps):
        return said
    rests = resting_for_cost(t, source, steps, said)
    paid = next((each for each in said if isinstance(each, PayDown)), PayDown())
    if not rests or paid.resting is not None:
        return said
    count = None if paid.count is None else paid.count + len(rests)
    whole = replace(paid, count=count, resting=tuple([str(each.thing) for each in rests]))
    others = [each for each in said if each not in rests and each is not paid]
    return (whole, *others)


def resting_for_cost(
    t: GaTable, source: str, steps: Sequence[Planned], said: Sequence[Outcome]
) -> list[Rest]:
    """The Reservable objects that are said to rest, where no step of a text rests any but its own
    source: they stand for a part of a reserve cost."""
    own = [step.settlers[0].known for step in steps if step.outcome is Rest]
    if any(thing != "self" for thing in own):
        return []  # what rests is for the card to say
    return [
        each
        for each in said
        if isinstance(each, Rest)
        and (thing := t.state.zones.things.get(each.thing or "")) is not None
        and not (own and thing.id == source)
        and has_word(t, thing, "reservable")
    ]


def do_all(t: GaTable, item: Item, say: Saying) -> None:
    """All effects of an item, in the order of the text (GA-11.5). What was said in advance and
    lacks something by now, or is wrong by now, was not said.

    Of several effects each takes as much of the line as it can, the first of them first.

    Raises:
        Violation: what was said contradicts the card.
        Unsaid: a choice is missing.
    """
    advance = bool(item.did) and not say.did
    did = item.did if advance else say.did
    if not item.effects:
        return
    if len(item.effects) < 2 or not did or (does_nothing(did) and did != DECLINED):
        _do_each(t, item, say, did, _all_to_the_first(item, did), advance)
        return
    fitting = _by_their_words(t, item, did)
    ways = [*islice(_in_turn(len(item.effects), tuple(range(len(did)))), _WAYS), fitting]
    wrong: Unsaid | Violation | None = None
    for way in ways:
        try:
            t.wholly(_do_each, t, item, say, did, way, False)
            return
        except (Unsaid, Violation) as refused:
            wrong = refused
    if not advance:
        assert wrong is not None
        raise wrong
    _do_each(t, item, say, did, _all_to_the_first(item, did), advance)


Shares = tuple[tuple[int, ...], ...]
"""Which outcomes of a line each of several effects has, by their places."""

_WAYS = 64
"""In how many ways the outcomes of a line are shared out by trying."""


def _all_to_the_first(item: Item, did: tuple[Outcome, ...]) -> Shares:
    return (tuple(range(len(did))), *((),) * (len(item.effects) - 1))


def _in_turn(effects: int, places: tuple[int, ...]) -> Iterator[Shares]:
    """All ways in which effects have outcomes in their order, the first as many as it may."""
    if effects == 1:
        yield (places,)
        return
    for count in range(len(places), -1, -1):
        for rest in _in_turn(effects - 1, places[count:]):
            yield (places[:count], *rest)


def _by_their_words(t: GaTable, item: Item, did: tuple[Outcome, ...]) -> Shares:
    """Each outcome with the first effect that does such things; else with the first of all."""
    found: list[list[int]] = [[] for _ in item.effects]
    does = [
        {step.outcome for step in compiled_effect(t, item.card, at).all_steps}
        for at in item.effects
    ]
    for place, each in enumerate(did):
        takes = (number for number, words in enumerate(does) if type(each) in words)
        found[next(takes, 0)].append(place)
    return tuple(map(tuple, found))


def _do_each(
    t: GaTable, item: Item, say: Saying, did: tuple[Outcome, ...], shares: Shares, advance: bool
) -> None:
    """The effects of an item happen, each with its share of what was done."""
    said = say
    if say.pays or say.line is not None:
        said = replace(say, pays=(), line=None)
    payer = _payer(t, item) if said is not say else 0
    for number, (at, share) in enumerate(zip(item.effects, shares, strict=True)):
        own = replace(say if number == payer else said, did=tuple([did[place] for place in share]))
        try:
            do(t, item, at, own, advance=advance)
        except (Unsaid, Violation) as refused:
            if not advance:
                _name_place(refused, share)
                raise
            do(t, item, at, say)


def _payer(t: GaTable, item: Item) -> int:
    """Which effect of an item plays a card, and so has what is said to pay; else the first."""
    plays = ("play" in tags_of(compiled_effect(t, item.card, at).effect) for at in item.effects)
    return next((number for number, each in enumerate(plays) if each), 0)


def _name_place(refused: Unsaid | Violation, share: tuple[int, ...]) -> None:
    """A refusal counts the outcomes of the line, not those of one effect."""
    facts = refused.facts if isinstance(refused, Violation) else {}
    if facts.get("list") == "outcome" and isinstance(place := facts["place"], int) and share:
        facts["place"] = share[place - 1] + 1


def do(t: GaTable, item: Item, at: int, say: Saying, *, advance: bool = False) -> None:
    """One effect happens as said; without a word a text alone is on trust, and a "may" is
    declined (GA-11.6), unless its mode is chosen."""
    found = compiled_effect(t, item.card, at)
    _permit(t, item, found)
    did = say.did
    if does_nothing(did) and not found.effect.may and _may_leave_some(found):
        carry_out(t, item, at, say, advance=advance)
        return
    if does_nothing(did):
        if found.effect.text_alone or (found.effect.may and did != IMPOSSIBLE):
            return
        chosen = Saying(aims=say.aims, mode=say.mode, x=say.x)
        doing, late = doing_of(t, item, chosen, at), item.declared
        idle = is_idle(t, found, doing, late=late, fixed=_settled(t, item, found))
        if found.effect.may:
            if not idle:
                explained(t, found, did[0])
        elif not idle:
            _decline(t, item, at, say, found)
        elif did == DECLINED:
            waits = item.entry != t.seq  # what is said in advance cannot be said yet
            t.refuse("GA-11.6", "{card}: it may not be declined", card=found.card,
                     legal=f"{item.seat} resolve none" if waits else "")  # fmt: skip
        elif asks_aims(t):
            _use_up(t, item, at, replace(say, did=()), found)
        return
    if not did:
        if found.effect.text_alone:
            pass_untold(t, found.card)
            return
        if not item.declared and _would_do_nothing(t, item, at, found):
            why = "its conditions do not hold"
            t.fact(OutcomeLeftOut(item.seat, item.source, "", why))
            return
        if found.effect.may and not (say.mode and found.modes):
            return
    try:
        carry_out(t, item, at, say, advance=advance)
    except Violation as refused:
        if did or item.declared or (say.line is not None and asks(t)):
            raise
        t.fact(OutcomeLeftOut(item.seat, item.source, "", str(refused)))


def _use_up(t: GaTable, item: Item, at: int, say: Saying, found: CompiledEffect) -> None:
    """An effect of which nothing comes is done all the same: what prevents all of it is used up
    (GA-16.21, 18.10).

    Raises:
        Unsaid: it makes a difference what is chosen, and nobody said it.
    """
    if not t.state.changes.on and "damage" not in t.state.changes.statics:
        return  # nothing prevents anything
    mark = len(t.facts)
    try:
        with t.tried():
            carry_out(t, item, at, say)
            prevented = any(isinstance(fact, Replaced) for fact in t.facts[mark:])
        if prevented:
            t.wholly(carry_out, t, item, at, say)
    except Violation:
        pass
    except Unsaid:
        if asks(t) and _may_be_prevented(t, found):
            raise


def _may_be_prevented(t: GaTable, found: CompiledEffect) -> bool:
    """Whether an effect deals damage while anything there prevents some."""
    changes = t.state.changes
    on = (each for some in changes.on.values() for each in some)
    prevents = any(each.what == "damage" for each in on) or "damage" in changes.statics
    return prevents and "damage" in tags_of(found.effect)


def _would_do_nothing(t: GaTable, item: Item, at: int, found: CompiledEffect) -> bool:
    """Whether all that a trigger would do has a condition that fails, whatever it is aimed at: then
    nobody has to say that."""
    if not found.aims or found.free or found.modes:
        return False
    run = Run(t, found, doing_of(t, item, NOTHING_SAID, at))
    return all(
        any(
            test(run) is False
            for test, test_of in zip(planned.tests, tests_in(step.tests), strict=True)
            if test_of.about not in found.effect.aims
        )
        for planned, step in zip(found.steps, found.effect.steps, strict=True)
    )


def chooses(e: Resolve) -> bool:
    """Whether a line says what is chosen as something resolves."""
    said = e.did or e.mode or e.aims or e.x is not None or e.target or e.uses or e.pays
    return bool(said or says_of_cost(e))


def may_choose(t: GaTable, item: Item, e: Resolve) -> bool:
    """Whether what a line says of an item may be its player's to choose: the item is that player's,
    its text has others choose or do something, and not this, or nobody knows whether it has."""
    if e.seat == item.seat or t.catalog.is_untold(item.card):
        return True
    found = t.catalog.compiled(item.card)
    if any(each.free for each in found):
        return True
    parts = [part for each in found for part in within(each.effect)]
    steps = [part for part in parts if isinstance(part, Step)]
    return any(map(_is_for_others, parts)) and not any(
        all(_is_own_choice(x) for x in steps if tag_of(x) == word) for word in map(tag_of, e.did)
    )


def _is_for_others(part: object) -> bool:
    """Whether a part of a text is not for its player alone to decide or to do."""
    whose = getattr(part, "player", None) or "you"
    return whose != "you" or getattr(part, "by", "you") not in ("you", "chance")


def _is_own_choice(step: Step) -> bool:
    """Whether a step leaves its player, and nobody else, something to choose."""
    things = (getattr(step, name, None) for name in ("thing", "item", "instead"))
    chosen = step.may or any(isinstance(each, Select) for each in things)
    return chosen and not any(map(_is_for_others, within(step)))


def pass_untold(t: GaTable, card: str) -> None:
    """A text that nobody tells resolves, and nobody says what it did."""
    t.trust(f"{card}: what its text does is not told")
    if card not in t.state.done.untold:
        t.set(t.state.done, "untold", (*t.state.done.untold, card))


def _may_leave_some(found: CompiledEffect) -> bool:
    """Whether some of what an effect does is for its player to do or not."""
    return any(step.may for step in found.all_steps)


def _decline(t: GaTable, item: Item, at: int, say: Saying, found: CompiledEffect) -> None:
    """Nothing was done though there is no "may": none of what may be any number was chosen, or a
    search of hidden cards for a property has failed (GA-22.6)."""
    search = next((each for each in found.effect.steps if tag_of(each) == "fetch"), None)
    if search is None:
        try:
            with t.whole():
                carry_out(t, item, at, say)
        except (Unsaid, Violation):
            t.refuse("GA-11.6", "{card}: it may not be declined", card=found.card)
        return
    place = search.place or "deck"
    picked = search.cards
    if place not in HIDDEN or not isinstance(picked, Pick) or picked.what is None:
        t.refuse("GA-22.6", "{card}: what can be taken is taken", card=found.card)
        return
    carry_out(t, item, at, say)
    if place == "deck" and search.player is None:
        shuffle(t, t.state.zones, f"{item.seat}.deck")


def tag_of(step: Struct) -> str:
    """The word of a step."""
    return str(step.__struct_config__.tag)


def tags_of(effect: Effect) -> frozenset[str]:
    """The words of all that an effect may do."""
    return frozenset(map(tag_of, effect.all_steps))


def _permit(t: GaTable, item: Item, found: CompiledEffect) -> None:
    """What may be played while this resolves, and not afterwards (GA-7.12)."""
    for step in found.effect.steps:
        if tag_of(step) == "play":
            place = getattr(step, "place", None) or "material"
            t.item(t.state.done.permits, f"{item.seat} {item.seat}.{place}", item.entry)


NO_FIELDS: Mapping[str, str] = MappingProxyType({})


class Owed(Violation):
    """What an effect did is still to be logged, and what would pass over it is refused.

    Args:
        t: the table.
        item: what does it.
        unsaid: what is missing.
        said: the fields with which nothing is, as they are typed; else the first that is missing.
        asks: whether who passes over what an effect does is asked for it, and accused of nothing.
    """

    def __init__(
        self,
        t: GaTable,
        item: Item,
        unsaid: Unsaid,
        said: Mapping[str, str] = NO_FIELDS,
        *,
        asks: bool = False,
    ) -> None:
        aims = "aims" in unsaid.choices and isinstance(item, Triggered)
        if aims:  # what is out of its reach is no answer (GA-24.33)
            able = [
                each
                for each in unsaid.choices["aims"]
                if t.would(require_targetable, t, item, (Word(each, 1).text,))
            ]
            if able:
                unsaid = Unsaid(unsaid.ask, {**unsaid.choices, "aims": tuple(able)}, unsaid.seat)
        if "target" in unsaid.choices:
            rule, first = "GA-14.6", "target"
            verb = f"attack {quote(getattr(item, 'attacker', ''))}"
        elif aims:
            rule, first, verb = "GA-16.12", "aims", f"trigger {quote(item.source or item.card)}"
        else:
            rule, first, verb = "GA-11.5", "did", "resolve"
        if "first" in unsaid.choices and first != "target":
            rule = "GA-16.20"
        words = {
            field: tuple(map(quote, choices)) if field == "first" else choices
            for field, choices in unsaid.choices.items()
            if choices
        }
        says = [unsaid.seat if rule == "GA-16.20" and unsaid.seat else item.seat, verb]
        for field in said or list(words)[:1]:
            mark = "" if field == first else f"{field}="
            says.append(mark + (said[field] if field in said else words[field][0]))
        super().__init__(
            rule,
            "what {card} does is still to be said",
            card=item.card,
            since=item.entry if item.entry < t.seq else None,
            legal=" ".join(says),
        )
        self._table = t
        self.item = item
        self.unsaid = unsaid
        self.asks = asks and rule == "GA-11.5"

    def verdict(self) -> Illegal | Incomplete:
        """The line is incomplete, where matches are played so: it accuses nobody.

        By now all is taken back, and what lay above it lies there again: then it is named.
        """
        waiting = [each for each in self._table.state.waiting.stack if isinstance(each, Item)]
        is_below = any(each.source == self.item.source for each in waiting[:-1])
        named = "source=" in self.legal or " resolve " not in self.legal
        if not named and is_below and waiting[-1].source != self.item.source:
            self.legal += f" source={quote(self.item.card)}"
        asked = super().verdict()
        if not self.asks:
            return asked
        return Incomplete(f"{asked.message}: {self.legal}", seat=self.item.seat)
