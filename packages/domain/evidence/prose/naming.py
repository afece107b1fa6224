"""By which name a number goes in its sentence, and how sure that is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from packages.domain.evidence.lexicon import Mention
from packages.domain.evidence.passages import blanked
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.scene import MULTIPLE_OF, ProseScene
from packages.domain.evidence.windows import IN_TURN

# Between a name and its number where the name is surely the number's.
ATTACHED = lazy_pattern(
    r"(?:\s|[-~:(*_`]|的|为|是|约|达|至|到|仅|只有|有|在|报|已|也|就|则|录得|定[在于为]|设[在为定]|实现|合计|累计|同比|环比|增速|分别"
    r"|\b(?:of|at|is|was|were|are|came in|stood|stands|to|about|around|roughly|nearly|just|only|a|an|the|reached|hit"
    r"|which|had|has|[,]|totall?ed|reads?|runs?|set|put|fixed|drawn|print(?:ed)?|landed|touched)\b|[$¥€£]|RMB|CNY|USD){0,20}",
    re.IGNORECASE,
)
# `26% of assets`, `1.4 times net profit`: what it is measured by.
_MEASURE = lazy_pattern(r"\s?of\s", re.IGNORECASE)
_NEXT_TO = 4
_HANGING = lazy_pattern(r"\s*(?:(?:in|under|for)\s(?:the|its|our)|for)\s", re.IGNORECASE)
# `In terms of sales, the company made 3 m`; `毛利率方面，…`; `矛盾在净利率，21.3%`.
_TOPIC_BEFORE = lazy_pattern(
    r"(?:^|[,;。:]\s?)(?:in terms of|as for|as to|on the measure of|measured by|worth noting is|on|就|论|至于"
    r"|[^,;。:]{0,14}的是)\s?(?:its|the)?\s?$",
    re.IGNORECASE,
)
_TOPIC_BEHIND = lazy_pattern(r"\s?(?P<as>而言|来看|来说|方面|上|看)?\s?,\s?")
_OPENING = lazy_pattern(
    r"\s?(?:仅|只有|约|达|为|at|only|about|just|which (?:now )?(?:came in|stood|was|is|ran|sits) ?(?:at)?)?\s?[$¥€£]?",
    re.IGNORECASE,
)
# `At 1.26x, the volume ratio is …`
_AT = lazy_pattern(r"(?:^|[;。]\s?)\s?at\s(?:about\s|just\s|nearly\s)?[$¥€£]?$", re.IGNORECASE)
_THEN = lazy_pattern(r"\s?,\s?(?:the|its)\s", re.IGNORECASE)


# `38.6x[E31] trailing sales`
_MULTIPLE_OF = lazy_pattern(
    r"\s*(?:trailing|forward|TTM|LTM|its|of|historical|annual|last year's)?\s?"
    rf"(?P<what>{'|'.join(sorted(MULTIPLE_OF, key=len, reverse=True))})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NamedBy:
    """`surely`: nothing stands between the name and the number that could part them."""

    name: Mention
    surely: bool


def named_by(scene: ProseScene, index: int) -> NamedBy | None:
    number = scene.numbers[index]
    measured = [m for m in scene.figures if number.start < m.start < number.end < m.end]
    if measured:
        return NamedBy(measured[0], surely=True)
    if number.unit.dimension == "times" and (multiple := _MULTIPLE_OF.match(scene.words, number.stop)):
        return NamedBy(Mention(*multiple.span(), frozenset({MULTIPLE_OF[multiple["what"].lower()]})), surely=True)
    if dealt := _dealt(scene, index):
        return NamedBy(dealt, surely=True)
    before = [m for m in scene.figures if scene.named_before(index) <= m.start and m.end <= number.start]
    if before and index and _HANGING.fullmatch(scene.words, scene.numbers[index - 1].stop, before[-1].start):
        return _behind(scene, index)  # `24.60 in the low case to 33.10 in the base case`
    if before:
        name = _less_general(scene, before)
        word = scene.words[name.start : name.end].lower()
        if number.unit.dimension == "times" and word in MULTIPLE_OF:
            name = Mention(name.start, name.end, frozenset({MULTIPLE_OF[word]}))
        gap = timeless(scene)[before[-1].end : number.start]
        return NamedBy(name, ATTACHED.fullmatch(gap) is not None)
    return _behind(scene, index) or _topic(scene, index)


def _less_general(scene: ProseScene, names: Sequence[Mention]) -> Mention:
    """`营收口径下公司盈利`, `the cash flow line shows a profit of`: the figure, not the word for its sign."""
    if (
        len(names) > 1
        and _OF_SIGN.search(scene.words, 0, names[-1].end)
        and _SAME_THOUGHT.fullmatch(scene.words, names[-2].end, names[-1].start)
    ):
        return names[-2]
    return names[-1]


_OF_SIGN = lazy_pattern(r"(?:盈利|亏损|\bshow(?:s|ed|ing) a (?:net )?(?:profit|loss))$", re.IGNORECASE)
_SAME_THOUGHT = lazy_pattern(
    r"(?:口径下|方面)?(?:公司|仍|继续|录得|\s|line|again|still|show(?:s|ed|ing) a)*", re.IGNORECASE
)


def timeless(scene: ProseScene) -> str:
    """Its words without the times in them."""
    return blanked(scene.words, ((mention.start, mention.end) for mention in scene.periods))


def _dealt(scene: ProseScene, index: int) -> Mention | None:
    """`the volume ratio and the asset turnover are 3.2x and 0.67, respectively`: each the one at its place."""
    names = [mention for mention in scene.figures if mention.end <= scene.numbers[0].start]
    in_turn = len(names) == len(scene.numbers) > 1 and IN_TURN.search(scene.words) is not None
    return names[index] if in_turn and ";" not in scene.words else None


def _behind(scene: ProseScene, index: int) -> NamedBy | None:
    number = scene.numbers[index]
    _, right = scene.clause(index)
    behind = next((m for m in scene.figures if number.start < m.start and number.end < m.end), None)
    if behind is None:
        return None
    gap = scene.words[number.stop : behind.start]
    hangs = _HANGING.fullmatch(gap) is not None
    if behind.end <= right and (hangs or len(gap) <= _NEXT_TO) and not _MEASURE.fullmatch(gap):
        return NamedBy(behind, surely=True)
    opens = _AT.search(scene.words, 0, number.start) and _THEN.fullmatch(gap)
    return NamedBy(behind, surely=True) if opens else None


def topic_of(scene: ProseScene) -> Mention | None:
    """What the sentence announces that it is about: `In terms of sales, …`."""
    first = scene.figures[0] if scene.figures else None
    behind = _TOPIC_BEHIND.match(scene.words, first.end) if first else None
    if first is None or behind is None:
        return None
    return first if behind["as"] or _TOPIC_BEFORE.fullmatch(scene.words, 0, first.start) else None


def _topic(scene: ProseScene, index: int) -> NamedBy | None:
    """Named in the clause before, as what is spoken of."""
    left, _ = scene.clause(index)
    start = scene.numbers[index - 1].stop if index else 0
    named = [m for m in scene.figures if start <= m.start and m.end <= left]
    behind = _TOPIC_BEHIND.fullmatch(scene.words, named[-1].end, left) if named else None
    if behind is None:
        return None
    announced = behind["as"] is not None or _TOPIC_BEFORE.search(scene.words, 0, named[-1].start) is not None
    follows = _OPENING.fullmatch(scene.words, left, scene.numbers[index].start) is not None
    return NamedBy(named[-1], surely=True) if announced or follows else None
