"""What was typed after `parley deploy create`, and the request that it means."""

from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation

from apps.cli.output import BadOption
from apps.cli.stress.options import OnData, as_typed
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.backtest.jobs.plan import BacktestRequest, terms_json
from packages.domain.strategy.model import Strategy
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.model import DeploymentRequest, Override
from packages.domain.trading.risk.limits import limits_from


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateOptions:
    """As they were typed; None where nothing was."""

    strategy: str
    version: int | None = None
    account: str | None = None
    cash: str | None = None
    commission: float | None = None
    slippage: float | None = None
    leverage: float | None = None
    limit: tuple[str, ...] = ()
    profile: tuple[str, ...] = ()
    override: str | None = None
    reason: str = ""
    key: str | None = None

    def strategy_id(self) -> str:
        return self._on_data().strategy_id()

    def request(self, strategy: Strategy, version: int) -> DeploymentRequest:
        """On the account that was named; a key without one would stand for another account each time."""
        if self.key is not None and self.account is None:
            raise BadOption("cli.key_needs_account")
        with as_typed():
            money = BacktestRequest(**self._on_data().shared(strategy))
            return DeploymentRequest(
                strategy_id=self.strategy,
                version=version,
                account_id=self.account or "",
                mode=Mode.PAPER,
                terms=terms_json(money.terms(strategy.universe.market)),
                limits=limits_from(dict(map(_limit, self.limit))),
                override=None if self.override is None else Override(self.override, self.reason),
            )

    def person(self) -> Profile:
        with as_typed():
            return profile_of(dict(map(_answer, self.profile)))

    def _on_data(self) -> OnData:
        names = ("strategy", "version", "cash", "commission", "slippage", "leverage")
        return OnData(**{name: getattr(self, name) for name in names})


def _limit(text: str) -> tuple[str, Decimal]:
    name, most = _pair("--limit", text, "daily_loss=0.02")
    try:
        return name, Decimal(most)
    except InvalidOperation:
        raise BadOption("cli.bad_limit", text=text[:120]) from None


def _answer(text: str) -> tuple[str, str]:
    name, answer = _pair("--profile", text, "risk_tolerance=moderate")
    known = [each.name for each in fields(Profile)]
    if name not in known:
        raise BadOption("cli.unknown_profile_name", name=name[:60], known=known)
    return name, answer


def _pair(option: str, text: str, example: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise BadOption("cli.badly_written_option", option=option, text=text[:120], example=example)
    return name.strip(), value.strip()
