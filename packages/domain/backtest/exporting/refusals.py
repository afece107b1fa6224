"""What an export cannot carry: the construct, where it stands in the document, and what to change."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from packages.core.errors import Invalid
from packages.core.messages import Language, Message, Param, joined, message, render


class Target(StrEnum):
    """What a strategy can be exported to."""

    PINE = "pine"
    BACKTESTING = "backtesting"
    VECTORBT = "vectorbt"
    PYTHON = "python"

    @property
    def said(self) -> Message:
        return message(f"strategy.export.target.{self.value}")


class Uncarried(StrEnum):
    """The stable names of constructs that a target cannot say."""

    PORTFOLIO = "portfolio"
    SEVERAL_INSTRUMENTS = "several_instruments"
    UNIVERSE_RULE = "universe_rule"
    SLOWER_TIMEFRAME = "slower_timeframe"
    INDICATOR = "indicator"
    OPERATION = "operation"
    OTHER_VALUE = "other_value"
    ACCOUNT = "account"
    SCALING = "scaling"
    RESTING_ORDER = "resting_order"
    GUARD = "guard"
    SIZE = "size"
    LOTS = "lots"
    SETTLEMENT = "settlement"
    SLIPPAGE = "slippage"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One construct; `pointer` (RFC 6901) is empty where it is not the document that stands in the way."""

    code: Uncarried
    pointer: str
    said: Message

    def as_json(self, language: Language) -> dict[str, str]:
        return {"code": self.code.value, "pointer": self.pointer, "message": render(self.said, language)}


class CannotCarry(Invalid):
    """The strategy says something that the target cannot; nothing was written."""

    def __init__(self, target: Target, refusals: Sequence[Refusal]) -> None:
        self.target, self.refusals = target, tuple(refusals)
        super().__init__(
            "strategy.export.cannot_carry",
            target=target.said,
            why=joined(each.said for each in refusals),
            details={"target": target.value, "refusals": [each.as_json(Language.EN) for each in refusals]},
        )


class Refusals:
    """Collects all that stands in the way, each construct once a place."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.found: list[Refusal] = []

    def add(self, code: Uncarried, pointer: str, **params: Param) -> None:
        said = message(f"strategy.export.refused.{code.value}", place=pointer, target=self.target.said, **params)
        refusal = Refusal(code, pointer, said)
        if all((each.code, each.pointer) != (code, pointer) for each in self.found):
            self.found.append(refusal)

    def raise_any(self) -> None:
        if self.found:
            raise CannotCarry(self.target, self.found)
