"""Section 12: action tokens, responses, transfers, counts."""

import pytest
from msgspec import to_builtins

from events.common import Insert
from events.legacy_of_conflict import Use
from events.notation import read
from referee.fact import AbilityUsed, DamageDealt, UnitDefeated
from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.facts import (
    AttackResolved,
    CountDiffered,
    TokensReturned,
    TokensSpent,
)
from referee.verdict import LEGAL, Incomplete
from tests.games.legacy_of_conflict.table import (
    GAME,
    Match,
    begun,
    changed,
    forces,
    teams,
    tokens_add_up,
)

DUEL = {"ana": {"Warden": 1}, "bo": {"Brute": 1}}
LEND = Ability("Lend", targets=("friend",), transfers=2)
RALLY = Ability("Rally", tokens=(0, 3), effects=(Effect("bonus", to="self", applies="attack"),))
LENDING = forces(changed("Warden", abilities=(LEND, RALLY)))
SEES = Effect("damage", to="target", amount=1)


def response(name: str, answers: str, *effects: Effect, **more: object) -> Ability:
    """A Response Action that answers this."""
    return Ability(name, kind="response", answers=answers, effects=effects, **more)  # type: ignore[arg-type]


def brute_with(*abilities: Ability, **more: object) -> Match:
    """A match in which these abilities are all that the Brute has."""
    return begun(catalog=forces(changed("Brute", abilities=abilities)), **more)


def turns(match: Match, count: int) -> Match:
    """The rest of this turn of two characters, and so many whole turns, with nothing done."""
    for _ in range(count):
        match.play("bo activate Brute; bo end; ana close-turn crossing:nobody")
        match.play("ana activate Warden; ana end")
    return match


# -- paying ------------------------------------------------------------------------------------


@pytest.mark.rule("LC-12.1")
def test_lc_12_1_as_many_as_the_capacity():
    match = begun()
    pools = {unit: figure.pool for unit, figure in match.state.figures.items()}
    two = {"Stalker": 2, "Stalker.2": 2}
    assert pools == {"Warden": 3, "Slinger": 3, "Colossus": 3, "Brute": 3, "Seer": 3} | two
    match.play("ana activate Warden; ana move 2; ana attack Halberd Brute 10 JH-JD")
    warden = match.state.figures["Warden"]
    assert (warden.pool, warden.slots) == (0, {"move": 2, "Halberd": 1})
    tokens_add_up(match)


def test_lc_12_2_an_action_is_paid_onto_its_slot():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10 JH-JD tokens=2")
    assert match.one(TokensSpent) == TokensSpent(
        "ana", "Warden", "Warden", "Halberd", 2, 1, "LC-12.2"
    )
    match.refuse("ana move 2", "LC-12.2", unit="Warden", have=1, limit=2)
    assert match.state.figures["Warden"].pool == 1


def test_lc_12_2_too_few_in_the_pool_for_each_kind_of_action():
    match = begun(catalog=LENDING).play("ana activate Warden; ana move 2; ana use Rally tokens=1")
    match.refuse("ana attack Halberd Brute 10 JH-JD", "LC-12.2", have=0, limit=1)
    match.refuse("ana transfer Lend Warden Slinger 1", "LC-12.2", have=0, limit=1)
    match = begun(catalog=LENDING).play("ana activate Warden; ana move 2")
    match.refuse("ana use Rally tokens=2", "LC-12.2", have=1, limit=2)


def test_lc_12_2_a_response_is_paid_too():
    match = begun().play("jo adjust tokens:Warden/move:3; ana pass; bo activate Brute")
    match.play("bo attack Maul Warden 10")
    match.refuse("ana respond Warden Brace", "LC-12.2", have=0, limit=1)


@pytest.mark.parametrize("tokens", [3, 20])
def test_lc_12_2_the_price_is_the_records(tokens: int):
    match = begun().play("ana activate Warden")
    verdict = match.refuse(
        f"ana attack Halberd Brute 10 JH-JD tokens={tokens}", "LC-12.2", have=tokens
    )
    assert verdict.legal == "1 to 2 tokens"


def test_lc_12_2_only_an_own_ability_action():
    match = begun().play("ana activate Warden")
    match.refuse("ana use Salve Warden", "LC-12.2", unit="Warden", name="Salve")
    match.refuse("ana use Brace Warden", "LC-12.2", name="Brace")


def test_lc_12_2_a_character_in_the_place_of_the_ability_is_whom_it_is_used_on():
    decks = {"ana": {"Slinger": 2}, "bo": {"Brute": 1}}
    match = begun(decks=decks).play("jo adjust opportunity:ana:now; ana activate Slinger.2")
    match.log(Use("ana", "Slinger.2"))
    assert match.verdict == Incomplete("say which ability Slinger.2 uses", {"ability": ("Salve",)})
    match.play("ana use Slinger.2")
    assert match.replay.events[-1] == Use("ana", "Salve", "Slinger.2")
    match = begun().play("ana activate Warden")
    match.refuse("ana use Brute", "LC-12.2", unit="Warden", name="Brute")


# -- tokens come back --------------------------------------------------------------------------


def test_lc_12_3_one_token_of_each_slot_returns():
    match = begun(decks=DUEL).play("ana activate Warden; ana move 2")
    match.play("ana attack Halberd Brute 10 JH-JD; ana end")
    match.play("bo activate Brute; bo end; ana close-turn crossing:nobody; ana activate Warden")
    assert match.one(TokensReturned) == TokensReturned("ana", "Warden", 2, 2, "LC-12.3")
    assert match.state.figures["Warden"].slots == {"move": 1}
    tokens_add_up(match)


def test_lc_12_3_nothing_returns_at_any_other_time():
    match = begun(decks=DUEL).play("ana activate Warden; ana move 1; ana end")
    match.play("bo activate Brute; bo end; ana close-turn crossing:nobody")
    assert match.state.figures["Warden"].pool == 2
    match.play("ana activate Warden; ana end")
    assert match.state.figures["Warden"].pool == 3
    turns(match, 1)
    assert match.all(TokensReturned) == []


@pytest.mark.rule("LC-12.4")
@pytest.mark.parametrize("tokens", [1, 2])
def test_lc_12_4_k_tokens_are_back_at_the_kth_activation(tokens: int):
    match = begun(decks=DUEL).play(f"ana activate Warden; ana move {tokens}; ana end")
    for after in range(1, tokens + 1):
        assert "move" in match.state.figures["Warden"].slots
        turns(match, 1)
        assert match.state.figures["Warden"].slots.get("move", 0) == tokens - after


@pytest.mark.rule("LC-12.4")
def test_lc_12_4_a_turn_without_its_activation_returns_nothing():
    decks = {"ana": {"Warden": 1}, "bo": {"Brute": 1, "Seer": 1}}
    choices = {"LC-I 29": "no"}
    match = begun(decks=decks, choices=choices).play("ana activate Warden; ana move 1; ana end")
    match.play("bo activate Brute; bo end; bo activate Seer; bo end")
    match.play("ana close-turn crossing:nobody; ana pass; bo activate Brute; bo end")
    match.play("bo activate Seer; bo end; ana close-turn crossing:nobody")
    assert (match.state.turn, match.state.figures["Warden"].pool) == (3, 2)


def test_lc_12_5_an_action_is_not_used_twice():
    match = begun().play("ana activate Warden; ana move 1; ana stride 10")
    match.refuse("ana move 1", "LC-12.5", unit="Warden", action="move", have=1)
    match.play("ana attack Halberd Brute 10 JH-JD")
    match.refuse("ana attack Halberd Brute 10 AH-AD", "LC-12.5", action="Halberd")


def test_lc_12_5_a_slot_that_is_not_clear_yet():
    match = begun(decks=DUEL).play("ana activate Warden; ana move 2; ana end")
    match.play("bo activate Brute; bo end; ana close-turn crossing:nobody; ana activate Warden")
    match.refuse("ana move 1", "LC-12.5", have=1)


def test_lc_12_5_a_response_is_not_used_twice():
    match = brute_with(response("Growl", "anything")).play("bo respond Brute Growl")
    match.refuse("bo respond Brute Growl", "LC-12.5", action="Growl")


def test_lc_i_37_tokens_stay_spent():
    match = begun(decks=DUEL).play("ana activate Warden; ana move 2; ana end")
    match.play("bo activate Brute; bo end; ana close-turn crossing:nobody")
    assert match.state.figures["Warden"].slots == {"move": 2}


def test_lc_i_37_or_all_are_back_each_turn():
    match = begun(decks=DUEL, choices={"LC-I 37": "refill_every_turn"})
    match.play("ana activate Warden; ana move 2; ana end; bo activate Brute; bo end")
    assert match.state.figures["Warden"].slots == {"move": 2}
    match.play("ana close-turn crossing:nobody")
    warden = match.state.figures["Warden"]
    assert (warden.pool, warden.slots) == (3, {})


# -- transfers ---------------------------------------------------------------------------------


def test_lc_12_6_an_ability_may_pass_tokens():
    match = begun(catalog=LENDING).play("ana activate Warden; ana transfer Lend Warden Slinger 2")
    figures = match.state.figures
    assert (figures["Warden"].pool, figures["Warden"].slots) == (0, {"Lend": 1})
    assert figures["Slinger"].pool == 5
    assert match.one(AbilityUsed) == AbilityUsed("ana", "Warden", "Lend", "LC-12.6")
    tokens_add_up(match)


def test_lc_12_6_or_take_them():
    match = begun(catalog=LENDING).play("ana activate Warden; ana transfer Lend Slinger Warden 2")
    assert match.state.figures["Slinger"].pool == 1
    assert match.state.figures["Warden"].pool == 4
    tokens_add_up(match)


def test_lc_12_6_tokens_that_passed_stay_passed():
    match = begun(catalog=LENDING, choices={"LC-I 37": "refill_every_turn"})
    match.play("ana activate Warden; ana transfer Lend Warden Slinger 1; ana end")
    match.play("bo activate Brute; bo end; ana activate Slinger; ana move 2; ana end")
    match.play("bo activate Stalker; bo end; ana activate Colossus; ana end")
    match.play("bo activate Stalker.2; bo end; bo activate Seer; bo end")
    match.play("ana close-turn crossing:nobody")
    assert match.state.figures["Slinger"].pool == 4
    assert match.state.figures["Warden"].pool == 2
    tokens_add_up(match)


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Salve Warden Slinger 1", {"ability": "Salve", "have": 1}),
        ("Rally Warden Slinger 1", {"ability": "Rally", "have": 1}),
        ("Lend Warden Slinger 3", {"ability": "Lend", "have": 3}),
        ("Lend Warden Brute 1", {"giver": "Warden", "receiver": "Brute"}),
        ("Lend Slinger Colossus 1", {"giver": "Slinger", "unit": "Warden"}),
        ("Lend Warden Warden 1", {"giver": "Warden"}),
        ("Lend Warden Ghost 1", {"receiver": "Ghost"}),
    ],
)
def test_lc_12_6_no_other_way(line: str, facts: dict[str, str | int]):
    match = begun(catalog=LENDING).play("ana activate Warden")
    match.refuse(f"ana transfer {line}", "LC-12.6", **facts)


def test_lc_12_6_only_tokens_of_the_pool():
    match = begun(catalog=LENDING).play("ana activate Warden; ana move 1")
    match.refuse("ana transfer Lend Warden Slinger 2", "LC-12.6", have=1, limit=2)
    match.play("ana transfer Lend Warden Slinger 1")


def test_lc_12_6_not_without_such_an_ability():
    match = begun().play("ana activate Slinger")
    verdict = match.refuse("ana transfer Salve Slinger Warden 1", "LC-12.6", ability="Salve")
    assert verdict.legal == "no transfer"


# -- counts ------------------------------------------------------------------------------------


def test_lc_12_7_a_count_agrees_with_the_referee():
    match = begun().play("ana activate Warden; ana move 2; bo tally Warden 1 move:2")
    verdict = match.refuse("bo tally Warden 2 move:1", "LC-12.7", have="pool 2, move 1")
    assert verdict.facts["limit"] == "pool 1, move 2"
    match.refuse("bo tally Warden 1", "LC-12.7")
    match.refuse("bo tally Warden 1 Halberd:2", "LC-12.7")
    match.refuse("bo tally Warden 2 move:2", "LC-12.7")
    match.refuse("bo tally Warden 1 move:2 Sling:0", "LC-12.7", action="Sling", unit="Warden")
    match.play("ana tally Warden 1 move:2 Halberd:0; ana tally Brute 3")


def test_lc_12_7_only_of_who_is_on_the_table():
    match = begun().play("jo adjust defeat:Brute:nobody")
    match.refuse("ana tally Brute 0", "LC-12.7", unit="Brute")
    match.refuse("ana differ Brute 0", "LC-12.7", unit="Brute")


def differing() -> Match:
    """Two tokens lie on the Warden's Move Action by the record, and one on the table."""
    match = begun().play("ana activate Warden; ana move 2")
    verdict = match.refuse("bo tally Warden 2 move:1 Halberd:0", "LC-12.7")
    assert verdict.legal == "bo differ Warden 2 move:1"
    return match.play(verdict.legal)


@pytest.mark.rule("LC-12.7")
def test_lc_12_7_a_count_that_differs_is_a_finding_with_both_counts():
    match = differing()
    assert match.verdict == LEGAL
    assert match.facts == [
        CountDiffered("ana", "Warden", "Warden", "pool 2, move 1", "pool 1, move 2", "LC-12.7")
    ]
    assert match.state.figures["Warden"].slots == {"move": 2}


@pytest.mark.rule("LC-3.4")
def test_lc_12_7_it_opens_a_question_that_holds_play_up():
    match = differing()
    found = match.seq
    told = "the tokens of Warden: counted pool 2, move 1; the record has pool 1, move 2"
    for line in ("ana stride 40", "bo tally Warden 1 move:2", "bo differ Warden 2 move:1"):
        match.refuse(line, "LC-3.4", since=found, question=told)
    assert match.options("ana") | match.options("bo") == {"settle"}
    [due] = GAME.obligations(match.replay.table)
    assert (due.rule, due.since, due.text()) == (
        "LC-3.4",
        found,
        f"settle with all players, or have a judge repair: {told}",
    )
    [[_, row]] = [r for p in GAME.board(match.replay.table) for r in p.rows if r[0] == "question"]
    assert row == f"open since entry {found}: the tokens of Warden"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ('bo settle outcome="it was two" ana bo', 2),
        ('bo settle outcome="it was one" ana bo changes=tokens:Warden/move:1', 1),
        ("jo adjust tokens:Warden/move:1", 1),
        ("jo adjust tokens:Warden/move:2", 2),
    ],
)
def test_lc_12_7_until_it_is_settled_or_a_judge_repairs_the_tokens(line: str, move: int):
    match = differing().play(line)
    assert match.state.figures["Warden"].slots == {"move": move}
    assert match.state.miscount is None
    match.play("ana stride 40")


def test_lc_12_7_a_repair_of_other_tokens_leaves_it_open():
    match = differing().play("jo adjust tokens:Brute/move:1")
    match.refuse("ana stride 40", "LC-3.4")


def test_lc_12_7_it_is_over_when_the_character_leaves_the_table():
    match = begun("ana bo cy").play("ana differ Warden 2; ana concede")
    assert (match.state.question, match.state.miscount) == (0, None)
    match.play("bo activate Brute")


def test_lc_12_7_a_forgotten_entry_that_is_inserted_explains_it():
    match = begun().play("ana activate Warden; ana move 2; bo differ Warden 0 move:2 Halberd:1")
    found = match.seq
    forgotten = read("ana attack Halberd Brute 10 JS-JH", GAME.codec)
    match.log(Insert("jo", found - 1, to_builtins({"event": forgotten})["event"]))
    assert match.replay.standing(found) == LEGAL  # it was a true count, and accuses nobody
    assert (match.state.question, match.state.miscount) == (0, None)
    match.play("ana end")


def test_lc_12_7_it_stays_when_another_character_leaves_the_table():
    match = begun("ana bo cy").play("ana differ Warden 2; cy concede")
    assert match.state.miscount.unit == "Warden"
    match.refuse("ana activate Warden", "LC-3.4")


@pytest.mark.rule("LC-12.7")
@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("Warden 1 move:1 Halberd:1", "pool 1, Halberd 1, move 1"),
        ("Warden 0 move:2", "pool 0, move 2"),
    ],
)
def test_lc_12_7_the_pool_or_the_slots_may_differ(line: str, counted: str):
    match = begun().play("ana activate Warden; ana move 2")
    assert match.refuse(f"bo tally {line}", "LC-12.7", have=counted).legal == f"bo differ {line}"
    assert match.play(f"bo differ {line}").one(CountDiffered).counted == counted


def test_lc_12_7_a_count_that_agrees_is_no_finding():
    match = begun().play("ana activate Warden; ana move 2")
    match.play("bo differ Warden 1 move:2 Halberd:0")
    assert (match.verdict, match.facts) == (LEGAL, [])
    assert (match.state.question, match.state.miscount) == (0, None)
    match.play("ana stride 40")


@pytest.mark.parametrize("verb", ["tally", "differ"])
def test_lc_12_7_tokens_are_counted_on_actions_that_the_character_has(verb: str):
    match = begun()
    verdict = match.refuse(f"bo {verb} Warden 2 Maul:1", "LC-12.7", action="Maul")
    assert verdict.legal == "one of move, Halberd, Brace"
    match.refuse(f"bo {verb} Warden 2 move:1 move:2", "LC-12.7", action="move")
    match.refuse(f"bo {verb} Warden 3 move:1 move:0", "LC-12.7", action="move")
    match.play("bo tally Warden 3 Halberd:0 Halberd:0")


# -- responses ---------------------------------------------------------------------------------


def test_lc_12_8_an_attack_on_it_is_answered():
    match = begun().play("ana pass; bo activate Brute; bo attack Maul Warden 10")
    assert ("respond", "LC-12.8") in {
        (o.verb, o.rule) for o in match.game.options(match.replay.table)
    }
    match.play("ana respond Warden Brace 3C-2C")
    assert match.one(AbilityUsed) == AbilityUsed("ana", "Warden", "Brace", "LC-12.8")
    assert match.state.figures["Warden"].slots == {"Brace": 1}
    match.play("bo flip 3D-3C")
    resolved = match.one(AttackResolved)
    assert (resolved.total, resolved.other_total) == (8, 8)


NO_OCCASION = {
    "attack": "no attack on it is declared",
    "friend_attacked": "no attack on a friend is declared",
    "hit": "it was not hit",
    "activation": "no enemy is being activated",
}


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ("attack", "ana activate Warden"),
        ("attack", "ana activate Slinger; ana attack Sling Seer 100"),
        ("friend_attacked", "ana activate Slinger; ana attack Sling Brute 100"),
        ("friend_attacked", "ana activate Slinger; ana attack Sling Colossus 100"),
        ("hit", "ana activate Slinger; ana attack Sling Brute 100 JH-JD"),
        ("hit", "ana activate Slinger; ana attack Sling Seer 100 3C-3D"),
        ("activation", ""),
        ("activation", "ana activate Warden; ana end; bo activate Seer"),
    ],
)
def test_lc_12_8_only_when_its_text_allows(answers: str, line: str):
    match = brute_with(response("Answer", answers)).play(line)
    verdict = match.refuse("bo respond Brute Answer", "LC-12.8", ability="Answer")
    assert verdict.facts["why"] == NO_OCCASION[answers]


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ("attack", "ana activate Slinger; ana attack Sling Brute 100"),
        ("friend_attacked", "ana activate Slinger; ana attack Sling Seer 100"),
        ("hit", "ana activate Slinger; ana attack Sling Brute 100 3C-3D"),
        ("activation", "ana activate Slinger"),
        ("anything", "ana activate Slinger"),
    ],
)
def test_lc_12_8_its_effects_are_on_the_active_character(answers: str, line: str):
    match = brute_with(response("Answer", answers, SEES, targets=("foe",))).play(line)
    match.play("bo respond Brute Answer")
    harmed = match.one(DamageDealt)
    assert (harmed.target, harmed.amount, harmed.rule) == ("Slinger", 1, "LC-12.8")


def test_lc_12_8_or_on_itself():
    guard = Effect("bonus", to="self", applies="defense", amount=2, until="activation")
    match = brute_with(response("Guard", "attack", guard))
    match.play("ana activate Warden; ana attack Halberd Brute 10; bo respond Brute Guard")
    match.play("ana flip 2D-2C")
    assert match.one(AttackResolved).other_total == 5
    match.play("ana end")
    assert match.state.figures["Brute"].bonuses == []


def test_lc_12_8_a_response_may_defeat_the_attacker():
    match = brute_with(response("Spikes", "attack", SEES, targets=("foe",)))
    match.play("jo adjust wounds:Slinger:1; ana activate Slinger; ana attack Sling Brute 100")
    match.play("bo respond Brute Spikes")
    assert match.one(UnitDefeated).unit == "Slinger"
    assert match.state.aim is None
    assert (match.state.acting, match.state.active) == ("", "bo")
    match.refuse("ana flip 3C-3D purpose=attack", "LC-13.1")


def test_lc_12_8_only_a_response_action_of_an_own_character():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10")
    match.refuse("bo respond Brute Hurl", "LC-12.8", unit="Brute", name="Hurl")
    match.refuse("bo respond Warden Brace", "LC-11.2", unit="Warden")
    match.play("jo adjust defeat:Seer:nobody").refuse("bo respond Seer Brace", "LC-11.2")


def test_lc_4_5_its_cards_can_still_be_in_that_deck():
    match = begun().play("ana pass; bo activate Brute; bo attack Maul Warden 10")
    verdict = match.refuse("ana respond Warden Brace 3C-3S", "LC-4.5", card="3S", seat="ana")
    assert verdict.legal == "a card that can still be in the deck"


def test_lc_12_8_not_while_something_is_due():
    match = brute_with(response("Growl", "anything"))
    match.play("ana activate Warden; ana attack Halberd Brute 10 3C-3D")
    match.refuse("bo respond Brute Growl", "LC-20.1")


def test_lc_12_8_it_answers_an_entry():
    match = begun().play("ana pass; bo activate Brute; bo attack Maul Warden 10")
    declared = match.seq
    match.refuse(f"ana respond Warden Brace 3C-2C answers={declared + 1}", "LC-12.8")
    match.refuse(f"ana respond Warden Brace 3C-2C answers={declared - 1}", "LC-12.8")
    match.play(f"ana respond Warden Brace 3C-2C answers={declared}")


def growling() -> Match:
    growl = response("Growl", "friend_attacked")
    catalog = forces(changed("Brute", abilities=(growl,)))
    decks = {"ana": {"Warden": 1}, "bo": {"Brute": 2, "Seer": 1}, "cy": {"Brute": 1}}
    sides = {"ana": "red", "bo": "blue", "cy": "blue"}
    match = begun("ana bo cy", catalog=catalog, decks=decks, sides=sides, options={"points": "324"})
    return match.play("ana activate Warden; ana attack Halberd Seer 10")


def test_lc_i_38_responses_come_in_the_order_of_initiative():
    match = growling().play("cy respond Brute.3 Growl")
    match.refuse("bo respond Brute Growl", "LC-12.8", seat="bo")
    match = growling().play("bo respond Brute Growl; bo respond Brute.2 Growl")
    match.play("cy respond Brute.3 Growl")


def test_lc_i_38_a_silent_text_allows_any_activation():
    match = brute_with(response("Growl", "anything"))
    match.play("ana activate Warden; bo respond Brute Growl")


def test_lc_i_38_or_the_own_one_only():
    own = {"LC-I 38": "own_activation_only"}
    match = brute_with(response("Growl", "anything"), choices=own)
    match.refuse("bo respond Brute Growl", "LC-12.8", unit="Brute")
    match.play("ana activate Warden").refuse("bo respond Brute Growl", "LC-12.8", unit="Brute")
    match.play("ana end; bo activate Seer").refuse("bo respond Brute Growl", "LC-12.8")
    match.play("bo end; ana activate Slinger; ana end; bo activate Brute; bo respond Brute Growl")


def test_lc_i_38_what_a_text_says_stays_so():
    match = begun(choices={"LC-I 38": "own_activation_only"})
    match.play("ana pass; bo activate Brute; bo attack Maul Warden 10")
    match.play("ana respond Warden Brace 3C-2C")


def test_lc_12_8_a_team_mate_may_answer():
    decks = {"ana": {"Warden": 1}, "bo": {"Seer": 1}, "cy": {"Warden": 1}, "di": {"Brute": 1}}
    cover = response("Cover", "friend_attacked")
    catalog = forces(changed("Brute", abilities=(cover,)))
    match = teams(decks=decks, catalog=catalog)
    match.play("ana activate Warden; ana attack Halberd Seer 10; di respond Brute Cover")
    assert match.state.figures["Brute"].slots == {"Cover": 1}


def test_lc_12_8_a_second_response_answers_what_the_first_answered():
    shout = response("Shout", "anything")
    match = begun(
        "ana bo cy",
        catalog=forces(changed("Brute", abilities=(shout,)), changed("Warden", abilities=(shout,))),
    )
    match.play("ana activate Slinger; cy respond Warden.2 Shout")
    match.refuse("bo respond Brute Shout", "LC-12.8", seat="bo")
    match.play("ana move; bo respond Brute Shout")


def test_lc_12_8_an_attacker_that_a_response_defeats_is_flipped_against_no_more():
    snap = response("Snap", "friend_attacked", Effect("damage", amount=9), targets=("foe",))
    nimble = Ability("Nimble", "always", flip="adds")
    catalog = forces(changed("Brute", abilities=(nimble,)), changed("Seer", abilities=(snap,)))
    match = begun(catalog=catalog)
    match.play("ana activate Warden; ana attack Halberd Brute 10; bo respond Seer Snap")
    assert match.state.due == []
    match.play("bo activate Brute")


def test_lc_12_8_who_moves_and_is_pushed_down_stands_where_it_landed():
    gust = response("Gust", "activation", Effect("push"), targets=("foe",))
    tough = changed("Warden", wounds=60)
    catalog = forces(tough, changed("Brute", abilities=(gust,)))
    match = begun(catalog=catalog, on={"Warden": "wall"})
    match.play("ana activate Warden; ana move 2; ana stride 10 stands=no; bo respond Brute Gust")
    match.play("bo push Warden 25.4 stands=no; ana fall Warden ground; ana choose Warden slow")
    match.play("ana stride 10 part=2; ana end")


def test_lc_12_8_a_response_is_for_whom_its_record_says():
    growl = response("Growl", "anything", Effect("damage"), targets=("foe",))
    brute_with(growl).refuse("bo respond Brute Growl", "LC-12.8")
    match = brute_with(growl).play("ana activate Warden; bo respond Brute Growl")
    assert match.one(DamageDealt).target == "Warden"
    match = brute_with(growl).play("ana activate Warden; ana end; bo activate Seer")
    match.refuse("bo respond Brute Growl", "LC-12.8")
    assert "respond" not in match.options("bo")


def test_lc_12_5_a_slot_that_is_not_clear_comes_before_what_is_paid():
    match = begun().play("ana activate Warden; ana move 1")
    match.refuse("ana move 9", "LC-12.5", action="move")
    match.play("ana attack Halberd Brute 12 AS-AH")
    match.refuse("ana attack Halberd Brute 12 2S-2H tokens=9", "LC-12.5", action="Halberd")


@pytest.mark.rule("LC-12.8")
def test_lc_12_8_a_hit_is_not_answered_in_the_next_turn():
    match = brute_with(
        response("Answer", "hit"),
        options={"scenario": "breakthrough"},
        choices={"LC-I 31": "stop_at_once"},
    )
    match.play("ana activate Slinger; ana attack Sling Brute 100 3C-3D; ana declare nightfall")
    match.play("ana close-turn")
    verdict = match.refuse("bo respond Brute Answer", "LC-12.8", ability="Answer")
    assert verdict.facts["why"] == "it was not hit"
