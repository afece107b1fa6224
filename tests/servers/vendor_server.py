"""A server that speaks as Tiingo, Stooq, SEC EDGAR and FRED document it, of one fictional company under a fictional
ticker; every number is made up."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

from tests.packages.infra.providers.market_data.local_http import LocalHttp, Question, Reply, serving

TICKER, TWIN = "ZQXA", "ZQXD"  # the twin is at Tiingo only, for a second fetch on the same desk
NAME = "Zelquorra Example Works"
CIK = 9_999_901
FIRST = date(2023, 1, 2)
SPLIT_DAY, DIVIDEND_DAY = date(2024, 3, 8), date(2024, 3, 11)
_QUARTERS = ((1, 3, 31), (4, 6, 30), (7, 9, 30), (10, 12, 31))


def price(day: date) -> float:
    """Up a little from day to day, with a wave of a month."""
    number = (day - FIRST).days
    return round(20 + number * 0.01 + (number % 30) * 0.05, 2)


def weekdays(first: date, last: date) -> Iterator[date]:
    for step in range((last - first).days + 1):
        day = first + timedelta(days=step)
        if day.weekday() < 5 and day >= FIRST:
            yield day


def answer(question: Question) -> Reply:
    match question.path.split("/")[1:]:
        case ["tiingo", "daily", ticker, *rest] if ticker.upper() in (TICKER, TWIN):
            return Reply(_tiingo_prices(question) if rest else _tiingo_meta(ticker.upper()))
        case ["q", "d", "l", ""]:
            return Reply(_stooq(question))
        case ["files", "company_tickers.json"]:
            return Reply({"0": {"cik_str": CIK, "ticker": TICKER, "title": NAME}})
        case ["api", "xbrl", "companyfacts", name] if name == f"CIK{CIK:010d}.json":
            return Reply({"cik": CIK, "entityName": NAME, "facts": {"us-gaap": _gaap()}})
        case ["fred", "series", "observations"]:
            return Reply({"observations": _fred(question.query["series_id"])})
        case _:
            return Reply({"detail": "Not found."}, 404)


@contextmanager
def vendor_server() -> Iterator[LocalHttp]:
    with serving(answer) as server:
        yield server


def _tiingo_meta(ticker: str) -> dict[str, Any]:
    days = {"startDate": FIRST.isoformat(), "endDate": "2030-01-01"}
    return {"ticker": ticker, "name": NAME, "exchangeCode": "NASDAQ", "description": "Fictional.", **days}


def _tiingo_prices(question: Question) -> list[dict[str, Any]]:
    first, last = (date.fromisoformat(question.query[name]) for name in ("startDate", "endDate"))
    return [_tiingo_row(day) for day in weekdays(first, last)]


def _tiingo_row(day: date) -> dict[str, Any]:
    close = price(day) * (1 if day >= SPLIT_DAY else 2)  # raw: twice as much before two shares came out of one
    prices = {"open": close, "high": close + 1, "low": close - 1, "close": close}
    return {
        "date": f"{day}T00:00:00.000Z",
        **prices,
        "volume": 1000 + day.day,
        **{f"adj{name.title()}": value / 2 for name, value in prices.items()},
        "adjVolume": 2000,
        "divCash": 0.25 if day == DIVIDEND_DAY else 0.0,
        "splitFactor": 2.0 if day == SPLIT_DAY else 1.0,
    }


def _stooq(question: Question) -> str:
    if question.query["s"] != f"{TICKER.lower()}.us":
        return "No data"
    first, last = (_plain_day(question.query[name]) for name in ("d1", "d2"))
    lines = [f"{day},{price(day)},{price(day) + 1},{price(day) - 1},{price(day)},5000" for day in weekdays(first, last)]
    return "\n".join(["Date,Open,High,Low,Close,Volume", *lines]) if lines else "No data"


def _plain_day(text: str) -> date:
    return date.fromisoformat(f"{text[:4]}-{text[4:6]}-{text[6:]}")


def _gaap() -> dict[str, Any]:
    """Income by quarter, but for the last of a year; cash flow as the year so far; the first quarter restated once."""
    revenue: list[dict[str, Any]] = []
    cash: list[dict[str, Any]] = []
    assets: list[dict[str, Any]] = []
    for year in (2023, 2024):
        for number, (first, month, day) in enumerate(_QUARTERS, 1):
            end, filed = date(year, month, day), date(year, month, day) + timedelta(days=40)
            form = "10-K" if number == 4 else "10-Q"
            told = {"end": end.isoformat(), "filed": filed.isoformat(), "form": form, "fy": year, "fp": f"Q{number}"}
            year_start, quarter_start = f"{year}-01-01", date(year, first, 1).isoformat()
            if number < 4:
                revenue.append({**told, "start": quarter_start, "val": 100 * number})
            else:
                revenue.append({**told, "start": year_start, "val": 1000})
            if number == 3:
                revenue.append({**told, "start": year_start, "val": 600})
            cash.append({**told, "start": year_start, "val": 10 * number})
            assets.append({**told, "val": 5000 + number})
    again = {"start": "2023-01-01", "end": "2023-03-31", "filed": "2024-05-10", "form": "10-Q", "fy": 2024, "fp": "Q1"}
    revenue.append({**again, "val": 95})
    return {
        "Revenues": {"units": {"USD": revenue}},
        "NetCashProvidedByUsedInOperatingActivities": {"units": {"USD": cash}},
        "Assets": {"units": {"USD": assets}},
    }


def _fred(series: str) -> list[dict[str, str]]:
    step = 3 if series.startswith("GDP") else 1
    return [
        {
            "realtime_start": f"2024-{month + step:02d}-15",
            "realtime_end": "9999-12-31",
            "date": f"2024-{month:02d}-01",
            "value": "." if month == 4 and step == 1 else f"{2 + month / 10:.1f}",
        }
        for month in range(1, 7, step)
    ]
