"""What the DCF assumes, in the language of the report."""

from decimal import Decimal

from packages.core.messages import Language
from src.modules.research.domain.derive import exact
from src.modules.research.domain.figures import Findings, Operation, ResearchFigure
from src.modules.research.domain.valuation.assumptions import (
    HIGHEST_GROWTH,
    LOWEST_GROWTH,
    SCENARIOS,
    STAGE_YEARS,
    GrowthCase,
    Scenario,
)
from src.modules.research.domain.valuation.collect import ValuationFigures

_CASES = {GrowthCase.LOW: "悲观", GrowthCase.BASE: "中性", GrowthCase.HIGH: "乐观"}


def assumptions_in(found: ValuationFigures, language: Language) -> list[str]:
    """Sentences that stand beside the DCF's values; only where the flow comes from where there is no DCF."""
    if language is Language.EN:
        return list(found.assumptions)
    if not isinstance(found.figures["dcf_base"], ResearchFigure):
        return [_flow(found.figures)]
    cases = "；".join(_case(found.figures, scenario) for scenario in SCENARIOS)
    return [
        _flow(found.figures),
        _growth(found.figures),
        f"三种情形（内部规则）：{cases}。",
        "折现率为股东要求的回报率。",
    ]


def _flow(figures: Findings) -> str:
    flow = figures["dcf_flow"]
    if isinstance(flow, ResearchFigure) and flow.operation is Operation.DIFFERENCE:
        return "现金流取近十二个月的自由现金流：经营现金流减资本开支。"
    return "财报没有自由现金流，以近十二个月的净利润代替，视折旧与资本开支相当。"


def _growth(figures: Findings) -> str:
    if isinstance(figures["dcf_growth"], ResearchFigure):
        low, high = _percent(LOWEST_GROWTH), _percent(HIGHEST_GROWTH)
        return f"前 {STAGE_YEARS} 年的增速以三年营收复合增速为基础，限定在 {low} 与 {high} 之间。"
    return "缺少三年营收历史，前期增速不超过永续增速。"


def _case(figures: Findings, scenario: Scenario) -> str:
    growth = figures["dcf_growth"]
    rate = exact(growth) + scenario.growth_shift if isinstance(growth, ResearchFigure) else scenario.terminal
    return (
        f"{_CASES[scenario.case]}——前 {STAGE_YEARS} 年增速 {_percent(rate)}，永续增速 {_percent(scenario.terminal)}，"
        f"折现率 {_percent(scenario.discount)}"
    )


def _percent(rate: Decimal) -> str:
    return f"{round(rate, 3) + 0:.1%}"
