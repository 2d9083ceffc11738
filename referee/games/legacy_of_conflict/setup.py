"""Sections 1, 8 and 21: what is settled before the first flip, and the sides' force points."""

from events.common import Opening
from events.legacy_of_conflict import Agree, Deck, Place, Shuffle
from referee.english import listed
from referee.fact import ScoreChanged, UnitEntered
from referee.game import ANY
from referee.games.legacy_of_conflict import deck as cards
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.catalog import Forces, force_points, roster_faults
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.positions import put, require_placed
from referee.games.legacy_of_conflict.scenarios import GROUND, Piece, Scenario, Table
from referee.games.legacy_of_conflict.state import (
    INITIATIVE,
    SETUP,
    TOPIC_RULES,
    TOPICS,
    Duel,
    Figure,
    LcTable,
    Player,
    State,
    scenario_of,
)
from referee.games.legacy_of_conflict.surfaces import require_enterable, require_surface
from referee.games.legacy_of_conflict.terrain import new_ground
from referee.house import allies, remaining, require_playing, side_of, sides
from referee.parts.decks import require_decks
from referee.verdict import forbid

MOST_PLAYERS = 8
"""More than these do not find room at one table."""

CONFIGURATIONS = ("1v1", "1v1v1", "1v1v1v1", "2v1", "2v2")
"""LC-8.1: what needs no further word; for any other split every player agrees ``sides``."""


OWNER_CHOOSES, FIXED_ORDER = "owner_chooses", "fixed_order"
"""Which condition an effect takes off that names none: by choice, or Slow first."""

FORMERLY = {"removal": FIXED_ORDER}
"""How matches were played until there was a choice (LC-19.7)."""


def agreed(forces: Forces) -> dict[str, tuple[str, ...]]:
    """What an opening holds beside the interpretations, the usual value first."""
    return {
        "scenario": tuple(forces.scenario) or ("",),
        "table": ("of_the_scenario", *forces.table),
        "points": ("of_the_scenario", ANY),
        "tolerance": ("3", ANY),
        "removal": (OWNER_CHOOSES, FIXED_ORDER),
    }


def open_match(t: LcTable, e: Opening) -> State:
    """The state before anything is agreed: sides, forces and terrain (LC-1.1 to 1.5, 8.1, 8.2)."""
    scenario = _scenario(t, e)
    table = t.catalog.table[_chosen(e, "table", scenario.table)]
    pieces = _pieces(t, table)
    state = State(
        seats=tuple(s.seat for s in e.seats),
        allies=allies(e),
        scenario=scenario.name,
        table=table.name,
        agreed_total=_whole("points", _chosen(e, "points", str(scenario.points)), 1, "LC-8.2"),
        owner_removes=e.options.get("removal") == OWNER_CHOOSES,
        tolerance=_whole("tolerance", e.options.get("tolerance", "3"), 0, "LC-1.6"),
    )
    require_decks(t, e, roster_faults)
    _bring_forces(t, e, state)
    if len(sides(state)) < 2:
        t.forbid("LC-8.1", "all players are on one side", legal="two sides or more")
    _underdogs(t, e, state)
    state.ground = {name: new_ground(piece, t.choice["LC-I 74"]) for name, piece in pieces.items()}
    return state


def _scenario(t: LcTable, e: Opening) -> Scenario:
    """The scenario, whose readings are chosen and which somebody can win (LC-3.3, 21.1)."""
    scenario = t.catalog.scenario.get(e.options.get("scenario", ""))
    if scenario is None:
        t.forbid(
            "LC-21.1",
            "the catalog has no scenario",
            legal="a catalog with one scenario or more",
        )
    for key, option in scenario.interpretations.items():
        if t.choice.get(key) != option:
            t.forbid(
                "LC-3.3",
                "{scenario} fixes {id} as {option}",
                scenario=scenario.name,
                id=key,
                option=option,
            )
    if (
        not any(v.kind in ("last_side", "points", "most_points") for v in scenario.victory)
        and t.choice["LC-I 103"] == "refused_at_setup"
    ):
        t.forbid("LC-21.1", "{scenario} has no victory condition", scenario=scenario.name)
    return scenario


def _pieces(t: LcTable, table: Table) -> dict[str, Piece]:
    """The terrain of a table (LC-1.4, 1.5)."""
    if not table.pieces and t.choice["LC-I 5"] == "at_least_one_piece":
        t.forbid("LC-1.4", "{table} has no terrain", table=table.name, legal="one piece or more")
    pieces = {laid.piece: t.catalog.piece[laid.piece] for laid in table.pieces}
    for piece in pieces.values():
        for size in (piece.size, *(level.size for level in piece.levels)):
            if t.choice["LC-I 2"] == "whole_only" and size != int(size):
                t.forbid(
                    "LC-1.5",
                    "{piece} has Size {size}, which is not a whole number",
                    piece=piece.name,
                    size=f"{size:g}",
                    legal="a whole Size",
                )
    return pieces


def _bring_forces(t: LcTable, e: Opening, state: State) -> None:
    """Every player brings characters, and there is room for all (LC-8.1, 8.2)."""
    for seating in e.seats:
        if not seating.deck:
            t.forbid(
                "LC-8.2",
                "{seat} brings no characters",
                seat=seating.seat,
                legal="a roster of one character or more",
            )
        side = side_of(state, seating.seat)
        state.players[seating.seat] = Player(seating.seat, side, cards.new_deck())
        _muster(t, state, seating.seat, side, seating.deck)
    if len(e.seats) > MOST_PLAYERS:
        t.forbid(
            "LC-8.1",
            "{have:player is|players are} too many",
            have=len(e.seats),
            legal=f"at most {MOST_PLAYERS}",
        )


def _chosen(e: Opening, name: str, usual: str) -> str:
    value = e.options.get(name, "of_the_scenario")
    return usual if value == "of_the_scenario" else value


def _whole(what: str, text: str, least: int, rule: str) -> int:
    if not text.isdecimal() or not least <= int(text) <= 100_000:
        forbid(
            rule,
            "{what} cannot be {value}" if text else "{what} cannot be empty",
            what=what,
            value=text,
            legal=f"a whole number from {least} to 100000",
        )
    return int(text)


def _muster(t: LcTable, state: State, seat: str, side: str, roster: dict[str, int]) -> None:
    """A player's characters, each with an id of its own and all its tokens (LC-12.1)."""
    for name, count in sorted(roster.items()):
        record = t.catalog.character[name]
        for _ in range(count):
            number = sum(f.name == name for f in state.figures.values()) + 1
            unit = name if number == 1 else f"{name}.{number}"
            state.figures[unit] = Figure(
                unit, name, seat, side, record.capacity, record.wounds, GROUND
            )


def _underdogs(t: LcTable, e: Opening, state: State) -> None:
    """LC-8.2, 8.3: the agreed total, and the bonus of a side below it."""
    own: dict[str, int] = {}
    share: dict[str, int] = {}
    for seating in e.seats:
        side = state.players[seating.seat].side
        own[side] = own.get(side, 0) + force_points(t.catalog, seating.deck)
        if t.choice["LC-I 21"] == "each_player":
            share[side] = share.get(side, 0) + state.agreed_total
        else:
            share[side] = state.agreed_total
    for side, points in own.items():
        over = points - share[side]
        if over > 0 and t.choice["LC-I 22"] == "refused":
            t.forbid(
                "LC-8.2",
                "{side} brings {have:force point}; the agreed total is {limit}",
                side=side,
                have=points,
                limit=share[side],
                legal=f"at most {share[side]}, or another total (points)",
            )
        bonus = max(0, -over // 2)
        if bonus:
            state.underdog[side] = bonus


def configuration(state: State) -> str:
    """How the players are split, such as ``2v1``; larger sides first."""
    sizes: dict[str, int] = {}
    for player in state.players.values():
        sizes[player.side] = sizes.get(player.side, 0) + 1
    return "v".join(str(n) for n in sorted(sizes.values(), reverse=True))


def topics(t: LcTable) -> tuple[str, ...]:
    """What every player has to agree here: another split than the usual ones needs a word."""
    state = t.state
    split = configuration(state)
    if split in CONFIGURATIONS and split in scenario_of(t).fits:
        return TOPICS[1:]
    return TOPICS


def _require_setup(t: LcTable, seat: str) -> Player:
    require_playing(t, seat)
    if t.state.phase != SETUP:
        t.forbid("LC-9.1", "setup is over, and nothing more is settled", legal="go on with play")
    return t.state.players[seat]


@handles
@unless_asked
def agree(t: LcTable, e: Agree) -> None:
    """The player's consent (LC-1.2, 1.5, 1.9, 2.1, 8.1, 8.2, 18.15, 21.4)."""
    player = _require_setup(t, e.seat)
    for topic in e.to or TOPICS:
        if topic not in player.agreed:
            player.agreed.append(topic)
    t.trust(f"{e.seat} agrees to {', '.join(e.to) if e.to else 'all that is settled at setup'}")
    ready(t)


@handles
@unless_asked
def list_deck(t: LcTable, e: Deck) -> None:
    """LC-2.1: the list of 18 instead of a confirmation."""
    cards.full_deck(t, e.seat, e.cards)
    ready(t)


@handles
@unless_asked
def shuffle(t: LcTable, e: Shuffle) -> None:
    """LC-2.4."""
    player = _require_setup(t, e.seat)
    if player.shuffled:
        t.forbid("LC-2.4", "{seat}'s deck has already been shuffled", seat=e.seat)
    cards.shuffled(t, player)
    ready(t)


@handles
@unless_asked
def place(t: LcTable, e: Place) -> None:
    """LC-21.7: characters are set up on a surface."""
    state = t.state
    _require_setup(t, e.seat)
    figures = []
    for unit in e.characters:
        figure = state.figures.get(unit)
        if figure is None or figure.seat != e.seat:
            t.forbid(
                "LC-11.2",
                "{unit} is not one of {seat}'s characters",
                unit=unit,
                seat=e.seat,
                legal=listed(f.id for f in state.figures.values() if f.seat == e.seat),
            )
        figures.append(figure)
    if e.at is not None and len(figures) != 1:
        t.forbid("LC-21.7", "one position is given for {have:character}", have=len(figures))
    require_surface(t, e.on, "LC-21.7")
    require_enterable(t, e.within, "LC-21.7")
    for figure in figures:
        unsaid = require_placed(t, figure, e)
        put(t, figure, e.at)
        figure.on = e.on
        figure.within = list(dict.fromkeys((*e.within, *unsaid)))
        figure.placed = True
        t.fact(UnitEntered(figure.seat, figure.id, figure.name, "set up", "LC-21.7"))
    ready(t)


def missing(t: LcTable) -> list[owed.Setup]:
    """What each player still has to settle: what to agree, the deck, whom to set up."""
    state = t.state
    found: list[owed.Setup] = []
    wanted = topics(t)
    for player in state.players.values():
        if player.side in state.out:
            continue
        open_ = tuple(topic for topic in wanted if topic not in player.agreed)
        if open_:
            found.append(owed.Agree(player.seat, TOPIC_RULES[open_[0]], 1, topics=open_))
        if not player.shuffled:
            found.append(owed.Shuffle(player.seat, "LC-2.4", 1))
        units = (f.id for f in state.figures.values() if f.seat == player.seat and not f.placed)
        unplaced = tuple(units)
        if unplaced:
            found.append(owed.Place(player.seat, "LC-21.7", 1, units=unplaced))
    return found


def ready(t: LcTable) -> None:
    """When all is settled, the sides hold the contest for initiative (LC-9.1)."""
    state = t.state
    for figure in state.figures.values():
        if not (figure.placed or figure.down):
            return
    if missing(t):
        return
    state.points = dict.fromkeys(sides(state), 0)
    for side in state.points:
        t.fact(ScoreChanged(side, "points", 0))
    initiative(t)


def initiative(t: LcTable) -> None:
    """The contest for initiative begins (LC-9.1, 8.4)."""
    state = t.state
    state.phase = INITIATIVE
    always = t.choice["LC-I 23"] == "initiative_always"
    with_bonus = always or "initiative" in scenario_of(t).bonus_in
    order = remaining(state)
    state.duel = Duel(
        "initiative",
        t.seq,
        {side: [] for side in order},
        dict(state.underdog) if with_bonus else {},
        order,
    )
