"""The questions whose answers make an effect, for authors who do not write its tables by hand.

What the questions do not reach (modes, changes that last, replacements, tests, reckoned numbers)
is written by hand; a text alone says the rest.
"""

import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol, get_args

import msgspec

from referee.parts.effects.effect_answers import Answers, Unfit, listed, require_known, uses, yes
from referee.parts.effects.faults import PLACE_PARTS, faults
from referee.parts.effects.schema import Effect, Listen, Part, effect_type
from referee.parts.effects.vocabulary import Vocabulary

_USUAL = {"seat": "you", "count": "1", "cards": "1"}
"""What these kinds of parts are where neither card nor game says it."""

_OFTEN = ("1 a turn", "1 a game", "1 an entry")
_FIELDS = [each.encode_name for each in msgspec.structs.fields(Effect)]


class Question(NamedTuple):
    """What is asked."""

    key: str  # what it is about, for answers that are given beforehand
    words: str  # the question
    # what may be answered; of some questions, what an answer is made of
    known: tuple[str, ...] = ()
    default: str | None = ""  # what no answer means; None where there has to be one


class Asked(Protocol):
    """Who answers."""

    def __call__(self, question: Question) -> str:
        """The answer, the default where there is none."""

    def refused(self, why: str) -> None:
        """Told why the last answer does not do; raises where there cannot be another."""


def effect_asked(
    asked: Asked,
    vocabulary: Vocabulary,
    words: Collection[str],
    card: str,
    others: Sequence[Effect] = (),
) -> dict[str, Any]:
    """The table of an effect, as a catalog has it; it has no faults.

    Args:
        asked: who answers.
        vocabulary: what the game knows.
        words: all words that a card may have.
        card: the card that it is of.
        others: the effects that the card has.
    """
    return _Interview(asked, vocabulary, words, card, others).effect()


def example_asked(
    asked: Asked, card: str, effect: str, tried: Callable[[dict[str, Any]], list[str]]
) -> dict[str, Any]:
    """The table of an example of an effect; empty where there is to be none.

    Args:
        asked: who answers.
        card: the card.
        effect: the name of its effect, where it has several.
        tried: what is wrong with an example, as the check of a catalog says it.
    """
    head = {"card": card, **({"effect": effect} if effect else {})}
    words = "A table to try it on, in one line (nothing: no example)?"
    while table := asked(Question("table", words)):
        found: dict[str, Any] = {**head, "table": table}
        if wrong := tried(found):
            asked.refused(wrong[0])
            continue
        for kind in ("legal", "illegal"):
            while line := asked(Question(kind, f"A line that is {kind} there (nothing: no more)?")):
                if wrong := tried({**head, "table": table, kind: [line]}):
                    asked.refused(wrong[0])
                else:
                    found.setdefault(kind, []).append(line)
        return found
    return {}


@dataclass
class _Interview:
    asked: Asked
    vocabulary: Vocabulary
    words: Collection[str]
    card: str
    others: Sequence[Effect]
    found: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def answers(self) -> Answers:
        return Answers(self.vocabulary, self.words)

    @cached_property
    def kind(self) -> type[Effect]:
        return effect_type(tuple(self.vocabulary.outcomes))

    def effect(self) -> dict[str, Any]:
        triggers = self.vocabulary.triggers
        known = tuple(dict.fromkeys((*triggers, *self.vocabulary.happenings)))
        when = self.ask(
            Question("when", "What sets it off?", known, triggers[0]),
            lambda answer: require_known(answer, known, "nothing sets it off by"),
        )
        self.found["when"] = when if when in triggers else self._listen(when)
        if self.others:
            self.found["name"] = self.ask(
                Question("name", "The card has others: what is this one called?", (), None),
                self._new_name,
            )
        self._put("text", self.asked(Question("text", "What does it do, in your own words?")))
        self._put("may", self._yes("may", "May it be declined as a whole?"))
        often = Question("uses", "How often may it be used (nothing: always)?", _OFTEN)
        self.found |= self.ask(often, uses)
        self._aims()
        self._steps("cost", "What is paid first, by its word (nothing: nothing)?")
        while True:
            self._steps("steps", "What happens, by its word (nothing: nothing more)?")
            self.found.pop("rest", None)
            if "steps" in self.found or "cost" in self.found:
                self._put("rest", self._yes("rest", "Does the text say more than that?"))
            elif "text" not in self.found:
                self._put("text", self.asked(Question("text", "Then what does its text say?")))
            wrong = self._faults(self.found)
            if not wrong:
                return {key: self.found[key] for key in _FIELDS if key in self.found}
            self.asked.refused(wrong[0])

    def _listen(self, on: str) -> dict[str, Any]:
        """A happening that it waits for: to what, and whose."""
        found: dict[str, Any] = {"on": on}
        about = Question("about", f"{on}: of what, by its words (nothing: of anything)?")
        if what := self.ask(about, lambda answer: answer and self.answers.select(answer)):
            found["what"] = what
        whose = get_args(Listen.__annotations__["seat"])
        found["seat"] = self.ask(
            Question("whose", "Whose is it?", whose, "any"),
            lambda answer: require_known(answer, whose, "nobody is"),
        )
        return found

    def ask(self, question: Question, read: Callable[[str], Any]) -> Any:
        """The answer, once it fits."""
        while True:
            answer = self.asked(question)
            try:
                return read(answer)
            except Unfit as error:
                self.asked.refused(str(error))

    def _put(self, key: str, value: Any) -> None:
        if value:
            self.found[key] = value

    def _yes(self, key: str, words: str) -> bool:
        return bool(self.ask(Question(key, words, ("yes", "no"), "no"), yes))

    def _new_name(self, answer: str) -> str:
        if not answer or answer in {each.name for each in self.others}:
            raise Unfit(f"another effect of {self.card} is named {answer}" if answer else "a name")
        return answer

    def _faults(self, table: Mapping[str, Any]) -> list[str]:
        """What is wrong with an effect, as the check of a catalog says it."""
        try:
            effect = msgspec.convert(table, self.kind)
        except msgspec.ValidationError as error:
            return [str(error)]
        card = {self.card: [*self.others, effect]}
        known = set(faults({self.card: self.others}, self.vocabulary, self.words))
        return [f for f in faults(card, self.vocabulary, self.words) if f not in known]

    # -- what is chosen -------------------------------------------------------------------------

    def _aims(self) -> None:
        aims: dict[str, Any] = {}
        more = "What is chosen when it is declared, by a name for it (nothing: nothing)?"
        while answer := self.asked(Question("aim", more)):
            name, _, said = (part.strip() for part in answer.partition(":"))
            try:
                if not re.fullmatch(r"\w[\w -]*", name):
                    raise Unfit(f"expected a name of letters, not {name!r}")
                aims[name] = self._aim(name, said)
            except Unfit as error:
                self.asked.refused(str(error))
                continue
            trial = {**self.found, "aims": aims, "text": "-"}
            if wrong := [f for f in self._faults(trial) if ": nothing is done to" not in f]:
                del aims[name]
                self.asked.refused(wrong[0])
            more = "What else is chosen?"
        self._put("aims", aims)

    def _aim(self, name: str, said: str) -> dict[str, Any]:
        seats = ("player", "opponent", "pending")
        known = (*seats, *sorted(self.words))

        def read(answer: str) -> Any:
            return answer if answer in seats else self.answers.select(answer)

        if said:
            count, said = self.answers.counted(said)
            aim = {"what": read(said)}
        else:
            aim = {
                "what": self.ask(Question("what", f"{name}: what can it be?", known, None), read)
            }
            several = Question("count", f"{name}: how many (2, 0-2)?", (), "1")
            count = self.ask(several, self.answers.count)
        return aim if count == 1 else {**aim, "count": count}

    # -- steps ----------------------------------------------------------------------------------

    def _steps(self, key: str, words: str) -> None:
        while step := self._step(key, words):
            self.found.setdefault(key, []).append(step)
            words = "And then (nothing: nothing more)?"

    def _step(self, key: str, words: str) -> dict[str, Any]:
        """A step, once it fits; empty where there are no more."""
        while True:
            answer = self.asked(Question(key, words, tuple(self.vocabulary.types)))
            if not answer:
                return {}
            try:
                step = self._read_step(answer)
            except Unfit as error:
                self.asked.refused(str(error))
                continue
            trial = {**self.found, key: [*self.found.get(key, ()), step]}
            wrong = [f for f in self._faults(trial) if ": nothing is done to" not in f]
            if not wrong:
                return step
            self.asked.refused(wrong[0])

    def _read_step(self, answer: str) -> dict[str, Any]:
        """A step: its word alone, and the rest is asked; or ``damage monster=ogre amount=1-3``."""
        try:
            word, *more = shlex.split(answer)
        except ValueError as error:
            raise Unfit(f"{answer}: {error}") from None
        require_known(word, self.vocabulary.types, "no outcome is named")
        parts = [part for part in self.vocabulary.parts[word] if part.kind != "text"]
        given = {name: said or "yes" for name, _, said in (each.partition("=") for each in more)}
        for name in given:
            require_known(name, (*(part.name for part in parts), "each", "may"), f"{word} has no")
        step: dict[str, Any] = {"do": word}
        of_several = ("opponent", "player", *self._open_aims())
        each = Question("each", f"{word}: once for each of several (nothing: once)?", of_several)
        if said := self._said(given, "each", each, self._each):
            step["each"] = said
        for part in parts:
            said = self._part(step, part, given)
            if said is not None:
                step[part.name] = said
        may = Question("may", f"{word}: may it be left out?", ("yes", "no"), "no")
        if self._said(given, "may", may, yes):
            step["may"] = True
        return step

    def _said(
        self, given: Mapping[str, str], name: str, question: Question, read: Callable[[str], Any]
    ) -> Any:
        """A part, as the line of its step has it; where the line is but a word, it is asked."""
        if name in given:
            return read(given[name])
        if not given:
            return self.ask(question, read)
        if question.default is None:
            raise Unfit(f"{question.words} {listed(question.known)}")
        return read(question.default)

    def _open_aims(self) -> list[str]:
        aims: Mapping[str, Any] = self.found.get("aims", {})
        return [name for name, aim in aims.items() if aim.get("count", 1) != 1]

    def _each(self, answer: str) -> Any:
        known = ("", "opponent", "player", *self.found.get("aims", {}))
        return answer if answer in known else self.answers.select(answer)

    def _part(self, step: dict[str, Any], part: Part, given: Mapping[str, str]) -> Any:
        """What a step says of a part; None where it need not."""
        word = step["do"]
        defaults = self.vocabulary.primitive(word).defaults
        usual = _USUAL.get(part.kind)
        if part.name in defaults:
            usual = "" if defaults[part.name] in (None, ()) else str(defaults[part.name])
        aims: Mapping[str, Any] = self.found.get("aims", {})
        seats = [name for name, aim in aims.items() if aim["what"] in ("player", "opponent")]
        things = [name for name in aims if name not in seats]
        each = step.get("each")
        one = each in ("player", "opponent", *seats)
        it = ("it",) if each is not None and one == (part.kind == "seat") else ()
        default = "it" if it and part.kind in ("thing", "seat") else usual
        known: Sequence[str] = ()
        read: Callable[[str], Any]
        match part.kind:
            case "thing":
                known = (*it, *things, "self", *sorted(self.words))
                if default is None and len(things) == 1:
                    default = things[0]

                def read(answer: str) -> Any:
                    own = answer in ("self", *it, *things)
                    return answer if own else self.answers.select(answer)

            case "seat":
                known, read = (*it, "you", "opponent", "player", *seats), str
            case "count":
                known, read = ("X", *self.vocabulary.numbers), self.answers.count
            case "cards":
                known, read = ("1", "0-2", "2 by holder"), self.answers.pick
            case _:
                known = part.words
                if part.name in PLACE_PARTS and not known:
                    known = tuple(self.vocabulary.places)

                def read(answer: str) -> Any:
                    return require_known(answer, known, f"no {part.name} is named")

        question = Question("part", f"{word}: {part.name}?", tuple(known), default)
        said = self._said(given, part.name, question, lambda a: None if a == usual else read(a))
        if said == "X" and "x" not in self.found:
            bounds = Question("x", "X is from what to what?", (), "0-20")
            self.found["x"] = self.ask(bounds, self.answers.count)
        if said in self._open_aims() and each is None:
            step["each"], said = said, "it"
        return said
