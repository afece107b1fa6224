"""What `parley stress` does: asks, runs in this process, stops without losing anything, goes on, tells."""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console

from apps.cli.backtest_options import BadOption, exit_code
from apps.cli.stress_desk import StressDesk, is_search, is_stress, open_stress, refuse_jobs
from apps.cli.stress_options import SearchOptions, StressOptions, Telling
from apps.cli.stress_print import print_stress
from apps.cli.stress_progress import ProgressLine
from apps.cli.stress_reading import stress_report
from apps.cli.stress_search_print import print_search
from apps.cli.stress_words import say
from packages.core.errors import ParleyError
from packages.core.messages import Language
from packages.domain.stress.jobs.plan import StressPlan
from packages.domain.stress.jobs.stored import NewStress, StoredStress
from packages.domain.stress.optimise.service import NewOptimisation, StoredOptimisation
from packages.domain.work.jobs import JobCancelled

STOPPED = 130  # as a shell says it of whatever ended by Ctrl-C
Stored: TypeAlias = StoredStress | StoredOptimisation


@dataclass(slots=True)
class _Begun:
    """What there is to resume, once there is anything."""

    id: str | None = None


Steps: TypeAlias = Callable[[StressDesk, _Begun], Coroutine[Any, Any, None]]


def run_stress(options: StressOptions, told: Telling) -> int:
    async def steps(desk: StressDesk, begun: _Begun) -> None:
        _refuse_bad_paths(told)
        asked = await desk.ask(options)
        await _go_on(desk, asked, told, begun)

    return _ended(steps, told)


def run_search(options: SearchOptions, told: Telling) -> int:
    async def steps(desk: StressDesk, begun: _Begun) -> None:
        asked = await desk.ask_search(options)
        await _go_on(desk, asked, told, begun)

    return _ended(steps, told)


def resume_stress(some_id: str, told: Telling) -> int:
    async def steps(desk: StressDesk, begun: _Begun) -> None:
        _refuse_bad_paths(told)
        stored = await desk.found(some_id)
        if _is_done(stored):
            await _tell(desk, stored, told)
            return
        asked = stored.planned
        refuse_jobs(asked)
        await _go_on(desk, asked, told, begun)

    return _ended(steps, told)


def show_stress(some_id: str, told: Telling) -> int:
    async def steps(desk: StressDesk, _begun: _Begun) -> None:
        await _tell(desk, await desk.found(some_id), told)

    return _ended(steps, told)


def list_stress(strategy_id: str | None, limit: int, lang: str) -> int:
    async def steps(desk: StressDesk, _begun: _Begun) -> None:
        from apps.cli.stress_list import print_list

        print_list(await desk.page(limit, strategy_id), Language(lang))

    return _ended(steps, Telling(language="zh" if lang == "zh" else "en"))


async def _go_on(desk: StressDesk, asked: NewStress | NewOptimisation, told: Telling, begun: _Begun) -> None:
    begun.id = asked.id
    line = ProgressLine(Language(told.language), quiet=told.as_json or not sys.stderr.isatty())
    with line.shown():
        if is_stress(asked):
            await desk.run(asked, line.tell)
        elif is_search(asked):
            await desk.run_search(asked, line.tell)
    await _tell(desk, await desk.found(asked.id), told, is_new=True)


async def _tell(desk: StressDesk, stored: Stored, told: Telling, *, is_new: bool = False) -> None:
    report = await desk.report(stored)
    if isinstance(stored.plan, StressPlan):
        await _write_files(desk, stored.id, told)
    if told.as_json:
        print(json.dumps({"id": stored.id, **report}, ensure_ascii=False, indent=2))
        return
    language, console = Language(told.language), Console()
    if isinstance(stored.plan, StressPlan):
        unmeasured = {each["what"]: each["words"][language.value] for each in report.get("unmeasured", ())}
        print_stress(console, stress_report(report, stored.plan.backtest), language, unmeasured)
    else:
        print_search(console, report, language)
    kept = [say(language, "kept", id=stored.id)] if is_new else []
    for line in (*kept, *(str(path) for path in (told.html, told.md, told.pdf) if path is not None)):
        console.print(f"→ {line}", markup=False, highlight=False, soft_wrap=True)


async def _write_files(desk: StressDesk, stress_id: str, told: Telling) -> None:
    language = Language(told.language)
    if told.html is not None:
        _write(told.html, (await desk.file(stress_id, "html", language)).encode())
    if told.md is not None:
        _write(told.md, (await desk.file(stress_id, "md", language)).encode())
    if told.pdf is not None:
        from apps.api.routes.stress_pdf import stress_pdf

        text = await desk.file(stress_id, "md", language)
        _write(told.pdf, await asyncio.to_thread(stress_pdf, text, language))


def _write(path: Path, content: bytes) -> None:
    try:
        path.expanduser().write_bytes(content)
    except OSError as error:
        raise BadOption("cli.unwritable_file", path=path, reason=error.strerror) from error


def _refuse_bad_paths(told: Telling) -> None:
    """Before minutes of work, not after them."""
    for path in (told.html, told.md, told.pdf):
        if path is not None and not path.expanduser().absolute().parent.is_dir():
            raise BadOption("cli.no_folder", path=path)


def _ended(steps: Steps, told: Telling) -> int:
    """The exit code; Ctrl-C is told with what to type to go on."""
    begun = _Begun()
    try:
        asyncio.run(_opened(steps, begun))
    except ParleyError as error:
        _tell_error(error, told.as_json)
        return exit_code(error)
    except (JobCancelled, KeyboardInterrupt):
        if begun.id is not None:
            print(say(Language(told.language), "stopped", id=begun.id), file=sys.stderr)
        return STOPPED
    return 0


async def _opened(steps: Steps, begun: _Begun) -> None:
    async with open_stress() as desk:
        await steps(desk, begun)


def _tell_error(error: ParleyError, in_json: bool) -> None:
    if in_json:
        print(json.dumps({"error": {"code": error.code, "message": error.message, "details": error.details}}))
    else:
        print(error.message, file=sys.stderr)


def _is_done(stored: Stored) -> bool:
    return stored.headline is not None
