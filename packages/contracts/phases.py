"""The phases of a conversation, as every context names them."""

from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    """Where a conversation stands on its way from a person to a strategy at work."""

    KYC = "kyc"
    PRE_STRATEGY = "pre_strategy"
    STRATEGY = "strategy"
    STRESS_TEST = "stress_test"
    DEPLOYMENT = "deployment"
    COMPLETED = "completed"
    ERROR = "error"


RULES_AT_WORK: Final = frozenset({Phase.STRATEGY, Phase.STRESS_TEST})  # rules are changed and tried
