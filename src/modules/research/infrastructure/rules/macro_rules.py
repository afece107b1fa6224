"""The macro expert by rules: rates, money, activity and the tone of the news, weighed by what the industry lives by."""

from collections.abc import Mapping, Sequence
from typing import Literal

from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.evidence.findings import Finding
from src.modules.research.domain.macro.industries import DIMENSIONS, industry_of
from src.modules.research.domain.macro.topics import TOPICS
from src.modules.research.domain.opinions import MacroDimension, MacroOpinion
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.macro_report import MacroReport
from src.modules.research.infrastructure.rules.macro_signals import macro_signals
from src.modules.research.infrastructure.rules.press_writing import PressWriter
from src.modules.research.infrastructure.rules.stances import MOST, Signal, confidence, lean_of, overall, side

# Without any text the expert sees only half of what it is asked about.
_MOST_WITHOUT_NEWS = 0.5
_STANCES: Mapping[int, Literal["Favorable", "Neutral", "Unfavorable"]] = {
    1: "Favorable", 0: "Neutral", -1: "Unfavorable"
}  # fmt: skip


class MacroRules:
    """An `Analyst` that needs no model."""

    def __init__(self, prompts: Prompts | None = None) -> None:
        self._prompts = prompts or Prompts(Expert.MACRO_INTELLIGENCE)

    async def opinion(self, brief: Brief, complaints: Sequence[Finding] = ()) -> Draft[MacroOpinion]:
        _, asked = self._prompts.of(brief, complaints)
        opinion = macro_opinion(brief)
        return Draft(opinion, "rules", asked, opinion.model_dump_json())


def macro_opinion(brief: Brief) -> MacroOpinion:
    w = PressWriter(brief)
    industry = industry_of(brief.company.industry)
    signals = macro_signals(w)
    leans = {name: lean_of(one for one in signals if one.dimension == name) for name in DIMENSIONS}
    whole = side(overall(leans, industry.weights))
    report = MacroReport(w, industry, signals, leans, whole)
    most = MOST if any(one.document and one.weight > 0 for one in signals) else _MOST_WITHOUT_NEWS
    return MacroOpinion(
        macro_environment=_STANCES[whole],
        confidence_score=confidence(leans, signals, most),
        macro_summary=report.summary(),
        dimension_analyses=[
            MacroDimension(
                dimension=topic.name, stance=_STANCES[side(leans[topic.name])], assessment=report.assessed(topic)
            )
            for topic in TOPICS
        ],
        key_opportunities=report.leaning(1),
        key_risks=report.risks(),
        information_sources=_sources(signals),
        narrative_report=report.narrative(),
    )


def _sources(signals: Sequence[Signal]) -> list[str]:
    return list(dict.fromkeys(one.document.url for one in signals if one.document and one.document.url))
