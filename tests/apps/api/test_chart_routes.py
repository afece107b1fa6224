"""What charts and the first page ask for over HTTP: indicators on stored bars, and the market at a glance."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.core.clock import SystemClock
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions

CLOSES = (10, 12, 14, 16, 18)
INDICATORS = "/api/v1/data/indicators/ZQA"


@pytest.fixture
async def stocked(app: FastAPI, home: Path) -> None:
    services: AppContext = app.state.services
    rows = [f"2024-01-0{2 + day},{c},{c + 1},{c - 1},{c},1000" for day, c in enumerate(CLOSES[:4])]
    file = home.parent / "us_ZQA_daily.csv"
    file.write_text("\n".join(["date,open,high,low,close,volume", *rows, "2024-01-08,18,19,17,18,1000", ""]))
    container = DataEngineeringContainer(services.database, load_settings(), SystemClock())
    await container.files().load(file, ImportOptions(symbol="ZQA"))


@pytest.mark.usefixtures("stocked")
async def test_indicators_come_as_columns_beside_the_newest_bars(client: httpx.AsyncClient) -> None:
    query: dict[str, Any] = {"indicator": ["sma(period=3)", "rsi"], "limit": 3, "language": "en"}
    answer = (await client.get(INDICATORS, params=query)).json()
    assert answer["time"] == ["2024-01-04T00:00:00Z", "2024-01-05T00:00:00Z", "2024-01-08T00:00:00Z"]
    average, strength = answer["indicators"]
    (line,) = average["lines"]
    assert (line["name"], line["on_price"], line["values"]) == ("SMA(3)", True, [12.0, 14.0, 16.0])
    assert strength["lines"][0]["values"] == [None, None, None]
    chinese = (await client.get(INDICATORS, params={"indicator": "sma(period=3)"})).json()
    assert chinese["indicators"][0]["lines"][0]["name"] == "SMA（周期 3）"


@pytest.mark.usefixtures("stocked")
async def test_indicators_know_no_bar_behind_the_instant(client: httpx.AsyncClient) -> None:
    query = {"indicator": "sma(period=2)", "as_of": "2024-01-04T23:00:00Z"}
    answer = (await client.get(INDICATORS, params=query)).json()
    assert answer["indicators"][0]["lines"][0]["values"] == [None, 11.0, 13.0]


@pytest.mark.usefixtures("stocked")
@pytest.mark.parametrize(
    ("indicator", "code"),
    [("sma(20)", "bad_indicator_text"), ("nothing", "unknown_indicator"), ("sma(period=0)", "bad_parameter")],
)
async def test_an_indicator_that_is_none_is_refused(client: httpx.AsyncClient, indicator: str, code: str) -> None:
    answer = await client.get(INDICATORS, params={"indicator": indicator})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


@pytest.mark.usefixtures("stocked")
async def test_the_market_at_a_glance_is_one_s_own(client: httpx.AsyncClient) -> None:
    (seen,) = (await client.get("/api/v1/data/glance", params={"bars": 2})).json()["instruments"]
    assert (seen["symbol"], seen["is_demo"], seen["last_day"], seen["close"]) == ("ZQA", False, "2024-01-08", 18.0)
    assert seen["closes"] == [16.0, 18.0]
    assert seen["change"] == pytest.approx(0.125)


async def test_there_is_nothing_to_glance_at_on_an_empty_desk(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/data/glance")).json()["instruments"] == []
