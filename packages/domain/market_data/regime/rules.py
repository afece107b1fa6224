"""Which family of strategies the figures speak for, rule by rule: three rules for each, all thresholds here.

The thresholds are those of a random walk where one is known: it has an efficiency of about 1/√60 = 0.13 over 60 bars, a
|z| beyond 1.645 one time in ten, and a pull-back t below -2.89 one time in twenty (Dickey and Fuller, 100 bars).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from packages.core.messages import Language, Message, message, render
from packages.domain.market_data.regime.figures import YEAR
from packages.domain.market_data.regime.model import Family, FigureName, RegimeFigure, RegimeFinding

STRAIGHT = 0.25
AIMLESS = 0.08
Z = 1.645
PULL_BACK_T = -2.89
LONGEST_HALF_LIFE = 30.0
HIGH_RANK, LOW_RANK = 0.9, 0.1
WIDENED, NARROWED = 1.5, 0.67
MEMORY = Z / math.sqrt(YEAR)
# The places of the sentences that are thresholds.
_THRESHOLDS = {
    "straight": f"{STRAIGHT}",
    "aimless": f"{AIMLESS}",
    "z": f"{Z}",
    "lowest_t": f"{PULL_BACK_T}",
    "longest_half_life": f"{LONGEST_HALF_LIFE:.0f}",
    "high_rank": f"{HIGH_RANK:.0%}",
    "low_rank": f"{LOW_RANK:.0%}",
    "widened": f"{WIDENED}",
    "narrowed": f"{NARROWED}",
    "memory": f"{MEMORY:.2f}",
    "year": f"{YEAR}",
}
Values = Mapping[FigureName, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule on figures, each with the format that its sentence shows it in; the sentence is
    `market_data.regime.<name>`."""

    family: Family
    name: str
    figures: Mapping[FigureName, str]
    holds: Callable[..., bool]


def findings_of(figures: tuple[RegimeFigure, ...]) -> tuple[RegimeFinding, ...]:
    values = {figure.name: figure.value for figure in figures if figure.value is not None}
    return tuple(_finding(rule, values) for rule in RULES)


def _finding(rule: Rule, values: Values) -> RegimeFinding:
    missing = [name.value for name in rule.figures if name not in values]
    if missing:
        said = message("market_data.regime.figures_missing", missing=missing)
        return RegimeFinding(rule.family, rule.name, None, render(said, Language.ZH), render(said, Language.EN))
    shown = {name.value: format(values[name], form) for name, form in rule.figures.items()}
    said = Message(f"market_data.regime.{rule.name}", {**_THRESHOLDS, **shown})
    holds = rule.holds(*(values[name] for name in rule.figures))
    return RegimeFinding(rule.family, rule.name, holds, render(said, Language.ZH), render(said, Language.EN))


def _aligned(above_fast: float, above_slow: float) -> bool:
    """The close beyond both averages, and the fast one between: above the slow one in a rise, below it in a fall."""
    return above_slow > above_fast > 0 or above_slow < above_fast < 0


_VARIANCE_RATIO = {FigureName.VARIANCE_RATIO_5: ".2f", FigureName.VARIANCE_RATIO_Z: "+.2f"}
RULES = (
    Rule(
        Family.TREND_CONTINUATION,
        "aligned",
        {FigureName.ABOVE_AVERAGE_50: "+.1%", FigureName.ABOVE_AVERAGE_200: "+.1%"},
        _aligned,
    ),
    Rule(Family.TREND_CONTINUATION, "straight", {FigureName.EFFICIENCY_60: ".2f"}, lambda found: found >= STRAIGHT),
    Rule(Family.TREND_CONTINUATION, "moves_go_on", _VARIANCE_RATIO, lambda _ratio, z: z >= Z),
    Rule(Family.MEAN_REVERSION, "moves_are_taken_back", _VARIANCE_RATIO, lambda _ratio, z: z <= -Z),
    Rule(
        Family.MEAN_REVERSION,
        "pulls_back",
        {FigureName.PULL_BACK_T: ".2f", FigureName.HALF_LIFE: ".1f"},
        lambda t, life: t <= PULL_BACK_T and life <= LONGEST_HALF_LIFE,
    ),
    Rule(Family.MEAN_REVERSION, "aimless", {FigureName.EFFICIENCY_60: ".2f"}, lambda found: found <= AIMLESS),
    Rule(
        Family.VOLATILITY_REGIME,
        "extreme",
        {FigureName.VOLATILITY_RANK: ".0%"},
        lambda rank: rank >= HIGH_RANK or rank <= LOW_RANK,
    ),
    Rule(
        Family.VOLATILITY_REGIME,
        "shifted",
        {FigureName.VOLATILITY_RATIO: ".2f"},
        lambda ratio: ratio >= WIDENED or ratio <= NARROWED,
    ),
    Rule(Family.VOLATILITY_REGIME, "clusters", {FigureName.VOLATILITY_MEMORY: "+.2f"}, lambda found: found >= MEMORY),
)
