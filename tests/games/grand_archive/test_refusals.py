"""Lines that are refused, each by its rule, for the figures compared, with what would be legal."""

from collections.abc import Callable, Mapping

import pytest

from referee.games.grand_archive.namesakes_and_wither import recount
from referee.parts.lasting_changes import begin
from tests.games.grand_archive.table import Match, opened, turn

CARDS = """
[[cards]]
name = "Stab"
types = ["attack"]
reserve = 0
power = 1
keywords = ["fast activation"]

[[cards]]
name = "Reaper"
types = ["ally"]
reserve = 0
power = 1
life = 1
keywords = ["cleave"]

[[cards]]
name = "Gun"
types = ["weapon"]
supertypes = ["regalia"]
subtypes = ["gun"]
memory = 0
power = 1
durability = 2
deck = "material"

[[cards]]
name = "Nought"
types = ["item"]

[[cards]]
name = "Well"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [{ do = "draw" }]

[[cards]]
name = "Diva"
types = ["ally"]
reserve = 0
power = 1
life = 1
keywords = ["pride 2"]
[[cards.effects]]
when = "activated"
steps = [{ do = "draw" }]

[[cards]]
name = "Echo"
types = ["ally"]
reserve = 0
power = 1
life = 1
[[cards.effects]]
when = "on enter"
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]

[[cards]]
name = "Fury"
types = ["ally"]
reserve = 0
power = 1
life = 4
[[cards.effects]]
when = "on hit"
steps = [{ do = "draw" }]

[[cards]]
name = "Ward"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [
    { do = "prevent", thing = { is = "champion", of = "you" }, amount = 1, until = "turn" },
]

[[cards]]
name = "Sealed"
types = ["ally"]
reserve = 1
power = 1
life = 3
keywords = ["omnishroud"]

[[cards]]
name = "Covenant"
types = ["item"]
supertypes = ["regalia"]
memory = 0
deck = "material"
keywords = ["link"]
named = { link = ["ally"] }
"""

HELD = ("A1", "Pact", "Bolt1", "Cut2", "Cmd2", "Echo", "Nought", "Wave2", "Owl1")
ON_THE_FIELD = {
    "ana": ("A1", "Reaper", "Blade0", "Gun", "Well", "Diva", "Fury", "Page2", "Lamp1"),
    "bo": ("A2", "Page2", "Stone2", "Ward", "Ward", "Lamp1"),
}

Case = tuple[str, str, str, Mapping[str, int | str], str]
"""What was played before, the line, the rule, what it compares, and what would be legal."""


def table(match: Match) -> Match:
    """Both players have a bit of all."""
    for seat, names in ON_THE_FIELD.items():
        match.hold(seat, *HELD)
        for name in names:
            match.put(seat, name)
    return match


def main() -> Match:
    """Ana's main phase."""
    return table(turn(extra=CARDS))


def on_record() -> Match:
    """The same, with every pass on record."""
    return table(turn(extra=CARDS, choices={"GA-I 19": "must_be_logged"}))


def materialize() -> Match:
    """Ana's materialize phase under the newer rules."""
    match = turn(extra=CARDS, phase="materialize", edition="R26")
    match.put("bo", "Sealed")
    return match.hold("ana", "Covenant", place="material")


def withering() -> Match:
    """Ana's recollection phase, with an ally that costs more than anybody can pay."""
    match = turn(phase="recollection")
    match.put("ana", "A1")
    match.put("ana", "A2", counters={"wither": 20})
    return match.hold("ana", "A1", "Bolt1")


def struck() -> Match:
    """An attack has dealt its damage, and what that triggers comes before its end."""
    match = turn(extra=CARDS, edition="R26")
    match.put("ana", "Fury")
    match.put("ana", "A1", rested=True)
    return match.play("ana attack Fury bo; ana step damage; ana damage")


def first_turn() -> Match:
    """Ana's first turn, before bo has a champion."""
    match = opened(extra=CARDS).hold("bo", "Stab", "A1")
    for name in ("A2", "Reaper"):
        match.put("ana", name)
    return match


ABLE = "bo.champion or A2.1 or Page2.2 or Stone2.1"
"""What A1 may attack."""

ACTIVATING: list[Case] = [
    ("", "ana activate Bolt1 target=bo", "GA-14.4", {"card": "Bolt1"}, ""),
    ("", "ana activate Bolt1 uses=Blade0", "GA-14.4", {"card": "Bolt1"}, ""),
    ("", "ana activate Bolt1 damage=1", "GA-14.4", {"card": "Bolt1"}, ""),
    ("", "ana activate Bolt1 attacker=A1", "GA-24.6", {"card": "Bolt1"}, ""),
    ("", "ana activate Cut2 attacker=A1", "GA-24.6", {"card": "Cut2"}, ""),
    ("", "ana activate Cmd2 attacker=A2", "GA-24.6", {"thing": "A2.1", "seat": "ana"}, ""),
    ("", "ana activate Cmd2 attacker=Well", "GA-24.6", {"thing": "Well.1", "seat": "ana"}, ""),
    ("", "ana activate Cmd2 attacker=Diva", "GA-24.6", {"thing": "Diva.1"}, ""),
    ("", "ana activate Nought", "GA-9.20", {"card": "Nought"}, ""),
    ("", "ana activate Wave2", "GA-8.4", {"element": "water", "seat": "ana"}, ""),
    ("", 'ana activate "Kai, One"', "GA-15.7", {"card": "Kai, One"}, ""),
    ("", "ana activate Imp", "GA-23.1", {"card": "Imp"}, ""),
    ("", "ana activate Zork", "GA-2.11", {"card": "Zork"}, "a card of the catalog"),
    ("", "ana activate A4 origin=memory", "GA-8.1", {"place": "memory", "owner": "ana"},
     "a card of one's own hand"),
    ("", "ana activate A4 owner=bo", "GA-8.2", {"card": "A4", "owner": "bo"},
     "a card of one's own hand"),
    ("", "ana activate Pact", "GA-9.20", {"card": "Pact"}, "ana materialize"),
    ("", "ana activate Pact floating=Owl1", "GA-9.14", {"card": "Pact"}, "ana materialize"),
    ("", "ana activate A1 floating=Owl1", "GA-9.14", {"card": "A1"}, ""),
    ("", "ana activate A1 prepare=yes", "GA-24.26", {"card": "A1"}, ""),
    ("", "ana activate A1 brew=A1", "GA-9.5", {"card": "A1"}, ""),
    ("", "ana activate A1 kindle=Fire2", "GA-9.5", {"card": "A1"}, ""),
    ("", "ana activate A1 imbue=A2", "GA-24.15", {"card": "A1"}, ""),
    ("", "ana activate A1 rest=A1", "GA-24.31", {"thing": "A1.1"}, ""),
    ("", "ana activate A1 rest=Lamp1.2", "GA-9.5", {"thing": "Lamp1.2", "seat": "ana"}, ""),
    ("", "ana activate A1 rest=Lamp1.1,Lamp1.1", "GA-16.7", {"thing": "Lamp1.1"}, ""),
    ("", "ana activate A1 reserved=2", "GA-8.9", {"due": 1, "said": 2}, "exactly 1"),
    ("", "ana activate A1 x=2", "GA-2.36", {"card": "A1"}, ""),
    ("", "ana activate Bolt1 A2", "GA-8.7", {"card": "Bolt1"}, ""),
    ("", "ana activate Bolt1 mode=draw", "GA-8.6", {"card": "Bolt1"}, ""),
    ("", "ana activate Bolt1 pays=discard:A1", "GA-8.10", {"card": "Bolt1"}, ""),
    ("", "ana activate Bolt1 did=draw:1", "GA-1.6", {"card": "Bolt1"}, ""),
    ("ana attack ana.champion bo uses=Blade0 damage=1", "ana activate Cut2", "GA-14.5",
     {"thing": "ana.champion"}, ""),
]  # fmt: skip

ABILITIES: list[Case] = [
    ("", "ana ability A1", "GA-16.6", {"card": "A1"}, ""),
    ("", "bo ability Well", "GA-16.6", {"thing": "Well.1", "seat": "bo"}, ""),
    ("", "ana ability Diva", "GA-21.11", {"thing": "Diva.1"}, ""),
    ("", "ana ability ana.champion which=enlighten", "GA-19.4",
     {"thing": "ana.champion", "have": 0}, "3 of them"),
    ("", "ana ability Well which=enlighten", "GA-19.4", {"thing": "Well.1"}, ""),
    ("ana activate Echo; ana resolve", "bo trigger Echo A1", "GA-16.5", {"seat": "ana"}, ""),
    ("", "ana trigger Well", "GA-16.10", {"card": "Well"}, ""),
    ("", "ana resolve", "GA-7.7", {}, ""),
    ("ana ability Well", "ana resolve target=bo", "GA-14.4", {"card": "Well"}, ""),
    ("ana activate Bolt1", "ana resolve uses=A1", "GA-14.4", {"card": "Bolt1"}, ""),
    ("ana activate Bolt1", "ana order Bolt1 Well", "GA-7.11", {"name": "Bolt1"}, ""),
    ("ana activate Bolt1", "ana order Well Bolt1", "GA-16.11", {"name": "Well", "seat": "ana"},
     ""),
]  # fmt: skip

COMBAT: list[Case] = [
    ("", "ana damage", "GA-17.42", {}, ""),
    ("", "bo retaliate A2", "GA-17.32", {}, ""),
    ("", "bo intercept Page2", "GA-24.18", {}, ""),
    ("", "ana step damage", "GA-6.71", {}, ""),
    ("", "ana attack Well bo", "GA-17.1", {"thing": "Well.1"}, ""),
    ("", "ana attack A2 bo", "GA-17.1", {"thing": "A2.1", "seat": "ana"}, ""),
    ("", "ana attack Diva bo", "GA-21.11", {"thing": "Diva.1"}, ""),
    ("", "ana attack A1 bo tried=yes", "GA-17.26", {"thing": "A1.1"}, ""),
    ("ana attack A1 bo damage=1; ana step main", "ana attack A1 bo", "GA-17.1",
     {"thing": "A1.1"}, ""),
    ("", "ana attack A1 ana", "GA-17.6", {"thing": "ana.champion", "seat": "ana"}, ABLE),
    ("", "ana attack A1 Ward.1", "GA-17.5", {"thing": "Ward.1"}, ABLE),
    ("", "ana attack Reaper A2", "GA-17.73", {}, "bo"),
    ("", "ana attack A1 bo further=A2", "GA-17.20", {"most": 0, "count": 1}, "one target"),
    ("", "ana attack A1 bo damage=3", "GA-17.43", {"total": 1, "said": 3}, "damage=1"),
    ("", "ana attack A1 bo uses=Blade0", "GA-14.11", {"thing": "A1.1"}, ""),
    ("", "ana attack ana.champion bo", "GA-15.40", {"thing": "ana.champion"},
     "a weapon or an attack card"),
    ("", "ana attack ana.champion bo uses=Lamp1.2", "GA-17.20",
     {"thing": "Lamp1.2", "seat": "ana"}, ""),
    ("", "ana attack ana.champion bo uses=Well", "GA-17.20", {"thing": "Well.1"}, ""),
    ("", "ana attack ana.champion bo uses=Blade0,Blade0", "GA-17.20", {"thing": "Blade0.1"}, ""),
    ("", "ana attack ana.champion bo uses=Gun", "GA-14.15", {"thing": "Gun.1"}, ""),
    ("", "ana activate Cut2 target=bo uses=Gun", "GA-14.15", {"thing": "Gun.1"}, ""),
    ("ana attack A1 bo", "bo intercept Page2.1", "GA-24.18", {"thing": "Page2.1", "seat": "bo"},
     ""),
    ("ana attack A1 bo", "ana intercept Page2.1", "GA-24.18", {"seat": "ana"}, ""),
    ("ana attack A1 A2", "bo intercept Page2.2", "GA-24.18", {"seat": "bo"}, ""),
    ("ana attack A1 bo; ana step damage", "bo intercept Page2.2", "GA-24.18", {}, ""),
    ("ana attack A1 bo", "bo retaliate A2", "GA-17.32", {"thing": "A2.1"}, ""),
    ("ana attack A1 A2", "ana retaliate A2", "GA-17.32", {"thing": "A2.1", "seat": "ana"}, ""),
    ("ana attack A1 A2; ana step damage", "bo retaliate A2", "GA-17.32", {}, ""),
    ("ana attack A1 A2; bo retaliate A2", "bo retaliate A2", "GA-17.32", {"thing": "A2.1"}, ""),
    ("ana attack A1 Stone2", "bo retaliate Stone2 Stone2", "GA-17.32", {"thing": "Stone2.1"}, ""),
    ("ana attack A1 Stone2; bo retaliate Stone2", "bo retaliate Stone2", "GA-17.32",
     {"thing": "Stone2.1"}, ""),
    ("ana attack A1 A2; bo retaliate A2", "ana damage first=A1,A2", "GA-17.41",
     {"order": "A1.1, A2.1"}, "A2.1"),
    ("ana attack A1 A2; bo retaliate A2", "bo damage first=A2", "GA-17.41", {"player": "ana"},
     "ana"),
    ("ana attack A1 bo", "bo damage discards=A1", "GA-24.7", {"count": 1, "number": 0},
     "0 cards, or none"),
    ("ana attack A1 bo", "ana damage discards=A1", "GA-24.7", {"seat": "ana"}, ""),
    ("bo ability Ward.1; ana attack A1 bo", "ana damage first=Ward.1", "GA-18.14",
     {"name": "Ward.1", "whose": "bo"}, "bo"),
]  # fmt: skip

ON_RECORD: list[Case] = [
    ("ana attack A1 bo", "ana attack Reaper bo", "GA-17.9", {}, ""),
    ("ana attack A1 bo; ana activate Bolt1", "bo retaliate A2", "GA-7.7", {"thing": "Bolt1.1"},
     "bo pass"),
    ("ana attack A1 bo; ana activate Bolt1", "bo intercept Page2.2", "GA-7.7",
     {"thing": "Bolt1.1"}, "bo pass"),
    ("ana attack A1 bo; ana activate Bolt1", "ana damage", "GA-7.7", {"thing": "Bolt1.1"},
     "bo pass"),
    ("ana activate Bolt1", "ana activate A1", "GA-7.1", {"thing": "Bolt1.1"}, ""),
    ("ana activate Bolt1", "ana step end", "GA-7.7", {"thing": "Bolt1.1"}, "bo pass"),
    ("", "ana step end", "GA-6.48", {"phase": "main"}, "ana pass"),
    ("", "bo activate Bolt1", "GA-7.3", {"other": "ana"}, "ana pass"),
    ("", "bo pass", "GA-7.5", {"other": "ana"}, "ana pass"),
]  # fmt: skip

MATERIALIZING: list[Case] = [
    ("", "ana materialize Ring0 lineage=ana.champion", "GA-15.6", {"card": "Ring0"}, "no lineage"),
    ("", "ana materialize A1", "GA-6.21", {"card": "A1"}, ""),
    ("", "ana materialize Zork", "GA-2.11", {"card": "Zork"}, "a card of the catalog"),
    ("", "ana materialize Fire", "GA-10.6", {"card": "Fire"}, "a champion of a higher level"),
    ("", 'ana materialize "Kai, Two" A1 A2', "GA-10.3",
     {"level": 2, "lineage": "Kai", "top": "Fire", "now": 0}, ""),
    ("", 'ana materialize "Brute, Two" A1 A2', "GA-15.8", {"level": 2, "top": "Fire", "now": 0},
     "Lv 1"),
    ("", 'ana materialize "Kai, One" A1 lineage=bo.champion', "GA-15.12",
     {"thing": "bo.champion", "seat": "ana"}, ""),
    ("", "ana materialize Ring0 x=1", "GA-2.36", {"card": "Ring0"}, ""),
    ("", "ana materialize Ring1 A1 A2", "GA-9.10", {"due": 1, "paid": 2}, "exactly 1"),
    ("", "ana materialize Ring1 A1 method=chosen", "GA-9.11", {"method": "chosen"},
     "a pick at random"),
    ("", "ana materialize Ring1 floating=A1", "GA-24.12", {"card": "A1"}, ""),
    ("", "ana materialize Covenant aims=Sealed", "GA-24.41",
     {"thing": "Sealed.1", "word": "Omnishroud"}, ""),
    ("", "ana preserve A1", "GA-6.24", {"card": "A1"}, ""),
    ("ana materialize Ring0", "ana materialize Blade0", "GA-10.1", {}, ""),
    ("ana materialize Ring0", "ana preserve A1", "GA-10.1", {}, ""),
    ("ana step main", "ana materialize Ring0", "GA-10.1", {}, ""),
]  # fmt: skip

FIRST_TURN: list[Case] = [
    ("", "bo activate Stab", "GA-14.5", {"seat": "bo"}, ""),
    ("", "ana attack A2", "GA-17.5", {}, ""),
    ("", "ana attack Reaper bo", "GA-17.5", {"player": "bo"}, ""),
    ("", "ana materialize Ring0", "GA-6.20", {}, ""),
    ("", "ana missed recollection", "GA-3.6", {"phase": "recollection"}, ""),
    ("", "bo missed draw", "GA-28.6", {"seat": "bo"}, ""),
    ("", "bo missed wake added=yes", "GA-28.6", {"active": "ana", "seat": "bo"}, ""),
    ("ana place", "ana place", "GA-15.3", {"seat": "ana", "card": "Fire"}, ""),
    ("", "bo place Fire", "GA-3.4", {"active": "ana"}, ""),
    ("", "ana pregame A1", "GA-3.4", {}, ""),
]

LOADED: list[Case] = [
    ("jo adjust rested:A2.1:yes; ana attack A1 A2", "bo retaliate A2", "GA-17.32",
     {"thing": "A2.1"}, ""),
    ("jo adjust move:ana/A1:hand>loaded/Gun.1", "ana activate Cut2 target=bo uses=Gun",
     "GA-14.15", {"thing": "Gun.1"}, ""),
]  # fmt: skip

BEFORE_R26: list[Case] = [
    ("", "ana pregame Bolt1", "GA-1.6", {"card": "Bolt1"}, ""),
    ("", "ana pregame Imp", "GA-25.7", {"card": "Imp"}, ""),
    ("ana end", "ana pregame A1", "GA-3.9", {}, ""),
]

SETTLING: list[Case] = [
    ("", "ana activate A1", "GA-19.7", {"things": "A2.1"}, "ana settle"),
    ("", "ana attack A1 bo", "GA-19.7", {"things": "A2.1"}, "ana settle"),
    ("ana step main", "ana settle", "GA-19.7", {"cost": 20, "seat": "ana", "have": 12},
     "sacrifice them"),
    ("ana step main", "ana settle A1", "GA-20.5", {"thing": "A1.1"}, ""),
    ("ana step main", "ana activate Bolt1", "GA-19.7", {"things": "A2.1"}, "ana settle"),
    ("ana step main", "bo activate Bolt1", "GA-20.10", {"owing": "ana", "seat": "bo"},
     "ana settle"),
    ("", "bo settle A1", "GA-20.5", {"seat": "bo"}, ""),
]  # fmt: skip

STRUCK: list[Case] = [
    ("", "ana damage", "GA-17.42", {}, ""),
    ("", "ana attack A1 bo", "GA-17.1", {}, ""),
]

POSITIONS: list[tuple[Callable[[], Match], list[Case]]] = [
    (main, [*ACTIVATING, *ABILITIES, *COMBAT, *LOADED]),
    (lambda: opened(edition="R26"), BEFORE_R26),
    (on_record, ON_RECORD),
    (materialize, MATERIALIZING),
    (first_turn, FIRST_TURN),
    (withering, SETTLING),
    (struck, STRUCK),
]


@pytest.mark.parametrize(
    ("position", "case"), [(position, case) for position, cases in POSITIONS for case in cases]
)
def test_a_line_is_refused_by_its_rule(position: Callable[[], Match], case: Case):
    before, line, rule, compared, legal = case
    refused = position().play(before).refuse(line, rule, **compared)
    assert refused.legal == legal


@pytest.mark.parametrize(
    ("line", "rule", "why", "legal"),
    [
        ("ana sideboard", "GA-26.22", "no game of this match was played before", ""),
        ("ana starts bo", "GA-26.20", "chance decides in the first game", ""),
    ],
)
def test_ga_26_20_what_comes_before_a_later_game_alone(
    line: str, rule: str, why: str, legal: str
) -> None:
    refused = opened().refuse(line, rule)
    assert (refused.message, refused.legal) == (why, legal)


LONG = """
[[cards]]
name = "Old King, Twice"
types = ["ally"]
supertypes = ["unique"]
reserve = 0
power = 1
life = 1
"""


def test_what_would_be_legal_is_written_as_it_can_be_typed() -> None:
    match = turn(extra=LONG)
    for _ in range(3):
        match.put("ana", "Old King, Twice")
    recount(match.t)
    refused = match.refuse("ana activate A1", "GA-14.16", count=3)
    assert refused.legal == 'ana settle "Old King, Twice.1" "Old King, Twice.2"'
    match.play(refused.legal).play("ana activate A1")


@pytest.mark.parametrize("place", ["field", "lineage", "graveyard", "banishment"])
def test_ga_5_42_nothing_open_is_laid_open(place: str) -> None:
    refused = main().refuse(f"ana inspection {place}", "GA-5.42", place=place)
    assert refused.message == f"what lies in {place} is open"


def test_only_a_judge_calls_time() -> None:
    match = main().play("org appoint lena judge")
    match.refuse("kim time", "REF-3.7", judge="kim")
    match.play("lena time")
    assert match.ga.overtime == 4


FORBIDDEN = [
    (main, "ana", "activate", "", "ana activate Bolt1"),
    (main, "Well.1", "ability", "", "ana ability Well"),
    (main, "ana.champion", "ability", "", "ana ability ana.champion which=enlighten"),
    (main, "A1.1", "attack", "", "ana attack A1 bo"),
    (main, "ana.champion", "attack", "", "ana activate Cut2 target=A2"),
    (main, "A2.1", "retaliate", "ana attack A1 A2", "bo retaliate A2"),
    (materialize, "ana", "materialize", "", "ana materialize Ring0"),
    (main, "A2.1", "target", "", "ana attack A1 A2"),
]


@pytest.mark.parametrize(("position", "thing", "act", "before", "line"), FORBIDDEN)
def test_ga_1_3_what_a_text_forbids_is_not_done(
    position: Callable[[], Match], thing: str, act: str, before: str, line: str
) -> None:
    match = position()
    match.champion("ana").counters["enlighten"] = 3
    begin(match.t, "bo.champion", thing, "forbid", act, None, until="turn")
    match.play(before).refuse(line, "GA-1.3", source="bo.champion", thing=thing, act=act)


HURTS = """
[[cards.effects]]
when = "on attack"
aims.hurt = { what = { is = "ally" } }
steps = [{ do = "damage", thing = "hurt", amount = 1 }]
"""
GOADED = f"""
[[cards]]
name = "Goader"
types = ["ally"]
reserve = 0
power = 1
life = 3
{HURTS}
[[cards]]
name = "Watcher"
types = ["ally"]
reserve = 0
power = 1
life = 3
{HURTS.replace('"on attack"', '{ on = "activates", what = { is = "attack" }, seat = "you" }')}
[[cards]]
name = "Jab"
types = ["attack"]
reserve = 0
power = 1
{HURTS}
"""


@pytest.mark.rule("GA-16.12")
@pytest.mark.parametrize(
    "line", ["ana attack Goader bo damage=1", "ana activate Jab target=bo damage=1"]
)
def test_ga_16_12_what_a_line_itself_sets_off_is_said_after_it(line: str) -> None:
    match = turn(extra=GOADED).hold("ana", "Jab")
    match.put("ana", "Goader")
    match.put("bo", "A2")
    legal = match.refuse(line, "GA-16.12").legal
    assert legal.replace('"', "") == line.removesuffix(" damage=1")
    match.play(legal)
    source = match.ga.waiting.stack[-1].source
    match.play(f"ana trigger {source} A2; ana damage 1")
    assert match.thing("A2.1").damage == 1


@pytest.mark.rule("GA-16.12")
def test_ga_16_12_what_activating_an_attack_card_sets_off_is_said_before_its_attack() -> None:
    match = turn(extra=GOADED).hold("ana", "Jab")
    match.put("ana", "Watcher")
    match.put("bo", "A2")
    legal = match.refuse("ana activate Jab target=bo", "GA-16.12").legal
    assert legal == "ana activate Jab"
    match.play(f"{legal}; ana trigger Watcher A2; ana resolve")
    assert match.thing("A2.1").damage == 1
