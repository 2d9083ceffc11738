"""The same parcels in any order, any number of times and in any batches come to the same lake."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from storage.league.taking import intake
from tests.league.conftest import Shared
from tests.league.stores import League, Store

Sent = Mapping[str, Path]


@pytest.fixture(scope="module")
def sent(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Sent:
    """Parcels of short matches, each sent before and after it went on."""
    found: dict[str, Path] = {}
    for name in ("north", "south"):
        folder = tmp_path_factory.mktemp(f"short-{name}")
        store = Store(folder, name)
        store.key.write_text(shared.stores[name].key.read_text())
        store.play()
        found[name] = store.parcel()
        store.add_note("r1", name)
        store.open("r2")
        found[f"{name} later"] = store.parcel()
    return found


@pytest.fixture(scope="module")
def due(sent: Sent, shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> object:
    league = shared.league.copy(tmp_path_factory.mktemp("due"))
    league.take(*sent.values())
    return league.content()


@settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # each example takes seconds
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_any_order_repetition_and_batching_comes_to_the_same_lake(
    sent: Sent,
    due: object,
    shared: Shared,
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    more = data.draw(st.lists(st.sampled_from([*sent]), max_size=1))
    order = data.draw(st.permutations([*sent, *more]))
    parts = data.draw(st.integers(1, 2))
    league: League = shared.league.copy(tmp_path_factory.mktemp("any"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intake, "BATCH", data.draw(st.sampled_from([1, 1000])))
        for part in range(parts):
            league.take(*(sent[name] for name in order[part::parts]))
    found = league.content()
    assert isinstance(due, dict)
    # who comes first with a head is who it is from: older heads of the same match may come later
    ledger = {row[:4] for row in found.pop("ledger")}
    assert ledger <= {row[:4] for row in due["ledger"]}
    assert {row[0]: row[2] for row in sorted(ledger)} == {
        row[0]: row[2] for row in sorted(due["ledger"])
    }
    assert found == {table: rows for table, rows in due.items() if table != "ledger"}
