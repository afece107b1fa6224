"""What the routes of deployments, kill switches, approvals and broker accounts take."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import AwareDatetime, Field

from apps.api.schemas.backtest import CostsBody, FinancingBody, costs_of
from apps.api.schemas.requests import PlainText, Request
from apps.api.schemas.stress import ProfileBody
from packages.core.events import JsonObject
from packages.domain.accounts.profile import Profile
from packages.domain.backtest.jobs.plan import BacktestRequest, terms_json
from packages.domain.strategy.model import Strategy
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import AccountKind, BrokerCredentials
from packages.domain.trading.deployments.model import DeploymentRequest, Override
from packages.domain.trading.risk.limits import LimitName, limits_from

Id = Annotated[PlainText, Field(min_length=1, max_length=36)]
Reason = Annotated[PlainText, Field(max_length=500)]
Amount = Annotated[Decimal, Field(strict=False, gt=0, le=10**15)]
Most = Annotated[Decimal, Field(strict=False, ge=0, le=10**15)]
Key = Annotated[PlainText, Field(min_length=1, max_length=200)]
Name = Annotated[PlainText, Field(min_length=1, max_length=200)]
Ticker = Annotated[PlainText, Field(min_length=1, max_length=40)]


class OverrideBody(Request):
    """`phrase` is typed word by word: “deploy without a passing stress test” or “未通过压力测试仍要部署”."""

    phrase: Annotated[PlainText, Field(max_length=200)]
    reason: Reason


class DeploymentBody(Request):
    """A version of a stored strategy on a broker account; left out, on a free one of the desk's own. Costs that are
    left out are the market's usual ones; limits are by name, and the strictest of yours, those of your answers and the
    desk's own counts. In `replay` mode it runs through the past from `replay_from` on, a session a second; left out,
    from shortly before it would have traded."""

    strategy_id: Id
    version: Annotated[int, Field(ge=1)]
    account_id: Id | None = None
    mode: Annotated[Mode, Field(strict=False)] = Mode.PAPER
    replay_from: Annotated[date, Field(strict=False)] | None = None
    cash: Amount | None = None
    costs: CostsBody | None = None
    financing: FinancingBody = Field(default_factory=FinancingBody)
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    limits: dict[Annotated[LimitName, Field(strict=False)], Most] = Field(default_factory=dict)
    profile: ProfileBody = Field(default_factory=ProfileBody)
    override: OverrideBody | None = None
    idempotency_key: Annotated[PlainText, Field(min_length=1, max_length=200)] | None = None

    def terms(self, strategy: Strategy) -> JsonObject:
        """All that was left out is written down as it is today, so that it stays so."""
        asked = self.model_dump(include={"strategy_id", "version", "cash", "leverage"})
        money = BacktestRequest(**asked, costs=costs_of(self.costs), financing=self.financing.financing())
        return terms_json(money.terms(strategy))

    def request(self, terms: JsonObject, replay_from: date | None) -> DeploymentRequest:
        """Where no account was named, it is still to be found."""
        return DeploymentRequest(
            strategy_id=self.strategy_id,
            version=self.version,
            account_id=self.account_id or "",
            mode=self.mode,
            terms=terms,
            limits=limits_from({name.value: most for name, most in self.limits.items()}),
            override=None if self.override is None else Override(self.override.phrase, self.override.reason),
            replay_from=replay_from,
        )

    def person(self) -> Profile:
        return Profile(**self.profile.model_dump())


class ReasonBody(Request):
    """Why; it is recorded."""

    reason: Reason = ""


class StopBody(ReasonBody):
    """With `flatten` every position is closed at the market."""

    flatten: bool = False


class SwitchBody(Request):
    """On stops all entries within a second; off is for a person. The reason is recorded."""

    is_on: bool
    reason: Annotated[PlainText, Field(min_length=1, max_length=500)]


class ApproveBody(Request):
    """`digest` is of the document that was shown: what was not seen is not approved."""

    digest: Annotated[PlainText, Field(min_length=1, max_length=100)]


class EnvelopeBody(Request):
    """Entries in these symbols until then, for so much money all together."""

    deployment_id: Id
    symbols: Annotated[list[Ticker], Field(min_length=1, max_length=100)]
    most_money: Amount
    until: Annotated[AwareDatetime, Field(strict=False)]


class PaperAccountBody(Request):
    """A paper account of the desk's own."""

    label: Name


class LinkBody(Request):
    """Keys of an account elsewhere; they are sealed, and never told again. `venue` names the exchange for ccxt."""

    kind: Annotated[AccountKind, Field(strict=False)]
    label: Name
    api_key: Key
    api_secret: Key
    passphrase: Key | None = None
    venue: Name | None = None

    def credentials(self) -> BrokerCredentials:
        return BrokerCredentials(self.api_key, self.api_secret, self.passphrase)
