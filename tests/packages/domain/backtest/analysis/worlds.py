"""Panels, outcomes and trades by hand, for what measures them."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
from hypothesis import strategies as st

from packages.domain.backtest import trade_rows as t
from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.outcome import ExitReason, KeyFigures, OpenPosition, Orders, Outcome, TradeColumns
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Direction

CASH = 100_000.0
TERMS = Terms(cash=Decimal(100_000))


def days(count: int, first: str = "2020-01-01") -> Instants:
    """Every day of the week, midnight UTC."""
    return (np.datetime64(first, "D") + np.arange(count)).astype("datetime64[us]")


def panel_of(
    close: Sequence[Sequence[float]] | Floats,
    time: Instants | None = None,
    *,
    market: Market = Market.US_STOCKS,
    timeframe: Timeframe = Timeframe.D1,
    bars_per_year: float = 252.0,
    **more: Any,
) -> Panel:
    """A panel whose bars have one price each."""
    prices = np.array(close, dtype=np.float64)
    tickers, bars = prices.shape
    return Panel(
        market=market,
        timeframe=timeframe,
        tickers=tuple(f"DEMO{number}" for number in range(1, tickers + 1)),
        time=days(bars) if time is None else time,
        session=np.arange(bars),
        elapsed_days=np.ones(bars),
        open=prices,
        high=prices,
        low=prices,
        close=prices,
        volume=np.where(np.isfinite(prices), 1000.0, np.nan),
        lots=Lots(minimum=np.ones(tickers), step=np.ones(tickers)),
        bars_per_year=bars_per_year,
        **more,
    )


def row(entry: int, exit_: int, profit: float, **more: float) -> list[float]:
    """A trade of 10 shares bought at 100, unless `more` says otherwise by the names of the columns."""
    values = [0.0] * t.WIDTH
    told = {"DIRECTION": 1, "QUANTITY": 10, "ENTRY_PRICE": 100, "EXIT_PRICE": 100 + profit / 10, "PROFIT": profit}
    bars = {"SIGNAL_BAR": entry - 1, "ENTRY_BAR": entry, "DECIDED_BAR": exit_ - 1, "EXIT_BAR": exit_}
    for name, value in {**told, **bars, "BARS": exit_ - entry + 1, **more}.items():
        values[getattr(t, name)] = float(value)
    return values


def rows(*trades: list[float]) -> Floats:
    return np.array(trades, dtype=np.float64).reshape(-1, t.WIDTH)


def still_open(entry: int) -> OpenPosition:
    return OpenPosition(0, Direction.LONG, entry - 1, entry, 10.0, 100.0, 110.0, 100.0)


def outcome_of(
    equity: Sequence[float] | Floats,
    trades: Floats | None = None,
    *,
    open_positions: tuple[OpenPosition, ...] = (),
    orders: Orders | None = None,
) -> Outcome:
    """Something is held wherever the equity moved; the figures are left at 0 and must not be read."""
    column = np.array(equity, dtype=np.float64)
    gone = np.flatnonzero(column <= 0)
    return Outcome(
        figures=KeyFigures(0, 0.0, 0.0, 0.0, 0.0),
        equity=column,
        cash=column,
        exposure=np.abs(np.diff(column, prepend=column[0])),
        trades=TradeColumns(rows() if trades is None else trades),
        open_positions=open_positions,
        orders=orders or Orders(),
        ruined_at=int(gone[0]) if len(gone) else None,
    )


def reported(equity: Sequence[float] | Floats, trades: Floats | None = None, **more: Any) -> tuple[Report, Panel]:
    """The report of a daily account beside an instrument that never moves."""
    panel = panel_of(np.full((1, len(equity)), 50.0))
    return analyse(outcome_of(equity, trades, **more), panel, TERMS), panel


def wandering(seed: int, bars: int, drift: float = 0.0005, spread: float = 0.01) -> Floats:
    """An equity that begins with the cash and takes random steps."""
    steps = np.random.default_rng(seed).normal(drift, spread, bars - 1)
    return compounded(steps)


def compounded(steps: Floats) -> Floats:
    """The cash, and what becomes of it with each return."""
    return np.cumprod(np.concatenate((np.array([CASH]), 1 + steps)))


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Outcome, Panel]:
    """Any account on any panel: one bar or many, gaps, late listings, no trades or several, ruin."""
    bars = draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    timeframe = draw(st.sampled_from([Timeframe.M5, Timeframe.H1, Timeframe.D1, Timeframe.W1]))
    market = draw(st.sampled_from(list(Market)))
    time = np.datetime64("2021-03-12T14:00", "us") + np.cumsum(rng.integers(1, 4, bars)) * np.timedelta64(
        timeframe.seconds, "s"
    )
    close = rng.uniform(1, 200, (draw(st.integers(1, 3)), bars))
    close[rng.random(close.shape) < draw(st.sampled_from([0.0, 0.5, 1.0]))] = np.nan
    panel = panel_of(close, time, market=market, timeframe=timeframe, bars_per_year=rng.uniform(50, 100_000))
    if draw(st.booleans()):
        panel = replace(panel, dividend=np.where(rng.random(close.shape) < 0.1, 1.0, 0.0))
    return _account(draw, rng, bars, len(close)), panel


def _account(draw: st.DrawFn, rng: np.random.Generator, bars: int, tickers: int) -> Outcome:
    spread = draw(st.sampled_from([0.0, 1e-12, 0.01, 0.9]))
    equity = compounded(rng.uniform(-spread, spread, bars - 1))
    if bars > 1 and draw(st.booleans()):
        equity[int(rng.integers(1, bars)) :] = draw(st.sampled_from([0.0, -5_000.0]))
    count = draw(st.sampled_from([0, 1, 12])) if bars > 2 else 0
    trades = rows(*(_random_trade(rng, bars, tickers) for _ in range(count)))
    positions = (still_open(bars - 1),) if bars > 2 and equity[-1] > 0 and draw(st.booleans()) else ()
    return outcome_of(equity, trades, open_positions=positions)


def _random_trade(rng: np.random.Generator, bars: int, tickers: int) -> list[float]:
    entry = int(rng.integers(1, bars - 1))
    exit_ = int(rng.integers(entry, bars))
    return row(
        entry,
        exit_,
        float(rng.normal(0, 50)),
        DIRECTION=float(rng.choice([-1, 1])),
        TICKER=int(rng.integers(tickers)),
        REASON=int(rng.integers(len(ExitReason))),
        COSTS=float(rng.uniform(0, 5)),
    )
