"""The whole way by clicking the first choice each time, from hello to a paper deployment at work, zh and en."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.filling import GO_ON, HELLO, MOST_TURNS, OVERRIDE, REASON
from tests.e2e.page.serving import told
from tests.e2e.page.talking import say, wait_for_answer
from tests.e2e.page.visits import Language, Visits

CARDS = {"choice_prompt", "tradingview_chart", "backtest_charts", "stress_report", "deployment_status"}
STRATEGY_CARDS = {"strategy_ref", "strategy_card"}
TALL = (1280, 2_000)  # so that a card is in its picture from top to bottom
ASKED = {"zh": "研究一下 DEMO1.SZ", "en": "What does the desk think of DEMO5?"}
DEBATE = {"zh": "多空辩论：DEMO1.SZ", "en": "Debate: DEMO5"}
# What came of a conversation: the list of the API, and what it is called in the answer.
_MADE = {
    "/strategies": "strategies",
    "/backtests": "backtests",
    "/stress": "stress_tests",
    "/deployments": "deployments",
}
_DRAWN = "[data-testid^='card-']"


@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-US", marks=pytest.mark.trust)])
def test_who_clicks_what_leads_on_each_time_gets_to_a_deployment_at_work(
    demo_desk: str, visits: Visits, artefacts: Path, language: Language
) -> None:
    page, voice = visits.open(language, size=TALL), language[:2]
    arrive(page, f"{demo_desk}/chat")
    say(page, HELLO[voice])
    expect(page.get_by_test_id("phase-rail").locator("[aria-current=step]")).to_have_count(1)
    seen: set[str] = set()
    for _ in range(MOST_TURNS):
        seen |= _look_at_cards(page, seen, artefacts / f"journey-{voice}")
        if told(demo_desk, f"/sessions/{_session_id(page)}")["status"] == "completed":
            break
        _go_on(page, voice)
    _check_arrived(demo_desk, _session_id(page), voice)
    assert seen >= CARDS
    assert seen & STRATEGY_CARDS
    _check_deleted_alone(demo_desk, page)


@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-US", marks=pytest.mark.trust)])
def test_what_the_desk_thinks_of_a_company_is_argued_in_a_card(
    demo_desk: str, visits: Visits, artefacts: Path, language: Language
) -> None:
    page, voice = visits.open(language, size=TALL), language[:2]
    arrive(page, f"{demo_desk}/chat")
    say(page, ASKED[voice])
    card = page.get_by_test_id("card-debate_card")
    expect(card).to_contain_text(DEBATE[voice])
    for side in ("bull-column", "bear-column"):
        expect(card.get_by_test_id(side).get_by_role("listitem").first).to_be_visible()
    assert _look_at_cards(page, set(), artefacts / f"research-{voice}") >= {"research_report", "debate_card"}
    card.get_by_role("link").click()
    newest = told(demo_desk, "/coordinator/research/sessions", limit=1)["sessions"][0]
    expect(page).to_have_url(f"{demo_desk}/research/{newest['session_id']}")
    expect(page.get_by_test_id("research-verdict").first).to_be_visible()


def _session_id(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def _go_on(page: Page, voice: str) -> None:
    """Waits for what work comes to; else types what is asked to be typed; else chooses to deploy, or the first; else
    says a word."""
    if told(page.url.split("/chat")[0], f"/sessions/{_session_id(page)}")["awaited"]:
        expect(page.get_by_test_id("awaited-work")).to_have_count(0, timeout=300_000)
        wait_for_answer(page)
        return
    answer = page.get_by_test_id("message-assistant").last
    choices = page.locator("[data-testid=choice-option]:enabled")
    if OVERRIDE[voice] in answer.inner_text():
        say(page, f"{OVERRIDE[voice]}: {REASON[voice]}")
    elif choices.count():
        deploys = page.locator("[data-testid=choice-option][data-option=deploy]:enabled")
        choice = deploys.first if deploys.count() else choices.first
        label = choice.inner_text().splitlines()[0]
        choice.click()
        expect(page.get_by_test_id("message-user").last).to_contain_text(label)
        wait_for_answer(page)
    else:
        say(page, GO_ON[voice])


def _look_at_cards(page: Page, known: set[str], folder: Path) -> set[str]:
    """The kinds of cards that are on the page, each of them drawn; a picture of each kind that is new."""
    kinds: set[str] = set()
    for card in page.locator(_DRAWN).all():
        kind = (card.get_attribute("data-testid") or "").removeprefix("card-")
        expect(card.locator(".animate-pulse")).to_have_count(0, timeout=60_000)
        expect(card.get_by_role("alert")).to_have_count(0)
        assert card.inner_text().strip(), f"nothing is drawn of {kind}"
        if kind not in known | kinds:
            folder.mkdir(exist_ok=True)
            card.screenshot(path=folder / f"{kind}.png")
        kinds.add(kind)
    return kinds


def _check_arrived(desk: str, session_id: str, voice: str) -> None:
    assert told(desk, f"/sessions/{session_id}")["status"] == "completed"
    newest = told(desk, "/deployments", limit=1)["deployments"][0]
    assert (newest["mode"], newest["state"]) == ("paper", "running")
    assert told(desk, f"/deployments/{newest['id']}")["clearance"]["override_reason"] == REASON[voice]


def _check_deleted_alone(desk: str, page: Page) -> None:
    """A conversation goes as the dialog says: alone, without what came of it."""
    made = {path: told(desk, path)[name] for path, name in _MADE.items()}
    assert all(made.values())
    session_id = _session_id(page)
    page.locator(f"[data-session='{session_id}']").get_by_test_id("session-delete").click()
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.locator(f"[data-session='{session_id}']")).to_have_count(0)
    assert session_id not in {each["session_id"] for each in told(desk, "/sessions")["sessions"]}
    for path, name in _MADE.items():
        assert [_lasting(each) for each in told(desk, path)[name]] == [_lasting(each) for each in made[path]]


def _lasting(made: dict[str, Any]) -> tuple[Any, ...]:
    """What does not change from one look to the next while it is at work."""
    return tuple(made.get(name) for name in ("id", "strategy_id", "status", "state"))
