"""What a message is as a whole, from what was read in it: one intent, the more particular first."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.amounts.lengths import lengths
from packages.domain.conversation.understanding.corrections import corrects
from packages.domain.conversation.understanding.decisions import DECISIONS
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import CHANGE_RULES, AskedFields, MessageIntent, Understood, Wish
from packages.domain.conversation.understanding.rule_edits import edits_rules
from packages.domain.evidence.patterns import lazy_pattern

_OVERRIDE = lazy_pattern(
    r"照样|强制|免了|也给我|强行|硬上|不管了|别管(?:测试|结果|风控|警告)|没(?:通)?过(?:我)?也要|失败就失败"
    r"|自己负责|不用回测|跳过(?:这个|回测|测试|检查|压测)|无视|拦我|超出[^,。]{0,8}(?:没关系|也行|无所谓)"
    r"|\b(?:anyway|regardless|override|bypass|force it|ignore the (?:warning|result|verdict|test)"
    r"|even though|even if|no stress test|don't care (?:what|that|about the)|skip the (?:backtest|stress"
    r"|test|check)|let me through"
    r"|disable the|i accept the risks?|i know the risks?|despite)",
    re.IGNORECASE,
)
_BACK_IS_MEANT = frozenset({Wish.BACK, Wish.UNDO, Wish.NEW_KYC, Wish.NEW_SCOPE, Wish.START_OVER})
_DONE = frozenset(
    {Wish.PAUSE, Wish.RESUME, Wish.STOP, Wish.FLATTEN, Wish.KEEP, Wish.BACKTEST, Wish.STRESS_TEST, Wish.REPLAY}
    | {Wish.AGAIN, Wish.REVISE, Wish.CONTINUE, Wish.YES}
)
_SHOWN = frozenset({Wish.POSITIONS, Wish.ORDERS, Wish.RULES})
_ENDS = r"[\s!.。！,，…~?？a😀-🙏🌀-🧿👋☀-➿]*"
_SMALL_TALK = lazy_pattern(
    r"(?:h+m+|u+h+|um+|emm+|呃+|额+|唔+|你好|您好|嗨|哈喽|哈罗|嘿|在吗|在不在|早|早上好|早安|上午好|下午好|晚上好|晚安|拜拜|再见|回见"
    r"|谢谢|谢了|多谢|感谢|辛苦了?|哈+|呵+|嘻+|哇+|牛|牛[啊逼批]|厉害|你真[^,。]{1,4}|祝我[^,。]{1,6}"
    r"|你是谁|你是(?:机器人|真人|人|ai)吗?"
    r"|(?:今天)?天气[^,。]{0,6}|今天[^,。]{0,8}(?:绿|红|跌|涨)了?|唉|解释得很清楚|吃了吗|你叫什么(?:名字)?"
    r"|hi+|hello|hey+|hiya|yo|sup|good (?:morning|evening|afternoon|night)|gm|gn|morning|bye|goodbye"
    r"|see (?:you|ya)|thanks?(?: you| a lot| so much| for everything)*|thx|ty|cheers|lo+l|lmao|haha\w*"
    r"|nice (?:work|one|job)|well done|good (?:job|bot)|wow"
    r"|(?:are you|you're) (?:a )?(?:human|bot|robot|real|an? ai)|who are you|how(?:'s| is"
    r"| are) (?:it going|you|your day\w*|things|life)(?: \w+){0,2}|what'?s up|nice to meet you"
    r"|that's (?:clever|cool|funny|nice)|what'?s your name)"
    r"(?:\s?(?:呀|啊|哦|喔|哈|啦|你|了|there|mate|friend|buddy|all|everyone|man|lol|so much))*" + _ENDS,
    re.IGNORECASE,
)
_HELP = lazy_pattern(
    r"帮我(?:做|建|写|设计|弄|搞|起草|制定)(?:一?个|一套|一下|个)?(?:新的?)?(?:交易)?策略"
    r"|怎么(?:用|操作|答|弄|填|选)|教教我|带带我|帮帮忙|帮帮我|给点建议|有什么建议|推荐(?:一|个|下|点)"
    r"|有哪些选项|(?:现在|接下来|下一步)(?:我)?(?:该|要|应该)?(?:做什么|干嘛|干什么|怎么办|呢|是啥|是什么)"
    r"|我?该(?:选|做|填)(?:什么|哪)|你(?:建议|推荐|觉得)我?[^,。]{0,10}(?:还是|哪|选)|卡住了|不知道(?:选"
    r"|怎么|该|填)|看不懂|哪个好|next step 是啥"
    r"|\bexample answer\b|\bany (?:suggestions?|recommendations?|advice|ideas)\b|\bwhat (?:should|would"
    r"|do) (?:i|you) (?:pick|choose|do|recommend|suggest|say)\b|\bwhat (?:are|were) (?:my|the) options\b"
    r"|\bwhat now\b|\bwhat(?:'s| is) next\b|\bi'?m (?:lost|stuck|confused)\b|\bwalk me through\b"
    r"|\b(?:can you )?help(?: me)?\b|\bwhat can you do\b|\brecommend (?:one|me|something)\b|\bguide me\b"
    r"|\bhow does this work\b|\bwhat do i do\b",
    re.IGNORECASE,
)
_SKIP = lazy_pattern(
    r"^(?:那就|都|这题|这个|先)?(?:跳过|略过|先过|pass|skip|next(?: question| one)?|下一[题个])|不重要"
    r"|\bmove past\b|这题先过|随便|随缘|随意|无所谓|都(?:行|可以|好|ok)$|你(?:来)?(?:定|选|看着办|决定"
    r"|decide|挑|说了算)|按默认|默认(?:就行|即可|的?吧)?$|听你的|^都可以|你来吧?$"
    r"|\b(?:you (?:pick|choose|decide)|up to you|your (?:call|choice)|whatever|no preference"
    r"|don'?t (?:care|mind)|doesn'?t matter|not bothered|either(?: is fine| way)?|any(?: is fine"
    r"| will do)?$|default(?:s)?(?: is| are)? fine|use the defaults?|surprise me|dealer'?s choice"
    r"|i'?m easy|next question)\b|^any$|^skip\b|^pass$",
    re.IGNORECASE,
)
_REFUSE = lazy_pattern(
    r"不想(?:说|回答|透露|告诉|讲)|不方便(?:说|透露|讲)|保密|隐私|不告诉你|不提供|拒绝(?:回答)?"
    r"|凭什么(?:告诉|要)|不答|不透露|关你(?:什么|啥)事|无可奉告|不便(?:透露|回答)"
    r"|\b(?:rather not (?:say|answer|tell|share)|prefer not to|none of your business|no comment"
    r"|that'?s private|it'?s private|(?:don'?t|do not) want to (?:say|share|answer|tell)"
    r"|not (?:going to )?tell(?:ing)?(?: you)?|won'?t (?:say|tell|answer)|not answer this|refuse to"
    r"|confidential|decline to)\b",
    re.IGNORECASE,
)
_FLOOR = lazy_pattern(
    r"想想|\blet me (?:think|check|see)\b|接个电话|稍等|去吃个?饭|brb|afk|one (?:sec|moment|minute)|回头再聊|再继续",
    re.I,
)


def intent_of(said: Spelling, asked: AskedFields, read: Understood) -> MessageIntent:
    if read.is_choice or read.fetch or read.research_fetch:
        return MessageIntent.DECIDE if set(read.answers) <= set(DECISIONS) else MessageIntent.ANSWER
    if read.override or (set(asked.fields) & set(DECISIONS) and _OVERRIDE.search(said.text)):
        return MessageIntent.OVERRIDE
    if {Wish.RESEARCH, Wish.RESEARCH_STATUS} & set(read.wishes):
        return MessageIntent.RESEARCH
    if _BACK_IS_MEANT & set(read.wishes) and not set(read.answers) - set(DECISIONS):
        return MessageIntent.BACK
    if read.answers:
        return _of_answers(said, asked, read)
    return _without_answer(said, asked, read)


def _of_answers(said: Spelling, asked: AskedFields, read: Understood) -> MessageIntent:
    decided = set(read.answers) <= set(DECISIONS)
    if decided and edits_rules(said):
        return MessageIntent.EDIT_RULES
    if decided:
        return MessageIntent.DECIDE
    return MessageIntent.CORRECT if corrects(said.text) and set(read.answers) - asked.open else MessageIntent.ANSWER


def _without_answer(said: Spelling, asked: AskedFields, read: Understood) -> MessageIntent:
    plain_text = plain(said.text)
    for pattern, intent in _BY_WORDS.items():
        if intent is MessageIntent.SMALL_TALK:
            found = all(
                pattern.fullmatch(part.strip())
                for part in re.split(r"[,，。!！]+|\s+(?=[\u4e00-\u9fff])", plain_text)
                if part.strip()
            )
        else:
            found = bool(pattern.search(plain_text))
        if found and plain_text:
            return intent
    return _by_wishes(Spelling(plain_text), asked, read)


_BY_WORDS: Mapping[re.Pattern[str], MessageIntent] = {
    _SMALL_TALK: MessageIntent.SMALL_TALK,
    _REFUSE: MessageIntent.REFUSE,
    _HELP: MessageIntent.HELP,
    _SKIP: MessageIntent.SKIP,
}


def _by_wishes(said: Spelling, asked: AskedFields, read: Understood) -> MessageIntent:
    wishes = set(read.wishes)
    if Wish.HELP in wishes:
        return MessageIntent.HELP
    if read.question and not _DONE & wishes:
        return MessageIntent.QUESTION
    if Wish.WAIT in wishes or _FLOOR.search(said.text):
        return MessageIntent.WAIT
    if CHANGE_RULES & wishes or (set(asked.fields) & set(DECISIONS) and edits_rules(said)):
        return MessageIntent.EDIT_RULES
    if _DONE & wishes:
        return MessageIntent.DECIDE
    if read.question or _SHOWN & wishes:
        return MessageIntent.QUESTION
    return MessageIntent.ANSWER if _may_be_meant(said.text, asked, read) else MessageIntent.UNKNOWN


def _may_be_meant(words: str, asked: AskedFields, read: Understood) -> bool:
    """An answer that says too little, or more than one thing."""
    if read.meant or read.symbol:
        return True
    return bool(asked.open & read.topics or read.denied or (asked.open and lengths(words)))
