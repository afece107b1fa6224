"""Tiingo, Stooq, SEC EDGAR and FRED in their documented shapes, spoken by a server on this machine."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from packages.domain.market_data.errors import ProviderDown, ProviderRefused, WrongTimeframe
from packages.domain.market_data.ports import BarRequest, FundamentalAnswer, Provider
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.fred_provider import FredProvider
from packages.infra.providers.market_data.vendors.sec_provider import SecProvider
from packages.infra.providers.market_data.vendors.stooq_provider import StooqProvider, stooq_code
from packages.infra.providers.market_data.vendors.tiingo_provider import TiingoProvider
from tests.conformance.provider_conformance import CompanyConformance, KnownBar, ProviderConformance
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.market_data.local_http import LocalHttp, Reply
from tests.servers.vendor_server import DIVIDEND_DAY, NAME, SPLIT_DAY, TICKER, price, vendor_server

KNOWN, UNKNOWN = parse_symbol(TICKER), parse_symbol("ZQXB")
NOW = datetime(2025, 6, 2, 22, tzinfo=UTC)
STRETCH = (datetime(2024, 3, 5, tzinfo=UTC), datetime(2024, 3, 14, tzinfo=UTC))


@pytest.fixture
def server() -> Iterator[LocalHttp]:
    with vendor_server() as server:
        yield server


class _Bars(ProviderConformance):
    @pytest.fixture
    def known_request(self) -> BarRequest:
        return BarRequest(KNOWN, Timeframe.D1, *STRETCH)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return UNKNOWN

    @pytest.fixture
    def slow_down(self, server: LocalHttp) -> Callable[[float], None]:
        return lambda seconds: setattr(server, "delay", seconds)


class TestTiingo(_Bars):
    @pytest.fixture
    def provider(self, server: LocalHttp) -> Provider:
        return TiingoProvider(StoppedClock(NOW), "the-key", server.url)

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        day = date(2024, 3, 5)
        return KnownBar(datetime(2024, 3, 5, tzinfo=UTC), price(day) * 2, 1005)

    async def test_splits_and_dividends_come_with_the_bars(self, provider: Provider, known_request: BarRequest) -> None:
        found = (await provider.bars(known_request)).actions
        assert [(each.ex_date, each.kind, each.value) for each in found] == [
            (SPLIT_DAY, ActionKind.SPLIT, Decimal("2.0")),
            (DIVIDEND_DAY, ActionKind.DIVIDEND, Decimal("0.25")),
        ]

    async def test_the_company_is_named(self, company: FundamentalAnswer) -> None:
        assert company.instrument is not None
        assert (company.instrument.name_en, company.instrument.exchange) == (NAME, "XNAS")


class TestStooq(_Bars):
    @pytest.fixture
    def provider(self, server: LocalHttp) -> Provider:
        return StooqProvider(StoppedClock(NOW), server.url)

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(datetime(2024, 3, 5, tzinfo=UTC), price(date(2024, 3, 5)), 5000)

    async def test_adjusted_prices_say_so_and_are_known_no_earlier_than_now(
        self, provider: Provider, known_request: BarRequest
    ) -> None:
        bars = (await provider.bars(known_request)).bars
        assert bars.source == "stooq-adjusted"
        assert (bars.columns.known_at == bars.columns.known_at[-1]).all()


class TestSec(CompanyConformance):
    @pytest.fixture
    def provider(self, server: LocalHttp) -> Provider:
        return SecProvider(StoppedClock(NOW), "Parley tests@example.org", server.url, server.url)

    @pytest.fixture
    def known_symbol(self) -> Symbol:
        return KNOWN

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return UNKNOWN

    async def test_quarters_that_are_told_as_part_of_a_year_are_what_is_left_of_it(
        self, company: FundamentalAnswer
    ) -> None:
        revenue = {f.period_end: f.value for f in company.facts if f.item == "revenue" and f.version == 1}
        assert [revenue[date(2023, month, day)] for month, day in ((3, 31), (6, 30), (9, 30), (12, 31))] == [
            *(100, 200, 300, 400)
        ]
        cash = [f.value for f in company.facts if f.item == "operating_cash_flow" and f.period_end.year == 2024]
        assert cash == [10, 10, 10, 10]
        assert {f.unit for f in company.facts if f.item == "revenue"} == {"USD/quarter"}

    async def test_a_figure_is_known_when_the_day_of_its_filing_is_over(self, company: FundamentalAnswer) -> None:
        first = next(f for f in company.facts if f.item == "total_assets" and f.period_end == date(2023, 3, 31))
        assert first.known_at == datetime(2023, 5, 11, 4, tzinfo=UTC)

    async def test_a_restated_figure_is_a_second_version_from_its_own_filing_on(
        self, company: FundamentalAnswer
    ) -> None:
        told = [f for f in company.facts if f.item == "revenue" and f.period_end == date(2023, 3, 31)]
        assert [(f.version, int(f.value)) for f in told] == [(1, 100), (2, 95)]
        assert told[1].known_at.date() == date(2024, 5, 11)


class TestFred(CompanyConformance):
    @pytest.fixture
    def provider(self, server: LocalHttp) -> Provider:
        return FredProvider(StoppedClock(NOW), "the-key", server.url)

    @pytest.fixture
    def known_symbol(self) -> Symbol:
        return KNOWN

    async def test_a_company_that_the_source_does_not_know_is_no_data(  # type: ignore[override]
        self, provider: Provider
    ) -> None:
        """The economy is the same for every company, known or not."""
        assert (await provider.fundamentals(UNKNOWN)).macro

    async def test_a_figure_is_known_from_its_first_release_and_a_dot_is_none(self, company: FundamentalAnswer) -> None:
        prices = [each for each in company.macro if each.series == "US.CPI_YOY"]
        assert [each.period_end.month for each in prices] == [1, 2, 3, 5, 6]
        assert prices[0].known_at == datetime(2024, 2, 16, 5, tzinfo=UTC)
        growth = [each for each in company.macro if each.series == "US.GDP_YOY"]
        assert growth[0].period_end == date(2024, 3, 31)


@pytest.mark.parametrize(
    ("status", "error"), [(401, ProviderRefused), (403, ProviderRefused), (429, ProviderDown), (500, ProviderDown)]
)
async def test_what_a_vendor_refuses_with_is_said(server: LocalHttp, status: int, error: type[Exception]) -> None:
    server.answer = lambda _question: Reply({"detail": "no"}, status)
    with pytest.raises(error, match="Tiingo"):
        await TiingoProvider(StoppedClock(NOW), "k", server.url).bars(BarRequest(KNOWN, Timeframe.D1, *STRETCH))


@pytest.mark.parametrize("body", ["<html>", '{"detail": 1}', '[{"date": "x"}]'])
async def test_nonsense_is_called_unreadable(server: LocalHttp, body: str) -> None:
    server.answer = lambda _question: Reply(body)
    with pytest.raises(ProviderDown, match="cannot be read"):
        await TiingoProvider(StoppedClock(NOW), "k", server.url).bars(BarRequest(KNOWN, Timeframe.D1, *STRETCH))


async def test_a_vendor_that_cannot_be_reached_is_down() -> None:
    with pytest.raises(ProviderDown, match="could not be reached"):
        await StooqProvider(StoppedClock(NOW), "http://127.0.0.1:9").bars(BarRequest(KNOWN, Timeframe.D1, *STRETCH))


async def test_sources_without_bars_refuse_to_be_asked_for_them(server: LocalHttp) -> None:
    for provider in (FredProvider(StoppedClock(NOW), "k", server.url), SecProvider(StoppedClock(NOW), "x", server.url)):
        with pytest.raises(WrongTimeframe):
            await provider.bars(BarRequest(KNOWN, Timeframe.D1, *STRETCH))


@pytest.mark.parametrize(
    ("symbol", "code"),
    [("BRK.B", "brk-b.us"), ("0700.HK", "700.hk"), ("7203.T", "7203.jp"), ("EURUSD=X", "eurusd"), ("^GSPC", "^spx")],
)
def test_codes_are_spelt_as_stooq_spells_them(symbol: str, code: str) -> None:
    assert stooq_code(parse_symbol(symbol)) == code
