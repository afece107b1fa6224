"""How long the chat waits for an answer."""

from pydantic import Field

from packages.settings.base import EnvironmentSettings


class ChatSettings(EnvironmentSettings):
    """`PARLEY_CHAT_STREAM_TIMEOUT_SECONDS` for a whole answer, `PARLEY_CHAT_IDLE_TIMEOUT_SECONDS` between two of its
    events."""

    chat_stream_timeout_seconds: float = Field(default=300.0, gt=0, le=3600, allow_inf_nan=False)
    chat_idle_timeout_seconds: float = Field(default=60.0, gt=0, le=3600, allow_inf_nan=False)
