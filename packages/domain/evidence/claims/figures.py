"""Which figures a sentence speaks of, by the words that analysts use for them, and which way each of them is good."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.lexicon import MEAN_OF, UNKNOWN, Mention
from packages.domain.evidence.patterns import lazy_pattern

# Words, and the figures that they stand for; a star stands for any ending.
_FAMILIES: tuple[tuple[str, str], ...] = (
    (
        r"营业总?收入|营收|销售收入|销售额|收入|体量|\bsales\b|\brevenues?\b|\btop[- ]line\b|\bturnover\b(?! (?:is|at"
        r"|ratio|rate))",
        "revenue*",
    ),
    (
        r"净利润?(?!率)|利润(?!率|表)|盈利(?!能力|质量|空间)|\b(?:net |quarterly )?(?:profits?|income)\b(?! margin)"
        r"|\bbottom[- ]line\b|(?<!trailing )(?<!ttm )\bearnings\b",
        "net_profit* profit_growth*",
    ),
    (r"毛利率?|毛利水平|\bgross (?:margins?|line|level|profitability)\b|\bGM\b", "gross_margin"),
    (
        r"营业利润率|经营利润率|\bop(?:erating)?\.? (?:margins?|profitability|line|level)\b|\bEBIT margin\b",
        "operating_margin",
    ),
    (r"净利率|净利润率|\bnet (?:profit )?margins?\b", "net_margin"),
    (
        r"利润率|(?<!gross )(?<!operating )(?<!net )(?<!op )\bmargins?\b(?! of safety)",
        "gross_margin operating_margin net_margin",
    ),
    (
        r"盈利能力|盈利水平|\bprofitability\b|\bearning power\b",
        "gross_margin operating_margin net_margin roe roa net_profit*",
    ),
    (r"\bROE\b|净资产收益率|股东回报率?|资本回报|(?<![股投])回报(?!率)|\breturns? on equity\b|\breturns\b", "roe"),
    (r"\bROA\b|总资产收益率|\breturn on assets\b", "roa"),
    (r"资产负债率|\bdebt ratio\b|\bliabilities[- ]to[- ]assets?\b", "debt_ratio"),
    (r"净负债|净有息负债|\bnet debt\b|\bnet gearing\b", "net_debt_to_equity"),
    (
        r"杠杆|负债(?!率|表|权益)|债务(?!评级)|\b(?:leverage|gearing|indebtedness|borrowings?|debt load|debt burden)\b",
        "debt_ratio net_debt_to_equity",
    ),
    (
        r"利息保障|利息覆盖|付息能力|\binterest[- ]cover(?:age)?\b|\bservic(?:es?|ing) (?:its )?debt\b|\bdebt service\b"
        r"|\binterest bill\b",
        "interest_cover",
    ),
    (r"偿债", "interest_cover current_ratio quick_ratio debt_ratio net_debt_to_equity"),
    (r"流动性|流动比率|\bliquidity\b|\bcurrent ratio\b", "current_ratio quick_ratio"),
    (r"速动比率|\bquick ratio\b|\bacid test\b", "quick_ratio"),
    (
        r"应收|回款|收款|账期|\breceivables?\b|\bcollections?\b|\bDSO\b|\bcredit terms\b|\b(?:customers|clients"
        r"|buyers)\b"
        r"(?= (?:\w+ ){0,3}(?:pa(?:y|ys|id|ying)|settl\w+)\b)",
        "receivable_days",
    ),
    (
        r"存货|库存|去库|\binventor(?:y|ies)\b|\bstocks?\b(?= (?:on hand|days|turn|is turning|moves|sits|cover))"
        r"|\bgoods\b"
        r"|\bdestocking\b|\bDIO\b",
        "inventory_days",
    ),
    (r"周转天数|营运资金|\bworking capital\b", "receivable_days inventory_days"),
    (r"资产周转|\basset turnover\b", "asset_turnover"),
    (r"自由现金流|\bfree cash(?: flow)?\b|\bFCF\b", "free_cash_flow*"),
    (
        r"经营(?:性|活动)?(?:产生的)?现金流|造血|\boperating cash(?: flow)?\b|\bcash from operations\b|\boperations\b",
        "operating_cash_flow*",
    ),
    (
        r"(?<!自由)(?<!经营)(?<!活动)(?<!产生的)现金流|(?<!free )(?<!operating )\bcash (?:flow|generation)\b",
        "operating_cash_flow* free_cash_flow*",
    ),
    (r"净现比|现金含量|\bcash conversion\b", "cash_conversion"),
    (r"商誉|\bgoodwill\b", "goodwill_to_equity"),
    (r"每股收益|\bEPS\b|\bearnings per share\b", "eps*"),
    (r"估值|倍数|\bvaluations?\b|\bmultiples?\b|\bratings?\b", "pe_ttm pb ps_ttm peg"),
    (
        r"市盈率|\bP/?E\b|\b(?:trailing|ttm) earnings\b|\bearnings multiple\b|\bprice[- ]to[- ]earnings\b"
        r"|\btimes earnings\b",
        "pe_ttm",
    ),
    (r"市净率|\bP/?B\b|\bprice[- ]to[- ]book\b|\bbook(?: value)?\b", "pb"),
    (r"市销率|\bP/?S\b|\bprice[- ]to[- ]sales\b", "ps_ttm"),
    (
        r"股价|收盘价?|现价|价格|昨收|\b(?:the|its) (?:shares|stock)\b|\b(?:shares|share price|stock price|price"
        r"|closed?)\b(?! to)",
        "close price",
    ),
    (r"均线|移动平均|\b(?:moving )?averages?\b", "ma5 ma10 ma20 ma60 ma120 ma200"),
    (r"月线|短期均线|\bshort(?:er)?-term (?:moving )?average", "ma5 ma10 ma20"),
    (r"季线|中期均线|\b(?:medium|intermediate)-term (?:moving )?average", "ma60"),
    (r"半年线", "ma120"),
    (r"(?<!半)(?<!\d)年线|牛熊分界|长期均线|\blong(?:er)?-term (?:moving )?average", "ma120 ma200"),
    (r"中位数?|中枢|\bmedians?\b", "pe_median pb_median ps_median"),
    (r"分位|\bpercentiles?\b", "pe_percentile pb_percentile ps_percentile"),
    (r"\bRSI\b|动量|\bmomentum\b", "rsi14"),
    (r"\bADX\b|趋势强度|\btrend strength\b", "adx14"),
    (r"量比|成交量|量能|\b(?:trading )?volumes?\b|\bvolume ratio\b|\bturnover (?:is|at)\b", "volume_ratio"),
    (r"\bPMI\b|制造业景气|\bpurchasing managers\b", "pmi"),
    (r"布林带?上轨|上轨|\bupper (?:bollinger )?band\b", "bollinger_upper"),
    (r"布林带?下轨|下轨|\blower (?:bollinger )?band\b", "bollinger_lower"),
    (r"支撑|\bsupport\b", "support_1 support_2 support_3"),
    (r"阻力|压力位|\bresistance\b", "resistance_1 resistance_2 resistance_3"),
    (r"52\s?周(?:的)?(?:最高|高点)|\b52-week (?:high|peak)\b", "high_52w from_high_52w"),
    (r"52\s?周(?:的)?(?:最低|低点)|\b52-week (?:low|trough)\b", "low_52w from_low_52w"),
    (
        r"(?:优良|警戒|荣枯|放量|缩量|超买|超卖|参考|及格|合格|低估|高估|历史低位|历史高位|趋势成立|中)线|门槛|红线"
        r"|阈值|\b(?:house |warning |alert |good |overbought |oversold |expansion |hurdle |cut-?off )?(?:lines?"
        r"|threshold|hurdle|yardstick|benchmark|cut-?off)\b",
        "rule.*",
    ),
)
_COMPILED = tuple((lazy_pattern(pattern, re.IGNORECASE), tuple(stars.split())) for pattern, stars in _FAMILIES)
_DAYS = lazy_pattern(r"(?<![\d.])(\d{1,3})\s?(?:日(?!收益|涨|跌|累计)|-day\b|天线)", re.IGNORECASE)

_LOWER_IS_BETTER = ("_days", "debt_ratio", "net_debt_to_equity", "goodwill_to_equity")
_HIGHER_IS_BETTER = (
    "revenue", "net_profit", "gross_margin", "operating_margin", "net_margin", "roe", "roa", "eps", "free_cash_flow",
    "operating_cash_flow", "cash_conversion", "current_ratio", "quick_ratio", "interest_cover", "asset_turnover",
    "score_", "financial_score", "profit_growth", "pmi", "return_", "gdp_growth",
)  # fmt: skip
MULTIPLES = ("pe_ttm", "pb", "ps_ttm", "peg", "peg_3y")


def polarity(metric: str) -> int:
    """1 where more is better, -1 where less is, 0 where it depends."""
    if metric.endswith(_LOWER_IS_BETTER):
        return -1
    return 1 if metric.startswith(_HIGHER_IS_BETTER) else 0


@dataclass(frozen=True, slots=True)
class FigureMention:
    """Words at a place of the text, and the figures of the book that they may mean."""

    start: int
    end: int
    metrics: frozenset[str]


def figure_mentions(text: str, known: Sequence[Mention], book: EvidenceBook) -> list[FigureMention]:
    """In order; the labels of the book count as well as the words of the trade."""
    metrics = book.metrics
    found = [
        FigureMention(match.start(), match.end(), meant)
        for pattern, meant in _families_of(metrics)
        for match in pattern.finditer(text)
    ]
    for match in _DAYS.finditer(text):
        if f"ma{match[1]}" in metrics:
            found.append(FigureMention(*match.span(), frozenset({f"ma{match[1]}"})))
    for mention in known:
        named = frozenset(what.removeprefix(MEAN_OF) for what in mention.whats) & metrics - {UNKNOWN}
        if named:
            found.append(FigureMention(mention.start, mention.end, named))
    return _without_heads(sorted(found, key=lambda mention: (mention.start, mention.end)))


def _without_heads(found: list[FigureMention]) -> list[FigureMention]:
    """The average of a 20-day average, the line of a 60-day line say nothing by themselves."""
    ends = {mention.end: mention for mention in found if all(metric.startswith("ma") for metric in mention.metrics)}
    kept = []
    for mention in found:
        named = ends.get(mention.start) or ends.get(mention.start - 1)
        if named is None or named is mention or not any(map(is_mark, mention.metrics)):
            kept.append(mention)
    return kept


@lru_cache(maxsize=64)
def _families_of(metrics: frozenset[str]) -> list[tuple[re.Pattern[str], frozenset[str]]]:
    """The words of the trade, with the figures that each may mean here."""
    found = [(pattern, _meant(stars, metrics)) for pattern, stars in _COMPILED]
    return [(pattern, meant) for pattern, meant in found if meant]


def _meant(stars: tuple[str, ...], metrics: frozenset[str]) -> frozenset[str]:
    return frozenset(metric for metric in metrics for star in stars if _fits(metric, star))


def _fits(metric: str, star: str) -> bool:
    return metric.startswith(star[:-1]) if star.endswith("*") else metric == star


def named_between(mentions: Iterable[FigureMention], left: int, right: int) -> list[FigureMention]:
    return [mention for mention in mentions if left <= mention.start < right]


_PRICES = ("close", "price")
_PRICE_MARKS = lazy_pattern(
    r"ma\d+|vwap\d*|bollinger_(?:upper|middle|lower)|support_\d|resistance_\d|high_52w|low_52w"
    r"|(?:value|dcf)_\w+|graham_number"
)
_RULES_OF = (
    ("rsi_", "rsi14"), ("adx_", "adx14"), ("kdj_", "kdj_j"), ("volume_", "volume_ratio"), ("macro_pmi", "pmi"),
    ("macro_cpi", "cpi_inflation"), ("peg_", "peg"), ("cheap_margin", "safety_margin"),
    ("dear_margin", "safety_margin"), ("band_", "bollinger_percent_b"), ("near_high", "from_high_52w"),
    ("near_low", "from_low_52w"), ("wide_range", "atr_share"), ("signal_", "financial_score"),
)  # fmt: skip


def is_mark(metric: str) -> bool:
    """What others are held against: a house line, an average of prices, a median."""
    marks = _PRICE_MARKS.fullmatch(metric) is not None
    return (
        marks or metric.startswith("rule.") or metric.endswith(("_median", "_p25", "_p75")) or metric == "macd_signal"
    )


def is_mark_of(mark: str, metric: str) -> bool:
    """Whether this figure is held against this mark."""
    if mark.startswith("rule."):
        name = mark.removeprefix("rule.")
        if name.startswith("percentile_"):
            return metric.endswith("_percentile")
        held = next((figure for start, figure in _RULES_OF if name.startswith(start)), None)
        return metric == held if held else name.rpartition("_")[0] == metric
    if mark == "macd_signal":
        return metric == "macd_line"
    if mark.endswith(("_median", "_p25", "_p75")):
        return metric.removesuffix("_ttm") == mark.rpartition("_")[0]
    return metric in _PRICES and _PRICE_MARKS.fullmatch(mark) is not None


_CUMULATIVE = ("revenue", "net_profit", "eps", "operating_cash_flow", "free_cash_flow")


def comparable(row: EvidenceRow, other: EvidenceRow) -> bool:
    """Whether two rows of one figure may be held against each other: nine months not against a year."""
    if row.metric != other.metric or row.unit != other.unit:
        return False
    return row.metric not in _CUMULATIVE or row.period[4:] == other.period[4:]
