"""An app with nothing but the routes of the language models, over a real database, ledger and vault."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import httpx
from fastapi import APIRouter, FastAPI

from apps.api.routes import errors
from packages.core.ids import Ids
from packages.core.messages import Message
from packages.domain.accounts.service import Accounts
from packages.infra.accounts import SqlAccounts
from packages.infra.db.engine import Database
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens
from packages.infra.security.vault import Vault
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.application.model_configs import ConfigBook, Incomplete, SettingsConfigs
from src.modules.llm_platform.application.model_tester import LedgerTester
from src.modules.llm_platform.domain.ledger import BudgetLimit, Budgets
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.config_store import SqlModelConfigs
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from src.modules.llm_platform.presentation.rest import llm_routes
from src.modules.llm_platform.presentation.rest.llm_routes import LlmRoutesState
from tests.accounts import identity_over, join, signed_in_as
from tests.fakes.clock import StoppedClock
from tests.fakes.scripted_model import ScriptedProviders

SETTINGS_KEY = "sk-of-the-settings-1234"
SETTINGS = SettingsConfigs(
    (ModelConfig(alias="default", provider=ProviderKind.RESPONSES, model="gpt-x", api_key=Secret(SETTINGS_KEY)),),
    (
        Incomplete(
            ModelConfig(alias="begun", provider=ProviderKind.AUTO, model=""), Message.verbatim("set PARLEY_LLM_MODEL")
        ),
    ),
)
BUDGETS = Budgets(user=BudgetLimit(money=Decimal("1.50")), day=BudgetLimit(tokens=9000))


class StatedPrices:
    """Only what a configuration itself says."""

    def of(self, config: ModelConfig) -> ModelPrice | None:
        return config.price


async def _at_once(_seconds: float) -> None:
    """Nobody waits in a test."""


@dataclass(frozen=True, slots=True)
class LlmDesk:
    """The app, what stands behind it, and clients of its people."""

    app: FastAPI
    ledger: SqlLedger
    store: SqlModelConfigs
    models: ScriptedProviders
    accounts: Accounts
    clock: StoppedClock

    def client(self, user_id: str | None) -> httpx.AsyncClient:
        """None: somebody who is not signed in."""
        headers = signed_in_as(self.accounts, user_id) if user_id else {}
        base = "http://127.0.0.1:8000/api/v1/llm-platform"
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=base, headers=headers)


@asynccontextmanager
async def open_llm_desk(database: Database, keys: Path, people: tuple[str, ...]) -> AsyncIterator[LlmDesk]:
    clock = StoppedClock()
    ids = Ids(clock)
    tokens = JwtAccessTokens(b"k" * 32, clock, ids, timedelta(days=1))
    accounts = Accounts(SqlAccounts(database), Argon2Hasher(), tokens, clock, ids, timedelta(days=1))
    for person in people:
        await join(accounts, person)
    store = SqlModelConfigs(database, Vault(keys, "model-keys"), SETTINGS, clock)
    models = ScriptedProviders()
    app = FastAPI()
    api = APIRouter(prefix="/api/v1")
    api.include_router(llm_routes.router)
    app.include_router(api)
    errors.install(app)
    app.state.identity = identity_over(database, accounts)
    async with SqlLedger(database, BUDGETS, clock, ids).running() as ledger:
        desk = ModelServices(
            configs=store,
            providers=models,
            ledger=ledger,
            prices=StatedPrices(),
            clock=clock,
            ids=ids,
            sleep=_at_once,
        )
        app.state.llm = LlmRoutesState(ConfigBook(store, SETTINGS, clock), ledger, LedgerTester(desk))
        yield LlmDesk(app, ledger, store, models, accounts, clock)
