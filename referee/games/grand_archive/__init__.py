"""Grand Archive, the comprehensive rules R25 and R26."""

# The handlers, in the order of the rules, which is the order in which the verbs are listed.
# isort: off
from functools import partial

from referee.measure import Measure
from referee.games.grand_archive import setup
from referee.games.grand_archive import game_start
from referee.games.grand_archive import materializing, activating  # noqa: F401
from referee.games.grand_archive.effects import abilities, stack_lines  # noqa: F401
from referee.games.grand_archive import attack_declaration, retaliation, damage_step  # noqa: F401
from referee.games.grand_archive import bare_acts, settlement, omissions, beside_play  # noqa: F401

# isort: on
from referee.game import Game
from referee.games.grand_archive import begun_texts, decks
from referee.games.grand_archive.catalog_import import imported, printed_texts
from referee.games.grand_archive.effects.played_catalog import EFFECTS, Catalogue
from referee.games.grand_archive.facts import OWN, CardActivated, CardMaterialized
from referee.games.grand_archive.from_here import FROM_HERE
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.itemised import itemised
from referee.games.grand_archive.offered.options import obligations, offers, options
from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.remedies import remedies
from referee.games.grand_archive.repair import REPAIRS
from referee.games.grand_archive.state import State
from referee.games.grand_archive.view import board, called, lives, names, tracks, traits
from referee.games.grand_archive.window import WINDOW
from referee.games.grand_archive.words import WORDS
from referee.parts import lasting_changes, replacement, responses
from referee.parts.alike import alike
from referee.parts.effects import FACTS as OF_EFFECTS

GAME = Game(
    id="grand_archive",
    title="Grand Archive",
    version="R25",
    other_versions=("R26",),
    players=(2, 4),
    package=__name__,
    catalog_type=Catalogue,
    state_type=State,
    open=setup.open_match,
    handlers=handles,
    options=options,
    offers=offers,
    obligations=obligations,
    board=board,
    measures=(Measure("life", lives),),
    tracks=tracks,
    from_here=FROM_HERE,
    played=(CardActivated, CardMaterialized),
    names=names,
    called=called,
    alike=partial(alike, LAYOUT),
    repairs=REPAIRS,
    deck_faults=decks.deck_faults,
    traits=traits,
    facts=(
        *OWN,
        *begun_texts.FACTS,
        *OF_EFFECTS,
        *responses.FACTS,
        *lasting_changes.FACTS,
        *replacement.FACTS,
    ),
    words=WORDS,
    agreed=setup.agreed,
    formerly=setup.FORMERLY,
    after_game=setup.after_game,
    first_game={"first": setup.AS_ARRANGED},
    lists=decks.LISTS,
    leave=beside_play.leave,
    window=WINDOW,
    effects=EFFECTS,
    imports=imported,
    printed=printed_texts,
    afterwards=beside_play.AFTERWARDS,
    remedies=remedies,
    itemises=itemised,
    hidden=LAYOUT.hidden,
    dealt=game_start.dealt,
    hands=("hand", "memory"),
    over_rule="GA-4.9",
)
