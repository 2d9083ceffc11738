"""Laws that hold of every match of every game, each tried on random matches of a game.

A law is a function of a game's id and a seed, and is broken where it fails. It draws an opening
(edition, catalog, decks, seats and sides, readings, what is agreed) and plays by the game's
options, with slips and rulings in between. ``tests/referee/test_laws.py`` tries each law on a few
matches of each registered game, ``python -m tests.trials laws`` on as many as you like.

What a game alone knows stands in its ``tests/games/<game>/laws.py``, see :class:`Known`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from events.common import (
    Adjust,
    AgreeResult,
    Confirm,
    Insert,
    Note,
    Opening,
    Overrule,
    Rewind,
    Stand,
    Strike,
)
from events.entry import GENESIS, Entry, Sealed, entry_id, seal, settled, verb
from events.event import Event
from events.notation import read, write
from referee.catalog import Catalog, read_catalog, read_deck
from referee.game import ANY, Game
from referee.games.registry import game_of
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Option
from referee.replay.causes import UNDONE, refusals
from referee.replay.replay import Outcome, Replay, digest_of, replay
from referee.replay.simulate import SEATS, choose, event_of, opening, simulate
from referee.verdict import LEGAL, Illegal, Incomplete, Violation, applied
from storage.exchange.record import read_record, write_record
from tests.slips import Words, rulings, slips

Law = Callable[[str, int], None]
Way = Callable[[Replay, Any, Random], Event]
"""How somebody logs an event that an option made, in a match as it stands."""

LONGEST = 150
"""How many entries the matches have at most that are played with slips or rulings."""


# -- what a game alone knows -------------------------------------------------------------------


def _nothing(t: AnyTable) -> dict[str, int]:
    return {}


@dataclass(frozen=True)
class Known:
    """What only a game's own tests know; each part may be left out.

    Args:
        counted: how many cards, tokens and the like there are, by what has to stay equal.
        agreed: values to try where any value may be agreed.
        ways: other ways to log what an option offers, such as with positions; it may be refused
            then for what it says beyond the option.
        refused: what is offered and refused all the same, by words of the refusal, each with the
            reason.
        unoffered: what is accepted although no option offers it, each with the reason: a
            ``verb`` that no option has, or a ``verb.field`` that none has so.
    """

    counted: Callable[[Any], Mapping[str, int]] = _nothing
    agreed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ways: Sequence["Way"] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    unoffered: Mapping[str, str] = field(default_factory=dict)


@cache
def known(game_id: str) -> Known:
    """What ``tests/games/<game>/laws.py`` says as its ``KNOWN``."""
    name = f"tests.games.{game_id}"
    if find_spec(name) is None or find_spec(f"{name}.laws") is None:
        return Known()
    found: Known = import_module(f"{name}.laws").KNOWN
    return found


# -- openings ----------------------------------------------------------------------------------


class Opened(NamedTuple):
    """A match that may be played: the game by its edition, the catalog, the opening."""

    game: Game
    catalog: Catalog
    first: Opening


def drawn(game_id: str, chance: Random) -> Opened:
    """An opening that is in order, of any edition, catalog, decks, sides, readings, agreements.

    What does not go together is drawn anew.
    """
    for _ in range(500):
        version = chance.choice(game_of(game_id).versions)
        game = game_of(game_id, version)
        catalog = _catalog(chance.choice(game.sample_catalogs()), game.catalog_type)
        try:
            first = _opening(game, catalog, known(game_id), chance)
        except Violation:
            continue
        if applied(Replay(game, catalog).add(first).verdict):
            return Opened(game, catalog, first)
    raise AssertionError(f"{game_id}: no opening is in order")


@cache
def _catalog(path: Path, kind: type[Catalog]) -> Catalog:
    return read_catalog(path.read_text(), kind)


def _opening(game: Game, catalog: Catalog, own: Known, chance: Random) -> Opening:
    fewest, most = game.players
    seats = SEATS[: chance.choice((fewest, fewest, chance.randint(fewest, most)))]
    decks = [read_deck(path.read_text()) for path in game.sample_decks()]
    dealt = [(d.name, d.cards) for d in decks if d.catalog in ("", catalog.name)] or [("", {})]
    teams = chance.choice(({}, {}, {s: chance.choice(("red", "blue")) for s in seats}))
    alone = chance.choice(seats)
    return opening(
        game,
        catalog,
        [chance.choice(dealt) for _ in seats],
        seats,
        interpretations={
            reading.id: chance.choice(reading.playable)
            for reading in game.rulebook.interpretations.values()
            if chance.random() < 0.2
        },
        sides={s: side for s, side in teams.items() if s != alone or chance.random() < 0.8},
        options={
            name: chance.choice([v for v in (*values, *own.agreed.get(name, ())) if v != ANY])
            for name, values in game.agreed(catalog).items()
            if chance.random() < 0.5
        },
    )


# -- the players -------------------------------------------------------------------------------


@cache
def played(game_id: str, seed: int) -> tuple[Opened, tuple[Event, ...]]:
    """A whole random match, by the options alone."""
    chance = Random(f"{game_id} {seed}")
    opened = drawn(game_id, chance)
    return opened, tuple(simulate(*opened, chance).events)


def begun(opened: Opened, *, rules: bool = False) -> Replay:
    """A replay that holds the opening; with ``rules`` it takes rulings, too."""
    return Replay(opened.game, opened.catalog, rulings=rules).extend([opened.first])


def go_on(match: Replay, chance: Random, way: Way | None = None) -> Event:
    """One more entry of those that are offered, which is accepted.

    Cards of a hidden hand that are possible one by one need not be possible together; such a
    choice is made again, and so is one that is logged in a way of its own.
    """
    options = match.game.options(match.table)
    for _ in range(200):
        option = choose(options, chance)
        event = event_of(match.game, option, chance)
        logged = way(match, event, chance) if way and chance.random() < 0.5 else event
        outcome = match.add(logged)
        if applied(outcome.verdict):
            return logged
        told = _told(match, logged, outcome)
        excused = any(words in told for words in known(match.game.id).refused)
        assert excused or logged != event or option.several(), f"offered, and {told}"
        match.retract()
    raise AssertionError(f"offered, and never accepted: {option}")


def a_way(game_id: str, chance: Random) -> Way | None:
    """How the events of a match are logged: as the options have them, or in a way of the game."""
    return chance.choice((None, *known(game_id).ways))


def _told(match: Replay, event: Event, outcome: Outcome) -> str:
    verdict = outcome.verdict
    said = f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else str(verdict)
    return f"entry {outcome.seq}, {write(event, match.game.codec)}: {said}"


def steps(opened: Opened, chance: Random) -> Iterator[tuple[Replay, list[Option]]]:
    """A random match, at every step the replay and the options that are open."""
    match = begun(opened)
    while not match.state.over:
        yield match, opened.game.options(match.table)
        go_on(match, chance)


LAWS: dict[str, Law] = {}
"""Every law by its name, which says what holds."""


def law(function: Law) -> Law:
    """Takes a law in."""
    LAWS[function.__name__] = function
    return function


def trial(name: str, game_id: str, seed: int) -> None:
    """Try a law; where it is broken, the error says how that is seen again."""
    try:
        LAWS[name](game_id, seed)
    except Exception as error:
        error.add_note(
            f"again: python -m tests.trials laws --game {game_id} --law {name} --first {seed} "
            "--laws 1"
        )
        raise


# -- what is played by the options -------------------------------------------------------------


@law
def a_match_by_the_options_comes_to_its_end(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match = replay(*opened[:2], events)
    assert match.state.over
    assert all(map(applied, match.verdicts))
    assert not any(isinstance(event, AgreeResult) for event in events), "it does not end"


@law
def a_replay_equals_a_replay(game_id: str, seed: int) -> None:
    """In one go or one by one, with copies kept for rulings or without."""
    (game, catalog, first), events = played(game_id, seed)
    whole = replay(game, catalog, events)
    for match in (begun(Opened(game, catalog, first), rules=rules) for rules in (False, True)):
        turns = {1: match.noted[1]} if 1 in match.noted else {}
        for event in events[1:]:
            turn, before = match.state.turn, len(match.table.facts)
            outcome = match.add(event)
            assert list(outcome.facts) == match.table.facts[before:]
            if match.state.turn != turn or match.state.ended == outcome.seq:
                turns[outcome.seq] = digest_of(match.state)
            assert outcome.digest == turns.get(outcome.seq, "")
        assert turns == match.noted == whole.noted
        assert_same(match, whole)


def assert_same(match: Replay, other: Replay) -> None:
    """Two replays have come to the same."""
    assert match.digest() == other.digest()
    assert match.noted == other.noted
    assert match.verdicts == other.verdicts
    assert list(match.all_facts()) == list(other.all_facts())
    assert match.undone == other.undone
    numbers = range(1, len(match.events) + 1)
    assert [match.standing(seq) for seq in numbers] == [other.standing(seq) for seq in numbers]


@law
def a_stored_match_equals_the_live_one(game_id: str, seed: int) -> None:
    """As the bytes of its entries, and as a text record."""
    (game, catalog, _), events = played(game_id, seed)
    match = replay(game, catalog, events)
    sealed = chained(events)
    assert_same(replay(game, catalog, game.codec.events_of([s.payload for s in sealed])), match)
    entries = [game.codec.entry(each.payload) for each in sealed]
    assert entries == [each.entry for each in sealed]
    text = write_record(entries, game.codec, match.noted)
    record = read_record(text, lambda _, version: game_of(game_id, version).codec)
    assert record.digests == match.noted
    assert chained([entry.event for entry in record.entries]) == sealed
    assert record.entries == entries


def chained(events: Sequence[Event]) -> list[Sealed]:
    """The events as the entries of a log, one every 20 seconds."""
    found: list[Sealed] = []
    for seq, event in enumerate(events, 1):
        at = datetime(2026, 3, 14, 10, tzinfo=UTC) + timedelta(seconds=20 * seq)
        number = entry_id(int(at.timestamp() * 1000), seq.to_bytes(10, "big"))
        entry = Entry("m", seq, number, at, at + timedelta(seconds=2), "sk", event)
        found.append(seal(entry, found[-1].hash if found else GENESIS))
    return found


@law
def every_entry_is_read_back_from_its_line_and_its_json(game_id: str, seed: int) -> None:
    (game, _, _), events = played(game_id, seed)
    for event in events:
        stored = msgspec.json.encode(settled(event))
        again = game.codec.event(stored)
        assert again == event
        assert msgspec.json.encode(again) == stored
        if not isinstance(event, Opening):
            assert read(write(event, game.codec), game.codec) == event


@law
def a_copy_of_the_state_is_the_state(game_id: str, seed: int) -> None:
    """Read back from its bytes at any point, it has the same digest and plays on alike."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(seed)
    match = begun(Opened(game, catalog, first))
    for event in events[1:]:
        if chance.random() < 0.1:
            copy = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=game.state_type)
            assert copy == match.state
            assert digest_of(copy) == match.digest()
            match.table.state = copy
        match.add(event)
    assert_same(match, replay(game, catalog, events))


@law
def every_option_makes_an_entry_that_is_accepted(game_id: str, seed: int) -> None:
    """Also the options that a random player hardly ever takes."""
    (game, catalog, _), events = played(game_id, seed)
    chance = Random(seed)
    before = events[: chance.randrange(1, len(events))]
    options = game.options(replay(game, catalog, before).table)
    for option in chance.sample(options, min(len(options), 12)):
        for _ in range(50 if option.several() else 1):
            match = replay(game, catalog, before)
            event = event_of(game, option, chance)
            outcome = match.add(event)
            if applied(outcome.verdict):
                break
        else:
            raise AssertionError(f"offered, and {_told(match, event, outcome)}")


@law
def remarks_between_the_entries_change_no_state(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match = begun(opened)
    for event in events[1:]:
        match.add(event)
        before = match.digest()
        for remark in (Note("tess", "a remark"), Confirm(opened.first.seats[0].seat, 1)):
            assert match.add(remark).verdict == LEGAL
            assert match.digest() == before
    assert match.state.over


@law
def what_is_counted_is_conserved_at_every_entry(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match = begun(opened)
    counted = known(game_id).counted
    registered = counted(match.table)
    for event in events[1:]:
        match.add(event)
        assert counted(match.table) == registered, write(event, opened.game.codec)


@law
def what_is_owed_is_told_and_can_be_done(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match = begun(opened)
    for event in events[1:]:
        assert_owed(match)
        match.add(event)
    assert not opened.game.options(match.table)


def assert_owed(match: Replay) -> None:
    """What is due is of a class of its own, says so in words, and somebody can do something."""
    game, t = match.game, match.table
    options = game.options(t)
    before = match.digest()
    dues = [*match.state.due, *game.obligations(t)]
    for due in dues:
        assert type(due) is not Obligation
        assert due.seat in t.state.seats
        assert due.told().strip() and not set(due.told()) & set("{}"), due
        assert game.rule(due.rule), due
        assert due.since <= len(match.events), due
    owing = {due.seat for due in dues if due.must}
    doing = {option.seat for option in options}
    assert not owing or owing & doing, f"{sorted(owing)} owe, {sorted(doing)} may act"
    assert all(game.rule(option.rule) for option in options if option.rule)
    assert game.board(t)
    assert match.digest() == before, "a look changed the state"


# -- slips -------------------------------------------------------------------------------------


def with_slips(opened: Opened, chance: Random, *, keep: bool) -> Replay:
    """A match with slips, each of which is refused, or accepted as an option is.

    Args:
        opened: its opening.
        chance: the source of chance.
        keep: whether the refused ones stay on the record.
    """
    match = begun(opened)
    way = a_way(opened.game.id, chance)
    while not match.state.over and len(match.events) < LONGEST:
        options = opened.game.options(match.table)
        for event in slips(match, options, chance, chance.choice((0, 1, 3))):
            before, facts = match.digest(), len(match.table.facts)
            outcome = match.add(event)
            if applied(outcome.verdict):
                assert_offered(opened.game, options, event)
                break
            assert match.digest() == before, _told(match, event, outcome)
            assert len(match.table.facts) == facts and not outcome.facts
            assert_sane(match, outcome)
            if not keep or isinstance(outcome.verdict, Incomplete):
                match.retract()
                assert match.digest() == before
        else:
            go_on(match, chance, way)
    return match


def assert_sane(match: Replay, outcome: Outcome) -> None:
    """A refusal names a rule that there is, in words that are filled in, and an entry in force;
    a question names fields of the event, with words to choose from."""
    verdict = outcome.verdict
    event = match.events[outcome.seq - 1]
    told = _told(match, event, outcome)
    if isinstance(verdict, Incomplete):
        assert verdict.ask, told
        return
    assert isinstance(verdict, Illegal)
    assert match.game.rule(verdict.rule), told
    for words in (verdict.message, verdict.legal):
        assert not set(words) & set("{}"), told
        assert words == words.strip() and "  " not in words, told
    assert verdict.message, told
    since = verdict.since
    if since is not None:
        assert 1 <= since < outcome.seq, f"{told}, since {since}"
        assert applied(match.standing(since)), f"{told}, since {since}, which is not in force"


UNOFFERED: dict[str, set[str]] = {}
"""The exceptions that came up, by game: what was accepted and had not been offered."""


def assert_offered(game: Game, options: Sequence[Option], event: Event) -> None:
    """An option allows what was accepted, or the game's tests say why none does."""
    excepted = known(game.id).unoffered
    found = unoffered(options, event, excepted)
    UNOFFERED.setdefault(game.id, set()).update(found & excepted.keys())
    left = ", ".join(sorted(found - excepted.keys()))
    assert not left, f"accepted, and not offered ({left}): {write(event)}"


def unoffered(options: Sequence[Option], event: Event, excepted: Collection[str] = ()) -> set[str]:
    """What no option allows of an event: the fields, by the option that is the nearest, or all.

    Args:
        options: what is offered.
        event: what is logged.
        excepted: what need not be offered, which is near.
    """
    name = verb(event)
    who, *fields = msgspec.structs.fields(type(event))
    seat = getattr(event, who.name)
    plain = msgspec.to_builtins(event)
    found = []
    for option in options:
        if option.verb == name:
            given = [(f, plain.get(f.encode_name, msgspec.UNSET)) for f in fields]
            wrong = [f for f, value in given if not _allows(option, f, value)]
            wrong += [who] if option.seat != seat else []
            found.append({f"{name}.{f.encode_name}" for f in wrong})
    return min(found, key=lambda f: (len(f - set(excepted)), len(f)), default={name})


def _allows(option: Option, of: msgspec.structs.FieldInfo, value: Any) -> bool:
    choice = option.fields.get(of.encode_name)
    if value is msgspec.UNSET:
        default = of.default if of.default is not msgspec.NODEFAULT else None
        return choice is None or choice.allows_default(default)
    return choice is not None and choice.allows(value)


@law
def a_slip_is_refused_and_leaves_no_trace_or_was_offered(game_id: str, seed: int) -> None:
    chance = Random(f"{game_id} {seed}")
    with_slips(drawn(game_id, chance), chance, keep=False)


@law
def what_follows_a_refused_entry_is_as_if_it_were_a_remark(game_id: str, seed: int) -> None:
    """A remark in its place, so that every entry keeps its number."""
    chance = Random(f"{game_id} {seed}")
    game, catalog, first = drawn(game_id, chance)
    match = with_slips(Opened(game, catalog, first), chance, keep=True)
    events = [
        event if applied(verdict) else Note("sk", "nothing")
        for event, verdict in zip(match.events, match.verdicts, strict=True)
    ]
    other = replay(game, catalog, events)
    assert all(map(applied, other.verdicts))
    assert (match.digest(), match.noted) == (other.digest(), other.noted)
    assert [f for _, f in match.all_facts()] == [f for _, f in other.all_facts()]
    for seq, verdict in enumerate(match.verdicts, 1):
        assert not applied(verdict) or verdict == other.verdicts[seq - 1]


# -- rulings -----------------------------------------------------------------------------------


@law
def whatever_a_judge_rules_the_match_goes_on_and_replays(game_id: str, seed: int) -> None:
    """Slips that are let stand, and rulings of every kind, in order or not, at any place."""
    chance = Random(f"{game_id} {seed}")
    assert_goes_on(drawn(game_id, chance), chance, _rulings_and_slips)


@law
def whatever_a_judge_repairs_the_match_goes_on_and_replays(game_id: str, seed: int) -> None:
    """By every primitive operation, possible or not."""
    chance = Random(f"{game_id} {seed}")
    assert_goes_on(drawn(game_id, chance), chance, _repairs)


Between = Callable[[Replay, Sequence[Option], Random], Iterable[Event]]
"""What happens before the next entry that is offered."""


def assert_goes_on(opened: Opened, chance: Random, between: Between) -> None:
    """A match goes on by its options after each ruling, and its record replays to the same."""
    game = opened.game
    counted = known(game.id).counted
    match = begun(opened, rules=True)
    registered = counted(match.table)
    way = a_way(game.id, chance)
    idle = 0
    while len(match.events) < LONGEST and idle < 20:
        options = game.options(match.table)
        for event in between(match, options, chance):
            before = match.digest()
            outcome = match.add(event)
            if not applied(outcome.verdict):
                assert match.digest() == before, _told(match, event, outcome)
                assert_sane(match, outcome)
                if isinstance(outcome.verdict, Incomplete):
                    match.retract()
                elif isinstance(event, game.events) and chance.random() < 0.6:
                    let_stand(match, outcome)
            assert counted(match.table) == registered, _told(match, event, outcome)
            assert_owed(match)
        if match.state.over:
            idle += 1
        else:
            event = go_on(match, chance, way)
            assert counted(match.table) == registered, write(event, game.codec)
    stored = [msgspec.json.encode({"event": event}) for event in match.events]
    again = replay(game, opened.catalog, game.codec.events_of(stored))
    assert_same(again, match)
    assert_rooted(match)


def _rulings_and_slips(match: Replay, options: Sequence[Option], chance: Random) -> Iterable[Event]:
    how = chance.random()
    if how < 0.15 or match.state.over:
        return rulings(match, options, chance)
    return slips(match, options, chance, 1) if how < 0.35 else ()


def _repairs(match: Replay, options: Sequence[Option], chance: Random) -> Iterable[Event]:
    words = Words.of(match, options, chance)
    count = chance.choice((0, 0, 1, 1, 2, 3))
    return [Adjust("jo", tuple(words.change(chance) for _ in range(count)))] if count else []


def assert_rooted(match: Replay) -> None:
    """Every refused entry is a misplay or follows from one; to ask changes nothing."""
    before = match.digest()
    found = refusals(match)
    assert found == refusals(match)
    assert match.digest() == before
    refused = {seq for seq, verdict in enumerate(match.verdicts, 1) if type(verdict) is Illegal}
    assert refused <= found.keys()
    for seq, refusal in found.items():
        assert found[refusal.root].root == refusal.root
        assert refusal.root == seq or not refusal.forgotten
        standing = match.standing(seq)
        if isinstance(standing, Illegal):
            assert not refusal.remedy
        elif seq in refused:
            assert refusal.remedied_by is not None
            assert (refusal.remedy == UNDONE) == (standing is None)


@law
def a_step_that_was_forgotten_is_one_misplay(game_id: str, seed: int) -> None:
    """Where it leaves nothing open, and what was played since is refused from the next entry on."""
    opened, events = played(game_id, seed)
    match = begun(opened)
    for at, event in enumerate(events[1:], 1):
        options = opened.game.options(match.table)
        match.add(event)
        alone = len(options) == 1 and all(c.only() for c in options[0].fields.values())
        if not alone or at < 3:
            continue
        slipped = replay(opened.game, opened.catalog, [*events[:at], *events[at + 1 :]])
        found = refusals(slipped)
        if found:
            assert [seq for seq, r in found.items() if r.root == seq] == [min(found)]
            return


def let_stand(match: Replay, outcome: Outcome) -> None:
    """Waive all that an entry breaks, rule after rule, if that is possible."""
    verdict = outcome.verdict
    waived: list[str] = []
    while isinstance(verdict, Illegal):
        rule = str(verdict.facts.get("rule", verdict.rule))
        if rule in waived or rule.startswith("REF-3"):
            return
        waived.append(rule)
        verdict = match.add(Stand("jo", outcome.seq, tuple(waived))).verdict


@law
def a_match_that_is_backed_up_plays_on_as_if_it_had_never_gone_on(game_id: str, seed: int) -> None:
    """Remarks in the place of what was backed up, so that every entry keeps its number."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(seed)
    here = chance.randrange(3, len(events) + 1)
    to = chance.randrange(1, here - 1)
    match = begun(Opened(game, catalog, first), rules=True)
    digests = {1: match.digest()} | {
        match.add(event).seq: match.digest() for event in events[1:here]
    }
    assert applied(match.add(Rewind("jo", to)).verdict)
    assert match.digest() == digests[to]
    match.extend(events[to:])
    idle = [Note("sk", "nothing")] * (here - to + 1)
    straight = replay(game, catalog, [*events[:to], *idle, *events[to:]])
    assert match.digest() == straight.digest()
    assert match.verdicts[here + 1 :] == straight.verdicts[here + 1 :]
    facts = [fact for _, fact in match.all_facts()]
    assert facts == [fact for _, fact in straight.all_facts()]
    assert_same(replay(game, catalog, match.events), match)


@law
def to_strike_a_refused_entry_changes_nothing(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    chance = Random(seed)
    match = begun(opened, rules=True)
    match.extend(events[1 : chance.randrange(2, len(events))])
    wrong = []
    for event in slips(match, opened.game.options(match.table), chance, 6):
        outcome = match.add(event)
        if isinstance(outcome.verdict, Illegal):
            wrong.append(outcome.seq)
        elif isinstance(outcome.verdict, Incomplete):
            match.retract()
        else:
            match.add(Strike("jo", outcome.seq))
    before = match.digest()
    for seq in wrong:
        outcome = match.add(Strike("jo", seq))
        assert applied(outcome.verdict)
        assert outcome.digest == match.digest() == before
        assert [change.seq for change in outcome.changes] == [seq]
        assert match.standing(seq) is None


@law
def a_ruling_that_is_overruled_was_never_made(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    chance = Random(seed)
    here = chance.randrange(4, len(events) + 1)
    match = begun(opened, rules=True).extend(events[1:here])
    before = match.digest()
    seq = chance.randint(2, here)
    remark = {"type": "note", "by": "tess", "text": "late"}
    for ruling in (Strike("jo", seq), Rewind("jo", seq - 1), Insert("jo", seq, remark)):
        assert applied(match.add(ruling).verdict)
        assert applied(match.add(Overrule("mx", len(match.events))).verdict)
        assert match.digest() == before
    assert_same(replay(*opened[:2], match.events), match)
