"""The report of a run, made once: every format draws this."""

from datetime import datetime

from packages.core.messages import Language
from packages.domain.evidence.reports.opinions import opinion_mark
from src.modules.coordinator.application.export.appendix import evidence_section, grounding_section
from src.modules.coordinator.application.export.catalysts import calendar_section
from src.modules.coordinator.application.export.debating import change_section, debate_section, disagreements_section
from src.modules.coordinator.application.export.experts import experts_section
from src.modules.coordinator.application.export.grounding import grounding_json, grounding_sentence, groundings_of
from src.modules.coordinator.application.export.model import (
    Part,
    ReportDocument,
    Section,
    numbered,
    plain_block,
    spans_in,
)
from src.modules.coordinator.application.export.opening import cover, thesis
from src.modules.coordinator.application.export.pricing import price_section
from src.modules.coordinator.application.export.reading import Dict, ReportedRun
from src.modules.coordinator.application.export.risks import risks_section
from src.modules.coordinator.application.export.worth import scenarios_section, valuation_section
from src.modules.coordinator.domain.report_material import NO_MATERIAL, ReportMaterial

_CHAPTERS = (
    cover, thesis, price_section, scenarios_section, valuation_section, experts_section, debate_section,
    disagreements_section, risks_section, calendar_section, change_section,
)  # fmt: skip


def document_of(result: Dict, language: Language, material: ReportMaterial = NO_MATERIAL) -> ReportDocument:
    """`result` is the answer of `POST /coordinator/research`."""
    run = ReportedRun(result, language, material)
    chapters: list[Section] = [write(run) for write in _CHAPTERS]
    notes = numbered(chapters)
    groundings = groundings_of(result)
    last = (grounding_section(run, groundings), evidence_section(run, notes))
    head: list[Part] = [plain_block("title", _title(run))]
    foot: list[Part] = [plain_block("note", grounding_sentence(groundings, language))]
    if any(opinion_mark(language) in span.text for span in spans_in(chapters)):
        foot.append(plain_block("note", run.say.say("opinion_note")))
    foot.append(plain_block("note", run.say.say("disclaimer")))
    parts = (*head, *chapters, *foot, *(section for section in last if section))
    subtitle = run.say.say("title") + (f" · {run.day}" if run.day else "")
    return ReportDocument(
        _title(run), language, parts, grounding_json(groundings), notes, subtitle, run.say.say("more")
    )


def asked_of(result: Dict) -> tuple[str, str | None, datetime | None]:
    """The symbol, the benchmark and the instant that a run was about; None where no report has it."""
    reports = [outcome["data"] for outcome in (result.get("expert_results") or {}).values() if outcome.get("data")]
    instant = next((str(data["as_of"]) for data in reports if data.get("as_of")), None)
    benchmark = (result.get("verdict") or {}).get("benchmark")
    return str(result["symbol"]), benchmark, datetime.fromisoformat(instant) if instant else None


def _title(run: ReportedRun) -> str:
    return f"{run.company} {run.symbol}" if run.company not in ("", run.symbol) else run.symbol
