"""The peers, started when a test first asks for one and stopped with the last."""

from collections.abc import Iterator

import pytest

from tests.peers.llmock import LLMock, running_llmock
from tests.peers.small_model import running_small_model


@pytest.fixture(scope="session")
def llmock_server() -> Iterator[LLMock]:
    with running_llmock() as server:
        yield server


@pytest.fixture(scope="session")
def small_model_url() -> Iterator[str]:
    with running_small_model() as url:
        yield url


@pytest.fixture
def llmock(llmock_server: LLMock) -> LLMock:
    """As if it had just been started."""
    llmock_server.reset()
    return llmock_server
