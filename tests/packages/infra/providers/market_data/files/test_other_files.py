"""Valuations, news, estimates, calendars, distributions, macro series and companies from files."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    Estimate,
    EventKind,
    FundingRate,
    Instrument,
    MacroPoint,
    NewsItem,
    Valuation,
)
from packages.infra.providers.market_data.files.actions import planned
from packages.infra.providers.market_data.files.import_rows import RowsReport, kind_of_path, read_rows
from packages.infra.providers.market_data.files.kinds import FileKind
from packages.infra.providers.market_data.files.macro_names import research_name
from packages.infra.providers.market_data.files.reading import RowOptions

NOW = datetime(2025, 8, 1, 12, tzinfo=UTC)


def read(path: Path, text: str, kind: str | None = None) -> RowsReport:
    path.write_text(text, encoding="utf-8")
    report = read_rows(path, RowOptions(), NOW, kind)
    assert report.rows_read == report.rows_taken + report.rows_repeated + report.rows_unused + report.rows_refused
    return report


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("date,open,high,low,close,volume", FileKind.BARS),
        ("股票代码,交易日期,市盈率TTM,市净率,总市值(亿元)", FileKind.VALUATIONS),
        ("symbol,published_utc,source,title,url", FileKind.NEWS),
        ("发布时间,新闻标题,新闻内容,新闻链接", FileKind.NEWS),
        ("symbol,item,period_end,estimate,analysts", FileKind.ESTIMATES),
        ("日期,事件,类型", FileKind.CALENDAR),
        ("symbol,date,kind,title", FileKind.CALENDAR),
        ("symbol,ex_dividend_date,cash_amount", FileKind.ACTIONS),
        ("symbol,execution_date,split_from,split_to", FileKind.ACTIONS),
        ("symbol,calc_time,last_funding_rate", FileKind.FUNDING),
        ("symbol,time,资金费率,标记价格,结算时间", FileKind.FUNDING),
        ("股票代码,除权除息日,分红方案", FileKind.ACTIONS),
        ("series,period_end,released,value,unit", FileKind.MACRO),
        ("指标名称,日期,数值,单位", FileKind.MACRO),
        ("symbol,name,industry", FileKind.COMPANIES),
        ("代码,报告期,营业收入,净利润", FileKind.STATEMENTS),
    ],
)
def test_the_columns_tell_what_a_file_holds(tmp_path: Path, heading: str, kind: FileKind) -> None:
    path = tmp_path / "x.csv"
    path.write_text(heading + "\n" + ",".join("1" for _ in heading.split(",")) + "\n", encoding="utf-8")
    assert kind_of_path(path) is kind


def test_what_else_a_file_could_be_is_said_with_the_option(tmp_path: Path) -> None:
    report = read(tmp_path / "x.csv", "symbol,date,kind,title\nDEMO5,2025-09-01,earnings,Q2 results\n")
    assert report.kind is FileKind.CALENDAR
    assert any("--kind news" in said for said in report.guesses)


def test_valuations_are_known_at_the_close_of_their_day(tmp_path: Path) -> None:
    text = "代码,日期,市盈率TTM,市净率,总市值(亿元),股息率\nDEMO1.SZ,2024/3/29,-,1.2,50,2.5%\nDEMO1.SZ,2024/4/1,,,,\n"
    report = read(tmp_path / "x.csv", text)
    (row,) = report.rows
    assert isinstance(row, Valuation)
    assert (row.pe_ttm, row.pb, row.market_value, row.dividend_yield) == (
        None,
        Decimal("1.2"),
        Decimal(5_000_000_000),
        Decimal("0.025"),
    )
    assert row.known_at == datetime(2024, 3, 29, 7, tzinfo=UTC)
    assert report.rows_unused == 1


def test_news_keeps_its_instant_and_one_without_a_symbol_is_about_the_market(tmp_path: Path) -> None:
    text = (
        "symbol,published,title,url\n"
        'DEMO5,2025-01-02T03:04:05Z,"Demo Works, again",https://x.invalid/1\n'
        'DEMO5,2025-01-02T03:04:05Z,"Demo Works, again",https://x.invalid/1\n'
        ",2025-01-03,央行降准,https://x.invalid/2\n"
        "DEMO5,2025-01-04,,https://x.invalid/3\n"
    )
    report = read(tmp_path / "x.csv", text)
    assert (report.rows_taken, report.rows_repeated, report.refused_for) == (2, 1, {"title": 1})
    one, other = report.rows
    assert isinstance(one, NewsItem)
    assert isinstance(other, NewsItem)
    assert (one.published_at, one.language) == (datetime(2025, 1, 2, 3, 4, 5, tzinfo=UTC), "en")
    assert (other.symbol, other.language, other.known_at) == (None, "zh", datetime(2025, 1, 3, 16, tzinfo=UTC))


def test_estimates_are_known_from_their_day_and_without_one_from_now(tmp_path: Path) -> None:
    text = "symbol,date,item,period_end,estimate,analysts\nDEMO5,2025-06-30,eps,2025-12-31,2.5,7\n"
    (row,) = read(tmp_path / "x.csv", text).rows
    assert isinstance(row, Estimate)
    assert (row.item, row.unit, row.analysts, row.period_end) == ("eps_basic", "USD/share", 7, date(2025, 12, 31))
    assert row.known_at == datetime(2025, 7, 1, 4, tzinfo=UTC)
    wide = "代码,预测年度,营业收入(亿元),归母净利润(亿元),机构数\nDEMO1.SZ,2025,12,1.5,4\n"
    report = read(tmp_path / "y.csv", wide)
    assert {(row.item, row.value, row.known_at) for row in report.rows if isinstance(row, Estimate)} == {
        ("revenue", Decimal(12 * 10**8), NOW),
        ("net_profit_parent", Decimal(15 * 10**7), NOW),
    }
    assert any("from now on" in said for said in report.guesses)


def test_a_calendar_holds_days_ahead(tmp_path: Path) -> None:
    text = "symbol,date,kind,event,announced\nDEMO5,2025-10-30,,Q3 earnings call,2025-07-01\n,2025-09-17,policy,FOMC,\n"
    one, other = read(tmp_path / "x.csv", text).rows
    assert isinstance(one, CalendarEvent)
    assert isinstance(other, CalendarEvent)
    assert (one.kind, one.day, one.known_at) == (
        EventKind.EARNINGS,
        date(2025, 10, 30),
        datetime(2025, 7, 2, 4, tzinfo=UTC),
    )
    assert (other.symbol, other.kind, other.known_at) == (None, EventKind.POLICY, NOW)


@pytest.mark.parametrize(
    ("plan", "split", "cash"),
    [
        ("10派3元", None, "0.3"),
        ("10送3转2派5元", "1.5", "0.5"),
        ("10转9.991663派0.999166元", "1.9991663", "0.0999166"),
        ("每10股派发现金红利1.2元（含税）", None, "0.12"),
        ("10送3.5转5派3元(含税)", "1.85", "0.3"),
        ("不分配不转增", None, None),
    ],
)
def test_a_plan_in_words_is_what_one_share_gets(plan: str, split: str | None, cash: str | None) -> None:
    given = planned(plan)
    assert given.get(ActionKind.SPLIT) == (Decimal(split) if split else None)
    assert given.get(ActionKind.DIVIDEND) == (Decimal(cash) if cash else None)


def test_payments_of_one_day_are_one_row_and_known_before_the_open(tmp_path: Path) -> None:
    text = (
        "symbol,cash_amount,declaration_date,ex_dividend_date\n"
        "DEMO5,0.08,,2004-11-15\n"
        "DEMO5,3,,2004-11-15\n"
        "DEMO5,3,,2004-11-15\n"
        "DEMO5,0.5,2025-05-01,2025-05-12\n"
        "DEMO5,-1,2025-05-01,2025-06-12\n"
        "DEMO5,0.5,2025-05-01,\n"
    )
    report = read(tmp_path / "x.csv", text)
    special, plain = (row for row in report.rows if isinstance(row, CorporateAction))
    assert (special.value, special.known_at) == (Decimal("3.08"), datetime(2004, 11, 15, 5, tzinfo=UTC))
    assert plain.known_at == datetime(2025, 5, 2, 4, tzinfo=UTC)
    assert (report.rows_taken, report.rows_repeated, report.refused_for) == (3, 1, {"negative": 1})
    assert any("ex-date" in said for said in report.left_out)


def test_revisions_of_a_macro_series_are_versions(tmp_path: Path) -> None:
    text = (
        "指标名称,日期,公布日期,数值,单位\n"
        "CPI同比,2024-05,2024-06-12,0.3,%\n"
        "CPI同比,2024-05,2024-07-10,0.4,%\n"
        "CPI同比,2024-06,,0.2%,\n"
    )
    report = read(tmp_path / "x.csv", text)
    points = [row for row in report.rows if isinstance(row, MacroPoint)]
    assert {row.series for row in points} == {"CN.CPI_YOY"}
    assert [(row.version, row.value, row.unit) for row in points] == [
        (1, Decimal("0.003"), "ratio"),
        (2, Decimal("0.004"), "ratio"),
        (1, Decimal("0.002"), "ratio"),
    ]
    assert points[2].known_at == datetime(2024, 8, 14, 16, tzinfo=UTC)  # 45 days after 30 June
    assert any("45 days" in said for said in report.guesses)


def test_a_list_of_companies_gives_names_and_industries(tmp_path: Path) -> None:
    (row,) = read(tmp_path / "x.csv", "代码,名称,行业,上市日期\nDEMO1.SZ,演示银行,银行,2001-02-03\n").rows
    assert isinstance(row, Instrument)
    assert (row.name_zh, row.industry, row.exchange, row.currency) == ("演示银行", "银行", "XSHE", "CNY")
    assert row.known_at == datetime(2001, 2, 3, 16, tzinfo=UTC)


def test_a_daily_series_is_out_the_next_day_and_keeps_a_name_of_its_own(tmp_path: Path) -> None:
    lines = [f"铁矿石,2024-06-{day:02},{day}" for day in (3, 4, 5, 6, 7)]
    report = read(tmp_path / "x.csv", "\n".join(("指标名称,日期,数值", *lines)))
    first = report.rows[0]
    assert isinstance(first, MacroPoint)
    assert (first.series, first.known_at) == ("铁矿石", datetime(2024, 6, 4, 16, tzinfo=UTC))


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("中国:M2:同比", "CN.M2_YOY"),
        ("CPI当月同比", "CN.CPI_YOY"),
        ("制造业PMI", "CN.PMI"),
        ("1年期LPR", "CN.POLICY_RATE"),
        ("GDP累计同比", "CN.GDP_YOY"),
        ("FEDFUNDS", "US.POLICY_RATE"),
        ("ISM Manufacturing PMI", "US.PMI"),
        ("CN.PMI", "CN.PMI"),
        ("螺纹钢价格", None),
        ("CPIAUCSL", None),  # a level, not a rate
    ],
)
def test_a_series_goes_by_the_name_that_research_asks_for(told: str, name: str | None) -> None:
    assert research_name(told) == name


def test_funding_rates_are_read_by_the_clock_of_the_exchange(tmp_path: Path) -> None:
    told = read(
        tmp_path / "funding.csv",
        "symbol,calc_time,last_funding_rate,mark_price\n"
        "BTC-USDT-PERP,1704096000000,0.0001,42100.5\n"
        "BTC/USDT:USDT,2024-01-01T16:00:00,-0.00025,\n"
        "BTC-USDT,2024-01-01T16:00:00,0.0001,\n"
        "BTC-USDT-PERP,2024-01-02T00:00:00,1.5,\n",
    )
    assert told.kind is FileKind.FUNDING
    first, second = told.rows
    assert isinstance(first, FundingRate)
    assert isinstance(second, FundingRate)
    assert (first.paid_at, first.rate, first.mark_price) == (
        datetime(2024, 1, 1, 8, tzinfo=UTC),
        Decimal("0.0001"),
        Decimal("42100.5"),
    )
    assert (second.paid_at, second.rate, second.mark_price) == (
        datetime(2024, 1, 1, 16, tzinfo=UTC),
        Decimal("-0.00025"),
        None,
    )
    assert first.known_at == first.paid_at
    assert told.rows_refused == 2
