"""What `parley calls` does: each command opens the book, does one thing, and prints it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeVar

from apps.api.composition import open_database
from apps.cli.calls_print import print_calls, print_checks, print_scores, print_settling
from apps.cli.data_print import print_json
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.settings.load import load_settings
from src.modules.judge.container import JudgeContainer
from src.modules.judge.presentation.rest.schemas import call_out, verify_out
from src.modules.judge.presentation.rest.score_schemas import report_out

Result = TypeVar("Result")


def show_calls(limit: int, before: int | None, as_json: bool) -> None:
    found = _with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID).page(judge.now(), limit, before))
    print_json([call_out(one).model_dump(mode="json") for one in found]) if as_json else print_calls(found)


def show_scores(as_json: bool) -> None:
    report, tally = _with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID).scores())
    print_json(report_out(report, tally).model_dump(mode="json")) if as_json else print_scores(report, tally)


def show_verification(as_json: bool) -> int:
    """0 when the book is whole, 1 when something in it was changed."""
    checks = list(_with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID).verify()))
    print_json(verify_out(checks).model_dump(mode="json")) if as_json else print_checks(checks)
    return int(not all(check.ok for check in checks))


def settle_calls(as_json: bool) -> None:
    done = _with_judge(lambda judge: judge.settling().settle_due(owner_id=LOCAL_OWNER_ID))
    print_json(asdict(done)) if as_json else print_settling(done)


def _with_judge(work: Callable[[JudgeContainer], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        settings = load_settings()
        async with open_database(settings) as database:
            judge = JudgeContainer(database=database)
            try:
                return await work(judge)
            finally:
                await judge.aclose()

    return asyncio.run(run())
