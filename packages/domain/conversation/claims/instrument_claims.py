"""What a sentence says of an instrument: a figure with its value, an event of a company, a forecast or a
judgement."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from packages.domain.evidence.lexicon import Mention, Names
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.passages import blanked
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.figures import prose_names
from packages.domain.evidence.retelling.happenings import happenings

_I = re.IGNORECASE
# Figures of strategies and of plans go by these names; so do everyday words.
_NOT_OF_COMPANIES = lazy_pattern(
    r"drawdown|sharpe|volatility|\bbeta\b|回撤|夏普|波动|贝塔|\bgap\b|缺口|score|评分|得分|^shares?$|股数"
    r"|^averages?$",
    _I,
)
_TECHNICAL = lazy_pattern(
    r"rsi|^ma\d|macd|kdj|adx|_di14|atr|bollinger|vwap|volume|obv|close|price|support|resistance|return_|high_|low_"
)
_PRICES = frozenset({"close", "price", "ma5", "ma10", "ma20", "ma60", "ma120", "ma200"})
_LINK = lazy_pattern(
    r"[\s,*]*(?:\([^()]{1,20}\)\s?)?(?:(?:average of|mean of|line at|average is|average at|is|was|are|were|has"
    r"|have|been|stands?|stood|at|of|to|by|reads?|reached|hit|came|in|"
    r"only|just|now|currently|about|around|nearly|some|rose|fell|grew|jumped|dropped|surged|plunged|declined"
    r"|increased|"
    r"decreased|rises|falls|up|down|a|the|its|that|will|be)\b|[=:,*~]|为|是|达到?|约|仅|只|有|高达|报|录得|在|的|了|"
    r"同比|环比|大?增长?|大?幅|下降|下滑|上升|提升|增加|减少|上涨|下跌|暴[涨跌]|至|到|目前|现|当前|均?线|\s)*[\s*]*",
    _I,
)
_BACK = lazy_pattern(r"\s?(?:of|in|的|\s)*(?:annual |quarterly |its )?", _I)
_PLANNED_BEFORE = lazy_pattern(
    r"(?:\b(?:stop|limit|entry|exit|trigger|take|target|trailing|order|strike|max\w*|min\w*|your)[- ]?|止损"
    r"|止盈|入场|出场|限|触发|委托|目标|挂单)\s?$",
    _I,
)
_RULES = lazy_pattern(
    r"\b(?:threshold|period|parameters?|rules?|entry|enter|exit|stop|signal|trigger|strategy|draft|backtest"
    r"|condition|filter|cross\w*|setting|length|window)\b"
    r"|参数|阈值|周期|规则|入场|出场|进场|离场|止损|止盈|条件|信号|策略|草案|回测|上穿|下穿|设为|设置",
    _I,
)
_GENERAL = lazy_pattern(
    r"\b(?:if|when|whenever|usually|typically|generally|often|commonly|means?|called|considered|regarded|say|suppose|"
    r"example|e\.g|imagine|would|could|might|any|counts? as|conventional\w*|rule of thumb|between \S+ and)\b"
    r"|如果|假如|假设|若|当.{0,30}时|通常|一般|往往|例如|比如|是指|指的是|称为|叫做|视为|意味着|可能|代表|表示|举例",
    _I,
)
_NOW = lazy_pattern(r"\b(?:right now|currently|today|yesterday|at present|latest)\b|目前|现在|当前|今天|昨天|最新", _I)
_MULTIPLE = lazy_pattern(r"\b(?:trad(?:es|ing)|valued|priced) at \S+ ?(?:times|x)\b", _I)
QUESTION = lazy_pattern(r"[?]\s*\S{0,2}\s*$|吗\s*[。.]?\s*$")
SYMBOL = lazy_pattern(
    r"(?<![A-Za-z0-9.])(?:\d{6}\.(?:SZ|SH|BJ)|\d{4,5}\.HK|[A-Z][A-Z0-9]{0,7}\.(?:SZ|SH|BJ|HK|US)"
    r"|[A-Z]{2,6}-USDT?|[A-Z]{2,5})"
    r"(?![A-Za-z0-9]|\.[A-Z])"
)
_COMPARED = lazy_pattern(
    r"(?:\b(?:against|versus|vs\.?|benchmark|relative to|than|beat\w*|outperform\w*)|基准|对比|相对于?|跑[赢输]"
    r"|比)[\s:(]*(?:为|是|the\s)?"
    rf"(?P<symbol>{SYMBOL.pattern})",
)
_CAPITALS = """
BUY SELL HOLD NO CALL RSI MA EMA SMA MACD KDJ ADX ATR VWAP OBV DMI CCI BOLL PE PB PS PEG EPS ROE ROA ROIC EV TTM
YOY QOQ DCF CNY USD HKD EUR RMB JPY GBP US UK EU AI ETF ETFS IPO CEO CFO COO CTO GDP CPI PPI PMI KYC API MCP OK
FAQ AM PM ID IT FCF CAGR EBIT EBITDA GAAP IFRS LPR MLF NAV WACC IRR NPV FY AND OR NOT THE ALL IN OF TO IS LTD
SEC CSRC FED ECB PBOC HIGH LOW MEDIUM LONG SHORT OPEN CLOSE STOP RISK BEAR BULL DIF DEA PDI MDI TODO NOTE TRUE
FALSE NULL JSON CSV SQL REIT ADR ESG OHLC OHLCV VIX UTC GMT EST
"""
_NO_SYMBOLS = frozenset(_CAPITALS.split())
_PARTY = lazy_pattern(
    r"\b(?:company|firm|issuer|CEO|CFO|COO|chief|chairman|chairwoman|president|directors?|board|auditors?|management|"
    r"shareholders?|founder|executives?)\b|公司|集团|董事|总裁|总经理|财务总监|高管|股东|创始人|审计机构|管理层",
    _I,
)
_OURS = lazy_pattern(
    r"\b(?:I|you|your|we|our|strategy|strategies|deployment|backtest|orders?|limits?|drawdown|kill switch|draft"
    r"|session|"
    r"position|paper|plan|test)\b|策略|部署|回测|订单|委托|限额|回撤|草案|持仓|模拟|你|您|我",
    _I,
)
_MORE_EVENTS = lazy_pattern(
    r"\bled away\b|\btaken (?:away|into custody)\b|\bin (?:police )?custody\b|\bby (?:the )?police\b"
    r"|\b(?:bought|acquired|owns|purchased|sold|holds|took)\b[^.;]{0,20}?\d[\d.]*\s?% (?:of|stake)"
    r"|(?:买入|买下|购入|收购|持有|抛售|卖出)[^,;。]{0,14}?\d[\d.]*\s?%[^,;。]{0,4}(?:股份|股权|股票)|警方|带走",
    _I,
)
_FORECAST = lazy_pattern(
    r"\b(?:will|shall|is going to|are going to|is (?:set|bound|likely|expected) to|are (?:set|bound|likely"
    r"|expected) to)\b"
    r"|将|会(?!议|计|员)|预计|有望|势必|必将",
    _I,
)
_MOVES = lazy_pattern(
    r"\b(?:triple|double|rise|fall|grow|decline|drop|surge|soar|plunge|collapse|climb|rally|recover|rebound"
    r"|beat|miss|"
    r"outperform|underperform|increase|decrease|shrink|go bankrupt|default|improve|worsen)\b"
    r"|翻[一两三四五倍番]|增长|增加|上涨|大涨|上升|下跌|大跌|下降|下滑|暴跌|暴涨|反弹|回升|破产|违约|改善|恶化"
    r"|跑赢|跑输|突破",
    _I,
)
_OF_COMPANY = lazy_pattern(
    r"\b(?:revenues?|sales|profits?|earnings|margins?|EPS|dividends?|share price|stock price|the (?:stock"
    r"|shares|company|"
    r"firm|price)|it|its)\b|营收|收入|利润|业绩|毛利率|股价|该股|公司|股票",
    _I,
)
_JUDGES = lazy_pattern(
    r"\b(?:is|are|looks?|seems?|remains?)\b[^.;]{0,24}\b(?:undervalued|overvalued|cheap|expensive|attractive"
    r"|promising|"
    r"excellent|great|outstanding|a bargain|well managed|a (?:strong|weak|good|bad|great) company)\b"
    r"|(?:被|明显|严重)?[低高]估|便宜|昂贵|有吸引力|前景(?:广阔|光明|黯淡)|值得(?:买入|持有)|质地优秀",
    _I,
)


@lru_cache(maxsize=1)
def figure_labels() -> Mapping[str, Sequence[str]]:
    """Every figure of the lexicon; its names are in the table of synonyms."""
    table = json.loads(files("packages.domain.evidence.prose").joinpath("synonyms.json").read_text("utf-8"))
    return {metric: ("the price", "price") if metric == "close" else () for metric in table["figures"]}


def figure_names() -> Names:
    """Takes a while when it is asked for first."""
    return prose_names(figure_labels())


def symbols_in(plain: str) -> frozenset[str]:
    """The instruments that a folded sentence names by symbol."""
    return frozenset(match.group() for match in SYMBOL.finditer(plain)) - _NO_SYMBOLS


def subjects_in(plain: str, instruments: Collection[str]) -> frozenset[str]:
    """Whom a sentence is about: of those named the ones that are known, or else all but what is only compared
    with."""
    named = symbols_in(plain)
    known = named.intersection(instruments)
    compared = {match["symbol"] for match in _COMPARED.finditer(plain)}
    return known or named - compared


def stated_values(plain: str, numbers: Sequence[StatedNumber]) -> Iterator[tuple[Mention, StatedNumber]]:
    """Each figure with the number that the sentence gives it; whose it is may stand between them."""
    plain = blanked(plain, (match.span() for match in SYMBOL.finditer(plain) if match.group() not in _NO_SYMBOLS))
    for mention in figure_names().found(plain):
        for number in numbers:
            behind = number.start >= mention.end and _LINK.fullmatch(plain, mention.end, number.start)
            before = number.end <= mention.start and not number.text.isdigit()
            if behind or (before and _BACK.fullmatch(plain, number.end, mention.start)):
                yield mention, number


def states_figure(plain: str, numbers: Sequence[StatedNumber]) -> bool:
    """Whether it gives a figure of an instrument: no rule of a strategy, and nothing said in general."""
    if not numbers or QUESTION.search(plain):
        return False
    named = bool(symbols_in(plain))
    if not named and _GENERAL.search(plain) and not _NOW.search(plain):
        return False
    if _MULTIPLE.search(plain):
        return True
    ruled = not named and _RULES.search(plain) is not None
    return any(
        _is_of_company(plain, mention, number, ruled, named) for mention, number in stated_values(plain, numbers)
    )


def _is_of_company(plain: str, mention: Mention, number: StatedNumber, ruled: bool, named: bool) -> bool:
    name = plain[mention.start : mention.end]
    if _NOT_OF_COMPANIES.search(name):
        return False
    if _PLANNED_BEFORE.search(plain, max(0, mention.start - 12), mention.start):
        return False
    technical = any(_TECHNICAL.search(what) for what in mention.whats)
    if technical and ruled:
        return False
    return named or not (mention.whats & _PRICES and number.unit.dimension == "ratio")


def stated_events(plain: str) -> list[str]:
    """The words by which it says that something happened to a company."""
    found = happenings(plain)
    if not QUESTION.search(plain):
        found += [match.group() for match in _MORE_EVENTS.finditer(plain)]
    if found and _OURS.search(plain) and not _PARTY.search(plain) and not symbols_in(plain):
        return []
    return found


def is_opinion(plain: str) -> bool:
    """A forecast or a judgement of an instrument: nothing that is known can bear it out."""
    if QUESTION.search(plain) or _GENERAL.search(plain) or _OURS.search(plain) or _RULES.search(plain):
        return False
    if not _OF_COMPANY.search(plain) and not symbols_in(plain):
        return False
    forecast = _FORECAST.search(plain)
    return (forecast is not None and _MOVES.search(plain, forecast.end()) is not None) or bool(_JUDGES.search(plain))
