"""Every page for everyone: axe-core finds nothing on an empty and a full desk, in both themes, wide and on a phone."""

from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page.addresses import arrive, every_address, lists_and_forms, open_everything
from tests.e2e.page.serving import ROOT
from tests.e2e.page.visits import DESKTOP, PHONE, THEMES, Theme, Visits

AXE = ROOT / "apps/web/node_modules/axe-core/axe.min.js"
# Run as a test runner's own code, which the page's policy does not hinder.
_RUN = "() => axe.run(document, { resultTypes: ['violations'] })"
# Colours go over into each other; what counts is where they end.
_FADED = "() => document.getAnimations().forEach(each => each instanceof CSSTransition && each.finish())"


_VIEWS: tuple[tuple[Theme, tuple[int, int]], ...] = (("dark", DESKTOP), ("light", PHONE))


@pytest.fixture(scope="module")
def axe() -> str:
    return AXE.read_text()


def violations(page: Page, axe: str, view: str) -> list[str]:
    """Each with the first place where it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(_RUN)
    return [
        f"{view}: {each['id']} ({len(each['nodes'])}): {each['nodes'][0]['html'][:200]} "
        + each["nodes"][0]["failureSummary"].replace("\n", " ")
        for each in found["violations"]
    ]


def _looked_at(page: Page, axe: str, address: str, theme: Theme, size: tuple[int, int]) -> list[str]:
    """With everything open."""
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    arrive(page, address)
    open_everything(page)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.evaluate(_FADED)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{address} sticks out"
    return violations(page, axe, f"{address} {theme} {size[0]}")


def _one_view_each(page: Page, axe: str, addresses: list[str]) -> list[str]:
    """One wide and dark, the next light and on a phone."""
    views = cycle(_VIEWS)
    return [
        fault
        for address, view in zip(addresses, views, strict=False)
        for fault in _looked_at(page, axe, address, *view)
    ]


def _all_views(page: Page, axe: str, addresses: list[str]) -> list[str]:
    found = [
        fault
        for address in addresses
        for theme, size in product(THEMES, (DESKTOP, PHONE))
        for fault in _looked_at(page, axe, address, theme, size)
    ]
    print(f"{len(addresses)} pages, each in four views: {len(found)} violations")
    return found


def test_every_third_page_of_a_full_desk_has_no_violations_in_one_view(
    full_desk: str, visits: Visits, axe: str
) -> None:
    things = sorted(set(every_address(full_desk)) - set(lists_and_forms()))[::3]
    found = _one_view_each(visits.open("zh-CN"), axe, [f"{full_desk}{each}" for each in things])
    assert not found, "\n".join(found)


def test_an_empty_desk_has_no_violations_in_one_view_of_each_page(empty_desk: str, visits: Visits, axe: str) -> None:
    found = _one_view_each(visits.open("en-US"), axe, [f"{empty_desk}{each}" for each in lists_and_forms()])
    assert not found, "\n".join(found)


@pytest.mark.trust
def test_a_full_desk_has_no_violations(full_desk: str, visits: Visits, axe: str) -> None:
    found = _all_views(visits.open("zh-CN"), axe, [f"{full_desk}{each}" for each in every_address(full_desk)])
    assert not found, "\n".join(found)


@pytest.mark.trust
def test_an_empty_desk_has_no_violations(empty_desk: str, visits: Visits, axe: str) -> None:
    found = _all_views(visits.open("en-US"), axe, [f"{empty_desk}{each}" for each in lists_and_forms()])
    assert not found, "\n".join(found)


def test_the_drawer_and_the_kill_switch_s_dialog_have_no_violations(
    full_desk: str, visits: Visits, axe: str, artefacts: Path
) -> None:
    page = visits.open(size=PHONE)
    arrive(page, f"{full_desk}/chat")
    page.get_by_test_id("nav-toggle").click()
    assert violations(page, axe, "drawer") == []
    page.keyboard.press("Escape")
    page.get_by_test_id("kill-switch").click()
    page.get_by_test_id("kill-switch-confirm").wait_for()
    page.screenshot(path=artefacts / "kill-switch-phone.png")
    assert violations(page, axe, "dialog") == []
