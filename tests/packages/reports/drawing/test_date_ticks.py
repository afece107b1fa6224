from dataclasses import replace

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.timeframe import Timeframe
from packages.reports.drawing.axes import MOST_TICKS, date_ticks
from packages.reports.drawing.wording import Wording
from tests.packages.reports.backtest.sample import COVER, weekdays

ENGLISH, CHINESE = Wording(COVER, Language.EN), Wording(COVER, Language.ZH)
INTRADAY = Wording(replace(COVER, timeframe=Timeframe.M5), Language.ZH)


def test_a_decade_of_days_is_marked_at_the_first_bar_of_each_year() -> None:
    time = weekdays("2016-01-04", 2_440)
    ticks = date_ticks(time, ENGLISH)
    assert [tick.text for tick in ticks] == [str(year) for year in range(2017, 2026)]
    assert [str(time[tick.bar])[:10] for tick in ticks[:2]] == ["2017-01-02", "2018-01-01"]


def test_months_are_named_in_the_language_of_the_page() -> None:
    time = weekdays("2021-03-10", 150)
    assert [tick.text for tick in date_ticks(time, ENGLISH)][:2] == ["Apr 2021", "May 2021"]
    assert [tick.text for tick in date_ticks(time, CHINESE)][:2] == ["2021年4月", "2021年5月"]


def test_a_day_of_short_bars_is_marked_in_the_markets_own_time() -> None:
    # 01:30 UTC is half past nine in Shanghai; nothing trades over noon, so no mark stands there.
    morning = np.datetime64("2024-05-06T01:30", "us") + np.arange(24) * np.timedelta64(5, "m")
    afternoon = np.datetime64("2024-05-06T05:00", "us") + np.arange(24) * np.timedelta64(5, "m")
    ticks = date_ticks(np.concatenate([morning, afternoon]), INTRADAY)
    assert [tick.text for tick in ticks] == ["10:00", "11:00", "13:00", "14:00"]
    assert [tick.bar for tick in ticks] == [6, 18, 24, 36]


@pytest.mark.parametrize("bars", [2, 3, 7, 40, 300, 5_000, 20_000])
def test_there_are_never_more_marks_than_have_room(bars: int) -> None:
    days: Instants = np.datetime64("1950-01-01", "us") + np.arange(bars) * np.timedelta64(1, "D")
    ticks = date_ticks(days, ENGLISH)
    assert len(ticks) <= MOST_TICKS + 1
    assert all(0 <= tick.bar < bars for tick in ticks)


def test_one_bar_has_no_marks() -> None:
    assert date_ticks(weekdays("2016-01-04", 1), ENGLISH) == ()
