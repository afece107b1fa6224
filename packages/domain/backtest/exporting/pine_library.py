"""The operations of columns as functions in Pine: plain loops and state, which hang on no built-in average."""

from collections.abc import Iterable, Mapping

_POINTWISE: Mapping[str, str] = {
    "constant": "f_constant(value, like) => value + 0.0 * like",
    "lag": "f_lag(x, bars) => x[bars]",
    "after": "f_after(x, bars) => bar_index < bars ? na : x",
    "add": "f_add(x, y) => x + y",
    "subtract": "f_subtract(x, y) => x - y",
    "multiply": "f_multiply(x, y) => x * y",
    "divide": "f_divide(x, y) => y == 0 ? na : x / y",
    "smaller": "f_smaller(x, y) => na(x) or na(y) ? na : math.min(x, y)",
    "larger": "f_larger(x, y) => na(x) or na(y) ? na : math.max(x, y)",
    "absolute": "f_absolute(x) => math.abs(x)",
    "logarithm": "f_logarithm(x) => x > 0 ? math.log(x) : na",
    "known_or": "f_known_or(x, value) => na(x) ? value : x",
    "above": "f_above(x, y) => not na(x) and not na(y) and x > y",
    "at_least": "f_at_least(x, y) => not na(x) and not na(y) and x >= y",
    "below": "f_below(x, y) => not na(x) and not na(y) and x < y",
    "at_most": "f_at_most(x, y) => not na(x) and not na(y) and x <= y",
    "equal": "f_equal(x, y) => not na(x) and not na(y) and x == y",
    "unequal": "f_unequal(x, y) => not na(x) and not na(y) and x != y",
    "both": "f_both(x, y) => x and y",
    "either": "f_either(x, y) => x or y",
    "negated": "f_negated(x) => not x",
}
_OVER_BARS: Mapping[str, str] = {
    "mean": """f_mean(x, bars) =>
    into = (bar_index + 1) % bars
    edge = x[into]
    back = 0.0
    on = 0.0
    for i = into to bars - 1
        back := back + (x[i] - edge)
    for i = 1 to into
        on := on + (into == 0 ? 0.0 : x[math.max(into - i, 0)] - edge)
    (back + on) / bars + edge""",
    "running_mean": """f_running_mean(x, bars) =>
    var float held = 0.0
    var int seen = 0
    out = held
    if not na(x)
        seen := seen + 1
        out := held + x
        held := seen < bars ? out : out - x[bars - 1]
    na(x) or seen < bars ? na : out / bars""",
    "total": """f_total(x, bars) =>
    into = (bar_index + 1) % bars
    back = 0.0
    on = 0.0
    for i = into to bars - 1
        back := back + x[i]
    for i = 1 to into
        on := on + (into == 0 ? 0.0 : x[math.max(into - i, 0)])
    back + on""",
    "spread": """f_spread(x, bars, divisor) =>
    into = (bar_index + 1) % bars
    edge = x[into]
    back = 0.0
    on = 0.0
    backs = 0.0
    ons = 0.0
    for i = into to bars - 1
        back := back + (x[i] - edge)
        backs := backs + (x[i] - edge) * (x[i] - edge)
    for i = 1 to into
        on := on + (into == 0 ? 0.0 : x[math.max(into - i, 0)] - edge)
        ons := ons + (into == 0 ? 0.0 : (x[math.max(into - i, 0)] - edge) * (x[math.max(into - i, 0)] - edge))
    sum = back + on
    square = backs + ons - sum * sum / bars
    math.sqrt((square < 0 ? 0.0 : square) / divisor)""",
    "deviation": "f_deviation(x, bars) => f_spread(x, bars, bars)",
    "sample_deviation": "f_sample_deviation(x, bars) => f_spread(x, bars, bars - 1)",
    "highest": """f_highest(x, bars) =>
    best = x
    for i = 0 to bars - 1
        best := na(best) or na(x[i]) ? na : math.max(best, x[i])
    best""",
    "lowest": """f_lowest(x, bars) =>
    best = x
    for i = 0 to bars - 1
        best := na(best) or na(x[i]) ? na : math.min(best, x[i])
    best""",
    "weighted_mean": """f_weighted_mean(x, bars) =>
    sum = 0.0
    for i = 0 to bars - 1
        sum := sum + (bars - i) * x[i]
    sum / (bars * (bars + 1) / 2.0)""",
    "zscore": """f_zscore(x, bars) =>
    middle = f_mean(x, bars)
    spread = f_deviation(x, bars)
    spread <= 0.0000000001 * math.abs(middle) ? na : (x - middle) / spread""",
    "percent_rank": """f_percent_rank(x, bars) =>
    lower = 0.0
    missing = na(x)
    for i = 1 to bars - 1
        missing := missing or na(x[i])
        lower := lower + (x[i] < x ? 1.0 : x[i] == x ? 0.5 : 0.0)
    missing ? na : 100.0 * lower / (bars - 1)""",
    "carried_on": """f_carried_on(x, bars, weight, first) =>
    var float held = na
    var int seen = 0
    sum = 0.0
    for i = bars - 1 to 0
        sum := sum + x[i]
    begun = sum / bars
    if not na(x)
        seen := seen + 1
        held := seen <= first ? na : seen == first + 1 ? begun : held + weight * (x - held)
    na(x) ? na : held""",
    "exponential_mean": "f_exponential_mean(x, bars, first) => f_carried_on(x, bars, 2.0 / (bars + 1), first)",
    "wilder_mean": """f_wilder_mean(x, bars) =>
    var float held = na
    var float sum = 0.0
    var int seen = 0
    if not na(x)
        seen := seen + 1
        sum := sum + x
        held := seen < bars ? na : seen == bars ? sum / bars : (held * (bars - 1) + x) / bars
    na(x) ? na : held""",
    "smoothed": """f_smoothed(x, bars, start) =>
    var float held = start
    if not na(x)
        held := held + (x - held) / bars
    na(x) ? na : held""",
    "bars_since": """f_bars_since(x) =>
    var int last = na
    last := x ? bar_index : last
    bar_index - last""",
    "first_step": """f_first_step(x) =>
    var int last = na
    last := x ? bar_index : last
    last""",
    "next_step": """f_next_step(began, x) =>
    var int last = na
    before = began[1]
    last := x and not na(before) ? before : last
    last""",
    "last_step": """f_last_step(began, x, bars) =>
    before = began[1]
    x and not na(before) and before >= bar_index - bars + 1""",
}
_NEEDS: Mapping[str, tuple[str, ...]] = {
    "deviation": ("spread",),
    "sample_deviation": ("spread",),
    "zscore": ("mean", "deviation"),
    "exponential_mean": ("carried_on",),
}
LIBRARY: Mapping[str, str] = {**_POINTWISE, **_OVER_BARS}


def pine_functions(operations: Iterable[str]) -> str:
    """The functions of those operations and of all that they call, each before it is called."""
    needed, left = set[str](), list(operations)
    while left:
        name = left.pop()
        if name not in needed:
            needed.add(name)
            left += _NEEDS.get(name, ())
    return "\n\n".join(source for name, source in LIBRARY.items() if name in needed)
