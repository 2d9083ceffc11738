"""All that follows from a line of each kind, fact by fact and in words."""

import pytest

from cli.screen.sentences import tell
from referee.fact import (
    CardMoved,
    CardsDrawn,
    DamageDealt,
    Fact,
    ScoreChanged,
    Term,
    TurnBegan,
    TurnEnded,
)
from referee.games.grand_archive.facts import (
    AttackDeclared,
    AttackRedirected,
    BanishedAtRandom,
    CardActivated,
    CardMaterialized,
    ChampionLeveled,
    CombatEnded,
    CountersChanged,
    LifeReckoned,
    ObjectLeft,
    PhaseBegan,
    Recollected,
    Retaliated,
    StrikeReckoned,
    TurnStood,
)
from referee.parts.responses import Passed, Resolved
from tests.games.grand_archive.table import Match, turn

TOME = """
[[cards]]
name = "Tome"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
text = "it does something"

[[cards]]
name = "Sky"
types = ["mastery"]
deck = "none"

[[cards]]
name = "Sage"
types = ["item"]
supertypes = ["token"]
subtypes = ["herb"]
deck = "none"
"""


def table(phase: str = "main") -> Match:
    """Both have allies; ana has a weapon, an item of which nobody knows the text, some cards."""
    match = turn(extra=TOME, phase=phase)
    for seat, name in (("ana", "A1"), ("ana", "Blade0"), ("ana", "Tome"), ("bo", "A2")):
        match.put(seat, name)
    match.put("bo", "Page2")
    match.hold("ana", "A1", "A2", "A3", "Bolt1", "Cut2", "Ember2", "Eye2").hold("bo", "Bolt1")
    return match.lay("ana", "graveyard", "A1", "Owl1")


def let_by(entry: int) -> list[Fact]:
    """Both let something take effect without a word."""
    return [Passed(seat, entry, implied=True) for seat in ("ana", "bo")]


def follows(match: Match, line: str, *facts: Fact) -> None:
    assert match.play(line).facts == list(facts)


# -- fact by fact --------------------------------------------------------------------------------


def test_a_card_is_activated_answered_and_resolves() -> None:
    match = table()
    follows(
        match,
        "ana activate Bolt1",
        CardActivated("ana", "Bolt1.1", "Bolt1", "action", "norm", 1, 1, "hand", False),
    )
    follows(
        match,
        "bo activate Bolt1",
        Passed("ana", 2, implied=True),
        CardActivated("bo", "Bolt1.2", "Bolt1", "action", "norm", 1, 1, "hand", True),
    )
    follows(
        match,
        "ana activate A2",
        *let_by(3),
        CardMoved("bo", "Bolt1", "stack", "bo.graveyard", "GA-11.8"),
        Resolved(3, "bo", "Bolt1.2", "card", "took effect"),
        *let_by(2),
        CardMoved("ana", "Bolt1", "stack", "ana.graveyard", "GA-11.8"),
        Resolved(2, "ana", "Bolt1.1", "card", "took effect"),
        CardActivated("ana", "A2.2", "A2", "ally", "norm", 2, 2, "hand", False),
    )


def test_a_turn_ends_and_the_next_begins() -> None:
    follows(
        table(),
        "ana end",
        PhaseBegan("ana", "end"),
        TurnStood("ana", 5, 0, 15, 16, 51),
        ScoreChanged("ana", "life", 15),
        TurnStood("bo", 5, 0, 15, 10, 51),
        ScoreChanged("bo", "life", 15),
        TurnEnded("ana", 5),
        TurnBegan("bo", 6),
        PhaseBegan("bo", "wake up"),
        PhaseBegan("bo", "materialize"),
    )


def test_a_champion_is_materialized_with_a_card_picked_at_random() -> None:
    match = table("materialize").hold("ana", "A1", place="memory")
    follows(
        match,
        'ana materialize "Kai, One" A1',
        BanishedAtRandom("ana", "A1", 1, 3, 1, 1, True),
        CardMoved("ana", "A1", "ana.memory", "ana.banishment", "GA-9.10"),
        CardMaterialized("ana", "Kai, One.1", "Kai, One", "champion", 1, 1, 0),
    )
    follows(
        match,
        "ana step main",
        *let_by(2),
        ChampionLeveled("ana", "ana.champion", "Kai, One", 1, "leveled up"),
        ScoreChanged("ana", "life", 20),
        Resolved(2, "ana", "Kai, One.1", "card", "took effect"),
        PhaseBegan("ana", "recollection"),
        Recollected("ana", 2),
        PhaseBegan("ana", "draw"),
        CardsDrawn("ana", 1, "GA-6.40"),
        PhaseBegan("ana", "main"),
    )


def test_floating_memory_pays_for_a_regalia() -> None:
    follows(
        table("materialize"),
        "ana materialize Ring1 floating=Owl1",
        CardMoved("ana", "Owl1", "ana.graveyard", "ana.banishment", "GA-9.12"),
        CardMaterialized("ana", "Ring1.1", "Ring1", "item", 1, 0, 1),
    )


def test_attacker_and_retaliator_strike() -> None:
    match = table()
    follows(match, "ana attack A1 A2", AttackDeclared("ana", "A1.1", "A1", "A2.1", 0, 0))
    follows(match, "bo retaliate A2", Retaliated("bo", "A2.1", "A2", "A1.1"))
    follows(
        match,
        "ana damage",
        StrikeReckoned("ana", "A1.1", "A2.1", (Term("A1.1", 1, "GA-2.32"),), 1),
        StrikeReckoned("bo", "A2.1", "A1.1", (Term("A2.1", 2, "GA-2.32"),), 2),
        DamageDealt("ana", "A1", "bo", "A2.1", "A2", 1, 1, "attack", "GA-17.42"),
        DamageDealt("bo", "A2", "ana", "A1.1", "A1", 2, 0, "retaliation", "GA-17.42"),
        Resolved(2, "ana", "A1.1", "attack", "struck"),
        CombatEnded("ana", "A1.1", "struck"),
        ObjectLeft("ana", "A1.1", "A1", "died", ""),
        CardMoved("ana", "A1", "ana.field", "ana.graveyard", "GA-20.3"),
    )


def test_a_weapon_strikes_who_intercepts() -> None:
    match = table()
    follows(
        match,
        "ana attack ana.champion bo uses=Blade0",
        AttackDeclared("ana", "ana.champion", "Fire", "bo.champion", 1, 0, ("Blade0",)),
    )
    follows(match, "bo intercept Page2", AttackRedirected("bo", "ana.champion", "Page2.1"))
    follows(
        match,
        "ana damage",
        StrikeReckoned("ana", "ana.champion", "Page2.1", (Term("Blade0.1", 1, "GA-2.32"),), 1),
        CountersChanged("ana", "Blade0.1", "durability", -1, 1),
        DamageDealt("ana", "Fire", "bo", "Page2.1", "Page2", 1, 1, "attack", "GA-17.42"),
        Resolved(2, "ana", "ana.champion", "attack", "struck"),
        CombatEnded("ana", "ana.champion", "struck"),
    )


def test_an_attack_card_with_a_weapon_that_nobody_answers() -> None:
    follows(
        table(),
        "ana activate Cut2 target=bo uses=Blade0 damage=3",
        CardActivated("ana", "Cut2.1", "Cut2", "attack", "norm", 1, 1, "hand", False),
        Resolved(2, "ana", "Cut2.1", "card", "took effect"),
        AttackDeclared("ana", "ana.champion", "Fire", "bo.champion", 1, 1, ("Blade0", "Cut2")),
        Resolved(2, "ana", "ana.champion", "attack", "damage"),
        StrikeReckoned(
            "ana",
            "ana.champion",
            "bo.champion",
            (Term("Cut2.1", 2, "GA-2.32"), Term("Blade0.1", 1, "GA-2.32")),
            3,
        ),
        CountersChanged("ana", "Blade0.1", "durability", -1, 1),
        DamageDealt("ana", "Fire", "bo", "bo.champion", "Fire", 3, 12, "attack", "GA-17.42"),
        LifeReckoned(
            "bo", "bo.champion", (Term("Fire", 15, "GA-2.32"), Term("damage", -3, "GA-18.5")), 12
        ),
        ScoreChanged("bo", "life", 12),
        CardMoved("ana", "Cut2", "ana.intent", "ana.graveyard", "GA-17.61"),
        Resolved(2, "ana", "ana.champion", "attack", "struck"),
        CombatEnded("ana", "ana.champion", "struck"),
    )


# -- in words ------------------------------------------------------------------------------------

OUTCOMES = [
    ("draw:2", ["ana draws 2 cards"]),
    ("recover:3", ["ana recovers 3", "ana.champion has 13 life left", "ana's life is 13"]),
    (
        "damage:bo.champion:2",
        ["ana's Tome deals 2 to bo's Fire (bo.champion) (effect), 13 left",
         "bo.champion has 13 life left"],
    ),
    ("damage:A1:1", ["ana's Tome deals 1 to ana's A1 (A1.1) (effect), 0 left", "A1.1 dies",
                     "ana's A1 goes from ana.field to ana.graveyard"]),
    ("counter:buff:2:A1", ["2 buff counters onto A1.1, 2 there now"]),
    ("counter:durability:-1:Blade0", ["1 durability counter off Blade0.1, 1 left"]),
    ("discard:A3", ["ana's A3 goes from ana.hand to ana.graveyard"]),
    ("banish:A1:graveyard", ["ana's A1 goes from ana.graveyard to ana.banishment"]),
    ("banish-object:A2", ["A2.1 is banished", "bo's A2 goes from bo.field to bo.banishment"]),
    ("destroy:Page2", ["Page2.1 dies", "bo's Page2 goes from bo.field to bo.graveyard"]),
    ("destroy:Blade0", ["Blade0.1 is destroyed",
                        "ana's Blade0 goes from ana.field to ana.banishment"]),
    ("sacrifice:A1", ["A1.1 is sacrificed", "ana's A1 goes from ana.field to ana.graveyard"]),
    ("suppress:A2", ["A2.1 is banished", "bo's A2 goes from bo.field to bo.banishment"]),
    ("return:Page2:hand", ["Page2.1 is returned", "bo's Page2 goes from bo.field to bo.hand"]),
    ("glimpse:3:1", ["ana glimpses 3, 1 to the bottom"]),
    ("look:1:hand:bo", ["ana looks at 1 card of bo.hand"]),
    ("look:2:deck", ["ana looks at 2 cards of ana.deck"]),
    ("reveal:A3+A2", ["ana shows A3, A2 of ana.hand"]),
    ("random:4", ["Tome.1: a random 4"]),
    ("mill:A4+A3", ["ana's A4, A3 go from ana.deck to ana.graveyard"]),
    ("mill:A4:bo", ["bo's A4 goes from bo.deck to bo.graveyard"]),
    ("fetch:A4:deck:hand:bo", ["bo's A4 goes from bo.deck to bo.hand"]),
    ("draw:1:bo", ["bo draws 1 card"]),
    ("discard:Bolt1:bo", ["bo's Bolt1 goes from bo.hand to bo.graveyard"]),
    ("fetch:Eye2", ["ana's Eye2 goes from ana.deck to ana.hand"]),
    ("scavenge:A4:1:ally",
     ["ana shows A4 of ana.deck", "ana's A4 goes from ana.deck to ana.hand"]),
    ('level:"Kai, One"', ["ana levels up into Kai, One, Lv 1", "ana's life is 15"]),
    (
        "modify:A1:power:2:turn",
        ["power of A1.1 changes by +2 until the end of the turn, by Tome.1"],
    ),
    ("win:ana", ["ana wins: card"]),
    ("lose-game:bo", ["ana wins: card"]),
]  # fmt: skip


@pytest.mark.parametrize(("done", "words"), OUTCOMES)
def test_an_outcome_is_told_in_words(done: str, words: list[str]) -> None:
    match = table()
    match.champion("ana").damage = 5
    match.play(f"ana ability Tome; ana resolve {done}")
    told = tell(match.facts, match.game.words)
    assert told == ["Tome's effect happens: activated, by its text alone", *words]


LINES = [
    ("main", "", "ana activate A2", ["ana activates A2, 2 cards reserved"]),
    ("main", "", "ana ability Tome", ["ana uses Tome.1"]),
    ("materialize", "", "ana materialize Ring0", ["ana materializes Ring0"]),
    ("main", "", "ana attack A1 A2", ["A1.1 attacks A2.1"]),
    (
        "main",
        "",
        "ana attack ana.champion bo uses=Blade0",
        ["ana.champion attacks bo.champion with 1 weapon"],
    ),
    ("main", "ana attack A1 A2", "bo retaliate A2", ["A2.1 retaliates against A1.1"]),
    ("main", "ana attack A1 bo", "bo intercept Page2", ["the attack of A1.1 goes on Page2.1 now"]),
    ("main", "", "ana missed wake", ["ana missed wake"]),
    ("main", "", "ana missed wake added=yes", ["ana missed wake, which is done now"]),
]


@pytest.mark.parametrize(("phase", "before", "line", "words"), LINES)
def test_a_line_is_told_in_words(phase: str, before: str, line: str, words: list[str]) -> None:
    match = table(phase).play(before).play(line)
    assert tell(match.facts, match.game.words) == words


# -- what stays on the table ---------------------------------------------------------------------


def outcome(done: str) -> Match:
    return table().play(f"ana ability Tome; ana resolve {done}")


def test_outcomes_that_move_cards_unseen() -> None:
    for done, hand, memory, deck in (
        ("pass:1:hand:deck", -1, 0, 1),
        ("pass:2:memory:hand", 2, -2, 0),
        ("reserve:2", -2, 2, 0),
        ("pay:1", -1, 1, 0),
        ("draw:3", 3, 0, -3),
        ("draw:1:ana:memory", 0, 1, -1),
    ):
        before, after = table(), outcome(done)
        moved = [
            after.size("ana", at) - before.size("ana", at) for at in ("hand", "memory", "deck")
        ]
        assert moved == [hand, memory, deck], done


def test_outcomes_that_change_objects() -> None:
    assert outcome("rest:Page2").thing("Page2.1").rested
    assert not outcome("rest:A1 wake:A1").thing("A1.1").rested
    assert outcome("control:Page2:ana").thing("Page2.1").controller == "ana"
    assert outcome("link:A2").thing("Tome.1").link == "A2.1"
    assert outcome("grant:A1:distant").thing("A1.1").marks == ["distant"]
    assert outcome("load:Blade0:A3:hand").thing("A3.1").under == "Blade0.1"
    assert outcome("transform:A1").thing("A1.1").marks == []
    tokens = outcome("summon:Imp:2:bo:rested")
    assert [tokens.thing(each).controller for each in ("Imp.1", "Imp.2")] == ["bo", "bo"]
    assert tokens.thing("Imp.2").rested and tokens.thing("Imp.2").token
    assert outcome("gather:Sage").thing("Sage.1").token


def test_outcomes_that_change_what_a_player_has() -> None:
    side = outcome("empower:2 name:A1 mastery:Sky suppress:A1 phase:draw:skip").side("ana")
    assert (side.empower, side.named, side.mastery) == (2, ["A1"], "Sky")
    assert (side.suppressed, side.skips) == (["A1"], {"draw": 1})
    match = outcome("generate:Eye2")
    assert match.size("ana", "hand") == 15
    assert match.ga.zones.generated == {"Eye2": 1}
    assert outcome("banish:A1:graveyard:ana:omen").side("ana").omens == ["A1"]
    assert outcome("pass:1:memory:facedown").side("ana").keepers == {"ana": 1}
    leveled = outcome('level:"Kai, One"')
    assert leveled.champion("ana").name == "Kai, One"
    assert leveled.size("ana", "material") == table().size("ana", "material") - 1


def test_an_attack_counts_once_and_rests_the_attacker() -> None:
    match = table().play("ana attack A1 bo")
    assert match.ga.done.attacks == 1
    assert match.thing("A1.1").rested
    assert [each.entry for each in match.ga.waiting.stack] == [2]
