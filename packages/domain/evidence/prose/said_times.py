"""Which of the times of a sentence stands with a number."""

import re

from packages.domain.evidence.derivations import TAG
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import PeriodMention
from packages.domain.evidence.prose.scene import ProseScene
from packages.domain.evidence.windows import IN_TURN

EARLIER = lazy_pattern(
    r"由|从|自(?!身|由|己|家|有|主|动|营|研)|较|(?<![同环])比|此前|之前|上年|去年|年初|前[一两三]|上[一期季]|原来|曾|累计|三年|两年|历史|逐|连续|期内|报告期|平均|原先|最初"
    r"|\b(?:from|against|versus|vs|earlier|before|previous\w*|prior|preceding|ago|last (?:year|quarter|month"
    r"|time|period)|since|after|following|compared"
    r"|each|both|average|years|past|then|previously|old|initial\w*|former\w*|whereas it was|up on|down on)\b",
    re.IGNORECASE,
)
NOW = lazy_pattern(
    r"最新|当前|目前|现在|如今|现为|眼下|\b(?:latest|current|currently|now|today|as of now)\b", re.IGNORECASE
)
_NEXT_TO = 9
_LONG = 60
_NOT_AT = lazy_pattern(
    r"由|从|自|较|比|后|前|\b(?:from|since|after|before|than|compared|versus|against|until|following|unlike)\b",
    re.IGNORECASE,
)
_INTRODUCED = lazy_pattern(r"\s?[,:]\s?")
_FROM = lazy_pattern(r"\bfrom\b|由|从|自", re.IGNORECASE)
_HANGING = lazy_pattern(
    r"\s?(?:(?:\(|in|for|at|during|on|(?:higher|lower|more|less|better|worse|above|below|up|down) (?:than|on"
    r"|from)(?: in| that of)?)"
    r"\s(?:the\s)?)?",
    re.IGNORECASE,
)


def own_time(scene: ProseScene, index: int) -> PeriodMention | None:
    """The period that stands in the number's own clause: the last before it, or right behind it."""
    number = scene.numbers[index]
    left, right = scene.clause(index)
    if dealt := _dealt(scene, index, left, right):
        return dealt
    between = scene.numbers[index - 1].stop if index else 0
    before = [m for m in scene.periods if left <= m.start and m.end <= number.start and not m.compared]
    before = [m for m in before if m.start < between or not between or not TAG.search(scene.text, m.end, number.start)]
    if before and before[-1].end >= between and not _hangs_on(scene, between, before[-1]):
        since = _FROM.search(scene.words, before[-1].end, number.start)
        return None if since else before[-1]
    if (
        not before
        and _FROM.search(scene.words, left, number.start) is None
        and NOW.search(scene.words, left, number.start) is None
        and (leading := _introducing(scene, left) or _leading(scene, left))
    ):
        return leading
    behind = [m for m in scene.periods if number.end <= m.start and m.end <= right and not m.compared]
    if (
        behind
        and behind[0].start - _of_the_same(scene, number.stop) <= _NEXT_TO
        and (index + 1 == len(scene.numbers) or behind[0].end <= scene.numbers[index + 1].start)
    ):
        following = scene.numbers[index + 1].start if index + 1 < len(scene.numbers) else len(scene.text)
        if _APART.search(scene.words, number.stop, behind[0].start):
            return None
        cited_itself = TAG.match(scene.text, behind[0].end) is not None and bool(number.citations)
        if (following - behind[0].end > 3 or not behind[0].attached) and not cited_itself:
            return behind[0]
    return None


_APART = lazy_pattern(r"\band\b|[,;与和及]", re.IGNORECASE)


def _of_the_same(scene: ProseScene, stop: int) -> int:
    """Behind `in the same quarter`, which a year follows."""
    match = _SAME.match(scene.words, stop)
    return match.end() if match else stop


_SAME = lazy_pattern(
    r"\s?(?:in|for|during) the (?:same|comparable|corresponding) (?:quarter|period|half|month)s?", re.I
)


def _dealt(scene: ProseScene, index: int, left: int, right: int) -> PeriodMention | None:
    """`1Q25 and 2Q24 brought 604m and 502m respectively`, `118m and 204m in 2022 and 2023 respectively`: each the one
    at its place."""
    in_turn = IN_TURN.search(scene.words, left, right)
    if not in_turn:
        return None
    numbers = [place for place, number in enumerate(scene.numbers) if left <= number.start < right]
    mentions = [m for m in scene.periods if left <= m.start and m.end <= scene.numbers[numbers[0]].start]
    if not mentions:
        mentions = [m for m in scene.periods if scene.numbers[numbers[-1]].stop <= m.start and m.end <= right]
        numbers = numbers[-len(mentions) :]
    return mentions[numbers.index(index)] if len(mentions) == len(numbers) > 1 and index in numbers else None


def _introducing(scene: ProseScene, left: int) -> PeriodMention | None:
    """`while in 2023, it was 43.6%`, `(2022Q4: 23.9%)`: nothing but the time of what follows."""
    found = [m for m in scene.periods if m.end <= left and not m.compared]
    if not found or not _INTRODUCED.fullmatch(scene.words, found[-1].end, left):
        return None
    start = max((cut for cut in scene.cuts if cut <= found[-1].start), default=0)
    start = max(start, scene.words.rfind("(", 0, found[-1].start))
    if any(start <= number.start < left for number in scene.numbers) or left - start > _LONG:
        return None
    return None if _NOT_AT.search(scene.words, start, found[-1].start) else found[-1]


def _leading(scene: ProseScene, left: int) -> PeriodMention | None:
    """A date at the very beginning of the sentence, in a clause without a number, is the time of what follows."""
    first = scene.periods[0] if scene.periods else None
    if first is None or first.relative or first.compared or first.start > 4 or first.end > left:
        return None
    if len(scene.periods) > 1 or scene.numbers[0].start < first.end or EARLIER.search(scene.words, left):
        return None
    return first


def _hangs_on(scene: ProseScene, stop: int, mention: PeriodMention) -> bool:
    """`12.4m[E1] in the second quarter and 9.1m`: it is the time of the number before."""
    return stop > 0 and _HANGING.fullmatch(scene.words, stop, mention.start) is not None


def words_before(scene: ProseScene, index: int) -> str:
    """What may stand between the number before and its tag is that one's: `+17.1% y/y [E15]`."""
    left, _ = scene.clause(index)
    before = scene.numbers[index - 1].stop if index else 0
    tag = TAG.search(scene.text, before, min(before + 3 * _NEXT_TO, scene.numbers[index].start)) if before else None
    left = max(left, tag.end() if tag else before)
    return scene.words[left : scene.numbers[index].start]
