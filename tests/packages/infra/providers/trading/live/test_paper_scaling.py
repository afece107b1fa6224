"""Strategies that add units and leave in parts trade on paper, bar by bar through the store, what a backtest trades."""

from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.strategy.json_tree import Document
from packages.domain.trading.orders import Effect
from packages.domain.trading.runtime.drift import drift_of
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import moment, rerun
from tests.corpus import well_known
from tests.corpus.well_known import CLOSE, account, compared
from tests.corpus.well_known_scaling import changed, grid, growing, turtle_pyramid
from tests.packages.infra.providers.trading.live.live_desk import open_live_desk
from tests.packages.infra.providers.trading.live.test_paper_year import ALL, fills_of

FIRST = datetime(2018, 1, 2, 12, tzinfo=UTC)


def in_and_out_by_parts() -> Document:
    """Adds a unit after each small move either way, and sells half of them on a small gain."""
    two: Document = {"units": 2, "times": 9}
    document = well_known.strategy(
        "In and out by parts",
        "DEMO6",
        compared(CLOSE, "gt", 1),
        [
            {"type": "take_profit", "target": {"kind": "pct", "value": 0.01}, "part": {"fraction": 0.5}},
            {**well_known.on_signal(compared(account("units"), "gte", 3)), "part": two},
            {"type": "time_exit", "bars": 7},
        ],
    )
    moved: Document = {"abs": {"subtract": [CLOSE, account("last_fill_price")]}}
    small: Document = {"mode": "pct_equity", "pct": 0.2}
    return growing(changed(document, sizing=small), condition=compared(moved, "gt", 0.01), max_units=4)


@pytest.mark.parametrize(
    ("document", "bars", "trades"),
    [
        (in_and_out_by_parts(), 40, 8),
        pytest.param(turtle_pyramid("DEMO6"), 120, 2, marks=pytest.mark.trust),
        pytest.param(grid("DEMO6"), 120, 1, marks=pytest.mark.trust),
    ],
)
async def test_bar_by_bar_on_paper_is_the_backtest(
    sqlite: Database, tmp_path: Path, document: Document, bars: int, trades: int
) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO6", FIRST)
    deployment = await desk.deployed(document)
    for _ in range(bars):
        desk.feed()
        assert await desk.runtime.tick(deployment.id) == 1
    deployed = await desk.deployed_bars(deployment)
    outcome, fills = rerun(deployed), await fills_of(desk, deployment)
    left = Counter((moment(deployed.panel, each.exit_bar), each.exit_price) for each in outcome.trades)
    sold = {(each.at, float(each.price)) for each in fills if each.effect is Effect.CLOSE}
    assert sold == set(left)
    assert len(outcome.trades) >= trades
    assert len(fills) - len(sold) == outcome.orders.filled
    curve = await desk.journal.equity(deployment.id)
    drift = drift_of(curve, await desk.rerun.equity(deployment, FIRST), is_exact=True)
    assert (drift.missing, drift.largest) == (0, Decimal(0))
    signals = await desk.journal.signals(deployment.id, ALL)
    assert all(signal.signal.why for signal in signals)
    await desk.aclose()
