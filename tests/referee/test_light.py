"""A light record: less is told of a match than all, and less is judged (REF-5.1 to 5.4)."""

import re
from dataclasses import replace as game_with
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from events.common import (
    Adjust,
    AgreeResult,
    Begins,
    CallJudge,
    Change,
    Contest,
    Note,
    Opening,
    Overrule,
    Record,
    Rewind,
    Score,
    Strike,
)
from events.event import Event, kebab
from referee.fact import (
    DepthChanged,
    FirstPlayer,
    MatchEnded,
    ScoreChanged,
    StateRepaired,
    TurnBegan,
    TurnEnded,
)
from referee.games.registry import game_ids, game_of
from referee.light import Track, no_tracks
from referee.replay.replay import Replay, replay
from referee.verdict import Illegal, OnTrust, applied
from tests.games.wondervale.table import CARDS, GAME, Match, begun, opened
from tests.laws.known import known
from tests.laws.players import played, usual
from tests.table import SEATS

HERE = ("draw:ana:7", "draw:bo:6", "turn:bo:3/discard")
"""A position: what each holds, and that the third turn begins, bo's."""


def life(depth: str = "life", **more: object) -> Match:
    return opened(record=depth, **more)


def declares(by: str, *changes: str) -> Record:
    return Record(by, "full", tuple(Change(*each.split(":")) for each in changes))


# -- what is told -----------------------------------------------------------------------------


def test_vn_17_1_an_opening_says_how_much_is_told_and_one_of_all_has_the_bytes_that_it_had():
    first = opened().replay.events[0]
    assert isinstance(first, Opening)
    assert b"record" not in msgspec.json.encode(first)
    assert life().facts == [
        DepthChanged("", "life"),
        ScoreChanged("ana", "health", 250),
        ScoreChanged("bo", "health", 250),
    ]


def test_vn_17_1_lists_may_be_missing_and_what_is_given_is_checked():
    assert life(seats=tuple(replace(s, deck={}) for s in OPENED.seats)).replay.opened
    match = life(seats=(replace(OPENED.seats[0], deck={"Juryn": 60}), OPENED.seats[1]))
    assert not match.replay.opened
    assert isinstance(match.verdict, Illegal)
    assert match.verdict.rule.startswith("WV-")
    life(seats=OPENED.seats[:1]).refused("REF-1.2", have=1)


OPENED = opened().replay.events[0]
assert isinstance(OPENED, Opening)


def test_vn_17_3_scores_and_turns_are_as_they_are_said():
    match = life()
    match.play("ana begins how=rolled")
    assert match.facts == [FirstPlayer("ana", "REF-5.3"), TurnBegan("ana", 1)]
    assert "dice were rolled for who goes first" in match.trusted()
    match.play("bo score 190")
    assert match.facts == [ScoreChanged("bo", "health", 190)]
    assert "nobody checks" in match.trusted()[0]
    match.play("ana score 190 health; bo score 190")
    assert match.facts == []  # as it was: two say the same
    match.play("bo begins")
    assert match.facts == [TurnEnded("ana", 1), TurnBegan("bo", 2)]
    assert (match.state.first, match.state.active, match.state.turn) == ("ana", "bo", 2)
    assert match.replay.depth == "life"


def test_vn_17_7_a_result_is_offered_where_a_figure_asks_for_it_and_is_not_logged_by_itself():
    match = life().play("ana score 17; bo score 0")
    (asked,) = match.game.obligations(match.t)
    assert (asked.seat, asked.rule, asked.must) == ("bo", "WV-1.1", False)
    (offered,) = [o for o in match.game.options(match.t) if o.verb == "agree-result"]
    assert (offered.seat, offered.label) == ("ana", "ana won 17 to 0")
    assert not match.state.over
    match.play("ana agree-result ana")
    assert match.one(MatchEnded).winners == ("ana",)
    match.refuse("bo score 5", "REF-1.4")
    assert match.game.options(match.t) == []


@pytest.mark.parametrize(
    ("line", "legal"),
    [("ana score 5 honour", "health"), ("cy score 5", "one of ana, bo")],
)
def test_ref_5_1_a_score_is_of_a_figure_that_is_counted_and_of_who_has_it(line: str, legal: str):
    assert life().refuse(line, "REF-5.1").legal == legal


@pytest.mark.parametrize("line", ["ana score 100", "bo begins"])
def test_ref_5_2_where_all_is_told_scores_and_turns_follow(line: str):
    begun().refuse(line, "REF-5.2")


@pytest.mark.parametrize("game_id", sorted(game_ids()))
def test_vn_17_10_where_all_is_told_begins_names_the_verb_of_the_game(game_id: str):
    game = game_of(game_id)
    verbs = {kebab(str(event.__struct_config__.tag)) for event in game.events}
    assert not game.goes_first_by or game.goes_first_by in verbs
    if game_id == GAME.id:
        refused = begun().refuse("bo begins", "REF-5.2")
        assert f"{game.goes_first_by} says who goes first" in refused.message


@pytest.mark.parametrize(
    ("depth", "line", "legal"),
    [
        ("result", "ana score 5", "ana record life"),
        ("result", "bo begins", "bo record life"),
        ("life", "ana draw 7", "ana record key-plays"),
        ("life", "ana shows-hand Juryn", "ana record key-plays"),
    ],
)
def test_ref_5_3_what_is_beyond_the_depth_is_not_told_but_behind_the_hint(
    depth: str, line: str, legal: str
):
    match = life(depth)
    hint = match.refuse(line, "REF-5.3").legal
    assert hint == legal
    match.play(hint).play(line)


def test_vn_17_5_a_key_play_is_noted_and_nothing_follows_from_it():
    match = life("key-plays")
    before = match.replay.digest()
    match.play("bo draw 60")  # nobody checks it
    assert match.facts == []
    assert match.trusted() == ("noted, not checked: the record is of key plays",)
    assert match.replay.digest() == before


def test_calls_remarks_concessions_and_penalties_are_as_ever():
    match = life("result").play("ana call-judge; jo close-call; bo note text=hello; ana concede")
    assert match.state.winner == "bo"
    match = life().play("jo penalty ana game-loss")
    assert match.state.winner == "bo"


def test_a_judge_sets_a_figure_also_after_the_end():
    match = life().play("ana concede; jo adjust health:ana:40")
    assert match.facts == [
        StateRepaired("health", "ana", "40"),
        ScoreChanged("ana", "health", 40),
    ]
    for wrong in ("honour:ana:4", "health:cy:4", "health:ana:x", "health:ana:99999"):
        match.refuse(f"jo adjust {wrong}", "REF-3.5")


def test_vn_17_2_three_events_tell_a_light_record_in_every_game():
    fields = {kind: kind.__struct_fields__ for kind in (Score, Begins, Record)}
    assert fields == {
        Score: ("seat", "value", "measure"),
        Begins: ("seat", "how"),
        Record: ("by", "depth", "changes"),
    }
    for game_id in game_ids():
        codec = game_of(game_id).codec
        assert {"score", "begins", "record"} <= codec.by_verb.keys()
        for wrong in (10_000, -10_000):
            with pytest.raises(msgspec.ValidationError):
                codec.event(msgspec.json.encode({"type": "score", "seat": "a", "value": wrong}))
        many = [{"what": "draw", "target": "a", "value": "1"}] * 201
        with pytest.raises(msgspec.ValidationError):
            sent = {"type": "record", "by": "a", "depth": "full", "changes": many}
            codec.event(msgspec.json.encode(sent))


# -- from here ----------------------------------------------------------------------------------


def test_whoever_wants_to_tell_less_does_and_the_figures_go_on():
    match = begun()
    match.play("ana record life")
    assert match.facts == [DepthChanged("ana", "life")]
    assert match.replay.light
    assert (match.state.turn, match.state.scores["health"]["ana"]) == (1, 250)
    match.play("bo score 200; bo record key-plays; ana draw 3; ana record result")
    match.refuse("bo score 100", "REF-5.3")
    assert match.replay.depth == "result"


def test_a_full_record_begins_when_both_declare_the_same_position():
    match = (
        life().play("ana begins; ana score 200; bo begins; ana begins").log(declares("ana", *HERE))
    )
    assert "bo" in match.trusted()[0]
    assert match.replay.light
    match.play("bo note text=yes").log(declares("bo", *HERE))
    assert not match.replay.light
    assert match.facts == [
        *(StateRepaired(*each.split(":")) for each in HERE),
        DepthChanged("bo", "full"),
    ]
    assert match.state.sides["ana"].health == 200
    assert (match.state.active, match.state.turn, match.state.declared) == ("bo", 3, match.seq)
    match.play("bo draw 1")
    assert match.trusted()[-1] == "it rests on the position that was declared at entry 8"
    assert match.refuse("bo draw 1", "WV-4.3").since == 8
    assert match.replay.depth == "life"


def test_vn_17_15_behind_a_declared_position_what_is_legal_is_on_trust_and_a_refusal_names_it():
    match = life().play("ana begins").log(declares("ana", *HERE)).log(declares("bo", *HERE))
    there = match.seq
    match.play("bo draw 1")
    assert isinstance(match.verdict, OnTrust)
    assert f"it rests on the position that was declared at entry {there}" in match.trusted()
    refused = match.refuse("bo draw 1", "WV-4.3")
    assert refused.since == there


@pytest.mark.parametrize(
    "between", ["bo score 90", "bo begins", "bo contest 3", "ana record key-plays"]
)
def test_a_position_lapses_with_what_comes_between(between: str):
    match = life().play("ana begins").log(declares("ana", *HERE)).play(between)
    match.log(declares("bo", *HERE))
    assert match.replay.light


def test_another_position_takes_the_place_of_the_first():
    match = life().play("ana begins").log(declares("ana", *HERE)).log(declares("bo", "draw:bo:2"))
    assert match.replay.light
    match.log(declares("ana", "draw:bo:2"))
    assert not match.replay.light


def test_ref_5_4_a_position_is_declared_for_a_full_record_alone():
    match = life()
    match.log(Record("ana", "key-plays", (Change("draw", "ana", "7"),)))
    match.refused("REF-5.4")
    begun().log(declares("ana", "draw:ana:7")).refused("REF-5.4")


def test_ref_5_4_from_the_eleventh_position_of_a_seat_on_a_judge_declares():
    match = life(judges={"juno": "judge"}).play("ana begins")
    for _ in range(10):
        match.log(declares("ana", *HERE))
        assert applied(match.verdict)
    match.log(declares("ana", *HERE))
    assert match.refused("REF-5.4").legal == "juno"
    match.log(declares("juno", *HERE))
    assert not match.replay.light


def test_ref_5_4_a_game_without_positions_does_not_begin_from_one():
    match = Match(game_with(GAME, from_here=None), replace(OPENED, record="life"))
    match.log(declares("ana"))
    match.refused("REF-5.4")


@pytest.mark.parametrize("change", ["draw:ana:99", "honour:ana:1", "enter:ana/Juryn:bench"])
def test_a_position_that_cannot_be_is_refused_whole_and_changes_nothing(change: str):
    match = life().play("ana begins")
    before = match.replay.digest()
    match.log(declares("ana", "draw:ana:7", change))
    match.refused("REF-3.5") if not isinstance(match.verdict, Illegal) else None
    assert isinstance(match.verdict, Illegal)
    assert match.replay.digest() == before
    assert match.replay.light


# -- rulings ------------------------------------------------------------------------------------


def test_a_rewind_goes_back_over_a_change_of_the_record():
    match = begun()
    full = match.replay.digest()
    match.play("ana record life; ana score 3")
    match.log(Rewind("jo", match.seq - 2))
    assert not match.replay.light
    assert match.replay.digest() == full
    match.play("ana draw 1")


def _some(match: Replay, chance: Random) -> Event:
    """Something that is told, or ruled, in a match."""
    seat, last = chance.choice(("ana", "bo")), len(match.events)
    able: list[Event] = [
        Score(seat, chance.randint(0, 300)),
        Begins(seat),
        Record(seat, chance.choice(("life", "key-plays", "result"))),
        declares(seat, *HERE[:2], f"turn:{seat}:4/discard"),
        Strike("jo", chance.randint(2, max(2, last))),
        Rewind("jo", chance.randint(1, last)),
        Overrule("jo", chance.randint(1, last)),
        Contest(seat, last),
        Note("jo", "a remark"),
    ]
    position = getattr(match.state, "proposed", None)
    if position is not None:
        other = "bo" if "ana" in position.sides else "ana"
        able += [Record(other, "full", tuple(position.changes))] * 6
    return chance.choice(able)


@pytest.mark.parametrize("seed", range(12))
def test_vn_17_4_in_any_order_what_is_told_folds_as_the_entries_in_force(seed: int):
    chance = Random(seed)
    first = replace(OPENED, record=chance.choice(("", "life")))
    match = Replay(GAME, CARDS).extend([first])
    for _ in range(60):
        event = _some(match, chance)
        would = match.would(event)
        assert match.add(event).verdict == would
        again = Replay(GAME, CARDS).extend(step.event for step in match.steps())
        assert again.light == match.light
        if match.light:
            ours, theirs = match.state, again.state
            for name in ("depth", "scores", "first", "turn", "active"):
                assert getattr(ours, name) == getattr(theirs, name)
        else:
            bare = {"declared": 0, "due": []}
            assert _without(match, bare) == _without(again, bare)
    whole = replay(GAME, CARDS, match.events)
    assert (whole.digest(), whole.noted) == (match.digest(), match.noted)


def _without(match: Replay, bare: dict[str, object]) -> dict[str, object]:
    return {**msgspec.to_builtins(match.state), **bare}


def test_a_match_with_a_change_of_record_takes_rulings_and_says_where_it_was_not_made_for_them():
    events = [OPENED, Record("ana", "life")]
    assert replay(GAME, CARDS, events).light
    with pytest.raises(ValueError, match="without rulings"):
        Replay(GAME, CARDS, rulings=False).extend(events)


# -- the games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_match_of_any_game_is_told_in_a_few_entries(game_id: str):
    game, catalog, first = usual(game_id, Random(3))
    match = Replay(game, catalog).extend([replace(first, record="life")])
    assert match.opened
    measures = {each.name for each in game.measures}
    tracks = game.tracks(catalog, first)
    assert {each.measure for each in tracks} <= measures
    for track in tracks:
        for owner in track.owners:
            assert applied(match.add(Score(owner, 3, track.measure)).verdict)
            assert {m.name: m.of(match.table) for m in game.measures}[track.measure][owner] == 3
            assert any(o.seat == owner and o.verb == "score" for o in match.options())
    assert [*game.offered(match.table)] == game.options(match.table)
    assert applied(match.add(Begins(match.state.seats[0])).verdict)
    assert game.board(match.table)
    if tracks and tracks[0].asks is not None and not tracks[0].says:
        track = tracks[0]
        lost = [s for s in track.owners if match.state.allies.get(s, s) != "blue"][:-1]
        for owner in lost if not first.seats[0].side else ():
            match.add(Score(owner, track.asks or 0))
        if not first.seats[0].side:
            (won,) = [o for o in match.options() if o.verb == "agree-result"]
            assert won.seat == track.owners[-1]
    assert applied(match.add(AgreeResult("desk", match.state.seats[0])).verdict)
    assert len(match.events) < 40


@pytest.mark.parametrize(
    ("game_id", "said"),
    [
        ("wondervale", [("health", 250, 0, "WV-1.1")]),
        ("legacy_of_conflict", [("points", 0, None, "LC-21.1")]),
        ("warrift", [("points", 0, 30, "WR-1.3")]),
        ("tower_wizwar", [("wounds", 0, 3, "TW-17.6"), ("harm", 0, None, "TW-17.4")]),
        ("grand_archive", [("life", None, 0, "GA-25.13")]),
    ],
)
def test_vn_17_6_what_each_game_counts_where_it_begins_and_what_asks_for_the_result(
    game_id: str, said: list[tuple[str, int | None, int | None, str]]
):
    game, catalog, first = usual(game_id, Random(3))
    bare = tuple(replace(seat, side="", lists={}) for seat in first.seats)
    tracks = game.tracks(catalog, replace(first, seats=bare))
    for scenario in getattr(catalog, "scenario", ()) if not tracks else ():
        tracks = tracks or game.tracks(catalog, replace(first, options={"scenario": scenario}))
    found = [(t.measure, t.start.get(t.owners[0]), t.asks, t.rule) for t in tracks]
    assert found == said


def test_vn_17_4_a_game_with_tracks_alone_plays_at_life():
    bare = game_with(GAME, tracks=no_tracks, from_here=None)
    match = Match(bare, replace(OPENED, record="life")).play("ana begins; bo begins")
    match.refuse("ana score 4", "REF-5.1")
    assert {o.verb for o in bare.options(match.t)} == {"begins"}
    counts = game_with(bare, tracks=lambda catalog, e: (Track("stars", SEATS[:2]),))
    match = Match(counts, replace(OPENED, record="life")).play("ana score 4")
    assert match.game.board(match.t)[1].rows == (("ana", "4"), ("bo", "not recorded"))


# -- nobody truthful is accused -------------------------------------------------------------------

PARTS = re.compile(r":(?! )")
TRUTHFUL = [each for each in game_ids() if game_of(each).from_here is not None]


@pytest.mark.parametrize("game_id", TRUTHFUL)
def test_nobody_truthful_is_refused_behind_a_position_that_was_declared(game_id: str):
    """Whole matches are played; at the begin of some turns all of the table is declared, and what
    was really played then is accepted to the end."""
    tried = 0
    for seed in range(MOST_SEEDS):
        (game, catalog, first), events = played(game_id, seed)
        match = Replay(game, catalog).extend([first])
        moments, turn = [], 0
        for at, event in enumerate(events[1:], 1):
            if match.state.turn != turn and not known(game_id).pending(match.table):
                moments.append(at)
            turn = match.state.turn
            match.add(event)
        for at in Random(seed).sample(moments, min(3, len(moments))):
            goal = Replay(game, catalog).extend([first, *events[1:at]])
            light = _from_here(game_id, Replay(game, catalog), first, goal)
            if light is None:
                continue
            for event in events[at:]:
                outcome = light.add(event)
                assert applied(outcome.verdict), (at, event, outcome.verdict)
                assert type(event) in ASIDE_OF_ALL or isinstance(outcome.verdict, OnTrust)
            tried += 1
        if tried >= ENOUGH:
            return
    raise AssertionError(f"only {tried} positions could be declared in {MOST_SEEDS} matches")


MOST_SEEDS, ENOUGH = 8, 2
"""How many matches are played at the most, and after how many positions that is enough."""


ASIDE_OF_ALL = (Note, CallJudge, AgreeResult, Adjust)


def _from_here(game_id: str, match: Replay, first: Opening, goal: Replay) -> Replay | None:
    """A match whose full record begins from the table of another; None where nobody can declare
    it, as something lasts there beyond the turn, or somebody has left."""
    changes = getattr(goal.state, "changes", None)
    if goal.state.out or (changes is not None and changes.on):
        return None
    here = match.game.from_here
    assert here is not None
    match.add(replace(first, record="life"))
    match.add(Begins(goal.state.active or goal.state.seats[0]))
    for measure in match.game.measures:
        for owner, value in measure.of(goal.table).items():
            assert applied(match.add(Score(owner, value, measure.name)).verdict)
    start = Replay(match.game, match.catalog).extend([first])
    here.begun(start.table, match.state)
    laid = here.before(start.table, match.state, {"turn", "level", "unseen", "damage"})
    before = tuple(Change(*PARTS.split(each)) for each in laid)
    if before:
        assert applied(start.add(Adjust("jo", before)).verdict)
    repairs = known(game_id).repairs
    assert repairs is not None
    position = tuple(Change(*PARTS.split(each)) for each in repairs(start.table, goal.table))
    if any(map(_changed_hands, position)):
        return None
    for side in dict.fromkeys(goal.state.allies.get(s, s) for s in goal.state.seats):
        seat = next(s for s in goal.state.seats if goal.state.allies.get(s, s) == side)
        assert applied(match.add(Record(seat, "full", position)).verdict), match.verdicts[-1]
    assert not match.light
    _number_alike(match, goal)
    return match


def _changed_hands(change: Change) -> bool:
    """Whether cards came unseen from another player or another deck, of which the law of repairs
    knows only how many they were."""
    source, _, target = change.target.partition(">")
    owners = [each.partition("/")[0] for each in (source, target) if "/" in each]
    return change.what == "unseen" and (len({*owners}) > 1 or source.endswith("/class"))


def _number_alike(match: Replay, goal: Replay) -> None:
    """Copies that come into play later bear the numbers that they bore: what they are called is
    nothing that anybody declares."""
    if hasattr(goal.state, "zones"):
        match.state.zones.numbers.update(goal.state.zones.numbers)
    else:
        for seat, side in goal.state.sides.items():
            match.state.sides[seat].laid.update(side.laid)
