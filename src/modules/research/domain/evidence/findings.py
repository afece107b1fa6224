"""What the checker says: how many numbers of a text are bound to rows, and what is wrong with the others."""

from dataclasses import dataclass, field
from enum import StrEnum


class GroundingViolation(StrEnum):
    """What is wrong with a number."""

    UNBOUND = "unbound"
    UNKNOWN_ROW = "unknown_row"
    WRONG_VALUE = "wrong_value"
    WRONG_UNIT = "wrong_unit"
    WRONG_PERIOD = "wrong_period"
    WRONG_COMPANY = "wrong_company"
    STALE_ROW = "stale_row"
    INVENTED_METRIC = "invented_metric"
    SIGN_FLIP = "sign_flip"


@dataclass(frozen=True, slots=True)
class GroundingFinding:
    """One violation, in a sentence that a model can act on."""

    kind: GroundingViolation
    number: str
    tag: str
    sentence: str
    expected: str


@dataclass(frozen=True, slots=True)
class Grounding:
    """How well a text is bound to its evidence."""

    numbers: int
    bound: int
    violations: tuple[GroundingFinding, ...] = field(default=())
