"""The judge as the coordinator reaches it: research on a past day is judged for the walk-back book."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import async_sessionmaker

from packages.infra.db.engine import Database
from src.modules.coordinator.domain.session import ResearchRun, running
from src.modules.coordinator.infrastructure.adapters.judge_gateway_adapter import JudgeGatewayAdapter
from src.modules.judge.application.dtos import JudgeRequest

# Already the sixth in Shanghai.
EVENING = datetime(2026, 1, 5, 20, tzinfo=UTC)


class HeardJudge:
    """Stands for the container and its service, and ends where the verdict would come."""

    def __init__(self) -> None:
        self.asked: list[JudgeRequest] = []

    def judge_service(self) -> "HeardJudge":
        return self

    async def run(self, request: JudgeRequest) -> Any:
        self.asked.append(request)
        raise InterruptedError


@pytest.mark.parametrize(
    ("day", "past"), [(None, False), (date(2026, 1, 6), False), (date(2026, 1, 5), True), (date(2020, 1, 5), True)]
)
async def test_a_run_about_an_earlier_day_is_for_the_walk_back_book(
    database: Database, day: date | None, past: bool
) -> None:
    judge = HeardJudge()
    adapter = JudgeGatewayAdapter(async_sessionmaker(database.engine), lambda _session, _run: judge)  # type: ignore[arg-type,return-value]
    run = ResearchRun(session_id="s", owner_id="ann", thread="t", attempt=1, as_of=EVENING, analysis_date=day)
    with running(run), pytest.raises(InterruptedError):
        await adapter.run_verdict("000001.SZ", {}, {"direction": "BULLISH"})
    assert [request.walk_back for request in judge.asked] == [past]
