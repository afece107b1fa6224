"""What `parley llm` does: each command opens the platform, does one thing, and prints it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import date
from typing import TypeVar

from apps.api.composition import open_database
from apps.cli.data_print import print_json
from apps.cli.llm_print import config_json, print_configs, print_rotation, print_test, print_usage, usage_json
from packages.core.clock import SystemClock
from packages.core.errors import Invalid
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.settings.load import load_settings
from src.modules.llm_platform.application.model_configs import ConfigEntry
from src.modules.llm_platform.application.model_tester import ModelTest, try_out
from src.modules.llm_platform.application.usage import UsagePeriod
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.ledger import BudgetState, UsageLine

Result = TypeVar("Result")
OWNER = LOCAL_OWNER_ID


class BadDay(Invalid):
    """An option that should be a day is none."""


def show_configs(as_json: bool) -> None:
    async def read(platform: LlmPlatformContainer) -> list[ConfigEntry]:
        return list(await platform.configs().list(OWNER))

    entries = _with_platform(read)
    print_json([config_json(entry) for entry in entries]) if as_json else print_configs(entries)


def ask_model(alias: str, as_json: bool) -> int:
    """0 when it answered."""

    async def ask(platform: LlmPlatformContainer) -> ModelTest:
        return await try_out(platform.configs(), platform.tester(), OWNER, alias)

    test = _with_platform(ask)
    print_json(asdict(test)) if as_json else print_test(test)
    return 0 if test.ok else 1


def show_usage(since: str | None, until: str | None, as_json: bool) -> None:
    stretch = UsagePeriod.of(_day("--since", since), _day("--until", until), SystemClock().now().date())

    async def read(platform: LlmPlatformContainer) -> tuple[list[UsageLine], list[BudgetState]]:
        ledger = platform.ledger()
        lines = await ledger.usage(OWNER, stretch.since, stretch.until)
        return list(lines), list(await ledger.budgets(OWNER))

    lines, budgets = _with_platform(read)
    print_json(usage_json(stretch, lines, budgets)) if as_json else print_usage(stretch, lines, budgets)


def rotate_vault_key(as_json: bool) -> None:
    rotation = _with_platform(lambda platform: platform.rotate_keys())
    print_json(asdict(rotation)) if as_json else print_rotation(rotation)


def _with_platform(work: Callable[[LlmPlatformContainer], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        settings = load_settings()
        async with open_database(settings) as database:
            platform = LlmPlatformContainer(database, settings, SystemClock())
            try:
                return await work(platform)
            finally:
                await platform.aclose()

    return asyncio.run(run())


def _day(option: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadDay("cli.bad_usage_day", option=option, text=text) from None
