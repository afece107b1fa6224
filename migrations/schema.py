"""Every table of every floor, for whoever needs the whole metadata (migrations, tests)."""

from packages.infra.db import (
    accounts,
    backtests,
    chat_rows,
    deployment_rows,
    event_rows,
    market_rows,
    news_index,
    optimisations,
    order_rows,
    paper_rows,
    profiles,
    strategy_rows,
    stress,
    tool_calls,
    trial_returns,
)
from packages.infra.db.base import Base
from src.modules.coordinator.infrastructure.sessions import rows as research_rows
from src.modules.judge.infrastructure import call_rows
from src.modules.llm_platform.infrastructure import config_rows, conversations
from src.modules.llm_platform.infrastructure.ledger import rows as ledger_rows
from src.modules.llm_platform.infrastructure.web_search import cache

__all__ = [
    "accounts",
    "backtests",
    "cache",
    "call_rows",
    "chat_rows",
    "config_rows",
    "conversations",
    "deployment_rows",
    "event_rows",
    "ledger_rows",
    "market_rows",
    "metadata",
    "news_index",
    "optimisations",
    "order_rows",
    "paper_rows",
    "profiles",
    "research_rows",
    "strategy_rows",
    "stress",
    "tool_calls",
    "trial_returns",
]

metadata = Base.metadata
