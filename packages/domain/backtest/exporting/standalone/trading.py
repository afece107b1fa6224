"""Trades one instrument bar by bar as Parley's backtest does: what is decided on a close is filled at the next open."""

import numpy as np

from packages.domain.backtest.exporting.standalone.sizing import (
    quantity_of,
)
from packages.domain.backtest.exporting.standalone.state import (
    BEST,
    FIXED,
    HELD,
    LEAVING,
    LEFT,
    LIMIT,
    MARKET,
    NOTHING,
    ORDERED,
    PRICE,
    RESTED,
    RUINED,
    SINCE,
    TARGET,
    TRAIL,
    WAITING,
    Floats,
    Order,
    TradedAccount,
    TradedBars,
    TradedSide,
)


def act(
    stage: int,
    bar: int,
    bars: TradedBars,
    sides: tuple[TradedSide, TradedSide],
    account: TradedAccount,
    cash: float,
    s: Floats,
) -> Order:
    """The one fill that a stage of a bar brings, if any: exit at the open, entry at the open, stop or target, resting
    order, stop on the bar of its fill, close."""
    if s[RUINED] == 1:
        return NOTHING
    if stage == 0:
        return leave_at_open(bar, bars, account, s)
    if stage == 1:
        return enter_at_open(bar, bars, sides, account, cash, s)
    if stage == 2:
        return stop_or_target(bar, bars, sides, account, s)
    if stage == 3:
        return resting_order(bar, bars, sides, account, cash, s)
    if stage == 4:
        return stop_on_bar_of_fill(bar, bars, sides, account, s)
    return close_of_bar(bar, bars, sides, account, cash, s)


def leave_at_open(bar: int, bars: TradedBars, account: TradedAccount, s: Floats) -> Order:
    if s[HELD] == 0 or s[LEAVING] == 0:
        return NOTHING
    return leave(bar, bars.open[bar], True, bars, account, s)


def leave(bar: int, price: float, is_taken: bool, bars: TradedBars, account: TradedAccount, s: Floats) -> Order:
    """Everything leaves, unless what was bought may not be sold yet."""
    held = s[HELD]
    if held > 0 and bars.session[bar] - bars.session[int(s[SINCE])] < account.settle:
        return NOTHING
    filled = price
    if is_taken:
        filled = price * (1 - account.worse) if held > 0 else price * (1 + account.worse)
    s[HELD] = 0.0
    s[LEAVING] = 0.0
    return -held, filled, account.rate * abs(held) * filled


def enter_at_open(
    bar: int,
    bars: TradedBars,
    sides: tuple[TradedSide, TradedSide],
    account: TradedAccount,
    cash: float,
    s: Floats,
) -> Order:
    for k in range(2):
        signal = int(s[ORDERED + k])
        if signal >= 0:
            s[ORDERED] = -1.0
            s[ORDERED + 1] = -1.0
            return enter(sides[k], signal, bar, bars.open[bar], account, cash, s)
    return NOTHING


def enter(
    side: TradedSide, signal: int, bar: int, price: float, account: TradedAccount, cash: float, s: Floats
) -> Order:
    """A limit order fills at its price or better, all others take what they get."""
    if s[HELD] != 0:
        return NOTHING
    filled = price
    if side.kind != LIMIT:
        filled = price * (1 + account.worse) if side.sign > 0 else price * (1 - account.worse)
    quantity = quantity_of(side, signal, filled, account, cash)
    if not quantity > 0:
        return NOTHING
    s[HELD] = side.sign * quantity
    s[PRICE] = filled
    s[BEST] = filled
    s[SINCE] = bar
    s[LEAVING] = 0.0
    s[RESTED] = 0.0 if side.kind == MARKET else 1.0
    put_up_guards(side, signal, filled, s)
    return s[HELD], filled, account.rate * quantity * filled


def put_up_guards(side: TradedSide, signal: int, price: float, s: Floats) -> None:
    s[FIXED] = np.nan
    s[TARGET] = np.nan
    s[TRAIL] = np.nan
    if side.stop_share >= 0:
        s[FIXED] = price - side.sign * (side.stop_points[signal] + side.stop_share * price)
    if side.target_share >= 0:
        far = side.target_points[signal] + side.target_share * price
        s[TARGET] = price + side.sign * (side.target_ratio * far)
    if side.trail_share >= 0:
        s[TRAIL] = side.trail_points[signal]


def stop_price(sides: tuple[TradedSide, TradedSide], s: Floats) -> float:
    """The nearer one of the fixed and the trailing stop, NaN where there is none."""
    side = sides[0] if s[HELD] > 0 else sides[1]
    if side.trail_share < 0:
        return float(s[FIXED])
    far = side.trail_share * s[BEST] if side.trail_share > 0 else s[TRAIL]
    trailing = s[BEST] - side.sign * far
    if np.isnan(s[FIXED]) or side.sign * trailing > side.sign * s[FIXED]:
        return float(trailing)
    return float(s[FIXED])


def reached(price: float, level: float, falling: bool) -> bool:
    """Whether a price has come to a level from above (falling) or from below; never to one that is not there."""
    return price <= level if falling else price >= level


def stop_or_target(
    bar: int, bars: TradedBars, sides: tuple[TradedSide, TradedSide], account: TradedAccount, s: Floats
) -> Order:
    """The stop wins where both were touched; a gap fills at the open."""
    if s[HELD] == 0:
        return NOTHING
    is_long = s[HELD] > 0
    stop, target, first = stop_price(sides, s), s[TARGET], bars.open[bar]
    against = bars.low[bar] if is_long else bars.high[bar]
    along = bars.high[bar] if is_long else bars.low[bar]
    if reached(first, stop, is_long):
        return leave(bar, first, True, bars, account, s)
    if reached(first, target, not is_long):
        return leave(bar, first, False, bars, account, s)
    if reached(against, stop, is_long):
        return leave(bar, stop, True, bars, account, s)
    if reached(along, target, not is_long):
        return leave(bar, target, False, bars, account, s)
    return NOTHING


def waiting_fill(k: int, bar: int, bars: TradedBars, sides: tuple[TradedSide, TradedSide], s: Floats) -> float:
    """The open when it is beyond the order's price, that price when it was touched, NaN when it was not."""
    signal = int(s[WAITING + k])
    if signal < 0:
        return np.nan
    side = sides[k]
    price = side.waits_at[signal]
    from_above = (side.sign > 0) == (side.kind == LIMIT)
    if reached(bars.open[bar], price, from_above):
        return float(bars.open[bar])
    if reached(bars.low[bar] if from_above else bars.high[bar], price, from_above):
        return float(price)
    return np.nan


def resting_order(
    bar: int,
    bars: TradedBars,
    sides: tuple[TradedSide, TradedSide],
    account: TradedAccount,
    cash: float,
    s: Floats,
) -> Order:
    """Of two orders the one nearer to the open fills, the long one on a tie, and cancels the other."""
    buys, sells = waiting_fill(0, bar, bars, sides, s), waiting_fill(1, bar, bars, sides, s)
    second_first = abs(sells - bars.open[bar]) < abs(buys - bars.open[bar]) or np.isnan(buys)
    for turn in range(2):
        k = 1 - turn if second_first else turn
        price = buys if k == 0 else sells
        if not np.isnan(price):
            order = enter(sides[k], int(s[WAITING + k]), bar, price, account, cash, s)
            if order[0] != 0:
                s[WAITING] = -1.0
                s[WAITING + 1] = -1.0
                return order
    for k in range(2):
        if s[WAITING + k] >= 0:
            s[LEFT + k] -= 1
            if s[LEFT + k] <= 0:
                s[WAITING + k] = -1.0
    return NOTHING


def stop_on_bar_of_fill(
    bar: int, bars: TradedBars, sides: tuple[TradedSide, TradedSide], account: TradedAccount, s: Floats
) -> Order:
    """On the bar on which a resting order fills only the stop is live, at its own price."""
    if s[HELD] == 0 or s[RESTED] == 0 or s[SINCE] != bar:
        return NOTHING
    is_long = s[HELD] > 0
    stop = stop_price(sides, s)
    if reached(bars.low[bar] if is_long else bars.high[bar], stop, is_long):
        return leave(bar, stop, True, bars, account, s)
    return NOTHING


def close_of_bar(
    bar: int,
    bars: TradedBars,
    sides: tuple[TradedSide, TradedSide],
    account: TradedAccount,
    cash: float,
    s: Floats,
) -> Order:
    """Marks what is held, ends a ruined account, and decides what is done at the next open."""
    held, mark = s[HELD], bars.close[bar]
    if held != 0 and not (s[RESTED] == 1 and s[SINCE] == bar):
        s[BEST] = max(s[BEST], bars.high[bar]) if held > 0 else min(s[BEST], bars.low[bar])
    equity = cash + held * mark
    if equity <= 0:
        s[RUINED] = 1.0
        s[HELD] = 0.0
        return -held, mark, 0.0
    if held != 0 and equity < account.maintenance * abs(held) * mark:
        s[LEAVING] = 1.0
    if bar < len(bars.close) - 1:
        decide(bar, sides, s)
    return NOTHING


def decide(bar: int, sides: tuple[TradedSide, TradedSide], s: Floats) -> None:
    held = s[HELD]
    if held != 0 and s[LEAVING] == 0:
        side = sides[0] if held > 0 else sides[1]
        if side.leaves[bar] or (side.most_bars > 0 and bar - s[SINCE] + 1 >= side.most_bars):
            s[LEAVING] = 1.0
    if s[WAITING] >= 0 or s[WAITING + 1] >= 0 or (held != 0 and s[LEAVING] == 0):
        return
    long = sides[0].entry[bar] and not held > 0
    short = sides[1].entry[bar] and not held < 0
    if long and short and (sides[0].kind == MARKET or sides[1].kind == MARKET):
        return
    for k in range(2):
        if (long if k == 0 else short) and sides[k].able[bar]:
            if sides[k].kind == MARKET:
                s[ORDERED + k] = bar
            else:
                s[WAITING + k] = bar
                s[LEFT + k] = sides[k].valid_bars
