"""A ticker without data in the chat: the fetch is offered, a vendor on this machine is asked, and one goes on."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import parley_serve, told
from tests.e2e.page.talking import say, wait_for_answer
from tests.e2e.page.visits import Visits
from tests.servers.vendor_server import TICKER, vendor_server


@pytest.fixture
def desk_with_vendor(tmp_path: Path, demo_home: Path) -> Iterator[str]:
    home = tmp_path / "home"
    shutil.copytree(demo_home, home)
    with (
        vendor_server() as vendor,
        parley_serve(home, PARLEY_SOURCES="tiingo", TIINGO_API_KEY="the-key", PARLEY_TIINGO_URL=vendor.url) as address,
    ):
        yield address


def test_an_unknown_ticker_is_fetched_and_the_conversation_goes_on(desk_with_vendor: str, visits: Visits) -> None:
    page = visits.open("en-US")
    arrive(page, f"{desk_with_vendor}/chat")
    said = ("hello", "5 years or more", "Aggressive", "Growth", "US stocks", TICKER)
    for words in said:
        say(page, words)
    offer = page.locator(f"[data-option='fetch:{TICKER}']")
    expect(offer).to_contain_text(f"Fetch data for {TICKER}")
    offer.click()
    expect(page.get_by_test_id("message-user")).to_have_count(len(said) + 1, timeout=60_000)
    expect(page.get_by_test_id("message-user").last).to_contain_text(TICKER)
    wait_for_answer(page)
    session = told(desk_with_vendor, f"/sessions/{page.url.rsplit('/', 1)[1]}")
    assert session["artifacts"]["pre_strategy"]["profile"]["target_instrument"] == TICKER
    coverage = told(desk_with_vendor, "/data/coverage", symbol=TICKER)["coverage"]
    assert [(each["source"], each["timeframe"]) for each in coverage] == [("tiingo", "1d")]
