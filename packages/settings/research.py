"""How long an expert may take, and how strictly its numbers are held to the evidence."""

from pydantic import Field

from packages.settings.base import EnvironmentSettings


class ResearchSettings(EnvironmentSettings):
    """`PARLEY_EXPERT_TIMEOUT_SECONDS` for one expert; with `PARLEY_STRICT_EVIDENCE` a report with a number that its
    evidence does not bear out is refused instead of shown with a warning."""

    expert_timeout_seconds: float = Field(default=120.0, gt=0, le=3600, allow_inf_nan=False)
    strict_evidence: bool = False
