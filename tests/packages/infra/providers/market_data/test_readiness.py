"""Which sources of bars can be asked, and what the others need."""

import pytest

from packages.domain.market_data.sources import is_adjusted
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.catalogue import VendorAccess, provider_chain
from packages.infra.providers.market_data.readiness import sources_of_bars
from packages.settings.data import VendorSettings
from tests.fakes.clock import StoppedClock


@pytest.mark.parametrize("market", Market)
def test_the_sources_that_are_ready_are_those_that_the_chain_asks_for_bars(market: Market) -> None:
    vendors = VendorSettings()
    chain = provider_chain(VendorAccess(vendors=vendors, clock=StoppedClock()))
    asked = [source.name for source in chain.sources(market) if source.abilities.timeframes]
    assert [state.name for state in sources_of_bars(vendors, market) if not state.settings] == asked


def test_a_source_names_every_setting_that_it_still_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALPACA_API_KEY", "a-key")
    needs = {state.name: state.settings for state in sources_of_bars(VendorSettings(), Market.US_STOCKS)}
    assert needs["alpaca"] == ("ALPACA_SECRET_KEY",)
    assert needs["tiingo"] == ("TIINGO_API_KEY",)
    assert needs["stooq"] == ("PARLEY_STOOQ_URL",)
    assert "sec" not in needs


@pytest.mark.parametrize("market", Market)
def test_a_source_that_marks_its_bars_as_adjusted_says_so_before_it_is_asked(market: Market) -> None:
    vendors = VendorSettings(stooq_url="http://127.0.0.1:9")
    chain = provider_chain(VendorAccess(vendors=vendors, clock=StoppedClock()))
    marked = {is_adjusted(source.name) for source in chain.sources(market) if "stooq" in source.name}
    told = {state.is_adjusted for state in sources_of_bars(vendors, market) if state.name == "stooq"}
    assert told == marked
    assert not any(state.is_adjusted for state in sources_of_bars(vendors, market) if state.name != "stooq")
