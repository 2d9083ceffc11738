"""An effect while it is read: what is known, what is asked, and what contradicts the card."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn

from msgspec import Struct

from events.notation.words import quote
from events.outcome import Nothing, Outcome
from referee.choice import Choice, Number, OneOf, Some, said
from referee.house import AnyTable, remaining, side_of
from referee.parts.effects.facts import PickedBy
from referee.parts.effects.planned import IMPOSSIBLE, CompiledEffect, Planned, PlannedMode
from referee.parts.effects.schema import By, Effect, Part, names_read
from referee.parts.zones import Copy
from referee.verdict import Unsaid

Chooser = Callable[[str, str, Choice], Any]
"""Decides what is open: the word of the outcome, the part, and what it may be."""

_SHOWN = 12


NOTHING_PAID: Mapping[str, int] = MappingProxyType({})


class Doing(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a line says of an effect."""

    seat: str  # whose effect it is
    source: str  # the id of the thing, or the name of the card, that it comes from
    did: tuple[Outcome, ...] = ()  # the outcomes
    aims: tuple[str, ...] = ()  # what was aimed at, in the order in which the card names its aims
    mode: tuple[str, ...] = ()  # the modes chosen
    x: int | None = None  # the number chosen for X
    pays: tuple[Outcome, ...] = ()  # the outcomes that pay its cost
    first: tuple[str, ...] = ()  # which replacements go first
    trigger: str = ""  # what set it off
    cause: int = 0  # the entry that set it off
    # the thing that it comes from as it last was, where that has left the table; named numbers, its
    # controller and its owner are then asked of this record
    was: Copy | None = None
    about: str = ""  # the thing or seat that what set it off is about: ``it``
    met: Copy | None = None  # that thing as it was then, where that is asked
    # how much the steps that paid for it did, by their names, where it was declared before
    paid: Mapping[str, int] = NOTHING_PAID
    line: Any = None  # the line, where it says more that the game alone reads


class Lapsed(Exception):
    """A step is left out: what was said in advance has become impossible, or nothing was chosen."""


NOTHING_POSSIBLE = Nothing("impossible")
"""What is said where nothing could be done."""


def times_used(t: AnyTable, source: Any, effect: Effect) -> tuple[int, int]:
    """In which turn, or 0 for all time, an effect's uses are counted, and how many there were;
    of what is not there, none."""
    moment = t.state.turn if effect.per == "turn" else 0
    if source is None:
        return moment, 0
    then, count = source.uses.get(effect.name, (moment, 0))
    return moment, count if then == moment else 0


def explained(t: AnyTable, compiled: CompiledEffect, none: Outcome) -> None:
    """That nothing could be done was said where it might have been declined, too: nobody saw which
    it was."""
    why = f"{compiled.card}: nothing of it was possible"
    if none == NOTHING_POSSIBLE and why not in t.assumptions:
        t.trust(why)


class Run:
    """One reading of one effect, which primitives and named numbers are given.

    Attributes:
        t: the table.
        compiled: the effect.
        doing: what the line says of it.
        seat: whose effect it is: ``you``.
        source: the copy that it comes from, or what it last was; None where it has none.
        it: the seat or thing at hand of a step for each; else that which it was set off by.
        aims: what was aimed at, by the name of the aim.
        could: what the newest aim that nobody named could be; None where there is none.
        x: the number chosen for X.
        done: how much each step did, by its word and by its name.
        done_to: how much a step for each did to each, by its name and that of what it was done to.
        found: names of cards that steps found, by ``found``, ``rest`` and their names.
        named: what steps were about, by their names.
        those: the things that they were about, did it for each of, or brought, by their names.
        touched: the ids of all things that any of them was about.
        brought: the ids of the things that the outcome at hand brought.
        records: things that numbers are asked of, as they were before they left, by their ids.
        met: the cards of the things that they were about, by their names, and as ``it`` the card
            that the effect was set off by.
        modes: the modes chosen.
        log: the outcomes logged, None where a step took one.
        at: the place of the outcome at hand, from 1; 0 where it was not logged.
        made: the outcomes that were done, each with whether anything in it was open.
        chooser: decides what is open; None where it has to be logged.
        paid: the outcomes that paid its cost, as in ``made``.
        apiece: whether what an earlier step did is asked of the thing at hand alone.
        open: whether something in the outcome at hand was for somebody to decide.
        must: whether it has to be said that it happened at all.
        near: for each word, why what was logged with it may be no step's own, and what of the
            catalog this was read from.
        may_say_none: whether it may be said that nothing was done, even if something was.
        acts: how many outcomes were done.
        left: how often the step at hand is still to be done after this, as far as that is known.
        changed: whether any of them did more than nothing.
        deciders: who a chooser decided for, in that order: seats, ``chance``, ``opponent``.
        after: what is claimed once the outcome at hand is done.
        late: whether it was declared before, and what has become impossible does nothing.
        advance: whether its outcomes were said then, and none of them is refused any more.
        willing: whether what may replace an outcome does so, as what was logged is what it would
            become.
        declaring: whether it is declared now, and happens later.
        fixed: which of its conditions were settled then, and are not asked again.
        locked: its modes were chosen then, and what these ask for is asked again; None: they are
            chosen now.
    """

    chooser: Chooser | None = None
    modes: tuple[PlannedMode, ...] = ()
    after: Callable[[], object] | None = None
    could: Sequence[str] | None = None
    it = word = ""
    locked: Collection[str] | None = None
    x = at = acts = left = 0
    open = must = may_say_none = changed = late = advance = False
    willing = declaring = apiece = False
    fixed: Collection[int] = ()
    deciders: tuple[str, ...] = ()

    def __init__(self, t: AnyTable, compiled: CompiledEffect, doing: Doing) -> None:
        self.t, self.compiled, self.doing = t, compiled, doing
        self.vocabulary = vocabulary = compiled.vocabulary
        self.seat, self.it = doing.seat, doing.about
        self.source: Copy | None = vocabulary.things(t).get(doing.source, doing.was)
        self.aims: dict[str, tuple[str, ...]] = {}
        self.done: dict[str, int] = dict(doing.paid)
        self.done_to: dict[tuple[str, str], int] = {}
        kept = vocabulary.kept
        self.found: dict[str, tuple[str, ...]] = {} if kept is None else kept(self)
        self.named: dict[str, str] = {}
        about, names = doing.about, vocabulary.names
        card = about and names is not None and about in names(t)
        self.met: dict[str, tuple[str, ...]] = {"it": (about,)} if card else {}
        self.those: dict[str, tuple[str, ...]] = {}
        met = doing.met
        self.records: dict[str, Copy] = {} if met is None else {met.id: met}
        self.touched: list[str] = []
        self.brought: list[str] = []
        self.near: dict[str, tuple[str, str, Any]] = {}
        self.list = "outcome"
        self.log: list[Outcome | None] = []
        self.made: list[tuple[Outcome, bool]] = []
        self.paid: list[tuple[Outcome, bool]] = []

    def thing(self, name: str) -> Copy | None:
        """The copy of that id; None where it is on the table no more."""
        return self.vocabulary.things(self.t).get(name)

    def remembered(self, name: str) -> Copy | None:
        """The copy of that id, or what it was as it was remembered, where it is gone."""
        return self.thing(name) or self.records.get(name)

    def number(self, name: str, about: Copy | str | None = None) -> int:
        """A named number of the game, or ``x``."""
        if name.casefold() == "x":
            return self.x
        return self.vocabulary.numbers[name](self, about)

    def opponents(self) -> list[str]:
        """The seats that play against this one, in their order from it."""
        state = self.t.state
        if not state.allies:
            return [seat for seat in self.players() if seat != self.seat]
        own = side_of(state, self.seat)
        return [seat for seat in self.players() if side_of(state, seat) != own]

    def players(self) -> list[str]:
        """All seats that a text may mean, this one first."""
        state, plays = self.t.state, self.vocabulary.plays
        seats = list(state.seats)
        if state.out:
            sides = remaining(state)
            seats = [seat for seat in seats if side_of(state, seat) in sides]
        if plays is not None:
            seats = [seat for seat in seats if seat == self.seat or plays(self.t, seat)]
        at = seats.index(self.seat) if self.seat in seats else 0
        return seats[at:] + seats[:at]

    def seat_of(self, about: Copy | str | None) -> str:
        """Whom a number of a player is about: who controls the thing, the seat at hand, or you."""
        if isinstance(about, Copy) and about is not self.source and about.controller:
            return about.controller
        state = self.t.state
        if self.it in state.seats:
            return self.it
        return self.seat if self.seat in state.seats else str(state.active)

    def lost(self) -> bool:
        """Whether the thing that it comes from is gone and nobody kept what it was: what is read
        from it is then on trust."""
        if self.source is not None or self.doing.source == self.compiled.card:
            return False
        doubt = f"{self.compiled.card}: {self.doing.source} is gone, and nobody knows what it was"
        if doubt not in self.t.assumptions:
            self.t.trust(doubt)
        return True

    def logged(self) -> Outcome | None:
        """The outcome at hand as the line says it; None where it does not."""
        line = self.doing.pays if self.list == "payment" else self.doing.did
        return line[self.at - 1] if 0 < self.at <= len(line) else None

    def used(self) -> tuple[int, int]:
        """In which turn, or 0 for all time, the effect's uses are counted, and how many were."""
        return times_used(self.t, self.source, self.compiled.effect)

    def says_none(self) -> bool:
        """Whether it was logged that nothing was done because nothing could be; where only its
        player can see that, it explains what was left out."""
        for each in self.log:
            if type(each) is Nothing and each.reason != "declined":
                self.may_say_none = True
                return True
        return False

    # -- what is open, and what is wrong ------------------------------------------------------

    def decider(self, by: By, whose: str = "") -> str:
        """Who decides by the card: a seat, ``chance``, or ``opponent`` where it may be any.

        Args:
            by: the word of the catalog.
            whose: the seat whose cards or things they are, where that is known.
        """
        if by == "you":
            return self.seat
        if by == "chance":
            return by
        at_hand = (whose, self.it, *(one for aim in self.aims.values() for one in aim))
        if by == "opponent":
            against = self.opponents()
            found = next((seat for seat in at_hand if seat in against), "")
            return found or (against[0] if len(against) == 1 else by)
        seats = self.t.state.seats
        return next((seat for seat in at_hand[:2] if seat in seats), self.seat)

    def decided(self, by: By, whose: str = "") -> None:
        """Tell who decided, where that is not who has the effect."""
        who = self.decider(by, whose)
        if who != self.seat:
            self.t.fact(PickedBy(self.seat, self.doing.source, self.word, who))

    def choose(
        self,
        part: str,
        choice: Choice,
        ask: str,
        spelled: Callable[[str], str] | None = None,
        by: By = "you",
        whose: str = "",
    ) -> Any:
        """What somebody has to decide.

        Args:
            part: the part of the outcome, or the field of the line.
            choice: what it may be.
            ask: what to say where nobody did.
            spelled: how a value of it is written.
            by: who decides, in the word of the catalog.
            whose: the seat whose cards or things they are, where that is known.

        Raises:
            Unsaid: nobody said it; its seat is the one that decides, where one does.
            Lapsed: it may be none at all, and it was logged that nothing was done.
        """
        self.open = True
        none = isinstance(choice, Some) and choice.least == 0
        nothing = isinstance(choice, Number) and choice.least == 0 and spelled is not None
        for each in self.log if none or nothing else ():
            if type(each) is Nothing:
                # the rest of the text may have done something all the same
                if len(self.doing.did) > 1 or each.reason != "declined":
                    self.may_say_none = True
                explained(self.t, self.compiled, each)
                raise Lapsed("no card was chosen" if none else "nothing of it was chosen")
        who = self.decider(by, whose)
        if self.chooser is not None:
            if who not in self.deciders:
                self.deciders = (*self.deciders, who)
            return self.chooser(self.word, part, choice)
        words = choice.names()
        if isinstance(choice, OneOf):
            words = [quote(said(value)) for value in choice.values]
        if isinstance(choice, Some):
            some = "+".join(map(quote, choice.first()))
            words = [some] if choice.least > 1 else list(map(quote, words))
        if isinstance(choice, Number):
            words = list(map(str, range(choice.least, min(choice.most, choice.least + _SHOWN) + 1)))
        if none and spelled:
            words = ["none", *words]
        field = part if spelled is None else "pays" if self.list == "payment" else "did"
        spelt = [spelled(word) if spelled else word for word in words[:_SHOWN]]
        if who != self.seat:
            ask = f"{_DECIDES.get(who, f'{who} decides')}; {ask}"
        seat = "" if who in _DECIDES else who
        raise Unsaid(f"{self.compiled.card}: {ask}", {field: tuple(spelt)} if spelt else {}, seat)

    def clouded(self, *words: str) -> bool:
        """Whether a text in play that nobody told may touch one of these words; it is then on
        trust, with that thing named."""
        if not self.vocabulary.explains:
            return False
        for word in words:
            if cloud := self.vocabulary.clouded(self.t, word):
                what = f"{word} as" if word else "as"
                doubt = f"{self.compiled.card}: {what} the text of {cloud} may have it"
                if doubt not in self.t.assumptions:
                    self.t.trust(doubt)
                return True
        return False

    def forgot(self, *words: str, of: Copy | None = None) -> bool:
        """Whether one of these words asks of a thing, the source by itself, what nobody has said
        of it as a repair brought it; it is then on trust."""
        thing, vocabulary = of or self.source, self.vocabulary
        for word in words:
            if thing is None or word not in vocabulary.memories:
                continue
            if said := vocabulary.forgot(self.t, thing, word):
                doubt = f"{thing.id} came by a repair that does not say {said}"
                if doubt not in self.t.assumptions:
                    self.t.trust(doubt)
                return True
        return False

    def contradict(
        self,
        why: str,
        /,
        *,
        legal: str = "",
        reads: Any = (),
        rule: str = "",
        **facts: int | str,
    ) -> None:
        """What was logged is not what the card says.

        Nothing is held against anybody while something on the table has a text that nobody told
        and that may explain it: then it is on trust.

        Args:
            why: what is wrong, with the facts in braces.
            legal: what would have been right.
            reads: what of the catalog this was read from: an amount, a select, tests.
            rule: the rule that it breaks; else the one for all that contradicts a card.
            facts: what was compared.

        Raises:
            Violation: it contradicts, and that is not waived.
        """
        if self.advance:
            raise Lapsed(why)
        read = names_read(reads)
        if self.forgot(*read) or (self.vocabulary.explains and self.clouded(self.word, *read)):
            return
        if self.at:
            why += " ({list} {place})"
            facts |= {"list": self.list, "place": self.at}
        facts["card"] = self.compiled.card
        rule = rule or self.vocabulary.contradicts
        self.t.refuse(rule, "{card}: " + why, legal=legal, since=None, **facts)

    def sets_aside(self, rule: str) -> bool:
        """Whether the text sets that rule of the game aside."""
        return rule in self.compiled.effect.aside

    def forbid(self, why: str, /, **facts: int | str) -> NoReturn:
        """The table does not allow it, and no judge could let it stand.

        Raises:
            Violation: always, by the rule for what is impossible.
        """
        if self.late and (self.advance or not self.at):
            raise Lapsed(why.format(**facts))
        if self.at:
            why += " ({list} {place})"
            facts |= {"list": self.list, "place": self.at}
        rule = self.vocabulary.impossible or self.vocabulary.contradicts
        if self.list == "payment":
            rule = self.vocabulary.unpaid or rule
        facts |= {"card": self.compiled.card, "outcome": self.word}
        self.t.forbid(rule, "{card}: " + why, legal="", since=None, **facts)


Read = Callable[[Run, Any], int]
"""A named number that a text may read, of a run and a copy, a card's name or None."""


def of_thing(reckoned: Callable[[Any, Any], int | None]) -> Read:
    """A number of the things on the table; of anything else it is 0."""

    def number(r: Run, about: Any) -> int:
        return (reckoned(r.t, about) or 0) if isinstance(about, Copy) else 0

    return number


# -- conditions of steps ----------------------------------------------------------------------


ABOUT = "about {wanted} here, logged {logged}"
"""Why what was logged is not that of a step: it is of another."""


def reached(r: Run, step: Planned) -> bool:
    """Whether the conditions of a step hold, as far as all can see, or it was logged; of one that
    may be left it may be said that it was."""
    holds = True
    for test in step.tests:
        held = test(r)
        if held is None:
            r.must = True
            happened = _logged(r, step)
            if r.chooser is not None and not happened and not any(r.log):
                happened = r.chooser(step.word, "if", OneOf((True, False)))
            if not happened:
                _may_be_left(r, step)
                r.t.trust(f"{r.compiled.card}: nobody sees that not {step.condition}")
                _claim_that_not(r, step, step.tests.index(test))
                return False
            r.t.trust(f"{r.compiled.card}: nobody sees whether {step.condition}")
            if (claim := step.claims[step.tests.index(test)][0]) is not None:
                claim(r)
        elif not held:
            if r.near.get(step.word, ("",))[0] != ABOUT:
                why = "only if {wanted}, logged {logged}"
                r.near[step.word] = (why, step.condition, step.reads)
            _may_be_left(r, step)
            holds = False
            break
    if step.reads and not step.may and not _logged(r, step):
        r.clouded(*step.reads)
    return holds


def _may_be_left(r: Run, step: Planned) -> None:
    """That a step was left which its player may leave can be said, whyever it was."""
    if step.may:
        r.may_say_none = True


def _claim_that_not(r: Run, step: Planned, at: int) -> None:
    """A step was left out because a condition does not hold, where there can be no other cause."""
    claim = step.claims[at][1]
    if claim is None or step.may or any(test(r) is None for test in step.tests[at + 1 :]):
        return
    if all(test(r) for test in step.tests[at + 1 :]):
        claim(r)


def _logged(r: Run, step: Planned) -> bool:
    """Whether any outcome of that word is still to be taken."""
    return any(type(each) is step.outcome for each in r.log)


_DECIDES = {"chance": "chance decides", "opponent": "an opponent decides"}


def spelling(parts: Sequence[Part], word: str, values: Mapping[str, Any], name: str) -> Any:
    """How an outcome is written with this for one of its parts, and what is settled so far."""

    def spell(value: str) -> str:
        spelt = [_spelt(values.get(part.name)) if part.name != name else value for part in parts]
        while spelt and not spelt[-1]:
            spelt.pop()
        return ":".join([word, *spelt])

    return spell


def _spelt(value: Any) -> str:
    if value is None or value is IMPOSSIBLE or value == "":
        return ""
    if isinstance(value, Copy):
        return quote(value.id)
    if isinstance(value, tuple):
        return "+".join(map(quote, value)) or "none"
    return quote(str(value))
