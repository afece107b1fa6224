"""What was known of a company on one bar, by plain loops over its rows: slow, and written apart from the engine.

Periods are counted in quarters; None is what is undefined.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

from packages.domain.backtest.fundamentals.record import CompanyRecord, CompanyRows
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.rows import ActionKind, EventKind, FinancialFact
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy import operands as o
from packages.domain.strategy.company_fields import EventField
from tests.reference.slow_bars import known_times

Value = float | None
Lines = dict[str, dict[int, FinancialFact]]


@dataclass(frozen=True, slots=True, eq=False)
class ToldRecord(CompanyRecord):
    """A record with the rows that it was made of."""

    rows: CompanyRows


@dataclass
class CompanyReadings:
    """Of one company on the bars of its share."""

    rows: CompanyRows
    market: Market
    timeframe: Timeframe
    times: Instants
    closes: list[float]
    day_of: Callable[[int], date]
    _lines: dict[int, Lines] = field(default_factory=dict)

    def value(self, operand: o.Fundamental | o.CompanyEvent, bar: int) -> Value:
        if isinstance(operand, o.CompanyEvent):
            return self._event(operand.field, bar)
        return self._figure(operand.field.value, bar)

    def _close(self, bar: int) -> datetime:
        return known_times(self.market, self.timeframe, self.times[bar : bar + 1])[0]

    def _figure(self, name: str, bar: int) -> Value:
        if name == "dividends_per_share":
            return self._dividends(bar)
        close = self.closes[bar]
        if name == "dividend_yield":
            paid = self._dividends(bar)
            return None if paid is None or close == 0 else paid / close
        if name in _ON_PRICE:
            base = self._figure(_ON_PRICE[name], bar)
            if base is None or not self._is_priced(bar):
                return None
            if name == "market_value":
                return base * close
            if name == "earnings_yield":
                return None if close == 0 else base / close
            return close / base if base > 0 else None
        return _FIGURES[name](Telling(self._known(bar), self.rows))

    def _known(self, bar: int) -> Lines:
        close = self._close(bar)
        known = [fact for fact in self.rows.facts if fact.known_at <= close]
        if len(known) not in self._lines:
            self._lines[len(known)] = _lines(known)
        return self._lines[len(known)]

    def _is_priced(self, bar: int) -> bool:
        told = [fact for line in self._known(bar).values() for fact in line.values()]
        named = {fact.unit[:3] for fact in told if fact.unit != "shares"}
        return self.rows.raw_prices and (not self.rows.currency or not named or named == {self.rows.currency})

    def _dividends(self, bar: int) -> Value:
        today, close = self.day_of(bar), self._close(bar)
        told = [(day, cash) for day, known_at, cash in self._paid() if known_at <= close and day <= today]
        found = 0.0
        for day, cash in told:
            found += cash if (today - day).days < 365 else 0.0
        return found if told else None

    def _paid(self) -> list[tuple[date, datetime, float]]:
        found = []
        for each in sorted(self.rows.actions, key=lambda action: action.ex_date):
            if each.kind is ActionKind.DIVIDEND:
                later = [one for one in self.rows.actions if one.ex_date >= each.ex_date]
                cash = Fraction(each.value) / _split(self.rows, later)
                found.append((each.ex_date, each.known_at, float(cash)))
        return found

    def _event(self, what: EventField, bar: int) -> Value:
        today, close = self.day_of(bar), self._close(bar)
        reports = [at for at in self._reports() if at <= close]
        paid = [(day, cash) for day, known_at, cash in self._paid() if known_at <= close]
        if what is EventField.DAYS_SINCE_REPORT:
            return float((today - local_day(self.market, reports[-1])).days) if reports else None
        if what is EventField.NEW_REPORT:
            return float(reports[-1] > self._close(bar - 1)) if bar and reports else None
        if what is EventField.DAYS_TO_REPORT:
            days = [each.day for each in self.rows.events if each.kind is EventKind.EARNINGS and each.known_at <= close]
            return min((float((day - today).days) for day in days if day >= today), default=None)
        if what is EventField.DAYS_SINCE_EX_DIVIDEND:
            return min((float((today - day).days) for day, _ in paid if day <= today), default=None)
        if what is EventField.DAYS_TO_EX_DIVIDEND:
            return min((float((day - today).days) for day, _ in paid if day >= today), default=None)
        return next((cash for day, cash in paid if day > today), None)

    def _reports(self) -> list[datetime]:
        """When each period was first reported, if no later one had been."""
        ordered = sorted(self.rows.facts, key=lambda fact: fact.known_at)
        found: list[datetime] = []
        for at in sorted({fact.known_at for fact in ordered}):
            before = [fact.period_end for fact in ordered if fact.known_at < at]
            now = [fact.period_end for fact in ordered if fact.known_at == at]
            if max(now) > max(before, default=date.min):
                found.append(at)
        return found


_ON_PRICE = {
    **{"pe": "eps", "pb": "book_value_per_share", "ps": "sales_per_share"},
    **{"earnings_yield": "eps", "market_value": "shares"},
}


def _lines(known: list[FinancialFact]) -> Lines:
    """The highest version of each figure, of the source with most of the last year."""
    if not known:
        return {}
    best: dict[tuple[str, str, date], FinancialFact] = {}
    for fact in sorted(known, key=lambda one: (one.known_at, one.version)):
        key = (fact.source, fact.item, fact.period_end)
        if key not in best or best[key].version <= fact.version:
            best[key] = fact
    newest = max(fact.period_end for fact in best.values())
    recent = [fact.source for fact in best.values() if newest - fact.period_end < timedelta(days=366)]
    source = sorted(set(recent), key=lambda name: (-recent.count(name), name))[0]
    lines: Lines = {}
    for fact in best.values():
        if fact.source == source and newest - fact.period_end < timedelta(days=4 * 366):
            lines.setdefault(fact.item, {})[_quarter(fact.period_end)] = fact
    return lines


def _quarter(end: date) -> int:
    return end.year * 4 + end.month // 3 - 1


def _split(rows: CompanyRows, actions: list) -> Fraction:  # type: ignore[type-arg]
    found = Fraction(1)
    for each in actions:
        if each.kind is ActionKind.SPLIT and each.ex_date <= rows.last:
            found *= Fraction(each.value)
    return found


@dataclass
class Telling:
    """All that counts on a bar."""

    lines: Lines
    rows: CompanyRows

    @property
    def profit(self) -> str:
        return "net_profit_parent" if self.lines.get("net_profit_parent") else "net_profit"

    def at(self, item: str, quarter: int | None) -> Fraction | None:
        fact = self.lines.get(item, {}).get(-1 if quarter is None else quarter)
        if fact is None:
            return None
        value, counted = Fraction(fact.value), fact.known_at.astimezone(UTC)
        day = fact.period_end if item == "shares_total" else local_day(fact.symbol.market, counted)
        new = _split(self.rows, [each for each in self.rows.actions if each.ex_date > day])
        if item == "eps_basic":
            return value / new
        return value * new if item in ("shares_total", "shares_basic_average") else value

    def _unit(self, item: str, quarter: int) -> str | None:
        fact = self.lines[item].get(quarter)
        return None if fact is None else fact.unit

    def year(self, item: str, quarter: int | None) -> Fraction | None:
        """Twelve months up to a quarter that was reported."""
        if quarter is None or quarter not in self.lines.get(item, {}):
            return None
        fact = self.lines[item][quarter]
        if fact.unit.endswith("/quarter"):
            for back in (1, 2, 3):
                if self._unit(item, quarter - back) not in (None, fact.unit):
                    since = [quarter - each for each in range(back)]
                    more = [self._same(item, each, quarter) for each in (*since, *(each - 4 for each in since))]
                    whole = self.at(item, quarter - back)
                    if None in more or whole is None:
                        return None
                    signed = [each if place < back else -each for place, each in enumerate(more) if each is not None]
                    return whole + sum(signed)
            return _total([self._same(item, quarter - back, quarter) for back in range(4)])
        if fact.symbol.market is Market.US_STOCKS or quarter % 4 == 3:
            return self.at(item, quarter)
        last_year, same = quarter - quarter % 4 - 1, quarter - 4
        before = self._same(item, same, quarter)
        whole = _total([self._same(item, each, quarter) for each in (quarter, last_year)])
        return None if whole is None or before is None else whole - before

    def _same(self, item: str, quarter: int, like: int) -> Fraction | None:
        """Only where it is told over the same span."""
        return self.at(item, quarter) if self._unit(item, quarter) == self._unit(item, like) else None

    def newest_year(self, item: str) -> tuple[int, Fraction] | None:
        ends = sorted(self.lines.get(item, {}), reverse=True)
        for quarter in ends:
            ago = self.lines[item][ends[0]].period_end - self.lines[item][quarter].period_end
            found = self.year(item, quarter)
            if ago.days <= 380 and found is not None:
                return quarter, found
        return None

    def newest(self, item: str) -> Fraction | None:
        line = self.lines.get(item, {})
        if not line:
            return None
        last = max(fact.period_end for told in self.lines.values() for fact in told.values())
        quarter = max(line)
        return self.at(item, quarter) if (last - line[quarter].period_end).days <= 380 else None

    def single(self, item: str, quarter: int) -> Fraction | None:
        fact = self.lines.get(item, {}).get(quarter)
        if fact is None:
            return None
        now = self.at(item, quarter)
        if fact.unit.endswith("/quarter"):
            return now
        if fact.symbol.market is Market.US_STOCKS:
            parts = [self.at(item, quarter - back) for back in (1, 2, 3)]
            units = [self._unit(item, quarter - back) or "" for back in (1, 2, 3)]
            if now is None or not all(each.endswith("/quarter") for each in units):
                return None
            return now - sum(each for each in parts if each is not None)
        if quarter % 4 == 0 or now is None:
            return now
        before = self._same(item, quarter - 1, quarter)
        return None if before is None else now - before

    def shares(self) -> Fraction | None:
        for item in ("shares_total", "shares_basic_average"):
            found = self.newest(item)
            if found is not None and found > 0:
                return self._unscaled(found)
        return None

    def _unscaled(self, counted: Fraction) -> Fraction:
        """A count that is a hundredth or less of profit over EPS was told in thousands or millions."""
        profit, eps = self.newest_year(self.profit), self.newest_year("eps_basic")
        if profit is None or eps is None or profit[0] != eps[0] or eps[1] == 0:
            return counted
        told = profit[1] / eps[1]
        return told if told >= 100 * counted else counted


def _total(parts: list[Fraction | None]) -> Fraction | None:
    return (
        None if any(each is None for each in parts) else sum((each for each in parts if each is not None), Fraction(0))
    )


def _over(top: Fraction | None, bottom: Fraction | None) -> Value:
    return None if top is None or bottom is None or bottom <= 0 else float(top) / float(bottom)


def _eps(told: Telling) -> Value:
    reported, earned = told.newest_year("eps_basic"), told.newest_year(told.profit)
    if reported is not None and not told.lines.get("shares_total"):
        return float(reported[1])
    return _over(None if earned is None else earned[1], told.shares())


def _of_year(item: str) -> Callable[[Telling], Value]:
    def found(told: Telling) -> Value:
        year = told.newest_year(told.profit if item == "profit" else item)
        return None if year is None else float(year[1])

    return found


def _of_day(item: str) -> Callable[[Telling], Value]:
    def found(told: Telling) -> Value:
        value = told.newest(item)
        return None if value is None else float(value)

    return found


def _roe(told: Telling) -> Value:
    year = told.newest_year(told.profit)
    if year is None:
        return None
    now, before = told.at("equity_parent", year[0]), told.at("equity_parent", year[0] - 4)
    return _over(year[1], now if now is None or before is None else (now + before) / 2)


def _roa(told: Telling) -> Value:
    year = told.newest_year(told.profit)
    return None if year is None else _over(year[1], told.at("total_assets", year[0]))


def _of_revenue(item: str) -> Callable[[Telling], Value]:
    def found(told: Telling) -> Value:
        year = told.newest_year("revenue")
        part = None if year is None else told.year(told.profit if item == "profit" else item, year[0])
        if year is None or part is None:
            return None
        return _over(year[1] - part if item == "operating_cost" else part, year[1])

    return found


def _growth(item: str) -> Callable[[Telling], Value]:
    def found(told: Telling) -> Value:
        name = told.profit if item == "profit" else item
        year = told.newest_year(name)
        unit = None if year is None else told.lines[name][year[0]].unit
        same = None if year is None or told.lines[name].get(year[0] - 4) is None else told.lines[name][year[0] - 4].unit
        before = told.year(name, year[0] - 4) if year is not None and same == unit else None
        return None if year is None or before is None else _grown(year[1], before)

    return found


def _quarter_growth(item: str) -> Callable[[Telling], Value]:
    def found(told: Telling) -> Value:
        name = told.profit if item == "profit" else item
        line = told.lines.get(name, {})
        quarter = max(line, default=0)
        if not line or quarter - 4 not in line or line[quarter].unit != line[quarter - 4].unit:
            return None
        now, before = told.single(name, quarter), told.single(name, quarter - 4)
        return None if now is None or before is None else _grown(now, before)

    return found


def _grown(now: Fraction, before: Fraction) -> Value:
    return float(now) / float(before) - 1 if now > 0 and before > 0 else None


def _sales(told: Telling) -> Value:
    year = told.newest_year("revenue")
    return None if year is None else _over(year[1], told.shares())


def _shares(told: Telling) -> Value:
    counted = told.shares()
    return None if counted is None else float(counted)


_FIGURES: dict[str, Callable[[Telling], Value]] = {
    "eps": _eps,
    "book_value_per_share": lambda told: _over(told.newest("equity_parent"), told.shares()),
    "sales_per_share": _sales,
    "shares": _shares,
    "revenue": _of_year("revenue"),
    "operating_profit": _of_year("operating_profit"),
    "net_profit": _of_year("profit"),
    "operating_cash_flow": _of_year("operating_cash_flow"),
    "total_assets": _of_day("total_assets"),
    "total_liabilities": _of_day("total_liabilities"),
    "equity": _of_day("equity_parent"),
    "roe": _roe,
    "roa": _roa,
    "gross_margin": _of_revenue("operating_cost"),
    "operating_margin": _of_revenue("operating_profit"),
    "net_margin": _of_revenue("profit"),
    "debt_to_assets": lambda told: _over(told.newest("total_liabilities"), told.newest("total_assets")),
    "revenue_growth": _growth("revenue"),
    "profit_growth": _growth("profit"),
    "quarter_revenue_growth": _quarter_growth("revenue"),
    "quarter_profit_growth": _quarter_growth("profit"),
}
