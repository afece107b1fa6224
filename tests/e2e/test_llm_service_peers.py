"""The whole way from a question to the book of calls, with the peers at its end."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.application.ports import ModelProviders
from src.modules.llm_platform.domain.errors import Backoff, ModelOutputUnusable, ModelRefused, ModelUnreachable
from src.modules.llm_platform.domain.ledger import CallScope, CallStatus
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, ProviderKind
from src.modules.llm_platform.infrastructure.capsule.providers import RecordingProviders, ReplayingProviders
from src.modules.llm_platform.infrastructure.providers.provider_factory import OpenProviders
from tests.fakes.ledger import Entry, InMemoryLedger
from tests.peers.llmock import LLMock
from tests.peers.provider_factory import peer_config, provider_factory

PRICE = ModelPrice(input_per_million=Decimal(2), output_per_million=Decimal(8))
SYSTEM = "You are a helpful assistant."
CAPITAL = "What is the capital of France?"
VERDICT = {
    "title": "verdict",
    "type": "object",
    "properties": {"rating": {"enum": ["buy", "sell"]}, "confidence": {"type": "integer", "maximum": 10}},
    "required": ["rating", "confidence"],
    "additionalProperties": False,
}
Open = Callable[..., LLMService]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """Configurations and prices that are what they are."""

    configs: Sequence[ModelConfig]

    async def active(self, owner_id: str) -> Sequence[ModelConfig]:
        return self.configs

    def of(self, config: ModelConfig) -> ModelPrice | None:
        return PRICE


@pytest.fixture
def ledger() -> InMemoryLedger:
    return InMemoryLedger()


@pytest.fixture
async def providers() -> AsyncIterator[ModelProviders]:
    opened = OpenProviders(provider_factory())
    yield opened
    await opened.aclose()


@pytest.fixture
def service(ledger: InMemoryLedger, providers: ModelProviders) -> Open:
    def open_it(*configs: ModelConfig, through: ModelProviders = providers) -> LLMService:
        fixed, clock = _Fixed(configs), SystemClock()
        desk = ModelServices(
            configs=fixed,
            providers=through,
            ledger=ledger,
            prices=fixed,
            clock=clock,
            ids=Ids(clock),
            backoff=Backoff(first=0.05),
        )
        return LLMService(desk, CallScope(owner_id="ada", caller="test", run_id=None))

    return open_it


def _written(ledger: InMemoryLedger) -> list[Entry]:
    return list(ledger.book.entries.values())


async def test_the_real_models_answer_is_in_the_book(
    service: Open, ledger: InMemoryLedger, small_model_url: str
) -> None:
    answer = await service(peer_config(small_model_url, ProviderKind.CHAT_COMPLETIONS)).generate(
        CAPITAL, SYSTEM, temperature=0.0
    )
    assert "Paris" in answer
    [entry] = _written(ledger)
    assert entry.settlement is not None
    assert entry.settlement.status is CallStatus.COMPLETED
    assert entry.settlement.answer == answer
    usage = entry.settlement.usage
    assert usage is not None
    assert usage.input_tokens > 10
    assert usage.output_tokens > 3
    assert entry.settlement.cost == (2 * usage.input_tokens + 8 * usage.output_tokens) / Decimal(1_000_000)
    assert entry.settlement.charged.tokens == usage.total <= entry.attempt.reserved.tokens


async def test_a_turn_of_the_real_model_is_in_the_book(
    service: Open, ledger: InMemoryLedger, small_model_url: str
) -> None:
    asked = service(peer_config(small_model_url, ProviderKind.CHAT_COMPLETIONS))
    events = [event async for event in asked.stream_events(input=CAPITAL, instructions=SYSTEM, temperature=0.0)]
    assert events[-1]["type"] == "response.completed"
    [entry] = _written(ledger)
    assert entry.settlement is not None
    assert entry.settlement.status is CallStatus.COMPLETED
    assert entry.settlement.usage is not None
    assert entry.settlement.usage.output_tokens > 3


@pytest.mark.parametrize("kind", [ProviderKind.RESPONSES, ProviderKind.CHAT_COMPLETIONS, ProviderKind.AUTO])
async def test_a_shape_is_kept_or_the_answer_is_refused(
    service: Open, small_model_url: str, kind: ProviderKind
) -> None:
    """llama.cpp enforces a shape in one protocol and ignores it in the other; nobody above may notice."""
    asked = service(peer_config(small_model_url, kind, most=40))
    with suppress(ModelOutputUnusable):
        told = json.loads(await asked.generate("Is the stock of ACME a buy?", response_schema=VERDICT))
        assert told["rating"] in ("buy", "sell")
        assert told["confidence"] <= 10


@pytest.mark.parametrize("kind", [ProviderKind.RESPONSES, ProviderKind.CHAT_COMPLETIONS])
async def test_a_busy_server_is_asked_again_when_it_says_so(
    service: Open, ledger: InMemoryLedger, llmock: LLMock, kind: ProviderKind
) -> None:
    llmock.will({"type": "fail", "status": 429, "retry_after": 0.3}, {"type": "fail", "status": 503})
    assert await service(peer_config(llmock.base_url, kind)).generate(CAPITAL)
    assert [entry.status for entry in _written(ledger)] == ["failed", "failed", "completed"]
    assert [entry.attempt.number for entry in _written(ledger)] == [1, 2, 3]
    assert llmock.findings() == []


async def test_a_refused_request_is_not_sent_again(service: Open, llmock: LLMock) -> None:
    llmock.will({"type": "fail", "status": 401})
    with pytest.raises(ModelRefused):
        await service(peer_config(llmock.base_url, ProviderKind.RESPONSES)).generate(CAPITAL)
    assert llmock.findings() == []
    assert len(llmock.requests()) == 1


async def test_half_a_character_is_refused_with_a_sentence(
    service: Open, ledger: InMemoryLedger, llmock: LLMock
) -> None:
    asked = service(peer_config(llmock.base_url, ProviderKind.AUTO))
    with pytest.raises(ModelRefused, match="half a character"):
        await asked.generate("half \ud83d")
    with pytest.raises(ModelRefused, match="half a character"):
        [event async for event in asked.stream_events(input="half \ud83d")]
    assert [entry.status for entry in _written(ledger)] == ["failed", "failed"]
    assert llmock.requests() == []


@pytest.mark.parametrize("kind", [ProviderKind.RESPONSES, ProviderKind.CHAT_COMPLETIONS])
async def test_a_turn_that_was_cut_before_it_began_is_asked_again(
    service: Open, llmock: LLMock, kind: ProviderKind
) -> None:
    llmock.will({"type": "stream_fault", "kind": "truncate", "after_chunks": 1})
    asked = service(peer_config(llmock.base_url, kind))
    events = [event async for event in asked.stream_events(input=CAPITAL)]
    assert [event["type"] for event in events].count("response.created") == 1
    assert events[-1]["type"] == "response.completed"
    assert llmock.findings() == []


async def test_a_turn_that_was_cut_while_it_was_told_is_never_called_complete(
    service: Open, ledger: InMemoryLedger, llmock: LLMock
) -> None:
    llmock.will({"type": "stream_fault", "kind": "truncate", "after_chunks": 6})
    asked = service(peer_config(llmock.base_url, ProviderKind.RESPONSES))
    seen: list[object] = []
    with pytest.raises(ModelUnreachable):
        await _listen(asked, seen)
    assert "response.output_text.delta" in seen
    assert "response.completed" not in seen
    assert [entry.status for entry in _written(ledger)] == ["failed"]


async def test_when_one_server_is_down_the_next_is_asked(
    service: Open, ledger: InMemoryLedger, llmock: LLMock, small_model_url: str
) -> None:
    llmock.will({"type": "fail", "status": 503, "times": None})
    mock = peer_config(llmock.base_url, ProviderKind.RESPONSES, "mock", priority=2)
    small = peer_config(small_model_url, ProviderKind.CHAT_COMPLETIONS, "small", priority=1)
    assert "Paris" in await service(mock, small).generate(CAPITAL, SYSTEM, temperature=0.0)
    assert [entry.attempt.alias for entry in _written(ledger)] == ["mock", "mock", "mock", "small"]
    assert [finding for finding in llmock.findings() if finding.startswith("error")] == []


async def test_what_the_real_model_said_is_replayed_without_it(
    service: Open, providers: ModelProviders, small_model_url: str, tmp_path: Path
) -> None:
    config = peer_config(small_model_url, ProviderKind.CHAT_COMPLETIONS)
    recording = RecordingProviders(providers, tmp_path / "run.capsule")
    live = await _conversation(service(config, through=recording))
    await recording.aclose()
    nowhere = peer_config("http://127.0.0.1:1/v1", ProviderKind.CHAT_COMPLETIONS)
    replaying = ReplayingProviders(tmp_path / "run.capsule")
    assert await _conversation(service(nowhere, through=replaying)) == live
    assert not replaying.left_over
    assert "sk-peer" not in (tmp_path / "run.capsule").read_text()


async def _conversation(asked: LLMService) -> list[str]:
    told = [await asked.generate(CAPITAL, SYSTEM, temperature=0.0)]
    previous: str | None = None
    for question in (CAPITAL, "And of Italy?"):
        turn = asked.stream_events(input=question, instructions=SYSTEM, previous_response_id=previous, temperature=0.0)
        events = [event async for event in turn]
        told += [json.dumps(event) for event in events]
        response = events[-1]["response"]
        assert isinstance(response, dict)
        previous = str(response["id"])
    return told


async def _listen(asked: LLMService, seen: list[object]) -> None:
    async for event in asked.stream_events(input=CAPITAL):
        seen.append(event["type"])
