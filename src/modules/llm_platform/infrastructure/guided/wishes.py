"""What a person's words ask for, beyond the answers that the handlers read: a table of words for each wish."""

import json
import re
from enum import StrEnum


class Wish(StrEnum):
    """What the guided voice can be asked to do."""

    HELP = "help"
    RESEARCH_STATUS = "research_status"
    RESEARCH = "research"
    REVISE = "revise"
    HOLD = "hold"
    LONGER = "longer"
    SHORTER = "shorter"
    TIGHTER = "tighter"
    WIDER = "wider"
    SMALLER = "smaller"
    LARGER = "larger"
    FLATTEN = "flatten"
    KEEP = "keep"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    POSITIONS = "positions"
    ORDERS = "orders"
    BACK = "back"
    AGAIN = "again"
    RULES = "rules"
    DEPLOY = "deploy"
    YES = "yes"


_CHOICE = re.compile(r"<\s*CHOICE_SELECTION\s*>(.*?)<\s*/\s*CHOICE_SELECTION\s*>", re.IGNORECASE | re.DOTALL)
_NOT_ZH = re.compile(r"(?:不|别|勿|没|未)(?:要|想|需要|用|会|能|准备|打算)?$")
_NOT_EN = re.compile(r"(?:\bnot|n't|n’t|\bnever|\bno|\bwithout)(?: \w+){0,2} ?$")
_SIZE = r"(?:仓位|头寸|position|size|sizing)"
_STOPS = r"(?:止损|stop(?:[ -]?loss)?s?)"
# The first wish that is found counts, so the more particular ones come first.
_WORDS: tuple[tuple[Wish, str], ...] = (
    (Wish.HELP, r"帮助|你能做什么|能做些什么|怎么用|\bhelp\b|what can you do|how does this work"),
    (Wish.RESEARCH_STATUS, r"研究(?:结果|进度|好了|完了|怎么样了|如何了)|research (?:status|results?|done|ready)"),
    (
        Wish.RESEARCH,
        r"研究(?:一下|下|研究)|帮我研究|调研|怎么看|\bresearch\b|desk thinks? of|think(?:s)? (?:of|about)|opinion on",
    ),
    (Wish.TIGHTER, rf"tighter|收紧|{_STOPS}.{{0,6}}(?:紧|近|小)"),
    (Wish.WIDER, rf"wider|looser|放宽|{_STOPS}.{{0,6}}(?:宽|远|大|松)"),
    (Wish.SMALLER, rf"{_SIZE}.{{0,6}}(?:小|轻|低|减)|(?:减小|降低|smaller|reduce|lower).{{0,8}}{_SIZE}|轻仓|减仓"),
    (Wish.LARGER, rf"{_SIZE}.{{0,6}}(?:大|重|高|加)|(?:加大|提高|larger|bigger|increase).{{0,8}}{_SIZE}|加仓"),
    (Wish.LONGER, r"长一点|长一些|更长|慢一点|慢一些|更慢|周期.{0,3}长|\blonger\b|\bslower\b"),
    (Wish.SHORTER, r"短一点|短一些|更短|快一点|快一些|更快|周期.{0,3}短|\bshorter\b|\bfaster\b"),
    (Wish.REVISE, r"\brevise\b|修改策略|改策略|回去改|返回修改|调整策略|修改"),
    (Wish.HOLD, r"\bhold\b|先不部署|暂不部署|暂缓|先放着|搁置|not now|later"),
    (Wish.FLATTEN, r"平仓|清仓|\bflatten\b|close (?:all|every|my|the) positions?"),
    (Wish.KEEP, r"保留持仓|keep (?:the |my )?positions?"),
    (Wish.PAUSE, r"暂停|\bpause\b"),
    (Wish.RESUME, r"恢复|\bresume\b"),
    (Wish.STOP, r"停止|停掉|终止|\bstop (?:it|trading|the deployment|everything)|^\s*stop\s*[.!]?\s*$"),
    (Wish.POSITIONS, r"持仓|仓位情况|\bpositions?\b|\bholdings?\b"),
    (Wish.ORDERS, r"订单|委托|成交|\borders?\b|\bfills?\b|\btrades\b"),
    (Wish.BACK, r"返回|回到|上一步|重新选|换个标的|换标的|\bgo back\b|\bback to\b|start over"),
    (Wish.AGAIN, r"再跑|重跑|重试|再来一次|再试|\bagain\b|\bretry\b|\brerun\b"),
    (Wish.RULES, r"规则|\brules?\b|解释|\bexplain\b"),
    (Wish.DEPLOY, r"部署|上线|\bdeploy\b"),
    (
        Wish.YES,
        r"确认|同意|可以|好的|没问题|继续|开始|下一步|^\s*(?:好|行|嗯|是|对)|就这样"
        r"|\byes\b|\byep\b|\bok(?:ay)?\b|\bconfirm(?:ed)?\b|\bgo (?:on|ahead)\b"
        r"|\bcontinue\b|\bproceed\b|\bsure\b|\bstart\b",
    ),
)
_TABLE = tuple((wish, re.compile(words)) for wish, words in _WORDS)


def plain(said: str) -> str:
    """The words as they are meant: a choice is its option's id and label."""
    return _CHOICE.sub(lambda found: _chosen(found.group(1)), said).strip()


def wishes_in(said: str) -> list[Wish]:
    """What is wished for and not denied, the more particular first."""
    words = plain(said).lower()
    return [
        wish for wish, pattern in _TABLE if any(not _is_denied(words, each.start()) for each in pattern.finditer(words))
    ]


def wish_of(said: str) -> Wish | None:
    found = wishes_in(said)
    return found[0] if found else None


def _is_denied(words: str, start: int) -> bool:
    before = words[max(0, start - 24) : start]
    return bool(_NOT_ZH.search(before) or _NOT_EN.search(before))


def _chosen(text: str) -> str:
    try:
        chosen = json.loads(text)
    except ValueError:
        return text
    if not isinstance(chosen, dict):
        return text
    return " ".join(str(chosen.get(name, "")) for name in ("selected_option_id", "selected_option_label"))
