"""What every `Provider` must do: subclass `ProviderConformance` and give it a provider that talks to a local server."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any

import numpy as np
import pytest

from packages.core.errors import ParleyError
from packages.domain.market_data.bars import instant
from packages.domain.market_data.errors import NoData, WrongTimeframe
from packages.domain.market_data.ports import BarAnswer, BarRequest, FundamentalAnswer, Provider
from packages.domain.market_data.rows import ActionKind, FinancialFact, Row
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

_EXAMPLES = {
    Market.CN_STOCKS: "DEMO1.SZ",
    Market.US_STOCKS: "DEMO5",
    Market.CRYPTO: "DEMO8-USD",
    Market.FOREX: "EURUSD=X",
    Market.FUTURES: "ES=F",
    Market.HK_STOCKS: "0700.HK",
}


@dataclass(frozen=True)
class KnownBar:
    """The first bar that the server has for `known_request`; `volume` in shares (or coins), as it must come out."""

    time: datetime
    close: float
    volume: float


class CompanyConformance:
    """What every source must do that tells of companies or economies, with bars or without. Give the fixtures."""

    @pytest.fixture
    def provider(self) -> Provider:
        raise NotImplementedError

    @pytest.fixture
    def known_symbol(self) -> Symbol:
        """A symbol that the server knows."""
        raise NotImplementedError

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        """A symbol of the right market that the server has never heard of."""
        raise NotImplementedError

    @pytest.fixture
    async def company(self, provider: Provider, known_symbol: Symbol) -> FundamentalAnswer:
        if not provider.abilities.fundamentals:
            pytest.skip("has no fundamentals")
        return await provider.fundamentals(known_symbol)

    async def test_fundamentals_are_sound_rows_or_empty(self, provider: Provider, known_symbol: Symbol) -> None:
        told = await provider.fundamentals(known_symbol)
        if not provider.abilities.fundamentals:
            assert told == FundamentalAnswer()
            return
        instruments = [told.instrument] if told.instrument else []
        rows = [*instruments, *told.facts, *told.valuations, *told.statuses, *told.news, *told.macro]
        assert rows
        _assert_rows_are_sound(provider, rows)
        ids = [row.id for row in rows]
        assert len(ids) == len(set(ids))

    async def test_facts_are_known_after_their_period_and_in_the_order_of_their_versions(
        self, company: FundamentalAnswer
    ) -> None:
        for _, group in groupby(sorted(company.facts, key=_fact_key), key=_fact_key):
            versions = sorted(group, key=lambda fact: fact.version)
            assert [fact.version for fact in versions] == list(range(1, len(versions) + 1))
            known = [fact.known_at for fact in versions]
            assert known == sorted(known)
            assert known[0].date() >= versions[0].period_end

    async def test_every_fact_is_a_finite_decimal_in_a_stated_unit(self, company: FundamentalAnswer) -> None:
        for fact in company.facts:
            assert fact.unit
            assert isinstance(fact.value, Decimal)
            assert fact.value.is_finite()

    async def test_a_company_that_the_source_does_not_know_is_no_data(
        self, provider: Provider, company: FundamentalAnswer, unknown_symbol: Symbol
    ) -> None:
        with pytest.raises(NoData, match=unknown_symbol.text):
            await provider.fundamentals(unknown_symbol)

    async def test_search_finds_the_known_symbol_or_is_empty(self, provider: Provider, known_symbol: Symbol) -> None:
        found = await provider.search(known_symbol.text)
        if not provider.abilities.search:
            assert list(found) == []
            return
        assert known_symbol in [instrument.symbol for instrument in found]
        _assert_rows_are_sound(provider, found)

    async def test_a_search_for_what_does_not_exist_finds_nothing(self, provider: Provider) -> None:
        assert list(await provider.search("zzqx no such company")) == []


class ProviderConformance(CompanyConformance):
    """Give the first five fixtures; the others follow from the provider's abilities."""

    @pytest.fixture
    def provider(self) -> Provider:
        raise NotImplementedError

    @pytest.fixture
    def known_request(self) -> BarRequest:
        """A stretch of which the server has at least four bars inside, and some on either side that must stay out."""
        raise NotImplementedError

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        raise NotImplementedError

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        """A symbol of the right market that the server has never heard of."""
        raise NotImplementedError

    @pytest.fixture
    def slow_down(self) -> Callable[[float], None]:
        """Makes the server wait so many seconds before each answer from now on."""
        raise NotImplementedError

    @pytest.fixture
    def foreign_symbol(self, provider: Provider) -> Symbol:
        foreign = next((market for market in Market if market not in provider.abilities.markets), None)
        if foreign is None:
            pytest.skip("serves every market")
        return parse_symbol(_EXAMPLES[foreign])

    @pytest.fixture
    def unsupported_timeframe(self, provider: Provider) -> Timeframe:
        missing = next((each for each in Timeframe if each not in provider.abilities.timeframes), None)
        if missing is None:
            pytest.skip("serves every timeframe")
        return missing

    @pytest.fixture
    async def answer(self, provider: Provider, known_request: BarRequest) -> BarAnswer:
        return await provider.bars(known_request)

    @pytest.fixture
    def known_symbol(self, known_request: BarRequest) -> Symbol:
        return known_request.symbol

    def test_a_provider_has_a_name_and_serves_at_least_daily_bars_of_one_market(self, provider: Provider) -> None:
        assert provider.name
        assert provider.abilities.markets
        assert Timeframe.D1 in provider.abilities.timeframes

    async def test_bars_are_raw_and_named_as_they_were_asked_for(
        self, provider: Provider, known_request: BarRequest, answer: BarAnswer
    ) -> None:
        bars = answer.bars
        assert (bars.symbol, bars.timeframe) == (known_request.symbol, known_request.timeframe)
        assert bars.adjusted == "raw"
        assert bars.source == provider.name
        assert len(bars) >= 4

    async def test_bars_begin_inside_the_asked_stretch_and_stand_in_time_order(
        self, known_request: BarRequest, answer: BarAnswer
    ) -> None:
        time = answer.bars.columns.time
        assert time.dtype == np.dtype("datetime64[us]")
        assert (time >= instant(known_request.start)).all()
        assert (time < instant(known_request.end)).all()
        assert (np.diff(time) > np.timedelta64(0)).all()

    async def test_the_end_of_the_stretch_is_left_out(self, provider: Provider, known_request: BarRequest) -> None:
        whole = (await provider.bars(known_request)).bars.columns.time
        until_the_third = replace(known_request, end=_aware(whole[2]))
        assert (await provider.bars(until_the_third)).bars.columns.time.tolist() == whole[:2].tolist()

    async def test_a_bar_is_known_only_after_it_began(self, answer: BarAnswer) -> None:
        columns = answer.bars.columns
        assert (columns.known_at > columns.time).all()

    async def test_the_first_bar_has_its_utc_time_its_raw_close_and_its_volume_in_shares(
        self, answer: BarAnswer, known_bar: KnownBar
    ) -> None:
        columns = answer.bars.columns
        assert _aware(columns.time[0]) == known_bar.time
        assert columns.close[0] == pytest.approx(known_bar.close)
        assert columns.volume[0] == pytest.approx(known_bar.volume)

    async def test_prices_are_finite_and_the_high_and_low_lie_around_them(self, answer: BarAnswer) -> None:
        columns = answer.bars.columns
        prices = np.vstack([columns.open, columns.high, columns.low, columns.close])
        assert np.isfinite(prices).all()
        assert (prices > 0).all()
        assert (columns.volume >= 0).all()
        assert np.allclose(columns.high, prices.max(axis=0))
        assert np.allclose(columns.low, prices.min(axis=0))

    async def test_ids_of_bars_and_actions_are_unique(self, answer: BarAnswer) -> None:
        ids = [*answer.bars.row_ids(), *(action.id for action in answer.actions)]
        assert len(ids) == len(set(ids))

    async def test_actions_lie_in_the_stretch_and_change_something(
        self, provider: Provider, known_request: BarRequest, answer: BarAnswer
    ) -> None:
        for action in answer.actions:
            assert action.symbol == known_request.symbol
            assert known_request.start.date() <= action.ex_date <= known_request.end.date()
            assert action.value > 0
            assert action.kind is ActionKind.DIVIDEND or action.value != 1
        _assert_rows_are_sound(provider, answer.actions)

    async def test_the_same_question_has_the_same_answer(self, provider: Provider, known_request: BarRequest) -> None:
        first, second = await provider.bars(known_request), await provider.bars(known_request)
        assert first.bars.columns.equals(second.bars.columns)
        assert first.actions == second.actions

    async def test_a_stretch_without_bars_is_no_data(self, provider: Provider, known_request: BarRequest) -> None:
        long_ago = datetime(1985, 1, 5, tzinfo=UTC)
        with pytest.raises(NoData):
            await provider.bars(replace(known_request, start=long_ago, end=long_ago + timedelta(days=2)))

    async def test_an_unknown_symbol_is_no_data_and_the_message_names_it(
        self, provider: Provider, known_request: BarRequest, unknown_symbol: Symbol
    ) -> None:
        with pytest.raises(NoData, match=unknown_symbol.text):
            await provider.bars(replace(known_request, symbol=unknown_symbol))

    async def test_a_timeframe_that_the_source_has_not_is_called_wrong(
        self, provider: Provider, known_request: BarRequest, unsupported_timeframe: Timeframe
    ) -> None:
        with pytest.raises(WrongTimeframe):
            await provider.bars(replace(known_request, timeframe=unsupported_timeframe))

    async def test_a_symbol_of_another_market_is_a_typed_error(
        self, provider: Provider, known_request: BarRequest, foreign_symbol: Symbol
    ) -> None:
        with pytest.raises(ParleyError):
            await provider.bars(replace(known_request, symbol=foreign_symbol))

    async def test_the_event_loop_keeps_turning_while_the_source_is_slow(
        self, provider: Provider, known_request: BarRequest, slow_down: Callable[[float], None]
    ) -> None:
        await provider.bars(known_request)
        slow_down(0.3)
        # A busy machine may hold the loop up once; a source that blocks it does so every time.
        longest = min([await _longest_pause_while(provider.bars(known_request)) for _ in range(3)])
        assert longest < 0.25, f"the event loop stood still for {longest:.3f} s"


def _assert_rows_are_sound(provider: Provider, rows: Iterable[Row]) -> None:
    for row in rows:
        assert row.source == provider.name
        assert row.known_at.utcoffset() == timedelta(0)


def _fact_key(fact: FinancialFact) -> tuple[str, str, str]:
    return fact.statement, fact.item, fact.period_end.isoformat()


def _aware(time: np.datetime64) -> datetime:
    naive: datetime = time.astype("datetime64[us]").item()
    return naive.replace(tzinfo=UTC)


async def _longest_pause_while(work: Coroutine[Any, Any, BarAnswer]) -> float:
    """Runs the work beside a ticker, and gives the longest that the ticker had to wait for its turn."""
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(work)
    longest, before = 0.0, loop.time()
    while not task.done():
        await asyncio.sleep(0.005)
        longest, before = max(longest, loop.time() - before), loop.time()
    await task
    return longest
