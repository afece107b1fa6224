"""A call: a verdict with everything that is needed to settle and score it, as it stands in the book."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any

from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market, parse_symbol
from src.modules.judge.domain.case import Case, PriceRow
from src.modules.judge.domain.errors import HorizonOver, PastResearch
from src.modules.judge.domain.market_facts import momentum_probability
from src.modules.judge.domain.probability import ProbabilityStages, stages
from src.modules.judge.domain.verdict import Verdict, VerdictAction

# A call on what was known days ago may have been made by somebody who knows how it ended.
_RETROSPECTIVE = timedelta(days=4)


class CallBookName(StrEnum):
    """Which book: calls on what is to come, or research on past days, which is kept and scored apart."""

    LIVE = "live"
    WALK_BACK = "walk_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What is written down. `ends_on`: the day, in calendar days from the base price's, on or after which the first
    close settles it; None for NO_CALL. `verdict`: all of it, as JSON values."""

    id: str
    owner_id: str
    session_id: str
    symbol: str
    made_at: datetime
    as_of: datetime
    horizon_days: int
    ends_on: date | None
    benchmark: str | None
    benchmark_note: str
    action: VerdictAction
    probability: float | None
    confidence: float
    base: PriceRow | None
    benchmark_base: PriceRow | None
    stages: ProbabilityStages
    base_rate: float
    trailing_return: float | None
    momentum_probability: float
    engine: str
    model_alias: str | None
    verdict: Mapping[str, Any]

    @property
    def market(self) -> Market:
        return parse_symbol(self.symbol).market

    @property
    def is_retrospective(self) -> bool:
        return self.made_at - self.as_of > _RETROSPECTIVE

    @property
    def made_on(self) -> date:
        """The day on which it was made, where the instrument trades."""
        return local_day(self.market, self.made_at)

    @property
    def is_over(self) -> bool:
        """Whether its horizon ended on or before the day on which it was made."""
        return self.ends_on is not None and self.ends_on <= self.made_on

    def content(self) -> dict[str, Any]:
        """As JSON values; the book adds the number and the previous hash."""
        return dict(_plain(asdict(self))) | {"made_on": self.made_on.isoformat()}


def refuse_past(calls: Iterable[Call]) -> None:
    """For every live book, before it writes: what has ended already, or was asked of a past day, is no forecast."""
    for call in calls:
        if call.is_over:
            raise HorizonOver("judge.horizon_over", symbol=call.symbol, ended=str(call.ends_on))
        if call.is_retrospective:
            raise PastResearch("judge.past_research", symbol=call.symbol, day=call.as_of.date())


@dataclass(frozen=True, slots=True)
class CallEntry:
    """A call in the book."""

    call: Call
    seq: int
    previous_hash: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSignature:
    """Whose call it is, of which run, by which engine."""

    call_id: str
    owner_id: str
    session_id: str
    engine: str
    model_alias: str | None
    made_at: datetime


def call_of(verdict: Verdict, case: Case, signed: CallSignature) -> Call:
    called = verdict.action is not VerdictAction.NO_CALL
    base = case.market.base
    return Call(
        id=signed.call_id,
        owner_id=signed.owner_id,
        session_id=signed.session_id,
        symbol=str(case.symbol),
        made_at=signed.made_at,
        as_of=case.as_of,
        horizon_days=case.horizon_days,
        ends_on=base.day + timedelta(days=case.horizon_days) if called and base else None,
        benchmark=verdict.benchmark,
        benchmark_note=case.market.benchmark_note,
        action=verdict.action,
        probability=verdict.probability,
        confidence=verdict.confidence,
        base=base,
        benchmark_base=case.market.benchmark,
        stages=stages(case, verdict.probability),
        base_rate=case.market.past.rate,
        trailing_return=case.market.trailing_return,
        momentum_probability=momentum_probability(case.market.trailing_return),
        engine=signed.engine,
        model_alias=signed.model_alias,
        verdict=_plain(asdict(verdict)),
    )


def read_call(body: str) -> tuple[Call, str]:
    """A call from its text in the book, and the hash of the entry before it."""
    fields: dict[str, Any] = json.loads(body)
    previous_hash = str(fields.pop("previous_hash"))
    for derived in ("seq", "made_on"):
        fields.pop(derived, None)
    for name in ("made_at", "as_of"):
        fields[name] = datetime.fromisoformat(fields[name])
    fields["ends_on"] = date.fromisoformat(fields["ends_on"]) if fields["ends_on"] else None
    fields["action"] = VerdictAction(fields["action"])
    fields["stages"] = ProbabilityStages(**fields["stages"])
    for name in ("base", "benchmark_base"):
        fields[name] = read_price_row(fields[name])
    return Call(**fields), previous_hash


def read_price_row(row: dict[str, Any] | None) -> PriceRow | None:
    """A price row from its JSON."""
    if row is None:
        return None
    return PriceRow(**{**row, "day": date.fromisoformat(row["day"]), "value": Decimal(row["value"])})


def _plain(value: Any) -> Any:
    match value:
        case Decimal() | date():
            return str(value) if isinstance(value, Decimal) else value.isoformat()
        case Mapping():
            return {key: _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case str():
            return str(value)
        case _:
            return value
