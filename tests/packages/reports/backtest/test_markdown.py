import re
from dataclasses import replace

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.outcome import TradeColumns
from packages.reports.backtest.headline import headline
from packages.reports.backtest.markdown import backtest_markdown
from packages.reports.drawing.wording import Wording
from tests.packages.reports.backtest.sample import COVER, idle, sample

REPORT, TRADES, _ = sample()


@pytest.mark.parametrize("language", Language)
def test_the_text_has_every_headline_figure_and_every_sentence(language: Language) -> None:
    text = backtest_markdown(COVER, REPORT, TRADES, language)
    for figure in headline(REPORT, Wording(COVER, language)):
        assert f"| {figure.label} | {figure.value} | {figure.note} |" in text
    assert all(f"- {line}" in text for line in (*COVER.summary, *COVER.rules))
    assert Wording(COVER, language).say("advice") in text


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    text = backtest_markdown(COVER, REPORT, TRADES, Language.EN)
    tables = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    assert len(tables) >= 8
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1


def test_a_hostile_name_makes_no_markup() -> None:
    name = "# x | <script> [a](b) **c** \n# heading"
    text = backtest_markdown(replace(COVER, strategy=name, rules=(name,)), REPORT, TRADES, Language.EN)
    assert "<script>" not in text
    assert "[a](b)" not in text
    assert not re.search("^# heading", text, re.MULTILINE)


def test_a_backtest_without_trades_says_so() -> None:
    text = backtest_markdown(COVER, idle(), TradeColumns(np.zeros((0, 17))), Language.ZH)
    assert text.count(Wording(COVER, Language.ZH).say("no_trades")) == 2
    assert "```text" in text
