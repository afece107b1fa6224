"""The clauses of a message and the one rule of negation: what is denied, asked or conditional is not said."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from packages.domain.conversation.understanding.corrections import TAKEN_BACK, begins_anew, is_in_spite_of, marked
from packages.domain.conversation.understanding.lexicon.question_words import (
    ABOUT_IT,
    ASKS,
    ASKS_NOTHING,
    IS_IT_FINE,
    RELATIVE,
    SUPPOSES,
)
from packages.domain.evidence.patterns import lazy_pattern

_CLAUSE = lazy_pattern(
    r"([^,，。;；!！?？\n]+?)(\.{2,}|[,，。;；!！?？\n]|\.(?=\s|$)"
    r"|(?=但是|不过|但|(?<!anything )(?<!everything )\bbut\b|\bhowever\b|\bthough\b)"
    r"|(?=\band (?:i|i'm|i'd|i've|my)\b)|$)",
    re.IGNORECASE,
)
_OTHERS = lazy_pattern(
    r"朋友|巴菲特|芒格|老婆|老公|妻子|丈夫|爸|妈|父亲|母亲|爷爷|奶奶|儿子|女儿|叔|舅|同事|同学|我(?:弟|哥|姐|妹|侄"
    r"|表[哥弟姐妹]|堂[哥弟])|侄子|室友|邻居|老板|别人"
    r"|人家|有人|大家|网上"
    r"|听说|(?<!其)[他她]"
    r"|\b(?:(?<!and )(?<!is my )(?<!are my )(?<!my best )friends?|wife|husband|father|mother|dad|mom|mum|brother|sister"
    r"|son|daughter|uncle|cousin|boss|my (?:mates?|buddy|buddies|pal|nephew|niece|ex|girlfriend|boyfriend)"
    r"|neighbou?r|colleagues?|advisor|parents|roommate|he|she|they|people|someone|everyone|everybody|folks"
    r"|(?:adviser|planner|accountant|family|partner|others|guys|lads) (?:says?|said|thinks?|tells?|told|talks?|put"
    r"|keeps?"
    r"|promised|recommends?|suggests?|calls?|brags?)"
    r"|(?:buffett|munger|graham)(?: \w+)? (?:says?|said)|my (?:last |old |former )?(?:adviser|advisor|broker"
    r"|manager) (?:lost|made|cost)"
    r"|my (?:broker|bank|banker|app|manager|test|questionnaire) (?:put|puts|has|had|rated?s?|classif\w+|marked"
    r"|lists?|listed|says?|said"
    r"|thinks?|calls?|called))\b",
    re.IGNORECASE,
)
# Who says both has not said which.
_TORN = lazy_pattern(
    r"有时候?.{1,20}有时|一会儿?.{1,12}一会|又[要想].{1,12}又[要想]|既(?:要|想|不能|不).{1,12}又(?:要|想)?"
    r"|越稳越好又|行情好.{1,14}不好"
    r"|牛市.{1,14}熊市|还没吵出|说不好|但是?(?:又)?不能亏|不亏就行.{0,6}翻|又要稳"
    r"|\bsometimes\b.{1,40}\bsometimes\b|\bbut also\b"
    r"|\bcan'?t (?:decide|make up my mind)\b|\bit (?:varies|depends)\b|\bwho knows\b|\bnothing fixed\b"
    r"|\bnow \w+ now \w+"
    r"|\bsome for\b.{1,20}\bsome for\b|\bsafe (?:and|but) also\b|\bwithout any risk\b|\bzero risk\b|\bno risk\b"
    # What somebody says of themselves and what they do are two things.
    r"|\bi (?:always )?(?:say|tell (?:myself|everyone|people)|plan (?:on|to)|like to think|pretend)\b.{3,70}"
    r"\b(?:but|then|yet|only to)\b.{0,40}\b(?:sell|panic|chicken|bail|freak|can't|cannot|end up|twitchy|forget|red)"
    r"|\bstill (?:arguing|deciding|debating|undecided)\b|\bhaven't (?:decided|agreed|made up)\b|没(?:商量|吵|想)好"
    r"|\bbut i also (?:don't|want|need|hate|can't)\b|\bbut at the same time\b|\bsome (?:days|weeks"
    r"|months)\b.{3,60}\b(?:other|some) (?:days|weeks|months)\b"
    r"|\b(?:either (?:is|one|works)|torn between|whichever|(?:don't|do not) mind which|i'm flexible)\b|(?:不知道"
    r"|不晓得)(?:听谁|哪个|该)|摇摆|矛盾|让我怎么|两手都要|都想沾|短则.{1,8}长则|可能.{1,8}也可能"
    r"|\bfrom (?:a )?(?:seconds?|minutes?|hours?|day)s? to (?:weeks|months|years|a (?:week|month|year))\b"
    r"|\bhalf\b.{2,30}\bthe other half\b|嘴上.{1,14}(?:手|身体|心里|实际)|说是.{1,14}(?:其实|一跌|实际)",
    re.IGNORECASE | re.ASCII,
)
# Who mocks means something else.
_MOCKS = lazy_pattern(
    r"^(?:oh |well )?(?:yeah|ya|sure),? right,|^oh,? sure,.*\b(?:why don't you|because|can't you|lol)\b"
    r"|\bbecause obviously\b"
    r"|\bwhat a (?:splendid|brilliant|genius|wonderful) idea\b|^呵呵|心可真大",
    re.IGNORECASE,
)
_ELSE = lazy_pattern(
    r"如果|假如|要是|(?<![一二两三四五六七八九十百千几\d])万一|\b(?:if|suppose|unless)\b", re.IGNORECASE
)
_PAST = lazy_pattern(
    r"以前|之前|曾经|过去|原来|当年|刚才说|先说|本来|原本|原先|起初|一?开始想|\b(?:used to|was going to say"
    r"|previously|in the past|formerly|once was|got burn(?:ed|t)"
    r"|i said|i went from|at first|first thought|i thought|initially|originally|was (?:thinking|dreaming|tempted)"
    r"|dreamt? of"
    r"|had in mind)\b",
    re.IGNORECASE,
)
_DENIED_BEFORE = lazy_pattern(
    r"(?:不|没|别|勿|避免|拒绝|讨厌|排除|除了|太|忘了|放弃|(?<![更至减])少)(?:(?!就[选做用要按]|而是|还是"
    r"|所以|选|改|直接|也要|照样|都要)[^,，。]){0,5}$"
    r"|(?:\b(?:not|no|never|nobody|no one|neither|nor|without|avoid\w*|hate|dislike|except|excluding|nothing|too|less"
    r"|rather than"
    r"|instead of|opposite of|anything but|prefer \w+ over|skip|scratch|forget|ditch|drop|done with|tired of|burned by"
    r"|take back"
    r"|cannot|isn't|nothing to do with)\b"
    r"|n['’]t\b)(?:\W+(?!but\b|just\b|so\b|then\b)[\w'-]+){0,4}\W*$"
    r"|\b(?:stop|quit)\W+(?:doing\W+)?$|\brather\b[^,]{0,40}\bthan\W+$|\bbefore(?:\W+\w+){0,3}\W*$"
    r"|\b(?:swap|replace)\W+(?:(?!for\b"
    r"|with\b)\w+\W+)?$|\b(?:chang|switch|mov|go)\w*(?:\W+\w+){0,3}\W+from\W*$",
    re.IGNORECASE,
)
_DENIED_AFTER = lazy_pattern(
    r"^[^,，。]{0,4}(?:不适合|不行|不要|不想|不考虑|不合适|算了|免了|不碰|不做|不玩|除外|不是我|受不了"
    r"|吃不消|不敢|没兴趣"
    r"|不感兴趣|太[^,，。]{1,3}了|太[少多慢快低高久短赶累紧吓]|太(?:夸张|离谱|疯狂|贪|复杂|难|麻烦|折腾|刺激"
    r"|吓人)|没意思|不够|不现实|[做盯]不[到了]|不指望|看不上"
    r"|[扛顶玩]不[住起]"
    r"|的?(?:都|请|可)?别(?:找|来|碰|给|推)|免谈|有点[少紧低慢短]|[^,，。]{0,2}[跑玩试测受]够了|没必要|不靠谱"
    r"|累死|没(?:有)?账户|改成|换成|改为|错了|选错|填错|打错|不用)"
    r"|^\W*(?:\w+\W+){0,2}(?:isn['’]t|aren['’]t|(?:is|are|was|would be|might be|sounds?|seems?"
    r"|feels?)\W+(?:\w+\W+)?(?:not|never|too"
    r"|out"
    r"|slow|boring|mad(?:ness)?|insane|crazy|nuts|overkill|excessive|ridiculous|silly|exhausting|stressful|impossible"
    r"|pointless|disappointing|fantasy|fantasies|myth|joke|beyond me|unrealistic|no use|useless|overrated)\b)"
    r"|^\W*(?:\w+\W+){0,2}(?:(?:doesn|don|didn|won|wouldn)['’]t|no longer|never|does not|do not) (?:really |much )?"
    r"(?:matters?|interests?|appeals?|suits?|works?|cut it|do it for me|count)\b"
    r"|^\W*(?:\w+\W+)?(?:bores?|annoys?|stress(?:es)?|exhausts?|tires?|disgusts?|terrif\w+|kills?) me\b"
    r"|^\W*is for (?:kids|babies|beginners|losers|cowards|noobs|wimps|grandmas?)\b"
    r"|^\W*in (?:my head|theory|my dreams|another life|my (?:twenties|teens|youth))\b"
    r"|^\W*\w*\W*(?:scares?|worries|is wrong|(?:sounds?|seems?|is|looks?) (?:scary|risky|dangerous"
    r"|premature|too soon))\b|^\W*(?:not for me|no way|no thanks)\b",
    re.IGNORECASE,
)
# What looks like a denial before a word, and is none of that word.
_EMPHASIS = lazy_pattern(
    r"特别|分别|个别|不得不|不仅|能不能|可不可以|要不要|要不(?!要)|好不好|行不行|不但|不光|不错|not only|没错"
    r"|没问题|不过|不好意思|不管|差不多|不如|无所谓|没事"
    r"|不是[^,，。]{1,12}?而?是(?!不)|(?:选|填|打|写|说|搞)错了?"
    r"|\b(?:not|n't|never) (?:really )?(?:sure|certain)\b(?! (?:about|if|whether))|\bno (?:problem|doubt"
    r"|worries|rush)\b"
    r"|\b(?:don't|do not) (?:mind|know)\b|\bwhy not\b|\bno matter\b|\b(?:can't|cannot) (?:wait|decide)\b",
    re.IGNORECASE,
)

# A question that is a request all the same: "could you pause it?"
_REQUEST = lazy_pattern(
    r"^(?:please\s+)?(?:(?:can|could|will) you\b|would you (?:please|mind)\b)|帮我|请(?!问)|麻烦", re.IGNORECASE
)
_SOFT_REQUEST = lazy_pattern(
    r"^(?:can|could) we\b|^(?:can|could|may) i (?:\w+ )?(?:go|change|edit|fix|redo|return|correct|revise"
    r"|amend)\b|^能换|^能改"
    r"|能不能|能否|可不可以",
    re.IGNORECASE,
)
_IF = lazy_pattern(
    r"如果|要是|假如|除非|只要|是否|再说|也许|可能|或许|的话|勉强|凑合|还行吧|马马虎虎|看情况|"
    r"\b(?:if|unless|whether|once|as soon as|provided|suppose|maybe|perhaps|might|could work|depends|i guess"
    r"|kinda)\b",
    re.IGNORECASE,
)
_POLITE_IF = lazy_pattern(
    r"如果(?:可以|方便|行|非要选|必须选|一定要选)的?话?|(?:可以|方便)的话|即使|哪怕|就算"
    r"|\bif (?=(?:it's|its|it is|it|i) (?P<again>\w+)(?: it)?,? (?:then )?(?:it's|its|it is|it|i) (?P=again)\b)"
    r"|\beven if\b|(?<=care )if\b|(?<=mind )if\b|\bif (?:possible|you (?:can|could|please|don't mind|must)"
    r"|i (?:must|have to|had to)(?: (?:pick|choose|say))?)\b",
    re.IGNORECASE,
)

_MESSAGES = 8  # that are read at the same time: one is split once, however many rules look at it
_NEAR = 80  # characters around a word that can take it back


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a message; `is_past` tells of how things were, `is_stated` is False for questions, for what others
    think and for what depends on an if. `part` counts the times that the person has corrected themselves."""

    text: str
    is_past: bool = False
    is_stated: bool = True
    is_question: bool = False
    part: int = 0

    def denies(self, start: int, end: int) -> bool:
        """Whether the words around a place take it back."""
        before = _EMPHASIS.sub(" ", self.text[max(0, start - _NEAR) : start])
        return bool(_DENIED_BEFORE.search(before) or _DENIED_AFTER.search(self.text[end : end + _NEAR]))

    @property
    def is_conditional(self) -> bool:
        return _ELSE.search(self.text) is not None

    @property
    def is_request(self) -> bool:
        """A question that asks for something to be done."""
        return bool(_REQUEST.search(self.text)) and not _ELSE.search(self.text)

    @property
    def is_soft_request(self) -> bool:
        """One that may as well be a mere question: it can stop or change a thing, and never set one going."""
        return bool(_SOFT_REQUEST.search(self.text)) and not _ELSE.search(self.text)


@lru_cache(_MESSAGES)
def every_clause(text: str) -> tuple[Clause, ...]:
    """In order; `text` is plain."""
    found = [
        (words, match[2])
        for match in _CLAUSE.finditer(marked(_POLITE_IF.sub(" ", text)))
        if (words := match[1].strip())
    ]
    read: list[Clause] = []
    part = 0
    for words, mark in found:
        if words == TAKEN_BACK or (read and (begins_anew(words) or is_in_spite_of(words, read[-1].text))):
            part += 1
        read.append(replace(_clause(words, mark, is_first=not read), part=part))
    if _MOCKS.search(text):
        return tuple(replace(clause, is_stated=False) for clause in read)
    return tuple(_unless_asked_about(clause, after) for clause, after in zip_longest(read, read[1:]) if clause)


def _clause(words: str, mark: str, *, is_first: bool) -> Clause:
    asks = bool(ASKS.search(ASKS_NOTHING.sub(" ", words))) and (is_first or not RELATIVE.search(words))
    is_question = mark in ("?", "？") or asks
    is_stated = not is_question and not _ELSE.search(words) and not _OTHERS.search(words) and words != TAKEN_BACK
    return Clause(words, bool(_PAST.search(words)), is_stated, is_question)


def _unless_asked_about(clause: Clause, after: Clause | None) -> Clause:
    if after is None or not after.is_question or IS_IT_FINE.search(after.text):
        return clause
    if not ABOUT_IT.search(after.text) and not SUPPOSES.search(clause.text):
        return clause
    return replace(clause, is_stated=False)


def is_conditional(text: str) -> bool:
    """An if decides nothing, and neither does a maybe."""
    return _IF.search(_POLITE_IF.sub(" ", text)) is not None


def has_if(text: str) -> bool:
    """A real condition, not a mere hedge."""
    return _ELSE.search(_POLITE_IF.sub(" ", text)) is not None


def is_torn(text: str) -> bool:
    """Whether a message wants two things that cannot both be chosen, or now the one and now the other."""
    return _TORN.search(text) is not None
