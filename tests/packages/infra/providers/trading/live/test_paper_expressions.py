"""Strategies that read other instruments, the calendar and their own account trade on paper what the backtest of the
same bars trades."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.strategy.json_tree import Document, Json
from packages.domain.trading.runtime.drift import drift_of
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import rerun
from tests.corpus import well_known
from tests.corpus.well_known import account
from tests.packages.infra.providers.trading.live.live_desk import open_live_desk
from tests.packages.infra.providers.trading.live.test_paper_year import ALL, backtested, fills_of, trades_of

FIRST = datetime(2018, 1, 2, 12, tzinfo=UTC)
CLOSE: Document = {"ref": "close"}


def quick_pair() -> Document:
    """Trades every few days: the stronger of the two by the last week, unless the month is about to end."""
    ahead: Document = {
        "subtract": [
            {"return": {"of": CLOSE, "bars": 5}},
            {"return": {"of": {**CLOSE, "of": "DEMO5"}, "bars": 5}},
        ]
    }
    early = well_known.compared({"calendar": "trading_day_from_month_end"}, "gt", 2)
    entry: Document = {"all": [well_known.compared(ahead, "gt", {"median": {"of": ahead, "bars": 20}}), early]}
    out = well_known.on_signal(well_known.compared(ahead, "lt", 0))
    return well_known.strategy("Quick pair", "DEMO6", entry, [out, {"type": "time_exit", "bars": 4}])


def by_the_account() -> Document:
    """Trades every few days: out on a small gain, on a fall from the best price, or when it has taken too long."""
    fallen: Document = {"divide": [{"subtract": [CLOSE, account("best_price")]}, account("best_price")]}
    late = well_known.compared(account("bars_held"), "gte", 4)
    exits: list[Json] = [
        well_known.on_signal(well_known.compared(account("open_return"), "gt", 0.02)),
        well_known.on_signal(well_known.compared(fallen, "lt", -0.03)),
        well_known.on_signal({"all": [late, well_known.compared(CLOSE, "lt", account("entry_price"))]}),
    ]
    calm = well_known.compared(account("drawdown"), "gt", -0.02)
    flat = well_known.compared(account("position"), "eq", 0)
    return well_known.strategy("By the account", "DEMO6", {"all": [calm, flat]}, exits)


@pytest.mark.parametrize(
    ("document", "bars", "trades"),
    [
        (quick_pair(), 40, 4),
        (by_the_account(), 40, 4),
        pytest.param(well_known.break_even_stop("DEMO6"), 120, 1, marks=pytest.mark.trust),
        pytest.param(well_known.turn_of_month("DEMO6"), 70, 2, marks=pytest.mark.heavy),
        pytest.param(well_known.pair_by_zscore("DEMO6", "DEMO5"), 120, 1, marks=pytest.mark.trust),
        pytest.param(well_known.regime_filter("DEMO6", "DEMO5"), 120, 1, marks=pytest.mark.trust),
    ],
)
async def test_bar_by_bar_on_paper_is_the_backtest(
    sqlite: Database, tmp_path: Path, document: Document, bars: int, trades: int
) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO6", FIRST, others=["DEMO5"])
    deployment = await desk.deployed(document)
    for _ in range(bars):
        desk.feed()
        assert await desk.runtime.tick(deployment.id) == 1
    deployed = await desk.deployed_bars(deployment)
    found = trades_of(await fills_of(desk, deployment))
    assert found == backtested(deployed.panel, rerun(deployed))
    assert len(found) >= trades
    curve = await desk.journal.equity(deployment.id)
    drift = drift_of(curve, await desk.rerun.equity(deployment, FIRST), is_exact=True)
    assert (drift.missing, drift.largest) == (0, Decimal(0))
    signals = await desk.journal.signals(deployment.id, ALL)
    assert all(signal.signal.why for signal in signals)
    await desk.aclose()
