"""What every expert's report carries on the wire besides its opinion: figures, evidence, grounding, gaps."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict


class ResearchModel(BaseModel):
    """Refuses fields that are not declared."""

    model_config = ConfigDict(extra="forbid")


class FigureOut(ResearchModel):
    """A figure as a plain number; `value` null with the reason where there is none."""

    value: float | None
    unit: str | None = None
    period: str | None = None
    reason: str | None = None


class EvidenceOut(ResearchModel):
    """A row that texts cite as `[E7]`: a number in a unit, or a text. `rows`: what it was computed from."""

    tag: str
    id: str
    metric: str
    value: float | None
    text: str | None
    unit: str
    period: str
    source: str
    known_at: datetime
    rows: list[str]


class ViolationOut(ResearchModel):
    """A number that its evidence does not bear out, and what would be right."""

    kind: str
    number: str
    row: str | None
    sentence: str
    expected: str


class GroundingOut(ResearchModel):
    """How many numbers the texts state, and how many of them stand as their rows say."""

    numbers: int
    bound: int
    violations: list[ViolationOut]


class LeakCertificateOut(ResearchModel):
    """Every row that the expert could see, and the latest instant at which any of them became known."""

    as_of: datetime
    rows: list[str]
    latest_known_at: datetime | None


class CompanyOut(ResearchModel):
    """The company's name in both languages."""

    zh: str
    en: str


class ReportOut(ResearchModel):
    """About whom, as of when, by whom, on what evidence. `degraded`: what the expert had to do without."""

    symbol: str
    company: CompanyOut
    as_of: datetime
    language: Literal["zh", "en"]
    engine: Literal["rules", "llm"]
    grounding: GroundingOut
    evidence: list[EvidenceOut]
    absent: dict[str, str]
    degraded: list[str]
    leak_certificate: LeakCertificateOut
