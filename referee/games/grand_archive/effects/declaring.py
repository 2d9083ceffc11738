"""What is settled as a card or ability goes on the stack: modes, aims, costs (sections 8, 16)."""

from collections.abc import Sequence
from typing import Any

from referee.games.grand_archive.effects.happening import Saying, called, do_all, doing_of, told
from referee.games.grand_archive.state import GaTable, Item, card_of
from referee.games.grand_archive.targets import is_linking, require_link, require_targetable
from referee.parts.effects import declare
from referee.parts.responses import dry_run
from referee.table import NOTHING_WAIVED
from referee.verdict import Violation


def declare_item(
    t: GaTable,
    item: Item,
    aims: Sequence[str],
    mode: Sequence[str],
    pays: Sequence[Any] = (),
) -> None:
    """The modes, aims and costs of what goes on the stack (GA-8.5 to 8.10, 16.6).

    Raises:
        Violation: they are not as the card says (GA-1.6), or cannot be.
        Unsaid: one is missing.
    """
    linked = is_linking(card_of(t, item.card), item.trigger)
    settled: list[str] = []
    if linked:
        settled.append(require_link(t, item, aims))
        aims = aims[1:]
    item.aims, item.mode = tuple(aims), tuple(mode)
    for at in item.effects:
        found = told(t, item.card, at)
        if found.effect.text_alone:
            settled += [each for each in aims if each not in settled]
            continue
        if not (
            found.aims or found.modes or found.cost or found.x is not None or aims or mode or pays
        ):
            continue
        run = declare(t, found, doing_of(t, item, Saying(pays=tuple(pays))))
        settled += [one for each in run.aims.values() for one in each]
        item.mode = tuple(each.name for each in run.modes)
        item.x = run.x if found.x is not None else item.x
    if not item.effects and aims and t.catalog.is_told(item.card):
        t.refuse("GA-8.7", "{card} is aimed at nothing", card=item.card)
    require_targetable(t, item, settled or [called(t, item.seat, each) for each in aims])
    item.aims = tuple(settled) or tuple(aims)
    item.declared = True


def tell_in_advance(t: GaTable, item: Item, did: Sequence[Any]) -> None:
    """What was said of its resolution with its declaration is possible now."""
    if not did:
        return
    said = tuple(did)
    waived, t.waived = t.waived, NOTHING_WAIVED
    try:
        item.trusted = dry_run(t, lambda: do_all(t, item, Saying(said)))
        item.did = said
    except Violation as refused:
        if refused.rule not in waived:
            raise
    finally:
        t.waived = waived
