"""The broker of a deployment's account: the desk's own paper broker, Alpaca, or an exchange by ccxt."""

import asyncio
from dataclasses import dataclass, field
from typing import assert_never
from urllib.parse import urlsplit

from packages.core.clock import Clock
from packages.core.errors import Invalid
from packages.core.ids import derived_id
from packages.domain.trading.broker import Broker
from packages.domain.trading.deployments.accounts import AccountKind, BrokerAccounts, BrokerCredentials, LinkedAccount
from packages.domain.trading.deployments.model import BadAccount, Deployment
from packages.infra.providers.trading.adapters.paper import PaperBroker
from packages.infra.providers.trading.live.loading import PinnedStrategies, Timetables, market_clock
from packages.infra.providers.trading.store.paper_accounts import PaperAccounts


def paper_account_id(deployment: Deployment) -> str:
    """Each deployment has paper money of its own: an account that served another one begins anew."""
    return derived_id("paper account", deployment.account_id, deployment.id)


_THIS_MACHINE = frozenset({"127.0.0.1", "::1", "localhost"})


class NotThisMachine(Invalid):
    """An address that a broker may not be looked for at."""


@dataclass(frozen=True, slots=True)
class StandIns:
    """Addresses on this machine that stand in for those of brokers, to rehearse with. No setting names them and no
    other machine can be one, so that keys go nowhere else than to their broker unnoticed."""

    alpaca: str | None = None
    ccxt: str | None = None

    def __post_init__(self) -> None:
        for url in (self.alpaca, self.ccxt):
            if url is not None and urlsplit(url).hostname not in _THIS_MACHINE:
                raise NotThisMachine("trading.not_this_machine", url=url)


@dataclass(slots=True)
class AccountBrokers:
    """Brokers elsewhere are opened once and kept; `forget` one whose keys were changed, `aclose` them all."""

    accounts: BrokerAccounts
    paper: PaperAccounts
    strategies: PinnedStrategies
    timetables: Timetables
    clock: Clock
    stand_ins: StandIns = StandIns()
    _open: dict[str, Broker] = field(default_factory=dict)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(self, deployment: Deployment) -> Broker:
        """The account has to be the owner's own."""
        async with self._opening:
            if deployment.id not in self._open:
                self._open[deployment.id] = await self._opened(deployment)
            return self._open[deployment.id]

    async def forget(self, deployment_id: str) -> None:
        await _close(self._open.pop(deployment_id, None))

    async def aclose(self) -> None:
        for deployment_id in list(self._open):
            await self.forget(deployment_id)

    async def _opened(self, deployment: Deployment) -> Broker:
        account = await self.accounts.get(deployment.owner_id, deployment.account_id)
        universe = (await self.strategies.of(deployment)).universe
        if account.kind.is_own:
            hours = market_clock(self.timetables.of(universe.market))
            return PaperBroker(self.paper, paper_account_id(deployment), self.clock, hours, account.kind.mode)
        keys = await self.accounts.credentials(deployment.owner_id, account.id)
        return await self._elsewhere(account, keys, universe.tickers)

    async def _elsewhere(self, account: LinkedAccount, keys: BrokerCredentials, symbols: tuple[str, ...]) -> Broker:
        match account.kind:
            case AccountKind.ALPACA_PAPER | AccountKind.ALPACA_LIVE:
                return await self._alpaca(account.kind, keys)
            case AccountKind.CCXT_SANDBOX | AccountKind.CCXT_LIVE:
                return await self._exchange(account, keys, symbols)
            case AccountKind.PAPER | AccountKind.REPLAY:
                raise BadAccount("trading.paper_keeps_no_keys")
            case _:
                assert_never(account.kind)

    async def _alpaca(self, kind: AccountKind, keys: BrokerCredentials) -> Broker:
        from packages.infra.providers.trading.adapters import alpaca_client, alpaca_trading

        is_live = kind is AccountKind.ALPACA_LIVE
        taken = alpaca_client.AlpacaLiveCredentials if is_live else alpaca_client.AlpacaPaperCredentials
        credentials = taken(keys.api_key, keys.api_secret)
        return await alpaca_trading.open_alpaca_broker(credentials, self.clock, url=self.stand_ins.alpaca)

    async def _exchange(self, account: LinkedAccount, keys: BrokerCredentials, symbols: tuple[str, ...]) -> Broker:
        from packages.infra.providers.trading.adapters import ccxt_client, ccxt_trading

        is_live = account.kind is AccountKind.CCXT_LIVE
        taken = ccxt_client.CcxtLiveCredentials if is_live else ccxt_client.CcxtSandboxCredentials
        credentials = taken(keys.api_key, keys.api_secret, keys.passphrase)
        venue = account.venue or ""
        return await ccxt_trading.open_ccxt_broker(venue, credentials, self.clock, symbols, url=self.stand_ins.ccxt)


async def _close(broker: Broker | None) -> None:
    close = getattr(broker, "aclose", None)
    if close is not None:
        await close()
