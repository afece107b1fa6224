"""Numbers as people write them: `1,234.5`, `1.234,5`, ` 12 `; what is none becomes null, never a guess."""

import polars as pl

_GROUPED = r"^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$"
_GROUPED_BY_POINTS = r"^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$"


def uses_decimal_comma(frame: pl.DataFrame, names: list[str]) -> bool:
    """Whether a comma stands before the decimals: some number has one that separates no thousands."""
    texts = [frame[name] for name in names if frame[name].dtype == pl.String]
    return any(bool(text.str.contains(r"^\s*\"?[+-]?\d+,(\d{1,2}|\d{4,})\"?\s*$").any()) for text in texts)


def as_numbers(frame: pl.DataFrame, names: list[str], *, decimal_comma: bool) -> pl.DataFrame:
    """Finite floats, null otherwise."""
    unclear = [name for name in names if frame.schema[name] != pl.Float64 or not frame[name].is_finite().all()]
    return (
        frame.with_columns(_number(name, frame.schema[name], decimal_comma) for name in unclear) if unclear else frame
    )


def _number(name: str, dtype: pl.DataType, decimal_comma: bool) -> pl.Expr:
    if dtype.is_numeric():
        number = pl.col(name).cast(pl.Float64)
    else:
        text = pl.col(name).cast(pl.String).str.strip_chars(' "\t')
        number = _plain(text, decimal_comma).cast(pl.Float64, strict=False)
    return pl.when(number.is_finite()).then(number).alias(name)


def _plain(text: pl.Expr, decimal_comma: bool) -> pl.Expr:
    if decimal_comma:
        ungrouped = pl.when(text.str.contains(_GROUPED_BY_POINTS)).then(text.str.replace_all(".", "", literal=True))
        return ungrouped.otherwise(text).str.replace(",", ".", literal=True)
    return pl.when(text.str.contains(_GROUPED)).then(text.str.replace_all(",", "", literal=True)).otherwise(text)
