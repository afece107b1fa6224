"""A file dropped on the page: reviewed, confirmed, researched to a verdict, and undone."""

import random
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import parley_serve, told
from tests.e2e.page.test_axe import AXE, violations
from tests.e2e.page.visits import PHONE, Visits

SESSIONS = 600
_DROP = """([name, text]) => {
  const carried = new DataTransfer()
  carried.items.add(new File([text], name, { type: 'text/csv' }))
  const area = document.querySelector('[data-testid=drop-area]')
  for (const type of ['dragover', 'drop'])
    area.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }))
}"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, schema: Path) -> Iterator[str]:
    home = tmp_path_factory.mktemp("importing") / "home"
    home.mkdir()
    shutil.copy(schema, home)
    with parley_serve(home, PARLEY_DEMO="off") as address:
        yield address


def years_of_bars() -> str:
    """With decimal commas of three digits, which could be thousands."""
    draw, price, lines = random.Random(7), 40.0, []
    day = datetime.now(UTC).date() - timedelta(days=SESSIONS * 7 // 5)
    while day < datetime.now(UTC).date():
        if day.weekday() < 5 and (day.month, day.day) not in ((1, 1), (12, 25)):
            price *= 1 + draw.gauss(0.0006, 0.01)
            prices = (price, price * 1.01, price * 0.99, price * 1.002)
            lines.append(";".join([day.isoformat(), *(f"{each:.2f}0".replace(".", ",") for each in prices), "120037"]))
        day += timedelta(days=1)
    return "\n".join(["date;open;high;low;close;volume", *lines]) + "\n"


def dropped(page: Page, desk: str, name: str, text: str) -> None:
    arrive(page, f"{desk}/data")
    page.evaluate(_DROP, [name, text])
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Import {name}")


def test_a_file_is_dropped_confirmed_and_researched_to_a_verdict_then_undone(
    desk: str, visits: Visits, artefacts: Path
) -> None:
    page = visits.open()
    dropped(page, desk, "NEWCO.csv", years_of_bars())
    confirm = page.get_by_role("button", name="Confirm import")
    expect(confirm).to_be_disabled()
    page.screenshot(path=artefacts / "import-review.png", full_page=True)
    assert told(desk, "/data/coverage")["coverage"] == []
    page.get_by_role("button", name="Use this answer").click()
    expect(confirm).to_be_enabled()
    confirm.click()
    page.get_by_role("link", name="Research NEWCO").click()
    page.get_by_test_id("research-start").click()
    expect(page.get_by_test_id("research-verdict").first).to_be_visible(timeout=120_000)
    (found,) = told(desk, "/data/imports")["imports"]
    arrive(page, f"{desk}/data/imports/{found['import_id']}")
    page.get_by_role("button", name="Undo import").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo import").click()
    expect(page.get_by_text("What was stored before this import is back.")).to_be_visible()
    assert told(desk, "/data/coverage")["coverage"] == []


def test_the_review_of_a_file_fits_a_phone_and_axe_finds_nothing(desk: str, visits: Visits, artefacts: Path) -> None:
    page = visits.open()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    dropped(page, desk, "OLDCO.csv", years_of_bars() + "2024-01-06;1;2;1;2;3\nnot a line\n")
    page.screenshot(path=artefacts / "import-review-phone.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert violations(page, AXE.read_text(), "import") == []
