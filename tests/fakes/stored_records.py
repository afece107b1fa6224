"""`StoredRecords` in memory: each thing is somebody's."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from packages.core.events import JsonObject
from packages.domain.conversation.facts import (
    AccountFact,
    BacktestFact,
    DeploymentFact,
    InstrumentFact,
    StrategyFact,
    StressFact,
)


@dataclass
class InMemoryRecords:
    """By kind, owner and id; put them in as they are."""

    strategies: dict[tuple[str, str], StrategyFact] = field(default_factory=dict)
    drafts: dict[tuple[str, str], JsonObject] = field(default_factory=dict)
    backtests: dict[tuple[str, str], BacktestFact] = field(default_factory=dict)
    reports: dict[tuple[str, str], StressFact] = field(default_factory=dict)
    deployments: dict[tuple[str, str], DeploymentFact] = field(default_factory=dict)
    accounts: dict[tuple[str, str], AccountFact] = field(default_factory=dict)
    researches: dict[tuple[str, str], str] = field(default_factory=dict)
    approvals: dict[tuple[str, str], str] = field(default_factory=dict)
    bars: dict[str, InstrumentFact] = field(default_factory=dict)

    async def strategy(self, owner_id: str, strategy_id: str) -> StrategyFact | None:
        return self.strategies.get((owner_id, strategy_id))

    async def draft(self, owner_id: str, draft_id: str) -> JsonObject | None:
        return self.drafts.get((owner_id, draft_id))

    async def backtest(self, owner_id: str, backtest_job_id: str) -> BacktestFact | None:
        return self.backtests.get((owner_id, backtest_job_id))

    async def backtests_of(self, owner_id: str, strategy_id: str) -> Sequence[BacktestFact]:
        found = [fact for (owner, _), fact in self.backtests.items() if owner == owner_id]
        return [fact for fact in reversed(found) if fact.strategy_id == strategy_id]

    async def stress(self, owner_id: str, stress_report_id: str) -> StressFact | None:
        return self.reports.get((owner_id, stress_report_id))

    async def deployment(self, owner_id: str, deployment_id: str) -> DeploymentFact | None:
        return self.deployments.get((owner_id, deployment_id))

    async def account(self, owner_id: str, account_id: str) -> AccountFact | None:
        return self.accounts.get((owner_id, account_id))

    async def research(self, owner_id: str, research_session_id: str) -> str | None:
        return self.researches.get((owner_id, research_session_id))

    async def approval(self, owner_id: str, approval_id: str) -> str | None:
        return self.approvals.get((owner_id, approval_id))

    async def instrument(self, symbol: str) -> InstrumentFact | None:
        return self.bars.get(symbol)

    async def instruments(self, market: str | None = None) -> Sequence[InstrumentFact]:
        return [each for each in self.bars.values() if market in (None, each.market)]
