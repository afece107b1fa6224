"""The judge as the tools show it: its verdict, the calls in the book, and how good they were."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Literal, Self

from pydantic import Field

from apps.mcp.domains.research.views import GroundingView
from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView
from packages.domain.evidence.reports.opinions import OpinionMarks
from packages.domain.evidence.units import price_text
from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.application.call_book import CallStanding
from src.modules.judge.application.dtos import PriceDTO, VerdictDTO
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.case import NoCallReason
from src.modules.judge.domain.ports import CallTally
from src.modules.judge.domain.scores.reliability import Calibration
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport
from src.modules.judge.domain.scores.scored import ENOUGH
from src.modules.judge.domain.verdict import VerdictAction

_WORDS = ("entry_strategy", "invalidation_triggers", "risk_warnings", "reasoning")


class CitedPriceView(BaseView):
    """A price that was looked up in an expert's evidence rows."""

    value: str
    unit: str
    expert: str
    rows: list[str] = Field(description="The tags of the rows.")

    @classmethod
    def of(cls, price: PriceDTO | None) -> Self | None:
        if price is None:
            return None
        return cls.from_values(price, value=price_text(Decimal(price.value)), rows=[row.tag for row in price.rows])


class VerdictView(ToolResult):
    """The judge's verdict, as it stands in the call book. It is an opinion of research, and orders nothing."""

    research_session_id: str
    symbol: str
    is_demo: bool
    action: VerdictAction = Field(description="SELL leaves or reduces a holding; NO_CALL: too little to go by.")
    no_call_reason: NoCallReason | None = Field(description="Of NO_CALL; `stale_data`: load newer prices first.")
    probability: float | None = Field(description="Of a positive return over the horizon against the benchmark.")
    grounding: GroundingView | None = Field(description="How far rows bear out its words; null: no rows were given.")
    confidence: float
    position_percent: float = Field(description="Of the capital for BUY, of the holding for SELL.")
    time_horizon: int = Field(description="In calendar days.")
    benchmark: str | None
    benchmark_note: str
    entry_strategy: str
    stop_loss: CitedPriceView | None
    take_profit: CitedPriceView | None
    base_close: str | None = Field(description="The close that the call starts from.")
    base_day: date | None
    invalidation_triggers: list[str]
    risk_warnings: list[str]
    reasoning: str
    engine: str
    as_of: datetime
    call_id: str | None = Field(description="Null where the horizon was over already: such a verdict is not booked.")
    call_number: int | None
    book: CallBookName | None = Field(description="`walk_back`: research on a past day, scored apart.")

    @classmethod
    def of(cls, verdict: VerdictDTO, marks: OpinionMarks) -> Self:
        base = verdict.base_price
        said = {name: getattr(verdict, name) for name in _WORDS}
        return cls.from_values(
            verdict,
            **(said if verdict.engine == "rules" else marks.marked_fields(said, ())),
            research_session_id=verdict.session_id,
            is_demo=parse_symbol(verdict.symbol).is_demo,
            stop_loss=CitedPriceView.of(verdict.stop_loss),
            take_profit=CitedPriceView.of(verdict.take_profit),
            base_close=base.value if base else None,
            grounding=GroundingView.of(verdict.grounding.model_dump() if verdict.grounding else None),
            base_day=base.day if base else None,
        )


class CallView(BaseView):
    """One call of the book and how it stands."""

    number: int
    call_id: str
    research_session_id: str
    symbol: str
    is_demo: bool
    made_at: datetime
    action: VerdictAction
    probability: float | None
    confidence: float
    horizon_days: int
    ends_on: date | None
    benchmark: str | None
    engine: str
    state: Literal["settled", "unsettleable", "waiting", "no_call"]
    reason: str = Field(description="Why it is not settled; empty when it is.")
    excess_return: float | None = Field(description="Over the benchmark, as a fraction; null until settled.")
    outcome: int | None = Field(description="1: the excess return was positive. 0: it was not.")

    @classmethod
    def of(cls, standing: CallStanding) -> Self:
        call, final = standing.entry.call, standing.settlement
        return cls.from_values(
            *(standing, call),
            number=standing.entry.seq,
            call_id=call.id,
            research_session_id=call.session_id,
            is_demo=parse_symbol(call.symbol).is_demo,
            excess_return=final.excess_return if final else None,
            outcome=final.outcome if final else None,
        )


class CallsView(ToolResult):
    """The person's calls, newest first."""

    calls: list[CallView]
    next_before: int | None = Field(description="`before` of the next page; null: this was the last.")

    @classmethod
    def of(cls, standings: Sequence[CallStanding], limit: int) -> Self:
        """`standings` is one more than the page, where there are more."""
        shown = [CallView.of(each) for each in standings[:limit]]
        return cls(calls=shown, next_before=shown[-1].number if len(standings) > limit else None)


class IntervalView(BaseView):
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


class BaselineView(BaseView):
    """A forecaster who does not think."""

    name: str
    brier: float
    skill: IntervalView = Field(description="Above zero: the calls beat it.")


class ScoresView(ToolResult):
    """How good the settled calls were; below thirty of them nothing is said but their number."""

    book: CallBookName = Field(description="`walk_back`: these look back, and are no track record.")
    status: Literal["scored", "not_enough_calls"]
    settled: int = Field(description="Settled calls that count.")
    needed: int = Field(description="How many it takes to say anything.")
    entries: int = Field(description="All calls in the book.")
    open: int
    unsettleable: int
    no_call: int
    left_out: int = Field(description="Settled calls of a model on a past day, which do not count.")
    brier: IntervalView | None = Field(description="0 is perfect, 0.25 is a coin.")
    base_rate: float | None
    calibration: Calibration | None
    baselines: list[BaselineView]

    @classmethod
    def of(cls, report: ScoreReport, tally: CallTally, book: CallBookName) -> Self:
        scores = report.overall
        counts = {"book": book, "needed": ENOUGH, "left_out": report.left_out, "settled": scores.settled}
        if isinstance(scores, NotEnough):
            nothing = dict.fromkeys(("brier", "base_rate", "calibration"))
            return cls.from_values(tally, **counts, **nothing, status="not_enough_calls", baselines=[])
        calibration = scores.calibration.found
        return cls.from_values(tally, scores, **counts, status="scored", calibration=calibration)
