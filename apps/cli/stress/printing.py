"""How `parley stress` shows a report: the verdict first, then what broke, part by part, fitted to the console; crises
as bars on either side of zero, simulated paths as a fan."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

import numpy as np
from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Drawn
from rich.text import Text

from packages.core.messages import Language
from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import CrisisFinding, MonteCarloFinding, WindowStatus
from packages.domain.stress.report import StressTestReport
from packages.reports.drawing.axes import Scale, scale_of
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
from packages.reports.drawing.wording import NOTHING, exact_percent, percent, plain, signed
from packages.reports.stress.document import closing, honesty_pages, opening
from packages.reports.stress.sensitivity import sensitivity_pages
from packages.reports.stress.wording import StressWording

# Blue and orange are distinguished by nearly everybody, and mean neither of red and green's two opposite things.
GAIN, LOSS, SOFT = "deep_sky_blue3", "dark_orange3", "dim"
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_VALUE = 9  # columns of a percentage with its sign
_FAN_ROWS = 12
_OUTER, _INNER, _MIDDLE = "░", "▒", "█"


def crisis_bars(windows: tuple[CrisisFinding, ...], wording: StressWording, width: int) -> Iterator[Text]:
    """Two bars a crisis on one scale: the strategy, and below it the market."""
    parts = [value for each in windows for value in (each.total_return, each.market_return) if value is not None]
    known = [abs(value) for value in parts if np.isfinite(value)]
    strategy, market = wording.say("strategy"), wording.say("market")
    margin = max(cell_len(strategy), cell_len(market))
    side = max((width - margin - _VALUE - 3) // 2, 4)
    most = max(known, default=0.0) or 1.0
    for window in windows:
        yield Text(_named(window, wording), style="bold")
        for name, value, style in ((strategy, window.total_return, None), (market, window.market_return, SOFT)):
            line = Text(f"{name}{' ' * (margin - cell_len(name))} ", style=SOFT)
            yield line.append_text(_bar(value, most, side, style)).append(f" {signed(value):>{_VALUE}}")
        yield Text(_lost(window, wording), style=SOFT)


def _named(window: CrisisFinding, wording: StressWording) -> str:
    parts = [wording.window(window.key), f"{window.start:%Y-%m}–{window.end:%Y-%m}"]
    if window.status is WindowStatus.NOT_EXERCISED:
        parts.append(wording.say("status.not_exercised"))
    if window.proxy is not None:
        parts.append(wording.say("stood_in", proxy=plain(window.proxy)))
    return " · ".join(parts)


def _lost(window: CrisisFinding, wording: StressWording) -> str:
    parts = (
        ("max_drawdown", percent(window.max_drawdown)),
        ("worst_loss", wording.money(window.worst_loss)),
        ("worst_day", signed(window.worst_day)),
        ("trades", f"{window.trades:,}"),
    )
    return " · ".join(f"{wording.say(name)} {value}" for name, value in parts)


def _bar(value: float | None, most: float, side: int, style: str | None) -> Text:
    """From zero in the middle to the left or to the right, exact to an eighth of a letter on the right."""
    if value is None or not np.isfinite(value):
        return Text(" " * side + "│" + NOTHING.ljust(side), style=SOFT)
    eighths = round(abs(value) / most * side * 8)
    full, rest = divmod(eighths, 8)
    paint = style or (LOSS if value < 0 else GAIN)
    if value < 0:
        # There are no letters filled from the right by eighths; a half is the best there is.
        left = ("▐" if rest >= 4 else "") + "█" * full
        return Text(" " * (side - len(left))).append(left, style=paint).append("│" + " " * side, style=SOFT)
    right = "█" * full + (_EIGHTHS[rest] if rest else "")
    return Text(" " * side).append("│", style=SOFT).append(right, style=paint).append(" " * (side - len(right)))


def fan(of: MonteCarloFinding, wording: StressWording, width: int) -> Text | None:
    """Bands of 90% and 50% of the paths, and the median; None where no history was long enough."""
    known = np.isfinite(of.fan).all(axis=0) if of.fan.size else np.zeros(0, dtype=bool)
    if known.sum() < 2:
        return None
    values, bars = of.fan[:, known], np.array(of.fan_bars, dtype=np.float64)[known]
    scale = scale_of(values.ravel(), may_be_log=True)
    texts = [wording.axis_amount(tick) for tick in scale.ticks]
    margin = max(map(cell_len, texts), default=0)
    room = max(width - margin - 2, 8)
    at = np.linspace(bars[0], bars[-1], room)
    rows = _letters(np.array([_row_of(np.interp(at, bars, row), scale) for row in values]))
    marks = {int(_row_of(np.array([tick]), scale)[0]): text for tick, text in zip(scale.ticks, texts, strict=True)}
    plot = Text(no_wrap=True)
    for number, row in enumerate(rows):
        label = marks.get(number, "")
        plot.append(" " * (margin - cell_len(label)) + label + (" ┤" if label else " │"), style=SOFT)
        plot.append(f"{row}\n", style=GAIN)
    return plot.append(" " * (margin + 2) + _bars_axis(bars, room, wording), style=SOFT)


def _row_of(values: Floats, scale: Scale) -> Floats:
    """Rows of letters are counted from the top."""
    return np.clip(np.rint((1 - scale.share(values)) * (_FAN_ROWS - 1)), 0, _FAN_ROWS - 1)


def _letters(rows: Floats) -> tuple[str, ...]:
    """`rows` has a line a percentile, the lowest first, and a column a letter."""
    place = np.arange(_FAN_ROWS)[:, None]
    drawn = np.full((_FAN_ROWS, rows.shape[1]), " ", dtype="<U1")
    drawn[(place >= rows[4]) & (place <= rows[0])] = _OUTER
    drawn[(place >= rows[3]) & (place <= rows[1])] = _INNER
    drawn[place == rows[2]] = _MIDDLE
    return tuple("".join(row) for row in drawn.tolist())


def _bars_axis(bars: Floats, room: int, wording: StressWording) -> str:
    first, last = (wording.say("fan_bar", bar=f"{bar:,.0f}") for bar in (bars[0], bars[-1]))
    return first + " " * max(room - cell_len(first) - cell_len(last), 1) + last


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
                self._print(Text(block.caption))
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
