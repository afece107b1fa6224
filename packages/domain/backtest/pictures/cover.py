"""What stands on the cover of a backtest: what was run, on which data, under which terms."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from packages.domain.backtest.outcome import Trade
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """`rules` and `summary` are sentences in the language in which the backtest is drawn. `trials` counts the runs of
    the strategy's whole lineage, this one included; None where nobody counted."""

    strategy: str
    tickers: tuple[str, ...]  # in the order of the panel: a trade names its place
    market: Market
    timeframe: Timeframe
    start: date
    end: date
    terms: Terms
    source: str
    content_hash: str
    is_demo: bool
    trials: int | None = None
    first_bar: int = 0  # where on the panel the report begins: trades count bars of the panel
    rules: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()


class Trades(Protocol):
    """Closed trades by exit bar: `TradeColumns`, or any list of trades."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Trade]: ...


def return_of(trade: Trade) -> float:
    """The profit as a fraction of the entry amount."""
    amount = trade.quantity * trade.entry_price
    return trade.profit / amount if amount else 0.0
