"""What a scorekeeper of Tower-WizWar types."""

from collections.abc import Iterator
from itertools import accumulate
from statistics import median

import pytest

from cli.table.address import Situation
from cli.table.line import read_part
from events.event import Event
from events.notation import Malformed, split_words, write
from referee.fact import TurnBegan
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.verdict import applied
from tests.games.tower_wizwar.table import turn
from tests.golden import records, replayed

GAME = game_of("tower_wizwar")


def before(record: str, entry: int) -> Replay:
    """A recorded match as it stood before an entry."""
    match = replayed(records()[f"tower_wizwar/{record}"])
    events = [each.event for each in match.record.entries[: entry - 1]]
    return Replay(GAME, match.replay.catalog).extend(events)


def typed(replay: Replay, line: str) -> list[str]:
    """What the parts of a line are in full, each logged before the next is read."""
    found = []
    for part in line.split(";"):
        event = read_part(part, Situation.of(GAME, replay.table, "kim"))
        assert event is not None
        assert applied(replay.add(event).verdict)
        found.append(write(event, GAME.codec))
    return found


def shortenings(words: list[str]) -> Iterator[list[str]]:
    """A line with fewer words behind, and with all of them cut to the same few letters."""
    for letters in range(1, 12):
        short = [word if word[0].isdigit() else _cut(word, letters) for word in words]
        yield from accumulate(([word] for word in short), lambda line, word: [*line, *word])


def _cut(word: str, letters: int) -> str:
    """A name or verb cut to a few letters, its number or what is said with a colon kept."""
    if ":" in word or "=" in word:
        return word.replace(" ", "")
    name, _, number = word.partition(".")
    kept = name[:letters].strip()
    return f"{kept}.{number}" if number else kept


def hurried(event: Event, replay: Replay) -> str:
    """An event as people type it: no seat, few letters a word, nothing that is plain anyway."""
    now = Situation.of(GAME, replay.table, "kim")
    line = write(event, GAME.codec)
    words = [word.text for word in split_words(line)][1:]
    for short in shortenings(words):
        try:
            read = read_part(" ".join(short), now)
        except Malformed:
            continue
        if read is not None and _plain(read, replay) == _plain(event, replay):
            return " ".join(short)
    return line


def _plain(event: Event, replay: Replay) -> str:
    """An event with the bare name of what is in play once."""
    things = replay.state.zones.things
    line = write(event, GAME.codec).replace('"', "")
    for id, thing in things.items():
        if sum(each.name == thing.name for each in things.values()) == 1:
            line = line.replace(id, thing.name)
    return line


def keystrokes(record: str) -> list[int]:
    """How many keys each turn of a record takes, typed as a line with Enter."""
    match = replayed(records()[f"tower_wizwar/{record}"])
    replay = Replay(GAME, match.replay.catalog, rulings=True)
    keys, line = [], ""
    for entry in match.record.entries:
        if type(entry.event) in GAME.events and replay.events and not replay.state.over:
            line += ";" * bool(line) + hurried(entry.event, replay)
        facts = replay.add(entry.event).facts
        if line and (any(isinstance(fact, TurnBegan) for fact in facts) or replay.state.over):
            keys.append(len(line) + 1)
            line = ""
    return keys


def test_a_draw_a_draft_a_cast_an_attack_and_the_end_are_at_most_45_keystrokes():
    match = turn(phase="stabilise")
    match.tower("bo", "Keep3")
    match.t.state.zones.hidden.draw(1, "ana.hand/spell", "ana.deck/spell")
    line = "dr;fu 1 c1 c2;ca c2 f1 c3 c3;a b c;e"
    assert len(line) + len("\r") <= 45
    assert typed(match.replay, line) == [
        "ana draw",
        "ana full-draft 1 C1 C2",
        "ana cast C2 F1 C3 C3",
        "ana attack bo C2.1",
        "ana end",
    ]


def test_a_turn_with_an_orbital_and_a_celestial_takes_no_more_than_a_line_of_66_keystrokes():
    line = "fu 3 po dr;o w.1;ca ci f2;p h ch;a e c.1 s;a e p;d pool=2;e"
    assert len(line) + len("\r") <= 66
    assert typed(before("duel", 60), line) == [
        'lotte full-draft 3 Poker "Dry Lightning"',
        'lotte orbital "Wick Crown.1"',
        'lotte cast "Cinder Whelp" F2',
        'lotte play "Hairy Star" "Chimney Keep"',
        'lotte attack enzo "Cinder Whelp.1" "Soot Ranger.1"',
        'lotte attack enzo "Pyre Ox.1"',
        "lotte discard pool=2",
        "lotte end",
    ]


@pytest.mark.parametrize(("record", "turns", "most"), [("duel", 18, 94), ("retreat", 25, 84)])
def test_half_of_the_turns_of_a_match_are_within_so_many_keystrokes_with_all_their_backs(
    record: str, turns: int, most: int
):
    keys = keystrokes(record)
    assert len(keys) == turns
    assert median(keys) <= most


@pytest.mark.parametrize("backs", ["s s c s o", "s c s s s", "s o o c s"])
def test_any_set_with_a_card_that_is_no_spell_is_read_without_a_discard(backs: str):
    full = {"s": "spell", "c": "celestial", "o": "orbital"}
    told = " ".join(full[back] for back in backs.split())
    assert typed(before("duel", 2), f"set {backs}") == [f"lotte set {told}"]


def test_a_set_of_spells_only_asks_what_is_discarded_of_it():
    with pytest.raises(Malformed, match="set leaves discards open"):
        typed(before("duel", 2), "set s s s s s")
