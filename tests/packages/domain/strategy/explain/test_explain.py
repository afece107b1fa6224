"""Strategies as sentences."""

import re
from decimal import Decimal
from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.naming import strategy_phrases
from packages.domain.strategy.explain.phrases import StrategyPhrases, number, percent
from packages.domain.strategy.explain.strategy import RuleSentence, explain, explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.trade import Unit
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample
from tests.corpus.strategies import valid_strategies

pytestmark = pytest.mark.slow

SAMPLE = Validator(SMALL_CATALOGUE).document(sample()).require()


def test_the_sample_in_english() -> None:
    assert [sentence.text for sentence in explain(SAMPLE, SMALL_CATALOGUE, Language.EN)] == [
        "The strategy is called “Average cross”: Fast average over slow average, with a stop",
        "It trades AAPL (US stocks) on daily bars.",
        "Buy when EMA(5) crosses above EMA(20) and RSI(14) is below 70.",
        "The long entry is a market order, filled at the next open.",
        "Sell when EMA(5) crosses below EMA(20).",
        "Close the long position with a loss when the price is 5% below the entry price.",
        "Each long position takes 50% of the equity.",
    ]


def test_the_sample_in_chinese() -> None:
    assert [sentence.text for sentence in explain(SAMPLE, SMALL_CATALOGUE, Language.ZH)] == [
        "策略名称：“Average cross”。说明：Fast average over slow average, with a stop",
        "在日K线上交易美股：AAPL。",
        "当 EMA（周期 5）上穿 EMA（周期 20），并且 RSI（周期 14）低于 70 时买入。",
        "多头入场用市价单，在下一根K线开盘成交。",
        "当 EMA（周期 5）下穿 EMA（周期 20）时卖出。",
        "价格到达入场价下方 5% 时，多头止损离场。",
        "每笔多头仓位占权益的 50%。",
    ]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.trust)])
def test_every_factor_and_every_number_is_mentioned(catalogue: Catalogue, language: Language, count: int) -> None:
    for _, strategy in valid_strategies(51, count, catalogue):
        sentences = explain(strategy, catalogue, language)
        told = "\n".join(sentence.text for sentence in sentences if sentence.topic != "name")
        assert len({sentence.topic for sentence in sentences}) == len(sentences)
        names = strategy_phrases(strategy, catalogue, language).factors.values()
        assert all(name.replace(" ", "") in told.replace(" ", "") for name in names)
        assert all(ticker in told for ticker in strategy.universe.tickers)
        spelled = {factor.name: dict(factor.params) for factor in strategy.factors}
        for tunable in tunables_of(strategy, catalogue):
            if tunable.pointer.startswith("/factors/"):
                _, _, name, _, parameter = tunable.pointer.split("/")
                if parameter not in spelled[name]:
                    continue
            text, share = number(tunable.value), percent(tunable.value)
            assert re.search(rf"(?<![\d.])({re.escape(text)}|{re.escape(share)})(?![\d])", told), tunable


@pytest.mark.parametrize("language", list(Language))
def test_strategies_that_differ_are_never_told_alike(language: Language) -> None:
    told: dict[tuple[RuleSentence, ...], Strategy] = {}
    for _, strategy in valid_strategies(53, 400, SMALL_CATALOGUE):
        sentences = explain(strategy, SMALL_CATALOGUE, language)
        assert told.setdefault(sentences, strategy) == strategy


def test_numbers_are_told_with_all_their_digits() -> None:
    assert number(1e-07) == "0.0000001"
    assert number(1e15) == "1000000000000000"
    assert number(Decimal("4500")) == "4500"
    assert percent(0.1 + 0.2) == "30.000000000000004%"
    assert all(unit.value in StrategyPhrases(Language.EN) for unit in Unit)


def test_a_change_is_told_by_the_sentences_that_changed() -> None:
    after = Validator(SMALL_CATALOGUE).document(changed("/factors/ema_5/params/period", 8)).require()
    assert explain_change(SAMPLE, after, SMALL_CATALOGUE, Language.EN) == ("Changed: EMA(5) → EMA(8)",)
    shorter = Validator(SMALL_CATALOGUE).document(changed("/trade/long/exits", [{"type": "time_exit", "bars": 1}]))
    told = explain_change(SAMPLE, shorter.require(), SMALL_CATALOGUE, Language.EN)
    assert told[0] == "Removed: Sell when EMA(5) crosses below EMA(20)."
    assert told[1].startswith("Removed: Close the long position with a loss")
    assert told[2] == "Added: Close the long position after 1 bar."
    assert explain_change(SAMPLE, SAMPLE, SMALL_CATALOGUE, Language.ZH) == ()


@pytest.mark.parametrize(
    ("language", "gone"), [(Language.EN, "Removed: Sell when"), (Language.ZH, "删除：当 EMA（周期 5）")]
)
def test_an_exit_that_goes_is_the_only_change_that_is_told_wherever_it_stood(language: Language, gone: str) -> None:
    document: Any = sample()
    crosses, stop = document["trade"]["long"]["exits"]
    without = Validator(SMALL_CATALOGUE).document(changed("/trade/long/exits", [stop])).require()
    [told] = explain_change(SAMPLE, without, SMALL_CATALOGUE, language)
    assert told.startswith(gone)
    turned = Validator(SMALL_CATALOGUE).document(changed("/trade/long/exits", [stop, crosses])).require()
    assert explain_change(SAMPLE, turned, SMALL_CATALOGUE, language) == ()


@pytest.mark.parametrize("language", list(Language))
def test_an_exit_is_compared_with_those_of_its_own_kind(language: Language) -> None:
    document: Any = sample()
    crosses, stop = document["trade"]["long"]["exits"]
    wider = {**stop, "stop": {"kind": "pct", "value": 0.08}}
    after = Validator(SMALL_CATALOGUE).document(changed("/trade/long/exits", [wider, crosses])).require()
    [told] = explain_change(SAMPLE, after, SMALL_CATALOGUE, language)
    assert "5%" in told
    assert "8%" in told


@pytest.mark.parametrize(
    ("language", "entry"),
    [
        (Language.EN, "Buy when the close crosses below the lower band of Bollinger bands (20, 2)."),
        (Language.ZH, "当收盘价下穿布林带（20、2）下轨时买入。"),
    ],
)
def test_a_line_of_an_indicator_is_called_as_traders_call_it(language: Language, entry: str) -> None:
    document: Any = sample()
    document["factors"] = {"bands": {"type": "bollinger"}}
    crossing = {"cross": {"a": {"ref": "close"}, "op": "cross_below", "b": {"ref": "bands.lower"}}}
    document["trade"]["long"]["entry"]["condition"] = crossing
    document["trade"]["long"]["exits"] = document["trade"]["long"]["exits"][1:]
    strategy = Validator(CATALOGUE).document(document).require()
    assert entry in [sentence.text for sentence in explain(strategy, CATALOGUE, language)]


def test_an_indicator_that_no_rule_uses_is_named() -> None:
    document: Any = sample()
    document["factors"]["spare"] = {"type": "ema", "params": {"period": 50}}
    told = explain(Validator(SMALL_CATALOGUE).document(document).require(), SMALL_CATALOGUE, Language.EN)
    assert told[-1] == RuleSentence("factor.spare", "EMA(50) is used by no rule.")
