"""Every table of every floor, for whoever needs the whole metadata (migrations, tests)."""

from packages.infra.db import accounts, event_rows, market_rows
from packages.infra.db.base import Base

__all__ = ["accounts", "event_rows", "market_rows", "metadata"]

metadata = Base.metadata
