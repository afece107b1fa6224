"""Wires the platform: configurations, providers, ledger, search; SDKs are imported when a model may be asked."""

import asyncio
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Message
from packages.infra.db.engine import Database
from packages.infra.security.vault import Vault
from packages.settings.auth import AuthMode
from packages.settings.load import Settings
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.application.model_configs import ConfigBook
from src.modules.llm_platform.application.model_tester import LedgerTester
from src.modules.llm_platform.application.ports import IWebSearchProvider, McpTools, ModelProviders
from src.modules.llm_platform.domain.errors import NoModelConfigured
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.infrastructure.capsule.providers import RecordingProviders, ReplayingProviders
from src.modules.llm_platform.infrastructure.config_store import Rotation, SqlModelConfigs, UnreadableKey
from src.modules.llm_platform.infrastructure.conversations import SqlConversations
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from src.modules.llm_platform.infrastructure.mcp_client import McpClientTools
from src.modules.llm_platform.infrastructure.price_table import PriceTable
from src.modules.llm_platform.infrastructure.providers.auto_provider import KnownProtocols
from src.modules.llm_platform.infrastructure.providers.provider_factory import OpenProviders, ProviderFactory
from src.modules.llm_platform.infrastructure.settings_configs import budgets_of, configs_of
from src.modules.llm_platform.infrastructure.web_search.chain import LocalNews, WebSearchChain, web_search

if TYPE_CHECKING:
    from packages.infra.providers.outbound import OutboundRules


class LlmPlatformContainer:
    """One per process: circuit breakers, open connections and caches are shared by all who ask. Tests may bring
    providers of their own."""

    def __init__(
        self, database: Database, settings: Settings, clock: Clock, providers: ModelProviders | None = None
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._ids = Ids(clock)
        self._given_providers = providers
        self._mcp_tools: McpTools = McpClientTools(clock)

    def reach_tools_by(self, mcp_tools: McpTools) -> None:
        """How models that we call tools for reach them; for those that are opened from now on."""
        self._mcp_tools = mcp_tools

    def configs(self) -> ConfigBook:
        fixed = configs_of(self._settings.llm)
        if self._guests is None:
            return ConfigBook(self._configs, fixed, self._clock)
        return ConfigBook(self._configs, fixed, self._clock, self._guests.may_be_named)

    def ledger(self) -> SqlLedger:
        return self._ledger

    def tester(self) -> LedgerTester:
        return LedgerTester(self._services)

    def service(self, scope: CallScope) -> LLMService:
        return LLMService(self._services, scope)

    def search(self) -> IWebSearchProvider:
        return self._search

    def stored_news(self) -> IWebSearchProvider:
        """Only what is stored here, whatever keys there are."""
        return LocalNews(self._database)

    async def has_model(self, owner_id: str) -> bool:
        """Whether this owner's questions go to a model, or to the rules."""
        return bool(await self._configs.active(owner_id))

    async def model_problem(self, owner_id: str) -> Message | None:
        """Why the model that is set for this owner cannot be asked; None where nothing is wrong, or none is set."""
        try:
            await self._configs.active(owner_id)
        except (NoModelConfigured, UnreadableKey) as error:
            return error.said
        return None

    def settings_problem(self) -> Message | None:
        """What the settings begin and do not finish, whoever asks."""
        return next((begun.problem for begun in configs_of(self._settings.llm).incomplete), None)

    async def warm_up(self) -> None:
        """Imports, beside everything else, the client libraries of models that the settings name, so that the first
        answer does not wait for them."""
        llm = self._settings.llm
        wanted = {"openai": llm.uses_openai and not llm.llm_replay, "anthropic": bool(llm.anthropic_api_key)}
        for library in (name for name, is_wanted in wanted.items() if is_wanted and find_spec(name) is not None):
            await asyncio.to_thread(import_module, library)

    async def rotate_keys(self) -> Rotation:
        return await self._configs.rotate_keys()

    async def aclose(self) -> None:
        opened = self.__dict__
        if "_providers" in opened:
            await self._providers.aclose()
        if "_search" in opened:
            await self._search.aclose()
        if "_ledger" in opened:
            await self._ledger.aclose()

    @cached_property
    def _guests(self) -> "OutboundRules | None":
        """Where people may point models; none are guests on a desk with one owner."""
        if self._settings.auth_mode is AuthMode.LOCAL:
            return None
        from packages.infra.providers.outbound import OutboundRules

        return OutboundRules(self._settings.llm.private_servers)

    @cached_property
    def _services(self) -> ModelServices:
        prices = PriceTable(self._settings.home.home / "prices.json")
        return ModelServices(
            configs=self._configs,
            providers=self._providers,
            ledger=self._ledger,
            prices=prices,
            clock=self._clock,
            ids=self._ids,
        )

    @cached_property
    def _ledger(self) -> SqlLedger:
        return SqlLedger(self._database, budgets_of(self._settings.llm), self._clock, self._ids)

    @cached_property
    def _configs(self) -> SqlModelConfigs:
        vault = Vault(self._settings.home.keys, "model-keys")
        return SqlModelConfigs(self._database, vault, configs_of(self._settings.llm), self._clock)

    @cached_property
    def _search(self) -> WebSearchChain:
        return web_search(self._settings.vendors, self._database, self._clock)

    @cached_property
    def _providers(self) -> ModelProviders:
        if self._settings.llm.llm_replay:
            return ReplayingProviders(self._settings.llm.llm_replay)
        opened = self._given_providers or self._open_providers()
        if self._settings.llm.llm_record:
            return RecordingProviders(opened, self._settings.llm.llm_record)
        return opened

    def _open_providers(self) -> OpenProviders:
        factory = ProviderFactory(
            mcp_tools=self._mcp_tools,
            conversations=SqlConversations(self._database, self._clock),
            ids=self._ids,
            clock=self._clock,
            protocols=KnownProtocols(self._settings.home.home / "protocols.json"),
            guests=self._guests,
        )
        return OpenProviders(factory)
