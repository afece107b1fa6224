"""The wiring: by settings alone, over a given session, and as a job."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import SQLAlchemyError

from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.work.jobs import JobCall
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.container import SETTLE, JudgeContainer
from src.modules.judge.infrastructure.judge_choice import ChosenJudge
from src.modules.judge.infrastructure.rules_judge import RulesJudge
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.fakes.clock import StoppedClock
from tests.src.modules.judge.making import (
    BASE_DAY,
    INDEX,
    NOW,
    OWNER,
    SYMBOL,
    bars,
    call,
    debate_outcome,
    expert_results,
)
from tests.src.modules.judge.stored import library_of

END = BASE_DAY + timedelta(days=60)


class Silent:
    async def report(self, fraction: float, message: str = "") -> None:
        """Nobody watches."""


def _request() -> JudgeRequest:
    return JudgeRequest(symbol=str(SYMBOL), expert_results=expert_results(), debate_outcome=debate_outcome())


async def test_without_arguments_it_reads_the_settings_and_judges_by_rules(home: Path) -> None:
    database = Database(load_settings().database_url)
    await upgrade(database)
    await database.aclose()
    container = JudgeContainer()
    told = await container.judge_service().run(_request())
    assert (told.engine, told.action) == ("rules", "NO_CALL")  # nothing is stored, so there is no price
    report = await container.integrity().check(LOCAL_OWNER_ID)
    assert report.ok
    assert [check.entries for check in report.checks] == [0, 0, 1, 0], "the reports are of a past day"
    await container.aclose()


async def test_over_a_given_session_the_call_is_written_to_its_database(database: Database, home: Path) -> None:
    clock = StoppedClock(NOW)
    platform = LlmPlatformContainer(database, load_settings(), clock)
    library = library_of(clock, bars([10.0] * 200), bars([4000.0 - day for day in range(200)], INDEX))
    async with database.sessions() as session:
        scope = JudgeContainer(database=database).scope(OWNER, "run-7")
        container = JudgeContainer(session, platform=platform, library=library, scope=scope, clock=clock)
        told = await container.judge_service().run(_request())
        await container.aclose()
    assert (told.action, told.session_id) == ("BUY", "run-7")
    entry = await JudgeContainer(database=database).call_books().live.find(OWNER, "run-7")
    assert entry is not None
    assert entry.hash == told.call_hash
    await platform.aclose()


async def test_a_file_of_heads_that_cannot_be_read_stops_nothing(database: Database, home: Path) -> None:
    container = JudgeContainer(database=database, clock=StoppedClock(NOW))
    load_settings().home.call_heads.mkdir(parents=True)
    await container.call_books().live.append([call(1)])
    assert await container.verify() == {"owners": 0, "broken": 0, "exported": 0}


async def test_a_database_that_is_out_of_reach_at_start_is_logged_and_the_desk_stays_up(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    container = JudgeContainer()  # its database has no tables
    with pytest.raises(SQLAlchemyError):
        await container.verify()
    await container.verify_at_start()
    assert "call_books_out_of_reach" in caplog.text
    await container.aclose()


async def test_the_job_settles_what_is_due_of_everybody(database: Database, home: Path) -> None:
    clock = StoppedClock(NOW + timedelta(days=60))
    stock, index = bars({BASE_DAY: 10.0, END: 12.0}), bars({BASE_DAY: 4000.0, END: 4000.0}, INDEX)
    container = JudgeContainer(database=database, library=library_of(clock, stock, index), clock=clock)
    await container.call_books().live.append([call(1)])
    await container.call_books().live.append([call(1, owner="bob")])
    done: dict[str, Any] = dict(await container.settle(JobCall("job", OWNER, {}, Silent())))
    assert done == {"looked_at": 2, "settled": 2, "unsettleable": {}, "waiting": {}}
    assert SETTLE == "calls.settle"


@pytest.mark.parametrize("changed", [{"OPENAI_API_KEY": "sk-x"}, {}], ids=["model", "rules"])
async def test_an_owner_with_a_model_is_judged_by_it(
    home: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]
) -> None:
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
        monkeypatch.setenv("PARLEY_LLM_MODEL", "m")
    database = Database(load_settings().database_url)
    await upgrade(database)
    platform = LlmPlatformContainer(database, load_settings(), StoppedClock(NOW))
    judge = ChosenJudge(platform, JudgeContainer(database=database).scope(OWNER))
    chosen = await judge.chosen()
    assert isinstance(chosen, RulesJudge) == (not changed)
    await platform.aclose()
    await database.aclose()
