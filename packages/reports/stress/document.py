"""The whole stress report from its first line to its last, as one HTML file and as Markdown: the verdict with its
reasons first, then each part, the fine print last."""

from collections.abc import Iterator

from packages.core.messages import Language
from packages.domain.stress.attempts import JointVerdict, StressAttempt
from packages.domain.stress.findings import OverfittingFinding, Ruling, WalkForwardFinding
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.checks import Check
from packages.reports.backtest.headline import origin, rate_lines, subject, title
from packages.reports.drawing.blocks import Block, Heading, ListBlock, TableBlock, WordsBlock, WrappedTable
from packages.reports.drawing.page import STRESS_STYLE, block_html, block_markdown, html_page
from packages.reports.drawing.wording import NOTHING, number, percent
from packages.reports.stress.crises import crisis_pages
from packages.reports.stress.paths import world_pages
from packages.reports.stress.sensitivity import sensitivity_pages
from packages.reports.stress.verdict import gap_lines, lineage_lines, tried_lines, verdict_sentence, worded_reason
from packages.reports.stress.wording import StressWording

_ATTEMPT = ("at", "seed", "days", "declared", "trials", "ruling", "counts")
_COLUMNS = ("check", "says", "measured", "limit", "from")


def stress_html(report: StressTestReport, language: Language) -> str:
    wording = StressWording(report, language)
    blocks = document(report, wording)
    return html_page(title(report.cover, wording), map(block_html, blocks), STRESS_STYLE, wording.language)


def stress_markdown(report: StressTestReport, language: Language) -> str:
    return "\n\n".join(map(block_markdown, document(report, StressWording(report, language)))) + "\n"


def document(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    yield from opening(report, wording)
    yield from crisis_pages(report, wording)
    yield from world_pages(report, wording)
    yield from sensitivity_pages(report, wording)
    yield from honesty_pages(report, wording)
    yield from closing(report, wording)


def opening(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    version = wording.say("version", version=str(report.strategy_version))
    yield Heading(title(report.cover, wording), 1)
    yield WordsBlock(f"{subject(report.cover, wording)} · {version}")
    yield WordsBlock(wording.say("advice"), "note")
    if report.cover.is_demo:
        yield WordsBlock(wording.say("demo"), "demo")
    yield from _verdict(report, wording)
    yield from attempts_pages(report, wording)
    yield Heading(wording.say("tried"))
    tried = tuple(tried_lines(report, wording))
    yield ListBlock(tried) if tried else WordsBlock(wording.say("nothing_tried"))
    yield WrappedTable(checks_table(report, wording))


def closing(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    names = ("assume_verdict", "assume_histories", "assume_fill", "assume_liquidity", "assume_sharpe")
    yield Heading(wording.say("made_of"))
    yield ListBlock(tuple(wording.say(name) for name in names))
    seeds = sorted({world.seed for world in report.parts.monte_carlo or ()})
    if seeds:
        yield WordsBlock(wording.say("seeds", seeds=", ".join(map(str, seeds))), "note")
    yield ListBlock(rate_lines(report.cover, wording))
    for line in (*origin(report.cover, wording), _ids(report, wording), wording.say("advice")):
        yield WordsBlock(line, "note")


def attempts_pages(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    """Every attempt beside the verdict, and the worst of those that ask the same question."""
    joint = report.joint
    if joint is None or not joint.attempts:
        return
    if joint.ruling is not None and len(joint.counted) > 1:
        ruling = wording.say(f"ruling.{joint.ruling.value}")
        yield WordsBlock(wording.say("joint", count=str(len(joint.counted)), ruling=ruling), joint.ruling.value)
    head = tuple(wording.say(f"attempt_{name}") for name in _ATTEMPT)
    rows = tuple(_attempt(each, joint, wording) for each in joint.attempts)
    note = wording.say("attempts_note")
    yield WrappedTable(TableBlock(wording.say("attempts"), head, rows, words=len(head), note=note))


def _attempt(of: StressAttempt, joint: JointVerdict, wording: StressWording) -> tuple[str, ...]:
    source = wording.say("seed_own" if of.is_own_seed else "seed_asked")
    counts = any(each.stress_report_id == of.stress_report_id for each in joint.counted)
    return (
        of.created_at.isoformat(sep=" ", timespec="minutes"),
        f"{of.seed} ({source})",
        f"{of.first_day or '…'} – {of.last_day or '…'}",
        f"{of.declared_trials:,}",
        f"{of.trials:,}",
        wording.say(f"ruling.{of.ruling.value}"),
        wording.say("attempt_yes" if counts else "attempt_no"),
    )


def checks_table(report: StressTestReport, wording: StressWording) -> TableBlock:
    reasons = [worded_reason(reason, report.limits, wording) for reason in report.verdict.reasons]
    rows = tuple((each.label, each.says, each.measured, each.limit, each.source) for each in reasons)
    head = tuple(wording.say(name) for name in _COLUMNS)
    return TableBlock(wording.say("checks"), head, rows, words=len(head), note=wording.say("checks_note"))


def _verdict(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    ruling = report.verdict.ruling
    yield Heading(wording.say("verdict_is", ruling=wording.say(f"ruling.{ruling.value}")))
    yield WordsBlock(verdict_sentence(report, wording), ruling.value)
    broken = [reason for reason in report.verdict.reasons if reason.ruling is not Ruling.PASS]
    reasons = [worded_reason(each, report.limits, wording) for each in broken if each.code != Check.NOT_MEASURED]
    if reasons:
        yield Heading(wording.say("broke"), 3)
        yield ListBlock(tuple(each.told for each in reasons))
        yield Heading(wording.say("could_change"), 3)
        # Several checks may ask for the same change; it is said once.
        yield ListBlock(tuple(dict.fromkeys(each.change for each in reasons)))
    gaps = tuple(gap_lines(report, wording))
    if gaps:
        yield Heading(wording.say("not_measured"), 3)
        yield ListBlock(gaps)


def _ids(report: StressTestReport, wording: StressWording) -> str:
    at = report.created_at.isoformat(timespec="seconds")
    return wording.say("ids", report=report.stress_report_id, scenarios=report.scenario_set_id, at=at)


def honesty_pages(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    walked, luck = report.parts.walk_forward, report.parts.overfitting
    missing = WordsBlock(wording.say("part_missing"), "note")
    yield Heading(wording.say("part.walk_forward"))
    yield missing if walked is None else _walked(walked, wording)
    yield Heading(wording.say("part.overfitting"))
    yield missing if luck is None else _luck(luck, wording)
    yield from (WordsBlock(line, "note") for line in lineage_lines(report, wording))


def _walked(of: WalkForwardFinding, wording: StressWording) -> TableBlock:
    folds = " · ".join(number(each) for each in of.fold_sharpes) or NOTHING
    return _figures(
        "walk_table",
        (
            ("in_sample", number(of.in_sample_sharpe)),
            ("out_sample", wording.estimate(of.out_of_sample_sharpe, number)),
            ("efficiency", percent(of.efficiency, 0)),
            ("fold_sharpes", folds),
            ("purged", wording.bars(of.purged_bars)),
            ("fitted_trials", f"{of.trials:,}"),
        ),
        wording,
    )


def _luck(of: OverfittingFinding, wording: StressWording) -> TableBlock:
    pbo = of.overfitting_probability
    return _figures(
        "luck_table",
        (
            ("all_trials", f"{of.trials:,}"),
            ("weighed", f"{of.weighed:,}"),
            ("declared", f"{of.declared:,}"),
            ("effective_trials", number(of.effective_trials, 1)),
            ("observed_sharpe", number(of.sharpe)),
            ("best_of_luck", number(of.expected_best_of_luck)),
            ("deflated", percent(of.deflated_sharpe)),
            ("probabilistic", percent(of.probabilistic_sharpe)),
            ("pbo", wording.say("pbo_none") if pbo is None else percent(pbo)),
            ("track", _track(of, wording)),
        ),
        wording,
    )


def _track(of: OverfittingFinding, wording: StressWording) -> str:
    if of.minimum_track_bars is None:
        return wording.say("track_none")
    return wording.say("track_value", needed=f"{of.minimum_track_bars:,}", bars=f"{of.bars:,}")


def _figures(title: str, figures: tuple[tuple[str, str], ...], wording: StressWording) -> TableBlock:
    head = (wording.say("figure"), wording.say("value"))
    return TableBlock(wording.say(title), head, tuple((wording.say(name), value) for name, value in figures))
