"""The index over stored news: exact about what was known when, the same on both databases, and quick."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, inspect, text

from packages.domain.market_data.rows import NewsItem
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.base import Base
from packages.infra.db.engine import Database
from packages.infra.db.migrate import downgrade, upgrade
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.market_data.rows.news_index import NewsIndexRow, index_news, is_declared
from packages.infra.providers.market_data.rows.news_search import NewsQuestion, NewsSearch
from packages.settings.database import DatabaseUrl
from src.modules.llm_platform.infrastructure.web_search.cache import SearchCacheRow
from tests.effort import examples
from tests.timing import Costs

T0 = datetime(2024, 4, 1, tzinfo=UTC)
LATER = T0 + timedelta(days=300)


def news(key: str, title: str, at: datetime = T0, symbol: str | None = None, text: str = "") -> NewsItem:
    return NewsItem(
        source="demo",
        known_at=at,
        key=key,
        symbol=None if symbol is None else parse_symbol(symbol),
        published_at=at,
        language="zh",
        title=title,
        text=text,
        url=f"https://demo.invalid/{key}",
    )


def asking(text: str, as_of: datetime = LATER, limit: int = 10, **more: object) -> NewsQuestion:
    return replace(NewsQuestion(text=text, as_of=as_of, limit=limit), **more)  # type: ignore[arg-type]


async def keys(database: Database, question: NewsQuestion) -> list[str]:
    return [item.key for item in await NewsSearch(database).find(question)]


async def test_no_companys_news_answers_a_question_about_the_whole_market(database: Database) -> None:
    told = [news("market", "Inflation slows"), news("fund", "Inflation protection, says a fund", symbol="AAPL")]
    await SqlMarketRows(database).add(told, T0)
    assert sorted(await keys(database, asking("inflation"))) == ["fund", "market"]
    assert await keys(database, asking("inflation", whole_market=True)) == ["market"]


async def test_news_is_found_in_chinese_and_in_english_by_words_and_by_symbol(database: Database) -> None:
    told = [
        news("bank", "平安银行发布业绩预告", symbol="000001.SZ"),
        news("chips", "Chip makers raise guidance", symbol="DEMO5"),
    ]
    await SqlMarketRows(database).add(told, T0)
    assert await keys(database, asking("平安银行")) == ["bank"]
    assert await keys(database, asking("业绩")) == ["bank"]
    assert await keys(database, asking("000001.sz")) == ["bank"]
    assert await keys(database, asking("CHIP Guidance")) == ["chips"]
    assert await keys(database, asking("火星")) == []
    assert (await NewsSearch(database).find(asking("业绩")))[0] == told[0]


async def test_a_text_needs_half_of_the_words_and_the_newest_comes_first(database: Database) -> None:
    told = [
        news("all", "profit dividend merger lawsuit", T0),
        news("half", "profit dividend", T0 + timedelta(days=2)),
        news("one", "profit", T0 + timedelta(days=3)),
    ]
    await SqlMarketRows(database).add(told, T0)
    assert await keys(database, asking("profit dividend merger lawsuit")) == ["half", "all"]
    assert await keys(database, asking("profit dividend merger lawsuit", limit=1)) == ["all"]


async def test_what_was_not_known_yet_is_never_found(database: Database) -> None:
    late = replace(news("late", "merger"), known_at=T0 + timedelta(days=5))
    await SqlMarketRows(database).add([late, news("early", "merger")], T0)
    assert await keys(database, asking("merger", T0 - timedelta(seconds=1))) == []
    assert await keys(database, asking("merger", T0 + timedelta(days=5) - timedelta(microseconds=1))) == ["early"]
    assert set(await keys(database, asking("merger", T0 + timedelta(days=5)))) == {"early", "late"}


async def test_of_several_revisions_the_latest_known_one_is_found_and_only_by_its_own_words(database: Database) -> None:
    rows, corrected_at = SqlMarketRows(database), T0 + timedelta(days=10)
    await rows.add([news("x", "merger agreed")], T0)
    await rows.add([news("x", "merger cancelled")], corrected_at)
    await rows.add([news("x", "merger revived")], corrected_at + timedelta(days=1))

    async def titles(question: NewsQuestion) -> list[tuple[str, datetime]]:
        return [(item.title, item.known_at) for item in await NewsSearch(database).find(question)]

    before = corrected_at - timedelta(seconds=1)
    assert await titles(asking("merger", before)) == [("merger agreed", T0)]
    assert await titles(asking("merger", corrected_at)) == [("merger cancelled", corrected_at)]
    assert await titles(asking("agreed", corrected_at)) == []
    assert await titles(asking("cancelled", before)) == []
    assert [title for title, _ in await titles(asking("merger"))] == ["merger revived"]


async def test_two_revisions_told_at_once_are_both_indexed(database: Database) -> None:
    corrected_at = T0 + timedelta(days=10)
    await SqlMarketRows(database).add([news("x", "merger agreed"), news("x", "merger cancelled")], corrected_at)
    assert [item.title for item in await NewsSearch(database).find(asking("merger", T0))] == ["merger agreed"]
    assert [item.title for item in await NewsSearch(database).find(asking("merger"))] == ["merger cancelled"]


async def test_news_of_the_symbol_is_preferred_and_needs_only_one_of_the_words(database: Database) -> None:
    told = [
        news("own", "dividend", T0, "DEMO1.SZ"),
        news("other", "dividend policy", T0 + timedelta(days=1), "DEMO2.SZ"),
        news("market", "dividend policy", T0 + timedelta(days=2)),
        news("own but off", "weather", T0 + timedelta(days=3), "DEMO1.SZ"),
    ]
    await SqlMarketRows(database).add(told, T0)
    question = asking("dividend policy changes", symbol="DEMO1.SZ")
    assert await keys(database, question) == ["market", "other", "own"]
    assert await keys(database, replace(question, limit=2)) == ["market", "own"]
    assert await keys(database, replace(question, limit=1)) == ["own"]
    assert await keys(database, replace(question, symbol="DEMO7.SZ")) == ["market", "other"]


async def test_a_stretch_of_time_narrows_the_search_to_the_second(database: Database) -> None:
    told = [news(f"{days}", "policy", T0 + timedelta(days=days)) for days in (0, 10, 40, 299)]
    await SqlMarketRows(database).add(told, T0)
    assert await keys(database, asking("policy")) == ["299", "40", "10", "0"]
    assert await keys(database, asking("policy", since=T0 + timedelta(days=10))) == ["299", "40", "10"]
    assert await keys(database, asking("policy", since=T0 + timedelta(days=10, seconds=1))) == ["299", "40"]
    assert await keys(database, asking("policy", since=LATER - timedelta(days=2))) == ["299"]


async def test_rows_of_other_kinds_and_news_told_again_leave_the_index_alone(database: Database) -> None:
    rows = SqlMarketRows(database)
    await rows.add([news("x", "merger")], T0)
    await rows.add([news("x", "merger")], LATER)
    async with database.read() as session:
        assert (await session.execute(text("SELECT COUNT(*) FROM news_index"))).scalar_one() == 1


async def test_the_index_goes_back_with_the_transaction_that_stores_the_news(database: Database) -> None:
    async def store_and_fail() -> None:
        async with database.write() as session:
            await index_news(session, [(news("x", "merger"), 1)])
            raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError, match="the power fails"):
        await store_and_fail()
    await SqlMarketRows(database).add([news("y", "merger")], T0)
    assert await keys(database, asking("merger")) == ["y"]


async def test_news_stored_before_the_index_existed_is_indexed_by_the_migration(database: Database) -> None:
    rows, corrected_at = SqlMarketRows(database), T0 + timedelta(days=10)
    many = [news(f"n{number:04}", f"policy 政策 {number}", T0 + timedelta(hours=number)) for number in range(1100)]
    await rows.add([*many, news("x", "merger agreed")], T0)
    await rows.add([news("x", "merger cancelled")], corrected_at)
    await downgrade(database, "0005")
    await upgrade(database)
    assert await keys(database, asking("政策", limit=3)) == ["n1099", "n1098", "n1097"]
    assert [item.title for item in await NewsSearch(database).find(asking("merger", T0))] == ["merger agreed"]
    assert [item.title for item in await NewsSearch(database).find(asking("merger"))] == ["merger cancelled"]
    await rows.add([news("after", "政策", LATER)], LATER)
    assert await keys(database, asking("政策", limit=1)) == ["after"]


async def test_the_migration_builds_the_declared_tables_and_takes_everything_away_again(database: Database) -> None:
    def of_ours(connection: Connection) -> list[str]:
        context = MigrationContext.configure(connection, opts={"include_name": is_declared})
        differences = (str(each) for each in compare_metadata(context, Base.metadata))
        return [each for each in differences if "news_" in each or "search_cache" in each]

    assert {NewsIndexRow.__tablename__, SearchCacheRow.__tablename__} <= set(Base.metadata.tables)
    async with database.engine.connect() as connection:
        assert await connection.run_sync(of_ours) == []
    await downgrade(database, "0005")
    async with database.engine.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    assert [name for name in names if "news_" in name or "search_cache" in name] == []


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
async def test_no_question_breaks_out_of_its_quotes(database: Database, question: str) -> None:
    await SqlMarketRows(database).add([news("x", "merger 合并")], T0)
    assert set(await keys(database, asking(question))) <= {"x"}
    assert await keys(database, asking("merger")) == ["x"]


TOPICS = ["业绩", "预告", "回购", "合同", "重组", "分红", "产能", "问询", "政策", "流动性", "货币", "经济", "周期"]
QUESTIONS = ["公司017号 业绩预告", "流动性 货币政策", "bank credit growth", "资产重组 问询", "火星 殖民"]
WORDS = [*TOPICS, "bank", "credit", "growth", "chip", "energy"]


def _five_years_of_news(count: int, chance: random.Random) -> list[NewsItem]:
    def one(number: int) -> NewsItem:
        at = LATER - timedelta(minutes=chance.randrange(5 * 365 * 1440))
        body = "，".join(chance.choices(WORDS, k=8))
        return news(f"{number}", f"公司{chance.randrange(400):03}号{chance.choice(WORDS)}公告", at, None, body)

    return [one(number) for number in range(count)]


@pytest.mark.trust
async def test_a_search_is_much_quicker_than_reading_every_text(tmp_path: Path) -> None:
    database = Database(DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}"))
    await upgrade(database)
    await SqlMarketRows(database).add(_five_years_of_news(100_000, random.Random(7)), LATER)
    search, questions = NewsSearch(database), list(product(QUESTIONS, (LATER - timedelta(days=31), None)))
    costs = Costs(at_most=len(questions) / 4)
    for _ in costs.turns():
        with costs.work():
            for question, since in questions:
                await search.find(asking(question, since=since))
        with costs.beside():
            await SqlMarketRows(database).find(NewsItem, "火星 殖民", 10)
    await database.aclose()
    assert costs.within_bounds, costs
