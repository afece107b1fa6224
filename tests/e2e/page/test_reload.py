"""An answer that is left in the middle, by a reload, without a network, or stopped: nothing is lost or doubled."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.chat_client import Server, serving
from tests.e2e.page.line import Line, line_to
from tests.e2e.page.visits import Visits

WORDS = 60
PAUSE = 0.15  # seconds between two words: long enough to leave in the middle of an answer


@pytest.fixture
def server(migrated_home: Path) -> Iterator[Server]:
    with serving(PAUSE, WORDS) as server:
        yield server


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    with line_to(server.url.removesuffix("/api/v1")) as line:
        yield line


@pytest.fixture
def page(line: Line, visits: Visits) -> Page:
    """In the middle of an answer: some words are there, and more are to come."""
    page = visits.open()
    page.goto(f"{line.address}/chat")
    page.get_by_test_id("composer").fill("Tell me something long.")
    page.get_by_test_id("send").click()
    expect(page.get_by_test_id("stop")).to_be_visible()
    _wait_for_words(page, 5)
    return page


def _words(page: Page) -> list[str]:
    """Of the answer, as it stands."""
    shown = page.get_by_test_id("message-assistant").last.inner_text().split()
    return [word for word in shown if word.replace(".", "").isdigit() and "." in word]


def _wait_for_words(page: Page, count: int) -> None:
    page.wait_for_function(
        r"""count => {
          const answers = document.querySelectorAll('[data-testid="message-assistant"]')
          return (answers[answers.length - 1]?.innerText.match(/\d{9,}\.\d{6}/g) ?? []).length >= count
        }""",
        arg=count,
        timeout=60_000,
    )


def _conversation(server: Server, page: Page) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = server.session(page.url.rsplit("/", 1)[1])["messages"]
    return messages


def _check_whole(server: Server, page: Page, words: int) -> None:
    """What is drawn is what is stored, once."""
    expect(page.get_by_test_id("stop")).to_have_count(0, timeout=60_000)
    expect(page.get_by_test_id("message-user")).to_have_count(1)
    expect(page.get_by_test_id("message-assistant")).to_have_count(1)
    asked, answered = _conversation(server, page)
    assert (asked["role"], asked["content"]) == ("user", "Tell me something long.")
    assert _words(page) == [word for word in answered["content"].split() if word[0].isdigit()]
    assert len(_words(page)) == words
    page.reload()
    _wait_for_words(page, words)
    assert _words(page) == [word for word in answered["content"].split() if word[0].isdigit()]


def test_a_reload_in_the_middle_of_an_answer_loses_nothing_and_doubles_nothing(server: Server, page: Page) -> None:
    before = _words(page)
    page.reload()
    _wait_for_words(page, len(before) + 1)
    assert _words(page)[: len(before)] == before
    page.reload()
    _wait_for_words(page, WORDS)
    _check_whole(server, page, WORDS)


@pytest.mark.trust
def test_without_a_network_the_page_says_so_and_goes_on_when_it_is_back(
    server: Server, line: Line, page: Page, visits: Visits
) -> None:
    visits.expected.append("net::ERR_")
    line.cut()
    expect(page.get_by_test_id("reconnecting")).to_be_visible()
    line.mend()
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    _wait_for_words(page, WORDS)
    _check_whole(server, page, WORDS)


@pytest.mark.trust
def test_an_answer_that_is_stopped_keeps_what_was_said(server: Server, page: Page) -> None:
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("stop")).to_have_count(0)
    said = _words(page)
    assert 5 <= len(said) < WORDS
    expect(page.get_by_test_id("message-user")).to_have_count(1)
    page.reload()
    _wait_for_words(page, len(said))
    assert _words(page) == said
    expect(page.get_by_test_id("composer")).to_be_enabled()
