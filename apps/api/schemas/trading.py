"""What the routes of deployments take and give."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from apps.api.schemas.backtests import CostsBody
from apps.api.schemas.requests import PlainText, Request
from apps.api.schemas.stress import ProfileBody
from packages.domain.accounts.profile import Profile
from packages.domain.backtest.jobs.plan import BacktestRequest, terms_json
from packages.domain.backtest.terms import Costs
from packages.domain.market_data.symbols import Market
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.errors import Blocker
from packages.domain.trading.deployments.lifecycle import Action, State, Status
from packages.domain.trading.deployments.model import Change, Deployment, DeploymentRequest, Override
from packages.domain.trading.order_desk.model import Ledger
from packages.domain.trading.risk.limits import LimitName, limits_from
from packages.domain.trading.risk.switches import Scope, Switch

Id = Annotated[str, Field(min_length=1, max_length=36)]
Reason = Annotated[PlainText, Field(max_length=500)]
Amount = Annotated[Decimal, Field(strict=False, gt=0, le=10**15)]
Most = Annotated[Decimal, Field(strict=False, ge=0, le=10**15)]
Exact = Annotated[Decimal, PlainSerializer("{:f}".format, return_type=str, when_used="json")]


class Told(BaseModel):
    """Made from the desk's own values, field by field."""

    model_config = ConfigDict(from_attributes=True)


class OverrideBody(Request):
    """`phrase` is typed word by word: “deploy without a passing stress test” or “未通过压力测试仍要部署”."""

    phrase: Annotated[PlainText, Field(max_length=200)]
    reason: Reason


class DeploymentBody(Request):
    """A version of a stored strategy on a broker account. Costs that are left out are the market's usual ones; limits
    are by name, and the strictest of yours, those of your answers and the desk's own counts."""

    strategy_id: Id
    version: Annotated[int, Field(ge=1)]
    account_id: Id
    mode: Annotated[Mode, Field(strict=False)] = Mode.PAPER
    cash: Amount | None = None
    costs: CostsBody | None = None
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    limits: dict[Annotated[LimitName, Field(strict=False)], Most] = Field(default_factory=dict)
    profile: ProfileBody = Field(default_factory=ProfileBody)
    override: OverrideBody | None = None
    idempotency_key: Annotated[str, Field(min_length=1, max_length=200)] | None = None

    def request(self, market: Market) -> DeploymentRequest:
        """All that was left out is written down as it is today, so that it stays so."""
        costs = None if self.costs is None else Costs(**self.costs.model_dump())
        money = BacktestRequest(
            strategy_id=self.strategy_id, version=self.version, cash=self.cash, costs=costs, leverage=self.leverage
        )
        return DeploymentRequest(
            strategy_id=self.strategy_id,
            version=self.version,
            account_id=self.account_id,
            mode=self.mode,
            terms=terms_json(money.terms(market)),
            limits=limits_from({name.value: most for name, most in self.limits.items()}),
            override=None if self.override is None else Override(self.override.phrase, self.override.reason),
        )

    def person(self) -> Profile:
        return Profile(**self.profile.model_dump())


class ReasonBody(Request):
    """Why; it is recorded."""

    reason: Reason = ""


class StopBody(ReasonBody):
    """With `flatten` every position is closed at the market."""

    flatten: bool = False


class ClearanceOut(Told):
    """What let it trade: the stress report, or an override by a person."""

    report_id: str | None
    ruling: str | None
    override_reason: str | None
    override_by: str | None


class LimitOut(BaseModel):
    """No more than `most`, because of `clause`; with `flattens` a breach closes everything."""

    name: LimitName
    most: Exact
    clause: str
    flattens: bool


class MarksOut(Told):
    """The equity as it was last seen, at the beginning of the market's day, and at its highest."""

    day: date
    day_open: Exact
    peak: Exact
    equity: Exact
    daily_loss: Exact
    drawdown: Exact


class MoneyOut(Told):
    """The book: cash = start + realised - costs - the cost of what is held + other. `stopped` says why there are no
    entries until a person has looked at the differences; `bar` is the last that was decided on."""

    start_cash: Exact
    cash: Exact
    realised: Exact
    costs: Exact
    other_cash: Exact
    bar: datetime | None
    stopped: str


class SwitchOut(BaseModel):
    """A kill switch as it was last turned."""

    scope: Scope
    target: str
    is_on: bool
    by: str
    reason: str
    at: datetime


class DeploymentOut(Told):
    """What is pinned, and where it stands: `status` for people, `state` in full."""

    id: str
    strategy_id: str
    version: int
    content_hash: str
    account_id: str
    mode: Mode
    status: Status
    state: State
    blocker: Blocker | None
    flatten: bool
    created_at: datetime
    updated_at: datetime


class DeploymentDetailOut(DeploymentOut):
    """`marks` and `money` are there once it was started; `switch` is the kill switch that stops it now."""

    terms: dict[str, Any]
    limits: list[LimitOut]
    clearance: ClearanceOut
    marks: MarksOut | None
    money: MoneyOut | None
    switch: SwitchOut | None


class DeploymentPage(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    deployments: list[DeploymentOut]
    next: str | None


class ChangeOut(Told):
    """One change of a deployment: by whom, when and why."""

    number: int
    action: Action
    before: State | None
    after: State
    by: str
    reason: str
    at: datetime
    blocker: Blocker | None
    flatten: bool


class ChangesOut(BaseModel):
    """Oldest first."""

    changes: list[ChangeOut]


def detail_out(deployment: Deployment, ledger: Ledger | None, switch: Switch | None) -> DeploymentDetailOut:
    marks = deployment.marks
    return DeploymentDetailOut(
        **DeploymentOut.model_validate(deployment).model_dump(),
        terms=dict(deployment.terms),
        limits=_limits(deployment),
        clearance=ClearanceOut.model_validate(deployment.clearance),
        marks=None if marks is None else MarksOut.model_validate(marks),
        money=None if ledger is None else MoneyOut.model_validate(ledger),
        switch=None if switch is None else switch_out(switch),
    )


def changes_out(changes: Sequence[Change]) -> ChangesOut:
    return ChangesOut(changes=[ChangeOut.model_validate(each) for each in changes])


def switch_out(switch: Switch) -> SwitchOut:
    key = switch.key
    told = {name: getattr(switch, name) for name in ("is_on", "by", "reason", "at")}
    return SwitchOut(scope=key.scope, target=key.target, **told)


def _limits(deployment: Deployment) -> list[LimitOut]:
    limits = deployment.limits
    return [
        LimitOut(name=name, most=bound.most, clause=bound.clause, flattens=name in limits.flatten_on)
        for name, bound in limits.bounds.items()
    ]
