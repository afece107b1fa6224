"""What a reader of a report must be warned of, as codes."""

from enum import StrEnum

from packages.domain.backtest.analysis.report import PerformanceFigures
from packages.domain.backtest.outcome import Orders, Outcome

FEW_TRADES = 30
SHORT_YEARS = 1.0


class Caution(StrEnum):
    """`no_trades` comes with what became of the orders, where there is no open position either."""

    RUINED = "ruined"
    NO_TRADES = "no_trades"
    NO_ORDERS = "no_orders"
    TOO_SMALL = "orders_too_small"
    NOT_FILLED = "orders_not_filled"
    FEW_TRADES = "few_trades"
    SHORT_HISTORY = "short_history"
    OPEN_AT_END = "open_at_end"


def cautions(outcome: Outcome, figures: PerformanceFigures) -> tuple[str, ...]:
    trades, still_open = len(outcome.trades), len(outcome.open_positions)
    found = {
        Caution.RUINED: outcome.ruined_at is not None,
        Caution.NO_TRADES: trades == 0,
        _why_nothing(outcome.orders): trades == 0 and still_open == 0,
        Caution.FEW_TRADES: 0 < trades < FEW_TRADES,
        Caution.SHORT_HISTORY: figures.years < SHORT_YEARS,
        Caution.OPEN_AT_END: still_open > 0,
    }
    return tuple(code.value for code, holds in found.items() if holds)


def _why_nothing(orders: Orders) -> Caution:
    if orders.placed == 0:
        return Caution.NO_ORDERS
    return Caution.TOO_SMALL if orders.too_small > 0 else Caution.NOT_FILLED
