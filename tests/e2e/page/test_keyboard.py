"""The first turns of a conversation without a mouse, and every page on a phone without anything that sticks out."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive, every_address
from tests.e2e.page.filling import HELLO
from tests.e2e.page.talking import wait_for_answer
from tests.e2e.page.visits import PHONE, Language, Visits

MOST_STEPS = 80
TURNS = 4
# Where the focus is, and whether one can see it: an outline or a shadow that appears with it.
_FOCUS = """() => {
  const at = document.activeElement
  const look = getComputedStyle(at)
  const box = at.getBoundingClientRect()
  return {
    mark: at.dataset.testid ?? '',
    name: at.tagName + ' ' + (at.getAttribute('aria-label') ?? at.textContent).trim().slice(0, 40),
    isSeen: (look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0) || look.boxShadow !== 'none',
    isIn: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
  }
}"""


def _tab_to(page: Page, mark: str) -> None:
    """To the next thing with this mark; the focus can be seen on every step."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(_FOCUS)
        if focus["name"].startswith("BODY"):
            continue
        assert focus["isSeen"], f"the focus cannot be seen on {focus['name']}"
        assert focus["isIn"], f"the focus is out of sight on {focus['name']}"
        if focus["mark"] == mark:
            return
    raise AssertionError(f"no way to {mark} with the Tab key")


@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-US", marks=pytest.mark.trust)])
def test_a_conversation_begins_and_goes_on_by_keyboard_only(demo_desk: str, visits: Visits, language: Language) -> None:
    page = visits.open(language)
    arrive(page, f"{demo_desk}/chat")
    _tab_to(page, "composer")
    page.keyboard.type(HELLO[language[:2]])
    page.keyboard.press("Enter")
    for turn in range(1, TURNS):
        wait_for_answer(page)
        _tab_to(page, "choice-option")
        page.keyboard.press("Enter" if turn % 2 else "Space")
        expect(page.get_by_test_id("message-user")).to_have_count(turn + 1)
    wait_for_answer(page)


@pytest.mark.trust
@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_nothing_sticks_out_on_a_phone(full_desk: str, visits: Visits, language: Language) -> None:
    page = visits.open(language, size=PHONE)
    sticking_out = {}
    for address in every_address(full_desk):
        arrive(page, f"{full_desk}{address}")
        width, height = page.evaluate(
            "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
        )
        is_too_high = address.startswith("/chat") and height > PHONE[1]  # a conversation scrolls inside
        if width > PHONE[0] or is_too_high:
            sticking_out[address] = (width, height)
    assert sticking_out == {}
