"""Where a person corrects themselves: "no wait", "scratch that", 不对, 说错了. What comes after it counts."""

import re

from packages.domain.evidence.patterns import lazy_pattern

TAKEN_BACK = "⟲"  # stands in a message where the person took back what came before

_TAKES_BACK = lazy_pattern(
    r"(?<!对)不对(?:不对)*(?![劲等称])|不不+(?!是)|[说选填写打搞点]错了?(?=\W*\w)|口误(?=\W*\w)|我收回"
    r"|我反悔了?|改主意了?|(?<![就也])算了(?=\W*还是)|[啊哦呃噢]不(?:是|对)|开(?:个)?玩笑的?(?=\W*\w)|逗你的?"
    r"|再一想|转念一想"
    r"|(?<=[,。.])\s*等等(?=\W*[^,]{0,8}(?:\d|[一二两三四五六七八九十半]+个?[年月成天次]))"
    r"|\b(?:(?:oh |hmm |um )?no,? wait(?:,? no)?|wait,? no|scratch that|strike that|i take (?:that"
    r"|it) back|never ?mind that"
    r"|forget (?:that|what i said)|on second thoughts?|change of plans?|i changed my mind|correction|hmm,? no"
    r"|(?:hmm+|mm+|um+|er+|uh+|eh|ah|oh),? (?:no|nah|nope)(?=[,.!])|(?<=[,.!] )(?:nah|nope|no)(?=[,.!] )"
    r"|(?:haha?(?:ha)?|lol),? no(?:pe)?|(?:lol |oh )?no,? no(?=,)|no,? sorry|or no(?=,)|(?:just )?kidding"
    r"|jk(?=,)|hmm,? dial it back(?: \w+)?)\b"
    r"|(?<=[,.!?])\s*(?:lol,? )?seriously(?: though)?\b",
    re.IGNORECASE,
)
_ANEW = lazy_pattern(
    r"^(?:其实|应该是|应该说|我是说|我的意思是|改成|换成|改为|更正|准确地?说|[哦呃嗯啊]?算了|哦不|不(?=$)"
    r"|还是(?:[^,]{1,12}吧|选|做|换)|[但嗯]?是?现实一?点|说正经的?|正经说"
    r"|(?:no |oh )?(?:actually|i mean(?:t)?|sorry|make (?:that|it)|or rather|rather|in fact|well no|nah"
    r"|put|let's say|no$))",
    re.IGNORECASE,
)
# A clause that says nothing but that what came before it will not do: 不现实, 太多了, "too much".
_WILL_NOT_DO = lazy_pattern(
    r"(?<=[,。!?.])\s*[哎唉嗯呃啊]*(?:不现实|不可能|太[多少高低慢快久短大小紧累][了点]*|不够(?:的|看)?"
    r"|(?:有[啥什]么?|没)(?:意思|劲)|(?:不行)+"
    r"|再往[上下]|还是(?:多|少|拉长|缩短|往上|往下)一?点|(?:that's )?(?:too (?:much|little|high|low|slow|fast|long"
    r"|short)|not enough|nah(?: let's be realistic)?|let's be realistic))(?=[,。.!?])",
    re.IGNORECASE,
)
_CONCEDES = lazy_pattern(r"^(?:虽然|虽说|尽管|(?:al)?though|while)", re.IGNORECASE)
_IN_SPITE = lazy_pattern(r"^(?:但|不过|可是?|却|还是|[^\u4e00-\u9fff]*$)", re.IGNORECASE)
_CONCLUDES = lazy_pattern(
    r"^(?:so|therefore|thus|hence|call it|let's call it|i'd settle for|i'll settle for|bottom line|all in all"
    r"|in the end"
    r"|honestly|basically|所以|因此|那就|总之|反正|最后|综合|折中)(?![a-z])",
    re.IGNORECASE,
)
_PLEASED = (
    r"(?:happy|thrilled|chuffed|delighted|satisfied|content|pleased|good|fine|over the moon|laughing|golden|sorted|glad"
    r"|grateful|smiling|enough|plenty|ecstatic|stoked)"
)
_CONTENT_IF = lazy_pattern(
    rf"\bif\b(?=[^?]{{3,90}}\b(?:i'?m|i am|i'?d be|i would be|i'?ll be|i will be|that'?s|that would be|it'?s)"
    rf" (?:\w+ ){{0,2}}{_PLEASED}\b|[^?]{{3,90}}\bi'?d (?:call|be quite|take) (?:that|it)\b)"
    r"|(?:如果|要是|假如)(?=[^?]{2,24}就?(?:满意|知足|满足|开心|够了|很好了|挺好|偷着乐|谢天谢地))",
    re.IGNORECASE,
)
_CORRECTS = lazy_pattern(
    r"改成|改为|换成|改一下|更正|其实|(?:说|选|填|写|打|搞|点)错|不对|不好意思|我反悔|改主意|手滑"
    r"|还是(?:换|选|做)|换[^,。]{1,8}吧?$"
    r"|不做[^,。]{1,6}了|高估自己|刚才|前面那|改(?:保守|中等|稳健|激进)|是[^,。]{1,8}不是"
    r"|不是[^,。]{1,8}[,，]?\s*(?:而)?是"
    r"|\b(?:actually|changed my mind|misspoke|my bad|mistyped|typo|let me (?:correct|fix|revise)"
    r"|i meant|meant|scratch that|no wait|wait,? no|on second thoughts?|change (?:my|the|it|that)|make it"
    r"|make the|instead|swap|switch|i take back|i take (?:that|it) back|oops|wrong|i was wrong|correction"
    r"|sorry|forget|should be|rather than|i said)\b|^wait,|\bnot? \w+, make\b",
    re.IGNORECASE,
)


_PREFERS = lazy_pattern(
    r"(?:^|[,，。])\s*(?:那|我|我看|我想|要么)*还是(?!说|不|没|要|有|比较|觉得)[^,，。?？还]{1,14}$|不如|干脆"
    r"|宁愿|宁可|更想(?:做|买|交易|要)|更愿意"
    r"|\b(?:i'd|i would|we'd|would) (?:rather|prefer)\b|\brather (?:have|trade|do|go|take)\b|\b(?:i|we) prefer\b"
    r"|\blet's (?:do|trade|go (?:with|for)|use|try|take)\b|\bwould (?:be|suit me) better\b",
    re.IGNORECASE,
)


def prefers(text: str) -> bool:
    """Whether a message would rather have something than what there is: 还是比特币吧, "let's do bitcoin"."""
    return _PREFERS.search(text) is not None


def marked(text: str) -> str:
    """With a clause of its own wherever something is taken back."""
    return _TAKES_BACK.sub(f", {TAKEN_BACK} , ", text)


def concludes(clause: str) -> bool:
    """Whether a clause says what comes of those before it: "so 9 roughly", 所以两成."""
    return _CONCLUDES.search(clause) is not None


def contented(text: str) -> str:
    """Without an if that tells what would please: "if it makes 7% I'm happy", 要是有8%我就知足了."""
    return _CONTENT_IF.sub(" ", text)


def takes_back(text: str) -> bool:
    """Whether anything is taken back in it."""
    return _TAKES_BACK.search(text) is not None


def without_refused(text: str) -> str:
    """With the same mark wherever a clause only says that an amount will not do."""
    return _WILL_NOT_DO.sub(f" {TAKEN_BACK} ", text)


def is_in_spite_of(clause: str, before: str) -> bool:
    """Whether a clause is what counts after a concession: 虽然想翻倍，但8%."""
    return bool(_CONCEDES.search(before) and _IN_SPITE.search(clause))


def begins_anew(clause: str) -> bool:
    """Whether what the clause says replaces what was said before it."""
    return _ANEW.search(clause) is not None


def corrects(text: str) -> bool:
    """Whether a message changes something that was said, rather than answering anew."""
    return _CORRECTS.search(text) is not None
