"""The verdict in sentences: what broke, what could be changed, and what was not measured."""

from collections.abc import Iterator
from dataclasses import dataclass

from packages.domain.stress.findings import CrisisFinding, LackCode, Ruling, VerdictReason, World
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.checks import Check
from packages.domain.stress.verdict.limits import StressLimit, StressLimits
from packages.reports.drawing.wording import NOTHING, plain
from packages.reports.stress.wording import LOSSES, StressWording

_FRICTIONS = (Check.COST_X2, Check.DELAY_1, Check.MISSED_FILLS)


@dataclass(frozen=True, slots=True)
class WordedReason:
    """A reason in words; `told` and `change` are empty where the limit holds."""

    label: str
    measured: str
    limit: str
    source: str
    says: str
    told: str
    change: str


def worded_reason(reason: VerdictReason, limits: StressLimits, wording: StressWording) -> WordedReason:
    subject = wording.subject(reason.code, reason.subject)
    check = wording.say(f"check.{reason.code}")
    is_broken = reason.ruling is not Ruling.PASS
    return WordedReason(
        label=wording.say("with_subject", check=check, subject=subject) if subject else check,
        measured=wording.measure(reason.code, reason.measured),
        limit=_limit(reason, limits, wording),
        source=wording.source(reason.source),
        says=wording.say(f"ruling.{reason.ruling.value}" if is_broken else "holds"),
        told=_broken(reason, subject, wording) if is_broken else "",
        change=wording.say(f"check.{reason.code}.change") if is_broken else "",
    )


def verdict_sentence(report: StressTestReport, wording: StressWording) -> str:
    """The ruling and what it rests on, in a sentence or two."""
    reasons = [reason for reason in report.verdict.reasons if reason.code != Check.NOT_MEASURED]
    missing = len(report.verdict.reasons) - len(reasons)
    grave = sum(reason.ruling is Ruling.REJECT for reason in reasons)
    broken = sum(reason.ruling is not Ruling.PASS for reason in reasons)
    ruling = report.verdict.ruling.value if broken or not missing else "incomplete"
    sentence = wording.say(f"verdict.{ruling}", all=str(len(reasons)), broken=str(broken), grave=str(grave))
    return f"{sentence} {wording.say('verdict.missing', count=str(missing))}" if missing else sentence


def gap_lines(report: StressTestReport, wording: StressWording) -> Iterator[str]:
    """Every part and every crisis that was not measured, and what that means."""
    for reason in report.verdict.reasons:
        if reason.code == Check.NOT_MEASURED:
            yield wording.say("part_gap_line", what=wording.missing(reason.subject))
    for each in report.unmeasured:
        yield wording.say("why_line", what=wording.stage(each.what), why=wording.why(each.code, each.reason))
    for gap in report.parts.gaps:
        yield wording.say("gap_line", what=wording.window(gap.key), missing=missing_line(gap, wording))
    if report.parts.gaps:
        yield wording.say("gap_counts")


def missing_line(gap: CrisisFinding, wording: StressWording) -> str:
    """What to load for a crisis; the sentence of whoever found the gap where it has no code."""
    known = [lack for lack in gap.lacks if lack.code is not LackCode.OTHER]
    if known and len(known) == len(gap.lacks):
        return wording.say("lack_next").join(wording.lack(each) for each in known)
    return plain(gap.missing or NOTHING).rstrip(".。")


def lineage_lines(report: StressTestReport, wording: StressWording) -> Iterator[str]:
    """How the trials were compared where not all found a place, what was declared, and what nobody can see."""
    if report.left_out:
        counts = {"all": report.compared + report.left_out, "most": report.compared, "left": report.left_out}
        yield wording.say("lineage_capped", **{name: f"{count:,}" for name, count in counts.items()})
    luck = report.parts.overfitting
    if luck is not None and luck.declared:
        yield wording.say("declared_line", count=f"{luck.declared:,}")
    if luck is not None:
        yield wording.say("undeclared_line")


def tried_lines(report: StressTestReport, wording: StressWording) -> Iterator[str]:
    """What was done to the strategy, part by part."""
    parts = report.parts
    if parts.windows:
        traded = sum(window.trades > 0 for window in parts.windows)
        yield wording.say("tried.crises", count=str(len(parts.windows)), traded=str(traded))
    if parts.rerun:
        paths = sum(world.paths for world in parts.rerun)
        yield wording.say("tried.monte_carlo", paths=f"{paths:,}", worlds=str(len(parts.rerun)))
    for world in (each for each in parts.monte_carlo or () if each.world is World.TRADE_SHUFFLE):
        yield wording.say("tried.trade_shuffle", paths=f"{world.paths:,}")
    if (found := parts.sensitivity) is not None:
        yield wording.say("tried.sensitivity", count=str(len(found.curves)), runs=f"{found.runs:,}")
    if (walked := parts.walk_forward) is not None:
        purged = wording.bars(walked.purged_bars)
        yield wording.say("tried.walk_forward", folds=str(walked.folds), purged=purged)
    if parts.overfitting is not None:
        yield wording.say("tried.overfitting", trials=f"{parts.overfitting.trials:,}")


def limit_of(code: str, limits: StressLimits) -> StressLimit | None:
    """The limit behind a code; None for what was not measured."""
    if code == Check.NOT_MEASURED:
        return None
    limit: StressLimit = getattr(limits, "friction" if code in _FRICTIONS else code)
    return limit


def _broken(reason: VerdictReason, subject: str, wording: StressWording) -> str:
    measured, limit = reason.measured, reason.limit
    if reason.code in LOSSES and measured is not None and limit is not None:
        # A sentence that says "fell" needs no minus.
        measured, limit = -measured, -limit
    return wording.say(
        f"check.{reason.code}.broken",
        measured=wording.measure(reason.code, measured),
        limit=wording.bound(reason.code, limit),
        subject=subject,
    )


def _limit(reason: VerdictReason, limits: StressLimits, wording: StressWording) -> str:
    limit = limit_of(reason.code, limits)
    if limit is None:
        return NOTHING
    side = "no_deeper" if reason.code in LOSSES else limit.side.value
    return wording.say(f"limit.{side}", value=wording.bound(reason.code, limit.value))
