"""The pack as a source: it answers for demo symbols, within the stretch that was asked for."""

from datetime import UTC, date, datetime

import pytest

from packages.domain.market_data.errors import NoData
from packages.domain.market_data.ports import BarRequest, Provider
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.demo.pack import DemoPack
from packages.infra.providers.demo.provider import DemoProvider


@pytest.fixture
def provider(pack: DemoPack) -> DemoProvider:
    made = DemoProvider()
    made._pack = pack
    return made


def ask(text: str, timeframe: Timeframe = Timeframe.D1, year: int = 2020) -> BarRequest:
    start, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return BarRequest(parse_symbol(text), timeframe, start, end)


async def test_it_gives_the_bars_and_actions_of_the_stretch(provider: DemoProvider) -> None:
    port: Provider = provider
    answer = await port.bars(ask("DEMO5"))
    days = answer.bars.columns.time.astype("datetime64[D]").tolist()
    assert (days[0], days[-1], len(days)) == (date(2020, 1, 2), date(2020, 12, 31), 253)
    assert [action.ex_date for action in answer.actions] == [date(2020, 8, 31)]


async def test_it_never_answers_for_a_real_symbol(provider: DemoProvider) -> None:
    with pytest.raises(NoData, match="AAPL is not a demo symbol"):
        await provider.bars(ask("AAPL"))
    with pytest.raises(NoData):
        await provider.fundamentals(parse_symbol("000001.SZ"))


async def test_what_it_does_not_have_is_no_data(provider: DemoProvider) -> None:
    with pytest.raises(NoData):
        await provider.bars(ask("DEMO5", Timeframe.M5))
    with pytest.raises(NoData):
        await provider.bars(ask("DEMO5", year=2010))
    with pytest.raises(NoData):
        await provider.bars(ask("DEMO99.SZ"))


async def test_it_tells_all_that_is_known_of_a_company(provider: DemoProvider) -> None:
    known = await provider.fundamentals(parse_symbol("DEMO4.SH"))
    assert known.instrument is not None
    assert known.instrument.name_en == "Demo Driftboat Leisure"
    assert known.facts
    assert known.valuations
    assert known.statuses
    assert known.macro
    assert {item.symbol for item in known.news} == {known.instrument.symbol, None}


@pytest.mark.parametrize("text", ["galaxy", "星河", "demo1.sz"])
async def test_it_finds_instruments_by_name_in_both_languages_and_by_code(provider: DemoProvider, text: str) -> None:
    assert [row.symbol.text for row in await provider.search(text)] == ["DEMO1.SZ"]
    assert await provider.search(" ") == []


async def test_it_makes_the_pack_itself_on_the_first_question(pack: DemoPack) -> None:
    assert (await DemoProvider().pack()).fingerprint() == pack.fingerprint()
