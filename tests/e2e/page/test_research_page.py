"""Research on the page: seen at work, read with its evidence, and taken along as a file that needs nobody."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import parley_serve, told
from tests.e2e.page.slow_model import slow_model
from tests.e2e.page.visits import Visits

EXPERTS = 5
SECONDS = 3.0  # that the model takes for each of its answers
_AT_WORK = "[data-testid=expert-progress]:is([data-state=waiting], [data-state=working])"


@pytest.fixture(scope="module")
def slow_desk(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[str]:
    """One whose experts can be seen working."""
    home = tmp_path_factory.mktemp("slow") / "home"
    shutil.copytree(demo_home, home)
    with slow_model(SECONDS) as settings, parley_serve(home, **settings) as address:
        yield address


@pytest.fixture
def report(full_desk: str, visits: Visits) -> Page:
    """The newest research session of a desk without a model."""
    page = visits.open()
    newest = told(full_desk, "/coordinator/research/sessions", limit=1)["sessions"][0]
    arrive(page, f"{full_desk}/research/{newest['session_id']}")
    expect(page.get_by_test_id("expert-card")).to_have_count(EXPERTS)
    return page


def _start(page: Page, symbol: str) -> None:
    page.get_by_test_id("symbol-search").first.fill(symbol)
    page.get_by_test_id("symbol-option").filter(has_text=symbol).first.click()
    page.get_by_test_id("research-start").click()
    page.get_by_role("button", name="Start without newer data").click()  # the demo market of the tests stands still


def test_the_experts_are_seen_at_work_and_bring_five_cards(slow_desk: str, visits: Visits, artefacts: Path) -> None:
    page = visits.open()
    arrive(page, f"{slow_desk}/research")
    _start(page, "DEMO1.SZ")
    expect(page.locator(_AT_WORK).first).to_be_visible()
    expect(page.get_by_test_id("research-verdict")).to_have_count(0)
    session_id = page.url.rsplit("/", 1)[1]
    assert told(slow_desk, f"/coordinator/research/sessions/{session_id}")["status"] == "running"
    page.screenshot(path=artefacts / "research-progress.png", full_page=True)
    page.reload()
    expect(page.locator(_AT_WORK).first).to_be_visible()
    expect(page.get_by_test_id("research-verdict").first).to_be_visible(timeout=120_000)
    expect(page.get_by_test_id("expert-card")).to_have_count(EXPERTS)
    expect(page.locator(_AT_WORK)).to_have_count(0)
    assert told(slow_desk, f"/coordinator/research/sessions/{session_id}")["status"] == "completed"


def test_a_number_shows_where_it_comes_from_to_a_mouse_and_to_a_keyboard(report: Page, artefacts: Path) -> None:
    number, popover = report.get_by_test_id("evidence-number").first, report.get_by_test_id("evidence-popover")
    expect(popover).to_have_count(0)
    number.hover()
    expect(popover.first).to_be_visible()
    expect(popover.first).to_contain_text(re.compile(r"\d{4}"))
    report.screenshot(path=artefacts / "evidence.png")
    report.mouse.move(0, 0)
    expect(popover).to_have_count(0)
    number.focus()
    report.keyboard.press("Shift+Tab")
    report.keyboard.press("Tab")
    expect(number).to_be_focused()
    expect(popover.first).to_be_visible()
    report.keyboard.press("Escape")
    expect(popover).to_have_count(0)


def test_bull_and_bear_stand_side_by_side_over_a_matrix_of_risks(report: Page, artefacts: Path) -> None:
    bull, bear = report.get_by_test_id("bull-column").first, report.get_by_test_id("bear-column").first
    expect(bull).to_be_visible()
    expect(bear).to_be_visible()
    left, right = bull.bounding_box(), bear.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    matrix = report.get_by_test_id("risk-matrix").first
    expect(matrix.get_by_role("columnheader").first).to_be_visible()
    expect(matrix.get_by_role("cell").first).to_be_visible()
    matrix.screenshot(path=artefacts / "risk-matrix.png")


def test_an_exported_report_is_whole_without_any_network(
    report: Page, browser: Browser, visits: Visits, tmp_path: Path
) -> None:
    with report.expect_download() as download:
        report.get_by_role("button", name=re.compile("HTML")).click()
    file = tmp_path / "report.html"
    download.value.save_as(file)
    asked: list[str] = []
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.get_by_role("heading").first).to_be_visible()
    symbol = told(report.url.split("/research")[0], "/coordinator/research/sessions", limit=1)["sessions"][0]["symbol"]
    expect(page.locator("body")).to_contain_text(symbol)
    context.close()
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
