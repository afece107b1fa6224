"""The experts, reached through the research context's container."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any, assert_never

from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from src.modules.coordinator.domain.coherence.digits import distinguished_digits
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.domain.session import ResearchRun, current_run
from src.modules.research.application.results import CatalystDetectiveAgentResult
from src.modules.research.application.running import ResearchScope
from src.modules.research.container import ResearchContainer

OpenResearch = Callable[[AsyncSession, ResearchRun | None], ResearchContainer]
_DEFAULT_LIMIT = 5


class ResearchGatewayAdapter(IResearchExpertGateway):
    """Each call has a session and a container of its own, so that experts at work side by side share neither."""

    def __init__(self, session_factory: async_sessionmaker[AsyncSession], research: OpenResearch) -> None:
        self._session_factory = session_factory
        self._research = research

    async def run_expert(
        self,
        expert_type: ExpertType,
        symbol: str,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        run = current_run()
        async with self._session_factory() as session:
            report = await _asked(self._research(session, run), expert_type, symbol, options or {}, run)
        return distinguished_digits(_plain(report))


async def _asked(
    research: ResearchContainer, expert_type: ExpertType, symbol: str, options: dict[str, Any], run: ResearchRun | None
) -> dict[str, Any]:
    scope = ResearchScope(owner_id=run.owner_id if run else LOCAL_OWNER_ID, run_id=run.thread if run else None)
    language, known_by = (run.language, run.analysis_date) if run else (Language.ZH, None)
    match expert_type:
        case ExpertType.TECHNICAL_ANALYST:
            day = _day(options.get("analysis_date")) or known_by
            analyst = research.technical_analyst_service(scope)
            return await analyst.run(ticker=symbol, analysis_date=day, language=language)
        case ExpertType.FINANCIAL_AUDITOR:
            auditor = research.financial_auditor_service(scope)
            limit = options.get("limit", _DEFAULT_LIMIT)
            return await auditor.run(symbol=symbol, limit=limit, analysis_date=known_by, language=language)
        case ExpertType.VALUATION_MODELER:
            modeler = research.valuation_modeler_service(scope)
            return await modeler.run(symbol=symbol, analysis_date=known_by, language=language)
        case ExpertType.MACRO_INTELLIGENCE:
            macro = research.macro_intelligence_service(scope)
            return await macro.run(symbol=symbol, analysis_date=known_by, language=language)
        case ExpertType.CATALYST_DETECTIVE:
            detective = research.catalyst_detective_service(scope)
            found = await detective.run(symbol=symbol, analysis_date=known_by, language=language)
            return _normalize_catalyst_result(found)
        case _:
            assert_never(expert_type)


def _day(given: object) -> date | None:
    """None: the service's own today, where the instrument trades."""
    return date.fromisoformat(given) if isinstance(given, str) else given if isinstance(given, date) else None


def _normalize_catalyst_result(found: CatalystDetectiveAgentResult) -> dict[str, Any]:
    """A dictionary, as the other experts' reports are."""
    return found.as_dict()


def _plain(report: dict[str, Any]) -> dict[str, Any]:
    """As JSON has it: what is stored, sent and shown is then the same. A number that is none raises."""
    plain: dict[str, Any] = json.loads(json.dumps(report, allow_nan=False))
    return plain
