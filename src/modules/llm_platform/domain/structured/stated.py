"""What a JSON value says, by the names of its fields: numbers, and choices with the options they were taken from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from src.modules.llm_platform.domain.structured.shapes import Schema, branches, mapping, types_of
from src.modules.llm_platform.domain.structured.values import Json, JsonNumber


@dataclass(slots=True)
class StatedValue:
    """What is said under one name, wherever in the value it stands; a field left out says its default, or nothing."""

    is_number: bool = False
    numbers: set[float] = field(default_factory=set)
    choices: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)


def stated_by_name(value: Json, schema: Schema) -> dict[str, StatedValue]:
    """Only names under which a number, or a choice among options, is or could be."""
    stated: dict[str, StatedValue] = {}
    _collect(value, schema, schema, stated)
    return {name: said for name, said in stated.items() if said.is_number or said.options}


def _collect(value: Json, schema: Schema, root: Schema, stated: dict[str, StatedValue]) -> None:
    if isinstance(value, list):
        guides = [mapping(branch, "items") for branch in branches(schema, root) if "items" in branch]
        for element in value:
            for guide in guides:
                _collect(element, guide, root, stated)
    elif isinstance(value, dict):
        alternatives = list(branches(schema, root))
        for key, element in value.items():
            for guide in _guides(key, alternatives):
                _note(element, guide, root, stated.setdefault(key, StatedValue()))
                _collect(element, guide, root, stated)
        for key in {key for branch in alternatives for key in mapping(branch, "properties")} - value.keys():
            for guide in _guides(key, alternatives):
                _note(_default(guide), guide, root, stated.setdefault(key, StatedValue()))


def _guides(key: str, alternatives: Sequence[Schema]) -> list[Schema]:
    described = [mapping(branch, "properties").get(key) for branch in alternatives]
    return [guide for guide in described if isinstance(guide, Mapping)] or [{}]


def _default(guide: Schema) -> Json:
    match guide.get("default"):
        case (bool() | str()) as default:
            return default
        case (int() | float()) as default:
            return JsonNumber(repr(default))
        case _:
            return None


def _note(value: Json, schema: Schema, root: Schema, stated: StatedValue) -> None:
    types = {name for branch in branches(schema, root) for name in types_of(branch)}
    if isinstance(value, JsonNumber):
        stated.numbers.add(float(value.value))
    elif isinstance(value, bool):
        stated.choices.add(str(value).lower())
    elif isinstance(value, str):
        stated.choices.add(value)
    stated.is_number |= isinstance(value, JsonNumber) or not types.isdisjoint({"number", "integer"})
    stated.options.update(_options(schema, root), ("true", "false") if "boolean" in types else ())


def _options(schema: Schema, root: Schema) -> Iterator[str]:
    for branch in branches(schema, root):
        listed = branch.get("enum", [branch["const"]] if "const" in branch else [])
        if isinstance(listed, Sequence):
            yield from (option for option in listed if isinstance(option, str))


FIELD_WORDS: dict[str, tuple[str, ...]] = {
    "action": ("操作建议", "操作", "动作", "行动"),
    "confidence": ("置信度", "信心度", "信心", "把握"),
    "confidence_score": ("置信度", "信心度", "信心"),
    "direction": ("方向",),
    "financial_score": ("财务评分", "财务得分"),
    "impact": ("影响程度", "影响"),
    "position_percent": ("仓位",),
    "probability": ("概率", "可能性"),
    "rating": ("评级",),
    "recommendation": ("建议",),
    "risk_level": ("风险等级", "风险级别"),
    "score": ("评分", "得分"),
    "signal": ("信号",),
    "stance": ("立场",),
    "stop_loss": ("止损价", "止损位", "止损"),
    "strength": ("强度",),
    "take_profit": ("止盈价", "止盈位", "止盈"),
    "target_price": ("目标价",),
    "valuation_verdict": ("估值结论", "估值判断", "估值"),
    "verdict": ("裁决", "结论"),
    "winner": ("胜方", "胜者"),
}

CHOICE_WORDS: dict[str, tuple[str, ...]] = {
    "bear": ("空方",),
    "bearish": ("看空", "看跌", "偏空", "空头"),
    "bull": ("多方",),
    "bullish": ("看多", "看涨", "偏多", "多头"),
    "buy": ("买入", "买进"),
    "down": ("向下", "下跌"),
    "fair": ("合理", "公允"),
    "false": ("否", "no"),
    "favorable": ("有利",),
    "high": ("高",),
    "hold": ("持有", "观望"),
    "low": ("低",),
    "medium": ("中等", "中"),
    "negative": ("负面", "消极"),
    "neutral": ("中性",),
    "no_call": ("不作判断", "不下结论"),
    "overvalued": ("高估",),
    "positive": ("正面", "积极"),
    "sell": ("卖出",),
    "strong_bearish": ("强烈看空", "强烈看跌"),
    "strong_bullish": ("强烈看多", "强烈看涨"),
    "strong_buy": ("强烈买入",),
    "strong_sell": ("强烈卖出",),
    "true": ("是", "yes"),
    "undervalued": ("低估",),
    "unfavorable": ("不利",),
    "up": ("向上", "上涨"),
}
