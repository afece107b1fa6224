"""The catalyst expert: what has happened, or is about to, that may move the price."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from packages.core.errors import ParleyError
from packages.core.messages import Language, message, render
from packages.domain.market_data.symbols import Symbol, load_command, parse_symbol
from src.modules.research.application.briefing import brief_of, company_of, instant_of
from src.modules.research.application.gathering import Gathered, checked_sources, gathered
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.application.results import CatalystDetectiveAgentResult, opinion_fields, provenance
from src.modules.research.application.running import Result
from src.modules.research.application.schedule import company_schedule, schedule_documents, schedule_json
from src.modules.research.domain.brief import Brief, Expert, NewsDocument
from src.modules.research.domain.catalysts import RULES, TOPICS, concerns
from src.modules.research.domain.errors import NothingKnown
from src.modules.research.domain.opinions import CatalystOpinion
from src.modules.research.domain.ports import Analyst, MarketData, WebSearch
from src.modules.research.domain.rulebook import rule_rows


@dataclass(frozen=True, slots=True)
class CatalystDetectiveService:
    """`strict`: a number that its evidence does not bear out ends the expert."""

    market: MarketData
    search: WebSearch
    analyst: Analyst[CatalystOpinion]
    strict: bool = False

    async def run(
        self, symbol: str, *, analysis_date: date | None = None, language: Language = Language.ZH
    ) -> CatalystDetectiveAgentResult:
        """Raises `NothingKnown` where no text was found, `Unavailable` when nobody could even be asked."""
        brief = await self.brief(symbol, analysis_date, language)
        draft, grounding = await grounded_draft(self.analyst, brief, strict=self.strict)
        sources, brief = checked_sources(draft.opinion, brief)
        return CatalystDetectiveAgentResult(
            result={**opinion_fields(draft.opinion, "narrative_report"), "information_sources": sources},
            narrative_report=draft.opinion.narrative_report,
            raw_llm_output=draft.answered,
            user_prompt=draft.asked,
            catalyst_context=_context(brief),
            upcoming_events=schedule_json(brief),
            provenance=provenance(brief, draft, grounding),
        )

    async def brief(self, text: str, analysis_date: date | None, language: Language) -> Brief:
        symbol = parse_symbol(text)
        as_of = instant_of(self.market, symbol, analysis_date)
        company = await company_of(self.market, symbol, as_of)
        found = await gathered(self.search, TOPICS, company, as_of)
        events, grew, actions = await company_schedule(self.market, company, as_of)
        known = await self.market.companies(as_of)
        documents = [document for document in found.documents if concerns(document, company, known)]
        if not documents and (found.all_failed or not events):
            raise _nothing(found, symbol)
        brief = await brief_of(
            Expert.CATALYST_DETECTIVE,
            self.market,
            company,
            as_of,
            language,
            grew,
            rules=rule_rows(RULES),
            documents=[*documents, *schedule_documents(events, company, language, actions)],
            degraded=[*found.degraded(language), *_only_old(documents, as_of, language)],
        )
        return replace(brief, upcoming=tuple(events))


def _nothing(found: Gathered, symbol: Symbol) -> ParleyError:
    if found.all_failed:
        return found.failures[0]
    return NothingKnown(
        "research.no_news",
        symbol=symbol,
        command=load_command(symbol),
        details={
            "symbol": str(symbol),
            "searches": [outcome.search.text for outcome in found.outcomes],
            "degraded": found.degraded(Language.EN),
        },
    )


def _only_old(documents: Sequence[NewsDocument], as_of: datetime, language: Language) -> list[str]:
    """A sentence where no text is recent enough to be a catalyst still, or none was found at all."""
    if not documents:
        return [render(message("research.no_texts_but_dates"), language)]
    oldest = as_of - timedelta(days=int(RULES["catalyst_old_days"].value))
    if any(document.published_at is None or document.published_at >= oldest for document in documents):
        return []
    return [render(message("research.only_old_texts"), language)]


def _context(brief: Brief) -> Result:
    """What was found, under the topic that it was kept under."""
    return {topic.name: [_document_json(one) for one in brief.documents if one.topic == topic.name] for topic in TOPICS}


def _document_json(document: NewsDocument) -> Result:
    return {
        "tag": document.tag,
        "title": document.title,
        "text": document.text,
        "url": document.url,
        "source": document.source,
        "published_at": document.published_at.isoformat() if document.published_at else None,
        "known_at": document.known_at.isoformat(),
    }
