"""A desk of deployments in memory: a strategy, accounts, and a stress lab that passes it."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal

from packages.core.errors import TooLarge
from packages.core.ids import Ids
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.lineage import TrialLedger
from packages.domain.strategy.model import Strategy
from packages.domain.trading.approval.approvals import Approvals
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.accounts import AccountKind, BrokerAccounts, BrokerCredentials
from packages.domain.trading.deployments.model import Deployment, DeploymentRequest, Override
from packages.domain.trading.deployments.ports import ClearanceRuling, ClearanceVerdict
from packages.domain.trading.deployments.service import DeploymentService
from packages.domain.trading.risk.limits import limits_from
from packages.domain.trading.risk.switches import Switches
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import sample
from tests.fakes.clock import StoppedClock
from tests.fakes.deployments import (
    InMemoryApprovals,
    InMemoryBrokerAccounts,
    InMemoryDeployments,
    InMemorySwitches,
    ModeratePersons,
    SaidVerdicts,
)
from tests.fakes.strategies import InMemoryStrategies, InMemoryTrials

NOW = datetime(2026, 11, 13, 15, 0, tzinfo=UTC)
ANN = PersonSession("ann", "s1")
KEYS = BrokerCredentials("PKAB12CD34EF56GH78IJ", "s3cret-of-the-broker")
OVERRIDE = Override("deploy without a passing stress test", "paper money, to see it trade")


@dataclass(slots=True)
class Desk:
    """Everything that a deployment needs."""

    clock: StoppedClock
    book: StrategyBook
    verdicts: SaidVerdicts
    store: InMemoryDeployments
    accounts: BrokerAccounts
    switches: Switches
    approvals: Approvals
    service: DeploymentService
    strategy_id: str = ""

    async def open(self) -> "Desk":
        stored = await self.book.create("ann", sample())
        self.strategy_id = stored.id
        await self.say(ClearanceRuling.PASS)
        return self

    async def say(self, ruling: ClearanceRuling, content_hash: str | None = None, drawdown: str = "0.15") -> None:
        revision = await self.book.revision("ann", self.strategy_id)
        judged, held_to = content_hash or revision.content_hash, Decimal(drawdown)
        self.verdicts.verdict = ClearanceVerdict("report-1", ruling, judged, NOW, held_to)

    async def request(
        self, mode: Mode = Mode.PAPER, *, override: Override | None = None, **limits: str
    ) -> DeploymentRequest:
        kind = AccountKind.ALPACA_LIVE if mode is Mode.LIVE else AccountKind.ALPACA_PAPER
        if mode is Mode.REPLAY:
            account = await self.accounts.open_paper("ann", "mine", AccountKind.REPLAY)
        else:
            account = await self.accounts.link(ANN, kind, "mine", KEYS)
        return DeploymentRequest(
            strategy_id=self.strategy_id,
            version=1,
            account_id=account.id,
            mode=mode,
            terms={"cash": "100000"},
            limits=limits_from(limits),
            override=override,
            replay_from=date(2024, 1, 2) if mode is Mode.REPLAY else None,
        )

    async def running(self, mode: Mode = Mode.PAPER) -> Deployment:
        made = await self.service.create(ANN, await self.request(mode))
        return await self.service.start(ANN, made.id)


class TooManyShares(TooLarge):
    """What a market of thousands is refused with."""


async def name_members(strategy: Strategy) -> Strategy:
    """A market of the strategy lab's own, which has one share in it, or thousands where it is the Indian one."""
    if not strategy.universe.is_market:
        return strategy
    if strategy.universe.market is Market.IN_STOCKS:
        raise TooManyShares("backtest.too_many_to_name", name=strategy.name, count="2,000", most="500")
    return replace(strategy, universe=replace(strategy.universe, tickers=("DEMO5",)))


def new_desk() -> Desk:
    clock = StoppedClock(NOW)
    ids = Ids(clock)
    store = InMemoryDeployments()
    verdicts, book = (
        SaidVerdicts(),
        StrategyBook(InMemoryStrategies(), TrialLedger(InMemoryTrials()), SMALL_CATALOGUE, clock, ids),
    )
    accounts = BrokerAccounts(InMemoryBrokerAccounts(store), clock, ids)
    switches = Switches(InMemorySwitches(), store, clock, frozenset({"operator"}))
    approvals = Approvals(InMemoryApprovals(), clock, ids)
    service = DeploymentService(store, book, verdicts, ModeratePersons(), accounts, switches, clock, ids, name_members)
    return Desk(clock, book, verdicts, store, accounts, switches, approvals, service)
