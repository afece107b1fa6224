"""Stored records of the things that a conversation names: a model's word for them is never taken."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from packages.core.events import JsonObject


@dataclass(frozen=True, slots=True)
class StrategyFact:
    """A strategy of the owner."""

    strategy_id: str
    version: int
    name: str
    lineage_id: str
    content_hash: str
    dsl_json: JsonObject
    tickers: tuple[str, ...]
    market: str
    timeframe: str


@dataclass(frozen=True, slots=True)
class BacktestFact:
    """`status` is pending, running, done or failed; `sharpe` is out of sample where there is such a part. `figures`:
    of the whole account and its closed trades, empty until it is done. `is_stopped`: it failed as it was cancelled."""

    backtest_job_id: str
    strategy_id: str | None
    version: int | None
    content_hash: str
    status: str
    error: str | None
    trades: int | None
    sharpe: float | None
    figures: JsonObject = field(default_factory=dict)
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class StressFact:
    """`verdict` is None until there is one."""

    stress_report_id: str
    scenario_set_id: str
    strategy_id: str | None
    version: int | None
    content_hash: str
    status: str
    verdict: str | None
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class DeploymentFact:
    """`status` is ready, deployed, blocked or completed; one that `is_stopped` is not started again."""

    deployment_id: str
    strategy_id: str
    version: int
    account_id: str
    target: str
    status: str
    blocker: str | None
    is_paused: bool = False
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class AccountFact:
    """An account to deploy to; `target` is paper or live."""

    broker_account_id: str
    label: str
    target: str
    busy: bool


@dataclass(frozen=True, slots=True)
class InstrumentFact:
    """An instrument that has bars; one that was delisted can be tested and not traded."""

    symbol: str
    market: str
    name_zh: str
    name_en: str
    timeframes: tuple[str, ...]
    is_demo: bool
    delisted_on: date | None = None


class StoredRecords(Protocol):
    """Each look is by owner; what is not there, or is another person's, is None."""

    async def strategy(self, owner_id: str, strategy_id: str) -> StrategyFact | None: ...

    async def draft(self, owner_id: str, draft_id: str) -> JsonObject | None:
        """The document of a draft."""
        ...

    async def backtest(self, owner_id: str, backtest_job_id: str) -> BacktestFact | None: ...

    async def backtests_of(self, owner_id: str, strategy_id: str) -> Sequence[BacktestFact]:
        """Newest first; those of all strategies of the lineage."""
        ...

    async def stress(self, owner_id: str, stress_report_id: str) -> StressFact | None: ...

    async def deployment(self, owner_id: str, deployment_id: str) -> DeploymentFact | None: ...

    async def account(self, owner_id: str, account_id: str) -> AccountFact | None: ...

    async def research(self, owner_id: str, research_session_id: str) -> str | None:
        """The symbol of a research session."""
        ...

    async def approval(self, owner_id: str, approval_id: str) -> str | None:
        """The deployment that an approval was asked for."""
        ...

    async def instrument(self, symbol: str) -> InstrumentFact | None: ...

    async def instruments(self, market: str | None = None) -> Sequence[InstrumentFact]:
        """Those that have bars."""
        ...
