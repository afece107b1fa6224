"""Market data over HTTP: search, bars as of an instant, coverage."""

from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.core.clock import SystemClock
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions

CSV = """date,open,high,low,close,volume,dividend,split
2024-01-02,70,71,69,70,1000,0.0,1.0
2024-01-03,70,71,69,70,1000,0.0,1.0
2024-01-04,10,10.5,9.5,10,7000,0.0,7.0
2024-01-05,10,10.5,9.5,10.2,7000,0.0,1.0
"""


@pytest.fixture
async def stocked(app: FastAPI, home: Path) -> None:
    """A library with one fictional stock that split 7 for 1 on 2024-01-04."""
    desk: AppContext = app.state.services
    file = home.parent / "us_ZQA_daily.csv"
    file.write_text(CSV)
    container = DataEngineeringContainer(desk.database, load_settings(), SystemClock())
    await container.files().load(file, ImportOptions(symbol="ZQA"))


@pytest.mark.usefixtures("stocked")
async def test_bars_are_adjusted_by_what_had_happened_by_the_instant(client: httpx.AsyncClient) -> None:
    now = (await client.get("/api/v1/data/bars/ZQA")).json()
    assert now["close"] == [10.0, 10.0, 10.0, 10.2]
    assert now["volume"] == [7000.0, 7000.0, 7000.0, 7000.0]
    assert (now["adjustment"], now["source"], now["total"], now["is_demo"]) == ("splits", "import", 4, False)
    before = (await client.get("/api/v1/data/bars/ZQA?as_of=2024-01-03T23:00:00Z")).json()
    assert before["close"] == [70.0, 70.0]
    raw = (await client.get("/api/v1/data/bars/zqa?adjustment=raw")).json()
    assert raw["close"] == [70.0, 70.0, 10.0, 10.2]
    assert raw["time"][0] == "2024-01-02T00:00:00Z"


@pytest.mark.usefixtures("stocked")
async def test_a_stretch_and_a_limit_give_the_newest_bars_of_it(client: httpx.AsyncClient) -> None:
    url = "/api/v1/data/bars/ZQA?start=2024-01-03&end=2024-01-05&limit=1"
    answer = (await client.get(url)).json()
    assert (answer["time"], answer["total"]) == (["2024-01-04T00:00:00Z"], 2)


@pytest.mark.usefixtures("stocked")
async def test_a_stock_is_found_by_a_part_of_its_symbol(client: httpx.AsyncClient) -> None:
    found = (await client.get("/api/v1/data/symbols?q=zq")).json()["instruments"]
    assert [(entry["symbol"], entry["is_demo"]) for entry in found] == [("ZQA", False)]
    assert (await client.get("/api/v1/data/symbols?q=%25")).json()["instruments"] == []


@pytest.mark.usefixtures("stocked")
async def test_coverage_says_what_is_there(client: httpx.AsyncClient) -> None:
    (entry,) = (await client.get("/api/v1/data/coverage")).json()["coverage"]
    assert (entry["symbol"], entry["timeframe"], entry["rows"], entry["gaps"]) == ("ZQA", "1d", 4, [])
    assert (await client.get("/api/v1/data/coverage?symbol=AAPL")).json()["coverage"] == []


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/api/v1/data/bars/!!!", 400, "is not a symbol"),
        ("/api/v1/data/bars/AAPL?timeframe=7m", 400, "is not a timeframe"),
        ("/api/v1/data/bars/AAPL", 404, "parley data"),
        ("/api/v1/data/bars/AAPL?as_of=yesterday", 400, "as_of"),
        ("/api/v1/data/bars/AAPL?as_of=2999-01-01", 400, "nothing is known of the future"),
        ("/api/v1/data/bars/AAPL?adjustment=magic", 400, "adjustment"),
        ("/api/v1/data/symbols", 400, "q"),
        ("/api/v1/data/coverage?symbol=!!!", 400, "is not a symbol"),
    ],
)
async def test_a_wrong_question_is_answered_with_the_way_out(
    client: httpx.AsyncClient, path: str, status: int, says: str
) -> None:
    response = await client.get(path)
    assert response.status_code == status, response.text
    assert says in response.json()["error"]["message"]


@pytest.mark.usefixtures("password_mode")
async def test_data_is_for_people_who_signed_in(client: httpx.AsyncClient) -> None:
    for path in ("bars/AAPL", "symbols?q=a", "coverage"):
        assert (await client.get(f"/api/v1/data/{path}")).status_code == 401
