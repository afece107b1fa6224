"""A stress report as a tool shows it: the verdict with its reasons, each part's headline, and what was not measured."""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field

from packages.contracts.stress.views import AttemptOut
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.contracts.view import BaseView, BothLanguages, EstimateView, Fraction, Money
from packages.domain.stress.attempts import JointVerdict
from packages.domain.stress.findings import Ruling, WindowStatus, World
from packages.domain.stress.report import settled_ruling

_MOST_FRAGILE = 5


class ReasonView(BaseView):
    """A limit that was broken, or a part that is missing."""

    code: str
    ruling: Ruling = Field(description="What this reason alone would lead to.")
    measured: Fraction | None
    limit: Fraction | None
    source: str = Field(description="The person's answer that the limit comes from, or `lab default`.")
    told: BothLanguages = Field(description="What broke.")
    change: BothLanguages = Field(description="What could be changed.")


class CrisisView(BaseView):
    """One crisis lived through again; null where there is no data, which is a gap and neither good nor bad."""

    key: str
    name: BothLanguages
    status: WindowStatus
    total_return: Fraction | None
    max_drawdown: Fraction | None
    worst_loss: Money | None = Field(description="Of the person's money, from the peak.")
    market_return: Fraction | None = Field(description="What holding did.")
    trades: int
    proxy: str | None = Field(description="What stood in for an instrument that did not exist yet.")
    missing_words: BothLanguages | None = Field(description="For a gap: what to load.")


class WorldView(BaseView):
    """The strategy run again on invented histories of one kind."""

    world: World
    paths: int
    total_return: EstimateView = Field(description="The median.")
    loss_share: EstimateView = Field(description="Of histories that end below where they began.")
    bad_drawdown: EstimateView = Field(description="The one that one history in twenty exceeds.")
    ruin: EstimateView = Field(description="Share that fell below the ruin level at any time.")
    ruin_level: Fraction
    traded_share: Fraction = Field(description="Of histories on which it traded at all.")


class StressedRunView(BaseView):
    """The strategy on its history, as it is or under worse conditions."""

    sharpe: Fraction
    total_return: Fraction
    max_drawdown: Fraction
    trades: int


class FrictionView(StressedRunView):
    """Dearer, later, or with orders that do not come through."""

    kind: str


class FragilityView(BaseView):
    """How much of the result hangs on one number: 0 nothing, 1 all of it."""

    pointer: str
    chosen: Fraction
    fragility: Fraction


class SensitivityView(BaseView):
    """What another cost, delay or number would have done."""

    base: StressedRunView
    frictions: list[FrictionView]
    most_fragile: list[FragilityView] = Field(description="The five that most hangs on, the worst first.")
    runs: int = Field(description="Variants that were tried for this.")


class WalkForwardView(BaseView):
    """Refitted before each stretch, and measured on what was not seen."""

    folds: int
    in_sample_sharpe: Fraction | None
    out_of_sample_sharpe: EstimateView | None
    efficiency: Fraction | None = Field(description="Out of sample over in sample.")


class OverfittingView(BaseView):
    """What the number of trials says; all on the same data, rules or strategy count, under any name, deleted drafts
    included. A search made elsewhere and not declared is not in it: no test can see that."""

    trials: int
    declared: int = Field(0, description="Of them, tried elsewhere by the person's own word.")
    sharpe: Fraction
    expected_best_of_luck: Fraction = Field(
        description="Sharpe that the best of so many trials without any edge shows."
    )
    deflated_sharpe: Fraction = Field(description="Probability that the true Sharpe is above that.")
    overfitting_probability: Fraction | None


class UnmeasuredView(BaseView):
    """A part, or one of its worlds, of which there is nothing to tell."""

    what: str
    words: BothLanguages


class AttemptView(AttemptOut):
    """A finished test of the same rules under any name, deleted ones included."""

    is_own_seed: bool = Field(description="False: another seed was asked for.")
    counts: bool = Field(description="Whether it is part of the joint verdict.")


class StressReportView(ToolResult):
    """Fractions are fractions (0.05 is 5 %), losses are 0 or below, money is in the currency of the market; a part that
    is null was not measured."""

    stress_report_id: str
    scenario_set_id: str
    status: str = "done"
    verdict: Ruling | None = Field(description="Null: what was measured holds, but parts are missing; no verdict yet.")
    joint_verdict: Ruling | None = Field(
        description="The worst of all attempts at the same question; deployment goes by it, not by the latest."
    )
    attempts: list[AttemptView] = Field(description="Every attempt, the oldest first. Tell the person all of them.")
    told: BothLanguages = Field(description="What the verdict rests on.")
    reasons: list[ReasonView] = Field(description="What broke and what is missing, the gravest first.")
    checks_held: int = Field(description="How many limits were kept.")
    gaps: list[UnmeasuredView] = Field(description="What was not measured, and why.")
    strategy_version: int
    is_demo: bool = Field(description="True: the company is invented.")
    crises: list[CrisisView] | None
    monte_carlo: list[WorldView] | None
    sensitivity: SensitivityView | None
    walk_forward: WalkForwardView | None
    overfitting: OverfittingView | None

    @classmethod
    def read(cls, report: Mapping[str, Any], joint: JointVerdict | None = None) -> Self:
        verdict, address = report["verdict"], f"parley://stress/{report['stress_report_id']}/report"
        broken = [each for each in verdict["reasons"] if each["ruling"] != Ruling.PASS]
        whole = ResourceRef(uri=address, name="The whole report: every finding, curve and fan of histories")
        return cls.model_validate(
            {
                **report,
                "verdict": settled_ruling(report),
                "told": {language: words["told"] for language, words in verdict["words"].items()},
                "reasons": [_reason(each) for each in broken],
                "checks_held": len(verdict["reasons"]) - len(broken),
                "gaps": report["unmeasured"],
                "joint_verdict": joint.ruling if joint else None,
                "attempts": AttemptView.all_of(joint) if joint else [],
                "strategy_version": report["strategy"]["version"],
                "sensitivity": _sensitivity(report["sensitivity"]),
                "more": [whole],
            }
        )


def _reason(reason: Mapping[str, Any]) -> dict[str, Any]:
    words = reason["words"]
    sentences = {name: {language: words[language][name] for language in words} for name in ("told", "change")}
    return {**reason, **sentences}


def _sensitivity(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if found is None else {**found, "most_fragile": found["curves"][:_MOST_FRAGILE]}
