"""What the backtest of a deployment's own bars would have had: the runtime's `Expectation`."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from packages.core.clock import Clock
from packages.domain.backtest.engine import backtest
from packages.domain.backtest.outcome import Outcome
from packages.domain.market_data.door import Views
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.order_desk.model import EquityPoint
from packages.infra.providers.trading.live.loading import DeployedBars, PinnedStrategies, load_bars, moment


@dataclass(frozen=True, slots=True)
class BacktestRerun:
    """The same bars, the same first one, the same money and costs."""

    strategies: PinnedStrategies
    views: Views
    clock: Clock

    async def equity(self, deployment: Deployment, since: datetime) -> Sequence[EquityPoint]:
        strategy = await self.strategies.of(deployment)
        deployed = await load_bars(strategy, self.views(self.clock.now()), deployment, since)
        if deployed.first >= len(deployed.panel):
            return []
        outcome = await asyncio.to_thread(rerun, deployed)
        bars = range(deployed.first, len(deployed.panel))
        equity, cash = outcome.equity.tolist(), outcome.cash.tolist()
        return [
            EquityPoint(moment(deployed.panel, bar), Decimal(repr(equity[bar])), Decimal(repr(cash[bar])))
            for bar in bars
        ]


def rerun(deployed: DeployedBars) -> Outcome:
    """Decides from the bar on which the deployment did."""
    return backtest(deployed.compiled, deployed.panel, deployed.terms, trade_from=deployed.first)
