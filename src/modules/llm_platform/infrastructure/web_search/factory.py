"""Builds the web search from the keys that there are."""

from pydantic import SecretStr

from packages.core.clock import Clock
from packages.infra.db.engine import Database
from packages.settings.vendors import VendorSettings
from src.modules.llm_platform.infrastructure.web_search.bocha import BOCHA_URL, BochaSearch
from src.modules.llm_platform.infrastructure.web_search.cache import CachedSearch, NamedSearch
from src.modules.llm_platform.infrastructure.web_search.chain import WebSearch
from src.modules.llm_platform.infrastructure.web_search.local_news import LocalNews
from src.modules.llm_platform.infrastructure.web_search.tavily import TAVILY_URL, TavilySearch
from src.modules.llm_platform.infrastructure.web_search.vendor_api import Vendor, VendorApi


def web_search(
    vendors: VendorSettings, database: Database, clock: Clock, bocha_url: str = BOCHA_URL, tavily_url: str = TAVILY_URL
) -> WebSearch:
    """Bocha first for Chinese text, Tavily first otherwise, the stored news last; without a key only these.

    Close it with `aclose()`; no connection is opened before the first search.
    """
    bocha: list[NamedSearch] = []
    tavily: list[NamedSearch] = []
    if (key := _given(vendors.bocha_api_key)) is not None:
        vendor = Vendor(name=BochaSearch.name, base_url=bocha_url, key=key, setting="BOCHA_API_KEY")
        bocha.append(CachedSearch(BochaSearch(VendorApi(vendor, clock), clock), database, clock))
    if (key := _given(vendors.tavily_api_key)) is not None:
        vendor = Vendor(name=TavilySearch.name, base_url=tavily_url, key=key, setting="TAVILY_API_KEY")
        tavily.append(CachedSearch(TavilySearch(VendorApi(vendor, clock), clock), database, clock))
    news = LocalNews(database)
    return WebSearch(chinese=[*bocha, *tavily, news], other=[*tavily, *bocha, news])


def _given(key: SecretStr | None) -> SecretStr | None:
    """An empty key in an environment file is no key."""
    return key if key is not None and key.get_secret_value().strip() else None
