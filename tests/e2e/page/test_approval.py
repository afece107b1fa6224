"""Live money that waits for a person's word: shown to the last figure, with the time that is left, and decided on."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import told
from tests.e2e.page.visits import Visits
from tests.e2e.page.waiting_orders import LiveDesk


def _shown(page: Page, desk: LiveDesk, quantity: str, price: str) -> Locator:
    """The request for this order, as the page shows it."""
    arrive(page, f"{desk.address}/deployments/approvals")
    item = page.get_by_test_id("approval-item").filter(has_text=price)
    expect(item).to_have_count(1)
    expect(item).to_contain_text("DEMO5")
    expect(item).to_contain_text(quantity)
    return item


def _status(desk: LiveDesk, approval_id: str) -> str:
    return str(told(desk.address, f"/approvals/{approval_id}")["status"])


def test_an_order_is_shown_exactly_and_approved(acting_desk: LiveDesk, visits: Visits, artefacts: Path) -> None:
    approval_id, page = acting_desk.ask("137", "41.37"), visits.open()
    item = _shown(page, acting_desk, "137", "41.37")
    expect(item).to_contain_text("5,667.69")  # what it may cost
    expect(item).to_contain_text("my broker")
    countdown = item.get_by_test_id("approval-countdown")
    expect(countdown).to_contain_text(re.compile(r"\d"))
    before = countdown.inner_text()
    expect(countdown).not_to_have_text(before)
    page.screenshot(path=artefacts / "approval.png", full_page=True)
    item.get_by_test_id("approval-approve").click()
    assert _status(acting_desk, approval_id) == "pending", "live money takes a second, deliberate step"
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(item.get_by_test_id("approval-approve")).to_have_count(0)
    assert _status(acting_desk, approval_id) == "approved"


def test_an_order_is_denied(acting_desk: LiveDesk, visits: Visits) -> None:
    approval_id, page = acting_desk.ask("11", "29.53"), visits.open(language="zh-CN")
    item = _shown(page, acting_desk, "11", "29.53")
    item.get_by_test_id("approval-deny").click()
    expect(item.get_by_test_id("approval-deny")).to_have_count(0)
    assert _status(acting_desk, approval_id) == "denied"


def test_what_waits_is_told_where_the_deployments_are(acting_desk: LiveDesk, visits: Visits) -> None:
    acting_desk.ask("7", "17.71")
    page = visits.open()
    arrive(page, f"{acting_desk.address}/deployments")
    expect(page.get_by_test_id("approvals-waiting")).to_contain_text("1")
    page.get_by_test_id("approvals-waiting").get_by_role("link").click()
    expect(page.get_by_test_id("approval-item").filter(has_text="17.71")).to_be_visible()
