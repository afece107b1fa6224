"""Who answers a turn, with which tools, and what it cost."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from apps.api.composition import open_app
from apps.api.conversation.own_tools import OwnTools
from apps.api.conversation.streamers import ChatStreamers, LedgerSpending
from apps.api.orchestration.shared import ToolServer, TurnRequest
from apps.api.services import AppContext
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import HEADER, ToolDomain, ToolGrant
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID as OWNER
from packages.domain.conversation.understanding.model import Understood
from packages.infra.security.tokens import BadToolToken
from packages.settings.load import load_settings
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.requests import McpServer
from tests.apps.api.work import run_in_memory
from tests.conformance.ledger_conformance import attempt, begun, completed
from tests.fakes.ledger import InMemoryLedger
from tests.packages.domain.backtest.asking import document
from tests.servers.model_server import ModelServer
from tests.servers.steps import Reply, Status, ToolCall, ToolCalls

BASE = "http://desk.test"  # nobody is there: what is called is called in process
TURN = "turn-1"


@pytest.fixture
async def desk(migrated_home: Path) -> AsyncIterator[AppContext]:
    async with open_app(load_settings(), run_jobs=run_in_memory) as desk:
        yield desk


@pytest.fixture
def own_tools(desk: AppContext) -> OwnTools:
    return OwnTools(desk.tools, desk.tool_tokens, BASE, desk.clock)


def server(desk: AppContext, url: str = f"{BASE}/mcp/strategy", tools: tuple[str, ...] = ("upsert_dsl",)) -> McpServer:
    grant = ToolGrant(OWNER, "session", TURN, Phase.STRATEGY, ToolDomain.STRATEGY, frozenset(tools))
    headers = {HEADER: desk.tool_tokens.issue(grant)}
    return McpServer(server_label="strategy", server_url=url, headers=headers, allowed_tools=tools)


def request(desk: AppContext) -> TurnRequest:
    shown = server(desk)
    return TurnRequest(
        owner_id=OWNER,
        session_id="session",
        turn_id=TURN,
        language=Language.EN,
        understood=Understood(),
        input=({"role": "user", "content": "hello"},),
        instructions="Be brief.",
        tools=(ToolServer("strategy", shown.server_url, shown.headers[HEADER], shown.allowed_tools),),
        state={"phase": "kyc"},
        previous_response_id=None,
        is_first=True,
    )


async def answered(desk: AppContext, own_tools: OwnTools) -> list[dict[str, Any]]:
    desk.llm.reach_tools_by(own_tools)
    voice = await ChatStreamers(desk.llm, own_tools, desk.clock).for_turn(OWNER, TURN)
    return [dict(event) async for event in voice.stream_events(request(desk))]


def said(events: list[dict[str, Any]]) -> str:
    return "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")


async def test_without_a_model_the_rules_answer_and_nothing_is_spent(desk: AppContext, own_tools: OwnTools) -> None:
    voice = await ChatStreamers(desk.llm, own_tools, desk.clock).for_turn(OWNER, TURN)
    assert voice.engine == "rules"
    assert "No AI model is connected" in said(await answered(desk, own_tools))
    assert await LedgerSpending(desk.llm.ledger()).of_turn(OWNER, TURN) == (None, None)


class TestWithAModel:
    """A server that has no Responses API: the tools that it asks for are called by us."""

    @pytest.fixture
    async def model(self, migrated_home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ModelServer]:
        async with ModelServer() as model:
            monkeypatch.setenv("OPENAI_BASE_URL", model.base_url)
            monkeypatch.setenv("PARLEY_LLM_MODEL", "local")
            monkeypatch.setenv("PARLEY_LLM_API", "chat_completions")
            yield model

    @pytest.fixture
    async def desk(self, model: ModelServer) -> AsyncIterator[AppContext]:
        async with open_app(load_settings(), run_jobs=run_in_memory) as desk:
            yield desk

    async def test_the_model_answers_in_the_book_under_its_turn(
        self, desk: AppContext, own_tools: OwnTools, model: ModelServer
    ) -> None:
        model.will(Reply("Good day."))
        assert (await ChatStreamers(desk.llm, own_tools, desk.clock).for_turn(OWNER, TURN)).engine == "llm"
        assert said(await answered(desk, own_tools)) == "Good day."
        lines = await desk.llm.ledger().calls(OWNER, TURN)
        assert [(line.caller, line.model) for line in lines] == [("chat", "local")]
        assert await LedgerSpending(desk.llm.ledger()).of_turn(OWNER, TURN) == ("local", None)

    async def test_tools_that_it_asks_for_are_called_in_process(
        self, desk: AppContext, own_tools: OwnTools, model: ModelServer
    ) -> None:
        arguments = json.dumps({"dsl": document("DEMO5"), "idempotency_key": "k"})
        model.will(ToolCalls([ToolCall(id="c1", name="strategy__upsert_dsl", arguments=arguments)]), Reply("Saved."))
        events = await answered(desk, own_tools)
        done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
        saved = json.loads(next(item["output"] for item in done if item["type"] == "mcp_call"))
        assert (await desk.strategies.revision(OWNER, saved["strategy_id"], None)).version == 1
        assert said(events) == "Saved."

    async def test_a_model_that_fails_is_not_replaced_by_the_rules(
        self, desk: AppContext, own_tools: OwnTools, model: ModelServer
    ) -> None:
        model.will(Status(401))
        with pytest.raises(ModelFault):
            await answered(desk, own_tools)


@pytest.mark.parametrize(
    ("costs", "money"), [(("0.10", "0.05"), "0.15"), (("0.10", None), None)], ids=["all known", "one unknown"]
)
async def test_money_is_the_sum_of_all_tries_and_unknown_as_soon_as_one_is(
    costs: tuple[str | None, ...], money: str | None
) -> None:
    ledger = InMemoryLedger()
    for number, cost in enumerate(costs, 1):
        one = await begun(ledger, attempt(owner_id=OWNER, run_id=TURN, number=number))
        await ledger.settle(one, completed(cost=cost))
    assert (await LedgerSpending(ledger).of_turn(OWNER, TURN))[1] == money


async def test_every_call_brings_a_token_of_its_own_so_a_tool_may_change_two_things(
    desk: AppContext, own_tools: OwnTools
) -> None:
    granted = server(desk)
    results = [
        await own_tools.call_tool(granted, "upsert_dsl", {"dsl": document("DEMO5"), "idempotency_key": key})
        for key in ("first", "second")
    ]
    ids = {json.loads(result.text)["strategy_id"] for result in results}
    assert len(ids) == 2


async def test_the_door_is_the_same_as_over_http(desk: AppContext, own_tools: OwnTools) -> None:
    assert [tool.name for tool in await own_tools.list_tools(server(desk))] == ["upsert_dsl"]
    refused = await own_tools.call_tool(server(desk), "get_dsl", {"strategy_id": "x"})
    assert refused.is_error
    assert json.loads(refused.text)["error"]["code"] == "tool_not_granted"
    forged = replace(server(desk), headers={HEADER: "forged"})
    with pytest.raises(BadToolToken):
        await own_tools.call_tool(forged, "upsert_dsl", {})


async def test_a_server_of_somebody_else_is_never_taken_for_the_desks_own(
    desk: AppContext, own_tools: OwnTools
) -> None:
    elsewhere = server(desk, "http://127.0.0.1:9/mcp/strategy")
    answer = await own_tools.call_tool(elsewhere, "upsert_dsl", {"dsl": document("DEMO5"), "idempotency_key": "k"})
    assert answer.is_error
    assert "did not answer" in answer.text
