"""The stress report as it is stored: plain JSON for the page and the tools, every number finite or null, words in both
languages, and the files that a person can download."""

from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.backtest.analysis.as_json import plain
from packages.domain.stress.attempts import JointVerdict
from packages.domain.stress.findings import CrisisFinding, MonteCarloFinding, VerdictReason, WindowStatus
from packages.domain.stress.jobs.stored import FileKind
from packages.domain.stress.jobs.work import WrittenReport
from packages.domain.stress.report import StressTestReport, Unmeasured, findings_json
from packages.reports.stress.document import stress_html, stress_markdown
from packages.reports.stress.verdict import (
    gap_lines,
    lineage_lines,
    missing_line,
    tried_lines,
    verdict_sentence,
    worded_reason,
)
from packages.reports.stress.wording import StressWording

PERCENTILES = ("p5", "p25", "p50", "p75", "p95")
_RATES = ("borrow_rate", "interest_rate", "funding_rate")
Wordings = dict[Language, StressWording]


def write_stress(report: StressTestReport) -> WrittenReport:
    """`ReportWriter`: JSON for the page, and HTML and Markdown in both languages."""
    notes = {each.value: list(lineage_lines(report, StressWording(report, each))) for each in Language}
    lineage: JsonObject = {
        "trials": report.cover.trials,
        "compared": report.compared,
        "left_out": report.left_out,
        "notes": notes,
    }
    files: dict[tuple[FileKind, Language], str] = {}
    for language in Language:
        files["html", language] = stress_html(report, language)
        files["md", language] = stress_markdown(report, language)
    return WrittenReport({**stress_json(report), "lineage": lineage}, files)


def stress_json(report: StressTestReport) -> JsonObject:
    """Percentiles of a fan are columns by name; `null` for a part means that it was not measured."""
    wordings = {language: StressWording(report, language) for language in Language}
    parts = report.parts
    payload: dict[str, JsonValue] = {
        "stress_report_id": report.stress_report_id,
        "scenario_set_id": report.scenario_set_id,
        "created_at": report.created_at.isoformat(),
        "strategy": _strategy(report),
        "is_demo": report.cover.is_demo,
        "notice": {language.value: wording.say("advice") for language, wording in wordings.items()},
        "verdict": _verdict(report, wordings),
        "limits": findings_json(report.limits),
        "tried": {language.value: list(tried_lines(report, wording)) for language, wording in wordings.items()},
        "crises": None if parts.crises is None else [_crisis(each, wordings) for each in parts.crises],
        "monte_carlo": None if parts.monte_carlo is None else [_world(each, wordings) for each in parts.monte_carlo],
        "sensitivity": findings_json(parts.sensitivity),
        "walk_forward": findings_json(parts.walk_forward),
        "overfitting": findings_json(parts.overfitting),
        "unmeasured": [_unmeasured(each, wordings) for each in report.unmeasured],
        "seed": report.seed,
        "is_own_seed": report.is_own_seed,
        "financing": {name: getattr(report.cover.terms, name) for name in _RATES},
        **joint_json(report.joint),
    }
    return payload


def joint_json(joint: JointVerdict | None) -> JsonObject:
    """The joint verdict and every attempt at the same rules, oldest first."""
    if joint is None:
        return {"joint_verdict": None, "attempts": []}
    counted = {each.stress_report_id for each in joint.counted}
    attempts: list[JsonValue] = [
        {
            "stress_report_id": each.stress_report_id,
            "created_at": each.created_at.isoformat(),
            "verdict": each.ruling.value,
            "seed": each.seed,
            "is_own_seed": each.is_own_seed,
            "start": each.first_day.isoformat() if each.first_day else None,
            "end": each.last_day.isoformat() if each.last_day else None,
            "declared_trials": each.declared_trials,
            "trials": each.trials,
            "counts": each.stress_report_id in counted,
        }
        for each in joint.attempts
    ]
    return {"joint_verdict": joint.ruling.value if joint.ruling else None, "attempts": attempts}


def _unmeasured(of: Unmeasured, wordings: Wordings) -> JsonValue:
    words: JsonValue = {language.value: wording.why(of.code, of.reason) for language, wording in wordings.items()}
    return {"what": of.what, "code": of.code, "reason": of.reason, "words": words}


def _strategy(report: StressTestReport) -> JsonValue:
    cover = report.cover
    return {
        "name": cover.strategy,
        "version": report.strategy_version,
        "hash": cover.content_hash,
        "market": cover.market.value,
        "timeframe": cover.timeframe.value,
        "tickers": list(cover.tickers),
        "start": cover.start.isoformat(),
        "end": cover.end.isoformat(),
        "cash": float(cover.terms.cash),
        "source": cover.source,
        "trials": cover.trials,
    }


def _verdict(report: StressTestReport, wordings: Wordings) -> JsonValue:
    verdict = report.verdict
    return {
        "ruling": verdict.ruling.value,
        "words": {
            language.value: {
                "ruling": wording.say(f"ruling.{verdict.ruling.value}"),
                "told": verdict_sentence(report, wording),
                "gaps": list(gap_lines(report, wording)),
            }
            for language, wording in wordings.items()
        },
        "reasons": [_reason(reason, report, wordings) for reason in verdict.reasons],
        "not_measured": list(verdict.not_measured),
    }


def _reason(reason: VerdictReason, report: StressTestReport, wordings: Wordings) -> JsonValue:
    words: dict[str, JsonValue] = {
        language.value: findings_json(worded_reason(reason, report.limits, wording))
        for language, wording in wordings.items()
        for language, wording in wordings.items()
    }
    fields = findings_json(reason)
    return {**fields, "words": words} if isinstance(fields, dict) else fields


def _crisis(of: CrisisFinding, wordings: Wordings) -> JsonValue:
    fields = findings_json(of)
    names: dict[str, JsonValue] = {language.value: wording.window(of.key) for language, wording in wordings.items()}
    if not isinstance(fields, dict):
        return fields
    is_gap = of.status is WindowStatus.GAP
    words: JsonValue = {each.value: missing_line(of, wording) for each, wording in wordings.items()} if is_gap else None
    return {**fields, "name": names, "missing_words": words}


def _world(of: MonteCarloFinding, wordings: Wordings) -> JsonValue:
    fields = findings_json(of)
    names: dict[str, JsonValue] = {
        language.value: wording.say(f"world.{of.world.value}") for language, wording in wordings.items()
    }
    rows = plain(of.fan.tolist())
    columns = zip(PERCENTILES, rows if isinstance(rows, list) else [], strict=False)
    fan: dict[str, JsonValue] = {"bars": list(of.fan_bars), **dict(columns)}
    return {**fields, "name": names, "fan": fan} if isinstance(fields, dict) else fields
