"""What is left out of sample, and what the number of trials says about luck."""

from collections.abc import Iterator

from packages.domain.backtest.pictures.tables import Table
from packages.domain.backtest.pictures.wording import NOTHING, number, percent
from packages.domain.stress.findings import OverfittingFinding, WalkForwardFinding
from packages.domain.stress.report.blocks import Block, Heading, Words
from packages.domain.stress.report.report import StressReport
from packages.domain.stress.report.telling import lineage_told
from packages.domain.stress.report.wording import StressWording


def honesty_pages(report: StressReport, wording: StressWording) -> Iterator[Block]:
    walked, luck = report.parts.walk_forward, report.parts.overfitting
    missing = Words(wording.say("part_missing"), "note")
    yield Heading(wording.say("part.walk_forward"))
    yield missing if walked is None else _walked(walked, wording)
    yield Heading(wording.say("part.overfitting"))
    yield missing if luck is None else _luck(luck, wording)
    yield from (Words(line, "note") for line in lineage_told(report, wording))


def _walked(of: WalkForwardFinding, wording: StressWording) -> Table:
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


def _luck(of: OverfittingFinding, wording: StressWording) -> Table:
    pbo = of.overfitting_probability
    return _figures(
        "luck_table",
        (
            ("all_trials", f"{of.trials:,}"),
            ("weighed", f"{of.weighed:,}"),
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


def _figures(title: str, figures: tuple[tuple[str, str], ...], wording: StressWording) -> Table:
    head = (wording.say("figure"), wording.say("value"))
    return Table(wording.say(title), head, tuple((wording.say(name), value) for name, value in figures))
