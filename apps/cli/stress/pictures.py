"""Pictures of a stress test for a terminal: crises as bars on either side of zero, invented histories as a fan."""

from collections.abc import Iterator

import numpy as np
from rich.cells import cell_len
from rich.text import Text

from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import CrisisFinding, MonteCarloFinding, WindowStatus
from packages.reports.drawing.axes import Scale, scale_of
from packages.reports.drawing.wording import NOTHING, percent, plain, signed
from packages.reports.stress.wording import StressWording

# Blue and orange are told apart by nearly everybody, and mean neither of red and green's two opposite things.
GAIN, LOSS, SOFT = "deep_sky_blue3", "dark_orange3", "dim"
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_VALUE = 9  # columns of a percentage with its sign
_FAN_ROWS = 12
_OUTER, _INNER, _MIDDLE = "░", "▒", "█"


def crisis_bars(windows: tuple[CrisisFinding, ...], wording: StressWording, width: int) -> Iterator[Text]:
    """Two bars a crisis on one scale: the strategy, and below it the market."""
    parts = [value for each in windows for value in (each.total_return, each.market_return) if value is not None]
    known = [abs(value) for value in parts if np.isfinite(value)]
    strategy, market = wording.say("strategy"), wording.say("market")
    margin = max(cell_len(strategy), cell_len(market))
    side = max((width - margin - _VALUE - 3) // 2, 4)
    most = max(known, default=0.0) or 1.0
    for window in windows:
        yield Text(_named(window, wording), style="bold")
        for name, value, style in ((strategy, window.total_return, None), (market, window.market_return, SOFT)):
            line = Text(f"{name}{' ' * (margin - cell_len(name))} ", style=SOFT)
            yield line.append_text(_bar(value, most, side, style)).append(f" {signed(value):>{_VALUE}}")
        yield Text(_lost(window, wording), style=SOFT)


def _named(window: CrisisFinding, wording: StressWording) -> str:
    parts = [wording.window(window.key), f"{window.start:%Y-%m}–{window.end:%Y-%m}"]
    if window.status is WindowStatus.NOT_EXERCISED:
        parts.append(wording.say("status.not_exercised"))
    if window.proxy is not None:
        parts.append(wording.say("stood_in", proxy=plain(window.proxy)))
    return " · ".join(parts)


def _lost(window: CrisisFinding, wording: StressWording) -> str:
    parts = (
        ("max_drawdown", percent(window.max_drawdown)),
        ("worst_loss", wording.money(window.worst_loss)),
        ("worst_day", signed(window.worst_day)),
        ("trades", f"{window.trades:,}"),
    )
    return " · ".join(f"{wording.say(name)} {value}" for name, value in parts)


def _bar(value: float | None, most: float, side: int, style: str | None) -> Text:
    """From zero in the middle to the left or to the right, exact to an eighth of a letter on the right."""
    if value is None or not np.isfinite(value):
        return Text(" " * side + "│" + NOTHING.ljust(side), style=SOFT)
    eighths = round(abs(value) / most * side * 8)
    full, rest = divmod(eighths, 8)
    paint = style or (LOSS if value < 0 else GAIN)
    if value < 0:
        # There are no letters filled from the right by eighths; a half is the best there is.
        left = ("▐" if rest >= 4 else "") + "█" * full
        return Text(" " * (side - len(left))).append(left, style=paint).append("│" + " " * side, style=SOFT)
    right = "█" * full + (_EIGHTHS[rest] if rest else "")
    return Text(" " * side).append("│", style=SOFT).append(right, style=paint).append(" " * (side - len(right)))


def fan(of: MonteCarloFinding, wording: StressWording, width: int) -> Text | None:
    """Bands of nine in ten and of half of the histories, and the middle one; None where no history was long enough."""
    known = np.isfinite(of.fan).all(axis=0) if of.fan.size else np.zeros(0, dtype=bool)
    if known.sum() < 2:
        return None
    values, bars = of.fan[:, known], np.array(of.fan_bars, dtype=np.float64)[known]
    scale = scale_of(values.ravel(), may_be_log=True)
    texts = [wording.axis_amount(tick) for tick in scale.ticks]
    margin = max(map(cell_len, texts), default=0)
    room = max(width - margin - 2, 8)
    at = np.linspace(bars[0], bars[-1], room)
    rows = _letters(np.array([_row_of(np.interp(at, bars, row), scale) for row in values]))
    marks = {int(_row_of(np.array([tick]), scale)[0]): text for tick, text in zip(scale.ticks, texts, strict=True)}
    plot = Text(no_wrap=True)
    for number, row in enumerate(rows):
        label = marks.get(number, "")
        plot.append(" " * (margin - cell_len(label)) + label + (" ┤" if label else " │"), style=SOFT)
        plot.append(f"{row}\n", style=GAIN)
    return plot.append(" " * (margin + 2) + _bars_axis(bars, room, wording), style=SOFT)


def _row_of(values: Floats, scale: Scale) -> Floats:
    """Rows of letters are counted from the top."""
    return np.clip(np.rint((1 - scale.share(values)) * (_FAN_ROWS - 1)), 0, _FAN_ROWS - 1)


def _letters(rows: Floats) -> tuple[str, ...]:
    """`rows` has a line a percentile, the lowest first, and a column a letter."""
    place = np.arange(_FAN_ROWS)[:, None]
    drawn = np.full((_FAN_ROWS, rows.shape[1]), " ", dtype="<U1")
    drawn[(place >= rows[4]) & (place <= rows[0])] = _OUTER
    drawn[(place >= rows[3]) & (place <= rows[1])] = _INNER
    drawn[place == rows[2]] = _MIDDLE
    return tuple("".join(row) for row in drawn.tolist())


def _bars_axis(bars: Floats, room: int, wording: StressWording) -> str:
    first, last = (wording.say("fan_bar", bar=f"{bar:,.0f}") for bar in (bars[0], bars[-1]))
    return first + " " * max(room - cell_len(first) - cell_len(last), 1) + last
