"""For authors of catalogs: faults with their places, effects read back, examples, coverage."""

import json
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from cli.failure import Failure
from cli.reading.effect_answers import Answers
from cli.reading.effects import broken
from referee.catalog import CatalogError
from referee.games.registry import game_ids, game_of
from referee.parts.effects.effect_questions import effect_asked
from referee.parts.effects.examples import parts_of
from referee.parts.effects.notation import TABLES, recipes_in
from tests.cli.test_home import Home, home
from tests.cli.toybox import brought_in
from tests.referee.parts.toy import VOCABULARY, WORDS

__all__ = ["home"]

HEAD = 'game = "toy"\nname = "few"\n'
RITE = """
[[cards]]
name = "Rite"
[[cards.effects]]
when = "played"
text = "Hurt a monster a little, then draw."
steps = [
    { do = "damage", monster = { is = "monster" }, amount = [1, 3] },
    { do = "draw" },
]
"""
SONG = '[[cards]]\nname = "Song"\neffects = [{ text = "Odd." }]\n'
CHANT = '[[cards]]\nname = "Chant"\neffects = [{ rest = true, steps = [{ do = "draw" }] }]\n'
ROCK = '[[cards]]\nname = "Rock"\n'
EXAMPLES = """
[[examples]]
card = "Rite"
table = "Ogre; Ogre"
legal = ["dam:ogre.1:3", "draw dam:ogre.2:1"]
illegal = ["dam:ogre.1:4", "dam:ogre.1:3 draw draw"]
"""


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with brought_in():
        yield


def file(home: Home, *parts: str) -> Path:
    found = home.folder / "few.toml"
    found.write_text(HEAD + "".join(parts))
    return found


# -- check -------------------------------------------------------------------------------------


def test_effects_are_read_back_beside_the_words_of_their_author(home: Home):
    told = home.ok("catalog", "check", file(home, RITE, SONG, EXAMPLES))
    assert "Rite\n  played: 1 to 3 damage to a monster; you draw 1\n    text: Hurt a m" in told
    assert "Song\n  used: a text alone\n    text: Odd.\n" in told
    assert "2 effects; 4 lines of examples tried" in told
    assert "faults" not in told
    assert "warnings" not in told


def test_a_fault_has_its_card_effect_step_and_the_nearest_word(home: Home):
    text = RITE.replace('"monster"', '"monsters"').replace('"played"', '"playd"')
    told = home.json("catalog", "check", file(home, text, SONG, EXAMPLES), status=2)
    assert told["faults"] == [
        "Rite, effect 1: nothing sets it off by playd; did you mean played?",
        "Rite, effect 1, step 1 (damage): nothing has the word monsters; did you mean monster?",
    ]
    assert told["examples"] == 0
    shown = home.ok("catalog", "check", file(home, text), status=2)
    assert "faults (2)\n  Rite, effect 1: nothing sets it off by playd" in shown


def test_faults_of_the_catalog_stand_beside_those_of_its_effects(home: Home):
    text = RITE.replace('"played"', '"playd"')
    told = home.json("catalog", "check", file(home, text, ROCK, ROCK), status=2)
    assert [fault[:13] for fault in told["faults"]] == ["Rock is there", "Rite, effect "]


def test_all_that_keeps_a_catalog_from_being_read_is_listed(home: Home):
    text = RITE.replace("text =", "txet =").replace("amount", "amuont")
    told = home.ok("catalog", "check", file(home, text), status=2)
    assert "no catalog of Toy yet" in " ".join(told.split())
    assert "faults (2)\n  Object contains unknown field `amuont` - at `$.cards[0]" in told
    assert "\n  Object contains unknown field `txet`" in told
    assert "few.toml: Object" in home.error("catalog", "check", file(home, text), "--json")
    assert "; Object" in home.error("catalog", "add", file(home, text))


def test_an_example_that_fails_is_a_fault_with_its_line(home: Home):
    wrong = EXAMPLES.replace("ogre.1:3", "ogre.1:9", 1)
    told = home.json("catalog", "check", file(home, RITE, wrong), status=2)
    assert told["faults"] == [
        "Rite, example 'dam:ogre.1:9': expected to be legal, and is illegal TY-1.1: "
        "Rite: at most 3 damage, logged 9 (outcome 1)"
    ]


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ('card = "Riet"\ntable = ""', "examples: no card is named Riet; did you mean Rite?"),
        (
            'card = "Rite"\ntable = "Ogrr"\nlegal = ["draw"]',
            "Rite, table 'Ogrr': nothing is named Ogrr",
        ),
        ('card = "Rite"\neffect = "b"\ntable = ""', "Rite: an example, and no effect named b"),
        (
            'card = "Rite"\ntable = ""\nlegl = []',
            "Object contains unknown field `legl` - at `$.examples[0]` (example 1); "
            "did you mean legal?",
        ),
    ],
)
def test_an_example_that_cannot_be_tried_is_a_fault(home: Home, example: str, says: str):
    told = home.json("catalog", "check", file(home, RITE, f"[[examples]]\n{example}\n"), status=2)
    assert told["faults"] == [says]


def test_an_effect_without_examples_is_a_warning(home: Home):
    told = home.json("catalog", "check", file(home, RITE, SONG))
    assert told["warnings"] == [
        "Rite: no example of a line that is legal",
        "Rite: no example of a line that is illegal",
    ]
    assert "warnings (2)\n  Rite: no example" in home.ok("catalog", "check", file(home, RITE))


def test_examples_change_nothing_of_what_a_match_pins(home: Home):
    with_them = home.json("catalog", "check", file(home, RITE, EXAMPLES))
    assert with_them["hash"] == home.json("catalog", "check", file(home, RITE))["hash"]
    added = home.json("catalog", "add", file(home, RITE, EXAMPLES))
    assert added["hash"] == with_them["hash"]
    assert "examples" not in home.json("catalog", "show", added["hash"])["catalog"]


def test_a_game_without_effects_has_no_examples(home: Home):
    text = 'game = "lanterns"\nname = "x"\n[[lanterns]]\nname = "Glow"\nbright = 1\n'
    found = home.folder / "glow.toml"
    found.write_text(text)
    assert home.json("catalog", "check", found)["effects"] == []
    found.write_text(text + EXAMPLES)
    told = home.json("catalog", "check", found, status=2)
    assert told["faults"] == ["examples: Lanterns has no effects that they could be of"]


# -- coverage ----------------------------------------------------------------------------------


def test_coverage_counts_cards_and_effects(home: Home):
    told = home.json("catalog", "coverage", file(home, RITE, SONG, CHANT, ROCK))
    assert [told[how] for how in ("told", "part", "alone", "plain")] == [1, 1, 1, 1]
    assert told["effects"] == {"told": 1, "alone": 1, "part": 1}
    assert told["cards"][1] == {"card": "Song", "copies": 1, "how": "alone"}
    shown = home.ok("catalog", "coverage", file(home, RITE, SONG, CHANT, ROCK))
    assert shown.startswith("few: 4 cards\n")
    assert "a text alone: Song\n" in shown


def test_coverage_of_a_deck_counts_its_copies(home: Home):
    deck = home.folder / "deck.toml"
    deck.write_text(
        'game = "toy"\nname = "mine"\n[cards]\nRite = 3\nSong = 2\n[lists]\nside = ["Song"]\n'
    )
    told = home.json("catalog", "coverage", file(home, RITE, SONG, ROCK), deck)
    assert (told["deck"], told["told"], told["alone"], told["plain"]) == ("mine", 3, 3, 0)
    deck.write_text('game = "toy"\nname = "mine"\n[cards]\nRiet = 3\n')
    error = home.error("catalog", "coverage", file(home, RITE), deck)
    assert "no card is named Riet (did you mean Rite?)" in error


COUNTED = (
    '{"cards": [{"card": "Song", "copies": 6, "lists": 2},'
    ' {"card": "Rite", "copies": 9, "lists": 3}, {"card": "Chant", "copies": 4, "lists": 4},'
    ' {"card": "Rock", "copies": 1, "lists": 1}]}'
)
LISTED = (
    '{"names": ["Rite", "Chant", "Rock"], "lists": ['
    '{"date": "2026-06-29", "main": [[0, 3], [2, 1]]},'
    ' {"main": [[0, 2]], "side": [[1, 1]]}, {"main": [[2, 4]]}]}'
)


def played(home: Home, text: str) -> Path:
    found = home.folder / "played.json"
    found.write_text(text)
    return found


def test_coverage_of_what_people_play_counts_copies(home: Home):
    usage = ("--usage", played(home, COUNTED))
    told = home.json("catalog", "coverage", file(home, RITE, SONG, CHANT, ROCK), *usage)
    assert [told[how] for how in ("told", "part", "alone", "plain")] == [9, 4, 6, 1]
    assert told["lists"] == 0
    shown = home.ok("catalog", "coverage", file(home, RITE, SONG, CHANT, ROCK), *usage)
    assert "told in full       9  45.0 %" in shown and "lists" not in shown


def test_coverage_of_whole_lists_counts_those_that_are_told_in_full(home: Home):
    usage = ("--usage", played(home, LISTED))
    told = home.json("catalog", "coverage", file(home, RITE, CHANT, ROCK), *usage)
    assert (told["told"], told["part"], told["plain"]) == (5, 1, 5)
    assert (told["lists"], told["lists_told"]) == (3, 2)
    shown = home.ok("catalog", "coverage", file(home, RITE, CHANT, ROCK), *usage)
    assert "2 of 3 lists hold no card that is told in part or by a text alone" in shown


def test_what_to_tell_next_is_what_is_played_most(home: Home):
    cards = file(home, RITE, CHANT, ROCK)
    asked = ("catalog", "next", "toy", "--usage", played(home, COUNTED), "--catalog", cards)
    told = home.json(*asked)
    assert told["left"] == 2
    assert told["cards"] == [
        {"card": "Song", "how": "alone", "copies": 6, "lists": 2, "after": 0.8},
        {"card": "Chant", "how": "part", "copies": 4, "lists": 4, "after": 1.0},
    ]
    shown = home.ok(*asked, "-n", "1")
    assert "Song" in shown and "Chant" not in shown and "2 cards to tell" in shown


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "Input data was truncated"),
        ("{}", "expected cards with their copies, or lists with names"),
        ('{"names": ["Rite"], "lists": [{"main": [[1, 4]]}]}', "a list has card 1 of 1 names"),
    ],
)
def test_what_people_play_is_read_or_refused(home: Home, text: str, says: str):
    usage = ("--usage", played(home, text))
    assert says in home.error("catalog", "coverage", file(home, RITE), *usage)


def test_coverage_is_of_a_deck_or_of_what_people_play(home: Home):
    asked = ("my-deck.toml", "--usage", played(home, COUNTED))
    assert "not both" in home.error("catalog", "coverage", file(home, RITE), *asked)


def test_a_game_without_effects_says_so(home: Home):
    error = home.error("catalog", "coverage", "sample-lanterns")
    assert "Lanterns has no effects in its catalogs" in error
    assert json.loads(home.run("catalog", "coverage", "sample-lanterns", "--json").stderr)


# -- an effect that is asked --------------------------------------------------------------------

ANSWERS = """played
Hurt a monster a little, then draw.

1 a game
foe
monster not ethereal



damage


1-3

draw count=2


Ogre; Ogre
ogre.1 dam:ogre.1:2

ogre.1 dam:ogre.1:4
"""
LISTS = {
    "none yet": '[[cards]]\nname = "Rite"\nwords = ["mage"]  # [a]\n\n# the next\n' + ROCK,
    "tables": RITE + "# the next\n" + ROCK,
    "in brackets": SONG.replace("Song", "Rite") + ROCK,
    "in brackets over lines": (
        '[[cards]]\nname = "Rite"\neffects = [\n  { text = "[Odd]" },\n]\nwords = ["]"]\n' + ROCK
    ),
    "in the last line": ROCK + '[[cards]]\nname = "Rite"',
}


@pytest.mark.parametrize("cards", LISTS.values(), ids=LISTS.keys())
def test_an_effect_is_put_behind_those_of_its_card_and_passes_the_check(home: Home, cards: str):
    path = file(home, cards)
    before = home.json("catalog", "check", path)["effects"]
    named = "played\nmore\n" if before else "played\n"
    answers = ANSWERS.replace("played\n", named)
    assert "catalog check" in home.ok("catalog", "new-effect", "toy", "Rite", path, input=answers)
    checked = home.json("catalog", "check", path)
    assert checked["examples"] == 2
    assert checked["effects"][:-1] == before
    name = " (more)" if before else ""
    assert checked["effects"][-1] == {
        "card": "Rite",
        "effect": "more" if before else "",
        "how": "told",
        "told": f"played{name} [once a game; foe: 1 monster that is not ethereal]: "
        "1 to 3 damage to foe; you draw 2",
        "text": "Hurt a monster a little, then draw.",
    }
    kept = [line for line in (HEAD + cards).splitlines() if not line.startswith("effects = [{")]
    text = path.read_text()
    assert set(kept) <= set(text.splitlines())
    if ROCK in cards and not cards.startswith(ROCK):  # the example stands beside its effect
        assert text.index("[[examples]]") < text.index(ROCK)
    if "# the next" in cards:  # what is said of the next card stays with it
        assert f"# the next\n{ROCK}" in text


def test_an_effect_is_made_of_options_and_nothing_is_asked(home: Home):
    path = file(home, ROCK)
    step = "discard each=opponent player=it cards='0-2 mage by holder' may"
    aim = "--aim", "foes: 0-2 monster or ally of opponent"
    steps = "--do", step, "--do", "damage monster=foes amount=X"
    home.ok("catalog", "new-effect", "toy", "Rock", path, "--when", "activated", *aim, *steps)
    effect = tomllib.loads(path.read_text())["cards"][0]["effects"][0]
    cards = {"count": [0, 2], "what": {"is": "mage"}, "by": "holder"}
    assert effect == {
        "when": "activated",
        "x": [0, 20],
        "aims": {"foes": {"what": {"any": ["monster", "ally"], "of": "opponent"}, "count": [0, 2]}},
        "steps": [
            {"do": "discard", "each": "opponent", "player": "it", "cards": cards, "may": True},
            {"do": "damage", "each": "foes", "monster": "it", "amount": "X"},
        ],
    }
    assert home.json("catalog", "check", path)["faults"] == []


def test_an_effect_is_written_beside_a_catalog_in_json(home: Home):
    catalog = home.folder / "catalog.json"
    catalog.write_text('{"game": "toy", "name": "few", "cards": [{"name": "Rock"}]}')
    (home.folder / "effects").mkdir()
    mine = home.folder / "effects" / "mine.toml"
    mine.write_text("# mine\n")
    asked = ("--do", "draw count=2")
    assert "a catalog in JSON" in home.error(
        "catalog", "new-effect", "toy", "Rock", catalog, *asked
    )
    assert "no card is named Rack" in home.error(
        "catalog", "new-effect", "toy", "Rack", mine, *asked
    )
    assert mine.read_text() == "# mine\n"
    home.ok("catalog", "new-effect", "toy", "Rock", mine, *asked)
    home.ok("catalog", "new-effect", "toy", "Rock", mine, *asked, "--name", "more")
    for path in (mine, catalog):
        checked = home.json("catalog", "check", path)
        assert [each["told"] for each in checked["effects"]] == [
            "played: you draw 2",
            "played (more): you draw 2",
        ]
    assert mine.read_text().count("[[cards]]") == 1


def test_the_file_that_is_advised_is_made_in_the_folder_of_effects(home: Home):
    catalog = home.folder / "catalog.json"
    catalog.write_text('{"game": "toy", "name": "few", "cards": [{"name": "Rock"}]}')
    folder = home.folder / "effects"
    asked = ("--do", "draw count=2")
    advised = home.error("catalog", "new-effect", "toy", "Rock", catalog, *asked)
    assert str(folder / "mine.toml") in advised
    assert not folder.exists()
    home.ok("catalog", "new-effect", "toy", "Rock", folder / "mine.toml", *asked)
    home.ok("catalog", "new-effect", "toy", "Rock", folder, *asked, "--name", "more")
    assert [each.name for each in folder.iterdir()] == ["mine.toml"]
    assert len(home.json("catalog", "check", catalog)["effects"]) == 2
    missing = home.folder / "elsewhere" / "mine.toml"
    assert "No such file" in home.error(
        "catalog", "new-effect", "toy", "Rock", missing, *asked, status=1
    )
    assert not missing.parent.exists()


def test_a_file_of_effects_is_judged_within_the_whole_and_alone_is_spoken_of(home: Home):
    cards = [{"name": "Rock"}, {"name": "Rite"}]
    catalog = home.folder / "catalog.json"
    catalog.write_text(json.dumps({"game": "toy", "name": "few", "cards": cards}))
    files = [home.folder / "effects" / f"{each['name']}.toml" for each in cards]
    for card, path in zip(("Rock", "Rite"), files, strict=True):
        home.ok("catalog", "new-effect", "toy", card, path, "--do", "draw count=2")
    of_rock = home.json("catalog", "check", files[0])
    assert {each["card"] for each in of_rock["effects"]} == {"Rock"}
    assert of_rock["hash"] == home.json("catalog", "check", catalog)["hash"]
    assert [each for each in of_rock["warnings"] if "Rite" in each] == []
    assert [each for each in of_rock["warnings"] if "Rock" in each]
    example = '[[examples]]\ncard = "Rock"\ntable = "ana: Rock"\nlegal = ["draw:2"]\n'
    files[1].write_text(f"{files[1].read_text()}\n{example}illegal = ['draw:3']\n")
    assert home.json("catalog", "check", files[0])["warnings"] == []  # it lies elsewhere


EFFECTS = [game for game in game_ids() if game_of(game).effects is not None]


@pytest.mark.parametrize("game", EFFECTS)
def test_the_notation_has_every_word_of_the_tables_each_with_a_line_of_a_card(
    home: Home, game: str
):
    effects = game_of(game).effects
    assert effects is not None
    told = home.json("catalog", "notation", game)
    words = {(each["chapter"], each["word"]): each for each in told["words"]}
    fields = {(chapter, name) for chapter, (kind, _) in TABLES.items() for name in keys_of(kind)}
    vocabulary = effects.vocabulary
    steps = {name for name in vocabulary.types if name not in ("none", "other")}
    assert fields <= words.keys()
    assert steps == {word for chapter, word in words if chapter == "outcome"}
    assert set(vocabulary.numbers) == {word for chapter, word in words if chapter == "number"}
    assert set(vocabulary.acts) == {word for chapter, word in words if chapter == "act"}
    assert all(words[each]["says"] for each in fields)  # nobody has to guess
    shown = [each for each in told["words"] if each["card"]]
    assert len(shown) > len(words) / 3
    for each in shown:
        assert each["word"] in json.dumps(each["line"], ensure_ascii=False)


def keys_of(kind: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def test_a_recipe_shows_how_its_card_is_told(home: Home):
    told = home.json("catalog", "notation", "grand_archive", "recipes")
    assert told["words"] == [] and len(told["recipes"]) >= 20
    listed = recipes_in(game_of("grand_archive").sample("recipes.toml").read_text())
    assert [(each["text"], each["card"]) for each in told["recipes"]] == [
        (each.text, each.card) for each in listed
    ]
    said = home.ok("catalog", "notation", "grand_archive", "recipes")
    assert "unless its controller pays" in said and '{ do = "negate"' in said


def test_what_the_page_prints_is_read_back_as_it_is_wrapped(home: Home):
    catalog = home.folder / "catalog.json"
    catalog.write_text('{"game": "toy", "name": "few", "cards": [{"name": "Rock"}]}')
    (home.folder / "effects").mkdir()
    mine = home.folder / "effects" / "mine.toml"
    step = "\n    ".join(broken('steps = [{ do = "draw", count = 2 }, { do = "draw" }]', 20))
    assert step.count("\n") == 2
    mine.write_text(f'[[cards]]\nname = "Rock"\n[[cards.effects]]\nwhen = "played"\n{step}\n')
    (effect,) = home.json("catalog", "check", mine)["effects"]
    assert effect["told"] == "played: you draw 2; you draw 1"
    assert broken('a = "b, c", d = 1', 5) == ['a = "b, c",', "d = 1"]
    assert broken("a = [1, 2]", 12, "Zephyr's Hand: ") == ["Zephyr's Hand:", "a = [1, 2]"]
    shown = home.ok("catalog", "notation", "grand_archive", "acts_as")
    assert "Aella, Zephyr's Hand: {" in shown


def test_nobody_unknown_sits_at_the_table_of_an_example():
    assert [seat for seat, _ in parts_of("ana: Elk; cy: Fox")] == ["ana", "cy"]
    assert [whose for whose, _ in parts_of("table: night", ("table",))] == ["table"]
    with pytest.raises(CatalogError, match=r"a seat or table, .* seats are ana, bo"):
        list(parts_of("zebra: Elk", ("table",)))


def test_a_word_of_the_notation_is_looked_up(home: Home):
    said = home.ok("catalog", "notation", "grand_archive", "mill")
    assert "Divining Streams" in said and "recover" not in said
    assert "modify" in home.ok("catalog", "notation", "grand_archive", "until")  # by a part of it
    assert "did you mean mill?" in home.error("catalog", "notation", "grand_archive", "mil")
    assert "has no effects" in home.error("catalog", "notation", "wondervale")


def test_an_effect_is_printed_where_no_file_is_named(home: Home, monkeypatch: pytest.MonkeyPatch):
    path = file(home, ROCK)
    monkeypatch.setattr(type(game_of("toy")), "sample_catalogs", lambda game: [path])
    told = home.ok("catalog", "new-effect", "toy", "Rite", "--text", "Odd.")
    assert told == '[[cards.effects]]\nwhen = "played"\ntext = "Odd."\n'


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ("playd", "answer 1: nothing sets it off by playd; did you mean played?"),
        ("", "it says nothing: give it steps, or a text"),
        ("\n\nperhaps", "answer 3: expected yes or no, not perhaps"),
        ("\n\n\noften", "answer 4: expected how often and in what, such as 1 a turn, not often"),
        ("\n\n\n\nfoe: monstr", "answer 5: nothing has the word monstr; did you mean monster?"),
        ("\n\n\n\nself: ally", "answer 5: Rock, effect 1: aim self: self is a word of the"),
        ("\n\n\n\n\n\ndamge", "answer 7: no outcome is named damge; did you mean damage?"),
        ("\n\n\n\n\n\ndraw cuont=2", "answer 7: draw has no cuont; did you mean count?"),
        ("\n\n\n\n\n\ndraw count=3-1", "answer 7: 3 to 1 is no bounds: the least comes first"),
        ("\n\n\n\n\n\ndamage amount=2", "answer 7: damage: monster? self, "),
        ("\n\n\n\n\n\ndamage", "the answers end at: damage: monster? (self, "),
        ("\n\n\n\n\n\ndiscard place=bni", "no place is named bni; did you mean bin?"),
        ("\n\n\n\n\n\ndraw may\ndraw count=2", "a logged draw may be step 1 or step 2: make one"),
        ("\n\n\n\na: ally\n\n\ndraw count=2", "nothing is done to a"),
        (
            "\n\n\n\n\n\ndraw count=2\n\n\nOgre\ndraw draw",
            "answer 11: Rock, example 'draw draw': expected to be legal, and is illegal TY-1.1",
        ),
        ("\n\n\n\n\n\ndraw count=2\n\n\nOgrr", "Rock, table 'Ogrr': nothing is named Ogrr"),
    ],
)
def test_an_answer_that_does_not_fit_is_named_and_nothing_is_written(
    home: Home, answers: str, says: str
):
    path = file(home, ROCK)
    before = path.read_text()
    assert says in home.error("catalog", "new-effect", "toy", "Rock", path, input=answers)
    assert path.read_text() == before


def test_what_has_no_place_for_an_effect_is_named_before_anything_is_asked(home: Home):
    def error(*parts: str, game: str = "toy", card: str = "Rock") -> str:
        return home.error("catalog", "new-effect", game, card, file(home, *parts), input="x")

    assert "no card is named Rcok; did you mean Rock?" in error(ROCK, card="Rcok")
    assert "expected [[cards.effects]]" in error('cards = [{ name = "Rock" }]\n')
    assert "expected [[cards.effects]] and [[examples]]" in error("examples = []\n", ROCK)
    assert "Lanterns has no effects" in error(ROCK, game="lanterns")


class Terminal(StringIO):
    """Lines that somebody types."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_an_answer_that_does_not_fit_is_asked_for_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    typed = "playd\n?\nplayed\n\n\n\n\n\ndamge\ndamage\n\n\nogre\nmonster\n3-1\n1-3\n\n\n\n"
    vocabulary, known = VOCABULARY, {word for several in WORDS.values() for word in several}
    table = effect_asked(Answers(Terminal(typed)), vocabulary, known, "Rite")
    step = {"do": "damage", "monster": {"is": "monster"}, "amount": [1, 3]}
    assert table == {"when": "played", "steps": [step]}
    asked = capsys.readouterr()
    assert asked.out == ""
    told = asked.err
    assert "What sets it off? (played, activated, resolves, …" in told
    assert "nothing sets it off by playd; did you mean played?" in told
    assert "played, activated, resolves, on enter, used, static, dies, drawn\n" in told
    assert "no outcome is named damge; did you mean damage?" in told
    assert "this needs an answer" in told
    assert "nothing has the word ogre" in told
    assert "3 to 1 is no bounds" in told


def test_who_leaves_off_at_a_terminal_has_written_nothing():
    with pytest.raises(Failure, match="left off; nothing was written"):
        effect_asked(Answers(Terminal("played\n")), VOCABULARY, (), "Rite")


def test_an_example_stands_behind_its_card_and_before_those_of_the_next(home: Home):
    path = file(home, RITE, EXAMPLES, ROCK, EXAMPLES)
    answers = "played\n\n\n\n\n\ndraw count=2\n\n\nOgre\ndraw:2\n\ndraw:3\n"
    home.ok("catalog", "new-effect", "toy", "Rock", path, input=answers)
    examples = tomllib.loads(path.read_text())["examples"]
    assert [example["card"] for example in examples] == ["Rite", "Rock", "Rite"]
    assert home.json("catalog", "check", path)["faults"] == []


SHIPPED = [
    path
    for game in map(game_of, game_ids())
    if game.effects is not None
    for path in game.sample_catalogs()
]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parents[1].name)
def test_shipped_catalogs_have_no_faults_and_examples_of_every_effect(home: Home, path: Path):
    checked = home.json("catalog", "check", path)
    assert checked["faults"] == []
    assert checked["warnings"] == []
    covered = home.json("catalog", "coverage", path)
    assert sum(covered["effects"].values()) == len(checked["effects"])
    assert covered["plain"] > 0
