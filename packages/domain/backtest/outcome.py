"""What a backtest gives: the equity on every close, every trade as columns, and the figures that matter most."""

from dataclasses import dataclass

from packages.domain.backtest.trade_rows import TradeColumns
from packages.domain.backtest.trades import ExitReason, Trade, return_of
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Direction

__all__ = [
    "ExitReason",
    "KeyFigures",
    "OpenLot",
    "OpenPosition",
    "Orders",
    "Outcome",
    "Trade",
    "TradeColumns",
    "return_of",
]


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """What is still held after the last close."""

    ticker: int
    direction: Direction
    signal_bar: int
    entry_bar: int
    quantity: float
    entry_price: float
    mark: float
    unrealised: float


@dataclass(frozen=True, slots=True)
class OpenLot:
    """What one fill brought and is still held of it, of a position that has several or left in parts."""

    ticker: int
    direction: Direction
    signal_bar: int
    entry_bar: int
    quantity: float
    entry_price: float


@dataclass(frozen=True, slots=True)
class KeyFigures:
    """The five that every comparison wants; fractions, not percent."""

    trades: int
    final_equity: float
    total_return: float
    max_drawdown: float  # 0 or below
    sharpe: float


@dataclass(frozen=True, slots=True)
class Orders:
    """How many entry orders were placed, and what became of them."""

    placed: int = 0
    filled: int = 0
    lapsed: int = 0
    too_small: int = 0
    refused: int = 0  # no bar, a price limit, or no place left


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """Columns have one value a bar of the panel, on its close."""

    figures: KeyFigures
    equity: Floats
    cash: Floats
    exposure: Floats  # gross: what all positions are worth, shorts counted as positive
    trades: TradeColumns
    open_positions: tuple[OpenPosition, ...]
    orders: Orders
    ruined_at: int | None  # the bar on which the equity was gone
    open_lots: tuple[OpenLot, ...] = ()  # oldest first, where positions have lots
