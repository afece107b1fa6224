"""A debate as the tools show it: short enough to be read at once, and whole behind `more`."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Literal, Self, TypeVar

from pydantic import Field

from apps.mcp.domains.research.views import FIRST, LONG, SHORT, GroundingView, cut, first
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.contracts.view import BaseView
from packages.core.messages import Sentence, message
from src.modules.debate.application.dtos import BearCaseDTO, BullCaseDTO, DebateOutcomeDTO, RiskItemDTO

# Of the result's JSON; what a client adds around it, and the spaces it may write, stay below 8,500.
MOST_CHARACTERS = 8_000
_ARGUMENTS_KEPT, _OTHERS_KEPT = 3, 2
AnyView = TypeVar("AnyView", bound=BaseView)


class DebatePart(StrEnum):
    """What can be left out of a debate."""

    MITIGATIONS = "mitigations"
    GRANTS = "grants"
    RISKS = "risks"
    DISAGREEMENTS = "disagreements"
    ARGUMENTS = "arguments"
    DEGRADED = "degraded"


class ArgumentView(BaseView):
    """One argument; tags like [technical_analyst:E7] name evidence rows."""

    dimension: str = Field(description="The expert whose ground it is.")
    argument: str
    strength: Literal["HIGH", "MEDIUM", "LOW"]


class CaseView(BaseView):
    """The case of bull or bear."""

    thesis: str
    arguments: list[ArgumentView] = Field(description="The first five.")
    grants: list[str] = Field(description="What the side concedes to the other.")
    confidence: float | None

    @classmethod
    def of(cls, case: BullCaseDTO | BearCaseDTO, grants: Sequence[str]) -> Self:
        return cls(
            thesis=cut(case.core_thesis, LONG),
            arguments=[
                ArgumentView.from_values(each, argument=cut(each.argument, SHORT))
                for each in case.supporting_arguments[:FIRST]
            ],
            grants=first(grants),
            confidence=case.confidence,
        )


class RiskView(BaseView):
    """A risk that stays, whichever side is right."""

    risk: str
    probability: Literal["HIGH", "MEDIUM", "LOW"]
    impact: Literal["HIGH", "MEDIUM", "LOW"]
    mitigation: str | None = Field(description="Null where it was left out.")

    @classmethod
    def of(cls, risk: RiskItemDTO) -> Self:
        return cls.from_values(risk, risk=cut(risk.risk, SHORT), mitigation=cut(risk.mitigation, SHORT))


class DebateView(ToolResult):
    """What bull and bear said, and how it was resolved."""

    research_session_id: str
    symbol: str
    direction: Literal["BULLISH", "BEARISH", "NEUTRAL"]
    confidence: float
    bull: CaseView
    bear: CaseView
    resolution: str
    disagreements: list[str]
    risk_matrix: list[RiskView]
    rounds: int
    engine: str | None
    degraded: list[str]
    grounding: GroundingView | None = Field(description="Null where the experts gave no rows to check by.")
    left_out: list[DebatePart] = Field(
        default_factory=list,
        description="Parts that would make this too long, left out or all but the first of them: read `more` for them.",
    )

    @classmethod
    def of(cls, session_id: str, outcome: DebateOutcomeDTO) -> Self:
        return cls._whole(session_id, outcome)._within(MOST_CHARACTERS)

    def _within(self, most: int) -> Self:
        """Shorter part by part, the least useful one first, until it fits."""
        view = self
        for part, shorten in _LESS_USEFUL_FIRST.items():
            if len(view.model_dump_json()) <= most:
                break
            if (shorter := shorten(view)) != view:
                view = shorter.model_copy(update={"left_out": [*view.left_out, part]})
        return view

    @classmethod
    def _whole(cls, session_id: str, outcome: DebateOutcomeDTO) -> Self:
        return cls.from_values(
            outcome,
            research_session_id=session_id,
            bull=CaseView.of(outcome.bull_case, outcome.bull_case.acknowledged_risks),
            bear=CaseView.of(outcome.bear_case, outcome.bear_case.acknowledged_strengths),
            resolution=cut(outcome.conflict_resolution, LONG),
            disagreements=first(outcome.key_disagreements),
            risk_matrix=[RiskView.of(each) for each in outcome.risk_matrix[:FIRST]],
            degraded=first(outcome.degraded),
            grounding=GroundingView.of(outcome.grounding.model_dump() if outcome.grounding else None),
            more=[
                ResourceRef(
                    uri=f"parley://research/{session_id}/debate", name=Sentence(message("tools.debate_resource"))
                )
            ],
        )


def _with(view: AnyView, **parts: Any) -> AnyView:
    return view.model_copy(update=parts)


def _of_both_sides(view: DebateView, shorten: Callable[[CaseView], CaseView]) -> DebateView:
    return _with(view, bull=shorten(view.bull), bear=shorten(view.bear))


def _strongest(case: CaseView) -> CaseView:
    """In their order; of equal ones the first."""
    strength = ("HIGH", "MEDIUM", "LOW")
    ranked = sorted(range(len(case.arguments)), key=lambda place: strength.index(case.arguments[place].strength))
    return _with(case, arguments=[case.arguments[place] for place in sorted(ranked[:_ARGUMENTS_KEPT])])


# Mitigations and grants repeat what arguments and risks say; the strongest arguments of each side always stay.
_LESS_USEFUL_FIRST: dict[DebatePart, Callable[[Any], Any]] = {
    DebatePart.MITIGATIONS: lambda view: _with(
        view, risk_matrix=[_with(risk, mitigation=None) for risk in view.risk_matrix]
    ),
    DebatePart.GRANTS: lambda view: _of_both_sides(view, lambda case: _with(case, grants=[])),
    DebatePart.RISKS: lambda view: _with(view, risk_matrix=view.risk_matrix[:_OTHERS_KEPT]),
    DebatePart.DISAGREEMENTS: lambda view: _with(view, disagreements=view.disagreements[:_OTHERS_KEPT]),
    DebatePart.ARGUMENTS: lambda view: _of_both_sides(view, _strongest),
    DebatePart.DEGRADED: lambda view: _with(view, degraded=[]),
}
