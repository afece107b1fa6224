"""Rows of an import are taken out again, with what the full-text index knows of them."""

from dataclasses import replace
from pathlib import Path

from packages.domain.market_data.rows import NewsItem
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.kept_rows import KeepingRows, KeptRows
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from tests.packages.infra.providers.market_data.rows.test_news_index import LATER, T0, asking, keys, news

AT = T0.replace(day=20)


async def test_added_rows_go_and_the_revision_before_counts_again(database: Database, tmp_path: Path) -> None:
    rows = SqlMarketRows(database)
    first = news("bank", "Profit rises", symbol="AAPL")
    await rows.add([first], T0)
    kept = KeptRows(tmp_path, AT)
    changed = replace(first, title="Profit collapses")
    assert await KeepingRows(database, kept).add([changed, news("chips", "Chips sell", symbol="AAPL")], AT) == 2
    assert await keys(database, asking("collapses")) == ["bank"]
    assert await keys(database, asking("rises")) == []
    assert await kept.changed(database) == []
    assert (await kept.remove(database), await kept.remove(database)) == (2, 0)
    assert [one.title for one in await rows.read(NewsItem, "AAPL", LATER)] == ["Profit rises"]
    assert (await keys(database, asking("collapses")), await keys(database, asking("rises"))) == ([], ["bank"])
    await rows.add([news("new", "Something else", symbol="AAPL")], T0)  # may get the number of one that went
    assert await keys(database, asking("chips")) == []


async def test_a_row_that_was_told_otherwise_since_is_named(database: Database, tmp_path: Path) -> None:
    kept = KeptRows(tmp_path, AT)
    told = news("bank", "Profit rises", symbol="AAPL")
    await KeepingRows(database, kept).add([told], AT)
    await SqlMarketRows(database).add([replace(told, title="Profit falls")], AT.replace(day=21))
    assert await kept.changed(database) == ["AAPL"]
