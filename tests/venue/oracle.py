"""Two matches that differ only in what is hidden from a device, and all that the device is told
(VN-19.5)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from litestar.routes import HTTPRoute

from cli.venue.access.permissions import may
from cli.venue.taps.verbs import ALWAYS, names_in
from events.common import CardList, Concede, Opening
from events.event import Event
from events.notation import kinds
from events.notation.plan import plan_of
from events.tournament import RegisterDeck
from referee.catalog import Catalog
from referee.game import Game
from referee.games.registry import game_ids
from referee.replay.replay import Replay
from referee.replay.simulate import simulate
from referee.verdict import applied
from storage.log import Draft, Item, Log
from tests.laws.players import usual
from tests.tournament.logged import CUP, contests, draft, logs, opened, proposed
from tests.venue.desks import body
from tests.venue.halls import NOW
from tests.venue.watched import CONTEST, DEVICES, MATCH, PLAYERS, Devices, watched

GAMES = [each for each in game_ids() if usual(each, Random(0)).first.seats[0].deck]
"""The games in which players hand in lists."""
FEWEST, MOST = 12, 60
"""So many entries are logged of a match."""
TRIED = 200
"""So many cards are tried until one can be another without anybody seeing it."""

FOLLOW = 3
"""So many entries that follow are logged while it is served."""
GUESSES = 4
"""So many entries are tried with other cards."""

LINES = ("type", "seat", "source", "card")
"""What the event of an effect has beside its line."""
WALKED = 4
"""So many choices of a line are answered."""

LEFT_OUT = {
    "/static/{file_path}",  # the same files for all
    "/healthz",  # how the machine is
    "/api/time",
    "/api/log/copy",
    "/api/leave",  # ends the device
    "/j",
    "/j/{code}",
    "/e/{code}",
}
"""What is not asked: it says nothing of a match."""
PLACES = {"match_id": MATCH, "stream": CUP, "table": "1", "number": "1"}
"""What stands in an address."""
PARTS = ("now", "list", "standings", "rules", "penalties", "round", "result", "call", "table")
"""Names of parts of the own page, of which some may not be there."""


class Twins(NamedTuple):
    """Two logs with the same event, but for a card in a list that nobody but its player may see.

    Attributes:
        game: what is played.
        catalog: its cards.
        paths: the logs.
        cards: the card that the list has in each.
        viewer: who sits on the other side.
        owner: whose list it is.
        events: the match as it was simulated, also what is not logged.
        logged: how many entries of it are in the logs.
        alike: how many of those that follow come to the same in both.
    """

    game: Game
    catalog: Catalog
    paths: tuple[Path, Path]
    cards: tuple[str, str]
    viewer: str
    owner: str
    events: Sequence[Event]
    logged: int
    alike: int


def twins(folder: Path, game_id: str, seed: int) -> Twins | None:
    """The two logs of a seed; None where every card of that list was seen."""
    chance = Random(f"{game_id} {seed}")
    game, catalog, first = usual(game_id, chance)
    while len(first.seats) != 2:
        game, catalog, first = usual(game_id, chance)
    events = list(simulate(game, catalog, first, chance).events)
    logged = chance.randint(FEWEST, min(MOST, len(events) - 2))
    found = _other(game, catalog, events, logged, chance)
    if found is None:
        return None
    cards, other = found
    sealed = "yes" if chance.random() < 0.25 else "no"
    depth = chance.choice(("", "", "", "key-plays", "life"))
    paths = (folder / f"{game_id}-{seed}-a.duckdb", folder / f"{game_id}-{seed}-b.duckdb")
    viewer = owner = ""
    for path, opening in zip(paths, (first, other), strict=True):
        viewer, owner = _log(path, catalog, [opening, *events[1:logged]], sealed, depth)
    both = [Replay(game, catalog).extend([o, *events[1:logged]]) for o in (first, other)]
    alike = 0
    for event in () if depth else events[logged : logged + FOLLOW]:
        one, two = (replay.add(event).verdict for replay in both)
        if one != two or not applied(one):
            break
        alike += 1
    return Twins(game, catalog, paths, cards, viewer, owner, events, logged, alike)


def _other(
    game: Game, catalog: Catalog, events: Sequence[Event], logged: int, chance: Random
) -> tuple[tuple[str, str], Opening] | None:
    """The opening with another card in the second list, which nobody has seen of either; every
    entry comes to the same with it, also those that are not logged yet."""
    first = events[0]
    assert isinstance(first, Opening)
    own, theirs = first.seats
    seen = {name.partition(".")[0] for event in events[1:] for name in names_in(event)}
    seen |= {*_cards(own.deck)} | {card for each in own.lists.values() for card in _cards(each)}
    known = {*_cards(theirs.deck)} | {c for each in theirs.lists.values() for c in _cards(each)}
    every = [*game.traits(catalog)]
    before = Replay(game, catalog).extend(events[:logged]).verdicts
    for _ in range(TRIED):
        lists = {"": theirs.deck, **theirs.lists}
        hidden = [(name, card) for name in lists for card in _cards(lists[name])]
        hidden = [(name, card) for name, card in hidden if card not in seen]
        instead = [card for card in every if card not in seen | known]
        if not hidden or not instead:
            return None
        (where, one), two = chance.choice(hidden), chance.choice(instead)
        lists[where] = _with(lists[where], one, two)
        if any(one in _cards(each) for each in lists.values()):
            continue
        seat = msgspec.structs.replace(
            theirs, deck=lists.pop(""), lists=lists if theirs.lists else {}
        )
        other = msgspec.structs.replace(first, seats=(own, seat))
        try:
            after = Replay(game, catalog).extend([other, *events[1:logged]]).verdicts
        except Exception:
            continue
        if all(applied(x) and type(x) is type(y) for x, y in zip(before, after, strict=True)):
            return (one, two), other
    return None


def _cards(cards: CardList) -> Sequence[str]:
    return [*cards]


def _with(cards: CardList, one: str, two: str) -> CardList:
    """A list with one card for another."""
    if isinstance(cards, Mapping):
        return {two if card == one else card: copies for card, copies in cards.items()}
    return tuple(two if card == one else card for card in cards)


def _log(
    path: Path, catalog: Catalog, events: Sequence[Event], sealed: str, depth: str
) -> tuple[str, str]:
    """Log the event, and the match at table 1; who sits there."""
    first = events[0]
    assert isinstance(first, Opening)
    with Log.open(path, write=True) as log:
        opened(log, {"decklists": "closed", "sealed": sealed, "record": "life"})
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, "lena appoint kim judge; lena appoint sam scorekeeper")
        # who meets is not known yet: the lists are handed in when it is, which is too late for all
        # but the desk's tables
        there = proposed(log, 1)
        a, b = re.findall(r" 1:(\w+):(\w+)", there)[0]
        for person, seating in zip((a, b), first.seats, strict=True):
            handed = RegisterDeck("lena", person, "a list", dict(_counted(seating.deck)))
            handed = msgspec.structs.replace(handed, lists=seating.lists)
            match = log.load(CUP)
            (recorded,) = log.append(CUP, [draft(handed, match.last + 1)], match=match)
            assert applied(recorded.outcome.verdict), recorded.outcome.verdict
        logs(log, [proposed(log, 1)])
        table = contests(log, 1)[0]
        assert (table.a, table.b) == (a, b)
        logs(log, f"lena appoint {elsewhere(a, b)[0]} judge")
        seats = tuple(
            msgspec.structs.replace(seating, person=person)
            for seating, person in zip(first.seats, (a, b), strict=True)
        )
        opening = msgspec.structs.replace(first, seats=seats, contest=CONTEST, record=depth)
        made = [opening, *(events[1:] if not depth else ())]
        drafts = [draft(event, n, MATCH) for n, event in enumerate(made, 1)]
        log.open_match(drafts[0], MATCH, catalog)
        log.append(MATCH, drafts[1:])
        for person in PLAYERS:
            log.name_person(person, f"{person.capitalize()} Example")
    return a, b


def elsewhere(*sitting: str) -> list[str]:
    """Who plays, but not at table 1."""
    return [player for player in PLAYERS if player not in sitting]


def _counted(cards: CardList) -> Iterator[tuple[str, int]]:
    if isinstance(cards, Mapping):
        yield from cards.items()
    else:
        yield from ((card, list(cards).count(card)) for card in cards)


# -- what is asked -----------------------------------------------------------------------------


class Said(NamedTuple):
    """What was asked, and all that was answered, without ids and times."""

    who: str
    what: str
    answer: str


UNLIKE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"
    r"|[\d.]+ GB free|(?s:<p class=\"hash\">.*?</svg>)"
)
"""Ids and times, how full the disk is, and the head of the chain on a sheet, which is its proof."""


def told(pair: Twins, path: Path) -> list[Said]:
    """All that devices are told which may not see the list."""
    found: list[Said] = []
    others = elsewhere(pair.viewer, pair.owner)
    judges = f"{others[0]} judges"
    with watched(path, clock=lambda: NOW) as at:
        for who in (pair.viewer, others[0], "sam", "fan", "wall", judges):
            found += asked(at, who, (pair.viewer, pair.owner))
            found += heard(at, who)
        found += _judged(pair, at, judges)
        found += _typed_at_desk(at, "sam")
        for who in (pair.viewer, "sam"):
            found += _walked(at, who)
        for address, content in _kept(pair, at, "sam"):
            answer = at.post("sam", f"/api/matches/{MATCH}/{address}", content)
            found.append(_said("sam", f"POST {address} {content.decode()}", answer))
        for address, content in _posts(pair, at, pair.viewer):
            answer = at.post(pair.viewer, f"/api/matches/{MATCH}/{address}", content)
            found.append(_said(pair.viewer, f"POST {address} {content.decode()}", answer))
        for who in (pair.viewer, "sam"):
            found += asked(at, who, (pair.viewer, pair.owner))
        at.asked(partial(at.hall.ask, partial(_ended, last=_last(at))))
        for who in (pair.viewer, "sam", "fan"):
            found += asked(at, who, (pair.viewer, pair.owner))
            found += heard(at, who)
    return found


def _ended(log: Log, last: int) -> None:
    """The match ends, and its result is in."""
    seat = next(iter(log.live(MATCH).replay().state.seats))
    made = draft(Concede(seat), last + 1, MATCH)
    (answer,) = log.append_many([Item(MATCH, [made])])
    assert answer.error is None
    log.let_go(CUP)
    logs(log, "lena report 1 1 2 0")
    log.live(CUP)


def _said(who: str, what: str, answer: Any) -> Said:
    headers = {name: value for name, value in answer.headers.items() if name != "content-length"}
    text = f"{answer.status_code} {headers} {answer.text}"
    return Said(who, UNLIKE.sub("…", what), UNLIKE.sub("…", text))


def asked(at: Devices, who: str, persons: Sequence[str]) -> Iterator[Said]:
    """Every address that is read, as the router has it, and what is said of some people."""
    routes = [route for route in at.client.app.routes if isinstance(route, HTTPRoute)]
    for route in sorted(routes, key=lambda route: route.path_format):
        address = route.path_format
        if (
            "GET" not in route.methods
            or address in LEFT_OUT | {"/api/stream"}
            or not may(DEVICES[who].role, "GET", address)
        ):
            continue
        filled = address
        for part, value in PLACES.items():
            filled = filled.replace(f"{{{part}}}", value)
        paths = (
            [filled.replace("{name}", part) for part in PARTS] if "{name}" in filled else [filled]
        )
        for path in paths:
            for more in ("", "?after=0") if path.endswith("/entries") else ("",):
                yield _said(who, f"GET {path}{more}", at.get(who, path + more))
    for person in persons:
        yield _said(
            who, f"GET person {person}", at.get(who, f"/api/tournaments/{CUP}?person={person}")
        )


def _walked(at: Devices, who: str) -> Iterator[Said]:
    """What is asked of the line of every effect on offer, each time answered with the first."""
    view = at.get(who, f"/api/matches/{MATCH}").json()
    buttons = list(view.get("buttons", ()))
    while buttons:
        button = buttons.pop()
        buttons += button.get("opens", ())
        event = {name: said for name, said in button["event"].items() if name in LINES}
        answers: list[Any] = []
        while len(answers) < WALKED:
            content = msgspec.json.encode({"event": event, "answers": answers})
            answer = at.post(who, f"/api/matches/{MATCH}/way", content)
            yield _said(who, f"POST way {content.decode()}", answer)
            step = answer.json().get("step")
            if step is None:
                break
            there = [each["value"] for each in step.get("values", ())]
            few = there[: step.get("least", 0)]
            answers.append(few if step["ask"] == "several" else there[0] if there else 1)


def _judged(pair: Twins, at: Devices, who: str) -> Iterator[Said]:
    """What somebody who judges and plays, too, asks of the match (TR-4.2)."""
    asks = [f"card?name={text}" for card in pair.cards for text in (card, card[:4])]
    seats = [each.seat for each in _opening(pair).seats]
    asks += [f"hidden/{seat}.{place}" for seat in seats for place in ("hand", "deck")]
    asks += [f"entries/{seq}" for seq in range(FEWEST)]
    asks += [f"{ask}/{seq}" for ask in ("board", "struck", "sheet") for seq in (1, 3, 9)]
    paths = [f"/judge/{MATCH}/{each}" for each in asks]
    of = f"/api/matches/{MATCH}"
    paths += [f"{of}/{each}" for each in ("learned?since=1", "learned?since=9", "explain/3")]
    paths += [f"/check/{pair.owner}", "/print/checks"]
    for path in paths:
        yield _said(who, f"GET {path}", at.get(who, path))
    for address, content in _typed(pair):
        yield _said(who, f"POST {content.decode()}", at.post(who, f"{of}/{address}", content))
    for event in _guessed(pair, pair.events[1:FEWEST], pair.cards):
        content = msgspec.json.encode({"event": event})
        for address in ("check", "what-if"):
            yield _said(who, f"POST {address}", at.post(who, f"{of}/{address}", content))


def _opening(pair: Twins) -> Opening:
    first = pair.events[0]
    assert isinstance(first, Opening)
    return first


def _typed_at_desk(at: Devices, who: str) -> Iterator[Said]:
    """What somebody at the desk types who asks and logs nothing."""
    for line in ("?", "l", "s", "p", "p 1", "p ana", "p bo", "p cy", "p di", "x 1", "j", "drop"):
        headers = {"x-device": who}
        answer = at.client.post("/desk/line", data={"text": line, "seen": "1"}, headers=headers)
        yield _said(who, f"typed {line}", answer)


def heard(at: Devices, who: str) -> Iterator[Said]:
    """What streams have told."""
    unsealed = DEVICES[who].role == "judge"
    for topic in (f"match/{MATCH}", f"public/{MATCH}", f"tournament/{CUP}"):
        kept = at.hall.streams._kept.get(topic, ())
        for message in kept:
            text = (message.full if unsealed else message.sealed).decode()
            yield Said(who, f"{topic} {message.n}", UNLIKE.sub("…", text))


def _kept(pair: Twins, at: Devices, who: str) -> Iterator[tuple[str, bytes]]:
    """What a scorekeeper posts: names that are typed, what is played next, of both sides, and that
    with a card that neither list has. Another line may be refused for a list alone: those that are
    refused are counted (VN-19.4)."""
    yield from _typed(pair)
    for n, event in enumerate(pair.events[pair.logged : pair.logged + pair.alike]):
        yield "check", msgspec.json.encode({"event": event})
        yield "entries", _entries(who, event, _last(at), 300 + n)
    named = [each for each in pair.events[pair.logged :] if next(names_in(each), "")][:GUESSES]
    for n, event in enumerate(_guessed(pair, named, _neither(pair))):
        yield "check", msgspec.json.encode({"event": event})
        yield "entries", _entries(who, event, _last(at), 500 + n)
    yield "entries", _entries(who, pair.events[1], 0, 400)


def _typed(pair: Twins) -> Iterator[tuple[str, bytes]]:
    """Names that are typed, whole or cut short."""
    for kind in (*pair.game.events, *ALWAYS):
        plan = plan_of(kind)
        named = [f for f in plan.fields if isinstance(_inner(f.kind), kinds.Words | kinds.Items)]
        for field in named[:1]:
            for card in pair.cards:
                for text in (card, card[:4], card[:-1]):
                    asked = {"type": plan.verb, "field": field.name, "text": text}
                    yield "typed", msgspec.json.encode(asked)


def _posts(pair: Twins, at: Devices, who: str) -> Iterator[tuple[str, bytes]]:
    """What may be posted to a match: names that are typed, and entries."""
    yield from _typed(pair)
    last = _last(at)
    following = pair.events[pair.logged : pair.logged + 3]
    seat = next(iter(msgspec.structs.asdict(following[0]).values()))
    guesses = [each for each in pair.events[1:] if next(names_in(each), "") == seat][:GUESSES]
    for number, event in enumerate([*_guessed(pair, guesses, pair.cards), *following]):
        yield "entries", _entries(who, event, last, 100 + number)
    yield "entries", _entries(who, pair.events[1], 0, 200)


def _neither(pair: Twins) -> list[str]:
    """A card that neither list has, and that was not seen."""
    seen = {name.partition(".")[0] for event in pair.events for name in names_in(event)}
    return [c for c in pair.game.traits(pair.catalog) if c not in {*seen, *pair.cards}][:1]


def _guessed(pair: Twins, events: Sequence[Event], cards: Sequence[str]) -> Iterator[Event]:
    """What was played, with a card for another that it may not have been."""
    for event in events:
        text = msgspec.json.encode(event).decode()
        for name in {*names_in(event)} & {*pair.game.traits(pair.catalog)}:
            for card in cards:
                guess = text.replace(msgspec.json.encode(name).decode(), f'"{card}"')
                with suppress(msgspec.ValidationError, ValueError):
                    yield pair.game.codec.event(guess.encode())


def _inner(kind: Any) -> Any:
    return kind.inner if isinstance(kind, kinds.Maybe) else kind


def _last(at: Devices) -> int:
    async def look() -> int:
        return await at.hall.ask(lambda log: log.live(MATCH).last)

    found = at.asked(look)
    assert isinstance(found, int)
    return found


def _entries(who: str, event: Event, last: int, number: int) -> bytes:
    made: Draft = msgspec.structs.replace(draft(event, number, MATCH), recorded_by=who)
    return body([made], last, if_legal=True)


def differing(pair: Twins) -> list[tuple[Said, Said]]:
    """What a device is told otherwise in the one match than in the other."""
    one, two = (told(pair, path) for path in pair.paths)
    assert [each[:2] for each in one] == [each[:2] for each in two]
    assert not [each for each in (*one, *two) if each.answer.startswith("500")]
    return [(x, y) for x, y in zip(one, two, strict=True) if x.answer != y.answer]


def first_apart(one: Said, two: Said) -> str:
    """Where two answers differ first, with what stands around it."""
    both = enumerate(zip(one.answer, two.answer, strict=False))
    at = next((n for n, (x, y) in both if x != y), 0)
    return " or ".join(each.answer[max(at - 60, 0) : at + 60] for each in (one, two))


__all__ = ["GAMES", "Said", "Twins", "asked", "differing", "first_apart", "heard", "told", "twins"]
