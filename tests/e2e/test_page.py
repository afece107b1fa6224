"""The page in a real browser: signing in, both themes, both languages, a phone, and the policy's silence."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.environment import without_own_settings

ARTEFACTS = Path(__file__).parents[2] / "test-artifacts"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FEATURES = ("chat", "research", "strategies", "backtests", "stress", "deployments", "calls", "data")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium: install Debian's `chromium`, or run `make test` as root once")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def password_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server for all tests, each of which registers a person of its own; the address it answers at."""
    yield from _serve("password", tmp_path_factory.mktemp("password"))


@pytest.fixture(scope="module")
def local_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from _serve("local", tmp_path_factory.mktemp("local"))


@pytest.fixture(params=["password", "local"])
def desk(request: pytest.FixtureRequest) -> str:
    """A real server in each mode."""
    address: str = request.getfixturevalue(f"{request.param}_desk")
    return address


def _serve(mode: str, folder: Path) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = without_own_settings(os.environ) | {
        "PARLEY_HOME": str(folder / "home"),
        "PARLEY_DEMO_DATA": "false",
        "PARLEY_AUTH_MODE": mode,
        "PARLEY_LOG_LEVEL": "warning",
    }
    command = [str(Path(sys.executable).with_name("parley")), "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, cwd=folder)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/healthz").status_code == 200:
                break
        except httpx.TransportError:
            time.sleep(0.05)
    yield address
    server.terminate()
    assert server.wait(timeout=20) == -signal.SIGTERM


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test on any error in the console, policy violation or request to elsewhere."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", color_scheme="light")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda sent: (
            None if "//127.0.0.1:" in sent.url or sent.url.startswith("data:") else complaints.append(sent.url)
        ),
    )
    yield page
    context.close()
    assert [text for text in complaints if "401 (Unauthorized)" not in text] == []


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


def test_a_visitor_signs_in_and_comes_back_to_where_they_were_going(password_desk: str, page: Page) -> None:
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


def test_every_feature_has_a_place_that_teaches(desk: str, page: Page) -> None:
    if _is_password(desk):
        _register(page, desk)
    page.goto(desk)
    for feature in FEATURES:
        page.get_by_test_id(f"nav-{feature}").first.click()
        expect(page.get_by_test_id(f"empty-{feature}")).to_be_visible()
    page.goto(f"{desk}/no-such-place")
    expect(page.get_by_role("main")).to_be_visible()


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_drawn_in_both_themes_and_both_languages(
    browser: Browser, password_desk: str, language: str, theme: str
) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    scheme = "dark" if theme == "dark" else "light"
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=language, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    _register(page, password_desk)
    page.goto(f"{password_desk}/research")
    expect(page.get_by_test_id("empty-research")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    heading = page.get_by_role("heading", level=1).inner_text()
    assert any("一" <= character <= "鿿" for character in heading) == (language == "zh-CN")
    page.screenshot(path=ARTEFACTS / f"research-{language[:2]}-{theme}.png")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing sticks out on a phone"
    page.screenshot(path=ARTEFACTS / f"research-{language[:2]}-{theme}-phone.png")
    context.close()


def _is_password(address: str) -> bool:
    return bool(httpx.get(f"{address}/api/v1/about").json()["auth_mode"] == "password")
