"""The fixed words of a debate."""

from enum import StrEnum


class DebateDirection(StrEnum):
    """Which way the price is thought to go."""

    BULLISH = "BULLISH"
    BEARISH = "BEARISH"
    NEUTRAL = "NEUTRAL"


class RiskLevel(StrEnum):
    """How likely a risk is, and how bad."""

    HIGH = "HIGH"
    MEDIUM = "MEDIUM"
    LOW = "LOW"


class ArgumentStrength(StrEnum):
    """How much an argument carries."""

    HIGH = "HIGH"
    MEDIUM = "MEDIUM"
    LOW = "LOW"


class Stance(StrEnum):
    """The side that an advocate takes."""

    BULL = "bull"
    BEAR = "bear"

    @property
    def sign(self) -> int:
        return 1 if self is Stance.BULL else -1

    @property
    def direction(self) -> DebateDirection:
        return DebateDirection.BULLISH if self is Stance.BULL else DebateDirection.BEARISH

    @property
    def other(self) -> "Stance":
        return Stance.BEAR if self is Stance.BULL else Stance.BULL


class Engine(StrEnum):
    """Who argued: a model, or the rules."""

    RULES = "rules"
    LLM = "llm"
