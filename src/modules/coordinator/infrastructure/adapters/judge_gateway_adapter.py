"""The judge, reached through its container."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.session import ResearchRun, current_run
from src.modules.judge.application.dtos import JudgeRequest

if TYPE_CHECKING:
    from src.modules.judge.container import JudgeContainer

OpenJudge = Callable[[AsyncSession, ResearchRun | None], "JudgeContainer"]


class JudgeGatewayAdapter(IJudgeGateway):
    """Each verdict has a session and a container of its own. A thread has one verdict, however often it is resumed."""

    def __init__(self, session_factory: async_sessionmaker[AsyncSession], judge: OpenJudge) -> None:
        self._session_factory = session_factory
        self._judge = judge

    async def run_verdict(
        self, symbol: str, expert_results: dict[str, Any], debate_outcome: dict[str, Any]
    ) -> dict[str, Any]:
        run = current_run()
        request = JudgeRequest(
            symbol=symbol,
            expert_results=expert_results,
            debate_outcome=debate_outcome,
            language=run.language if run else "zh",
            session_id=run.thread if run else None,
            walk_back=run is not None and _is_retrospective(symbol, run),
        )
        async with self._session_factory() as session:
            verdict = await self._judge(session, run).judge_service().run(request)
        return verdict.model_dump(mode="json")


def _is_retrospective(symbol: str, run: ResearchRun) -> bool:
    """Whether the run was asked about a day before the one on which it was started, where the instrument trades."""
    today = local_day(parse_symbol(symbol).market, run.as_of)
    return run.analysis_date is not None and run.analysis_date < today
