"""Small markets and strategies written out bar by bar; the volume of a bar says what its close signals."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import numpy as np

from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.conditions import AnyOf, Compare, Comparison, Condition, Constant, Price, PriceField
from packages.domain.strategy.model import Entry, Ranking, Side, Strategy, Universe
from packages.domain.strategy.trade import Distance, Exit, FixedQuantity, MarketOrder, Order, SignalExit, Sizing, Unit
from tests.reference.backtest import ReferenceOutcome

QUIET, BUY, SELL_SHORT, LEAVE, BOTH_WAYS = 10.0, 1.0, 2.0, 3.0, 4.0
MISSING = (math.nan,) * 5
Bar = tuple[float, float, float, float, float]


def bar(open_: float, high: float, low: float, close: float, signal: float = QUIET) -> Bar:
    return (open_, high, low, close, signal)


def flat(price: float, signal: float = QUIET) -> Bar:
    return (price, price, price, price, signal)


def panel_of(*instruments: Sequence[Bar], **rules: object) -> Panel:
    """Daily bars in dollars, a share at a time, from Monday 1 January 2024 on, every day; `rules` change the panel."""
    bars = len(instruments[0])
    columns = np.array(instruments, dtype=np.float64)
    days = [date(2024, 1, 1) + timedelta(days=at) for at in range(bars)]
    ones = np.ones(len(instruments))
    panel = Panel(
        market=Market.US_STOCKS,
        timeframe=Timeframe.D1,
        tickers=tuple("ABCDEF"[: len(instruments)]),
        time=np.array(days, dtype="datetime64[us]"),
        session=np.arange(bars, dtype=np.int64),
        elapsed_days=np.array([0.0] + [1.0] * (bars - 1)),
        open=np.ascontiguousarray(columns[:, :, 0]),
        high=np.ascontiguousarray(columns[:, :, 1]),
        low=np.ascontiguousarray(columns[:, :, 2]),
        close=np.ascontiguousarray(columns[:, :, 3]),
        volume=np.ascontiguousarray(columns[:, :, 4]),
        lots=Lots(minimum=ones, step=ones),
        bars_per_year=252.0,
    )
    return replace(panel, **rules)  # type: ignore[arg-type]


def row(*values: float) -> Floats:
    """A matrix of one instrument, such as its limits."""
    return np.array([values], dtype=np.float64)


def signal(*codes: float) -> Condition:
    return AnyOf(tuple(Compare(Price(PriceField.VOLUME), Comparison.EQ, Constant(code)) for code in codes))


LEAVES = SignalExit(signal(LEAVE))


def long_side(*exits: Exit, order: Order | None = None, sizing: Sizing | None = None) -> Side:
    """Buys ten shares at the market on a signal, and leaves on one; unless told otherwise."""
    return _side(signal(BUY, BOTH_WAYS), exits, order, sizing)


def short_side(*exits: Exit, order: Order | None = None, sizing: Sizing | None = None) -> Side:
    return _side(signal(SELL_SHORT, BOTH_WAYS), exits, order, sizing)


def _side(condition: Condition, exits: tuple[Exit, ...], order: Order | None, sizing: Sizing | None) -> Side:
    entry = Entry(condition, order or MarketOrder())
    return Side(entry, exits or (LEAVES,), sizing or FixedQuantity(Decimal(10)))


def strategy_of(
    long: Side | None = None, short: Side | None = None, tickers: int = 1, places: int | None = None
) -> Strategy:
    """The instrument with the highest close goes first where places are few."""
    ranking = Ranking(Price(PriceField.CLOSE)) if places else None
    universe = Universe(Market.US_STOCKS, tuple("ABCDEF"[:tickers]), places, ranking)
    return Strategy("1.0.0", "By hand", None, universe, Timeframe.D1, (), long, short)


def points(value: float) -> Distance:
    return Distance(Unit.POINTS, value)


def fraction(value: float) -> Distance:
    return Distance(Unit.PCT, value)


def terms_of(cash: float = 10_000, **costs: float) -> Terms:
    return Terms(cash=Decimal(str(cash)), costs=Costs(**costs))


def only_trade(outcome: ReferenceOutcome) -> Trade:
    [trade] = outcome.trades
    return trade


def left(trade: Trade) -> tuple[int, float, ExitReason]:
    """When, at which price and why; a price has no more than six places in these markets."""
    return trade.exit_bar, round(trade.exit_price, 6), trade.reason
