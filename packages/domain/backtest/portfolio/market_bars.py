"""All instruments of a market as a portfolio sees them: closes and volumes on one axis, adjusted for splits.

Everything is what `instrument_bars` makes of the series of one instrument, to the last bit; what only a trade needs
(opens, limits, dividends) is made for those alone that are ever chosen.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.fundamentals.record import CompanyRecord, company_record
from packages.domain.backtest.listings import InstrumentFacts
from packages.domain.backtest.market.axis import bars_per_year
from packages.domain.backtest.market.company_loading import company_rows
from packages.domain.backtest.market.instrument_bars import TickerBars, instrument_bars
from packages.domain.backtest.market.needs import CompanyNeeds
from packages.domain.backtest.market.price_limits import Flags, on_ticks, within
from packages.domain.backtest.own_bars import OwnBars, OwnTimes
from packages.domain.backtest.panel import PRICES
from packages.domain.backtest.portfolio.ports import MarketRows
from packages.domain.backtest.portfolio.universe_bars import UniverseBars
from packages.domain.market_data.adjustment import Adjustment, adjusted, each_once
from packages.domain.market_data.bars import BarColumns, BarSeries, Floats, Instants
from packages.domain.market_data.cross_sections import BarField, MarketPanel
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    FinancialFact,
    Instrument,
    StatusKind,
    StatusPeriod,
    most_informative,
)
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.operands import PriceField

QUICK_FIELDS = (BarField.CLOSE, BarField.VOLUME)
ALL_FIELDS = (BarField.OPEN, BarField.HIGH, BarField.LOW, BarField.CLOSE, BarField.VOLUME)
_AT_ONCE = 256  # instruments that are worked on at a time, so that they stay in the processor's cache
T = TypeVar("T", CorporateAction, StatusPeriod, FinancialFact, CalendarEvent)


@dataclass(frozen=True, slots=True)
class MarketInstruments:
    """The instruments of one market by symbol, with their actions and statuses."""

    instruments: Mapping[Symbol, Instrument]
    actions: Mapping[Symbol, Sequence[CorporateAction]]
    statuses: Mapping[Symbol, Sequence[StatusPeriod]]

    def facts(self, symbol: Symbol) -> InstrumentFacts:
        return InstrumentFacts.of(self.instruments[symbol], self.statuses.get(symbol, ()))


def known_instruments(rows: MarketRows, market: Market) -> MarketInstruments:
    """Those that can be traded: an index cannot, and funding of perpetuals is loaded for listed ones alone."""
    found = defaultdict[Symbol, list[Instrument]](list)
    for row in rows.instruments:
        if row.symbol.market is market and not (row.symbol.is_index or row.symbol.is_perpetual):
            found[row.symbol].append(row)
    ordered = sorted(found, key=str)
    actions = {symbol: each_once(some) for symbol, some in _by_symbol(rows.actions).items()}
    return MarketInstruments(
        {each: most_informative(found[each]) for each in ordered}, actions, _by_symbol(rows.statuses)
    )


def _in_one_piece(there: Flags) -> "slice[int, int, None] | Flags":
    """The same places as a slice, which copies nothing, where no other lies between them."""
    first, last = int(there.argmax()), len(there) - int(there[::-1].argmax())
    return slice(first, last) if there[first:last].all() else there


def _source_of(symbol: Symbol) -> str:
    return "demo" if symbol.is_demo else "stored"


def _by_symbol(rows: Sequence[T]) -> dict[Symbol, list[T]]:
    found = defaultdict[Symbol, list[T]](list)
    for row in rows:
        if row.symbol is not None:
            found[row.symbol].append(row)
    return dict(found)


class MarketBars:
    """Bars of a market, and what is known of its instruments."""

    def __init__(self, panel: MarketPanel, known: MarketInstruments, market: Market) -> None:
        self.symbols, self.days, self._known, self._market = panel.symbols, panel.days, known, market
        self.time: Instants = panel.days.astype("datetime64[us]")
        self._raw = {name: np.ascontiguousarray(values.T) for name, values in panel.values.items()}
        self._held = self._traded(np.array(panel.present.T, order="C"))

    def universe(self, alongside: Alongside | None) -> UniverseBars:
        split, volume_split = self._splits()
        close = self._closes(split)
        volume = self._raw[BarField.VOLUME]
        if volume_split is not None:
            volume = volume * volume_split
        years, sessions = bars_per_year(self._market, Timeframe.D1), None if alongside is None else alongside.sessions
        nothing = np.empty(0)
        records = {} if alongside is None else {each.symbol: each for each in alongside.records}

        def quick(at: int) -> OwnBars:
            held = self._held[at]
            times = OwnTimes(self.time[held], self._market, Timeframe.D1, years, alongside)
            prices = (nothing, nothing, nothing, close[at, held], volume[at, held])
            return OwnBars(times, *prices, record=records.get(self.symbols[at].text))

        def whole(at: int) -> OwnBars:
            bars = instrument_bars(self.ticker_bars(at))
            times = OwnTimes(bars.time, self._market, Timeframe.D1, years, alongside)
            prices = {name: getattr(bars, name) for name in PRICES}
            return OwnBars(times, **prices, record=records.get(self.symbols[at].text))

        return UniverseBars(
            days=self.days,
            held=self._held,
            prices={PriceField.CLOSE: close, PriceField.VOLUME: volume},
            own=whole if BarField.OPEN in self._raw else quick,
            facts=[self._known.facts(symbol) for symbol in self.symbols],
            split=split,
            sessions=sessions if sessions is not None and len(sessions) else None,
            bars_per_year=years,
        )

    def records(
        self, needs: CompanyNeeds, facts: Sequence[FinancialFact], events: Sequence[CalendarEvent]
    ) -> tuple[CompanyRecord, ...]:
        """What was known of the companies that have bars."""
        reported, dated, known = _by_symbol(facts), _by_symbol(events), self._known
        return tuple(
            company_record(
                company_rows(
                    needs,
                    known.instruments[symbol],
                    reported.get(symbol, ()),
                    known.actions.get(symbol, ()),
                    dated.get(symbol, ()),
                    self.days[np.flatnonzero(held)[-1]].item(),
                    _source_of(symbol),
                ),
                needs.figures,
            )
            for symbol, held in zip(self.symbols, self._held, strict=True)
            if held.any()
        )

    def ticker_bars(self, at: int) -> TickerBars:
        """Of one instrument, as the store has them; takes all fields."""
        symbol, there = self.symbols[at], _in_one_piece(np.isfinite(self._raw[BarField.CLOSE][at]))
        prices = {name.value: self._raw[name][at, there] for name in ALL_FIELDS}
        columns = BarColumns(time=self.time[there], known_at=self.time[there], **prices)
        series = BarSeries(symbol, Timeframe.D1, _source_of(symbol), Adjustment.RAW.value, columns)
        known = self._known
        return TickerBars(
            series, known.instruments[symbol], known.actions.get(symbol, ()), known.statuses.get(symbol, ())
        )

    def _traded(self, present: Flags) -> Flags:
        """Suspended A-shares have bars with the close before and no volume."""
        if self._market is Market.CN_STOCKS:
            present &= self._raw[BarField.VOLUME] != 0
        for at, symbol in enumerate(self.symbols):
            suspended = [row for row in self._known.statuses.get(symbol, ()) if row.kind is StatusKind.SUSPENDED]
            if suspended:
                present[at] &= ~within(suspended, self.days)
        return present

    def _closes(self, split: Floats | None) -> Floats:
        rules, raw, held = RULEBOOK[self._market], self._raw[BarField.CLOSE], self._held
        close = np.empty_like(raw)
        for first in range(0, len(raw), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            on_market = on_ticks(rules, raw[part]) if rules.is_limited else raw[part]
            on_market = on_market if split is None else on_market * split[part]
            close[part] = np.where(held[part], on_market, np.nan)
        return close

    def _splits(self) -> tuple[Floats | None, Floats | None]:
        """What prices and volumes are multiplied by; None where nothing was ever split."""
        prices: Floats | None = None
        volumes: Floats | None = None
        for at, symbol in enumerate(self.symbols):
            actions = [each for each in self._known.actions.get(symbol, ()) if each.kind is ActionKind.SPLIT]
            if not actions or not self._held[at].any():
                continue
            if prices is None or volumes is None:
                prices, volumes = np.ones(self._held.shape), np.ones(self._held.shape)
            prices[at, self._held[at]], volumes[at, self._held[at]] = self._factors(at, actions)
        return prices, volumes

    def _factors(self, at: int, actions: Sequence[CorporateAction]) -> tuple[Floats, Floats]:
        time = self.time[self._held[at]]
        ones = np.ones(len(time))
        units = BarColumns(time, ones, ones, ones, ones, ones, time)
        series = BarSeries(self.symbols[at], Timeframe.D1, "", Adjustment.RAW.value, units)
        scaled = adjusted(series, actions, Adjustment.SPLITS).columns
        return scaled.close, scaled.volume
