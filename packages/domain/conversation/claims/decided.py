"""What a model says was decided, and what else than the open decision it asks."""

import re

from packages.domain.evidence.patterns import lazy_pattern

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]?")
_CLAIMS = lazy_pattern(
    r"\b(?:confirmed|deployed|approved|agreed|locked in|is (?:now )?(?:live|running)|has (?:been )?started"
    r"|all set|done)\b"
    r"|已经?(?:为你|帮你|替你)?(?:确认|部署|启动|上线|开始|运行|定下|通过|放行|批准|敲定)|(?:放行|敲定|批准"
    r"|定下来)[了啦]|确认(?:好了|完毕|成功)|部署(?:好了|完成|成功)"
    r"|confirmad[oa]|confirmée?|confermat[oa]|bestätigt|bevestigd|подтвержден|確認(?:しました|済)|확인(?:했|되)",
    re.IGNORECASE,
)
# A test that is over or passed decides nothing.
_OF_A_TEST = lazy_pattern(
    r"(?:back-?test|stress[- ]test|research|回测|压力测试|研究)[^,;，；.。]{0,24}?(?:approved|done"
    r"|has (?:been )?started"
    r"|is (?:now )?running|已经?(?:启动|开始|运行|通过))",
    re.IGNORECASE,
)
_NOT_SAID = lazy_pattern(
    r"\b(?:if|once|after|until|when|before|unless|not|never|please|need|needs|must|to be|should|would|can|yet|want)\b"
    r"|n't\b|[?？]|如果|一旦|之后|以后|等你|请|需要|尚未|还没|未|没有|不|是否|吗|要不要|待",
    re.IGNORECASE,
)
_MOST_READ = 20_000  # characters, from the end: what was asked last is what a yes is for
_OPEN_QUESTION = lazy_pattern(
    r"\b(?:what(?! (?:if|about))|why(?! not)|how(?! about)|when|which|who|whose|where)\b"
    r"|什么|为何|怎么(?!样)|多少|哪|几(?:个|天|年|次)|谁",
    re.IGNORECASE,
)
_OF_THE_DECISION = lazy_pattern(
    r"\b(?:confirm|approve|agree|accept|happy with|satisfied|good to go|ready|proceed|go ahead|deploy"
    r"|(?:look|sound|seem)s? (?:good|right|fine|ok|okay)|shall it be"
    r"|is (?:this|that|it) (?:right|ok|okay|fine|what you))"
    r"|确认|同意|满意|部署|上线|启动|就这样|就用|没问题|可以(?:吗|么|不)|行(?:吗|么|不)|对吗|好吗",
    re.IGNORECASE,
)
_OF_MORE = lazy_pattern(
    r"\b(?:also|too|as well|besides|instead|rather|another|other|else|first|and|or|that (?:i|we|you|the)"
    r"|lower(?:ed)?|rais(?:e|ed)|add(?:ed)?"
    r"|remov(?:e|ed)|drop(?:ped)?|chang(?:e|ed)|tighten(?:ed)?|widen(?:ed)?|doubl(?:e|ed)|skip(?:ped)?|fetch(?:ed)?)\b"
    r"|顺便|另外|此外|同时|先|再|改|换|加|减|降|调|提高|删|去掉|放宽|收紧|或|还是|以及|并",
    re.IGNORECASE,
)


def claims_a_decision(text: str) -> bool:
    """Whether a sentence states that something was decided or done, and neither denies, asks nor supposes it."""
    return any(
        _CLAIMS.search(_OF_A_TEST.sub(" ", sentence)) is not None and _NOT_SAID.search(sentence) is None
        for sentence in _SENTENCE.findall(text)
    )


def asks_something_else(text: str) -> bool:
    """Whether a model's answer asks for a yes or no to anything but the decision as it stands: a mere yes after it may
    be meant for that, and decides nothing."""
    questions = (each for each in _SENTENCE.findall(text[-_MOST_READ:]) if each.endswith(("?", "？")))
    return any(
        _OPEN_QUESTION.search(question) is None
        and (_OF_THE_DECISION.search(question) is None or _OF_MORE.search(question) is not None)
        for question in questions
    )
