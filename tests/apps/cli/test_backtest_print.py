import io
from dataclasses import replace

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

from apps.cli.backtest.printing import print_backtest
from packages.core.messages import Language
from packages.domain.backtest.analysis.report import Cover, Report
from packages.domain.backtest.outcome import TradeColumns
from packages.domain.market_data.timeframe import Timeframe
from packages.reports.backtest.headline import headline
from packages.reports.backtest.tables import Trades
from packages.reports.drawing.wording import Wording
from tests.packages.reports.backtest.sample import COVER, idle, sample

REPORT, TRADES, _ = sample()
WILD = replace(
    REPORT,
    monthly=tuple(replace(row, months=(-0.999, *[12.345] * 11), total=9_999.0) for row in REPORT.monthly),
)
NONE = TradeColumns(np.zeros((0, 17)))


def _printed(
    width: int,
    language: Language = Language.EN,
    cover: Cover = COVER,
    report: Report = REPORT,
    trades: Trades = TRADES,
    *,
    colour: bool = False,
) -> str:
    out = io.StringIO()
    colours = {"force_terminal": True, "color_system": "256"} if colour else {"no_color": True}
    print_backtest(Console(file=out, width=width, _environ={}, **colours), cover, report, trades, language)
    return out.getvalue()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("report", [REPORT, WILD], ids=["usual", "wild"])
def test_no_line_is_wider_than_the_console(width: int, language: Language, report: Report) -> None:
    lines = _printed(width, language, report=report).splitlines()
    assert max(map(cell_len, lines)) == width


@pytest.mark.parametrize("language", Language)
def test_every_headline_figure_is_printed(language: Language) -> None:
    text = _printed(120, language)
    for figure in headline(REPORT, Wording(COVER, language)):
        assert figure.value in text
        assert figure.note in text


def test_borders_stand_under_each_other_in_chinese() -> None:
    inside = [line for line in _printed(80, Language.ZH).splitlines() if line.startswith("│")]
    assert len(inside) > 40
    assert {cell_len(line) for line in inside} == {80}
    assert all(line.endswith("│") for line in inside)


def test_nothing_is_coloured_where_no_colour_is_wanted() -> None:
    assert "\x1b" not in _printed(80)
    assert "\x1b[38;5;" in _printed(80, colour=True)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_months_keep_their_sign_without_colour_at_every_width(width: int) -> None:
    row = next(line for line in _printed(width).splitlines() if "2017" in line and "+" in line)
    total = REPORT.monthly[1].total
    assert row.rstrip("│ ").split()[-1] == (f"{total * 100:+.0f}" if width == 60 else f"{total * 100:+.1f}")


def test_the_last_ten_trades_are_listed() -> None:
    text = _printed(120)
    last = list(TRADES)[-1]
    assert "The last 10 of 80 trades" in text
    assert f"{last.profit:+,.0f}" in text
    assert str(REPORT.time[last.exit_bar])[:10] in text


def test_short_bars_fit_a_narrow_console() -> None:
    cover = replace(COVER, timeframe=Timeframe.M5, tickers=("DEMO123.SZ", "DEMO124.SH"))
    assert max(map(cell_len, _printed(60, cover=cover).splitlines())) == 60


@pytest.mark.parametrize("language", Language)
def test_a_backtest_without_trades_says_so(language: Language) -> None:
    text = _printed(80, language, report=idle(), trades=NONE).replace("\n", "")
    assert Wording(COVER, language).say("no_orders") in text
    assert text.count(Wording(COVER, language).say("no_trades")) == 2


def test_a_hostile_name_moves_no_cursor_and_is_no_markup() -> None:
    name = "[red]x[/]\x1b[2J\r\u202e"
    text = _printed(80, cover=replace(COVER, strategy=name, summary=(name,), source=name))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("[red]x[/]") == 3
