"""The call book in the database: a call book, append-only, and unbroken whoever writes."""

from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, text, update
from sqlalchemy.exc import DBAPIError

from packages.infra.db.engine import Database
from src.modules.judge.domain.chain import ExportedHead, digest
from src.modules.judge.domain.errors import HorizonOver, PastResearch
from src.modules.judge.domain.ports import CallBook
from src.modules.judge.infrastructure.call_rows import WALK_BACK, CallChainRow, CallRow, CallSettlementRow
from src.modules.judge.infrastructure.head_file import HeadFile
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook
from tests.conformance.call_book_conformance import CallBookConformance
from tests.forked import Spoken, spoken_to
from tests.src.modules.judge.infrastructure import crowd_script
from tests.src.modules.judge.making import BASE_DAY, NOW, OWNER, call, settlement

Table = type[CallRow] | type[CallSettlementRow] | type[CallChainRow]


class TestSqlCallBook(CallBookConformance):
    @pytest.fixture
    def book(self, database: Database) -> CallBook:
        return SqlCallBook(database.engine)


class TestWalkBackBook(CallBookConformance):
    """It takes what the live book takes, and more."""

    @pytest.fixture
    def book(self, database: Database) -> CallBook:
        return SqlCallBook(database.engine, WALK_BACK)

    async def test_a_call_whose_horizon_was_over_when_it_was_made_is_never_written(self, book: CallBook) -> None:
        """In this book it is: research on a past day may be about days that are over."""
        (entry,) = await book.append([call(1, ends_on=BASE_DAY - timedelta(days=300))])
        assert entry.seq == 1


@pytest.fixture
async def filled(database: Database) -> SqlCallBook:
    book = SqlCallBook(database.engine)
    await book.append([call(number) for number in range(1, 4)])
    await book.settle([settlement(call(1)), settlement(call(2), outcome=0)])
    return book


@pytest.mark.parametrize("table", [CallRow, CallSettlementRow])
async def test_the_database_itself_refuses_to_change_or_delete_an_entry(
    database: Database, filled: SqlCallBook, table: Table
) -> None:
    for change in (update(table).values(hash="0" * 64), delete(table)):
        with pytest.raises(DBAPIError, match="append-only"):
            async with database.write() as session:
                await session.execute(change)
    assert all(check.ok for check in await filled.verify(OWNER))


async def test_the_database_itself_refuses_a_call_that_is_over(database: Database) -> None:
    row = {"owner_id": OWNER, "seq": 1, "id": "1", "session_id": "1", "body": "{}", "hash": "0"}
    for ends_on, made_on in (("2026-01-05", "2026-01-05"), ("2025-03-01", "2026-01-05"), ("2026-01-05", None)):
        with pytest.raises(DBAPIError, match=r"forward_only|a call ends after"):
            async with database.write() as session:
                await session.execute(insert(CallRow), [{**row, "ends_on": ends_on, "made_on": made_on}])
    async with database.write() as session:
        await session.execute(insert(CallRow), [{**row, "ends_on": "2026-01-06", "made_on": "2026-01-05"}])


async def test_the_books_never_mix(database: Database) -> None:
    live, walk_back = SqlCallBook(database.engine), SqlCallBook(database.engine, WALK_BACK)
    past = call(1, as_of=NOW - timedelta(days=400), ends_on=BASE_DAY - timedelta(days=340))
    with pytest.raises(HorizonOver):
        await live.append([past])
    with pytest.raises(PastResearch):
        await live.append([call(1, as_of=NOW - timedelta(days=5))])
    await walk_back.append([past])
    await walk_back.settle([settlement(past)])
    await live.append([call(2)])
    assert [entry.call.id for entry in await live.page(OWNER, 10)] == [call(2).id]
    assert [entry.call.id for entry in await walk_back.page(OWNER, 10)] == [past.id]
    assert (await live.settled(OWNER), (await live.tally(OWNER)).settled) == ([], 0)
    assert len(await walk_back.settled(OWNER)) == 1
    checks = [*await live.verify(OWNER), *await walk_back.verify(OWNER)]
    assert [check.book for check in checks] == ["calls", "settlements", "walk_back_calls", "walk_back_settled"]
    assert all(check.ok for check in checks)


async def test_a_changed_day_of_making_is_found(database: Database, filled: SqlCallBook) -> None:
    await _disarm(database)
    await _set(database, CallRow, "made_on", 2, "2020-01-01")
    calls, _ = await filled.verify(OWNER)
    assert (calls.ok, calls.broken_at) == (False, 2)


async def test_a_chain_that_was_rewritten_as_a_whole_is_found_by_the_exported_head(
    database: Database, filled: SqlCallBook
) -> None:
    calls, _ = await filled.verify(OWNER)
    exported = ExportedHead(day=BASE_DAY, owner_id=OWNER, book="calls", entries=calls.entries, head=calls.head)
    assert all(check.ok for check in await filled.verify(OWNER, [exported]))
    for other in (replace(exported, head="f" * 64), replace(exported, entries=9)):
        calls, _ = await filled.verify(OWNER, [other])
        assert (calls.ok, calls.broken_at) == (False, 3 if other.entries == 3 else 4)


COLUMNS = [
    *((CallRow, name) for name in ("owner_id", "seq", "id", "session_id", "ends_on", "body", "hash")),
    *((CallSettlementRow, name) for name in ("owner_id", "seq", "call_id", "state", "body", "hash")),
    *((CallChainRow, name) for name in ("seq", "hash")),
]


@pytest.mark.heavy
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda one: getattr(one, "__tablename__", one))
async def test_a_change_to_any_column_of_any_entry_is_found(
    database: Database, filled: SqlCallBook, table: Table, column: str
) -> None:
    await _disarm(database)
    entries = 3 if table is CallRow else 2
    for seq in range(1, entries + 1) if table is not CallChainRow else (entries,):
        kept = await _value(database, table, column, seq)
        await _set(database, table, column, seq, _tampered(kept))
        assert not all(check.ok for check in await filled.verify(OWNER)), (column, seq)
        await _set(database, table, column, seq if column != "seq" else _tampered(kept), kept)
        assert all(check.ok for check in await filled.verify(OWNER))


@pytest.mark.heavy
async def test_a_change_to_any_byte_of_an_entrys_text_is_found(database: Database, filled: SqlCallBook) -> None:
    await _disarm(database)
    body = str(await _value(database, CallRow, "body", 2))
    step = max(1, len(body) // 60)
    for place in (*range(0, len(body), step), len(body) - 1):
        other = "x" if body[place] != "x" else "y"
        await _set(database, CallRow, "body", 2, body[:place] + other + body[place + 1 :])
        calls, _ = await filled.verify(OWNER)
        assert (calls.ok, calls.broken_at) == (False, 2), place


async def test_an_entry_that_was_taken_out_is_missed_at_the_end_and_in_the_middle(
    database: Database, filled: SqlCallBook
) -> None:
    await _disarm(database)
    for seq, missed in ((3, 3), (1, 1)):
        async with database.write() as session:
            await session.execute(delete(CallRow).where(CallRow.seq == seq))
        calls, _ = await filled.verify(OWNER)
        assert (calls.ok, calls.broken_at) == (False, missed)


async def test_an_entry_rewritten_with_a_fitting_hash_breaks_the_one_behind_it(
    database: Database, filled: SqlCallBook
) -> None:
    await _disarm(database)
    body = str(await _value(database, CallRow, "body", 1)).replace('"probability":0.6', '"probability":0.9')
    await _set(database, CallRow, "body", 1, body)
    await _set(database, CallRow, "hash", 1, digest(body))
    calls, _ = await filled.verify(OWNER)
    assert (calls.ok, calls.broken_at) == (False, 2)
    assert "does not follow" in calls.problem


async def test_four_processes_that_append_at_once_make_one_unbroken_chain(database: Database, home: Path) -> None:
    each = 15
    with ExitStack() as stack:
        crowd = [stack.enter_context(_appending(database, f"p{number}", each)) for number in range(4)]
        for process in crowd:
            assert process.stdout.readline().strip() == "ready"
        for process in crowd:
            process.stdin.write("go\n")
            process.stdin.flush()
        assert [process.wait(timeout=120) for process in crowd] == [0] * 4
    book = SqlCallBook(database.engine)
    entries = await book.page(OWNER, 200)
    assert sorted(one.seq for one in entries) == list(range(1, 4 * each + 2))
    assert sum(one.call.session_id == "the same run" for one in entries) == 1
    assert all(check.ok for check in await book.verify(OWNER))


async def test_entries_that_are_cut_off_within_the_day_are_missed_by_the_exported_head(
    database: Database, tmp_path: Path
) -> None:
    archive = HeadFile(tmp_path / "heads.jsonl")
    book = SqlCallBook(database.engine, archive=archive)
    written: list[str] = []
    for number in range(1, 5):
        written += [entry.hash for entry in await book.append([call(number)])]
        await book.append([call(number)])
    await book.settle([settlement(call(1))])
    heads = archive.heads(OWNER)
    assert [(head.book, head.entries) for head in heads] == [*(("calls", number) for number in range(1, 5)),
                                                             ("settlements", 1)]  # fmt: skip
    assert heads[3].head == written[-1]
    assert all(check.ok for check in await book.verify(OWNER, heads))
    kept = (await book.page(OWNER, 9))[2]
    await _disarm(database)
    async with database.write() as session:
        await session.execute(delete(CallRow).where(CallRow.seq > 2))
        await session.execute(update(CallChainRow).where(CallChainRow.book == "calls").values(seq=2, hash=kept.hash))
    calls, _ = await book.verify(OWNER, heads)
    assert (calls.ok, calls.entries, calls.broken_at) == (False, 2, 3)


async def test_a_head_that_cannot_be_exported_does_not_undo_the_call(database: Database, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    book = SqlCallBook(database.engine, archive=HeadFile(tmp_path / "file" / "heads.jsonl"))
    (entry,) = await book.append([call(1)])
    assert await book.find(OWNER, entry.call.session_id) == entry


def _appending(database: Database, name: str, count: int) -> AbstractContextManager[Spoken]:
    return spoken_to(crowd_script.__name__, database.url.for_async, OWNER, name, str(count))


async def _disarm(database: Database) -> None:
    """What somebody with the database in their hands would do first."""
    async with database.write() as session:
        for table in ("calls", "call_settlements"):
            if database.url.is_sqlite:
                for change in ("update", "delete"):
                    await session.execute(text(f"DROP TRIGGER {table}_no_{change}"))
            else:
                await session.execute(text(f"DROP TRIGGER {table}_append_only ON {table}"))


def _where(table: Table, seq: int) -> str:
    return f"seq = {seq} AND owner_id IN ('{OWNER}', '{OWNER}x')" + (
        " AND book = 'calls'" if table.__tablename__ == "call_chains" and seq == 3 else ""
    )


async def _value(database: Database, table: Table, column: str, seq: int) -> str | int:
    async with database.read() as session:
        found = await session.execute(text(f"SELECT {column} FROM {table.__tablename__} WHERE {_where(table, seq)}"))
        value: str | int = found.scalar_one()
        return value


async def _set(database: Database, table: Table, column: str, seq: str | int, value: str | int) -> None:
    async with database.write() as session:
        sentence = f"UPDATE {table.__tablename__} SET {column} = :value WHERE {_where(table, int(seq))}"
        assert (await session.execute(text(sentence), {"value": value})).rowcount == 1  # type: ignore[attr-defined]


def _tampered(value: str | int) -> str | int:
    if isinstance(value, int):
        return value + 100
    return value + "x" if len(value) < 36 and not value[:4].isdigit() else ("y" if value[0] == "x" else "x") + value[1:]
