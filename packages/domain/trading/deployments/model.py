"""A deployment: what it pins, what cleared it, its state and every change of it, and why one is refused."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from packages.core.errors import Conflict, Invalid, NotFound
from packages.core.events import JsonObject
from packages.core.messages import Language, Message
from packages.domain.strategy.json_tree import Json, content_hash
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState, LifecycleStatus
from packages.domain.trading.risk.limits import EquityMarks, RiskLimits


class Blocker(StrEnum):
    """Why a strategy may not trade, in a word that the page and the chat translate."""

    VERDICT_MISSING = "stress_verdict_missing"
    VERDICT_OF_ANOTHER = "stress_verdict_of_another_content"
    VERDICT_OF_LOOSER_LIMITS = "stress_verdict_of_looser_limits"
    VERDICT_REVISE = "stress_verdict_revise"
    VERDICT_REJECT = "stress_verdict_reject"
    ACCOUNT_BUSY = "broker_account_busy"
    ACCOUNT_BLOCKED = "broker_account_blocked"
    ACCOUNT_MODE = "broker_account_mode"
    ACCOUNT_DIFFERS = "broker_account_differs"
    BROKER_UNREACHABLE = "broker_unreachable"
    DATA_MISSING = "market_data_missing"


class UnknownDeployment(NotFound):
    """There is no such deployment, or it is another person's."""


class UnknownAccount(NotFound):
    """There is no such broker account, or it is another person's."""


class NotCleared(Conflict):
    """Something stands in the way; `blocker` says what."""

    def __init__(self, said: str | Message, blocker: Blocker, /, **params: object) -> None:
        super().__init__(said, details={"blocker": blocker.value}, **params)
        self.blocker = blocker


class BadOverride(Invalid):
    """An override that was not typed as it has to be, or that gives no reason."""


class NotNow(Conflict):
    """The state of the deployment does not allow it."""


class DeploymentKeyTaken(Conflict):
    """The idempotency key stands for another deployment."""

    code = "key_taken"


class BadAccount(Invalid):
    """A broker account that cannot be linked as it was given."""


class OwnAccountNeeded(Conflict):
    """Rules that read the account trade with the desk's paper money only: of no other account is the state on a close
    known as the backtest knows it."""


class BadReplay(Invalid):
    """A replay that names no day to begin with, a day that is not over, or a day without being a replay."""


class AccountBusy(Conflict):
    """A deployment trades on the account."""


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
    """What a person asks for. `terms` are money and costs as the backtest writes them; they are kept, not read here.
    `limits` are the deployment's own; those of the person and the defaults come on top."""

    strategy_id: str
    version: int
    account_id: str
    mode: Mode
    terms: JsonObject
    limits: RiskLimits = field(default_factory=RiskLimits)
    override: Override | None = None
    replay_from: date | None = None  # the market's own day

    def __post_init__(self) -> None:
        if (self.replay_from is not None) != (self.mode is Mode.REPLAY):
            raise BadReplay("trading.replay_needs_a_day")

    @property
    def digest(self) -> str:
        document: dict[str, Json] = {
            "strategy_id": self.strategy_id,
            "version": self.version,
            "account_id": self.account_id,
            "mode": self.mode.value,
            "terms": _json(self.terms),
            "limits": _json(self.limits.as_json()),
            "override": None if self.override is None else self.override.reason.strip(),
        }
        if self.replay_from is not None:
            document["replay_from"] = self.replay_from.isoformat()
        return content_hash(document)


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
    limits: RiskLimits
    clearance: Clearance
    state: LifecycleState
    created_at: datetime
    updated_at: datetime
    changes: int  # how many there were: a change names the one it follows
    blocker: Blocker | None = None
    flatten: bool = False
    marks: EquityMarks | None = None
    replay_from: date | None = None  # of a replay: the market's day that it begins with

    @property
    def status(self) -> LifecycleStatus:
        return self.state.status


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """One row of a deployment's history."""

    number: int
    action: DeploymentAction
    before: LifecycleState | None
    after: LifecycleState
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
