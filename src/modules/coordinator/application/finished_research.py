"""A person's finished research sessions, as strategies are drafted from them."""

from dataclasses import dataclass

from packages.core.errors import Conflict
from packages.domain.strategy.from_research.facts import ResearchFacts
from packages.domain.strategy.from_research.reading import research_facts
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.domain.model.enums import ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession

_AT_ONCE = 50


class ResearchNotFinished(Conflict):
    """The session is still running."""


@dataclass(frozen=True, slots=True)
class SessionResearch:
    """Reads sessions; a running one has no facts yet."""

    sessions: ResearchSessions

    async def facts(self, owner_id: str, session_id: str) -> ResearchFacts:
        session = await self.sessions.get(owner_id, session_id)
        if session.status is ResearchStatus.RUNNING:
            raise ResearchNotFinished("strategy.from_research.still_running", symbol=session.request.symbol)
        return _facts(session)

    async def newer(self, owner_id: str, symbol: str, session_id: str) -> ResearchFacts | None:
        """Ids grow with time, so the newest come first."""
        before: str | None = None
        while page := await self.sessions.page(owner_id, _AT_ONCE, before):
            for listed in page:
                if listed.id <= session_id:
                    return None
                facts = await self._with_verdict(owner_id, listed, symbol)
                if facts is not None:
                    return facts
            before = page[-1].id
        return None

    async def _with_verdict(self, owner_id: str, listed: ResearchSession, symbol: str) -> ResearchFacts | None:
        if listed.request.symbol != symbol or listed.status is ResearchStatus.RUNNING:
            return None
        facts = _facts(await self.sessions.get(owner_id, listed.id))
        return facts if facts.action is not None else None


def _facts(session: ResearchSession) -> ResearchFacts:
    result = session.result.model_dump() if session.result is not None else {}
    return research_facts(session.id, session.request.symbol, session.language, result)
