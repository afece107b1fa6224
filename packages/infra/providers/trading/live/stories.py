"""Why a deployment said what it said: the comparisons that were true on the bar, in both languages, with their values.

Worked out again from the bars, as the trades of a backtest are explained.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from packages.core.clock import Clock
from packages.domain.backtest.analysis.observed import Observed, Texts, Watcher
from packages.domain.backtest.analysis.own_bars import OwnBars
from packages.domain.backtest.analysis.truth import Truths
from packages.domain.market_data.bars import instant
from packages.domain.market_data.door import Views
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.trade import SignalExit, TimeExit
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.order_desk.model import Action, ToldSignal
from packages.infra.providers.trading.live.loading import DeployedBars, PinnedStrategies, load_bars


@dataclass(frozen=True, slots=True)
class SignalStories:
    """`since` is when the deployment was first started."""

    strategies: PinnedStrategies
    views: Views
    clock: Clock

    async def of(
        self, deployment: Deployment, since: datetime, signals: Sequence[ToldSignal]
    ) -> Mapping[int, tuple[Observed, ...]]:
        """By the number of the signal."""
        strategy = await self.strategies.of(deployment)
        deployed = await load_bars(strategy, self.views(self.clock.now()), deployment, since)
        return await asyncio.to_thread(stories_of, deployed, signals)


def stories_of(deployed: DeployedBars, signals: Sequence[ToldSignal]) -> Mapping[int, tuple[Observed, ...]]:
    teller = _Teller(deployed)
    return {each.number: tuple(teller.story(each)) for each in signals}


class _Teller:
    def __init__(self, deployed: DeployedBars) -> None:
        self._panel = deployed.panel
        self._strategy = deployed.strategy
        self._sides = dict(deployed.strategy.sides)
        self._texts = Texts()
        self._own: dict[str, OwnBars] = {}

    def story(self, told: ToldSignal) -> Iterator[Observed]:
        signal, bar = told.signal, int(np.searchsorted(self._panel.time, instant(told.bar)))
        own, pointer = self._bars(signal.symbol), f"/trade/{signal.direction.value}"
        watcher, side = Watcher(own, self._texts), self._sides[signal.direction]
        if signal.action is Action.ENTER:
            yield from watcher.observed(f"{pointer}/entry/condition", side.entry.condition, bar)
            return
        for rule, exit_ in enumerate(side.exits):
            where = f"{pointer}/exits/{rule}"
            if isinstance(exit_, SignalExit) and signal.reason == "signal_exit":
                if Truths(own).of(exit_.condition)[own.at(bar)]:
                    yield from watcher.observed(f"{where}/condition", exit_.condition, bar)
                    return
            elif isinstance(exit_, TimeExit) and signal.reason == "time_exit":
                held = signal.why.get("bars_held")
                texts = self._texts.exit(where, exit_, signal.direction)
                yield Observed(where, bar, *texts, held, "gte", exit_.bars, held is not None and held >= exit_.bars)
                return

    def _bars(self, symbol: str) -> OwnBars:
        if symbol not in self._own:
            row = self._panel.tickers.index(symbol)
            self._own[symbol] = OwnBars(self._strategy, self._panel, row, CATALOGUE)
        return self._own[symbol]
