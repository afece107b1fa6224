"""Which broker an account is: by its kind, with the owner's own keys, opened once."""

from dataclasses import replace
from pathlib import Path

import pytest

from packages.core.ids import Ids
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.accounts import AccountKind, BrokerAccounts, BrokerCredentials
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Clearance, Deployment, UnknownAccount
from packages.domain.trading.errors import KeysRefused
from packages.domain.trading.risk.limits import RiskLimits
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.trading.adapters.alpaca_trading import AlpacaBroker
from packages.infra.providers.trading.adapters.ccxt_trading import CcxtBroker
from packages.infra.providers.trading.adapters.paper import PaperBroker
from packages.infra.providers.trading.live.brokers import AccountBrokers, NotThisMachine, StandIns, paper_account_id
from packages.infra.providers.trading.live.loading import NotWhatWasPinned, PinnedStrategies, Timetables
from tests.fakes.clock import StoppedClock
from tests.fakes.deployments import InMemoryBrokerAccounts
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.domain.trading.deployments.making import new_desk
from tests.servers.alpaca_server import PAPER_KEY, PAPER_SECRET, alpaca_server
from tests.servers.binance_server import KEYS, SANDBOX, binance_server

ANN = PersonSession("ann", "s1")


class Bench:
    """Accounts of Ann's, and a deployment on any of them."""

    def __init__(self, **urls: str) -> None:
        clock = StoppedClock()
        self.book = new_desk().book
        self.accounts = BrokerAccounts(InMemoryBrokerAccounts(), clock, Ids(clock))
        timetables = Timetables(lambda market: calendar_of(market, Path("nowhere")))
        self.brokers = AccountBrokers(
            self.accounts,
            InMemoryPaperAccounts(),
            PinnedStrategies(self.book),
            timetables,
            clock,
            StandIns(**urls),
        )

    async def deployment(self, account_id: str, document: Document, mode: Mode = Mode.PAPER) -> Deployment:
        stored = await self.book.create("ann", document)
        revision = await self.book.revision("ann", stored.id)
        return Deployment(
            id=stored.id,
            owner_id="ann",
            strategy_id=stored.id,
            version=1,
            content_hash=revision.content_hash,
            account_id=account_id,
            mode=mode,
            terms={"cash": "1000"},
            limits=RiskLimits(),
            clearance=Clearance("report-1", "pass"),
            state=LifecycleState.READY,
            created_at=stored.created_at,
            updated_at=stored.created_at,
            changes=1,
        )


def rules(market: Market, ticker: str) -> Document:
    """A template that the small catalogue of the tests knows the indicators of."""
    return {
        **template(Family.TREND_CONTINUATION, HoldingPeriod.SWING_DAYS, market, ticker),
        "factors": {"fast": {"type": "ema", "params": {"period": 5}}},
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": {"ref": "fast"}}},
                    "order": {"type": "market"},
                },
                "exits": [{"type": "time_exit", "bars": 3}],
                "position_sizing": {"mode": "pct_equity", "pct": 0.5},
            }
        },
    }


AAPL = rules(Market.US_STOCKS, "AAPL")


async def test_the_desks_own_account_is_the_paper_broker_with_money_for_each_deployment() -> None:
    bench = Bench()
    account = await bench.accounts.open_paper("ann", "mine")
    one, two = await bench.deployment(account.id, AAPL), await bench.deployment(account.id, AAPL)
    broker = await bench.brokers.of(one)
    assert isinstance(broker, PaperBroker)
    assert await bench.brokers.of(one) is broker
    assert paper_account_id(one) != paper_account_id(two)


async def test_an_alpaca_account_is_opened_with_the_owners_keys() -> None:
    with alpaca_server() as server:
        bench = Bench(alpaca=server.line.url)
        keys = BrokerCredentials(PAPER_KEY, PAPER_SECRET)
        account = await bench.accounts.link(ANN, AccountKind.ALPACA_PAPER, "mine", keys)
        broker = await bench.brokers.of(await bench.deployment(account.id, AAPL))
        assert isinstance(broker, AlpacaBroker)
        assert (await broker.account()).mode is Mode.PAPER
        wrong = await bench.accounts.link(ANN, AccountKind.ALPACA_PAPER, "wrong", BrokerCredentials("nobody's", "keys"))
        with pytest.raises(KeysRefused):
            await bench.brokers.of(await bench.deployment(wrong.id, AAPL))


async def test_an_exchange_is_opened_for_the_symbols_of_the_strategy() -> None:
    with binance_server() as server:
        bench = Bench(ccxt=server.line.url)
        account = await bench.accounts.link(
            ANN, AccountKind.CCXT_SANDBOX, "mine", BrokerCredentials(*KEYS[SANDBOX]), venue="binance"
        )
        broker = await bench.brokers.of(await bench.deployment(account.id, rules(Market.CRYPTO, "BTC-USDT")))
        assert isinstance(broker, CcxtBroker)
        assert await broker.asset("BTC-USDT") is not None
        await bench.brokers.aclose()


async def test_another_persons_account_is_unknown() -> None:
    bench = Bench()
    account = await bench.accounts.open_paper("bob", "his")
    with pytest.raises(UnknownAccount):
        await bench.brokers.of(await bench.deployment(account.id, AAPL))


async def test_rules_that_are_not_the_pinned_ones_are_not_traded() -> None:
    bench = Bench()
    account = await bench.accounts.open_paper("ann", "mine")
    deployment = replace(await bench.deployment(account.id, AAPL), content_hash="of something else")
    with pytest.raises(NotWhatWasPinned):
        await bench.brokers.of(deployment)


@pytest.mark.parametrize("url", ["https://api.example.org", "http://127.0.0.1.example.org:80", "127.0.0.1:9000"])
def test_keys_are_shown_to_no_other_machine(url: str) -> None:
    for name in ("alpaca", "ccxt"):
        with pytest.raises(NotThisMachine, match="stay here"):
            StandIns(**{name: url})
    assert StandIns("http://localhost:9000", "http://[::1]:9000").ccxt == "http://[::1]:9000"
