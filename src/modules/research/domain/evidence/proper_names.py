"""What companies are called in running text: their names, the short forms of these, and their symbols."""

import re
from collections.abc import Iterable, Iterator, Sequence

from src.modules.research.domain.evidence.folding import folded

_SUFFIXES = frozenset({
    "Inc", "Corp", "Corporation", "Company", "Co", "Ltd", "Limited", "PLC", "plc", "NV", "N.V", "SA", "S.A", "AG", "SE",
    "Group", "Holding", "Holdings",
})  # fmt: skip
_ZH_SUFFIX = re.compile(r"(?:股份)?(?:有限)?(?:责任)?公司$")
# Listed companies whose names are everyday words: only their symbols tell them.
_EVERYDAY = frozenset({"太阳能", "机器人", "农产品", "新产业", "数据港", "电子城", "生物股份", "中国医药", "国际医学"})
# Abbreviations of the trade that are symbols of somebody too.
_TRADE = """
ADX ATR BOLL CAGR CEO CFO CNY CPI DCF DEA DIF DMI EBIT EMA EPS ETF EUR EV FCF FY GAAP GBP GDP HKD IPO IRR JPY
KDJ LPR MA MACD MDI MLF NAV NPV OBV PB PDI PE PEG PMI PPI PS QOQ RMB ROA ROE ROIC RSI SMA TTM USD VWAP WACC YOY
"""
_TRADE_WORDS = frozenset(_TRADE.split())
_SHORTEST_SYMBOL = 3


def company_names(companies: Iterable[tuple[str, Sequence[str]]]) -> Iterator[tuple[str, str]]:
    """Pairs of a name and the symbol that it stands for."""
    for symbol, names in companies:
        if _tells(symbol):
            yield symbol, symbol
        for name in names:
            for form in _forms(folded(name)):
                yield form, symbol


def _tells(symbol: str) -> bool:
    """A short run of letters says too little by itself."""
    return not symbol.isalpha() or (len(symbol) >= _SHORTEST_SYMBOL and symbol not in _TRADE_WORDS)


def _forms(name: str) -> Iterator[str]:
    """As it is, without its last dot, and without what says only that it is a company."""
    if name in _EVERYDAY or not name:
        return
    yield name
    if name.endswith("."):
        yield name[:-1]
    short = _without_suffix(name)
    if short != name and _distinct(short):
        yield from _forms(short)


def _without_suffix(name: str) -> str:
    if not name.isascii():
        return _ZH_SUFFIX.sub("", name) if name.endswith("公司") else name
    before, _, last = name.rstrip(".").rpartition(" ")
    return before.rstrip(", ") if last in _SUFFIXES else name


def _distinct(short: str) -> bool:
    """Chinese: at least three characters. English: several words, or one that no dictionary would have in capitals
    within a sentence; a lone word may also open a sentence, so it needs length."""
    return len(short) >= 3 if not short.isascii() else " " in short or len(short) >= 5
