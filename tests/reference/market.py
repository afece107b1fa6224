"""A panel as plain lists: the bars of each instrument, what may be traded at which price, and the own bars in order."""

import math

from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.bars import Floats

Columns = dict[str, list[float]]


class ReferenceMarket:
    """Answers one question about one instrument on one bar at a time; a row is the instrument's place in the panel."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.rows = range(len(panel.tickers))
        self.bars = len(panel)
        self.session: list[int] = panel.session.tolist()
        self.elapsed_days: list[float] = panel.elapsed_days.tolist()
        self._prices: dict[str, list[list[float]]] = {name: getattr(panel, name).tolist() for name in PRICES}
        self._lower = _rows(panel.lower_limit)
        self._upper = _rows(panel.upper_limit)
        self._dividend = _rows(panel.dividend)
        self._buy_duty: list[float] | None = None if panel.buy_duty is None else panel.buy_duty.tolist()
        self._sell_duty: list[float] | None = None if panel.sell_duty is None else panel.sell_duty.tolist()
        self._own_bars = [self._bars_of(row) for row in self.rows]

    def has_bar(self, row: int, bar: int) -> bool:
        return not math.isnan(self._prices["close"][row][bar])

    def price(self, name: str, row: int, bar: int) -> float:
        return self._prices[name][row][bar]

    def own_bars(self, row: int) -> list[int]:
        """The places on the axis at which the instrument has a bar."""
        return self._own_bars[row]

    def own_bars_between(self, row: int, first: int, last: int) -> list[int]:
        return [bar for bar in self._own_bars[row] if first <= bar <= last]

    def own_columns(self, row: int) -> Columns:
        return {name: [self._prices[name][row][bar] for bar in self._own_bars[row]] for name in PRICES}

    def may_trade(self, buys: bool, row: int, bar: int, price: float) -> bool:
        """Nothing is bought at or above the upper limit, and nothing sold at or below the lower one."""
        if buys:
            return not price >= self.upper_limit(row, bar)
        return not price <= self.lower_limit(row, bar)

    def upper_limit(self, row: int, bar: int) -> float:
        return math.inf if self._upper is None else self._upper[row][bar]

    def lower_limit(self, row: int, bar: int) -> float:
        return -math.inf if self._lower is None else self._lower[row][bar]

    def dividend(self, row: int, bar: int) -> float:
        return 0.0 if self._dividend is None else self._dividend[row][bar]

    def duty(self, buys: bool, bar: int) -> float:
        by_bar = self._buy_duty if buys else self._sell_duty
        return 0.0 if by_bar is None else by_bar[bar]

    def _bars_of(self, row: int) -> list[int]:
        return [bar for bar in range(self.bars) if self.has_bar(row, bar)]


def _rows(matrix: Floats | None) -> list[list[float]] | None:
    return None if matrix is None else matrix.tolist()


def deviation(values: list[float]) -> float:
    """The standard deviation, with n - 1."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def log_returns(closes: list[float]) -> list[float]:
    return [math.log(closes[at] / closes[at - 1]) for at in range(1, len(closes))]
