"""An exchange by ccxt as a broker uses it: one mode for good, no key in any log, errors in our words."""

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from decimal import localcontext
from typing import Any, ClassVar, TypeVar
from urllib.parse import urlsplit

from packages.core.errors import ParleyError
from packages.core.messages import Message, message, word
from packages.domain.trading.broker import Mode
from packages.domain.trading.errors import BadOrder, BrokerDown, BrokerThrottled, KeysRefused, OutcomeUnknown, WrongMode
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.market_data.vendors.translation import NONSENSE

Result = TypeVar("Result")
# Binance would otherwise load its futures too, and ask for coins at an address that the sandbox does not have.
_OPTIONS: dict[str, dict[str, Any]] = {
    "binance": {
        "fetchMarkets": {"types": ["spot"]},
        "fetchCurrencies": False,
        "fetchMargins": False,
        "adjustForTimeDifference": True,
    }
}
_MINUTE = 60.0  # most exchanges count by the minute
_LONGEST_SAYING = 300


@dataclass(frozen=True, slots=True)
class CcxtSandboxCredentials:
    """Keys of an exchange's sandbox; printed, they say nothing."""

    mode: ClassVar[Mode] = Mode.PAPER
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)
    passphrase: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class CcxtLiveCredentials:
    """Keys of an account with real money; printed, they say nothing."""

    mode: ClassVar[Mode] = Mode.LIVE
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)
    passphrase: str | None = field(default=None, repr=False)


CcxtCredentials = CcxtSandboxCredentials | CcxtLiveCredentials


class CcxtRefusal(Exception):
    """The exchange understood and said no; whoever asked knows what that means. It never leaves the adapter."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class CcxtAbsence(CcxtRefusal):
    """There is no such order."""


class CcxtClient:
    """One account at one exchange. `url` stands in for all of its addresses, whose hosts become the first folder.
    `paced` keeps to the exchange's rate limit by waiting."""

    def __init__(
        self,
        exchange: str,
        credentials: CcxtCredentials,
        *,
        url: str | None = None,
        timeout_seconds: float = 10.0,
        paced: bool = True,
    ) -> None:
        self.name = exchange
        self.mode = credentials.mode
        self._secrets = [text for text in (credentials.api_key, credentials.api_secret, credentials.passphrase) if text]
        self._ccxt = require("ccxt.async_support", "ccxt")
        self._exchange = self._opened(credentials, url, timeout_seconds, paced)

    def _opened(self, credentials: CcxtCredentials, url: str | None, timeout: float, paced: bool) -> Any:
        if self.name not in self._ccxt.exchanges:
            raise BadOrder("trading.unknown_exchange", exchange=self.name)
        exchange = getattr(self._ccxt, self.name)(
            {
                "apiKey": credentials.api_key,
                "secret": credentials.api_secret,
                "password": credentials.passphrase,
                "timeout": int(timeout * 1000),
                "enableRateLimit": paced,
                "options": {"defaultType": "spot", **_OPTIONS.get(self.name, {})},
            }
        )
        # The library writes every request with its headers, and so the key, to its log.
        exchange.logger = logging.Logger("ccxt", level=logging.CRITICAL + 1)
        exchange.on_rest_response = self._readable
        if credentials.mode is Mode.PAPER:
            self._enter_sandbox(exchange)
        if url is not None:
            exchange.urls["api"] = _moved(exchange.urls["api"], url)
        return exchange

    def _enter_sandbox(self, exchange: Any) -> None:
        if exchange.urls.get("test") in (None, {}, exchange.urls["api"]):
            raise WrongMode("trading.no_sandbox", exchange=self.name)
        exchange.set_sandbox_mode(True)

    def _readable(self, code: int, reason: str, url: str, method: str, headers: Any, body: str, *sent: Any) -> str:
        """The library would make an empty account of an answer that it cannot read."""
        text = body.strip()
        try:
            is_json = isinstance(json.loads(text), dict | list)
        except ValueError:
            is_json = False
        if code < 300 and not is_json:
            raise self._ccxt.BadResponse(f"{self.name} answered no JSON")
        return text

    async def ask(self, question: Callable[[Any], Awaitable[Result]], *, sends: bool = False) -> Result:
        """`question` gets the exchange and reads its answer. A refusal comes as `CcxtRefusal`; an answer that does not
        come leaves it unknown what happened where the question `sends` something."""
        try:
            with localcontext():  # the library sets the rounding of all decimals around it
                return await question(self._exchange)
        except self._ccxt.BaseError as error:
            raise self._translated(error, sends) from error
        except NONSENSE as error:
            raise self._no_answer(sends, message("trading.answered_unreadably", error=type(error).__name__)) from error

    async def read(self, question: Callable[[Any], Awaitable[Result]]) -> Result:
        """For what an exchange has no reason to refuse."""
        try:
            return await self.ask(question)
        except CcxtRefusal as refusal:
            raise BrokerDown("trading.exchange_did_not_answer", exchange=self.name, said=refusal.said) from refusal

    async def aclose(self) -> None:
        await self._exchange.close()

    def _translated(self, error: Exception, sends: bool) -> ParleyError | CcxtRefusal:
        ccxt, said = self._ccxt, self._clean(str(error))
        match error:
            case ccxt.AuthenticationError():
                return KeysRefused(
                    "trading.exchange_keys_refused", exchange=self.name, mode=word("mode", self.mode), said=said
                )
            case ccxt.DDoSProtection() | ccxt.RateLimitExceeded():
                return BrokerThrottled(
                    "trading.exchange_throttled", exchange=self.name, retry_after_seconds=self._pause()
                )
            case ccxt.InvalidNonce() | ccxt.OnMaintenance():  # both are said before anything is done
                return self._no_answer(False, message("trading.does_not_serve", said=said))
            case ccxt.OperationFailed():
                silent = message("trading.gave_no_answer", error=type(error).__name__)
                return self._no_answer(sends and not _never_left(error), silent)
            case ccxt.OrderNotFound():
                return CcxtAbsence(said)
            case _ if _was_cut_off(error):
                return self._no_answer(sends, message("trading.was_cut_off"))
            case _:
                return CcxtRefusal(said)

    def _no_answer(self, is_lost: bool, what: Message) -> ParleyError:
        if is_lost:
            return OutcomeUnknown("trading.exchange_outcome_unknown", exchange=self.name, what=what)
        return BrokerDown("trading.exchange_try_again", exchange=self.name, what=what)

    def _pause(self) -> float:
        headers = {name.lower(): value for name, value in (self._exchange.last_response_headers or {}).items()}
        wait = str(headers.get("retry-after", ""))
        return float(wait) if wait.isdigit() else _MINUTE

    def _clean(self, said: str) -> str:
        for secret in self._secrets:
            said = said.replace(secret, "…")
        return said[:_LONGEST_SAYING]


def _never_left(error: Exception) -> bool:
    """Whether no connection was made, so that nothing can have arrived."""
    connector = require("aiohttp", "ccxt").ClientConnectorError
    return isinstance(error.__cause__, connector)


def _was_cut_off(error: Exception) -> bool:
    return isinstance(error.__cause__, require("aiohttp", "ccxt").ClientError)


def _moved(addresses: Any, url: str) -> Any:
    """The same paths elsewhere; the host stays readable, because it is what tells the sandbox."""
    if isinstance(addresses, dict):
        return {name: _moved(each, url) for name, each in addresses.items()}
    parts = urlsplit(addresses)
    return f"{url}/{parts.netloc}{parts.path}"
