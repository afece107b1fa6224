"""A deployment: what it pins, what cleared it, where it stands, and every change of it."""

from dataclasses import dataclass, field
from datetime import datetime

from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.strategy.json_tree import Json, content_hash
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.errors import BadOverride, Blocker
from packages.domain.trading.deployments.lifecycle import Action, State, Status
from packages.domain.trading.risk.limits import Limits
from packages.domain.trading.risk.watch import EquityMarks

OVERRIDE_PHRASES = {
    Language.EN: "deploy without a passing stress test",
    Language.ZH: "未通过压力测试仍要部署",
}
SHORTEST_REASON, LONGEST_REASON = 10, 500


@dataclass(frozen=True, slots=True)
class Override:
    """A person deploys without a passing verdict: the phrase word by word, and why."""

    phrase: str
    reason: str

    def __post_init__(self) -> None:
        if self.phrase.strip() not in OVERRIDE_PHRASES.values():
            asked = " / ".join(OVERRIDE_PHRASES.values())
            raise BadOverride("trading.override_phrase", phrase=asked)
        if not SHORTEST_REASON <= len(self.reason.strip()) <= LONGEST_REASON:
            raise BadOverride("trading.override_reason", shortest=SHORTEST_REASON, longest=LONGEST_REASON)


@dataclass(frozen=True, slots=True)
class Clearance:
    """What let a revision trade: the stress report and its ruling, and the reason where that was not a pass."""

    report_id: str | None
    ruling: str | None
    override_reason: str | None = None
    override_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentRequest:
    """What a person asks for. `terms` are money and costs as the backtest tells them; they are kept, not read here.
    `limits` are the deployment's own; those of the person and of the desk come on top."""

    strategy_id: str
    version: int
    account_id: str
    mode: Mode
    terms: JsonObject
    limits: Limits = field(default_factory=Limits)
    override: Override | None = None

    @property
    def digest(self) -> str:
        told: dict[str, Json] = {
            "strategy_id": self.strategy_id,
            "version": self.version,
            "account_id": self.account_id,
            "mode": self.mode.value,
            "terms": _json(self.terms),
            "limits": _json(self.limits.as_json()),
            "override": None if self.override is None else self.override.reason.strip(),
        }
        return content_hash(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """`limits` are the strictest of all that spoke when it was made. `flatten` says whether a stop closes positions."""

    id: str
    owner_id: str
    strategy_id: str
    version: int
    content_hash: str
    account_id: str
    mode: Mode
    terms: JsonObject
    limits: Limits
    clearance: Clearance
    state: State
    created_at: datetime
    updated_at: datetime
    changes: int  # how many there were: a change names the one it follows
    blocker: Blocker | None = None
    flatten: bool = False
    marks: EquityMarks | None = None

    @property
    def status(self) -> Status:
        return self.state.status


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row of a deployment's history."""

    number: int
    action: Action
    before: State | None
    after: State
    by: str
    reason: str
    at: datetime
    blocker: Blocker | None = None
    flatten: bool = False


def _json(value: object) -> Json:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case dict():
            return {str(key): _json(each) for key, each in value.items()}
        case list() | tuple():
            return [_json(each) for each in value]
        case _:
            raise TypeError(f"{type(value).__name__} is not JSON")
