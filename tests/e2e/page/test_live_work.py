"""Long work in the chat: it fills in by itself while one goes on talking, and what it came to is in view with its
buttons, on a desk and on a phone."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.apps.api.finished_research import result_of, store_research
from tests.chat import settings_at, started
from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import apart, parley_serve, told
from tests.e2e.page.talking import say, wait_for_answer
from tests.e2e.page.visits import Visits

DESK, PHONE = (1280, 800), (390, 844)
RESEARCH = "019b7e94-3200-7240-be16-58929a637c45"
_MINUTES = 300_000  # milliseconds for a stress test beside the machine's other work
_LOOKS, _MOMENT = 50, 100  # how often a part's place is looked for, and the milliseconds between


@pytest.fixture(scope="module")
def researched_desk(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[str]:
    """With the demo companies, a person who answered, and research on DEMO5 that says buy."""
    home = tmp_path_factory.mktemp("researched") / "home"
    shutil.copytree(demo_home, home)

    async def research() -> None:
        async with started(settings_at(home)) as (app, _):
            await store_research(app, RESEARCH, result_of())

    apart(research())
    with parley_serve(home) as address:
        yield address


def _expect_in_view(page: Page, part: Locator) -> None:
    """The first line of it comes to lie above the buttons and below the head of the page."""
    for _ in range(_LOOKS):
        if _is_in_view(page, part):
            return
        page.wait_for_timeout(_MOMENT)
    raise AssertionError(f"{part} is not in view")


def _is_in_view(page: Page, part: Locator) -> bool:
    """A part has no box at the moment its answer is drawn anew, so one is waited for."""
    box, frame = _box_of(page, part), _box_of(page, page.get_by_role("region", name="Conversation"))
    return frame["y"] - 1 <= box["y"] <= frame["y"] + frame["height"] - 16


def _box_of(page: Page, part: Locator) -> FloatRect:
    for _ in range(_LOOKS):
        box = part.bounding_box()
        if box is not None:
            return box
        page.wait_for_timeout(_MOMENT)
    raise AssertionError(f"{part} has no place on the page")


def _press(page: Page, option: str) -> None:
    _click(page, option)
    wait_for_answer(page)


def _click(page: Page, option: str) -> None:
    page.get_by_test_id("prompt-dock").locator(f"[data-option='{option}']").first.click()


def _check_in_view(page: Page) -> None:
    """The newest answer's first line, and every button of its question."""
    expect(page.get_by_test_id("prompt-dock").get_by_role("button").first).to_be_in_viewport(ratio=1)
    _expect_in_view(page, page.get_by_test_id("message-assistant").last)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_research_becomes_rules_and_their_stress_test_tells_its_verdict_by_itself(
    researched_desk: str, visits: Visits, artefacts: Path, size: tuple[int, int]
) -> None:
    page = visits.open("en-US", size=size)
    arrive(page, f"{researched_desk}/chat")
    for words in ("hello", "3 years, moderate risk, balanced growth") if size == DESK else ("hello",):
        say(page, words)
    if page.get_by_test_id("proposal-option").count():
        _press(page, "accept")
    say(page, "research results")
    page.get_by_test_id("take-up-research").click()
    rules = page.get_by_test_id("card-strategy_card")
    expect(rules).to_have_count(1)
    wait_for_answer(page)
    _check_in_view(page)
    rules.locator("summary").first.click()
    expect(rules.get_by_test_id("origins")).to_contain_text("Stop 95")
    _press(page, "true")
    _click(page, "continue")
    _check_running(page, researched_desk)
    expect(page.get_by_test_id("stress-verdict")).to_be_visible(timeout=_MINUTES)
    wait_for_answer(page)
    expect(page.get_by_test_id("awaited-work")).to_have_count(0)
    expect(page.get_by_test_id("prompt-dock").locator("[data-option=deploy]")).to_be_in_viewport(ratio=1)
    _check_in_view(page)
    newest = page.get_by_test_id("message-assistant").last
    if newest.get_by_test_id("stress-verdict").count():
        _expect_in_view(page, page.get_by_test_id("stress-verdict"))
    else:  # the talk beside the work ended after it, and is what stays in view
        expect(newest).to_contain_text("drawdown")
    page.screenshot(path=artefacts / f"verdict-in-view-{size[0]}.png")


def _check_running(page: Page, desk: str) -> None:
    """One goes on talking, and a reload changes nothing."""
    strip = page.get_by_test_id("awaited-work")
    expect(strip).to_contain_text("Stress test")
    expect(strip.get_by_role("progressbar")).to_be_visible()
    wait_for_answer(page)
    say(page, "what is a drawdown?")
    expect(page.get_by_test_id("message-assistant").filter(has_text="drawdown").first).to_be_visible()
    said = page.get_by_test_id("message-user").count()
    page.reload()
    expect(page.get_by_test_id("message-user")).to_have_count(said)
    session = told(desk, f"/sessions/{page.url.rsplit('/', 1)[1]}")
    assert [each["role"] for each in session["messages"]].count("user") == said
