"""The container: the whole chain wired, and the engine chosen by what the settings say."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path

import pytest

from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.container import DebateContainer
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.infrastructure.adapters.llm_adapter import LLMAdapter
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.errors import ModelRefused, NoModelConfigured
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.domain.requests import ModelRequest, StreamRequest
from tests.fakes.clock import StoppedClock
from tests.fakes.scripted_model import Fails, Hangs, Says, ScriptedModel, ScriptedProviders
from tests.src.modules.debate.agents import BearFirst
from tests.src.modules.debate.making import BEAR_JSON, BULL_JSON, RESOLUTION_JSON, debate_input, written

SCOPE = CallScope(owner_id="ann", caller="debate", run_id="run-1")
Expecting = Callable[[ModelRequest | StreamRequest], bool]


def from_(agent: str) -> Expecting:
    """A question of this agent."""
    said = {"bull": "You are the bull", "bear": "You are the bear", "resolution": "You resolve"}[agent]
    return lambda asked: isinstance(asked, ModelRequest) and said in (asked.system_message or "")


def whole_debate() -> list[Says]:
    return [
        Says(written(BULL_JSON), expecting=from_("bull")),
        Says(written(BEAR_JSON), expecting=from_("bear")),
        Says(written(RESOLUTION_JSON), expecting=from_("resolution")),
    ]


@asynccontextmanager
async def platform_with(model: ScriptedModel) -> AsyncIterator[LlmPlatformContainer]:
    settings = load_settings()
    database = Database(settings.database_url)
    await upgrade(database)
    platform = LlmPlatformContainer(database, settings, StoppedClock(), ScriptedProviders(default=model))
    try:
        yield platform
    finally:
        await platform.aclose()
        await database.aclose()


def priced(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model with a price of our own."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("PARLEY_LLM_MODEL", "priced")
    home.mkdir()
    price = {
        "model": "priced", "input_per_million": 1, "output_per_million": 2, "currency": "USD", "source": "test",
        "as_of": "2026-01-01",
    }  # fmt: skip
    (home / "prices.json").write_text(json.dumps({"prices": [price]}))


def test_the_container_wires_the_whole_chain(home: Path) -> None:
    container = DebateContainer()
    assert isinstance(container.debate_service(), DebateService)
    assert isinstance(container.llm("bull_advocate"), LLMAdapter)


async def test_without_a_model_a_debate_is_by_rules_and_touches_no_file(home: Path) -> None:
    outcome = await DebateContainer().debate_service().run(debate_input())
    assert outcome.engine == "rules"
    assert outcome.bull_case.supporting_arguments
    assert not home.exists()


async def test_a_started_desk_without_a_model_debates_by_rules(home: Path) -> None:
    database = Database(load_settings().database_url)
    await upgrade(database)
    await database.aclose()
    assert (await DebateContainer().debate_service().run(debate_input())).engine == "rules"


async def test_with_a_key_the_model_argues(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with ScriptedModel(*whole_debate(), any_order=True) as model:
        async with platform_with(model) as platform:
            service = DebateContainer(platform=platform, scope=SCOPE).debate_service()
            outcome = await service.run(debate_input())
            calls = await platform.ledger().calls("ann", "run-1")
    assert (outcome.engine, outcome.direction, outcome.confidence) == ("llm", "BULLISH", 0.55)
    assert sorted((call.caller, call.agent) for call in calls) == [
        ("debate", "bear_advocate"), ("debate", "bull_advocate"), ("debate", "resolution"),
    ]  # fmt: skip


async def test_by_the_settings_alone_a_key_means_the_model(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A capsule that holds nothing stands in for the model: it is asked, and it has no answer; rules never step in."""
    capsule = tmp_path / "capsule.jsonl"
    capsule.write_text("")
    monkeypatch.setenv("PARLEY_LLM_REPLAY", str(capsule))
    with pytest.raises(Exception, match=r"capsule|recorded|replay"):
        await DebateContainer().debate_service().run(debate_input())


async def test_a_base_url_without_a_model_is_told_and_never_becomes_rules(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(NoModelConfigured, match="PARLEY_LLM_MODEL"):
        await DebateContainer().debate_service().run(debate_input())


async def test_a_model_that_fails_never_becomes_rules(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the other side, which would wait for ever, is cancelled."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    refusal = Fails(ModelRefused("The key is wrong."), expecting=from_("bull"))
    model = BearFirst(refusal, Hangs(expecting=from_("bear")))
    async with platform_with(model) as platform:
        with pytest.raises(ModelRefused, match="The key is wrong"):
            await DebateContainer(platform=platform, scope=SCOPE).debate_service().run(debate_input())
    assert (len(model.requests), model.left) == (2, 1)


async def test_a_resumed_debate_pays_nothing_twice(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with ScriptedModel(*whole_debate(), any_order=True) as model:
        async with platform_with(model) as platform:
            first = await DebateContainer(platform=platform, scope=SCOPE).debate_service().run(debate_input())
            again = await DebateContainer(platform=platform, scope=SCOPE).debate_service().run(debate_input())
    assert first == again


async def test_one_repair_of_each_agent_through_the_real_service(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    steps = [
        Says("", expecting=from_("bull")),
        Says('{"direction": "BEARISH"', expecting=from_("bear")),
        Says("no", expecting=from_("resolution")),
        *whole_debate(),
    ]
    with ScriptedModel(*steps, any_order=True) as model:
        async with platform_with(model) as platform:
            outcome = await DebateContainer(platform=platform, scope=SCOPE).debate_service().run(debate_input())
    assert outcome.direction == "BULLISH"


async def test_a_second_bad_answer_is_a_parse_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    bull, bear, _ = whole_debate()
    bad = [Says("no", expecting=from_("resolution")), Says("still no", expecting=from_("resolution"))]
    with ScriptedModel(bull, bear, *bad, any_order=True) as model:
        async with platform_with(model) as platform:
            with pytest.raises(LLMOutputParseError, match="no JSON"):
                await DebateContainer(platform=platform, scope=SCOPE).debate_service().run(debate_input())


async def test_the_cost_is_told_before_anything_is_asked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    priced(home, monkeypatch)
    with ScriptedModel() as model:
        async with platform_with(model) as platform:
            service = DebateContainer(platform=platform, scope=SCOPE).debate_service()
            one, three = await service.estimate(debate_input()), await service.estimate(debate_input(), 3)
    assert (one.model, one.model_calls, three.model_calls, three.model_calls_at_most) == ("priced", 3, 7, 28)
    assert Decimal(0) < (one.cost_at_most or 0) < (three.cost_at_most or 0) < Decimal(1)


async def test_a_price_that_nobody_stated_is_unknown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("PARLEY_LLM_MODEL", "unheard-of")
    async with platform_with(ScriptedModel()) as platform:
        cost = await DebateContainer(platform=platform, scope=SCOPE).debate_service().estimate(debate_input())
    assert (cost.cost_at_most, cost.model_calls) == (None, 3)


async def test_rules_cost_nothing(home: Path) -> None:
    cost = await DebateContainer().debate_service().estimate(debate_input(), 2)
    assert (cost.engine.value, cost.model_calls, cost.cost_at_most) == ("rules", 0, Decimal(0))


async def test_the_most_told_before_is_not_less_than_what_was_charged(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The book puts aside the worst case of each question; their sum stays within the estimate."""
    priced(home, monkeypatch)
    monkeypatch.setenv("PARLEY_LLM_BUDGET_RUN_USD", "5")
    bad = [Says("no", usage=None, expecting=from_(agent)) for agent in ("bull", "bear", "resolution")]
    good = [Says(step.text, usage=None, expecting=step.expecting) for step in whole_debate()]
    with ScriptedModel(*bad, *good, any_order=True) as model:
        async with platform_with(model) as platform:
            service = DebateContainer(platform=platform, scope=SCOPE).debate_service()
            told = await service.estimate(debate_input())
            await service.run(debate_input())
            states = {state.name: state for state in await platform.ledger().budgets("ann", "run-1")}
    assert told.model_calls_at_most == 2 * len(model.requests) == 12
    charged = next(state.spent.money for name, state in states.items() if "run" in name)
    assert Decimal(0) < (charged or 0) <= (told.cost_at_most or 0)
