"""The shapes of files that the terminal is held to, sent over HTTP: right, asked about or refused, and undone whole."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from tests.packages.infra.providers.market_data.bars.file_shapes import Shape
from tests.packages.infra.providers.market_data.bars.test_file_shapes import SHAPES, is_true

LATER = datetime(2100, 1, 1, tzinfo=UTC)
URL = "/api/v1/data/imports"
# One of each outcome and the next few; all of them are with the long proofs.
SHARE = [
    *[shape for shape in SHAPES if shape.refused][::24],
    *[shape for shape in SHAPES if shape.asks][::24],
    *[shape for shape in SHAPES if not shape.asks and not shape.refused][::40],
]


async def hold(client: httpx.AsyncClient, home: Path, shape: Shape) -> None:
    content = shape.content if isinstance(shape.content, bytes) else shape.content.encode()
    answer = await client.post(URL, files=[("files", (shape.file, content))])
    found = answer.json()
    if shape.refused:
        await _is_refused(client, answer, shape)
        return
    assert answer.status_code == 201, (shape.about, answer.text)
    assert tuple(guess["what"] for guess in found["guesses"] if guess["asks"]) == shape.asks, shape.about
    if shape.asks:
        refused = await client.post(f"{URL}/{found['import_id']}/confirm")
        assert refused.status_code == 400
        assert [one["what"] for one in refused.json()["error"]["details"]["questions"]] == list(shape.asks)
    assert ParquetBars(home / "bars").coverage() == []
    url = f"{URL}/{found['import_id']}"
    done = (await client.post(f"{url}/confirm", json={"answers": shape.answers})).json()
    while done["status"] == "storing":  # a confirmation waits a moment for its job, and no longer
        await asyncio.sleep(0.1)
        done = (await client.get(url)).json()
    assert done["status"] == "stored", (shape.about, done)
    (instrument,) = done["instruments"]
    assert instrument["refused"] == shape.left_out
    is_true(shape, _report(instrument), ParquetBars(home / "bars"), LATER)
    undone = await client.post(f"{URL}/{found['import_id']}/undo")
    assert (undone.json()["status"], ParquetBars(home / "bars").coverage()) == ("undone", []), shape.about


async def _is_refused(client: httpx.AsyncClient, answer: httpx.Response, shape: Shape) -> None:
    """By the same sentence, or by a question where an answer would help: the page has a field for it."""
    found = answer.json()
    if answer.status_code == 201:
        assert any(guess["asks"] for guess in found["guesses"]), shape.about
        url = f"{URL}/{found['import_id']}"
        assert (await client.post(f"{url}/confirm")).json()["error"]["code"] == "unanswered_import"
        assert (await client.delete(url)).status_code == 204
        return
    assert answer.status_code == 400, (shape.about, answer.text)
    # A file of unknown columns may hold no bars at all, so that its columns are what is said of it.
    assert re.search(f"{shape.refused}|columns are not those", found["error"]["message"]), (shape.about, found)


def _report(instrument: dict[str, Any]) -> Any:
    return SimpleNamespace(
        symbol=parse_symbol(instrument["symbol"]),
        timeframe=Timeframe(instrument["timeframe"]),
        source=instrument["source"],
    )


async def test_a_share_of_the_shapes_comes_to_the_same_as_in_the_terminal(
    client: httpx.AsyncClient, home: Path
) -> None:
    for shape in SHARE:
        await hold(client, home, shape)


@pytest.mark.trust
async def test_every_shape_comes_to_the_same_as_in_the_terminal(client: httpx.AsyncClient, home: Path) -> None:
    assert len(SHAPES) >= 60
    for shape in SHAPES:
        await hold(client, home, shape)
