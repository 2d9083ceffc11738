"""Which activated abilities an object has: its own, and those that texts in play lend it
(GA-16.6, 16.30)."""

from referee.games.grand_archive.catalog import ANYBODY, LENDS, LENT
from referee.games.grand_archive.reckoning import BLANK, TEXTS
from referee.games.grand_archive.state import FIELD, GaTable, InPlay, face_of, texts_of

Having = tuple[str, int]
"""The card that an ability is of, and its place among the effects of that."""


def lent(t: GaTable, thing: InPlay) -> list[Having]:
    """The abilities that texts in play lend to an object: such as they give away, and where its
    own says so those of other objects."""
    statics = t.state.changes.statics
    if thing.place != FIELD or not (LENT in statics or LENDS in statics):
        return []
    things = t.state.zones.things
    found: list[Having] = []
    for static in statics.get(LENT, ()):
        if TEXTS.fits(t, static, thing.id):
            card = face_of(t, things[static.source])
            found += [(card, at) for at in t.catalog.triggered.get((card, LENT), ())]
    for static in statics.get(LENDS, ()):
        if static.source == thing.id:
            for other in things.values():
                if other is not thing and TEXTS.fits(t, static, other.id):
                    found += own(t, other)
    return list(dict.fromkeys(found))


def own(t: GaTable, thing: InPlay) -> list[Having]:
    """The activated abilities that are printed on an object, unless it has lost them."""
    if thing.place != FIELD or BLANK in thing.marks:
        return []
    return [
        (name, at)
        for name in texts_of(t, thing)
        for when in ("activated", ANYBODY)
        for at in t.catalog.triggered.get((name, when), ())
    ]
