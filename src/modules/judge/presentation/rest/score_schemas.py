"""The scores of a book as they go over the wire; a group with too few settled calls has its count and no score."""

from dataclasses import asdict
from typing import Literal

from src.modules.judge.application.dtos import JudgeModel
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.ports import CallTally
from src.modules.judge.domain.scores.reliability import ConfidenceInterval
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport, Scores, ValueMeter


class IntervalOut(JudgeModel):
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


class BinOut(JudgeModel):
    """Calls with probabilities near each other."""

    count: int
    low: float
    high: float
    said: float
    came: IntervalOut


class BaselineOut(JudgeModel):
    """`skill` above zero: the calls beat it. `hit_rate`: the share on the right side of one half."""

    name: str
    brier: float
    skill: IntervalOut
    hit_rate: IntervalOut


class CalibrationOut(JudgeModel):
    """What the tests of calibration allow to say."""

    found: Literal["consistent", "overconfident", "underconfident", "uninformative", "miscalibrated", "constant"]
    slope: IntervalOut | None
    intercept: float | None
    in_the_large: IntervalOut
    spiegelhalter_z: float | None


class DecompositionOut(JudgeModel):
    """Murphy's parts of the Brier score."""

    reliability: float
    resolution: float
    uncertainty: float


class ScoresOut(JudgeModel):
    """Scores of at least thirty settled calls."""

    status: Literal["scored"] = "scored"
    settled: int
    base_rate: float
    hit_rate: IntervalOut
    brier: IntervalOut
    log_loss: IntervalOut
    baselines: list[BaselineOut]
    calibration: CalibrationOut
    equal_count: list[BinOut]
    equal_width: list[BinOut]
    decomposition: DecompositionOut
    drawn_by: Literal["week", "call"]


class NotEnoughOut(JudgeModel):
    """Not enough calls: nothing can be said yet."""

    status: Literal["not_enough_calls"] = "not_enough_calls"
    settled: int
    needed: int


class StepOut(JudgeModel):
    """What a step did to the Brier score; below zero it helped."""

    before: str
    after: str
    change: IntervalOut


class ValueMeterOut(JudgeModel):
    """What each step from research to verdict added."""

    status: Literal["scored"] = "scored"
    calls: int
    brier: dict[str, float]
    steps: list[StepOut]
    debate: StepOut


class TallyOut(JudgeModel):
    """How many calls there are, and how they stand."""

    entries: int
    open: int
    settled: int
    unsettleable: int
    no_call: int


Group = ScoresOut | NotEnoughOut


class ScoreReportOut(JudgeModel):
    """All scores of one of an owner's books; those of `walk_back` look back and are no track record. `left_out`:
    settled calls that do not count, because a model judged a real instrument by what was known days before and may have
    known the end. `without_debate`: calls of a walk-back that were made from the reports alone, and `debate_effect`
    what the debate did to the Brier score of the same bets (below zero it helped; null: too few of them)."""

    book: CallBookName
    tally: TallyOut
    overall: Group
    left_out: int
    by_engine: dict[str, Group]
    by_horizon: dict[str, Group]
    by_market: dict[str, Group]
    debate: ValueMeterOut | NotEnoughOut
    without_debate: Group
    debate_effect: IntervalOut | None


def report_out(report: ScoreReport, tally: CallTally, book: CallBookName) -> ScoreReportOut:
    return ScoreReportOut(
        book=book,
        tally=TallyOut(
            entries=tally.entries,
            open=tally.open,
            settled=tally.settled,
            unsettleable=tally.unsettleable,
            no_call=tally.no_call,
        ),
        overall=group_out(report.overall),
        left_out=report.left_out,
        by_engine={name: group_out(scores) for name, scores in report.by_engine.items()},
        by_horizon={name: group_out(scores) for name, scores in report.by_horizon.items()},
        by_market={name: group_out(scores) for name, scores in report.by_market.items()},
        debate=_meter(report.debate),
        without_debate=group_out(report.without_debate),
        debate_effect=interval_out(report.debate_effect),
    )


def group_out(scores: Scores | NotEnough) -> Group:
    if isinstance(scores, NotEnough):
        return NotEnoughOut(settled=scores.settled, needed=scores.needed)
    return ScoresOut.model_validate(asdict(scores))


def interval_out(interval: ConfidenceInterval | None) -> IntervalOut | None:
    return IntervalOut.model_validate(asdict(interval)) if interval else None


def _meter(meter: ValueMeter | NotEnough) -> ValueMeterOut | NotEnoughOut:
    if isinstance(meter, NotEnough):
        return NotEnoughOut(settled=meter.settled, needed=meter.needed)
    return ValueMeterOut.model_validate(asdict(meter))
