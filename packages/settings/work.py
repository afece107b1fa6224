"""How long an expert or an answer may take, how strictly evidence is enforced, and how many workers run long jobs."""

from pydantic import Field

from packages.settings.base import EnvironmentSettings


class ResearchSettings(EnvironmentSettings):
    """`PARLEY_EXPERT_TIMEOUT_SECONDS` for one expert; with `PARLEY_STRICT_EVIDENCE` a report with a number that its
    evidence does not bear out is refused instead of shown with a warning."""

    expert_timeout_seconds: float = Field(default=120.0, gt=0, le=3600, allow_inf_nan=False)
    strict_evidence: bool = False


class ChatSettings(EnvironmentSettings):
    """`PARLEY_CHAT_STREAM_TIMEOUT_SECONDS` for a whole answer, `PARLEY_CHAT_IDLE_TIMEOUT_SECONDS` between two of its
    events."""

    chat_stream_timeout_seconds: float = Field(default=300.0, gt=0, le=3600, allow_inf_nan=False)
    chat_idle_timeout_seconds: float = Field(default=60.0, gt=0, le=3600, allow_inf_nan=False)


class JobSettings(EnvironmentSettings):
    """`PARLEY_JOB_CONCURRENCY` jobs at once."""

    job_concurrency: int = Field(default=4, ge=1, le=64)
