"""The demo companies in the library: loaded once, labelled as demo, and readable as they were known."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from apps.api.composition import open_app
from apps.api.daily_work import LOAD_DEMO
from apps.api.services import AppContext
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.work.jobs import JobStatus, job_stream
from packages.settings.load import load_settings
from src.modules.data_engineering.application.library import MarketLibrary

DEMO4 = parse_symbol("DEMO4.SH")


@pytest.fixture
def with_demo(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_DEMO_DATA", "true")


@pytest.mark.usefixtures("with_demo")
async def test_a_desk_that_starts_on_an_empty_store_loads_the_demo_companies_once() -> None:
    for start in range(2):
        async with open_app(load_settings()) as desk:
            if start == 0:
                await _followed_to_its_end(desk)
            (job,) = await desk.jobs.list(LOCAL_OWNER_ID)
            assert (job.kind, job.status) == (LOAD_DEMO, JobStatus.SUCCEEDED)
            stored = await desk.library.bars.stored()
            assert len({entry.symbol for entry in stored}) >= 8
            assert {entry.source for entry in stored} == {"demo"}
            assert all(entry.symbol.is_demo for entry in stored)
            found = await desk.library.search("演示")
            assert len(found) >= 8
            await _check_restated_figures(desk.library)


async def test_a_setting_turns_the_demo_off(home: Path) -> None:
    async with open_app(load_settings()) as desk:
        assert await desk.jobs.list(LOCAL_OWNER_ID) == ()


async def _followed_to_its_end(desk: AppContext) -> None:
    while not (listed := await desk.jobs.list(LOCAL_OWNER_ID)):
        await asyncio.sleep(0.05)
    async for _ in desk.events.tail(job_stream(listed[0].id, listed[0].attempt), LOCAL_OWNER_ID):
        pass


async def _check_restated_figures(library: MarketLibrary) -> None:
    """A figure that was restated reads as first told before, and as restated after."""
    restated = next(fact for fact in await library.view().facts(DEMO4) if fact.version > 1)
    before = await library.view(restated.known_at - timedelta(seconds=1)).facts(DEMO4)
    figure = (restated.statement, restated.item, restated.period_end)
    (same,) = [fact for fact in before if (fact.statement, fact.item, fact.period_end) == figure]
    assert same.version == restated.version - 1
    assert same.known_at < restated.known_at
