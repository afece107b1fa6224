"""How `parley stress optimise` shows what it found: how much of it is luck first, then the numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from apps.cli.stress.words import say
from packages.core.messages import Language
from packages.reports.drawing.wording import number, percent, plain, signed

JsonDocument = Mapping[str, Any]
_MOST_FOUND = 8  # of a front
_FIGURES = ("sharpe", "total_return", "max_drawdown", "trades")


def print_search(console: Console, report: JsonDocument, language: Language) -> None:
    """`report` is what is kept of an optimisation."""
    page = OptimisationPrinter(console, report, language)
    page.luck()
    page.periods()
    for at, found in enumerate(report["found"][:_MOST_FOUND]):
        page.found(at, found)
    page.importance()
    page.counts()


class OptimisationPrinter:
    """One optimisation on one console."""

    def __init__(self, console: Console, report: JsonDocument, language: Language) -> None:
        self._console = console
        self._report = report
        self._language = language

    def luck(self) -> None:
        self._print(Text(self._say("search_title"), style="bold"))
        if self._report["is_demo"]:
            self._print(Text(self._say("demo"), style="bold yellow"))
        self._print(Panel(Text(plain(self._report["luck"][self._language.value]))))

    def periods(self) -> None:
        numbers = self._report["periods"]
        days = {f"{name}_{end}": numbers[name][end][:10] for name in ("fit", "held_out") for end in ("first", "last")}
        self._print(Text(self._say("periods", **days, purged=f"{numbers['purged_bars']:,}"), style="dim"))

    def found(self, at: int, found: JsonDocument) -> None:
        self._console.print()
        self._print(Text(self._say("found", number=str(at + 1)), style="bold"))
        for change in found["changes"]:
            before, after = f"{change['before']:g}", f"{change['after']:g}"
            self._print(Text(f"• {plain(change['pointer'])}: {before} → {after}"))
        if not found["changes"]:
            self._print(Text(self._say("unchanged")))
        self._print(self._figures(found))
        if at:
            self._print(Text(plain(found["luck"][self._language.value]), style="dim"))

    def importance(self) -> None:
        numbers = self._report["importance"]
        if numbers:
            ranked = sorted(numbers.items(), key=lambda each: -(each[1] or 0.0))
            shares = ", ".join(f"{plain(pointer)} {percent(share, 0)}" for pointer, share in ranked[:6])
            self._console.print()
            self._print(Text(f"{self._say('importance')} {shares}", style="dim"))

    def counts(self) -> None:
        counts = self._report["counts"]
        numbers = {name: f"{counts[name]:,}" for name in ("distinct", "within_limits", "lineage")}
        self._print(Text(self._say("counts", **numbers), style="dim"))
        more = self._report["front_size"] - min(len(self._report["found"]), _MOST_FOUND)
        if more > 0:
            self._print(Text(self._say("more_found", count=str(more)), style="dim"))
        if self._report["found"]:
            self._print(Text(self._say("patches"), style="dim"))

    def _figures(self, found: JsonDocument) -> Table:
        table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column("")
        for name in _FIGURES:
            table.add_column(self._say(name), justify="right")
        given = self._report["given"]
        rows = (
            ("fit_found", found["fit"]),
            ("fit_given", given["fit"]),
            ("out_found", found["held_out"]),
            ("out_given", given["held_out"]),
        )
        for name, figures in rows:
            if figures is not None:
                table.add_row(self._say(name), *_cells(figures))
        return table

    def _say(self, phrase: str, **fields: str) -> str:
        return say(self._language, phrase, **fields)

    def _print(self, what: Text | Table | Panel) -> None:
        self._console.print(what)


def _cells(figures: JsonDocument) -> Sequence[str]:
    return (
        number(figures["sharpe"]),
        signed(figures["total_return"]),
        percent(figures["max_drawdown"]),
        f"{figures['trades']:,}",
    )
