"""What the checker says: which numbers and claims of a text its evidence bears out, and what is wrong with the rest."""

from dataclasses import dataclass, field
from enum import StrEnum


class GroundingViolation(StrEnum):
    """What is wrong with a number, or with a claim in words."""

    UNBOUND = "unbound"
    UNKNOWN_ROW = "unknown_row"
    WRONG_VALUE = "wrong_value"
    WRONG_UNIT = "wrong_unit"
    WRONG_PERIOD = "wrong_period"
    WRONG_COMPANY = "wrong_company"
    STALE_ROW = "stale_row"
    INVENTED_METRIC = "invented_metric"
    SIGN_FLIP = "sign_flip"
    UNSUPPORTED_EVENT = "unsupported_event"
    FALSE_CLAIM = "false_claim"


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
    """How well a text is bound to its evidence. `claims`: statements in words that rows or documents can bear out,
    `supported` those that they do. `opinions`: sentences that nothing can be checked by, to be marked as such."""

    numbers: int
    bound: int
    violations: tuple[GroundingFinding, ...] = field(default=())
    claims: int = 0
    supported: int = 0
    opinions: tuple[str, ...] = field(default=())
