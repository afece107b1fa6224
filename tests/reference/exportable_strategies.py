"""Random strategies to export: on one instrument and with carried indicators mostly, now and then with what no target
carries, on bars that hold all that the exported code is told."""

from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random

import numpy as np

from packages.domain.backtest.exporting.formulas import FORMULAS
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_panel
from tests.corpus.strategies import TICKERS
from tests.reference.lively_strategies import LivelyDraw

BARS = 240
_VALIDATOR = Validator(CATALOGUE)
_CARRIED = {name: each for name, each in CATALOGUE.items() if name in FORMULAS}


@dataclass(frozen=True, slots=True)
class ExportableRun:
    """A strategy, plain bars of its instrument, and the terms of its account."""

    strategy: Strategy
    panel: Panel
    terms: Terms


class ExportableDraw(LivelyDraw):
    """Half of them trade on signals alone, as the plainest engines do."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._plain = rng.random() < 0.5
        if rng.random() < 0.9:
            self._catalogue = _CARRIED

    def _factors(self, timeframe: Timeframe) -> Document:
        factors = super()._factors(timeframe)
        for factor in factors.values():
            if isinstance(factor, dict) and self._rng.random() < 0.95:
                factor.pop("timeframe", None)
        return factors

    def _universe(self, market: Market) -> Document:
        if self._rng.random() < 0.05:
            return super()._universe(market)
        return {"market": market.value, "tickers": [self._rng.choice(TICKERS[market])]}

    def _order(self) -> Document:
        return {"type": "market"} if self._plain else super()._order()

    def _exits(self) -> list[Document]:
        if not self._plain:
            return super()._exits()
        told: list[Document] = [{"type": "signal_exit", "condition": self._condition(1)}]
        return told + ([{"type": "time_exit", "bars": self._rng.randint(1, 12)}] if self._rng.random() < 0.4 else [])

    def _sizing(self, market: Market, has_stop: bool) -> Document:
        sizing = super()._sizing(market, has_stop)
        wanted = ("fixed_qty",) if self._rng.random() < 0.7 else ("fixed_qty", "pct_equity")
        return self._sizing(market, has_stop) if self._plain and sizing["mode"] not in wanted else sizing


def exportable_run(seed: int) -> ExportableRun:
    """The run of a seed; the same one every time."""
    rng, strategy = Random(seed), None
    while strategy is None:
        strategy = _VALIDATOR.document(ExportableDraw(rng).document()).strategy
    universe = strategy.universe
    panel = plain(random_panel(rng, universe.market, strategy.timeframe, universe.tickers, BARS))
    costs = Costs(commission_rate=rng.choice([0.0, 0.001]), slippage=rng.choice([0.0] * 5 + [0.002]))
    return ExportableRun(strategy, panel, Terms(cash=Decimal(rng.choice([100_000, 10_000_000])), costs=costs))


def plain(panel: Panel) -> Panel:
    """Every bar traded; no price limits, dividends or duties."""
    whole = np.isfinite(panel.close).all(axis=0)
    opens, highs, lows, closes, volumes = (np.ascontiguousarray(getattr(panel, name)[:, whole]) for name in PRICES)
    return replace(
        panel,
        open=opens,
        high=highs,
        low=lows,
        close=closes,
        volume=volumes,
        time=panel.time[whole],
        session=np.ascontiguousarray(panel.session[whole]),
        elapsed_days=np.ascontiguousarray(panel.elapsed_days[whole]),
        lower_limit=None,
        upper_limit=None,
        dividend=None,
        buy_duty=None,
        sell_duty=None,
    )
