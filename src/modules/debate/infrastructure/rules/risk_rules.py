"""The risk matrix by rules, from what the bear argues and the bull grants.

Probability: what the risk's own text states (probability: high); otherwise the strength of the argument, and at least
MEDIUM where the text calls it likely. Impact: HIGH for words of ruin or a figure of 30 % and more, MEDIUM from 10 %
or when it rests on rows, LOW otherwise. The mitigation leaves at the level that the risk names, if it names one; else
it cuts the position by probability × impact (0.75, 0.5, 0.25), and says which rows to look at again.
"""

import re
from dataclasses import dataclass

from packages.core.messages import Phrases, word
from src.modules.debate.domain.dtos import BearArgument, BullArgument, RiskMatrixItem, SupportingArgument
from src.modules.debate.domain.model.enums import ArgumentStrength, RiskLevel
from src.modules.debate.infrastructure.rules.statements import expert_word, rows_of

_MOST_RISKS = 6
_SHARE = {RiskLevel.HIGH: 0.75, RiskLevel.MEDIUM: 0.5, RiskLevel.LOW: 0.25}
_STATED = re.compile(r"(?:概率|probability)[：:\s]*(高|中|低|high|medium|low)", re.IGNORECASE)
_STATED_LEVEL = {"高": RiskLevel.HIGH, "中": RiskLevel.MEDIUM, "低": RiskLevel.LOW}
_LIKELY = re.compile(r"概率较高|可能性上升|可能性较大|likelier|likely", re.IGNORECASE)
_RUIN = re.compile(
    r"亏损|违约|退市|立案|欺诈|造假|破产|尚未盈利|\bloss|default|delist|fraud|bankrupt|earns nothing", re.IGNORECASE
)
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?%")
_LEVEL = re.compile(
    r"(?P<level>(?:第[一二三])?(?P<kind>支撑位|阻力位)|(?:(?:first|second|third) )?(?P<english>support|resistance))"
    r"[^，,。;；]{0,12}?\s(?P<price>\d[\d,]*(?:\.\d+)?\s?(?:[\u4e00-\u9fffA-Z]+/(?:股|share))?)"
)


@dataclass(frozen=True, slots=True)
class _Risk:
    """A risk in its expert's words; `review`: whose report to look at again where the words cite no row."""

    text: str
    strength: ArgumentStrength
    review: str = ""


def risk_matrix(bull: BullArgument, bear: BearArgument, phrases: Phrases) -> list[RiskMatrixItem]:
    return [_item(risk, phrases) for risk in _risks(bull, bear, phrases)[:_MOST_RISKS]]


def _risks(bull: BullArgument, bear: BearArgument, phrases: Phrases) -> list[_Risk]:
    """Each once, in the order of the bear's case, then what the bull grants besides."""
    argued = {one.argument: one for one in reversed(bear.supporting_arguments)}
    risks = [_argued(one, phrases) for one in bear.supporting_arguments if one is argued[one.argument]]
    granted = dict.fromkeys([*bull.acknowledged_risks, *bear.risk_triggers])
    return risks + [
        _Risk(text, ArgumentStrength.LOW) for text in granted if not any(text.endswith(one) for one in argued)
    ]


def _argued(argument: SupportingArgument, phrases: Phrases) -> _Risk:
    expert = argument.dimension
    text = phrases.say("quoted", expert=word("expert_name", expert), text=argument.argument)
    return _Risk(text, argument.strength, phrases.say("report_of", expert=expert_word(expert)))


def _item(risk: _Risk, phrases: Phrases) -> RiskMatrixItem:
    probability, impact = _probability(risk.text, risk.strength), _impact(risk.text)
    return RiskMatrixItem(
        risk=risk.text,
        probability=probability,
        impact=impact,
        mitigation=_mitigation(risk, probability, impact, phrases),
    )


def _probability(text: str, strength: ArgumentStrength) -> RiskLevel:
    stated = _STATED.search(text)
    if stated:
        return _STATED_LEVEL.get(stated[1]) or RiskLevel(stated[1].upper())
    if strength is ArgumentStrength.LOW and _LIKELY.search(text):
        return RiskLevel.MEDIUM
    return RiskLevel(strength.value)


def _impact(text: str) -> RiskLevel:
    largest = max((float(figure) for figure in _PERCENT.findall(text)), default=0.0)
    if largest >= 30 or _RUIN.search(text):
        return RiskLevel.HIGH
    return RiskLevel.MEDIUM if largest >= 10 or rows_of([text]) else RiskLevel.LOW


def _mitigation(risk: _Risk, probability: RiskLevel, impact: RiskLevel, phrases: Phrases) -> str:
    level, rows = _LEVEL.search(risk.text), rows_of([risk.text])
    kept = 1 - _SHARE[probability] * _SHARE[impact]
    again = " ".join(rows[:3]) or risk.review
    return phrases.say(
        "cap",
        exit=_exit(level, phrases) if level else "",
        kept=f"{kept:.2f}",
        probability=word("level", probability),
        impact=word("level", impact),
        again=phrases.say("review", rows=again) if again else phrases.say("no_review"),
    )


def _exit(level: re.Match[str], phrases: Phrases) -> str:
    price = level["price"].strip()
    is_ceiling = (level["kind"] or level["english"]) in ("阻力位", "resistance")
    return phrases.say("exit.above" if is_ceiling else "exit.below", level=level["level"], price=price)
