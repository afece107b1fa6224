"""What a message asks for: a table of words for each wish, read by the one rule of negation.

A wish to be told something may be a question; a wish to have something done may not, unless it is a request ("could you
pause it?"), and an if asks for nothing.
"""

import re
from collections.abc import Iterator
from itertools import islice

from packages.domain.conversation.understanding.clauses import (
    Clause,
    has_if,
    is_conditional,
)
from packages.domain.conversation.understanding.lexicon.decision_words import LATER
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import CHANGE_RULES, Wish
from packages.domain.evidence.patterns import lazy_pattern

LONGEST_SAID = 800  # a longer message is pasted text: nothing that its middle may take back is read from it
_SIZE = r"(?:仓位|头寸|position|size|sizing)"
_STOPS = r"(?:止损|stop(?:[ -]?loss)?s?)"
_TOO_LARGE = (
    r"(?:仓位|头寸)(?:有点|有些|还是)?太[大高重]"
    r"|\bposition (?:size )?(?:is |looks )?(?:(?!not\b)\w+ )?too (?:big|large)\b"
)
_KYC = r"kyc|风险(?:偏好|测评|评估|承受|问卷)|问卷|个人资料|我的资料|收益目标|交易年限"
_FOUND = r"(?:这个?|它|研究|裁决|结论|研判|判断|观点)"
_TAKE_UP = (
    rf"(?:把|将)?{_FOUND}[^，。,]{{0,6}}(?:变成|变为|转成|转为|做成|写成|改成|换成|生成)[^，。,]{{0,4}}(?:策略|规则)"
    rf"|(?:根据|按照?|基于|用){_FOUND}[^，。,]{{0,6}}(?:做|写|生成|出|建|定)[^，。,]{{0,4}}(?:策略|规则)"
    r"|\b(?:turn|make|convert) (?:this|that|it|the (?:research|verdict|debate|call))(?: \w+){0,2} into"
    r" (?:a |an |my |some |trading )*(?:strategy|rules)\b"
    r"|\b(?:make|draft|write|build|create|derive) (?:a |me a |me |some |the )?(?:strategy|rules)"
    r" (?:out of|from|based on) (?:this|that|it|the|my)\b"
)
_ANEW = r"(?:修改|更改|更正|改(?!变|善)|调整|重新(?:选|答|回答|填)|重选|重答|重填)(?:一?下|掉|改)?"
_BEFORE = r"(?:前面|之前|刚才|刚刚|上面|先前|前一?[个题]|上一?[个题])"
_LAST_CHANGE = (
    r"\b(?:cancel|never ?mind|drop|forget|scrap|ditch|discard|dump|bin|reverse) (?:that|the|this|my)"
    r"(?: very)?(?: last| latest)? (?:change|edit|answer|choice)\b"
    r"|\btake (?:that|it|this) back\b"
    r"|(?:刚才|刚刚)(?:的|那个?|这个?)?(?:改动|修改|回答|选择)?(?:都|就)?(?:不算|作废|不要)"
)
# The first wish that is found counts, so the more particular ones come first.
_WORDS: tuple[tuple[Wish, str], ...] = (
    (Wish.TAKE_UP, _TAKE_UP),
    (Wish.HELP, r"帮助|你能做什么|能做些什么|怎么用|\bhelp\b|what can you do|how does this work"),
    (Wish.RESEARCH_STATUS, r"研究(?:结果|进度|好了|完了|怎么样了|如何了)|research (?:status|results?|done|ready)"),
    (
        Wish.RESEARCH_ANOTHER,
        r"研究(?:别的|其他|另一个|另外)|换一?个[^,。]{0,4}研究"
        r"|\bresearch (?:another|a different|some other|something else)\b",
    ),
    (
        Wish.WRITE_RULES,
        r"自己写(?:一套)?规则|用自己的话写规则|\bwrite (?:my|our) own (?:rules|strategy)\b",
    ),
    (
        Wish.RESEARCH,
        r"研究(?:一下|下|研究)|帮我研究|做个?研究|研究\s+\S|研究\s*[A-Za-z0-9^$]|分析(?:一下|下|分析)|帮我分析"
        r"|查查|查一下|基本面|技术面|消息面|财报|研报|研究报告|利好|利空|"
        r"估值[高低贵]|(?:高|低)估了?吗|出个报告|辩论|看看[^,。]{2,10}怎么样|"
        r"^(?:请|我?想|我要)?研究(?!结果|进度|报告|所|员|院|生|团队|过|好了|完了|怎么样|如何)[\u4e00-\u9fff]{2}|"
        r"调研|怎么看|\bresearch(?![a-z])|desk thinks? of|(?:you|desk|they|experts|team|everyone)(?: guys| all"
        r"| really)? thinks? (?:of|about)|^thoughts on|opinion on|\banaly[sz]e\b|\banalysis (?:of|on)\b"
        r"|\bdeep dive\b"
        r"|\blook into\b|\breport on\b|\bdebate (?:on|about)\b|\bbull (?:and bear )?case\b|\bexperts on\b"
        r"|\bfinancials\b|\bcatalysts?\b|\bmacro picture\b"
        r"|\b(?:over|under)valued\b|\bfundamentals\b|\bdue diligence\b",
    ),
    (Wish.TIGHTER, rf"tighter|\btighten\b|收紧|{_STOPS}.{{0,6}}(?:紧|近|小)"),
    (Wish.WIDER, rf"wider|looser|\b(?:widen|loosen)\b|放宽|{_STOPS}.{{0,6}}(?:宽|远|大|松)"),
    (
        Wish.SMALLER,
        rf"{_SIZE}.{{0,6}}(?:小|轻|低|减)|(?:减小|降低|smaller|reduce|lower).{{0,8}}{_SIZE}|轻仓|减仓"
        r"|\bless risk(?:y)?\b|\b(?:lower|reduce|cut) (?:the |my )?risk\b|降低风险"
        r"|风险.{0,4}(?:小|低)[一]?[点些]|少冒[一]?[点些]险"
        rf"|{_TOO_LARGE}",
    ),
    (Wish.LARGER, rf"{_SIZE}.{{0,6}}(?:大|重|高|加)|(?:加大|提高|larger|bigger|increase).{{0,8}}{_SIZE}|加仓"),
    (Wish.LONGER, r"长一点|长一些|更长|慢一点|慢一些|更慢|周期.{0,3}长|\blonger\b|\bslower\b"),
    (Wish.SHORTER, r"短一点|短一些|更短|快一点|快一些|更快|周期.{0,3}短|\bshorter\b|\bfaster\b"),
    (
        Wish.NEW_KYC,
        rf"(?:重做|重新做|重填|重新填|重新评估|重新回答|修改|更改|改一?下?|回到|返回)[^，。]{{0,4}}(?:{_KYC})"
        rf"|redo_kyc|重新(?:再)?(?:回答|问|做|填|来|答)[^，。]{{0,6}}(?:关于我|我的(?:情况|信息)|个人(?:情况"
        rf"|信息|问题)|那[几些]个?问题)"
        r"|\b(?:redo|re-?answer|retake|restart|repeat)(?: \w+){0,3} questions\b"
        r"|\bask me(?: \w+){0,3} questions again\b|\bquestions about me again\b"
        r"|\b(?:redo|retake|change|update|revise|restart|back to|answer)\b(?: \w+){0,2} "
        r"(?:kyc|risk (?:profile|tolerance|appetite)|profile|questionnaire|return expectation)\b",
    ),
    (
        Wish.START_OVER,
        r"start_over|从头(?:再)?(?:来|开始)|重新(?:开始|来过)|全部重来|推倒重来|从零开始"
        r"|\bstart (?:all )?(?:over|again|afresh|anew|from scratch|from the beginning)\b|\breset everything\b"
        r"|\bbegin again\b|\brestart(?: (?:the conversation|everything|from scratch))?$",
    ),
    (
        Wish.NEW_SCOPE,
        r"(?:换|重新选|重选|改)\S{0,4}(?:标的|股票|品种|市场|币种|范围)"
        r"|(?:回到|返回|退回到?|回去?)(?:重新)?(?:选|选择|挑)?(?:标的|股票|品种|币种|市场|范围)"
        r"|(?:标的|股票|品种|币种|市场)[^,，。]{0,2}(?:我|想|要|得|需要)*(?:换(?!手|算|月|汇)|重新?选|改(?!变"
        r"|善|革))(?:一[个只下种]|掉|选|择)*(?=\W*$)|"
        r"\b(?:another|other|different|new|change the|switch the)\s+(?:instrument|stock|symbol|market|coin|ticker)\b|"
        r"\b(?:back|return|go) to (?:the |my )?(?:scope|scoping|previous step|(?:choice of )?(?:instrument"
        r"|ticker|symbol|stock|coin))\b"
        r"|\bre-?(?:select|choose|pick)\b(?: \w+){0,2} (?:instrument|ticker|symbol|stock|coin|market)\b"
        r"|\b(?:choose|pick|select)\b(?: \w+){0,2} (?:instrument|ticker|symbol|stock|coin|market)(?: \w+)? again\b",
    ),
    (
        Wish.UNDO,
        r"撤销|撤回|还原|改回(?:去|来|原)|取消(?:刚才|上次|这次|上一次|[这那]个)[^，。,]{0,4}(?:修改|改动|更改)"
        r"|上一?个?版本?(?!块|本上)"
        r"|(?:回到|退回|恢复|换回|改回)[^，。,]{0,2}(?:之前|原来|刚才|先前|旧|老)[^，。,]{0,4}(?:版|规则|设置|参数)"
        r"|恢复(?:成|到|回)?(?:原来|原先|之前|刚才)"
        rf"|{_LAST_CHANGE}|\bscratch it\b"
        r"|ctrl\s?\+?\s?z|\bundo\b|\brevert\b|\broll(?:ing)? ?(?:it |that )?back\b|\b(?:put|change) (?:it"
        r"|that) back\b"
        r"|\b(?:previous|last|earlier|prior|old) version\b"
        r"|(?:还是|就|那就)?(?:按|用|照)(?:之前|原来|原先|原有|旧)的?[^，。,]{0,4}$|(?:维持|保持|留)原(?:样|状|来的)|恢复原[样状]|照旧"
        r"|\b(?:restore|back to) (?:the |my )?(?:previous|old|earlier|original|last) (?:rules|strategy|settings)\b"
        r"|\b(?:keep|leave|have) (?:it|them|that|this|things|everything|the (?:rules|strategy|stop|size)) "
        r"(?:as|like|the way) (?:it|they|that|things) (?:was|were)\b"
        r"|\b(?:keep|go with|use|stick (?:to|with)) (?:the )?(?:old|original|earlier) (?:ones?|rules|version)\b",
    ),
    (
        Wish.REVISE,
        r"(?:修改|改|调整|优化|回到|返回)\S{0,3}策略|\b(?:revise|change|adjust|modify|improve)\s+(?:the|my|this)\s+"
        r"strategy\b|\bback to (?:the )?strategy\b",
    ),
    (
        Wish.OVERRIDE,
        r"^override$|不顾裁决|(?:照样|硬要|强行)部署|无论如何[^,。]{0,3}部署|overrule the verdict"
        r"|\bdeploy (?:it |this )?(?:anyway|regardless|all the same|nonetheless)\b",
    ),
    (Wish.FLATTEN, r"平仓|清仓|\bflatten\b|close (?:all|every|my|the) positions?"),
    (Wish.KEEP, r"保留持仓|keep (?:the |my )?positions?"),
    (
        Wish.PAUSE,
        r"暂停|停一停|停一下|歇会|歇一歇|休息一下|\bpause\b|\bfreeze (?:it|trading|everything)\b"
        r"|\btake a break\b|\bhalt\b",
    ),
    (
        Wish.RESUME,
        r"恢复|继续跑|接着跑|\bresume (?:it|trading|please)\b|^resume\b|\bunpause\b|\brestart (?:it|trading)\b",
    ),
    (
        Wish.STOP,
        r"停止|停掉|停下|终止|关[了掉停](?:吧|它)?$|撤了$|不玩了|kill 掉|\bstop (?:it|trading"
        r"|the (?:deployment|bot|strategy|(?:stress |back)?-?test|run|simulations?)|everything|and|吧|now|this)"
        r"|^stop\b$|^stop_"
        r"|\bshut (?:it|everything|the bot) ?down\b|\bkill (?:it|the bot|the strategy)\b|\bturn (?:it"
        r"|the bot) off\b|\bswitch (?:it|the bot) off\b|\bpull the plug\b|\bterminate\b",
    ),
    (Wish.REPLAY, r"回放|重放|重演|\breplay\b|\brun (?:it )?through the past\b"),
    (
        Wish.POSITIONS,
        r"(?:现在|目前|它|策略)[^,。]{0,4}(?:持有|拿着|手里有)(?:了|着)?(?:什么|啥|哪些|多少)"
        r"|\bwhat (?:does it|do i|is it) (?:hold|own|holding)\b|持仓|仓位情况|\bpositions?\b|\bholdings?\b",
    ),
    (Wish.ORDERS, r"订单|委托|成交|\borders?\b|\bfills?\b|\btrades\b"),
    (Wish.AGAIN, r"再跑|重跑|重试|再来一次|再试|\bagain\b|\bretry\b|\brerun\b"),
    (
        Wish.BACKTEST,
        r"回测(?!结果|好|怎么|太|的|用|数据|里|是|为|算)|历史数据|\bback-?test (?:it|again|please|this"
        r"|first)\b|^back-?test\b|^test (?:it|them|this)(?: out)?\b|\b(?:run|rerun|do|start) (?:the|a"
        r"|another) back-?test\b"
        r"|\b(?:on|over) (?:history|past data|historical data|the (?:last|past) (?:\w+ )?years?)\b"
        r"|how it would have (?:done|performed)",
    ),
    (
        Wish.STRESS_TEST,
        r"压力测试(?!结果|报告|是|怎么|之后|后|没|失败)|压[测一](?!结果|没|报告|是|怎么|失败)|^开始测试"
        r"|极端行情|\b(?:run|do|start|kick off) (?:the |a )?(?:stress|sims?|simulations?|monte carlo)"
        r"|\bstress (?:it|test it)\b|^stress test\b"
        r"|\bmonte carlo time\b|\bworst case at it\b|\bbreak it\b|\bif it survives\b|跑一下 stress",
    ),
    (Wish.RULES, r"规则|\brules?\b|解释|\bexplain\b"),
    (
        Wish.BACK,
        r"^返回$|上一[步题个](?!台阶)|退一步|退回|回到(?:上|前|最|刚|策略|规则|选)|回去(?:重新|看|改|再)|重新做"
        r"|撤销|撤回|ctrl\s?\+?\s?z|^(?:我要|让我|那就)?(?:倒|退|折|往)?回去(?:吧|一下)?$|回(?:上|前)一?[步题个]"
        rf"|{_ANEW}[^,，。]{{0,6}}?(?:回答|答案|选择|选项|作答)(?!权)|{_BEFORE}[^,，。]{{0,4}}(?:答|填)错了?$"
        rf"|{_BEFORE}[^,，。]{{0,6}}(?:题|问题?)[^,，。]{{0,6}}(?:重新|再)(?:选|答|回答|填)|回到{_BEFORE}"
        r"|\b(?:change|edit|fix|redo|correct|revise|amend|update)\b(?: \w+){0,3} (?:answers?|responses?"
        r"|choices?|selections?)\b"
        r"|\b(?:change|edit|fix|redo|correct|revise) what i (?:told|said|chose|picked|answered|selected)\b"
        r"|\btake me back\b|\breturn to (?:the |my )?(?:previous|last|earlier) (?:question|step|answer|one)\b"
        r"|^(?:go )?back\b(?! ?test)|\bgo(?:ing)? back\b|\bback to (?:the |my )?(?:previous|rules|strategy"
        r"|profile|questions?|first|start|beginning|picking|editing|market|last|choosing|scope)"
        r"|\bprevious (?:question|step|one|page)\b|\bundo\b"
        rf"|\bchange what i (?:told|said)\b|\bone step back\b|\brevert (?:that|it|the)\b|{_LAST_CHANGE}",
    ),
    (Wish.WAIT, LATER),
    (
        Wish.CONTINUE,
        r"继续|下一步|没有(?:要改|变化)|^开始|跑起来|跑一下|^来吧|走起|开搞|^测|\b(?:let'?s (?:go|do (?:it"
        r"|this)|roll)|go for it|^do it|run it|fire away)\b|\b(?:continue|go on|go ahead|next|proceed"
        r"|nothing)\b|\bstart\b(?! over)",
    ),
    (
        Wish.YES,
        r"确认|同意|就这样|^(?:可以|好|好的|好啊|好吧|行|嗯|是|是的|对)$"
        r"|\b(?:yes|yep|ok|okay|confirm|confirmed|sure)\b",
    ),
    (
        Wish.CANCEL,
        r"取消|中止|中断|[别不](?:用|要|再)*(?:跑|测|回测|压测)了|停[了掉下]?(?:吧|它)?$"
        r"|\b(?:cancel|abort)\b|\bstop running\b",
    ),
)
_TABLE = tuple((wish, lazy_pattern(words, re.ASCII)) for wish, words in _WORDS)
_INFORMATION = frozenset(
    {Wish.HELP, Wish.RESEARCH_STATUS, Wish.RESEARCH_ANOTHER, Wish.RESEARCH, Wish.POSITIONS, Wish.ORDERS, Wish.RULES}
)
_MOST = 8  # places of a word in one clause that are looked at
_SOFT = CHANGE_RULES | {Wish.BACK}  # "can we go back?" and "can we make it longer?" are wishes
_TAKEN_BACK = lazy_pattern(r"不|别|太|\bnot\b|\btoo\b")  # "the periods are too long" asks for no longer ones
_EXCESS = lazy_pattern(_TOO_LARGE)
_PUZZLED = lazy_pattern(r"不懂|不明白|不清楚|不知道|没看懂|(?:do not|don't|didn't) (?:understand|know|get)|not sure")


def wishes_in(said: Spelling) -> tuple[Wish, ...]:
    """What is wished for and not denied, the more particular first."""
    is_open = is_conditional(said.text)
    done = () if is_open else said.requests
    softly = () if is_open else tuple(each for each in said.clauses if each.is_stated or each.is_soft_request)
    waiting = () if has_if(said.text) else tuple(clause for clause in said.clauses if not clause.is_question)
    heard = dict.fromkeys(_INFORMATION, said.clauses) | dict.fromkeys(_SOFT, (*softly, *done))
    heard |= {Wish.WAIT: waiting, Wish.BACKTEST: waiting}
    said_by = (wish for wish, pattern in _TABLE if any(_says(wish, pattern, heard.get(wish, done))))
    return tuple(dict.fromkeys(said_by))


def _says(wish: Wish, pattern: re.Pattern[str], clauses: tuple[Clause, ...]) -> Iterator[bool]:
    for clause in clauses:
        # Who does not understand the rules wants to hear them.
        heard = Clause(_PUZZLED.sub("", clause.text)) if wish in _INFORMATION else clause
        for found in islice(pattern.finditer(heard.text), _MOST):
            if wish is Wish.SMALLER and _EXCESS.fullmatch(found[0]):  # here "too" asks for less, and takes nothing back
                yield True
                continue
            taken_back = wish in CHANGE_RULES and _TAKEN_BACK.search(found[0])
            yield not taken_back and not heard.denies(found.start(), found.end())
