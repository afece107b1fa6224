"""What `parley stress` does: asks, runs in this process, stops without losing anything, goes on, tells."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console

from apps.cli.output import BadOption, exit_code, print_error, print_json
from apps.cli.stress.listing import print_list
from apps.cli.stress.local import LocalStress, is_search, is_stress, open_stress, refuse_jobs
from apps.cli.stress.optimisation import print_search
from apps.cli.stress.options import OutputOptions, SearchOptions, StressOptions
from apps.cli.stress.printing import print_stress
from apps.cli.stress.progress import ProgressLine
from apps.cli.stress.reading import stress_report
from apps.cli.stress.words import say
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


Steps: TypeAlias = Callable[[LocalStress, _Begun], Coroutine[Any, Any, None]]


def run_stress(options: StressOptions, output: OutputOptions) -> int:
    async def steps(lab: LocalStress, begun: _Begun) -> None:
        _refuse_bad_paths(output)
        asked = await lab.ask(options)
        await _go_on(lab, asked, output, begun)

    return _ended(steps, output)


def run_search(options: SearchOptions, output: OutputOptions) -> int:
    async def steps(lab: LocalStress, begun: _Begun) -> None:
        asked = await lab.ask_search(options)
        await _go_on(lab, asked, output, begun)

    return _ended(steps, output)


def resume_stress(some_id: str, output: OutputOptions) -> int:
    async def steps(lab: LocalStress, begun: _Begun) -> None:
        _refuse_bad_paths(output)
        stored = await lab.found(some_id)
        if _is_done(stored):
            await _show(lab, stored, output)
            return
        asked = stored.planned
        refuse_jobs(asked)
        await _go_on(lab, asked, output, begun)

    return _ended(steps, output)


def show_stress(some_id: str, output: OutputOptions) -> int:
    async def steps(lab: LocalStress, _begun: _Begun) -> None:
        await _show(lab, await lab.found(some_id), output)

    return _ended(steps, output)


def list_stress(strategy_id: str | None, limit: int, lang: str) -> int:
    async def steps(lab: LocalStress, _begun: _Begun) -> None:
        print_list(await lab.page(limit, strategy_id), Language(lang))

    return _ended(steps, OutputOptions(language="zh" if lang == "zh" else "en"))


async def _go_on(lab: LocalStress, asked: NewStress | NewOptimisation, output: OutputOptions, begun: _Begun) -> None:
    begun.id = asked.id
    line = ProgressLine(Language(output.language), quiet=output.as_json or not sys.stderr.isatty())
    with line.shown():
        if is_stress(asked):
            await lab.run(asked, line.tell)
        elif is_search(asked):
            await lab.run_search(asked, line.tell)
    await _show(lab, await lab.found(asked.id), output, is_new=True)


async def _show(lab: LocalStress, stored: Stored, output: OutputOptions, *, is_new: bool = False) -> None:
    report = await lab.report(stored)
    if isinstance(stored.plan, StressPlan):
        await _write_files(lab, stored.id, output)
    if output.as_json:
        print_json({"id": stored.id, **report})
        return
    language, console = Language(output.language), Console()
    if isinstance(stored.plan, StressPlan):
        unmeasured = {each["what"]: each["words"][language.value] for each in report.get("unmeasured", ())}
        print_stress(console, stress_report(report, stored.plan.backtest), language, unmeasured)
    else:
        print_search(console, report, language)
    kept = [say(language, "kept", id=stored.id)] if is_new else []
    for line in (*kept, *(str(path) for path in (output.html, output.md, output.pdf) if path is not None)):
        console.print(f"→ {line}", markup=False, highlight=False, soft_wrap=True)


async def _write_files(lab: LocalStress, stress_id: str, output: OutputOptions) -> None:
    language = Language(output.language)
    if output.html is not None:
        _write(output.html, (await lab.file(stress_id, "html", language)).encode())
    if output.md is not None:
        _write(output.md, (await lab.file(stress_id, "md", language)).encode())
    if output.pdf is not None:
        from apps.api.routes.stress_pdf import stress_pdf

        text = await lab.file(stress_id, "md", language)
        _write(output.pdf, await asyncio.to_thread(stress_pdf, text, language))


def _write(path: Path, content: bytes) -> None:
    try:
        path.expanduser().write_bytes(content)
    except OSError as error:
        raise BadOption("cli.unwritable_file", path=path, reason=error.strerror) from error


def _refuse_bad_paths(output: OutputOptions) -> None:
    """Before minutes of work, not after them."""
    for path in (output.html, output.md, output.pdf):
        if path is not None and not path.expanduser().absolute().parent.is_dir():
            raise BadOption("cli.no_folder", path=path)


def _ended(steps: Steps, output: OutputOptions) -> int:
    """The exit code; after Ctrl-C it prints what to type to go on."""
    begun = _Begun()
    try:
        asyncio.run(_opened(steps, begun))
    except ParleyError as error:
        print_error(error, output.as_json)
        return exit_code(error)
    except (JobCancelled, KeyboardInterrupt):
        if begun.id is not None:
            print(say(Language(output.language), "stopped", id=begun.id), file=sys.stderr)
        return STOPPED
    return 0


async def _opened(steps: Steps, begun: _Begun) -> None:
    async with open_stress() as lab:
        await steps(lab, begun)


def _is_done(stored: Stored) -> bool:
    return stored.headline is not None
