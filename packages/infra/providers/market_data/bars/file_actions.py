"""Corporate actions that a file of bars holds: in columns of their own, or in the changes of its adjusted close."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction
from math import log

import numpy as np
import polars as pl

from packages.core.messages import Sentence, message, word
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol

_ACTION_COLUMNS = ("adjusted", "dividend", "split")
_LARGEST_PART = 20  # a split is new for old shares in small numbers: 7/1, 3/2, 11/10
_LEAST_SPLIT = 0.04


@dataclass(slots=True)
class FileActions:
    """Gathers one row a day from the batches of a file, then says what happened between the days."""

    symbol: Symbol
    source: str
    warnings: list[str] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)
    _days: list[pl.DataFrame] = field(default_factory=list)

    def gather(self, rows: pl.DataFrame) -> None:
        if rows.height and not set(_ACTION_COLUMNS).isdisjoint(rows.columns):
            self._days.append(_by_day(rows.with_columns(day=pl.col("time").dt.date())))

    def actions(self) -> tuple[CorporateAction, ...]:
        if not self._days:
            return ()
        days = _by_day(pl.concat(self._days)).with_columns(pl.col("close").shift(1).alias("close_before"))
        if "dividend" in days.columns or "split" in days.columns:
            return (*self._dividends(days), *self._splits(days))
        return tuple(self._derived(days))

    def _dividends(self, days: pl.DataFrame) -> Iterator[CorporateAction]:
        if "dividend" in days.columns:
            for day, value in days.filter(pl.col("dividend") > 0).select("day", "dividend").iter_rows():
                yield self.action(day, ActionKind.DIVIDEND, Decimal(str(value)))

    def _splits(self, days: pl.DataFrame) -> Iterator[CorporateAction]:
        if "split" not in days.columns:
            return
        splits = days.filter((pl.col("split") > 0) & (pl.col("split") != 1))
        for day, ratio, opened, before in splits.select("day", "split", "open", "close_before").iter_rows():
            if before is None:
                self.warnings.append(_said("split_unchecked", ratio=f"{ratio:g}", day=day))
            elif abs(log(before / opened / ratio)) < abs(log(before / opened)):
                yield self.action(day, ActionKind.SPLIT, Decimal(str(ratio)))
            else:
                prices = {"ratio": f"{ratio:g}", "before": f"{before:g}", "after": f"{opened:g}"}
                self.warnings.append(_said("split_in_prices", day=day, **prices))

    def _derived(self, days: pl.DataFrame) -> Iterator[CorporateAction]:
        ratio = (days["adjusted"] / days["close"]).to_numpy()
        change = ratio[1:] / ratio[:-1]
        noise = _noise(days["adjusted"].to_numpy(), days["close"].to_numpy())
        places = np.flatnonzero(np.abs(change - 1) > 2 * (noise[1:] + noise[:-1]) + 1e-6) + 1
        kinds: dict[str, int] = {}
        for place in places.tolist():
            action = self._explained(days["day"][place], float(change[place - 1]), days["close_before"][place])
            if action is not None:
                kinds[action.kind] = kinds.get(action.kind, 0) + 1
                yield action
        found = [
            message("market_data.import.derived_kind", count=count, kind=word("action_kind", kind))
            for kind, count in kinds.items()
        ]
        self.guesses.append(_said("derived", found=found or message("words.none")))
        if ActionKind.SPLIT not in kinds:
            self.warnings.append(_said("maybe_adjusted"))

    def _explained(self, day: date, change: float, before: float) -> CorporateAction | None:
        simple = Fraction(change).limit_denominator(_LARGEST_PART)
        if abs(change - 1) >= _LEAST_SPLIT and simple > 0 and abs(float(simple) / change - 1) < 1e-4:
            return self.action(day, ActionKind.SPLIT, Decimal(simple.numerator) / Decimal(simple.denominator))
        if change > 1:
            paid = Decimal(str(round(before * (1 - 1 / change), 4)))
            return self.action(day, ActionKind.DIVIDEND, paid) if paid > 0 else None
        self.warnings.append(_said("unexplained", day=day, change=f"{1 - change:.4%}"))
        return None

    def action(self, day: date, kind: ActionKind, value: Decimal) -> CorporateAction:
        """Known from the first moment of the ex-date: no file says when it was announced."""
        morning = datetime.combine(day, time(), zone_of(self.symbol.market)).astimezone(UTC)
        return CorporateAction(
            source=self.source, known_at=morning, symbol=self.symbol, ex_date=day, kind=kind, value=value
        )


def _by_day(rows: pl.DataFrame) -> pl.DataFrame:
    lasts = [pl.col(name).last() for name in ("close", "adjusted") if name in rows.columns]
    extremes = [pl.col(name).max() for name in ("dividend", "split") if name in rows.columns]
    return rows.group_by("day", maintain_order=True).agg(pl.col("open").first(), *lasts, *extremes).sort("day")


def _noise(adjusted: np.ndarray, close: np.ndarray) -> np.ndarray:
    """How far rounding to the decimals in the file (and to single precision) may have moved each day's ratio."""
    both = np.concatenate([adjusted, close])
    decimals = next((n for n in range(9) if np.allclose(both, np.round(both, n), rtol=1e-12, atol=1e-12)), 9)
    return 0.5 * 10.0**-decimals * (1 / adjusted + 1 / close) + 1.2e-7


def _said(name: str, **params: object) -> Sentence:
    return Sentence(message(f"market_data.import.{name}", **params))
