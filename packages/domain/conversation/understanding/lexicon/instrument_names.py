"""What people call instruments beside their names, and words that are no name although they could be one."""

from collections.abc import Mapping

# What people call an instrument that no list of names has.
NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "BTC-USD": ("大饼", "BTC"), "ETH-USD": ("二饼", "姨太", "ETH"), "DOGE-USD": ("狗狗币", "doge"), "SOL-USD": ("SOL",),
    "600519.SH": ("茅台", "茅子", "Moutai"), "300750.SZ": ("宁德", "宁王"), "002594.SZ": ("迪王",),
    "601012.SH": ("隆基",),
    "300059.SZ": ("东财", "东方财富"), "600036.SH": ("招行",), "601398.SH": ("工行",), "601939.SH": ("建行",),
    "0700.HK": ("鹅厂",), "TSLA": ("特斯拉",), "AAPL": ("iPhone company",), "000858.SZ": ("五粮液",),
}  # fmt: skip
# Words that may be a ticker or a part of a name, and are mostly none.
NO_NAMES = frozenset(
    (
        "all", "any", "big", "both", "fast", "good", "hello", "hey", "hi", "how", "it", "low", "no", "nope", "now",
        "ok", "okay", "on", "one", "real", "some", "what", "why", "yes", "you", "open", "play", "cash", "love", "true",
        "day", "free", "safe", "key", "life", "net", "run", "next", "go", "hold", "sell", "buy", "up", "down", "high",
        "mid", "long", "short", "max", "min", "gold", "oil", "well", "cost", "self", "spot", "two", "ten", "six", "car",
        "ever", "once", "so", "or", "be", "has", "can", "see", "man", "out", "pass", "are", "time", "times", "nice",
        "care", "cat", "target", "gap", "block", "square", "snap", "unity", "visa", "match", "ford", "best", "fresh",
        "trend", "growth", "value", "momentum", "volatility", "swing", "live", "paper", "us", "uk", "china", "america",
        "tech", "bank", "energy", "crypto", "forex", "futures", "stocks",
    )
)  # fmt: skip
