"""The phases of a conversation, as every context names them."""

from enum import StrEnum


class Phase(StrEnum):
    """Where a conversation stands on its way from a person to a strategy at work."""

    KYC = "kyc"
    PRE_STRATEGY = "pre_strategy"
    STRATEGY = "strategy"
    STRESS_TEST = "stress_test"
    DEPLOYMENT = "deployment"
    COMPLETED = "completed"
    ERROR = "error"
