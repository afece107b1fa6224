"""Who belongs to a universe on each rebalancing day."""

import numpy as np

from packages.domain.backtest.compiling.sources import Catalogue, ComputedSource, PriceSource
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.portfolio.scoring import columns_on, truth_on
from packages.domain.backtest.portfolio.universe_bars import UniverseBars
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import PriceField, ValueOperation


def members_on(bars: Counts, universe: UniverseBars, strategy: Strategy, catalogue: Catalogue) -> Flags:
    """A matrix of instruments by those bars. Whoever has no bar on a day does not belong to it."""
    members: Flags = universe.held[:, bars].copy()
    rule = strategy.universe.rule
    if rule is None:
        return members
    if rule.min_price is not None:
        members &= universe.quoted(bars) >= rule.min_price
    if rule.max_price is not None:
        members &= universe.quoted(bars) <= rule.max_price
    if rule.min_listed_days is not None:
        members &= universe.listed_days(bars) >= rule.min_listed_days
    if not rule.special_treatment:
        members &= ~universe.special(bars)
    if rule.min_turnover is not None:
        (mean,) = columns_on(bars, universe, [turnover_mean(rule.min_turnover.bars)])
        members &= np.nan_to_num(mean, nan=-1.0) >= rule.min_turnover.amount
    if rule.where is not None:
        members &= truth_on(bars, universe, rule.where, strategy, catalogue)
    return members


def turnover_mean(bars: int) -> ComputedSource:
    """Splits change prices and volumes the opposite way, so that the product is what it was on the day."""
    prices = (PriceSource(PriceField.CLOSE), PriceSource(PriceField.VOLUME))
    return ComputedSource(ValueOperation.MEAN, (ComputedSource(ValueOperation.MULTIPLY, prices, 0),), bars)
