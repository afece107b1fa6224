"""A desk that is killed at any point of its research goes on: nothing is paid twice, nothing hangs, nothing differs."""

import asyncio
import random
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.coordinator.application.dtos.research_dtos import flat_answer
from src.modules.coordinator.domain.model.enums import ResearchStatus
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.infrastructure.ledger.rows import calls
from tests.e2e import researcher
from tests.e2e.research_model import ResearchModel
from tests.e2e.researcher import COMPANIES, NOW, OWNER, open_researcher
from tests.fakes.clock import StoppedClock
from tests.forked import Forked, forked

CALLS_OF_A_RUN = 9  # five experts, bull, bear, resolution, judge
# Ids are given out anew, and the book numbers its calls.
_OWN = ("session_id", "call_id", "call_number", "call_hash")


@pytest.mark.heavy
async def test_killed_research_goes_on_after_a_kill(
    home: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _kill_and_check(home, database, monkeypatch, kills=1)


@pytest.mark.trust
async def test_killed_research_goes_on_after_three_hundred_kills(
    home: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _kill_and_check(home, database, monkeypatch, kills=300 if database.url.is_sqlite else 30)


async def _kill_and_check(home: Path, database: Database, monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
    async with ResearchModel(seconds=0.05) as model:
        address = database.url.for_async
        for name, value in {
            "PARLEY_DATABASE_URL": address,
            "OPENAI_BASE_URL": model.base_url,
            "PARLEY_LLM_API": "chat_completions",
            "PARLEY_LLM_MODEL": "player",
        }.items():
            monkeypatch.setenv(name, value)
        await _load_companies(database)
        expected = await _uninterrupted(database)
        dice = random.Random(7)
        for _ in range(kills):
            await _one_life(model, dice)
        assert await asyncio.to_thread(_started("finish").wait, 120) == 0
        await _check_sessions(database, expected)
        interrupted = await _check_payments(database, model)
    runs = len(await _results(database))
    print(f"{kills} kills on {database.url}: {runs} runs, {model.paid.total()} paid, {interrupted} interrupted")


async def _one_life(model: ResearchModel, dice: random.Random) -> None:
    """Killed a moment after one of the requests of a run, or before its answer."""
    process = _started("on")
    wanted = model.paid.total() + dice.randrange(1, CALLS_OF_A_RUN + 1)
    async with asyncio.timeout(120):
        while model.paid.total() < wanted:
            assert process.poll() is None, "the desk ended by itself"
            await asyncio.sleep(0.005)
    await asyncio.sleep(dice.random() * 0.12)
    process.send_signal(signal.SIGKILL)
    assert await asyncio.to_thread(process.wait, 120) == -signal.SIGKILL


def _started(mode: str) -> Forked:
    return forked(researcher.__name__, mode)


async def _load_companies(database: Database) -> None:
    async def quietly(_done: float, _message: str) -> None:
        """Nobody watches the progress."""

    await DataEngineeringContainer(database, load_settings(), StoppedClock(NOW)).packs().load_demo(quietly)


async def _uninterrupted(database: Database) -> dict[str, Any]:
    """What the same research comes to when nobody kills it."""
    async with open_researcher(database) as sessions:
        for symbol in COMPANIES:
            await researcher.research(sessions, symbol)
    results = await _results(database)
    assert {result["overall_status"] for result in results} == {"completed"}, results
    assert all(result["debate_outcome"] and result["verdict"] for result in results), results
    return {result["symbol"]: result for result in results}


async def _results(database: Database) -> list[dict[str, Any]]:
    async with open_researcher(database) as sessions:
        page = await sessions.page(OWNER, 10_000)
        assert ResearchStatus.RUNNING not in {session.status for session in page}, "a run is stuck"
        answers = [flat_answer(await sessions.get(OWNER, session.id)) for session in page]
    return [_comparable(answer) for answer in answers if answer is not None]


def _comparable(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: _comparable(value) for key, value in answer.items() if key not in _OWN}
    return [_comparable(each) for each in answer] if isinstance(answer, list) else answer


async def _check_sessions(database: Database, expected: dict[str, Any]) -> None:
    async with open_researcher(database) as sessions:
        page = await sessions.page(OWNER, 10_000)
    assert {session.status for session in page} == {ResearchStatus.COMPLETED}
    for result in await _results(database):
        assert result == expected[result["symbol"]]


async def _check_payments(database: Database, model: ResearchModel) -> int:
    """Every request stands in the book, and what was answered was not asked again by its run."""
    rows = select(calls.c.run_id, calls.c.prompt_hash, calls.c.status, func.count())
    grouped = rows.group_by(calls.c.run_id, calls.c.prompt_hash, calls.c.status)
    booked: Counter[str] = Counter()
    interrupted = 0
    async with database.engine.connect() as connection:
        for run, prompt, status, number in await connection.execute(grouped):
            booked[prompt] += number
            assert status in ("completed", "interrupted"), (run, status)
            assert number == 1 or status == "interrupted", f"{run} asked again what was answered"
            interrupted += number if status == "interrupted" else 0
    assert all(model.paid[prompt] <= booked[prompt] for prompt in model.paid)
    assert model.paid.keys() <= booked.keys()
    return interrupted
