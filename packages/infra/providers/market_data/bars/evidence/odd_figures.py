"""Figures that cannot be: a high or a low far from the open and the close of its bar, a volume far above all others,
and the same bar over and over."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from packages.core.messages import Message, Sentence, message, word
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess

ODD = "a figure is far from the others"
_FAR = 4.0  # times the open and the close: flash crashes aside, no bar reaches so far
_ABSURD = 3_000.0  # times the usual volume
_GAP = 100.0  # between an absurd volume and the next largest
_MANY = 0.02
_FEW = 10
_OVER_AND_OVER = 4  # times in a row that a bar with a range and a volume stands again: no market does that
_REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class OddFigure:
    """`name`: high, low or volume, or that the whole bar is the one before; `usual` is what it stands beside."""

    line: int
    name: str
    figure: float
    usual: float


def odd_figures(bars: pl.DataFrame) -> list[OddFigure]:
    """`bars`: those taken of a file, or of a batch of it."""
    return [*_far_prices(bars), *_absurd_volumes(bars), *_repeats(bars)]


def _far_prices(bars: pl.DataFrame) -> list[OddFigure]:
    opened, high, low, close = (bars[name].to_numpy() for name in ("open", "high", "low", "close"))
    above, below = np.maximum(opened, close), np.minimum(opened, close)
    too_high, too_low = high > above * _FAR, low * _FAR < below
    if not too_high.any() and not too_low.any():
        return []
    highs = [_odd(bars, place, "high", above) for place in np.flatnonzero(too_high).tolist()]
    return highs + [_odd(bars, place, "low", below) for place in np.flatnonzero(too_low & ~too_high).tolist()]


def _odd(bars: pl.DataFrame, place: int, name: str, usual: np.ndarray) -> OddFigure:
    return OddFigure(bars["line"][place], name, bars[name][place], float(usual[place]))


def _absurd_volumes(bars: pl.DataFrame) -> list[OddFigure]:
    volume = bars["volume"].to_numpy()
    traded = volume[volume > 0]
    if len(traded) < _FEW:
        return []
    middle = float(np.median(traded))
    if traded.max() <= _ABSURD * middle:
        return []
    ordered = np.sort(traded)
    apart = np.flatnonzero((ordered[1:] > _ABSURD * middle) & (ordered[1:] > _GAP * ordered[:-1])) + 1
    if not len(apart) or len(ordered) - apart[0] > max(1, _MANY * len(ordered)):
        return []
    places = np.flatnonzero(volume >= ordered[apart[0]]).tolist()
    return [OddFigure(bars["line"][place], "volume", float(volume[place]), middle) for place in places]


def _repeats(bars: pl.DataFrame) -> list[OddFigure]:
    """The bars of a stale source, which tells the last one again, among others that move; without a range or a volume
    they may be true."""
    if bars.height <= _OVER_AND_OVER:
        return []
    figures = bars.select("open", "high", "low", "close", "volume").to_numpy()
    moved = (figures[:, 1] > figures[:, 2]) & (figures[:, 4] > 0)
    same = np.concatenate(([False], (figures[1:] == figures[:-1]).all(axis=1))) & moved
    if not same.any() or 2 * same.sum() > bars.height:
        return []
    ends = np.flatnonzero(np.diff(np.concatenate(([0], same.astype(np.int8), [0]))))
    runs = [(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if end - start >= _OVER_AND_OVER]
    close = bars["close"]
    return [
        OddFigure(bars["line"][place], _REPEAT, close[place], close[place])
        for start, end in runs
        for place in range(int(start), int(end))
    ]


def odd_guess(found: Sequence[OddFigure], asked: Answers, *, on_exchange: bool) -> Guess | None:
    """`on_exchange`: as stocks are, where such trades are cancelled. Elsewhere they happen, and are offered to leave
    out, as bars are that only stand again."""
    if not found:
        return None
    only_repeats = all(one.name == _REPEAT for one in found)
    if (not on_exchange or only_repeats) and asked.get("odd_figures") is None:
        return Guess("odd_figures", "keep", Sentence(_why(found)), ("leave_out",), offers=True)
    return asked.choose("odd_figures", "leave_out", _why(found), ("leave_out", "keep"), asks=True)


def _why(found: Sequence[OddFigure]) -> Message:
    first = found[0]
    if first.name == _REPEAT:
        return message("market_data.import.repeated_bars", line=first.line, count=len(found))
    figures = {"figure": f"{first.figure:,.6g}", "usual": f"{first.usual:,.6g}"}
    name = f"odd_{'volume' if first.name == 'volume' else 'price'}{'' if len(found) == 1 else '_many'}"
    return message(
        f"market_data.import.{name}",
        line=first.line,
        name=word("figure", first.name),
        count=len(found) - 1,
        **figures,
    )
