"""Tool calls that change something, in the SQL database."""

import json
from contextlib import suppress
from datetime import datetime

from sqlalchemy import ColumnElement, String, Text, UniqueConstraint, and_, delete, insert, not_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.events import JsonObject
from packages.domain.conversation.tool_calls import (
    CallInProgress,
    Claimed,
    Finished,
    NewCall,
    RunningToolCall,
    Spent,
    Standing,
)
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database

_MOST_RACES = 20


class ToolCallRow(Base):
    """One change that a tool made or is making; without a result it is unfinished."""

    __tablename__ = "tool_calls"
    __table_args__ = (UniqueConstraint("token_id", "tool"),)

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    tool: Mapped[str] = mapped_column(String(80), primary_key=True)
    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    arguments_hash: Mapped[str] = mapped_column(String(64))
    token_id: Mapped[str] = mapped_column(String(36))
    claimed_at: Mapped[datetime]
    result: Mapped[str | None] = mapped_column(Text)


class SqlToolCalls:
    """`ToolCalls` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, call: NewCall, stale_before: datetime) -> Standing:
        async with self._database.write() as session:
            for _ in range(_MOST_RACES):
                # Another claim of this key or this token may be quicker: then look how it stands now.
                with suppress(IntegrityError):
                    async with session.begin_nested():
                        return await _standing(session, call, stale_before)
        raise CallInProgress("tools.call_repeated")

    async def finish(self, call: NewCall, result: JsonObject) -> JsonObject:
        row, result_json = ToolCallRow, json.dumps(result, ensure_ascii=False)
        this = (*_same(call), row.arguments_hash == call.arguments_hash)
        async with self._database.write() as session:
            # Who took the call over may have failed and forgotten it, and yet it has happened.
            await insert_missing(session, row, [_columns(call)])
            await session.execute(update(row).where(*this, row.result.is_(None)).values(result=result_json))
            stands = await session.scalar(select(row.result).where(*this))
        return result if stands is None else json.loads(stands)

    async def release(self, call: NewCall) -> None:
        row = ToolCallRow
        held = (row.token_id == call.token_id, row.claimed_at == call.at, row.result.is_(None))
        async with self._database.write() as session:
            await session.execute(delete(row).where(*_same(call), *held))


async def _standing(session: AsyncSession, call: NewCall, stale_before: datetime) -> Standing:
    row = ToolCallRow
    shown = select(row.arguments_hash, row.claimed_at, row.result)
    found = (await session.execute(shown.where(*_same(call)).with_for_update())).one_or_none()
    if found is not None and found.result is not None:
        return Finished(found.arguments_hash, json.loads(found.result))
    if found is not None and (found.claimed_at >= stale_before or found.arguments_hash != call.arguments_hash):
        return RunningToolCall(found.arguments_hash)
    spent = select(row.key).where(row.token_id == call.token_id, row.tool == call.tool, not_(and_(*_same(call))))
    if await session.scalar(spent) is not None:
        return Spent()
    if found is None:
        await session.execute(insert(row).values(_columns(call)))
    else:
        await session.execute(update(row).where(*_same(call)).values(token_id=call.token_id, claimed_at=call.at))
    return Claimed()


def _columns(call: NewCall) -> dict[str, object]:
    return {
        "owner_id": call.owner_id,
        "tool": call.tool,
        "key": call.key,
        "arguments_hash": call.arguments_hash,
        "token_id": call.token_id,
        "claimed_at": call.at,
        "result": None,
    }


def _same(call: NewCall) -> tuple[ColumnElement[bool], ...]:
    row = ToolCallRow
    return row.owner_id == call.owner_id, row.tool == call.tool, row.key == call.key
