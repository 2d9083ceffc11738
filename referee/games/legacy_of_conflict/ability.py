"""Ability and Response Actions, contests that they start, and tokens that they move (LC-4.3, 4.4,
12.2, 12.6, 12.8)."""

from events.legacy_of_conflict import Respond, Transfer, Use
from referee.fact import AbilityUsed, Term
from referee.games.legacy_of_conflict import deck as cards
from referee.games.legacy_of_conflict.activation import (
    cost,
    require_acting,
    require_activation_phase,
    require_clear_slot,
    require_footing,
    require_new_action,
    require_nothing_open,
    spend,
)
from referee.games.legacy_of_conflict.attack import grant_flip, resolve
from referee.games.legacy_of_conflict.characters import Ability
from referee.games.legacy_of_conflict.chosen_condition import require_removals
from referee.games.legacy_of_conflict.effects import Cause, apply_to
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.harm import require_hazards_flipped
from referee.games.legacy_of_conflict.measurement import require_in_range, require_measure
from referee.games.legacy_of_conflict.positions import require_distance, require_line
from referee.games.legacy_of_conflict.sight import (
    beyond,
    cover_between,
    require_between,
    require_clear_path,
    size_compared,
)
from referee.games.legacy_of_conflict.state import (
    Duel,
    Figure,
    LcTable,
    Target,
    lasting,
    members_of,
    record_of,
    scenario_of,
    standing,
)
from referee.games.legacy_of_conflict.turn import settled
from referee.house import require_playing


def _require_ability(t: LcTable, figure: Figure, name: str, kind: str, rule: str) -> Ability:
    record = record_of(t, figure)
    found = record.ability.get(name)
    if found is None or found.kind != kind:
        able = [a.name for a in record.abilities if a.kind == kind]
        if able and name in t.state.figures:
            t.incomplete(f"say which ability {figure.id} uses", ability=able)
        t.forbid(
            rule,
            "{unit} has no {kind} named {name}",
            unit=figure.id,
            kind="Response Action" if kind == "response" else "Ability Action",
            name=name,
            legal=", ".join(able) or "none",
        )
    return found


@handles
def use(t: LcTable, e: Use) -> None:
    """LC-12.2: an Ability Action, with its effects in order."""
    figure = require_acting(t, e.seat)
    require_footing(t)
    ability = _require_ability(t, figure, e.ability, "action", "LC-12.2")
    require_new_action(t, figure, "ability", ability.name)
    tokens = cost(t, figure, ability.name, ability.tokens, e.tokens)
    target = _require_target(t, figure, ability, e)
    if e.removes:
        require_removals(t, figure, target, ability, e)
    spend(t, figure, ability.name, tokens, "ability")
    t.fact(AbilityUsed(figure.seat, figure.name, ability.name, "LC-12.2"))
    if any(effect.kind == "contest" for effect in ability.effects):
        _contest(t, figure, target, ability)
        return
    cause = Cause("LC-13.10", figure, ability.name)
    apply_to(t, ability.effects, target, cause, e.removes)
    settled(t)


def _is_for(ability: Ability, figure: Figure, target: Figure) -> bool:
    """Whether the target is of a kind that the ability of this character is for."""
    kinds = ability.targets
    if target is figure:
        return "self" in kinds
    return "character" in kinds or ("friend" if target.side == figure.side else "foe") in kinds


def _require_target(t: LcTable, figure: Figure, ability: Ability, e: Use) -> Figure:
    """Whom the ability is used on: on the table, of its kind, in range and in sight."""
    require_measure(t, e.mm)
    if e.between:
        require_between(t, e.between)
    target = t.state.figures.get(e.target) if e.target else figure
    if target is None or target.down:
        t.forbid(
            "LC-13.3",
            "{target} is not on the table",
            target=e.target,
            legal=" or ".join(ability.targets),
        )
    if not _is_for(ability, figure, target):
        if not e.target:
            able = [each.id for each in standing(t.state) if _is_for(ability, figure, each)]
            t.incomplete(f"say whom {ability.name} is used on", target=able)
        t.forbid(
            "LC-13.3",
            "{ability} cannot be used on {target}",
            ability=ability.name,
            target=target.id,
            legal=" or ".join(ability.targets),
        )
    if target is figure:
        _require_no_way(t, figure, e)
        return target
    require_in_range(t, target.id, e.mm, ability.name, ability.range)
    looked = require_distance(t, figure, target, e.mm)
    if ability.sight and looked:
        require_line(t, figure, target, e.between)
    elif not looked:
        t.trust("the distance, and nothing but what is declared lies between")
    if ability.sight:
        require_clear_path(t, figure, target, e.clear_path)
        if e.between:
            between = beyond(t, e.between, figure, target)
            cover_between(t, between, size_compared(t, figure, target, 0))
    return target


def _require_no_way(t: LcTable, figure: Figure, e: Use) -> None:
    """LC-13.3: from a character to itself there is no distance, and nothing between."""
    said = [f"{e.mm:g} mm"] * bool(e.mm) + list(e.between)
    said += [f"clear_path={e.clear_path}"] * (e.clear_path != "unsaid")
    if said:
        t.refuse(
            "LC-13.3",
            "{unit} uses {ability} on itself, and {told} was said",
            unit=figure.id,
            ability=e.ability,
            told=" ".join(said),
            legal="no distance, and nothing between",
        )


# -- contests ----------------------------------------------------------------------------------


def _contest(t: LcTable, figure: Figure, target: Figure, ability: Ability) -> None:
    """LC-4.3: both flip; the better result wins, ties by section 6."""
    state = t.state
    bonus = {each.id: sum(term.value for term in modifiers(t, each)) for each in (figure, target)}
    state.duel = Duel(
        ability.name,
        t.seq,
        {figure.id: [], target.id: []},
        {unit: amount for unit, amount in bonus.items() if amount},
        [figure.id, target.id],
        figure=figure.id,
        target=target.id,
    )


def modifiers(t: LcTable, figure: Figure) -> list[Term]:
    """LC-4.2, 8.4: what is added to the cards of a character in a contest."""
    found = [*record_of(t, figure).always.get("contest", ()), *lasting(figure, "contest")]
    underdog = t.state.underdog.get(figure.side, 0)
    if underdog and "contest" in scenario_of(t).bonus_in:
        found.append(Term("underdog bonus", underdog, "LC-8.4"))
    return found


def contest_over(t: LcTable, winner: str) -> None:
    """A contest is decided: the effects of the ability, as won (hit) or lost (miss)."""
    state = t.state
    duel = state.duel
    assert duel is not None
    state.duel = None
    figure, target = state.figures[duel.figure], state.figures[duel.target]
    ability = record_of(t, figure).ability[duel.kind]
    cause = Cause("LC-4.3", figure, ability.name, winner == figure.id)
    apply_to(t, ability.effects, target, cause)


# -- responses ---------------------------------------------------------------------------------


@handles
@unless_asked
def respond(t: LcTable, e: Respond) -> None:
    """LC-12.8: a Response Action, when its own text allows it."""
    state = t.state
    if state.due:
        require_hazards_flipped(t)
    figure = _require_own(t, e)
    ability = _require_ability(t, figure, e.ability, "response", "LC-12.8")
    _require_occasion(t, figure, ability)
    answers = _require_answered(t, ability, e)
    place = _require_order(t, figure, answers)
    require_clear_slot(t, figure, ability.name)
    tokens = cost(t, figure, ability.name, ability.tokens, e.tokens)
    attacked = _granted_flip(t, figure, ability)
    if e.cards:
        _require_granted(t, figure, ability, attacked)
        cards.require_in_deck(t, state.players[e.seat], e.cards)

    spend(t, figure, ability.name, tokens, "response")
    state.answered = (answers, place, t.seq)
    t.fact(AbilityUsed(figure.seat, figure.name, ability.name, "LC-12.8"))

    if attacked is not None and e.cards:
        attacked.by, attacked.cards = ability.name, e.cards
        cards.turn_over(t, state.players[e.seat], e.cards, "defense", "LC-4.4")
    elif attacked is not None:
        grant_flip(t, attacked, figure, ability.name)
    about = _answered_one(t, figure, ability)
    apply_to(t, ability.effects, about, Cause("LC-12.8", figure, ability.name))
    resolve(t)
    settled(t)


def _require_own(t: LcTable, e: Respond) -> Figure:
    """The player's character on the table that responds (LC-11.2), in a turn (LC-10.1)."""
    require_playing(t, e.seat)
    state = t.state
    figure = state.figures.get(e.character)
    if figure is None or figure.down or figure.seat != e.seat:
        own = ", ".join(f.id for f in standing(state) if f.seat == e.seat)
        t.forbid(
            "LC-11.2",
            "{unit} is not one of {seat}'s characters on the table",
            unit=e.character,
            seat=e.seat,
            legal=f"one of {own}" if own else "none is left",
        )
    require_activation_phase(t, "LC-10.1")
    return figure


def _require_occasion(t: LcTable, figure: Figure, ability: Ability) -> None:
    """LC-12.8: what the ability answers has happened, and nothing else comes first."""
    wrong = no_occasion(t, figure, ability)
    if wrong:
        t.refuse(
            "LC-12.8",
            "{ability} cannot be used now: {why}",
            ability=ability.name,
            why=wrong,
            legal="a response when its text allows it",
        )
    if t.state.aim is None:
        require_nothing_open(t)
    if out_of_turn(t, figure, ability):
        t.refuse(
            "LC-12.8",
            "{ability} does not say when it may be used, and {unit} is not being activated",
            ability=ability.name,
            unit=figure.id,
            legal="a response in its own activation",
        )


def _require_answered(t: LcTable, ability: Ability, e: Respond) -> int:
    """The entry that is answered: the one that is named, the open attack, or the newest."""
    aim, last = t.state.aim, t.state.answered
    newest = last[0] if last is not None and last[2] == t.seq - 1 else t.seq - 1
    answers = e.answers or (aim.since if aim else newest)
    attack = aim.since if aim and ability.answers in ("attack", "friend_attacked") else 0
    if answers >= t.seq or (attack and answers != attack):
        t.forbid(
            "LC-12.8",
            "{ability} does not answer entry {entry}",
            ability=ability.name,
            entry=answers,
            legal=f"entry {attack or t.seq - 1}",
        )
    return answers


def _require_order(t: LcTable, figure: Figure, answers: int) -> int:
    """The place of the player in the order, where nobody later has answered this before."""
    last = t.state.answered
    place = _place(t, figure)
    if last is not None and last[0] == answers and place < last[1]:
        t.refuse(
            "LC-12.8",
            "{seat} responds after a player who comes later in the order",
            seat=figure.seat,
            legal="responses to one entry in the order of initiative",
        )
    return place


def _granted_flip(t: LcTable, figure: Figure, ability: Ability) -> Target | None:
    """LC-4.4: the attack on the character, where this ability lets it flip."""
    aim = t.state.aim
    if aim is None or ability.flip == "no":
        return None
    return next((a for a in aim.targets if a.id == figure.id and not a.by), None)


def _require_granted(t: LcTable, figure: Figure, ability: Ability, attacked: Target | None) -> None:
    """Refuse cards for a flip that the ability does not grant (LC-4.4)."""
    if attacked is None:
        t.forbid(
            "LC-4.4",
            "{ability} gives {unit} no flip now",
            ability=ability.name,
            unit=figure.id,
            legal="no cards",
        )


def _answered_one(t: LcTable, figure: Figure, ability: Ability) -> Figure:
    """Whom the effects are about: the character that is being activated, or itself."""
    acting = t.state.acting
    for_others = any(effect.to == "target" for effect in ability.effects)
    if acting and for_others and ability.targets != ("self",):
        return t.state.figures[acting]
    return figure


def out_of_turn(t: LcTable, figure: Figure, ability: Ability) -> bool:
    """LC-I 38: whether a response whose text is silent waits for its own activation."""
    return (
        ability.answers == "anything"
        and t.state.acting != figure.id
        and t.choice["LC-I 38"] == "own_activation_only"
    )


def no_occasion(t: LcTable, figure: Figure, ability: Ability) -> str:
    """Why the response cannot be used now; empty where it can."""
    state = t.state
    aim = state.aim
    match ability.answers:
        case "attack":
            if aim is None or all(a.id != figure.id for a in aim.targets):
                return "no attack on it is declared"
        case "friend_attacked":
            others = [state.figures.get(a.id) for a in aim.targets] if aim else []
            if not any(o and o is not figure and o.side == figure.side for o in others):
                return "no attack on a friend is declared"
        case "hit":
            if figure.id not in state.struck:
                return "it was not hit"
        case "activation":
            if not state.acting or state.figures[state.acting].side == figure.side:
                return "no enemy is being activated"
        case _:
            pass
    if all(effect.to == "self" for effect in ability.effects):
        return ""
    active = state.figures[state.acting] if state.acting else figure
    return "" if _is_for(ability, figure, active) else "there is nobody that it is for"


def _place(t: LcTable, figure: Figure) -> int:
    """The place of a character's player in the order, from 1."""
    seats = [s for side in t.state.order for s in members_of(t.state, side)]
    return seats.index(figure.seat) + 1


# -- transfers ---------------------------------------------------------------------------------


@handles
def transfer(t: LcTable, e: Transfer) -> None:
    """LC-12.6: tokens pass from one character to another only where an ability says so."""
    state = t.state
    figure = require_acting(t, e.seat)
    require_footing(t)
    giver, receiver = state.figures.get(e.giver), state.figures.get(e.receiver)
    if giver is None or receiver is None or giver.down or receiver.down or giver is receiver:
        t.forbid(
            "LC-12.6",
            "{giver} cannot give tokens to {receiver}",
            giver=e.giver,
            receiver=e.receiver,
            legal="two characters on the table",
        )
    record = record_of(t, figure)
    ability = record.ability.get(e.ability)
    if ability is None or ability.kind != "action" or e.tokens > ability.transfers:
        t.forbid(
            "LC-12.6",
            "{unit} has no action {ability} that moves {have:token}",
            unit=figure.id,
            ability=e.ability,
            have=e.tokens,
            legal=", ".join(a.name for a in record.abilities if a.transfers) or "no transfer",
        )
    if figure not in (giver, receiver) or giver.side != receiver.side:
        t.forbid(
            "LC-12.6",
            "{unit} cannot use {ability} between {giver} and {receiver}",
            ability=ability.name,
            unit=figure.id,
            giver=giver.id,
            receiver=receiver.id,
            legal="a transfer that it takes part in, within a side",
        )
    require_new_action(t, figure, "ability", ability.name)
    tokens = cost(t, figure, ability.name, ability.tokens, 0)
    have = giver.pool - (tokens if giver is figure else 0)
    if have < e.tokens:
        t.forbid(
            "LC-12.6",
            "{giver} has {have} in its pool to give, not {limit}",
            giver=giver.id,
            have=have,
            limit=e.tokens,
            legal="tokens of the pool",
        )
    spend(t, figure, ability.name, tokens, "ability")
    giver.pool -= e.tokens
    giver.received -= e.tokens
    receiver.pool += e.tokens
    receiver.received += e.tokens
    t.fact(AbilityUsed(figure.seat, figure.name, ability.name, "LC-12.6"))
