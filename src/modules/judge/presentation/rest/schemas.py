"""What goes over the wire: the request for a verdict, and the call book."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from packages.contracts.sentences import SaidText
from packages.core.messages import LanguageCode
from src.modules.judge.application.call_book import CallStanding
from src.modules.judge.application.dtos import JudgeModel, PriceRowDTO, StagesDTO
from src.modules.judge.application.integrity import IntegrityReport
from src.modules.judge.domain.case import LONGEST_HORIZON, USUAL_HORIZON, NoCallReason
from src.modules.judge.domain.chain import ChainCheck, ExportedHead


class VerdictIn(BaseModel):
    """A case to judge. `expert_results` by expert: the raw report, `{status, data}`, or the four plain fields;
    `debate_outcome` null or empty: there was no debate, so nothing can be called."""

    model_config = ConfigDict(extra="forbid", strict=True)

    symbol: Annotated[str, Field(min_length=1, max_length=60)]
    expert_results: Annotated[dict[str, dict[str, Any] | None], Field(min_length=1)]
    debate_outcome: dict[str, Any] | None
    horizon_days: Annotated[int, Field(ge=1, le=LONGEST_HORIZON)] = USUAL_HORIZON
    benchmark: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    language: LanguageCode = "zh"


class SettlementOut(JudgeModel):
    """How a call ended; returns as fractions."""

    state: Literal["settled", "unsettleable"]
    reason: str | None
    settled_at: datetime
    close: PriceRowDTO | None
    benchmark_close: PriceRowDTO | None
    own_return: float | None
    benchmark_return: float | None
    excess_return: float | None
    outcome: int | None
    note: str


class CallOut(JudgeModel):
    """One call of the book and how it stands: settled, unsettleable, waiting or no_call."""

    number: int
    id: str
    session_id: str
    symbol: str
    made_at: datetime
    as_of: datetime
    horizon_days: int
    ends_on: date | None
    benchmark: str | None
    benchmark_note: str
    action: str
    no_call_reason: NoCallReason | None
    probability: float | None
    confidence: float
    base_price: PriceRowDTO | None
    stages: StagesDTO
    engine: str
    model_alias: str | None
    state: Literal["settled", "unsettleable", "waiting", "no_call"]
    reason: str
    settlement: SettlementOut | None
    previous_hash: str
    hash: str


class CallsOut(JudgeModel):
    """A page, newest first; `next_before` null: that was all."""

    calls: list[CallOut]
    next_before: int | None


class ChainOut(JudgeModel):
    """What checking one chain found; `exported_on`: when its head was last written down outside the database, and how
    many entries it had then."""

    book: Literal["calls", "settlements", "walk_back_calls", "walk_back_settled"]
    ok: bool
    entries: int
    head: str
    broken_at: int | None
    problem: SaidText
    exported_on: date | None
    exported_entries: int | None


class VerifyOut(JudgeModel):
    """Whether nothing in the books was changed."""

    ok: bool
    checked_at: datetime
    chains: list[ChainOut]


def call_out(standing: CallStanding) -> CallOut:
    call, entry, final = standing.entry.call, standing.entry, standing.settlement
    made = call.content()
    kept = {name: made[name] for name in CallOut.model_fields if name in made}
    ended = None
    if final is not None:
        content = final.content()
        ended = {name: content[name] for name in SettlementOut.model_fields if name in content}
    return CallOut.model_validate(
        {
            **kept,
            "number": entry.seq,
            "no_call_reason": call.verdict.get("no_call_reason"),
            "base_price": made["base"],
            "state": standing.state,
            "reason": standing.reason,
            "settlement": ended,
            "previous_hash": entry.previous_hash,
            "hash": entry.hash,
        }
    )


def verify_out(report: IntegrityReport) -> VerifyOut:
    exported = {head.book: head for head in report.exported}
    chains = [_chain_out(check, exported.get(check.book)) for check in report.checks]
    return VerifyOut(ok=report.ok, checked_at=report.checked_at, chains=chains)


def _chain_out(check: ChainCheck, exported: ExportedHead | None) -> ChainOut:
    return ChainOut.model_validate(
        {
            **asdict(check),
            "ok": check.ok,
            "problem": check.problem,
            "exported_on": exported.day if exported else None,
            "exported_entries": exported.entries if exported else None,
        }
    )
