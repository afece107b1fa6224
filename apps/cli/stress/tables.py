"""Tables of `parley stress`: stored tests, the named crises of a market, and what an optimisation found.

Of an optimisation it shows first how much is luck, then the numbers. No database is opened here."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from apps.cli.output import print_json
from packages.contracts.stress.views import WindowOut
from packages.core.messages import Language, Phrases
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.problems import did_you_mean
from packages.domain.stress.crises.windows import CrisisWindow, crises_of
from packages.domain.stress.jobs.stored import StoredStress
from packages.reports.drawing.wording import number, percent, plain, signed
from packages.reports.stress.wording import ruling_words

WORDS = "cli.stress"  # of the catalogue


def print_list(found: Sequence[StoredStress], language: Language) -> None:
    console, phrases = Console(), Phrases(language, WORDS)
    if not found:
        console.print(Text(phrases.say("none")))
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("id", "made", "verdict", "strategy"):
        table.add_column(phrases.say(name), overflow="fold", no_wrap=name == "id")
    for each in found:
        table.add_row(*_row(each, phrases))
    console.print(table)


def _row(stored: StoredStress, phrases: Phrases) -> tuple[str, Text, Text, Text]:
    stress, headline = stored.planned, stored.headline
    named = f"{plain(stress.plan.backtest.strategy.name)} · {stress.plan.backtest.version}"
    ruling = phrases.say("unfinished") if headline is None else ruling_words(headline.ruling, phrases.language)
    return stress.id, Text(f"{stress.created_at:%Y-%m-%d %H:%M}Z"), Text(ruling), Text(named)


def show_windows(market: str, as_json: bool, lang: str) -> int:
    if market not in list(Market):
        print(f"There is no market {market[:60]!r}. {did_you_mean(market, Market)}", file=sys.stderr)
        return 2
    windows = crises_of(Market(market))
    if as_json:
        print_json([WindowOut.of(each).model_dump(mode="json") for each in windows])
        return 0
    console, phrases = Console(), Phrases(Language(lang), WORDS)
    console.print(Text(phrases.say("windows", market=market)))
    console.print(_windows_table(windows, phrases))
    return 0


def _windows_table(windows: tuple[CrisisWindow, ...], phrases: Phrases) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("key", "name", "first", "last"):
        table.add_column(phrases.say(name))
    for each in windows:
        name = each.name_zh if phrases.language is Language.ZH else each.name_en
        table.add_row(each.key, name, each.start.isoformat(), each.end.isoformat())
    return table


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
        self._phrases = Phrases(language, WORDS)

    def luck(self) -> None:
        self._print(Text(self._phrases.say("search_title"), style="bold"))
        if self._report["is_demo"]:
            self._print(Text(self._phrases.say("demo"), style="bold yellow"))
        self._print(Panel(Text(plain(self._report["luck"][self._phrases.language.value]))))

    def periods(self) -> None:
        numbers = self._report["periods"]
        days = {f"{name}_{end}": numbers[name][end][:10] for name in ("fit", "held_out") for end in ("first", "last")}
        self._print(Text(self._phrases.say("periods", **days, purged=f"{numbers['purged_bars']:,}"), style="dim"))

    def found(self, at: int, found: JsonDocument) -> None:
        self._console.print()
        self._print(Text(self._phrases.say("found", number=str(at + 1)), style="bold"))
        for change in found["changes"]:
            before, after = f"{change['before']:g}", f"{change['after']:g}"
            self._print(Text(f"• {plain(change['pointer'])}: {before} → {after}"))
        if not found["changes"]:
            self._print(Text(self._phrases.say("unchanged")))
        self._print(self._figures(found))
        if at:
            self._print(Text(plain(found["luck"][self._phrases.language.value]), style="dim"))

    def importance(self) -> None:
        numbers = self._report["importance"]
        if numbers:
            ranked = sorted(numbers.items(), key=lambda each: -(each[1] or 0.0))
            shares = ", ".join(f"{plain(pointer)} {percent(share, 0)}" for pointer, share in ranked[:6])
            self._console.print()
            self._print(Text(f"{self._phrases.say('importance')} {shares}", style="dim"))

    def counts(self) -> None:
        counts = self._report["counts"]
        numbers = {name: f"{counts[name]:,}" for name in ("distinct", "within_limits", "lineage")}
        self._print(Text(self._phrases.say("counts", **numbers), style="dim"))
        more = self._report["front_size"] - min(len(self._report["found"]), _MOST_FOUND)
        if more > 0:
            self._print(Text(self._phrases.say("more_found", count=str(more)), style="dim"))
        if self._report["found"]:
            self._print(Text(self._phrases.say("patches"), style="dim"))

    def _figures(self, found: JsonDocument) -> Table:
        table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column("")
        for name in _FIGURES:
            table.add_column(self._phrases.say(name), justify="right")
        given = self._report["given"]
        rows = (
            ("fit_found", found["fit"]),
            ("fit_given", given["fit"]),
            ("out_found", found["held_out"]),
            ("out_given", given["held_out"]),
        )
        for name, figures in rows:
            if figures is not None:
                table.add_row(self._phrases.say(name), *_cells(figures))
        return table

    def _print(self, what: Text | Table | Panel) -> None:
        self._console.print(what)


def _cells(figures: JsonDocument) -> Sequence[str]:
    return (
        number(figures["sharpe"]),
        signed(figures["total_return"]),
        percent(figures["max_drawdown"]),
        f"{figures['trades']:,}",
    )
