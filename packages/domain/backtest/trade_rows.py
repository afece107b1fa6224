"""Trades as the kernel writes them: a row of numbers each, in the order of the fields of `Trade`."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.trades import ExitReason, Trade
from packages.domain.strategy.model import Direction

TICKER, DIRECTION, SIGNAL_BAR, ENTRY_BAR, DECIDED_BAR, EXIT_BAR = range(6)
QUANTITY, ENTRY_PRICE, EXIT_PRICE, REASON, RULE = range(6, 11)
COSTS, DIVIDENDS, PROFIT, WORST, BEST, BARS = range(11, 17)
WIDTH = 17

REASONS: tuple[ExitReason, ...] = (
    ExitReason.SIGNAL,
    ExitReason.STOP_LOSS,
    ExitReason.TAKE_PROFIT,
    ExitReason.TRAILING_STOP,
    ExitReason.TIME,
    ExitReason.MARGIN_CALL,
    ExitReason.RUIN,
    ExitReason.REBALANCE,
    ExitReason.DELISTED,
)


def trade_of(row: npt.NDArray[np.float64]) -> Trade:
    """The trade that a row of the kernel stands for."""
    values: list[float] = row.tolist()
    return Trade(
        ticker=int(values[TICKER]),
        direction=Direction.LONG if values[DIRECTION] > 0 else Direction.SHORT,
        signal_bar=int(values[SIGNAL_BAR]),
        entry_bar=int(values[ENTRY_BAR]),
        decided_bar=int(values[DECIDED_BAR]),
        exit_bar=int(values[EXIT_BAR]),
        quantity=values[QUANTITY],
        entry_price=values[ENTRY_PRICE],
        exit_price=values[EXIT_PRICE],
        reason=REASONS[int(values[REASON])],
        exit_rule=int(values[RULE]) if values[RULE] >= 0 else None,
        costs=values[COSTS],
        dividends=values[DIVIDENDS],
        profit=values[PROFIT],
        worst_price=values[WORST],
        best_price=values[BEST],
        bars=int(values[BARS]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class TradeColumns:
    """All trades by exit bar; reading one at a time costs more than reading the columns."""

    raw: npt.NDArray[np.float64] = field(repr=False)  # a row a trade, as the kernel wrote it

    def __len__(self) -> int:
        return len(self.raw)

    def __iter__(self) -> Iterator[Trade]:
        return (trade_of(row) for row in self.raw)

    def __getitem__(self, at: int) -> Trade:
        return trade_of(self.raw[at])
