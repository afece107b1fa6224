"""How soon the page is there: what the first load weighs, and what a slow phone on a slow line sees of it."""

import gzip
import json
import time

import pytest
from playwright.sync_api import Page

from tests.e2e.page.addresses import arrive
from tests.e2e.page.serving import ROOT
from tests.e2e.page.visits import FEATURES, PHONE, Visits

DIST = ROOT / "apps/web/dist"
BUDGET = 200_000  # bytes of gzipped script
# As Lighthouse measures a phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a processor four times slower.
_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
_SLOWER = 4
_OBSERVE = """
window.__speed = { lcp: 0, cls: 0, tbt: 0, fcp: 0 }
const watch = (type, each) =>
  new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true })
watch('largest-contentful-paint', entry => { window.__speed.lcp = entry.startTime })
watch('layout-shift', entry => { if (!entry.hadRecentInput) window.__speed.cls += entry.value })
watch('longtask', entry => { window.__speed.tbt += Math.max(0, entry.duration - 50) })
watch('paint', entry => { if (entry.name === 'first-contentful-paint') window.__speed.fcp = entry.startTime })
"""


def test_the_first_load_is_within_its_budget() -> None:
    manifest = json.loads((DIST / ".vite/manifest.json").read_text())
    files, wanted = {"theme-init.js"}, ["index.html", "src/features/home/HomePage.tsx"]
    while wanted:
        chunk = manifest[wanted.pop()]
        if chunk["file"] not in files:
            files.add(chunk["file"])
            wanted += chunk.get("imports", [])
    weight = sum(len(gzip.compress((DIST / file).read_bytes())) for file in files)
    print(f"first load: {weight / 1000:.1f} kB of gzipped script in {len(files)} files (budget {BUDGET // 1000} kB)")
    assert weight <= BUDGET


@pytest.mark.trust
def test_what_a_slow_phone_sees_is_measured(full_desk: str, visits: Visits) -> None:
    for address in (f"/{feature}" for feature in FEATURES):
        page = visits.open("zh-CN", size=PHONE)
        _slow_down(page)
        page.add_init_script(_OBSERVE)
        began = time.monotonic()
        arrive(page, f"{full_desk}{address}")
        told = page.evaluate("window.__speed")
        print(
            f"{address}: LCP {told['lcp']:.0f} ms (target 2500), FCP {told['fcp']:.0f} ms, CLS {told['cls']:.3f} "
            f"(target 0.1), TBT {told['tbt']:.0f} ms (target 200), all drawn in {time.monotonic() - began:.1f} s"
        )
        assert told["lcp"] > 0, "nothing was painted"
        page.close()


def _slow_down(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
