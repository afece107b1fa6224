"""The debate, reached through its container; what the experts said is put into the debate's words here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.session import ResearchRun, current_run
from src.modules.debate.application.expert_mapping import debate_input_of

if TYPE_CHECKING:
    from src.modules.debate.container import DebateContainer

OpenDebate = Callable[[AsyncSession, ResearchRun | None], "DebateContainer"]


def _by_settings(session: AsyncSession, _run: ResearchRun | None) -> "DebateContainer":
    from src.modules.debate.container import DebateContainer

    return DebateContainer(session)


class DebateGatewayAdapter(IDebateGateway):
    """Each debate has a session and a container of its own."""

    def __init__(self, session_factory: async_sessionmaker[AsyncSession], debate: OpenDebate = _by_settings) -> None:
        self._session_factory = session_factory
        self._debate = debate

    async def run_debate(self, symbol: str, expert_results: dict[str, Any]) -> dict[str, Any]:
        run = current_run()
        debate_input = debate_input_of(symbol, expert_results).debate_input
        async with self._session_factory() as session:
            service = self._debate(session, run).debate_service()
            further = {} if run is None or run.rounds == 1 else {"rounds": run.rounds}
            outcome = await service.run(debate_input, **further)
        return outcome.model_dump(mode="json")
