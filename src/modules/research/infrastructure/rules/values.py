"""A valuation as a rules analyst sees it: values by method, each with its own verdict, and what the DCF assumes."""

from collections.abc import Mapping
from datetime import date

from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import Operation
from src.modules.research.domain.valuation.assumptions import METHODS, ValuationVerdict
from src.modules.research.domain.valuation.per_share import verdict_of
from src.modules.research.domain.valuation.rules import RULES
from src.modules.research.infrastructure.rules.writing import ExactWriter

_OF_REPORTS = ("book_value_per_share", "eps_ttm", "sales_per_share_ttm", "dcf_flow")


class Values:
    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.write = ExactWriter(brief)
        verdict = verdict_of(brief.figures["price"], brief.figures["value_middle"])
        self.verdict = verdict or ValuationVerdict.FAIR

    def has(self, *keys: str) -> bool:
        return all(key in self.brief.figures for key in keys)

    def numbers(self, *keys: str) -> list[float]:
        return [float(self.brief.figures[key].value) for key in keys]

    def weight(self, method: str) -> float:
        return rule(f"weight_{method}")

    def verdicts(self) -> Mapping[str, ValuationVerdict]:
        """What each method says by itself, of those that have a value in the unit of the price."""
        price = self.brief.figures["price"]
        found = {method.name: self.brief.figures.get(method.middle) for method in METHODS}
        comparable = {name: value for name, value in found.items() if value and value.unit == price.unit}
        verdicts = {name: verdict_of(price, value) for name, value in comparable.items()}
        return {name: verdict for name, verdict in verdicts.items() if verdict is not None}

    @property
    def report_end(self) -> date | None:
        return next((self.brief.figures[key].ends for key in _OF_REPORTS if self.has(key)), None)


def rule(name: str) -> float:
    return float(RULES[name].value)


def assumption_sentences(values: Values) -> list[str]:
    """Three cases with their rates, and where flow and growth come from; nothing without a DCF."""
    if not values.has("dcf_low", "dcf_base", "dcf_high"):
        return []
    return [_flow(values), _growth(values), *(_case(values, *case) for case in _CASES), _equity(values)]


_CASES = (("low", "悲观", "low"), ("base", "中性", "base"), ("high", "乐观", "high"))


def _flow(values: Values) -> str:
    free = values.brief.figures["dcf_flow"].operation is Operation.DIFFERENCE
    zh, en = ("经营现金流减资本开支", "operating cash flow less capital spending")
    if not free:
        zh, en = ("以净利润代替，视折旧与资本开支相当", "profit instead, as if wear equalled capital spending")
    return values.write(
        f"DCF 现金流为 {{dcf_flow}}（近十二个月，{zh}）。", f"The DCF cash flow is {{dcf_flow}} (twelve months; {en})."
    )


def _growth(values: Values) -> str:
    if not values.has("dcf_growth"):
        return values.write(
            "缺少三年营收历史，首阶段增速取各情形的永续增速。",
            "Without three years of sales behind it, the first stage grows no faster than for ever after.",
        )
    return values.write(
        "首阶段增速以三年营收复合增速为基础，限定在增速下限 {rule.dcf_lowest_growth} 与增速上限 "
        "{rule.dcf_highest_growth} 之间，DCF 起始增速为 {dcf_growth}。",
        "The first stage starts from the past growth of sales, kept between the lowest starting rate "
        "{rule.dcf_lowest_growth} and the highest starting rate {rule.dcf_highest_growth}: the DCF starting rate is "
        "{dcf_growth}.",
    )


def _case(values: Values, case: str, zh: str, en: str) -> str:
    shifted = values.has("dcf_growth")
    zh_shift = f"，{zh}增速调整 {{rule.dcf_shift_{case}}}" if shifted else ""
    en_shift = f", {en}-case shift {{rule.dcf_shift_{case}}}" if shifted else ""
    return values.write(
        f"DCF {zh}值 {{dcf_{case}}}：{zh}折现率 {{rule.dcf_discount_{case}}}，"
        f"{zh}永续增速 {{rule.dcf_terminal_{case}}}{zh_shift}。",
        f"DCF {en} case {{dcf_{case}}}: {en}-case discount rate {{rule.dcf_discount_{case}}}, {en}-case terminal rate "
        f"{{rule.dcf_terminal_{case}}}{en_shift}.",
    )


def _equity(values: Values) -> str:
    return values.write(
        "首阶段年数为 {rule.dcf_stage_years}；以上均为内部规则，折现率对应股东要求的回报。",
        "The first-stage years are {rule.dcf_stage_years}; all of these are house rules, and the discount rates are "
        "what shareholders ask for.",
    )
