"""Every table of every floor, for whoever needs the whole metadata (migrations, tests)."""

from packages.infra import accounts
from packages.infra.backtest import backtests
from packages.infra.conversation import rows as chat_rows
from packages.infra.conversation import tool_calls
from packages.infra.db import event_rows
from packages.infra.db.base import Base
from packages.infra.providers.market_data.rows import market_rows, news_index
from packages.infra.providers.trading.store import deployment_rows, order_rows, paper_accounts
from packages.infra.strategy import strategy_rows
from packages.infra.stress import optimisations, stress_tests, trial_returns
from src.modules.audit.infrastructure import sql_audits
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
    "paper_accounts",
    "research_rows",
    "sql_audits",
    "strategy_rows",
    "stress_tests",
    "tool_calls",
    "trial_returns",
]

metadata = Base.metadata
