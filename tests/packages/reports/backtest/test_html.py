import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.outcome import TradeColumns, return_of
from packages.reports.backtest.headline import headline, more_figures
from packages.reports.backtest.html import backtest_html
from packages.reports.drawing.wording import Wording, percent, signed
from tests.packages.reports.backtest.sample import COVER, idle, sample

REPORT, TRADES, _ = sample()
PAGES = {language: backtest_html(COVER, REPORT, TRADES, language) for language in Language}
NONE = TradeColumns(np.zeros((0, 17)))
_VOID = {"meta", "line", "circle", "rect", "path"}


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed where it was opened, and texts and attributes are kept."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        assert tag in _VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += f"{data}\n"


@pytest.mark.parametrize("language", Language)
def test_the_page_is_whole_and_asks_nobody_for_anything(language: Language) -> None:
    page = PAGES[language]
    read = Reader(page)
    assert not {"script", "link", "img", "iframe", "object", "embed", "base", "form"} & set(read.names)
    assert not {"src", "href", "srcset", "style", "action"} & {name for name, _ in read.attributes}
    assert not re.search(r"https?://|url\(|@import|//\w+\.", page)


@pytest.mark.parametrize("language", Language)
def test_every_figure_is_on_the_page_as_it_is_written(language: Language) -> None:
    wording = Wording(COVER, language)
    text = Reader(PAGES[language]).text.splitlines()
    for figure in (*headline(REPORT, wording), *more_figures(REPORT, wording)):
        assert {figure.label, figure.value} <= set(text)
        assert figure.note in text or not figure.note


def test_the_headline_names_the_return_and_the_range_of_the_sharpe_ratio() -> None:
    sharpe = REPORT.figures.sharpe
    assert sharpe is not None
    text = Reader(PAGES[Language.EN]).text
    assert f"95% interval {sharpe.low:.2f} to {sharpe.high:.2f}" in text
    assert f"{REPORT.figures.total_return:+.1%}" in text


@pytest.mark.parametrize("language", Language)
def test_every_picture_tells_what_it_shows(language: Language) -> None:
    page = PAGES[language]
    pictures = re.findall(r'<svg role="img" aria-label="([^"]+)"[^>]*><title>([^<]+)</title>', page)
    assert len(pictures) == 4
    assert all(label == title for label, title in pictures)
    assert percent(REPORT.figures.max_drawdown) in pictures[1][0]


def test_every_month_has_its_sign_whatever_its_colour() -> None:
    cells = re.findall(r'<td class="(up|down)\d">([^<]+)</td>', PAGES[Language.EN])
    assert len(cells) > 90
    assert all(text[0] == ("+" if way == "up" else "-") for way, text in cells)


def test_trades_are_listed_with_their_reasons() -> None:
    text = Reader(PAGES[Language.EN]).text
    first = next(iter(TRADES))
    assert "stop loss (exit 2)" in text
    assert signed(return_of(first), 2) in text


def test_the_first_200_trades_are_listed_and_the_others_counted() -> None:
    report, trades, _ = sample(trades=231)
    page = backtest_html(COVER, report, trades, Language.EN)
    assert "These are the first 200 trades; 31 more are not listed." in page
    assert "more are not listed" not in PAGES[Language.EN]


def test_a_trade_is_dated_by_the_bars_that_the_report_measures() -> None:
    # The panel has ten bars more at its beginning than the report.
    raw = TRADES.raw.copy()
    raw[:, 2:6] += 10
    later = backtest_html(replace(COVER, first_bar=10), REPORT, TradeColumns(raw), Language.EN)
    assert later == PAGES[Language.EN]


def test_a_hostile_name_stays_a_name() -> None:
    name = "</title><script src=//evil.example>alert(1)</script>\x1b[2J\" onload='x'{strategy}"
    hostile = replace(COVER, strategy=name, source=name, content_hash=name, rules=(name,), summary=(name,))
    page = backtest_html(replace(hostile, tickers=(name, name)), REPORT, TRADES, Language.EN)
    read = Reader(page)
    assert "script" not in read.names
    assert not {"onload", "src"} & {attribute for attribute, _ in read.attributes}
    assert "\x1b" not in page
    assert "alert(1)" in read.text


@pytest.mark.parametrize("language", Language)
def test_a_backtest_without_trades_says_so_and_is_drawn_all_the_same(language: Language) -> None:
    page = backtest_html(COVER, idle(), NONE, language)
    text = Reader(page).text
    assert Wording(COVER, language).say("no_trades") in text
    assert Wording(COVER, language).say("no_orders") in text
    assert page.count('role="img"') == 3


def test_one_bar_is_drawn() -> None:
    report, _, _ = sample(trades=1)
    small = replace(
        idle(),
        time=report.time[:1],
        equity=report.equity[:1],
        drawdown=report.drawdown[:1],
        rolling=replace(report.rolling, sharpe=np.full(1, np.nan)),
        benchmark=replace(report.benchmark, equity=report.benchmark.equity[:1]),
        monthly=(),
    )
    page = backtest_html(COVER, small, NONE, Language.EN)
    Reader(page)
    assert "nan" not in re.sub(r"<style>.*</style>", "", page)


def test_a_ruined_account_is_drawn_without_a_number_that_is_none() -> None:
    equity = REPORT.equity.copy()
    equity[1_000:] = -5.0
    ruined = replace(REPORT, equity=equity, drawdown=np.minimum(equity / 100_000 - 1, 0), warnings=("ruined",))
    page = backtest_html(COVER, ruined, TRADES, Language.EN)
    assert not re.search(r"\b(nan|inf|None)\b", re.sub(r"<style>.*</style>", "", page))
    assert "The account was ruined" in Reader(page).text


def test_an_equity_that_grew_tenfold_says_that_its_scale_is_logarithmic() -> None:
    report, trades, _ = sample(drift=0.0014)
    assert "Equity (logarithmic scale)" in backtest_html(COVER, report, trades, Language.EN)
    assert "logarithmic" not in PAGES[Language.EN]


def test_demo_data_is_called_so_and_real_data_is_not() -> None:
    demo = Wording(COVER, Language.EN).say("demo")
    assert demo in PAGES[Language.EN]
    assert demo not in backtest_html(replace(COVER, is_demo=False), REPORT, TRADES, Language.EN)


@pytest.mark.parametrize(
    ("language", "told"), [(Language.ZH, "不构成投资建议"), (Language.EN, "Not investment advice")]
)
def test_the_page_says_that_it_is_no_advice_and_what_it_assumes(language: Language, told: str) -> None:
    text = Reader(PAGES[language]).text
    wording = Wording(COVER, language)
    assert told in text
    assert wording.say("assume_fill") in text
    assert "0.025%" in text


def test_a_long_history_makes_no_long_page() -> None:
    report, trades, _ = sample(bars=60_000, trades=10)
    page = backtest_html(COVER, report, trades, Language.EN)
    longest = max(path.count("L") for path in re.findall(r'd="([^"]+)"', page))
    assert longest <= 1_502


def test_the_same_backtest_gives_the_same_bytes() -> None:
    assert backtest_html(COVER, REPORT, TRADES, Language.ZH) == PAGES[Language.ZH]
