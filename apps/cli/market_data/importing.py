"""`parley data import`: files of any kind into the store, and a report of what became of every row."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import cast

import typer
from rich.console import Console
from rich.text import Text

from apps.cli.market_data.asking import TerminalWatch, print_questions
from apps.cli.market_data.running import data_table, with_data
from apps.cli.output import BadOption, cli_phrases, print_error, print_json
from packages.core.messages import Phrases, for_reader, word
from packages.infra.providers.market_data.bars.questions import as_json
from packages.infra.providers.market_data.bars.reading_plan import Label
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.files.archives import PACKED_SUFFIXES
from packages.infra.providers.market_data.files.import_rows import RowsReport
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.row_files import FileImport, FileOptions

_MOST_SYMBOLS = 12
_MOST_LEFT_OUT = 5
_MOST_IN_FULL = 40
_MOST_WARNINGS = 20


def import_files(
    files: Sequence[Path],
    options: dict[str, str | None],
    rows: dict[str, str | None],
    as_json: bool,
    answers: Sequence[str],
    *,
    adjusted: bool,
    preview: bool,
) -> None:
    if options["label"] not in (None, "start", "end"):
        raise BadOption("cli.bad_label", text=options["label"])
    label = cast(Label | None, options["label"])
    bars = ImportOptions(
        options["symbol"],
        options["timeframe"],
        options["timezone"],
        options["source"],
        label,
        adjusted,
        _answers(answers),
    )
    asked = FileOptions(bars, **rows, preview=preview)
    watch = TerminalWatch(alone=len(files) == 1 and not _holds_many(files[0]), quiet=as_json)
    with watch.bars:
        done = with_data(partial(_load, files=files, asked=asked, watch=watch))
    if as_json and not done and watch.unanswered is not None:
        print_error(watch.unanswered, as_json=True)
        raise typer.Exit(1)
    watch.refuse_alone(len(done))
    _print_done(done, as_json=as_json, preview=preview)
    watch.finish()


async def _load(
    data: DataEngineeringContainer, files: Sequence[Path], asked: FileOptions, watch: TerminalWatch
) -> list[FileImport]:
    if asked.preview:
        return await data.row_files().load(files, asked, watch)
    return await data.import_storing().here(files, asked, watch)


def _holds_many(path: Path) -> bool:
    return path.is_dir() or path.suffix.lower() in PACKED_SUFFIXES


def _answers(typed: Sequence[str]) -> dict[str, str]:
    parts = [text.partition("=") for text in typed]
    wrong = next((text for text, part in zip(typed, parts, strict=True) if not (part[0] and part[2])), None)
    if wrong is not None:
        raise BadOption("cli.bad_answer", text=wrong)
    return {what.strip(): value.strip() for what, _, value in parts}


def _print_done(done: Sequence[FileImport], *, as_json: bool, preview: bool) -> None:
    if as_json:
        reports = [_as_json(one) for one in done]
        print_json(reports[0] if len(reports) == 1 else {"files": reports})
        return
    if len(done) > _MOST_IN_FULL:
        _print_many(done)
        return
    for one in done:
        if isinstance(one.report, ImportReport):
            print_import(one.report, short=len(done) > 1)
            print_questions(one.inspection)
        else:
            print_rows(one.report, one.rows_written)
    if preview:
        Console().print(Text(cli_phrases("data").say("preview_only"), style="yellow"))


def _print_many(done: Sequence[FileImport]) -> None:
    """Too many to say what became of each: what they came to together, and the first warnings."""
    console, phrases = Console(), cli_phrases("data")
    bars = [one.report for one in done if isinstance(one.report, ImportReport)]
    totals = {
        "files": len(done),
        "read": sum(one.report.rows_read for one in done),
        "written": sum(one.rows_written or 0 for one in done),
        "refused": sum(one.report.rows_refused for one in done),
        "actions": sum(len(report.actions) for report in bars),
    }
    said = phrases.say("many_done", **{name: f"{count:,}" for name, count in totals.items()})
    console.print(Text(said, style="bold"))
    warnings = [(report.symbol, warning) for report in bars for warning in report.warnings]
    if warnings:
        console.print(Text(phrases.say("many_warnings", count=f"{len(warnings):,}"), style="yellow"))
    for symbol, warning in warnings[:_MOST_WARNINGS]:
        console.print(Text(f"{symbol}: {for_reader(warning)}", style="dim"))


def _as_json(one: FileImport) -> dict[str, object]:
    if isinstance(one.report, ImportReport):
        seen = one.inspection
        asked = {} if seen is None else {"questions": [as_json(guess) for guess in seen.questions]}
        return asdict(one.report) | asked
    apart = ("rows", "refusals", "choices")
    counts = {name: getattr(one.report, name) for name in one.report.__slots__ if name not in apart}
    refusals = [asdict(refusal) for refusal in one.report.refusals]
    kinds = Counter(type(row).__name__ for row in one.report.rows)
    return {
        **counts,
        "refusals": refusals,
        "choices": [as_json(guess) for guess in one.report.choices],
        "rows": kinds,
        "symbols": one.report.symbols,
        "rows_written": one.rows_written,
    }


def print_import(report: ImportReport, *, short: bool = False) -> None:
    """`short`: one of many, so that only what is special is said."""
    console, phrases = Console(), cli_phrases("data")
    named = {"symbol": str(report.symbol), "timeframe": report.timeframe.value}
    console.print(Text(phrases.say("imported", **named, file=report.path.name, source=report.source), style="bold"))
    if not short:
        table = data_table(phrases, "rows", "count")
        for name in ("read", "taken", "repeated", "refused", "written"):
            table.add_row(phrases.say(f"row.{name}"), f"{getattr(report, f'rows_{name}'):,}")
        console.print(table)
    console.print(Text(phrases.say("import_span", span=_span(report, phrases), actions=str(len(report.actions)))))
    for what, count in report.repairs.items():
        console.print(Text(phrases.say("repaired", what=word("repair", what), count=f"{count:,}")))
    for what, count in report.refused_for.items():
        console.print(Text(phrases.say("refused", what=word("bad_bar", what), count=f"{count:,}"), style="red"))
    for refusal in report.refusals:
        console.print(Text(phrases.say("refused_line", line=refusal.line, what=word("bad_bar", refusal.reason))))
    for sentence in (*(() if short else report.guesses), *report.warnings):
        console.print(Text(for_reader(sentence), style="dim"))


def print_rows(report: RowsReport, written: int | None) -> None:
    console, phrases = Console(), cli_phrases("data")
    named = phrases.say(
        "imported_rows", kind=word("file_kind", report.kind), file=report.path.name, source=report.source
    )
    console.print(Text(named, style="bold"))
    table = data_table(phrases, "rows", "count")
    for name in ("read", "taken", "repeated", "unused", "refused"):
        table.add_row(phrases.say(f"row.{name}"), f"{getattr(report, f'rows_{name}'):,}")
    if written is not None:
        table.add_row(phrases.say("row.written"), f"{written:,}")
    console.print(table)
    if report.symbols:
        shown = ", ".join(report.symbols[:_MOST_SYMBOLS])
        console.print(Text(phrases.say("about_symbols", count=str(len(report.symbols)), symbols=shown)))
    for what, count in report.repairs.items():
        console.print(Text(phrases.say("repaired", what=word("repair", what), count=f"{count:,}")))
    for what, count in report.refused_for.items():
        console.print(Text(phrases.say("refused", what=word("bad_row", what), count=f"{count:,}"), style="red"))
    for refusal in report.refusals:
        console.print(Text(phrases.say("refused_line", line=refusal.line, what=word("bad_row", refusal.reason))))
    changes = {guess.why: f" (--answer {guess.what}={'|'.join(guess.alternatives)})" for guess in report.choices}
    for sentence in report.guesses:
        console.print(Text(f"{for_reader(sentence)}{changes.get(sentence, '')}", style="dim"))
    _print_left_out(console, phrases, report)


def _print_left_out(console: Console, phrases: Phrases, report: RowsReport) -> None:
    for sentence, count in list(report.left_out.items())[:_MOST_LEFT_OUT]:
        said = phrases.say("left_out_count", what=for_reader(sentence), count=f"{count:,}")
        console.print(Text(said, style="dim"))
    more = len(report.left_out) - _MOST_LEFT_OUT
    if more > 0:
        console.print(Text(phrases.say("left_out_more", count=str(more)), style="dim"))


def _span(report: ImportReport, phrases: Phrases) -> str:
    if not report.first or not report.last:
        return phrases.say("none")
    return f"{report.first:%Y-%m-%d %H:%M} – {report.last:%Y-%m-%d %H:%M} UTC"
