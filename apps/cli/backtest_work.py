"""What `parley backtest` does: runs in this process, stores the result, prints and writes it."""

import asyncio
import json
import sys
from pathlib import Path

from apps.cli.backtest_desk import BacktestDesk, Finished, open_backtests
from apps.cli.backtest_options import BadOption, Options, exit_code
from packages.core.errors import ParleyError
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.backtest.analysis.report import Cover
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.results import drawn_trades
from packages.domain.strategy.errors import InvalidStrategy
from packages.reports.backtest.headline import cover_of
from packages.settings.base import read
from packages.settings.database import DatabaseSettings
from packages.settings.home import HomeSettings

_KEPT = {Language.ZH: "已保存，编号", Language.EN: "kept as"}


def run_backtest(options: Options) -> int:
    """0, or what `exit_code` says of the error that was told."""
    try:
        finished = _finished(options)
        _write_files(options, finished)
    except ParleyError as error:
        _tell_error(error, options.as_json)
        return exit_code(error)
    _show(options, finished)
    return 0


def cover(finished: Finished, language: Language) -> Cover:
    done = finished.done
    return cover_of(done.run.plan, done.result.headline.body, done.run.report, finished.trials, language)


def _finished(options: Options) -> Finished:
    """Put aside, not returned: Python 3.11 spells out what a loop's main task returned, for a message no one reads."""
    kept: list[Finished] = []

    async def run() -> None:
        kept.append(await _run(options))

    asyncio.run(run())
    return kept[0]


async def _run(options: Options) -> Finished:
    text = options.text()
    async with open_backtests(read(HomeSettings), read(DatabaseSettings)) as desk:
        plan = await plan_for(desk, options, text)
        line = _ProgressLine(quiet=options.as_json or not sys.stderr.isatty())
        try:
            return await desk.run(plan, line.tell, store=options.store)
        finally:
            line.clear()


async def plan_for(desk: BacktestDesk, options: Options, source: object) -> Plan:
    """`source` is a text or a document; None where the options name a stored strategy."""
    if source is not None:
        return await desk.plan(options.request(desk.book.validate(source).require(), None))
    saved = await desk.book.revision(LOCAL_OWNER_ID, options.strategy, options.version)
    return await desk.plan(options.request(saved.strategy, options.strategy))


class _ProgressLine:
    """One line on a terminal, written over and over, and gone at the end."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet

    async def tell(self, fraction: float, message: str) -> None:
        if not self._quiet:
            print(f"\r\x1b[K{fraction:4.0%}  {message} …", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if not self._quiet:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _write_files(options: Options, finished: Finished) -> None:
    if options.html is None and options.md is None:
        return
    from packages.reports.backtest.html import backtest_html
    from packages.reports.backtest.markdown import backtest_markdown

    run, language = finished.done.run, Language(options.language)
    for path, draw in ((options.html, backtest_html), (options.md, backtest_markdown)):
        if path is not None:
            _write(path, draw(cover(finished, language), run.report, drawn_trades(run), language))


def _write(path: Path, text: str) -> None:
    try:
        path.expanduser().write_text(text, "utf-8")
    except OSError as error:
        raise BadOption("cli.unwritable_file", path=path, reason=error.strerror) from error


def _show(options: Options, finished: Finished) -> None:
    if options.as_json:
        print(json.dumps(as_json(finished, options.trades), ensure_ascii=False, indent=2))
        return
    from rich.console import Console

    from apps.cli.backtest_print import print_backtest

    language, run, console = Language(options.language), finished.done.run, Console()
    print_backtest(console, cover(finished, language), run.report, drawn_trades(run), language)
    kept = [] if finished.id is None else [f"{_KEPT[language]} {finished.id}"]
    for line in (*kept, *(str(path) for path in (options.html, options.md) if path is not None)):
        console.print(f"→ {line}", markup=False, highlight=False)


def as_json(finished: Finished, trades: int = 0) -> JsonObject:
    """What the API tells of a finished backtest, and its first trades."""
    result, plan = finished.done.result, finished.done.run.plan
    return {
        "id": finished.id,
        "trials": finished.trials,
        "plan": plan.as_json(),
        "result": result.headline.body,
        "trades": [trade.body for trade in result.trades[:trades]],
    }


def _tell_error(error: ParleyError, in_json: bool) -> None:
    if in_json:
        print(json.dumps({"error": {"code": error.code, "message": error.message, "details": error.details}}))
    elif isinstance(error, InvalidStrategy):
        print("\n".join(problem.sentence for problem in error.problems), file=sys.stderr)
    else:
        print(error.message, file=sys.stderr)
