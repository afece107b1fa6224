"""Every table of every floor, for whoever needs the whole metadata (migrations, tests)."""

from packages.infra.db import accounts, event_rows, market_rows, news_index
from packages.infra.db.base import Base
from src.modules.llm_platform.infrastructure import config_rows, conversations
from src.modules.llm_platform.infrastructure.ledger import rows as ledger_rows
from src.modules.llm_platform.infrastructure.web_search import cache

__all__ = [
    "accounts",
    "cache",
    "config_rows",
    "conversations",
    "event_rows",
    "ledger_rows",
    "market_rows",
    "metadata",
    "news_index",
]

metadata = Base.metadata
