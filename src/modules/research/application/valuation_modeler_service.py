"""The valuation modeler: what a share is worth by several methods, and what is asked for it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from packages.core.messages import Language, Message, joined, message, render
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Market as Exchange
from packages.domain.market_data.symbols import Symbol, parse_symbol
from src.modules.research.application.briefing import brief_of, company_of, instant_of
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.application.peers import peers_of
from src.modules.research.application.results import indicators, level, opinion_fields, provenance
from src.modules.research.application.running import Result
from src.modules.research.application.valuation_tables import valuation_tables
from src.modules.research.domain.brief import Brief, CompanyProfile, Expert
from src.modules.research.domain.errors import NothingKnown, ThinReports
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure
from src.modules.research.domain.opinions import ValuationOpinion
from src.modules.research.domain.ports import Analyst, MarketData
from src.modules.research.domain.rulebook import rule_rows
from src.modules.research.domain.valuation.absences import why_absent
from src.modules.research.domain.valuation.assumptions import HISTORY_YEARS, METHODS, ValuationVerdict
from src.modules.research.domain.valuation.collect import CompanyToValue, ValuationFigures, valuation_figures
from src.modules.research.domain.valuation.points import verdict_within
from src.modules.research.domain.valuation.rules import rules_for
from src.modules.research.domain.valuation.scenarios import outlook_of

# The history of multiples, and a margin for the first day of it.
_HISTORY = timedelta(days=366 * HISTORY_YEARS)
# Far enough back for the last trade of a share that was suspended for long.
_PRICES = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class ValuationModelerService:
    """The verdict is the analyst's own; the bounds of the range are rows. `strict`: a number that its evidence does
    not bear out ends the expert."""

    market: MarketData
    analyst: Analyst[ValuationOpinion]
    strict: bool = False

    async def run(self, symbol: str, *, analysis_date: date | None = None, language: Language = Language.ZH) -> Result:
        """Raises `NothingKnown` without a price or reports, and `ThinData` where no method gives a value."""
        which = parse_symbol(symbol)
        as_of = instant_of(self.market, which, analysis_date)
        company = await company_of(self.market, which, as_of)
        found = await self._figures(company, as_of)
        _refuse_thin(which, found)
        rules = rule_rows(rules_for(found.business.kind, outlook_of(found.figures)))
        brief = await brief_of(
            Expert.VALUATION_MODELER, self.market, company, as_of, language, found.figures, rules=rules
        )
        draft, grounding = await grounded_draft(self.analyst, brief, strict=self.strict)
        bounds = _range(brief, draft.opinion)
        return {
            **opinion_fields(draft.opinion, "lower_bound", "upper_bound"),
            "valuation_verdict": _verdict(draft.opinion, found, bounds),
            "estimated_intrinsic_value_range": bounds,
            "valuation_indicators": {**indicators(brief), **_dcf(found, language)},
            **valuation_tables(found, brief),
            "input": draft.asked,
            "output": draft.answered,
            **provenance(brief, draft, grounding),
        }

    async def _figures(self, company: CompanyProfile, as_of: datetime) -> ValuationFigures:
        view, symbol = self.market.view(as_of), company.symbol
        valuations = await view.valuations(symbol, since=(as_of - _HISTORY - _PRICES).date())
        try:
            prices = await view.bars(symbol, start=as_of - _HISTORY - _PRICES, raw_only=True)
            facts, actions = await view.facts(symbol), await view.actions(symbol)
            name = f"{company.name_zh} {company.name_en}".strip()
            about = CompanyToValue(company.industry, name, await peers_of(self.market, symbol, as_of))
            return valuation_figures(valuations, facts, prices, actions, about)
        except NoData as missing:
            raise NothingKnown(_nothing(symbol, missing), details={"symbol": str(symbol)}) from missing


def _nothing(symbol: Symbol, missing: NoData) -> Message:
    if symbol.market is Exchange.CRYPTO:
        return message("research.not_to_be_valued", symbol=symbol)
    return missing.said


def _refuse_thin(symbol: Symbol, found: ValuationFigures) -> None:
    if found.verdict is not None:
        return
    methods = METHODS[found.business.kind]
    absent = [figure for method in methods if isinstance(figure := found.figures[method.middle], AbsentFigure)]
    reasons = joined([why_absent(why) for why in dict.fromkeys(figure.why for figure in absent)], "; ")
    raise ThinReports(
        "research.no_valuation_method",
        symbol=symbol,
        reasons=reasons,
        details={"symbol": str(symbol), "missing": [figure.key for figure in absent]},
    )


def _range(brief: Brief, opinion: ValuationOpinion) -> dict[str, float | None]:
    """Low before high; a tag that names no row in the unit of the price bounds nothing."""
    unit = brief.figures["price"].unit
    bounds = [_price(brief, tag, unit) if tag else None for tag in (opinion.lower_bound, opinion.upper_bound)]
    lower, upper = sorted(one for one in bounds if one is not None) if None not in bounds else bounds
    return {"lower_bound": lower, "upper_bound": upper}


def _verdict(opinion: ValuationOpinion, found: ValuationFigures, bounds: dict[str, float | None]) -> str:
    """What the analyst says, unless its own range against the price says otherwise."""
    lower, upper = bounds["lower_bound"], bounds["upper_bound"]
    if lower is None or upper is None:
        return opinion.valuation_verdict
    said = ValuationVerdict(opinion.valuation_verdict)
    return verdict_within(said, float(found.price.value), lower, upper).value


def _price(brief: Brief, tag: str, unit: str) -> float | None:
    row = brief.book.rows.get(tag.strip("[]"))
    return level(brief, tag) if row is not None and row.unit == unit else None


def _dcf(found: ValuationFigures, language: Language) -> dict[str, object]:
    """What the DCF assumes, and how its value moves with the two rates; beside the values wherever they are shown."""
    return {
        "dcf_assumptions": [render(assumption, language) for assumption in found.assumptions],
        "dcf_sensitivity": [
            {"discount": float(cell.discount), "terminal": float(cell.terminal), "value": float(cell.value.value)}
            for cell in found.sensitivity
            if isinstance(cell.value, ResearchFigure)
        ],
    }
