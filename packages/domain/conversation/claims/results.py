"""The results that an answer tells of a strategy: return, Sharpe, drawdown, win rate and trades, with their figures.

A target, a limit, an example and a term explained are none; nor is what a market, a fund or a company did.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packages.domain.conversation.answer_sources import figures_in
from packages.domain.conversation.claims.clauses import StatedClause, clauses
from packages.domain.conversation.instrument_claims import symbols_in
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_LINK = (
    r"(?:[\s:=*~|]|\b(?:ratio|rate|of|is|was|at|to|an?|the|about|around|only|just|nearly|almost|over|reached"
    r"|hit|came in"
    r"|stands|stood|impressive|whopping|solid|net|total)\b|为|是|达到?了?|有|高达|约|仅|只|在|了|到|超过|接近"
    r"|将近|比率?|率){0,8}$"
)
_BEFORE: Mapping[str, re.Pattern[str]] = {
    "sharpe": lazy_pattern(
        rf"(?:\bsharpe|夏普){_LINK}",
        _I,
    ),
    "drawdown": lazy_pattern(
        rf"(?:\bdraw-?down|回撤){_LINK}",
        _I,
    ),
    "win_rate": lazy_pattern(
        rf"(?:\b(?:win(?:ning|s)?|hit)[- ](?:rate|ratio)|胜率){_LINK}",
        _I,
    ),
    "trades": lazy_pattern(
        rf"(?:\b(?:trades|trade count|number of trades)\s?[:=|]|(?:总?共|一共|累计)?(?:成交|交易)(?:次数"
        rf"|笔数)?|笔数){_LINK}",
        _I,
    ),
    "return": lazy_pattern(
        r"(?:\b(?:returns?|profits?|gains?|cagr|p&l|pnl|earned|earns|made|returned|gained|delivered|yielded"
        r"|generated|achieved"
        r"|posted|is up|was up|annuali[sz]ed)|收益|回报|年化|盈利|赚|净赚|涨幅|获利)" + _LINK,
        _I,
    ),
}
_BEHIND: Mapping[str, re.Pattern[str]] = {
    "sharpe": lazy_pattern(
        r"\s?(?:的)?(?:sharpe|夏普)",
        _I,
    ),
    "drawdown": lazy_pattern(
        r"\s?(?:的)?(?:(?:max(?:imum)? )?draw-?down|(?:最大)?回撤)",
        _I,
    ),
    "win_rate": lazy_pattern(
        r"\s?(?:的)?(?:win(?:ning)?[- ]rate|hit rate|胜率|of (?:the |its |all )?(?:trades|them) (?:won"
        r"|were win|winners))",
        _I,
    ),
    "trades": lazy_pattern(
        r"\s?(?:(?:closed |completed |winning |profitable |round[- ]trip )?trades\b|笔(?!资金|钱)|次(?:交易|成交))",
        _I,
    ),
    "return": lazy_pattern(
        r"\s?(?:的)?(?:(?:total |annual(?:i[sz]ed)? |net |average |overall |cumulative )*(?:returns?|profit|gain)\b"
        r"|(?:年化|累计|总|净)*(?:收益|回报|利润))",
        _I,
    ),
}
_MEASURED = lazy_pattern(
    r"\b(?:back-?test\w*|stress[- ]test\w*|earned|made|returned|achieved|delivered|gained|yielded|generated|posted"
    r"|showed|shows)\b|回测|压力测试|压测|赚了|实现了?|跑出|录得|取得|做到|拿到",
    _I,
)
# Before a figure in its sentence, or beside it in its clause: it is wanted, allowed or an example.
_WANTED = lazy_pattern(
    r"\b(?:targets?|goals?|aims?|limits?|caps?|ceiling|tolerance|budget|you (?:said|told|want|wanted"
    r"|mentioned|asked|hope"
    r"|expect|can|could|chose|accept)|your (?:own )?(?:expectation|wish|constraint)s?|threshold"
    r"|stop(?:-loss)?|take[- ]profit"
    r"|criteri\w+|requirements?|filters?|most funds|for instance)\b"
    r"|目标|上限|下限|限额|限制|你(?:说|想|希望|要|能|可以|提到|接受)|您(?:说|想|希望|要|能|可以|提到|接受)"
    r"|期望|容忍|承受|止损|止盈|阈值|标准|要求|门槛",
    _I,
)
_GENERAL = lazy_pattern(
    r"\b(?:above|below|at least|at most|no more than|more than|less than|up to|between|usually|typically"
    r"|generally|often"
    r"|commonly|good|decent|rare|realistic|unrealistic|considered|means?|counts? as|would|could|should|might"
    r"|may|can|will"
    r"|expect(?:ed|s)?|hope|per day|a day|a week|a month|per week|per month|assum\w+|historically"
    r"|rule of thumb|enough|a year|per year|needs?|how)\b"
    r"|\b(?:fewer|less) than|不超过|以内|以上|以下|控制|高于|低于|大于|小于|至少|最多|预期|预计|通常|一般"
    r"|往往|可能|应该|可以|算|意味|代表"
    r"|表示|建议|每[天日周月年]|不到|少于|多于|才|都?属于|较好|优秀水平|希望|争取|力争|会",
    _I,
)
_SUBJECT_IN_GENERAL = lazy_pattern(r"^\W*(?:an?|any|every|each|most)\s", _I)
_OTHERS = lazy_pattern(
    r"\b(?:s&p|index|indices|nasdaq|dow|funds?|markets?|bonds?|deposits?|savings|stocks?|buy[- ]and[- ]hold|benchmark"
    r"|company|investors?|buffett|inflation|sector)\b|指数|大盘|沪深|标普|纳指|基金|存款|国债|理财|买入持有"
    r"|基准|公司|股民|巴菲特|通胀|板块|行业|个股",
    _I,
)
_OURS = lazy_pattern(r"\b(?:strategy|back-?test|your rules|deployment|paper)\b|策略|回测|模拟盘|实盘|规则|部署", _I)


@dataclass(frozen=True, slots=True)
class ToldResult:
    """`is_plain`: no word of it says that it was measured, so it may be what the person said."""

    metric: str
    number: StatedNumber
    is_plain: bool


def told_results(text: str) -> list[ToldResult]:
    return [result for clause in clauses(text) for result in _of_clause(clause)]


def _of_clause(clause: StatedClause) -> Iterator[ToldResult]:
    words = clause.text
    if not any(letter.isdigit() for letter in words) or _is_of_others(clause) or _is_general(clause):
        return
    plain = _MEASURED.search(clause.sentence) is None
    for number, metric in named_figures(clause.sentence, clause.start, clause.end):
        if clause.states_at(number.start - clause.start, number.end - clause.start):
            yield ToldResult(metric, number, plain)


def named_figures(plain: str, start: int, end: int) -> Iterator[tuple[StatedNumber, str]]:
    """The numbers of a stretch with the result that stands next to each; a name belongs to the number behind it
    first."""
    for number in figures_in(plain):
        if not start <= number.start < end:
            continue
        kinds = [name for name, pattern in _BEFORE.items() if pattern.search(plain, start, number.start)]
        kinds += [name for name, pattern in _BEHIND.items() if pattern.match(plain, number.end, end)]
        metric = next((kind for kind in kinds if _fits(kind, number)), None)
        if metric is not None:
            yield number, metric
        start = number.end


def _fits(metric: str, number: StatedNumber) -> bool:
    unit = number.unit
    if metric == "trades":
        return number.text.strip().replace(",", "").isdigit() or unit.dimension not in {"ratio", "money"}
    if metric == "sharpe":
        return unit.dimension in {"plain", "times"}
    return unit.dimension == "ratio"


def _is_of_others(clause: StatedClause) -> bool:
    """What a market, a fund or a company did."""
    foreign = _OTHERS.search(clause.sentence) is not None or bool(symbols_in(clause.sentence))
    return foreign and _OURS.search(clause.sentence) is None


def _is_general(clause: StatedClause) -> bool:
    wanted = _WANTED.search(clause.sentence, 0, clause.end) is not None
    return wanted or any(pattern.search(clause.text) for pattern in (_GENERAL, _SUBJECT_IN_GENERAL))
