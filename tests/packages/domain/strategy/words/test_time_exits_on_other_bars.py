"""On other bars a time to hold counts those, and says so."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

RULES = "buy {symbol} when RSI(14) is below 30, sell when RSI(14) is above 70, hold at most 10 days"
TO_HOURS = ("switch to 1 hour candles", "switch to hourly bars", "换成1小时线", "换成小时线", "改成1小时K线", "1小时线")


def changed(symbol: str, said: str) -> tuple[Any, Any]:
    before: Any = rules_in(RULES.format(symbol=symbol)).document
    done = edit_in(said, before)
    after: Any = apply_patch(before, done.operations)
    bars = [each["bars"] for each in after["trade"]["long"]["exits"] if each["type"] == "time_exit"]
    return (after["timeframe"], bars), done


@pytest.mark.parametrize("symbol", ["AAPL", "BTC-USD"])
@pytest.mark.parametrize("said", TO_HOURS)
def test_the_bars_that_a_time_exit_now_counts_are_told(said: str, symbol: str) -> None:
    after, done = changed(symbol, said)
    assert after == ("1h", [10])
    assert [each.code for each in done.assumed] == ["time_exit_bars"]
    assert done.not_understood == ()


def test_a_time_that_is_said_with_the_new_bars_is_taken_as_it_is_said() -> None:
    after, _ = changed("BTC-USD", "hold at most 24 bars, switch to hourly bars")
    assert after == ("1h", [24])
