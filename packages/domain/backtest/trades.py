"""One trade: a position from its fill to its exit, and why it ended."""

from dataclasses import dataclass
from enum import StrEnum

from packages.domain.strategy.model import Direction


class ExitReason(StrEnum):
    """Why a position was left."""

    SIGNAL = "signal_exit"
    STOP_LOSS = "stop_loss"
    TAKE_PROFIT = "take_profit"
    TRAILING_STOP = "trailing_stop"
    TIME = "time_exit"
    MARGIN_CALL = "margin_call"
    RUIN = "ruin"
    REBALANCE = "rebalance"
    DELISTED = "delisted"


OF_PORTFOLIOS = frozenset({ExitReason.REBALANCE, ExitReason.DELISTED})  # no rule of an exit has these


@dataclass(frozen=True, slots=True)
class Trade:
    """One position from its fill to its exit. Bars are places on the panel's axis. `signal_bar` is the close that
    decided to enter, `decided_bar` the one that decided to leave (the exit bar itself for stops and targets), and
    `exit_rule` the place of the exit in the strategy's list (None where no such rule decided: a margin call, ruin, a
    portfolio). A portfolio sells in parts: each part is a trade, at the mean price of all that was bought."""

    ticker: int
    direction: Direction
    signal_bar: int
    entry_bar: int
    decided_bar: int
    exit_bar: int
    quantity: float
    entry_price: float
    exit_price: float
    reason: ExitReason
    exit_rule: int | None
    costs: float  # commissions and duties of both fills
    dividends: float  # received, or paid when short
    profit: float  # after costs and dividends; borrow fees and interest are the account's
    worst_price: float  # the furthest against and with the position, on its own bars from entry to exit
    best_price: float
    bars: int  # own bars in the position, entry and exit bar included


def return_of(trade: Trade) -> float:
    """The profit as a fraction of the entry amount."""
    amount = trade.quantity * trade.entry_price
    return trade.profit / amount if amount else 0.0
