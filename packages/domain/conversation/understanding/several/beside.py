"""What a message answers beside the question that was asked: told by itself, and not only heard in a story.

"Bear markets don't scare me, I bought more in 2022" answers for the risk and says nothing of the years; 稳稳当当 beside
a return tells how the return shall come.
"""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.answers import hits_of, is_named
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.corrections import corrects
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.evidence.patterns import lazy_pattern

_RISK, _RETURN, _YEARS = "risk_tolerance", "return_expectation", "trading_years_bucket"
# What happened once: a loss or a gain that somebody had, what the market did, what they did then.
_HAPPENED = lazy_pattern(
    r"去年|前年|今年(?![^,]{0,4}(?:才|刚|开))|上次|当时|那[次波年会时]|股灾|熔断|崩盘|疫情|奥运|缓了|后来|时候"
    r"|一进来|遇到|[亏赚]了[^,]{0,3}[%点成\d]|亏[了过][一二三四五六七八九十百]"
    r"|\b(?:lost|sold|held|bought|panicked|crash\w*|bubble|covid|last year|in 20\d\d|(?:march|april|may|june"
    r"|july|august"
    r"|september|october|november|december|january|february) 20\d\d|back then|that year|ago|sat through|watched"
    r"|rode)\b",
    re.IGNORECASE | re.ASCII,
)
_OF_TRADING = lazy_pattern(
    r"经验|年限|炒|交易|[做玩混]了|入[市坑行]|开户|投资|股民|老手|新手|小白|菜鸟|韭菜|资深|接触|开始|刚学|零基础"
    r"|\b(?:experience|exp|trad\w+|invest\w*|been (?:at|in|doing|around)|start\w*|began|new\w*|beginner|novice|rookie"
    r"|veteran|market)\b",
    re.IGNORECASE | re.ASCII,
)
_OF_RISK = lazy_pattern(
    r"风险|亏|赔|跌|回撤|波动|\b(?:risk\w*|los\w+|drawdowns?|swings?|volatil\w+|down|drops?)\b",
    re.IGNORECASE | re.ASCII,
)
_OF_RETURN = lazy_pattern(
    r"收益|回报|年化|增长|增值|目标|翻[倍番]|赚|保本|保值|本金|通胀|\b(?:returns?|growth|profits?|gains?|(?:a"
    r"|per) year|p\.?a|annual\w*|yearly"
    r"|target\w*|goal|inflation|capital|principal|doubl\w+)\b",
    re.IGNORECASE | re.ASCII,
)
_SAYS_NOTHING = lazy_pattern(
    r"[\s\W_]+|[我的是吧了就想要做玩每次比较偏行好种点型类个那这嘛呢啊哈]|大概|差不多|左右|可以|"
    r"\b(?:i'?m|i'?ve|i'?d|i'?ll|i|am|an?|the|to|of|for|about|maybe|pretty|quite|very|and|with|my|it|it's|is"
    r"|please|just"
    r"|want|like|prefer|would|around|roughly|some|type|kind|guy|trader|sort|go|do|be|on|in|at|me|so|also|btw|per"
    r"|trades?"
    r"|get|looking|aiming|happy|fine|probably|really|mostly|usually|preferably)\b",
    re.IGNORECASE | re.ASCII,
)
_PERSON = (_YEARS, _RISK, _RETURN)
_NAMED = {_YEARS: _OF_TRADING, _RISK: _OF_RISK, _RETURN: _OF_RETURN}
# Where the words of a value say something else.
_ELSE = {
    _YEARS: lazy_pattern(r"\b(?:ahead|to go|left|until|retire\w*|none|nothing)\b|退休|以后|后要", re.IGNORECASE),
    _RISK: lazy_pattern(r"(?!)"),
    _RETURN: lazy_pattern(
        r"\bdoubl\w+ (?:down|up)\b|\bdoubles\b|\d+x (?:lever|etf)|\bor (?:ramen|bust|zero|10x)|翻本|倍杠杆|要么|归零",
        re.IGNORECASE | re.ASCII,
    ),
}
_LITTLE = {True: 10, False: 4}  # letters that say something else beside a value, in English and in Chinese
_MANNERS = lazy_pattern(
    r"稳|平衡|中庸|积极|进取|\b(?:nothing|no|wild|crazy|moderate\w*|stead\w+|stable|balanced|calm|safe\w*"
    r"|careful\w*)\b",
    re.IGNORECASE,
)


def stated_beside(said: Spelling, asked: AskedFields, read: Mapping[str, str | None]) -> dict[str, str | None]:
    """What was read, without what the message only seems to say of fields that were not asked."""
    beside = [name for name, value in read.items() if value is not None and _may_be_heard(name, asked)]
    if not beside or corrects(said.text):
        return dict(read)
    kept = dict(read)
    for name in beside:
        stating = [clause for clause in said.clauses if hits_of(name, clause, asked)]
        if stating and not any(_states(name, clause, asked) for clause in stating):
            kept[name] = None
    return kept


def _may_be_heard(name: str, asked: AskedFields) -> bool:
    return bool(asked.questioned) and name not in asked.questioned and name in (_RISK, _RETURN, _YEARS)


def _states(name: str, clause: Clause, asked: AskedFields) -> bool:
    """Whether a clause says it of the field itself."""
    words = clause.text
    if _HAPPENED.search(words) and not (name == _YEARS and _OF_TRADING.search(words)):
        return False
    if _ELSE[name].search(words):
        return False
    if name == _RISK and _RETURN in asked.questioned and not _OF_RISK.search(words):
        return not _MANNERS.search(words) and not _OF_RETURN.search(words) and _is_little_else(clause, asked)
    return bool(_NAMED[name].search(words)) or _is_little_else(clause, asked) or is_named(name, words)


def _is_little_else(clause: Clause, asked: AskedFields) -> bool:
    rest = clause.text
    for start, end in sorted((place for name in _PERSON for place in hits_of(name, clause, asked)), reverse=True):
        rest = rest[:start] + " " + rest[end:]
    return len(_SAYS_NOTHING.sub("", rest)) <= _LITTLE[rest.isascii()]
