"""Prices, volumes and indicators as they are named in a sentence."""

from typing import Any

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Assumed, Value, assumed
from packages.domain.strategy.words.grammar.quantities import plain

AVERAGES = frozenset(
    [
        "sma",
        "ema",
        "wma",
        "rma",
        "dema",
        "tema",
        "trima",
        "t3",
        "hull_ma",
        "zlema",
        "alma",
        "sine_wma",
        "vwma",
        "lsma",
        "kama",
        "vidya",
        "frama",
        "evwma",
    ]
)
BANDS = frozenset(["bollinger", "keltner", "donchian", "ma_envelope", "acceleration_bands", "regression_channel"])
_AT_PRICES = (
    AVERAGES
    | BANDS
    | frozenset(
        [
            "highest",
            "lowest",
            "parabolic_sar",
            "supertrend",
            "vwap",
            "ichimoku",
            "mama",
            "hilbert_trendline",
            "forecast",
            "midpoint",
            "midprice",
            "price",
            "typical_price",
            "weighted_close",
            "chandelier_exit",
            "pivot_points",
            "quantile",
            "heikin_ashi",
        ]
    )
)
# The line that an indicator with several is when none is named.
_MAIN = {
    "macd": "macd", "stochastic": "k", "kdj": "k", "stochastic_rsi": "k", "supertrend": "value", "ppo": "value",
    "trix": "value", "tsi": "value", "vwap": "vwap", "fisher": "fisher", "wave_trend": "wave",
    "klinger": "value", "dma": "dma",
    "pvo": "value", "kst": "value", "stochastic_momentum": "smi", "relative_vigor": "rvi", "mama": "mama",
}  # fmt: skip
_LINES = {
    "fast": ("macd", "value", "dma", "k"),
    "slow": ("signal", "ama", "d"),
    "line": ("macd", "value", "dma"),
    "signal": ("signal", "ama", "d", "fama", "trigger"),
}


def indicator_value(
    kind: str, numbers: list[float], context: SentenceContext, output: str | None = None, bars: str | None = None
) -> Value | None:
    """The value of an indicator with settings in the order of the catalogue; None where it does not take them."""
    indicator = CATALOGUE[kind]
    if numbers and settings_of(kind, numbers) is not None:
        context.settings[kind] = numbers
    elif not numbers and kind not in AVERAGES and bars is None:
        numbers = context.settings.get(kind, [])
    settings = settings_of(kind, numbers)
    line = output_of(kind, output)
    if settings is None or line is None:
        return None
    whole = {each.name: each.default for each in indicator.parameters if each.kind == "int"}
    params: dict[str, Any] = {**whole, **settings}
    named = name_of(kind, [value for key, value in params.items() if key != "source"], bars)
    factor: Document = {"type": kind, "params": params}
    if bars is not None:
        factor["timeframe"] = bars
    assumptions: tuple[Assumed, ...] = ()
    if whole and not settings:
        assumptions = (assumed("settings", indicator=kind, settings=", ".join(str(value) for value in whole.values())),)
    ref = named if len(indicator.outputs) == 1 else f"{named}.{line}"
    # The own high of a bar is in the channel, so only the channel before it can be broken.
    lag = {"lag": 1} if kind == "donchian" and line in ("upper", "lower") else {}
    return Value(
        {"ref": ref, **lag},
        "price" if kind in _AT_PRICES and line not in ("bandwidth", "percent_b", "direction") else "level",
        {named: factor},
        assumptions,
        kind,
        tuple(params.items()),
        line,
        {"upper": "high", "lower": "low"}.get(line, "") if kind == "donchian" else "",
        timeframe=bars,
    )


def settings_of(kind: str, numbers: list[float]) -> dict[str, Any] | None:
    slots = [each for each in CATALOGUE[kind].parameters if each.kind in ("int", "float")]
    if kind == "keltner" and len(numbers) == 2:
        slots = [slots[0], slots[2]]
    if len(numbers) > len(slots):
        return None
    found: dict[str, Any] = {}
    for slot, value in zip(slots, numbers, strict=False):
        is_low = slot.minimum is not None and value < slot.minimum
        is_high = slot.maximum is not None and value > slot.maximum
        if is_low or is_high or (slot.kind == "int" and value != int(value)):
            return None
        found[slot.name] = int(value) if slot.kind == "int" else plain(value)
    return found


def output_of(kind: str, said: str | None) -> str | None:
    outputs = CATALOGUE[kind].outputs
    if said is None:
        return outputs[0] if len(outputs) == 1 else _MAIN.get(kind)
    wanted = _LINES.get(said, (said,))
    return next((each for each in wanted if each in outputs), None)


def name_of(kind: str, numbers: list[Any], bars: str | None) -> str:
    parts = [kind.removeprefix("candle_"), *(str(each).replace(".", "p").replace("-", "m") for each in numbers)]
    return "_".join([*parts, *([f"on_{bars}"] if bars else [])])[:64]
