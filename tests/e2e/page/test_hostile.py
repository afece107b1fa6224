"""A thousand pieces of hostile text, brought in through every door that text comes in by: nothing runs, nothing is
fetched from elsewhere, and all of it is drawn."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from tests.e2e.page import hostile_server
from tests.e2e.page.addresses import arrive, every_address, open_everything
from tests.e2e.page.hostile import MOST, payloads
from tests.e2e.page.hostile_server import END
from tests.e2e.page.serving import process_at
from tests.e2e.page.talking import say
from tests.e2e.page.visits import Visits

AT_ONCE = 125
TOOLS = 63
ENOUGH = 500  # of what the desk tells is on the page, not counting what is told twice
_MARK = re.compile(r"hp\d{4}x")
# Runs before anything of the page.
_WATCH = """
window.__pwned = 0
window.__refused = []
document.addEventListener('securitypolicyviolation', event => {
  window.__refused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
})
"""
# What hostile text would have made of itself in the document, had it been taken for more than text.
_TAKEN_IN = """() => [...document.querySelectorAll('body *')].filter(each =>
  each.matches('script, iframe, object, embed, base, meta, audio, video, [action*=evil], [src*=evil], [srcset]')
  || [...each.attributes].some(attribute => attribute.name.startsWith('on'))
  || (each.matches('a[href], use[href]') && !/^(https?:|\\/|#|blob:)/.test(each.getAttribute('href')))
  || (each.getAttribute('style') ?? '').includes('evil')
).map(each => each.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module")
def hostile_desk(tmp_path_factory: pytest.TempPathFactory, schema: Path) -> Iterator[str]:
    """A desk whose voice is nobody's friend."""
    home = tmp_path_factory.mktemp("hostile") / "home"
    home.mkdir()
    shutil.copy(schema, home)
    with process_at(home, hostile_server.__name__) as address:
        yield address


@pytest.fixture
def page(visits: Visits) -> Iterator[Page]:
    """One that is watched while it draws, and must have stayed itself at the end."""
    page = visits.open()
    page.add_init_script(_WATCH)
    page.on("dialog", partial(_refuse, visits))
    page.context.on("page", lambda opened: visits.complaints.append(f"a new tab: {opened.url}"))
    yield page
    _check_unharmed(page)


def _refuse(visits: Visits, dialog: Dialog) -> None:
    visits.complaints.append(f"a dialog: {dialog.message}")
    dialog.dismiss()


def _check_unharmed(page: Page) -> None:
    assert page.evaluate("window.__pwned") == 0, "something ran"
    assert page.evaluate("window.__refused") == [], "only the policy kept something from happening"
    assert page.evaluate(_TAKEN_IN) == []


def _marks(page: Page) -> set[str]:
    return set(_MARK.findall(page.locator("body").inner_text()))


def test_what_a_model_says_is_only_text(hostile_desk: str, page: Page) -> None:
    arrive(page, f"{hostile_desk}/chat")
    for first in range(0, MOST, AT_ONCE):
        say(page, f"words {first} {first + AT_ONCE}")
        drawn = set(_MARK.findall(page.get_by_test_id("message-assistant").last.inner_text()))
        assert drawn >= {piece.mark for piece in payloads()[first : first + AT_ONCE]}
        _check_unharmed(page)
    page.reload()
    expect(page.get_by_test_id("message-assistant").last).to_contain_text(END)
    print(f"{MOST} hostile answers drawn: 0 scripts ran, 0 requests went elsewhere")


@pytest.mark.trust
def test_what_tools_say_is_only_text(hostile_desk: str, page: Page) -> None:
    arrive(page, f"{hostile_desk}/chat")
    say(page, f"tools 1 {TOOLS}")
    drawn = set()
    for call in page.get_by_test_id("tool-call").all():
        call.click()
        drawn |= set(_MARK.findall(page.get_by_test_id("tool-call-detail").inner_text()))
    assert drawn == {piece.mark for piece in payloads(TOOLS)[1:]}


def test_what_a_person_says_is_only_text(hostile_desk: str, page: Page) -> None:
    arrive(page, f"{hostile_desk}/chat")
    pieces = payloads()[1:60]
    say(page, "words 0 0 " + "\n".join(piece.line for piece in pieces))
    drawn = set(_MARK.findall(page.get_by_test_id("message-user").last.inner_text()))
    assert drawn == {piece.mark for piece in pieces}


@dataclass  # without slots: Playwright writes on who answers
class Poisoner:
    """Puts hostile text in the place of every sentence and name that the desk tells the page."""

    pieces: Iterator[str] = field(default_factory=lambda: cycle(piece.line for piece in payloads()[1:]))
    planted: int = 0

    def answer(self, route: Route) -> None:
        response = route.fetch()
        if response.headers.get("content-type") != "application/json":
            route.fulfill(response=response)
            return
        route.fulfill(response=response, body=json.dumps(self._poisoned(response.json())))

    def _poisoned(self, told: Any) -> Any:
        match told:
            case dict():
                return {name: self._poisoned(each) for name, each in told.items()}
            case list():
                return [self._poisoned(each) for each in told]
            case str() if _is_prose(told):
                self.planted += 1
                return next(self.pieces)
            case _:
                return told


def _is_prose(text: str) -> bool:
    """Words for people, which the page does not reckon with: with a space between them, or in Chinese."""
    return " " in text.strip() or any("一" <= character <= "鿿" for character in text)


@pytest.mark.trust
def test_what_the_desk_tells_is_only_text_on_every_page(full_desk: str, page: Page) -> None:
    poisoner, drawn = Poisoner(), 0
    addresses = every_address(full_desk)
    page.route(re.compile(r"/api/v1/(?!.*(/events|/stream))"), poisoner.answer)
    for address in addresses:
        before = poisoner.planted
        arrive(page, f"{full_desk}{address}")
        open_everything(page)
        seen = len(_marks(page))
        print(f"{address}: {poisoner.planted - before} told, {seen} different ones seen")
        drawn += seen
        if address.startswith("/chat/"):
            _check_cards(page)
        _check_unharmed(page)
    assert drawn > ENOUGH, "too few were drawn to prove anything"


def _check_cards(page: Page) -> None:
    """The words of a question, of its answers and of a strategy were hostile, too."""
    for drawn in ("card-choice_prompt", "choice-option", "card-strategy_card"):
        assert _MARK.search(" ".join(page.get_by_test_id(drawn).all_inner_texts())), drawn
