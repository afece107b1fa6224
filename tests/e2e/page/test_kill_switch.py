"""The kill switch: two clicks from any page, on a desktop and on a phone, and everything of one's own stands still."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive, every_address
from tests.e2e.page.serving import said, told
from tests.e2e.page.visits import DESKTOP, PHONE, Visits


@pytest.fixture
def desk(full_desk: str) -> Iterator[str]:
    """Whatever a test turned on is off again behind it."""
    yield full_desk
    if told(full_desk, "/switches")["on"]:
        said(full_desk, "/switches/me", {"is_on": False, "reason": "the test is over"})


def _turn_on(page: Page) -> None:
    """The two clicks."""
    page.get_by_test_id("kill-switch").click()
    page.get_by_test_id("kill-switch-confirm").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_two_clicks_stop_everything_of_ones_own(desk: str, visits: Visits, size: tuple[int, int]) -> None:
    page = visits.open(size=size)
    arrive(page, f"{desk}/data")
    assert told(desk, "/switches")["on"] == []
    _turn_on(page)
    expect(page.get_by_test_id("kill-switch-on")).to_be_visible()
    [switch] = told(desk, "/switches")["on"]
    assert (switch["scope"], switch["is_on"]) == ("person", True)
    for deployment in told(desk, "/deployments")["deployments"]:
        assert told(desk, f"/deployments/{deployment['id']}")["switch"]["is_on"]
    arrive(page, f"{desk}/research")
    expect(page.get_by_test_id("kill-switch-on")).to_be_visible()


def test_it_is_one_click_away_on_every_page(desk: str, visits: Visits) -> None:
    page = visits.open()
    for address in every_address(desk):
        page.goto(f"{desk}{address}")
        expect(page.get_by_test_id("kill-switch")).to_be_visible()
        expect(page.get_by_test_id("kill-switch")).to_be_enabled()
