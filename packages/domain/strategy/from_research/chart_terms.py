"""Which figures of the technical expert the rules can say, and as what."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from packages.domain.strategy.from_research.facts import ResearchRow
from packages.domain.strategy.json_tree import Document, Json, is_number, plain_number

CHART = "technical_analyst"
_PLACES, _DIGITS = 4, 6
_LEAST_TICKS = 200  # below as many, a tick is more than half a percent of the price


@dataclass(frozen=True, slots=True)
class ChartTerm:
    """A figure as one side of a comparison. `factor`: the indicator it needs, by the name it gets. `held_at`: a number
    that does not move with the chart. `scale`: figures of one scale can be compared."""

    operand: Json
    scale: str
    factor: tuple[str, Document] | None = None
    held_at: float | None = None


def term_of(row: ResearchRow) -> ChartTerm | None:
    """None for a figure that no rule can name."""
    if row.expert != CHART:
        return None
    for pattern, made in _TERMS.items():
        if match := re.fullmatch(pattern, row.metric):
            return made(match, row)
    return None


def shown_price(value: float) -> float:
    """A price as the rules write it: four places, and for less than one six digits that count."""
    return round(value, _PLACES) if abs(value) >= 1 else float(f"{value:.{_DIGITS}g}")


def at_tick(condition: Document, tick: Decimal) -> Document:
    """A close compared with a number, with as many digits as the market quotes; a price that is small beside its tick
    keeps what counts."""
    compared = condition.get("cmp")
    price = compared.get("right") if isinstance(compared, dict) else None
    if not is_fixed_price(condition) or not isinstance(compared, dict) or not is_number(price):
        return condition
    exact = Decimal(str(price))
    if abs(exact) < tick * _LEAST_TICKS:
        return condition
    quoted = float((exact / tick).quantize(Decimal(1), rounding=ROUND_HALF_UP) * tick)
    return {"cmp": {**compared, "right": plain_number(quoted)}}


def is_fixed_price(condition: Json) -> bool:
    """Whether a close is compared with a number, which does not move with the market."""
    compared = condition.get("cmp") if isinstance(condition, dict) else None
    return isinstance(compared, dict) and compared.get("left") == {"ref": "close"} and is_number(compared.get("right"))


def _factor(scale: str, name: str, kind: str, ref: str = "", /, **more: Json) -> ChartTerm:
    timeframe = more.pop("timeframe", None)
    document: Document = {"type": kind, "params": more} if more else {"type": kind}
    if timeframe is not None:
        document["timeframe"] = timeframe
    return ChartTerm({"ref": f"{name}.{ref}" if ref else name}, scale, (name, document))


def _held(scale: str, value: float) -> ChartTerm:
    return ChartTerm(value, scale, held_at=value)


Made = Callable[[re.Match[str], ResearchRow], ChartTerm]
# The same indicators with the same numbers as the expert's own; monthly averages have no timeframe in the language.
_TERMS: Mapping[str, Made] = {
    r"close": lambda _m, _row: ChartTerm({"ref": "close"}, "price"),
    r"ma(\d+)": lambda m, _row: _factor("price", m[0], "sma", period=int(m[1])),
    r"week_ma(\d+)": lambda m, _row: _factor("price", m[0], "sma", period=int(m[1]), timeframe="1w"),
    r"bollinger_(upper|middle|lower)": lambda m, _row: _factor("price", "bollinger", "bollinger", m[1]),
    r"vwap(\d+)": lambda m, _row: _factor("price", m[0], "vwap", "vwap", period=int(m[1])),
    r"(?:support|resistance)_\d|(?:high|low)_52w": lambda _m, row: _held("price", shown_price(row.value)),
    r"rsi(\d+)": lambda m, _row: _factor("rsi", m[0], "rsi", period=int(m[1])),
    r"week_rsi(\d+)": lambda m, _row: _factor("rsi", m[0], "rsi", period=int(m[1]), timeframe="1w"),
    r"rule\.rsi_\w+": lambda _m, row: _held("rsi", row.value),
    r"macd_line": lambda _m, _row: _factor("macd", "macd", "macd", "macd"),
    r"macd_signal": lambda _m, _row: _factor("macd", "macd", "macd", "signal"),
    r"kdj_([kd])": lambda m, _row: _factor("kdj", "kdj", "kdj", m[1]),
    r"kdj_j": lambda _m, _row: _factor("kdj_j", "kdj", "kdj", "j"),
    r"rule\.kdj_\w+": lambda _m, row: _held("kdj_j", row.value),
    r"(plus|minus)_di(\d+)": lambda m, _row: _factor("di", m[0], f"{m[1]}_di", period=int(m[2])),
    r"adx(\d+)": lambda m, _row: _factor("adx", m[0], "adx", period=int(m[1])),
    r"rule\.adx_\w+": lambda _m, row: _held("adx", row.value),
}
