"""How `parley stress` shows a report: the verdict first, then what broke, part by part, fitted to the console."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Drawn
from rich.text import Text

from apps.cli.stress.pictures import GAIN, LOSS, SOFT, crisis_bars, fan
from packages.core.messages import Language
from packages.domain.stress.findings import MonteCarloFinding
from packages.domain.stress.report import StressTestReport
from packages.reports.drawing.blocks import (
    Block,
    Heading,
    Kind,
    ListBlock,
    Picture,
    ShadedTable,
    TableBlock,
    WordsBlock,
    WrappedTable,
)
from packages.reports.drawing.wording import exact_percent, percent, plain
from packages.reports.stress.document import closing, honesty_pages, opening
from packages.reports.stress.sensitivity import sensitivity_pages
from packages.reports.stress.wording import StressWording

MOST_NUMBERS = 8  # of the strategy, the most fragile ones
_EDGES = 4  # the border of a panel and the space inside it
_STYLES: dict[Kind, str] = {
    "plain": "default",
    "note": SOFT,
    "demo": "bold yellow",
    "pass": GAIN,
    "revise": LOSS,
    "reject": f"bold {LOSS}",
}


def print_stress(
    console: Console, report: StressTestReport, language: Language, unmeasured: Mapping[str, str] | None = None
) -> None:
    """`unmeasured` says of a stage why there was nothing to measure."""
    page = StressPrinter(console, report, StressWording(report, language))
    page.blocks(opening(report, page.wording))
    page.why_not(unmeasured or {})
    page.crises()
    page.worlds()
    page.numbers()
    page.blocks(honesty_pages(report, page.wording))
    page.blocks(closing(report, page.wording))


class StressPrinter:
    """One stress report on one console."""

    def __init__(self, console: Console, report: StressTestReport, wording: StressWording) -> None:
        self._console = console
        self._report = report
        self.wording = wording

    def blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self._block(block)

    def why_not(self, unmeasured: Mapping[str, str]) -> None:
        if unmeasured:
            self._heading(self.wording.say("not_measured"), 3)
        for stage, reason in unmeasured.items():
            part, _, world = stage.partition("/")
            self._item(f"{self.wording.say(f'world.{world}') if world else self.wording.missing(part)}: {reason}")

    def crises(self) -> None:
        windows = self._report.parts.windows
        self._block(Heading(self.wording.say("part.crises")))
        for line in crisis_bars(windows, self.wording, self._console.width):
            self._print(line)
        if not windows:
            self._block(WordsBlock(self.wording.say("part_missing"), "note"))

    def worlds(self) -> None:
        """The fan of the world that hit hardest, and the figures of all."""
        worlds, wording = self._report.parts.monte_carlo, self.wording
        self._block(Heading(wording.say("part.monte_carlo")))
        if not worlds:
            self._block(WordsBlock(wording.say("part_missing"), "note"))
            return
        hardest = min(worlds, key=lambda of: of.bad_drawdown.value)
        drawn = fan(hardest, wording, self._console.width)
        if drawn is not None:
            name = wording.say(f"world.{hardest.world.value}")
            self._block(Heading(wording.say("fan_title", world=name, paths=f"{hardest.paths:,}"), 3))
            self._print(drawn)
            self._block(WordsBlock(wording.say("fan_key"), "note"))
        self._block(self._worlds_table(worlds))

    def numbers(self) -> None:
        """The most fragile numbers and the worse conditions; curves and heat are for the page."""
        title = self.wording.say("numbers_table")
        for block in sensitivity_pages(self._report, self.wording):
            if isinstance(block, WrappedTable):
                self._block(self._cut(block.table) if block.table.title == title else block)
            elif isinstance(block, WordsBlock) or (isinstance(block, Heading) and block.level == 2):
                self._block(block)

    def _cut(self, table: TableBlock) -> TableBlock:
        more = len(table.rows) - MOST_NUMBERS
        if more <= 0:
            return table
        note = f"{self.wording.say('numbers_note')} {self.wording.say('more_numbers', count=str(more))}"
        return replace(table, rows=table.rows[:MOST_NUMBERS], note=note)

    def _worlds_table(self, worlds: tuple[MonteCarloFinding, ...]) -> TableBlock:
        wording, level = self.wording, exact_percent(worlds[0].ruin_level)
        names = ("median_return_all", "loss_share", "bad_drawdown")
        head = ("", *(wording.say(name) for name in names), wording.say("ruin_share", level=level))
        rows = tuple(
            (
                wording.say(f"world.{of.world.value}"),
                percent(of.total_return.value),
                percent(of.loss_share.value),
                wording.estimate(of.bad_drawdown),
                wording.estimate(of.ruin),
            )
            for of in worlds
        )
        return TableBlock(wording.say("worlds_table"), head, rows, note=wording.say("worlds_note"))

    def _block(self, block: Block) -> None:
        match block:
            case Heading(text, level):
                self._heading(text, level)
            case WordsBlock(text, kind):
                self._words(text, kind)
            case ListBlock(lines):
                for line in lines:
                    self._item(line)
            case Picture():
                self._print(Text(block.told))
            case ShadedTable(table) | WrappedTable(table):
                self._table(table)
            case TableBlock():
                self._table(block)
            case _:
                assert_never(block)

    def _heading(self, text: str, level: int) -> None:
        if level > 1:
            self._console.print()
        self._print(Text(plain(text), style="bold" if level < 3 else "underline"))
        if level == 2:
            self._print(Text("─" * min(cell_len(plain(text)), self._console.width), style=SOFT))

    def _words(self, text: str, kind: Kind) -> None:
        said = Text(plain(text), style=_STYLES[kind])
        self._print(Panel(said, border_style=_STYLES[kind]) if kind in ("pass", "revise", "reject") else said)

    def _item(self, text: str) -> None:
        line = Drawn.grid(padding=(0, 1, 0, 0))
        line.add_column()
        line.add_column(overflow="fold")
        line.add_row(Text("•"), Text(plain(text)))
        self._print(line)

    def _table(self, table: TableBlock) -> None:
        self._heading(table.title, 3)
        drawn = Drawn(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
        for at, head in enumerate(table.head):
            drawn.add_column(Text(plain(head)), justify="left" if at < table.words else "right", overflow="fold")
        for row in table.rows:
            drawn.add_row(*(Text(plain(cell)) for cell in row))
        self._print(drawn)
        if table.note:
            self._words(table.note, "note")

    def _print(self, what: Text | Drawn | Panel) -> None:
        self._console.print(what)
