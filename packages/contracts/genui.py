"""The cards of a conversation: a closed union; what is not one of these is not shown and not stored."""

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\w.:^=&-]+$")]
Words = Annotated[str, Field(min_length=1, max_length=400)]
SymbolText = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[\w.^=&-]+$")]


class Card(BaseModel):
    """What all cards share: nothing but what is named, and no surprises."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ChoiceOption(Card):
    """One way to answer."""

    id: Id
    label: Annotated[str, Field(min_length=1, max_length=120)]
    subtitle: Annotated[str, Field(max_length=200)] | None = None


class ChoicePrompt(Card):
    """A question with buttons; `choice_id` contains the name of the field it asks for. `about` is what a decision is
    about, the rules by the hash of their content: sent back with the answer, it binds these and no others."""

    type: Literal["choice_prompt"] = "choice_prompt"
    choice_id: Id
    question: Words
    options: Annotated[tuple[ChoiceOption, ...], Field(min_length=1, max_length=20)]
    about: Id | None = None


class ProposalCard(Card):
    """What was understood of a person's own words, before it counts; `labels` tell each field with its value, and
    `options` are to accept it and to change it."""

    type: Literal["proposal"] = "proposal"
    proposal_id: Id
    fields: Annotated[dict[Id, Words], Field(min_length=1, max_length=12)]
    labels: Annotated[dict[Id, Words], Field(max_length=12)]
    options: Annotated[tuple[ChoiceOption, ...], Field(min_length=1, max_length=2)]


class TradingViewChart(Card):
    """The candles of an instrument."""

    type: Literal["tradingview_chart"] = "tradingview_chart"
    symbol: SymbolText
    timeframe: Annotated[str, Field(max_length=8)] = "1d"


class StrategyRef(Card):
    """A strategy, or a draft that is not saved yet."""

    type: Literal["strategy_ref"] = "strategy_ref"
    strategy_id: Id | None = None
    strategy_draft_id: Id | None = None
    version: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _names_one(self) -> "StrategyRef":
        if self.strategy_id is None and self.strategy_draft_id is None:
            raise ValueError("a strategy_ref names a strategy_id or a strategy_draft_id")
        return self


class StrategyCard(Card):
    """The rules of a strategy, to look at and to confirm."""

    type: Literal["strategy_card"] = "strategy_card"
    dsl_json: dict[str, Any]
    strategy_id: Id | None = None
    version: Annotated[int, Field(ge=1)] | None = None


class BacktestCharts(Card):
    """What a backtest came to."""

    type: Literal["backtest_charts"] = "backtest_charts"
    job_id: Id
    strategy_id: Id | None = None


class DataFetchCard(Card):
    """The data of an instrument on their way."""

    type: Literal["data_fetch"] = "data_fetch"
    job_id: Id
    symbol: SymbolText


class StressReport(Card):
    """What the stress lab said."""

    type: Literal["stress_report"] = "stress_report"
    stress_report_id: Id
    scenario_set_id: Id | None = None
    verdict: Literal["pass", "revise", "reject"] | None = None


class ResearchReport(Card):
    """What the five experts found."""

    type: Literal["research_report"] = "research_report"
    research_session_id: Id
    symbol: SymbolText
    status: Literal["running", "completed", "partial", "failed"] = "running"


class DebateCard(Card):
    """Bull, bear and resolution of a research session."""

    type: Literal["debate_card"] = "debate_card"
    research_session_id: Id
    symbol: SymbolText


class DeploymentStatusCard(Card):
    """Where a deployment stands."""

    type: Literal["deployment_status"] = "deployment_status"
    deployment_id: Id
    status: Literal["ready", "deployed", "blocked", "completed"]
    target: Literal["paper", "replay", "live"] | None = None
    blocker: Annotated[str, Field(max_length=60)] | None = None


class ApprovalRequestCard(Card):
    """Something that only the person can allow, in the page."""

    type: Literal["approval_request"] = "approval_request"
    approval_id: Id
    deployment_id: Id
    expires_at: datetime | None = None


GenUi: TypeAlias = Annotated[
    ChoicePrompt
    | ProposalCard
    | TradingViewChart
    | StrategyRef
    | StrategyCard
    | BacktestCharts
    | DataFetchCard
    | StressReport
    | ResearchReport
    | DebateCard
    | DeploymentStatusCard
    | ApprovalRequestCard,
    Field(discriminator="type"),
]
CARD: TypeAdapter[GenUi] = TypeAdapter(GenUi)
