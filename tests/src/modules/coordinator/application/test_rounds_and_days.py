"""What a session keeps of its question: the rounds and the day; debating again; a stop asked of another process."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from packages.core.clock import SystemClock
from packages.infra.db.engine import Database
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.exceptions import BadOptions, NothingToDebate, StageTooSlow, StillRunning
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession
from tests.fakes.debate_gateway import OUTCOME, FakeDebateGateway, FakeJudgeGateway
from tests.fakes.research_gateway import FakeResearchGateway
from tests.src.modules.coordinator.desk import ANN, Cast, open_coordinator, open_sessions

T, F = ExpertType.TECHNICAL_ANALYST, ExpertType.FINANCIAL_AUDITOR
DAY = date(2025, 6, 30)
REQUEST = ResearchRequest(symbol="000001.SZ", experts=[T, F], rounds=2, analysis_date=DAY)


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.002)


async def test_rounds_and_the_day_are_kept_through_a_retry_and_reach_experts_and_debate(
    home: Path, database: Database
) -> None:
    cast = Cast(debate=FakeDebateGateway(fails=ValueError("no JSON")), judge=FakeJudgeGateway())
    async with open_sessions(database, cast) as (sessions, _):
        session = await sessions.ended(await sessions.start(ANN, REQUEST))
        cast.debate.fails = None
        again = await sessions.ended(await sessions.retry(ANN, session.id))
        (listed,) = await sessions.page(ANN, 10)
    assert cast.debate.rounds == [2, 2]
    assert cast.research.asked[0].options == {"analysis_date": "2025-06-30"}
    for each in (again, listed):
        assert (each.request.rounds, each.request.analysis_date) == (2, DAY)


async def test_research_that_looks_back_from_a_past_day_is_judged_too(home: Path, database: Database) -> None:
    cast = Cast(judge=FakeJudgeGateway())
    async with open_sessions(database, cast) as (sessions, _):
        past = await sessions.ended(await sessions.start(ANN, REQUEST))
        now = await sessions.ended(await sessions.start(ANN, REQUEST.model_copy(update={"analysis_date": None})))
    assert past.result is not None
    assert now.result is not None
    assert past.result.verdict is not None
    assert now.result.verdict is not None


async def test_a_day_that_lies_ahead_is_refused_before_any_expert_starts(home: Path, database: Database) -> None:
    cast = Cast()
    async with open_sessions(database, cast) as (sessions, _):
        with pytest.raises(BadOptions, match="analysis_date is 2999-01-01"):
            await sessions.start(ANN, REQUEST.model_copy(update={"analysis_date": date(2999, 1, 1)}))
    assert cast.research.asked == []


async def test_a_debate_anew_asks_no_expert_again_not_even_one_that_failed(home: Path, database: Database) -> None:
    cast = Cast(FakeResearchGateway(fails={F: StageTooSlow("financial_auditor", 1)}), judge=FakeJudgeGateway())
    request = ResearchRequest(symbol="000001.SZ", experts=[T, F], skip_debate=True)
    async with open_sessions(database, cast) as (sessions, _):
        session = await sessions.ended(await sessions.start(ANN, request))
        debated = await sessions.ended(await sessions.debate(ANN, session.id, 3))
        kept = await sessions.get(ANN, session.id)
    assert (cast.research.experts, cast.debate.rounds) == ([T, F], [3])
    assert (debated.status, debated.attempt, kept.request.rounds) == (ResearchStatus.PARTIAL, 2, 3)
    assert kept.result is not None
    assert kept.result.debate_outcome == {**OUTCOME, "symbol": "000001.SZ"}
    assert kept.result.verdict is not None
    failed = kept.result.expert_results[1]
    assert (failed.code, failed.details) == ("stage_too_slow", {"stage": "financial_auditor", "seconds": 1})


@dataclass
class LateAnswer:
    """A store whose answer to who is left over arrives when that run has long ended."""

    store: Any
    left_over: ResearchSession

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def orphans(self, _at_work: Sequence[str]) -> Sequence[ResearchSession]:
        return [self.left_over]


async def test_a_run_of_our_own_that_ended_while_the_store_was_asked_is_not_taken_for_left_over(
    home: Path, database: Database
) -> None:
    cast = Cast()
    async with open_sessions(database, cast) as (sessions, _):
        session = await sessions.ended(await sessions.start(ANN, REQUEST))
        late: Any = LateAnswer(sessions.services.store, replace(session, status=ResearchStatus.RUNNING))
        sessions.services = replace(sessions.services, store=late)
        await _until(lambda: session.id not in sessions._runs.at_work)
        await sessions._take_over()
        assert session.id not in sessions._runs.at_work
    assert cast.research.experts == [T, F]


async def test_what_is_at_work_or_has_no_report_is_not_debated(home: Path, database: Database) -> None:
    cast = Cast(FakeResearchGateway(hangs={T}, fails={T: ValueError("nothing")}))
    async with open_sessions(database, cast) as (sessions, _):
        session = await sessions.start(ANN, ResearchRequest(symbol="000001.SZ", experts=[T]))
        with pytest.raises(StillRunning):
            await sessions.debate(ANN, session.id)
        cast.research.release.set()
        await sessions.ended(session)
        with pytest.raises(NothingToDebate):
            await sessions.debate(ANN, session.id)


async def test_a_stop_that_another_process_was_asked_for_ends_the_run_and_keeps_what_was_brought(
    home: Path, database: Database
) -> None:
    cast = Cast(FakeResearchGateway(hangs={F}))
    async with open_sessions(database, cast, SystemClock()) as (here, _):
        session = await here.start(ANN, ResearchRequest(symbol="000001.SZ", experts=[T, F]))
        async with open_sessions(database, Cast(), SystemClock()) as (there, _):
            await _until(lambda: cast.research.at_work == 1)
            await there.stop(ANN, session.id)
        await here.heed_stops()
        stopped = await here.ended(session)
    assert stopped.status is ResearchStatus.STOPPED
    assert stopped.result is not None
    assert [item.expert_type for item in stopped.result.expert_results] == [T]


class TestOverHttp:
    @pytest.mark.parametrize(
        "wrong",
        [{"rounds": 0}, {"rounds": 4}, {"rounds": "2"}, {"rounds": True}, {"rounds": None}]
        + [{"analysis_date": day} for day in ("20250630", "2025-02-30", "2999-01-01", 20250630)],
    )
    async def test_bad_rounds_and_days_are_400(self, home: Path, database: Database, wrong: dict[str, object]) -> None:
        async with open_coordinator(database, Cast()) as desk, desk.client() as client:
            answer = await client.post("/research", json={"symbol": "000001.SZ", "experts": [T.value], **wrong})
        assert answer.status_code == 400
        assert answer.json()["error"]["message"]

    async def test_history_shows_rounds_and_day_and_a_session_is_debated_again(
        self, home: Path, database: Database
    ) -> None:
        body = {"symbol": "000001.SZ", "experts": [T.value], "rounds": 2, "analysis_date": "2025-06-30"}
        cast = Cast()
        async with open_coordinator(database, cast) as desk, desk.client() as client:
            session_id = (await client.post("/research", json=body)).json()["session_id"]
            (listed,) = (await client.get("/research/sessions")).json()["sessions"]
            again = await client.post(f"/research/sessions/{session_id}/debate", json={"rounds": 3})
            await desk.sessions.ended(await desk.sessions.get(ANN, session_id))
            detail = (await client.get(f"/research/sessions/{session_id}")).json()
        assert (listed["rounds"], listed["analysis_date"]) == (2, "2025-06-30")
        assert (again.status_code, cast.debate.rounds) == (202, [2, 3])
        assert (detail["rounds"], detail["analysis_date"], detail["failures"]) == (3, "2025-06-30", {})
