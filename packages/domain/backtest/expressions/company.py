"""What was known of a company, as columns over the bars of its share; NaN where nothing was."""

from datetime import UTC

import numpy as np

from packages.domain.backtest.expressions.calendar import bar_days
from packages.domain.backtest.fundamentals.figures import BASES
from packages.domain.backtest.fundamentals.record import CompanyRecord, DatedDays
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.sessions import bar_known_at, zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.company_fields import EventField
from packages.domain.strategy.company_fields import FundamentalField as F
from packages.domain.strategy.indicators.windows import ratio

_A_YEAR = np.timedelta64(365, "D")
_DAY = np.timedelta64(1, "D")
_SAME, _INVERSE = (F.PE, F.PB, F.PS), (F.EARNINGS_YIELD, F.DIVIDEND_YIELD)


class CompanyColumns:
    """Of one company on the bars that begin at `time`; what is known counts from the first close after it."""

    def __init__(self, record: CompanyRecord, market: Market, timeframe: Timeframe, time: Instants) -> None:
        self._record, self._market = record, market
        self._closes = bar_known_at(market, timeframe, time)
        self._days: Days = bar_days(market, timeframe, time)

    def figure(self, field: F, close: Floats) -> Floats:
        if field is F.DIVIDENDS_PER_SHARE:
            return self._dividends_of_a_year()
        if field not in BASES:
            return self._stepped(self._record.figures[self._record.fields.index(field)])
        base = self.figure(BASES[field], close)
        if field is F.DIVIDEND_YIELD:
            return ratio(base, close)
        priced = self._stepped(self._record.is_priced)
        if field in _SAME:
            return priced * ratio(close, np.where(base > 0, base, np.nan))
        return priced * (ratio(base, close) if field in _INVERSE else base * close)

    def event(self, field: EventField) -> Floats:
        record = self._record
        match field:
            case EventField.DAYS_SINCE_REPORT:
                days = _local_days(self._market, record.reported_at)
                return self._since(self._last(record.reported_at), days)
            case EventField.NEW_REPORT:
                return self._news()
            case EventField.DAYS_TO_REPORT:
                return self._until(record.report_days)
            case EventField.DAYS_SINCE_EX_DIVIDEND:
                return self._since(self._last_dividend(), record.dividends.day)
            case EventField.DAYS_TO_EX_DIVIDEND:
                return self._until(record.dividends)
            case EventField.NEXT_DIVIDEND:
                return self._next_dividend()

    def _last(self, instants: Instants) -> np.ndarray:
        """The place of the last that was known on each close, -1 for none."""
        return np.searchsorted(instants, self._closes, side="right") - 1

    def _stepped(self, values: Floats) -> Floats:
        at = self._last(self._record.known_at)
        return np.where(at >= 0, values[np.maximum(at, 0)], np.nan) if len(values) else np.full(len(at), np.nan)

    def _since(self, places: np.ndarray, days: Days) -> Floats:
        if not len(days):
            return np.full(len(places), np.nan)
        passed: Floats = (self._days - days[np.maximum(places, 0)]) / _DAY
        return np.where(places >= 0, passed, np.nan)

    def _news(self) -> Floats:
        """The bar before tells what was known already, so that the first bar cannot say."""
        known = self._last(self._record.reported_at)
        found = np.where(known[1:] > known[:-1], 1.0, 0.0)
        return np.concatenate((np.full(min(1, len(known)), np.nan), np.where(known[1:] >= 0, found, np.nan)))

    def _until(self, dated: DatedDays) -> Floats:
        """Days to the nearest one that was known."""
        found = np.full(len(self._closes), np.nan)
        for known_at, day in zip(dated.known_at, dated.day, strict=True):
            ahead = (self._closes >= known_at) & (self._days <= day)
            found[ahead] = np.fmin(found[ahead], (day - self._days[ahead]) / _DAY)
        return found

    def _last_dividend(self) -> np.ndarray:
        places = np.full(len(self._closes), -1)
        for at, (known_at, day) in enumerate(zip(*self._dividends, strict=True)):
            places[(self._closes >= known_at) & (self._days >= day)] = at
        return places

    def _next_dividend(self) -> Floats:
        """The nearest first: days are in order, so that a later one does not take the place."""
        found = np.full(len(self._closes), np.nan)
        for at, (known_at, day) in enumerate(zip(*self._dividends, strict=True)):
            ahead = (self._closes >= known_at) & (self._days < day) & np.isnan(found)
            found[ahead] = self._record.dividends.value[at]
        return found

    def _dividends_of_a_year(self) -> Floats:
        """0 for a company that paid once and stopped; undefined for one that is not known to have paid."""
        found, paid = np.zeros(len(self._closes)), np.zeros(len(self._closes), dtype=bool)
        for at, (known_at, day) in enumerate(zip(*self._dividends, strict=True)):
            counts = (self._closes >= known_at) & (self._days >= day)
            paid |= counts
            recent = counts & (self._days - day < _A_YEAR)
            found[recent] += self._record.dividends.value[at]
        return np.where(paid, found, np.nan)

    @property
    def _dividends(self) -> tuple[Instants, Days]:
        return self._record.dividends.known_at, self._record.dividends.day


def _local_days(market: Market, instants: Instants) -> Days:
    """The day that it was, where the market trades."""
    zone = zone_of(market)
    days = [each.replace(tzinfo=UTC).astimezone(zone).date() for each in instants.tolist()]
    return np.array(days, dtype="datetime64[D]")
