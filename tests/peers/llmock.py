"""llmock: a server that speaks the protocols of model makers, fails as they do, and judges the client."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.local_http import local
from tests.peers.process import running_peer

_LAUNCHER = """
from llmock.testing import LLMockServer

with LLMockServer() as server:
    told(server.url)
"""


@dataclass(frozen=True, slots=True)
class LLMock:
    """Behaviours are queued, and each is used up by the next request that it fits."""

    address: str

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def will(self, *behaviours: dict[str, object]) -> None:
        self._post("scenario", {"behaviors": list(behaviours)})

    def reset(self) -> None:
        self._post("reset", {})

    def requests(self) -> list[dict[str, object]]:
        """What it was asked since the last reset, each with the fault that it answered with."""
        told = local().get(f"{self.address}/_llmock/requests").raise_for_status().json()
        return list(told["requests"])

    def findings(self) -> list[str]:
        """What it holds against the client since the last reset, with the gravity of each."""
        told = local().get(f"{self.address}/_llmock/verdict").raise_for_status().json()
        return [f"{finding['severity']} {finding['code']}" for finding in told["findings"]]

    def _post(self, what: str, body: dict[str, object]) -> None:
        local().post(f"{self.address}/_llmock/{what}", json=body).raise_for_status()


@contextmanager
def running_llmock() -> Iterator[LLMock]:
    with running_peer("llmock", "llmock", _LAUNCHER) as address:
        yield LLMock(address)
