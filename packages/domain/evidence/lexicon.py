"""Names of figures and companies in a text, found by their first letters in one pass."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from packages.domain.evidence.passages import folded, lowered
from packages.domain.evidence.patterns import lazy_pattern

_SUFFIXES = frozenset({
    "Inc", "Corp", "Corporation", "Company", "Co", "Ltd", "Limited", "PLC", "plc", "NV", "N.V", "SA", "S.A", "AG", "SE",
    "Group", "Holding", "Holdings",
})  # fmt: skip
_ZH_SUFFIX = lazy_pattern(r"(?:股份)?(?:有限)?(?:责任)?公司$")
# Listed companies whose names are everyday words: only their symbols count.
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
        if _is_distinctive(symbol):
            yield symbol, symbol
        for name in names:
            for form in _forms(folded(name)):
                yield form, symbol


def _is_distinctive(symbol: str) -> bool:
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


UNKNOWN = "?"

# A loss is negative profit: these name the figure and say its sign at once.
LOSSES: Mapping[str, Sequence[str]] = {
    "net_profit": ("净亏损", "归母净亏损", "net loss"),
    "net_profit_quarter": ("单季净亏损", "quarterly net loss"),
    "net_profit_ttm": ("滚动净亏损", "trailing net loss"),
}
LOSS_NAMES = frozenset(name for names in LOSSES.values() for name in names)

_ZH = """
息税折旧摊销前利润 息税前利润 毛利 毛利润 毛利额 净利率 营业利润 利润总额 税前利润 扣非净利润
扣非归母净利润 核心净利润 每股经营现金流 净现金流 投资资本回报率 资本回报率 已动用资本回报率 股息率
派息率 分红率 股利支付率 市现率 企业价值倍数 企业价值 总市值 流通市值 换手率 贝塔系数 夏普比率
最大回撤 年化波动率 波动率 隐含波动率 存货周转率 应收账款周转率 权益乘数 产权比率 现金比率 净息差
不良贷款率 拨备覆盖率 资本充足率 核心一级资本充足率 研发费用率 销售费用率 管理费用率 财务费用率
期间费用率 有效税率 市占率 市场份额 客户留存率 产能利用率 订单金额 在手订单 同店销售 活跃用户
市盈率分位 动态市盈率 静态市盈率 前瞻市盈率 预期市盈率 目标价 一致预期 人均营收 合同负债 资本开支
资本支出 商誉 货币资金 有息负债 总资产 净资产 所有者权益
"""
_EN = """
EBITDA; EBITDA margin; EBITA; EBIT; EBIT margin; EV/EBITDA; EV/sales; enterprise value; market cap;
market capitalization; market capitalisation; gross profit; operating profit; operating income;
pre-tax profit; pretax profit; pretax margin; profit before tax; core profit; adjusted profit;
ROIC; ROCE; return on invested capital; return on capital; dividend yield; payout ratio;
price-to-cash-flow; forward PE; forward P/E; P/E; P/B; P/S; price-to-earnings; price-to-book;
target price; price target; consensus EPS; beta; Sharpe ratio; maximum drawdown; volatility;
implied volatility; turnover rate; inventory turnover; receivables turnover; cash ratio;
equity multiplier; net interest margin; non-performing loan ratio; NPL ratio;
capital adequacy ratio; R&D ratio; R&D intensity; SG&A ratio; effective tax rate; market share;
churn rate; capacity utilisation; capacity utilization; order backlog; backlog; same-store sales;
active users; ARPU; capex; capital expenditure; contract liabilities; total assets; net assets;
book-to-bill; net cash flow; cash flow per share; net profit margin; net margin; gross margin;
operating margin;
"""
FOREIGN_TERMS: tuple[str, ...] = (*_ZH.split(), *(" ".join(term.split()) for term in _EN.split(";") if term.strip()))

# Words that make another figure of the one that they stand before.
QUALIFIERS = (
    "扣非", "扣非后", "调整后", "经调整", "核心", "预期", "预计", "预测", "一致预期", "行业", "行业平均",
    "行业均值", "同业", "同业平均", "可比公司", "目标", "历史平均", "adjusted", "core", "underlying",
    "expected", "forecast", "projected", "consensus", "target", "industry", "industry-average",
    "industry average", "peer", "peer-average", "peer average", "sector", "pro forma", "non-gaap",
)  # fmt: skip
# Words behind a name that make another figure of it.
EXTENSIONS = ("率", "增速", "增长率", "增幅", "占比", "分位", "中位数", "环比")

MEAN_OF = "mean of "

_CHANGES = ("_yoy", "_qoq", "_change", "_year_change", "_growth")


def is_change_of(metric: str, other: str) -> bool:
    """Whether a figure says how another one changed: `revenue_yoy` of `revenue`."""
    bases = {other, other.removesuffix("_ttm")}
    return any(metric == f"{base}{change}" for base in bases for change in _CHANGES)


def changes_of(metrics: frozenset[str]) -> frozenset[str]:
    """All figures that say how these changed."""
    bases = {base for metric in metrics - {UNKNOWN} for base in (metric, metric.removesuffix("_ttm"))}
    return frozenset(f"{base}{change}" for base in bases for change in _CHANGES)


def is_difference(metric: str) -> bool:
    """Whether a ratio is a distance between two ratios, so that it is given in percentage points too."""
    return metric.endswith("_change")


_ASCII_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_LETTERS = frozenset(letter for letter in _ASCII_WORD if letter.isalpha())
_CJK_EDGE = lazy_pattern(r"(?<=[\u4e00-\u9fff])\s+|\s+(?=[\u4e00-\u9fff])")
_KEY = 2


@dataclass(frozen=True, slots=True)
class Mention:
    """Something named at a place in the text; `whats` are all things that the name stands for."""

    start: int
    end: int
    whats: frozenset[str]


class Names:
    """`exact`: capital letters matter, as in names of companies."""

    def __init__(self, pairs: Iterable[tuple[str, str]], *, exact: bool = False) -> None:
        self._exact = exact
        self._whats: dict[str, frozenset[str]] = {}
        for name, what in pairs:
            spelled = name if exact else lowered(name)
            self._whats[spelled] = self._whats[spelled] | {what} if spelled in self._whats else frozenset((what,))
        lengths: dict[str, set[int]] = {}
        for name in self._whats:
            if len(name) >= _KEY:
                lengths.setdefault(name[:_KEY], set()).add(len(name))
        self._lengths = {start: sorted(found, reverse=True) for start, found in lengths.items()}

    def found(self, text: str) -> list[Mention]:
        """In order, none inside of another; the longest where several begin at one place (净利率 is not 净利)."""
        return list(self._scan(text if self._exact else lowered(text)))

    def _scan(self, text: str) -> Iterator[Mention]:
        place, last = 0, len(text) - _KEY
        inside = False  # of an English word, where no name begins
        while place <= last:
            letter = text[place] in _LETTERS
            lengths = self._lengths.get(text[place : place + _KEY]) if not (letter and inside) else None
            end = self._end_of_name(text, place, lengths) if lengths else 0
            if end:
                yield Mention(place, end, self._whats[text[place:end]])
            inside = text[end - 1] in _LETTERS if end else letter
            place = end or place + 1

    def _end_of_name(self, text: str, place: int, lengths: Sequence[int]) -> int:
        """Zero: none begins here."""
        for length in lengths:
            end = place + length
            if end <= len(text) and text[place:end] in self._whats and _stands_alone(text, place, end):
                return end
        return 0


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Not a piece of a longer word or of a longer number; a plural's s is let pass."""
    first, before = text[start], text[start - 1] if start else " "
    if first in _ASCII_WORD and before in _ASCII_WORD and not (first.isalpha() and before.isdigit()):
        return False
    if text[end - 1] not in _ASCII_WORD or end >= len(text) or text[end] not in _ASCII_WORD:
        return True
    return text[end] == "s" and text[end - 1].isalpha() and (end + 1 >= len(text) or text[end + 1] not in _ASCII_WORD)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What may be named in a sentence. `names_of`: the names of each figure, small letters."""

    figures: Names
    companies: Names
    names_of: Mapping[str, Sequence[str]]


_Named = tuple[tuple[str, tuple[str, ...]], ...]


def lexicon_of(labels: Mapping[str, Sequence[str]], companies: Mapping[str, Sequence[str]]) -> Lexicon:
    """Labels and companies hardly change from book to book, so what was built last is kept."""
    figures, names_of = _figures(tuple((metric, tuple(names)) for metric, names in labels.items()))
    return Lexicon(figures, _companies(tuple((symbol, tuple(names)) for symbol, names in companies.items())), names_of)


@lru_cache(maxsize=4)
def _companies(companies: _Named) -> Names:
    return Names(company_names(companies), exact=True)


@lru_cache(maxsize=4)
def _figures(labels: _Named) -> tuple[Names, Mapping[str, Sequence[str]]]:
    own = [(spelling, metric) for metric, names in labels for name in names for spelling in _spellings(name)]
    known = {lowered(name) for name, _ in own}
    metrics = {metric for metric, _ in labels}
    own += [(name, metric) for metric, names in LOSSES.items() if metric in metrics for name in names]
    foreign = [(name, UNKNOWN) for term in FOREIGN_TERMS for name in _spellings(term) if lowered(name) not in known]
    names_of: dict[str, list[str]] = {}
    for name, metric in own:
        names_of.setdefault(metric, []).append(lowered(name))
    return Names([*own, *foreign]), names_of


def _spellings(name: str) -> Iterator[str]:
    """With and without the blank that some set between Chinese and Latin letters."""
    name = folded(name)
    yield name
    if (tight := _CJK_EDGE.sub("", name)) != name:
        yield tight
    elif (
        wide := re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])", " ", name)
    ) != name:
        yield wide
