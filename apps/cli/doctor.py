"""`parley doctor`: what is configured, what each missing key would add, and whether the desk is healthy."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from alembic.migration import MigrationContext
from sqlalchemy.exc import SQLAlchemyError

from apps.api.routes.page import DIST
from apps.cli.output import cli_phrases, plain_table, print_json
from packages.core.messages import Message, message, message_of, reader_language, render
from packages.infra.db.engine import Database
from packages.infra.db.migrate import NewerDatabase, head_revision, refuse_newer
from packages.settings.data import VendorSettings
from packages.settings.database import DatabaseUrl
from packages.settings.llm import LlmSettings
from packages.settings.load import Settings, load_settings
from src.modules.llm_platform.infrastructure.settings_configs import configs_of

_LITTLE_DISK_BYTES = 1_000_000_000


class CheckState(StrEnum):
    """How a finding is to be taken."""

    OK = "ok"
    OPTIONAL = "optional"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the report."""

    topic: str
    state: CheckState
    says: Message


def doctor(*, as_json: bool) -> int:
    """Prints the report; 0 when nothing is broken, 1 otherwise."""
    findings = examine(load_settings())
    if as_json:
        print_json([_finding_json(finding) for finding in findings])
    else:
        _print_table(findings)
    return int(any(finding.state is CheckState.BROKEN for finding in findings))


def examine(settings: Settings) -> list[CheckResult]:
    return [
        _home(settings.home.home),
        *asyncio.run(_stored(settings)),
        _page(),
        _address(settings),
        *_models(settings.llm),
        *_keys(settings.vendors),
    ]


def _address(settings: Settings) -> CheckResult:
    mode = Message(f"cli.doctor.mode.{settings.auth_mode.value}")
    return _ok("address", message("cli.doctor.address", address=settings.server.base_url, mode=mode))


def _home(home: Path) -> CheckResult:
    existing = next(folder for folder in (home, *home.parents) if folder.exists())
    if not os.access(existing, os.W_OK):
        return _broken("home", message("cli.doctor.home_read_only", path=home))
    free = shutil.disk_usage(existing).free
    if free < _LITTLE_DISK_BYTES:
        return _broken("home", message("cli.doctor.home_full", path=home, free=f"{free / 1e6:.0f}"))
    return _ok("home", message("cli.doctor.home", path=home, free=f"{free / 1e9:.0f}"))


async def _stored(settings: Settings) -> list[CheckResult]:
    """The database, and the call books in it where their tables are those of this version."""
    found = await _database(settings)
    is_current = found.says.code == "cli.doctor.database"
    return [found, *(await _call_books(settings) if is_current else ())]


async def _call_books(settings: Settings) -> list[CheckResult]:
    from src.modules.judge.container import JudgeContainer  # loads what models need

    database = Database(settings.database_url)
    try:
        reports = await JudgeContainer(database=database, settings=settings).integrity().check_all()
    finally:
        await database.aclose()
    checks = [check for report in reports for check in report.checks]
    broken = [
        message(
            "cli.doctor.call_book_broken",
            book=Message(f"cli.calls.book.{check.book}"),
            number=check.broken_at or 0,
            entries=check.entries,
            problem=message_of(check.problem),
        )
        for check in checks
        if not check.ok
    ]
    entries = sum(check.entries for check in checks)
    whole = message("cli.doctor.call_book", entries=entries) if entries else message("cli.doctor.call_book_empty")
    return [_broken("call_book", says) for says in broken] or [_ok("call_book", whole)]


async def _database(settings: Settings) -> CheckResult:
    url = settings.database_url
    if url.file is not None and not url.file.exists():
        return _ok("database", message("cli.doctor.database_new", url=url))
    try:
        revision = await _revision(url)
        if revision is None:
            return _ok("database", message("cli.doctor.database_empty", url=url))
        refuse_newer(revision)
    except NewerDatabase as newer:
        return _broken("database", newer.said)
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        return _broken("database", message("cli.doctor.database_silent", url=url, reason=reason))
    head = head_revision()
    if revision != head:
        return _ok("database", message("cli.doctor.database_old", url=url, revision=revision, head=head))
    return _ok("database", message("cli.doctor.database", url=url, revision=revision))


async def _revision(url: DatabaseUrl) -> str | None:
    """The schema; None where there are no tables yet."""
    database = Database(url)
    try:
        async with database.engine.connect() as connection:
            return await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    finally:
        await database.aclose()


def _page() -> CheckResult:
    if (DIST / "index.html").is_file():
        return _ok("page", message("cli.doctor.page_built"))
    return _broken("page", message("cli.doctor.page_missing"))


def _models(llm: LlmSettings) -> Iterator[CheckResult]:
    missing = "cli.doctor.key_missing_now_rules" if llm.mode == "rules" else "cli.doctor.key_missing"
    yield _key("OPENAI_API_KEY", llm.uses_openai, message("cli.doctor.adds.openai"), missing)
    yield _key("ANTHROPIC_API_KEY", llm.anthropic_api_key, message("cli.doctor.adds.anthropic"))
    for begun in configs_of(llm).incomplete:
        yield _broken("PARLEY_LLM_MODEL", begun.problem)


def _keys(vendors: VendorSettings) -> Iterator[CheckResult]:
    alpaca = vendors.alpaca_api_key and vendors.alpaca_secret_key
    yield _key("TUSHARE_TOKEN", vendors.tushare_token, message("cli.doctor.adds.tushare"))
    yield _key("ALPACA_API_KEY", alpaca, message("cli.doctor.adds.alpaca"))
    yield _key("TIINGO_API_KEY", vendors.tiingo_api_key, message("cli.doctor.adds.tiingo"))
    yield _key("PARLEY_SEC_USER_AGENT", vendors.sec_user_agent, message("cli.doctor.adds.sec"))
    yield _key("FRED_API_KEY", vendors.fred_api_key, message("cli.doctor.adds.fred"))
    yield _key("PARLEY_STOOQ_URL", vendors.stooq_url, message("cli.doctor.adds.stooq"))
    yield _key("TAVILY_API_KEY", vendors.tavily_api_key, message("cli.doctor.adds.tavily"))
    yield _key("BOCHA_API_KEY", vendors.bocha_api_key, message("cli.doctor.adds.bocha"))


def _key(name: str, given: object, adds: Message, missing: str = "cli.doctor.key_missing") -> CheckResult:
    if given:
        return _ok(name, message("cli.doctor.key_set", adds=adds))
    return CheckResult(name, CheckState.OPTIONAL, message(missing, adds=adds))


def _ok(topic: str, says: Message) -> CheckResult:
    return CheckResult(topic, CheckState.OK, says)


def _broken(topic: str, says: Message) -> CheckResult:
    return CheckResult(topic, CheckState.BROKEN, says)


def _finding_json(finding: CheckResult) -> dict[str, str]:
    says = render(finding.says, reader_language())
    return {"topic": finding.topic, "state": finding.state.value, "says": says}


def _print_table(findings: list[CheckResult]) -> None:
    from rich.console import Console
    from rich.text import Text

    phrases = cli_phrases("doctor")
    colours = {CheckState.OK: "green", CheckState.OPTIONAL: "yellow", CheckState.BROKEN: "red"}
    table = plain_table(*(phrases.say(f"column.{name}") for name in ("topic", "state", "says")))
    for finding in findings:
        name = f"topic.{finding.topic}"
        topic = phrases.say(name) if name in phrases else finding.topic  # settings are called by their own names
        state = Text(phrases.say(f"state.{finding.state.value}"), style=colours[finding.state])
        table.add_row(topic, state, Text(render(finding.says, phrases.language)))
    Console().print(table)
