"""Alpaca's trading client as the broker uses it: on threads, no retries of its own, errors in our words."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, TypeVar

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.messages import Message, message, word
from packages.domain.trading.broker import Mode
from packages.domain.trading.errors import BrokerDown, BrokerThrottled, KeysRefused, OutcomeUnknown
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.market_data.vendors.translation import NONSENSE

Result = TypeVar("Result")
_MINUTE = 60.0  # Alpaca counts requests by the minute
_INSUFFICIENT = 40310000
_BEFORE_SERVING = 503  # every other failure of a server may have come after the order was taken


@dataclass(frozen=True, slots=True)
class AlpacaPaperCredentials:
    """Keys of a paper account; printed, they say nothing."""

    mode: ClassVar[Mode] = Mode.PAPER
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AlpacaLiveCredentials:
    """Keys of an account with real money; printed, they say nothing."""

    mode: ClassVar[Mode] = Mode.LIVE
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)


AlpacaCredentials = AlpacaPaperCredentials | AlpacaLiveCredentials


class AlpacaRefusal(Exception):
    """Alpaca understood and said no; whoever asked knows what that means. It never leaves the adapter."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(said)
        self.said = said
        self.is_duplicate = "client_order_id must be unique" in said
        self.wants_held_shares = code == _INSUFFICIENT and "insufficient qty" in said


class AlpacaClient:
    """One account's line to Alpaca. `url` stands in for the address that the kind of credentials has."""

    def __init__(
        self, credentials: AlpacaCredentials, clock: Clock, url: str | None = None, timeout_seconds: float = 10.0
    ) -> None:
        self.mode = credentials.mode
        self._clock = clock
        self._keys = {"api_key": credentials.api_key, "secret_key": credentials.api_secret, "url_override": url}
        self._timeout = timeout_seconds
        self._threads = VendorThreads()

    async def ask(
        self, question: Callable[[Any], Result], *, sends: bool = False, refusals: tuple[int, ...] = ()
    ) -> Result:
        """`question` gets the raw client and reads its answer. Statuses among `refusals` come as `AlpacaRefusal`; an
        answer that does not come leaves it unknown what happened where the question `sends` something."""
        return await self._threads.run(lambda: self._ask(question, sends, refusals))

    def _ask(self, question: Callable[[Any], Result], sends: bool, refusals: tuple[int, ...]) -> Result:
        errors = require("alpaca.common.exceptions", "alpaca")
        client = self._opened()
        try:
            return question(client)
        except errors.APIError as error:
            raise self._translated(error, sends, refusals) from error
        except NONSENSE as error:  # before OSError: for requests, a body that is no JSON is both
            raise _no_answer(sends, message("trading.alpaca_unreadable", text=str(error)[:200])) from error
        except OSError as error:
            is_lost = sends and not _never_left(error)
            raise _no_answer(is_lost, message("trading.alpaca_unreachable", error=type(error).__name__)) from error
        finally:
            client._session.close()

    def _opened(self) -> Any:
        kind = require("alpaca.trading.client", "alpaca").TradingClient
        client = kind(**self._keys, paper=self.mode is Mode.PAPER, raw_data=True)
        # The library sleeps and tries again on its own and waits for ever on a socket; neither can be set from outside.
        client._retry = 0
        client._session.request = partial(client._session.request, timeout=self._timeout)
        return client

    def _translated(self, error: Any, sends: bool, refusals: tuple[int, ...]) -> ParleyError | AlpacaRefusal:
        status, (code, said) = error.status_code, _reason(error)
        if status in refusals:
            return AlpacaRefusal(code, said)
        if status in (401, 403):
            return KeysRefused("trading.alpaca_keys_refused", mode=word("mode", self.mode), said=said)
        if status == 429:
            return BrokerThrottled("trading.alpaca_throttled", retry_after_seconds=self._pause(error.response))
        is_lost = sends and status != _BEFORE_SERVING
        return _no_answer(is_lost, message("trading.alpaca_status", status=status, said=said))

    def _pause(self, response: Any) -> float:
        wait, reset = response.headers.get("Retry-After", ""), response.headers.get("X-RateLimit-Reset", "")
        if wait.isdigit():
            return float(wait)
        if reset.isdigit():  # the second, since 1970, at which the minute's count begins again
            return max(0.0, int(reset) - self._clock.now().timestamp())
        return _MINUTE


def _no_answer(is_lost: bool, said: Message) -> ParleyError:
    if is_lost:
        return OutcomeUnknown("trading.order_may_be_taken", said=said)
    return BrokerDown("trading.try_again_after", said=said)


def _never_left(error: OSError) -> bool:
    """Whether no connection was made, so that nothing can have arrived."""
    pools = require("urllib3.exceptions", "alpaca")
    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(cause, pools.NewConnectionError | pools.ConnectTimeoutError | pools.SSLError)


def _reason(error: Any) -> tuple[int, str]:
    try:
        return int(error.code), str(error.message)[:300]
    except NONSENSE:
        return 0, str(error)[:300]
