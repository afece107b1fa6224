"""What models were used for, on the wire; a cost that nobody knows is null, never zero."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime

from pydantic import BaseModel

from packages.contracts.sentences import SaidText
from src.modules.llm_platform.application.usage import UsageTotals, total_of
from src.modules.llm_platform.domain.ledger import BudgetState, CallLine, CallStatus, MoneyAndTokens, UsageLine
from src.modules.llm_platform.presentation.rest.schemas import DollarsOut


class UsageTotalsOut(BaseModel):
    """`cost` is in US dollars, and `unpriced_calls` are missing from it."""

    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: DollarsOut | None
    unpriced_calls: int

    @classmethod
    def of(cls, totals: UsageTotals) -> "UsageTotalsOut":
        return cls(
            calls=totals.calls,
            failed=totals.failed,
            input_tokens=totals.input_tokens,
            output_tokens=totals.output_tokens,
            cost=totals.cost,
            unpriced_calls=totals.unpriced_calls,
        )


class UsageLineOut(BaseModel):
    day: date
    model: str
    caller: str
    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: DollarsOut | None
    unpriced_calls: int

    @classmethod
    def of(cls, line: UsageLine) -> "UsageLineOut":
        return cls(
            day=line.day,
            model=line.model,
            caller=line.caller,
            calls=line.calls,
            failed=line.failed,
            input_tokens=line.input_tokens,
            output_tokens=line.output_tokens,
            cost=line.cost,
            unpriced_calls=line.unpriced_calls,
        )


class AmountOut(BaseModel):
    money: DollarsOut | None
    tokens: int

    @classmethod
    def of(cls, amount: MoneyAndTokens) -> "AmountOut":
        return cls(money=amount.money, tokens=amount.tokens)


class BudgetOut(BaseModel):
    """A limit that nobody set is null."""

    name: str
    money_limit: DollarsOut | None
    token_limit: int | None
    spent: AmountOut
    reserved: AmountOut

    @classmethod
    def of(cls, state: BudgetState) -> "BudgetOut":
        return cls(
            name=state.name,
            money_limit=state.money_limit,
            token_limit=state.token_limit,
            spent=AmountOut.of(state.spent),
            reserved=AmountOut.of(state.reserved),
        )


class UsageOut(BaseModel):
    """Both days are counted in, and are UTC days."""

    since: date
    until: date
    lines: list[UsageLineOut]
    totals: UsageTotalsOut
    budgets: list[BudgetOut]

    @classmethod
    def of(cls, since: date, until: date, lines: Sequence[UsageLine], budgets: Sequence[BudgetState]) -> "UsageOut":
        return cls(
            since=since,
            until=until,
            lines=[UsageLineOut.of(line) for line in lines],
            totals=UsageTotalsOut.of(total_of(lines)),
            budgets=[BudgetOut.of(state) for state in budgets],
        )


class ModelCallOut(BaseModel):
    """One try of one call. `cost` null: not known, or not ended yet."""

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
    cost: DollarsOut | None
    input_tokens: int | None
    output_tokens: int | None
    latency_ms: int | None
    error_code: str | None
    error_message: SaidText | None
    started_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, line: CallLine) -> "ModelCallOut":
        return cls.model_validate(asdict(line))


class CallList(BaseModel):
    """The newest first."""

    calls: list[ModelCallOut]
