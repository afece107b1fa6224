"""Appends calls as one of several processes: `python -m … URL OWNER NAME COUNT`, after a line on its input."""

import asyncio
import sys

from packages.infra.db.engine import Database
from packages.settings.database import DatabaseUrl
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook
from tests.src.modules.judge.making import call


async def main(url: str, owner: str, name: str, count: int) -> None:
    database = Database(DatabaseUrl(url))
    book = SqlCallBook(database.engine)
    await book.page(owner, 1)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for number in range(count):
        await book.append([call(owner=owner, id=f"{name}-{number}", session_id=f"{name}-{number}")])
    await book.append([call(owner=owner, id=f"{name}-shared", session_id="the same run")])
    await database.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
