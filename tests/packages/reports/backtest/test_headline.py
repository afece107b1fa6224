"""The cover of a report: what was traded, on which data, from when to when."""

from dataclasses import replace

from packages.core.messages import Language
from packages.domain.backtest.outcome import TradeColumns
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.validate import Validator
from packages.reports.backtest.headline import cover_of
from packages.reports.backtest.html import backtest_html
from packages.reports.backtest.markdown import backtest_markdown
from tests.packages.domain.backtest.asking import plan
from tests.packages.reports.backtest.sample import COVER, sample

WHOLE_MARKET: Document = {
    "dsl_version": "2.0.0",
    "strategy": {"name": "Two of the market"},
    "universe": {"market": "cn_stocks", "rule": {"min_listed_days": 250}},
    "timeframe": "1d",
    "factors": {},
    "portfolio": {
        "score": {"return": {"of": {"ref": "close"}, "bars": 60}},
        "long": {"count": 2},
        "weights": {"mode": "equal"},
        "rebalance": {"every": "month"},
    },
}


async def test_a_report_on_a_whole_market_names_who_was_held() -> None:
    report, trades, _ = sample()
    of_market = replace(await plan("AAPL"), strategy=Validator(CATALOGUE).document(WHOLE_MARKET).require())
    nothing: dict[str, list[str]] = {each.value: [] for each in Language}
    body = {"data": {"sources": dict.fromkeys(COVER.tickers, "demo")}, "summary": nothing, "notes": nothing}
    cover = cover_of(of_market, body, report, None, Language.EN)
    assert cover.tickers == COVER.tickers
    assert isinstance(trades, TradeColumns)
    for draw in (backtest_html, backtest_markdown):
        text = draw(cover, report, trades, Language.EN)
        assert all(ticker in text for ticker in COVER.tickers)
