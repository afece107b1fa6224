"""What the valuation assumes, as data. All are house rules: judgements that are stated, not measured.

Operating cash flow is after interest, so free cash flow belongs to the shareholders and is discounted at what
shareholders ask for; no debt is taken off again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

HISTORY_YEARS = 3
FEWEST_POINTS = 60
STALE_DAYS = 15  # a longest holiday; an older valuation is not today's

STAGE_YEARS = Decimal(5)
LOWEST_GROWTH, HIGHEST_GROWTH = Decimal("-0.05"), Decimal("0.15")

QUANTILES: Mapping[str, Decimal] = {"p25": Decimal("0.25"), "median": Decimal("0.50"), "p75": Decimal("0.75")}

SENSITIVITY_DISCOUNTS = tuple(Decimal(text) for text in ("0.07", "0.08", "0.09", "0.10", "0.11"))
SENSITIVITY_TERMINALS = tuple(Decimal(text) for text in ("0.02", "0.025", "0.03"))


class GrowthCase(StrEnum):
    LOW = "low"
    BASE = "base"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Scenario:
    """`growth_shift` is added to the bounded growth of the past for the first stage."""

    case: GrowthCase
    discount: Decimal
    terminal: Decimal
    growth_shift: Decimal
    source: str = "house rule"


SCENARIOS: tuple[Scenario, ...] = (
    Scenario(GrowthCase.LOW, Decimal("0.105"), Decimal("0.02"), Decimal("-0.03")),
    Scenario(GrowthCase.BASE, Decimal("0.09"), Decimal("0.025"), Decimal(0)),
    Scenario(GrowthCase.HIGH, Decimal("0.08"), Decimal("0.03"), Decimal("0.03")),
)


@dataclass(frozen=True, slots=True)
class Method:
    """A way to a value of one share: the figure that gives it and its weight in the verdict."""

    name: str
    low: str
    middle: str
    high: str
    weight: Decimal
    source: str = "house rule"


METHODS: tuple[Method, ...] = (
    Method("dcf", "dcf_low", "dcf_base", "dcf_high", Decimal("0.30")),
    Method("pe", "value_pe_p25", "value_pe_median", "value_pe_p75", Decimal("0.30")),
    Method("pb", "value_pb_p25", "value_pb_median", "value_pb_p75", Decimal("0.20")),
    Method("ps", "value_ps_p25", "value_ps_median", "value_ps_p75", Decimal("0.10")),
    Method("graham", "graham_number", "graham_number", "graham_number", Decimal("0.10"),
           "Graham, The Intelligent Investor, chapter 14; the weight is a house rule"),
)  # fmt: skip


class ValuationVerdict(StrEnum):
    UNDERVALUED = "Undervalued"
    FAIR = "Fair"
    OVERVALUED = "Overvalued"


# The price over the weighted value: at most the first is cheap, at least the second is dear.
CHEAP_BELOW, DEAR_ABOVE = Decimal("0.85"), Decimal("1.15")
