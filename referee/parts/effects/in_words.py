"""An effect read back in words, made from its data, to be held against the card."""

import re
from collections.abc import Mapping
from typing import Any

from referee.english import a_or_an, moment_in_words
from referee.parts.effects.schema import (
    Amount,
    Change,
    Effect,
    Listen,
    Pick,
    Reckon,
    Select,
    Step,
    Test,
    Tests,
    Words,
)
from referee.parts.effects.vocabulary import Vocabulary

_PART = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_OFTEN = {1: "once", 2: "twice"}
_NAMES = {"self": "this card", "it": "it", "found": "the card found", "rest": "the rest"}
_BY = {"opponent": "by an opponent", "holder": "by who holds them", "chance": "by chance"}
_SEATS = {"self": "this card", "player": "each player", "opponent": "each opponent"}
_WHO = {"it": "they", "player": "a player", "opponent": "an opponent"}
_SEVERAL = re.compile(
    r"(?:[a-z]+ )??[a-z]+(?<!s)s(?<!bonus)"
    r"(?: (?:of|this|in|gone|alike|activated|suppressed)\b.*)?$"
)
"""What is asked is a number of several: ``monsters``, ``attacks this turn``, no ``class bonus``."""
_SUBJECT = re.compile(r"\{(\w+)\} ([a-z]+)")
_WHOSE = {
    "you": "of yours",
    "opponent": "of an opponent",
    "ally": "of an ally",
    "any": "",
    "it": "of that player",
}


def words_in(words: Words) -> tuple[str, ...]:
    """Words as a tuple, one or several."""
    return (words,) if isinstance(words, str) else words


def select_in_words(select: Select, one: str = "thing") -> str:
    """Which things are meant: ``monster of an opponent with cost 0 to 3``."""
    parts = [*words_in(select.all_of)]
    if select.any:
        parts.append(" or ".join(words_in(select.any)))
    phrase = " ".join(parts) or one
    if select.other:
        phrase = f"other {phrase}"
    if select.none_of:
        phrase += f" that is not {' or '.join(words_in(select.none_of))}"
    if select.named:
        phrase += f" named {' or '.join(words_in(select.named))}"
    if select.numbers:
        phrase += f" with {numbers_in_words(select.numbers)}"
    if whose := _WHOSE[select.of]:
        phrase += f" {whose}"
    return f"{phrase} in {select.place}" if select.place else phrase


def numbers_in_words(numbers: Mapping[str, int | tuple[int, int]]) -> str:
    """Named numbers, each with its value or bounds: ``cost 0 to 3 with power 2``."""
    return " with ".join(f"{name} {amount_in_words(each)}" for name, each in numbers.items())


def amount_in_words(amount: Amount) -> str:
    """A number in words: ``1 to 3``, ``3 times what consume did``."""
    if isinstance(amount, int | str):
        return str(amount)
    if isinstance(amount, tuple):
        return bounds_in_words(*amount)
    return _reckoned(amount)


def bounds_in_words(least: int, most: int) -> str:
    """Bounds in words.

    >>> bounds_in_words(1, 3), bounds_in_words(2, 2)
    ('1 to 3', '2')
    """
    return str(least) if least == most else f"{least} to {most}"


def _reckoned(amount: Reckon) -> str:
    base = _base(amount)
    if not base:
        if amount.most is None:
            return f"at least {amount.least or 0}"
        return f"{amount.least or 0} to {amount.most}"
    less = amount.times < 0 < amount.plus and amount.over == 1
    times = -amount.times if less else amount.times
    if times != 1:
        base = f"minus {base}" if times == -1 else f"{times} times {base}"
    if amount.over != 1:
        way = "up" if amount.rounded_up else "down"
        base = f"{base} divided by {amount.over}, rounded {way}"
    if amount.plus:
        base = f"{amount.plus} {'minus' if less else 'plus'} {base}"
    if amount.least is not None:
        base += f", at least {amount.least}"
    if amount.most is not None:
        base += f", at most {amount.most}"
    return f"up to {base}" if amount.up_to else base


def _base(of: Reckon | Test) -> str:
    if of.count is not None:
        return f"the number of {select_in_words(of.count)}"
    if isinstance(of, Reckon) and of.highest is not None:
        return f"the highest {of.ask} of {select_in_words(of.highest)}"
    if of.ask:
        return f"{of.ask} of {_NAMES.get(of.about, of.about)}" if of.about else of.ask
    return f"what {of.last} did" if of.last else ""


def tests_in(tests: Tests) -> tuple[Test, ...]:
    """Tests as a tuple, one or several."""
    return (tests,) if isinstance(tests, Test) else tests


def tests_in_words(tests: Tests) -> str:
    """What must hold, in words."""
    return " and ".join(map(_test, tests_in(tests)))


def _test(test: Test) -> str:
    base = _base(test)
    if not base:
        parts = [f"is {word}" for word in words_in(test.all_of)]
        parts += [f"is not {word}" for word in words_in(test.none_of)]
        return f"{_NAMES.get(test.about, test.about)} {' and '.join(parts)}"
    if test.least is None and test.most is None:
        return base if test.ask else f"{base} is at least 1"
    are = "are" if test.ask and _SEVERAL.match(test.ask) else "is"
    if test.least == test.most:
        return f"{base} {are} {test.least}"
    if test.most is None:
        return f"{base} {are} at least {test.least}"
    if test.least is None:
        return f"{base} {are} at most {test.most}"
    return f"{base} {are} {test.least} to {test.most}"


def pick_in_words(pick: Pick) -> str:
    """Cards that are picked, in words."""
    one = "cards" if pick.count != 1 else "card"
    what = select_in_words(pick.what, one) if pick.what else one
    who = f", picked {_BY[pick.by]}" if pick.by != "you" else ""
    count = amount_in_words(pick.count)
    if pick.until is not None:
        until = select_in_words(pick.until, "card")
        return f"{count} {what}, until one is {until} or none is left{who}"
    what += ", no name twice" if pick.distinct else ""
    what += f", no two of one {pick.apart}" if pick.apart else ""
    return f"{count} {what}{who}"


def said_in_words(said: Any, where: str = "thing") -> str:
    """What a step says of a part, in words."""
    if isinstance(said, Select):
        return a_or_an(select_in_words(said, where))
    if isinstance(said, Pick):
        return pick_in_words(said)
    if isinstance(said, Reckon | int):
        return amount_in_words(said)
    if isinstance(said, tuple):
        if said and all(isinstance(each, int) for each in said):
            return amount_in_words(said)
        return " or ".join(said)
    return _NAMES.get(said, str(said))


def step_in_words(step: Step, vocabulary: Vocabulary) -> str:
    """A step in words."""
    word = str(step.__struct_config__.tag)
    primitive = vocabulary.primitive(word)
    defaults: Mapping[str, Any] = {"seat": "you", "thing": "self", "count": 1, "cards": Pick()}
    parts, seats = {}, []
    may_lack = {name for some in _OPTIONAL.findall(primitive.says) for name in _PART.findall(some)}
    for part in vocabulary.parts[word]:
        said = getattr(step, part.name, None)
        if said is None and part.name in {*primitive.asks, *(may_lack & primitive.own.keys())}:
            parts[part.name] = "" if part.name in may_lack else a_or_an(part.name)
            continue
        if said is None and part.name == "where":
            said = ""  # where it lies is told where a text says it
        if said is None:
            said = primitive.defaults.get(part.name)
        if said is None:
            said = defaults.get(part.kind, "")
        parts[part.name] = said_in_words(said)
        if part.kind == "seat":
            parts[part.name] = _WHO.get(str(said), parts[part.name]) or "you"
            seats.append(part.name)
    parts["moment"] = moment_in_words(parts["until"]) if parts.get("until") else ""
    said_of = next((one for one in primitive.either if getattr(step, one, None) is not None), "")
    parts |= {one: parts[said_of] for one in primitive.either if said_of}
    says = _OPTIONAL.sub(lambda some: _if_said(some[1], parts), primitive.says)
    if (subject := _SUBJECT.match(says)) and subject[1] in seats:
        verb = _agreeing(subject[2], parts[subject[1]])
        says = f"{{{subject[1]}}} {verb}{says[subject.end() :]}"
    phrase = _PART.sub(lambda part: parts.get(part[1], part[0]), says)
    phrase = re.sub(r"(?<=\b(?:of|on|to) )they\b", "them", phrase)
    if step.each is not None:
        whom = step.each if isinstance(step.each, str) else select_in_words(step.each)
        phrase = f"for each {whom}: {phrase}"
    if step.repeat != 1:
        phrase = f"{amount_in_words(step.repeat)} times: {phrase}"
    if step.tests:
        phrase = f"if {tests_in_words(step.tests)}: {phrase}"
    if step.may:
        phrase = f"you may: {phrase}"
    if step.by != "you":
        phrase += f" (the choice is made {_BY[step.by]})"
    return f"{phrase} (called {step.called})" if step.called else phrase


def _if_said(says: str, said: Mapping[str, str]) -> str:
    """A piece of how an outcome is told, where something is said of all its parts."""
    return says if all(said.get(part) for part in _PART.findall(says)) else ""


def _agreeing(verb: str, subject: str) -> str:
    """A verb as its subject wants it: you draw, an opponent draws."""
    several = subject in ("you", "they")
    if verb in ("is", "are"):
        return "are" if several else "is"
    bare = verb if verb.endswith("ss") else verb.removesuffix("s")
    return bare if several else f"{bare}{'es' if bare.endswith(('ss', 'sh', 'ch')) else 's'}"


def select_of(listen: Listen) -> str:
    """What a text listens for, in words; whose it is, with it."""
    what = listen.what if isinstance(listen.what, Select) else Select()
    in_words, whose = select_in_words(what, "card"), _WHOSE[listen.seat]
    return f"{in_words} {whose}" if whose else in_words


_ANYBODY = {"any": "anybody", "opponent": "an opponent", "ally": "an ally"}


def effect_in_words(effect: Effect, vocabulary: Vocabulary) -> str:
    """An effect in words, a line for each of its parts.

    Example::

        played: 1 to 3 damage to a monster; draw 1
    """
    when = effect.when if isinstance(effect.when, str) else _listens(effect.when, vocabulary)
    head = f"{when} ({effect.name})" if effect.name else when
    if notes := _notes(effect, vocabulary):
        head += f" [{'; '.join(notes)}]"
    if effect.modes:
        lines = _modes(effect, vocabulary, head)
    elif effect.text_alone:
        lines = [f"{head}: a text alone"]
    else:
        parts = [_steps(effect.steps, vocabulary)] if effect.steps else []
        if parts and effect.rounds != 1:
            parts[0] += f", {amount_in_words(effect.rounds)} times over"
        parts += map(change_in_words, effect.change)
        if effect.instead is not None:
            parts.append(_instead(effect))
        lines = [f"{head}: {'; '.join(parts)}"]
    if effect.rest:
        lines.append("  and more that only the text says")
    if effect.aside:
        lines.append(f"  sets aside {', '.join(effect.aside)}")
    if effect.touches is not None:
        lines.append(f"  may alter {', '.join(effect.touches) or 'nothing else'}")
    return _singular("\n".join(lines))


def _listens(listen: Listen, vocabulary: Vocabulary) -> str:
    """What a text listens for, as the moment at which it happens."""
    who = _ANYBODY.get(listen.seat, listen.seat)
    if of_things := vocabulary.heard.get(listen.on):
        one = "this card" if listen.what == "self" else a_or_an(select_of(listen))
        whose = "your" if who == "you" else f"{who}'s"
        when = f"when {of_things.format(what=one, whose=whose)}"
    else:
        what = f" {a_or_an(_whom(listen.what, 'card'))}" if isinstance(listen.what, Select) else ""
        what = " this" if listen.what == "self" else what
        when = f"when {who} {_agreeing(listen.on, who)}{what}"
    if listen.kind:
        when += f" ({' or '.join(words_in(listen.kind))})"
    return f"{when} if {tests_in_words(listen.tests)} then" if listen.tests else when


def _notes(effect: Effect, vocabulary: Vocabulary) -> list[str]:
    """How often, whether and for what an effect happens, and what it is aimed at."""
    notes = []
    if effect.uses is not None:
        notes.append(f"{_OFTEN.get(effect.uses, f'{effect.uses} times')} {a_or_an(effect.per)}")
    if effect.may:
        notes.append("may be declined")
    if effect.tests:
        then = ", as it is set off" if effect.had else ""
        notes.append(f"if {tests_in_words(effect.tests)}{then}")
    if effect.acts_as:
        notes.append(f"as {a_or_an(effect.acts_as)}")
    if effect.inherited:
        notes.append("in the lineage")
    if effect.speed:
        notes.append(effect.speed)
    if effect.x is not None:
        notes.append(f"X is {amount_in_words(effect.x)}")
    for name, aim in effect.aims.items():
        what = aim.what if isinstance(aim.what, str) else select_in_words(aim.what)
        who = f", chosen {_BY[aim.by]}" if aim.by != "you" else ""
        of = f", of {' or '.join(words_in(aim.modes))}" if aim.modes else ""
        of = f", no trigger{of}" if aim.untriggered else of
        notes.append(f"{name}: {amount_in_words(aim.count)} {what}{who}{of}")
    if effect.cost:
        notes.append(f"pays {_steps(effect.cost, vocabulary)}")
    return notes


def _modes(effect: Effect, vocabulary: Vocabulary, head: str) -> list[str]:
    """The modes of an effect, a line for each, and what it does beside."""
    who = "you choose" if effect.by == "you" else "an opponent chooses"
    when = ", as it happens," if effect.later else ""
    new = " not chosen before" if effect.unchosen else ""
    lines = [f"{head}: {who} {effect.choose}{new}{when} of"]
    for mode in effect.modes:
        does = _steps(mode.steps, vocabulary)
        cost = f"[pays {_steps(mode.cost, vocabulary)}] " if mode.cost else ""
        when = f"if {tests_in_words(mode.tests)}: " if mode.tests else ""
        lines.append(f"  {mode.name}: {when}{cost}{does}")
    if effect.steps:
        lines.append(f"  then {_steps(effect.steps, vocabulary)}")
    return lines


_NOUNS = "card|counter|creature|die|monster|point|thing|wound"
"""What outcomes count, in the singular."""


def _singular(text: str) -> str:
    """One of something is one, and less than nothing is lost: 1 point, you lose 2 magicka, it
    costs 1 less."""
    text = re.sub(r"\bgain(s?) -(\d)", r"lose\1 \2", text)
    text = re.sub(r"(?<!\S)-(\d+) more\b", r"\1 less", text)
    return re.sub(rf"(?<!to )\b1 (\w+ )?({_NOUNS})s\b", r"1 \1\2", text)


def _whom(whom: str | Select, one: str = "thing") -> str:
    return _SEATS.get(whom, whom) if isinstance(whom, str) else select_in_words(whom, one)


def change_in_words(change: Change) -> str:
    """What a text changes while its source is in play, in words.

    >>> change_in_words(Change(on=Select(all_of="animal", other=True), layer="add", what="power"))
    'each other animal: power +1'
    """
    whom = _whom(change.on)
    if isinstance(change.on, Select):
        whom = f"each {whom}"
    amount, what = amount_in_words(change.amount), change.what
    signed = f"+{amount}" if isinstance(change.amount, int) and change.amount >= 0 else amount
    does = {
        "set": f"{what} is {change.word or amount}",
        "add": f"{what} {signed}",
        "grant": f"is {what}",
        "lose": f"is not {what}",
        "free": f"{what} costs nothing",
        "swap": f"{what} and {change.word} are swapped",
        "permit": f"may {what}",
        "forbid": f"may not {what}",
    }
    return f"{whom}: {does[change.layer]}"


def _steps(steps: tuple[Step, ...], vocabulary: Vocabulary) -> str:
    return "; ".join(step_in_words(step, vocabulary) for step in steps)


def _instead(effect: Effect) -> str:
    instead = effect.instead
    assert instead is not None
    what = f" of {_whom(instead.what)}" if instead.what else ""
    if instead.prevent is not None:
        of = f"{instead.kind} {instead.of}".strip()
        much = instead.prevent if instead.prevent == "all" else amount_in_words(instead.prevent)
        return f"prevents {much} of {of}{what}"
    became = [instead.become, f"to {instead.to}" if instead.to else ""]
    became += [f"to {_NAMES.get(instead.onto, instead.onto)}"] if instead.onto else []
    if instead.more is not None:
        became.append(f"{amount_in_words(instead.more)} more")
    if instead.amount is not None:
        became.append(amount_in_words(instead.amount))
    return f"instead of {instead.of}{what}: {' '.join(filter(None, became))}"
