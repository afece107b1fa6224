"""Which clauses tell how long a person trades, where they tell of more: of watching, of paper, of another profession.

看盘看了五六年，真下场是24年春天 counts from the spring, "3 yrs in crypto but 12 overall" is twelve.
"""

import re

from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.evidence.patterns import lazy_pattern

_IN_TOTAL = lazy_pattern(
    r"合起来|加起来|总共|一共|拢共|那就是|\b(?:overall|altogether|in total|total|all in all|combined)\b",
    re.IGNORECASE | re.ASCII,
)
_FOR_REAL = lazy_pattern(
    r"真正(?!赚|盈利|懂|学会|的)|真(?:下场|拿钱|金白银|开始|上手|动手)|实盘|认真做|正式(?:做|开始|入)|动手"
    r"|自己(?:做|炒|开|才|交易|动手|下场)"
    r"|\b(?:real money|acti(?:ve|vely) trad\w*|actual(?:ly)? (?:trad\w*|money|put|invest\w*)|put actual"
    r"|for real|live (?:since|for|only)|my own (?:money|account))\b",
    re.IGNORECASE | re.ASCII,
)


_OTHER_WORK = lazy_pattern(
    r"[种养]了?[^,]{0,6}[年]?[^,]{0,2}(?:地|田|猪)|上班|教书|教了|工龄|当(?:了)?[^,]{0,4}(?:护士|老师|医生|兵"
    r"|会计)|开了?[^,]{0,4}(?:店|厂|车)|做(?:餐饮|生意|工程|销售)"
    r"|在[^,]{1,8}(?:工作|任职|打工)|\b(?:teach(?:er|ing)?|taught|nurs(?:e|ing)|accountant|bakery|baker"
    r"|farm(?:er|ing|ed)?|engineer(?:ing)?"
    r"|doctor|lawyer|driver"
    r"|chef|plumber|coder|programmer|(?:work(?:ed|ing)?|been) (?:in|as|at) (?:an? |the )?(?:(?-i:IT)|finance"
    r"|banking|insurance|tech|sales|government|bank|factory|hospital"
    r"|office|school)"
    r"|my own (?:business|shop|company|bakery)|savings? account|fixed deposits?|mutual funds? only|watch(?:ed|ing)"
    r"|read(?:ing)?"
    r"|youtube|demo account|paper trad\w+)\b",
    re.IGNORECASE | re.ASCII,
)
_TRADES = lazy_pattern(
    r"股(?!份)|交易|炒|投资|入市|币|\b(?:trad(?:e|ed|er|ing)|invest\w*|stocks?|shares?|market|crypto|forex)\b",
    re.IGNORECASE | re.ASCII,
)


_OWN = (
    r"(?: (?:myself|personally|on my own|for myself|before|at all|yet|anything|(?:with )?(?:any of )?my own (?:money"
    r"|account|cash)|(?:a |any |one )?(?:single )?(?:stocks?|shares?|trades?|thing)))*\W*$"
)
_NEVER = lazy_pattern(
    rf"\b(?:never|haven't|have not|hasn't|not once)(?: (?:once|actually|really|personally|myself|ever|even))*"
    rf" (?:traded|invested|placed|bought|done|made|owned|dealt|trade|invest)\b{_OWN}"
    rf"|\b(?:no|zero|without(?: any)?) (?:personal|own|real|actual) (?:trading|investing|trades|investments)\b{_OWN}"
    r"|(?:自己|本人|个人|我)[^,]{0,3}(?:没|没有|从没|从来没|从未|未)(?:真正|亲自|实际)?(?:有)?(?:做|炒|交易|投资"
    r"|买卖|买|下|碰)过?"
    r"(?:股票?|股|单|交易|一股|一单)?(?:了)?\W*$"
    r"|(?:从没|从来没有?|从未|没)(?:亲自|自己|亲手)?(?:做|炒|交易|投资|买卖|买)过(?:任何)?(?:股票?|股|交易|投资"
    r"|一股|一单)?\W*$",
    re.IGNORECASE | re.ASCII,
)


def never_traded(text: str) -> re.Match[str] | None:
    """Where a clause says that its speaker never did: "never traded myself", 自己没炒过."""
    return _NEVER.search(text)


_IN_TURN = lazy_pattern(
    r"\b(?:and )?(?:then|before that|after that|followed by|on top of that|plus)\b"
    r"|之前(?:还)?(?:做|玩|炒)?(?:了)?(?:股票|期货|外汇|基金|币)"
    r"|后来(?:又)?|再加上|然后(?:又)?",
    re.IGNORECASE | re.ASCII,
)
_BROKEN_OFF = lazy_pattern(
    r"\b(?:nothing|stopped|quit|gave up|ages ago|a break|off)\b|停|断|歇|没做", re.IGNORECASE | re.ASCII
)
_DONE = lazy_pattern(
    r"\b(?:of|in|on|with|doing) (?:us |uk |the )?(?:forex|fx|crypto|stocks?|shares?|options|futures|funds?|trading"
    r"|equities)\b"
    r"|股票|期货|外汇|基金|币",
    re.IGNORECASE | re.ASCII,
)


def is_in_turn(text: str) -> bool:
    """Whether it tells of one kind of trading after another: "two years of forex, then six of stocks"."""
    return bool(_IN_TURN.search(text)) and len(_DONE.findall(text)) > 1 and not _BROKEN_OFF.search(text)


def is_of_other_work(text: str) -> bool:
    """Whether a clause tells of a profession, of saving or of watching, and not of trading: 种了三十年地."""
    return bool(_OTHER_WORK.search(text)) and not _TRADES.search(text)


def of_own_trading(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The clause of who never did, or that which sums it up, or the one of real money and what comes after it; else
    all of them."""
    never = tuple(clause for clause in clauses if never_traded(clause.text) and not clause.is_past)
    if never and never[-1].part == clauses[-1].part:
        return never
    totals = tuple(clause for clause in clauses if _IN_TOTAL.search(clause.text))
    if totals:
        return totals
    first = next((at for at, clause in enumerate(clauses) if _FOR_REAL.search(clause.text)), 0)
    return clauses[first:]
