"""AkShare's own functions, parsing what a local server says in Eastmoney's place."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from packages.domain.market_data.errors import NoData, ProviderDown
from packages.domain.market_data.ports import BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import ActionKind, FinancialFact
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.akshare_provider import AkshareProvider
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.packages.infra.providers.market_data import eastmoney_server
from tests.packages.infra.providers.market_data.a_share_times import (
    KNOWN,
    UNKNOWN,
    FixedClock,
    daily,
    midnight_after,
    minutes,
    utc,
)
from tests.packages.infra.providers.market_data.local_http import LocalHttp, Reply, closed_port, serving


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHttp]:
    with serving(eastmoney_server.answer) as local:
        eastmoney_server.redirect(monkeypatch, local.url)
        yield local


@pytest.fixture
def provider(server: LocalHttp) -> AkshareProvider:
    return AkshareProvider(clock=FixedClock())


class TestAkshareConformance(ProviderConformance):
    @pytest.fixture
    def provider(self, server: LocalHttp) -> AkshareProvider:
        return AkshareProvider(clock=FixedClock())

    @pytest.fixture
    def known_request(self) -> BarRequest:
        return daily()

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(utc(2024, 3, 4), close=10.0, volume=101_000)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return UNKNOWN

    @pytest.fixture
    def slow_down(self, server: LocalHttp) -> Callable[[float], None]:
        return lambda seconds: setattr(server, "delay", seconds)


class TestAkshareConformanceOfMinutes(TestAkshareConformance):
    @pytest.fixture
    def known_request(self) -> BarRequest:
        return minutes()

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(utc(2024, 3, 4, 1, 30), close=10.1, volume=5_000)


async def test_volume_comes_in_lots_for_days_and_for_minutes(provider: AkshareProvider) -> None:
    assert (await provider.bars(daily())).bars.columns.volume[0] == 1010 * 100
    assert (await provider.bars(minutes())).bars.columns.volume[0] == 50 * 100


async def test_distributions_come_for_ten_shares_and_plans_not_at_all(provider: AkshareProvider) -> None:
    split, dividend = (await provider.bars(daily())).actions
    assert (split.kind, split.value, split.ex_date) == (ActionKind.SPLIT, Decimal(2), date(2024, 3, 8))
    assert (dividend.kind, dividend.value) == (ActionKind.DIVIDEND, Decimal("0.5"))
    assert split.known_at == midnight_after(date(2024, 3, 1))


async def test_a_company_that_never_distributed_has_no_actions(server: LocalHttp, provider: AkshareProvider) -> None:
    server.answer = eastmoney_server.changed("RPT_SHAREBONUS_DET", lambda body: body.update(result=None))
    assert (await provider.bars(daily())).actions == ()


async def test_columns_of_dividends_that_changed_places_are_noticed(
    server: LocalHttp, provider: AkshareProvider
) -> None:
    def swap(body: Any) -> None:
        for row in body["result"]["data"]:
            row["IT_RATIO"], row["PRETAX_BONUS_RMB"] = row["PRETAX_BONUS_RMB"], row["IT_RATIO"]

    server.answer = eastmoney_server.changed("RPT_SHAREBONUS_DET", swap)
    with pytest.raises(ProviderDown, match="mixed up"):
        await provider.bars(daily())


async def test_the_session_that_still_runs_is_left_out(server: LocalHttp) -> None:
    provider = AkshareProvider(clock=FixedClock(utc(2024, 3, 12, 4)))
    bars = (await provider.bars(daily())).bars
    assert str(bars.columns.time[-1])[:10] == "2024-03-11"


async def test_no_progress_bar_is_drawn(provider: AkshareProvider, capfd: pytest.CaptureFixture[str]) -> None:
    await provider.bars(daily())
    await provider.fundamentals(KNOWN)
    assert capfd.readouterr() == ("", "")


def _fact(told: FundamentalAnswer, item: str, period_end: date = date(2023, 12, 31)) -> FinancialFact:
    (fact,) = [fact for fact in told.facts if (fact.item, fact.period_end) == (item, period_end)]
    return fact


@pytest.mark.parametrize(
    ("item", "value", "unit"),
    [
        ("revenue", "1000000000", "CNY"),
        ("net_profit_parent", "140000000", "CNY"),
        ("eps_basic", "0.15", "CNY/share"),
        ("total_assets", "5000000000", "CNY"),
        ("investing_cash_flow", "-200000000", "CNY"),
        ("capex", "100000000", "CNY"),
        ("roe", "0.125", "ratio"),
        ("gross_margin", "0.40", "ratio"),
        ("debt_to_assets", "0.40", "ratio"),
        ("current_ratio", "2", "ratio"),
        ("net_profit_yoy", "-0.10", "ratio"),
        ("book_value_per_share", "2.9", "CNY/share"),
    ],
)
async def test_figures_come_in_their_stated_unit(provider: AkshareProvider, item: str, value: str, unit: str) -> None:
    fact = _fact(await provider.fundamentals(KNOWN), item)
    assert (fact.value, fact.unit) == (Decimal(value), unit)


async def test_a_report_of_which_only_the_last_version_is_kept_is_known_from_its_last_update(
    provider: AkshareProvider,
) -> None:
    told = await provider.fundamentals(KNOWN)
    assert _fact(told, "revenue").known_at == midnight_after(date(2024, 4, 20))
    assert _fact(told, "revenue", date(2023, 9, 30)).known_at == midnight_after(date(2023, 10, 31))


async def test_reports_that_come_in_several_answers_are_all_taken(server: LocalHttp, provider: AkshareProvider) -> None:
    told = await provider.fundamentals(KNOWN)
    assert len([question for question in server.asked if question.path.endswith("lrbAjaxNew")]) == 2
    assert len([fact for fact in told.facts if fact.item == "revenue"]) == 7
    assert len([fact for fact in told.facts if fact.item == "rd_expense"]) == 1


async def test_share_capital_is_not_taken_for_a_number_of_shares(provider: AkshareProvider) -> None:
    items = {fact.item for fact in (await provider.fundamentals(KNOWN)).facts}
    assert "shares_total" not in items
    assert "goodwill" not in items


async def test_valuations_are_in_yuan_and_a_loss_has_no_multiple(provider: AkshareProvider) -> None:
    first, second = (await provider.fundamentals(KNOWN)).valuations
    assert (first.day, first.market_value, first.pe_ttm) == (date(2024, 3, 4), Decimal(10_000_000_000), Decimal(20))
    assert first.known_at == utc(2024, 3, 4, 7)
    assert second.pe_ttm is None


async def test_the_profile_names_company_industry_and_listing(provider: AkshareProvider) -> None:
    company = (await provider.fundamentals(KNOWN)).instrument
    assert company is not None
    assert (company.name_zh, company.industry, company.listed_on) == ("演示公司", "演示业", date(2010, 1, 4))
    assert company.known_at == midnight_after(date(2010, 1, 3))


async def test_a_code_that_akshare_would_look_for_at_the_wrong_exchange_is_not_asked_for(
    server: LocalHttp, provider: AkshareProvider
) -> None:
    with pytest.raises(NoData, match="wrong exchange"):
        await provider.fundamentals(parse_symbol("999999.SH"))
    assert server.asked == []


@pytest.mark.parametrize("request_", [daily(), minutes()], ids=["days", "minutes"])
@pytest.mark.parametrize(
    "reply",
    [
        Reply("<html>Internal Server Error</html>", status=500),
        Reply("<html>hello</html>"),
        Reply({"unexpected": True}),
        Reply(""),
        Reply({"data": {"klines": ["2024-03-04,10.00"]}}),
    ],
    ids=["http 500", "html", "no data", "nothing", "fewer columns"],
)
async def test_a_nonsense_answer_is_an_outage_not_a_traceback(
    server: LocalHttp, provider: AkshareProvider, reply: Reply, request_: BarRequest
) -> None:
    server.answer = lambda question: reply
    with pytest.raises(ProviderDown):
        await provider.bars(request_)


async def test_a_nonsense_profile_is_an_outage_not_an_unknown_company(
    server: LocalHttp, provider: AkshareProvider
) -> None:
    server.answer = lambda question: Reply("<html>Internal Server Error</html>", status=500)
    with pytest.raises(ProviderDown):
        await provider.fundamentals(KNOWN)


async def test_a_statement_without_its_total_is_told_by_name(server: LocalHttp, provider: AkshareProvider) -> None:
    def rename(body: Any) -> None:
        for row in body["data"]:
            row["ASSETS"] = row.pop("TOTAL_ASSETS", None)

    server.answer = eastmoney_server.changed("zcfzbAjaxNew", rename)
    with pytest.raises(ProviderDown, match="without TOTAL_ASSETS"):
        await provider.fundamentals(KNOWN)


async def test_a_refused_connection_is_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    eastmoney_server.redirect(monkeypatch, f"http://127.0.0.1:{closed_port()}")
    provider = AkshareProvider(clock=FixedClock())
    with pytest.raises(ProviderDown, match="could not be reached"):
        await provider.bars(daily())
    with pytest.raises(ProviderDown, match="could not be reached"):
        await provider.fundamentals(KNOWN)


@pytest.mark.parametrize("timeframe", [Timeframe.D1, Timeframe.M5])
async def test_an_empty_answer_is_no_data(server: LocalHttp, provider: AkshareProvider, timeframe: Timeframe) -> None:
    server.answer = eastmoney_server.changed("kline", lambda body: body.update(data=None))
    with pytest.raises(NoData, match=KNOWN.text):
        await provider.bars(daily() if timeframe is Timeframe.D1 else minutes())


def _with_line(line: str) -> Callable[[Any], None]:
    def change(body: Any) -> None:
        body["data"]["klines"][2] = line

    return change


async def test_a_row_without_any_price_is_a_day_without_trade(server: LocalHttp, provider: AkshareProvider) -> None:
    server.answer = eastmoney_server.changed("kline", _with_line("2024-03-06,-,-,-,-,0,0,0,0,0,0"))
    assert len((await provider.bars(daily())).bars) == 6


async def test_a_row_with_a_missing_price_is_not_passed_on(server: LocalHttp, provider: AkshareProvider) -> None:
    server.answer = eastmoney_server.changed("kline", _with_line("2024-03-06,10.3,-,10.6,10.2,1,1000,1,1,1,1"))
    with pytest.raises(ProviderDown, match="a price is missing"):
        await provider.bars(daily())
