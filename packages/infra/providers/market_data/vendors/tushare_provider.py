"""A-shares from Tushare Pro, by its own client; needs a token, and more points for minutes and statements."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import chain
from typing import Final, TypeVar

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, Instrument, StatusKind, StatusPeriod, Valuation
from packages.domain.market_data.sessions import known_before_open
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors import tushare_client as units
from packages.infra.providers.market_data.vendors.a_shares import (
    MINUTES,
    asked_days,
    close_of,
    code_of,
    in_pieces,
    instrument,
    series,
    session_start,
    start_of_bar,
    unknown,
)
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.tushare_client import FAULTS, SOURCE, TushareClient
from packages.infra.providers.market_data.vendors.vendor_rows import (
    Cells,
    Distribution,
    VendorFigure,
    VendorReport,
    actions_of,
    day,
    facts_of,
    number,
    positive,
    text,
)

_PROFILE = ("ts_code", "name", "enname", "industry", "list_date", "delist_date")

# 5: the figures before a correction; 1: the latest; 4: last year's, as restated in this year's report. The server
# gives one kind at a time, and only all three together hold every version that was announced.
_REPORT_TYPES = ("5", "1", "4")
_STATEMENTS: tuple[tuple[str, tuple[VendorFigure, ...], tuple[VendorFigure, ...]], ...] = (
    ("income", units.INCOME, units.INCOME_MORE),
    ("balancesheet", units.BALANCE, units.BALANCE_MORE),
    ("cashflow", units.CASH_FLOW, ()),
)


def _company(client: TushareClient, symbol: Symbol, now: datetime) -> FundamentalAnswer:
    profile = _profile(client, symbol)
    if profile is None:
        raise unknown(SOURCE, symbol)
    return FundamentalAnswer(
        instrument=_instrument(profile, now),
        facts=tuple(chain(_statements(client, symbol), _indicators(client, symbol))),
        valuations=_valuations(client, symbol, now),
        statuses=(*_special_treatment(client, symbol), *_suspensions(client, symbol)),
    )


def _search(client: TushareClient, wanted: str, now: datetime) -> list[Instrument]:
    """Listed companies whose code or name (Chinese or English) contains the text."""
    rows = client.ask("stock_basic", _PROFILE, list_status="L")
    wanted = wanted.strip().lower()
    return [_instrument(row, now) for row in rows if wanted and _matches(row, wanted)]


def _matches(row: Cells, wanted: str) -> bool:
    return any(wanted in text(row[field]).lower() for field in ("ts_code", "name", "enname"))


def _profile(client: TushareClient, symbol: Symbol) -> Cells | None:
    for status in ("L", "D", "P"):
        if rows := client.ask("stock_basic", _PROFILE, ts_code=symbol.text, list_status=status):
            return rows[0]
    return None


def _instrument(row: Cells, now: datetime) -> Instrument:
    return instrument(
        SOURCE,
        parse_symbol(text(row["ts_code"])),
        name=text(row["name"]),
        name_en=text(row["enname"]),
        industry=text(row["industry"]),
        listed_on=day(row["list_date"]),
        now=now,
    )


def _statements(client: TushareClient, symbol: Symbol) -> Iterable[FinancialFact]:
    for interface, figures, more in _STATEMENTS:
        fields = ("ann_date", "f_ann_date", "end_date", "update_flag", *(figure.field for figure in figures))
        optional = tuple(figure.field for figure in more)
        reports = []
        for turn, kind in enumerate(_REPORT_TYPES):
            rows = client.ask(interface, fields, optional=optional, ts_code=symbol.text, report_type=kind)
            reports += [_report(row, turn * 2, day(row["f_ann_date"]) or day(row["ann_date"])) for row in rows]
        yield from facts_of(SOURCE, symbol, (*figures, *more), reports)


def _indicators(client: TushareClient, symbol: Symbol) -> Iterable[FinancialFact]:
    fields = ("ann_date", "end_date", "update_flag", *(figure.field for figure in units.INDICATORS))
    rows = client.ask("fina_indicator", fields, ts_code=symbol.text)
    return facts_of(SOURCE, symbol, units.INDICATORS, [_report(row, 0, day(row["ann_date"])) for row in rows])


def _report(row: Cells, turn: int, announced: date | None) -> VendorReport:
    """update_flag 1 marks the row that replaced one of flag 0."""
    period_end = day(row["end_date"])
    if period_end is None:
        raise ValueError("a report without the end of its period")
    return VendorReport(period_end, announced, row, turn + (text(row["update_flag"]) == "1"))


def _valuations(client: TushareClient, symbol: Symbol, now: datetime) -> tuple[Valuation, ...]:
    fields = ("trade_date", "pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv")
    rows = client.ask("daily_basic", fields, ts_code=symbol.text)
    valuations = [_valuation(symbol, row) for row in rows]
    return tuple(sorted((each for each in valuations if each.known_at <= now), key=lambda each: each.day))


def _valuation(symbol: Symbol, row: Cells) -> Valuation:
    on = day(row["trade_date"])
    if on is None:
        raise ValueError("a valuation without its day")
    market_value, dividend_yield = number(row["total_mv"]), number(row["dv_ttm"])
    return Valuation(
        source=SOURCE,
        known_at=close_of(symbol, on),
        symbol=symbol,
        day=on,
        pe_ttm=positive(row["pe_ttm"]),
        pb=positive(row["pb"]),
        ps_ttm=positive(row["ps_ttm"]),
        market_value=None if market_value is None else market_value * units.MARKET_VALUE_SCALE,
        dividend_yield=None if dividend_yield is None else dividend_yield * units.DIVIDEND_YIELD_SCALE,
    )


def _special_treatment(client: TushareClient, symbol: Symbol) -> Iterable[StatusPeriod]:
    """Read from former names. Each ST name stands twice, once without its end: the row with an end is the true one."""
    rows = client.ask("namechange", ("name", "start_date", "end_date", "ann_date"), ts_code=symbol.text)
    periods: dict[date, Cells] = {}
    for row in rows:
        since = day(row["start_date"])
        if since and "ST" in text(row["name"]).upper() and (since not in periods or day(row["end_date"])):
            periods[since] = row
    for since, row in sorted(periods.items()):
        known_at = known_before_open(since, day(row["ann_date"]))
        yield _status(symbol, StatusKind.SPECIAL_TREATMENT, since, day(row["end_date"]), known_at)


def _suspensions(client: TushareClient, symbol: Symbol) -> Iterable[StatusPeriod]:
    """One period for each day that did not trade at all, so that none says how long it is going to last."""
    fields = ("trade_date", "suspend_type", "suspend_timing")
    rows = client.ask("suspend_d", fields, ts_code=symbol.text, suspend_type="S")
    days = {day(row["trade_date"]) for row in rows if not text(row["suspend_timing"])}
    for on in sorted(each for each in days if each):
        yield _status(symbol, StatusKind.SUSPENDED, on, on, close_of(symbol, on))


def _status(symbol: Symbol, kind: StatusKind, since: date, until: date | None, known_at: datetime) -> StatusPeriod:
    return StatusPeriod(source=SOURCE, known_at=known_at, symbol=symbol, kind=kind, since=since, until=until)


Answer = TypeVar("Answer")

# Answers are cut off at 6000 days and at 8000 bars of minutes (at most 241 a day for one minute), so long stretches
# are asked for in pieces that stay below.
_DAYS_AT_ONCE = {
    Timeframe.D1: 15 * 365,
    Timeframe.M1: 40,
    Timeframe.M5: 200,
    Timeframe.M15: 600,
    Timeframe.M30: 1200,
    Timeframe.H1: 2400,
}


class TushareProvider:
    """Daily bars with dividends, minutes, statements with every version, valuations, suspensions and ST periods."""

    def __init__(
        self, token: str, *, clock: Clock | None = None, timeout: float = 20.0, http_url: str | None = None
    ) -> None:
        self.name: str = SOURCE
        self.abilities: Abilities = Abilities(
            markets=frozenset({Market.CN_STOCKS}),
            timeframes=frozenset(_DAYS_AT_ONCE),
            fundamentals=True,
            search=True,
        )
        self._client: Final = TushareClient(token, timeout=timeout, http_url=http_url)
        self._clock: Final = clock or SystemClock()
        self._threads: Final = VendorThreads()

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(SOURCE, self.abilities, request)
        code_of(SOURCE, request.symbol)
        return await self._asked(lambda: self._bars(request))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(SOURCE, self.abilities, symbol)
        code_of(SOURCE, symbol)
        return await self._asked(lambda: _company(self._client, symbol, self._clock.now()))

    async def search(self, text: str) -> Sequence[Instrument]:
        return await self._asked(lambda: _search(self._client, text, self._clock.now()))

    async def _asked(self, call: Callable[[], Answer]) -> Answer:
        return await self._threads.run(lambda: FAULTS.around(call))

    def _bars(self, request: BarRequest) -> BarAnswer:
        now = self._clock.now()
        if request.timeframe.is_intraday:
            return BarAnswer(series(SOURCE, request, self._minutes(request), units.MINUTE, now))
        bars = series(SOURCE, request, self._days(request), units.DAILY, now)
        distributions = self._distributions(request.symbol)
        return BarAnswer(bars, actions_of(SOURCE, request.symbol, distributions, asked_days(request)))

    def _days(self, request: BarRequest) -> Iterable[tuple[datetime, Cells]]:
        fields = ("trade_date", *units.DAILY.names)
        for first, last in in_pieces(*asked_days(request), _DAYS_AT_ONCE[Timeframe.D1]):
            span = {"start_date": f"{first:%Y%m%d}", "end_date": f"{last:%Y%m%d}"}
            for row in self._client.ask("daily", fields, ts_code=request.symbol.text, **span):
                if on := day(row["trade_date"]):
                    yield session_start(on), row

    def _minutes(self, request: BarRequest) -> Iterable[tuple[datetime, Cells]]:
        fields = ("trade_time", *units.MINUTE.names)
        frequency = f"{MINUTES[request.timeframe]}min"
        for first, last in in_pieces(*asked_days(request), _DAYS_AT_ONCE[request.timeframe]):
            span = {"start_date": f"{first} 00:00:00", "end_date": f"{last} 23:59:59"}
            for row in self._client.ask("stk_mins", fields, ts_code=request.symbol.text, freq=frequency, **span):
                yield start_of_bar(datetime.fromisoformat(text(row["trade_time"])), request), row

    def _distributions(self, symbol: Symbol) -> Iterable[Distribution]:
        """Carried out only: a plan has no ex-date yet, and may still change."""
        fields = ("end_date", "div_proc", "stk_div", "cash_div_tax", "ex_date", "imp_ann_date")
        for row in self._client.ask("dividend", fields, ts_code=symbol.text):
            ex_date = day(row["ex_date"])
            if text(row["div_proc"]) == "实施" and ex_date:
                yield _distribution(row, ex_date)


def _distribution(row: Cells, ex_date: date) -> Distribution:
    return Distribution(
        period=text(row["end_date"]),
        ex_date=ex_date,
        announced=day(row["imp_ann_date"]),
        cash=number(row["cash_div_tax"]) or Decimal(0),
        new_shares=number(row["stk_div"]) or Decimal(0),
    )
