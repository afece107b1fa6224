"""Yahoo by the real yfinance, its HTTP session turned to a local server, so that its own parsing runs."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from curl_cffi import requests as browser

from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import BarRequest, FundamentalAnswer, Provider
from packages.domain.market_data.rows import ActionKind, Statement
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.market_data.vendors.yfinance_provider import YfinanceProvider
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.market_data.local_api import (
    RECORDED,
    Asked,
    LocalApi,
    Reply,
    recorded,
    serving,
)

# yfinance 1.7 still uses what pandas 3.1 has deprecated; that is yfinance's to mend.
pytestmark = pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")
DEMO = parse_symbol("DEMO5")


class LocalSession(browser.Session[Any]):
    """Sends every request to the local server; Yahoo's host becomes the first part of the path."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def request(self, method: Any, url: str, *args: Any, **kwargs: Any) -> Any:
        parts = urlsplit(url)
        local = f"{self._url}/{parts.hostname}{parts.path}" + (f"?{parts.query}" if parts.query else "")
        return super().request(method, local, *args, **kwargs)


CHARTS = {"DEMO5": "chart_daily.json", "XXXDMO=X": "chart_forex.json"}


def answers(asked: Asked) -> Reply:
    host, _, path = asked.path.removeprefix("/").partition("/")
    if path == "v1/test/getcrumb":
        return Reply("a-crumb")
    if host in ("fc.yahoo.com", "guce.yahoo.com"):
        return Reply("<html></html>")
    if path.startswith("v8/finance/chart/"):
        return chart(path.rpartition("/")[2], asked)
    return company(path, asked)


def chart(ticker: str, asked: Asked) -> Reply:
    if ticker not in CHARTS:
        return Reply(recorded("yfinance/not_found.json"), 404)
    name = "chart_5m.json" if asked.query["interval"] == "5m" else CHARTS[ticker]
    told = recorded(f"yfinance/{name}")
    if "period1" in asked.query:
        cut(told["chart"]["result"][0], int(asked.query["period1"]), int(asked.query["period2"]))
    return Reply(told)


def cut(result: dict[str, Any], start: int, end: int) -> None:
    """Yahoo tells bars and events that begin in [start, end); without any, it leaves the times out."""
    inside = [start <= time < end for time in result["timestamp"]]
    for column in (column for kind in result["indicators"].values() for column in kind):
        for name, values in column.items():
            column[name] = [value for value, keep in zip(values, inside, strict=True) if keep]
    for kind, events in result.get("events", {}).items():
        result["events"][kind] = {key: event for key, event in events.items() if start <= event["date"] < end}
    result["timestamp"] = [time for time in result["timestamp"] if start <= time < end]
    if not result["timestamp"]:
        del result["timestamp"]
        result["indicators"] = {"quote": [{}]}


def company(path: str, asked: Asked) -> Reply:
    match path.split("/"):
        case ["v10", "finance", "quoteSummary", "DEMO5"]:
            return Reply(recorded("yfinance/quote_summary.json"))
        case ["v10", "finance", "quoteSummary", other]:
            said = f"Quote not found for symbol: {other}"
            return Reply({"quoteSummary": {"result": None, "error": {"code": "Not Found", "description": said}}}, 404)
        case ["v7", "finance", "quote"]:
            return Reply(recorded("yfinance/quote.json"))
        case ["ws", "fundamentals-timeseries", *_]:
            return Reply(timeseries(asked.query["type"].split(",")))
        case ["calendar", "earnings"]:
            return Reply((RECORDED / "yfinance/earnings_dates.html").read_text())
        case ["xhr", "ncp"]:
            return Reply(recorded("yfinance/news.json"))
        case ["v1", "finance", "search"]:
            found = recorded("yfinance/search.json")
            return Reply(found if "demo" in asked.query["q"].lower() else {**found, "quotes": []})
        case _:
            raise AssertionError(path)


def timeseries(keys: list[str]) -> Any:
    kinds = {"TotalRevenue": "financials", "TotalAssets": "balance_sheet", "CapitalExpenditure": "cash_flow"}
    for key, name in kinds.items():
        if f"quarterly{key}" in keys:
            return recorded(f"yfinance/timeseries_{name}.json")
    return {"timeseries": {"result": [{"meta": {"symbol": ["DEMO5"], "type": keys}}], "error": None}}


@pytest.fixture
def api() -> Iterator[LocalApi]:
    with serving(answers) as api:
        yield api


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2024, 6, 3, 12, tzinfo=UTC))


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outlives the test, for yfinance goes on holding its cache open."""
    return tmp_path_factory.mktemp("yfinance")


@pytest.fixture
def yahoo(api: LocalApi, clock: StoppedClock, folder: Path) -> Iterator[YfinanceProvider]:
    # yfinance keeps one cookie, one crumb and one session for the whole process; each test begins without them.
    data = require("yfinance.data", "yfinance")
    data.SingletonMeta._instances.clear()
    require("yfinance.base", "yfinance")._tz_info_fetch_ctr = 0
    yield YfinanceProvider(clock, folder / "yfinance", LocalSession(api.url))
    require("yfinance", "yfinance").set_tz_cache_location(str(folder / "closed"))


@pytest.fixture
def provider(yahoo: YfinanceProvider) -> YfinanceProvider:
    return yahoo


@pytest.fixture
def request_() -> BarRequest:
    return BarRequest(DEMO, Timeframe.D1, datetime(2024, 3, 5, tzinfo=UTC), datetime(2024, 3, 13, tzinfo=UTC))


class TestConformance(ProviderConformance):
    @pytest.fixture
    def provider(self, yahoo: YfinanceProvider) -> Provider:
        return yahoo

    @pytest.fixture
    def known_request(self, request_: BarRequest) -> BarRequest:
        return request_

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(datetime(2024, 3, 5, tzinfo=UTC), 707.0, 1100.0)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return parse_symbol("DEMO404")

    @pytest.fixture
    def slow_down(self, api: LocalApi) -> Callable[[float], None]:
        return api.slow_down


async def test_the_splits_after_each_bar_are_undone_those_after_the_stretch_too(
    provider: YfinanceProvider, request_: BarRequest
) -> None:
    """A 7:1 split on 11 March, and a 2:1 split on 1 May, after the stretch: Yahoo tells 1/14 and 1/2 of the prices."""
    columns = (await provider.bars(request_)).bars.columns
    assert np.datetime_as_string(columns.time, unit="D").tolist() == [
        "2024-03-05", "2024-03-06", "2024-03-07", "2024-03-08", "2024-03-11", "2024-03-12",
    ]  # fmt: skip
    assert columns.close.tolist() == pytest.approx([707, 714, 700, 693, 100, 102])
    assert columns.high.tolist() == pytest.approx([714, 721, 707, 700, 107, 109])
    assert columns.volume.tolist() == pytest.approx([1100, 1200, 1300, 1400, 7000, 7100])


async def test_actions_come_in_the_shares_of_their_own_day(provider: YfinanceProvider, request_: BarRequest) -> None:
    dividend, split = (await provider.bars(request_)).actions
    assert (dividend.ex_date, dividend.kind) == (date(2024, 3, 7), ActionKind.DIVIDEND)
    assert dividend.value == pytest.approx(Decimal("0.5"))
    assert (split.ex_date, split.kind, split.value) == (date(2024, 3, 11), ActionKind.SPLIT, Decimal(7))


async def test_intraday_bars_are_undone_too_and_stamped_with_their_start_in_utc(
    provider: YfinanceProvider, request_: BarRequest
) -> None:
    start = datetime(2024, 3, 8, 14, 35, tzinfo=UTC)
    five_minutes = replace(request_, timeframe=Timeframe.M5, start=start, end=start + timedelta(minutes=15))
    columns = (await provider.bars(five_minutes)).bars.columns
    assert np.datetime_as_string(columns.time, unit="m").tolist() == [
        "2024-03-08T14:35", "2024-03-08T14:40", "2024-03-08T14:45",
    ]  # fmt: skip
    assert columns.close.tolist() == pytest.approx([714, 728, 742])
    assert columns.volume.tolist() == pytest.approx([100, 100, 100])


async def test_a_day_of_currencies_has_london_s_date_and_is_known_when_it_ends_there(
    provider: YfinanceProvider, clock: StoppedClock
) -> None:
    demo_pair = Symbol("XXXDMO=X", Market.FOREX)
    days = BarRequest(demo_pair, Timeframe.D1, datetime(2024, 4, 2, tzinfo=UTC), datetime(2024, 4, 5, tzinfo=UTC))
    columns = (await provider.bars(days)).bars.columns
    # In summer, London's midnight is 23:00 UTC of the day before.
    assert np.datetime_as_string(columns.time, unit="D").tolist() == ["2024-04-02", "2024-04-03", "2024-04-04"]
    assert np.datetime_as_string(columns.known_at, unit="h").tolist() == [
        "2024-04-02T23", "2024-04-03T23", "2024-04-04T23",
    ]  # fmt: skip
    clock.move(seconds=(datetime(2024, 4, 4, 22, tzinfo=UTC) - clock.now()).total_seconds())
    assert len((await provider.bars(days)).bars) == 2


async def test_the_bar_of_a_session_that_still_runs_is_left_out(
    provider: YfinanceProvider, clock: StoppedClock, request_: BarRequest
) -> None:
    close = datetime(2024, 3, 12, 20, tzinfo=UTC)
    clock.move(seconds=(close - clock.now()).total_seconds() - 60)
    assert len((await provider.bars(request_)).bars) == 5
    clock.move(seconds=60)
    assert len((await provider.bars(request_)).bars) == 6


async def test_a_bar_of_which_yahoo_leaves_a_price_empty_is_not_told(
    provider: YfinanceProvider, api: LocalApi, request_: BarRequest
) -> None:
    def with_a_hole(asked: Asked) -> Reply:
        reply = answers(asked)
        if "/chart/" in asked.path:
            reply.body["chart"]["result"][0]["indicators"]["quote"][0]["open"][2] = None
        return reply

    api.answers = with_a_hole
    days = np.datetime_as_string((await provider.bars(request_)).bars.columns.time, unit="D").tolist()
    assert "2024-03-06" not in days
    assert len(days) == 5


def on_the_chart(api: LocalApi, reply: Reply) -> None:
    """Cookies and crumbs go on as before; whoever asks for prices is told this."""
    api.answers = lambda asked: reply if "/chart/" in asked.path else answers(asked)


CHART_ERROR: dict[str, Any] = {"chart": {"result": None, "error": {"code": "x", "description": "the reason"}}}


@pytest.mark.parametrize(
    ("reply", "error", "said"),
    [
        (Reply(CHART_ERROR, 404), NoData, "DEMO5"),
        (Reply(CHART_ERROR, 422), NoData, "DEMO5"),
        (Reply(CHART_ERROR, 500), ProviderDown, "status 500"),
        (Reply({"finance": {"result": None, "error": {"code": "Unauthorized"}}}, 401), ProviderRefused, "401"),
        (Reply("<html>forbidden</html>", 403), ProviderRefused, "403"),
        (Reply("<html>bad gateway</html>", 502), ProviderDown, "502"),
        (Reply("<html>not json</html>"), ProviderDown, "cannot be read"),
        (Reply({"chart": {"result": [{"meta": {}}], "error": None}}), ProviderDown, "cannot be read"),
        (Reply("Will be right back"), ProviderDown, "cannot be read"),
    ],
)
async def test_each_answer_that_is_no_answer_has_its_error(
    provider: YfinanceProvider, api: LocalApi, request_: BarRequest, reply: Reply, error: type[Exception], said: str
) -> None:
    on_the_chart(api, reply)
    with pytest.raises(error, match=said):
        await provider.bars(request_)


async def test_a_failure_of_the_server_is_not_taken_for_a_symbol_that_does_not_exist(
    provider: YfinanceProvider, api: LocalApi, request_: BarRequest
) -> None:
    """yfinance goes on from the failed chart to the profile, and ends with “possibly delisted”."""
    on_the_chart(api, Reply(CHART_ERROR, 500))
    with pytest.raises(ProviderDown, match="status 500"):
        await provider.bars(replace(request_, symbol=parse_symbol("DEMO6")))
    assert "quoteSummary" in api.asked[-1].path


async def test_what_yahoo_says_of_a_stretch_it_has_not_is_passed_on(
    provider: YfinanceProvider, api: LocalApi, request_: BarRequest
) -> None:
    await provider.bars(request_)
    reason = {"chart": {"result": None, "error": {"code": "Unprocessable Entity", "description": "5m data not here"}}}
    api.answers = lambda asked: Reply(reason, 422) if asked.query.get("interval") == "5m" else answers(asked)
    with pytest.raises(NoData, match="5m data not here"):
        await provider.bars(replace(request_, timeframe=Timeframe.M5))


async def test_too_many_requests_is_down_for_as_long_as_yahoo_says(
    provider: YfinanceProvider, api: LocalApi, request_: BarRequest
) -> None:
    on_the_chart(api, Reply("Too Many Requests", 429, {"Retry-After": "13"}))
    with pytest.raises(ProviderDown) as caught:
        await provider.bars(request_)
    assert caught.value.details == {"retry_after_seconds": 13}


async def test_a_second_try_really_asks_again(provider: YfinanceProvider, api: LocalApi, request_: BarRequest) -> None:
    """yfinance itself keeps the error page of a stretch that is over for as long as the process lives."""
    on_the_chart(api, Reply("<html>bad gateway</html>", 502))
    with pytest.raises(ProviderDown):
        await provider.bars(request_)
    api.answers = answers
    assert len((await provider.bars(request_)).bars) == 6


async def test_nobody_listening_is_down(clock: StoppedClock, folder: Path, request_: BarRequest) -> None:
    require("yfinance.data", "yfinance").SingletonMeta._instances.clear()
    with serving(answers) as gone:
        pass
    with pytest.raises(ProviderDown, match="could not be reached"):
        await YfinanceProvider(clock, folder / "yfinance", LocalSession(gone.url)).bars(request_)


@pytest.fixture
async def demo_company(provider: YfinanceProvider) -> FundamentalAnswer:
    return await provider.fundamentals(DEMO)


async def test_the_profile_is_told_with_the_exchange_as_a_mic(demo_company: FundamentalAnswer) -> None:
    instrument = demo_company.instrument
    assert instrument is not None
    assert (instrument.name_en, instrument.exchange, instrument.currency) == ("Demo Five Inc.", "XNAS", "USD")
    assert (instrument.industry, instrument.listed_on) == ("Made-up Machines", date(2020, 1, 2))
    assert instrument.known_at == datetime(2020, 1, 2, 5, tzinfo=UTC)


async def test_quarters_are_facts_of_single_quarters_in_the_desk_s_words(demo_company: FundamentalAnswer) -> None:
    last = {fact.item: fact for fact in demo_company.facts if fact.period_end == date(2024, 3, 31)}
    assert set(last) == {
        "revenue", "operating_profit", "net_profit", "net_profit_parent", "rd_expense", "eps_basic",
        "total_assets", "total_liabilities", "equity_parent", "current_assets", "current_liabilities", "cash",
        "receivables", "inventory", "goodwill", "short_debt", "long_debt", "shares_total",
        "operating_cash_flow", "investing_cash_flow", "financing_cash_flow", "capex",
    }  # fmt: skip
    assert (last["revenue"].value, last["revenue"].unit) == (Decimal(1300), "USD/quarter")
    assert (last["net_profit"].value, last["net_profit_parent"].value) == (Decimal(140), Decimal(130))
    assert (last["eps_basic"].value, last["eps_basic"].unit) == (Decimal("1.3"), "USD/share/quarter")
    assert (last["total_assets"].value, last["total_assets"].unit) == (Decimal(9300), "USD")
    assert last["shares_total"].unit == "shares"
    assert (last["capex"].value, last["capex"].statement) == (Decimal(83), Statement.CASH_FLOW)  # spent, so positive


async def test_facts_are_known_when_earnings_were_told_and_else_at_the_deadline(
    demo_company: FundamentalAnswer,
) -> None:
    known = {fact.period_end: fact.known_at for fact in demo_company.facts if fact.item == "revenue"}
    assert known == {
        date(2024, 3, 31): datetime(2024, 4, 25, 20, tzinfo=UTC),  # told at 4 PM in New York
        date(2023, 12, 31): datetime(2024, 2, 1, 21, tzinfo=UTC),
        date(2023, 9, 30): datetime(2023, 11, 15, 5, tzinfo=UTC),  # 45 days: through the 14th of November
        date(2023, 6, 30): datetime(2023, 8, 15, 4, tzinfo=UTC),
    }


async def test_without_earnings_dates_the_deadlines_hold_for_all_quarters(
    provider: YfinanceProvider, api: LocalApi
) -> None:
    api.answers = lambda asked: Reply("<html></html>") if "/calendar/" in asked.path else answers(asked)
    company = await provider.fundamentals(DEMO)
    known = {fact.period_end: fact.known_at for fact in company.facts}
    assert known[date(2024, 3, 31)] == datetime(2024, 5, 16, 4, tzinfo=UTC)
    assert known[date(2023, 12, 31)] == datetime(2024, 4, 2, 4, tzinfo=UTC)  # 90 days end on Easter Saturday


async def test_news_have_the_time_of_their_publication_and_none_is_from_tomorrow(
    demo_company: FundamentalAnswer,
) -> None:
    (item,) = demo_company.news
    assert (item.title, item.url) == ("Demo Five opens a made-up factory", "https://example.org/demo-news-1")
    assert item.published_at == item.known_at == datetime(2024, 5, 20, 13, 30, tzinfo=UTC)


async def test_a_search_finds_what_the_desk_can_name(provider: YfinanceProvider) -> None:
    found = await provider.search("demo")
    assert [(each.symbol.text, each.exchange, each.currency) for each in found] == [
        ("DEMO5", "XNAS", "USD"),
        ("DEMO8-USD", "24/7", "USD"),
    ]
