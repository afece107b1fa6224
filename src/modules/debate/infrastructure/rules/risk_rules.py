"""The risk matrix by rules, from what the bear argues and the bull grants.

Probability: what the expert says of it; otherwise the strength of the argument. Impact: HIGH where the expert says so
or at a figure of 30 % and more, MEDIUM from 10 % or when it rests on rows, LOW otherwise. What was told in prose alone
is read there. The mitigation leaves at the level that the risk names, if it names one; else
it cuts the position by probability × impact (0.75, 0.5, 0.25), and says which rows to look at again.
"""

import re
from dataclasses import dataclass

from packages.core.messages import Phrases, word
from src.modules.debate.domain.dtos import BearArgument, BullArgument, RiskMatrixItem, SupportingArgument
from src.modules.debate.domain.dtos.expert_point import ExitLevel, ExpertPoint
from src.modules.debate.domain.model.enums import ArgumentStrength, RiskLevel
from src.modules.debate.infrastructure.rules.lexicon import is_ruinous, level_in, probability_in
from src.modules.debate.infrastructure.rules.statements import expert_word, rows_of

_MOST_RISKS = 6
_SHARE = {RiskLevel.HIGH: 0.75, RiskLevel.MEDIUM: 0.5, RiskLevel.LOW: 0.25}
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?%")


@dataclass(frozen=True, slots=True)
class _Risk:
    """A risk in its expert's words; `review`: whose report to look at again where the words cite no row. `point` None:
    nobody knows more of it than its words say."""

    text: str
    strength: ArgumentStrength
    point: ExpertPoint | None
    review: str = ""


def risk_matrix(bull: BullArgument, bear: BearArgument, phrases: Phrases) -> list[RiskMatrixItem]:
    return [_item(risk, phrases) for risk in _risks(bull, bear, phrases)[:_MOST_RISKS]]


def _risks(bull: BullArgument, bear: BearArgument, phrases: Phrases) -> list[_Risk]:
    """Each once, in the order of the bear's case, then what the bull grants besides."""
    argued = {one.argument: one for one in reversed(bear.supporting_arguments)}
    points = {**bull.points, **bear.points}
    risks = [
        _argued(one, points.get(one.argument), phrases)
        for one in bear.supporting_arguments
        if one is argued[one.argument]
    ]
    granted = dict.fromkeys([*bull.acknowledged_risks, *bear.risk_triggers])
    return risks + [
        _Risk(text, ArgumentStrength.LOW, points.get(text))
        for text in granted
        if not any(text.endswith(one) for one in argued)
    ]


def _argued(argument: SupportingArgument, point: ExpertPoint | None, phrases: Phrases) -> _Risk:
    expert = argument.dimension
    text = phrases.say("quoted", expert=word("expert_name", expert), text=argument.argument)
    return _Risk(text, argument.strength, point, phrases.say("report_of", expert=expert_word(expert)))


def _item(risk: _Risk, phrases: Phrases) -> RiskMatrixItem:
    probability, impact = _probability(risk), _impact(risk)
    return RiskMatrixItem(
        risk=risk.text,
        probability=probability,
        impact=impact,
        mitigation=_mitigation(risk, probability, impact, phrases),
    )


def _probability(risk: _Risk) -> RiskLevel:
    if risk.point is None:
        return probability_in(risk.text, risk.strength)
    return risk.point.probability or RiskLevel(risk.strength.value)


def _impact(risk: _Risk) -> RiskLevel:
    if (risk.point.impact is RiskLevel.HIGH) if risk.point else is_ruinous(risk.text):
        return RiskLevel.HIGH
    largest = max((float(figure) for figure in _PERCENT.findall(risk.text)), default=0.0)
    if largest >= 30:
        return RiskLevel.HIGH
    return RiskLevel.MEDIUM if largest >= 10 or rows_of([risk.text]) else RiskLevel.LOW


def _mitigation(risk: _Risk, probability: RiskLevel, impact: RiskLevel, phrases: Phrases) -> str:
    level, rows = risk.point.level if risk.point else level_in(risk.text), rows_of([risk.text])
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


def _exit(level: ExitLevel, phrases: Phrases) -> str:
    key = "exit.above" if level.kind == "resistance" else "exit.below"
    return phrases.say(key, level=level.name, price=level.price)
