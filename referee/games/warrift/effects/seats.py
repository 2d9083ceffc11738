"""What effects do to players and to the table: magicka, points, costs, Forcefield (WR-15.6)."""

from referee.fact import DieRolled
from referee.games.warrift.effects.protection import protect, require_open
from referee.games.warrift.facts import TokenTurned
from referee.games.warrift.harm import score
from referee.parts.effects import Run
from referee.parts.lasting_changes import begin


def magicka(r: Run, change: int, player: str) -> int:
    """A player has more or less magicka, never below 0."""
    require_open(r, player)
    side = r.t.state.sides[player]
    if side.magicka + change < 0:
        if r.at or r.list == "payment":
            r.forbid("{seat} has {have} magicka", seat=player, have=side.magicka)
        change = -side.magicka
    r.t.set(side, "magicka", side.magicka + change)
    return change


def points(r: Run, change: int, player: str) -> int:
    """A player has more or fewer points; WR-I 1 says what becomes of too few."""
    require_open(r, player)
    have = r.t.state.sides[player].points
    if have + change < 0:
        impossible = r.t.choice["WR-I 1"] == "effect_impossible"
        if r.list == "payment" or (impossible and r.at):
            r.forbid("{seat} has {have:point}", seat=player, have=have)
        if impossible:
            return 0
        change = -have
    score(r.t, player, change)
    return change


def cost(r: Run, act: str, change: int, player: str, until: str = "turn") -> int:
    """What a player pays for an act is changed for some time; it is never below 0."""
    require_open(r, player)
    moment = "turn" if until == "turn" else ""
    begin(r.t, r.doing.source, player, "add", act, change, until=moment)
    return change


def forcefield(r: Run, player: str) -> None:
    """A player is under a Forcefield (WR-14.18)."""
    require_open(r, player)
    protect(r.t, r.doing.source, r.seat, player)


def roll(r: Run, face: int) -> int:
    """A WarRift die is rolled (WR-I 20)."""
    faces = r.t.state.faces
    if face not in faces:
        r.forbid("no die shows {face}", face=face)
    r.t.fact(DieRolled(r.seat, len(faces), face, r.compiled.card, faces))
    return face


def token(r: Run, side: str) -> int:
    """The first-player token is turned to a side; it may show that already, and is not turned."""
    night = side == "night"
    if r.t.state.night == night:
        return 0
    r.t.set(r.t.state, "night", night)
    r.t.fact(TokenTurned(r.seat, side))
    return 1
