"""What the referee says in random matches, kept: a change of the rules that nobody meant is seen.

A law holds in matches nobody has seen; the rules' own tests say what must come of a line. Between
them lies what only whole play meets: what is offered, what a wrong line is told, what becomes of
the state. Each ``tests/verdicts/<game>/<seed>.txt`` is a match of one game with slips and rulings:
the opening as JSON, then a line for each entry, and lines with ``?`` that were not logged, only
asked for in its place. Behind the number stand what was said (``legal``, the rule of a refusal,
…), a few digits of all that came of it (message, hint, state, facts), at some entries a few digits
of what was offered before it, and the line.

``python -m tests.verdicts`` writes what is said anew, and leaves the lines as they are. Read the
difference before you keep it: ``python -m tests.verdicts --full FILE`` prints all that a file has
only digits of, here and on the commit before.
"""

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from events.common import Opening
from events.entry import verb
from events.event import Event
from events.notation import read, write
from referee.catalog import read_deck
from referee.games.registry import game_of
from referee.option import public
from referee.replay.replay import Replay
from referee.replay.simulate import event_of
from referee.verdict import Illegal, Incomplete, Verdict, applied, as_json, name_of
from storage.catalogs import samples
from tests.golden import shown
from tests.laws import begun, drawn
from tests.laws.players import LONGEST, Opened, a_way, go_on
from tests.laws.said import changes
from tests.slips import Words, rulings, slips

FOLDER = Path(__file__).parent

SHORTEST = 60
"""How many entries a match has at least that is kept."""
MOMENTS = 14
"""Before how many entries other lines are asked for, each in its place."""
OTHERS = 4
"""How many lines are asked for at a moment: changed in one field each, and at times a ruling."""
OFFERED_EVERY = 3
"""Before one entry of so many it is kept what was offered."""
RULED = 0.04
"""How likely it is that a judge rules before an entry, in matches with a judge."""

_LENGTH = re.compile(r"\d+\.\d{4,}")


class Line(NamedTuple):
    """A line of a kept match.

    Attributes:
        event: what was logged, or only asked for.
        logged: whether it was logged.
    """

    event: Event
    logged: bool


class Match(NamedTuple):
    """A kept match: the opening and the lines, in order."""

    opened: Opened
    lines: list[Line]


class Said(NamedTuple):
    """What the referee says at a line: all of it, and what of it is kept in the file."""

    full: str
    kept: str


def paths() -> dict[str, Path]:
    """All files, by game and seed, such as ``warrift/12``."""
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(FOLDER.glob("*/*.txt"))}


# -- what is said ------------------------------------------------------------------------------


def judged(match: Match) -> Iterator[Said]:
    """What the referee says at each line of a match, and last what stands then."""
    game = match.opened.game
    replay = begun(match.opened, rules=True)
    for event, logged in match.lines:
        line = write(event, game.codec)
        if not logged:
            verdict = replay.would(event)
            yield _said("?", verdict, [], line)
            continue
        seq = len(replay.events) + 1
        offered = _offered(replay) if seq % OFFERED_EVERY == 0 else ""
        outcome = replay.add(event)
        came = [
            replay.digest(),
            *(shown(fact) for fact in outcome.facts),
            *(
                f"entry {change.seq}: {change.before} -> {change.after}"
                for change in outcome.changes
            ),
        ]
        yield _said(str(seq), outcome.verdict, came, line, offered)
    yield _end(replay)


def _said(seq: str, verdict: Verdict, came: list[str], line: str, offered: str = "") -> Said:
    word = verdict.rule if isinstance(verdict, Illegal) else name_of(verdict).replace(" ", "-")
    rows = [_plain(as_json(verdict)), *came]
    before = _digits([offered]) if offered else "-"
    full = "\n".join([*([offered] if offered else []), f"{seq} {word} {line}", *rows])
    return Said(full, f"{seq:>3} {word:10} {_digits(rows)} {before:6} {line}")


def _offered(replay: Replay) -> str:
    options = public(replay.game.options(replay.table), replay.game.codec, exact=True)
    plain = [msgspec.structs.asdict(option) for option in options]
    said = [{name: part for name, part in each.items() if part} for each in plain]
    return "\n".join(f"offered: {_plain(each)}" for each in said)


def _plain(of: Any) -> str:
    """As JSON; of a length that is reckoned, no more than every machine reckons alike."""
    text = msgspec.json.encode(of, order="deterministic").decode()
    return _LENGTH.sub(lambda found: f"{float(found[0]):.3f}", text)


def _end(replay: Replay) -> Said:
    board = [
        f"{panel.title}: {label}  {text}"
        for panel in replay.game.board(replay.table)
        for label, text in panel.rows
    ]
    undone = [f"{seq} by {by}" for seq, by in sorted(replay.undone.items())]
    standing = [f"{seq} {replay.standing(seq)}" for seq in range(1, len(replay.events) + 1)]
    rows = [*board, *undone, *standing]
    return Said("\n".join(rows), f"end {'':10} {_digits(rows)}")


def _digits(rows: list[str]) -> str:
    return blake2b("\n".join(rows).encode(), digest_size=3).hexdigest()


# -- files -------------------------------------------------------------------------------------


def text(match: Match) -> str:
    """The file of a match, with what is said today."""
    _, catalog, first = match.opened
    plain = msgspec.to_builtins(first) | {"catalog": catalog.name}
    for seat in plain["seats"]:
        if seat["deck_name"]:
            seat.pop("deck", None)
            seat.pop("lists", None)
    head = msgspec.json.encode(plain, order="sorted").decode()
    return "\n".join([head, *(each.kept for each in judged(match))]) + "\n"


def match_of(kept: str) -> Match:
    """The match that a file holds."""
    head, *rows = kept.splitlines()
    plain: dict[str, Any] = msgspec.json.decode(head)
    game = game_of(plain["game"], plain["version"])
    every = [read_deck(path.read_text()) for path in game.sample_decks()]
    decks = {deck.name: deck for deck in every}
    for seat in plain["seats"]:
        if seat["deck_name"]:
            deck = decks[seat["deck_name"]]
            seat |= {"deck": deck.cards, "lists": deck.lists}
    by_name = {catalog.name: (at, catalog) for at, catalog in samples(game.id).items()}
    plain["catalog"], catalog = by_name[plain["catalog"]]
    first = msgspec.convert(plain, Opening)
    lines = []
    for row in rows[:-1]:
        seq, _, _, _, line = row.split(maxsplit=4)
        lines.append(Line(read(line, game.codec), seq != "?"))
    return Match(Opened(game, catalog, first), lines)


# -- a new one ---------------------------------------------------------------------------------


def drawn_match(game_id: str, seed: int) -> Match | None:
    """A random match of a game, with slips and at times a judge; None where it ends too soon."""
    chance = Random(f"{game_id} {seed} verdicts")
    opened = drawn(game_id, chance)
    ruled, way = chance.random() < 0.4, a_way(game_id, chance)
    replay = begun(opened, rules=True)
    lines: list[Line] = []
    while not replay.state.over and len(replay.events) < LONGEST:
        options = opened.game.options(replay.table)
        if chance.random() < MOMENTS / LONGEST:
            lines += [Line(event, False) for event in _others(replay, chance)]
        if ruled and chance.random() < RULED:
            _log(replay, lines, next(rulings(replay, options, chance), None))
            continue
        # a match that somebody gives up says little
        given_up = {option.verb for option in options if not option.weight}
        for event in slips(replay, options, chance, chance.choice((0, 1, 3)), way):
            if verb(event) not in given_up and _log(replay, lines, event):
                break
        else:
            if not replay.state.over:
                lines.append(Line(go_on(replay, chance, way), True))
    return Match(opened, lines) if len(replay.events) >= SHORTEST else None


def _others(replay: Replay, chance: Random) -> Iterator[Event]:
    """Lines that may come now, each off in one field; and perhaps a ruling."""
    options = replay.game.options(replay.table)
    words = Words.of(replay, options, chance)
    meant = event_of(replay.game, chance.choice(options), chance)
    found = [
        other
        for _, _, others in changes(meant, words, replay.state.seats, chance)
        for other in others
    ]
    yield from chance.sample(found, min(OTHERS, len(found)))
    yield from rulings(replay, options, chance, chance.choice((0, 1)))


def _log(replay: Replay, lines: list[Line], event: Event | None) -> bool:
    """Log what may be refused; a question is not logged. Whether it was applied."""
    if event is None:
        return False
    if isinstance(replay.would(event), Incomplete):
        lines.append(Line(event, False))
        return False
    lines.append(Line(event, True))
    return applied(replay.add(event).verdict)
