"""What a share is of that is neither borne nor wanted: how sure somebody is, what is invested, when they sell.

胜率80%, "95% confident", "30% of my savings goes into this", 涨10%就卖. And what happened once, where no more is told
of it: 去年亏了50%, "I made 30% last year".
"""

import re

from packages.domain.evidence.patterns import lazy_pattern

_OF_ANOTHER = lazy_pattern(
    r"把握|胜率|概率|几率|可能性|信心|的仓位|买了[^,]{0,5}[%成]的|杠杆是|存款利率|每[笔单次](?:赚|挣|收益)|加薪"
    r"|涨薪|税率|折扣"
    r"|\b(?:win|hit|success|strike) rate\b|\b(?:confident|certain|probability|odds|chance)\b|\b(?:pay )?raise\b"
    r"|\b(?:tax|fees?|mortgage|interest rate|(?:per|a|each) trade)\b"
    r"|\bof (?:my|our|the) (?:savings|salary|income|money|net worth|wealth|pay)\b[^,.]{0,20}\b(?:goes|go|into)\b"
    r"|\b(?:put|invest\w*|allocat\w+)\b[^,.]{0,20}\bof (?:my|our) (?:savings|salary|income|money|net worth"
    r"|wealth|pay)\b",
    re.IGNORECASE | re.ASCII,
)
_TAKES_PROFIT = lazy_pattern(
    r"(?:涨|赚)[^,]{0,6}[%点成][^,]{0,4}就(?:卖|走|跑|平|清|撤|止盈)"
    r"|\b(?:sell|exit|get out|take profits?|cash out)\b.{0,20}\b(?:up|at|once|when\w*)\b",
    re.IGNORECASE | re.ASCII,
)
_LOST = lazy_pattern(r"亏了|亏过|赔了|跌了|\b(?:lost|was down|dropped)\b", re.IGNORECASE | re.ASCII)
_EARNED = lazy_pattern(r"赚了|做了|挣了|涨了|\b(?:made|earned|gained|was up|returned|did)\b", re.IGNORECASE | re.ASCII)
_WHEN = lazy_pattern(
    r"去年|前年|上个?月|上半年|今年(?:以来)?"
    r"|\b(?:last|this) (?:year|month|quarter)\b|\bin 20\d\d\b|\byear to date\b|\bso far\b",
    re.IGNORECASE | re.ASCII,
)
# Who goes on to say how they took it, or what they want now, tells more than what happened.
_TOOK_IT = lazy_pattern(
    r"没[^,]{0,3}(?:割|卖|事|慌|感|怕|走|动|睡)|还[^,]{0,2}(?:拿|在|好)|[拿扛忍受撑捂]|加仓|补仓|淡定|照"
    r"|不[慌怕心]|无所谓|可以|接受|以内|最多|顶多"
    r"|睡|再也|怕了|受够|慌|心态|吓"
    r"|\b(?:held|hold|still|bought|buy|kept|stay\w*|sat|didn't|did not|never|don't|fine|ok|okay|slept|sleep"
    r"|shrug\w*|again|safe\w*"
    r"|panic\w*|sold|sick|scared|enough|handle|accept|live with|max|most)\b",
    re.IGNORECASE | re.ASCII,
)
_NEVER_AGAIN = lazy_pattern(
    r"再也不|不敢了|怕了|受够|长记性|\b(?:never again|once bitten|lesson learn\w+|no more of that"
    r"|not doing that again)\b",
    re.IGNORECASE | re.ASCII,
)
_WANTS = lazy_pattern(
    r"至少|得|想|要|目标|希望|以后|接下来|满意|满足|够|继续|保持|再来|差不多|水平|样"
    r"|\b(?:at least|less|more|want|again|same|repeat|like|realistic\w*|expect\w*|aim\w*|target|beat|happy|hope"
    r"|should|would|keep"
    r"|going forward|do)\b",
    re.IGNORECASE | re.ASCII,
)


def is_of_another(text: str) -> bool:
    """Whether the share of a clause is of something else than what is lost or earned."""
    return _OF_ANOTHER.search(text) is not None


def takes_profit(text: str) -> bool:
    """Whether a clause tells at which gain somebody sells."""
    return _TAKES_PROFIT.search(text) is not None


def is_burnt(text: str) -> bool:
    """Whether a message tells what was lost once as the reason for its answer."""
    return bool(_LOST.search(text)) and _NEVER_AGAIN.search(text) is not None


def only_lost(text: str) -> bool:
    """Whether a message tells what was lost once, and not how it was borne."""
    return bool(_WHEN.search(text) and _LOST.search(text)) and not _TOOK_IT.search(text)


def only_earned(text: str) -> bool:
    """Whether a message tells what was earned once, and not what is wanted."""
    return bool(_WHEN.search(text) and _EARNED.search(text)) and not _WANTS.search(text)
