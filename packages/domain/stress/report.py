"""The stress report: what was tried on which version of a strategy, what was found, and the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from typing import Any

import numpy as np

from packages.core.events import JsonValue
from packages.domain.backtest.analysis.as_json import plain
from packages.domain.backtest.analysis.report import Cover
from packages.domain.stress.attempts import JointVerdict
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import Ruling, StressVerdict
from packages.domain.stress.verdict.limits import StressLimits
from packages.domain.stress.verdict.parts import StressParts

_NOT_MEASURED = "not_measured"


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """A part, or one of its worlds, of which nothing was measured: the code of the reason, and its sentence."""

    what: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StressTestReport:
    """`cover` says what was stressed, on which data, with whose money; its hash is the strategy's. `windows` give the
    crises their names; one without is called by its key; `unmeasured` says why a stage measured nothing."""

    stress_report_id: str
    scenario_set_id: str
    strategy_version: int
    created_at: datetime
    cover: Cover
    parts: StressParts
    limits: StressLimits
    verdict: StressVerdict
    windows: tuple[CrisisWindow, ...] = ()
    unmeasured: tuple[Unmeasured, ...] = ()
    compared: int = 0  # trials of the pool that were laid side by side
    left_out: int = 0  # trials with returns that found no place among them
    seed: int | None = None
    is_own_seed: bool = True  # it follows from rules, data and terms
    joint: JointVerdict | None = None


def settled_ruling(report: Mapping[str, Any]) -> Ruling | None:
    """The ruling of a stored report; None where no check broke and not every part was measured."""
    verdict = report["verdict"]
    reasons = verdict["reasons"]
    is_broken = any(each["ruling"] != Ruling.PASS for each in reasons if each["code"] != _NOT_MEASURED)
    is_whole = all(each["code"] != _NOT_MEASURED for each in reasons)
    return Ruling(verdict["ruling"]) if is_broken or is_whole else None


def findings_json(value: object) -> JsonValue:
    """Findings as objects with their field names, matrices as rows, days as ISO dates."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: findings_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [findings_json(inside) for inside in value]
    return plain(value)
