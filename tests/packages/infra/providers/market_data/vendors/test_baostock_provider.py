"""Baostock's own client against a local server that speaks its protocol."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import ActionKind, FinancialFact, StatusKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.vendors.baostock_provider import BaostockProvider
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.packages.infra.providers.market_data import baostock_server
from tests.packages.infra.providers.market_data.a_share_times import (
    KNOWN,
    UNKNOWN,
    FixedClock,
    daily,
    midnight_after,
    minutes,
    utc,
)
from tests.packages.infra.providers.market_data.baostock_server import LocalBaostock, serving_baostock
from tests.packages.infra.providers.market_data.local_http import closed_port


@pytest.fixture
def server() -> Iterator[LocalBaostock]:
    with serving_baostock() as local:
        yield local


def _provider(server: LocalBaostock, timeout: float = 5.0) -> BaostockProvider:
    return BaostockProvider(clock=FixedClock(), timeout=timeout, quarters=3, host="127.0.0.1", port=server.port)


@pytest.fixture
def provider(server: LocalBaostock) -> BaostockProvider:
    return _provider(server)


class TestBaostockConformance(ProviderConformance):
    @pytest.fixture
    def provider(self, server: LocalBaostock) -> BaostockProvider:
        return _provider(server)

    @pytest.fixture
    def known_request(self) -> BarRequest:
        return daily()

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(utc(2024, 3, 4), close=10.0, volume=102_000)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return UNKNOWN

    @pytest.fixture
    def slow_down(self, server: LocalBaostock) -> Callable[[float], None]:
        return lambda seconds: setattr(server, "delay", seconds)


class TestBaostockConformanceOfMinutes(TestBaostockConformance):
    @pytest.fixture
    def known_request(self) -> BarRequest:
        return minutes()

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(utc(2024, 3, 4, 1, 30), close=10.1, volume=5_000)


async def test_a_suspended_session_is_no_bar(provider: BaostockProvider) -> None:
    bars = (await provider.bars(daily())).bars
    assert "2024-03-06" not in [str(time)[:10] for time in bars.columns.time]
    assert len(bars) == 6


async def test_prices_are_asked_for_unadjusted(server: LocalBaostock, provider: BaostockProvider) -> None:
    await provider.bars(daily())
    (prices,) = [words for words in server.asked if words[0] == "query_history_k_data_plus"]
    assert prices[4:] == [
        "sz.999999",
        "date,open,high,low,close,volume,amount,tradestatus",
        "2024-03-04",
        "2024-03-12",
        "d",
        "3",
    ]


async def test_bonus_and_converted_shares_make_one_split_beside_the_dividend(provider: BaostockProvider) -> None:
    split, dividend = (await provider.bars(daily())).actions
    assert (split.kind, split.value, split.ex_date) == (ActionKind.SPLIT, Decimal(2), date(2024, 3, 8))
    assert (dividend.kind, dividend.value) == (ActionKind.DIVIDEND, Decimal("0.5"))
    assert dividend.known_at == midnight_after(date(2024, 3, 1))


async def test_each_question_signs_in_and_out(server: LocalBaostock, provider: BaostockProvider) -> None:
    await provider.bars(minutes())
    assert [words[0] for words in server.asked] == ["login", "query_history_k_data_plus", "logout"]


async def test_questions_at_the_same_time_wait_for_each_other(provider: BaostockProvider) -> None:
    days, bars = await asyncio.gather(provider.bars(daily()), provider.bars(minutes()))
    assert (len(days.bars), len(bars.bars)) == (6, 6)


async def test_a_question_that_was_given_up_does_not_disturb_the_next(
    server: LocalBaostock, provider: BaostockProvider
) -> None:
    server.delay = 0.1
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await provider.bars(daily())
    server.delay = 0
    assert len((await provider.bars(minutes())).bars) == 6


async def test_nothing_is_printed(provider: BaostockProvider, capsys: pytest.CaptureFixture[str]) -> None:
    await provider.bars(daily())
    assert capsys.readouterr() == ("", "")


def _facts(told: FundamentalAnswer, item: str) -> list[FinancialFact]:
    return sorted((fact for fact in told.facts if fact.item == item), key=lambda fact: fact.period_end)


@pytest.mark.parametrize(
    ("item", "value", "unit"),
    [
        ("revenue", "1000000000", "CNY"),
        ("net_profit", "150000000", "CNY"),
        ("shares_total", "1000000000", "shares"),
        ("roe", "0.125", "ratio"),
        ("gross_margin", "0.4", "ratio"),
        ("net_margin", "0.15", "ratio"),
        ("eps_ttm", "0.15", "CNY/share"),
        ("net_profit_yoy", "-0.1", "ratio"),
        ("current_ratio", "2", "ratio"),
        ("debt_to_assets", "0.4", "ratio"),
    ],
)
async def test_figures_come_in_their_stated_unit(provider: BaostockProvider, item: str, value: str, unit: str) -> None:
    fact = _facts(await provider.fundamentals(KNOWN), item)[-1]
    assert (fact.value, fact.unit, fact.period_end) == (Decimal(value), unit, date(2023, 12, 31))
    assert fact.known_at == midnight_after(date(2024, 3, 30))


async def test_a_quarter_without_a_date_of_publication_is_known_at_the_statutory_deadline(
    provider: BaostockProvider,
) -> None:
    third_quarter = _facts(await provider.fundamentals(KNOWN), "net_profit")[0]
    assert third_quarter.period_end == date(2023, 9, 30)
    assert third_quarter.known_at == midnight_after(date(2023, 10, 31))


async def test_only_quarters_that_are_over_are_asked_for(server: LocalBaostock, provider: BaostockProvider) -> None:
    await provider.fundamentals(KNOWN)
    asked = [(words[5], words[6]) for words in server.asked if words[0] == "query_growth_data"]
    assert asked == [("2023", "3"), ("2023", "4"), ("2024", "1")]


async def test_special_treatment_is_a_run_of_sessions_and_a_suspension_a_day(provider: BaostockProvider) -> None:
    told = await provider.fundamentals(KNOWN)
    assert [(row.kind, row.since, row.until) for row in told.statuses] == [
        (StatusKind.SPECIAL_TREATMENT, date(2024, 3, 4), date(2024, 3, 5)),
        (StatusKind.SUSPENDED, date(2024, 3, 6), date(2024, 3, 6)),
    ]
    assert [row.known_at for row in told.statuses] == [midnight_after(date(2024, 3, 3)), utc(2024, 3, 6, 7)]


async def test_a_loss_has_no_multiple_and_a_suspended_day_no_valuation(provider: BaostockProvider) -> None:
    valuations = {row.day: row for row in (await provider.fundamentals(KNOWN)).valuations}
    assert valuations[date(2024, 3, 7)].pe_ttm is None
    assert valuations[date(2024, 3, 8)].pe_ttm == Decimal(20)
    assert date(2024, 3, 6) not in valuations


async def test_the_profile_names_the_industry(provider: BaostockProvider) -> None:
    company = (await provider.fundamentals(KNOWN)).instrument
    assert company is not None
    assert (company.name_zh, company.industry, company.exchange) == ("演示公司", "演示业", "XSHE")


async def test_search_finds_shares_by_a_part_of_the_name_and_leaves_indices_out(provider: BaostockProvider) -> None:
    assert [found.symbol for found in await provider.search("演示")] == [KNOWN]
    assert await provider.search(" ,\n") == []


async def test_beijing_is_not_served(server: LocalBaostock, provider: BaostockProvider) -> None:
    with pytest.raises(NoData, match="Beijing"):
        await provider.fundamentals(parse_symbol("899999.BJ"))
    assert server.asked == []


def _many(count: int) -> Callable[[str, list[str]], tuple[list[str], list[list[str]]]]:
    def tables(name: str, words: list[str]) -> tuple[list[str], list[list[str]]]:
        if name != "query_history_k_data_plus":
            return baostock_server.recorded(name, words)
        days = [date(2010, 1, 1) + timedelta(days=each) for each in range(count)]
        return words[5].split(","), [[day.isoformat(), "10", "11", "9", "10", "100", "1000", "1"] for day in days]

    return tables


@pytest.mark.parametrize("count", [1999, 2000, 2001, 4500])
async def test_every_page_is_read(server: LocalBaostock, provider: BaostockProvider, count: int) -> None:
    server.tables = _many(count)
    answer = await provider.bars(daily(start=utc(2009, 1, 1), end=utc(2024, 1, 1)))
    assert len(answer.bars) == count


@pytest.mark.parametrize("how", ["hangs up", "fails"])
async def test_a_second_page_that_does_not_come_is_not_taken_for_the_end(
    server: LocalBaostock, provider: BaostockProvider, how: str
) -> None:
    whole = _many(4500)

    def first_page_only(name: str, words: list[str]) -> tuple[list[str], list[list[str]]]:
        if how == "fails":
            server.failure = (name, "10005001", "系统级别错误")
        else:
            server.hang_up_at = name
        return whole(name, words)

    server.tables = first_page_only
    with pytest.raises(ProviderDown):
        await provider.bars(daily(start=utc(2009, 1, 1), end=utc(2024, 1, 1)))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("10001002", "用户名或密码错误"), ("10001005", "账号登陆数达到上限"), ("10001011", "黑名单用户")],
)
async def test_a_failed_login_is_a_refusal(
    server: LocalBaostock, provider: BaostockProvider, code: str, sentence: str
) -> None:
    server.failure = ("login", code, sentence)
    with pytest.raises(ProviderRefused, match=sentence):
        await provider.bars(daily())


async def test_a_code_that_the_server_calls_invalid_is_no_data(
    server: LocalBaostock, provider: BaostockProvider
) -> None:
    server.failure = ("query_history_k_data_plus", "10004011", "无效的证券代码")
    with pytest.raises(NoData, match="无效的证券代码"):
        await provider.bars(daily())


async def test_another_error_of_the_server_is_an_outage(server: LocalBaostock, provider: BaostockProvider) -> None:
    server.failure = ("query_history_k_data_plus", "10005001", "系统级别错误")
    with pytest.raises(ProviderDown, match="系统级别错误"):
        await provider.bars(daily())


@pytest.mark.parametrize("at", ["login", "query_history_k_data_plus", "query_dividend_data"])
async def test_a_server_that_hangs_up_is_an_outage_and_the_thread_ends(
    server: LocalBaostock, provider: BaostockProvider, at: str
) -> None:
    server.hang_up_at = at
    with pytest.raises(ProviderDown):
        await provider.bars(daily())
    server.hang_up_at = ""
    assert len((await provider.bars(daily())).bars) == 6


async def test_a_server_that_stays_silent_is_an_outage_after_the_time_limit(server: LocalBaostock) -> None:
    server.delay = 0.5
    with pytest.raises(ProviderDown, match="could not be reached"):
        await _provider(server, timeout=0.1).bars(daily())


async def test_a_refused_connection_is_an_outage() -> None:
    provider = BaostockProvider(clock=FixedClock(), host="127.0.0.1", port=closed_port())
    with pytest.raises(ProviderDown, match="could not be reached"):
        await provider.bars(daily())


async def test_an_empty_answer_is_no_data(server: LocalBaostock, provider: BaostockProvider) -> None:
    server.tables = lambda name, words: ([], [])
    with pytest.raises(NoData, match=KNOWN.text):
        await provider.bars(daily())
    with pytest.raises(NoData, match=KNOWN.text):
        await provider.fundamentals(KNOWN)


async def test_a_renamed_column_is_told_by_name(server: LocalBaostock, provider: BaostockProvider) -> None:
    def renamed(name: str, words: list[str]) -> tuple[list[str], list[list[str]]]:
        fields, rows = baostock_server.recorded(name, words)
        return ["vol" if field == "volume" else field for field in fields], rows

    server.tables = renamed
    with pytest.raises(ProviderDown, match="without volume"):
        await provider.bars(daily())


async def test_a_row_with_a_missing_price_is_not_passed_on(server: LocalBaostock, provider: BaostockProvider) -> None:
    def damaged(name: str, words: list[str]) -> tuple[list[str], list[list[str]]]:
        fields, rows = baostock_server.recorded(name, words)
        return fields, [
            ["" if field == "close" else cell for field, cell in zip(fields, row, strict=True)] for row in rows
        ]

    server.tables = damaged
    with pytest.raises(ProviderDown, match="a price is missing"):
        await provider.bars(daily())


async def test_a_record_of_the_wrong_length_is_an_outage(server: LocalBaostock, provider: BaostockProvider) -> None:
    def short(name: str, words: list[str]) -> tuple[list[str], list[list[str]]]:
        fields, rows = baostock_server.recorded(name, words)
        return fields, [row[:-1] for row in rows]

    server.tables = short
    with pytest.raises(ProviderDown, match="cannot read"):
        await provider.bars(daily())
