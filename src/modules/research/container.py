"""Wires the five experts: market data, searches, and for each owner a model or the rules.

An expert is imported when it is first asked for, so that a server is ready sooner.
"""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.ids import Ids
from packages.settings.load import Settings
from src.modules.research.application.running import Question, ResearchScope, Result, in_time
from src.modules.research.domain.brief import Expert
from src.modules.research.infrastructure.analysts import Analysts, Library, Platform, SearchThrough, searches
from src.modules.research.infrastructure.neighbours import LibraryMarket

if TYPE_CHECKING:
    from src.modules.research.application.catalyst_detective_service import CatalystDetectiveService
    from src.modules.research.application.financial_auditor_service import FinancialAuditorService
    from src.modules.research.application.macro_intelligence_service import MacroIntelligenceService
    from src.modules.research.application.technical_analyst_service import TechnicalAnalystService
    from src.modules.research.application.valuation_modeler_service import ValuationModelerService


class ResearchContainer:
    """One per process. A service is made for each call and its scope, so parallel experts share only what is open
    anyway. A prompt that is missing or wrong fails when this is made, not at the first question."""

    def __init__(
        self,
        library: Library,
        llm: Platform,
        settings: Settings,
        clock: Clock,
        search_through: SearchThrough | None = None,
    ) -> None:
        """`search_through`: what stands between the experts and whoever searches, as in a changed world."""
        self._market = LibraryMarket(library)
        self._search = searches(llm, search_through)
        self._analysts = Analysts.of(llm)
        self._strict = settings.research.strict_evidence
        self._seconds = settings.research.expert_timeout_seconds
        self._ids = Ids(clock)

    def scope(self, owner_id: str) -> ResearchScope:
        """A run of its own for this owner."""
        return ResearchScope(owner_id=owner_id, run_id=self._ids.new())

    async def ask(self, expert: Expert, question: Question, scope: ResearchScope) -> Result:
        """One expert's report, within its time."""
        return await in_time(expert, self._asked(expert, question, scope), self._seconds)

    async def ask_each(self, experts: Iterable[str], question: Question, scope: ResearchScope) -> dict[str, Result]:
        """Side by side, for neighbours who know the experts by name; who fails is left out."""

        async def asked(expert: str) -> Result | None:
            try:
                return await self.ask(Expert(expert), question, scope)
            except ParleyError:
                return None

        async with asyncio.TaskGroup() as group:
            tasks = {expert: group.create_task(asked(expert)) for expert in experts}
        return {expert: found for expert, task in tasks.items() if (found := task.result()) is not None}

    def technical_analyst_service(self, scope: ResearchScope) -> "TechnicalAnalystService":
        from src.modules.research.application.technical_analyst_service import TechnicalAnalystService
        from src.modules.research.domain.opinions import TechnicalOpinion
        from src.modules.research.infrastructure.rules.technical_rules import TechnicalRules

        analyst = self._analysts.named(Expert.TECHNICAL_ANALYST, scope, TechnicalOpinion, TechnicalRules())
        return TechnicalAnalystService(self._market, analyst, self._strict)

    def financial_auditor_service(self, scope: ResearchScope) -> "FinancialAuditorService":
        from src.modules.research.application.financial_auditor_service import FinancialAuditorService
        from src.modules.research.domain.opinions import AuditOpinion
        from src.modules.research.infrastructure.rules.audit_rules import AuditRules

        analyst = self._analysts.named(Expert.FINANCIAL_AUDITOR, scope, AuditOpinion, AuditRules())
        return FinancialAuditorService(self._market, analyst, self._strict)

    def valuation_modeler_service(self, scope: ResearchScope) -> "ValuationModelerService":
        from src.modules.research.application.valuation_modeler_service import ValuationModelerService
        from src.modules.research.domain.opinions import ValuationOpinion
        from src.modules.research.infrastructure.rules.valuation_rules import ValuationRules

        analyst = self._analysts.named(Expert.VALUATION_MODELER, scope, ValuationOpinion, ValuationRules())
        return ValuationModelerService(self._market, analyst, self._strict)

    def macro_intelligence_service(self, scope: ResearchScope) -> "MacroIntelligenceService":
        from src.modules.research.application.macro_intelligence_service import MacroIntelligenceService
        from src.modules.research.domain.opinions import MacroOpinion
        from src.modules.research.infrastructure.rules.macro.macro_rules import MacroRules

        analyst = self._analysts.named(Expert.MACRO_INTELLIGENCE, scope, MacroOpinion, MacroRules())
        return MacroIntelligenceService(self._market, self._search, analyst, self._strict)

    def catalyst_detective_service(self, scope: ResearchScope) -> "CatalystDetectiveService":
        from src.modules.research.application.catalyst_detective_service import CatalystDetectiveService
        from src.modules.research.domain.opinions import CatalystOpinion
        from src.modules.research.infrastructure.rules.catalyst_rules import CatalystRules

        analyst = self._analysts.named(Expert.CATALYST_DETECTIVE, scope, CatalystOpinion, CatalystRules())
        return CatalystDetectiveService(self._market, self._search, analyst, self._strict)

    async def _asked(self, expert: Expert, asked: Question, scope: ResearchScope) -> Result:
        symbol, day, language = asked.symbol, asked.analysis_date, asked.language
        match expert:
            case Expert.TECHNICAL_ANALYST:
                return await self.technical_analyst_service(scope).run(symbol, day, language=language)
            case Expert.FINANCIAL_AUDITOR:
                auditor = self.financial_auditor_service(scope)
                return await auditor.run(symbol, asked.limit, analysis_date=day, language=language)
            case Expert.VALUATION_MODELER:
                modeler = self.valuation_modeler_service(scope)
                return await modeler.run(symbol, analysis_date=day, language=language)
            case Expert.MACRO_INTELLIGENCE:
                macro = self.macro_intelligence_service(scope)
                return await macro.run(symbol, analysis_date=day, language=language)
            case Expert.CATALYST_DETECTIVE:
                detective = self.catalyst_detective_service(scope)
                return (await detective.run(symbol, analysis_date=day, language=language)).as_dict()
            case _:
                assert_never(expert)
