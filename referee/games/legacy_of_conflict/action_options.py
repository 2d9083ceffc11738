"""What an activated character may do, and what others may answer; see :mod:`options`."""

from collections.abc import Callable, Iterator

from referee.choice import Choice, Fixed, Measure, OneOf, Perhaps
from referee.games.legacy_of_conflict.ability import no_occasion, out_of_turn
from referee.games.legacy_of_conflict.attack import strength, withstands
from referee.games.legacy_of_conflict.characters import Ability
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.choices import Flip
from referee.games.legacy_of_conflict.chosen_condition import taken_off
from referee.games.legacy_of_conflict.deck import CARDS, chances, deck_size, remaining
from referee.games.legacy_of_conflict.harm import removals
from referee.games.legacy_of_conflict.move_options import movements
from referee.games.legacy_of_conflict.odds import Chance, at_least
from referee.games.legacy_of_conflict.positions import (
    offered_between,
    offered_catch,
    offered_distances,
)
from referee.games.legacy_of_conflict.scenarios import Piece
from referee.games.legacy_of_conflict.sight import cover_of, other_level, size_compared
from referee.games.legacy_of_conflict.state import (
    MOVE,
    Figure,
    LcTable,
    Player,
    record_of,
    scenario_of,
    sets_aside,
    standing,
)
from referee.option import Option

FAR = 600.0
"""The longest distance, in mm, that a random match logs for an attack."""


def cards_of(t: LcTable, player: Player) -> Flip | None:
    """The two cards that a player may flip now; None where the deck is refreshed first."""
    size = deck_size(player)
    if not size:
        return None
    left = remaining(player)
    return Flip(left, left, "-", CARDS) if size > 1 else Flip(left, CARDS, "/", CARDS)


def odds_of(t: LcTable, figure: Figure, chosen: AttackRecord) -> Callable[[str], Chance]:
    """For each target, what an attack needs for each number of tokens that makes a difference, and
    the chances."""
    costs = _costs(figure, chosen)
    if not chosen.light:
        costs = costs[-1:]
    likely = chances(t, t.state.players[figure.seat])
    own = [
        (
            f"{tokens} token{'s' * (tokens != 1)}: " if len(costs) > 1 else "",
            strength(t, figure, chosen, tokens),
        )
        for tokens in costs
    ]

    found: dict[int, Chance] = {}

    def odds(target: str) -> Chance:
        theirs = withstands(t, target)
        if theirs not in found:
            needed = [(head, theirs - each + 1) for head, each in own]
            found[theirs] = at_least(t, figure.seat, needed, likely)
        return found[theirs]

    return odds


def _costs(figure: Figure, chosen: AttackRecord) -> list[int]:
    """What may be paid for an attack now."""
    least, most = chosen.tokens
    return list(range(least, min(most, figure.pool) + 1))


def responses(t: LcTable, figure: Figure) -> Iterator[Option]:
    """LC-12.8: what a character may answer with now."""
    aim = t.state.aim
    for ability in record_of(t, figure).abilities:
        if ability.kind != "response" or no_occasion(t, figure, ability):
            continue
        if figure.slots.get(ability.name) or figure.pool < ability.tokens[0]:
            continue
        if out_of_turn(t, figure, ability):
            continue
        fields: dict[str, Choice] = {
            "character": Fixed(figure.id),
            "ability": Fixed(ability.name),
        }
        target = next((a for a in aim.targets if a.id == figure.id), None) if aim else None
        if ability.flip != "no" and target is not None and not target.by:
            two = cards_of(t, t.state.players[figure.seat])
            if two is not None:
                fields["cards"] = Perhaps(two)
        yield Option(figure.seat, "respond", fields, "LC-12.8", weight=3)


def of_an_activation(t: LcTable, figure: Figure) -> Iterator[Option]:
    """What the activated character may do next."""
    seat = figure.seat
    if t.state.moving is not None:
        yield from movements(t, figure, t.state.moving)
    stands = t.state.moving is None or t.state.moving.stands
    if not stands:
        return
    if not figure.slots.get(MOVE) and _may(t, figure, MOVE):
        if figure.pool:
            yield Option(seat, "move", {"tokens": Fixed(1)}, "LC-14.2", weight=6)
        if figure.pool > 1:
            yield Option(seat, "move", {"tokens": Fixed(2)}, "LC-14.2", weight=3)
    record = record_of(t, figure)
    if _may(t, figure, "attack"):
        cover: _Cover = {}
        for chosen in record.attacks:
            if not figure.slots.get(chosen.name) and figure.pool >= chosen.tokens[0]:
                yield from _attacks(t, figure, chosen, cover)
    if _may(t, figure, "ability"):
        for ability in record.abilities:
            clear = not figure.slots.get(ability.name) and figure.pool >= ability.tokens[0]
            if ability.kind == "action" and clear:
                yield from _uses(t, figure, ability)
    for other in standing(t.state):
        yield from responses(t, other)
    yield Option(seat, "end", rule="LC-11.5", weight=3)


def _may(t: LcTable, figure: Figure, kind: str) -> bool:
    return kind not in figure.actions or t.choice["LC-I 35"] == "none"


_Cover = dict[float, list[str]]
"""The pieces that give cover to a character, for each Size that has been asked of."""


def _attacks(t: LcTable, figure: Figure, chosen: AttackRecord, cover: _Cover) -> Iterator[Option]:
    two = cards_of(t, t.state.players[figure.seat])
    if two is None:
        yield Option(figure.seat, "refresh", rule="LC-5.3", weight=8)
        return
    fields: dict[str, Choice] = {"attack": Fixed(chosen.name), "cards": Perhaps(two)}
    if len(_costs(figure, chosen)) > 1:
        fields["tokens"] = Perhaps(OneOf(tuple(_costs(figure, chosen))))
    kinds, odds_of_target = chosen.targets, odds_of(t, figure, chosen)
    for other in sorted(standing(t.state), key=lambda f: f.side == figure.side):
        friend = other.side == figure.side
        fits = "character" in kinds or ("friend" if friend else "foe") in kinds
        if other is figure or not fits:
            continue
        if friend and "friend" not in kinds and t.choice["LC-I 39"] == "enemies_only":
            continue
        seen = _seen(t, figure, chosen, other, cover)
        if seen is None:
            continue
        own: dict[str, Choice] = {**fields, **seen, "target": Fixed(other.id)}
        if other_level(figure, other):
            own["clear_path"] = Fixed("yes")
        if chosen.area is not None:
            one_level = chosen.area.levels == "same" and t.choice["LC-I 79"] == "the_attacker"
            if one_level and other.on != figure.on:
                continue
            own["caught"] = Fixed(_caught(t, figure, chosen, other))
        odds = odds_of_target(other.id)
        weight = 1 if friend else 16
        yield Option(
            figure.seat,
            "attack",
            own,
            "LC-13.2",
            weight=weight,
            hint=odds.counted,
            exact=odds.exact,
        )
    if "terrain" in kinds and chosen.area is None:
        for name, ground in t.state.ground.items():
            if ground.destroyed or not _destructible(t, name, chosen):
                continue
            seen = _seen(t, figure, chosen, t.catalog.piece[name], cover)
            if seen is None:
                continue
            odds = odds_of_target(name)
            yield Option(
                figure.seat,
                "attack",
                {**fields, **seen, "target": Fixed(name)},
                "LC-17.1",
                weight=1,
                hint=odds.counted,
                exact=odds.exact,
            )


def _seen(
    t: LcTable, figure: Figure, chosen: AttackRecord, target: Figure | Piece, cover: _Cover
) -> dict[str, Choice] | None:
    """The distance, and what may lie between; None where the positions show it out of range."""
    least, most = chosen.range
    reach = offered_distances(t, figure, target, (least, min(most, FAR)))
    if reach is None:
        return None
    fields: dict[str, Choice] = {"mm": Measure(*reach)}
    if isinstance(target, Figure):
        between = offered_between(t, figure, target, _between(t, figure, target, cover))
        if between:
            fields["between"] = Perhaps(OneOf(tuple((name,) for name in between)))
    return fields


def _caught(
    t: LcTable, figure: Figure, chosen: AttackRecord, target: Figure
) -> tuple[tuple[str, float], ...]:
    """LC-13.11: the character aimed at, and all that the positions show in the area."""
    assert chosen.area is not None
    level: str | None = None
    if chosen.area.levels == "same" and not sets_aside(t, "LC-18.3", chosen.changes):
        level = figure.on if t.choice["LC-I 79"] == "the_attacker" else target.on
    return ((target.id, 0.0), *offered_catch(t, figure, chosen, target, level))


def _destructible(t: LcTable, name: str, chosen: AttackRecord) -> bool:
    if t.catalog.piece[name].kind != "indestructible":
        return True
    return name in scenario_of(t).fallible or sets_aside(t, "LC-17.9", chosen.changes)


def _between(t: LcTable, figure: Figure, other: Figure, cover: _Cover) -> list[str]:
    """The pieces that may lie between without hiding the target."""
    size = size_compared(t, figure, other, 0)
    if size not in cover:
        cover[size] = [name for name in t.state.ground if cover_of(t, name, size)]
    under = {figure.on.partition("/")[0], other.on.partition("/")[0]}
    return [name for name in cover[size] if name not in under]


def _uses(t: LcTable, figure: Figure, ability: Ability) -> Iterator[Option]:
    kinds = ability.targets
    least, most = ability.range
    for other in standing(t.state):
        mine = other is figure
        fits = (mine and "self" in kinds) or (
            not mine
            and (
                "character" in kinds
                or (other.side == figure.side and "friend" in kinds)
                or (other.side != figure.side and "foe" in kinds)
            )
        )
        if not fits:
            continue
        if ability.transfers:
            give = figure.pool - ability.tokens[0]
            if not mine and other.side == figure.side and give > 0:
                yield Option(
                    figure.seat,
                    "transfer",
                    {
                        "ability": Fixed(ability.name),
                        "giver": Fixed(figure.id),
                        "receiver": Fixed(other.id),
                        "tokens": Fixed(1),
                    },
                    "LC-12.6",
                    weight=2,
                )
            continue
        fields: dict[str, Choice] = {"ability": Fixed(ability.name), "target": Fixed(other.id)}
        if not mine:
            reach = offered_distances(t, figure, other, (least, min(most, FAR)), front=False)
            if reach is None:
                continue
            fields["mm"] = Measure(*reach)
            if ability.sight and other_level(figure, other):
                fields["clear_path"] = Fixed("yes")
        effects = ability.effects
        removed = removals(other, taken_off(ability, itself=mine))
        named = any(f.kind in ("condition", "remove") and f.condition != "any" for f in effects)
        if removed and t.state.owner_removes and not named:
            fields["removes"] = Perhaps(OneOf(tuple((condition,) for condition in removed)))
        yield Option(figure.seat, "use", fields, "LC-12.2", weight=5)
