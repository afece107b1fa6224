"""Every page for everyone: axe-core finds nothing on an empty and a full desk, in both themes, wide and on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive, every_address, lists_and_forms, open_everything, settle
from tests.e2e.page.serving import ROOT
from tests.e2e.page.visits import DESKTOP, PHONE, Theme, Visits

AXE = ROOT / "apps/web/node_modules/axe-core/axe.min.js"
# Run as a test runner's own code, which the page's policy does not hinder.
_RUN = "() => axe.run(document, { resultTypes: ['violations'] })"
# Colours go over into each other; what counts is where they end.
_FADED = "() => document.getAnimations().forEach(each => each instanceof CSSTransition && each.finish())"


@pytest.fixture(scope="module")
def axe() -> str:
    return AXE.read_text()


def _violations(page: Page, axe: str, view: str) -> list[str]:
    """Each with the first place where it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(_RUN)
    return [
        f"{view}: {each['id']} ({len(each['nodes'])}): {each['nodes'][0]['html'][:200]} "
        + each["nodes"][0]["failureSummary"].replace("\n", " ")
        for each in found["violations"]
    ]


def _looked_at(page: Page, axe: str, address: str, wide: Theme, narrow: Theme) -> list[str]:
    """With everything open: on a desktop in one theme, then on a phone in the other."""
    page.emulate_media(color_scheme=wide)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    arrive(page, address)
    open_everything(page)
    found = _violations(page, axe, f"{address} wide")
    page.emulate_media(color_scheme=narrow)
    expect(page.locator("html")).to_have_attribute("data-theme", narrow)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    settle(page)
    page.evaluate(_FADED)
    return found + _violations(page, axe, f"{address} phone")


def test_what_a_desk_shows_of_one_thing_has_no_violations_and_fits_a_phone(
    full_desk: str, visits: Visits, axe: str
) -> None:
    page = visits.open("zh-CN")
    found = []
    for address in sorted(set(every_address(full_desk)) - set(lists_and_forms())):
        found += _looked_at(page, axe, f"{full_desk}{address}", "light", "dark")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], address
    assert not found, "\n".join(found)


@pytest.mark.trust
def test_a_full_desk_has_no_violations(full_desk: str, visits: Visits, axe: str) -> None:
    page, addresses = visits.open("zh-CN"), every_address(full_desk)
    found = [fault for each in addresses for fault in _looked_at(page, axe, f"{full_desk}{each}", "light", "dark")]
    print(f"{len(addresses)} pages of a full desk, each in two views: {len(found)} violations")
    assert not found, "\n".join(found)


def test_an_empty_desk_has_no_violations(empty_desk: str, visits: Visits, axe: str) -> None:
    page, addresses = visits.open("en-US"), lists_and_forms()
    found = [fault for each in addresses for fault in _looked_at(page, axe, f"{empty_desk}{each}", "dark", "light")]
    print(f"{len(addresses)} pages of an empty desk, each in two views: {len(found)} violations")
    assert not found, "\n".join(found)


def test_the_drawer_and_the_kill_switch_s_dialog_have_no_violations(
    full_desk: str, visits: Visits, axe: str, artefacts: Path
) -> None:
    page = visits.open(size=PHONE)
    arrive(page, f"{full_desk}/chat")
    page.get_by_test_id("nav-toggle").click()
    assert _violations(page, axe, "drawer") == []
    page.keyboard.press("Escape")
    page.get_by_test_id("kill-switch").click()
    page.get_by_test_id("kill-switch-confirm").wait_for()
    page.screenshot(path=artefacts / "kill-switch-phone.png")
    assert _violations(page, axe, "dialog") == []
