"""Imports over HTTP: looked at, answered, confirmed, undone; and what an attacker would try."""

import asyncio
import hashlib
import io
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import httpx
import pytest

from apps.api.composition import open_app
from apps.api.main import create_app
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory
from tests.workbooks import workbook

URL = "/api/v1/data/imports"
DAYS = (4, 5, 6, 7, 8)
BARS = "date,open,high,low,close,volume\n" + "".join(f"2024-03-{n:02d},10,11,9,10.5,{n}00\n" for n in DAYS)
UNCLEAR = "date;open;high;low;close;volume\n" + "".join(
    f"2024-03-{n:02d};37,780;37,790;37,770;37,780;{n}00\n" for n in DAYS
)
NEWS = "symbol,published,title\nAAPL,2024-03-01 12:00:00,Profit up\nAAPL,2024-03-05 12:00:00,New factory\n"

Files = Mapping[str, str | bytes]


async def sent(client: httpx.AsyncClient, files: Files) -> httpx.Response:
    parts = [
        ("files", (name, content.encode() if isinstance(content, str) else content)) for name, content in files.items()
    ]
    return await client.post(URL, files=parts)


async def staged(client: httpx.AsyncClient, files: Files) -> dict[str, Any]:
    answer = await sent(client, files)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def confirmed(client: httpx.AsyncClient, import_id: str, **answers: str) -> dict[str, Any]:
    answer = await client.post(f"{URL}/{import_id}/confirm", json={"answers": answers})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found["status"] == "stored", found
    return found


async def closes(client: httpx.AsyncClient, symbol: str) -> list[float] | None:
    answer = await client.get(f"/api/v1/data/bars/{symbol}?adjustment=raw")
    return answer.json()["close"] if answer.status_code == 200 else None


def bytes_in(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.parquet")
    }


async def test_a_file_is_looked_at_and_nothing_is_stored_before_it_is_confirmed(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"AAPL.csv": BARS})
    assert {"import_id", "files", "instruments", "guesses", "problems", "preview"} <= found.keys()
    (instrument,) = found["instruments"]
    assert (instrument["symbol"], instrument["timeframe"], instrument["rows"]) == ("AAPL", "1d", 5)
    symbol = next(guess for guess in found["guesses"] if guess["what"] == "symbol")
    assert (symbol["value"], symbol["key"], symbol["asks"]) == ("AAPL", "symbol", False)
    assert all(guess["why"] for guess in found["guesses"])
    assert found["preview"][0]["close"] == 10.5
    assert await closes(client, "AAPL") is None
    done = await confirmed(client, found["import_id"])
    assert (done["stored"], done["can_undo"]) == ({"instruments": 1, "bars": 5, "rows": 0}, True)
    assert await closes(client, "AAPL") == [10.5] * 5


async def test_an_open_question_refuses_the_confirmation_and_an_answer_gives_the_preview_anew(
    client: httpx.AsyncClient,
) -> None:
    found = await staged(client, {"BB.csv": UNCLEAR})
    (question,) = [guess for guess in found["guesses"] if guess["asks"]]
    assert (question["what"], question["value"], question["alternatives"]) == ("decimal", "comma", ["point"])
    refused = await client.post(f"{URL}/{found['import_id']}/confirm")
    assert refused.status_code == 400
    error = refused.json()["error"]
    assert (error["code"], error["details"]["questions"][0]["what"]) == ("unanswered_import", "decimal")
    assert "--answer" not in error["message"]
    url = f"{URL}/{found['import_id']}"
    as_point = (await client.patch(url, json={"answers": {"decimal": "point"}})).json()
    assert as_point["preview"][0]["close"] == 37780
    again = (await client.patch(url, json={"answers": {"decimal": "comma"}})).json()
    assert again["preview"][0]["close"] == 37.78
    answered = next(guess for guess in again["guesses"] if guess["what"] == "decimal")
    assert (answered["is_answered"], answered["alternatives"]) == (True, ["point"])
    await confirmed(client, found["import_id"])
    assert await closes(client, "BB") == [37.78] * 5


async def test_the_answers_may_come_with_the_confirmation_and_a_second_one_changes_nothing(
    client: httpx.AsyncClient, home: Path
) -> None:
    found = await staged(client, {"BB.csv": UNCLEAR})
    first = await confirmed(client, found["import_id"], decimal="comma")
    before = bytes_in(home / "bars")
    both = await asyncio.gather(*(confirmed(client, found["import_id"], decimal="point") for _ in range(2)))
    assert [one["stored"] for one in both] == [first["stored"]] * 2
    assert bytes_in(home / "bars") == before


async def test_a_wrong_answer_is_refused_with_the_reason_and_the_look_stays(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"AAPL.csv": BARS})
    url = f"{URL}/{found['import_id']}"
    for answers in ({"timeframe": "7m"}, {"decimal": "perhaps"}, {"symbol": "!!!"}, {"a" * 300: "b"}):
        refused = await client.patch(url, json={"answers": answers})
        assert refused.status_code == 400, refused.text
    assert (await client.get(url)).json()["guesses"] == found["guesses"]


async def test_nonsense_is_refused_before_the_symbol_is_known_and_later_answers_hold(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"mine.csv": BARS})
    url = f"{URL}/{found['import_id']}"
    nonsense = {"timeframe": "9y", "mine.csv/timeframe": "9y", "timezone": "Mars", "dates": "random"}
    for what, told in (nonsense | {"price_unit": "shells", "split:2024-06-10": "many", "span": "week"}).items():
        refused = await client.patch(url, json={"answers": {what: told}})
        assert refused.status_code == 400, (what, refused.text)
    answered = await client.patch(url, json={"answers": {"symbol": "AAPL"}})
    assert (answered.status_code, answered.json()["instruments"][0]["symbol"]) == (200, "AAPL")


async def test_the_unit_of_a_statement_is_shown_and_can_be_changed(client: httpx.AsyncClient) -> None:
    lines = "symbol,period_end,filed,revenue (in thousands),total_assets\nDEMO5,2024-03-31,2024-05-01,119575,300\n"
    found = await staged(client, {"statements.csv": lines})
    url = f"{URL}/{found['import_id']}"
    guesses = {guess["key"]: guess for guess in found["guesses"]}
    unit = guesses["unit:thousands"]
    assert (unit["value"], "millions" in unit["alternatives"], "revenue" in unit["why"]) == ("thousands", True, True)
    assert {"unit:ones", "currency", "span"} <= guesses.keys()
    assert unit["why"] not in found["files"][0]["notes"]
    answered = (await client.patch(url, json={"answers": {"unit:thousands": "millions"}})).json()
    changed = next(guess for guess in answered["guesses"] if guess["key"] == "unit:thousands")
    assert (changed["value"], changed["is_answered"], "thousands" in changed["alternatives"]) == (
        "millions",
        True,
        True,
    )
    assert [float(row["text"]) for row in answered["preview"]] == [119_575_000_000, 300]
    assert (await client.patch(url, json={"answers": {"unit:thousands": "dozens"}})).status_code == 400
    assert (await client.patch(url, json={"answers": {"currency": "EUR"}})).status_code == 200
    await confirmed(client, found["import_id"])


async def test_what_the_file_does_not_say_is_asked_for(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"prices of my stock.csv": BARS})
    (question,) = [guess for guess in found["guesses"] if guess["asks"]]
    assert (question["what"], question["value"], "--symbol" in question["why"]) == ("symbol", "", False)
    done = await confirmed(client, found["import_id"], symbol="MSFT")
    assert done["symbols"] == ["MSFT"]


async def test_many_files_of_all_kinds_go_in_together(client: httpx.AsyncClient) -> None:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as opened:
        opened.writestr("one/CC.csv", BARS)
        opened.writestr("two/CC.csv", BARS.replace("2024-03", "2024-04").replace("2024-04-06,", "2024-04-09,"))
    long = "symbol,date,open,high,low,close,volume\n" + "".join(
        f"{name},2024-03-{n:02d},10,11,9,10,100\n" for name in ("DD", "EE") for n in DAYS
    )
    rows: list[list[str | float]] = [["date", "open", "high", "low", "close", "volume"]]
    rows += [[f"2024-03-{n:02d}", 1, 2, 1, 1.5, 9] for n in DAYS]
    files: Files = {
        "all.zip": archive.getvalue(),
        "long.csv": long,
        "FF.xlsx": workbook({"Sheet": rows}),
        "news.csv": NEWS,
    }
    found = await staged(client, files)
    assert {one["symbol"] for one in found["instruments"]} == {"AAPL", "CC", "DD", "EE", "FF"}
    assert {one["name"]: one["kind"] for one in found["files"]}["news.csv"] == "news"
    done = await confirmed(client, found["import_id"])
    assert done["stored"]["rows"] == 2
    assert await closes(client, "FF") == [1.5] * 5
    assert len(await closes(client, "CC") or ()) > 5
    undone = (await client.post(f"{URL}/{found['import_id']}/undo")).json()
    assert undone["status"] == "undone"
    assert (await client.get("/api/v1/data/coverage")).json()["coverage"] == []


async def test_an_undo_brings_back_what_was_there_byte_for_byte(client: httpx.AsyncClient, home: Path) -> None:
    first = await staged(client, {"AAPL.csv": BARS})
    await confirmed(client, first["import_id"])
    before = bytes_in(home / "bars")
    second = await staged(client, {"AAPL.csv": BARS.replace("10.5", "10.8")})
    await confirmed(client, second["import_id"])
    assert await closes(client, "AAPL") == [10.8] * 5
    refused = await client.post(f"{URL}/{first['import_id']}/undo")
    assert (refused.status_code, refused.json()["error"]["details"]) == (409, {"symbols": ["AAPL"]})
    for _ in range(2):
        assert (await client.post(f"{URL}/{second['import_id']}/undo")).json()["status"] == "undone"
    assert bytes_in(home / "bars") == before
    assert await closes(client, "AAPL") == [10.5] * 5
    assert (await client.post(f"{URL}/{first['import_id']}/undo")).status_code == 200
    assert (await closes(client, "AAPL"), bytes_in(home / "bars")) == (None, {})
    assert (await client.get("/api/v1/data/symbols?q=AAPL")).json()["instruments"] == []


async def test_an_import_is_cancelled_before_and_only_undone_after_it_is_confirmed(
    client: httpx.AsyncClient, home: Path
) -> None:
    found = await staged(client, {"AAPL.csv": BARS})
    url = f"{URL}/{found['import_id']}"
    assert (await client.post(f"{url}/undo")).status_code == 409
    assert (await client.delete(url)).status_code == 204
    assert (await client.get(url)).status_code == 404
    assert not [path for path in (home / "uploads").rglob("*") if path.is_file()]
    again = await staged(client, {"AAPL.csv": BARS})
    await confirmed(client, again["import_id"])
    assert (await client.delete(f"{URL}/{again['import_id']}")).status_code == 409
    assert (await client.patch(f"{URL}/{again['import_id']}", json={"answers": {"symbol": "X"}})).status_code == 409
    assert [path.name for path in (home / "uploads").rglob("*.csv")] == []
    listed = (await client.get(URL)).json()["imports"]
    assert [(one["status"], one["names"]) for one in listed] == [("stored", ["AAPL.csv"])]


async def test_a_page_in_chinese_gets_its_reasons_in_chinese(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"BB.csv": UNCLEAR})
    chinese = await client.get(f"{URL}/{found['import_id']}", headers={"accept-language": "zh"})
    whys = [guess["why"] for guess in chinese.json()["guesses"]]
    assert all(any("\u4e00" <= letter <= "\u9fff" for letter in why) for why in whys), whys


async def two_people(client: httpx.AsyncClient) -> list[dict[str, str]]:
    """The headers that each of them asks with."""
    tokens = []
    for name in ("one", "two"):
        body = {"email": f"{name}@example.com", "password": "long enough 1"}
        tokens.append((await client.post("/api/v1/auth/register", json=body)).json()["access_token"])
    return [{"authorization": f"Bearer {token}"} for token in tokens]


@pytest.mark.usefixtures("password_mode")
async def test_nobody_replaces_what_another_person_has_imported(client: httpx.AsyncClient) -> None:
    answers: list[httpx.Response] = []
    found: dict[str, Any] = {}
    for headers in await two_people(client):
        found = (await client.post(URL, files=[("files", ("AAPL.csv", BARS))], headers=headers)).json()
        answers.append(await client.post(f"{URL}/{found['import_id']}/confirm", headers=headers))
    assert [answer.status_code == 409 for answer in answers] == [False, True]
    assert "Somebody else on this desk has imported AAPL" in found["problems"][0]["problem"]
    error = answers[1].json()["error"]
    assert (error["code"], "AAPL" in error["message"]) == ("import_of_others", True)


async def test_a_preview_says_which_stored_bars_would_be_replaced(client: httpx.AsyncClient) -> None:
    await confirmed(client, (await staged(client, {"AAPL.csv": BARS}))["import_id"])
    again = await staged(client, {"AAPL.csv": BARS})
    assert again["problems"] == []
    other = await staged(client, {"AAPL.csv": BARS.replace("05,10,11,9,10.5", "05,10,11,9,10.6")})
    (problem,) = other["problems"]
    assert "1 of the 5 bars that are stored already have other figures" in problem["problem"]
    assert "2024-03-05: a close of 10.5 is stored, the file has 10.6" in problem["problem"]


async def test_an_import_of_which_all_rows_are_refused_cannot_be_confirmed(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"AAPL.csv": BARS.replace(",11,9,", ",8,9,")})
    assert found["instruments"][0]["rows"] == 0
    answer = await client.post(f"{URL}/{found['import_id']}/confirm", json={"answers": {}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_rows")
    assert "nothing to store" in answer.json()["error"]["message"]


async def test_undos_at_once_are_one_undo_and_the_others_are_refused(client: httpx.AsyncClient) -> None:
    import_id = (await staged(client, {"AAPL.csv": BARS}))["import_id"]
    await confirmed(client, import_id)
    answers = await asyncio.gather(*(client.post(f"{URL}/{import_id}/undo") for _ in range(5)))
    statuses = [answer.status_code for answer in answers]
    assert 200 in statuses
    assert set(statuses) <= {200, 409}
    assert await closes(client, "AAPL") is None


async def test_a_split_that_is_no_number_is_refused(client: httpx.AsyncClient) -> None:
    found = await staged(client, {"AAPL.csv": BARS})
    answer = await client.patch(f"{URL}/{found['import_id']}", json={"answers": {"split:2024-03-05": "nan"}})
    assert answer.status_code == 400


@pytest.mark.usefixtures("password_mode")
async def test_another_owners_import_is_not_there(client: httpx.AsyncClient) -> None:
    own, other = await two_people(client)
    found = (await client.post(URL, files=[("files", ("AAPL.csv", BARS))], headers=own)).json()
    url = f"{URL}/{found['import_id']}"
    assert (await client.get(url, headers=own)).status_code == 200
    for ask in (
        client.get(url, headers=other),
        client.patch(url, json={"answers": {}}, headers=other),
        client.post(f"{url}/confirm", headers=other),
        client.post(f"{url}/undo", headers=other),
        client.delete(url, headers=other),
    ):
        assert (await ask).status_code == 404
    assert (await client.get(URL, headers=other)).json() == {"imports": []}
    assert (await client.post(URL, files=[("files", ("AAPL.csv", BARS))])).status_code == 401


async def test_a_name_that_leaves_its_folder_is_of_no_account(client: httpx.AsyncClient, home: Path) -> None:
    for name in ("../../etc/AAPL.csv", "..\\..\\AAPL.csv", "/etc/AAPL.csv", "C:\\AAPL.csv"):
        found = await staged(client, {name: BARS})
        assert found["names"] == ["AAPL.csv"]
        (file,) = home.parent.rglob("*.csv")
        assert file.is_relative_to(home / "uploads")
        await client.delete(f"{URL}/{found['import_id']}")


def bomb() -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as opened:
        opened.writestr("AAPL.csv", b"0" * 30_000_000)
    return archive.getvalue()


def far_cell() -> bytes:
    return workbook({"Sheet": [["date"]]}, last="XFD1048576")


MONTHLY = "date,open,high,low,close\n" + "".join(f"2024-{n:02d}-01,1,2,1,2\n" for n in range(1, 9))
TWO_HOURS = "date,open,high,low,close\n" + "".join(f"2024-03-04 {n:02d}:00:00,1,2,1,2\n" for n in range(0, 22, 2))
UNREADABLE: list[tuple[str, str | bytes, str]] = [
    ("AAPL.exe", b"MZ", "is no CSV"),
    ("AAPL.csv", b"", "AAPL.csv"),
    ("bars.zip", b"PK\x03\x04 not really", "ZIP"),
    ("AAPL.xlsx", b"PK\x03\x04 not really", "workbook"),
    ("AAPL.parquet", b"PAR1 not really", "Parquet"),
    ("AAPL.json", b"[" * 200_000, "JSON"),
    ("AAPL.csv", MONTHLY, "a month apart"),
    ("BTC-USD.csv", TWO_HOURS, "2 hours apart"),
    ("bars.zip", bomb(), "unpacks to more than"),
    ("AAPL.xlsx", far_cell(), "unpacks to more than"),
]


async def test_what_cannot_be_read_is_refused_with_the_reason_and_not_kept(
    client: httpx.AsyncClient, home: Path
) -> None:
    for name, content, says in UNREADABLE:
        answer = await sent(client, {name: content})
        assert answer.status_code == 400, (name, answer.text)
        assert says in answer.json()["error"]["message"]
    assert not [path for path in (home / "uploads").rglob("*") if path.is_file()]


async def test_limits_are_those_of_the_settings(home: Path, schema: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_IMPORT_MAX_BYTES", "4000")
    monkeypatch.setenv("PARLEY_IMPORT_MAX_FILES", "2")
    monkeypatch.setenv("PARLEY_IMPORT_MAX_OPEN", "1")
    home.mkdir()
    shutil.copy(schema, home)
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client,
    ):
        assert (await sent(client, {"AAPL.csv": BARS + " " * 5000})).status_code == 413
        assert (await sent(client, {f"A{n}.csv": BARS for n in range(3)})).status_code == 413
        chunked = client.build_request("POST", URL, files=[("files", ("AAPL.csv", BARS + " " * 5000))])
        del chunked.headers["content-length"]
        chunked.headers["transfer-encoding"] = "chunked"
        assert (await client.send(chunked)).status_code == 413
        await staged(client, {"AAPL.csv": BARS})
        assert (await sent(client, {"AAPL.csv": BARS})).status_code == 409


async def test_a_form_without_files_or_from_a_foreign_page_is_refused(client: httpx.AsyncClient) -> None:
    assert (await client.post(URL, data={"files": "text"})).status_code == 400
    assert (await client.post(URL, content=b"x", headers={"content-type": "multipart/form-data"})).status_code == 400
    assert (await client.post(URL, json={"files": []})).status_code == 400
    parts = [("files", ("AAPL.csv", BARS))]
    assert (await client.post(URL, files=parts, headers={"origin": "https://evil.example"})).status_code == 403
