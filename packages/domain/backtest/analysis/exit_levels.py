"""The price at which a stop or a target stood when it was met, as docs/decisions/0011 puts it."""

from packages.domain.backtest.analysis.own_bars import AnalysisBars
from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.strategy.model import Direction
from packages.domain.strategy.trade import Bracket, Distance, Exit, StopLoss, TakeProfit, TrailingStop, Unit


def level_of(exit_: Exit, trade: Trade, bars: AnalysisBars, resting: bool) -> float | None:
    """`resting` says that the entry was a limit or stop order. None for exits that have no price."""
    match exit_:
        case StopLoss(stop):
            return _against(trade, _distance(stop, trade, bars))
        case TakeProfit(target):
            return _with(trade, _distance(target, trade, bars))
        case Bracket(stop, risk_reward):
            far = _distance(stop, trade, bars)
            if trade.reason is not ExitReason.TAKE_PROFIT:
                return _against(trade, far)
            return _with(trade, None if far is None else risk_reward * far)
        case TrailingStop(stop):
            return _trailed(stop, trade, bars, resting)
        case _:
            return None


def met_price(trade: Trade, level: float, bars: AnalysisBars, resting: bool) -> float:
    """The price of the exit bar that was at or beyond the level: its open if that was, else its extreme."""
    at = bars.at(trade.exit_bar)
    is_low = met_from_above(trade)
    opened = float(bars.columns.open[at])
    # On the bar of a resting entry the open was before the position.
    counts = not (resting and trade.exit_bar == trade.entry_bar)
    if counts and (opened <= level if is_low else opened >= level):
        return opened
    return float(bars.columns.low[at] if is_low else bars.columns.high[at])


def met_from_above(trade: Trade) -> bool:
    """Whether the price had to fall to the level: a long position's stop, a short one's target."""
    return (trade.direction is Direction.LONG) != (trade.reason is ExitReason.TAKE_PROFIT)


def _trailed(stop: Distance, trade: Trade, bars: AnalysisBars, resting: bool) -> float | None:
    best = _best_before_exit(trade, bars, resting)
    far = stop.value * best if stop.unit is Unit.PCT else _distance(stop, trade, bars)
    return None if far is None else best - _sign(trade) * far


def _best_before_exit(trade: Trade, bars: AnalysisBars, resting: bool) -> float:
    """The best price since entry that the stop of the exit bar knew of."""
    first, last = bars.at(trade.entry_bar) + resting, bars.at(trade.exit_bar)
    if trade.direction is Direction.LONG:
        return float(bars.columns.high[first:last].max(initial=trade.entry_price))
    return float(bars.columns.low[first:last].min(initial=trade.entry_price))


def _distance(distance: Distance, trade: Trade, bars: AnalysisBars) -> float | None:
    match distance.unit:
        case Unit.POINTS:
            return float(distance.value)
        case Unit.PCT:
            return distance.value * trade.entry_price
        case Unit.ATR_MULTIPLE:
            wide = bars.average_true_range(distance.atr_period, bars.at(trade.signal_bar))
            return None if wide is None else distance.value * wide


def _against(trade: Trade, far: float | None) -> float | None:
    return None if far is None else trade.entry_price - _sign(trade) * far


def _with(trade: Trade, far: float | None) -> float | None:
    return None if far is None else trade.entry_price + _sign(trade) * far


def _sign(trade: Trade) -> int:
    return 1 if trade.direction is Direction.LONG else -1
