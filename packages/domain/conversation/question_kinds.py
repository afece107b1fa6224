"""What a question wants to know, beside the meaning of a term: reasons, figures, state, next steps and limits."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from re import IGNORECASE, Pattern

from packages.domain.evidence.patterns import lazy_pattern


class QuestionKind(StrEnum):
    """A kind of question that the desk answers from its own facts."""

    NOT_TRADED = "not_traded"
    VERDICT = "verdict"
    LOSS = "loss"
    PROMISE = "promise"
    WHY_ASKED = "why_asked"
    ANSWERED = "answered"
    CONFIRMING = "confirming"
    NEXT = "next"
    STATE = "state"
    RULE = "rule"
    TRIALS = "trials"
    NEWEST_BAR = "newest_bar"
    WORST_FALL = "worst_fall"


# Asked about something that has a name, they want more than its meaning.
OF_FACTS = frozenset({QuestionKind.RULE, QuestionKind.TRIALS, QuestionKind.NEWEST_BAR, QuestionKind.WORST_FALL})


def _words(zh: str, en: str) -> Pattern[str]:
    return lazy_pattern(rf"{zh}|{en}", IGNORECASE)


_WHY_ZH = r"(?:为什么|为何|为啥|怎么|咋|凭什么|什么原因|why)"
# The first that is found counts, so the more particular ones come first.
_KINDS: Mapping[QuestionKind, Pattern[str]] = {
    QuestionKind.NOT_TRADED: _words(
        rf"{_WHY_ZH}.{{0,12}}(?:只有|才|就|仅|这么少|那么少|太少|很少|没有?|不|没怎么).{{0,8}}(?:交易|成交|笔|买"
        r"|开仓|下单|建仓|入场|出手|动静|动作|单子)"
        rf"|(?:交易|成交|单子|机会).{{0,6}}(?:这么|那么|太|怎么)少|没有?(?:买|交易|开仓|下单).{{0,6}}(?:原因"
        r"|为什么|为啥)"
        rf"|{_WHY_ZH}.{{0,6}}一[笔单]都?没",
        r"\b(?:why|how come)\b.{0,40}\b(?:few|only|no|not|never|little|hardly|rarely|any|\w+n't)\b.{0,25}"
        r"\b(?:trad\w*|orders?|deals?|bought|buy\w*|enter\w*|open\w*|positions?|do(?:ne|ing)? anything|moved?"
        r"|start\w*)\b"
        r"|\b(?:why|how come)\b.{0,20}\b(?:idle|nothing happen\w*|waiting|flat)\b|\bwhat(?:'s| is) (?:blocking"
        r"|stopping) it\b",
    ),
    QuestionKind.VERDICT: _words(
        rf"{_WHY_ZH}.{{0,12}}(?:没(?:有)?(?:通)?过|不(?:通)?过|被拒|拒绝|被否|否决|要修改|要改|不合格|失败)",
        r"\b(?:why|how come)\b.{0,40}\b(?:reject\w*|fail\w*|revis\w*|not pass\w*|n't (?:it )?pass\w*)\b",
    ),
    QuestionKind.WORST_FALL: _words(
        r"(?:最大回撤|最(?:差|糟|惨|深|坏|难熬)).{0,10}(?:什么时候|何时|哪天|几号|哪年|从哪|哪一天)"
        r"|(?:什么时候|何时|哪天|哪年).{0,8}(?:最大回撤|最(?:差|糟|惨|深|坏|难熬))",
        r"\b(?:when|what day|which (?:day|month|year))\b.{0,30}\b(?:worst|deepest|max(?:imum)?\.? drawdown"
        r"|biggest (?:loss|fall|drop|drawdown))\b",
    ),
    QuestionKind.TRIALS: _words(
        r"(?:试|测)(?:过|了)?(?:多少|几)(?:个|种|次|版|遍|套)|(?:多少|几)(?:个|种|次)?(?:变体|试验|尝试)|试验次数",
        r"\bhow many (?:variants?|variations|versions?|trials?|tries|attempts|different (?:rules|strategies))\b"
        r"|\bhow (?:many times|often) (?:have|did) (?:i|we) (?:try|tried|test)",
    ),
    QuestionKind.NEWEST_BAR: _words(
        r"(?:最新|最近|最后)(?:的|一根|一条|那根)*.{0,3}(?:bar|k ?线|数据|行情|日线|报价)"
        r"|数据.{0,4}(?:到|新到|截止到?|截至)(?:哪|什么时候|几号|何时)",
        r"\b(?:newest|latest|last|most recent)\b.{0,12}\b(?:bars?|candles?|data|prices?|quotes?)\b"
        r"|\bhow (?:fresh|recent|old|up to date|current) (?:is|are) (?:the |my |your )?(?:data|bars|prices)\b",
    ),
    QuestionKind.RULE: _words(
        rf"{_WHY_ZH}.{{0,8}}(?:止损|止盈|目标价?|仓位|入场|出场|买入条件|卖出条件|过滤|这条规则|这个规则)"
        r"|(?:止损|止盈|目标价?|仓位|入场|出场|规则).{0,6}(?:怎么来|哪来|哪里来|依据|根据|凭什么|为什么)",
        r"\bwhy\b.{0,24}\b(?:this|that|the|my|a|such a)\b.{0,12}\b(?:stop(?:[- ]loss)?|target|take[- ]profit|entry|exit"
        r"|size|sizing|rule|filter|condition)\b"
        r"|\b(?:where (?:does|did)|what is)\b.{0,16}\b(?:stop(?:[- ]loss)?|target|entry|exit|size|rule)\b.{0,16}"
        r"\b(?:come from|based on)\b",
    ),
    QuestionKind.LOSS: _words(
        r"(?:最多|最大|会|能|可能|要).{0,6}(?:亏|赔|损失|输).{0,6}(?:多少|几|到)|(?:亏|赔|损失)(?:掉)?多少"
        r"|最坏.{0,8}(?:什么|多|怎|情况)"
        r"|(?:会|能)不会?.{0,4}(?:亏光|赔光|爆仓|归零)|(?:亏光|赔光|爆仓|归零)吗",
        r"\bhow (?:much|bad|far|deep)\b.{0,30}\b(?:lose|loss(?:es)?|lost|fall|drop|at risk|get|risk)\b"
        r"|\bwhat(?:'s| is| would be)?\b.{0,12}\b(?:worst case\b|(?:worst|most)\b.{0,30}\b(?:lose|loss|happen"
        r"|case)\b)|\bcan i lose\b",
    ),
    QuestionKind.PROMISE: _words(
        r"安全(?:吗|么|不)|靠谱|(?:能|会|可以)?赚(?:钱|到钱)?(?:吗|么|不)|稳赚|保证(?:收益|盈利|赚)|能(?:不能)?赚"
        r"|会不会(?:赚|亏)|会亏(?:钱)?吗"
        r"|值得(?:吗|投|做|信)|有风险吗|风险大(?:吗|不)|能信|可信吗|(?:策略|结果|它|这个)(?:好吗|怎么样|行不行"
        r"|好不好)",
        r"\b(?:is|are|would)\b.{0,24}\b(?:safe|risky|profitable|reliable|any good|worth it|trustworthy"
        r"|good enough|dangerous)\b"
        r"|\b(?:will|would|can|could|do|am) (?:i|it|this|we)\b.{0,24}\b(?:make|earn|making|win|get rich|profit"
        r"|money|gain|lose money)\b"
        r"|\bguarantee|\bcan i trust\b|\bshould i trust\b",
    ),
    QuestionKind.WHY_ASKED: _words(
        rf"{_WHY_ZH}(?:你)?(?:要|想|需要|非要|得)?(?:问|知道|了解|填|回答|选)|问(?:这个|这些|我)(?:干嘛|干什么"
        r"|做什么|干啥|有什么用|有用吗)",
        r"\bwhy (?:do|are|would|did|must|should|does)\b.{0,12}\b(?:ask\w*|need to (?:know|answer)|want to know"
        r"|care|matter|answer)\b"
        r"|\bwhy (?:is|are) (?:this|that|these) (?:question|important|relevant|needed)|\bwhy does (?:this|that"
        r"|it) matter\b"
        r"|\bwhat(?:'s| is) (?:this|that|it) (?:question )?for\b",
    ),
    QuestionKind.ANSWERED: _words(
        r"我(?:刚才|刚刚|之前|前面|都|已经)?(?:回答|选|说|填|答|定)(?:了|过|的)?(?:是)?(?:什么|啥|哪些|哪个)"
        r"|我的(?:回答|选择|答案|设置|画像)",
        r"\bwhat (?:did|have) (?:i|we)\b.{0,10}\b(?:answer\w*|say|said|choose|chosen|chose|pick\w*|told?|tell"
        r"|decide\w*)\b"
        r"|\bmy (?:answers|choices|settings|profile)\b|\bwhat do you know about me\b",
    ),
    QuestionKind.CONFIRMING: _words(
        r"(?:确认|同意|接受|点头|答应|点(?:了|下去|确认))(?:了|之?后|以后|的话|下去)*.{0,4}(?:会|要)(?:怎么?样|如何|发生(?:什么|啥))",
        r"\bwhat (?:will |would )?happens? (?:if|when|after|once) (?:i|we) "
        r"(?:confirm|accept|agree|say yes|press|click)\b",
    ),
    QuestionKind.NEXT: _words(
        r"下一步|接下来|然后呢|之后呢|(?:现在|我)(?:该|要|应该)(?:做|干|怎么)|该(?:做|干)(?:什么|啥|嘛)"
        r"|(?:还)?(?:差|缺|剩|需要)(?:什么|哪些|啥|几步|多少步)",
        r"\bwhat(?:'s| is| comes| happens| should happen)?\s?(?:next|now)\b|\bnext step|\bwhat (?:do|should|can"
        r"|must) (?:i|we) do\b"
        r"|\bwhat(?:'s| is) (?:missing|left|needed)\b|\bwhat else (?:do|is)\b",
    ),
    QuestionKind.STATE: _words(
        r"到哪(?:一步|步|儿|里|了)?|哪(?:一|个)(?:步|阶段)|进度|进展|做到哪|什么(?:阶段|状态|情况)(?:了)?$"
        r"|目前(?:怎么样|情况)|现在怎么样|(?:我|它)(?:现在)?(?:表现|情况)(?:如何|怎么样)|跑得怎么样",
        r"\bhow (?:am|are) (?:i|we) doing\b|\bhow(?:'s| is) (?:it|this|everything|my strategy) (?:doing|going"
        r"|performing|looking)\b"
        r"|\bwhere (?:are we|am i|do we stand|were we)\b|\b(?:what|which) (?:step|phase|stage)\b|\bhow far\b"
        r"|\bwhat(?:'s| is) (?:the |my )?(?:status|state|progress|situation)\b",
    ),
}


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number as a person wrote it: `digits` behind the point, and whether as a percentage."""

    value: float
    digits: int
    is_percent: bool


_NUMBER = lazy_pattern(
    r"(?<![A-Za-z0-9_.])[-−+]?(\d[\d,]*(?:\.(\d+))?)\s*(%|％|percent\b|per cent\b|个点)?", IGNORECASE
)


def kind_of(question: str) -> QuestionKind | None:
    return next((kind for kind, words in _KINDS.items() if words.search(question)), None)


def number_in(question: str) -> NamedNumber | None:
    """The first percentage, or else the first number; without its sign, which people leave out."""
    found = list(_NUMBER.finditer(question))
    chosen = next((each for each in found if each[3]), found[0] if found else None)
    if chosen is None:
        return None
    return NamedNumber(float(chosen[1].replace(",", "")), len(chosen[2] or ""), chosen[3] is not None)
