"""Portfolios of target weights trade on paper, bar by bar through the store, what a backtest trades."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from packages.domain.strategy.json_tree import Document
from packages.domain.trading.orders import Effect
from packages.domain.trading.runtime.drift import drift_of
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import moment, rerun
from tests.corpus.well_known import momentum, portfolio
from tests.packages.infra.providers.trading.live.live_desk import open_live_desk
from tests.packages.infra.providers.trading.live.test_paper_year import ALL, fills_of

FIRST = datetime(2018, 1, 2, 12, tzinfo=UTC)
TICKERS = ["DEMO6", "DEMO5", "DEMO12"]


def weekly(name: str, **parts: Any) -> Document:
    return portfolio(name, TICKERS, **{"rebalance": {"every": "week", "session": 1}, **parts})


def by_rule(name: str, **parts: Any) -> Document:
    """Whoever of the market's shares meets the rule on the day."""
    return {**weekly(name, **parts), "universe": {"market": "us_stocks", "rule": {"min_price": 1}}}


PORTFOLIOS = {
    "equal_parts": weekly("Equal parts of three"),
    "strongest": weekly("The strongest of three", score=momentum(3), long={"count": 1}),
    "long_short": weekly(
        "Long the better, short the worse",
        score=momentum(10),
        long={"count": 1},
        short={"count": 1},
        weights={"mode": "inverse_volatility", "lookback": 10},
        rebalance={"every": "day", "tolerance": 0.02},
    ),
    "the_market_by_rule": by_rule("The strongest two of the market", score=momentum(5), long={"count": 2}),
}


@pytest.mark.parametrize("name", PORTFOLIOS)
async def test_bar_by_bar_on_paper_is_the_backtest(sqlite: Database, tmp_path: Path, name: str) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO6", FIRST, others=TICKERS[1:])
    deployment = await desk.deployed(PORTFOLIOS[name])
    for _ in range(20):
        desk.feed()
        assert await desk.runtime.tick(deployment.id) == 1
    deployed = await desk.deployed_bars(deployment)
    outcome, fills = rerun(deployed), await fills_of(desk, deployment)
    names = deployed.panel.tickers
    sold = {
        (each.symbol, each.at, float(each.quantity), float(each.price)) for each in fills if each.effect is Effect.CLOSE
    }
    rows = [(names[each.ticker], moment(deployed.panel, each.exit_bar), each) for each in outcome.trades]
    assert sold == {(symbol, at, each.quantity, each.exit_price) for symbol, at, each in rows}
    assert sold
    assert len(fills) - len(sold) == outcome.orders.filled
    curve = await desk.journal.equity(deployment.id)
    drift = drift_of(curve, await desk.rerun.equity(deployment, FIRST), is_exact=True)
    assert (drift.missing, drift.largest) == (0, Decimal(0))
    signals = await desk.journal.signals(deployment.id, ALL)
    assert {next(iter(signal.signal.why)) for signal in signals} == {"target_weight"}
    await desk.aclose()
