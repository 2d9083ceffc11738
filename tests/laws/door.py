"""What is typed at the one door (:mod:`cli.reading.door`) means what it says."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

from msgspec import convert, to_builtins
from msgspec.structs import fields

from cli.commands.position import such_as
from cli.reading.door import event_of as read_line
from events.entry import settled
from events.event import Event
from events.notation import Malformed, quote, split_words, write
from events.notation.plan import plan_of
from referee.game import Game
from referee.option import Option, public
from referee.replay.replay import Replay
from referee.replay.simulate import event_of
from referee.verdict import Illegal, Verdict, applied
from tests.laws.law import law
from tests.laws.players import played
from tests.laws.slipped import came_too_late
from tests.slips import slips

MOMENTS = 6
"""At how many moments of a match lines are typed."""
MANY = 30
"""At how many where little is typed."""
FEW = 3
"""At how many where a line has to be found first."""


@law
def what_is_accepted_is_read_back_at_the_door_from_its_line(game_id: str, seed: int) -> None:
    """What was played, what is on offer, and what somebody does by mistake, at any moment."""
    for match, then, chance in moments(game_id, seed):
        game = match.game
        options = game.options(match.table)
        open_ones = [each for each in options if each.weight]
        offered = [
            event_of(game, each, chance)
            for each in chance.sample(open_ones, min(6, len(open_ones)))
        ]
        by_mistake = [each for each in slips(match, options, chance, 4) if each is not None]
        for event in (then, *offered, *by_mistake):
            verdict = match.would(event)
            if applied(verdict) and not came_too_late(verdict):
                line = write(event, game.codec)
                try:
                    assert read_line(line, match) == settled(event), line
                except Malformed as error:  # what there is not is named by nobody at a table
                    if event not in by_mistake or error.word in game.all_names(match.table):
                        raise


@law
def what_is_offered_is_accepted_as_it_is_printed(game_id: str, seed: int) -> None:
    """Each option by the line that is shown for it, and by what is fixed of it, in quotes. Of what
    only the referee remembers the line has any that such a thing can be, and is accepted with one
    that it can be now."""
    for match, _, chance in moments(game_id, seed, FEW):
        game = match.game

        def accepts(event: Event, match: Replay = match) -> bool:
            return applied(match.would(event))

        exact = game.options(match.table)
        options = [*zip(public(exact, game.codec), exact, strict=True)]
        for option, known in chance.sample(options, min(6, len(options))):
            line = such_as(option, game, accepts)
            event = read_line(line, match)
            assert event is not None
            plain = to_builtins(event)
            now = {n: known.fields[n].decide(Random(0)) for n in option.veiled if n in plain}
            event = convert({**plain, **now}, type(event))
            assert accepts(event), f"{line}: {match.would(event)}"
            said = fixed(option, game)
            verdict = typed(said, match)
            left = [name for name, choice in option.fields.items() if choice.only() is None]
            assert left or not isinstance(verdict, Illegal), f"{said}: {verdict}"


@law
def a_line_that_breaks_off_is_read_or_asked_about(game_id: str, seed: int) -> None:
    """Of each verb that is on offer the beginnings of what an option fixes, with who does it and
    without."""
    for match, _, _ in moments(game_id, seed, MANY):
        options = public(match.game.options(match.table), match.game.codec)
        for option in {(each.seat, each.verb): each for each in options}.values():
            line = fixed(option, match.game)
            words = split_words(line)
            for first, last in product((0, 1), range(1, len(words))):
                ends = words[last].column - 1 + len(words[last].raw)
                with suppress(Malformed):
                    read_line(line[words[first].column - 1 : ends], match)


@law
def what_a_refusal_suggests_is_accepted_as_it_stands(game_id: str, seed: int) -> None:
    """A line, or what it leaves open is asked for; and names stand in quotes where these are
    needed."""
    for match, _, chance in moments(game_id, seed, FEW):
        names = {*match.game.all_names(match.table), *match.game.traits(match.catalog)}
        quoted = [name for name in names if quote(name) != name]
        for event in slips(match, match.game.options(match.table), chance, 12):
            verdict = match.would(event)
            if not isinstance(verdict, Illegal):
                continue
            for line in lines_in(verdict.legal, match, getattr(event, "seat", "")):
                found = typed(line, match)
                assert not isinstance(found, Illegal), f"{verdict}; {line}: {found}"
            bare = _QUOTED.sub("", verdict.legal)
            wrong = [name for name in quoted if name in bare]
            assert not wrong, f"{verdict}: {wrong} cannot be typed so"


def moments(
    game_id: str, seed: int, count: int = MOMENTS
) -> Iterator[tuple[Replay, Event, Random]]:
    """A match at some moments, what was played then, and chance."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(f"{game_id} {seed}")
    match = Replay(game, catalog).extend([first])
    for at in sorted(chance.sample(range(1, len(events)), min(count, len(events) - 1))):
        yield match.extend(events[len(match.events) : at]), events[at], chance


def typed(line: str, match: Replay) -> Verdict | None:
    """What is said of a line; None where it is asked what it leaves open."""
    try:
        event = read_line(line, match)
    except Malformed as error:
        if not _ASKED.search(error.message):
            error.add_note(line)
            raise
        return None
    assert event is not None, line
    return match.would(event)


_QUOTED = re.compile(r'"[^"]*"')
_ASKED = re.compile(r"^[a-z-]+ (?:needs|leaves) ")


def fixed(option: Option, game: Game) -> str:
    """A line with what an option fixes, each by the name of its field, and nothing else."""
    kind = game.codec.by_verb[option.verb]
    types = {of.encode_name: of.type for of in fields(kind)}
    words = [option.seat, option.verb]
    for field in plan_of(kind).fields:
        only = option.fields[field.name].only() if field.name in option.fields else None
        if only and (field.required or not field.at_default(only[0])):
            value = convert(only[0], types[field.name])
            words.append(f"{field.name}={field.kind.write(value, str)}")
    return " ".join(words)


def lines_in(hint: str, match: Replay, refused: str) -> Iterator[str]:
    """The lines that a hint is made of; one without a seat is of the one who was refused."""
    for part in hint.split(" or "):
        seat, _, rest = part.partition(" ")
        if seat in match.state.seats and rest.partition(" ")[0] in match.game.codec.by_verb:
            yield part
        elif seat in match.game.codec.by_verb and (
            not rest or split_words(rest)[0].text in match.game.all_names(match.table)
        ):
            yield f"{refused} {part}"
