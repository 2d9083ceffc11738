"""A German page is German whole, or says what is not (VN-15.2, VN-19.10)."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cli.language import BOARD, FIELD, LANGUAGES, laid, pieces, plainly, sentences
from cli.reading.decks import shipped_catalogs, shipped_decks
from cli.screen.render import obligation_text
from cli.venue.entering.lists import Played, as_text, judged
from cli.venue.language import said
from events.common import AgreeResult, Begins, Score
from referee.english import plural
from referee.game import Game
from referee.games.registry import folder_of, game_ids, game_of
from referee.replay.replay import Replay
from tests.golden import records
from tests.logbook import draft
from tests.venue.desks import body
from tests.venue.golden_event import EVERYBODY, MATCH, PLAYERS, Scene, event_text
from tests.venue.lifes import life_hall
from tests.venue.robot import recorded
from tests.venue.said_in_code import ROOT, everything, modules, raised
from tests.venue.spoken import english, unspoken
from tests.venue.test_life import phones
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
        judged: what was told already.
        barred: who is not let in where, in the same words at each moment.
    """

    asking = {"accept-language": "de-AT,en;q=0.5", "accept": "text/html"}

    def __init__(self) -> None:
        super().__init__()
        self.wrong: dict[str, str] = {}
        self.judged: set[str] = set()
        self.barred: set[tuple[str, str]] = set()

    def ask(self, who: str, method: str, path: str, **sent: Any) -> Any:
        """What a device is answered; noted where some of it is English."""
        answer = super().ask(who, method, path, **sent)
        if method == "GET" and answer.status_code in (401, 403):
            self.barred.add((who, path))
        if answer.text in self.judged:
            return answer
        self.judged.add(answer.text)
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
                if (who, path) not in self.barred:
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


# -- what lies on the table ----------------------------------------------------------------------

CATALOG = frozenset({"elements", "class", "banner", "well", "crossing", "mastery"})
"""Rows of a board that hold or are words of the catalog of a game."""
RACE = re.compile(r"[\d# .]+|.*[.#]{30}")
"""A figure, or a bar of one."""


def own_words(game: Game, catalog: Any, seats: Iterable[str]) -> re.Pattern[str]:
    """What is called by a word of its own in a match: cards, and who plays."""
    ground = getattr(catalog, "piece", {})
    known = sorted({*game.traits(catalog), *seats, *ground, "red", "blue", "dawn", "dusk"}, key=len)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, reversed(known)))})\b")


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_vn_15_2_a_board_and_what_has_to_be_done_are_told_in_each_language(
    game_id: str, language: str
) -> None:
    lacking = set()
    for name in [each for each in records() if each.startswith(f"{game_id}/")]:
        opened, events = recorded(name)
        match = Replay(opened.game, opened.catalog)
        named = own_words(opened.game, opened.catalog, [s.seat for s in opened.first.seats])
        for event in events:
            match.add(event)
            if not match.opened:
                continue
            for panel in opened.game.board(match.table):
                heads = [panel.title, *(label for label, _ in panel.rows)]
                lacking |= {
                    each
                    for each in heads
                    if laid(language, each) is None
                    and re.search(r"[a-z]{2}", named.sub("", each))
                    and each not in CATALOG
                }
                lacking |= {
                    f"{label}: {text}"
                    for label, text in panel.rows
                    if label not in CATALOG
                    and not named.search(label)
                    and not RACE.fullmatch(text)
                    and laid(language, text) is None
                    and re.search(r"[a-z]{2}", named.sub("", text))
                }
            lacking |= {
                due.text()
                for due in opened.game.obligations(match.table)
                if pieces(language, obligation_text(due)) is None
            }
        if match.state.over and pieces(language, match.state.over) is None:
            lacking.add(match.state.over)
    assert lacking == set()


HERE = [each for each in game_ids() if (folder_of(each) or ROOT).is_relative_to(ROOT / "referee")]
"""The games of this house."""


@pytest.mark.parametrize("game_id", [each for each in HERE if shipped_decks(game_of(each))])
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_vn_15_2_what_the_rules_have_against_a_list_is_told_in_each_language(
    game_id: str, language: str
) -> None:
    game = game_of(game_id)
    played = Played(game, shipped_catalogs(game)[-1], {**game.choices({}), "edition": game.version})
    lacking = set()
    for deck in shipped_decks(game).values():
        lines = as_text(deck.name, deck.cards, deck.lists).splitlines()
        cards = [at for at, line in enumerate(lines) if re.match(r"\d+ ", line)]
        for at in cards[:: max(1, len(cards) // 8)]:
            for instead in ("", f"9 {lines[at].partition(' ')[2]}"):
                wrong = [*lines[:at], instead, *lines[at + 1 :]]
                for fault in judged(played, "\n".join(wrong)).faults:
                    if fault.kind == "rule" and pieces(language, fault.text) is None:
                        lacking.add(fault.text)
    assert lacking == set()


def test_vn_15_2_a_table_at_life_is_told_in_german(tmp_path: Path) -> None:
    path = life_hall(tmp_path / "hall.duckdb", game="tower_wizwar")
    with phones(path) as table:
        a, b = table.people
        german = {"X-Who": a, "accept-language": "de"}
        table.post(a, Begins("ana"), Score("bo", 3))
        view = table.client.get(f"/api/matches/{table.match}", headers=german).json()
        said = view["said"]
        assert (said["wounds"], said["harm"]) == ("Wunden", "Schaden")
        told = {x["line"]: said.get(x.get("why", "")) for x in view["entries"]}
        assert told["bo score 3"] == "wie gesagt; niemand prüft es"
        (due,) = view["owed"]
        assert said[due["text"]].endswith(": 3, ist die Partie vorbei?")
        assert "said" not in table.view(b)
        page = table.client.get(f"/judge/{table.match}", headers={**german, "X-Who": "kim"}).text
        assert '<th scope="row">alles andere</th><td>nicht erfasst</td>' in page
        assert "<caption>Wunden</caption>" in page
        asked = table.client.post(
            f"/api/matches/{table.match}/entries",
            content=body([draft(AgreeResult(a, "ana"), 9, 9)], None, if_legal=True),
            headers=german,
        ).json()["unmeant"]
        assert asked["said"][asked["why"]].startswith("das beendet die Partie")


@pytest.mark.parametrize(
    ("english_one", "german"),
    [
        (
            "no result: table 1 (Ana di Example, Bo Li), table 12 (Cy (cy), Di O'Hara)",
            "kein Ergebnis: Tisch 1 (Ana di Example, Bo Li), Tisch 12 (Cy (cy), Di O'Hara)",
        ),
        (
            "Ana Hill may: discard 1 card before the turn ends [WV-4.7]",
            "Ana Hill darf: 1 Karte abwerfen, bevor der Zug endet [WV-4.7]",
        ),
        (
            "REF-5.1: honour is not counted here; legal: one of health",
            "REF-5.1: honour wird hier nicht gezählt; erlaubt: eines von: health",
        ),
        (
            "REF-5.3: score is not told in a record of the result alone; legal: ana record life",
            "REF-5.3: score gehört nicht dazu, wo erfasst wird: nur das Ergebnis;"
            " erlaubt: ana record life",
        ),
    ],
)
def test_vn_15_2_what_a_light_record_and_the_desk_say_is_told_whole(
    english_one: str, german: str
) -> None:
    assert plainly("de", english_one) == german


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
    r"|flip again for|spells? into the|declares? the same position|a score follows from what is .*"
    r"|expended of|horizontal \[|draw a card for the one that was picked|.* draft by the tower"
    r"|since entries|calls open in each minute|rate \(%\) by round|after minute"
    r"|(?:points, which|simulated match).*"
)
"""What is put together word by word."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sentence_that_the_program_says_no_more_is_in_no_catalog(language: str) -> None:
    said = everything(modules("events", "referee", "storage", "cli"))
    gone = []
    for sentence in sentences(language):
        for part in FIELD.split(sentence.removeprefix(BOARD))[::5]:
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


def told_as(language: str, sentence: str) -> str:
    """A sentence of a catalog as it is told once."""
    once = sample(sentence.removeprefix(BOARD))
    if not sentence.startswith(BOARD):
        return plainly(language, once)
    return "".join(each.text for each in laid(language, once) or ())


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_sentence_is_taken_for_another(language: str) -> None:
    taken = []
    for english_one, other in sentences(language).items():
        if "!}" in other or not FIELD.search(english_one):
            continue
        expected = FIELD.sub("|", other.replace("`", "")).split("|")
        found = told_as(language, english_one)
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
