"""The catalyst expert by rules: events read out of texts, each good or bad, sure or not, fresh or old."""

from collections.abc import Mapping, Sequence
from typing import Literal

from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.catalyst.rules import RULES
from src.modules.research.domain.catalyst.topics import TOPICS
from src.modules.research.domain.evidence.findings import Finding
from src.modules.research.domain.opinions import CatalystDimension, CatalystOpinion
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.catalyst_report import CatalystReport
from src.modules.research.infrastructure.rules.events import Event, events_in
from src.modules.research.infrastructure.rules.press_writing import PressWriter
from src.modules.research.infrastructure.rules.stances import (
    Signal,
    confidence,
    freshness,
    lean_of,
    overall,
    side,
    standing,
)

_OLD_DAYS = int(RULES["catalyst_old_days"].value)
_WEIGHTS = {"company_events": 0.30, "industry": 0.15, "sentiment": 0.20, "earnings": 0.35}
_CERTAINTY = {"done": 1.0, "planned": 0.7, "rumoured": 0.4}
_STANCES: Mapping[int, Literal["Positive", "Neutral", "Negative"]] = {1: "Positive", 0: "Neutral", -1: "Negative"}


class CatalystRules:
    """An `Analyst` that needs no model."""

    def __init__(self, prompts: Prompts | None = None) -> None:
        self._prompts = prompts or Prompts(Expert.CATALYST_DETECTIVE)

    async def opinion(self, brief: Brief, complaints: Sequence[Finding] = ()) -> Draft[CatalystOpinion]:
        _, asked = self._prompts.of(brief, complaints)
        opinion = catalyst_opinion(brief)
        return Draft(opinion, "rules", asked, opinion.model_dump_json())


def catalyst_opinion(brief: Brief) -> CatalystOpinion:
    w = PressWriter(brief)
    events = events_in(brief.documents, brief.as_of, brief.language)
    signals = [_signal(event, brief) for event in events]
    leans = {name: lean_of(one for one in signals if one.dimension == name) for name in _WEIGHTS}
    whole = side(overall(leans, _WEIGHTS))
    report = CatalystReport(w, events, leans, whole)
    return CatalystOpinion(
        catalyst_assessment=_STANCES[whole],
        confidence_score=confidence(leans, signals),
        catalyst_summary=report.summary(),
        dimension_analyses=[
            CatalystDimension(
                dimension=topic.name, stance=_STANCES[side(leans[topic.name])], assessment=report.assessed(topic)
            )
            for topic in TOPICS
        ],
        positive_catalysts=report.catalysts(1),
        negative_catalysts=report.catalysts(-1),
        information_sources=list(dict.fromkeys(event.document.url for event in events if event.document.url)),
        narrative_report=report.narrative(),
    )


def _signal(event: Event, brief: Brief) -> Signal:
    fresh = freshness(event.document.published_at, brief.as_of, _OLD_DAYS)
    weight = fresh * standing(event.document) * _CERTAINTY[event.stage]
    return Signal(event.kind.dimension, event.leans, weight, fresh, "", event.document)
