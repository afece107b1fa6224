"""The briefs that the five experts are handed about demo companies, and an analyst that answers them by a script."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from packages.core.messages import Language
from packages.infra.db.engine import Database
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.llm_platform.infrastructure.web_search.chain import LocalNews
from src.modules.research.application.catalyst_detective_service import CatalystDetectiveService
from src.modules.research.application.financial_auditor_service import FinancialAuditorService
from src.modules.research.application.macro_intelligence_service import MacroIntelligenceService
from src.modules.research.application.technical_analyst_service import TechnicalAnalystService
from src.modules.research.application.valuation_modeler_service import ValuationModelerService
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.opinions import (
    AuditOpinion,
    CatalystOpinion,
    MacroOpinion,
    Opinion,
    TechnicalOpinion,
    ValuationOpinion,
)
from src.modules.research.domain.ports import Analyst, Draft
from src.modules.research.infrastructure.neighbours import LibraryMarket, PlatformSearch
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.audit_rules import AuditRules
from src.modules.research.infrastructure.rules.catalyst_rules import CatalystRules
from src.modules.research.infrastructure.rules.macro.macro_rules import MacroRules
from src.modules.research.infrastructure.rules.technical_rules import TechnicalRules
from src.modules.research.infrastructure.rules.valuation_rules import ValuationRules

Briefs = Mapping[Expert, Brief]
Answer = Callable[[Brief, bool], Mapping[str, Any]]
SHAPES: Mapping[Expert, type[Opinion]] = {
    Expert.TECHNICAL_ANALYST: TechnicalOpinion,
    Expert.FINANCIAL_AUDITOR: AuditOpinion,
    Expert.VALUATION_MODELER: ValuationOpinion,
    Expert.MACRO_INTELLIGENCE: MacroOpinion,
    Expert.CATALYST_DETECTIVE: CatalystOpinion,
}
_PROMPTS = {expert: Prompts(expert) for expert in Expert}


class ScriptedAnalyst:
    """Passes for a model; `answer` is told whether it was asked once more."""

    def __init__(self, expert: Expert, answer: Answer) -> None:
        self._shape = SHAPES[expert]
        self._answer = answer

    async def opinion(self, brief: Brief, complaints: Sequence[object] = ()) -> Draft[Any]:
        answered = json.dumps(self._answer(brief, bool(complaints)), ensure_ascii=False)
        return Draft(self._shape.model_validate_json(answered), "llm", self.question(brief), answered)

    @staticmethod
    def question(brief: Brief) -> str:
        """What a model would be asked."""
        return _PROMPTS[brief.expert].of(brief, ())[1]


class _Remembering:
    """Answers by rules, and keeps the brief."""

    def __init__(self, rules: Analyst[Any], kept: dict[Expert, Brief]) -> None:
        self._rules = rules
        self._kept = kept

    async def opinion(self, brief: Brief, complaints: Sequence[Any] = ()) -> Draft[Any]:
        self._kept[brief.expert] = brief
        return await self._rules.opinion(brief, complaints)


async def all_briefs(
    database: Database, library: MarketLibrary, symbols: Sequence[str]
) -> dict[tuple[str, Language], Briefs]:
    """Of each company in each language."""
    return {
        (symbol, language): await _briefs(database, library, symbol, language)
        for symbol in symbols
        for language in Language
    }


async def _briefs(database: Database, library: MarketLibrary, symbol: str, language: Language) -> Briefs:
    kept: dict[Expert, Brief] = {}
    market, news = LibraryMarket(library), LocalNews(database)
    search = PlatformSearch(news, news)
    await TechnicalAnalystService(market, _Remembering(TechnicalRules(), kept)).run(symbol, language=language)
    await FinancialAuditorService(market, _Remembering(AuditRules(), kept)).run(symbol, language=language)
    await ValuationModelerService(market, _Remembering(ValuationRules(), kept)).run(symbol, language=language)
    await MacroIntelligenceService(market, search, _Remembering(MacroRules(), kept)).run(symbol, language=language)
    await CatalystDetectiveService(market, search, _Remembering(CatalystRules(), kept)).run(symbol, language=language)
    return kept
