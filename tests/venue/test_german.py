"""A German page is German whole, or says what is not (VN-15.2, VN-19.10)."""

import re
from pathlib import Path
from typing import Any

import pytest

from cli.language import FIELD, LANGUAGES, pieces, plainly, sentences
from cli.venue.language import said
from referee.english import plural
from tests.venue.golden_event import EVERYBODY, MATCH, PLAYERS, Scene, event_text
from tests.venue.said_in_code import ROOT, everything, modules, raised
from tests.venue.spoken import english, unspoken
from tests.venue.watched import cup, watched

NAMES = (
    *EVERYBODY,
    *PLAYERS,
    "fay di Example all was that right? out of turn both remember",
    "Deck of city and canopy frost sand",
)
"""What people, decks and matches are called, and what people say."""
PAGES = (
    *("/desk", "/judge", f"/judge/{MATCH}", "/floor", "/me", "/show", "/watch", "/choose"),
    *("/r/1", "/r/2", "/r/9", "/t/none", f"/t/{MATCH}", f"/overlay/{MATCH}", "/nothing"),
    *("/desk/table/1", "/desk/table/2", "/floor/table/1", "/floor/table/2", "/check/ana"),
    *(f"/judge/{MATCH}/entries/{seq}" for seq in (0, 1, 14, 15, 16)),
    *(f"/judge/{MATCH}/{each}" for each in ("board/9", "struck/9", "card?name=Wolf", "rulings")),
)
LINES = (
    *("?", "l", "s", "p", "p 1", "p ana", "p zoe", "x 1", "x 9", "x", "1 2 0", "1 2 0", "1 3 0"),
    *("9 2 1", "7 x 1", "1/1 2 1", "in", "in zoe", "in all but", "end", "end 1", "end 4711 3", "j"),
    *("j 1 a question", "j 99 a", "drop", "drop zoe", "repair", "repair 1"),
    *("repair 1 wrong", "swap", "swap ana=bo x", "cut", "close", "missing", "post"),
    *("start", "time", "pause", "resume", "decide", "decide 1 2", "decide 1 1 0 seen"),
    *("nonsense", "enter", "u", "confirm all", "confirm", "confirm zoe", "refuse zoe"),
    *("call", "extend 1 1 90 other", "extend 9 9 90 other"),
    *("publish pairings", "reinstate zoe", "infraction", "ana attest 1 1 2 0"),
    *("ana nonsense",),
)  # fmt: skip
"""What is typed at the desk, most of it wrong in one way or the other."""
TYPED = ("players have entered, nobody is here", "the clock runs", "a judge has decided")
"""The moments at which it is."""


class German(Scene):
    """The event as it is shown to browsers that want German.

    Attributes:
        wrong: who was told what in English that does not say that it is.
    """

    asking = {"accept-language": "de-AT,en;q=0.5", "accept": "text/html"}

    def __init__(self) -> None:
        super().__init__()
        self.wrong: dict[str, str] = {}

    def ask(self, who: str, method: str, path: str, **sent: Any) -> Any:
        """What a device is answered; noted where some of it is English."""
        answer = super().ask(who, method, path, **sent)
        found = []
        if "json" not in answer.headers.get("content-type", ""):
            found = unspoken(answer.text, "de", NAMES)
        elif answer.status_code >= 400 and "lang" not in (told := answer.json()):
            said = [told.get(each) or "" for each in ("hint", "what")]
            found = [each for each in said if english("de", each, NAMES)]
        for each in found:
            self.wrong.setdefault(each, f"{who} {method} {path} {sent or ''}")
        return answer

    def look(self, moment: str, *paths: str) -> None:
        """Somebody of each role looks at all pages."""
        for path in dict.fromkeys([*paths, *PAGES]):
            for who in ("ana", "lena", "hal", "kim", "sam", "fan", "wall", "nobody"):
                self.ask(who, "GET", path)
        for line in LINES if moment in TYPED else ():
            answer = self.ask("sam", "POST", "/desk/line", data={"text": line})
            if 'data-became="asked"' in answer.text:
                data = {"text": "n", "asked": line}
                self.ask("sam", "POST", "/desk/line", data=data)


def test_vn_15_2_a_german_event_says_nothing_in_english_without_saying_so() -> None:
    scene = German()
    event_text(scene)
    assert scene.wrong == {}


def test_vn_15_2_a_german_round_says_nothing_in_english_without_saying_so(tmp_path: Path) -> None:
    """As above, at one moment."""
    wrong = set()
    with watched(cup(tmp_path / "cup.duckdb")) as at:
        for who, paths in {
            "ana": ("/me", "/r/1", "/r/7", "/desk"),
            "sam": ("/desk", "/desk/table/1", "/desk/table/9", "/floor", "/floor/table/1"),
            "kim": (
                "/judge",
                f"/judge/{MATCH}",
                f"/judge/{MATCH}/entries/9",
                "/floor",
                f"/judge/{MATCH}/sheet/9",
            ),
        }.items():
            for path in paths:
                page = at.get(who, path, **German.asking).text
                wrong |= {(path, text) for text in unspoken(page, "de", NAMES)}
    assert wrong == set()


def test_english_that_does_not_say_so_is_seen() -> None:
    page = '<p title="Other pages">Runde</p><p lang="en">the <b>wolf is</b></p><p>no table</p>'
    assert unspoken(page, "de") == ["Other pages", "no table"]


# -- the catalog of sentences --------------------------------------------------------------------

ROOMS = ("referee/tournament", "cli/venue", "cli/tournament", "cli/judging")
"""Where sentences are made that the desk, judges and players may be told."""
TERMINAL = frozenset(
    f"{room}/{name}.py"
    for room, names in {
        "cli/judging": "other_readings terms",
        "cli/tournament": "checkpoints exports foreign lists opening players printer results season"
        " secret simulation",
        "cli/tournament/explaining": "correction cut other_policy pairing things",
        "cli/venue": "demo serve",
        "cli/venue/floor": "command",
        "cli/venue/keeping": "open_files",
        "cli/venue/rehearsal": "event_copy",
        "cli/venue/web": "server",
        "referee/tournament": "opening",
    }.items()
    for name in names.split()
)
"""What is said at the terminal alone, or before there is a venue."""
COMMAND = re.compile(r"(?:log )?referee |log report |.*--[a-z]+")
"""What to type at a terminal instead."""
WORDED = [path for path in modules(*ROOMS) if str(path.relative_to(ROOT)) not in TERMINAL]


def sample(sentence: str) -> str:
    """A sentence as it is told once."""

    def told(field: re.Match[str]) -> str:
        name, mark, one, more = field.groups()
        numbers = mark == "#" or name.isdigit()
        return f"7 {more or plural(one)}" if one else "7" if numbers else f"x{name}"

    return FIELD.sub(told, sentence)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_vn_15_2_what_somebody_is_refused_with_is_told_in_each_language(language: str) -> None:
    lacking = {
        text
        for _, text in raised(WORDED)
        if not COMMAND.match(text) and pieces(language, sample(text)) is None
    }
    bare = {FIELD.sub(_unmarked, each) for each in sentences(language)}
    assert {each for each in lacking if each.strip(" ,;:.") not in bare} == set()


def _unmarked(field: re.Match[str]) -> str:
    return field[0] if field[3] else f"{{{field[1]}}}"


SUMMED = re.compile(
    r"entr(?:ies|y) (?:no longer|in force|legal|now|judged) .*|has the bye in this round"
    r"|.*, as (?:before|was said)|.*, round|more turns|.* the match that is wrong.*"
    r"|tables? (?:open|still without a result)|cards?, by entry|came by entr(?:y|ies)"
    r"|since entries|calls open in each minute|rate \(%\) by round|after minute"
    r"|(?:points, which|simulated match).*"
)
"""What is put together word by word."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sentence_that_the_program_says_no_more_is_in_no_catalog(language: str) -> None:
    said = everything(modules("events", "referee", "storage", "cli"))
    gone = []
    for sentence in sentences(language):
        for part in FIELD.split(sentence)[::5]:
            words = " ".join(part.strip(" ,;:().").split())
            if words not in said and not SUMMED.match(words):
                gone.append((sentence, words))
    assert gone == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sentence_has_no_other_fields_than_the_english_one(language: str) -> None:
    for english_one, other in sentences(language).items():
        fields = {name for name, *_ in FIELD.findall(english_one)}
        assert fields >= {name for name, *_ in FIELD.findall(other)}, english_one
        assert other.count("`") % 2 == 0, other


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_sentence_is_taken_for_another(language: str) -> None:
    taken = []
    for english_one, other in sentences(language).items():
        if "!}" in other or not FIELD.search(english_one):
            continue
        expected = FIELD.sub("|", other.replace("`", "")).split("|")
        found = plainly(language, sample(english_one))
        if not all(part in found for part in expected):
            taken.append((english_one, found))
    assert taken == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "no result: table 1 (ana, bo), table 2 (cy, di)",
            "kein Ergebnis: Tisch 1 (ana, bo), Tisch 2 (cy, di)",
        ),
        (
            "TR-6.3: table 3 has a result; legal: a contest that is on",
            "TR-6.3: Tisch 3 hat ein Ergebnis; erlaubt: eine Begegnung, die läuft",
        ),
        ("1 table has no result: 4", "1 Tisch hat kein Ergebnis: 4"),
        ("strike 17 first", 'zuerst <span lang="en">strike 17</span>'),
        ("<b>Wolf</b> bites", '<span lang="en">&lt;b&gt;Wolf&lt;/b&gt; bites</span>'),
        ("nobody called <i> has entered", "niemand ist gemeldet, der &lt;i&gt; heißt"),
    ],
)
def test_a_sentence_is_told_with_its_fields(sentence: str, told: str) -> None:
    assert said("de", sentence) == told
    assert plainly("en", sentence) == sentence
