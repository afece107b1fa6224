"""The bars of one instrument as a backtest trades them: adjusted for splits, with dividends and price limits.

What a vendor tells of a day without trading is not a bar: nobody could have dealt at it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from packages.core.messages import word
from packages.domain.backtest.funding import funding_received
from packages.domain.backtest.market.axis import local_days
from packages.domain.backtest.market.price_limits import Flags, Listing, price_limits, tradable, within
from packages.domain.backtest.panel import PRICES
from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarColumns, BarSeries, Floats, Instants
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.quality import objections
from packages.domain.market_data.rows import (
    ActionKind,
    CorporateAction,
    FundingRate,
    Instrument,
    StatusKind,
    StatusPeriod,
)
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.market_data.trading_rules import Lot, MarketRules


class BadBars(CorruptData):
    """Stored bars at prices that nobody can have paid."""


@dataclass(frozen=True, slots=True)
class TickerBars:
    """What the store tells of one instrument; the bars are raw."""

    series: BarSeries
    instrument: Instrument
    actions: Sequence[CorporateAction] = ()
    statuses: Sequence[StatusPeriod] = ()
    funding: Sequence[FundingRate] = ()  # of a perpetual


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class InstrumentBars:
    """Columns over the instrument's own bars; the limits are None where its market has none."""

    ticker: str
    lot: Lot
    left_out: Instants  # bars that a source has, and on which nothing was traded
    time: Instants
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats
    dividend: Floats
    split: Floats
    lower_limit: Floats | None = None
    upper_limit: Floats | None = None

    def __len__(self) -> int:
        return len(self.time)

    def since(self, bar: int) -> "InstrumentBars":
        """Without the bars before that place."""
        cut = {name: getattr(self, name)[bar:] for name in _COLUMNS if getattr(self, name) is not None}
        return replace(self, left_out=self.left_out[self.left_out >= self.time[bar]], **cut)

    def in_terms_of(self, factor: BarColumns) -> "InstrumentBars":
        """With prices and limits times that of the prices, and volumes times that of the volumes."""
        names = [name for name in _IN_MONEY if getattr(self, name) is not None]
        scaled = {name: getattr(self, name) * factor.close for name in names}
        return replace(self, volume=self.volume * factor.volume, **scaled)


_IN_MONEY = ("open", "high", "low", "close", "lower_limit", "upper_limit")
_COLUMNS = ("time", *PRICES, "dividend", "split", "lower_limit", "upper_limit")


def instrument_bars(ticker_bars: TickerBars) -> InstrumentBars:
    """Raises `BadBars` for what the store should not have taken."""
    series, rules = ticker_bars.series, RULEBOOK[ticker_bars.series.symbol.market]
    traded = _traded(ticker_bars)
    is_whole = bool(traded.all())
    raw = _checked(series, rules, series.columns if is_whole else _chosen(series.columns, traded))
    factor = _split_factors(series, raw, ticker_bars.actions)
    split = np.ones(len(raw)) if factor is None else factor.close
    lower, upper = _limits(ticker_bars, rules, raw)
    found = InstrumentBars(
        ticker=str(series.symbol),
        lot=rules.lot(ticker_bars.instrument.board),
        left_out=series.columns.time[:0] if is_whole else series.columns.time[~traded],
        **{name: getattr(raw, name) for name in ("time", *PRICES)},
        dividend=_dividends(ticker_bars.actions, _days_of_adjustment(raw), split)
        + funding_received(ticker_bars.funding, raw.time, raw.close),
        split=split,
        lower_limit=lower,
        upper_limit=upper,
    )
    return found if factor is None else found.in_terms_of(factor)


def _traded(ticker_bars: TickerBars) -> Flags:
    """Suspended A-shares have bars with the close before and no volume."""
    series = ticker_bars.series
    suspended = [row for row in ticker_bars.statuses if row.kind is StatusKind.SUSPENDED]
    kept = ~within(suspended, _days(series, series.columns))
    return kept & (series.columns.volume != 0) if series.symbol.market is Market.CN_STOCKS else kept


def _chosen(columns: BarColumns, kept: Flags) -> BarColumns:
    return BarColumns(**{field.name: getattr(columns, field.name)[kept] for field in fields(columns)})


def _checked(series: BarSeries, rules: MarketRules, bars: BarColumns) -> BarColumns:
    """As they can be traded, on ticks where the market has them."""
    found = tradable(rules, bars)
    if found is not None:
        return found
    bad = objections(bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume)
    day = np.datetime_as_string(bars.time[bad[0].row], unit="m" if series.timeframe.is_intraday else "D")
    sync = f"parley data sync {series.symbol} --timeframe {series.timeframe} --since {day[:10]}"
    raise BadBars(
        "backtest.untradable_bars",
        bars=len(bad),
        symbol=series.symbol,
        source=series.source,
        day=day,
        reason=word("bad_bar", bad[0].reason),
        command=sync,
        details={"symbol": series.symbol.text, "bar": day, "bars": len(bad)},
    )


def _split_factors(series: BarSeries, bars: BarColumns, actions: Sequence[CorporateAction]) -> BarColumns | None:
    """What prices and volumes are multiplied by: what the adjustment makes of ones, None where nothing was split.
    Limits multiplied by the same factor stay comparable to prices to the last bit."""
    if all(each.kind is not ActionKind.SPLIT for each in actions):
        return None
    ones = np.ones(len(bars))
    units = BarColumns(bars.time, ones, ones, ones, ones, ones, bars.known_at)
    return adjusted(replace(series, columns=units), actions, Adjustment.SPLITS).columns


def _limits(ticker_bars: TickerBars, rules: MarketRules, raw: BarColumns) -> tuple[Floats | None, Floats | None]:
    """A week has five of them, so weekly bars carry none."""
    if not rules.is_limited or ticker_bars.series.timeframe is Timeframe.W1:
        return None, None
    special = [row for row in ticker_bars.statuses if row.kind is StatusKind.SPECIAL_TREATMENT]
    listing = Listing(ticker_bars.instrument.board, ticker_bars.instrument.listed_on, special)
    found = price_limits(rules, listing, _days(ticker_bars.series, raw), raw.close, ticker_bars.actions)
    return found.lower, found.upper


def _dividends(actions: Sequence[CorporateAction], days: Days, factor: Floats) -> Floats:
    """Cash is paid for a share of the day before, so it has the factor of the bar before."""
    paid = np.zeros(len(days))
    for action in actions:
        bar = int(np.searchsorted(days, np.datetime64(action.ex_date, "D")))
        if action.kind is ActionKind.DIVIDEND and 0 < bar < len(days):
            paid[bar] += float(action.value) * float(factor[bar - 1])
    return paid


def _days(series: BarSeries, bars: BarColumns) -> Days:
    return local_days(series.symbol.market, series.timeframe, bars.time)


def _days_of_adjustment(bars: BarColumns) -> Days:
    """By which splits are placed: dividends fall on the same bars."""
    return bars.time.astype("datetime64[D]")
