"""Bars from one instant until before another, and bars that are refused with a reason."""

from datetime import datetime

import polars as pl


def inside(since: datetime | None, until: datetime | None) -> pl.Expr:
    """None: from the first bar, to the last."""
    within = pl.lit(value=True)
    if since is not None:
        within &= pl.col("time") >= since
    return within if until is None else within & (pl.col("time") < until)


def refused(bars: pl.DataFrame, where: pl.Expr, reason: str) -> pl.DataFrame:
    """With the reason in `reason`; a bar that has one keeps it."""
    return bars.with_columns(reason=pl.coalesce("reason", pl.when(where).then(pl.lit(reason)), pl.lit(None, pl.String)))
