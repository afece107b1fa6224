"""The case before the judge: what the experts found, how the debate went, and what the market says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from packages.core.messages import Language
from packages.domain.evidence.reports.run_book import RunBook
from packages.domain.market_data.symbols import Symbol
from src.modules.judge.domain.scenarios import PriceScenario

FEWEST_EXPERTS = 2
LONGEST_HORIZON = 730
USUAL_HORIZON = 60


class NoCallReason(StrEnum):
    """Why nothing is called."""

    STALE_DATA = "stale_data"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"
    EXPERTS_FAILED = "experts_failed"
    DEBATE_FAILED = "debate_failed"


# By the name of the sentence that says it.
NO_CALL_REASONS = {
    "no_debate": NoCallReason.DEBATE_FAILED,
    "too_few_experts": NoCallReason.EXPERTS_FAILED,
    "stale_price": NoCallReason.STALE_DATA,
    "no_price": NoCallReason.INSUFFICIENT_EVIDENCE,
    "insufficient_evidence": NoCallReason.INSUFFICIENT_EVIDENCE,
    "thin": NoCallReason.INSUFFICIENT_EVIDENCE,
    "unbound": NoCallReason.INSUFFICIENT_EVIDENCE,
    "unbound_price": NoCallReason.INSUFFICIENT_EVIDENCE,
}


class LeanDirection(StrEnum):
    """Where the debate leans."""

    BULLISH = "BULLISH"
    BEARISH = "BEARISH"
    NEUTRAL = "NEUTRAL"

    @property
    def sign(self) -> int:
        return {"BULLISH": 1, "BEARISH": -1}.get(self.value, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """A row that an expert was handed, as its result lists it."""

    tag: str
    id: str
    metric: str
    value: Decimal | None
    unit: str
    period: str
    known_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpertFinding:
    """`lean` from -1 (sell) to 1 (buy); `quality` from 0 to 1: how whole and how well bound its evidence is."""

    name: str
    signal: str
    lean: float
    confidence: float
    quality: float
    reasoning: str
    risk_warning: str
    as_of: datetime | None = None
    rows: Mapping[str, CaseRow] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DebateArgument:
    """One point of one side; `strength` from 0 to 1."""

    text: str
    evidence: str
    strength: float


@dataclass(frozen=True, slots=True)
class DebateSide:
    """The bull's or the bear's case; `confidence` 1 where the debate does not give it."""

    thesis: str
    arguments: tuple[DebateArgument, ...]
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Debate:
    """How the debate ended. `stages`: the probability before it, after the bull, after the bear and after the
    resolution, where the debate gives them."""

    direction: LeanDirection
    confidence: float
    bull: DebateSide
    bear: DebateSide
    risks: tuple[str, ...]
    disagreements: tuple[str, ...]
    resolution: str
    stages: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRow:
    """A closing price by the bar it stands in."""

    id: str
    symbol: str
    day: date
    value: Decimal
    source: str


@dataclass(frozen=True, slots=True)
class PastWindows:
    """How often the same bet paid before the call: windows of the horizon's length, side by side."""

    windows: int
    paid: int

    @property
    def rate(self) -> float:
        """Drawn to one half by as much as twenty windows weigh."""
        return (self.paid + 10) / (self.windows + 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketFacts:
    """What the market says at the instant of the call. `base` None: `problem` says why, and `is_stale` that it is the
    age of the last close, or what is missing before it. `benchmark` None: the call is
    about the return itself, and `benchmark_note` says why. `trailing_return`: over the sixty sessions before, in
    excess of the benchmark's."""

    base: PriceRow | None
    benchmark: PriceRow | None
    benchmark_note: str
    trailing_return: float | None
    past: PastWindows
    problem: str = ""
    is_stale: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Everything that a verdict may rest on. `book`: the rows that its words are held to; None where there are none.
    `without_debate`: none was asked for, and the reports alone are judged. `scenarios`: of the valuation."""

    symbol: Symbol
    as_of: datetime
    horizon_days: int
    language: Language
    market: MarketFacts
    experts: tuple[ExpertFinding, ...]
    debate: Debate | None
    book: RunBook | None = None
    without_debate: bool = False
    scenarios: tuple[PriceScenario, ...] = ()

    def expert(self, name: str) -> ExpertFinding | None:
        return next((one for one in self.experts if one.name == name), None)

    @property
    def why_no_call(self) -> str:
        """Why nothing may be called here; empty when a call may be made. Old prices come first: they make the rest."""
        if self.market.is_stale:
            return "stale_price"
        if len(self.experts) < FEWEST_EXPERTS:
            return "too_few_experts"
        if sum(one.quality > 0 for one in self.experts) < FEWEST_EXPERTS:
            return "insufficient_evidence"
        if self.debate is None and not self.without_debate:
            return "no_debate"
        return "no_price" if self.market.base is None else ""

    @property
    def leans_nowhere(self) -> bool:
        """Whether no expert and not the debate leans either way."""
        argued = self.debate.direction.sign if self.debate is not None else 0
        return argued == 0 and not any(one.lean for one in self.experts)
