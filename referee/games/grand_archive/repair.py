"""The primitive repairs that a judge may make to a match of Grand Archive (REF-3.5).

==========  ===================  ============================================================
word        target               value
==========  ===================  ============================================================
damage      thing or seat        the damage on it, or the damage counters of a champion
==========  ===================  ============================================================
"""

from collections.abc import Mapping

from referee.games.grand_archive.places import find
from referee.games.grand_archive.state import GaTable
from referee.house import Repair
from referee.repairing import require_number


def _damage(t: GaTable, target: str, value: str) -> None:
    """damage:Wolf.2:1  the damage on a unit"""
    t.set(find(t, target), "damage", require_number(value, 0, 999))


REPAIRS: Mapping[str, Repair] = {"damage": _damage}
