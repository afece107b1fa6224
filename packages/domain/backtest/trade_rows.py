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
)


def trade_of(row: npt.NDArray[np.float64]) -> Trade:
    """The trade that a row of the kernel stands for."""
    told: list[float] = row.tolist()
    return Trade(
        ticker=int(told[TICKER]),
        direction=Direction.LONG if told[DIRECTION] > 0 else Direction.SHORT,
        signal_bar=int(told[SIGNAL_BAR]),
        entry_bar=int(told[ENTRY_BAR]),
        decided_bar=int(told[DECIDED_BAR]),
        exit_bar=int(told[EXIT_BAR]),
        quantity=told[QUANTITY],
        entry_price=told[ENTRY_PRICE],
        exit_price=told[EXIT_PRICE],
        reason=REASONS[int(told[REASON])],
        exit_rule=int(told[RULE]) if told[RULE] >= 0 else None,
        costs=told[COSTS],
        dividends=told[DIVIDENDS],
        profit=told[PROFIT],
        worst_price=told[WORST],
        best_price=told[BEST],
        bars=int(told[BARS]),
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
