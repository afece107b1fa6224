"""The house rules that the valuation modeler reasons by: the DCF's assumptions and the verdict's lines as rows."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from src.modules.research.domain.rulebook import HouseRule
from src.modules.research.domain.valuation.assumptions import (
    CHEAP_BELOW,
    DEAR_ABOVE,
    HIGHEST_GROWTH,
    LOWEST_GROWTH,
    METHODS,
    SCENARIOS,
    STAGE_YEARS,
    Case,
)

_OURS = "our judgement, stated and not measured"
_CASES: Mapping[Case, tuple[str, str]] = {
    Case.LOW: ("悲观", "low-case"),
    Case.BASE: ("中性", "base-case"),
    Case.HIGH: ("乐观", "high-case"),
}
_METHODS: Mapping[str, tuple[str, str]] = {
    "dcf": ("DCF", "DCF"),
    "pe": ("PE 法", "PE"),
    "pb": ("PB 法", "PB"),
    "ps": ("PS 法", "PS"),
    "graham": ("格雷厄姆法", "Graham"),
}


def _rule(value: Decimal | str, unit: str, zh: str, en: str, because: str = _OURS) -> HouseRule:
    return HouseRule(Decimal(value), unit, (zh, en), because)


def _scenarios() -> Iterator[tuple[str, HouseRule]]:
    for scenario in SCENARIOS:
        zh, en = _CASES[scenario.case]
        case = scenario.case
        yield f"dcf_discount_{case}", _rule(scenario.discount, "ratio", f"{zh}折现率", f"{en} discount rate")
        yield f"dcf_terminal_{case}", _rule(scenario.terminal, "ratio", f"{zh}永续增速", f"{en} terminal rate")
        yield f"dcf_shift_{case}", _rule(scenario.growth_shift, "ratio", f"{zh}增速调整", f"{en} shift")


def _weights() -> Iterator[tuple[str, HouseRule]]:
    for method in METHODS:
        zh, en = _METHODS[method.name]
        space = "" if zh.endswith("法") else " "
        yield f"weight_{method.name}", _rule(method.weight, "ratio", f"{zh}{space}权重", f"{en} weight")


RULES: Mapping[str, HouseRule] = {
    **dict(_scenarios()),
    "dcf_stage_years": _rule(STAGE_YEARS, "plain", "首阶段年数", "first-stage years"),
    "dcf_lowest_growth": _rule(LOWEST_GROWTH, "ratio", "增速下限", "lowest starting rate"),
    "dcf_highest_growth": _rule(HIGHEST_GROWTH, "ratio", "增速上限", "highest starting rate"),
    **dict(_weights()),
    # The verdict compares the price with the value; these are the same lines as margins of safety.
    "cheap_margin": _rule(1 - CHEAP_BELOW, "ratio", "低估线", "undervalued line"),
    "dear_margin": _rule(1 - DEAR_ABOVE, "ratio", "高估线", "overvalued line"),
    "percentile_low": _rule("0.30", "ratio", "历史低位线", "low-percentile line"),
    "percentile_high": _rule("0.70", "ratio", "历史高位线", "high-percentile line"),
    "peg_fair": _rule("1", "x", "PEG 合理线", "fair-PEG line", "Lynch, One Up on Wall Street: PE equal to growth"),
    "peg_dear": _rule("2", "x", "PEG 偏贵线", "dear-PEG line", "Lynch, One Up on Wall Street: PE of twice growth"),
    "valuation_confidence_floor": _rule("0.25", "ratio", "估值置信度下限", "valuation confidence floor"),
    "valuation_confidence_cap": _rule("0.80", "ratio", "估值置信度上限", "valuation confidence cap"),
    "valuation_stale_days": _rule(
        "200", "days", "估值报告陈旧线", "stale-accounts line", "two quarters and the time to announce them"
    ),
    "valuation_stale_discount": _rule("0.60", "ratio", "估值陈旧折扣", "stale-accounts discount"),
}
