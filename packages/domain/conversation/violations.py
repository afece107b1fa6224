"""What a proposal breaks of what binds a person: the clause it comes from, the rule in words, and what to do."""

from dataclasses import dataclass
from enum import StrEnum

from packages.core.events import JsonObject
from packages.core.messages import Language, Message, render
from packages.domain.accounts.profile import LAB_DEFAULT
from packages.domain.conversation.wording import field_named, labelled, worded


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
class ConstraintViolation:
    """`place` is the field of the scope or the JSON pointer into the strategy. A `clause` is `kyc.<field>=<value>`."""

    code: ViolationCode
    clause: str
    place: str
    rule: Message
    remedy: Message
    found: Message | None = None  # what a strategy does instead, with its figures

    @property
    def message(self) -> Message:
        """Without what was found."""
        return worded("violation", why=clause_message(self.clause), rule=self.rule, remedy=self.remedy)

    def sentence(self, language: Language) -> str:
        if self.found is None:
            return render(self.message, language)
        rule = worded("rule_at", rule=self.rule, found=self.found)
        return render(worded("violation", why=clause_message(self.clause), rule=rule, remedy=self.remedy), language)

    def as_json(self) -> JsonObject:
        return {
            "code": self.code.value,
            "clause": self.clause,
            "place": self.place,
            "zh": self.sentence(Language.ZH),
            "en": self.sentence(Language.EN),
        }


def clause_message(clause: str) -> Message:
    """`你的风险偏好是“保守”`."""
    if clause == LAB_DEFAULT:
        return worded("clause.unanswered")
    field, value = clause.removeprefix("kyc.").split("=", 1)
    return worded("clause", field=field_named(field), label=labelled(field, value))
