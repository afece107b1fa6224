"""What a conversation shows besides words: live money that waits for the person's word, and an answer that broke."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from packages.core.errors import Unavailable
from tests.e2e.page.acting_server import BREAK, DEAD, HALF, SHOW
from tests.e2e.page.addresses import arrive, open_everything
from tests.e2e.page.serving import told
from tests.e2e.page.talking import say
from tests.e2e.page.visits import Language, Visits
from tests.e2e.page.waiting_orders import LiveDesk

HEADS = {"zh-CN": "买入 DEMO5", "en-US": "Buy DEMO5"}


def _asked_in_chat(desk: LiveDesk, page: Page, quantity: str, price: str) -> tuple[str, Locator]:
    """The id of an approval, and the card that asks for it."""
    approval_id = desk.ask(quantity, price)
    shown = {"type": "approval_request", "approval_id": approval_id, "deployment_id": desk.deployment_id}
    arrive(page, f"{desk.address}/chat")
    say(page, f"{SHOW} {json.dumps(shown)}")
    card = page.get_by_test_id("card-approval_request")
    expect(card).to_have_count(1)
    return approval_id, card


def _status(desk: LiveDesk, approval_id: str) -> str:
    return str(told(desk.address, f"/approvals/{approval_id}")["status"])


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_live_money_is_let_go_in_the_conversation_and_taken_back(
    acting_desk: LiveDesk, visits: Visits, artefacts: Path, language: Language
) -> None:
    page = visits.open(language)
    approval_id, card = _asked_in_chat(acting_desk, page, "137", "41.39" if language == "en-US" else "41.38")
    expect(card.get_by_role("heading")).to_contain_text(HEADS[language])
    expect(card).to_contain_text("my broker")
    card.screenshot(path=artefacts / f"approval-card-{language[:2]}.png")
    card.get_by_test_id("approval-approve").click()
    assert _status(acting_desk, approval_id) == "pending", "live money takes a second, deliberate step"
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(card.get_by_test_id("approval-approve")).to_have_count(0)
    assert _status(acting_desk, approval_id) == "approved"
    page.reload()
    card.get_by_test_id("approval-withdraw").click()
    expect(card.get_by_role("button")).to_have_count(0)
    assert _status(acting_desk, approval_id) == "withdrawn"


def test_live_money_is_denied_in_the_conversation(acting_desk: LiveDesk, visits: Visits) -> None:
    page = visits.open("zh-CN")
    approval_id, card = _asked_in_chat(acting_desk, page, "11", "29.54")
    card.get_by_test_id("approval-deny").click()
    expect(card.get_by_role("button")).to_have_count(0)
    assert _status(acting_desk, approval_id) == "denied"


def test_an_answer_that_broke_off_says_so_after_a_reload_too(
    acting_desk: LiveDesk, visits: Visits, artefacts: Path
) -> None:
    page = visits.open()
    arrive(page, f"{acting_desk.address}/chat")
    say(page, BREAK)
    failed = page.get_by_test_id("turn-failed")
    _check_broken(page, failed)
    page.reload()
    _check_broken(page, failed)
    page.screenshot(path=artefacts / "broken-answer.png")
    failed.get_by_role("button").last.click()
    expect(page.get_by_test_id("message-user")).to_have_count(2)
    expect(failed).to_have_count(2)


def _check_broken(page: Page, failed: Locator) -> None:
    expect(failed).to_have_count(1)
    expect(page.get_by_test_id("message-assistant")).to_contain_text(HALF.strip())
    expect(page.get_by_test_id("message-assistant")).to_contain_text(DEAD)
    open_everything(page)
    expect(failed).to_contain_text(Unavailable.__name__)
