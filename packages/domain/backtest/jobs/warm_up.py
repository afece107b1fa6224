"""How many bars a strategy wants to see before the first on which it may trade."""

import math
from collections.abc import Iterator

from packages.domain.backtest.market.axis import bars_per_session, bars_per_year
from packages.domain.strategy import conditions as c
from packages.domain.strategy import trade as t
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.model import Factor, Side, Strategy
from packages.domain.strategy.operands import (
    OF_THE_SESSION,
    CalendarValue,
    Computed,
    IndicatorOf,
    OpeningRange,
    Operand,
    inside,
    lag_of,
)
from packages.domain.strategy.portfolio import model as p
from packages.domain.strategy.walk import compared, every_condition

# A recursive mean forgets its beginning slowly: what Wilder's has left of it after so many periods is e to the -4.
_PERIODS = 4


def warm_up_bars(strategy: Strategy, catalogue: Catalogue) -> int:
    """Bars of the strategy's own timeframe: the slowest factor, then the longest look back over its values."""
    values = [_factor_bars(strategy, factor, catalogue) for factor in strategy.factors]
    values += [bars for _, side in strategy.sides for bars in _side_bars(side)]
    weighed = max(_portfolio_bars(strategy), default=0)
    lags = [_looked_back(operand, strategy, catalogue) for _, operand in compared(strategy)]
    windows = [_window(condition) for _, condition in every_condition(strategy)]
    return _PERIODS * max(values, default=0) + max(lags, default=0) + sum(windows) + weighed + 1


def _factor_bars(strategy: Strategy, factor: Factor, catalogue: Catalogue) -> int:
    """Of a slower factor, one slow bar more: the one that is not finished yet."""
    bars = catalogue[factor.type].warm_up(dict(factor.params))
    if factor.timeframe is None:
        return bars
    market = strategy.universe.market
    return math.ceil((bars + 1) * bars_per_year(market, strategy.timeframe) / bars_per_year(market, factor.timeframe))


def _looked_back(operand: Operand, strategy: Strategy, catalogue: Catalogue) -> int:
    """Windows inside each other look back one after another; factors are counted apart."""
    before = max((_looked_back(part, strategy, catalogue) for part in inside(operand)), default=0)
    match operand:
        case Computed(_, _, int(bars)):
            return before + bars
        case IndicatorOf(kind, params):
            return before + _PERIODS * catalogue[kind].warm_up(dict(params))
        case OpeningRange():
            return bars_per_session(strategy.universe.market, strategy.timeframe)
        case CalendarValue(field) if field in OF_THE_SESSION:
            return bars_per_session(strategy.universe.market, strategy.timeframe)
        case _:
            return before + lag_of(operand)


def _portfolio_bars(strategy: Strategy) -> Iterator[int]:
    rule, portfolio = strategy.universe.rule, strategy.portfolio
    if rule is not None and rule.min_turnover is not None:
        yield rule.min_turnover.bars
    if portfolio is not None and portfolio.volatility is not None:
        yield portfolio.volatility.lookback + 1
    if portfolio is not None and isinstance(portfolio.weights, p.InverseVolatility | p.RiskParity | p.KellyWeights):
        yield portfolio.weights.lookback + 1


def _side_bars(side: Side) -> Iterator[int]:
    scale_in = side.scale_in
    for sizing in (side.sizing, None if scale_in is None else scale_in.sizing):
        if isinstance(sizing, t.VolatilityTarget):
            yield sizing.lookback + 1
    orders = (side.entry.order, t.MarketOrder() if scale_in is None else scale_in.order)
    offsets = tuple(order.offset for order in orders if not isinstance(order, t.MarketOrder))
    targets = tuple(exit_.target for exit_ in side.exits if isinstance(exit_, t.TakeProfit))
    for distance in (*offsets, *targets, *t.stops_of(side.exits)):
        if distance.unit is t.Unit.ATR_MULTIPLE:
            yield distance.atr_period


def _window(condition: c.Condition) -> int:
    """Conditions inside each other look back one after another, so their windows are added."""
    match condition:
        case c.WithinBars(_, bars) | c.BarsSince(_, _, bars):
            return bars
        case c.Sequence(_, bars):
            return bars
        case c.Cross():
            return 1
        case _:
            return 0
