"""The market data tools: find an instrument, see what is stored, read bars as of an instant, fetch what is missing."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from apps.api.composition import open_app
from apps.api.services import AppContext
from packages.contracts.tool_grants import ToolDomain
from packages.core.clock import SystemClock
from packages.core.events import EventLog
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import NoProvider
from packages.domain.market_data.ports import Answered, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import JobHandler, JobRequest, Jobs
from packages.settings.load import Settings, load_settings
from src.modules.data_engineering.application.sync import SYNC, Sync, SyncWork
from tests.apps.api.work import run_in_memory
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open, Tools

pytestmark = pytest.mark.asyncio(loop_scope="module")
DEMO = "DEMO1.SZ"


class OneWeek:
    """An outside source that tells the first week of 2026 of `AAPL`, and is down for everything else."""

    def names(self, market: Market) -> frozenset[str]:
        return frozenset({"told"})

    async def bars(self, request: BarRequest) -> Answered:
        if str(request.symbol) != "AAPL":
            raise NoProvider("The source cannot be reached: try again later.")
        time = np.arange(np.datetime64("2026-01-05"), np.datetime64("2026-01-10")).astype("datetime64[us]")
        price = np.linspace(100, 104, len(time))
        columns = {"open_": price, "high": price, "low": price, "close": price, "volume": price}
        return Answered("told", BarAnswer(assemble(request.symbol, request.timeframe, "told", time=time, **columns)))

    async def company(self, symbol: Symbol) -> FundamentalAnswer:
        return FundamentalAnswer()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(desk_home: Path) -> AsyncIterator[AppContext]:
    """A desk whose only outside source is told here."""
    opened: list[AppContext] = []

    def sync() -> Sync:
        library = opened[0].library
        return Sync(OneWeek(), library.bars, library.rows, SystemClock())

    def jobs(
        settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
    ) -> AbstractAsyncContextManager[Jobs]:
        return run_in_memory(settings, events, {**handlers, SYNC: SyncWork(sync).handle})

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(desk_home))
        patch.setenv("PARLEY_DEMO_DATA", "false")
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        async with open_app(load_settings(), run_jobs=jobs) as desk:
            opened.append(desk)
            yield desk


@pytest.fixture
def tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.MARKET_DATA)


@pytest.mark.parametrize("query", ["galaxy works", "星河", "demo1"])
async def test_a_company_is_found_by_symbol_and_by_either_name(tools: Tools, query: str) -> None:
    found = (await tools("search", query=query))["instruments"]
    assert found[0]["symbol"] == DEMO
    assert found[0]["is_demo"] is True


async def test_nothing_found_is_an_empty_list_and_a_wild_query_is_no_fault(tools: Tools) -> None:
    assert (await tools("search", query="%_'\";--"))["instruments"] == []
    assert (await tools("search", query="a\x00b"))["error"]["code"] == "bad_arguments"
    assert (await tools("search", query="demo", limit=51))["error"]["code"] == "bad_arguments"


async def test_instruments_with_data_are_counted_by_market_and_paged(tools: Tools) -> None:
    whole = await tools("instruments", limit=100)
    assert whole["total"] == len(whole["instruments"]) == sum(whole["markets"].values())
    assert whole["next_offset"] is None
    first = await tools("instruments", limit=2)
    second = await tools("instruments", limit=2, offset=first["next_offset"])
    assert first["instruments"] + second["instruments"] == whole["instruments"][:4]
    crypto = await tools("instruments", market="crypto")
    assert [each["symbol"] for each in crypto["instruments"]] == ["DEMO8-USD"]
    assert crypto["markets"] == whole["markets"]
    assert (await tools("instruments", market="forex"))["instruments"] == []
    weekly = await tools("instruments", timeframe="1w")
    assert (weekly["instruments"], weekly["markets"]) == ([], {})


async def test_availability_says_how_many_bars_are_missing(tools: Tools) -> None:
    enough = await tools("availability", symbol="demo1.sz", lookback_bars=200)
    assert (enough["enough"], enough["missing_bars"], enough["symbol"]) == (True, 0, DEMO)
    short = await tools("availability", symbol=DEMO, lookback_bars=enough["bars"] + 7)
    assert (short["enough"], short["missing_bars"]) == (False, 7)
    nothing = await tools("availability", symbol="MSFT")
    assert (nothing["enough"], nothing["bars"], nothing["source"]) == (False, 0, None)
    assert (await tools("availability", symbol="no such thing"))["error"]["code"] == "bad_symbol"


async def test_coverage_tells_what_is_stored_and_the_gaps(tools: Tools) -> None:
    daily = next(each for each in (await tools("coverage", symbol=DEMO))["stored"] if each["timeframe"] == "1d")
    assert daily["source"] == "demo"
    assert daily["gap_count"] >= len(daily["newest_gaps"])
    assert daily["missing_sessions"] >= daily["gap_count"]
    assert (await tools("coverage", symbol="MSFT"))["stored"] == []


async def test_candles_are_paged_backwards_without_a_bar_twice(tools: Tools) -> None:
    newest = await tools("candles", symbol=DEMO)
    assert len(newest["rows"]) == 60
    assert len(json.dumps(newest)) < 8_000
    older = await tools("candles", symbol=DEMO, limit=60, before=newest["next_before"])
    days = [row[0] for row in older["rows"] + newest["rows"]]
    assert days == sorted(set(days))
    assert len(days) == 120
    joined = await tools("candles", symbol=DEMO, limit=120)
    assert joined["rows"] == older["rows"] + newest["rows"]
    first = await tools("candles", symbol=DEMO, before="2001-01-01")
    assert first["rows"] == []
    assert first["next_before"] is None


async def test_candles_tell_nothing_that_was_not_known_then(tools: Tools, desk: AppContext) -> None:
    then = await tools("candles", symbol=DEMO, as_of="2025-06-30T06:00:00Z", limit=5)
    assert then["rows"][-1][0] == "2025-06-27"
    assert (await tools("candles", symbol=DEMO, as_of="2099-01-01"))["error"]["code"] == "future_instant"
    assert (await tools("candles", symbol=DEMO, as_of="0001-01-01T00:00:00+14:00"))["error"]["code"] == "too_early"
    assert (await tools("candles", symbol="MSFT"))["error"]["retryable"] is True
    assert (await tools("candles", symbol=DEMO, limit=501))["error"]["code"] == "bad_arguments"


async def test_raw_and_adjusted_candles_differ_before_a_split(tools: Tools, desk: AppContext) -> None:
    symbol, day = await _split(desk)
    shown = {
        how: await tools("candles", symbol=symbol, before=day, limit=1, adjustment=how) for how in ("raw", "splits")
    }
    assert shown["raw"]["rows"][0][4] != shown["splits"]["rows"][0][4]
    assert shown["raw"]["adjustment"] == "raw"


async def test_metadata_tells_the_rules_of_the_market(tools: Tools) -> None:
    share = await tools("metadata", symbol=DEMO)
    assert (share["name_zh"], share["currency"], share["lot_minimum"], share["tick"]) == (
        "演示星河制造",
        "CNY",
        "100",
        "0.01",
    )
    assert (share["sells_after_sessions"], share["price_limit"]["fraction"]) == (1, "0.10")
    coin = await tools("metadata", symbol="DEMO8-USD")
    assert (coin["sells_after_sessions"], coin["price_limit"], coin["timezone"]) == (0, None, "UTC")
    assert (await tools("metadata", symbol="MSFT"))["error"]["code"] == "unknown_symbol"


async def test_a_regime_snapshot_states_its_numbers_and_knows_nothing_later(tools: Tools) -> None:
    now = await tools("regime_snapshot", symbol=DEMO)
    assert len(json.dumps(now, ensure_ascii=False)) < 8_000
    assert {each["name"] for each in now["figures"]} >= {"efficiency_60", "volatility_rank", "half_life", "turnover_20"}
    assert [each["tried"] for each in now["support"]] == [3, 3, 3]
    assert all(each["zh"] and each["en"] for each in now["findings"])
    then = await tools("regime_snapshot", symbol=DEMO, as_of="2024-06-28T12:00:00Z")
    assert then["last"].startswith("2024-06-28")
    assert all(each["last"] <= "2024-06-29" for each in then["figures"])
    assert (await tools("regime_snapshot", symbol="MSFT"))["ok"] is False


async def test_missing_bars_are_fetched_by_a_job_once(tools: Tools, desk: AppContext, tools_of: Open) -> None:
    asked = {"symbol": "AAPL", "since": "2026-01-05", "idempotency_key": "apple"}
    begun = await tools("fetch_missing", **asked)
    assert begun["symbol"] == "AAPL"
    assert await tools("fetch_missing", **asked) == begun
    ended = await _ended(tools, desk, begun["job_id"])
    assert (ended["status"], ended["brought"]["bars_added"], ended["brought"]["sources"]) == ("succeeded", 5, ["told"])
    assert (await tools("availability", symbol="AAPL", lookback_bars=5))["enough"] is True
    stranger = await tools_of(ToolDomain.MARKET_DATA, owner_id=OTHER_OWNER_ID)("job", job_id=begun["job_id"])
    assert stranger["error"]["code"] == "unknown_job"


async def test_a_fetch_that_fails_says_why(tools: Tools, desk: AppContext) -> None:
    begun = await tools("fetch_missing", symbol="MSFT", idempotency_key="microsoft")
    ended = await _ended(tools, desk, begun["job_id"])
    assert (ended["status"], ended["brought"]) == ("failed", None)
    assert "cannot be reached" in ended["error"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"symbol": DEMO}, "nothing_to_fetch"),
        ({"symbol": "AAPL", "since": "1969-12-31"}, "nothing_to_fetch"),
        ({"symbol": "AAPL", "since": "2999-01-01"}, "nothing_to_fetch"),
        ({"symbol": "AAPL", "timeframe": "2d"}, "bad_arguments"),
    ],
)
async def test_what_nobody_can_tell_is_not_fetched(tools: Tools, asked: dict[str, Any], code: str) -> None:
    assert (await tools("fetch_missing", **asked, idempotency_key="in vain"))["error"]["code"] == code


async def test_a_job_of_another_kind_is_no_fetch(tools: Tools, desk: AppContext) -> None:
    other = await desk.jobs.submit(JobRequest(LOCAL_OWNER_ID, "double", {"n": 1}, "other"))
    for job_id in (other.id, "nothing"):
        assert (await tools("job", job_id=job_id))["error"]["code"] == "unknown_job"
    assert (await tools("job", job_id="../x"))["error"]["code"] == "bad_arguments"


async def _ended(tools: Tools, desk: AppContext, job_id: str) -> dict[str, Any]:
    job = await desk.jobs.get(LOCAL_OWNER_ID, job_id)
    async for event in desk.events.tail(f"job:{job_id}:{job.attempt}", LOCAL_OWNER_ID):
        if event.type == "job_finished":
            break
    return await tools("job", job_id=job_id)


async def _split(desk: AppContext) -> tuple[str, str]:
    """A demo company with a split, and the day of it."""
    view = desk.library.view(datetime(2026, 1, 5, tzinfo=UTC))
    for each in await desk.library.stocked(Timeframe.D1):
        for action in await view.actions(each.stored.symbol):
            if action.kind is ActionKind.SPLIT and action.ex_date > date(2016, 1, 1):
                return str(each.stored.symbol), action.ex_date.isoformat()
    raise AssertionError("no demo company was ever split")
