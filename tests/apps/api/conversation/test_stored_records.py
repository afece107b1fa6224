"""Stored records: what is there is returned as it is, and what is not the owner's, or is no id, is not there."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from apps.api.composition import open_app
from apps.api.conversation.stored_records import ServiceRecords
from apps.api.services import AppContext
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID as ME
from packages.domain.backtest.analysis.sharpe import held_out_sharpe
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.conversation.facts import AccountFact, StoredRecords
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import NewStress, StressHeadline, StressResult
from packages.domain.trading.approval.ports import Envelope, Place
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.model import DeploymentRequest, Override
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import load_settings
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType
from tests.apps.api.work import run_in_memory
from tests.packages.domain.backtest.asking import document

pytestmark = pytest.mark.asyncio(loop_scope="module")
OTHER = "00000000-0000-7000-8000-0000000000ff"
NOBODY = "00000000-0000-7000-8000-000000000000"
BAD_IDS = ("", "x", NOBODY, NOBODY[:-1], f"{NOBODY}0", "\x00" * 36, "'; DROP TABLE users; --", "x" * 100_000)
OVERRIDE = Override("deploy without a passing stress test", "only to look at it")


@dataclass(frozen=True, slots=True)
class Ground:
    """A desk, its facts, and a strategy of the local owner's."""

    desk: AppContext
    records: StoredRecords
    strategy_id: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ground(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Ground]:
    folder = tmp_path_factory.mktemp("facts") / "home"
    shutil.copytree(demo_home, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(folder))
        patch.setenv("PARLEY_DEMO_DATA", "false")
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        async with open_app(load_settings(), run_jobs=run_in_memory) as desk:
            records = ServiceRecords(
                strategies=desk.strategies,
                drafts=desk.drafts,
                backtests=desk.backtests,
                stress_tests=desk.stress,
                trading=desk.trading,
                sessions=desk.sessions,
                library=desk.library,
            )
            yield Ground(desk, records, (await desk.strategies.create(ME, document("DEMO5"))).id)


async def _backtested(desk: AppContext, strategy_id: str, **asked: object) -> str:
    begun = await desk.backtests.submit(ME, BacktestRequest(strategy_id=strategy_id, **asked))  # type: ignore[arg-type]
    while (await desk.backtests.get(ME, begun.id)).status in ("pending", "running"):
        await asyncio.sleep(0.1)
    return begun.id


async def _judged(desk: AppContext, strategy_id: str, ruling: Ruling | None, *, measured: bool = True) -> str:
    """The id of a stress test; without a ruling it has not ended."""
    now, store = desk.clock.now(), SqlStress(desk.database)
    plan = await make_stress_plan(desk.strategies, ME, StressRequest(strategy_id=strategy_id), now)
    asked = NewStress(Ids(desk.clock).new(), ME, plan, now, has_job=False)
    await store.add(asked)
    if ruling is not None:
        reason = {"code": "drawdown" if measured else "not_measured", "ruling": ruling.value}
        told = {"verdict": {"ruling": ruling.value, "reasons": [reason]}}
        await store.finish(asked.id, StressResult(StressHeadline(now, ruling, "f" * 64, 1), told, {}))
    return asked.id


async def test_a_strategy_is_told_with_its_newest_rules_and_a_deleted_one_is_not(ground: Ground) -> None:
    desk = ground.desk
    made = await desk.strategies.create(ME, document("DEMO5", "DEMO6", name="Two"))
    again = await desk.strategies.replace(ME, made.id, document("DEMO6", name="One"), 1)
    told = await ground.records.strategy(ME, made.id)
    assert told is not None
    assert (told.strategy_id, told.version, told.name, told.lineage_id) == (made.id, 2, "One", again.lineage_id)
    assert (told.tickers, told.market, told.timeframe) == (("DEMO6",), "us_stocks", "1d")
    revision = await desk.strategies.revision(ME, made.id)
    assert (told.dsl_json, told.content_hash) == (revision.document, revision.content_hash)
    await desk.strategies.archive(ME, made.id)
    assert await ground.records.strategy(ME, made.id) is None


async def test_a_draft_is_told_as_its_document(ground: Ground) -> None:
    valid = ground.desk.strategies.validate(document("DEMO5", name="Draft")).require()
    draft_id = await ground.desk.drafts.keep(ME, valid)
    told = await ground.records.draft(ME, draft_id)
    assert told is not None
    assert ground.desk.strategies.validate(told).require() == valid
    assert await ground.records.draft(OTHER, draft_id) is None


async def test_a_backtest_is_told_with_the_sharpe_of_its_last_part(ground: Ground) -> None:
    done = await _backtested(ground.desk, ground.strategy_id)
    told = await ground.records.backtest(ME, done)
    assert told is not None
    stored = await ground.desk.backtests.get(ME, done)
    assert (told.backtest_job_id, told.strategy_id, told.version) == (done, ground.strategy_id, 1)
    assert (told.status, told.error, told.content_hash) == ("done", None, stored.plan.strategy_hash)
    report = (await ground.desk.backtests.kept(ME, done)).report
    assert told.trades == report.all_trades.trades
    assert told.sharpe == held_out_sharpe(report.equity, 252)
    assert report.figures.sharpe is not None
    assert told.sharpe != report.figures.sharpe.value
    assert await ground.records.backtest(ME, done) == told
    assert await ground.records.backtest(OTHER, done) is None


async def test_a_backtest_that_failed_says_why_and_has_no_figures(ground: Ground) -> None:
    nothing = (await ground.desk.strategies.create(ME, document("NONE"))).id
    told = await ground.records.backtest(ME, await _backtested(ground.desk, nothing))
    assert told is not None
    assert (told.status, told.trades, told.sharpe) == ("failed", None, None)
    assert told.error


async def test_the_backtests_of_a_lineage_are_told_newest_first_with_those_of_its_forks(ground: Ground) -> None:
    desk = ground.desk
    parent = (await desk.strategies.create(ME, document("DEMO7", name="Parent"))).id
    fork = (await desk.strategies.fork(ME, parent)).id
    old, new = await _backtested(desk, parent), await _backtested(desk, fork)
    for asked in (parent, fork):
        told = await ground.records.backtests_of(ME, asked)
        assert [(each.backtest_job_id, each.strategy_id) for each in told] == [(new, fork), (old, parent)]
    assert await ground.records.backtests_of(OTHER, parent) == ()
    await desk.backtests.delete(ME, new)
    assert [each.backtest_job_id for each in await ground.records.backtests_of(ME, fork)] == [old]


@pytest.mark.parametrize(
    ("ruling", "measured", "verdict"),
    [
        (Ruling.PASS, True, "pass"),
        (Ruling.REJECT, True, "reject"),
        (Ruling.REVISE, True, "revise"),
        (Ruling.REVISE, False, None),
    ],
)
async def test_a_stress_test_is_told_with_its_verdict_once_it_is_settled(
    ground: Ground, ruling: Ruling, measured: bool, verdict: str | None
) -> None:
    stress_id = await _judged(ground.desk, ground.strategy_id, ruling, measured=measured)
    told = await ground.records.stress(ME, stress_id)
    assert told is not None
    assert (told.stress_report_id, told.status, told.verdict) == (stress_id, "done", verdict)
    plan = (await ground.desk.stress.get(ME, stress_id)).plan
    assert (told.scenario_set_id, told.content_hash) == (plan.scenario_set_id, plan.backtest.strategy_hash)
    assert (told.strategy_id, told.version) == (ground.strategy_id, 1)


async def test_a_stress_test_without_a_result_has_no_verdict(ground: Ground) -> None:
    told = await ground.records.stress(ME, await _judged(ground.desk, ground.strategy_id, None))
    assert told is not None
    assert (told.status, told.verdict) == ("failed", None)


async def test_a_deployment_and_its_account_are_told_as_they_stand(ground: Ground) -> None:
    trading, person = ground.desk.trading, PersonSession(ME, "local")
    account = await trading.accounts.open_paper(ME, "my paper")
    assert await ground.records.account(ME, account.id) == AccountFact(account.id, "my paper", "paper", busy=False)
    request = DeploymentRequest(
        strategy_id=ground.strategy_id,
        version=1,
        account_id=account.id,
        mode=Mode.PAPER,
        terms={"cash": "1000"},
        override=OVERRIDE,
    )
    made = await trading.deployments().create(person, request)
    told = await ground.records.deployment(ME, made.id)
    assert told is not None
    assert (told.deployment_id, told.strategy_id, told.version) == (made.id, ground.strategy_id, 1)
    assert (told.account_id, told.target, told.status, told.blocker) == (account.id, "paper", "ready", None)
    assert await ground.records.account(ME, account.id) == AccountFact(account.id, "my paper", "paper", busy=True)
    assert await ground.records.account(OTHER, account.id) is None
    assert await ground.records.deployment(OTHER, made.id) is None


async def test_an_approval_is_told_as_the_deployment_that_it_is_for(ground: Ground) -> None:
    until = ground.desk.clock.now() + timedelta(days=1)
    place = Place(ME, NOBODY, NOBODY, Mode.LIVE)
    asked = await ground.desk.trading.approvals.request(Envelope(place, ("DEMO5",), Decimal(100), until))
    assert await ground.records.approval(ME, asked.id) == NOBODY
    assert await ground.records.approval(OTHER, asked.id) is None


async def test_a_research_session_is_told_as_its_symbol(ground: Ground) -> None:
    request = ResearchRequest(symbol="demo5", experts=[ExpertType("technical_analyst")], skip_debate=True)
    session = await ground.desk.sessions.start(ME, request)
    assert await ground.records.research(ME, session.id) == session.request.symbol
    assert await ground.records.research(OTHER, session.id) is None
    await ground.desk.sessions.ended(session)


async def test_instruments_are_told_when_they_have_bars(ground: Ground) -> None:
    told = await ground.records.instrument(" demo5 ")
    assert told is not None
    assert (told.symbol, told.market, told.is_demo) == ("DEMO5", "us_stocks", True)
    assert "1d" in told.timeframes
    assert told.name_zh != told.name_en
    every = await ground.records.instruments()
    assert told in every
    assert {each.market for each in every} > {"us_stocks", "cn_stocks"}
    only = await ground.records.instruments("us_stocks")
    assert [each for each in every if each.market == "us_stocks"] == only != []
    assert await ground.records.instruments("the moon") == []


@pytest.mark.parametrize("symbol", ["", "AAPL", "not a symbol", "\x00", "x" * 100_000])
async def test_what_has_no_bars_is_no_instrument(ground: Ground, symbol: str) -> None:
    assert await ground.records.instrument(symbol) is None


async def test_what_is_no_id_or_nobodys_is_not_there(ground: Ground) -> None:
    records = ground.records
    looks: tuple[Callable[[str, str], Awaitable[object]], ...] = (
        records.strategy,
        records.draft,
        records.backtest,
        records.stress,
        records.deployment,
        records.account,
        records.research,
        records.approval,
    )
    for bad in BAD_IDS:
        assert [await look(ME, bad) for look in looks] == [None] * len(looks)
        assert await records.backtests_of(ME, bad) == ()
    assert await records.strategy(OTHER, ground.strategy_id) is None
