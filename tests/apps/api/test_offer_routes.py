"""What can be done for an instrument without data, over HTTP; and research that has none says what to call."""

import csv
import io
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from tests.servers.vendor_server import TICKER, vendor_server

OFFERS = "/api/v1/data/offers"


@pytest.fixture
def tiingo_without_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_SOURCES", "tiingo, sec, akshare")
    monkeypatch.delenv("TIINGO_API_KEY", raising=False)


@pytest.fixture
def stooq(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with vendor_server() as server:
        monkeypatch.setenv("PARLEY_SOURCES", "stooq")
        monkeypatch.setenv("PARLEY_STOOQ_URL", server.url)
        yield


@pytest.mark.usefixtures("tiingo_without_key")
async def test_an_offer_names_the_sources_and_the_keys_they_need(client: httpx.AsyncClient) -> None:
    american = (await client.get(OFFERS, params={"symbol": TICKER})).json()
    assert (american["has_data"], american["can_be_fetched"]) == (False, False)
    needs = {"name": "tiingo", "is_ready": False, "settings": ["TIINGO_API_KEY"], "install": None, "is_adjusted": False}
    assert american["sources"] == [needs], "the SEC has no bars"
    chinese = (await client.get(OFFERS, params={"query": "贵州茅台"})).json()
    assert (chinese["symbol"], chinese["name_zh"], chinese["can_be_fetched"]) == ("600519.SH", "贵州茅台", True)
    assert [each["name"] for each in chinese["sources"]] == ["akshare"]


async def test_what_may_be_several_or_nothing_is_refused_with_what_it_could_be(client: httpx.AsyncClient) -> None:
    several = await client.get(OFFERS, params={"query": "VOD"})
    assert several.status_code == 409
    assert {each["symbol"] for each in several.json()["error"]["details"]["candidates"]} == {"VOD", "VOD.L"}
    exact = (await client.get(OFFERS, params={"symbol": "VOD"})).json()
    assert exact["symbol"] == "VOD"
    nothing = await client.get(OFFERS, params={"query": "Mircosoft"})
    assert [each["symbol"] for each in nothing.json()["error"]["details"]["nearest"]] == ["MSFT"]
    assert (await client.get(OFFERS)).status_code == 400
    misplaced = await client.get(OFFERS, params={"symbol": "600000.SZ"})
    assert misplaced.status_code == 404
    assert [each["symbol"] for each in misplaced.json()["error"]["details"]["nearest"]] == ["600000.SH"]


async def test_research_without_data_says_which_fetch_to_call(client: httpx.AsyncClient) -> None:
    fetch = {"method": "POST", "path": "/api/v1/data/fetches", "body": {"symbol": TICKER, "timeframe": "1d"}}
    experts = ["technical_analyst", "macro_intelligence"]
    failed = await client.post("/api/v1/coordinator/research", json={"symbol": TICKER, "experts": experts})
    assert (failed.status_code, failed.json()["overall_status"]) == (500, "failed")
    assert failed.json()["error"]["details"]["next"] == [fetch]
    alone = await client.get("/api/v1/research/technical-analysis", params={"symbol": TICKER})
    assert alone.json()["error"]["details"]["next"] == [fetch]
    bars = await client.get(f"/api/v1/data/bars/{TICKER}")
    assert bars.json()["error"]["details"]["next"] == [fetch]


@pytest.mark.usefixtures("stooq")
async def test_a_source_of_adjusted_prices_is_not_offered_to_research(client: httpx.AsyncClient) -> None:
    offer = (await client.get(OFFERS, params={"symbol": TICKER})).json()
    assert (offer["has_data"], offer["can_be_fetched"]) == (False, False)
    assert [(each["name"], each["is_ready"], each["is_adjusted"]) for each in offer["sources"]] == [
        ("stooq", True, True)
    ]


@pytest.mark.usefixtures("stooq")
async def test_research_on_adjusted_prices_names_the_true_reason(client: httpx.AsyncClient) -> None:
    begun = (await client.post("/api/v1/data/fetches", json={"symbol": TICKER, "since": "2024-01-02"})).json()
    await client.get(f"/api/v1/jobs/{begun['job_id']}/events")
    assert (await client.get(OFFERS, params={"symbol": TICKER})).json()["has_data"]
    alone = await client.get("/api/v1/research/technical-analysis", params={"symbol": TICKER})
    said = alone.json()["error"]["message"]
    assert f"Only prices adjusted for dividends and splits are stored for {TICKER} (source stooq-adjusted)" in said


LAST = date(2025, 7, 31)


def _old_bars() -> bytes:
    days = [LAST - timedelta(days=back) for back in range(90, -1, -1)]
    rows = [(day, 10, 11, 9, 10, 1000) for day in days if day.weekday() < 5 and day != date(2025, 7, 4)]
    file = io.StringIO()
    csv.writer(file).writerows([("date", "open", "high", "low", "close", "volume"), *rows])
    return file.getvalue().encode()


async def test_bars_that_end_long_ago_are_offered_as_of_their_last_day(client: httpx.AsyncClient) -> None:
    upload = {"files": ("ZQXA.csv", _old_bars(), "text/csv")}
    begun = (await client.post("/api/v1/data/imports", files=upload)).json()
    stored = (await client.post(f"/api/v1/data/imports/{begun['import_id']}/confirm", json={"answers": {}})).json()
    assert stored["status"] == "stored"
    today = (await client.get(OFFERS, params={"symbol": "ZQXA"})).json()
    assert (today["has_data"], today["last_day"], today["is_stale"]) == (True, str(LAST), True)
    then = (await client.get(OFFERS, params={"symbol": "ZQXA", "day": str(LAST)})).json()
    assert not then["is_stale"]
    order = {"symbol": "ZQXA", "experts": ["technical_analyst"], "skip_debate": True}
    failed = (await client.post("/api/v1/coordinator/research", json=order)).json()
    session = (await client.get(f"/api/v1/coordinator/research/sessions/{failed['session_id']}")).json()
    assert session["failures"]["technical_analyst"]["details"]["last_day"] == str(LAST)
    again = await client.post("/api/v1/coordinator/research", json=order | {"analysis_date": str(LAST)})
    assert again.json()["overall_status"] == "completed"


async def test_what_has_no_bars_has_no_last_day(client: httpx.AsyncClient) -> None:
    nothing = (await client.get(OFFERS, params={"symbol": "ZQXA"})).json()
    assert (nothing["last_day"], nothing["is_stale"]) == (None, False)
