"""What every expert's result carries besides its opinion: evidence, grounding, and the leak certificate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.findings import Grounding
from packages.domain.evidence.reports.texts import grounding_json
from src.modules.research.application.running import Result
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import Finding, ResearchFigure
from src.modules.research.domain.ports import Draft


def provenance(brief: Brief, draft: Draft[Any], grounding: Grounding) -> Result:
    """By whom, about whom, as of when, on what evidence, and how well bound."""
    return {
        "symbol": str(brief.company.symbol),
        "company": {"zh": brief.company.name_zh, "en": brief.company.name_en},
        "as_of": brief.as_of.isoformat(),
        "language": brief.language.value,
        "engine": draft.engine,
        "grounding": grounding_json(grounding, draft.removed),
        "evidence": [_evidence(tag, row, brief) for tag, row in brief.book.rows.items()],
        "points": [one.as_fields() for one in draft.points],
        "absent": {key: finding.reason for key, finding in brief.absent.items()},
        "degraded": list(brief.degraded),
        "leak_certificate": leak_certificate(brief),
    }


def leak_certificate(brief: Brief) -> Result:
    """Every row that the expert could see, and the latest instant at which any of them became known."""
    latest = brief.book.latest_known_at
    rows = {underlying for row in brief.book.rows.values() for underlying in (row.id, *row.rows)}
    return {
        "as_of": brief.as_of.isoformat(),
        "rows": sorted(rows),
        "latest_known_at": latest.isoformat() if latest else None,
    }


def indicators(brief: Brief) -> Result:
    """The figures as plain numbers by key, and None with the reason for what is absent."""
    values = {key: _plain(figure) for key, figure in brief.figures.items()}
    return values | {key: {"value": None, "reason": finding.reason} for key, finding in brief.absent.items()}


def plain_value(finding: Finding) -> float | None:
    return float(finding.value) if isinstance(finding, ResearchFigure) else None


def opinion_fields(opinion: BaseModel, *left_out: str) -> Result:
    return opinion.model_dump(mode="json", exclude=set(left_out))


def level(brief: Brief, tag: str) -> float | None:
    """The price behind a tag; None when it names no row with a number."""
    row = brief.book.rows.get(tag.strip("[]"))
    return float(row.value) if row is not None and row.value is not None else None


def _plain(figure: ResearchFigure) -> Mapping[str, object]:
    return {"value": float(figure.value), "unit": figure.unit, "period": figure.period}


def _evidence(tag: str, row: EvidenceRow, brief: Brief) -> Mapping[str, object]:
    return {
        "tag": tag,
        "id": row.id,
        "metric": row.metric,
        "name": brief.name_of(row),
        "shown": brief.value_of(row),
        "value": float(row.value) if row.value is not None else None,
        "text": row.text or None,
        "unit": row.unit,
        "period": row.period,
        "source": row.source,
        "known_at": row.known_at.isoformat(),
        "rows": list(row.rows),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalystDetectiveAgentResult:
    """`result` holds the assessment; `catalyst_context` what was found, by topic; `upcoming_events` the dates ahead;
    `provenance` is what every expert's result carries besides (engine, evidence, grounding, leak certificate …)."""

    result: Result
    narrative_report: str
    raw_llm_output: str
    user_prompt: str
    catalyst_context: Result
    provenance: Mapping[str, object]
    upcoming_events: Sequence[Result] = ()

    def as_dict(self) -> Result:
        """Flat beside the five fields, as the other experts' results are."""
        return {
            "result": self.result,
            "narrative_report": self.narrative_report,
            "raw_llm_output": self.raw_llm_output,
            "user_prompt": self.user_prompt,
            "catalyst_context": self.catalyst_context,
            "upcoming_events": list(self.upcoming_events),
            **self.provenance,
        }
