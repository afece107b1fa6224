import numpy as np

from packages.reports.drawing.axes import linear
from packages.reports.drawing.braille import curve, hanging

BLANK, FULL = "\u2800", "\u28ff"


def test_a_rising_line_goes_from_the_lower_left_to_the_upper_right() -> None:
    rows = curve(np.arange(8.0), linear(0.0, 7.0), 4, 2)
    assert [len(row) for row in rows] == [4, 4]
    assert rows == ("\u2800\u2800\u28e0\u281e", "\u28e0\u281e\u2801\u2800")


def test_a_spike_between_two_columns_is_not_lost() -> None:
    values = np.zeros(1_000)
    values[501] = 1.0
    rows = curve(values, linear(0.0, 1.0), 10, 3)
    assert rows[0][5] != BLANK
    assert rows[0].replace(BLANK, "") == rows[0][5]


def test_a_drawdown_hangs_from_the_top() -> None:
    rows = hanging(np.array([0.0, 0.0, -0.5, -0.5, -1.0, -1.0]), linear(-1.0, 0.0), 3, 2)
    assert rows == (BLANK + FULL + FULL, BLANK + BLANK + FULL)


def test_what_is_not_known_leaves_a_gap() -> None:
    values = np.full(8, np.nan)
    assert set("".join(curve(values, linear(0.0, 1.0), 4, 2) + hanging(values, linear(-1.0, 0.0), 4, 2))) == {BLANK}
