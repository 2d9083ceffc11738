"""Lists of decks: registered, seen, changed, checked (section 4)."""

from collections.abc import Iterable
from hashlib import sha256

from events.common import CardList
from events.tournament import DeckCheck, RegisterDeck
from referee.house import AnyTable
from referee.repair import forbid_repair, require_number
from referee.tournament.entrants import require_player
from referee.tournament.facts import DeckChecked, DeckRegistered
from referee.tournament.handlers import handles
from referee.tournament.results import round_of
from referee.tournament.roles import DESK, JUDGES, require_role, require_role_or
from referee.tournament.state import CheckedDeck, Deck, Hall, State, is_away, place_of

MOST_COPIES = 200


def registered_until(state: State, player: str) -> int:
    """The entry that posted the first round of a player, after which a list changes only by an
    adjustment (TR-4.3); 0 while lists of theirs are taken (TR-4.1)."""
    entrant = state.players.get(player, player)
    return next((r.posted for r in state.rounds if place_of(r, entrant) is not None), 0)


def may_see_list(state: State, viewer: str, player: str) -> bool:
    """Whether somebody may see a player's list (TR-4.2): the player and judges, and everybody once
    decks are published. Whoever plays there sees no closed list of another, whatever else they
    are."""
    judges = not set(JUDGES).isdisjoint(state.roles.get(viewer, ()))
    plays = are_lists_closed(state) and _plays_on(state, viewer)
    return _published(state) or viewer == player or (judges and not plays)


def _plays_on(state: State, person: str) -> bool:
    """Whether somebody plays, alone or in a team, and may yet meet any of the others."""
    entrant = state.entrants.get(state.players.get(person, person))
    return entrant is not None and not state.over and not is_away(entrant, state.turn + 1)


def are_lists_closed(state: State) -> bool:
    """Whether players may see no list but their own (TR-4.2)."""
    return state.options["decklists"] == "closed" and not _published(state)


def _published(state: State) -> bool:
    return any(what.split()[0] == "decks" for what in state.published)


def tables_to_check(key: str, tables: Iterable[int], count: int) -> list[int]:
    """The tables whose decks are checked at random: so many, drawn by the key of the round, so that
    nobody chooses (TR-4.5).

    Example:
        >>> tables_to_check("ab" * 32, range(1, 9), 2)
        [8, 3]
    """
    return sorted(tables, key=lambda table: sha256(f"{key}|check|{table}".encode()).digest())[
        :count
    ]


@handles
def register_deck(t: Hall, e: RegisterDeck) -> None:
    """TR-4.1: before the post of the player's first round; the last list counts."""
    require_role_or(t, e.by, DESK, e.player)
    require_player(t, e.player)
    state = t.state
    entrant = state.entrants.get(e.player)
    if entrant is not None and entrant.members:
        members = " or ".join(entrant.members)
        t.forbid("TR-4.1", "{player} is a team", player=e.player, legal=f"a list of {members}")
    since = registered_until(state, e.player)
    if since:
        t.refuse(
            "TR-4.3",
            "the first round of {player} is posted",
            player=e.player,
            since=since,
            legal=f"an adjustment by a judge, such as card:{e.player}/CARD:COPIES",
        )
    listed = any((e.cards, *e.lists.values()))
    if state.options["decklists"] == "none" and listed:
        t.refuse("TR-4.1", "this tournament takes no lists", legal="the name of the deck alone")
    elif state.options["decklists"] != "none" and not e.cards:
        t.refuse("TR-4.1", "a list has cards", legal="the cards of the deck")
    if listed:
        t.trust(f"the list of {e.player} is as the game's rules for decks say")
    state.decks[e.player] = Deck(e.name, dict(e.cards), dict(e.lists), t.seq)
    t.fact(DeckRegistered(e.player, e.name))


@handles
def deck_check(t: Hall, e: DeckCheck) -> None:
    """TR-4.6: a judge has compared a deck with its list."""
    require_role(t, e.by, JUDGES)
    played = round_of(t, e.round)
    require_player(t, e.player)
    if place_of(played, t.state.players.get(e.player, e.player)) is None:
        t.forbid(
            "TR-1.3",
            "{player} does not play in round {round}",
            player=e.player,
            round=e.round,
            legal="somebody who has a place in it",
        )
    if e.found == "right" and e.differs:
        t.refuse(
            "TR-4.6",
            "a deck that is right does not differ from its list",
            legal="found=wrong-deck or wrong-list, or no differs",
        )
    deck = t.state.decks.get(e.player)
    if e.found != "missing" and (deck is None or not deck.cards):
        t.trust(f"{e.player} has a list that is not registered here")
    t.state.checks.append(CheckedDeck(t.seq, e.player, e.round, e.kind, e.seconds, e.found))
    t.fact(DeckChecked(e.player, e.round, e.kind, e.seconds, e.found))


# -- adjustments (TR-4.3) -----------------------------------------------------------------------


def adjust_card(t: AnyTable, target: str, value: str) -> None:
    """card:ana/Wolf:4  so many copies of a card are in the player's deck; 0: none."""
    deck, card = _deck(t, target, "card:ana/Ember Wolf:4", 1)
    t.set(deck, "cards", _with(deck.cards, card, require_number(value, 0, MOST_COPIES)))


def adjust_side(t: AnyTable, target: str, value: str) -> None:
    """side:ana/sideboard/Wolf:2  so many copies are in a list beside the deck; 0: none."""
    deck, rest = _deck(t, target, "side:ana/sideboard/Ember Wolf:2", 2)
    name, _, card = rest.partition("/")
    copies = require_number(value, 0, MOST_COPIES)
    have = deck.lists.get(name, {})
    changed: CardList
    if isinstance(have, dict):
        changed = _with(have, card, copies)
    else:
        changed = (*(each for each in have if each != card), *[card] * copies)
    t.item(deck.lists, name, changed)


def _with(cards: dict[str, int], card: str, copies: int) -> dict[str, int]:
    found = {**cards, card: copies}
    if not copies:
        del found[card]
    return found


def _deck(t: AnyTable, target: str, example: str, parts: int) -> tuple[Deck, str]:
    """The deck of a player, a new one where none is registered, and the rest of the target."""
    player, *rest = target.split("/", parts)
    if len(rest) < parts or not all(rest):
        forbid_repair("{target} names no card of a player", example, target=target)
    state: State = t.state
    entrant = state.entrants.get(player)
    if player not in state.players and (entrant is None or entrant.members):
        forbid_repair("{player} has not entered", "a player who has entered", player=player)
    if player not in state.decks:
        t.item(state.decks, player, Deck("", seq=t.seq))
    return state.decks[player], "/".join(rest)
