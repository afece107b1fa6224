"""What a walk-back reports: how it was asked, how many looks it took, and its scores with the debate and without."""

from dataclasses import asdict
from datetime import date
from typing import Literal

from src.modules.judge.application.dtos import JudgeModel
from src.modules.judge.application.walk_back import WalkBackReport
from src.modules.judge.presentation.rest.score_schemas import Group, IntervalOut, group_out, interval_out


class WalkBackCountsOut(JudgeModel):
    """Looks at an instrument on a day: made now, kept from a walk before, silent where no expert had a report."""

    made: int
    kept: int
    silent: int


class WalkBackOut(JudgeModel):
    """`debate_effect`: the change of the Brier score by the debate over the same bets; below zero it helped."""

    symbols: list[str]
    start: date
    end: date
    every_days: int
    horizon_days: int
    engine: Literal["rules", "llm"]
    looks: WalkBackCountsOut
    left_out: int
    with_debate: Group
    without_debate: Group
    debate_effect: IntervalOut | None


def walk_back_out(walked: WalkBackReport) -> WalkBackOut:
    plan, scores = walked.plan, walked.scores
    return WalkBackOut(
        symbols=[str(symbol) for symbol in plan.symbols],
        start=plan.start,
        end=plan.end,
        every_days=plan.every,
        horizon_days=plan.horizon_days,
        engine="llm" if walked.engine == "llm" else "rules",
        looks=WalkBackCountsOut.model_validate(asdict(walked.counts)),
        left_out=scores.left_out,
        with_debate=group_out(scores.overall),
        without_debate=group_out(scores.without_debate),
        debate_effect=interval_out(scores.debate_effect),
    )
