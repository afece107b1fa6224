"""Bars as the two environments hand them over: one file of arrays, a row an instrument and a column a bar."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

PRICES = ("open", "high", "low", "close")


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """`known` are columns that no engine has a source for, by their name and instrument."""

    tickers: tuple[str, ...]
    index: pd.DatetimeIndex
    prices: dict[str, pd.DataFrame]
    known: dict[str, pd.DataFrame]
    cash: float
    rate: float
    whole: bool  # shares, no fractions of them

    @classmethod
    def read(cls, path: Path) -> "Bars":
        with np.load(path) as told:
            index, tickers = pd.DatetimeIndex(told["time"]), tuple(str(each) for each in told["tickers"])
            frames = {
                name: pd.DataFrame(told[name].T, index=index, columns=list(tickers))
                for name in told.files
                if told[name].ndim == 2
            }
            return cls(
                tickers=tickers,
                index=index,
                prices={name: frames[name] for name in PRICES},
                known={name: frame for name, frame in frames.items() if name not in PRICES},
                cash=float(told["cash"]),
                rate=float(told["rate"]),
                whole=float(told["step"]) == 1,
            )

    def of(self, ticker: str) -> pd.DataFrame:
        """As backtesting.py wants them: what is known beside the prices stands in columns of its own."""
        columns = {name.capitalize(): self.prices[name][ticker] for name in PRICES}
        columns |= {name: frame[ticker] for name, frame in self.known.items()}
        return pd.DataFrame(columns).dropna(subset=["Close"])
