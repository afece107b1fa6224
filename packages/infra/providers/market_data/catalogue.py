"""Which sources serve which market, in which order, and how each is to be treated."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from packages.core.clock import Clock
from packages.domain.market_data.ports import Provider
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.chain import ProviderChain
from packages.infra.providers.market_data.guard import Guarded, Policy
from packages.infra.providers.market_data.vendors.akshare_provider import AkshareProvider
from packages.infra.providers.market_data.vendors.alpaca_provider import AlpacaPlan, AlpacaProvider
from packages.infra.providers.market_data.vendors.baostock_provider import BaostockProvider
from packages.infra.providers.market_data.vendors.ccxt_provider import CcxtProvider
from packages.infra.providers.market_data.vendors.fred_provider import FredProvider
from packages.infra.providers.market_data.vendors.sec_provider import SecProvider
from packages.infra.providers.market_data.vendors.stooq_provider import StooqProvider
from packages.infra.providers.market_data.vendors.tiingo_provider import TiingoProvider
from packages.infra.providers.market_data.vendors.tushare_provider import TushareProvider
from packages.infra.providers.market_data.vendors.yfinance_provider import YfinanceProvider
from packages.settings.data import VendorSettings

_OWN_CHAINS = frozenset({Market.CN_STOCKS, Market.US_STOCKS})
_AT_STOOQ = frozenset({Market.HK_STOCKS, Market.JP_STOCKS, Market.UK_STOCKS, Market.DE_STOCKS})
CHAINS: Final[Mapping[Market, tuple[str, ...]]] = {
    Market.CN_STOCKS: ("tushare", "akshare", "baostock"),
    Market.US_STOCKS: ("tiingo", "alpaca", "sec", "yfinance", "fred", "stooq"),
    Market.CRYPTO: ("ccxt", "yfinance"),
    Market.FOREX: ("yfinance", "stooq"),
    Market.FUTURES: ("yfinance",),
    **dict.fromkeys(_AT_STOOQ, ("yfinance", "stooq")),
    **{market: ("yfinance",) for market in Market if market.is_stocks and market not in _OWN_CHAINS | _AT_STOOQ},
}

# Rates stay below what each source allows: Alpaca's free plan 200 calls a minute, Tushare's entry level 50 a minute;
# the sources without a key publish no limit and shut out whoever hurries, so they are asked gently.
POLICIES: Final[Mapping[str, Policy]] = {
    "tushare": Policy(timeout=60, per_second=0.8, burst=3),
    "akshare": Policy(timeout=60, per_second=1, burst=2),
    "baostock": Policy(timeout=90, per_second=2, burst=2),
    "alpaca": Policy(timeout=60, per_second=1.5, burst=5),
    "yfinance": Policy(timeout=45, per_second=1, burst=4, first_pause=2),
    "tiingo": Policy(timeout=60, per_second=1, burst=5),
    "sec": Policy(timeout=60, per_second=5, burst=5),
    "fred": Policy(timeout=60, per_second=1.5, burst=5),
    "stooq": Policy(timeout=45, per_second=0.5, burst=2),
    # Many pages in one call: a year of minutes is 526 of them.
    "ccxt": Policy(timeout=120, per_second=2, burst=4, keep_moving=timedelta(seconds=30)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class VendorAccess:
    """What sources are built from; `cache` is a folder for their small files (None: where each keeps them itself)."""

    vendors: VendorSettings
    clock: Clock
    cache: Path | None = None
    alpaca_plan: AlpacaPlan = AlpacaPlan.SIP_DELAYED
    crypto_exchange: str = "binance"


def provider_chain(access: VendorAccess) -> ProviderChain:
    """The chains of all markets; a source that stands in several is one, with one rate. Imports no client library."""
    sources = {
        name: Guarded(provider, POLICIES[name], access.clock)
        for name, build in _BUILDERS.items()
        if access.vendors.may_ask(name) and (provider := build(access)) is not None
    }
    return ProviderChain(
        {market: [sources[name] for name in names if name in sources] for market, names in CHAINS.items()}
    )


def _tushare(access: VendorAccess) -> Provider | None:
    token = _secret(access.vendors.tushare_token)
    return TushareProvider(token, clock=access.clock) if token else None


def _alpaca(access: VendorAccess) -> Provider | None:
    key, secret = _secret(access.vendors.alpaca_api_key), _secret(access.vendors.alpaca_secret_key)
    return AlpacaProvider(access.clock, key, secret, access.alpaca_plan) if key and secret else None


def _yfinance(access: VendorAccess) -> Provider:
    return YfinanceProvider(access.clock, None if access.cache is None else access.cache / "yfinance")


def _tiingo(access: VendorAccess) -> Provider | None:
    token = _secret(access.vendors.tiingo_api_key)
    return TiingoProvider(access.clock, token, access.vendors.tiingo_url) if token else None


def _fred(access: VendorAccess) -> Provider | None:
    key = _secret(access.vendors.fred_api_key)
    return FredProvider(access.clock, key, access.vendors.fred_url) if key else None


def _sec(access: VendorAccess) -> Provider | None:
    contact = access.vendors.sec_user_agent.strip()
    urls = (access.vendors.sec_data_url, access.vendors.sec_files_url)
    return SecProvider(access.clock, contact, *urls) if contact else None


def _stooq(access: VendorAccess) -> Provider | None:
    return StooqProvider(access.clock, access.vendors.stooq_url) if access.vendors.stooq_url else None


def _secret(setting: SecretStr | None) -> str:
    return "" if setting is None else setting.get_secret_value().strip()


# None: the key that the source needs is not set.
_BUILDERS: Final[Mapping[str, Callable[[VendorAccess], Provider | None]]] = {
    "tushare": _tushare,
    "akshare": lambda access: AkshareProvider(clock=access.clock),
    "baostock": lambda access: BaostockProvider(clock=access.clock),
    "alpaca": _alpaca,
    "yfinance": _yfinance,
    "ccxt": lambda access: CcxtProvider(access.clock, access.crypto_exchange),
    "tiingo": _tiingo,
    "sec": _sec,
    "fred": _fred,
    "stooq": _stooq,
}
