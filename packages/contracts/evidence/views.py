"""The grounding of a report, a debate or a verdict as it goes over the wire."""

from pydantic import BaseModel, ConfigDict


class _Grounded(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ViolationOut(_Grounded):
    """A number or a claim that the evidence does not bear out, and what would be right."""

    kind: str
    number: str
    row: str | None
    sentence: str
    expected: str


class GroundingOut(_Grounded):
    """How many numbers the texts state and how many of them their rows bear out; the same for claims in words;
    `opinions` are the sentences that nothing can be checked by; `removed` counts sentences that were taken out."""

    numbers: int
    bound: int
    violations: list[ViolationOut]
    claims: int = 0
    supported: int = 0
    opinions: list[str] = []
    removed: int = 0
