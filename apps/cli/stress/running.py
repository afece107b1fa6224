"""What `parley stress` does: asks, runs in this process, stops without losing anything, resumes, and prints."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console

from apps.cli.output import BadOption, exit_code, print_error, print_json
from apps.cli.stress.local import LocalStress, is_search, is_stress, open_stress, refuse_jobs
from apps.cli.stress.options import OutputOptions, SearchOptions, StressOptions
from apps.cli.stress.printing import print_stress
from apps.cli.stress.reading import stress_report
from apps.cli.stress.tables import print_list, print_search
from packages.core.errors import ParleyError
from packages.core.messages import Language, in_language, message, render
from packages.domain.stress.jobs.plan import StressPlan
from packages.domain.stress.jobs.stored import NewStress, StoredStress
from packages.domain.stress.optimise.service import NewOptimisation, StoredOptimisation
from packages.domain.work.jobs import JobCancelled


# How a message of the job begins, and its step in the catalogue.
class ProgressLine:
    """`quiet` where nobody looks at a terminal."""

    def __init__(self, language: Language, *, quiet: bool) -> None:
        self._language = language
        self._quiet = quiet
        self._is_stopped = False

    @contextmanager
    def shown(self) -> Iterator[None]:
        """The first Ctrl-C lets the work end where nothing is lost; the second ends it at once."""
        loop = asyncio.get_running_loop()
        # Windows has no such handlers: there the first Ctrl-C ends it at once.
        with suppress(NotImplementedError):
            loop.add_signal_handler(signal.SIGINT, self._stop)
        try:
            yield
        finally:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(signal.SIGINT)
            self._write("")

    async def report(self, fraction: float, message: str) -> None:
        if self._is_stopped:
            raise JobCancelled
        self._write(f"{fraction:4.0%}  {in_language(message, self._language)} …")

    def _stop(self) -> None:
        self._is_stopped = True
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        self._write("…")

    def _write(self, text: str) -> None:
        if not self._quiet:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


STOPPED = 130  # as a shell says it of whatever ended by Ctrl-C
Stored: TypeAlias = StoredStress | StoredOptimisation


@dataclass(slots=True)
class _Begun:
    """What there is to resume, once there is anything."""

    id: str | None = None


Steps: TypeAlias = Callable[[LocalStress, _Begun], Coroutine[Any, Any, None]]


def run_stress(options: StressOptions, output: OutputOptions) -> int:
    async def steps(local: LocalStress, begun: _Begun) -> None:
        _refuse_bad_paths(output)
        asked = await local.ask(options)
        await _go_on(local, asked, output, begun)

    return _ended(steps, output)


def run_search(options: SearchOptions, output: OutputOptions) -> int:
    async def steps(local: LocalStress, begun: _Begun) -> None:
        asked = await local.ask_search(options)
        await _go_on(local, asked, output, begun)

    return _ended(steps, output)


def resume_stress(some_id: str, output: OutputOptions) -> int:
    async def steps(local: LocalStress, begun: _Begun) -> None:
        _refuse_bad_paths(output)
        stored = await local.found(some_id)
        if _is_done(stored):
            await _show(local, stored, output)
            return
        asked = stored.planned
        refuse_jobs(asked)
        await _go_on(local, asked, output, begun)

    return _ended(steps, output)


def show_stress(some_id: str, output: OutputOptions) -> int:
    async def steps(local: LocalStress, _begun: _Begun) -> None:
        await _show(local, await local.found(some_id), output)

    return _ended(steps, output)


def list_stress(strategy_id: str | None, limit: int, lang: str) -> int:
    async def steps(local: LocalStress, _begun: _Begun) -> None:
        print_list(await local.page(limit, strategy_id), Language(lang))

    return _ended(steps, OutputOptions(language="zh" if lang == "zh" else "en"))


async def _go_on(local: LocalStress, asked: NewStress | NewOptimisation, output: OutputOptions, begun: _Begun) -> None:
    begun.id = asked.id
    line = ProgressLine(Language(output.language), quiet=output.as_json or not sys.stderr.isatty())
    with line.shown():
        if is_stress(asked):
            await local.run(asked, line.report)
        elif is_search(asked):
            await local.run_search(asked, line.report)
    await _show(local, await local.found(asked.id), output, is_new=True)


async def _show(local: LocalStress, stored: Stored, output: OutputOptions, *, is_new: bool = False) -> None:
    report = await local.report(stored)
    if isinstance(stored.plan, StressPlan):
        await _write_files(local, stored.id, output)
    if output.as_json:
        print_json({"id": stored.id, **report})
        return
    language, console = Language(output.language), Console()
    if isinstance(stored.plan, StressPlan):
        unmeasured = {each["what"]: each["words"][language.value] for each in report.get("unmeasured", ())}
        print_stress(console, stress_report(report, stored.plan.backtest), language, unmeasured)
    else:
        print_search(console, report, language)
    kept = [render(message("cli.stress.kept", id=stored.id), language)] if is_new else []
    for line in (*kept, *(str(path) for path in (output.html, output.md, output.pdf) if path is not None)):
        console.print(f"→ {line}", markup=False, highlight=False, soft_wrap=True)


async def _write_files(local: LocalStress, stress_id: str, output: OutputOptions) -> None:
    language = Language(output.language)
    if output.html is not None:
        _write(output.html, (await local.file(stress_id, "html", language)).encode())
    if output.md is not None:
        _write(output.md, (await local.file(stress_id, "md", language)).encode())
    if output.pdf is not None:
        from apps.api.routes.stress_pdf import stress_pdf

        text = await local.file(stress_id, "md", language)
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
            print(render(message("cli.stress.stopped", id=begun.id), Language(output.language)), file=sys.stderr)
        return STOPPED
    return 0


async def _opened(steps: Steps, begun: _Begun) -> None:
    async with open_stress() as local:
        await steps(local, begun)


def _is_done(stored: Stored) -> bool:
    return stored.headline is not None
