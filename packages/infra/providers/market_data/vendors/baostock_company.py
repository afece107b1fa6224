"""What Baostock tells of a company besides its price: profile, quarterly figures, daily valuations, restrictions."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import groupby

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.ports import FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, Instrument, StatusKind, StatusPeriod, Valuation
from packages.domain.market_data.sessions import known_before_open
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.vendors import baostock_session as units
from packages.infra.providers.market_data.vendors.a_shares import close_of, instrument, unknown
from packages.infra.providers.market_data.vendors.baostock_session import SOURCE, BaostockSession
from packages.infra.providers.market_data.vendors.vendor_rows import (
    Cells,
    VendorFigure,
    VendorReport,
    day,
    facts_of,
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


def company(session: BaostockSession, symbol: Symbol, code: str, now: datetime, quarters: int) -> FundamentalAnswer:
    profile = session.ask("query_stock_basic", _PROFILE, code=code)
    if not profile:
        raise unknown(SOURCE, symbol)
    trades = session.ask("query_stock_industry", ("industry",), code=code)
    days = _days(session, symbol, code, now)
    return FundamentalAnswer(
        instrument=_instrument(profile[0], now, industry=text(trades[0]["industry"]) if trades else ""),
        facts=tuple(_facts(session, symbol, code, _recent(now.date(), quarters))),
        valuations=tuple(_valuation(symbol, on, row) for on, row in days if text(row["tradestatus"]) == "1"),
        statuses=(*_special_treatment(symbol, days), *_suspensions(symbol, days)),
    )


def search(session: BaostockSession, wanted: str, now: datetime) -> list[Instrument]:
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


def _days(session: BaostockSession, symbol: Symbol, code: str, now: datetime) -> list[tuple[date, Cells]]:
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
    """One period for each session without trade, so that none tells how long it is going to last."""
    for on, row in days:
        if text(row["tradestatus"]) == "0":
            yield _status(symbol, StatusKind.SUSPENDED, on, on, close_of(symbol, on))


def _status(symbol: Symbol, kind: StatusKind, since: date, until: date | None, known_at: datetime) -> StatusPeriod:
    return StatusPeriod(source=SOURCE, known_at=known_at, symbol=symbol, kind=kind, since=since, until=until)
