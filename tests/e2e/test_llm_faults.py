"""Every fault of a model server, through the whole platform: a typed outcome, a right book, and nothing left behind."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.infra.db.engine import Database
from packages.settings.database import DatabaseUrl
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.domain.errors import BudgetExhausted
from src.modules.llm_platform.domain.ledger import BudgetLimit, Budgets, CallStatus
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from src.modules.llm_platform.infrastructure.providers.provider_factory import OpenProviders
from tests.conformance.model_provider_asking import no_task_is_left
from tests.conformance.model_provider_faults import GENERATE, KEY, STREAM, Failure
from tests.effort import by_turns
from tests.peers.provider_factory import provider_factory
from tests.servers.model_server import ModelServer
from tests.servers.steps import EmptyOutput, Reply, Status
from tests.src.modules.llm_platform.application.desks import OWNER, config, desk, service

KINDS = (ProviderKind.RESPONSES, ProviderKind.CHAT_COMPLETIONS)


@dataclass(frozen=True, slots=True)
class Wired:
    """A service over a real ledger and a local server."""

    server: ModelServer
    ledger: SqlLedger
    providers: OpenProviders

    def asks(self, kind: ProviderKind, run_id: str | None = None, step: str = "") -> LLMService:
        return service(desk([self.main(kind)], self.providers, self.ledger, SystemClock()), run_id, step=step)

    def main(self, kind: ProviderKind) -> ModelConfig:
        timeouts = ModelTimeouts(connect=5.0, read=1.5, idle=1.0)  # a busy machine may stop for half a second
        return config("main", provider=kind, base_url=self.server.base_url, api_key=Secret(KEY), timeouts=timeouts)


@pytest.fixture
def budgets() -> Budgets:
    return Budgets()


@pytest.fixture
async def wired(tmp_path: Path, schema: Path, budgets: Budgets) -> AsyncIterator[Wired]:
    database = Database(DatabaseUrl(f"sqlite:///{shutil.copy(schema, tmp_path)}"))
    clock = SystemClock()
    async with ModelServer() as server, SqlLedger(database, budgets, clock, Ids(clock)).running() as ledger:
        providers = OpenProviders(provider_factory())
        yield Wired(server, ledger, providers)
        await providers.aclose()
        await server.wait_until_idle()
    await database.aclose()
    await no_task_is_left()


@by_turns(("name", "kind"), GENERATE, KINDS)
async def test_a_question_ends_in_a_typed_outcome_and_every_try_is_in_the_book(
    wired: Wired, kind: ProviderKind, name: str
) -> None:
    failure = GENERATE[name]
    tries = 3 if failure.fault.retryable else 1
    wired.server.will(*[failure.step] * tries)
    with pytest.raises(failure.fault):
        await wired.asks(kind).generate("Which way?")
    wired.server.assert_spent()
    await _book_is_right(wired, failure, tries)


@by_turns(("name", "kind"), STREAM, KINDS)
async def test_a_turn_ends_in_a_typed_outcome_and_is_begun_anew_only_before_its_first_words(
    wired: Wired, kind: ProviderKind, name: str
) -> None:
    failure = STREAM[name]
    most = 3 if failure.fault.retryable else 1
    wired.server.will(*[failure.step] * most)
    shown: list[object] = []
    with pytest.raises(failure.fault):
        await _listened(wired.asks(kind), shown)
    tries = len(wired.server.requests)
    assert tries == 1 if shown else tries == most
    await _book_is_right(wired, failure, tries)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_recovers_is_answered_by_the_next_try(wired: Wired, kind: ProviderKind) -> None:
    wired.server.will(Status(503), Status(429, headers={"retry-after": "0"}), Reply("BULLISH"))
    assert await wired.asks(kind).generate("Which way?") == "BULLISH"
    book = await wired.ledger.calls(OWNER)
    assert sorted(line.status for line in book) == [CallStatus.COMPLETED, CallStatus.FAILED, CallStatus.FAILED]


@pytest.mark.parametrize("kind", KINDS)
async def test_an_empty_turn_is_complete_and_counted(wired: Wired, kind: ProviderKind) -> None:
    wired.server.will(EmptyOutput())
    shown: list[object] = []
    await _listened(wired.asks(kind), shown)
    assert shown[-1] == "response.completed"
    (line,) = await wired.ledger.calls(OWNER)
    assert (line.status, line.output_tokens) == (CallStatus.COMPLETED, 0)


class TestABudgetForFifty:
    """Two hundred ask at once; the budget has room for fifty reservations."""

    @pytest.fixture
    def budgets(self) -> Budgets:
        # 1,000 output tokens at 10 dollars a million, and a prompt of 64 + 10 bytes at 2 dollars a million.
        return Budgets(run=BudgetLimit(money=50 * (Decimal("0.01") + 74 * Decimal("0.000002"))))

    @pytest.mark.parametrize("kind", KINDS)
    async def test_spending_never_exceeds_the_budget(self, wired: Wired, kind: ProviderKind) -> None:
        patient = wired.main(kind)
        server = ModelServer(otherwise=Reply("ok"))
        async with server:
            generous = config("main", provider=kind, base_url=server.base_url, api_key=patient.api_key)
            shared = desk([generous], wired.providers, wired.ledger, SystemClock())
            asked = [service(shared, step=str(number)).generate("Which way?") for number in range(200)]
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            await wired.providers.aclose()
            await server.wait_until_idle()
        answered = [outcome for outcome in outcomes if outcome == "ok"]
        refused = [outcome for outcome in outcomes if isinstance(outcome, BudgetExhausted)]
        assert len(answered) + len(refused) == 200
        assert len(answered) >= 50
        assert len(server.requests) == len(answered)
        (run,) = [state for state in await wired.ledger.budgets(OWNER, "run-1") if state.name.startswith("run")]
        assert run.reserved.money == 0
        assert run.spent.money is not None
        assert run.money_limit is not None
        assert run.spent.money <= run.money_limit


async def _listened(llm: LLMService, shown: list[object]) -> None:
    async for event in llm.stream_events(input="Which way?"):
        shown.append(event["type"])


async def _book_is_right(wired: Wired, failure: Failure, tries: int) -> None:
    book = await wired.ledger.calls(OWNER)
    assert len(book) == tries
    assert {line.status for line in book} == {CallStatus.FAILED}
    assert {line.error_code for line in book} == {failure.fault.code}
    assert KEY not in str(book)
    states = await wired.ledger.budgets(OWNER)
    assert all(state.reserved.tokens == 0 for state in states)
    assert all((state.spent.tokens > 0) is failure.paid for state in states)
