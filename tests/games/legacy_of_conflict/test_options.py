"""What may be logged next, the chances that it says, and the board that people read."""

from collections.abc import Callable
from itertools import combinations

import pytest

from cli.commands.position import such_as
from events.notation import read, write
from referee.choice import Fixed, OneOf, Perhaps
from referee.games.legacy_of_conflict.characters import Ability, Area, Attack, Effect
from referee.games.legacy_of_conflict.choices import Flip
from referee.games.legacy_of_conflict.deck import CARDS, VALUE, chance_of, chances, remaining
from referee.games.legacy_of_conflict.options import obligations
from referee.option import Option, public
from referee.replay.replay import Replay
from tests.games.legacy_of_conflict.table import (
    GAME,
    TEAMS,
    Match,
    begun,
    changed,
    forces,
    opened,
    set_up,
    teams,
)


def options(match: Match, verb: str) -> list[Option]:
    """The options of a verb."""
    return [o for o in GAME.options(match.replay.table) if o.verb == verb]


def against(match: Match, target: str) -> Option:
    """The option to attack a target."""
    return next(o for o in options(match, "attack") if o.fields["target"] == Fixed(target))


def board(match: Match) -> str:
    """The whole board as text."""
    return "\n".join(
        f"{panel.title} {label} {text}"
        for panel in GAME.board(match.replay.table)
        for label, text in panel.rows
    )


def exact(match: Match, seat: str, least: int) -> float:
    """The chance of a sum of at least so much, counted over all pairs that can still come."""
    pairs = list(combinations(remaining(match.state.players[seat]), 2))
    return sum(VALUE[a] + VALUE[b] >= least for a, b in pairs) / len(pairs)


def test_an_attack_says_what_it_needs_and_the_chance_for_each_cost():
    match = begun().play("ana activate Warden")
    option = against(match, "Brute")
    light, full = exact(match, "ana", 3), exact(match, "ana", 1)
    assert option.exact == (
        f"1 token: needed 3 or more: {100 * light:.0f} %; "
        f"2 tokens: needed 1 or more: {100 * full:.0f} %"
    )
    assert option.hint == (
        f"1 token: needed 3 or more: {100 * 76 / 153:.0f} %; "
        f"2 tokens: needed 1 or more: {100 * 119 / 153:.0f} %, from a fresh deck"
    )
    sums = chances(match.replay.table, match.state.players["ana"])
    assert chance_of(sums, 3) == pytest.approx(light)


def test_the_chance_follows_the_cards_that_were_flipped():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 5 JS-JH")
    match.play("ana end; bo activate Seer; bo end; ana activate Colossus")
    left = remaining(match.state.players["ana"])
    assert not {"3S", "BJ", "JS", "JH"} & set(left)
    assert (
        f"needed 2 or more: {100 * exact(match, 'ana', 2):.0f} %" in against(match, "Brute").exact
    )


def test_a_declared_attack_says_its_chance_with_cover_and_bonuses():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 5 tokens=2 between=wall")
    (flip,) = options(match, "flip")
    assert flip.exact == f"needed 2 or more: {100 * exact(match, 'ana', 2):.0f} %"
    assert flip.must
    assert isinstance(flip.fields["cards"], Flip)


def test_an_empty_deck_is_refreshed_before_it_is_flipped_from():
    match = begun()
    player = match.state.players["ana"]
    player.discard += sorted(player.cards.left)
    player.cards.show("deck", sorted(player.cards.left))
    match.play("ana activate Warden")
    assert [o.verb for o in GAME.options(match.replay.table) if o.rule == "LC-5.3"] == ["refresh"]


def test_the_cards_of_an_attack_may_be_left_for_later():
    match = begun().play("ana activate Slinger")
    assert isinstance(against(match, "Brute").fields["cards"], Perhaps)


def test_no_view_names_what_lies_in_a_discard_pile():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 5 JS-JH; ana end")
    shown = board(match) + str(obligations(match.replay.table))
    assert not any(card in shown for card in ("JS", "JH", "3S", "BJ"))
    assert "deck 14, discard 4" in board(match)


def test_the_line_that_is_shown_does_not_tell_which_cards_are_left():
    left = Flip(("AS", "AH"), ("AS", "AH"), "-", CARDS)
    flip = Option("ana", "flip", {"cards": left})
    attack = {"attack": Fixed("Halberd"), "target": Fixed("Brute"), "mm": Fixed(5.0)}
    later = Option("ana", "attack", {**attack, "cards": Perhaps(left)})
    shown, without = public([flip, later], GAME.codec)
    line = such_as(shown, GAME, bool)
    assert such_as(shown, GAME, lambda event: write(event, GAME.codec) != line) == line
    assert such_as(without, GAME, bool) == "ana attack Halberd Brute 5"


def test_setup_says_who_still_has_to_do_what():
    match = opened()
    due = {(o.seat, o.task): o.text() for o in obligations(match.replay.table)}
    assert due["ana", "place"] == "set up: Colossus, Slinger, Warden"
    assert due["bo", "agree"].startswith("agree: sizes, terrain, ")
    assert due["bo", "shuffle"] == "shuffle the deck"
    match.play("bo agree; bo shuffle; bo place Brute Seer Stalker Stalker.2")
    assert {o.seat for o in obligations(match.replay.table)} == {"ana"}


def test_a_player_with_fewer_characters_to_come_may_pass():
    match = begun()
    assert match.options("ana") == {"activate", "pass"}
    match.play("ana activate Warden; ana end")
    assert match.options("bo") == {"activate"}
    assert match.options("ana") == set()


def test_a_response_is_offered_to_the_one_who_is_attacked():
    match = begun().play("ana activate Slinger; ana end; bo activate Brute")
    match.play("bo attack Maul Warden 5")
    assert match.options("ana") == {"respond"}
    assert match.options("bo") == {"flip"}


def test_what_a_slot_or_an_empty_pool_forbids_is_not_offered():
    match = begun().play("ana activate Warden; ana move 2; ana stride 10; ana stride 10")
    assert "move" not in match.options("ana")
    match.play("ana attack Halberd Brute 5 JS-JH")
    assert "attack" not in match.options("ana")


def test_one_of_each_kind_is_offered_where_that_is_the_reading():
    match = begun(choices={"LC-I 35": "one_of_each_kind"})
    match.play("ana activate Colossus; ana attack Crush Brute 5 JS-JH")
    assert "attack" not in match.options("ana")
    assert "move" in match.options("ana")


def test_the_board_shows_teams_tokens_conditions_and_terrain():
    match = teams()
    match.play("ana activate Warden; ana move 2; ana stride 10")
    shown = board(match)
    assert "order red (ana, cy), blue (bo, di)" in shown
    assert "Warden 6/6 Wounds, pool 1, move 2" in shown
    assert "Move Action 1 of 2, 1 of 2 Strides" in shown
    assert "gate Size 3, standard, 3 Wounds, closed" in shown


def test_the_board_shows_flips_where_the_players_agreed_so():
    match = begun(choices={"LC-I 15": "all_flips_since_refresh"})
    assert "flipped 3S, BJ" in board(match)


def test_the_names_of_the_table_are_all_that_may_be_typed():
    match = set_up()
    names = set(GAME.names(match.replay.table))
    assert {"Warden", "Stalker.2", "Halberd", "keep/roof", "rungs", "crossing", "edge"} <= names
    assert "ground" in names


def test_a_character_with_two_attacks_is_offered_both():
    twin = changed("Warden", attacks=forces().character["Colossus"].attacks)
    match = begun(catalog=forces(twin)).play("ana activate Warden")
    kinds = {o.fields["attack"] for o in options(match, "attack")}
    assert kinds == {Fixed("Crush"), Fixed("Slam")}


def chance_before(match: Match, line: str) -> list[str]:
    """What is said of the chance of an entry before it is logged."""
    event = read(line, GAME.codec)
    return GAME.odds(
        Replay(GAME, match.replay.catalog).extend(match.replay.events).table, event, True
    )


def test_the_chance_of_an_attack_is_told_as_it_was_before_its_cards():
    match = begun().play("ana activate Warden")
    likely = f"{100 * exact(match, 'ana', 2):.0f} %"
    line = "ana attack Halberd Brute 5 JS-JH tokens=2 between=wall"
    assert chance_before(match, line) == [f"Brute: needed 2 or more: {likely}"]
    match.play("ana attack Halberd Brute 5 tokens=2 between=wall")
    assert chance_before(match, "ana flip JS-JH") == [f"Brute: needed 2 or more: {likely}"]
    assert chance_before(match, "bo flip JS-JH") == []


def test_the_chance_of_a_hazard_is_told():
    match = begun().play("ana activate Warden; ana move; ana stride 10 into=embers")
    harmed = 1 - exact(match, "ana", 1)
    assert chance_before(match, "ana flip JS-JH") == [
        f"Warden: harmed by 0 or less: {100 * harmed:.0f} %"
    ]


def test_what_is_no_flip_has_no_chance():
    match = begun().play("ana activate Warden")
    assert chance_before(match, "ana end") == []
    assert chance_before(match, "ana attack Halberd Brute 900 JS-JH") == []


def test_the_state_that_is_shown_has_no_cards_of_a_discard_pile():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 5 JS-JH")
    shown = GAME.shown(match.replay.table)
    assert shown["players"]["ana"]["cards"] == {"deck": 14, "discard": 4}
    assert "JS" not in str(shown["players"])
    assert "3S" not in str(shown["players"])
    agreed = begun(choices={"LC-I 15": "all_flips_since_refresh"})
    assert GAME.shown(agreed.replay.table)["players"]["ana"]["discard"] == ["3S", "BJ"]


def test_the_label_of_a_stride_names_terrain_rather_than_distances():
    match = begun().play("ana activate Warden; ana move")
    shown = public(GAME.options(match.replay.table), GAME.codec)
    labels = {option.label for option in shown if option.verb == "stride"}
    assert {"stride", "stride ahead=no", "stride over=fence", "stride into=embers"} <= labels


# -- the board ---------------------------------------------------------------------------------


def panel(match: Match, title: str) -> dict[str, str]:
    """The rows of one panel of the board."""
    [found] = [panel for panel in GAME.board(match.replay.table) if panel.title == title]
    return dict(found.rows)


def test_the_board_of_a_declared_attack():
    match = begun(on={"Seer": "keep/roof"}).play("ana activate Warden; ana move 2")
    match.play("ana stride 50 into=embers; ana flip AS-AC; ana attack Halberd Brute 10")
    assert panel(match, "Match") == {
        "now": "turn 1, ana activates Warden, pool 0",
        "scenario": "wellspring on old-quarter",
        "order": "ana, bo",
        "well": "held by nobody",
        "crossing": "held by nobody",
        "attack": "Warden with Halberd at Brute",
    }
    assert panel(match, "ana") == {
        "cards": "deck 14, discard 4",
        "Colossus": "7/7 Wounds, pool 3",
        "Slinger": "4/4 Wounds, pool 3",
        "Warden": "6/6 Wounds, pool 0, move 2, Halberd 1, in embers, acting",
    }
    assert panel(match, "bo") == {
        "cards": "deck 16, discard 2",
        "Brute": "7/7 Wounds, pool 3",
        "Seer": "4/4 Wounds, pool 3, on keep/roof",
        "Stalker": "4/4 Wounds, pool 2",
        "Stalker.2": "4/4 Wounds, pool 2",
    }
    assert panel(match, "Terrain") == {
        "keep": "Size 5, reinforced, 10 Wounds",
        "wall": "Size 2, standard, 2 Wounds",
        "fence": "Size 1, standard, 1 Wound",
        "crates": "Size 1, fragile, 1 Wound",
        "monolith": "Size 4, indestructible",
        "gate": "Size 3, standard, 3 Wounds, closed",
        "walkway": "Size 2, standard, 2 Wounds, bridge",
        "woods": "Size 3, standard, 3 Wounds, difficult, area",
        "mire": "Size 1, standard, 1 Wound, difficult, area",
        "embers": "Size 0, standard, 1 Wound, hazard, area",
        "chasm": "Size 2, indestructible, impassable",
        "slab": "Size 0.5, standard, 1 Wound",
    }


def test_the_board_of_a_contest_after_much_has_happened():
    match = begun(options={"scenario": "breakthrough"}).play("ana activate Warden; ana end")
    match.play("jo adjust terrain:crates:destroyed condition:Seer/dot:1 condition:Seer/slow:2")
    match.play("jo adjust defeat:Stalker:nobody points:bo:3 marker:banner:bo door:gate:open")
    match.play("bo activate Seer; bo use Dread Warden 20")
    assert panel(match, "Match") == {
        "now": "turn 1, bo activates Seer, pool 2",
        "scenario": "breakthrough on old-quarter",
        "order": "ana, bo",
        "points": "ana 0, bo 3",
        "banner": "held by bo",
        "contest": "Dread: Seer, Warden to flip",
    }
    assert panel(match, "ana")["Warden"] == "6/6 Wounds, pool 3, activated"
    rows = panel(match, "bo")
    assert rows["Seer"] == "4/4 Wounds, pool 2, Dread 1, slow 2, dot 1, acting"
    assert rows["Stalker"] == "defeated"
    terrain = panel(match, "Terrain")
    assert terrain["crates"] == "destroyed, difficult ground"
    assert terrain["gate"] == "Size 3, standard, 3 Wounds, open"


def test_the_board_before_between_and_after_turns():
    match = opened()
    assert panel(match, "Match")["now"] == "setup"
    assert panel(match, "Match")["missing"].startswith("bo has to ")
    assert panel(match, "ana")["Warden"] == "6/6 Wounds, pool 3, not set up"
    assert panel(set_up(), "Match")["contest"] == "initiative: ana, bo to flip"
    decks = {"ana": {"Warden": 1}, "bo": {"Brute": 1}}
    match = begun(decks=decks)
    assert panel(match, "ana")["cards"] == "deck 16, discard 2, underdog bonus 56"
    assert panel(match, "Match")["now"] == "turn 1, ana's opportunity"
    match.play("ana activate Warden; ana end; bo activate Brute; bo end")
    assert panel(match, "Match")["now"] == "cleanup, turn 1"
    match.play("bo concede")
    assert panel(match, "Match")["now"] == "over: concession, ana wins"


# -- what is offered in an activation ----------------------------------------------------------

LEND = Ability("Lend", targets=("friend",), transfers=2)
MEND = Ability("Mend", targets=("self",), effects=(Effect("heal", to="self", amount=1),))
CURE = Ability("Cure", tokens=(0, 0), targets=("friend", "foe"), effects=(Effect("heal"),))
AID = Attack("Aid", tokens=(1, 2), range=(0, 100), targets=("friend",))
HIT = Attack("Hit", range=(0, 100), targets=("foe",))
BLAST = Attack("Blast", tokens=(2, 2), range=(0, 100), targets=("foe",), area=Area(40))
MANY = forces(changed("Warden", abilities=(LEND, MEND, CURE), attacks=(AID, HIT, BLAST)))
SMALL = {"ana": {"Warden": 1, "Slinger": 1}, "bo": {"Stalker": 1}}


def offered(match: Match) -> list[str]:
    """Each option with what is fixed of it; of an attack also what it may cost."""
    found = []
    for option in GAME.options(match.replay.table):
        fixed = [str(f.value) for f in option.fields.values() if isinstance(f, Fixed)]
        cost = option.fields.get("tokens")
        if isinstance(cost, Perhaps) and isinstance(cost.choice, OneOf):
            fixed.append(f"for {' or '.join(map(str, cost.choice.values))}")
        found.append(" ".join([option.verb, *fixed]))
    return found


def many(more: str = "") -> Match:
    match = begun(decks=SMALL, catalog=MANY).play("jo adjust opportunity:ana:now")
    return match.play(f"ana activate Warden; {more}")


def test_what_an_activation_offers():
    assert offered(many()) == [
        "move 1",
        "move 2",
        "attack Aid Slinger for 1 or 2",
        "attack Hit Stalker",
        "attack Blast Stalker (('Stalker', 0.0),)",
        "transfer Lend Warden Slinger 1",
        "use Mend Warden",
        "use Cure Slinger",
        "use Cure Stalker",
        "end",
    ]


def test_what_is_offered_for_the_last_token():
    assert offered(many("ana attack Blast Stalker 10 AS-AH caught=Stalker:0")) == [
        "move 1",
        "attack Aid Slinger",
        "attack Hit Stalker",
        "use Mend Warden",
        "use Cure Slinger",
        "use Cure Stalker",
        "end",
    ]


def test_without_tokens_only_what_costs_none_is_offered():
    match = many("ana use Mend; ana transfer Lend Warden Slinger 1")
    assert offered(match) == ["use Cure Slinger", "use Cure Stalker", "end"]


def test_where_it_cannot_stand_only_movement_is_offered():
    match = many("ana move; ana stride 50 over=fence stands=no")
    assert match.options("ana") <= {"stride", "climb", "traverse", "interact", "door"}
    assert "stride" in match.options("ana")


def test_a_flip_for_the_defense_has_no_chance_of_the_attack():
    nimble = Ability("Nimble", "always", flip="adds")
    match = begun(catalog=forces(changed("Brute", abilities=(nimble,))))
    match.play("ana activate Warden; ana attack Halberd Brute 10")
    assert match.due("bo") == [("defense", "LC-4.4")]
    assert chance_before(match, "bo flip 3C-2C") == []


# -- what is offered where something is due ----------------------------------------------------

TOUGH = forces(changed("Seer", wounds=60))
PAIR = {"ana": {"Warden": 1}, "bo": {"Seer": 1}}


def halberd() -> Match:
    """The Warden has hit the Seer, who is to be pushed."""
    match = begun(catalog=TOUGH).play("ana activate Warden")
    return match.play("ana attack Halberd Seer 10 3C-3D")


def dread() -> Match:
    return begun().play("ana pass; bo activate Seer; bo use Dread Warden 20")


def unordered() -> Match:
    match = set_up("ana bo cy di", sides=TEAMS, options={"points": "324"})
    return match.play("ana flip 3S-BJ; bo flip 3S-3H")


DUE: dict[str, tuple[Callable[[], Match], list[tuple[str, str, str]]]] = {
    "setup": (
        lambda: opened(decks=PAIR).play("ana agree; ana shuffle"),
        [
            ("ana", "place ('Warden',)", "LC-21.7"),
            ("bo", "agree", "LC-1.5"),
            ("bo", "shuffle", "LC-2.4"),
            ("bo", "place ('Seer',)", "LC-21.7"),
        ],
    ),
    "initiative": (
        lambda: set_up(decks=PAIR),
        [("ana", "flip", "LC-9.1"), ("bo", "flip", "LC-9.1")],
    ),
    "the order of teams": (
        unordered,
        [("ana", "order", "LC-9.5"), ("bo", "order", "LC-9.5")],
    ),
    "a push": (
        halberd,
        [
            ("ana", "push Seer 25.4", "LC-20.1"),
            ("ana", "push Seer 25.4 ('embers',)", "LC-20.1"),
            ("ana", "push Seer", "LC-20.1"),
        ],
    ),
    "a fall": (
        lambda: halberd().play("ana push Seer 25.4 stands=no"),
        [("ana", "fall Seer ground", "LC-20.6"), ("ana", "fall Seer ground", "LC-20.6")],
    ),
    "what follows from an impact": (
        lambda: halberd().play("ana push Seer 25.4 stands=no; ana fall Seer ground onto=Brute"),
        [
            ("bo", "choose Seer", "LC-20.7"),
            ("bo", "choose Seer", "LC-20.9"),
            ("bo", "choose Brute", "LC-20.9"),
            ("ana", "displace Seer", "LC-20.11"),
        ],
    ),
    "a contest": (dread, [("bo", "flip", "LC-4.3"), ("ana", "flip", "LC-4.3")]),
    "one flip of a contest": (
        lambda: dread().play("bo flip 2S-2H"),
        [("ana", "flip", "LC-4.3")],
    ),
    "a lost contest": (
        lambda: dread().play("bo flip 2S-2H; ana flip JS-JH"),
        [("ana", "choose Warden", "LC-19.1")],
    ),
    "a question": (
        lambda: dread().play("bo ask about=sight"),
        [("ana", "settle agreed ('ana', 'bo')", "LC-3.4")],
    ),
}


@pytest.mark.parametrize("what", DUE)
def test_only_what_is_due_is_offered_and_has_to_be_done(what: str):
    position, expected = DUE[what]
    match = position()
    found = GAME.options(match.replay.table)
    told = zip(found, offered(match), strict=True)
    assert [(option.seat, text, option.rule) for option, text in told] == expected
    assert all(option.must for option in found)


def test_nothing_is_offered_or_due_after_the_match():
    match = begun().play("bo concede")
    assert GAME.options(match.replay.table) == []
    assert list(GAME.obligations(match.replay.table)) == []


TASKS = {
    "setup": [
        "place: set up: Warden",
        "agree: agree: sizes, terrain, ",
        "shuffle: shuffle the deck",
        "place: set up: Seer",
    ],
    "initiative": ["flip: flip for initiative", "flip: flip for initiative"],
    "the order of teams": [
        "order: fix the order of the players of red",
        "order: fix the order of the players of blue",
    ],
    "a push": ["push: log the push of Seer, 25.4 mm straight away from Warden"],
    "a fall": ["fall: log where Seer lands"],
    "what follows from an impact": [
        "choose: choose a condition for Seer",
        "choose: choose a condition for Seer",
        "choose: choose a condition for Brute",
        "displace: move Seer out of base contact",
    ],
    "a contest": ["flip: flip for Dread", "flip: flip for Dread"],
    "a question": [
        "settle: settle the open question with all players",
        "flip: flip for Dread",
        "flip: flip for Dread",
    ],
}


@pytest.mark.parametrize("what", TASKS)
def test_what_is_due_is_told_with_the_verb_that_does_it(what: str):
    match = DUE[what][0]()
    due = GAME.obligations(match.replay.table)
    told = [f"{each.logged_as}: {each.text()}" for each in due]
    assert len(told) == len(TASKS[what])
    assert all(text.startswith(task) for text, task in zip(told, TASKS[what], strict=True))


def test_an_attack_without_cards_is_due_as_a_flip():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10")
    [due] = GAME.obligations(match.replay.table)
    assert (due.seat, due.rule, due.logged_as) == ("ana", "LC-13.4", "flip")
    assert due.text() == "flip for Halberd of Warden"


def test_the_board_says_how_far_the_movement_has_come():
    match = begun().play("ana activate Warden; ana move 2; ana stride 10")
    assert panel(match, "Match")["moving"] == "Move Action 1 of 2, 1 of 2 Strides"
    match.play("ana stride 10")
    assert panel(match, "Match")["moving"] == "Move Action 1 of 2, 2 of 2 Strides"
    match.play("ana stride 10")
    assert panel(match, "Match")["moving"] == "Move Action 2 of 2, 1 of 2 Strides"
    match.refuse("ana stride 10 part=1", "LC-14.2", unit="Warden")
    match.play("ana stride 10 part=2")
    match.refuse("ana stride 10", "LC-14.3", have=3, limit=2)
