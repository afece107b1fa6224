"""The words of the rules judge, in both languages; every number carries the row that it came from."""

from collections.abc import Mapping

from packages.core.messages import Language
from src.modules.judge.domain.case import Case
from src.modules.judge.domain.verdict import BoundPrice

_SIGNS: Mapping[Language, Mapping[str, str]] = {
    Language.EN: {
        "head": "{symbol}: {for_} of {all} experts lean up and {against} down; the debate says {direction} at "
        "{confidence:.2f}.",
        "base": "The same bet paid in {paid} of {windows} past windows, drawn to {rate:.2f}.",
        "said": "The probability of a positive return over {days} days against {benchmark} is {probability:.2f} "
        "(before the debate {before:.2f}, after its resolution {after:.2f}, drawn to the base rate by a ground that "
        "is {trust:.2f} whole).",
        "expert": "{who} says {signal} at {confidence:.2f}: {reasoning}",
        "itself": "nothing but itself",
        "BUY": "Buy at the market near {price}{cited}, in one step, up to the stated share of the capital.",
        "SELL": "Sell the stated share of an existing holding near {price}{cited}; open nothing.",
        "HOLD": "Open nothing new; keep what is there.",
        "no_stop": "No evidence row offers a stop below the price, so nothing is bought.",
        "no_odds": "Between stop and target the odds do not pay at this probability, so nothing is bought.",
        "against": "The debate leans the other way than the probability, so nothing is done.",
        "middle": "The probability is too near to one half to act on.",
        "stop_hit": "A close beyond {price} ({cited}) proves it wrong.",
        "turned": "{who} turning to the other side.",
        "debate_turned": "A new debate over new reports that leans the other way.",
        "thin": "Only {count} of 5 experts reported.",
        "benchmark": "{note}",
    },
    Language.ZH: {
        "head": "{symbol}：{all} 位专家中 {for_} 位偏多、{against} 位偏空；"
        "辩论结论为 {direction}，置信度 {confidence:.2f}。",
        "base": "历史上同样的判断在 {windows} 个窗口中有 {paid} 个获利，收缩后的基准率为 {rate:.2f}。",
        "said": "未来 {days} 天相对{benchmark}取得正超额收益的概率为 {probability:.2f}（辩论前 {before:.2f}，"
        "消解后 {after:.2f}，依据完整度 {trust:.2f}，向基准率收缩）。",
        "expert": "{who} 判断 {signal}，置信度 {confidence:.2f}：{reasoning}",
        "itself": "自身（绝对收益）",
        "BUY": "在 {price}{cited} 附近按市价一次买入，不超过所示资金比例。",
        "SELL": "在 {price}{cited} 附近卖出现有持仓的所示比例；不开新仓。",
        "HOLD": "不开新仓，维持现有持仓。",
        "no_stop": "没有证据行能在现价下方给出止损位，因此不买入。",
        "no_odds": "以该概率衡量，止损与目标之间的赔率不划算，因此不买入。",
        "against": "辩论方向与概率相反，因此不操作。",
        "middle": "概率过于接近一半，不足以操作。",
        "stop_hit": "收盘越过 {price}（{cited}）即证明判断错误。",
        "turned": "{who} 的判断转向反面。",
        "debate_turned": "依据新报告重新辩论后结论转向反面。",
        "thin": "5 位专家中仅有 {count} 位给出结果。",
        "benchmark": "{note}",
    },
}


def say(case: Case, name: str, **values: object) -> str:
    return _SIGNS[case.language][name].format(**values)


def cited(price: BoundPrice) -> str:
    return " ".join(f"[{price.expert}:{row.tag}]" for row in price.rows)


def tagged(name: str, text: str) -> str:
    """An expert's own tags with the expert's name, so that `[E7]` of two experts are told apart."""
    return text.replace("[E", f"[{name}:E")
