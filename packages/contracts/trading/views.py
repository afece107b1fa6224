"""Deployments, kill switches, approvals and broker accounts as HTTP and the terminal show them."""

from datetime import date, datetime
from typing import Any, Self

from packages.contracts.sentences import SaidText
from packages.contracts.view import BaseView, Exact
from packages.core.messages import Message, Sentence
from packages.domain.trading.approval.ports import ApprovalKind, ApprovalStatus
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import AccountKind, LinkedAccount
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState, LifecycleStatus
from packages.domain.trading.deployments.model import Blocker, Deployment
from packages.domain.trading.execution.model import OrderLedger
from packages.domain.trading.risk.limits import LimitName, RiskLimits
from packages.domain.trading.risk.switches import Switch, SwitchScope


class ClearanceOut(BaseView):
    """What let it trade: the stress report, or an override by a person."""

    report_id: str | None
    ruling: str | None
    override_reason: str | None
    override_by: str | None


class LimitOut(BaseView):
    """No more than `most`, because of `clause`; with `flattens` a breach closes everything."""

    name: LimitName
    most: Exact
    clause: str
    flattens: bool

    @classmethod
    def all_of(cls, limits: RiskLimits) -> list[Self]:
        return [
            cls.from_values(bound, name=name, flattens=name in limits.flatten_on)
            for name, bound in limits.bounds.items()
        ]


class MarksOut(BaseView):
    """The equity as it was last seen, at the beginning of the market's day, and at its highest."""

    day: date
    day_open: Exact
    peak: Exact
    equity: Exact
    daily_loss: Exact
    drawdown: Exact


class MoneyOut(BaseView):
    """The book: cash = start + realised - costs - the cost of what is held + other. `stopped` says why there are no
    entries until a person has looked at the differences; `bar` is the last that was decided on."""

    start_cash: Exact
    cash: Exact
    realised: Exact
    costs: Exact
    other_cash: Exact
    bar: datetime | None
    stopped: str


class SwitchOut(BaseView):
    """A kill switch as it was last turned."""

    scope: SwitchScope
    target: str
    is_on: bool
    by: str
    reason: str
    at: datetime

    @classmethod
    def of(cls, switch: Switch) -> Self:
        return cls.from_values(switch, switch.key)


class DeploymentOut(BaseView):
    """What is pinned, and where it stands: `status` for people, `state` in full. `replay_from` is the day that a replay
    began with; its money, orders and fills are of the past, and of no account that trades."""

    id: str
    strategy_id: str
    version: int
    content_hash: str
    account_id: str
    mode: Mode
    replay_from: date | None
    status: LifecycleStatus
    state: LifecycleState
    blocker: Blocker | None
    flatten: bool
    created_at: datetime
    updated_at: datetime


class DeploymentDetailOut(DeploymentOut):
    """`marks` and `money` are there once it was started; `switch` is the kill switch that stops it now, and
    `holds_up` says what keeps it from trading: what blocks it, or bars that are missing or too old."""

    terms: dict[str, Any]
    limits: list[LimitOut]
    clearance: ClearanceOut
    marks: MarksOut | None
    money: MoneyOut | None
    switch: SwitchOut | None
    holds_up: SaidText | None

    @classmethod
    def of(
        cls, deployment: Deployment, ledger: OrderLedger | None, switch: Switch | None, holds_up: Message | None = None
    ) -> Self:
        return cls.from_values(
            deployment,
            holds_up=None if holds_up is None else Sentence(holds_up),
            limits=LimitOut.all_of(deployment.limits),
            money=ledger,
            switch=None if switch is None else SwitchOut.of(switch),
        )


class DeploymentPage(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    deployments: list[DeploymentOut]
    next: str | None


class ChangeOut(BaseView):
    """One change of a deployment: by whom, when and why."""

    number: int
    action: DeploymentAction
    before: LifecycleState | None
    after: LifecycleState
    by: str
    reason: str
    at: datetime
    blocker: Blocker | None
    flatten: bool


class ChangesOut(BaseView):
    """Oldest first."""

    changes: list[ChangeOut]


class SwitchesOut(BaseView):
    """Those that are on and stop something of yours: everybody's first, then yours, then deployments'."""

    on: list[SwitchOut]


class SwitchTurnsOut(BaseView):
    """Newest first."""

    turns: list[SwitchOut]


class ApprovalOut(BaseView):
    """`document` is what is to be approved to the last parameter, and `digest` its hash. An order's approval is spent
    once, until `expires_at`; `remaining` is what an envelope still holds."""

    id: str
    deployment_id: str
    kind: ApprovalKind
    digest: str
    document: dict[str, Any]
    status: ApprovalStatus
    requested_at: datetime
    expires_at: datetime
    symbols: list[str]
    remaining: Exact | None
    until: datetime | None
    decided_by: str | None
    decided_at: datetime | None


class ApprovalsOut(BaseView):
    """Newest first; `next` is the `before` of the next page."""

    approvals: list[ApprovalOut]
    next: str | None


class BrokerAccountOut(BaseView):
    """An account without its keys."""

    id: str
    kind: AccountKind
    mode: Mode
    label: str
    venue: str | None
    masked_key: str | None
    created_at: datetime

    @classmethod
    def of(cls, account: LinkedAccount) -> Self:
        return cls.from_values(account, account.kind)


class BrokerAccountsOut(BaseView):
    """Oldest first."""

    accounts: list[BrokerAccountOut]
