"""Which measured figures a question or a mere name asks for: "how many trades did it make?", 胜率, "worst fall?"."""

from collections.abc import Mapping
from re import IGNORECASE

from packages.domain.evidence.patterns import lazy_pattern

# By the keys of the glossary; of each, the trade's own names and what people say in their place.
_WORDS: Mapping[tuple[str, ...], str] = {
    ("few_trades",): (
        r"\bhow many (?:\w+ ){0,2}(?:trades|deals|round ?trips)\b|\bnumber of trades\b|\btrade count\b"
        r"|\bhow (?:many times|often) (?:did|has) (?:it|the strategy|they) (?:trade\w*|buy|bought)\b"
        r"|(?:交易|成交|做|买卖|开仓)了?(?:有)?(?:多少|几)[笔次单回]|(?:多少|几)[笔次单](?:交易|成交)|(?:交易|成交)(?:次数|笔数)"
    ),
    ("win_rate",): (
        r"\bwin(?:ning)?[ -]?(?:rate|ratio|percentage)\b|\bhit rate\b"
        r"|\bhow (?:often|many times) (?:did|does|has) it (?:win|won|lose|lost)\b"
        r"|\b(?:how many|what (?:share|percentage|percent|part)) (?:of (?:the|its|them|these) ?(?:trades )?)?"
        r"(?:trades )?(?:won|win|were (?:winners|profitable))\b"
        r"|\bhow many (?:of (?:the|its|them|these) ?(?:trades )?)?(?:losing (?:trades|deals)|losers"
        r"|(?:trades )?(?:lost|lose)\b)"
        r"|胜率|(?:赢|赚钱)(?:了|的)?(?:多少|几|比例)[笔次]?|(?:亏|输|赔|赚)(?:损|钱)?(?:了|过|的)?(?:多少|几)[次笔单回]"
    ),
    ("total_return", "cagr", "buy_and_hold"): (
        r"\bhow much (?:money )?(?:did|has|have|would) (?:it|the strategy|they|we|i|these rules) (?:have )?"
        r"(?:make|made|earn\w*|gain\w*|return\w*|lose|lost)\b|\b(?:total )?returns?\b(?= ?\W*$| (?:was|is|did))"
        r"|\bdid (?:it|the strategy|they) (?:make|lose|earn) (?:any )?money\b"
        r"|(?:一共|总共)?(?:赚|挣|亏|盈利)了?(?:有)?(?:多少|几)(?![次笔单回])|(?:总)?(?:收益率?|回报率?)(?:是)?(?:多少|怎么样|如何|呢)?\W*$"
    ),
    ("cagr",): r"\bcagr\b|\b(?:annual|yearly|annuali[sz]ed) returns?\b|年化(?:收益率?|回报率?)?",
    ("sharpe",): r"\bsharpe\b|夏普",
    ("max_drawdown",): (
        r"\b(?:max(?:imum)?|worst|deepest|biggest|largest) (?:draw ?down|fall|drop|decline|loss from (?:a|the) peak)\b"
        r"|\bhow (?:deep|far|much) did it (?:fall|drop)\b|最大(?:回撤|跌幅|下跌)"
        r"|跌得?最(?:深|多|狠)|最(?:深|多)跌了?多少"
    ),
    ("profit_factor",): r"\bprofit factor\b|盈亏比|盈利因子|获利因子",
    ("trading_costs",): r"\b(?:fees?|commissions?|trading costs?|transaction costs?)\b|手续费|佣金|交易成本|费用",
    ("sortino",): r"\bsortino\b|索提诺",
    ("calmar",): r"\bcalmar\b|卡玛",
    ("expectancy",): r"\bexpectancy\b|\b(?:average|mean) (?:trade|profit)\b|期望(?:收益|值)|平均每笔",
    ("turnover",): r"\bturnover\b|换手率?",
    ("exposure",): r"\bexposure\b|\btime in (?:the )?market\b|持仓时间占比|在场时间",
    ("longest_drawdown",): r"\blongest (?:drawdown|recovery)\b|最长回撤",
}
_FIGURES = {keys: lazy_pattern(words, IGNORECASE) for keys, words in _WORDS.items()}
# What a name alone may stand beside.
_SPARE = lazy_pattern(
    r"\b(?:the|its|my|our|and|or|show|tell|give|me|what|about|was|is|were|of|it|this|strategy|backtest|ratio|please|so|ok"
    r"|overall|then)\b|[的呢吗啊呀是多少看一下说下和与跟以及它这个回测结果比率]|[\s\W_]",
    IGNORECASE,
)
_MEANING = lazy_pattern(
    r"\bmeans?\b|\bmeaning\b|\bwhat(?:'s| is| are) (?:an? )?\w+(?: \w+)?\?*$"
    r"|\bexplain\b|\bdefin\w+|\bhow (?:is|are|do)\b"
    r"|什么是|是什么|什么意思|怎么算|如何计算|解释",
    IGNORECASE,
)
_WHY_OR_WHEN = lazy_pattern(
    r"\b(?:why|how come|when|what day|which|cap|limit|allowed|too|should|could|can|will|if)\b"
    r"|为什么|为何|为啥|怎么(?!样)|什么时候|何时|哪|限制|上限|能|会|太|如果",
    IGNORECASE,
)
_LONGEST_NAME = 40


def figures_asked(question: str) -> tuple[str, ...]:
    """Of a question of how much or how many; empty where it asks for a meaning, a reason, a day or a limit."""
    if _MEANING.search(question) or _WHY_OR_WHEN.search(question):
        return ()
    return tuple(dict.fromkeys(key for keys, words in _FIGURES.items() if words.search(question) for key in keys))


def names_a_figure(text: str) -> bool:
    """Whether a message names figures and says nothing else."""
    if len(text) > _LONGEST_NAME or not figures_asked(text):
        return False
    rest = text
    for words in _FIGURES.values():
        rest = words.sub(" ", rest)
    return not _SPARE.sub("", rest)
