"""How much the desk logs, and in which shape."""

from typing import Literal

from packages.settings.base import EnvironmentSettings


class LogSettings(EnvironmentSettings):
    """`PARLEY_LOG_LEVEL`, `PARLEY_LOG_FORMAT` (auto: for people on a terminal, JSON elsewhere)."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "console", "json"] = "auto"
