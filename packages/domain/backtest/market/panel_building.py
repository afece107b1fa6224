"""Instruments side by side: their bars on one axis, with lots, duties and sessions of the market, as a `Panel`."""

from collections.abc import Sequence

import numpy as np

from packages.core.errors import TooLarge
from packages.domain.backtest.market.axis import bars_per_year, elapsed_days, local_days, session_numbers
from packages.domain.backtest.market.instrument_bars import InstrumentBars
from packages.domain.backtest.panel import Counts, Lots, Panel
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.market_data.trading_rules import MarketRules, Side

MOST_TICKERS = 500
MOST_BARS = 12_000_000
MOST_CELLS = 40_000_000  # of a market that a portfolio chooses from: 16,000 instruments over ten years


class PanelTooLarge(TooLarge):
    """More instruments or bars than one backtest takes."""


def build_panel(
    market: Market, timeframe: Timeframe, instruments: Sequence[InstrumentBars], axis: Instants | None = None
) -> Panel:
    """Instruments in the order given; places without a bar count as bars. `axis` has all times of theirs, and more."""
    rules, time = RULEBOOK[market], shared_axis(instruments) if axis is None else axis
    refuse_more_bars(len(time) * len(instruments))
    place = [_places(time, each.time) for each in instruments]

    def matrix(name: str, absent: float = np.nan) -> Floats:
        return _matrix(len(time), place, [getattr(each, name) for each in instruments], absent)

    days = local_days(market, timeframe, time)
    is_limited = all(each.upper_limit is not None for each in instruments)
    pays = any(each.dividend.any() for each in instruments)
    return Panel(
        market=market,
        timeframe=timeframe,
        tickers=tuple(each.ticker for each in instruments),
        time=time,
        session=session_numbers(market, timeframe, time),
        elapsed_days=elapsed_days(time),
        open=matrix("open"),
        high=matrix("high"),
        low=matrix("low"),
        close=matrix("close"),
        volume=matrix("volume"),
        lots=_lots(instruments),
        bars_per_year=bars_per_year(market, timeframe),
        sell_after_sessions=rules.sell_after_sessions,
        lower_limit=matrix("lower_limit", 0.0) if is_limited else None,
        upper_limit=matrix("upper_limit", np.inf) if is_limited else None,
        dividend=matrix("dividend", 0.0) if pays else None,
        buy_duty=duties(rules, "buy", days),
        sell_duty=duties(rules, "sell", days),
    )


def shared_axis(instruments: Sequence[InstrumentBars]) -> Instants:
    """Every time at which one of them has a bar."""
    if len(instruments) == 1:
        return instruments[0].time
    return np.unique(np.concatenate([each.time for each in instruments]))


def _matrix(
    bars: int, place: Sequence["slice[int, int, None] | Counts"], columns: Sequence[Floats], absent: float
) -> Floats:
    """A row an instrument, with `absent` where it has no bar."""
    rows = np.empty((len(columns), bars))
    for row, at, column in zip(rows, place, columns, strict=True):
        if not isinstance(at, slice):
            row[:] = absent
        elif len(column) < bars:
            row[: at.start], row[at.stop :] = absent, absent
        row[at] = column
    return rows


def _places(time: Instants, own: Instants) -> "slice[int, int, None] | Counts":
    """Where the times of one instrument lie on the axis, which has them all: a slice where no other is between them."""
    if not len(own):
        return slice(0, 0)
    first, last = np.searchsorted(time, own[[0, -1]]).tolist()
    return slice(first, last + 1) if last + 1 - first == len(own) else np.searchsorted(time, own)


def split_factors(instruments: Sequence[InstrumentBars], time: Instants) -> Floats | None:
    """What the prices of each instrument were multiplied by at each time, for splits after it; None where there were
    none. Between two bars it is what the earlier one has, before the first what that one has."""
    if all((each.split == 1.0).all() for each in instruments):
        return None
    places = [np.searchsorted(each.time, time, side="right") - 1 for each in instruments]
    rows = zip(instruments, places, strict=True)
    return np.array([each.split[np.maximum(at, 0)] for each, at in rows])


def duties(rules: MarketRules, side: Side, days: Days) -> Floats | None:
    """What the market takes of the amount on each day; None where it never takes anything."""
    changes = sorted({duty.since for duty in rules.duties if duty.side == side})
    rates = np.array([0.0, *(float(rules.duty(side, day)) for day in changes)])
    due: Floats = rates[np.searchsorted(np.array(changes, dtype="datetime64[D]"), days, "right")]
    return due if due.any() else None


def refuse_more_bars(bars: int) -> None:
    if bars > MOST_BARS:
        raise PanelTooLarge(
            "backtest.too_many_bars",
            bars=f"{bars:,}",
            most=f"{MOST_BARS:,}",
            details={"bars": bars, "most": MOST_BARS},
        )


def refuse_more_cells(cells: int) -> None:
    """Of a whole market, where places without a bar count."""
    if cells > MOST_CELLS:
        details = {"bars": cells, "most": MOST_CELLS}
        raise PanelTooLarge("backtest.too_many_cells", bars=f"{cells:,}", most=f"{MOST_CELLS:,}", details=details)


def refuse_more_tickers(tickers: int) -> None:
    if tickers > MOST_TICKERS:
        raise PanelTooLarge(
            "backtest.too_many_tickers",
            tickers=tickers,
            most=MOST_TICKERS,
            details={"tickers": tickers, "most": MOST_TICKERS},
        )


def _lots(instruments: Sequence[InstrumentBars]) -> Lots:
    return Lots(
        minimum=np.array([float(each.lot.minimum) for each in instruments]),
        step=np.array([float(each.lot.step) for each in instruments]),
    )
