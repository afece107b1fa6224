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
    r"|for real|live since|my own (?:money|account))\b",
    re.IGNORECASE | re.ASCII,
)


def of_own_trading(spoken: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The clause that sums it up, or the one of real money and what comes after it; else all of them."""
    totals = tuple(clause for clause in spoken if _IN_TOTAL.search(clause.text))
    if totals:
        return totals
    first = next((at for at, clause in enumerate(spoken) if _FOR_REAL.search(clause.text)), 0)
    return spoken[first:]
