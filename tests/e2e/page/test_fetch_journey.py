"""A ticker without data, in the chat and in research: the fetch is offered, a vendor on this machine is asked, and one
goes on."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import parley_serve, told
from tests.e2e.page.talking import say, wait_for_answer
from tests.e2e.page.visits import Visits
from tests.servers.vendor_server import TICKER, TWIN, vendor_server


@pytest.fixture(scope="module")
def desk_with_vendor(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[str]:
    home = tmp_path_factory.mktemp("vendor") / "home"
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
    wait_for_answer(page)
    expect(page.get_by_test_id("card-data_fetch")).to_contain_text(TICKER)
    expect(page.get_by_test_id("card-tradingview_chart")).to_have_count(1, timeout=60_000)
    expect(page.get_by_test_id("message-user")).to_have_count(len(said) + 1)
    wait_for_answer(page)
    session = told(desk_with_vendor, f"/sessions/{page.url.rsplit('/', 1)[1]}")
    assert session["artifacts"]["pre_strategy"]["profile"]["target_instrument"] == TICKER
    coverage = told(desk_with_vendor, "/data/coverage", symbol=TICKER)["coverage"]
    assert [(each["source"], each["timeframe"]) for each in coverage] == [("tiingo", "1d")]


def test_research_on_an_unknown_ticker_fetches_it_and_begins_by_itself(desk_with_vendor: str, visits: Visits) -> None:
    page = visits.open("en-US")
    arrive(page, f"{desk_with_vendor}/research")
    _ask_for(page, TWIN)
    notice = page.get_by_test_id("missing-data")
    expect(notice).to_contain_text(f"No data for {TWIN} yet.")
    expect(notice).to_contain_text("It can be fetched now from tiingo.")
    notice.get_by_test_id("fetch-start").click()
    page.wait_for_url("**/research/*-*", timeout=60_000)
    expect(page.get_by_test_id("expert-progress").first).to_be_visible()
    session = told(desk_with_vendor, f"/coordinator/research/sessions/{page.url.rsplit('/', 1)[1]}")
    assert session["symbol"] == TWIN
    assert told(desk_with_vendor, "/data/coverage", symbol=TWIN)["coverage"][0]["source"] == "tiingo"


def test_research_asks_which_one_is_meant_and_offers_an_import_where_no_source_can_be_asked(
    desk_with_vendor: str, visits: Visits
) -> None:
    visits.expected.append("409")  # the browser tells of every answer that is an error
    page = visits.open("zh-CN")
    arrive(page, f"{desk_with_vendor}/research")
    _ask_for(page, "000001")
    notice = page.get_by_test_id("missing-data")
    expect(notice.get_by_test_id("instrument-choice")).to_have_count(2)
    notice.get_by_test_id("instrument-choice").filter(has_text="000001.SZ").click()
    expect(notice).to_contain_text("还没有 平安银行 000001.SZ 的数据。")
    expect(notice.get_by_test_id("fetch-start")).to_have_count(0)
    notice.get_by_role("link", name="导入文件").click()
    page.wait_for_url("**/data")


def _ask_for(page: Page, text: str) -> None:
    page.get_by_test_id("symbol-search").first.fill(text)
    page.get_by_test_id("symbol-option").last.click()
    page.get_by_test_id("research-start").click()
