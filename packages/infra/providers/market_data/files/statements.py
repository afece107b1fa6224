"""Facts from a file of statements: canonical lines, units that say their span, restatements as versions, and each
figure known from the end of the day on which it was filed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

from packages.core.messages import message
from packages.domain.market_data.rows import FinancialFact, Row, Statement
from packages.domain.market_data.sessions import day_is_over, statutory_deadline
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.files.companies import companies_named
from packages.infra.providers.market_data.files.doubtful_facts import doubt_facts
from packages.infra.providers.market_data.files.items import LineMeasure
from packages.infra.providers.market_data.files.reading import CURRENCIES, FileReading, Unreadable
from packages.infra.providers.market_data.files.statement_cells import FoundFigure, found_figures
from packages.infra.providers.market_data.vendors.yfinance_company import filing_deadline

_SPENT = ("capex", "dividends_paid")
_FLOWS = (Statement.INCOME, Statement.CASH_FLOW)
_SPANS = ("quarter", "year", "ytd")
_NAMED = re.compile(r"\b(usd|cny|rmb|hkd|eur|gbp|jpy|chf|inr)\b", re.IGNORECASE)  # in `USD thousands`
Key = tuple[Symbol, Statement, str, date]


def statement_rows(reading: FileReading) -> list[Row]:
    figures = [_signed(reading, figure) for figure in found_figures(reading)]
    default = _default_span(reading, figures)
    by_key: dict[Key, list[FoundFigure]] = {}
    for figure in figures:
        key = (figure.symbol, figure.item.statement, figure.item.item, figure.period_end)
        by_key.setdefault(key, []).append(figure)
    facts = [fact for found in by_key.values() for fact in _versions(reading, found, default)]
    doubt_facts(reading, facts)
    return [*companies_named(reading, facts), *facts]


def _signed(reading: FileReading, figure: FoundFigure) -> FoundFigure:
    """What was spent is an amount here, whichever sign a file gives to outflows."""
    if figure.item.item not in _SPENT or figure.value >= 0:
        return figure
    reading.tally.repair("outflow written as an amount", 1)
    return replace(figure, value=-figure.value)


def _default_span(reading: FileReading, figures: Sequence[FoundFigure]) -> dict[Symbol, str]:
    """Over what flows run where the file does not say: from the start of the year in China; elsewhere a year where all
    periods end in one month, and else a quarter."""
    ends: dict[Symbol, set[int]] = {}
    for figure in figures:
        if figure.span is None and figure.item.statement in _FLOWS:
            ends.setdefault(figure.symbol, set()).add(figure.period_end.month)
    spans = {
        symbol: "ytd" if symbol.market is Market.CN_STOCKS else "year" if len(months) == 1 else "quarter"
        for symbol, months in ends.items()
    }
    asked = reading.options.span
    for span in (asked,) if asked else sorted(set(spans.values())):
        reading.choose("span", span, message(f"market_data.import.span.{span}"), _SPANS, answered=asked is not None)
    return spans


def _versions(reading: FileReading, found: list[FoundFigure], default: dict[Symbol, str]) -> Iterator[FinancialFact]:
    """The figures of one line and period in the order of their filing; the same again is no version."""
    kept = _one_span(reading, found, default)
    values: list[Decimal] = []
    filed: set[tuple[date | None, int]] = set()
    best = min((figure.item.rank for figure in kept), default=0)
    for figure in sorted(kept, key=lambda one: (one.filed or date.max, one.item.rank, one.line)):
        if figure.item.rank != best:
            reading.leave_out("same_line", line=figure.item.item)
        elif values and figure.value == values[-1]:
            reading.tally.repeated += 1
        elif (figure.filed, best) in filed:
            reading.refuse(figure.line, "twice")
        else:
            try:
                yield _fact(reading, figure, default, len(values) + 1)
            except Unreadable as problem:
                reading.refuse(figure.line, str(problem))
                continue
            values.append(figure.value)
            filed.add((figure.filed, best))
            reading.tally.taken += 1


def _one_span(reading: FileReading, found: list[FoundFigure], default: dict[Symbol, str]) -> list[FoundFigure]:
    """Of a whole year and its last quarter the year is kept: the quarter follows from it."""
    if found[0].item.statement not in _FLOWS:
        return found
    spans = {figure.line: figure.span or default.get(figure.symbol, "year") for figure in found}
    usable = [figure for figure in found if spans[figure.line] != "other"]
    for _ in range(len(found) - len(usable)):
        reading.leave_out("odd_span")
    years = [figure for figure in usable if spans[figure.line] == "year"]
    if not years or len(years) == len(usable):
        return usable
    for _ in range(len(usable) - len(years)):
        reading.leave_out("quarter_in_year")
    return years


def _fact(reading: FileReading, figure: FoundFigure, default: dict[Symbol, str], version: int) -> FinancialFact:
    fact = FinancialFact(
        source=reading.options.source,
        known_at=known_at(reading, figure.symbol, figure.period_end, figure.filed),
        symbol=figure.symbol,
        statement=figure.item.statement,
        item=figure.item.item,
        period_end=figure.period_end,
        value=_ratio(reading, figure),
        unit=_unit(figure, figure.span or default.get(figure.symbol)),
        version=version,
    )
    reading.not_later(fact)
    return fact


def known_at(reading: FileReading, symbol: Symbol, period_end: date, filed: date | None) -> datetime:
    """The end of the filing day. Where none is told, or the last of the period itself, the law's last day counts."""
    if filed is not None and filed < period_end:
        raise Unreadable("filed_early")
    if filed is not None and filed > period_end:
        return day_is_over(symbol.market, filed)
    if symbol.market is Market.CN_STOCKS:
        reading.guess("filed_by_law.cn")
        return day_is_over(symbol.market, statutory_deadline(period_end))
    reading.guess("filed_by_law.us")
    return day_is_over(symbol.market, filing_deadline(period_end, None))


def _ratio(reading: FileReading, figure: FoundFigure) -> Decimal:
    """A share above 150 % is taken for a per cent that is written without its sign, where the line can hardly be so."""
    usual = figure.item.measure is LineMeasure.RATIO and figure.item.item not in ("current_ratio", "provision_coverage")
    if not usual or abs(figure.value) <= Decimal("1.5") or figure.item.item == "solvency_ratio":
        return figure.value
    reading.guess("percent")
    return figure.value / 100


def _unit(figure: FoundFigure, span: str | None) -> str:
    written = figure.unit.replace(" ", "")
    currency = figure.currency or (written.partition("/")[0].upper() if written else "")
    if len(currency) != 3 or not currency.isalpha():
        named = _NAMED.search(figure.unit)
        currency = named[1].upper().replace("RMB", "CNY") if named else CURRENCIES.get(figure.symbol.market, "USD")
    quarter = "/quarter" if span == "quarter" and figure.item.statement in _FLOWS else ""
    match figure.item.measure:
        case LineMeasure.MONEY:
            return f"{currency}{quarter}"
        case LineMeasure.PER_SHARE:
            return f"{currency}/share{quarter}"
        case LineMeasure.SHARES:
            return "shares"
        case LineMeasure.RATIO:
            return "ratio"
