"""Strategies of entries and exits as backtesting.py says them: a signal on the close, filled at the next open."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from backtesting import Backtest, Strategy

from benchmarks.peers import formulas as f
from benchmarks.peers.bars import Bars
from benchmarks.peers.fills import Lot, Run

HALF = 0.5  # of the equity


def crosses(one: Sequence[float], other: Sequence[float]) -> bool:
    """Above, from below or from the same value; the engine's own `crossover` leaves out the same value."""
    return bool(one[-2] <= other[-2] and one[-1] > other[-1])


class Position(Protocol):
    """A trade of the engine that is still held."""

    entry_bar: int
    entry_price: float


class Signals(Strategy):
    """One position at a time. A stop is put up on the close of the bar of the fill, and goes for a signal's exit."""

    most_bars: int | None = None
    stop_share: float | None = None

    def enters(self) -> bool:
        raise NotImplementedError

    def leaves(self) -> bool:
        return False

    def stop(self, trade: Position) -> float | None:
        return None if self.stop_share is None else trade.entry_price * (1 - self.stop_share)

    def column(self, name: str) -> Sequence[float]:
        told: Sequence[float] = self.I(lambda: np.asarray(getattr(self.data, name), dtype=float), name=name)
        return told

    def next(self) -> None:
        for trade in self.trades:
            held = len(self.data) - trade.entry_bar
            if self.leaves() or (self.most_bars is not None and held >= self.most_bars):
                trade.sl = None
                trade.close()
            elif (price := self.stop(trade)) is not None:
                trade.sl = price
        if not self.trades and self.enters():
            self.buy(size=HALF)


class AverageCross(Signals):
    def init(self) -> None:
        self.fast, self.slow = self.I(f.mean, self.data.Close, 20), self.I(f.mean, self.data.Close, 50)

    def enters(self) -> bool:
        return crosses(self.fast, self.slow)

    def leaves(self) -> bool:
        return crosses(self.slow, self.fast)


class MacdCross(Signals):
    def init(self) -> None:
        self.line, self.signal = self.I(f.macd, self.data.Close)
        self.range = self.I(f.true_range, self.data.High, self.data.Low, self.data.Close, 14)

    def enters(self) -> bool:
        return crosses(self.line, self.signal)

    def leaves(self) -> bool:
        return crosses(self.signal, self.line)

    def stop(self, trade: Position) -> float:
        since = np.asarray(self.data.High)[trade.entry_bar :]
        signal = np.asarray(self.range)[trade.entry_bar - 1]
        return float(max(trade.entry_price, since.max()) - 3 * signal)


class DonchianBreakout(Signals):
    def init(self) -> None:
        self.upper, self.lower = self.I(f.highest, self.data.High, 20), self.I(f.lowest, self.data.Low, 10)

    def enters(self) -> bool:
        return bool(self.data.Close[-1] > self.upper[-2])

    def leaves(self) -> bool:
        return bool(self.data.Close[-1] < self.lower[-2])


class Supertrend(Signals):
    def init(self) -> None:
        self.line = self.I(f.supertrend, self.data.High, self.data.Low, self.data.Close)

    def enters(self) -> bool:
        return crosses(self.data.Close, self.line)

    def leaves(self) -> bool:
        return bool(self.data.Close[-1] < self.line[-1])


class RsiReversion(Signals):
    stop_share, most_bars = 0.08, 15

    def init(self) -> None:
        self.rsi, self.trend = self.I(f.strength, self.data.Close, 5), self.I(f.mean, self.data.Close, 100)

    def enters(self) -> bool:
        return bool(self.rsi[-1] < 30 and self.data.Close[-1] > self.trend[-1])

    def leaves(self) -> bool:
        return bool(self.rsi[-1] > 50)


class BollingerReversion(Signals):
    stop_share = 0.08

    def init(self) -> None:
        self.middle = self.I(f.mean, self.data.Close, 20)
        self.lower = self.I(lambda closes: f.mean(closes, 20) - 2 * f.deviation(closes, 20), self.data.Close)

    def enters(self) -> bool:
        return crosses(self.lower, self.data.Close)

    def leaves(self) -> bool:
        return bool(self.data.Close[-1] >= self.middle[-1])


class GapFade(Signals):
    most_bars = 5

    def init(self) -> None:
        self.top = self.I(f.highest, self.data.Close, 3)

    def enters(self) -> bool:
        closes = self.data.Close
        return bool(self.data.Open[-1] < closes[-2] * 0.99 and closes[-1] < closes[-2])

    def leaves(self) -> bool:
        return bool(self.data.High[-1] >= self.top[-1])


class IndexRegimeFilter(Signals):
    def init(self) -> None:
        self.index, self.fast = self.column("index_close"), self.I(f.mean, self.data.Close, 20)
        # The engine waits a bar longer than there is a mean; over an endless one nothing is bought.
        self.slow = self.I(lambda: np.nan_to_num(f.mean(self.data.index_close, 200), nan=np.inf), name="slow")

    def enters(self) -> bool:
        return bool(self.data.Close[-1] > self.fast[-1] and self.index[-1] > self.slow[-1])

    def leaves(self) -> bool:
        return bool(self.data.Close[-1] < self.fast[-1] or not self.index[-1] > self.slow[-1])


class TurnOfMonth(Signals):
    def init(self) -> None:
        self.of_month, self.to_end = self.column("trading_day_of_month"), self.column("trading_day_from_month_end")

    def enters(self) -> bool:
        return bool(self.to_end[-1] == 2)

    def leaves(self) -> bool:
        return bool(self.of_month[-1] == 3)


class DriftAfterEarnings(Signals):
    most_bars = 20

    def init(self) -> None:
        pass  # the reports are columns of the data, of which the first have none

    def enters(self) -> bool:
        return bool(self.data.new_report[-1] == 1 and self.data.quarter_profit_growth[-1] > 0.05)


class OpeningRangeBreakout(Signals):
    """What is bought on a day is held until the next at least."""

    stop_share = 0.08

    def init(self) -> None:
        self.top, self.bottom = self.I(self._edges, name="range")
        self.left = self.column("minutes_to_close")

    def _edges(self) -> np.ndarray:
        """The highest and lowest price of the first half hour, from its end on; without, what no price crosses."""
        day = np.asarray(self.data.index.normalize())
        into, highs, lows = self.data.minutes_from_open, self.data.High, self.data.Low
        found = np.full((2, len(day)), np.nan)
        for each in np.unique(day):
            early, late = (day == each) & (into <= 30), (day == each) & (into >= 30)
            found[0, late], found[1, late] = highs[early].max(), lows[early].min()
        return found

    def enters(self) -> bool:
        return crosses(self.data.Close, self.top) and self.left[-1] > 60

    def leaves(self) -> bool:
        held = len(self.data) - self.trades[0].entry_bar
        return bool(held >= 48 and (self.left[-1] <= 30 or self.data.Close[-1] < self.bottom[-1]))


BY_NAME: dict[str, type[Signals]] = {
    "average_cross": AverageCross,
    "macd_cross": MacdCross,
    "donchian_breakout": DonchianBreakout,
    "supertrend": Supertrend,
    "rsi_reversion": RsiReversion,
    "bollinger_reversion": BollingerReversion,
    "gap_fade": GapFade,
    "index_regime_filter": IndexRegimeFilter,
    "turn_of_month": TurnOfMonth,
    "drift_after_earnings": DriftAfterEarnings,
    "opening_range_breakout": OpeningRangeBreakout,
}


def run(name: str, bars: Bars) -> Run:
    [ticker] = bars.tickers
    data = bars.of(ticker)
    told = Backtest(data, BY_NAME[name], cash=bars.cash, commission=bars.rate, finalize_trades=False).run()
    at = bars.index.get_indexer(data.index)
    closed = [
        Lot(ticker, at[each.EntryBar], each.Size, each.EntryPrice, at[each.ExitBar], each.ExitPrice)
        for each in told._trades.itertuples()
    ]
    held = [Lot(ticker, at[each.entry_bar], each.size, each.entry_price) for each in told._strategy.trades]
    return Run(closed, held)
