"""Every measure of a stress test beside its limit, and the verdict: the worst of all reasons."""

import math
from collections.abc import Iterator
from enum import StrEnum

from packages.domain.stress.findings import (
    MonteCarloFinding,
    OverfittingFinding,
    Ruling,
    SensitivityFinding,
    StressVerdict,
    VerdictReason,
    WalkForwardFinding,
    WindowStatus,
)
from packages.domain.stress.verdict.limits import LAB_DEFAULT, StressLimit, StressLimits
from packages.domain.stress.verdict.parts import StressParts


class Check(StrEnum):
    """The codes of reasons."""

    CRISES_EXERCISED = "crises_exercised"
    CRISIS_LOSS = "crisis_loss"
    DRAWDOWN = "drawdown"
    RUIN = "ruin"
    TRADED_SHARE = "traded_share"
    TRADES = "trades"
    BASE_RETURN = "base_return"
    COST_X2 = "cost_x2"
    DELAY_1 = "delay_1"
    MISSED_FILLS = "missed_fills"
    FRAGILITY = "fragility"
    OUT_OF_SAMPLE = "out_of_sample"
    DEFLATED_SHARPE = "deflated_sharpe"
    OVERFITTING_PROBABILITY = "overfitting_probability"
    NOT_MEASURED = "not_measured"


_NEEDED_FRICTIONS = (Check.COST_X2, Check.DELAY_1)


def checks(parts: StressParts, limits: StressLimits) -> Iterator[VerdictReason]:
    """In the order of the report; what is missing is a reason of its own."""
    yield from (_not_measured(part.value) for part in parts.missing())
    if parts.windows:
        yield from _crises(parts, limits)
    if parts.rerun:
        yield from _monte_carlo(parts, limits)
    if parts.sensitivity is not None:
        yield from _sensitivity(parts.sensitivity, limits)
    if parts.walk_forward is not None:
        yield _walk_forward(parts.walk_forward, limits)
    if parts.overfitting is not None:
        yield from _overfitting(parts.overfitting, limits)


def _crises(parts: StressParts, limits: StressLimits) -> Iterator[VerdictReason]:
    traded = [each for each in parts.windows if each.status is WindowStatus.EXERCISED]
    yield _held(Check.CRISES_EXERCISED, len(traded) / len(parts.windows), limits.crises_exercised)
    if traded:
        limit = limits.crisis_loss
        yield _worst((_held(Check.CRISIS_LOSS, each.max_drawdown, limit, subject=each.key) for each in traded), limit)


def _monte_carlo(parts: StressParts, limits: StressLimits) -> Iterator[VerdictReason]:
    worlds, least = parts.monte_carlo or (), limits.traded_share
    yield _worst((_drawdown(each, limits.drawdown) for each in worlds), limits.drawdown)
    yield _worst((_ruin(each, limits.ruin) for each in worlds), limits.ruin)
    traded = (_held(Check.TRADED_SHARE, of.traded_share, least, subject=of.world.value) for of in parts.rerun)
    yield _worst(traded, least)


def _drawdown(of: MonteCarloFinding, limit: StressLimit) -> VerdictReason:
    found = of.bad_drawdown
    return _held(Check.DRAWDOWN, found.low, limit, typical=found.value, subject=of.world.value)


def _ruin(of: MonteCarloFinding, limit: StressLimit) -> VerdictReason:
    return _held(Check.RUIN, of.ruin.high, limit, typical=of.ruin.value, subject=of.world.value)


def _sensitivity(found: SensitivityFinding, limits: StressLimits) -> Iterator[VerdictReason]:
    yield _held(Check.TRADES, found.base.trades, limits.trades)
    yield _held(Check.BASE_RETURN, found.base.total_return, limits.base_return)
    returns = {friction.kind: friction.total_return for friction in found.frictions}
    for check in (*_NEEDED_FRICTIONS, Check.MISSED_FILLS):
        if check.value in returns or check in _NEEDED_FRICTIONS:
            yield _held(check, returns.get(check.value), limits.friction)
    if found.curves:
        limit = limits.fragility
        fragile = (_held(Check.FRAGILITY, curve.fragility, limit, subject=curve.pointer) for curve in found.curves)
        yield _worst(fragile, limit)


def _walk_forward(found: WalkForwardFinding, limits: StressLimits) -> VerdictReason:
    # The stretches are few, so their middle is held against zero, and only a range below zero condemns.
    sharpe = found.out_of_sample_sharpe
    if sharpe is None:
        return _not_measured(Check.OUT_OF_SAMPLE.value)
    return _held(Check.OUT_OF_SAMPLE, sharpe.value, limits.out_of_sample, typical=sharpe.high)


def _overfitting(found: OverfittingFinding, limits: StressLimits) -> Iterator[VerdictReason]:
    yield _held(Check.DEFLATED_SHARPE, found.deflated_sharpe, limits.deflated_sharpe)
    if found.overfitting_probability is not None:
        probability = found.overfitting_probability
        yield _held(Check.OVERFITTING_PROBABILITY, probability, limits.overfitting_probability)


def _held(
    check: Check, measured: float | None, limit: StressLimit, *, typical: float | None = None, subject: str = ""
) -> VerdictReason:
    """`measured` decides whether it passes; `typical`, where there is a range, whether it is rejected."""
    decisive = measured if typical is None else typical
    if measured is None or decisive is None or not (math.isfinite(measured) and math.isfinite(decisive)):
        return _not_measured(check.value)
    ruling = limit.ruling(decisive)
    if ruling is Ruling.PASS and limit.ruling(measured) is not Ruling.PASS:
        ruling = Ruling.REVISE
    return VerdictReason(check.value, ruling, float(measured), limit.value, limit.source, subject)


def _not_measured(what: str) -> VerdictReason:
    return VerdictReason(Check.NOT_MEASURED.value, Ruling.REVISE, None, None, LAB_DEFAULT, what)


def severity(reason: VerdictReason) -> int:
    return list(Ruling).index(reason.ruling)


def _worst(reasons: Iterator[VerdictReason], limit: StressLimit) -> VerdictReason:
    """The one with the gravest ruling, and of those the one whose measure is the worst."""

    def gravity(reason: VerdictReason) -> tuple[int, float]:
        return severity(reason), -math.inf if reason.measured is None else limit.badness(reason.measured)

    return max(reasons, key=gravity)


CRISIS = "crises/"  # before the key of a window without data, in `Verdict.not_measured`


def verdict(parts: StressParts, limits: StressLimits) -> StressVerdict:
    """All checks, the gravest first, those that hold included. A window without data is named in `not_measured` and
    changes nothing; a part without any data rules a pass out, and nothing worse."""
    reasons = tuple(sorted(checks(parts, limits), key=severity, reverse=True))
    missing = tuple(reason.subject for reason in reasons if reason.code == Check.NOT_MEASURED)
    gaps = tuple(f"{CRISIS}{gap.key}" for gap in parts.gaps)
    return StressVerdict(max(reasons, key=severity).ruling, reasons, missing + gaps)
