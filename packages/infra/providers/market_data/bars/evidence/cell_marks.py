"""Signs and codes of currencies that stand in the cells of prices themselves: `£12.56`, `HK$12.56`, `12.56 EUR`."""

from collections.abc import Callable

import polars as pl

_PRICES = ("open", "high", "low", "close")
# As `number_writing` takes them off; `GBp` is pence and `GBP` pounds, so that capitals count there alone.
_MARK = r"(US\$|HK\$|(?i:USD|EUR|CNY|RMB|HKD|JPY|INR|CHF)|GB[Pp]|GBX|[$€£¥￥元₹])"


def first_mark(frame: pl.DataFrame) -> str | None:
    """That of the first price that has one."""
    return next((marks.drop_nulls()[0] for marks in _marks(frame)), None)


def marked_otherwise(frame: pl.DataFrame, is_other: Callable[[str], bool]) -> pl.Series | None:
    """Rows with a price whose mark `is_other`; None where no price has one."""
    found: pl.Series | None = None
    for marks in _marks(frame):
        others = [mark for mark in marks.drop_nulls().unique().to_list() if is_other(mark)]
        if others:
            here = marks.is_in(others).fill_null(value=False)
            found = here if found is None else found | here
    return found


def _marks(frame: pl.DataFrame) -> list[pl.Series]:
    """Of each column of prices that is text and has some."""
    texts = [frame[name] for name in _PRICES if frame.schema.get(name) == pl.String]
    found = [text.str.extract(_MARK) for text in texts]
    return [marks for marks in found if marks.null_count() < len(marks)]
