"""The stress report as the page and the tools are given it: plain JSON, every number finite or null, words in both
languages."""

from dataclasses import fields, is_dataclass
from datetime import date

import numpy as np

from packages.core.events import JsonObject, JsonValue
from packages.domain.backtest.analysis.as_json import plain
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.findings import CrisisFinding, MonteCarloFinding, Reason, WindowStatus
from packages.domain.stress.report.report import StressReport, Unmeasured
from packages.domain.stress.report.telling import gaps_told, missing_told, told_reason, tried_told, verdict_told
from packages.domain.stress.report.wording import StressWording

PERCENTILES = ("p5", "p25", "p50", "p75", "p95")
Voices = dict[Language, StressWording]


def stress_json(report: StressReport) -> JsonObject:
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
        "limits": told_plainly(report.limits),
        "tried": {language.value: list(tried_told(report, voice)) for language, voice in voices.items()},
        "crises": None if parts.crises is None else [_crisis(each, voices) for each in parts.crises],
        "monte_carlo": None if parts.monte_carlo is None else [_world(each, voices) for each in parts.monte_carlo],
        "sensitivity": told_plainly(parts.sensitivity),
        "walk_forward": told_plainly(parts.walk_forward),
        "overfitting": told_plainly(parts.overfitting),
        "unmeasured": [_unmeasured(each, voices) for each in report.unmeasured],
    }
    return told


def told_plainly(value: object) -> JsonValue:
    """Findings as objects with their field names, matrices as rows, days as ISO dates."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: told_plainly(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [told_plainly(inside) for inside in value]
    return plain(value)


def _unmeasured(of: Unmeasured, voices: Voices) -> JsonValue:
    words: JsonValue = {language.value: voice.why(of.code, of.reason) for language, voice in voices.items()}
    return {"what": of.what, "code": of.code, "reason": of.reason, "words": words}


def _strategy(report: StressReport) -> JsonValue:
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


def _verdict(report: StressReport, voices: Voices) -> JsonValue:
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


def _reason(reason: Reason, report: StressReport, voices: Voices) -> JsonValue:
    words: dict[str, JsonValue] = {
        language.value: told_plainly(told_reason(reason, report.limits, voice)) for language, voice in voices.items()
    }
    told = told_plainly(reason)
    return {**told, "words": words} if isinstance(told, dict) else told


def _crisis(of: CrisisFinding, voices: Voices) -> JsonValue:
    told = told_plainly(of)
    names: dict[str, JsonValue] = {language.value: voice.window(of.key) for language, voice in voices.items()}
    if not isinstance(told, dict):
        return told
    is_gap = of.status is WindowStatus.GAP
    words: JsonValue = {each.value: missing_told(of, voice) for each, voice in voices.items()} if is_gap else None
    return {**told, "name": names, "missing_words": words}


def _world(of: MonteCarloFinding, voices: Voices) -> JsonValue:
    told = told_plainly(of)
    names: dict[str, JsonValue] = {
        language.value: voice.say(f"world.{of.world.value}") for language, voice in voices.items()
    }
    rows = plain(of.fan.tolist())
    columns = zip(PERCENTILES, rows if isinstance(rows, list) else [], strict=False)
    fan: dict[str, JsonValue] = {"bars": list(of.fan_bars), **dict(columns)}
    return {**told, "name": names, "fan": fan} if isinstance(told, dict) else told
