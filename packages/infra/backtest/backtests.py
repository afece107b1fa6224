"""Backtests in the SQL database: their tables, their results, and the trades of each."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Double, ForeignKey, Index, LargeBinary, String, Text, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.stored import BACKTESTS, BacktestResult, Headline, TradeFilter, TradePage
from packages.infra.db.base import Base, insert_missing_on
from packages.infra.db.stored_jobs import PlannedJobRow, SqlStoredJobs, packed_json, to_json

_BATCH = 1_000


class BacktestRow(PlannedJobRow):
    """What was asked for."""

    __tablename__ = "backtests"
    __table_args__ = (Index("ix_backtests_owner_id_created_at_id", "owner_id", "created_at", "id"),)

    strategy_id: Mapped[str | None] = mapped_column(String(36), index=True)
    strategy_hash: Mapped[str] = mapped_column(String(64))


class BacktestResultRow(Base):
    """What came out, written once; `report` is compressed JSON, `columns` what pictures are drawn from."""

    __tablename__ = "backtest_results"

    backtest_id: Mapped[str] = mapped_column(ForeignKey("backtests.id"), primary_key=True)
    finished_at: Mapped[datetime]
    trial_key: Mapped[str] = mapped_column(String(64))
    sharpe: Mapped[float | None] = mapped_column(Double)
    body: Mapped[str] = mapped_column(Text)
    report: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    columns: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class BacktestTradeRow(Base):
    """One trade, numbered from 1 by its exit."""

    __tablename__ = "backtest_trades"

    backtest_id: Mapped[str] = mapped_column(ForeignKey("backtests.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    direction: Mapped[str] = mapped_column(String(5))
    reason: Mapped[str] = mapped_column(String(20))
    body: Mapped[str] = mapped_column(Text)


class SqlBacktests(SqlStoredJobs[Plan, Headline, BacktestResult]):
    """`BacktestStore` over the database."""

    _kind = BACKTESTS
    _row = BacktestRow
    _result = BacktestResultRow
    _pieces = (BacktestTradeRow, BacktestResultRow)

    async def columns(self, owner_id: str, backtest_id: str) -> bytes:
        wanted = select(BacktestResultRow.columns).where(BacktestResultRow.backtest_id == backtest_id)
        return await self._piece(owner_id, backtest_id, wanted)

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage:
        chosen = list(_conditions(backtest_id, wanted))
        rows = select(BacktestTradeRow.body).where(*chosen).order_by(BacktestTradeRow.number)
        async with self._database.read() as session:
            await self._owned(session, owner_id, backtest_id)
            if wanted.worst_first:  # the profit is inside of the body
                return wanted.page_of([json.loads(body) for body in await session.scalars(rows)])
            total = await session.scalar(select(func.count()).select_from(BacktestTradeRow).where(*chosen))
            bodies = await session.scalars(rows.offset(wanted.offset).limit(wanted.limit))
            return TradePage(tuple(json.loads(body) for body in bodies), total or 0)

    def _indexed(self, plan: Plan) -> Mapping[str, object]:
        return {"strategy_hash": plan.strategy_hash}

    def _headline(self, result: BacktestResultRow) -> Headline:
        return Headline(result.finished_at, result.trial_key, result.sharpe, json.loads(result.body))

    def _write_result(self, session: Session, job_id: str, result: BacktestResult) -> None:
        session.add(_result_row(job_id, result))
        trades = _trade_values(job_id, result)
        for first in range(0, len(trades), _BATCH):
            insert_missing_on(session, BacktestTradeRow, trades[first : first + _BATCH])


def _conditions(backtest_id: str, wanted: TradeFilter) -> Iterator[ColumnElement[bool]]:
    yield BacktestTradeRow.backtest_id == backtest_id
    if wanted.direction is not None:
        yield BacktestTradeRow.direction == wanted.direction
    if wanted.reason is not None:
        yield BacktestTradeRow.reason == wanted.reason


def _result_row(backtest_id: str, result: BacktestResult) -> BacktestResultRow:
    headline = result.headline
    return BacktestResultRow(
        backtest_id=backtest_id,
        finished_at=headline.finished_at,
        trial_key=headline.trial_key,
        sharpe=headline.sharpe,
        body=to_json(headline.body),
        report=packed_json(result.report),
        columns=result.columns,
    )


def _trade_values(backtest_id: str, result: BacktestResult) -> list[dict[str, Any]]:
    return [
        {
            "backtest_id": backtest_id,
            "number": trade.number,
            "direction": trade.direction,
            "reason": trade.reason,
            "body": to_json(trade.body),
        }
        for trade in result.trades
    ]
