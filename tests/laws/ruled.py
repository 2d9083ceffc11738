"""What holds whatever a judge rules."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

import msgspec

from events.common import (
    Adjust,
    AgreeResult,
    Change,
    Insert,
    Note,
    Overrule,
    Record,
    Rewind,
    Stand,
    Strike,
)
from events.event import Event
from events.notation import write
from referee.fact import ScoreChanged
from referee.option import Option
from referee.replay.causes import UNDONE, refusals
from referee.replay.fold import encoded
from referee.replay.replay import Outcome, Replay, replay
from referee.replay.timeline import Step
from referee.table import NOTHING_WAIVED
from referee.verdict import Illegal, Incomplete, applied
from tests.laws.known import known
from tests.laws.law import law
from tests.laws.matches import assert_owed, assert_same, renumbered
from tests.laws.players import (
    LONGEST,
    Opened,
    a_way,
    begun,
    drawn,
    go_on,
    in_words,
    offered,
    played,
)
from tests.laws.slipped import assert_sane, lasting
from tests.slips import Words, rulings, slips


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


@law
def the_score_that_is_noted_is_the_score(game_id: str, seed: int) -> None:
    """At every entry, a judge's repairs among them; not where what is in play changes it without a
    word, so that it is noted as each turn ends."""
    chance = Random(f"{game_id} {seed} score")
    opened = drawn(game_id, chance)
    match, noted = begun(opened, rules=True), dict[tuple[str, str], int]()
    note_scores(match, 1, noted)
    while not match.state.over and len(match.events) < LONGEST:
        for measure in match.game.measures:
            if measure.name not in match.game.repairs or chance.random() < 0.9:
                continue
            whose = chance.choice([*measure.of(match.table), *match.state.seats])
            change = Change(measure.name, whose, str(chance.randrange(1, 9)))
            if applied(match.add(Adjust("jo", (change,))).verdict):
                note_scores(match, len(match.events), noted)
            else:
                match.retract()
        if not match.state.over:
            go_on(match, chance)
            note_scores(match, len(match.events), noted)


def note_scores(match: Replay, seq: int, noted: dict[tuple[str, str], int]) -> None:
    """What is noted at an entry, which agrees with the table."""
    game, facts = match.game, match.facts(seq)
    for fact in facts:
        if isinstance(fact, ScoreChanged):
            assert fact.measure in {measure.name for measure in game.measures}
            noted[fact.measure, fact.seat] = fact.value
    if known(game.id).sways:
        return
    for measure in game.measures:
        for whose, value in measure.of(match.table).items():
            told = f"{measure.name} of {whose} at {seq}, {write(match.events[seq - 1])}"
            assert noted.get((measure.name, whose)) == value, told


Between = Callable[[Replay, Sequence[Option], Random], Iterable[Event]]
"""What happens before the next entry that is offered."""


def assert_goes_on(opened: Opened, chance: Random, between: Between) -> None:
    """A match goes on by its options after each ruling, and its record replays to the same; what a
    ruling would come to could be asked before."""
    game = opened.game
    counted = known(game.id).counted
    match = begun(opened, rules=True)
    registered = counted(match.table)
    way = a_way(game.id, chance)
    idle = 0
    while len(match.events) < LONGEST and idle < 20:
        options = match.options()
        for event in between(match, options, chance):
            before, told = match.digest(), match.would(event)
            outcome = match.add(event)
            assert told == outcome.verdict, in_words(match, event, outcome)
            if not applied(outcome.verdict):
                assert match.digest() == before, in_words(match, event, outcome)
                assert_sane(match, outcome)
                if isinstance(outcome.verdict, Incomplete):
                    match.retract()
                elif isinstance(event, game.events) and chance.random() < 0.6:
                    let_stand(match, outcome)
            while match.light and applied(outcome.verdict):  # less is told until that is struck
                assert applied(match.add(Strike("jo", telling_less(match))).verdict)
            assert counted(match.table) == registered, in_words(match, event, outcome)
            assert_owed(match, match.options())
        if match.state.over:
            idle += 1
        elif not match.options():  # no play is left, only a result that is agreed
            assert applied(match.add(AgreeResult("jo")).verdict)
        else:
            event = go_on(match, chance, way)
            assert counted(match.table) == registered, write(event, game.codec)
    stored = [msgspec.json.encode({"event": event}) for event in match.events]
    again = replay(game, opened.catalog, game.codec.events_of(stored))
    assert_same(again, match)
    assert_rooted(match, again if chance.random() < 0.3 else None)


def telling_less(match: Replay) -> int:
    """The last entry in force by which less is told of a match, maybe since a ruling."""
    said = (step.seq for step in match.steps() if isinstance(step.event, Record))
    return max(seq for seq in said if applied(match.standing(seq)))


def _rulings_and_slips(match: Replay, options: Sequence[Option], chance: Random) -> Iterable[Event]:
    how = chance.random()
    if how < 0.15 or match.state.over:
        return rulings(match, options, chance)
    return lasting(match, slips(match, options, chance, 1), chance) if how < 0.35 else ()


def _repairs(match: Replay, options: Sequence[Option], chance: Random) -> Iterable[Event]:
    words = Words.of(match, options, chance)
    count = chance.choice((0, 0, 1, 1, 2, 3))
    return [Adjust("jo", tuple(words.change(chance) for _ in range(count)))] if count else []


def assert_rooted(match: Replay, again: Replay | None) -> None:
    """Every refused entry is a misplay or follows from one, in the replay of its record as well,
    where that is given, for it takes long; to ask changes nothing."""
    before = match.digest()
    found = refusals(match)
    assert again is None or found == refusals(again)
    assert match.digest() == before
    refused = {seq for seq, verdict in enumerate(match.verdicts, 1) if type(verdict) is Illegal}
    assert refused <= found.keys()
    for seq, refusal in found.items():
        assert found[refusal.root].root == refusal.root
        assert refusal.root == seq or not refusal.forgotten
        standing = match.standing(seq)
        if isinstance(standing, Illegal | Incomplete):
            assert not refusal.remedy
        elif seq in refused:
            assert refusal.remedied_by is not None
            assert (refusal.remedy == UNDONE) == (standing is None)


@law
def a_step_that_was_forgotten_is_one_misplay(game_id: str, seed: int) -> None:
    """Where it leaves nothing open, and what was played since is refused from the next entry on."""
    opened, events = played(game_id, seed)
    match = begun(opened)
    for at, (event, options) in enumerate(zip(events[1:], offered(game_id, seed), strict=False), 1):
        match.add(event)
        alone = len(options) == 1 and all(c.only() for c in options[0].fields.values())
        if not alone or at < 3:
            continue
        numbers = [seq - (seq > at) for seq in range(len(events) + 1)]
        later = [renumbered(each, numbers) for each in events[at + 1 :]]
        slipped = replay(opened.game, opened.catalog, [*events[:at], *later])
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
    here = chance.randint(min(4, len(events) - 1), len(events))
    match = begun(opened, rules=True).extend(events[1:here])
    before = match.digest()
    seq = chance.randint(2, here)
    remark = {"type": "note", "by": "tess", "text": "late"}
    for ruling in (Strike("jo", seq), Rewind("jo", seq - 1), Insert("jo", seq, remark)):
        assert applied(match.add(ruling).verdict)
        assert applied(match.add(Overrule("mx", len(match.events))).verdict)
        assert match.digest() == before
    assert_same(replay(*opened[:2], match.events), match)


@law
def what_is_folded_aside_is_what_comes_and_leaves_nothing(game_id: str, seed: int) -> None:
    """Several steps in a row, of which the state, the facts and what comes next know nothing; a
    slip among them."""
    opened, events = played(game_id, seed)
    chance = Random(seed)
    here = chance.randrange(2, len(events))
    match = begun(opened, rules=True).extend(events[1:here])
    slip = chance.choice(events[1:])
    following = [*events[here : here + 4], slip, *events[here + 4 : here + 6]]
    fold = match.fold
    assert fold is not None
    before = encoded(match.state), match.table.seq, match.table.last, len(match.table.facts)
    steps = [Step(seq, event, NOTHING_WAIVED, seq) for seq, event in enumerate(following, here + 1)]
    with fold.aside({type(event) for event in following}) as on:
        told = [on(step) for step in steps]
    after = encoded(match.state), match.table.seq, match.table.last, len(match.table.facts)
    assert after == before
    assert told == [match.add(event).verdict for event in following]
