"""What a server takes is learned from its refusals, also when many ask at once."""

import asyncio

import openai

from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.infrastructure.providers.negotiation import Body, Negotiation
from src.modules.llm_platform.infrastructure.providers.openai.chat_connection import Accepted
from tests.servers.model_server import ModelServer
from tests.servers.steps import Reply, Status

_CONFIG = ModelConfig(alias="main", provider=ProviderKind.CHAT_COMPLETIONS, model="m")


def body_of(accepted: Accepted) -> Body:
    return {"prompt": "Hello"} | ({"temperature": 0.5} if accepted.temperature else {})


async def test_a_slow_answer_does_not_undo_what_was_learned_meanwhile() -> None:
    negotiation = Negotiation(Accepted(), _CONFIG, openai)
    learned = asyncio.Event()

    async def slow(body: Body) -> Body:
        await learned.wait()
        return body

    async def refused_first(body: Body) -> object:
        return await client.post("/chat/completions", cast_to=object, body=body)

    refusal = Status(400, body={"error": {"message": "temperature is not supported"}})
    async with (
        ModelServer(refusal, Reply()) as server,
        openai.AsyncOpenAI(api_key="k", base_url=server.base_url, max_retries=0) as client,
        asyncio.TaskGroup() as group,
    ):
        first = group.create_task(negotiation.agree(body_of, slow))
        await asyncio.sleep(0)
        await negotiation.agree(body_of, refused_first)
        learned.set()
    assert "temperature" in first.result()
    assert "temperature" not in await negotiation.agree(body_of, slow)
