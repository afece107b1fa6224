"""The house rules that the valuation modeler reasons by."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.rulebook import HouseRule
from src.modules.research.domain.valuation.assumptions import (
    CHEAP_BELOW,
    DEAR_ABOVE,
    FEWEST_CYCLE_YEARS,
    FEWEST_PEERS,
    GROWTH_STAGE_YEARS,
    HIGHEST_DIVIDEND_GROWTH,
    HIGHEST_GROWTH,
    HIGHEST_RETURN,
    HIGHEST_TO_PRICE,
    LOWEST_GROWTH,
    LOWEST_TO_PRICE,
    METHODS,
    NOMINAL_GROWTH,
    ODDS,
    SCENARIOS,
    STAGE_YEARS,
    Outlook,
)
from src.modules.research.domain.valuation.names import LABELS, english, in_both
from src.modules.research.domain.valuation.scenarios import TargetCase

__all__ = ["LABELS", "RULES", "english", "rules_for"]

_OURS = "our judgement, stated and not measured"


def _rule(value: Decimal | str | int, unit: str, zh: str, en: str, because: str = _OURS) -> HouseRule:
    return HouseRule(Decimal(value), unit, (zh, en), because)


def _scenarios() -> Iterator[tuple[str, HouseRule]]:
    for scenario in SCENARIOS:
        case = scenario.case
        zh, en = in_both("growth_case", case)
        yield f"dcf_discount_{case}", _rule(scenario.discount, "ratio", f"{zh}折现率", f"{en}-case discount rate")
        yield f"dcf_terminal_{case}", _rule(scenario.terminal, "ratio", f"{zh}永续增速", f"{en}-case terminal rate")
        yield f"dcf_shift_{case}", _rule(scenario.growth_shift, "ratio", f"{zh}增速调整", f"{en}-case shift")


def _weights() -> Iterator[tuple[str, HouseRule]]:
    for kind, methods in METHODS.items():
        for method in methods:
            zh, en = in_both("valuation_method", method.name)
            name = f"weight_{kind}_{method.name}"
            yield (
                name,
                _rule(method.weight, "ratio", f"{in_both('business_kind', kind)[0]}的{zh}权重", f"{kind} {en} weight"),
            )


def _odds() -> Iterator[tuple[str, HouseRule]]:
    for outlook, odds in ODDS.items():
        zh, en = in_both("profit_outlook", outlook)
        for case, share in zip(TargetCase, odds, strict=True):
            zh_case, en_case = in_both("target_case", case)
            label = f"{zh}时{zh_case}概率", f"{en} {en_case}-case probability"
            yield f"odds_{outlook}_{case}", _rule(share, "ratio", *label)


RULES: Mapping[str, HouseRule] = {
    **dict(_scenarios()),
    "dcf_stage_years": _rule(STAGE_YEARS, "plain", "首阶段年数", "first-stage years"),
    "dcf_stage_years_growth": _rule(GROWTH_STAGE_YEARS, "plain", "成长股首阶段年数", "first-stage years of growth"),
    "dcf_nominal_growth": _rule(NOMINAL_GROWTH, "ratio", "名义增速", "nominal growth", "about what prices rise by"),
    "dcf_lowest_growth": _rule(LOWEST_GROWTH, "ratio", "增速下限", "lowest starting rate"),
    "dcf_highest_growth": _rule(HIGHEST_GROWTH, "ratio", "增速上限", "highest starting rate"),
    "ddm_highest_growth": _rule(HIGHEST_DIVIDEND_GROWTH, "ratio", "股利增速上限", "highest dividend growth"),
    "roe_highest": _rule(HIGHEST_RETURN, "ratio", "可持续 ROE 上限", "highest lasting ROE"),
    "cycle_years": _rule(FEWEST_CYCLE_YEARS, "plain", "周期最少年数", "fewest cycle years"),
    "fewest_peers": _rule(FEWEST_PEERS, "plain", "最少可比公司数", "fewest peers"),
    "value_ceiling": _rule(HIGHEST_TO_PRICE, "x", "估值上限倍数", "ceiling multiple of the price"),
    "value_floor": _rule(LOWEST_TO_PRICE, "x", "估值下限倍数", "floor multiple of the price"),
    **dict(_weights()),
    **dict(_odds()),
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


def rules_for(kind: BusinessKind, outlook: Outlook) -> Mapping[str, HouseRule]:
    """Those that matter for one company: the weights of its kind, and the odds of its outlook."""
    others = [f"weight_{other}_" for other in BusinessKind if other is not kind]
    others += [f"odds_{other}_" for other in Outlook if other is not outlook]
    return {name: rule for name, rule in RULES.items() if not name.startswith(tuple(others))}
