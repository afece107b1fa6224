"""The ledger of model calls: what is written of each call before and after it, what it costs, and its budgets."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from src.modules.llm_platform.domain.models import ModelPrice
from src.modules.llm_platform.domain.requests import TokenUsage


@dataclass(frozen=True, slots=True, kw_only=True)
class CallScope:
    """On whose behalf a model is asked. With a `run_id`, a finished answer is reused when the run is resumed;
    `step` distinguishes two calls of one agent that would otherwise look the same."""

    owner_id: str
    caller: str
    run_id: str | None = None
    agent: str = ""
    step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyAndTokens:
    """Money (US dollars; None: nobody knows the price) and tokens."""

    money: Decimal | None
    tokens: int


class CallStatus(StrEnum):
    """`interrupted`: the process died while the call was out, so nobody knows how it ended."""

    STARTED = "started"
    COMPLETED = "completed"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAttempt:
    """One try of one call, as it is written before it is sent. `key` None: never reused."""

    call_id: str
    number: int
    scope: CallScope
    key: str | None
    alias: str
    provider: str
    model: str
    prompt_hash: str
    schema_hash: str | None
    reserved: MoneyAndTokens
    started_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptEnd:
    """How a try ended. `charged`: what counts against the budgets (for a call that may have been paid without our
    knowing, what was reserved); `cost` is what we know that it cost, and None when we do not know."""

    status: CallStatus
    charged: MoneyAndTokens
    cost: Decimal | None
    usage: TokenUsage | None
    latency_ms: int
    finished_at: datetime
    answer: str | None = None
    response_id: str | None = None
    error_code: str | None = None
    error_message: str | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """The try is written down and paid for in advance; send it."""

    attempt_id: str


@dataclass(frozen=True, slots=True)
class Reused:
    """This run has asked this before and was answered."""

    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLine:
    """One try as it is listed; tries of one call share its `call_id`. `cost` None: not known, or not ended yet."""

    attempt_id: str
    call_id: str
    number: int
    caller: str
    run_id: str | None
    agent: str
    step: str
    alias: str
    model: str
    status: CallStatus
    cost: Decimal | None
    input_tokens: int | None
    output_tokens: int | None
    latency_ms: int | None
    error_code: str | None
    error_message: str | None
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageLine:
    """What one model was used for in a stretch of time. `cost` None: nothing of it has a known price;
    `unpriced_calls`: how many completed calls are missing from `cost`."""

    day: date
    model: str
    caller: str
    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: Decimal | None
    unpriced_calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetState:
    """How much of one budget is gone. Limits are None where nobody set one."""

    name: str
    money_limit: Decimal | None
    token_limit: int | None
    spent: MoneyAndTokens
    reserved: MoneyAndTokens = field(default_factory=lambda: MoneyAndTokens(money=Decimal(0), tokens=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLimit:
    """None: no limit of this kind."""

    money: Decimal | None = None
    tokens: int | None = None

    @property
    def exists(self) -> bool:
        return self.money is not None or self.tokens is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """Money is in US dollars. Days are UTC days."""

    run: BudgetLimit = BudgetLimit()
    user: BudgetLimit = BudgetLimit()
    day: BudgetLimit = BudgetLimit()

    def over(self, scope: CallScope, today: date) -> Iterator[tuple[str, BudgetLimit]]:
        """The budgets that a call of this scope is counted against, each with the name of its account."""
        if scope.run_id is not None:
            yield f"run:{scope.owner_id}:{scope.run_id}", self.run
        yield f"user:{scope.owner_id}:{today}", self.user
        yield f"day:{today}", self.day


_MILLION = Decimal(1_000_000)
# Every byte a token: no tokenizer makes more of a text than that, whatever the language.
_FRAMING_TOKENS = 64


def cost_of(usage: TokenUsage | None, price: ModelPrice | None) -> Decimal | None:
    """None when the price or the count is not known."""
    if usage is None or price is None:
        return None
    return (usage.input_tokens * price.input_per_million + usage.output_tokens * price.output_per_million) / _MILLION


def worst_case(sent_text: str, max_output_tokens: int, price: ModelPrice | None) -> MoneyAndTokens:
    """What must be put aside before the text is sent."""
    input_tokens = len(sent_text.encode(errors="surrogatepass")) + _FRAMING_TOKENS
    usage = TokenUsage(input_tokens, max_output_tokens)
    return MoneyAndTokens(money=cost_of(usage, price), tokens=usage.total)
