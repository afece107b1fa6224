"""Backtests in the SQL database: asked for once, finished once, read by their owner."""

import json
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.errors import BacktestNotDone, UnknownBacktest
from packages.domain.backtest.jobs.plan import parse_plan
from packages.domain.backtest.jobs.stored import Headline, NewBacktest, Result, StoredBacktest, TradeFilter, TradePage
from packages.infra.db.backtest_rows import BacktestResultRow, BacktestRow, BacktestTradeRow
from packages.infra.db.engine import Database
from packages.infra.db.upsert import insert_missing

_BATCH = 1_000


class SqlBacktests:
    """`BacktestStore` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, backtest: NewBacktest) -> None:
        async with self._database.write() as session:
            await insert_missing(session, BacktestRow, [_values(backtest)])

    async def finish(self, backtest_id: str, result: Result) -> None:
        async with self._database.write() as session:
            asked = await session.get(BacktestRow, backtest_id, with_for_update=True)
            done = await session.get(BacktestResultRow, backtest_id)
            if asked is None or asked.deleted_at is not None or done is not None:
                return
            session.add(_result_row(backtest_id, result))
            for batch in _batches(_trade_values(backtest_id, result)):
                await insert_missing(session, BacktestTradeRow, batch)

    async def get(self, owner_id: str, backtest_id: str) -> StoredBacktest:
        async with self._database.read() as session:
            found = (await session.execute(_seen(owner_id).where(BacktestRow.id == backtest_id))).first()
        if found is None:
            raise _unknown()
        return _stored(found[0], found[1])

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredBacktest]:
        place = tuple_(BacktestRow.created_at, BacktestRow.id)
        wanted = _seen(owner_id).order_by(BacktestRow.created_at.desc(), BacktestRow.id.desc()).limit(limit)
        if strategy_id is not None:
            wanted = wanted.where(BacktestRow.strategy_id == strategy_id)
        async with self._database.read() as session:
            if before is not None:
                last = await _mine(session, owner_id, before)
                wanted = wanted.where(place < tuple_(last.created_at, last.id))
            return [_stored(found[0], found[1]) for found in await session.execute(wanted)]

    async def report(self, owner_id: str, backtest_id: str) -> JsonObject:
        packed = await self._piece(owner_id, backtest_id, select(BacktestResultRow.report))
        told: JsonObject = json.loads(zlib.decompress(packed))
        return told

    async def columns(self, owner_id: str, backtest_id: str) -> bytes:
        return await self._piece(owner_id, backtest_id, select(BacktestResultRow.columns))

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage:
        chosen = list(_conditions(backtest_id, wanted))
        rows = select(BacktestTradeRow.body).where(*chosen).order_by(BacktestTradeRow.number)
        async with self._database.read() as session:
            await _mine(session, owner_id, backtest_id)
            total = await session.scalar(select(func.count()).select_from(BacktestTradeRow).where(*chosen))
            bodies = await session.scalars(rows.offset(wanted.offset).limit(wanted.limit))
            return TradePage(tuple(json.loads(body) for body in bodies), total or 0)

    async def delete(self, owner_id: str, backtest_id: str, at: datetime) -> None:
        async with self._database.write() as session:
            await _mine(session, owner_id, backtest_id)
            for table in (BacktestTradeRow, BacktestResultRow):
                await session.execute(delete(table).where(table.backtest_id == backtest_id))
            await session.execute(update(BacktestRow).where(BacktestRow.id == backtest_id).values(deleted_at=at))

    async def _piece(self, owner_id: str, backtest_id: str, wanted: Select[bytes]) -> bytes:
        async with self._database.read() as session:
            await _mine(session, owner_id, backtest_id)
            piece = await session.scalar(wanted.where(BacktestResultRow.backtest_id == backtest_id))
        if piece is None:
            raise BacktestNotDone("backtest.no_result")
        return piece


def _seen(owner_id: str) -> Select[BacktestRow, BacktestResultRow]:
    joined = BacktestResultRow.backtest_id == BacktestRow.id
    mine = BacktestRow.owner_id == owner_id, BacktestRow.deleted_at.is_(None)
    return select(BacktestRow, BacktestResultRow).outerjoin(BacktestResultRow, joined).where(*mine)


async def _mine(session: AsyncSession, owner_id: str, backtest_id: str) -> BacktestRow:
    row = await session.get(BacktestRow, backtest_id)
    if row is None or row.owner_id != owner_id or row.deleted_at is not None:
        raise _unknown()
    return row


def _unknown() -> UnknownBacktest:
    return UnknownBacktest("backtest.unknown_backtest")


def _conditions(backtest_id: str, wanted: TradeFilter) -> Iterator[ColumnElement[bool]]:
    yield BacktestTradeRow.backtest_id == backtest_id
    if wanted.direction is not None:
        yield BacktestTradeRow.direction == wanted.direction
    if wanted.reason is not None:
        yield BacktestTradeRow.reason == wanted.reason


def _values(backtest: NewBacktest) -> dict[str, object]:
    plan = backtest.plan
    return {
        "id": backtest.id,
        "owner_id": backtest.owner_id,
        "created_at": backtest.created_at,
        "has_job": backtest.has_job,
        "strategy_id": plan.strategy_id,
        "lineage_id": plan.lineage_id,
        "strategy_hash": plan.strategy_hash,
        "plan": _json(plan.as_json()),
    }


def _stored(row: BacktestRow, result: BacktestResultRow | None) -> StoredBacktest:
    plan = parse_plan(json.loads(row.plan))
    backtest = NewBacktest(row.id, row.owner_id, plan, row.created_at, row.has_job)
    return StoredBacktest(backtest, None if result is None else _headline(result))


def _headline(row: BacktestResultRow) -> Headline:
    return Headline(row.finished_at, row.trial_key, row.sharpe, json.loads(row.body))


def _result_row(backtest_id: str, result: Result) -> BacktestResultRow:
    headline = result.headline
    return BacktestResultRow(
        backtest_id=backtest_id,
        finished_at=headline.finished_at,
        trial_key=headline.trial_key,
        sharpe=headline.sharpe,
        body=_json(headline.body),
        report=zlib.compress(_json(result.report).encode()),
        columns=result.columns,
    )


def _trade_values(backtest_id: str, result: Result) -> list[dict[str, object]]:
    return [
        {
            "backtest_id": backtest_id,
            "number": trade.number,
            "direction": trade.direction,
            "reason": trade.reason,
            "body": _json(trade.body),
        }
        for trade in result.trades
    ]


def _batches(rows: list[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    return (rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
