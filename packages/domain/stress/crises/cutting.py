"""Cuts stretches out of panels, and sets panels of single instruments side by side."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.listings import Listings
from packages.domain.backtest.market.axis import elapsed_days, local_days, session_numbers
from packages.domain.backtest.panel import PRICES, Lots, Panel
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.calendar import Days
from packages.domain.stress.crises.windows import CrisisWindow

_COLUMNS = (*PRICES, "lower_limit", "upper_limit", "dividend", "buy_duty", "sell_duty")


def between(panel: Panel, first: int, end: int) -> Panel:
    """The bars from `first` to the one before `end`, as if there were no others."""
    return _chosen(panel, np.arange(first, end))


def own_bars(panel: Panel, ticker: str) -> Panel:
    """One instrument of the panel, with the bars that it has."""
    alone = panel.of([ticker])
    return _chosen(alone, np.flatnonzero(np.isfinite(alone.close[0])))


def window_bars(panel: Panel, window: CrisisWindow) -> tuple[int, int]:
    """The first bar in the window and the bar after its last; what ends after the window is not in it."""
    days = local_days(panel.market, panel.timeframe, panel.time)
    first = int(np.searchsorted(days, np.datetime64(window.start)))
    end = int(np.searchsorted(last_days(panel, days), np.datetime64(window.end), side="right"))
    return first, max(first, end)


def last_days(panel: Panel, days: Days) -> Days:
    """The day on which each bar ends."""
    return days + np.timedelta64(max(panel.timeframe.seconds // 86_400, 1) - 1, "D")


def side_by_side(panels: Sequence[Panel]) -> Panel:
    """Panels of one instrument each, in the order given, on the axis of all their times."""
    if len(panels) == 1:
        return panels[0]
    time = np.unique(np.concatenate([each.time for each in panels]))
    return replace(
        _on_axis(panels[0], time),
        tickers=tuple(each.tickers[0] for each in panels),
        lots=Lots(
            minimum=np.concatenate([each.lots.minimum for each in panels]),
            step=np.concatenate([each.lots.step for each in panels]),
        ),
        open=_matrix(panels, time, "open", np.nan),
        high=_matrix(panels, time, "high", np.nan),
        low=_matrix(panels, time, "low", np.nan),
        close=_matrix(panels, time, "close", np.nan),
        volume=_matrix(panels, time, "volume", np.nan),
        lower_limit=_matrix(panels, time, "lower_limit", 0.0) if _some_have(panels, "lower_limit") else None,
        upper_limit=_matrix(panels, time, "upper_limit", np.inf) if _some_have(panels, "upper_limit") else None,
        dividend=_matrix(panels, time, "dividend", 0.0) if _some_have(panels, "dividend") else None,
        buy_duty=_matrix(panels, time, "buy_duty", 0.0).max(axis=0) if _some_have(panels, "buy_duty") else None,
        sell_duty=_matrix(panels, time, "sell_duty", 0.0).max(axis=0) if _some_have(panels, "sell_duty") else None,
        listings=_listings(panels, time),
    )


def _listings(panels: Sequence[Panel], time: Instants) -> Listings | None:
    """None where one of them has none. Between two bars, prices are as split as on the earlier one."""
    each_listed = [(each.time, each.listings) for each in panels if each.listings is not None]
    if len(each_listed) < len(panels):
        return None
    facts = tuple(fact for _, listed in each_listed for fact in listed.facts)
    if all(listed.split is None for _, listed in each_listed):
        return Listings(facts)
    return Listings(facts, np.array([_split_on(time, times, listed.split) for times, listed in each_listed]))


def _split_on(time: Instants, own: Instants, split: Floats | None) -> Floats:
    if split is None:
        return np.ones(len(time))
    found: Floats = split[0, np.maximum(np.searchsorted(own, time, side="right") - 1, 0)]
    return found


def _chosen(panel: Panel, bars: npt.NDArray[np.intp]) -> Panel:
    """Copies, because the kernel wants its rows without holes."""
    cut = {name: getattr(panel, name)[..., bars].copy() for name in _COLUMNS if getattr(panel, name) is not None}
    listings = None if panel.listings is None else panel.listings.at(bars)
    return replace(_on_axis(panel, panel.time[bars]), **cut, listings=listings)


def _on_axis(panel: Panel, time: Instants) -> Panel:
    """Only the axis is changed; the columns are the caller's to set."""
    session = session_numbers(panel.market, panel.timeframe, time)
    return replace(panel, time=time, session=session, elapsed_days=elapsed_days(time))


def _some_have(panels: Sequence[Panel], name: str) -> bool:
    return any(getattr(each, name) is not None for each in panels)


def _matrix(panels: Sequence[Panel], time: Instants, name: str, absent: float) -> Floats:
    """A row an instrument. A duty is the market's and the same for all, so that any of them has it."""
    rows = np.full((len(panels), len(time)), absent)
    for row, each in zip(rows, panels, strict=True):
        if getattr(each, name) is not None:
            row[np.searchsorted(time, each.time)] = np.ravel(getattr(each, name))
    return rows
