"""A run that is killed again and again pays for no finished answer twice, and its budgets add up to its rows."""

import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import func, select

from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.ledger import CallStatus, MoneyAndTokens
from src.modules.llm_platform.infrastructure.ledger.rows import accounts, calls
from tests.e2e import spender
from tests.forked import Forked, forked


async def test_no_finished_answer_is_paid_again_after_a_few_kills(home: Path, database: Database) -> None:
    await _kill_and_check(database, home, kills=3)


@pytest.mark.trust
async def test_no_finished_answer_is_paid_again_after_a_hundred_kills(home: Path, database: Database) -> None:
    await _kill_and_check(database, home, kills=100)


async def _kill_and_check(database: Database, home: Path, kills: int) -> None:
    home.mkdir(parents=True, exist_ok=True)
    record, dice, questions = home / "paid.txt", random.Random(11), kills * 12 + 40
    record.touch()
    finished: dict[str, int] = {}
    for kill in range(kills):
        # Every other life recovers at its start; the others find the dead calls by their keys.
        process = _start(database, record, questions, recover=kill % 2 == 0)
        _wait_for_payments(process, record, _lines(record) + dice.randrange(1, 12))
        time.sleep(dice.random() * 0.004)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "the run was over before it could be killed"
        paid = Counter(record.read_text().split())
        for key in await _completed(database):
            assert finished.setdefault(key, paid[key]) == paid[key], f"{key} was finished, and paid again"
    assert _start(database, record, questions, recover=True).wait(timeout=120) == 0
    paid = Counter(record.read_text().split())
    assert {key: paid[key] for key in finished} == finished
    interrupted = await _check_book(database, questions, paid)
    print(f"{kills} kills on {database.url}: {questions} answers, {paid.total()} paid, {interrupted} interrupted")


async def _check_book(database: Database, questions: int, paid: Counter[str]) -> int:
    rows = select(calls.c.call_id, calls.c.status, func.count()).group_by(calls.c.call_id, calls.c.status)
    sums = select(func.sum(calls.c.charged_money), func.sum(calls.c.charged_tokens))
    async with database.engine.connect() as connection:
        counts = {(key, status): count for key, status, count in await connection.execute(rows)}
        money, tokens = (await connection.execute(sums)).one()
        kept = (await connection.execute(select(accounts))).mappings().all()
    interrupted = Counter({key: count for (key, status), count in counts.items() if status == "interrupted"})
    assert {status for _, status in counts} <= {"completed", "interrupted"}
    for key in (f"question-{n}" for n in range(questions)):
        assert counts[key, CallStatus.COMPLETED.value] == 1
        assert 1 <= paid[key] <= 1 + interrupted[key], f"{key} was paid without being in the book"
    _check_accounts(list(kept), MoneyAndTokens(money=money, tokens=int(tokens)))
    return interrupted.total()


def _check_accounts(kept: list, total: MoneyAndTokens) -> None:  # type: ignore[type-arg]
    assert all(row["reserved_tokens"] == 0 and row["reserved_money"] == 0 for row in kept)
    for kind in ("run", "user", "day"):  # a run that goes on past midnight has two accounts of a day
        ours = [row for row in kept if row["name"].startswith(f"{kind}:")]
        assert sum(row["spent_money"] for row in ours) == total.money
        assert sum(row["spent_tokens"] for row in ours) == total.tokens


async def _completed(database: Database) -> list[str]:
    done = select(calls.c.call_id).where(calls.c.status == CallStatus.COMPLETED.value)
    async with database.engine.connect() as connection:
        return list((await connection.execute(done)).scalars())


def _start(database: Database, record: Path, questions: int, recover: bool) -> Forked:
    arguments = [database.url.for_async, str(record), str(questions), "recover" if recover else "resume"]
    return forked(spender.__name__, *arguments)


def _wait_for_payments(process: Forked, record: Path, wanted: int) -> None:
    deadline = time.monotonic() + 120
    while _lines(record) < wanted and process.poll() is None:
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.002)


def _lines(record: Path) -> int:
    return record.read_bytes().count(b"\n")
