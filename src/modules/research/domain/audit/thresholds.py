"""What is good and what is bad, as data: points from 0 to 100 on a line through (value, points) pairs.

`source` says where a threshold comes from. A house rule is our judgement and nothing else: it was not fitted to any
return, and it is the same for every industry.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from src.modules.research.domain.figures import Status

HOUSE = "house rule"
_GRAHAM = "Graham, The Intelligent Investor, chapter 14: current assets at least twice current liabilities"
_CASH = "house rule, after the textbook view that over a cycle profit should arrive as cash (a ratio of 1)"


class Dimension(StrEnum):
    """What an audit looks at."""

    PROFITABILITY = "profitability"
    GROWTH = "growth"
    CASH_FLOW_QUALITY = "cash_flow_quality"
    SOLVENCY = "solvency"
    EFFICIENCY = "efficiency"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One figure's part in a dimension. `knots`: value, points, value, points … with rising values."""

    figure: str
    weight: Decimal
    knots: tuple[Decimal, ...]
    source: str = HOUSE


def _criterion(figure: str, weight: str, knots: str, source: str = HOUSE) -> Criterion:
    return Criterion(figure, Decimal(weight), tuple(Decimal(number) for number in knots.split()), source)


WEIGHTS: Mapping[Dimension, Decimal] = {
    Dimension.PROFITABILITY: Decimal("0.30"),
    Dimension.GROWTH: Decimal("0.20"),
    Dimension.CASH_FLOW_QUALITY: Decimal("0.20"),
    Dimension.SOLVENCY: Decimal("0.15"),
    Dimension.EFFICIENCY: Decimal("0.15"),
}

CRITERIA: Mapping[Dimension, tuple[Criterion, ...]] = {
    Dimension.PROFITABILITY: (
        _criterion("roe", "0.40", "-0.10 0  0 25  0.05 45  0.08 60  0.15 85  0.20 100"),
        _criterion("net_margin", "0.25", "-0.20 0  0 30  0.05 50  0.10 70  0.20 90  0.30 100"),
        _criterion("gross_margin", "0.15", "0 0  0.10 30  0.20 50  0.40 80  0.60 100"),
        _criterion("roa", "0.20", "-0.05 0  0 25  0.03 50  0.06 70  0.10 90  0.15 100"),
    ),
    Dimension.GROWTH: (
        _criterion("revenue_yoy", "0.35", "-0.30 0  -0.10 25  0 45  0.10 65  0.20 85  0.30 100"),
        _criterion("net_profit_yoy", "0.40", "-0.50 0  -0.20 20  0 45  0.10 62  0.25 85  0.50 100"),
        _criterion("revenue_quarter_yoy", "0.25", "-0.30 0  -0.10 25  0 45  0.10 65  0.20 85  0.30 100"),
    ),
    Dimension.CASH_FLOW_QUALITY: (
        _criterion("cash_conversion", "0.60", "0 0  0.50 35  0.80 60  1 80  1.30 100", _CASH),
        _criterion("free_cash_flow_margin", "0.40", "-0.20 0  0 40  0.05 60  0.10 75  0.20 100"),
    ),
    Dimension.SOLVENCY: (
        _criterion("debt_ratio", "0.30", "0.20 100  0.40 80  0.60 55  0.80 20  1 0"),
        _criterion("current_ratio", "0.25", "0.50 0  1 40  1.50 70  2 90  3 100", _GRAHAM),
        _criterion("net_debt_to_equity", "0.20", "-0.20 100  0 85  0.50 60  1 35  2 0"),
        _criterion("interest_cover", "0.10", "0 0  1.50 30  3 60  8 90  15 100"),
        _criterion("goodwill_to_equity", "0.15", "0 100  0.30 60  0.50 30  1 0"),
    ),
    Dimension.EFFICIENCY: (
        _criterion("receivable_days", "0.40", "30 100  60 75  90 55  180 20  365 0"),
        _criterion("inventory_days", "0.30", "30 100  90 70  180 40  365 0"),
        _criterion("asset_turnover", "0.30", "0 0  0.20 15  0.50 45  0.80 65  1.20 85  2 100"),
    ),
}

# Points where a percentage of growth has no meaning; None: nothing can be said.
STATUS_POINTS: Mapping[Status, Decimal | None] = {
    Status.TURNED_POSITIVE: Decimal(75),
    Status.TURNED_NEGATIVE: Decimal(5),
    Status.LOSS_NARROWED: Decimal(35),
    Status.LOSS_WIDENED: Decimal(5),
    Status.LOSS_UNCHANGED: Decimal(15),
    Status.BASE_ZERO: None,
}

# What a bank's balance sheet and cash flow do not tell: deposits are debts, and lending is an operating outflow.
NOT_JUDGED_WITHOUT_CURRENT_ITEMS = frozenset({"debt_ratio", "cash_conversion", "free_cash_flow_margin"})


class Signal(StrEnum):
    """What a financial score comes to."""

    STRONG_BULLISH = "STRONG_BULLISH"
    BULLISH = "BULLISH"
    NEUTRAL = "NEUTRAL"
    BEARISH = "BEARISH"
    STRONG_BEARISH = "STRONG_BEARISH"


SIGNALS: tuple[tuple[int, Signal], ...] = (
    (90, Signal.STRONG_BULLISH),
    (75, Signal.BULLISH),
    (50, Signal.NEUTRAL),
    (30, Signal.BEARISH),
)


def signal_of(score: Decimal) -> Signal:
    return next((signal for least, signal in SIGNALS if score >= least), Signal.STRONG_BEARISH)
