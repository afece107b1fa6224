"""The fields of each phase and the values they take: one vocabulary for handlers, prompts, rules and the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from packages.domain.accounts.profile import ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.templates import HoldingPeriod


class OpportunityFrequency(StrEnum):
    """How often to act."""

    FEW_PER_MONTH = "few_per_month"
    FEW_PER_WEEK = "few_per_week"
    DAILY = "daily"
    MULTIPLE_PER_DAY = "multiple_per_day"


class BacktestState(StrEnum):
    """Where a backtest stands, as the chat shows it."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class StressDecision(StrEnum):
    """What the person wants after the stress test."""

    DEPLOY = "deploy"
    REVISE = "revise"
    HOLD = "hold"


class DeploymentTarget(StrEnum):
    """Play money or real money."""

    PAPER = "paper"
    LIVE = "live"


class Confirmation(StrEnum):
    """Whether the person agreed to deploy."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    NEEDS_CHANGES = "needs_changes"


class DeploymentState(StrEnum):
    """Where a deployment stands; derived from what the tools answered and the database says."""

    READY = "ready"
    DEPLOYED = "deployed"
    BLOCKED = "blocked"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a phase. `values` None: free text or an id. A `derived` field is never taken from a model: it follows
    from the database. A `needed` one has to be there before the phase is left."""

    name: str
    values: tuple[str, ...] | None = None
    derived: bool = False
    needed: bool = True


def _of(name: str, kind: type[StrEnum], *, derived: bool = False, needed: bool = True) -> Field:
    return Field(name, tuple(kind), derived, needed)


KYC = (
    _of("trading_years_bucket", TradingYears),
    _of("risk_tolerance", RiskTolerance),
    _of("return_expectation", ReturnExpectation),
)
PRE_STRATEGY = (
    _of("target_market", Market),  # offered as far as there is data
    Field("target_instrument"),
    _of("opportunity_frequency_bucket", OpportunityFrequency),
    _of("holding_period_bucket", HoldingPeriod),
    _of("strategy_family_choice", Family),
)
STRATEGY = (
    Field("strategy_id"),
    Field("strategy_confirmed", ("true", "false")),
    Field("backtest_job_id"),
    _of("backtest_status", BacktestState, derived=True),
)
STRESS_TEST = (
    Field("scenario_set_id", needed=False),
    Field("stress_report_id"),
    _of("stress_test_decision", StressDecision),
)
DEPLOYMENT = (
    _of("deployment_target", DeploymentTarget),
    Field("selected_broker_account_id"),
    _of("deployment_confirmation_status", Confirmation),
    Field("risk_guard_status", derived=True, needed=False),
    Field("rollout_status", derived=True, needed=False),
    Field("deployment_id"),
    _of("deployment_status", DeploymentState, derived=True),
)
FIELDS: Mapping[str, tuple[Field, ...]] = {
    "kyc": KYC,
    "pre_strategy": PRE_STRATEGY,
    "strategy": STRATEGY,
    "stress_test": STRESS_TEST,
    "deployment": DEPLOYMENT,
}
