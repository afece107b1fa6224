"""Which sources serve which market, by what is set."""

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.catalogue import CHAINS, POLICIES, VendorAccess, provider_chain
from packages.infra.providers.market_data.guard import Guarded
from packages.settings.data import VendorSettings
from tests.fakes.clock import StoppedClock

ROOT = Path(__file__).parents[5]
LIBRARIES = ("akshare", "baostock", "tushare", "yfinance", "alpaca", "ccxt", "pandas")


_WITH_OWN_CHAINS = (Market.CN_STOCKS, Market.US_STOCKS, Market.CRYPTO, Market.FOREX, Market.FUTURES)


def names(vendors: VendorSettings, market: Market) -> list[str]:
    return [
        source.name for source in provider_chain(VendorAccess(vendors=vendors, clock=StoppedClock())).sources(market)
    ]


@pytest.mark.usefixtures("home")
def test_without_keys_the_keyless_sources_serve_every_market() -> None:
    vendors = VendorSettings()
    assert {market: names(vendors, market) for market in Market} == {
        Market.CN_STOCKS: ["akshare", "baostock"],
        Market.US_STOCKS: ["yfinance"],
        Market.CRYPTO: ["ccxt", "yfinance"],
        Market.FOREX: ["yfinance"],
        Market.FUTURES: ["yfinance"],
        **{market: ["yfinance"] for market in Market if market not in _WITH_OWN_CHAINS},
    }


@pytest.mark.usefixtures("home")
def test_sources_with_a_key_come_first() -> None:
    vendors = VendorSettings(
        tushare_token=SecretStr("token"), alpaca_api_key=SecretStr("key"), alpaca_secret_key=SecretStr("secret")
    )
    assert names(vendors, Market.CN_STOCKS) == ["tushare", "akshare", "baostock"]
    assert names(vendors, Market.US_STOCKS) == ["alpaca", "yfinance"]


@pytest.mark.usefixtures("home")
def test_the_plain_sources_are_asked_where_what_they_need_is_set() -> None:
    vendors = VendorSettings(
        tiingo_api_key=SecretStr("key"), fred_api_key=SecretStr("key"), sec_user_agent="me", stooq_url="http://s"
    )
    assert names(vendors, Market.US_STOCKS) == ["tiingo", "sec", "yfinance", "fred", "stooq-adjusted"]
    assert names(vendors, Market.JP_STOCKS) == ["yfinance", "stooq-adjusted"]


@pytest.mark.usefixtures("home")
def test_only_the_sources_that_are_named_are_asked() -> None:
    assert names(VendorSettings(sources="ccxt, akshare"), Market.CRYPTO) == ["ccxt"]
    assert names(VendorSettings(sources="ccxt"), Market.US_STOCKS) == []


@pytest.mark.usefixtures("home")
def test_half_a_key_is_no_key() -> None:
    vendors = VendorSettings(alpaca_api_key=SecretStr("key"), tushare_token=SecretStr(" "))
    assert names(vendors, Market.US_STOCKS) == ["yfinance"]
    assert names(vendors, Market.CN_STOCKS) == ["akshare", "baostock"]


@pytest.mark.usefixtures("home")
def test_a_source_of_several_markets_is_one_with_one_rate_and_serves_each_of_them() -> None:
    chain = provider_chain(VendorAccess(vendors=VendorSettings(), clock=StoppedClock()))
    (stocks,), (_, crypto) = chain.sources(Market.US_STOCKS), chain.sources(Market.CRYPTO)
    assert stocks is crypto
    for market in Market:
        for source in chain.sources(market):
            assert isinstance(source, Guarded)
            assert market in source.abilities.markets


def test_every_source_has_a_policy() -> None:
    assert {name for chain in CHAINS.values() for name in chain} == set(POLICIES)


def test_building_the_chains_imports_no_client_library(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from packages.core.clock import SystemClock\n"
        "from packages.infra.providers.market_data.catalogue import VendorAccess, provider_chain\n"
        "from packages.settings.data import VendorSettings\n"
        "provider_chain(VendorAccess(vendors=VendorSettings(), clock=SystemClock()))\n"
        f"loaded = [name for name in {LIBRARIES!r} if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    keys = {"ALPACA_API_KEY": "k", "ALPACA_SECRET_KEY": "s", "TUSHARE_TOKEN": "t", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=keys, check=True)
