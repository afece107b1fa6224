"""Numbers as foreign files write them: which mark stands before the decimals, then the figures themselves."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from packages.core.messages import message
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess

_PRICES = ("open", "high", "low", "close")
_COMMA = r"^[+-]?(\d+,(\d{1,2}|\d{4,})|\d{1,3}(\.\d{3})+,\d*|\d{1,3}(\.\d{3}){2,})$"
_POINT = r"^[+-]?(\d+\.(\d{1,2}|\d{4,})|\d{1,3}(,\d{3})+\.\d*|\d{1,3}(,\d{3}){2,}|\d{1,2}(,\d{2})+,\d{3}(\.\d*)?)$"
_COMMA_IN_THREES = r"^[+-]?[1-9]\d{0,2},\d{3}$"
_ZERO_COMMA = r"^[+-]?0,\d{3}$"  # no thousands begin with a zero
_POINT_IN_THREES = r"^[+-]?[1-9]\d{0,2}\.\d{3}$"
_WHOLE = r"^[+-]?\d+$"
_GROUPED = r"^[+-]?(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3})(\.\d*)?$"  # in India by twos: 1,23,45,678
_GROUPED_BY_POINTS = r"^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$"
_MARKS = r"(?i)US\$|HK\$|USD|EUR|CNY|RMB|HKD|JPY|INR|CHF|GB[PX]|[$€£¥￥元₹]"
_BLANKS = r"['’\s\u{00a0}\u{202f}]"
_BETWEEN_DIGITS = r"\d['’\s\u{00a0}\u{202f}]+\d"
_IN_GROUPS = r"^[+-]?\d{1,3}(['’\s\u{00a0}\u{202f}]\d{3})+([.,]\d*)?\D*$"
_SCALES = {
    "k": 1e3, "m": 1e6, "b": 1e9, "千": 1e3, "万": 1e4, "百万": 1e6, "亿": 1e8, "万手": 1e4, "万股": 1e4, "亿股": 1e8,
    "手": 1.0, "股": 1.0,
}  # fmt: skip


def decimal_guess(head: pl.DataFrame, names: Sequence[str], asked: Answers, *, european: bool) -> Guess | None:
    """None where no number has a mark that could be read in two ways. `european`: fields are separated by semicolons,
    as where a comma stands before the decimals."""
    texts = {name: stripped(head[name]) for name in names if head.schema[name] == pl.String}
    comma = sum(_count(text, _COMMA) + _count(text, _ZERO_COMMA) for text in texts.values())
    point = sum(_count(text, _POINT) for text in texts.values())
    prices = [texts[name] for name in _PRICES if name in texts]
    commas = sum(_count(text, _COMMA_IN_THREES) for text in prices)
    if comma and not point:
        return asked.choose("decimal", "comma", message("market_data.import.decimal_comma"), ("point",))
    if comma and point:
        return asked.choose("decimal", "point", message("market_data.import.decimal_both"), ("comma",), asks=True)
    if not commas or point:
        return _points_in_threes(prices, asked) if european and not point else _answered(asked)
    example = next(text.filter(text.str.contains(_COMMA_IN_THREES))[0] for text in prices if _commas(text))
    reason = message("market_data.import.decimal_unclear", text=example, whole=_digits(example), part=_pointed(example))
    beside = _by_whole_numbers(prices)
    if beside is not None:
        return asked.choose("decimal", beside, reason, ("point", "comma"))
    return asked.choose("decimal", "comma" if european else "point", reason, ("point", "comma"), asks=True)


def _answered(asked: Answers) -> Guess | None:
    return asked.choose("decimal", "point", message("market_data.import.parquet"), ()) if asked.get("decimal") else None


def _points_in_threes(prices: Sequence[pl.Series], asked: Answers) -> Guess | None:
    """`37.780` in a file with semicolons is 37,780 to a German, 37.78 to everybody else."""
    filled = [text.drop_nulls() for text in prices]
    if not filled or not all(len(text) and bool(text.str.contains(_POINT_IN_THREES).all()) for text in filled):
        return _answered(asked)
    text = filled[0][0]
    said = message("market_data.import.decimal_unclear", text=text, whole=text.replace(".", ""), part=text)
    return asked.choose("decimal", "point", said, ("point", "comma"), asks=True)


def _by_whole_numbers(prices: Sequence[pl.Series]) -> str | None:
    """Whole numbers beside the others decide: 998 stands beside 1,002 where a comma separates thousands."""
    together = pl.concat(prices)
    whole = together.filter(together.str.contains(_WHOLE)).cast(pl.Float64).median()
    marked = together.filter(together.str.contains(_COMMA_IN_THREES)).str.replace(",", "").cast(pl.Float64).median()
    if not isinstance(whole, float) or not isinstance(marked, float) or whole <= 0:
        return None
    return "point" if 1 / 3 < marked / whole < 3 else "comma" if 1 / 3 < marked / 1000 / whole < 3 else None


def _count(text: pl.Series, pattern: str) -> int:
    return int(text.str.contains(pattern).sum())


def _commas(text: pl.Series) -> bool:
    return _count(text, _COMMA_IN_THREES) > 0


def _digits(text: str) -> str:
    return text.replace(",", "")


def _pointed(text: str) -> str:
    return text.replace(",", ".")


def stripped(text: pl.Series) -> pl.Series:
    """Without quotation marks, currencies and blanks. A blank or an apostrophe between digits goes where it stands
    before three of them: 12'17 is no 1217."""
    plain = text.cast(pl.String).str.replace_all(_MARKS, "").str.strip_chars("\"'’ \t\u00a0\u202f")
    bare = plain.str.replace_all(_BLANKS, "")
    between = plain.str.contains(_BETWEEN_DIGITS)
    if not between.any():
        return bare
    return pl.select(pl.when(between & ~plain.str.contains(_IN_GROUPS)).then(plain).otherwise(bare)).to_series()


def as_numbers(frame: pl.DataFrame, names: Sequence[str], *, decimal_comma: bool) -> pl.DataFrame:
    """Finite floats, null otherwise."""
    schema = frame.schema
    unclear = [name for name in names if schema[name] != pl.Float64 or not _all_finite(frame[name])]
    read = {name: _finite(_numbers(frame[name], decimal_comma)) for name in unclear}
    return frame.with_columns(**read) if read else frame


def _all_finite(numbers: pl.Series) -> bool:
    return not numbers.null_count() and bool(np.isfinite(numbers.to_numpy()).all())


def _finite(number: pl.Series) -> pl.Series:
    return pl.select(pl.when(number.is_finite()).then(number)).to_series()


def _numbers(column: pl.Series, decimal_comma: bool) -> pl.Series:
    if column.dtype.is_numeric():
        return column.cast(pl.Float64)
    if not decimal_comma:
        plain = column.cast(pl.String).cast(pl.Float64, strict=False)
        if plain.null_count() == column.null_count():
            return plain
    return _read(stripped(column), decimal_comma)


def _read(text: pl.Series, decimal_comma: bool) -> pl.Series:
    text = text.replace("", None)
    unit = text.str.extract(r"(?i)([万亿][手股]|百万|[kmb千万亿手股])$").str.to_lowercase()
    factor = unit.replace_strict(_SCALES, default=1.0, return_dtype=pl.Float64).fill_null(1.0)
    digits = pl.DataFrame({"text": text.str.replace(r"(?i)([万亿][手股]|百万|[kmb千万亿手股])$", "")})
    number = digits.select(_plain(pl.col("text"), decimal_comma).cast(pl.Float64, strict=False)).to_series()
    return number * factor


def _plain(text: pl.Expr, decimal_comma: bool) -> pl.Expr:
    if decimal_comma:
        ungrouped = pl.when(text.str.contains(_GROUPED_BY_POINTS)).then(text.str.replace_all(".", "", literal=True))
        return ungrouped.otherwise(text).str.replace(",", ".", literal=True)
    return pl.when(text.str.contains(_GROUPED)).then(text.str.replace_all(",", "", literal=True)).otherwise(text)
