"""A table for the tests of every game: a match played as notation, and what it has exercised.

Given a position, when a line is played, then this verdict and these facts::

    match = Match(game, catalog, opening).play("ana draw 7; bo draw 7")
    match.refuse("ana draw 1", "WV-3.3", have=1, limit=0)
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from cli.reading.door import event_of
from events.common import Opening, Seating
from events.event import Event
from events.notation import Malformed, read
from events.notation.words import SEVERAL
from referee.catalog import Catalog, read_catalog
from referee.fact import Ending, Fact, Term
from referee.game import Game
from referee.games.registry import game_of
from referee.obligation import Obligation
from referee.option import Option
from referee.replay.replay import Outcome, Replay
from referee.verdict import Illegal, OnTrust, Verdict


@dataclass
class Exercised:
    """Which rules the tests have met: as a refusal that was asserted, or in what followed."""

    refused: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)


EXERCISED = Exercised()
"""Of all games together: the ids of their rules differ."""

F = TypeVar("F", bound=Fact)

SEATS = ("ana", "bo", "cy", "di", "ed", "flo")
"""Who plays, in seating order."""


@cache
def plain(game: str, extra: str = "") -> Any:
    """The plain cards of a game's tests, its ``plain.toml``, and what a test brings as TOML."""
    file = Path(__file__).parent / "games" / game / "plain.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    for kind, more in tomllib.loads(extra).items():
        found[kind] = [*found[kind], *more] if isinstance(more, list) else more
    return read_catalog(json.dumps(found), game_of(game).catalog_type, found["name"])


def opening_of(
    game: Game,
    catalog: Catalog,
    seats: Iterable[Seating],
    choices: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    /,
    **more: Any,
) -> Opening:
    """The opening of a match: the usual readings and these choices, what is agreed and these
    options; ``more`` has fields to take as they are, in order or not."""
    given: dict[str, Any] = {
        "by": "desk",
        "game": game.id,
        "version": game.version,
        "catalog": catalog.hash,
        "seats": tuple(seats),
        "interpretations": {**game.rulebook.usual(), **(choices or {})},
        "options": game.agreements(catalog, options or {}),
    }
    return Opening(**{**given, **more})


class Match:
    """A match to play in tests, from its opening on.

    Lines are notation, between line ends or semicolons. Games that keep their cards in zones have
    shortcuts to positions; what they set up was never logged.
    """

    follows_hints: ClassVar[bool] = False
    """Whether lines that refusals suggest are tried in every test of the game."""

    def __init__(self, game: Game, catalog: Catalog, opening: Event) -> None:
        self.game = game
        self.replay = Replay(game, catalog)
        self.outcome: Outcome
        self.log(opening)

    # what is so

    @property
    def state(self) -> Any:
        """The state as it stands."""
        return self.replay.state

    @property
    def t(self) -> Any:
        """The table itself."""
        return self.replay.table

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return len(self.replay.events)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the newest entry."""
        return self.outcome.verdict

    @property
    def facts(self) -> list[Fact]:
        """What followed from the newest entry."""
        return list(self.outcome.facts)

    def all(self, kind: type[F]) -> list[F]:
        """The facts of one kind that followed from the newest entry."""
        return [fact for fact in self.outcome.facts if isinstance(fact, kind)]

    def one(self, kind: type[F]) -> F:
        """The only fact of its kind that followed from the newest entry."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} of {kind.__name__} in {self.facts}"
        return found[0]

    def due(self, seat: str) -> list[tuple[str, str]]:
        """What a player owes or is offered: each task with its rule."""
        return [(due.task, due.rule) for due in self.state.due if due.seat == seat]

    def options(self, seat: str) -> set[str]:
        """The verbs that a player may log next."""
        return {o.verb for o in self.game.options(self.replay.table) if o.seat == seat}

    def thing(self, id: str) -> Any:
        """What is in play by that id."""
        return self.state.zones.things[id]

    # a position

    def hold(self, seat: str, *names: str, place: str = "hand") -> Self:
        """Cards more in a hidden place, which all have seen there."""
        self.state.zones.hidden.put(f"{seat}.{place}", names)
        return self

    def give(self, seat: str, **values: int) -> Self:
        """What a player has, such as points or wounds."""
        for name, value in values.items():
            setattr(self.state.sides[seat], name, value)
        return self

    # what is done

    def log(self, event: Event) -> Self:
        """Log an event, in order or not; returns itself."""
        self.outcome = self.replay.add(event)
        self._remember()
        return self

    def play(self, script: str) -> Self:
        """Log lines that are all accepted; returns itself."""
        for line in re.split(r"[;\n]", script):
            if line.strip():
                self._log(line)
                verdict = self.verdict
                assert not isinstance(verdict, Illegal), (
                    f"{line.strip()}: {verdict.rule}, {verdict.message}"
                )
        return self

    def let_stand(self, line: str, *rules: str) -> Self:
        """What happens by a line for which a judge waives these rules."""
        event = event_of(line, self.replay)
        assert event is not None
        self.t.seq = self.seq + 1
        self.t.waived = frozenset(rules)
        self.game.all_handlers[type(event)](self.t, event)
        self.t.waived = frozenset()
        return self

    def refuse(
        self, line: str, rule: str, /, *, since: int | None = None, **compared: int | str
    ) -> Illegal:
        """Log a line that is refused by this rule, for these facts; it changes nothing."""
        before = self.replay.digest()
        self._log(line)
        assert self.replay.digest() == before, f"{line}: refused, and the state changed"
        assert not self.outcome.facts
        return self.refused(rule, since=since, **compared)

    def refused(self, rule: str, /, *, since: int | None = None, **compared: int | str) -> Illegal:
        """The newest entry is refused by this rule, for these facts."""
        verdict = self.verdict
        assert isinstance(verdict, Illegal), f"{self.replay.events[-1]} is accepted"
        assert verdict.rule == rule, f"refused by {verdict.rule}: {verdict.message}"
        assert compared.items() <= verdict.facts.items(), verdict.facts
        assert "{" not in verdict.message
        assert since is None or verdict.since == since, f"since {verdict.since}"
        EXERCISED.refused.add(rule)
        if self.follows_hints:
            self._follow(verdict)
        return verdict

    def _follow(self, verdict: Illegal) -> None:
        """A line that a refusal suggests is not refused in its turn, in the state that it was
        refused in; of a ruling, only the ruling is."""
        codec = self.game.codec
        if not self.replay.opened or verdict.rule.startswith("REF-3"):
            return
        for part in verdict.legal.split(" or "):
            seat, _, rest = part.partition(" ")
            if seat not in self.state.seats or rest.partition(" ")[0] not in codec.by_verb:
                continue
            try:
                line = read(part, codec)
            except Malformed:  # a verb of which the rest is open
                continue
            found = self.replay.would(line)
            assert not isinstance(found, Illegal), f"legal: {verdict.legal}; {part}: {found}"

    def trusted(self) -> tuple[str, ...]:
        """What the newest entry rests on that nobody has seen."""
        assert isinstance(self.verdict, OnTrust), self.verdict
        return self.verdict.assumptions

    def _log(self, line: str) -> None:
        """Log what a line means at the one door. A name that the match does not know, or knows
        several of, is asked about there; such a line comes in as a text record has it."""
        text, codec = line.strip(), self.game.codec
        try:
            event = event_of(text, self.replay)
        except Malformed as error:
            if not error.message.startswith(("no such", SEVERAL)):
                raise
            event = read(text, codec)
        assert event is not None, f"{line}: there is nothing in it"
        self.log(event)

    def _remember(self) -> None:
        met = EXERCISED.met
        for fact in self.outcome.facts:
            met |= set(_rules_of(fact))
        if self.replay.opened:
            table = self.replay.table
            asked: list[Obligation | Option] = [
                *self.game.obligations(table),
                *self.game.options(table),
            ]
            met |= {each.rule for each in asked if each.rule}


def won(winner: str) -> tuple[tuple[str, ...], Ending]:
    """What a ``MatchEnded`` holds where one side won, or none for a draw."""
    return ((winner,), "won") if winner else ((), "draw")


def _rules_of(value: Any) -> Iterable[str]:
    """The rule ids that a fact cites, those of its terms included."""
    if isinstance(value, Fact | Term):
        for name in value.__struct_fields__:
            item = getattr(value, name)
            if name == "rule":
                yield item
            elif isinstance(item, tuple):
                for part in item:
                    yield from _rules_of(part)
