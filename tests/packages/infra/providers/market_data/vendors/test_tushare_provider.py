"""Tushare's own client against a local server that speaks its protocol."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import ActionKind, FinancialFact, StatusKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors import tushare_client
from packages.infra.providers.market_data.vendors.tushare_provider import TushareProvider
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.packages.infra.providers.market_data import tushare_server
from tests.packages.infra.providers.market_data.a_share_times import (
    KNOWN,
    UNKNOWN,
    FixedClock,
    daily,
    midnight_after,
    minutes,
    utc,
)
from tests.packages.infra.providers.market_data.local_http import LocalHttp, Question, Reply, closed_port, serving


@pytest.fixture
def server() -> Iterator[LocalHttp]:
    with serving(tushare_server.answer) as local:
        yield local


@pytest.fixture
def provider(server: LocalHttp) -> TushareProvider:
    return TushareProvider(tushare_server.TOKEN, clock=FixedClock(), http_url=server.url)


class TestTushareConformance(ProviderConformance):
    @pytest.fixture
    def provider(self, server: LocalHttp) -> TushareProvider:
        return TushareProvider(tushare_server.TOKEN, clock=FixedClock(), http_url=server.url)

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


class TestTushareConformanceOfMinutes(TestTushareConformance):
    @pytest.fixture
    def known_request(self) -> BarRequest:
        return minutes()

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(utc(2024, 3, 4, 1, 30), close=10.1, volume=5_000)


async def test_daily_volume_comes_in_lots_and_minute_volume_in_shares(provider: TushareProvider) -> None:
    days = (await provider.bars(daily())).bars
    bars = (await provider.bars(minutes())).bars
    assert days.columns.volume[0] == 1010 * 100
    assert bars.columns.volume[0] == 5000


async def test_a_repeated_row_of_a_dividend_counts_once_and_a_plan_not_at_all(provider: TushareProvider) -> None:
    split, dividend = (await provider.bars(daily())).actions
    assert (split.kind, split.value, split.ex_date) == (ActionKind.SPLIT, Decimal(2), date(2024, 3, 8))
    assert (dividend.kind, dividend.value) == (ActionKind.DIVIDEND, Decimal("0.5"))
    assert split.known_at == midnight_after(date(2024, 3, 1))


async def test_the_session_that_still_runs_is_left_out(server: LocalHttp) -> None:
    at_noon = FixedClock(utc(2024, 3, 12, 4))
    provider = TushareProvider(tushare_server.TOKEN, clock=at_noon, http_url=server.url)
    bars = (await provider.bars(daily())).bars
    assert str(bars.columns.time[-1])[:10] == "2024-03-11"


async def test_a_long_stretch_is_asked_for_in_pieces(server: LocalHttp, provider: TushareProvider) -> None:
    bars = (await provider.bars(daily(start=utc(1995, 1, 1), end=utc(2024, 3, 13)))).bars
    spans = [question.body["params"]["start_date"] for question in server.asked if question.path == "/daily"]
    assert spans == ["19950101", "20091228"]
    assert len(bars) == 8


def _versions(told: FundamentalAnswer, item: str, period_end: date) -> list[FinancialFact]:
    found = [fact for fact in told.facts if (fact.item, fact.period_end) == (item, period_end)]
    return sorted(found, key=lambda fact: fact.version)


async def test_a_corrected_report_keeps_both_versions_each_known_from_its_own_announcement(
    provider: TushareProvider,
) -> None:
    first, second = _versions(await provider.fundamentals(KNOWN), "revenue", date(2023, 12, 31))
    assert (first.value, first.known_at) == (Decimal(900_000_000), midnight_after(date(2024, 3, 30)))
    assert (second.value, second.known_at) == (Decimal(1_000_000_000), midnight_after(date(2024, 4, 20)))


async def test_last_years_figure_restated_this_year_is_its_second_version(provider: TushareProvider) -> None:
    first, second = _versions(await provider.fundamentals(KNOWN), "revenue", date(2022, 12, 31))
    assert (first.value, first.known_at) == (Decimal(800_000_000), midnight_after(date(2023, 3, 31)))
    assert (second.value, second.known_at) == (Decimal(790_000_000), midnight_after(date(2024, 3, 30)))


async def test_a_report_without_a_credible_announcement_is_known_at_the_statutory_deadline(
    provider: TushareProvider,
) -> None:
    told = await provider.fundamentals(KNOWN)
    (third_quarter,) = _versions(told, "revenue", date(2023, 9, 30))
    (half_year,) = _versions(told, "revenue", date(2023, 6, 30))
    assert third_quarter.known_at == midnight_after(date(2023, 10, 31))
    assert half_year.known_at == midnight_after(date(2023, 8, 31))


@pytest.mark.parametrize(
    ("item", "value", "unit"),
    [
        ("gross_margin", "0.40", "ratio"),
        ("roe", "0.125", "ratio"),
        ("roa", "0.0625", "ratio"),
        ("debt_to_assets", "0.40", "ratio"),
        ("current_ratio", "2", "ratio"),
        ("revenue_yoy", "0.25", "ratio"),
        ("net_profit_yoy", "-0.10", "ratio"),
        ("book_value_per_share", "2.9", "CNY/share"),
        ("total_assets", "5000000000", "CNY"),
        ("shares_total", "1000000000", "shares"),
        ("capex", "100000000", "CNY"),
    ],
)
async def test_figures_come_in_their_stated_unit(provider: TushareProvider, item: str, value: str, unit: str) -> None:
    (fact,) = _versions(await provider.fundamentals(KNOWN), item, date(2023, 12, 31))
    assert (fact.value, fact.unit) == (Decimal(value), unit)


async def test_a_figure_that_is_not_told_is_no_fact(provider: TushareProvider) -> None:
    assert _versions(await provider.fundamentals(KNOWN), "goodwill", date(2023, 12, 31)) == []


async def test_valuations_are_in_yuan_and_fractions_and_a_loss_has_no_multiple(provider: TushareProvider) -> None:
    first, second = (await provider.fundamentals(KNOWN)).valuations
    assert (first.day, first.market_value, first.dividend_yield) == (
        date(2024, 3, 4),
        Decimal(10_000_000_000),
        Decimal("0.02"),
    )
    assert first.known_at == utc(2024, 3, 4, 7)
    assert second.pe_ttm is None


async def test_special_treatment_is_told_once_and_each_whole_day_of_suspension_by_itself(
    provider: TushareProvider,
) -> None:
    statuses = (await provider.fundamentals(KNOWN)).statuses
    told = [(row.kind, row.since, row.until) for row in statuses]
    assert told == [
        (StatusKind.SPECIAL_TREATMENT, date(2022, 6, 1), date(2023, 5, 31)),
        (StatusKind.SUSPENDED, date(2023, 1, 4), date(2023, 1, 4)),
        (StatusKind.SUSPENDED, date(2023, 1, 5), date(2023, 1, 5)),
    ]
    assert statuses[0].known_at == midnight_after(date(2022, 5, 30))
    assert statuses[1].known_at == utc(2023, 1, 4, 7)


async def test_a_company_is_known_since_it_was_listed_also_after_it_left(provider: TushareProvider) -> None:
    listed = (await provider.fundamentals(KNOWN)).instrument
    departed = (await provider.fundamentals(parse_symbol("999996.SZ"))).instrument
    assert listed is not None
    assert (listed.name_zh, listed.exchange, listed.listed_on) == ("演示公司", "XSHE", date(2010, 1, 4))
    assert listed.known_at == midnight_after(date(2010, 1, 3))
    assert departed is not None
    assert departed.delisted_on is None


async def test_search_reads_chinese_and_english_names(provider: TushareProvider) -> None:
    assert [found.symbol.text for found in await provider.search("样品")] == ["999997.SH"]
    assert [found.symbol for found in await provider.search("demonstration")] == [KNOWN]


async def test_without_a_token_it_refuses_and_names_the_setting(server: LocalHttp) -> None:
    provider = TushareProvider("  ", clock=FixedClock(), http_url=server.url)
    with pytest.raises(ProviderRefused, match="TUSHARE_TOKEN"):
        await provider.bars(daily())
    assert server.asked == []


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (40101, "您的token不对，请确认。"),
        (-2002, "抱歉，您没有权限访问该接口，权限的具体详情访问文档。"),
        (40203, "抱歉，您每分钟最多访问该接口200次，权限的具体详情访问文档。"),
    ],
)
async def test_a_bad_token_a_missing_permission_and_a_used_up_quota_are_refusals(
    server: LocalHttp, provider: TushareProvider, code: int, sentence: str
) -> None:
    server.answer = lambda question: tushare_server.refusal(code, sentence)
    with pytest.raises(ProviderRefused, match=sentence[:8]):
        await provider.bars(daily())


async def test_another_error_of_the_server_is_an_outage(server: LocalHttp, provider: TushareProvider) -> None:
    server.answer = lambda question: tushare_server.refusal(50000, "系统内部错误")
    with pytest.raises(ProviderDown, match="系统内部错误"):
        await provider.bars(daily())


@pytest.mark.parametrize(
    "reply",
    [
        Reply("<html>Internal Server Error</html>", status=500),
        Reply("<html>hello</html>"),
        Reply({"code": 0, "msg": "", "data": None}),
        Reply({"unexpected": True}),
        Reply(""),
    ],
    ids=["http 500", "html", "no data", "no code", "nothing"],
)
async def test_a_nonsense_answer_is_an_outage_not_a_traceback(
    server: LocalHttp, provider: TushareProvider, reply: Reply
) -> None:
    server.answer = lambda question: reply
    with pytest.raises(ProviderDown):
        await provider.bars(daily())
    with pytest.raises(ProviderDown):
        await provider.fundamentals(KNOWN)


async def test_a_refused_connection_is_an_outage() -> None:
    nobody = f"http://127.0.0.1:{closed_port()}"
    provider = TushareProvider(tushare_server.TOKEN, clock=FixedClock(), http_url=nobody)
    with pytest.raises(ProviderDown, match="could not be reached"):
        await provider.bars(daily())


async def test_an_empty_answer_is_no_data(server: LocalHttp, provider: TushareProvider) -> None:
    server.answer = lambda question: tushare_server.of_rows(question.body["fields"].split(","), [])
    with pytest.raises(NoData, match=KNOWN.text):
        await provider.bars(daily())


async def test_a_renamed_column_is_told_by_name(server: LocalHttp, provider: TushareProvider) -> None:
    def renamed(question: Question) -> Reply:
        reply = tushare_server.answer(question)
        fields = reply.body["data"]["fields"]
        reply.body["data"]["fields"] = ["volume" if name == "vol" else name for name in fields]
        return reply

    server.answer = renamed
    with pytest.raises(ProviderDown, match="without vol"):
        await provider.bars(daily())


def _daily_with(change: Callable[[dict[str, Any]], None]) -> Callable[[Question], Reply]:
    def changed(question: Question) -> Reply:
        reply = tushare_server.answer(question)
        if question.path == "/daily":
            data = reply.body["data"]
            rows = [dict(zip(data["fields"], item, strict=True)) for item in data["items"]]
            change(rows[2])
            return tushare_server.of_rows(data["fields"], rows)
        return reply

    return changed


async def test_a_row_without_any_price_is_a_day_without_trade(server: LocalHttp, provider: TushareProvider) -> None:
    server.answer = _daily_with(lambda row: row.update(open=None, high=None, low=None, close=None, vol=0))
    assert len((await provider.bars(daily())).bars) == 6


async def test_a_row_with_a_missing_price_is_not_passed_on(server: LocalHttp, provider: TushareProvider) -> None:
    server.answer = _daily_with(lambda row: row.update(close=None))
    with pytest.raises(ProviderDown, match="a price is missing"):
        await provider.bars(daily())


async def test_a_volume_in_another_unit_than_documented_is_noticed(
    server: LocalHttp, provider: TushareProvider
) -> None:
    def in_shares(question: Question) -> Reply:
        reply = tushare_server.answer(question)
        place = reply.body["data"]["fields"].index("vol")
        for item in reply.body["data"]["items"]:
            item[place] *= 100
        return reply

    server.answer = in_shares
    with pytest.raises(ProviderDown, match="another unit"):
        await provider.bars(daily())


async def test_minutes_of_an_hour_begin_where_the_hour_began(provider: TushareProvider) -> None:
    hour = replace(minutes(Timeframe.M5), end=utc(2024, 3, 4, 1, 35))
    bars = (await provider.bars(hour)).bars
    assert [str(time) for time in bars.columns.time] == ["2024-03-04T01:30:00.000000"]
    assert [str(time) for time in bars.columns.known_at] == ["2024-03-04T01:35:00.000000"]


def test_every_figure_says_what_the_documentation_calls_it_and_none_stands_twice() -> None:
    figures = (
        *tushare_client.INCOME,
        *tushare_client.BALANCE,
        *tushare_client.CASH_FLOW,
        *tushare_client.INDICATORS,
    )
    assert all(figure.note for figure in figures)
    assert len({figure.item for figure in figures}) == len(figures)
    assert "gross_margin" not in {figure.field for figure in figures}
