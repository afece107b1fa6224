"""The risk matrix by rules, from what the bear argues and the bull grants.

Probability: what the risk's own text states (probability: HIGH); otherwise the strength of the argument, and at least
MEDIUM where the text calls it likely. Impact: HIGH for words of ruin or a figure of 30 % and more, MEDIUM from 10 %
or when it rests on rows, LOW otherwise. The mitigation leaves at the level that the risk names, if it names one; else
it cuts the position by probability × impact (0.75, 0.5, 0.25), and says which rows to look at again.
"""

import re
from collections.abc import Iterator, Sequence

from packages.core.messages import Language
from src.modules.debate.domain.dtos import BearArgument, BullArgument, RiskMatrixItem
from src.modules.debate.domain.model.enums import ArgumentStrength, RiskLevel
from src.modules.debate.infrastructure.rules.weighing import rows_of

_MOST_RISKS = 6
_SHARE = {RiskLevel.HIGH: 0.75, RiskLevel.MEDIUM: 0.5, RiskLevel.LOW: 0.25}
_STATED = re.compile(r"(?:概率|probability)[：:\s]*[^，,;；]{0,2}?(HIGH|MEDIUM|LOW)", re.IGNORECASE)
_LIKELY = re.compile(r"概率较高|可能性上升|可能性较大|likelier|likely", re.IGNORECASE)
_RUIN = re.compile(
    r"亏损|违约|退市|立案|欺诈|造假|破产|尚未盈利|\bloss|default|delist|fraud|bankrupt|earns nothing", re.IGNORECASE
)
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?%")
_LEVEL = re.compile(
    r"(?P<kind>支撑位|阻力位|support|resistance)[^，,。;；]{0,12}?\s(?P<price>\d[\d,]*(?:\.\d+)?\s?(?:[\u4e00-\u9fffA-Z]+/(?:股|share))?)"
)
_EXPERT = re.compile(r"^([a-z_]+)(?:：|: )")


def risk_matrix(bull: BullArgument, bear: BearArgument, language: Language) -> list[RiskMatrixItem]:
    return [_item(text, strength, language) for text, strength in _risks(bull, bear, language)]


def _risks(bull: BullArgument, bear: BearArgument, language: Language) -> Sequence[tuple[str, ArgumentStrength]]:
    """Each once, in the order of the bear's case, then what the bull grants besides."""
    found: dict[str, tuple[str, ArgumentStrength]] = {}
    for text, strength in _told(bull, bear, language):
        found.setdefault(_EXPERT.sub("", text), (text, strength))
    return list(found.values())[:_MOST_RISKS]


def _told(bull: BullArgument, bear: BearArgument, language: Language) -> Iterator[tuple[str, ArgumentStrength]]:
    colon = "：" if language is Language.ZH else ": "
    for argument in bear.supporting_arguments:
        yield f"{argument.dimension}{colon}{argument.argument}", argument.strength
    for granted in [*bull.acknowledged_risks, *bear.risk_triggers]:
        yield granted, ArgumentStrength.LOW


def _item(text: str, strength: ArgumentStrength, language: Language) -> RiskMatrixItem:
    probability, impact = _probability(text, strength), _impact(text)
    return RiskMatrixItem(
        risk=text, probability=probability, impact=impact, mitigation=_mitigation(text, probability, impact, language)
    )


def _probability(text: str, strength: ArgumentStrength) -> RiskLevel:
    stated = _STATED.search(text)
    if stated:
        return RiskLevel(stated[1].upper())
    if strength is ArgumentStrength.LOW and _LIKELY.search(text):
        return RiskLevel.MEDIUM
    return RiskLevel(strength.value)


def _impact(text: str) -> RiskLevel:
    largest = max((float(figure) for figure in _PERCENT.findall(text)), default=0.0)
    if largest >= 30 or _RUIN.search(text):
        return RiskLevel.HIGH
    return RiskLevel.MEDIUM if largest >= 10 or rows_of([text]) else RiskLevel.LOW


def _mitigation(text: str, probability: RiskLevel, impact: RiskLevel, language: Language) -> str:
    level, rows = _LEVEL.search(text), rows_of([text])
    kept = 1 - _SHARE[probability] * _SHARE[impact]
    expert = _EXPERT.match(text)
    again = " ".join(rows[:3]) or (expert[1] if expert else "")
    if language is Language.ZH:
        leave = f"收盘{_crossed(level['kind'])[0]} {level['price'].strip()} 即离场；" if level else ""
        return f"{leave}仓位上限乘以 {kept:.2f}（概率 {probability} × 影响 {impact}）" + (
            f"，{again} 更新后复核。" if again else "。"
        )
    leave = f"Leave when it closes {_crossed(level['kind'])[1]} {level['price'].strip()}. " if level else ""
    return f"{leave}Cap the position at {kept:.2f} of its usual size (probability {probability} × impact {impact})" + (
        f", and look again when {again} is updated." if again else "."
    )


def _crossed(kind: str) -> tuple[str, str]:
    return ("站上", "above") if kind in ("阻力位", "resistance") else ("跌破", "below")
