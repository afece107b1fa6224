"""What people call instruments beside their names, and words that are no name although they could be one."""

from collections.abc import Mapping

# What people call an instrument that no list of names has.
NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "BTC-USD": ("大饼", "BTC"), "ETH-USD": ("二饼", "姨太", "ETH"), "SOL-USD": ("SOL",),
    "DOGE-USD": ("狗狗币", "狗币", "doge"), "XRP-USD": ("瑞波",),
    "600519.SH": ("茅台", "茅子", "Moutai"), "300750.SZ": ("宁德", "宁王"), "002594.SZ": ("迪王",),
    "601012.SH": ("隆基",), "300059.SZ": ("东财", "东方财富"), "600036.SH": ("招行",), "601398.SH": ("工行", "宇宙行"),
    "601939.SH": ("建行",), "000858.SZ": ("五粮液",), "688981.SH": ("中芯",), "600900.SH": ("长电",),
    "601857.SH": ("中石油",), "600276.SH": ("恒瑞",), "600887.SH": ("伊利",), "002415.SZ": ("海康",),
    "600000.SH": ("浦发",), "600030.SH": ("中信证券",), "510300.SH": ("300etf",),
    "0700.HK": ("鹅厂", "企鹅"), "TSM": ("积电",),
    "TSLA": ("特斯拉", "Elon's company", "Musk's company", "马斯克"),
    "NVDA": ("老黄", "Jensen's company", "the GPU company"),
    "AAPL": ("iPhone company", "iPhone maker"), "MSFT": ("巨硬",), "AMZN": ("亚麻",), "META": ("脸书", "Zuck"),
    "AMD": ("苏妈",), "INTC": ("牙膏厂",), "IBM": ("Big Blue",), "DIS": ("Mouse House",),
    "MCD": ("金拱门",), "GOOGL": ("狗家",), "SPY": ("标普ETF", "S&P ETF", "SPDR"), "QQQ": ("纳指ETF", "the Qs"),
    "EURUSD=X": ("euro dollar", "EUR USD"), "USDJPY=X": ("美日", "dollar yen", "USD JPY"),
    "GBPUSD=X": ("镑美", "pound dollar", "GBP USD"), "GC=F": ("XAUUSD", "gold futures"), "CL=F": ("crude",),
    "NQ=F": ("小纳指",), "ES=F": ("小标普",),
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
