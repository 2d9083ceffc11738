"""Section 9: the Champion battle."""

from events.wondervale import ChampionBattle
from referee.fact import Term
from referee.games.wondervale.battle import instead, require_attack_left, require_attacker
from referee.games.wondervale.catalog import Modifiers
from referee.games.wondervale.combat import (
    Contest,
    Fighter,
    compare,
    require_settled,
)
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.harm import CHAMPION, Blow, defeat, harm_champion, harm_unit
from referee.games.wondervale.possible import DEFEATS_FOR_CHAMPION, MOST_CHAMPION_BATTLES
from referee.games.wondervale.state import ACTION, Side, WvTable, opponent, top
from referee.games.wondervale.turn import go_on, require_turn

LEAST_CHAMPION_BONUS = 2
CHAMPION_COUNTER = 50


def champion_terms(side: Side, enemy: Side) -> tuple[int, int]:
    """WV-9.3: what each adds to the die; the defender at least 2."""
    return side.defeated, max(LEAST_CHAMPION_BONUS, enemy.defeated)


@handles
def champion_battle(t: WvTable, e: ChampionBattle) -> None:
    """WV-9.1 to 9.5."""
    side = require_turn(t, e.seat, ACTION)
    attacker = require_attacker(t, side)
    _require_battle_left(t, side)
    enemy = opponent(t.state, e.seat)
    _require_dice(t, e, side, enemy)
    go_on(t, ACTION)
    t.state.champion_attacks += 1
    card = top(t.catalog, attacker)
    if compare(t, _contest(side, card.name, enemy), e.rolls) > 0:
        blow = Blow(card.power, e.seat, card.name, "champion battle", "WV-9.4")
        harm_champion(t, enemy, blow)
        return
    blow = Blow(CHAMPION_COUNTER, enemy.seat, CHAMPION, "champion battle", "WV-9.4")
    if harm_unit(t, side, attacker, blow):
        counts = t.choice["WV-I 10"] == "yes"
        defeat(t, side, attacker, enemy.seat if counts else "", solace=counts)
        t.state.closing = t.seq


def _require_battle_left(t: WvTable, side: Side) -> None:
    """Three defeats, no attack on a unit (WV-9.1), two battles a turn (WV-9.2, WV-I 12)."""
    state = t.state
    if side.defeated < DEFEATS_FOR_CHAMPION:
        t.refuse(
            "WV-9.1",
            "{have:unit} defeated; {need} needed",
            have=side.defeated,
            need=DEFEATS_FOR_CHAMPION,
            legal=instead(t, side),
        )
    if state.attacked_unit:
        t.refuse(
            "WV-9.1",
            "a unit was attacked this turn",
            since=state.attacked_unit,
            legal=instead(t, side),
        )
    if state.champion_attacks >= MOST_CHAMPION_BATTLES:
        t.refuse(
            "WV-9.2",
            "{have} Champion battles fought this turn; at most {limit}",
            have=state.champion_attacks,
            limit=MOST_CHAMPION_BATTLES,
            legal=instead(t, side),
        )
    if t.choice["WV-I 12"] == "counted":
        require_attack_left(t)


def _require_dice(t: WvTable, e: ChampionBattle, side: Side, enemy: Side) -> None:
    """WV-9.3, and WV-I 9 for a tie."""
    if t.choice["WV-I 9"] == "reroll":
        plus, minus = champion_terms(side, enemy)
        require_settled(t, e.rolls, plus - minus, "WV-9.3")
    elif len(e.rolls) != 1:
        t.forbid(
            "WV-9.3",
            "{have} throws; a tie is not thrown again",
            have=len(e.rolls),
            legal="one throw",
        )


def _contest(side: Side, card: str, enemy: Side) -> Contest:
    plus, minus = champion_terms(side, enemy)
    own = Modifiers((Term("units defeated", plus, "WV-9.3"),), plus)
    other = Modifiers((Term("units defeated (at least 2)", minus, "WV-9.3"),), minus)
    return Contest(
        "champion battle",
        "WV-9.4",
        Fighter(side.seat, card, own),
        Fighter(enemy.seat, CHAMPION, other),
    )
