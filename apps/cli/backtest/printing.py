"""How `parley backtest` shows a backtest: figures, curves of dots, months and trades, fitted to the console."""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from packages.core.messages import Language
from packages.domain.backtest.analysis.report import Cover, Report
from packages.domain.backtest.outcome import Trade, return_of
from packages.reports.backtest import headline as sentences
from packages.reports.backtest.charts import drawdown_scale
from packages.reports.backtest.headline import HeadlineFigure, Tone, headline, more_figures, tone_of
from packages.reports.backtest.tables import Trades
from packages.reports.drawing.axes import Scale, date_ticks, scale_of
from packages.reports.drawing.braille import curve, hanging
from packages.reports.drawing.wording import NOTHING, Wording, percent, plain, signed

LAST_TRADES = 10
_NARROW = 76  # columns below which a trade is shown without its profit
_EDGES = 4  # the border of a panel and the space inside it
_SHOWN_ASSUMPTIONS = 4
_NEXT_LINE = Text("\n", no_wrap=True)
# Blue and orange are distinguished by nearly everybody, and mean neither of red and green's two opposite things.
_STYLES: Mapping[Tone, str] = {"gain": "deep_sky_blue3", "loss": "dark_orange3", "": "default"}


def print_backtest(console: Console, cover: Cover, report: Report, trades: Trades, language: Language) -> None:
    """`cover.rules` and `cover.summary` are expected in the same language."""
    page = BacktestPrinter(console, cover, report, Wording(cover, language))
    page.head()
    page.figures()
    if len(report.time):
        page.curves()
        page.months()
    page.trades(trades)
    page.summary()


class BacktestPrinter:
    """One backtest on one console."""

    def __init__(self, console: Console, cover: Cover, report: Report, wording: Wording) -> None:
        self._console = console
        self._cover = cover
        self._report = report
        self._wording = wording
        self._room = console.width - _EDGES

    def head(self) -> None:
        cover, wording = self._cover, self._wording
        self._console.print(Text(sentences.title(cover, wording), style="bold"))
        self._console.print(Text(sentences.subject(cover, wording)))
        if cover.is_demo:
            self._console.print(Text(wording.say("demo"), style="bold yellow"))
        for line in sentences.warnings(self._report, wording):
            self._console.print(Text(f"! {line}", style="yellow"))

    def figures(self) -> None:
        first, rest = headline(self._report, self._wording), more_figures(self._report, self._wording)
        cards = _grid(list(map(_card, first)), 3 if self._room >= 70 else 2)
        lines = _grid(list(map(_line, rest)), 2 if self._room >= 70 else 1)
        self._panel("figures", Group(cards, Text(), lines))

    def curves(self) -> None:
        report, wording = self._report, self._wording
        scale, depth = scale_of(report.equity, may_be_log=True), drawdown_scale(report)
        amounts = [wording.axis_amount(tick) for tick in scale.ticks]
        depths = [percent(tick, 0 if depth.low < -0.05 else 1) for tick in depth.ticks]
        margin = max(map(cell_len, (*amounts, *depths)), default=0)
        width = max(self._room - margin - 2, 8)
        dots = curve(report.equity, scale, width, 10)
        self._panel("equity_log" if scale.is_log else "equity", self._plot(dots, scale, amounts, margin, "gain"))
        fallen = hanging(report.drawdown, depth, width, 5)
        self._panel("drawdown", self._plot(fallen, depth, depths, margin, "loss"))

    def months(self) -> None:
        """With a decimal where there is room; in two halves where even whole percents do not fit."""
        for digits in (1, 0):
            lines = self._months(range(12), digits)
            if lines[0].cell_len <= self._room:
                self._panel("monthly", _NEXT_LINE.join(lines))
                return
        halves = [*self._months(range(6), 0), Text(), *self._months(range(6, 12), 0)]
        self._panel("monthly", _NEXT_LINE.join(halves))

    def trades(self, trades: Trades) -> None:
        listed = list(trades)
        if not listed:
            self._console.print(Text(self._wording.say("no_trades")))
            return
        shown = listed[-LAST_TRADES:]
        names = ["ticker", "direction", "entry", "exit", "return", "profit", "reason"]
        if self._console.width < _NARROW:
            names.remove("profit")
        table = Table(box=None, header_style="bold", padding=(0, 1, 0, 0))
        for name in names:
            table.add_column(self._wording.say(name), justify="right" if name in ("return", "profit") else "left")
        for trade in shown:
            cells = self._trade(trade)
            table.add_row(*(cells[name] for name in names))
        title = self._wording.say("last_trades", shown=f"{len(shown):,}", all=f"{len(listed):,}")
        self._console.print(Panel(table, title=Text(title), title_align="left"))

    def summary(self) -> None:
        """The summary, what is assumed, and where it is from."""
        cover, wording = self._cover, self._wording
        if cover.summary:
            lines = [Text(f"• {plain(line)}") for line in cover.summary]
            self._panel("summary", Group(*lines))
        assumed = sentences.assumptions(cover, wording)[:_SHOWN_ASSUMPTIONS]
        rates = sentences.rate_lines(cover, wording) if cover.terms.short_rate or cover.terms.debt_rate else ()
        for line in (*assumed, *rates, *sentences.origin(cover, wording), wording.say("advice")):
            self._console.print(Text(line, style="dim"))

    def _plot(self, rows: tuple[str, ...], scale: Scale, texts: list[str], margin: int, tone: Tone) -> Text:
        marks = {
            round((1 - scale.place(tick)) * (len(rows) - 1)): text
            for tick, text in zip(scale.ticks, texts, strict=True)
        }
        plot = Text(no_wrap=True)
        for at, row in enumerate(rows):
            label = marks.get(at, "")
            plot.append(" " * (margin - cell_len(label)) + label + (" ┤" if label else " │"), style="dim")
            plot.append(f"{row}\n", style=_STYLES[tone])
        return plot.append(" " * (margin + 2) + self._dates(len(rows[0])), style="dim")

    def _dates(self, width: int) -> str:
        """The round dates under the curve, those that have room."""
        line, bars = "", max(len(self._report.time) - 1, 1)
        for tick in date_ticks(self._report.time, self._wording):
            place = round(tick.bar / bars * (width - 1))
            used = cell_len(line)
            if place + cell_len(tick.text) <= width and (not line or place > used):
                line += " " * (place - used) + tick.text
        return line

    def _months(self, months: range, digits: int) -> list[Text]:
        names = self._wording.say("months").split()
        # Chinese months are too wide for whole percents: 12 says the same as 12月.
        heads = [names[month] if digits else names[month].rstrip("月") for month in months]
        titles = (self._wording.say("year"), *heads, self._wording.say("total"))
        table = [[Text(head, style="bold") for head in titles]]
        for row in self._report.monthly:
            values = [*(row.months[month] for month in months), row.total]
            table.append([Text(str(row.year)), *(_share(value, digits) for value in values)])
        return _aligned(table)

    def _trade(self, trade: Trade) -> dict[str, RenderableType]:
        cover, wording, time = self._cover, self._wording, self._report.time
        tone = _STYLES[tone_of(trade.profit)]
        return {
            "ticker": Text(plain(cover.tickers[trade.ticker])),
            "direction": Text(wording.label(trade.direction.value)),
            "entry": Text(wording.instant(time[trade.entry_bar - cover.first_bar])),
            "exit": Text(wording.instant(time[trade.exit_bar - cover.first_bar])),
            "return": Text(signed(return_of(trade), 2), style=tone),
            "profit": Text(f"{trade.profit:+,.0f}", style=tone),
            "reason": Text(wording.label(trade.reason.value)),
        }

    def _panel(self, title: str, inside: RenderableType) -> None:
        self._console.print(Panel(inside, title=Text(self._wording.say(title)), title_align="left"))


def _card(figure: HeadlineFigure) -> Text:
    text = Text(f"{figure.label}\n", style="dim").append(figure.value, style=f"not dim bold {_STYLES[figure.tone]}")
    return text.append(f"\n{figure.note}", style="dim") if figure.note else text


def _line(figure: HeadlineFigure) -> Table:
    line = Table.grid(expand=True)
    line.add_column(style="dim")
    line.add_column(justify="right")
    line.add_row(figure.label, figure.value)
    return line


def _grid(cells: list[RenderableType], across: int) -> Table:
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in range(across):
        grid.add_column(ratio=1)
    for at in range(0, len(cells), across):
        grid.add_row(*cells[at : at + across])
    return grid


def _share(value: float | None, digits: int) -> Text:
    if value is None:
        return Text(NOTHING, style="dim")
    return Text(signed(value, digits).removesuffix("%"), style=_STYLES[tone_of(value)])


def _aligned(rows: list[list[Text]]) -> list[Text]:
    """One line a row: the first column to the left, the others to the right. Much quicker than a table of Rich's."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        line = Text.assemble(first, " " * (widths[0] - first.cell_len))
        for cell, width in zip(rest, widths[1:], strict=True):
            line.append(" " * (width - cell.cell_len + 1)).append_text(cell)
        lines.append(line)
    return lines
