"""A backtest to draw: invented companies, ten years of days, eighty trades; seeded."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import numpy as np

from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.report import Cover, Report, TradeFigures
from packages.domain.backtest.outcome import KeyFigures, Orders, Outcome, TradeColumns
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

TERMS = Terms(cash=Decimal(100_000), costs=usual_costs(Market.CN_STOCKS))
COVER = Cover(
    strategy="Slow trend with a stop",
    tickers=("DEMO1.SZ", "DEMO2.SH"),
    market=Market.CN_STOCKS,
    timeframe=Timeframe.D1,
    start=date(2016, 1, 4),
    end=date(2025, 5, 9),
    terms=TERMS,
    source="demo",
    content_hash="9f2c51d0aa63",
    is_demo=True,
    trials=17,
    rules=("Buy when the close crosses above its 50-day mean.", "Sell 8% below the entry price."),
    summary=("The account grew.", "It did so with a deep fall in between."),
)


def weekdays(start: str, count: int) -> Instants:
    days = np.arange(np.datetime64(start, "D"), np.datetime64(start, "D") + count * 2)
    return days[np.is_busday(days)][:count].astype("datetime64[us]")


def panel_of(time: Instants, close: Floats, timeframe: Timeframe = Timeframe.D1) -> Panel:
    prices = np.ascontiguousarray(close)
    return Panel(
        market=Market.CN_STOCKS,
        timeframe=timeframe,
        tickers=COVER.tickers,
        time=time,
        session=np.arange(len(time)),
        elapsed_days=np.ones(len(time)),
        open=prices,
        high=prices * 1.01,
        low=prices * 0.99,
        close=prices,
        volume=np.full_like(prices, 1e6),
        lots=Lots(minimum=np.full(2, 100.0), step=np.full(2, 100.0)),
        bars_per_year=244.0,
    )


def sample(
    bars: int = 2_440, trades: int = 80, drift: float = 0.0004, seed: int = 7
) -> tuple[Report, TradeColumns, Panel]:
    rng = np.random.default_rng(seed)
    time = weekdays("2016-01-04", bars)
    close = 12 * np.exp(np.cumsum(rng.normal(0.0002, 0.018, (2, bars)), axis=1))
    equity = 100_000 * np.exp(np.cumsum(rng.normal(drift, 0.009, bars)))
    panel = panel_of(time, close)
    columns = TradeColumns(_rows(rng, trades, close))
    return analyse(_outcome(equity, columns), panel, TERMS), columns, panel


def idle(bars: int = 500) -> Report:
    """The report of a strategy that never traded."""
    report, _, _ = sample(bars=bars, trades=3)
    none = TradeFigures("all", 0, None, 0.0, None, None, None, None, None, None, None)
    figures = replace(report.figures, total_return=0.0, cagr=0.0, sharpe=None, sortino=None, calmar=None, costs=0.0)
    return replace(
        report,
        equity=np.full(bars, 100_000.0),
        drawdown=np.zeros(bars),
        figures=replace(figures, final_equity=100_000.0, max_drawdown=0.0, volatility=0.0),
        all_trades=none,
        drawdowns=(),
        warnings=("no_trades", "no_orders"),
        by_direction=(),
        by_exit=(),
        by_ticker=(),
        by_weekday=(),
        by_hour=(),
        by_holding=(),
    )


def _outcome(equity: Floats, columns: TradeColumns) -> Outcome:
    figures = KeyFigures(len(columns), float(equity[-1]), float(equity[-1] / 100_000 - 1), -0.1, 0.5)
    exposure = np.where(np.arange(len(equity)) % 3, equity, 0.0)
    return Outcome(figures, equity, equity - exposure, exposure, columns, (), Orders(), None)


def _rows(rng: np.random.Generator, count: int, close: Floats) -> Floats:
    exits = np.sort(rng.integers(60, close.shape[1], count))
    rows = [_row(rng, int(exit_bar), close) for exit_bar in exits]
    return np.array(rows, dtype=np.float64).reshape(count, 17)


def _row(rng: np.random.Generator, exit_bar: int, close: Floats) -> list[float]:
    ticker, direction, bars = int(rng.integers(2)), 1 if rng.random() < 0.8 else -1, int(rng.integers(1, 50))
    entry_bar = exit_bar - bars
    entry, left = float(close[ticker, entry_bar]), float(close[ticker, exit_bar])
    quantity = float(rng.integers(5, 60) * 100)
    profit = direction * quantity * (left - entry) - 12
    reason = int(rng.integers(5))
    decided = exit_bar - 1
    places = [ticker, direction, entry_bar - 1, entry_bar, decided, exit_bar]
    return [*places, quantity, entry, left, reason, reason % 2, 12.0, 0.0, profit, entry * 0.97, entry * 1.04, bars + 1]
