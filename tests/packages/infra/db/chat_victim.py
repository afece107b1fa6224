"""A process that opens a turn and is killed before it ends: `python -m … <database url> between|closing`."""

import asyncio
import os
import signal
import sys
from contextlib import aclosing
from dataclasses import replace

from sqlalchemy import Connection

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.domain.conversation.ports import Opened
from packages.infra.conversation.journal import SqlJournal
from packages.infra.conversation.writing import ChatWrites, add_message, changed
from packages.infra.db.engine import Database
from packages.infra.db.holders import this_holder
from packages.settings.database import DatabaseUrl
from tests.conformance.journal import HELLO, LATER, MOVE, answer_to, change


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main(url: str, when: str) -> None:
    database = Database(DatabaseUrl(url))
    async with aclosing(ChatWrites(database)) as writes:
        journal = SqlJournal(database, writes, Ids(SystemClock()))
        found = await journal.open(replace(HELLO, holder=this_holder()))
        assert isinstance(found, Opened)
        if when == "between":
            die()

        def close_and_die(on: Connection) -> None:
            add_message(on, answer_to(found.turn))
            changed(on, found.session, change("pre_strategy", transitions=(MOVE,)), LATER)
            die()

        await writes.run(close_and_die)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
