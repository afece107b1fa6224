"""A-shares of Shanghai and Shenzhen from Baostock, by its own client; needs no key."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby
from typing import Final, TypeVar

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.errors import BadSymbol, NoData
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, Instrument, StatusKind, StatusPeriod, Valuation
from packages.domain.market_data.sessions import known_before_open
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors import baostock_session as units
from packages.infra.providers.market_data.vendors.a_shares import (
    MINUTES,
    asked_days,
    close_of,
    code_of,
    instrument,
    series,
    session_start,
    start_of_bar,
    unknown,
)
from packages.infra.providers.market_data.vendors.baostock_session import PRICES, SOURCE, BaostockSession, signed_in
from packages.infra.providers.market_data.vendors.client_libraries import VendorFaults, require_market, require_served
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

_PROFILE = ("code", "code_name", "ipoDate", "type")
_SHARE = "1"
_DAYS = ("date", "close", "peTTM", "pbMRQ", "psTTM", "tradestatus", "isST")
_FIRST_SESSION = "1990-12-19"
_QUARTERLY: tuple[tuple[str, tuple[VendorFigure, ...]], ...] = (
    ("query_profit_data", units.PROFIT),
    ("query_growth_data", units.GROWTH),
    ("query_balance_data", units.BALANCE),
)


def _company(session: BaostockSession, symbol: Symbol, code: str, now: datetime, quarters: int) -> FundamentalAnswer:
    profile = session.ask("query_stock_basic", _PROFILE, code=code)
    if not profile:
        raise unknown(SOURCE, symbol)
    trades = session.ask("query_stock_industry", ("industry",), code=code)
    days = _daily_rows(session, symbol, code, now)
    return FundamentalAnswer(
        instrument=_instrument(profile[0], now, industry=text(trades[0]["industry"]) if trades else ""),
        facts=tuple(_facts(session, symbol, code, _recent(now.date(), quarters))),
        valuations=tuple(_valuation(symbol, on, row) for on, row in days if text(row["tradestatus"]) == "1"),
        statuses=(*_special_treatment(symbol, days), *_suspensions(symbol, days)),
    )


def _search(session: BaostockSession, wanted: str, now: datetime) -> list[Instrument]:
    """Shares by their code, or by a part of their Chinese name."""
    # The client joins its parameters with commas and control characters, so a text may hold neither.
    clean = "".join(sign for sign in wanted if sign.isprintable() and sign != ",").strip()
    if not clean:
        return []
    rows = session.ask("query_stock_basic", _PROFILE, **_wanted(clean))
    return [_instrument(row, now) for row in rows if text(row["type"]) == _SHARE]


def _wanted(clean: str) -> dict[str, str]:
    try:
        code, _, suffix = parse_symbol(clean).text.partition(".")
    except BadSymbol:
        return {"code_name": clean}
    return {"code": f"{suffix.lower()}.{code}"} if code.isdigit() else {"code_name": clean}


def _instrument(row: Cells, now: datetime, industry: str = "") -> Instrument:
    return instrument(
        SOURCE,
        parse_symbol(text(row["code"])),
        name=text(row["code_name"]),
        industry=industry,
        listed_on=day(row["ipoDate"]),
        now=now,
    )


def _recent(today: date, quarters: int) -> list[tuple[int, int]]:
    """The last so many quarters that were over, oldest first, as (year, 1 to 4)."""
    over = today.year * 4 + (today.month - 1) // 3
    return [divmod(each, 4) for each in range(over - quarters, over)]


def _facts(
    session: BaostockSession, symbol: Symbol, code: str, quarters: Sequence[tuple[int, int]]
) -> Iterable[FinancialFact]:
    for function, figures in _QUARTERLY:
        fields = ("pubDate", "statDate", *(figure.field for figure in figures))
        reports = []
        for year, quarter in quarters:
            rows = session.ask(function, fields, code=code, year=year, quarter=quarter + 1)
            reports += [VendorReport(on, day(row["pubDate"]), row) for row in rows if (on := day(row["statDate"]))]
        yield from facts_of(SOURCE, symbol, figures, reports)


def _daily_rows(session: BaostockSession, symbol: Symbol, code: str, now: datetime) -> list[tuple[date, Cells]]:
    """Each session since the company was listed that was over by now, oldest first."""
    rows = session.ask(
        "query_history_k_data_plus",
        _DAYS,
        code=code,
        fields=",".join(_DAYS),
        start_date=_FIRST_SESSION,
        end_date=now.date().isoformat(),
        frequency="d",
        adjustflag="3",
    )
    days = sorted(((on, row) for row in rows if (on := day(row["date"]))), key=lambda each: each[0])
    return [(on, row) for on, row in days if close_of(symbol, on) <= now]


def _valuation(symbol: Symbol, on: date, row: Cells) -> Valuation:
    return Valuation(
        source=SOURCE,
        known_at=close_of(symbol, on),
        symbol=symbol,
        day=on,
        pe_ttm=positive(row["peTTM"]),
        pb=positive(row["pbMRQ"]),
        ps_ttm=positive(row["psTTM"]),
        market_value=None,
        dividend_yield=None,
    )


def _special_treatment(symbol: Symbol, days: Sequence[tuple[date, Cells]]) -> Iterable[StatusPeriod]:
    """Runs of sessions under ST; a run that reaches the last session has no end yet."""
    for treated, run in groupby(days, key=lambda each: text(each[1]["isST"]) == "1"):
        sessions = [on for on, _ in run]
        if treated:
            until = None if sessions[-1] == days[-1][0] else sessions[-1]
            known_at = known_before_open(sessions[0], None)
            yield _status(symbol, StatusKind.SPECIAL_TREATMENT, sessions[0], until, known_at)


def _suspensions(symbol: Symbol, days: Sequence[tuple[date, Cells]]) -> Iterable[StatusPeriod]:
    """One period for each session without trade, so that none says how long it is going to last."""
    for on, row in days:
        if text(row["tradestatus"]) == "0":
            yield _status(symbol, StatusKind.SUSPENDED, on, on, close_of(symbol, on))


def _status(symbol: Symbol, kind: StatusKind, since: date, until: date | None, known_at: datetime) -> StatusPeriod:
    return StatusPeriod(source=SOURCE, known_at=known_at, symbol=symbol, kind=kind, since=since, until=until)


Answer = TypeVar("Answer")

_FAULTS = VendorFaults(SOURCE)
_RAW = "3"  # adjustflag: 1 backward, 2 forward, 3 not adjusted


class BaostockProvider:
    """Daily bars with dividends, minutes, the figures of the last `quarters`, valuations, suspensions and ST periods.
    `host` and `port` only where another server than the client's own is meant."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        timeout: float = 20.0,
        quarters: int = 8,
        host: str | None = None,
        port: int | None = None,
    ) -> None:
        self.name: str = SOURCE
        self.abilities: Abilities = Abilities(
            markets=frozenset({Market.CN_STOCKS}),
            timeframes=frozenset({Timeframe.M5, Timeframe.M15, Timeframe.M30, Timeframe.H1, Timeframe.D1}),
            fundamentals=True,
            search=True,
        )
        self._clock: Final = clock or SystemClock()
        self._quarters = quarters
        self._connection = (host, port, timeout)
        self._threads: Final = VendorThreads(places=1)  # the client has one connection for the whole process

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(SOURCE, self.abilities, request)
        code = _code(request.symbol)
        return await self._asked(lambda session: self._bars(session, request, code))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(SOURCE, self.abilities, symbol)
        code = _code(symbol)
        return await self._asked(lambda session: _company(session, symbol, code, self._clock.now(), self._quarters))

    async def search(self, text: str) -> Sequence[Instrument]:
        return await self._asked(lambda session: _search(session, text, self._clock.now()))

    async def _asked(self, ask: Callable[[BaostockSession], Answer]) -> Answer:
        def in_a_session() -> Answer:
            with _FAULTS, signed_in(*self._connection) as session:
                return ask(session)

        return await self._threads.run(in_a_session)

    def _bars(self, session: BaostockSession, request: BarRequest, code: str) -> BarAnswer:
        now = self._clock.now()
        if request.timeframe.is_intraday:
            return BarAnswer(series(SOURCE, request, _minutes(session, request, code), PRICES, now))
        bars = series(SOURCE, request, _days(session, request, code), PRICES, now)
        days = asked_days(request)
        return BarAnswer(bars, actions_of(SOURCE, request.symbol, _distributions(session, code, days), days))


def _code(symbol: Symbol) -> str:
    code, suffix = code_of(SOURCE, symbol)
    if suffix == "BJ":
        raise NoData("market_data.no_beijing_shares", source=SOURCE, symbol=symbol)
    return f"{suffix.lower()}.{code}"


def _days(session: BaostockSession, request: BarRequest, code: str) -> Iterable[tuple[datetime, Cells]]:
    """Sessions with trade: a suspended one repeats the last close as if it had been paid."""
    for row in _prices(session, request, code, ("date", *PRICES.names, "tradestatus"), "d"):
        on = day(row["date"])
        if on and text(row["tradestatus"]) == "1":
            yield session_start(on), row


def _minutes(session: BaostockSession, request: BarRequest, code: str) -> Iterable[tuple[datetime, Cells]]:
    for row in _prices(session, request, code, ("date", "time", *PRICES.names), MINUTES[request.timeframe]):
        label = datetime.strptime(text(row["time"])[:14], "%Y%m%d%H%M%S")  # noqa: DTZ007 - the zone follows
        yield start_of_bar(label, request), row


def _prices(
    session: BaostockSession, request: BarRequest, code: str, fields: Sequence[str], frequency: str
) -> list[Cells]:
    first, last = asked_days(request)
    return session.ask(
        "query_history_k_data_plus",
        fields,
        code=code,
        fields=",".join(fields),
        start_date=first.isoformat(),
        end_date=last.isoformat(),
        frequency=frequency,
        adjustflag=_RAW,
    )


def _distributions(session: BaostockSession, code: str, days: tuple[date, date]) -> Iterable[Distribution]:
    """Asked for by the year of the ex-date."""
    fields = ("dividPlanAnnounceDate", "dividPlanDate", "dividOperateDate", "dividCashPsBeforeTax")
    shares = ("dividStocksPs", "dividReserveToStockPs")  # 每股红股, 每股转增资本
    for year in range(days[0].year, days[1].year + 1):
        rows = session.ask("query_dividend_data", (*fields, *shares), code=code, year=str(year), yearType="operate")
        for row in rows:
            if ex_date := day(row["dividOperateDate"]):
                yield Distribution(
                    period=text(row["dividPlanAnnounceDate"]),
                    ex_date=ex_date,
                    announced=day(row["dividPlanDate"]),
                    cash=number(row["dividCashPsBeforeTax"]) or Decimal(0),
                    new_shares=sum((number(row[name]) or Decimal(0) for name in shares), Decimal(0)),
                )
