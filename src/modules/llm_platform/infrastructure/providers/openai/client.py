"""Opens the OpenAI client of a configuration: one try for each call, and a key that goes to one address only."""

import httpx2
from openai import AsyncOpenAI

from packages.infra.providers.outbound import OutboundRules, PublicOnlyTransport, http_client
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts
from src.modules.llm_platform.infrastructure.providers.bounded_body import bound

OPENAI = "https://api.openai.com/v1"
_NO_KEY = "none"  # servers on one's own machine ask for no key, and the SDK for any
# Room for 200 calls at once and those that hang up meanwhile; proxies stay as the environment names them.
_LIMITS = httpx2.Limits(max_connections=400, max_keepalive_connections=200, keepalive_expiry=30)


def open_client(config: ModelConfig, rules: OutboundRules | None = None) -> AsyncOpenAI:
    """Retries are the caller's. The address is always passed, so that no variable of the environment changes it;
    `rules` say where it may lead, if somebody else than the keeper of the desk named it."""
    key = config.api_key.value if config.api_key else _NO_KEY
    timeout = _timeout(config.timeouts)
    client = AsyncOpenAI(
        api_key=key,
        base_url=OPENAI if config.base_url is None else config.base_url,
        max_retries=0,
        timeout=timeout,
        # Passed here too, because OPENAI_CUSTOM_HEADERS may hold another key.
        default_headers={"Authorization": f"Bearer {key}"},
        http_client=http_client(
            timeout=timeout,
            limits=_LIMITS,
            on_response=[bound],
            transport=None if rules is None else PublicOnlyTransport(rules, _LIMITS),
        ),
    )
    if config.base_url is not None:
        client.organization = client.project = None  # of the environment, and nobody's business but OpenAI's
    return client


def _timeout(timeouts: ModelTimeouts) -> httpx2.Timeout:
    """The longest pause between two bytes; how long an answer may take in all is kept by the providers."""
    pause = max(timeouts.read, timeouts.idle)
    return httpx2.Timeout(connect=timeouts.connect, read=pause, write=pause, pool=timeouts.connect)
