"""`parley doctor`: what is configured, what each missing key would add, and whether the desk is healthy."""

import asyncio
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from apps.api.routes.page import DIST
from packages.core.messages import Language, render
from packages.infra.db.engine import Database
from packages.infra.db.migrate import NewerDatabase, head_revision, refuse_newer
from packages.settings.data import VendorSettings
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
    says: str


def doctor(*, as_json: bool) -> int:
    """Prints the report; 0 when nothing is broken, 1 otherwise."""
    findings = examine(load_settings())
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
    else:
        _print_table(findings)
    return int(any(finding.state is CheckState.BROKEN for finding in findings))


def examine(settings: Settings) -> list[CheckResult]:
    return [
        _home(settings.home.home),
        asyncio.run(_database(settings)),
        _page(),
        CheckResult("address", CheckState.OK, f"{settings.server.base_url}, {settings.auth_mode.value} mode"),
        *_models(settings.llm),
        *_keys(settings.vendors),
    ]


def _home(home: Path) -> CheckResult:
    existing = next(folder for folder in (home, *home.parents) if folder.exists())
    if not os.access(existing, os.W_OK):
        return CheckResult(
            "home", CheckState.BROKEN, f"{home} cannot be written: set PARLEY_HOME to a folder of yours."
        )
    free = shutil.disk_usage(existing).free
    if free < _LITTLE_DISK_BYTES:
        return CheckResult("home", CheckState.BROKEN, f"{home} has only {free / 1e6:.0f} MB left: make room.")
    return CheckResult("home", CheckState.OK, f"{home}, {free / 1e9:.0f} GB free")


async def _database(settings: Settings) -> CheckResult:
    url = settings.database_url
    if url.file is not None and not url.file.exists():
        return CheckResult("database", CheckState.OK, f"{url} is not there yet: `parley serve` makes it.")
    database = Database(url)
    try:
        async with database.engine.connect() as connection:
            version = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        return CheckResult(
            "database", CheckState.BROKEN, f"{url} does not answer: {reason}. Check PARLEY_DATABASE_URL."
        )
    finally:
        await database.aclose()
    try:
        refuse_newer(version or "")
    except NewerDatabase as newer:
        return CheckResult("database", CheckState.BROKEN, newer.message)
    head = head_revision()
    note = "" if version == head else f"; `parley serve` will bring it from schema {version} to {head}"
    return CheckResult("database", CheckState.OK, f"{url} answers, schema {version}{note}")


def _page() -> CheckResult:
    if (DIST / "index.html").is_file():
        return CheckResult("page", CheckState.OK, "built")
    return CheckResult("page", CheckState.BROKEN, "not built: run `make web`.")


def _models(llm: LlmSettings) -> Iterator[CheckResult]:
    work, now = "experts, debate and chat by a language model", " (now: rules)" if llm.desk_mode == "rules" else ""
    yield _key("OPENAI_API_KEY", llm.speaks_openai, work + now)
    yield _key("ANTHROPIC_API_KEY", llm.anthropic_api_key, "Claude, alone or when the other model fails")
    for begun in configs_of(llm).incomplete:
        yield CheckResult("PARLEY_LLM_MODEL", CheckState.BROKEN, render(begun.problem, Language.EN))


def _keys(vendors: VendorSettings) -> Iterator[CheckResult]:
    yield _key("TUSHARE_TOKEN", vendors.tushare_token, "A-share data from Tushare")
    yield _key("ALPACA_API_KEY", vendors.alpaca_api_key and vendors.alpaca_secret_key, "US data and a broker account")
    yield _key("TAVILY_API_KEY", vendors.tavily_api_key, "web search for macro and news")
    yield _key("BOCHA_API_KEY", vendors.bocha_api_key, "web search in Chinese for macro and news")


def _key(name: str, given: object, adds: str) -> CheckResult:
    return (
        CheckResult(name, CheckState.OK, f"set: {adds}")
        if given
        else CheckResult(name, CheckState.OPTIONAL, f"would add {adds}")
    )


def _print_table(findings: list[CheckResult]) -> None:
    from rich.console import Console
    from rich.table import Table

    colours = {CheckState.OK: "green", CheckState.OPTIONAL: "yellow", CheckState.BROKEN: "red"}
    table = Table(box=None, header_style="bold")
    for title in ("topic", "state", "what it says"):
        table.add_column(title)
    for finding in findings:
        colour = colours[finding.state]
        table.add_row(finding.topic, f"[{colour}]{finding.state.value}[/]", finding.says)
    Console().print(table)
