"""The macro expert: what rates, money, activity, policy and the cycle mean for a company."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from packages.core.messages import Language, message, render
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import MacroPoint
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol, parse_symbol
from src.modules.research.application.briefing import brief_of, company_of, holes_in, instant_of
from src.modules.research.application.gathering import Gathered, checked_sources, gathered
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.application.results import indicators, opinion_fields, provenance
from src.modules.research.application.running import Result
from src.modules.research.application.schedule import market_schedule, schedule_documents, schedule_json
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.errors import NothingKnown
from src.modules.research.domain.figures import Findings, present
from src.modules.research.domain.macro.collect import macro_figures
from src.modules.research.domain.macro.economies import SERIES, TOPICS, economy_of
from src.modules.research.domain.macro.flows import flow_figures, flow_series
from src.modules.research.domain.macro.rules import RULES
from src.modules.research.domain.opinions import MacroOpinion
from src.modules.research.domain.ports import Analyst, MarketData, WebSearch
from src.modules.research.domain.rulebook import rule_rows

# A year of bars, and a margin.
_LOOK_BACK = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class MacroIntelligenceService:
    """`strict`: a number that its evidence does not bear out ends the expert."""

    market: MarketData
    search: WebSearch
    analyst: Analyst[MacroOpinion]
    strict: bool = False

    async def run(self, symbol: str, *, analysis_date: date | None = None, language: Language = Language.ZH) -> Result:
        """Raises `NothingKnown` with neither series nor texts, `Unavailable` when nobody could even be asked."""
        brief = await self.brief(symbol, analysis_date, language)
        draft, grounding = await grounded_draft(self.analyst, brief, strict=self.strict)
        sources, brief = checked_sources(draft.opinion, brief)
        return {
            **opinion_fields(draft.opinion),
            "information_sources": sources,
            "upcoming_events": schedule_json(brief),
            "macro_indicators": indicators(brief),
            "input": draft.asked,
            "output": draft.answered,
            **provenance(brief, draft, grounding),
        }

    async def brief(self, text: str, analysis_date: date | None, language: Language) -> Brief:
        symbol = parse_symbol(text)
        as_of = instant_of(self.market, symbol, analysis_date)
        company = await company_of(self.market, symbol, as_of)
        releases = await self._releases(symbol, as_of)
        figures = await self._figures(symbol, releases, as_of)
        events = await market_schedule(self.market, company, releases, as_of)
        found = await gathered(self.search, TOPICS, company, as_of)
        _refuse_nothing(found, figures, symbol)
        brief = await brief_of(
            Expert.MACRO_INTELLIGENCE,
            self.market,
            company,
            as_of,
            language,
            figures,
            rules=rule_rows(RULES),
            documents=[*found.documents, *schedule_documents(events, company, language)],
            degraded=[*found.degraded(language), *_shortfalls(found, figures, language)],
        )
        return replace(brief, upcoming=tuple(events))

    async def _releases(self, symbol: Symbol, as_of: datetime) -> dict[str, Sequence[MacroPoint]]:
        economy = economy_of(symbol)
        if economy is None:
            return {}
        return {name: await self.market.view(as_of).macro(economy.series(name)) for name in SERIES}

    async def _figures(self, symbol: Symbol, releases: dict[str, Sequence[MacroPoint]], as_of: datetime) -> Findings:
        economy = economy_of(symbol)
        if economy is None:
            return macro_figures({}, None, as_of)
        view = self.market.view(as_of)
        index = await _bars(view, economy.benchmark)
        holes = await holes_in(self.market, index, as_of)
        stored = {name: await view.macro(name) for name in flow_series(economy.prefix)}
        flows = flow_figures(economy.prefix, stored, local_day(symbol.market, as_of)) if any(stored.values()) else ()
        return {**macro_figures(releases, index, as_of, holes), **{one.key: one for one in flows}}


async def _bars(view: MarketView, index: str) -> BarSeries | None:
    try:
        return await view.bars(parse_symbol(index), start=view.as_of - _LOOK_BACK, raw_only=True)
    except NoData:
        return None


def _refuse_nothing(found: Gathered, figures: Findings, symbol: Symbol) -> None:
    if found.documents or present(figures):
        return
    if found.all_failed:
        raise found.failures[0]
    raise NothingKnown(
        "research.no_economy",
        symbol=symbol,
        details={"symbol": str(symbol), "searches": [outcome.search.text for outcome in found.outcomes]},
    )


def _shortfalls(found: Gathered, figures: Findings, language: Language) -> list[str]:
    notes = []
    if not found.documents:
        notes.append(message("research.no_texts"))
    if not any(name in present(figures) for name in SERIES):
        notes.append(message("research.no_macro_series"))
    return [render(note, language) for note in notes]
