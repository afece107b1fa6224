"""What was known of a company on each bar, worked out by hand: publication days, restatements, splits, currencies,
dates ahead, and dividends."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.expressions.company import CompanyColumns
from packages.domain.backtest.fundamentals.figures import FIGURES
from packages.domain.backtest.fundamentals.record import CompanyRecord, CompanyRows, company_record
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    EventKind,
    FinancialFact,
    Statement,
)
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.company_fields import EventField
from packages.domain.strategy.company_fields import FundamentalField as F

SHARE = parse_symbol("600519.SH")
DAYS = np.array(["2024-04-29", "2024-04-30", "2024-05-06", "2024-05-07"], dtype="datetime64[us]")
CLOSE = np.array([40.0, 41.0, 42.0, 43.0])


def at(text: str) -> datetime:
    """In Shanghai, where the market closes at 15:00."""
    return datetime.fromisoformat(f"{text}+08:00").astimezone(UTC)


def fact(item: str, end: str, value: str, known_at: str, *, version: int = 1, unit: str = "CNY") -> FinancialFact:
    return FinancialFact(
        source="test",
        known_at=at(known_at),
        symbol=SHARE,
        statement=Statement.BALANCE if item.startswith(("shares", "equity")) else Statement.INCOME,
        item=item,
        period_end=date.fromisoformat(end),
        value=Decimal(value),
        unit=unit,
        version=version,
    )


def action(kind: ActionKind, day: str, value: str, known_at: str) -> CorporateAction:
    return CorporateAction(
        source="test",
        known_at=at(known_at),
        symbol=SHARE,
        ex_date=date.fromisoformat(day),
        kind=kind,
        value=Decimal(value),
    )


def report_due(day: str, known_at: str) -> CalendarEvent:
    return CalendarEvent(
        source="test",
        known_at=at(known_at),
        symbol=SHARE,
        day=date.fromisoformat(day),
        kind=EventKind.EARNINGS,
        title="report",
    )


YEAR = [
    fact("net_profit", "2023-12-31", "1000", "2024-03-20T18:00"),
    fact("shares_total", "2023-12-31", "500", "2024-03-20T18:00", unit="shares"),
]
QUARTER = [
    fact("net_profit", "2023-03-31", "200", "2023-04-28T18:00"),
    fact("net_profit", "2024-03-31", "300", "2024-04-30T18:00"),
    fact("shares_total", "2024-03-31", "500", "2024-04-30T18:00", unit="shares"),
]


def rows(*told: FinancialFact | CorporateAction | CalendarEvent, currency: str = "CNY") -> CompanyRows:
    facts = sorted((each for each in told if isinstance(each, FinancialFact)), key=lambda each: each.known_at)
    return CompanyRows(
        symbol=SHARE.text,
        currency=currency,
        facts=facts,
        actions=[each for each in told if isinstance(each, CorporateAction)],
        events=[each for each in told if isinstance(each, CalendarEvent)],
        last=date(2024, 5, 7),
    )


def columns(record: CompanyRecord) -> CompanyColumns:
    return CompanyColumns(record, Market.CN_STOCKS, Timeframe.D1, DAYS)


def figure(field: F, of: CompanyRows) -> list[float]:
    return list(columns(company_record(of, tuple(FIGURES))).figure(field, CLOSE).tolist())


def event(field: EventField, of: CompanyRows) -> list[float]:
    return list(columns(company_record(of, ())).event(field).tolist())


def test_a_report_after_the_close_counts_from_the_next_close_on() -> None:
    # 1,000 of the year, then 300 + (1,000 - 200): published on 30 April at 18:00, with a holiday after it.
    assert figure(F.EPS, rows(*YEAR, *QUARTER)) == [2.0, 2.0, 2.2, 2.2]
    assert figure(F.PE, rows(*YEAR, *QUARTER)) == [20.0, 20.5, pytest.approx(42 / 2.2), pytest.approx(43 / 2.2)]


def test_a_report_at_the_close_counts_on_that_close() -> None:
    early = [replace(each, known_at=at("2024-04-30T15:00")) for each in QUARTER[1:]]
    assert figure(F.EPS, rows(*YEAR, QUARTER[0], *early)) == [2.0, 2.2, 2.2, 2.2]


def test_a_restatement_counts_only_from_when_it_was_known() -> None:
    again = fact("net_profit", "2023-12-31", "900", "2024-05-06T09:00", version=2)
    assert figure(F.NET_PROFIT, rows(*YEAR, again)) == [1000.0, 1000.0, 900.0, 900.0]
    retold = replace(again, version=1)  # the same version, told otherwise later
    assert figure(F.NET_PROFIT, rows(*YEAR, retold)) == [1000.0, 1000.0, 900.0, 900.0]


def test_what_was_never_reported_is_undefined() -> None:
    assert np.isnan(figure(F.ROE, rows(*YEAR))).all()
    assert np.isnan(figure(F.PE, rows())).all()


def test_growth_is_that_of_the_newest_quarter_and_undefined_over_a_loss() -> None:
    found = figure(F.QUARTER_PROFIT_GROWTH, rows(*YEAR, *QUARTER))
    assert np.isnan(found[:2]).all()
    assert found[2:] == [0.5, 0.5]
    lost = fact("net_profit", "2023-03-31", "-200", "2023-04-28T18:00")
    assert np.isnan(figure(F.QUARTER_PROFIT_GROWTH, rows(*YEAR, lost, *QUARTER[1:]))).all()


def test_a_loss_has_a_yield_and_no_multiple() -> None:
    lost = [fact("net_profit", "2023-12-31", "-1000", "2024-03-20T18:00"), YEAR[1]]
    assert np.isnan(figure(F.PE, rows(*lost))).all()
    assert figure(F.EARNINGS_YIELD, rows(*lost)) == [-2 / 40, -2 / 41, -2 / 42, -2 / 43]


def test_shares_are_brought_to_the_footing_of_the_last_bar() -> None:
    # The close of 40 before the split of 6 May is one of 20 on the footing of the bars.
    split = action(ActionKind.SPLIT, "2024-05-06", "2", "2024-04-01T18:00")
    assert figure(F.SHARES, rows(*YEAR, split)) == [1000.0] * 4
    assert figure(F.EPS, rows(*YEAR, split)) == [1.0] * 4
    later = action(ActionKind.SPLIT, "2024-05-08", "2", "2024-04-01T18:00")
    assert figure(F.EPS, rows(*YEAR, later)) == [2.0] * 4


def test_reports_in_another_currency_make_no_ratio_to_the_price() -> None:
    assert np.isnan(figure(F.PE, rows(*YEAR, currency="HKD"))).all()
    assert figure(F.EPS, rows(*YEAR, currency="HKD")) == [2.0] * 4


def test_days_since_a_report_are_counted_from_its_publication() -> None:
    assert event(EventField.DAYS_SINCE_REPORT, rows(*YEAR, *QUARTER)) == [40.0, 41.0, 6.0, 7.0]
    restated = fact("net_profit", "2023-12-31", "900", "2024-05-06T09:00", version=2)
    assert event(EventField.DAYS_SINCE_REPORT, rows(*YEAR, restated)) == [40.0, 41.0, 47.0, 48.0]


def test_a_new_report_is_told_on_the_first_bar_that_knows_of_it() -> None:
    found = event(EventField.NEW_REPORT, rows(*YEAR, *QUARTER))
    assert np.isnan(found[0])
    assert found[1:] == [0.0, 1.0, 0.0]
    assert np.isnan(event(EventField.NEW_REPORT, rows())).all()


def test_days_to_a_report_are_known_once_it_was_announced() -> None:
    told = rows(report_due("2024-05-07", "2024-04-29T18:00"))
    found = event(EventField.DAYS_TO_REPORT, told)
    assert np.isnan(found[0])
    assert found[1:] == [7.0, 1.0, 0.0]


def test_a_declared_dividend_is_ahead_until_its_day() -> None:
    paid = action(ActionKind.DIVIDEND, "2024-05-06", "1.5", "2024-04-29T18:00")
    told = rows(paid)
    assert np.isnan(event(EventField.DAYS_TO_EX_DIVIDEND, told)[0])
    assert event(EventField.DAYS_TO_EX_DIVIDEND, told)[1:3] == [6.0, 0.0]
    assert event(EventField.NEXT_DIVIDEND, told)[1] == 1.5
    assert np.isnan(event(EventField.NEXT_DIVIDEND, told)[2:]).all()
    assert event(EventField.DAYS_SINCE_EX_DIVIDEND, told)[2:] == [0.0, 1.0]
    assert figure(F.DIVIDEND_YIELD, told)[2:] == [1.5 / 42, 1.5 / 43]
    assert np.isnan(figure(F.DIVIDEND_YIELD, told)[:2]).all()


def test_a_dividend_before_a_split_is_on_the_footing_of_the_bars() -> None:
    paid = action(ActionKind.DIVIDEND, "2024-04-30", "1.5", "2024-04-01T18:00")
    split = action(ActionKind.SPLIT, "2024-05-06", "2", "2024-04-01T18:00")
    assert figure(F.DIVIDENDS_PER_SHARE, rows(paid, split))[1:] == [0.75] * 3


def test_a_record_until_an_instant_is_the_record_of_the_rows_known_by_then() -> None:
    told: list[FinancialFact | CalendarEvent] = [*YEAR, *QUARTER, report_due("2024-05-07", "2024-05-06T18:00")]
    until = at("2024-04-30T15:00")
    early = company_record(rows(*(each for each in told if each.known_at <= until)), tuple(FIGURES))
    cut = company_record(rows(*told), tuple(FIGURES)).until(np.datetime64(until.replace(tzinfo=None), "us"))
    for name in ("known_at", "figures", "is_priced", "reported_at"):
        np.testing.assert_array_equal(getattr(cut, name), getattr(early, name))
    assert len(cut.report_days.day) == len(early.report_days.day) == 0
