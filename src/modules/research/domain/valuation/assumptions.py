"""What the valuation assumes, as data. All are house rules: judgements that are stated, not measured.

Operating cash flow is after interest, so free cash flow belongs to the shareholders and is discounted at what
shareholders ask for; no debt is taken off again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from src.modules.research.domain.business import BusinessKind

HISTORY_YEARS = 3
FEWEST_POINTS = 60
FEWEST_REPORTS = 2  # over a single one a multiple moves as the price does
STALE_DAYS = 15  # a longest holiday; an older valuation is not today's

STAGE_YEARS = Decimal(5)
# Fast growers take longer to become ordinary.
GROWTH_STAGE_YEARS = Decimal(10)
# A history of two years counts in full, a shorter one in proportion.
FULL_HISTORY_DAYS = 500
LOWEST_GROWTH, HIGHEST_GROWTH = Decimal("-0.15"), Decimal("0.15")
# What a business that grows by less is left with for ever: it keeps up with prices, and no more.
NOMINAL_GROWTH = Decimal("0.02")
# Return on equity is judged over three years; margins over at least five, so that a cycle is in them.
RETURN_YEARS = 3
HIGHEST_RETURN = Decimal("0.35")
FEWEST_CYCLE_YEARS, MOST_CYCLE_YEARS = 5, 10
HIGHEST_DIVIDEND_GROWTH = Decimal("0.12")
# A value beyond these times of the price is refused unless the balance sheet itself says so.
HIGHEST_TO_PRICE, LOWEST_TO_PRICE = Decimal(4), Decimal("0.25")
FEWEST_PEERS, MOST_PEERS = 3, 30

QUANTILES: Mapping[str, Decimal] = {"p25": Decimal("0.25"), "median": Decimal("0.50"), "p75": Decimal("0.75")}

SENSITIVITY_DISCOUNTS = tuple(Decimal(text) for text in ("0.075", "0.08", "0.085", "0.09", "0.10"))
SENSITIVITY_STEPS = tuple(Decimal(text) for text in ("-0.005", "0", "0.005"))  # from the base case's growth for ever


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


# The base case prices steady earnings at about 19 times, near what large markets have paid over decades.
SCENARIOS: tuple[Scenario, ...] = (
    Scenario(GrowthCase.LOW, Decimal("0.10"), Decimal("0.02"), Decimal("-0.03")),
    Scenario(GrowthCase.BASE, Decimal("0.085"), Decimal("0.03"), Decimal(0)),
    Scenario(GrowthCase.HIGH, Decimal("0.075"), Decimal("0.035"), Decimal("0.03")),
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

    @property
    def by_history(self) -> bool:
        return self.middle.startswith("value_")


def _by_cases(name: str, weight: str) -> Method:
    return Method(name, f"{name}_low", f"{name}_base", f"{name}_high", Decimal(weight))


def _by_history(name: str, weight: str) -> Method:
    return Method(name, f"value_{name}_p25", f"value_{name}_median", f"value_{name}_p75", Decimal(weight))


# What the analysts of each kind of business go by. Banks, insurers and brokers have no free cash flow in the sense of
# a DCF: what they lend, hold and owe is their trade.
METHODS: Mapping[BusinessKind, tuple[Method, ...]] = {
    BusinessKind.BANK: (
        _by_cases("pb_roe", "0.45"), _by_cases("ddm", "0.20"), _by_history("pe", "0.20"), _by_history("pb", "0.15"),
    ),
    BusinessKind.INSURER: (
        _by_cases("embedded", "0.30"), _by_cases("pb_roe", "0.30"), _by_cases("ddm", "0.15"), _by_history("pe", "0.25"),
    ),
    BusinessKind.CASUALTY_INSURER: (
        _by_cases("pb_roe", "0.45"), _by_cases("ddm", "0.15"), _by_history("pe", "0.25"), _by_history("pb", "0.15"),
    ),
    BusinessKind.HEALTH_INSURER: (
        _by_history("pe", "0.65"), _by_cases("ddm", "0.20"), _by_history("pb", "0.15"),
    ),
    BusinessKind.BROKER: (
        _by_cases("pb_roe", "0.40"), _by_cases("ddm", "0.10"), _by_history("pb", "0.30"), _by_history("pe", "0.20"),
    ),
    BusinessKind.PROPERTY: (
        _by_cases("nav", "0.45"), _by_history("pb", "0.35"), _by_history("pe", "0.20"),
    ),
    BusinessKind.CYCLICAL: (
        _by_cases("mid_cycle", "0.45"), _by_history("ev_ebitda", "0.20"), _by_history("pb", "0.20"),
        _by_history("ps", "0.15"),
    ),
    BusinessKind.GROWTH: (
        _by_cases("dcf", "0.35"), _by_history("pe", "0.25"), _by_history("ps", "0.25"),
        _by_history("ev_ebitda", "0.15"),
    ),
    BusinessKind.HOLDING: (
        _by_cases("pb_roe", "0.30"), _by_history("pb", "0.40"), _by_cases("ddm", "0.15"), _by_history("pe", "0.15"),
    ),
    BusinessKind.ORDINARY: (
        _by_cases("dcf", "0.35"), _by_history("pe", "0.35"), _by_history("ev_ebitda", "0.15"),
        _by_history("pb", "0.15"),
    ),
}  # fmt: skip


class ValuationVerdict(StrEnum):
    UNDERVALUED = "Undervalued"
    FAIR = "Fair"
    OVERVALUED = "Overvalued"


# The price over the weighted value: at most the first is cheap, at least the second is dear.
CHEAP_BELOW, DEAR_ABOVE = Decimal("0.85"), Decimal("1.15")


class Outlook(StrEnum):
    """Which way profit went over the last twelve months: what the odds of the cases lean on."""

    RISING = "rising"
    STEADY = "steady"
    FALLING = "falling"


TURN_OF_PROFIT = Decimal("0.05")
# Bear, base and bull. Half of the odds are the middle's; the rest leans with profit.
ODDS: Mapping[Outlook, tuple[Decimal, Decimal, Decimal]] = {
    Outlook.RISING: (Decimal("0.20"), Decimal("0.50"), Decimal("0.30")),
    Outlook.STEADY: (Decimal("0.25"), Decimal("0.50"), Decimal("0.25")),
    Outlook.FALLING: (Decimal("0.35"), Decimal("0.50"), Decimal("0.15")),
}
