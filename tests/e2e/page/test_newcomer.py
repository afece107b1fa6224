"""The first page for somebody who was never here: a verdict with its chart and a backtest with its trades, each in two
clicks on what can be seen; and the chart workbench, by mouse, wheel, keys and finger."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import told
from tests.e2e.page.visits import PHONE, Visits

WITHIN = 60_000  # milliseconds from the first look to what was promised
PICTURE = "canvas"


class Clicks:
    """Only on what is on the screen, and counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, what: Locator) -> None:
        what.scroll_into_view_if_needed()
        expect(what).to_be_in_viewport()
        what.click()
        self.count += 1


def test_a_newcomer_has_a_verdict_with_a_chart_and_a_backtest_with_trades_in_two_clicks_each(
    demo_desk: str, visits: Visits, artefacts: Path
) -> None:
    page = visits.open("zh-CN")
    began = time.monotonic()
    page.goto(demo_desk)
    expect(page.get_by_test_id("market-tile")).to_have_count(6)
    research, backtest = Clicks(page), Clicks(page)
    research.on(page.get_by_test_id("home-research-start"))
    backtest.on(page.get_by_test_id("home-backtest-start"))
    expect(page.get_by_test_id("home-backtest")).to_be_visible(timeout=WITHIN)
    verdict = page.get_by_test_id("home-research")
    expect(verdict).to_be_visible(timeout=WITHIN)
    expect(verdict.get_by_test_id("verdict-chart").locator(PICTURE).first).to_be_visible()
    expect(verdict).to_contain_text("%")
    print(f"a verdict with its chart and an equity curve {time.monotonic() - began:.1f} s after the first look")
    page.screenshot(path=artefacts / "newcomer.png", full_page=True)
    backtest.on(page.get_by_test_id("home-backtest-open"))
    expect(page.get_by_test_id("workbench").locator(PICTURE).first).to_be_visible()
    expect(page.get_by_test_id("trades-table")).to_contain_text("DEMO")
    assert (research.count, backtest.count) == (1, 2)
    assert told(demo_desk, "/calls", book="walk_back")["calls"] or told(demo_desk, "/calls")["calls"]


@pytest.fixture
def chart(full_desk: str, visits: Visits) -> Page:
    page = visits.open()
    arrive(page, f"{full_desk}/data/DEMO5")
    expect(page.get_by_test_id("workbench").locator(PICTURE).first).to_be_visible()
    return page


def _legend(page: Page) -> str:
    return page.get_by_test_id("chart-legend").inner_text()


def test_the_legend_follows_a_mouse_and_keys_and_an_indicator_of_the_catalogue_is_added_by_name(chart: Page) -> None:
    newest = _legend(chart)
    assert re.search(r"DEMO5.*O\s*[\d.]+.*H\s*[\d.]+.*L\s*[\d.]+.*C\s*[\d.]+", newest.replace("\n", " "))
    picture = chart.get_by_test_id("workbench")
    picture.hover(position={"x": 200, "y": 100})
    expect(chart.get_by_test_id("chart-legend")).not_to_have_text(newest)
    chart.mouse.move(0, 0)
    picture.focus()
    chart.keyboard.press("Shift+ArrowLeft")
    chart.keyboard.press("Shift+ArrowLeft")
    expect(chart.get_by_test_id("chart-legend")).not_to_have_text(newest)
    chart.get_by_role("button", name="Indicators").click()
    chart.get_by_test_id("indicator-find").fill("rsi")
    chart.keyboard.press("Enter")
    expect(chart.get_by_test_id("chart-legend")).to_contain_text("RSI(14)")
    chart.get_by_role("spinbutton").fill("7")
    expect(chart.get_by_test_id("chart-legend")).to_contain_text("RSI(7)")


def test_a_wheel_zooms_the_chart_and_does_not_scroll_the_page(chart: Page) -> None:
    picture = chart.get_by_test_id("workbench")
    picture.hover(position={"x": 300, "y": 100})
    before = picture.screenshot()
    chart.mouse.wheel(0, -400)
    chart.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert picture.screenshot() != before
    assert chart.evaluate("window.scrollY") == 0


def test_a_phone_reads_research_behind_tabs_and_scrolls_little(full_desk: str, visits: Visits) -> None:
    page = visits.open(size=PHONE)
    newest = told(full_desk, "/coordinator/research/sessions", limit=1)["sessions"][0]
    arrive(page, f"{full_desk}/research/{newest['session_id']}")
    expect(page.get_by_test_id("research-summary")).to_be_visible()
    tabs = page.get_by_role("tab")
    assert tabs.count() > 5
    tabs.nth(2).click()
    expect(tabs.nth(2)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(3)).to_be_focused()
    height = page.evaluate("document.documentElement.scrollHeight")
    print(f"the research page of a phone is {height} px high")
    assert height < 6_000
