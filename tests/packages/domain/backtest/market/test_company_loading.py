"""Reports, dates and dividends come through the as-of door; who lacks them is named, with how to load them."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.jobs.fingerprint import fingerprint
from packages.domain.backtest.market.needs import CompanyNeeds, Needs, needs_of
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.market.shortfalls import Shortfall
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import ActionKind, FinancialFact, Statement
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.company_fields import FundamentalField as F
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import World
from packages.domain.stress.monte_carlo.simulate import monte_carlo
from packages.domain.stress.worlds.observed import ReportsNotDrawn
from tests.corpus.well_known_companies import dividend_capture, drift_after_earnings, out_before_earnings, ranked
from tests.packages.domain.backtest.stored_bars import MemoryStore, action, series

TIMES = [f"2024-{month:02}-{day:02}" for month in (3, 4) for day in range(1, 29)]
DAYS = [day for day in TIMES if np.is_busday(np.datetime64(day))]


def fact(ticker: str, item: str, end: date, value: int, known: datetime) -> FinancialFact:
    return FinancialFact(
        source="test",
        known_at=known,
        symbol=parse_symbol(ticker),
        statement=Statement.INCOME,
        item=item,
        period_end=end,
        value=Decimal(value),
        unit="USD",
    )


def reported(ticker: str, known: datetime) -> list[FinancialFact]:
    return [
        fact(ticker, "net_profit", date(2023, 12, 31), 500, known),
        fact(ticker, "equity_parent", date(2023, 12, 31), 2500, known),
    ]


KNOWN = datetime(2024, 3, 11, 22, tzinfo=UTC)  # after the close in New York
ROE = CompanyNeeds(figures=(F.ROE,), reports=True)


async def loaded(store: MemoryStore, needs: CompanyNeeds, *tickers: str) -> LoadedPanel:

    symbols = [parse_symbol(ticker) for ticker in tickers]
    return await load_panel(store.view(), symbols, Timeframe.D1, start=None, end=None, needs=Needs(company=needs))


def test_a_strategy_needs_only_what_its_rules_read() -> None:
    def needed(document: dict) -> CompanyNeeds:  # type: ignore[type-arg]
        return needs_of(Validator(CATALOGUE).document(document).require()).company

    assert needed(drift_after_earnings("AAPL")) == CompanyNeeds((F.QUARTER_PROFIT_GROWTH,), reports=True)
    assert needed(out_before_earnings("AAPL")) == CompanyNeeds(report_days=True)
    assert needed(dividend_capture("AAPL")) == CompanyNeeds(dividends=True)
    both = needed(dict(ranked(["AAPL", "MSFT"])["low_pe_high_roe"]))
    assert both == CompanyNeeds((F.EPS, F.ROE), reports=True)
    assert {"shares_total", "equity_parent", "net_profit_parent"} <= set(both.items)


async def test_figures_count_from_their_own_publication() -> None:
    store = MemoryStore([series("AAPL", DAYS)], reported("AAPL", KNOWN))
    found = await loaded(store, ROE, "AAPL")
    record = found.panel.record(0)
    assert record is not None
    np.testing.assert_array_equal(record.figures, [[0.2]])
    assert [(note.kind, note.bars) for note in found.notes if note.kind is Shortfall.NO_REPORTS] == [
        (Shortfall.NO_REPORTS, DAYS.index("2024-03-12"))
    ]


async def test_where_nobody_has_reports_it_says_who_and_how_to_load_them() -> None:
    with pytest.raises(NoData, match="parley data sync AAPL"):
        await loaded(MemoryStore([series("AAPL", DAYS)]), ROE, "AAPL")
    with pytest.raises(NoData, match="dates of coming reports of AAPL"):
        await loaded(MemoryStore([series("AAPL", DAYS)]), CompanyNeeds(report_days=True), "AAPL")


async def test_who_lacks_reports_beside_others_is_noted_with_how_to_load_them() -> None:
    store = MemoryStore([series("AAPL", DAYS), series("MSFT", DAYS)], reported("AAPL", KNOWN))
    found = await loaded(store, ROE, "AAPL", "MSFT")
    [note] = [note for note in found.notes if note.ticker == "MSFT"]
    assert (note.kind, note.bars) == (Shortfall.NO_REPORTS, len(DAYS))
    for language in Language:
        assert "parley data sync MSFT" in note.sentence(language)


async def test_bars_before_a_listing_are_not_counted_as_bars_without_reports() -> None:
    late = DAYS[DAYS.index("2024-03-12") - 2 :]
    store = MemoryStore(
        [series("AAPL", DAYS), series("MSFT", late)], [*reported("AAPL", KNOWN), *reported("MSFT", KNOWN)]
    )
    found = await loaded(store, ROE, "AAPL", "MSFT")
    assert [note.bars for note in found.notes if note.kind is Shortfall.NO_REPORTS] == [DAYS.index("2024-03-12"), 2]


async def test_a_share_that_never_paid_is_noted_and_no_fault() -> None:
    paid = action("AAPL", "2024-04-10", ActionKind.DIVIDEND, "0.3")
    store = MemoryStore([series("AAPL", DAYS), series("MSFT", DAYS)], [paid])
    found = await loaded(store, CompanyNeeds(dividends=True), "AAPL", "MSFT")
    assert {(note.ticker, note.kind) for note in found.notes} == {("MSFT", Shortfall.NO_DIVIDENDS)}


async def test_reports_are_part_of_the_datas_fingerprint() -> None:
    series_of = [series("AAPL", DAYS)]
    one = await loaded(MemoryStore(series_of, reported("AAPL", KNOWN)), ROE, "AAPL")
    other = await loaded(MemoryStore(series_of, reported("AAPL", KNOWN.replace(day=12))), ROE, "AAPL")
    assert fingerprint(one.panel, {}).digest != fingerprint(other.panel, {}).digest
    plain = replace(one.panel, alongside=None)
    assert fingerprint(plain, {}).digest != fingerprint(one.panel, {}).digest


async def test_simulated_paths_refuse_rules_on_reports_by_name() -> None:

    strategy = Validator(CATALOGUE).document(drift_after_earnings("AAPL")).require()
    store = MemoryStore([series("AAPL", DAYS)], reported("AAPL", KNOWN))
    panel = (await loaded(store, needs_of(strategy).company, "AAPL")).panel
    with pytest.raises(ReportsNotDrawn, match="walk-forward"):
        monte_carlo(compile_strategy(strategy, CATALOGUE), panel, Terms(), World.BLOCK_BOOTSTRAP, paths=100)
