"""Which sources of bars a market has, and what each still needs: a setting, or its client library."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from packages.domain.market_data.ports import SourceState
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.catalogue import CHAINS
from packages.infra.providers.market_data.vendors.client_libraries import install_command
from packages.settings.data import VendorSettings

# By source: the fields of `VendorSettings` without which it is not asked, and what they are called outside.
_NEEDS: Final[Mapping[str, Mapping[str, str]]] = {
    "tushare": {"tushare_token": "TUSHARE_TOKEN"},
    "alpaca": {"alpaca_api_key": "ALPACA_API_KEY", "alpaca_secret_key": "ALPACA_SECRET_KEY"},
    "tiingo": {"tiingo_api_key": "TIINGO_API_KEY"},
    "stooq": {"stooq_url": "PARLEY_STOOQ_URL"},
}
_LIBRARIES: Final = frozenset({"tushare", "akshare", "baostock", "alpaca", "yfinance", "ccxt"})
_ADJUSTED: Final = frozenset({"stooq"})
_WITHOUT_BARS: Final = frozenset({"sec", "fred"})


def sources_of_bars(vendors: VendorSettings, market: Market) -> tuple[SourceState, ...]:
    """In the order in which they are asked; those that `PARLEY_SOURCES` leaves out are none."""
    asked = [name for name in CHAINS.get(market, ()) if name not in _WITHOUT_BARS and vendors.may_ask(name)]
    return tuple(SourceState(name, _unset(vendors, name), _uninstalled(name), name in _ADJUSTED) for name in asked)


def _unset(vendors: VendorSettings, name: str) -> tuple[str, ...]:
    return tuple(shown for field, shown in _NEEDS.get(name, {}).items() if not getattr(vendors, field))


def _uninstalled(name: str) -> str | None:
    is_there = name not in _LIBRARIES or find_spec(name) is not None
    return None if is_there else install_command(name)
