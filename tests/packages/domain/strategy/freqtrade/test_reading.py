"""A freqtrade strategy is read as text: what is in the subset becomes rules, the rest is named with its line."""

from pathlib import Path

import pytest

from packages.core.messages import Language, render
from packages.domain.strategy.conditions import All, Not
from packages.domain.strategy.freqtrade.faults import NotReadable
from packages.domain.strategy.freqtrade.reading import LARGEST, read_freqtrade
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from tests.corpus.freqtrade import FREQTRADE


def faults_of(text: str) -> list[tuple[str, int]]:
    with pytest.raises(NotReadable) as refused:
        read_freqtrade(text, "BTC-USD")
    assert all(render(each.said, Language.ZH) for each in refused.value.faults)
    return [(each.code, each.line) for each in refused.value.faults]


def test_a_strategy_of_the_subset_becomes_valid_rules() -> None:
    imported = read_freqtrade(FREQTRADE, "BTC-USD", share=0.5)
    strategy = Validator(CATALOGUE).document(imported.document).require()
    assert (strategy.name, strategy.timeframe) == ("Reversal", "1d")
    assert [factor.type for factor in strategy.factors] == ["macd", "rsi"]
    trade = imported.document["trade"]
    assert isinstance(trade, dict)
    assert isinstance(trade["long"], dict)
    over = {"cmp": {"left": {"ref": "rsi_14"}, "op": "gt", "right": 70}}
    falling = {"not": {"cmp": {"left": {"ref": "macd_12_26_9.macd"}, "op": "gt", "right": 0}}}
    assert trade["long"]["exits"] == [
        {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.1}},
        {"type": "take_profit", "target": {"kind": "pct", "value": 0.2}},
        {"type": "signal_exit", "condition": {"any": [over, falling]}},
    ]
    assert trade["long"]["position_sizing"] == {"mode": "pct_equity", "pct": 0.5}


def test_a_candle_that_says_both_enters_nothing() -> None:
    strategy = Validator(CATALOGUE).document(read_freqtrade(FREQTRADE, "BTC-USD").document).require()
    assert strategy.long is not None
    condition = strategy.long.entry.condition
    assert isinstance(condition, All)
    assert isinstance(condition.conditions[1], Not)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("stoploss = -0.10", "stoploss = compute()", "member", 8),
        ('{"0": 0.2}', '{"0": 0.2, "30": 0.1}', "member", 9),
        ("ta.RSI(dataframe, timeperiod=14)", "ta.STOCHRSI(dataframe)", "value", 12),
        ("ta.RSI(dataframe, timeperiod=14)", "ta.RSI(dataframe, timeperiod=n)", "setting", 12),
        ("ta.RSI(dataframe, timeperiod=14)", "ta.MACD(dataframe)", "several_outputs", 12),
        ("shift(1)", "shift(-1)", "value", 20),
        ('dataframe["rsi"] > 70', 'dataframe["rsi"] != 70', "condition", 26),
        ('dataframe["rsi"] > 70', 'dataframe["rsl"] > 70', "column", 26),
    ],
)
def test_what_is_not_in_the_subset_is_named_with_its_line(old: str, new: str, code: str, line: int) -> None:
    assert (code, line) in faults_of(FREQTRADE.replace(old, new, 1))


def test_code_is_never_run(tmp_path: Path) -> None:
    trap = tmp_path / "run"
    text = FREQTRADE.replace("    timeframe =", f"    open({str(trap)!r}, 'w')\n    timeframe =")
    assert faults_of(f"open({str(trap)!r}, 'w')\n{text}")[0][0] == "member"
    assert not trap.exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x =", "syntax"),
        ("x = 1", "one_class"),
        ("(" * 3_000, "syntax"),
        (FREQTRADE.replace('"1d"', '"1d", 2'), "member"),
    ],
)
def test_a_file_without_a_strategy_says_so(text: str, code: str) -> None:
    assert faults_of(text)[0][0] == code


def test_shorts_need_their_permission() -> None:
    short = FREQTRADE.replace('"enter_long"', '"enter_short"').replace('"exit_long"', '"exit_short"')
    assert faults_of(short) == [("no_short", 0)]


@pytest.mark.parametrize(
    "text",
    [
        "x" * (LARGEST + 1),
        "x = " + "(" * 5_000,
        "x = " + "1+" * 50_000 + "1",
        "x = " + "-" * 50_000 + "1",
        "\0",
        "\ud800",
    ],
    ids=["long", "brackets", "sums", "signs", "nul", "half a character"],
)
def test_a_hostile_text_is_refused_and_ends_nothing(text: str) -> None:
    assert faults_of(text)
