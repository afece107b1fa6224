"""How a stress report begins and ends: the verdict with its reasons first, the fine print last."""

from collections.abc import Iterator

from packages.domain.backtest.pictures.sentences import origin, subject, title
from packages.domain.backtest.pictures.tables import Table
from packages.domain.stress.findings import Ruling
from packages.domain.stress.report.blocks import Block, Heading, Listing, Words, WrappedTable
from packages.domain.stress.report.report import StressReport
from packages.domain.stress.report.telling import gaps_told, told_reason, tried_told, verdict_told
from packages.domain.stress.report.wording import StressWording
from packages.domain.stress.verdict.checks import Check

_COLUMNS = ("check", "says", "measured", "limit", "from")


def opening(report: StressReport, wording: StressWording) -> Iterator[Block]:
    version = wording.say("version", version=str(report.strategy_version))
    yield Heading(title(report.cover, wording), 1)
    yield Words(f"{subject(report.cover, wording)} · {version}")
    yield Words(wording.say("advice"), "note")
    if report.cover.is_demo:
        yield Words(wording.say("demo"), "demo")
    yield from _verdict(report, wording)
    yield Heading(wording.say("tried"))
    tried = tuple(tried_told(report, wording))
    yield Listing(tried) if tried else Words(wording.say("nothing_tried"))
    yield WrappedTable(checks_table(report, wording))


def closing(report: StressReport, wording: StressWording) -> Iterator[Block]:
    names = ("assume_verdict", "assume_histories", "assume_fill", "assume_liquidity", "assume_sharpe")
    yield Heading(wording.say("made_of"))
    yield Listing(tuple(wording.say(name) for name in names))
    seeds = sorted({world.seed for world in report.parts.monte_carlo or ()})
    if seeds:
        yield Words(wording.say("seeds", seeds=", ".join(map(str, seeds))), "note")
    for line in (*origin(report.cover, wording), _ids(report, wording), wording.say("advice")):
        yield Words(line, "note")


def checks_table(report: StressReport, wording: StressWording) -> Table:
    told = [told_reason(reason, report.limits, wording) for reason in report.verdict.reasons]
    rows = tuple((each.label, each.says, each.measured, each.limit, each.source) for each in told)
    head = tuple(wording.say(name) for name in _COLUMNS)
    return Table(wording.say("checks"), head, rows, words=len(head), note=wording.say("checks_note"))


def _verdict(report: StressReport, wording: StressWording) -> Iterator[Block]:
    ruling = report.verdict.ruling
    yield Heading(wording.say("verdict_is", ruling=wording.say(f"ruling.{ruling.value}")))
    yield Words(verdict_told(report, wording), ruling.value)
    broken = [reason for reason in report.verdict.reasons if reason.ruling is not Ruling.PASS]
    told = [told_reason(each, report.limits, wording) for each in broken if each.code != Check.NOT_MEASURED]
    if told:
        yield Heading(wording.say("broke"), 3)
        yield Listing(tuple(each.told for each in told))
        yield Heading(wording.say("could_change"), 3)
        # Several checks may ask for the same change; it is said once.
        yield Listing(tuple(dict.fromkeys(each.change for each in told)))
    gaps = tuple(gaps_told(report, wording))
    if gaps:
        yield Heading(wording.say("not_measured"), 3)
        yield Listing(gaps)


def _ids(report: StressReport, wording: StressWording) -> str:
    at = report.created_at.isoformat(timespec="seconds")
    return wording.say("ids", report=report.stress_report_id, scenarios=report.scenario_set_id, at=at)
