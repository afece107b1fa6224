"""How many frames a second the chart workbench draws while 10,000 candles with three indicators are dragged, beside
plain lightweight-charts with the same series in the same browser. Takes the address of a running server."""

import json
import math
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

BARS, SYMBOL, SIZE = 10_000, "DEMO5", {"width": 1440, "height": 900}
INDICATORS = ("sma", "ema", "rsi")
ROUNDS, STEPS = 3, 90
LIBRARY = Path("apps/web/node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js")
_COUNT = """() => { window.__frames = []
  const tick = now => { window.__frames.push(now); requestAnimationFrame(tick) }
  requestAnimationFrame(tick) }"""
_PLAIN = """([bars, lines]) => {
  document.body.innerHTML = '<div id="plain" data-testid="workbench" style="width:1100px;height:480px"></div>'
  const L = window.LightweightCharts, chart = L.createChart(document.getElementById('plain'), { autoSize: true })
  const at = bars.time.map(each => Date.parse(each) / 1000)
  chart.addSeries(L.CandlestickSeries).setData(at.map((time, i) => ({ time, open: bars.open[i], high: bars.high[i],
    low: bars.low[i], close: bars.close[i] })))
  const volume = chart.addSeries(L.HistogramSeries, { priceScaleId: '' })
  volume.setData(at.map((time, i) => ({ time, value: bars.volume[i] })))
  lines.forEach((values, pane) => chart.addSeries(L.LineSeries, {}, pane === 2 ? 1 : 0)
    .setData(at.map((time, i) => ({ time, value: values[i] }))))
  chart.timeScale().setVisibleLogicalRange({ from: at.length - 2500, to: at.length })
}"""


def _bars() -> dict[str, Any]:
    days = [datetime(1990, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(BARS)]
    close = [100 + 30 * math.sin(at / 400) + 5 * math.sin(at / 17) for at in range(BARS)]
    columns = {"open": 0.2, "high": 1.0, "low": -1.0, "close": 0.0}
    prices = {name: [value + shift for value in close] for name, shift in columns.items()}
    told = {"symbol": SYMBOL, "timeframe": "1d", "source": "demo", "is_demo": True, "adjustment": "splits"}
    time = [f"{day:%Y-%m-%dT%H:%M:%SZ}" for day in days]
    return {**told, "as_of": time[-1], "total": BARS, "time": time, **prices, "volume": [1e6] * BARS}


def _lines(bars: dict[str, Any]) -> list[list[float]]:
    close = bars["close"]
    return [close, [value * 1.01 for value in close], [50 + 20 * math.sin(at / 9) for at in range(BARS)]]


def _indicators(bars: dict[str, Any]) -> dict[str, Any]:
    drawn = zip(INDICATORS, _lines(bars), strict=True)
    told = [
        {
            **{"asked": name, "type": name, "parameters": {}, "timeframe": "1d"},
            "lines": [{"output": "value", "name": name, "on_price": name != "rsi", "values": values}],
        }
        for name, values in drawn
    ]
    kept = {name: bars[name] for name in ("symbol", "timeframe", "source", "as_of", "time")}
    return {**kept, "indicators": told}


def _answer(route: Route, body: dict[str, Any]) -> None:
    route.fulfill(status=200, content_type="application/json", body=json.dumps(body))


def _dragged(page: Page) -> list[float]:
    """Frames a second of each round."""
    box = page.get_by_test_id("workbench").bounding_box()
    assert box is not None
    y, left, right = box["y"] + 120, box["x"] + 150, box["x"] + box["width"] - 250
    page.evaluate(_COUNT)
    rates = []
    for _ in range(ROUNDS):
        page.mouse.move(left, y)
        page.mouse.down()
        page.evaluate("() => { window.__frames.length = 0 }")
        page.mouse.move(right, y, steps=STEPS)
        frames = page.evaluate("window.__frames")
        page.mouse.up()
        page.mouse.move(right, y)
        page.mouse.down()
        page.mouse.move(left, y, steps=5)
        page.mouse.up()
        rates.append((len(frames) - 1) * 1000 / (frames[-1] - frames[0]))
    return rates


def _workbench(page: Page, address: str, bars: dict[str, Any]) -> list[float]:
    page.route("**/api/v1/data/bars/**", lambda route: _answer(route, bars))
    page.route("**/api/v1/data/indicators/**", lambda route: _answer(route, _indicators(bars)))
    page.goto(f"{address}/data/{SYMBOL}")
    page.get_by_test_id("workbench").wait_for()
    page.get_by_role("button", name="Indicators").click()
    for name in INDICATORS:
        page.get_by_test_id("indicator-find").fill(name)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Indicators").click()
    page.get_by_text("5Y", exact=True).click()
    page.wait_for_timeout(1500)
    return _dragged(page)


def _plain(page: Page, address: str, bars: dict[str, Any]) -> list[float]:
    page.goto(f"{address}/robots.txt")
    page.evaluate(LIBRARY.read_text())
    page.evaluate(_PLAIN, [bars, _lines(bars)])
    page.wait_for_timeout(1500)
    return _dragged(page)


def main() -> None:
    address, bars = sys.argv[1], _bars()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, measure in (("workbench", _workbench), ("plain lightweight-charts", _plain)):
            context = browser.new_context(
                viewport={"width": SIZE["width"], "height": SIZE["height"]}, locale="en-US", bypass_csp=True
            )
            rates = measure(context.new_page(), address, bars)
            written = ", ".join(f"{rate:.0f}" for rate in rates)
            print(f"{name}: {written} frames a second over {BARS:,} candles with three indicators")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
