"""Accounts, deployments and approvals as the trading tools show them."""

from datetime import date, datetime
from enum import StrEnum
from math import isfinite
from typing import Self

from pydantic import Field, field_validator

from packages.contracts.tool_results import ToolResult
from packages.contracts.trading.book import SignalOut
from packages.contracts.trading.views import LimitOut
from packages.contracts.view import BaseView, Exact
from packages.domain.trading.approval.ports import ApprovalKind, ApprovalStatus
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import AccountKind, LinkedAccount
from packages.domain.trading.deployments.lifecycle import LifecycleState, LifecycleStatus
from packages.domain.trading.deployments.model import Blocker, Deployment
from packages.domain.trading.risk.switches import SwitchScope


class AccountView(BaseView):
    """A broker account without its keys."""

    broker_account_id: str
    kind: AccountKind = Field(description="`paper` and `replay` are the desk's own; the others are accounts elsewhere.")
    mode: Mode
    label: str
    venue: str | None = Field(description="The exchange of a ccxt account.")
    masked_key: str | None = Field(description="The end of its key; null for the desk's own.")
    is_busy: bool = Field(description="Whether a deployment has it: an account takes one at a time.")
    deployment_id: str | None = Field(description="The deployment that has it.")

    @classmethod
    def of(cls, account: LinkedAccount, holder: str | None) -> Self:
        """`holder` is the deployment that has it."""
        return cls.from_values(
            account, account.kind, broker_account_id=account.id, is_busy=holder is not None, deployment_id=holder
        )


class AccountsView(ToolResult):
    """Oldest first."""

    accounts: list[AccountView]
    total: int
    next: int | None = Field(description="The `offset` of the next page; null at the end.")


class LimitView(LimitOut):
    """No more than `most`, because of `clause`: an answer of the person's, the deployment, or the desk."""

    flattens: bool = Field(description="Whether breaking it closes all positions.")


class CheckName(StrEnum):
    """What has to be right before a strategy trades."""

    STRESS_VERDICT = "stress_verdict"
    BROKER_ACCOUNT = "broker_account"
    KILL_SWITCH = "kill_switch"
    MARKET_DATA = "market_data"


class CheckStatus(StrEnum):
    """Whether it is right."""

    OK = "ok"
    BLOCKED = "blocked"


class BlockedStep(StrEnum):
    """What cannot be done while a check is blocked."""

    CREATE = "create_deployment"
    START = "start"
    ENTRIES = "entries"


class CheckView(BaseView):
    """One thing that has to be right."""

    name: CheckName
    status: CheckStatus
    code: str | None = Field(description="Why it is blocked, in a word.")
    told: str = Field(description="What was found and, where it is blocked, what to do.")
    said: dict[str, object] = Field(
        default_factory=dict, description="The same as code and parameters, for whoever says it in another language."
    )
    holds_up: BlockedStep = Field(description="What waits for it: making, starting, or only new positions.")


class ReadinessView(ToolResult):
    """`is_ready` is true when nothing stands in the way of making and starting a paper deployment."""

    strategy_id: str
    version: int
    stress_report_id: str | None
    is_ready: bool
    checks: list[CheckView]
    limits: list[LimitView] = Field(description="What would bind, from the person's answers and the desk.")


class DeploymentRowView(BaseView):
    """A version of a strategy on an account; `status` for people, `state` in full."""

    deployment_id: str
    strategy_id: str
    version: int
    broker_account_id: str
    mode: Mode = Field(description="`replay` is the past run through again on paper money: tell it as that.")
    replay_from: date | None = Field(description="The day that a replay began with.")
    status: LifecycleStatus
    state: LifecycleState
    blocker: Blocker | None = Field(description="What blocks it from outside, in a word.")
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, deployment: Deployment) -> Self:
        return cls.from_values(deployment, deployment_id=deployment.id, broker_account_id=deployment.account_id)


class DeploymentsView(ToolResult):
    """Newest first."""

    deployments: list[DeploymentRowView]
    next: str | None = Field(description="The `before` of the next page; null at the end.")


class DeploymentChangeView(ToolResult):
    """What a change came to. `request_id` is of the request, `receipt_id` of the row that records it."""

    request_id: str
    receipt_id: str | None = Field(description="Null where nothing was made.")
    deployment_id: str | None = Field(description="Null where nothing was made.")
    strategy_id: str
    version: int
    broker_account_id: str | None
    mode: Mode
    replay_from: date | None = Field(default=None, description="The day that a replay began with.")
    status: LifecycleStatus
    state: LifecycleState | None
    blocker: Blocker | None = Field(description="With the status `blocked`: what stands in the way.")
    limits: list[LimitView]
    next_step: str = Field(description="What to do or to tell the person now.")


class SwitchView(BaseView):
    """A kill switch that is on: nothing is opened, exits go on. Only a person turns it off."""

    scope: SwitchScope
    reason: str
    at: datetime


class MarkedView(BaseView):
    """Equity and profit as the broker states them now."""

    equity: Exact
    profit: Exact = Field(description="Equity less what was paid in.")
    open_profit: Exact = Field(description="Of what is held, at the broker's marks.")
    drawdown: Exact = Field(description="Below the highest equity, as a fraction.")
    unexplained: Exact = Field(description="What broker and book differ by; 0 where they agree.")


class MoneyView(BaseView):
    """The deployment's own book, and what the broker says now."""

    start_cash: Exact
    cash: Exact
    realised: Exact = Field(description="Profit of what was closed, before costs.")
    costs: Exact
    now: MarkedView | None = Field(description="Null where the broker did not answer.")
    missing: str | None = Field(description="Why `now` is not there.")
    last_bar: datetime | None = Field(description="The last bar that was decided on.")
    stopped: str = Field(description="Why there are no entries until a person has looked; empty while there are.")


class SignalView(SignalOut):
    """What the strategy said on a bar, and the values that it was true on."""

    @field_validator("why")
    @classmethod
    def _finite(cls, why: dict[str, float]) -> dict[str, float]:
        return {name: value for name, value in why.items() if isfinite(value)}


class DeploymentView(ToolResult, DeploymentRowView):
    """One deployment in full."""

    stress_report_id: str | None
    ruling: str | None = Field(description="What the stress lab said of this version.")
    override_reason: str | None = Field(description="Why a person deployed it without a pass.")
    flatten: bool = Field(description="Whether it is closing what it holds.")
    limits: list[LimitView]
    kill_switch: SwitchView | None
    money: MoneyView | None = Field(description="Null before its first start.")
    signals: list[SignalView] = Field(description="The last five, newest first.")
    holds_up: str | None = Field(description="What keeps it from trading now, in one sentence: tell the person that.")
    said: dict[str, object] = Field(
        default_factory=dict, description="The same as code and parameters, for whoever says it in another language."
    )


class ApprovalView(ToolResult):
    """A request for a person's word; it lets nothing through before that."""

    request_id: str
    approval_id: str
    deployment_id: str
    broker_account_id: str
    mode: Mode
    kind: ApprovalKind
    status: ApprovalStatus
    symbols: list[str]
    most_money: Exact
    until: datetime
    requested_at: datetime
    expires_at: datetime = Field(description="How long a person may decide on it.")
    approve_at: str = Field(description="Where the signed-in person approves it; no tool can.")
