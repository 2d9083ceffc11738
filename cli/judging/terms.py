"""Why a thing has the numbers that it has: each term with its rule and its entry."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from cli.answers.judge_questions import NumberShown, PartShown, ThingExplained
from cli.answers.matches import RuleCited
from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.screen import render
from events.notation import Malformed, Word, quote
from events.notation.words import choose_name, nearest
from referee.itemised import Itemised, Part
from referee.rulebook import Rule


def explain_thing(asked: Source, named: str, places: Sequence[str], *, json: bool) -> Status:
    """Explain the numbers of a thing as they are now.

    Args:
        asked: the match.
        named: the thing; its name may be cut short.
        places: what else might have been named: the hidden places.
        json: whether it is told for machines.

    Raises:
        Failure: the match is not open, or nothing there has that name.
    """
    replay, game = asked.replay(), asked.game
    if not replay.opened:
        raise Failure(f"{asked.match.id}: it has no legal opening", "referee explain MATCH 1")
    table = replay.table
    names = {*game.all_names(table), *game.called(table)}
    if whose := [each for each in places if "." in each and each.endswith(f".{named}")]:
        raise Failure(f"{asked.match.id}: several have a {named}", f"one of {', '.join(whose)}")
    near: Sequence[str] = ()
    if named not in names:
        try:
            named = choose_name(Word(quote(named), 1), names, "things")
        except Malformed as error:
            near = error.suggestions
    if named not in names:
        hint = "an entry by its number, or a thing in play"
        if near:
            hint = f"did you mean {' or '.join(map(quote, near[:3]))}?"
        if named.partition(".")[2].isalpha() and places:
            hint = places_hint(named, places)
        raise Failure(f"{asked.match.id}: nothing is called {named}", hint)
    known = game.called(table).get(named, ())
    if len(known) > 1:
        raise Failure(f"{asked.match.id}: several are called {named}", f"one of {', '.join(known)}")
    thing = known[0] if known else named
    numbers = game.itemises(table, thing, list(replay.all_facts()))
    cited = dict.fromkeys(part.rule for number in numbers for part in number.parts)
    rules = [rule for each in cited if (rule := game.rule(each)) is not None]
    if json:
        render.say_json(_answer(asked, thing, numbers, rules))
    else:
        render.say_lines(_lines(thing, numbers, rules))
    return Status.DONE


def places_hint(named: str, places: Sequence[str]) -> str:
    """What is said to who named a hidden place that there is not."""
    near = [f"did you mean {place}?" for place in nearest(named, places)[:1]]
    return " ".join((*near, f"hidden places are {', '.join(places)}"))


def _lines(thing: str, numbers: Sequence[Itemised], rules: Sequence[Rule]) -> Iterator[str]:
    yield render.paint(thing, "strong")
    if not numbers:
        yield from render.wrapped("no number of it is kept, and no damage was dealt to it", 2)
    for number in numbers:
        yield from render.wrapped(f"{number.what}: {number.total}", 2)
        yield from _part_lines(number.parts)
    if rules:
        yield render.paint("rules", "strong")
    for rule in rules:
        yield from render.wrapped(f"{rule.id}  {rule.title}: {rule.statement}", 2, 6)


def _part_lines(parts: Sequence[Part]) -> Iterator[str]:
    """Terms one below the other; of a long label the figure stands on the last line."""
    ends = [
        f"{part.rule}{f', entry {part.entry}' if part.entry else ''}".removeprefix(", ")
        for part in parts
    ]
    room = max(12, render.width() - 12 - max(map(len, ends)))
    wide = min(room, max(len(part.label) for part in parts))
    for part, end in zip(parts, ends, strict=True):
        *before, label = wrap(render.clean(part.label), wide) or [""]
        yield from (f"    {each}" for each in before)
        yield f"    {label:<{wide}} {part.value:>5}  {render.paint(end, 'quiet')}".rstrip()


def _answer(
    asked: Source, thing: str, numbers: Sequence[Itemised], rules: Sequence[Rule]
) -> ThingExplained:
    return ThingExplained(
        match=asked.match.id,
        thing=thing,
        numbers=tuple(
            NumberShown(
                number.what,
                tuple(PartShown(p.label, p.value, p.rule, p.entry) for p in number.parts),
                number.total,
            )
            for number in numbers
        ),
        rules=tuple(RuleCited(rule.id, rule.title, rule.statement) for rule in rules),
    )
