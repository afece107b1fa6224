"""A conversation on the page: something is said, and the answer is waited for."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import settle

_PATIENCE = 120_000  # milliseconds for an answer
# The last message is the desk's, and nothing of it is still to come.
_ANSWERED = "ol > li:last-child[data-testid=message-assistant]:not([aria-busy])"


def say(page: Page, words: str) -> None:
    page.get_by_test_id("composer").fill(words)
    page.get_by_test_id("send").click()
    wait_for_answer(page)


def wait_for_answer(page: Page) -> None:
    """All of it, with its cards drawn."""
    expect(page.locator(_ANSWERED)).to_be_attached(timeout=_PATIENCE)
    expect(page.get_by_test_id("stop")).to_have_count(0, timeout=_PATIENCE)
    expect(page).to_have_url(re.compile(r"/chat/[\w-]+$"))
    settle(page)
