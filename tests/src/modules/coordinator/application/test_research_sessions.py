"""Sessions: stopping, retrying, going on after a process died or a database failed."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import update

from packages.core.clock import SystemClock
from packages.core.messages import Language
from packages.infra.db.engine import Database
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.domain.exceptions import NothingToRetry, NotRunning, StillRunning, UnknownResearch
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus, ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.coordinator.infrastructure.sessions.rows import ResearchSessionRow
from src.modules.coordinator.infrastructure.sessions.sql_sessions import MOST_LIVES, SqlResearchSessions
from tests.fakes.debate_gateway import OUTCOME, FakeDebateGateway, FakeJudgeGateway
from tests.fakes.research_gateway import REPORTS, FakeResearchGateway
from tests.src.modules.coordinator.desk import ANN, Cast, open_sessions

T, F, M = ExpertType.TECHNICAL_ANALYST, ExpertType.FINANCIAL_AUDITOR, ExpertType.MACRO_INTELLIGENCE
REQUEST = ResearchRequest(symbol="000001.SZ", experts=[T, F])
Open = Callable[[Cast], Awaitable[ResearchSessions]]


@pytest.fixture
async def open_desk(home: Path, database: Database) -> AsyncIterator[Open]:
    """Opens one process's sessions after the other; the one before is closed, as when a process dies."""
    clock = SystemClock()
    async with AsyncExitStack() as last:
        current = last

        async def open_one(cast: Cast) -> ResearchSessions:
            nonlocal current
            await current.aclose()
            current = AsyncExitStack()
            last.push_async_callback(current.aclose)
            sessions, _ = await current.enter_async_context(open_sessions(database, cast, clock))
            return sessions

        yield open_one


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.002)


async def _brought_by(sessions: ResearchSessions, session: ResearchSession, expert: ExpertType) -> None:
    """An expert has answered a moment before its report is durable."""
    async with asyncio.timeout(60):
        while True:
            brought = await sessions.services.memory.so_far(session.request, session.thread)
            if brought and expert in [item.expert_type for item in brought.expert_results]:
                return


async def _ended(sessions: ResearchSessions, session: ResearchSession) -> ResearchSession:
    async with asyncio.timeout(60):
        return await sessions.ended(session)


async def test_a_stopped_run_keeps_what_its_experts_brought_and_a_retry_goes_on_from_there(open_desk: Open) -> None:
    cast = Cast(FakeResearchGateway(hangs={F}))
    sessions = await open_desk(cast)
    session = await sessions.start(ANN, REQUEST)
    await _until(lambda: len(cast.research.asked) == 2 and cast.research.at_work == 1)
    stopped = await sessions.stop(ANN, session.id)
    assert stopped.status is ResearchStatus.STOPPED
    assert stopped.result is not None
    assert [item.expert_type for item in stopped.result.expert_results] == [T]
    assert cast.research.at_work == 0
    with pytest.raises(NotRunning):
        await sessions.stop(ANN, session.id)
    cast.research.release.set()
    again = await _ended(sessions, await sessions.retry(ANN, session.id))
    assert (again.status, again.attempt) == (ResearchStatus.COMPLETED, 2)
    assert cast.research.experts.count(T) == 1, "what succeeded was kept"
    assert cast.research.experts.count(F) == 2


async def test_nodes_that_were_left_are_told_as_interrupted(open_desk: Open) -> None:
    cast = Cast(FakeResearchGateway(hangs={F}))
    sessions = await open_desk(cast)
    session = await sessions.start(ANN, REQUEST)
    await _until(lambda: len(cast.research.asked) == 2 and cast.research.at_work == 1)
    await sessions.stop(ANN, session.id)
    nodes = {node.node: node.status for node in (await sessions.detail(ANN, session.id)).nodes}
    assert nodes == {
        "technical_analyst_node": NodeStatus.SUCCEEDED,
        "financial_auditor_node": NodeStatus.INTERRUPTED,
    }


async def test_a_run_whose_desk_was_closed_goes_on_in_the_next_one(open_desk: Open) -> None:
    first = Cast(FakeResearchGateway(hangs={F}))
    sessions = await open_desk(first)
    session = await sessions.start(ANN, REQUEST, Language.EN)
    await _until(lambda: len(first.research.asked) == 2 and first.research.at_work == 1)
    await _brought_by(sessions, session, T)
    second = Cast(judge=FakeJudgeGateway())
    sessions = await open_desk(second)
    ended = await _ended(sessions, await sessions.get(ANN, session.id))
    assert (ended.status, ended.attempt, ended.language) == (ResearchStatus.COMPLETED, 1, "en")
    assert second.research.experts == [F], "what had finished was not run again"
    assert ended.result is not None
    assert [item.result for item in ended.result.expert_results] == [REPORTS[T], REPORTS[F]]
    assert ended.result.debate_outcome == OUTCOME


async def test_a_run_killed_before_its_first_step_starts_from_the_beginning(
    open_desk: Open, database: Database
) -> None:
    sessions = await open_desk(Cast())
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    as_if_killed = {"status": "running", "process": "research-of-somebody-dead", "result": None, "finished_at": None}
    async with database.write() as transaction:
        await transaction.execute(update(ResearchSessionRow).values(as_if_killed))
    ended = await _ended(sessions, await sessions.get(ANN, session.id))
    assert ended.status is ResearchStatus.COMPLETED


async def test_a_run_that_brings_process_after_process_down_is_given_up_until_somebody_retries(
    open_desk: Open, database: Database
) -> None:
    sessions = await open_desk(Cast())
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    deadly = {"status": "running", "process": "research-of-somebody-dead", "lives": MOST_LIVES}
    async with database.write() as transaction:
        await transaction.execute(update(ResearchSessionRow).values(deadly))
    cast = Cast()
    sessions = await open_desk(cast)
    async with asyncio.timeout(60):
        while (given_up := await sessions.get(ANN, session.id)).status is ResearchStatus.RUNNING:
            await asyncio.sleep(0.01)
    assert given_up.status is ResearchStatus.INTERRUPTED
    assert f"{MOST_LIVES} processes died" in (given_up.error or "")
    assert cast.research.asked == []
    again = await _ended(sessions, await sessions.retry(ANN, session.id))
    assert again.status is ResearchStatus.COMPLETED


async def test_a_run_at_work_in_another_living_process_is_left_to_it(
    open_desk: Open, home: Path, database: Database
) -> None:
    busy = Cast(FakeResearchGateway(hangs={T, F}))
    first = await open_desk(busy)
    session = await first.start(ANN, REQUEST)
    idle = Cast()
    async with open_sessions(database, idle, SystemClock()) as (second, _):
        assert (await second.get(ANN, session.id)).status is ResearchStatus.RUNNING
        with pytest.raises(StillRunning):
            await second.retry(ANN, session.id)
    assert idle.research.asked == []
    busy.research.release.set()
    assert (await _ended(first, session)).status is ResearchStatus.COMPLETED


async def test_when_only_the_debate_failed_a_retry_holds_only_the_debate(open_desk: Open) -> None:
    cast = Cast(debate=FakeDebateGateway(fails=RuntimeError("no")))
    sessions = await open_desk(cast)
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    assert session.status is ResearchStatus.COMPLETED
    cast.debate.fails = None
    again = await _ended(sessions, await sessions.retry(ANN, session.id))
    assert again.result is not None
    assert (again.result.debate_outcome, again.result.debate_error) == (OUTCOME, None)
    assert len(cast.research.asked) == 2
    with pytest.raises(NothingToRetry):
        await sessions.retry(ANN, session.id)


async def test_when_only_the_judge_failed_a_retry_asks_only_the_judge(open_desk: Open) -> None:
    judge = FakeJudgeGateway(fails=RuntimeError("no"))
    cast = Cast(judge=judge)
    sessions = await open_desk(cast)
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    judge.fails = None
    again = await _ended(sessions, await sessions.retry(ANN, session.id))
    assert again.result is not None
    assert again.result.verdict is not None
    assert (len(cast.research.asked), len(cast.debate.asked), len(judge.asked)) == (2, 1, 2)


async def test_a_retry_of_what_failed_asks_the_model_anew(open_desk: Open) -> None:
    """Under the old thread, the ledger would give the same unusable answer again."""
    cast = Cast(FakeResearchGateway(fails={F: RuntimeError("unusable")}))
    sessions = await open_desk(cast)
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    again = await sessions.retry(ANN, session.id)
    assert (session.thread, again.thread) == (session.id, f"{session.id}:2")
    assert (await _ended(sessions, again)).status is ResearchStatus.PARTIAL


async def test_a_retry_that_is_killed_still_keeps_what_succeeded(open_desk: Open) -> None:
    first = Cast(FakeResearchGateway(fails={F: RuntimeError("no")}))
    sessions = await open_desk(first)
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    second = Cast(FakeResearchGateway(hangs={F}))
    sessions = await open_desk(second)
    await sessions.retry(ANN, session.id)
    await _until(lambda: second.research.at_work == 1)
    third = Cast()
    sessions = await open_desk(third)
    ended = await _ended(sessions, await sessions.get(ANN, session.id))
    assert (ended.status, ended.attempt) == (ResearchStatus.COMPLETED, 2)
    assert (second.research.experts, third.research.experts) == ([F], [F])


async def test_a_run_that_is_taken_over_and_ends_while_it_is_asked_for_is_not_run_again(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Cast(FakeResearchGateway(hangs={F}))
    sessions = await open_desk(first)
    session = await sessions.start(ANN, REQUEST)
    await _until(lambda: first.research.at_work == 1)
    await _brought_by(sessions, session, T)
    adopted, orphans, adopt = asyncio.Event(), SqlResearchSessions.orphans, SqlResearchSessions.adopt

    async def orphans_late(store: SqlResearchSessions, at_work: Sequence[str]) -> Sequence[ResearchSession]:
        found = await orphans(store, at_work)
        await adopted.wait()
        return found

    async def adopt_until_it_ended(store: SqlResearchSessions, session_id: str) -> bool:
        ours = await adopt(store, session_id)
        adopted.set()
        while (await store.find(ANN, session_id)).status is ResearchStatus.RUNNING:
            await asyncio.sleep(0.002)
        return ours

    monkeypatch.setattr(SqlResearchSessions, "orphans", orphans_late)
    monkeypatch.setattr(SqlResearchSessions, "adopt", adopt_until_it_ended)
    second = Cast()
    sessions = await open_desk(second)
    ended = await _ended(sessions, await sessions.get(ANN, session.id))
    assert (ended.status, second.research.experts) == (ResearchStatus.COMPLETED, [F])


async def test_a_fault_of_ours_interrupts_the_run_and_a_retry_goes_on(home: Path, database: Database) -> None:
    cast = Cast(FakeResearchGateway(hangs={T, F}))
    (home / "checkpoints.sqlite").mkdir(parents=True)
    if not database.url.is_sqlite:
        pytest.skip("the checkpoints are in the database")
    async with open_sessions(database, cast, SystemClock()) as (sessions, _):
        session = await sessions.start(ANN, REQUEST)
        broken = await _ended(sessions, session)
        assert broken.status is ResearchStatus.INTERRUPTED
        assert broken.error
        (home / "checkpoints.sqlite").rmdir()
        cast.research.release.set()
        again = await _ended(sessions, await sessions.retry(ANN, session.id))
        assert again.status is ResearchStatus.COMPLETED


async def test_a_session_of_somebody_else_is_unknown(open_desk: Open) -> None:
    sessions = await open_desk(Cast())
    session = await sessions.start(ANN, REQUEST)
    for act in (sessions.get, sessions.detail, sessions.stop, sessions.retry, sessions.followed):
        with pytest.raises(UnknownResearch):
            await act("bob", session.id)
    await _ended(sessions, session)


async def test_all_experts_look_back_from_the_instant_at_which_the_session_began(open_desk: Open) -> None:
    sessions = await open_desk(Cast())
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    assert session.run.as_of == session.created_at
    assert session.run.thread == session.id


async def test_the_checkpoints_of_a_run_that_ended_are_dropped(open_desk: Open, home: Path, database: Database) -> None:
    if not database.url.is_sqlite:
        pytest.skip("counted in the file")
    sessions = await open_desk(Cast())
    await _ended(sessions, await sessions.start(ANN, REQUEST))
    with closing(sqlite3.connect(home / "checkpoints.sqlite")) as connection:
        for table in ("checkpoints", "writes"):
            await _until(lambda t=table: connection.execute(f"SELECT count(*) FROM {t}").fetchone() == (0,))  # type: ignore[misc]


async def test_two_who_take_a_session_over_at_once_both_find_it_at_work(open_desk: Open, database: Database) -> None:
    sessions = await open_desk(Cast())
    session = await _ended(sessions, await sessions.start(ANN, REQUEST))
    as_if_killed = {"status": "running", "process": "research-of-somebody-dead", "result": None, "finished_at": None}
    async with database.write() as transaction:
        await transaction.execute(update(ResearchSessionRow).values(as_if_killed))
    store = sessions.services.store
    assert all(await asyncio.gather(store.adopt(session.id), store.adopt(session.id)))
