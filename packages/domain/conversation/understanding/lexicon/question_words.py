"""By which words a clause asks, and which of them ask nothing."""

import re

from packages.domain.evidence.patterns import lazy_pattern

# Words of a question that ask nothing: 没什么经验, "no matter what".
ASKS_NOTHING = lazy_pattern(
    r"没(?:有)?(?:什么|啥|多少|怎么)|不怎么|哪[个种]都|哪[个种]也|什么都|啥都|怎么都|无论什么|不管什么"
    r"|还没(?:买|开|入|做|炒|下|碰|出)[^,]{0,4}呢$|谁[^,]{1,8}就[^,]{0,8}谁|[啥么]没见过|还赚什么钱|(?:有"
    r"|做)多少(?:做|算)多少|多少有点|多少[都也]"
    r"|\b(?:no matter|know|that's|this is|exactly) (?:what|how|why)|what(?:ever|soever)\b",
    re.IGNORECASE,
)
# Who leaves out the I states something: "can live with 4%", "would rather not", "did two years of it".
_STATES = (
    r"(?:(?:happily|easily|probably|only|just|still|also|even|never|not|always|maybe|gladly|honestly) )*"
    r"(?:do|take|live with|hold|go|be|accept|stomach|handle|rather|prefer|like|say|love|hate|tolerate|lose|bear|stand"
    r"|wait|sit|ride|keep|sell|buy|trade|have|need|want|settle|call|pick|choose|try|stay|risk|swallow|survive|afford"
    r"|cope"
    r"|manage|put|start|absorb|shrug|sleep|watch|see|bet|spend|make|aim)\b"
)
ASKS = lazy_pattern(
    r"什么|啥|怎么|咋|怎样|如何|为何|哪[个种些只一里边儿]|谁|多少|多久(?!都)|多长时间|吗\W*$|呢\W*$"
    r"|(?<![这那])么\W*$|是否|是不是|要不要|该不该"
    r"|能不能|能否|可不可以|好不好|有没有|会不会|行不行|(?P<same>[\u4e00-\u9fff])不(?P=same)(?!了)|(?:大概"
    r"|一般|到底|对应|得)[^,]{0,4}几个?[点天年]$|有何|区别|干嘛|了没\W*$"
    r"|(?:大概|一般|会|要|能|有)[^,]{0,8}几[次笔天个家][^,]{0,4}[啊呀呢]$|是多[长久大高][啊呀呢]?$|哪几|多少来着"
    r"|(?:能|可以|会|有|还)[^,]{1,12}(?<![,不要还])不$|(?:大概|会|要)[^,]{0,4}几[次笔天]$|[你您](?:建议|觉得|推荐|认为)"
    r"|[^,]{2,}(?<!风险)(?<!收益)(?<!市场)(?<!频率)(?<!持有)还是(?!选|做|换|要|用|想|算|先|走)[^,]{1,8}(?<!吧)$"
    r"|^(?:(?:so|and|but|ok|okay|wait|um+|hmm+|well|also|then|btw|hey)\W+)*"
    r"(?:what|which|why|how|who|whom|whose|where|is(?! (?:fine|ok|okay|good|enough)\b)|are"
    r"|am(?! (?:\w+ing|a|an|not|new|fine|ok)\b)|was(?! (?:(?:already|just|still|only) )?(?:\w+ing|a|an|not|never)\b)"
    r"|were|does"
    r"|did(?! (?:it|some|an?|about|all|two|three|four|five|six|\d+|most|well|ok|badly|my|both)\b)|has(?! been\b)|any"
    r"|what's|whats|who's"
    r"|how's|isn't|aren't|when(?:'s| is| will| does| do| did| can| should| would)"
    r"|do (?:i|you|we|they|most|people)|(?:can|could|should|would|may|will|shall|must)(?:n't)? "
    rf"(?!{_STATES})|have (?:i|you|we))(?:\b|(?<= ))"
    r"|\b(?:explain|define|definition of|difference between"
    r"|wonder(?:ing)?|curious|tell me (?:more|about|what|how|why))\b"
    r"|\b(?:what|why|how)(?:'s| is| are| does| do| did| would| should| can| much| many| long| often)\b",
    re.IGNORECASE,
)
# "..., which says something about me": no question behind another clause.
RELATIVE = lazy_pattern(
    r"^(?:which|who|where) (?:is|was|are|were|means|makes?|says|would|will|i|i'm|i'd|has|had|tells|gives|seems|feels"
    r"|sounds|suits?|happens|can|may|doesn't|isn't)\b(?!.*\b(?:better|best|right one|should i)\b)",
    re.IGNORECASE,
)
# A question about what was just named: "mean reversion, what is that?"
ABOUT_IT = lazy_pattern(
    r"^(?:what|how|why|which|is|are|does|would|should)\b.*\b(?:that|it|this|these|those|mean|better|safer|good"
    r"|safe)\b"
    r"|是(?:什么|啥)|什么意思|啥意思|怎么(?:样|做|算|玩|办)|如何|靠谱吗|好吗|合适吗|危险吗",
    re.IGNORECASE,
)
NOT_UNDERSTOOD = lazy_pattern(
    r"不懂|没懂|没搞懂|不明白|没看懂|\b(?:don't|didn't|do not) (?:get|understand|follow)\b"
    r"|\b(?:no idea|confus\w+|lost me)\b",
    re.IGNORECASE,
)
# "When I revise it, do I lose the old one?": what the question supposes is not said.
SUPPOSES = lazy_pattern(
    r"^(?:so |and |but )?(?:when|after|once|before|while|suppose|say|assuming|as soon as) (?:i|we|you|it)\b"
    r"|(?:以后|之后|的话|了)$",
    re.IGNORECASE,
)
IS_IT_FINE = lazy_pattern(r"^(?:is|are) (?:that|it|this) (?:ok|okay|fine|alright|all right|possible)\b", re.IGNORECASE)
