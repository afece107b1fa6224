"""How much long work runs at once."""

from pydantic import Field

from packages.settings.base import EnvironmentSettings


class JobSettings(EnvironmentSettings):
    """`PARLEY_JOB_CONCURRENCY` jobs at once."""

    job_concurrency: int = Field(default=4, ge=1, le=64)
