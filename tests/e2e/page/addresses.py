"""Every address of the page that a desk has something to show at."""

from playwright.sync_api import Page, expect

from tests.e2e.page.serving import told
from tests.e2e.page.visits import FEATURES

_FORMS = ("/strategies/new", "/backtests/new", "/stress/new", "/deployments/new", "/deployments/approvals")
_LISTS = ("/", "/stress/optimisations", "/settings")
# A list of the API, what it is called in the answer, the name of an id in it, and where the page shows one.
_DETAILS = (
    ("/sessions", "sessions", "session_id", "/chat"),
    ("/coordinator/research/sessions", "sessions", "session_id", "/research"),
    ("/strategies", "strategies", "strategy_id", "/strategies"),
    ("/backtests", "backtests", "id", "/backtests"),
    ("/stress", "stress_tests", "id", "/stress"),
    ("/deployments", "deployments", "id", "/deployments"),
)
# Nothing pulses, and nothing was added or removed for a while.
_CALM = """() => new Promise(resolve => {
  let last = performance.now()
  const watcher = new MutationObserver(() => { last = performance.now() })
  watcher.observe(document.body, { subtree: true, childList: true })
  const look = () => {
    const isCalm = !document.querySelector('main .animate-pulse') && performance.now() - last > 250
    if (isCalm || performance.now() - last > 15000) { watcher.disconnect(); resolve(true) }
    else setTimeout(look, 50)
  }
  look()
})"""


def lists_and_forms() -> list[str]:
    return [*(f"/{feature}" for feature in FEATURES), *_LISTS, *_FORMS]


def every_address(desk: str) -> list[str]:
    """Of each kind of thing the newest one."""
    found = []
    for path, name, key, place in _DETAILS:
        newest = told(desk, path, limit=1)[name]
        found += [f"{place}/{each[key]}" for each in newest]
    researched = [each["session_id"] for each in told(desk, "/coordinator/research/sessions", limit=2)["sessions"]]
    if len(researched) == 2:
        found.append(f"/research/compare?a={researched[0]}&b={researched[1]}")
    symbols = [each["symbol"] for each in told(desk, "/data/coverage")["coverage"]]
    return [*lists_and_forms(), *found, *(f"/data/{symbol}" for symbol in symbols[:1])]


def arrive(page: Page, address: str) -> None:
    """There, with everything drawn that was asked for."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    settle(page)


def settle(page: Page) -> None:
    """Until nothing says that it is still loading; streams stay open, so the network never falls silent."""
    page.wait_for_function(_CALM)


def open_everything(page: Page) -> None:
    """Every disclosure of the page."""
    page.evaluate("() => document.querySelectorAll('main details:not([open]) > summary').forEach(each => each.click())")
    page.evaluate(
        "() => document.querySelectorAll('main button[aria-expanded=false]:not([aria-haspopup])')"
        ".forEach(each => each.click())"
    )
    settle(page)
