"""The stress report as it is stored: plain JSON for the page and the tools, every number finite or null, words in both
languages, and the files that a person can download."""

from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.backtest.analysis.as_json import plain
from packages.domain.stress.findings import CrisisFinding, MonteCarloFinding, VerdictReason, WindowStatus
from packages.domain.stress.jobs.stored import FileKind
from packages.domain.stress.jobs.work import WrittenReport
from packages.domain.stress.report import StressTestReport, Unmeasured, findings_json
from packages.reports.stress.document import stress_html, stress_markdown
from packages.reports.stress.verdict import gaps_told, lineage_told, missing_told, told_reason, tried_told, verdict_told
from packages.reports.stress.wording import StressWording

PERCENTILES = ("p5", "p25", "p50", "p75", "p95")
Voices = dict[Language, StressWording]


def write_stress(report: StressTestReport) -> WrittenReport:
    """`ReportWriter`: JSON for the page, and HTML and Markdown in both languages."""
    notes = {each.value: list(lineage_told(report, StressWording(report, each))) for each in Language}
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
    voices = {language: StressWording(report, language) for language in Language}
    parts = report.parts
    told: dict[str, JsonValue] = {
        "stress_report_id": report.stress_report_id,
        "scenario_set_id": report.scenario_set_id,
        "created_at": report.created_at.isoformat(),
        "strategy": _strategy(report),
        "is_demo": report.cover.is_demo,
        "notice": {language.value: voice.say("advice") for language, voice in voices.items()},
        "verdict": _verdict(report, voices),
        "limits": findings_json(report.limits),
        "tried": {language.value: list(tried_told(report, voice)) for language, voice in voices.items()},
        "crises": None if parts.crises is None else [_crisis(each, voices) for each in parts.crises],
        "monte_carlo": None if parts.monte_carlo is None else [_world(each, voices) for each in parts.monte_carlo],
        "sensitivity": findings_json(parts.sensitivity),
        "walk_forward": findings_json(parts.walk_forward),
        "overfitting": findings_json(parts.overfitting),
        "unmeasured": [_unmeasured(each, voices) for each in report.unmeasured],
    }
    return told


def _unmeasured(of: Unmeasured, voices: Voices) -> JsonValue:
    words: JsonValue = {language.value: voice.why(of.code, of.reason) for language, voice in voices.items()}
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


def _verdict(report: StressTestReport, voices: Voices) -> JsonValue:
    verdict = report.verdict
    return {
        "ruling": verdict.ruling.value,
        "words": {
            language.value: {
                "ruling": voice.say(f"ruling.{verdict.ruling.value}"),
                "told": verdict_told(report, voice),
                "gaps": list(gaps_told(report, voice)),
            }
            for language, voice in voices.items()
        },
        "reasons": [_reason(reason, report, voices) for reason in verdict.reasons],
        "not_measured": list(verdict.not_measured),
    }


def _reason(reason: VerdictReason, report: StressTestReport, voices: Voices) -> JsonValue:
    words: dict[str, JsonValue] = {
        language.value: findings_json(told_reason(reason, report.limits, voice)) for language, voice in voices.items()
    }
    told = findings_json(reason)
    return {**told, "words": words} if isinstance(told, dict) else told


def _crisis(of: CrisisFinding, voices: Voices) -> JsonValue:
    told = findings_json(of)
    names: dict[str, JsonValue] = {language.value: voice.window(of.key) for language, voice in voices.items()}
    if not isinstance(told, dict):
        return told
    is_gap = of.status is WindowStatus.GAP
    words: JsonValue = {each.value: missing_told(of, voice) for each, voice in voices.items()} if is_gap else None
    return {**told, "name": names, "missing_words": words}


def _world(of: MonteCarloFinding, voices: Voices) -> JsonValue:
    told = findings_json(of)
    names: dict[str, JsonValue] = {
        language.value: voice.say(f"world.{of.world.value}") for language, voice in voices.items()
    }
    rows = plain(of.fan.tolist())
    columns = zip(PERCENTILES, rows if isinstance(rows, list) else [], strict=False)
    fan: dict[str, JsonValue] = {"bars": list(of.fan_bars), **dict(columns)}
    return {**told, "name": names, "fan": fan} if isinstance(told, dict) else told
