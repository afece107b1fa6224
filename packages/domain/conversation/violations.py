"""What a proposal breaks of what binds a person: the clause it comes from, the rule in words, and what to do."""

from dataclasses import dataclass
from enum import StrEnum

from packages.core.events import JsonObject
from packages.domain.accounts.allowances import LAB_DEFAULT
from packages.domain.conversation.labels import FIELD_NAMES, Words, label_of
from packages.domain.conversation.model import Language


class ViolationCode(StrEnum):
    """The rules, by name."""

    MARKET = "market_not_allowed"
    HOLDING = "holding_too_short"
    FREQUENCY = "trading_too_often"
    TIMEFRAME = "timeframe_too_fast"
    SHORTING = "shorting_not_allowed"
    LEVERAGE = "leverage_too_high"
    STOP = "stop_needed"
    RISK = "risk_per_trade_too_high"


@dataclass(frozen=True, slots=True)
class Violation:
    """`place` is the field of the scope or the JSON pointer into the strategy. A `clause` is `kyc.<field>=<value>`."""

    code: ViolationCode
    clause: str
    place: str
    rule: Words
    remedy: Words

    def sentence(self, language: Language) -> str:
        why, rule, remedy = clause_words(self.clause, language), self.rule.in_(language), self.remedy.in_(language)
        return f"{why}：{rule}。{remedy}。" if language == "zh" else f"{why}: {rule}. {remedy}."

    def as_json(self) -> JsonObject:
        return {
            "code": self.code.value,
            "clause": self.clause,
            "place": self.place,
            "zh": self.sentence("zh"),
            "en": self.sentence("en"),
        }


def clause_words(clause: str, language: Language) -> str:
    """`你的风险偏好是“保守”（kyc.risk_tolerance=conservative）`."""
    if clause == LAB_DEFAULT:
        return f"你还没有回答，按默认值（{clause}）" if language == "zh" else f"Without an answer of yours ({clause})"
    field, value = clause.removeprefix("kyc.").split("=", 1)
    name, label = FIELD_NAMES[field].in_(language), label_of(field, value, language)
    return f"你的{name}是“{label}”（{clause}）" if language == "zh" else f'Your {name} is "{label}" ({clause})'
