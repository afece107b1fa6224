"""How many hands the desk has for long work."""

from pydantic import Field

from packages.settings.base import EnvironmentSettings


class JobSettings(EnvironmentSettings):
    """`PARLEY_JOB_CONCURRENCY` jobs at once, `PARLEY_NUMERIC_PROCESSES` processes for numeric work."""

    job_concurrency: int = Field(default=4, ge=1, le=64)
    numeric_processes: int = Field(default=2, ge=1, le=64)
