"""Opens the Anthropic client of a configuration: one try for each call, and a key that goes to one address only."""

import httpx2
from anthropic import AsyncAnthropic

from src.modules.llm_platform.domain.models import ModelConfig, Patience

ANTHROPIC = "https://api.anthropic.com"
_NO_KEY = "none"
_LIMITS = httpx2.Limits(max_connections=400, max_keepalive_connections=100, keepalive_expiry=30)


def open_client(config: ModelConfig) -> AsyncAnthropic:
    """Retries are the caller's. Address and key are always told, so that the environment changes neither; the SDK
    adds the `/v1` that people often write."""
    key = config.api_key.value if config.api_key else _NO_KEY
    timeout = _timeout(config.patience)
    return AsyncAnthropic(
        api_key=key,
        base_url=(config.base_url or ANTHROPIC).rstrip("/").removesuffix("/v1"),
        max_retries=0,
        timeout=timeout,
        # Told here too, because ANTHROPIC_CUSTOM_HEADERS may hold another key.
        default_headers={"X-Api-Key": key},
        http_client=httpx2.AsyncClient(timeout=timeout, limits=_LIMITS, follow_redirects=False),
    )


def _timeout(patience: Patience) -> httpx2.Timeout:
    """The longest pause between two bytes; how long an answer may take in all is kept by the provider."""
    pause = max(patience.read, patience.idle)
    return httpx2.Timeout(connect=patience.connect, read=pause, write=pause, pool=patience.connect)
