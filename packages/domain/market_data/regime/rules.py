"""Which family of strategies the figures speak for, rule by rule: three rules for each, all thresholds here.

The thresholds are those of a random walk where one is known: it has an efficiency of about 1/√60 = 0.13 over 60 bars, a
|z| beyond 1.645 one time in ten, and a pull-back t below -2.89 one time in twenty (Dickey and Fuller, 100 bars).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

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

Values = Mapping[FigureName, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule on figures; both sentences have a place for each figure, in order."""

    family: Family
    name: str
    figures: tuple[FigureName, ...]
    holds: Callable[..., bool]
    zh: str
    en: str


def findings_of(figures: tuple[RegimeFigure, ...]) -> tuple[RegimeFinding, ...]:
    values = {figure.name: figure.value for figure in figures if figure.value is not None}
    return tuple(_finding(rule, values) for rule in RULES)


def _finding(rule: Rule, values: Values) -> RegimeFinding:
    missing = [name.value for name in rule.figures if name not in values]
    if missing:
        told = ", ".join(missing)
        return RegimeFinding(
            rule.family, rule.name, None, f"无法判断：缺少 {told}。", f"Cannot be told: {told} is missing."
        )
    given = [values[name] for name in rule.figures]
    return RegimeFinding(rule.family, rule.name, rule.holds(*given), rule.zh.format(*given), rule.en.format(*given))


def _aligned(above_fast: float, above_slow: float) -> bool:
    """The close beyond both averages, and the fast one between: above the slow one in a rise, below it in a fall."""
    return above_slow > above_fast > 0 or above_slow < above_fast < 0


RULES = (
    Rule(
        Family.TREND_CONTINUATION,
        "aligned",
        (FigureName.ABOVE_AVERAGE_50, FigureName.ABOVE_AVERAGE_200),
        _aligned,
        "收盘价相对50根均线{:+.1%}、相对200根均线{:+.1%}；同侧且由近及远排列才算顺势。",
        "The close is {:+.1%} from its 50-bar average and {:+.1%} from its 200-bar average; a trend has both on one "
        "side, the slower one further away.",
    ),
    Rule(
        Family.TREND_CONTINUATION,
        "straight",
        (FigureName.EFFICIENCY_60,),
        lambda efficiency: efficiency >= STRAIGHT,
        f"60根的路径效率为{{:.2f}}（随机游走约0.13；不低于{STRAIGHT}才算有方向）。",
        f"Efficiency over 60 bars is {{:.2f}} (a random walk has about 0.13; from {STRAIGHT} on it has a direction).",
    ),
    Rule(
        Family.TREND_CONTINUATION,
        "moves_go_on",
        (FigureName.VARIANCE_RATIO_5, FigureName.VARIANCE_RATIO_Z),
        lambda _ratio, z: z >= Z,
        f"5根方差比为{{:.2f}}，z为{{:+.2f}}（z不低于{Z}：涨跌有延续）。",
        f"The variance ratio of 5 bars is {{:.2f}}, z {{:+.2f}} (z from {Z} on: moves go on).",
    ),
    Rule(
        Family.MEAN_REVERSION,
        "moves_are_taken_back",
        (FigureName.VARIANCE_RATIO_5, FigureName.VARIANCE_RATIO_Z),
        lambda _ratio, z: z <= -Z,
        f"5根方差比为{{:.2f}}，z为{{:+.2f}}（z不高于-{Z}：涨跌会被收回）。",
        f"The variance ratio of 5 bars is {{:.2f}}, z {{:+.2f}} (z down to -{Z} and below: moves are taken back).",
    ),
    Rule(
        Family.MEAN_REVERSION,
        "pulls_back",
        (FigureName.PULL_BACK_T, FigureName.HALF_LIFE),
        lambda t, life: t <= PULL_BACK_T and life <= LONGEST_HALF_LIFE,
        f"120根内回归均值的t为{{:.2f}}、半衰期{{:.1f}}根（t不高于{PULL_BACK_T}且半衰期不超过{LONGEST_HALF_LIFE:.0f}根）。",
        f"Over 120 bars the pull back to the mean has a t of {{:.2f}} and a half-life of {{:.1f}} bars (a t down to "
        f"{PULL_BACK_T} or below, and {LONGEST_HALF_LIFE:.0f} bars at most).",
    ),
    Rule(
        Family.MEAN_REVERSION,
        "aimless",
        (FigureName.EFFICIENCY_60,),
        lambda efficiency: efficiency <= AIMLESS,
        f"60根的路径效率为{{:.2f}}（不高于{AIMLESS}：来回震荡，没有方向）。",
        f"Efficiency over 60 bars is {{:.2f}} ({AIMLESS} or less: to and fro, without a direction).",
    ),
    Rule(
        Family.VOLATILITY_REGIME,
        "extreme",
        (FigureName.VOLATILITY_RANK,),
        lambda rank: rank >= HIGH_RANK or rank <= LOW_RANK,
        f"20根波动率高于过去{YEAR}个读数中的{{:.0%}}（不低于{HIGH_RANK:.0%}或不高于{LOW_RANK:.0%}为极端）。",
        f"20-bar volatility is above {{:.0%}} of its readings over {YEAR} bars (extreme from {HIGH_RANK:.0%} up or "
        f"{LOW_RANK:.0%} down).",
    ),
    Rule(
        Family.VOLATILITY_REGIME,
        "shifted",
        (FigureName.VOLATILITY_RATIO,),
        lambda ratio: ratio >= WIDENED or ratio <= NARROWED,
        f"20根波动率是120根的{{:.2f}}倍（不低于{WIDENED}或不高于{NARROWED}：波动换档）。",
        f"20-bar volatility is {{:.2f}} times that of 120 bars (from {WIDENED} up or {NARROWED} down it has shifted).",
    ),
    Rule(
        Family.VOLATILITY_REGIME,
        "clusters",
        (FigureName.VOLATILITY_MEMORY,),
        lambda memory: memory >= MEMORY,
        f"相邻两根涨跌幅大小的相关为{{:+.2f}}（不低于{MEMORY:.2f}：波动会聚集）。",
        f"The size of a move correlates {{:+.2f}} with that of the move before (from {MEMORY:.2f} on, volatility "
        "clusters).",
    ),
)
