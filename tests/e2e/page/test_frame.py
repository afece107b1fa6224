"""The frame around every page: signing in, a place that teaches for every feature, both themes and both languages."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.serving import parley_serve
from tests.e2e.page.visits import FEATURES, LANGUAGES, PHONE, THEMES, Language, Theme, Visits
from tests.local_http import local


@pytest.fixture(scope="module")
def password_desk(tmp_path_factory: pytest.TempPathFactory, schema: Path) -> Iterator[str]:
    """A real server for all tests, each of which registers a person of its own; the address it answers at."""
    home = tmp_path_factory.mktemp("password") / "home"
    home.mkdir()
    shutil.copy(schema, home)
    with parley_serve(home, PARLEY_AUTH_MODE="password") as address:
        yield address


@pytest.fixture(params=["password_desk", "empty_desk"])
def desk(request: pytest.FixtureRequest) -> str:
    """A real server in each mode."""
    address: str = request.getfixturevalue(request.param)
    return address


def _register(page: Page, address: str) -> str:
    """The email of somebody new."""
    email = f"ann-{uuid4()}@example.org"
    page.goto(f"{address}/register")
    page.fill("input[name=name]", "Ann 安")
    page.fill("input[name=email]", email)
    page.fill("input[name=password]", "correct horse battery")
    page.click("button[type=submit]")
    expect(page.get_by_test_id("account-menu")).to_contain_text("Ann 安")
    return email


def test_a_visitor_signs_in_and_comes_back_to_where_they_were_going(password_desk: str, visits: Visits) -> None:
    page = visits.open()
    visits.expected.append("401 (Unauthorized)")
    email = _register(page, password_desk)
    page.evaluate("localStorage.clear()")
    page.goto(f"{password_desk}/research")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.fill("input[name=email]", email)
    page.fill("input[name=password]", "not the password")
    page.click("button[type=submit]")
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    page.fill("input[name=password]", "correct horse battery")
    page.click("button[type=submit]")
    expect(page.get_by_test_id("empty-research")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("empty-research")).to_be_visible()


def test_every_feature_has_a_place_that_teaches(desk: str, visits: Visits) -> None:
    page = visits.open()
    visits.expected.append("401 (Unauthorized)")
    if local().get(f"{desk}/api/v1/about").json()["auth_mode"] == "password":
        _register(page, desk)
    page.goto(desk)
    for feature in FEATURES:
        page.get_by_test_id(f"nav-{feature}").first.click()
        expect(page.get_by_test_id(f"empty-{feature}")).to_be_visible()
    page.goto(f"{desk}/no-such-place")
    expect(page.get_by_role("main")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_it_is_drawn_in_both_themes_and_both_languages(
    empty_desk: str, visits: Visits, artefacts: Path, language: Language, theme: Theme
) -> None:
    page = visits.open(language, theme)
    page.goto(f"{empty_desk}/research")
    expect(page.get_by_test_id("empty-research")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    heading = page.get_by_role("heading", level=1).inner_text()
    assert any("一" <= character <= "鿿" for character in heading) == (language == "zh-CN")
    page.screenshot(path=artefacts / f"research-{language[:2]}-{theme}.png")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], "nothing sticks out on a phone"
    page.screenshot(path=artefacts / f"research-{language[:2]}-{theme}-phone.png")
