"""The kill switch: two clicks from any page, on a desktop and on a phone, and everything of one's own stands still."""

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.apps.api.trading_desk import BEGINS, OVERRIDE
from tests.e2e.page import acting_server
from tests.e2e.page.acting_server import put_clock
from tests.e2e.page.addresses import arrive, every_address
from tests.e2e.page.serving import process_at, said, told
from tests.e2e.page.visits import DESKTOP, PHONE, Visits
from tests.packages.domain.backtest.asking import document

BLOCKED = {"en-US": "Kill switch on (yours)", "zh-CN": "紧急停止已开启（你的）"}
_PATIENCE = 120  # seconds for the runtime to look at new bars


@dataclass(frozen=True, slots=True)
class TradingDay:
    """A desk whose days go by when the test says so, and a paper deployment at work there that buys whenever it holds
    nothing, and sells on the next bar."""

    address: str
    home: Path
    deployment_id: str

    def orders(self) -> list[dict[str, Any]]:
        """The newest first."""
        found: list[dict[str, Any]] = told(self.address, f"/deployments/{self.deployment_id}/orders")["orders"]
        return found

    def entries(self, since: int = 0) -> list[dict[str, Any]]:
        return [order for order in self.orders() if order["effect"] == "open" and order["number"] > since]

    def until(self, at: datetime, status: str, since: int = 0) -> list[dict[str, Any]]:
        """Lets the days go by; the entries behind the order of this number, as soon as all of them stand so."""
        put_clock(self.home, at)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            found = self.entries(since)
            if found and all(order["status"] == status for order in found):
                return found
            time.sleep(0.1)
        raise AssertionError(f"no entries that are all {status} until {at}: {self.orders()}")


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[TradingDay]:
    home = tmp_path_factory.mktemp("days") / "home"
    shutil.copytree(demo_home, home)
    put_clock(home, BEGINS)
    with process_at(home, acting_server.__name__) as address:
        strategy = said(address, "/strategies", {"document": _eager()})
        account = said(address, "/broker-accounts/paper", {"label": "my paper"})
        asked = {"strategy_id": strategy["strategy_id"], "version": 1, "account_id": account["id"]}
        made = said(address, "/deployments", {**asked, "override": OVERRIDE})
        assert said(address, f"/deployments/{made['id']}/start")["state"] == "running"
        yield TradingDay(address, home, made["id"])


def _eager() -> Any:
    told: Any = document("DEMO5")
    told["trade"]["long"]["entry"]["condition"] = {"cmp": {"left": {"ref": "volume"}, "op": "gt", "right": 0}}
    told["trade"]["long"]["exits"] = [{"type": "time_exit", "bars": 1}]
    return told


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


@pytest.mark.parametrize("size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.trust)], ids=["desktop", "phone"])
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


@pytest.mark.trust
def test_what_a_deployment_at_work_wants_to_buy_after_that_is_refused_and_the_page_says_why(
    days: TradingDay, visits: Visits, artefacts: Path
) -> None:
    [bought] = days.until(BEGINS + timedelta(days=4), "filled")
    assert Decimal(bought["filled"]) > 0
    page = visits.open()
    arrive(page, f"{days.address}/deployments/{days.deployment_id}")
    expect(page.get_by_test_id("orders-table").first).not_to_contain_text(BLOCKED["en-US"])
    _turn_on(page)
    expect(page.get_by_test_id("kill-switch-on")).to_be_visible()
    refused = days.until(BEGINS + timedelta(days=12), "blocked", since=days.orders()[0]["number"])
    assert {(order["why"], Decimal(order["filled"])) for order in refused} == {("kill_switch_person", Decimal(0))}
    expect(page.get_by_test_id("orders-table").first).to_contain_text(BLOCKED["en-US"])
    expect(page.get_by_test_id("orders-table").first).to_contain_text("Time exit")  # the exit went
    page.screenshot(path=artefacts / "kill-switch-blocked.png", full_page=True)
    chinese = visits.open(language="zh-CN")
    arrive(chinese, f"{days.address}/deployments/{days.deployment_id}")
    expect(chinese.get_by_test_id("orders-table").first).to_contain_text(BLOCKED["zh-CN"])
