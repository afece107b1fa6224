"""A browser, desks that are empty or full, and visits that fail the test on any complaint of the browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.page import acting_server
from tests.e2e.page.filling import fill
from tests.e2e.page.serving import parley_serve, process_at
from tests.e2e.page.visits import Visits
from tests.e2e.page.waiting_orders import LiveDesk, live_desk

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
# How long something takes says more about the machine's other work than about the page.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def browser(demo_home: Path) -> Iterator[Browser]:
    """Not for longer than a module, and not before there is a demo home: this thread's loop is taken meanwhile."""
    if CHROMIUM is None:
        pytest.skip("no Chromium: install Debian's `chromium`, or run `make test` as root once")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    visits = Visits(browser)
    yield visits
    visits.close()
    assert visits.unexpected == []


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """Where pictures are kept, for a person to look at."""
    folder = Path(__file__).parents[3] / "test-artifacts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def empty_desk(tmp_path_factory: pytest.TempPathFactory, schema: Path) -> Iterator[str]:
    """Without data, and nobody was ever here."""
    home = tmp_path_factory.mktemp("empty") / "home"
    home.mkdir()
    shutil.copy(schema, home)
    with parley_serve(home) as address:
        yield address


@pytest.fixture(scope="module")
def demo_desk(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[str]:
    """With the demo companies, and nobody was ever here."""
    home = tmp_path_factory.mktemp("demo") / "home"
    shutil.copytree(demo_home, home)
    with parley_serve(home) as address:
        yield address


@pytest.fixture(scope="session")
def full_desk(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[str]:
    """One where people have been; for tests that only look."""
    home = tmp_path_factory.mktemp("full") / "home"
    shutil.copytree(demo_home, home)
    with parley_serve(home) as address:
        fill(address)
        yield address


@pytest.fixture(scope="session")
def acting_desk(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[LiveDesk]:
    """Its voice does as it is told, and live money waits there: each test's order has a price of its own."""
    home = tmp_path_factory.mktemp("acting") / "home"
    shutil.copytree(demo_home, home)
    with process_at(home, acting_server.__name__) as address:
        yield live_desk(address, home)
