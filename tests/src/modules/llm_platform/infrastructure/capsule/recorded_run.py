"""A run of model calls, asked of anybody who implements the ports: while it is recorded, and while it is replayed."""

import asyncio
import json
import socket
import sys
from contextlib import aclosing
from pathlib import Path
from typing import NoReturn

from src.modules.llm_platform.application.ports import ModelProvider, ModelProviders
from src.modules.llm_platform.domain.errors import ModelBusy, ModelFault
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.domain.requests import McpServer, ModelRequest, OutputSchema, StreamRequest
from src.modules.llm_platform.infrastructure.capsule.providers import ReplayingProviders

KEY = "sk-recorded-0123456789"
TOKEN = "eyJhbGciOi.context.token"
CONFIG = ModelConfig(alias="main", provider=ProviderKind.RESPONSES, model="scripted-1", api_key=Secret(KEY))
QUESTION = ModelRequest(prompt="Is ACME cheap?\nSay why.", system_message="You are an analyst.", temperature=0.7)
SHAPED = ModelRequest(prompt="Rate ACME.", schema=OutputSchema("Rating", {"type": "object", "required": ["rating"]}))
DESK = McpServer(
    server_label="desk",
    server_url="http://127.0.0.1:49152/mcp?token=in-the-query",
    headers={"x-mcp-context": TOKEN, "authorization": f"Bearer {KEY}"},
    allowed_tools=("quote",),
)
TURN = StreamRequest(owner_id="anna", input="What is 贵州茅台 worth?", instructions="Be brief.", tools=(DESK,))
BUSY = ModelBusy("Come again.", status_code=429, request_id="req_1", retry_after=1.5, may_be_paid=True)


async def run_of_calls(providers: ModelProviders) -> list[str]:
    """Everything that came back, in the order in which it was asked for, as canonical JSON."""
    model = providers.provider_for(CONFIG)
    told = [await answered(model, QUESTION), await answered(model, QUESTION), await answered(model, SHAPED)]
    first = await heard(model, TURN)
    told += first
    last = json.loads(first[-1])
    later = StreamRequest(owner_id="anna", input="And tomorrow?", previous_response_id=last["response"]["id"])
    told += await heard(model, later)
    told += await heard(model, StreamRequest(owner_id="anna", input="Break."))
    at_once = [ModelRequest(prompt=f"Number {number}.") for number in range(20)]
    told += await asyncio.gather(*[answered(model, request) for request in at_once])
    await providers.aclose()
    return told


async def answered(model: ModelProvider, request: ModelRequest) -> str:
    try:
        answer = await model.generate(request)
    except ModelFault as fault:
        return fault_text(fault)
    return _json([answer.text, answer.finish, str(answer.usage), answer.response_id])


async def heard(model: ModelProvider, request: StreamRequest, leave_after: int | None = None) -> list[str]:
    told: list[str] = []
    try:
        async with aclosing(model.stream(request)) as events:
            async for event in events:
                told.append(_json(event))
                if len(told) == leave_after:
                    break
    except ModelFault as fault:
        told.append(fault_text(fault))
    return told


def fault_text(fault: ModelFault) -> str:
    fields = [fault.message, fault.status_code, fault.request_id, fault.retry_after, fault.may_be_paid, fault.details]
    return _json([type(fault).__name__, fault.category, *fields])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _no_network(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a replay opened a socket")


def _replay(path: Path) -> None:
    loop = asyncio.new_event_loop()  # it makes a pair of sockets for itself
    socket.socket = socket.create_connection = socket.getaddrinfo = _no_network  # type: ignore[assignment,misc]
    told = loop.run_until_complete(run_of_calls(ReplayingProviders(path)))
    loop.close()
    assert not {"openai", "anthropic", "httpx2", "httpx"} & set(sys.modules), "a replay needs no client library"
    sys.stdout.buffer.write("\n".join(told).encode())


if __name__ == "__main__":
    _replay(Path(sys.argv[1]))
