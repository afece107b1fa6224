"""Strategies that read reports and dividends of companies trade on paper what the backtest of the same bars trades,
through the same door."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.strategy.json_tree import Document, Json
from packages.domain.trading.runtime.drift import drift_of
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import rerun
from tests.corpus import well_known_companies
from tests.corpus.well_known import CLOSE, compared, on_signal, strategy
from tests.corpus.well_known_companies import event, fundamental
from tests.packages.infra.providers.trading.live.live_desk import open_live_desk
from tests.packages.infra.providers.trading.live.test_paper_year import backtested, fills_of, trades_of

FIRST = datetime(2018, 1, 2, 12, tzinfo=UTC)


def by_the_report() -> Document:
    """In on days since the report or at a low P/E, out a few days later: trades often, and looks at both."""
    rising = compared(CLOSE, "gt", {"ref": "close", "lag": 1})
    entry: Document = {
        "any": [
            {"all": [compared(event("days_since_report"), "lte", 60), rising]},
            compared(fundamental("pe"), "lt", {"mean": {"of": fundamental("pe"), "bars": 10}}),
        ]
    }
    exits: list[Json] = [on_signal(compared(event("new_report"), "eq", 1)), {"type": "time_exit", "bars": 3}]
    return strategy("By the report", "DEMO6", entry, exits)


@pytest.mark.parametrize(
    ("document", "bars", "trades"),
    [
        (by_the_report(), 40, 4),
        pytest.param(well_known_companies.drift_after_earnings("DEMO6", growth=-0.9), 120, 1, marks=pytest.mark.trust),
    ],
)
async def test_bar_by_bar_on_paper_is_the_backtest(
    sqlite: Database, tmp_path: Path, document: Document, bars: int, trades: int
) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO6", FIRST, reports=True)
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
    await desk.aclose()
