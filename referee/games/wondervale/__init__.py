"""Tribes of Wondervale: Ascension Campaign, rules 1.1."""

from events import wondervale as events
from referee.game import Game
from referee.games.wondervale import ability, battle, setup, turn
from referee.games.wondervale.catalog import Cards, deck_faults
from referee.games.wondervale.options import obligations, options
from referee.games.wondervale.repair import REPAIRS
from referee.games.wondervale.state import State
from referee.games.wondervale.view import board, names, traits
from referee.rulebook import rulebook_of

GAME = Game(
    id="wondervale",
    title="Tribes of Wondervale: Ascension Campaign",
    version="1.1",
    players=(2, 2),
    events=events.EVENTS,
    rulebook=rulebook_of(__name__),
    catalog_type=Cards,
    state_type=State,
    open=setup.open_match,
    handlers={
        events.StandardHealth: setup.standard_health,
        events.AgreeHealth: setup.agree_health,
        events.ChaosHealth: setup.chaos_health,
        events.FirstRoll: setup.first_roll,
        events.Mulligan: setup.mulligan,
        events.Draw: turn.draw_cards,
        events.Discard: turn.discard,
        events.Deposit: turn.deposit,
        events.Lay: turn.lay,
        events.Upgrade: turn.upgrade,
        events.Promote: turn.promote,
        events.End: turn.end_turn,
        events.Swap: battle.swap,
        events.Attack: battle.attack,
        events.Enter: battle.enter,
        events.Roll: battle.roll,
        events.DirectAttack: battle.direct_attack,
        events.ChampionBattle: battle.champion_battle,
        events.Sift: ability.sift,
        events.Exchange: ability.exchange,
        events.Replace: ability.replace,
        events.Graft: ability.graft,
        events.Pick: ability.pick,
        events.Drown: ability.drown,
        events.Reclaim: ability.reclaim,
        events.Decline: ability.decline,
    },
    options=options,
    obligations=obligations,
    board=board,
    names=names,
    repairs=REPAIRS,
    deck_faults=deck_faults,
    traits=traits,
    package=__name__,
)
